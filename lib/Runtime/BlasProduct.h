//===- BlasProduct.h - Matrix products of any layout ------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Picks the BLAS function for a product, and brings operands into a layout that
// it takes.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_BLASPRODUCT_H
#define CROTON_LIB_RUNTIME_BLASPRODUCT_H

#include "BlasThreads.h"
#include "BlasTraits.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include <cstring>

namespace croton_rt {

/// The largest extent or stride handed to BLAS, whose integers are 32 bits
/// wide. Below the limit of an int, so that BLAS can round up.
constexpr int64_t kMaxBlasExtent = int64_t(1) << 30;

/// A matrix or its transpose in memory; strides count elements.
template <typename Scalar>
struct MatrixView {
  const Scalar *data;
  int64_t rowStride;
  int64_t columnStride;

  const Scalar *at(int64_t row, int64_t column) const {
    return data + row * rowStride + column * columnStride;
  }
  MatrixView from(int64_t row, int64_t column) const {
    return {at(row, column), rowStride, columnStride};
  }
  MatrixView transposed() const { return {data, columnStride, rowStride}; }
};

/// Products of `Scalar` matrices. `kMaxExtent` is a parameter so that tests
/// reach the splitting of large extents with small ones.
template <typename Scalar, int64_t kMaxExtent = kMaxBlasExtent>
class BlasProduct {
  using Traits = BlasTraits<Scalar>;
  using Wide = typename Traits::Wide;
  using View = MatrixView<Scalar>;

public:
  /// The contract of CROTON_RT_DECLARE_GEMM.
  static void multiply(int64_t m, int64_t n, int64_t k, View a, View b,
                       Scalar *c, int64_t rowStride, bool accumulate) {
    if (m <= 0 || n <= 0)
      return;
    if (k <= 0)
      return accumulate ? void() : clear(m, n, c, rowStride);
    if (m > kMaxExtent || n > kMaxExtent || k > kMaxExtent ||
        (m > 1 && rowStride > kMaxExtent))
      return multiplyByParts(m, n, k, a, b, c, rowStride, accumulate);
    if (k == 1)
      return multiplyOuter(m, n, a, b, c, rowStride, accumulate);
    if (m == 1 && n == 1)
      return multiplyInner(k, a, b, c, accumulate);
    if (n == 1)
      return multiplyVector(m, k, a, b.data, b.rowStride, c, rowStride,
                            accumulate);
    if (m == 1)
      return multiplyVector(n, k, b.transposed(), a.data, a.columnStride, c, 1,
                            accumulate);
    multiplyMatrices(m, n, k, a, b, c, rowStride, accumulate);
  }

  /// The contract of CROTON_RT_DECLARE_GEMM_BATCHED.
  static void multiplyBatch(int64_t batch, int64_t m, int64_t n, int64_t k,
                            View a, View b, Scalar *c, int64_t rowStride,
                            bool accumulate, int64_t batchStrideA,
                            int64_t batchStrideB, int64_t batchStrideC) {
    // Matrices of one row follow each other at the batch stride.
    if (m == 1) {
      a.rowStride = batchStrideA;
      rowStride = batchStrideC;
    }
    // With one B for all, the rows of all A make one tall matrix.
    int64_t rows;
    if (batch > 0 && batchStrideB == 0 && batchStrideA == m * a.rowStride &&
        batchStrideC == m * rowStride &&
        !__builtin_mul_overflow(m, batch, &rows))
      return multiply(rows, n, k, a, b, c, rowStride, accumulate);
    for (int64_t i = 0; i < batch; ++i) {
      View part = {a.data + i * batchStrideA, a.rowStride, a.columnStride};
      View other = {b.data + i * batchStrideB, b.rowStride, b.columnStride};
      multiply(m, n, k, part, other, c + i * batchStrideC, rowStride,
               accumulate);
    }
  }

private:
  /// An operand in a layout that BLAS takes. `owned` is memory to free, or
  /// null.
  struct BlasOperand {
    const Scalar *data;
    CBLAS_TRANSPOSE transpose;
    int leadingDim;
    Scalar *owned;
  };
  /// A vector with a stride that BLAS takes.
  struct BlasVector {
    const Scalar *data;
    int stride;
    Scalar *owned;
  };

  static int64_t smaller(int64_t x, int64_t y) { return x < y ? x : y; }
  static bool isBlasStride(int64_t stride) {
    return stride >= 1 && stride <= kMaxExtent;
  }

  /// Makes C zero.
  static void clear(int64_t m, int64_t n, Scalar *c, int64_t rowStride) {
    for (int64_t i = 0; i < m; ++i)
      std::memset(static_cast<void *>(c + i * rowStride), 0,
                  n * sizeof(Scalar));
  }

  /// Copies a matrix of any strides to contiguous memory, row-major.
  static Scalar *pack(int64_t rows, int64_t columns, View view) {
    // The product of two extents that BLAS takes fits; the bytes need not.
    uint64_t bytes;
    if (__builtin_mul_overflow(rows * columns, sizeof(Scalar), &bytes))
      bytes = ~uint64_t(0);
    auto *packed = static_cast<Scalar *>(croton_rt_alloc(bytes));
    if (!packed)
      croton_rt_fail(CROTON_ERROR_MEMORY,
                     "out of memory: cannot pack a matrix operand", nullptr, 0);
    // By tiles, as the rows may be the fast direction of the source.
    constexpr int64_t kTile = 32;
    for (int64_t i = 0; i < rows; i += kTile)
      for (int64_t j = 0; j < columns; j += kTile)
        for (int64_t row = i; row < smaller(i + kTile, rows); ++row)
          for (int64_t column = j; column < smaller(j + kTile, columns);
               ++column)
            packed[row * columns + column] = *view.at(row, column);
    return packed;
  }

  /// Finds the layout of a matrix of at least two rows and columns.
  static BlasOperand toBlas(int64_t rows, int64_t columns, View view) {
    if (view.columnStride == 1 && view.rowStride >= columns &&
        isBlasStride(view.rowStride))
      return {view.data, CblasNoTrans, static_cast<int>(view.rowStride),
              nullptr};
    if (view.rowStride == 1 && view.columnStride >= rows &&
        isBlasStride(view.columnStride))
      return {view.data, CblasTrans, static_cast<int>(view.columnStride),
              nullptr};
    Scalar *packed = pack(rows, columns, view);
    return {packed, CblasNoTrans, static_cast<int>(columns), packed};
  }

  static BlasVector toBlas(int64_t size, const Scalar *data, int64_t stride) {
    if (isBlasStride(stride))
      return {data, static_cast<int>(stride), nullptr};
    Scalar *packed = pack(1, size, {data, 0, stride});
    return {packed, 1, packed};
  }

  /// Splits extents, and rows of C too far apart, that BLAS would not take.
  static void multiplyByParts(int64_t m, int64_t n, int64_t k, View a, View b,
                              Scalar *c, int64_t rowStride, bool accumulate) {
    int64_t rows = rowStride > kMaxExtent ? 1 : kMaxExtent;
    for (int64_t i = 0; i < m; i += rows)
      for (int64_t j = 0; j < n; j += kMaxExtent)
        for (int64_t p = 0; p < k; p += kMaxExtent)
          multiply(smaller(rows, m - i), smaller(kMaxExtent, n - j),
                   smaller(kMaxExtent, k - p), a.from(i, p), b.from(p, j),
                   c + i * rowStride + j, rowStride, accumulate || p > 0);
  }

  /// A column times a row: one pass over C.
  static void multiplyOuter(int64_t m, int64_t n, View a, View b, Scalar *c,
                            int64_t rowStride, bool accumulate) {
    for (int64_t i = 0; i < m; ++i) {
      Scalar factor = *a.at(i, 0);
      Scalar *row = c + i * rowStride;
      if (accumulate)
        for (int64_t j = 0; j < n; ++j)
          row[j] = row[j] + factor * *b.at(0, j);
      else
        for (int64_t j = 0; j < n; ++j)
          row[j] = factor * *b.at(0, j);
    }
  }

  /// A row times a column.
  static void multiplyInner(int64_t k, View a, View b, Scalar *c,
                            bool accumulate) {
    Wide sum = sumProducts(k, a.data, a.columnStride, b.data, b.rowStride);
    *c = Traits::narrow(accumulate ? sum + Traits::widen(*c) : sum);
  }

  /// The sum of x[i] y[i]. BLAS sums a run in a number of lanes that depends on
  /// the machine; runs are short and their sums are added pairwise.
  static Wide sumProducts(int64_t size, const Scalar *x, int64_t strideX,
                          const Scalar *y, int64_t strideY) {
    constexpr int64_t kRun = 256;
    if (size > kRun) {
      int64_t half = (size / 2 + kRun - 1) / kRun * kRun;
      return sumProducts(half, x, strideX, y, strideY) +
             sumProducts(size - half, x + half * strideX, strideX,
                         y + half * strideY, strideY);
    }
    if (isBlasStride(strideX) && isBlasStride(strideY))
      return Traits::widen(Traits::dot(static_cast<int>(size), x,
                                       static_cast<int>(strideX), y,
                                       static_cast<int>(strideY)));
    if (size > 8) {
      int64_t half = size / 2;
      return sumProducts(half, x, strideX, y, strideY) +
             sumProducts(size - half, x + half * strideX, strideX,
                         y + half * strideY, strideY);
    }
    Wide sum = {};
    for (int64_t i = 0; i < size; ++i)
      sum = sum + Traits::widen(x[i * strideX]) * Traits::widen(y[i * strideY]);
    return sum;
  }

  /// y = A x, or y += A x, where A has at least two rows and columns.
  static void multiplyVector(int64_t rows, int64_t columns, View a,
                             const Scalar *x, int64_t strideX, Scalar *y,
                             int64_t strideY, bool accumulate) {
    BlasOperand matrix = toBlas(rows, columns, a);
    BlasVector vector = toBlas(columns, x, strideX);
    // BLAS libraries differ in whether beta = 0 drops a NaN that y held.
    if (!accumulate)
      for (int64_t i = 0; i < rows; ++i)
        y[i * strideY] = Scalar{};
    // BLAS wants the extents of the matrix in memory.
    bool isTransposed = matrix.transpose == CblasTrans;
    {
      BlasThreads threads(rows, 1, columns);
      Traits::gemv(matrix.transpose,
                   static_cast<int>(isTransposed ? columns : rows),
                   static_cast<int>(isTransposed ? rows : columns), matrix.data,
                   matrix.leadingDim, vector.data, vector.stride, y,
                   static_cast<int>(strideY));
    }
    croton_rt_free(matrix.owned);
    croton_rt_free(vector.owned);
  }

  /// All extents are at least two.
  static void multiplyMatrices(int64_t m, int64_t n, int64_t k, View a, View b,
                               Scalar *c, int64_t rowStride, bool accumulate) {
    BlasOperand left = toBlas(m, k, a);
    BlasOperand right = toBlas(k, n, b);
    {
      BlasThreads threads(m, n, k);
      Traits::gemm(left.transpose, right.transpose, static_cast<int>(m),
                   static_cast<int>(n), static_cast<int>(k), left.data,
                   left.leadingDim, right.data, right.leadingDim, accumulate, c,
                   static_cast<int>(rowStride));
    }
    croton_rt_free(left.owned);
    croton_rt_free(right.owned);
  }
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_BLASPRODUCT_H
