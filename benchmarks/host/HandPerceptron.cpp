//===- HandPerceptron.cpp - The perceptron step by hand ------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandPerceptron.h"

#include <cblas.h>
#include <cmath>

using namespace hand;

Perceptron::Perceptron(int64_t rows, const float *initial1,
                       const float *initial2)
    : rows(rows), w1(initial1, initial1 + kInputs * kHidden), b1(kHidden),
      w2(initial2, initial2 + kHidden * kClasses), b2(kClasses), vw1(w1.size()),
      vb1(b1.size()), vw2(w2.size()), vb2(b2.size()), gw1(w1.size()),
      gb1(b1.size()), gw2(w2.size()), gb2(b2.size()), input(rows * kInputs),
      hidden(rows * kHidden), scores(rows * kClasses),
      hiddenGrad(rows * kHidden) {}

/// c (m x n) = op(a) op(b), row-major, with the stored row lengths.
static void multiply(bool transA, bool transB, int64_t m, int64_t n, int64_t k,
                     const std::vector<float> &a, int64_t lda,
                     const std::vector<float> &b, int64_t ldb,
                     std::vector<float> &c) {
  cblas_sgemm(CblasRowMajor, transA ? CblasTrans : CblasNoTrans,
              transB ? CblasTrans : CblasNoTrans, m, n, k, 1, a.data(), lda,
              b.data(), ldb, 0, c.data(), n);
}

void Perceptron::forward(const uint8_t *images) {
  for (int64_t i = 0, e = rows * kInputs; i < e; ++i)
    input[i] = images[i] / 16.0f;
  multiply(false, false, rows, kHidden, kInputs, input, kInputs, w1, kHidden,
           hidden);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < kHidden; ++j)
      hidden[i * kHidden + j] = std::tanh(hidden[i * kHidden + j] + b1[j]);
  multiply(false, false, rows, kClasses, kHidden, hidden, kHidden, w2, kClasses,
           scores);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < kClasses; ++j)
      scores[i * kClasses + j] += b2[j];
}

/// Replaces `scores` by the gradient with respect to them.
float Perceptron::backward(const uint8_t *labels) {
  int64_t trained = rows - rows / 5;
  float weight = 1.0f / trained, loss = 0;
  for (int64_t i = 0; i < rows; ++i) {
    float *row = &scores[i * kClasses];
    float largest = row[0], total = 0, own = i % 5 == 4 ? 0 : weight;
    for (int64_t j = 1; j < kClasses; ++j)
      largest = row[j] > largest ? row[j] : largest;
    float target = row[labels[i]] - largest;
    for (int64_t j = 0; j < kClasses; ++j) {
      row[j] = std::exp(row[j] - largest);
      total += row[j];
    }
    loss += own * (std::log(total) - target);
    for (int64_t j = 0; j < kClasses; ++j)
      row[j] *= own / total;
    row[labels[i]] -= own;
  }
  return loss;
}

static void sumRows(const std::vector<float> &x, std::vector<float> &out) {
  int64_t columns = out.size(), rows = x.size() / columns;
  std::fill(out.begin(), out.end(), 0.0f);
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      out[j] += x[i * columns + j];
}

static void update(std::vector<float> &w, std::vector<float> &v,
                   const std::vector<float> &g) {
  for (size_t i = 0, e = w.size(); i < e; ++i) {
    v[i] = 0.9f * v[i] - 0.5f * g[i];
    w[i] += v[i];
  }
}

float Perceptron::step(const uint8_t *images, const uint8_t *labels) {
  forward(images);
  float loss = backward(labels);
  multiply(true, false, kHidden, kClasses, rows, hidden, kHidden, scores,
           kClasses, gw2);
  sumRows(scores, gb2);
  multiply(false, true, rows, kHidden, kClasses, scores, kClasses, w2, kClasses,
           hiddenGrad);
  for (int64_t i = 0, e = rows * kHidden; i < e; ++i)
    hiddenGrad[i] *= 1 - hidden[i] * hidden[i];
  multiply(true, false, kInputs, kHidden, rows, input, kInputs, hiddenGrad,
           kHidden, gw1);
  sumRows(hiddenGrad, gb1);
  update(w1, vw1, gw1);
  update(b1, vb1, gb1);
  update(w2, vw2, gw2);
  update(b2, vb2, gb2);
  return loss;
}
