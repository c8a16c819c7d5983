//===- ScalarArithmetic.cpp - Arithmetic of elements ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Basic arithmetic and sums. Real operations are done in double and rounded to
// the dtype: for F64 that is the rounding IEEE 754 asks for, and for narrower
// types rounding twice is harmless, as double has more than twice their digits.
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"

#include "llvm/Support/ErrorHandling.h"

#include <cmath>
#include <complex>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

Scalar reference::add(const Scalar &x, const Scalar &y) {
  switch (getKind(x.dtype)) {
  case Kind::Bool:
    return makeBool(x.bits | y.bits);
  case Kind::Signed:
  case Kind::Unsigned:
    return makeInteger(x.dtype, x.bits + y.bits);
  case Kind::Float:
    return makeFloat(x.dtype, x.re + y.re);
  case Kind::Complex:
    return makeComplex(x.dtype, x.re + y.re, x.im + y.im);
  }
  llvm_unreachable("every kind is handled");
}

Scalar reference::subtract(const Scalar &x, const Scalar &y) {
  switch (getKind(x.dtype)) {
  case Kind::Bool:
    break;
  case Kind::Signed:
  case Kind::Unsigned:
    return makeInteger(x.dtype, x.bits - y.bits);
  case Kind::Float:
    return makeFloat(x.dtype, x.re - y.re);
  case Kind::Complex:
    return makeComplex(x.dtype, x.re - y.re, x.im - y.im);
  }
  llvm_unreachable("booleans are not subtracted");
}

Scalar reference::multiply(const Scalar &x, const Scalar &y) {
  switch (getKind(x.dtype)) {
  case Kind::Bool:
    return makeBool(x.bits & y.bits);
  case Kind::Signed:
  case Kind::Unsigned:
    return makeInteger(x.dtype, x.bits * y.bits);
  case Kind::Float:
    return makeFloat(x.dtype, x.re * y.re);
  case Kind::Complex: {
    long double a = x.re, b = x.im, c = y.re, d = y.im;
    return makeComplex(x.dtype, a * c - b * d, a * d + b * c);
  }
  }
  llvm_unreachable("every kind is handled");
}

/// Quotient by Smith's method: dividing through by the larger part of the
/// divisor keeps infinite and huge divisors from giving NaN.
static std::complex<long double> divideComplex(const Scalar &x,
                                               const Scalar &y) {
  long double a = x.re, b = x.im, c = y.re, d = y.im;
  if (c == 0 && d == 0)
    return {a / std::fabs(c), b / std::fabs(d)};
  if (std::fabs(c) >= std::fabs(d)) {
    long double ratio = d / c, scale = c + d * ratio;
    return {(a + b * ratio) / scale, (b - a * ratio) / scale};
  }
  long double ratio = c / d, scale = c * ratio + d;
  return {(a * ratio + b) / scale, (b * ratio - a) / scale};
}

Scalar reference::divide(const Scalar &x, const Scalar &y) {
  if (getKind(x.dtype) == Kind::Complex) {
    std::complex<long double> quotient = divideComplex(x, y);
    return makeComplex(x.dtype, quotient.real(), quotient.imag());
  }
  assert(getKind(x.dtype) == Kind::Float && "integers are not divided");
  return makeFloat(x.dtype, x.re / y.re);
}

Scalar reference::negate(const Scalar &x) {
  switch (getKind(x.dtype)) {
  case Kind::Bool:
    break;
  case Kind::Signed:
  case Kind::Unsigned:
    return makeInteger(x.dtype, 0 - x.bits);
  case Kind::Float:
    return {x.dtype, 0, -x.re, 0};
  case Kind::Complex:
    return {x.dtype, 0, -x.re, -x.im};
  }
  llvm_unreachable("booleans are not negated");
}

Scalar reference::absolute(const Scalar &x) {
  switch (getKind(x.dtype)) {
  case Kind::Bool:
  case Kind::Unsigned:
    return x;
  case Kind::Signed:
    return static_cast<int64_t>(x.bits) < 0 ? negate(x) : x;
  case Kind::Float:
    return {x.dtype, 0, std::fabs(x.re), 0};
  case Kind::Complex:
    break;
  }
  llvm_unreachable("complex numbers have no absolute value of their dtype");
}

Scalar reference::squareRoot(const Scalar &x) {
  if (getKind(x.dtype) == Kind::Float)
    return makeFloat(x.dtype, std::sqrt(x.re));
  std::complex<long double> root =
      std::sqrt(std::complex<long double>(x.re, x.im));
  return makeComplex(x.dtype, root.real(), root.imag());
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

void CompensatedSum::add(long double value) {
  // A first value taken as it is keeps the sign of a zero.
  long double next = isEmpty ? value : sum + value;
  if (std::fabs(sum) >= std::fabs(value))
    correction += (sum - next) + value;
  else
    correction += (value - next) + sum;
  sum = next;
  isEmpty = false;
}

long double CompensatedSum::get() const {
  // Once infinite or NaN the sum stays so, and the correction means nothing; a
  // zero correction is left out for the sign of a zero sum.
  return std::isfinite(sum) && correction != 0 ? sum + correction : sum;
}

void ScalarSum::add(const Scalar &x) {
  assert(x.dtype == dtype && "element of another dtype");
  switch (getKind(dtype)) {
  case Kind::Bool:
    bits |= x.bits;
    return;
  case Kind::Signed:
  case Kind::Unsigned:
    bits += x.bits;
    return;
  case Kind::Complex:
    im.add(x.im);
    [[fallthrough]];
  case Kind::Float:
    re.add(x.re);
    return;
  }
}

void ScalarSum::addProduct(const Scalar &x, const Scalar &y) {
  assert(x.dtype == dtype && y.dtype == dtype && "element of another dtype");
  long double a = x.re, b = x.im, c = y.re, d = y.im;
  switch (getKind(dtype)) {
  case Kind::Bool:
    bits |= x.bits & y.bits;
    return;
  case Kind::Signed:
  case Kind::Unsigned:
    bits += x.bits * y.bits;
    return;
  case Kind::Float:
    re.add(a * c);
    return;
  case Kind::Complex:
    re.add(a * c);
    re.add(-(b * d));
    im.add(a * d);
    im.add(b * c);
    return;
  }
}

Scalar ScalarSum::get() const {
  switch (getKind(dtype)) {
  case Kind::Bool:
  case Kind::Signed:
  case Kind::Unsigned:
    return makeInteger(dtype, bits);
  case Kind::Float:
    return makeFloat(dtype, re.get());
  case Kind::Complex:
    return makeComplex(dtype, re.get(), im.get());
  }
  llvm_unreachable("every kind is handled");
}
