//===- HandLoops.h - What one would write by hand -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops that compiled programs are measured against. HandLoops.cpp is
// compiled with -O3 -march=native and, in its second copy, also with what a
// careful user adds: libmvec, no errno, reordering of sums.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_BENCHMARKS_HOST_HANDLOOPS_H
#define CROTON_BENCHMARKS_HOST_HANDLOOPS_H

#include <cstdint>

namespace hand {

/// The loops, once for each way to compile them.
struct Loops {
  /// out[i] = 2.5 x[i] + y[i]
  void (*saxpy)(const float *x, const float *y, float *out, int64_t n);
  /// out[i] = tanh(exp(x[i] / 2) - y[i]) + x[i]
  void (*chain)(const float *x, const float *y, float *out, int64_t n);
  float (*sum)(const float *x, int64_t n);
  double (*sumF64)(const double *x, int64_t n);
  /// out[j] = sum of x[i][j] over i
  void (*sumColumns)(const float *x, float *out, int64_t rows, int64_t columns);
  void (*softmax)(const float *x, float *out, int64_t rows, int64_t columns);
  void (*layerNorm)(const float *x, const float *gain, const float *shift,
                    float *out, int64_t rows, int64_t columns);
};

/// Compiled with -O3 -march=native.
extern const Loops plain;
/// Compiled also with -ffast-math -fveclib=libmvec.
extern const Loops tuned;

} // namespace hand

#endif // CROTON_BENCHMARKS_HOST_HANDLOOPS_H
