//===- Scalar.cpp - One element of a tensor -------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements in memory, comparison and conversion.
//
//===----------------------------------------------------------------------===//

#include "Scalar.h"

#include "croton/Support/Half.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

#include <cmath>
#include <complex>
#include <limits>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

Kind reference::getKind(DType dtype) {
  if (dtype == DType::Bool)
    return Kind::Bool;
  if (isIntegerDType(dtype))
    return isSignedIntegerDType(dtype) ? Kind::Signed : Kind::Unsigned;
  return isComplexDType(dtype) ? Kind::Complex : Kind::Float;
}

DType reference::getPartDType(DType dtype) {
  if (dtype == DType::C64)
    return DType::F32;
  return dtype == DType::C128 ? DType::F64 : dtype;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

/// Rounds to odd: of the two neighbours of an inexact `value` the one with an
/// odd significand. Rounding that once more, to a format at least two bits
/// narrower, gives what rounding `value` directly would give.
static double roundToOdd(long double value) {
  double nearest = static_cast<double>(value);
  if (!std::isfinite(nearest) || nearest == value ||
      (llvm::bit_cast<uint64_t>(nearest) & 1))
    return nearest;
  double infinity = std::numeric_limits<double>::infinity();
  return std::nextafter(nearest, value > nearest ? infinity : -infinity);
}

/// Rounds once to a float type, to nearest and ties to even.
static double roundTo(DType dtype, long double value) {
  switch (dtype) {
  case DType::F16:
    return f16ToF32(f64ToF16(roundToOdd(value)));
  case DType::BF16:
    return bf16ToF32(f64ToBF16(roundToOdd(value)));
  case DType::F32:
    return static_cast<float>(value);
  case DType::F64:
    return static_cast<double>(value);
  default:
    llvm_unreachable("expected a float type");
  }
}

Scalar reference::makeBool(bool value) {
  return {DType::Bool, static_cast<uint64_t>(value), 0, 0};
}

Scalar reference::makeInteger(DType dtype, uint64_t bits) {
  if (dtype == DType::Bool)
    return makeBool(bits & 1);
  unsigned unused = 64 - 8 * getByteWidth(dtype);
  bits <<= unused;
  if (isSignedIntegerDType(dtype))
    bits = static_cast<uint64_t>(static_cast<int64_t>(bits) >> unused);
  else
    bits >>= unused;
  return {dtype, bits, 0, 0};
}

Scalar reference::makeFloat(DType dtype, long double value) {
  return {dtype, 0, roundTo(dtype, value), 0};
}

Scalar reference::makeComplex(DType dtype, long double re, long double im) {
  DType part = getPartDType(dtype);
  return {dtype, 0, roundTo(part, re), roundTo(part, im)};
}

Scalar reference::makeZero(DType dtype) { return {dtype, 0, 0, 0}; }

//===----------------------------------------------------------------------===//
// Reading and writing
//===----------------------------------------------------------------------===//

template <typename T>
static uint64_t loadInteger(const HostTensor &tensor, int64_t index) {
  // Conversion to 64 bits extends by the signedness of T.
  return static_cast<uint64_t>(tensor.getData<T>()[index]);
}

template <typename T>
static Scalar loadComplex(const HostTensor &tensor, int64_t index) {
  std::complex<T> value = tensor.getData<std::complex<T>>()[index];
  return {tensor.getDType(), 0, value.real(), value.imag()};
}

Scalar reference::loadScalar(const HostTensor &tensor, int64_t index) {
  DType dtype = tensor.getDType();
  switch (dtype) {
  case DType::Bool:
    return makeBool(tensor.getData<uint8_t>()[index] != 0);
  case DType::I8:
    return {dtype, loadInteger<int8_t>(tensor, index), 0, 0};
  case DType::I16:
    return {dtype, loadInteger<int16_t>(tensor, index), 0, 0};
  case DType::I32:
    return {dtype, loadInteger<int32_t>(tensor, index), 0, 0};
  case DType::I64:
    return {dtype, loadInteger<int64_t>(tensor, index), 0, 0};
  case DType::U8:
    return {dtype, loadInteger<uint8_t>(tensor, index), 0, 0};
  case DType::U16:
    return {dtype, loadInteger<uint16_t>(tensor, index), 0, 0};
  case DType::U32:
    return {dtype, loadInteger<uint32_t>(tensor, index), 0, 0};
  case DType::U64:
    return {dtype, loadInteger<uint64_t>(tensor, index), 0, 0};
  case DType::F16:
    return {dtype, 0, f16ToF32(tensor.getData<uint16_t>()[index]), 0};
  case DType::BF16:
    return {dtype, 0, bf16ToF32(tensor.getData<uint16_t>()[index]), 0};
  case DType::F32:
    return {dtype, 0, tensor.getData<float>()[index], 0};
  case DType::F64:
    return {dtype, 0, tensor.getData<double>()[index], 0};
  case DType::C64:
    return loadComplex<float>(tensor, index);
  case DType::C128:
    return loadComplex<double>(tensor, index);
  }
  llvm_unreachable("every dtype is handled");
}

void reference::storeScalar(const HostTensor &tensor, int64_t index,
                            const Scalar &value) {
  assert(value.dtype == tensor.getDType() && "element of another dtype");
  switch (value.dtype) {
  case DType::Bool:
  case DType::I8:
  case DType::U8:
    tensor.getData<uint8_t>()[index] = static_cast<uint8_t>(value.bits);
    return;
  case DType::I16:
  case DType::U16:
    tensor.getData<uint16_t>()[index] = static_cast<uint16_t>(value.bits);
    return;
  case DType::I32:
  case DType::U32:
    tensor.getData<uint32_t>()[index] = static_cast<uint32_t>(value.bits);
    return;
  case DType::I64:
  case DType::U64:
    tensor.getData<uint64_t>()[index] = value.bits;
    return;
  case DType::F16:
    tensor.getData<uint16_t>()[index] = f64ToF16(value.re);
    return;
  case DType::BF16:
    tensor.getData<uint16_t>()[index] = f64ToBF16(value.re);
    return;
  case DType::F32:
    tensor.getData<float>()[index] = static_cast<float>(value.re);
    return;
  case DType::F64:
    tensor.getData<double>()[index] = value.re;
    return;
  case DType::C64:
    tensor.getData<std::complex<float>>()[index] = {
        static_cast<float>(value.re), static_cast<float>(value.im)};
    return;
  case DType::C128:
    tensor.getData<std::complex<double>>()[index] = {value.re, value.im};
    return;
  }
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

bool reference::isNaN(const Scalar &x) {
  return std::isnan(x.re) || std::isnan(x.im);
}

bool reference::isEqual(const Scalar &x, const Scalar &y) {
  assert(x.dtype == y.dtype && "elements of two dtypes");
  return x.bits == y.bits && x.re == y.re && x.im == y.im;
}

bool reference::isLess(const Scalar &x, const Scalar &y) {
  assert(x.dtype == y.dtype && "elements of two dtypes");
  switch (getKind(x.dtype)) {
  case Kind::Bool:
  case Kind::Unsigned:
    return x.bits < y.bits;
  case Kind::Signed:
    return static_cast<int64_t>(x.bits) < static_cast<int64_t>(y.bits);
  case Kind::Float:
    return x.re < y.re;
  case Kind::Complex:
    break;
  }
  llvm_unreachable("complex numbers have no order");
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// Truncates toward zero and saturates to the range of `dtype`; NaN gives 0.
static Scalar convertFloatToInteger(double value, DType dtype) {
  if (std::isnan(value))
    return makeZero(dtype);
  bool isSigned = isSignedIntegerDType(dtype);
  int valueBits = 8 * getByteWidth(dtype) - (isSigned ? 1 : 0);
  // Powers of two are exact, so the tests need no wider type.
  double limit = std::ldexp(1.0, valueBits);
  double truncated = std::trunc(value);
  if (truncated >= limit)
    return makeInteger(dtype, ~uint64_t(0) >> (64 - valueBits));
  if (!isSigned)
    return makeInteger(dtype,
                       truncated <= 0 ? 0 : static_cast<uint64_t>(truncated));
  if (truncated < -limit)
    return makeInteger(dtype, uint64_t(1) << valueBits);
  return makeInteger(dtype,
                     static_cast<uint64_t>(static_cast<int64_t>(truncated)));
}

/// The value of a real element; long double holds 64-bit integers exactly.
static long double getReal(const Scalar &x) {
  switch (getKind(x.dtype)) {
  case Kind::Bool:
  case Kind::Unsigned:
    return x.bits;
  case Kind::Signed:
    return static_cast<int64_t>(x.bits);
  case Kind::Float:
  case Kind::Complex:
    return x.re;
  }
  llvm_unreachable("every kind is handled");
}

Scalar reference::convert(const Scalar &x, DType dtype) {
  if (x.dtype == dtype)
    return x;
  switch (getKind(dtype)) {
  case Kind::Bool:
    return makeBool(!isEqual(x, makeZero(x.dtype)));
  case Kind::Signed:
  case Kind::Unsigned:
    if (getKind(x.dtype) == Kind::Float)
      return convertFloatToInteger(x.re, dtype);
    return makeInteger(dtype, x.bits);
  case Kind::Float:
    return makeFloat(dtype, getReal(x));
  case Kind::Complex:
    return makeComplex(dtype, getReal(x), x.im);
  }
  llvm_unreachable("every kind is handled");
}
