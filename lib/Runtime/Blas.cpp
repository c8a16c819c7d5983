//===- Blas.cpp - Matrix products of compiled code ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C entry points of the matrix products.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Blas.h"
#include "BlasProduct.h"

using namespace croton_rt;

/// Defines the two entry points for elements of type SCALAR, which C sees as T.
#define CROTON_RT_DEFINE_GEMM(NAME, T, SCALAR)                                 \
  void NAME(int64_t m, int64_t n, int64_t k, const T *a, int64_t a_rs,         \
            int64_t a_cs, const T *b, int64_t b_rs, int64_t b_cs, T *c,        \
            int64_t c_rs, int32_t accumulate) {                                \
    BlasProduct<SCALAR>::multiply(                                             \
        m, n, k, {reinterpret_cast<const SCALAR *>(a), a_rs, a_cs},            \
        {reinterpret_cast<const SCALAR *>(b), b_rs, b_cs},                     \
        reinterpret_cast<SCALAR *>(c), c_rs, accumulate != 0);                 \
  }                                                                            \
  void NAME##_batched(int64_t batch, int64_t m, int64_t n, int64_t k,          \
                      const T *a, int64_t a_rs, int64_t a_cs, const T *b,      \
                      int64_t b_rs, int64_t b_cs, T *c, int64_t c_rs,          \
                      int32_t accumulate, int64_t a_bs, int64_t b_bs,          \
                      int64_t c_bs) {                                          \
    BlasProduct<SCALAR>::multiplyBatch(                                        \
        batch, m, n, k, {reinterpret_cast<const SCALAR *>(a), a_rs, a_cs},     \
        {reinterpret_cast<const SCALAR *>(b), b_rs, b_cs},                     \
        reinterpret_cast<SCALAR *>(c), c_rs, accumulate != 0, a_bs, b_bs,      \
        c_bs);                                                                 \
  }

CROTON_RT_DEFINE_GEMM(croton_rt_sgemm, float, float)
CROTON_RT_DEFINE_GEMM(croton_rt_dgemm, double, double)
CROTON_RT_DEFINE_GEMM(croton_rt_cgemm, float, Complex<float>)
CROTON_RT_DEFINE_GEMM(croton_rt_zgemm, double, Complex<double>)
