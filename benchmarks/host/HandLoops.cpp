//===- HandLoops.cpp - What one would write by hand ------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled twice, with HAND_LOOPS naming the table to define.
//
//===----------------------------------------------------------------------===//

#include "HandLoops.h"

#include <algorithm>
#include <cmath>

static void saxpy(const float *__restrict x, const float *__restrict y,
                  float *__restrict out, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = 2.5f * x[i] + y[i];
}

static void chain(const float *__restrict x, const float *__restrict y,
                  float *__restrict out, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = std::tanh(std::exp(0.5f * x[i]) - y[i]) + x[i];
}

static float sum(const float *__restrict x, int64_t n) {
  float total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += x[i];
  return total;
}

static double sumF64(const double *__restrict x, int64_t n) {
  double total = 0;
  for (int64_t i = 0; i < n; ++i)
    total += x[i];
  return total;
}

static void sumColumns(const float *__restrict x, float *__restrict out,
                       int64_t rows, int64_t columns) {
  std::fill(out, out + columns, 0.0f);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      out[j] += x[i * columns + j];
}

static void softmax(const float *__restrict x, float *__restrict out,
                    int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i, x += columns, out += columns) {
    float largest = x[0];
    for (int64_t j = 1; j < columns; ++j)
      largest = x[j] > largest ? x[j] : largest;
    float total = 0;
    for (int64_t j = 0; j < columns; ++j) {
      out[j] = std::exp(x[j] - largest);
      total += out[j];
    }
    float scale = 1 / total;
    for (int64_t j = 0; j < columns; ++j)
      out[j] *= scale;
  }
}

static void layerNorm(const float *__restrict x, const float *__restrict gain,
                      const float *__restrict shift, float *__restrict out,
                      int64_t rows, int64_t columns) {
  for (int64_t i = 0; i < rows; ++i, x += columns, out += columns) {
    float total = 0;
    for (int64_t j = 0; j < columns; ++j)
      total += x[j];
    float mean = total / columns;
    float squares = 0;
    for (int64_t j = 0; j < columns; ++j)
      squares += (x[j] - mean) * (x[j] - mean);
    float scale = 1 / std::sqrt(squares / columns + 1e-5f);
    for (int64_t j = 0; j < columns; ++j)
      out[j] = (x[j] - mean) * scale * gain[j] + shift[j];
  }
}

const hand::Loops hand::HAND_LOOPS = {saxpy,      chain,   sum,      sumF64,
                                      sumColumns, softmax, layerNorm};
