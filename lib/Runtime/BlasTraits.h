//===- BlasTraits.h - One name for each BLAS function -----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the matrix products need to know of each element type.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_BLASTRAITS_H
#define CROTON_LIB_RUNTIME_BLASTRAITS_H

#include <cblas.h>
#include <cstdint>

namespace croton_rt {

/// A complex number as BLAS lays it out. std::complex would multiply through a
/// library function that repairs NaN, unlike BLAS.
template <typename Real>
struct Complex {
  Real re;
  Real im;
};

template <typename Real>
inline Complex<Real> operator+(Complex<Real> x, Complex<Real> y) {
  return {x.re + y.re, x.im + y.im};
}
template <typename Real>
inline Complex<Real> operator*(Complex<Real> x, Complex<Real> y) {
  return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

/// For each element type: `Wide`, in which sums of products are kept, the
/// conversions from and to it, and the BLAS functions. `gemm` is row-major with
/// alpha = 1, `gemv` also with beta = 1.
template <typename Scalar>
struct BlasTraits;

/// Both conversions of a real type.
template <typename Scalar>
struct RealBlasTraits {
  using Wide = double;
  static Wide widen(Scalar value) { return value; }
  static Scalar narrow(Wide value) { return static_cast<Scalar>(value); }
};

/// Both conversions of a complex type.
template <typename Real>
struct ComplexBlasTraits {
  using Wide = Complex<double>;
  static Wide widen(Complex<Real> value) { return {value.re, value.im}; }
  static Complex<Real> narrow(Wide value) {
    return {static_cast<Real>(value.re), static_cast<Real>(value.im)};
  }
};

template <>
struct BlasTraits<float> : RealBlasTraits<float> {
  static void gemm(CBLAS_TRANSPOSE transA, CBLAS_TRANSPOSE transB, int m, int n,
                   int k, const float *a, int lda, const float *b, int ldb,
                   bool accumulate, float *c, int ldc) {
    cblas_sgemm(CblasRowMajor, transA, transB, m, n, k, 1.0f, a, lda, b, ldb,
                accumulate ? 1.0f : 0.0f, c, ldc);
  }
  static void gemv(CBLAS_TRANSPOSE trans, int rows, int columns, const float *a,
                   int lda, const float *x, int incx, float *y, int incy) {
    cblas_sgemv(CblasRowMajor, trans, rows, columns, 1.0f, a, lda, x, incx,
                1.0f, y, incy);
  }
  static float dot(int n, const float *x, int incx, const float *y, int incy) {
    return cblas_sdot(n, x, incx, y, incy);
  }
};

template <>
struct BlasTraits<double> : RealBlasTraits<double> {
  static void gemm(CBLAS_TRANSPOSE transA, CBLAS_TRANSPOSE transB, int m, int n,
                   int k, const double *a, int lda, const double *b, int ldb,
                   bool accumulate, double *c, int ldc) {
    cblas_dgemm(CblasRowMajor, transA, transB, m, n, k, 1.0, a, lda, b, ldb,
                accumulate ? 1.0 : 0.0, c, ldc);
  }
  static void gemv(CBLAS_TRANSPOSE trans, int rows, int columns,
                   const double *a, int lda, const double *x, int incx,
                   double *y, int incy) {
    cblas_dgemv(CblasRowMajor, trans, rows, columns, 1.0, a, lda, x, incx, 1.0,
                y, incy);
  }
  static double dot(int n, const double *x, int incx, const double *y,
                    int incy) {
    return cblas_ddot(n, x, incx, y, incy);
  }
};

template <>
struct BlasTraits<Complex<float>> : ComplexBlasTraits<float> {
  using Scalar = Complex<float>;
  static void gemm(CBLAS_TRANSPOSE transA, CBLAS_TRANSPOSE transB, int m, int n,
                   int k, const Scalar *a, int lda, const Scalar *b, int ldb,
                   bool accumulate, Scalar *c, int ldc) {
    Scalar alpha = {1, 0}, beta = {accumulate ? 1.0f : 0.0f, 0};
    cblas_cgemm(CblasRowMajor, transA, transB, m, n, k, &alpha, a, lda, b, ldb,
                &beta, c, ldc);
  }
  static void gemv(CBLAS_TRANSPOSE trans, int rows, int columns,
                   const Scalar *a, int lda, const Scalar *x, int incx,
                   Scalar *y, int incy) {
    Scalar one = {1, 0};
    cblas_cgemv(CblasRowMajor, trans, rows, columns, &one, a, lda, x, incx,
                &one, y, incy);
  }
  static Scalar dot(int n, const Scalar *x, int incx, const Scalar *y,
                    int incy) {
    Scalar result;
    cblas_cdotu_sub(n, x, incx, y, incy, &result);
    return result;
  }
};

template <>
struct BlasTraits<Complex<double>> : ComplexBlasTraits<double> {
  using Scalar = Complex<double>;
  static void gemm(CBLAS_TRANSPOSE transA, CBLAS_TRANSPOSE transB, int m, int n,
                   int k, const Scalar *a, int lda, const Scalar *b, int ldb,
                   bool accumulate, Scalar *c, int ldc) {
    Scalar alpha = {1, 0}, beta = {accumulate ? 1.0 : 0.0, 0};
    cblas_zgemm(CblasRowMajor, transA, transB, m, n, k, &alpha, a, lda, b, ldb,
                &beta, c, ldc);
  }
  static void gemv(CBLAS_TRANSPOSE trans, int rows, int columns,
                   const Scalar *a, int lda, const Scalar *x, int incx,
                   Scalar *y, int incy) {
    Scalar one = {1, 0};
    cblas_zgemv(CblasRowMajor, trans, rows, columns, &one, a, lda, x, incx,
                &one, y, incy);
  }
  static Scalar dot(int n, const Scalar *x, int incx, const Scalar *y,
                    int incy) {
    Scalar result;
    cblas_zdotu_sub(n, x, incx, y, incy, &result);
    return result;
  }
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_BLASTRAITS_H
