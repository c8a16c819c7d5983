//===- Blas.h - Matrix products of compiled code ------------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products for every layout, over the platform's BLAS. Valid C11.
//
// All extents, strides and counts are int64_t and count elements. Complex
// numbers are pairs (re, im): their strides count pairs. Products that are
// empty, vectors, scalars, transposed, broadcast (stride 0) or of any other
// stride all give what a plain triple loop gives, up to the rounding of sums.
// What C held before is not read unless `accumulate` is set.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_BLAS_H
#define CROTON_RUNTIME_BLAS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// C = A B, or C += A B when `accumulate` is not zero. A is m x k with row
/// stride a_rs and column stride a_cs, B is k x n with b_rs and b_cs, C is m x
/// n with row stride c_rs and column stride 1. C must not overlap A or B, and
/// its rows must not overlap. The stride of an extent that is at most 1 is
/// ignored. k == 0 makes C zero, or leaves it when accumulating.
///
/// A product of two vectors is summed at least as accurately as pairwise.
#define CROTON_RT_DECLARE_GEMM(NAME, T)                                        \
  void NAME(int64_t m, int64_t n, int64_t k, const T *a, int64_t a_rs,         \
            int64_t a_cs, const T *b, int64_t b_rs, int64_t b_cs, T *c,        \
            int64_t c_rs, int32_t accumulate);

/// `batch` products as above; matrix i of A starts at a + i * a_bs, and so on.
/// A batch stride of 0 uses the same A or B for all; those of C must not
/// overlap.
#define CROTON_RT_DECLARE_GEMM_BATCHED(NAME, T)                                \
  void NAME(int64_t batch, int64_t m, int64_t n, int64_t k, const T *a,        \
            int64_t a_rs, int64_t a_cs, const T *b, int64_t b_rs,              \
            int64_t b_cs, T *c, int64_t c_rs, int32_t accumulate,              \
            int64_t a_bs, int64_t b_bs, int64_t c_bs);

CROTON_RT_DECLARE_GEMM(croton_rt_sgemm, float)
CROTON_RT_DECLARE_GEMM(croton_rt_dgemm, double)
CROTON_RT_DECLARE_GEMM(croton_rt_cgemm, float)
CROTON_RT_DECLARE_GEMM(croton_rt_zgemm, double)
CROTON_RT_DECLARE_GEMM_BATCHED(croton_rt_sgemm_batched, float)
CROTON_RT_DECLARE_GEMM_BATCHED(croton_rt_dgemm_batched, double)
CROTON_RT_DECLARE_GEMM_BATCHED(croton_rt_cgemm_batched, float)
CROTON_RT_DECLARE_GEMM_BATCHED(croton_rt_zgemm_batched, double)

#undef CROTON_RT_DECLARE_GEMM
#undef CROTON_RT_DECLARE_GEMM_BATCHED

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_BLAS_H
