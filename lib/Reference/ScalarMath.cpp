//===- ScalarMath.cpp - Functions of elements -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarMath.h"

#include <cmath>
#include <complex>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

using Real = long double;
using Complex = std::complex<long double>;

/// Applies the function of the right kind and rounds its value.
static Scalar apply(const Scalar &x, Real (*real)(Real),
                    Complex (*complex)(Complex)) {
  if (getKind(x.dtype) == Kind::Float)
    return makeFloat(x.dtype, real(x.re));
  Complex value = complex(Complex(x.re, x.im));
  return makeComplex(x.dtype, value.real(), value.imag());
}

Scalar reference::exponential(const Scalar &x) {
  return apply(
      x, [](Real v) { return std::exp(v); },
      [](Complex v) { return std::exp(v); });
}

/// e^(a+bi) - 1 without cancellation near 0:
/// expm1(a) cos b - 2 sin(b/2)^2 + i e^a sin b.
static Complex complexExpm1(Complex v) {
  Real half = std::sin(v.imag() / 2);
  Real re = std::expm1(v.real()) * std::cos(v.imag()) - 2 * half * half;
  return Complex(re, std::exp(v.real()) * std::sin(v.imag()));
}

Scalar reference::exponentialMinusOne(const Scalar &x) {
  return apply(x, [](Real v) { return std::expm1(v); }, complexExpm1);
}

Scalar reference::logarithm(const Scalar &x) {
  return apply(
      x, [](Real v) { return std::log(v); },
      [](Complex v) { return std::log(v); });
}

/// log(1+a+bi), near 0 from |1+a+bi|^2 - 1 = a (2 + a) + b^2.
static Complex complexLog1p(Complex v) {
  Real a = v.real(), b = v.imag();
  if (std::fabs(a) > 0.5L || std::fabs(b) > 0.5L)
    return std::log(Complex(1 + a, b));
  return Complex(std::log1p(a * (2 + a) + b * b) / 2, std::atan2(b, 1 + a));
}

Scalar reference::logarithmOfOnePlus(const Scalar &x) {
  return apply(x, [](Real v) { return std::log1p(v); }, complexLog1p);
}

Scalar reference::hyperbolicTangent(const Scalar &x) {
  return apply(
      x, [](Real v) { return std::tanh(v); },
      [](Complex v) { return std::tanh(v); });
}

Scalar reference::sine(const Scalar &x) {
  return apply(
      x, [](Real v) { return std::sin(v); },
      [](Complex v) { return std::sin(v); });
}

Scalar reference::cosine(const Scalar &x) {
  return apply(
      x, [](Real v) { return std::cos(v); },
      [](Complex v) { return std::cos(v); });
}

Scalar reference::logistic(const Scalar &x) {
  assert(getKind(x.dtype) == Kind::Float && "expected a float");
  return makeFloat(x.dtype, 1 / (1 + std::exp(-static_cast<Real>(x.re))));
}
