//===- BlasTest.cpp - Matrix products of compiled code --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the products with a triple loop in long double, over all layouts and
// extents. The numbers are small integers, so that every sum is exact in any
// order and results must be equal; rounding has tests of its own.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Blas.h"
#include "BlasProduct.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace croton_rt;

namespace {
/// A number of the reference; the imaginary part is 0 for real types.
struct Wide {
  long double re = 0;
  long double im = 0;
};
} // namespace

template <typename Real>
static Wide widen(Real value) {
  return {value, 0};
}
template <typename Real>
static Wide widen(Complex<Real> value) {
  return {value.re, value.im};
}

template <typename Real>
static void set(Real &target, Real re, Real im) {
  target = re;
}
template <typename Real>
static void set(Complex<Real> &target, Real re, Real im) {
  target = {re, im};
}

/// For each scalar type, its parts' type and the two entry points.
template <typename Scalar>
struct Entry;
#define ENTRY(SCALAR, REAL, NAME)                                              \
  template <>                                                                  \
  struct Entry<SCALAR> {                                                       \
    using Real = REAL;                                                         \
    static constexpr auto multiply = NAME;                                     \
    static constexpr auto multiplyBatch = NAME##_batched;                      \
  };
ENTRY(float, float, croton_rt_sgemm)
ENTRY(double, double, croton_rt_dgemm)
ENTRY(Complex<float>, float, croton_rt_cgemm)
ENTRY(Complex<double>, double, croton_rt_zgemm)
#undef ENTRY

namespace {
/// Strides of a matrix as a function of its extents.
struct Layout {
  const char *name;
  int64_t (*rowStride)(int64_t rows, int64_t columns);
  int64_t (*columnStride)(int64_t rows, int64_t columns);
};

/// A matrix inside of memory that is NaN everywhere else.
template <typename Scalar>
struct Matrix {
  using Real = typename Entry<Scalar>::Real;

  Matrix(int64_t rows, int64_t columns, int64_t rowStride, int64_t columnStride,
         std::mt19937 &random, bool isSet = true)
      : rowStride(rowStride), columnStride(columnStride), memory(2 * kOrigin) {
    Real nan = std::numeric_limits<Real>::quiet_NaN();
    for (Scalar &element : memory)
      set(element, nan, nan);
    std::uniform_int_distribution<int> digit(-4, 4);
    if (isSet)
      for (int64_t i = 0; i < rows; ++i)
        for (int64_t j = 0; j < columns; ++j)
          set(*at(i, j), Real(digit(random)), Real(digit(random)));
  }

  Scalar *at(int64_t i, int64_t j) {
    return memory.data() + kOrigin + i * rowStride + j * columnStride;
  }
  Real *getData() { return reinterpret_cast<Real *>(at(0, 0)); }

  static constexpr int64_t kOrigin = 1500;
  int64_t rowStride, columnStride;
  std::vector<Scalar> memory;
};
} // namespace

static const Layout kLayouts[] = {
    {"rows", [](int64_t, int64_t c) { return c; },
     [](int64_t, int64_t) -> int64_t { return 1; }},
    {"columns", [](int64_t, int64_t) -> int64_t { return 1; },
     [](int64_t r, int64_t) { return r; }},
    {"padded rows", [](int64_t, int64_t c) { return c + 3; },
     [](int64_t, int64_t) -> int64_t { return 1; }},
    {"padded columns", [](int64_t, int64_t) -> int64_t { return 1; },
     [](int64_t r, int64_t) { return r + 5; }},
    {"equal rows", [](int64_t, int64_t) -> int64_t { return 0; },
     [](int64_t, int64_t) -> int64_t { return 1; }},
    {"equal columns", [](int64_t, int64_t) -> int64_t { return 1; },
     [](int64_t, int64_t) -> int64_t { return 0; }},
    {"one number", [](int64_t, int64_t) -> int64_t { return 0; },
     [](int64_t, int64_t) -> int64_t { return 0; }},
    {"windows", [](int64_t, int64_t) -> int64_t { return 1; },
     [](int64_t, int64_t) -> int64_t { return 1; }},
    {"every second", [](int64_t, int64_t c) { return 2 * c + 1; },
     [](int64_t, int64_t) -> int64_t { return 2; }},
    {"reversed", [](int64_t, int64_t c) { return -c; },
     [](int64_t, int64_t) -> int64_t { return -1; }},
};

/// Returns element (i, j) of `before` + A B, or of A B.
template <typename Scalar>
static Wide multiplyPlainly(Matrix<Scalar> &a, Matrix<Scalar> &b, int64_t k,
                            int64_t i, int64_t j, Wide before) {
  Wide sum = before;
  for (int64_t p = 0; p < k; ++p) {
    Wide x = widen(*a.at(i, p)), y = widen(*b.at(p, j));
    sum.re += x.re * y.re - x.im * y.im;
    sum.im += x.re * y.im + x.im * y.re;
  }
  return sum;
}

/// Checks all of C's memory: the product, and NaN around it.
template <typename Scalar>
static void checkProduct(Matrix<Scalar> &a, Matrix<Scalar> &b,
                         Matrix<Scalar> &before, Matrix<Scalar> &c, int64_t m,
                         int64_t n, int64_t k, bool accumulate) {
  size_t numNumbers = 0;
  for (Scalar &element : c.memory)
    numNumbers += !std::isnan(widen(element).re);
  EXPECT_EQ(numNumbers, static_cast<size_t>(m * n));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      Wide start = accumulate ? widen(*before.at(i, j)) : Wide{};
      Wide expected = multiplyPlainly(a, b, k, i, j, start);
      Wide actual = widen(*c.at(i, j));
      ASSERT_EQ(actual.re, expected.re) << "at " << i << ", " << j;
      ASSERT_EQ(actual.im, expected.im) << "at " << i << ", " << j;
    }
}

/// Calls `multiply(m, n, k, a, b, c, accumulate)` for all layouts and all
/// extents out of `extents`, and checks the results.
template <typename Scalar, typename Multiply>
static void sweep(std::vector<int64_t> extents, Multiply multiply) {
  std::mt19937 random(7);
  for (int64_t m : extents)
    for (int64_t n : extents)
      for (int64_t k : extents)
        for (const Layout &left : kLayouts)
          for (const Layout &right : kLayouts)
            for (bool accumulate : {false, true}) {
              SCOPED_TRACE(testing::Message()
                           << m << " x " << n << " x " << k << ", A by "
                           << left.name << ", B by " << right.name
                           << (accumulate ? ", accumulating" : ""));
              Matrix<Scalar> a(m, k, left.rowStride(m, k),
                               left.columnStride(m, k), random);
              Matrix<Scalar> b(k, n, right.rowStride(k, n),
                               right.columnStride(k, n), random);
              int64_t rowStride = n + (accumulate ? 0 : 2);
              Matrix<Scalar> c(m, n, rowStride, 1, random, accumulate);
              Matrix<Scalar> before = c;
              multiply(m, n, k, a, b, c, accumulate);
              checkProduct(a, b, before, c, m, n, k, accumulate);
              if (testing::Test::HasFailure())
                return;
            }
}

namespace {
template <typename Scalar>
class BlasTest : public testing::Test {};
using ScalarTypes =
    testing::Types<float, double, Complex<float>, Complex<double>>;
} // namespace
TYPED_TEST_SUITE(BlasTest, ScalarTypes, );

TYPED_TEST(BlasTest, EveryLayoutAndExtent) {
  sweep<TypeParam>({0, 1, 2, 5, 9}, [](int64_t m, int64_t n, int64_t k, auto &a,
                                       auto &b, auto &c, bool accumulate) {
    Entry<TypeParam>::multiply(
        m, n, k, a.getData(), a.rowStride, a.columnStride, b.getData(),
        b.rowStride, b.columnStride, c.getData(), c.rowStride, accumulate);
  });
}

// With a limit of 4, extents, leading dimensions and strides beyond BLAS's
// integers are common.
TYPED_TEST(BlasTest, ExtentsBeyondTheIntegersOfBlas) {
  sweep<TypeParam>({1, 3, 4, 9}, [](int64_t m, int64_t n, int64_t k, auto &a,
                                    auto &b, auto &c, bool accumulate) {
    BlasProduct<TypeParam, /*kMaxExtent=*/4>::multiply(
        m, n, k, {a.at(0, 0), a.rowStride, a.columnStride},
        {b.at(0, 0), b.rowStride, b.columnStride}, c.at(0, 0), c.rowStride,
        accumulate);
  });
}

// Large enough for the blocked and threaded paths of BLAS.
TYPED_TEST(BlasTest, LargeMatrices) {
  using Real = typename Entry<TypeParam>::Real;
  constexpr int64_t m = 130, n = 70, k = 300;
  std::mt19937 random(3);
  std::uniform_int_distribution<int> digit(-4, 4);
  std::vector<TypeParam> a(m * k), b(k * n), c(m * n);
  for (TypeParam &x : a)
    set(x, Real(digit(random)), Real(digit(random)));
  for (TypeParam &x : b)
    set(x, Real(digit(random)), Real(digit(random)));
  for (bool transposed : {false, true}) {
    // The same numbers, read as A or as its transpose in memory.
    int64_t rowStride = transposed ? 1 : k, columnStride = transposed ? m : 1;
    Entry<TypeParam>::multiply(m, n, k, reinterpret_cast<Real *>(a.data()),
                               rowStride, columnStride,
                               reinterpret_cast<Real *>(b.data()), n, 1,
                               reinterpret_cast<Real *>(c.data()), n, 0);
    for (int64_t i = 0; i < m; i += 13)
      for (int64_t j = 0; j < n; j += 7) {
        Wide sum;
        for (int64_t p = 0; p < k; ++p) {
          Wide x = widen(a[i * rowStride + p * columnStride]);
          Wide y = widen(b[p * n + j]);
          sum.re += x.re * y.re - x.im * y.im;
          sum.im += x.re * y.im + x.im * y.re;
        }
        EXPECT_EQ(widen(c[i * n + j]).re, sum.re);
        EXPECT_EQ(widen(c[i * n + j]).im, sum.im);
      }
  }
}

TYPED_TEST(BlasTest, Batches) {
  std::mt19937 random(11);
  constexpr int64_t batch = 3;
  for (int64_t m : {0, 1, 4})
    for (int64_t n : {1, 5})
      for (int64_t k : {0, 1, 6})
        for (bool sharesA : {false, true})
          for (bool sharesB : {false, true})
            for (int64_t gap : {0, 2}) {
              SCOPED_TRACE(testing::Message()
                           << m << " x " << n << " x " << k << ", shared "
                           << sharesA << sharesB << ", gap " << gap);
              // The matrices of a batch are groups of rows of tall ones.
              int64_t rowsA = sharesA ? 0 : m + gap;
              int64_t rowsB = sharesB ? 0 : k + gap, rowsC = m + gap;
              Matrix<TypeParam> a(batch * (m + gap), k, k, 1, random);
              Matrix<TypeParam> b(batch * (k + gap), n, n, 1, random);
              Matrix<TypeParam> c(0, 0, n, 1, random);
              Entry<TypeParam>::multiplyBatch(
                  batch, m, n, k, a.getData(), k, 1, b.getData(), n, 1,
                  c.getData(), n, 0, rowsA * k, rowsB * n, rowsC * n);
              size_t numNumbers = 0;
              for (TypeParam &element : c.memory)
                numNumbers += !std::isnan(widen(element).re);
              EXPECT_EQ(numNumbers, static_cast<size_t>(batch * m * n));
              for (int64_t t = 0; t < batch; ++t)
                for (int64_t i = 0; i < m; ++i)
                  for (int64_t j = 0; j < n; ++j) {
                    Wide sum;
                    for (int64_t p = 0; p < k; ++p) {
                      Wide x = widen(*a.at(t * rowsA + i, p));
                      Wide y = widen(*b.at(t * rowsB + p, j));
                      sum.re += x.re * y.re - x.im * y.im;
                      sum.im += x.re * y.im + x.im * y.re;
                    }
                    Wide actual = widen(*c.at(t * rowsC + i, j));
                    ASSERT_EQ(actual.re, sum.re);
                    ASSERT_EQ(actual.im, sum.im);
                  }
            }
}

// Transposed operands and accumulation go through the merged path too.
TEST(BlasBatchTest, SharedRightOperandOfAnyLayout) {
  std::mt19937 random(5);
  Matrix<double> a(6, 4, 1, 6, random), b(4, 3, 1, 4, random);
  Matrix<double> c(6, 3, 3, 1, random), before = c;
  // Three products of two rows each.
  croton_rt_dgemm_batched(3, 2, 3, 4, a.getData(), 1, 6, b.getData(), 1, 4,
                          c.getData(), 3, 1, /*a_bs=*/2, /*b_bs=*/0,
                          /*c_bs=*/6);
  checkProduct(a, b, before, c, 6, 3, 4, /*accumulate=*/true);
}

// 0 * NaN is NaN: no shortcut for zeros on any path.
TYPED_TEST(BlasTest, NaNSurvivesAFactorOfZero) {
  using Real = typename Entry<TypeParam>::Real;
  for (int64_t m : {1, 3})
    for (int64_t n : {1, 3})
      for (int64_t k : {1, 4})
        for (bool nanInA : {false, true}) {
          SCOPED_TRACE(testing::Message() << m << " x " << n << " x " << k);
          std::vector<TypeParam> a(m * k), b(k * n), c(m * n);
          Real nan = std::numeric_limits<Real>::quiet_NaN();
          for (TypeParam &x : nanInA ? a : b)
            set(x, nan, nan);
          Entry<TypeParam>::multiply(m, n, k,
                                     reinterpret_cast<Real *>(a.data()), k, 1,
                                     reinterpret_cast<Real *>(b.data()), n, 1,
                                     reinterpret_cast<Real *>(c.data()), n, 0);
          for (TypeParam &x : c)
            EXPECT_TRUE(std::isnan(widen(x).re));
        }
}

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

/// Returns the error of an inner product of `size` elements, relative to the
/// sum of magnitudes.
template <typename Real>
static double getDotError(int64_t size, int64_t strideX) {
  std::mt19937 random(size);
  std::uniform_real_distribution<Real> number(0, 1);
  std::vector<Real> x(size * std::abs(strideX)), y(size);
  for (Real &value : x)
    value = number(random);
  for (Real &value : y)
    value = number(random);
  Real *first = strideX < 0 ? x.data() - (size - 1) * strideX : x.data();
  long double exact = 0;
  for (int64_t i = 0; i < size; ++i)
    exact += static_cast<long double>(first[i * strideX]) * y[i];
  Real result = -1;
  Entry<Real>::multiply(1, 1, size, first, 1, strideX, y.data(), 1, 1, &result,
                        1, 0);
  return static_cast<double>(std::abs(result - exact) / exact);
}

// Pairwise summation is off by at most log2(size) units, and the products by
// half a unit.
TEST(BlasRoundingTest, InnerProductsAreAsGoodAsPairwise) {
  for (int64_t size : {1000, 65537, 2000003})
    for (int64_t stride : {1, 2, -1}) {
      double units = std::log2(static_cast<double>(size));
      EXPECT_LE(getDotError<float>(size, stride), units * 0x1p-24);
      EXPECT_LE(getDotError<double>(size, stride), units * 0x1p-53);
    }
}

// One number that repeats gives the worst drift: a running f32 sum of 2^25 ones
// would stop at 2^24.
TEST(BlasRoundingTest, LongSumsDoNotStopGrowing) {
  float one = 1, result = 0;
  int64_t size = (int64_t(1) << 25) + 4;
  croton_rt_sgemm(1, 1, size, &one, 0, 0, &one, 0, 0, &result, 1, 0);
  EXPECT_EQ(result, 33554436.0f);
}
