//===- ScalarOps.cpp - Meaning of scalar upstream ops ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table from scalar arith, math and complex ops to functions on elements.
// Where an op has undefined behaviour (fptosi out of range, shifts by more than
// the width, division by zero) it gives some value and nothing worse.
//
//===----------------------------------------------------------------------===//

#include "ScalarMath.h"
#include "ScalarProgram.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

#include "llvm/ADT/StringMap.h"

#include <cmath>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

using Elements = ArrayRef<Scalar>;

//===----------------------------------------------------------------------===//
// Functions of elements
//===----------------------------------------------------------------------===//

template <Scalar (*function)(const Scalar &)>
static Scalar unary(Operation *, Elements x, DType) {
  return function(x[0]);
}

template <Scalar (*function)(const Scalar &, const Scalar &)>
static Scalar binary(Operation *, Elements x, DType) {
  return function(x[0], x[1]);
}

/// A function of one or two real numbers, computed in long double.
template <long double (*function)(long double)>
static Scalar real(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, function(x[0].re));
}
template <long double (*function)(long double, long double)>
static Scalar real2(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, function(x[0].re, x[1].re));
}

static Scalar fusedMultiplyAdd(Operation *, Elements x, DType dtype) {
  // For f32 in float itself, since double could round twice.
  if (dtype == DType::F32)
    return makeFloat(dtype, std::fma(static_cast<float>(x[0].re),
                                     static_cast<float>(x[1].re),
                                     static_cast<float>(x[2].re)));
  return makeFloat(dtype, std::fma(x[0].re, x[1].re, x[2].re));
}

/// NaN if either is, and -0 below +0, as IEEE 754's maximum and minimum.
template <bool isMaximum>
static Scalar ieeeExtremum(Operation *, Elements x, DType) {
  if (isNaN(x[0]) || isNaN(x[1]))
    return isNaN(x[0]) ? x[0] : x[1];
  bool isFirstSmaller =
      x[0].re < x[1].re || (x[0].re == x[1].re && std::signbit(x[0].re));
  return x[isFirstSmaller == isMaximum ? 1 : 0];
}

/// The operand that is not NaN, else the larger or smaller.
template <bool isMaximum>
static Scalar numberExtremum(Operation *op, Elements x, DType dtype) {
  if (isNaN(x[0]) || isNaN(x[1]))
    return isNaN(x[0]) ? x[1] : x[0];
  return ieeeExtremum<isMaximum>(op, x, dtype);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The bits of a signless integer without its sign extension.
static uint64_t getUnsigned(const Scalar &x) {
  unsigned unused =
      x.dtype == DType::Bool ? 63 : 64 - 8 * getByteWidth(x.dtype);
  return x.bits << unused >> unused;
}
static int64_t getSigned(const Scalar &x) {
  return static_cast<int64_t>(x.dtype == DType::Bool ? 0 - x.bits : x.bits);
}

/// A function on the bits of two integers, sign-extended or not.
template <uint64_t (*function)(uint64_t, uint64_t)>
static Scalar onUnsigned(Operation *, Elements x, DType dtype) {
  return makeInteger(dtype, function(getUnsigned(x[0]), getUnsigned(x[1])));
}
template <int64_t (*function)(int64_t, int64_t)>
static Scalar onSigned(Operation *, Elements x, DType dtype) {
  int64_t value = function(getSigned(x[0]), getSigned(x[1]));
  return makeInteger(dtype, static_cast<uint64_t>(value));
}

static uint64_t andBits(uint64_t x, uint64_t y) { return x & y; }
static uint64_t orBits(uint64_t x, uint64_t y) { return x | y; }
static uint64_t xorBits(uint64_t x, uint64_t y) { return x ^ y; }
static uint64_t addBits(uint64_t x, uint64_t y) { return x + y; }
static uint64_t subtractBits(uint64_t x, uint64_t y) { return x - y; }
static uint64_t multiplyBits(uint64_t x, uint64_t y) { return x * y; }
static uint64_t shiftLeft(uint64_t x, uint64_t y) {
  return y < 64 ? x << y : 0;
}
static uint64_t shiftRight(uint64_t x, uint64_t y) {
  return y < 64 ? x >> y : 0;
}
static int64_t shiftRightSigned(int64_t x, int64_t y) {
  return x >> std::clamp<int64_t>(y, 0, 63);
}
static uint64_t divideUnsigned(uint64_t x, uint64_t y) { return y ? x / y : 0; }
static uint64_t remainderUnsigned(uint64_t x, uint64_t y) {
  return y ? x % y : 0;
}
static int64_t divideSigned(int64_t x, int64_t y) {
  // Negation wraps where division by -1 would overflow.
  if (y == 0 || y == -1)
    return y == 0 ? 0 : static_cast<int64_t>(0 - static_cast<uint64_t>(x));
  return x / y;
}
static int64_t remainderSigned(int64_t x, int64_t y) {
  return y == 0 || y == -1 ? 0 : x % y;
}
static int64_t largerSigned(int64_t x, int64_t y) { return std::max(x, y); }
static int64_t smallerSigned(int64_t x, int64_t y) { return std::min(x, y); }
static uint64_t largerUnsigned(uint64_t x, uint64_t y) {
  return std::max(x, y);
}
static uint64_t smallerUnsigned(uint64_t x, uint64_t y) {
  return std::min(x, y);
}

//===----------------------------------------------------------------------===//
// Comparison, selection, constants
//===----------------------------------------------------------------------===//

static Scalar compareIntegers(Operation *op, Elements x, DType) {
  return makeBool(arith::applyCmpPredicate(
      cast<arith::CmpIOp>(op).getPredicate(),
      APInt(64, static_cast<uint64_t>(getSigned(x[0]))),
      APInt(64, static_cast<uint64_t>(getSigned(x[1])))));
}

static Scalar compareFloats(Operation *op, Elements x, DType) {
  return makeBool(
      arith::applyCmpPredicate(cast<arith::CmpFOp>(op).getPredicate(),
                               APFloat(x[0].re), APFloat(x[1].re)));
}

static Scalar isEqualTo(Operation *, Elements x, DType) {
  return makeBool(isEqual(x[0], x[1]));
}
static Scalar isNotEqualTo(Operation *, Elements x, DType) {
  return makeBool(!isEqual(x[0], x[1]));
}

static Scalar select(Operation *, Elements x, DType) {
  return x[0].bits ? x[1] : x[2];
}

static double getDouble(Attribute attr) {
  APFloat value = cast<FloatAttr>(attr).getValue();
  bool losesInfo;
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

static Scalar constant(Operation *op, Elements, DType dtype) {
  Attribute attr = cast<arith::ConstantOp>(op).getValue();
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return makeInteger(dtype, integer.getValue().getZExtValue());
  return makeFloat(dtype, getDouble(attr));
}

static Scalar complexConstant(Operation *op, Elements, DType dtype) {
  ArrayAttr parts = cast<complex::ConstantOp>(op).getValue();
  return makeComplex(dtype, getDouble(parts[0]), getDouble(parts[1]));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Between floats, and from signed integers or to them.
static Scalar convertTo(Operation *, Elements x, DType dtype) {
  return convert(x[0], dtype);
}
static Scalar extendSigned(Operation *, Elements x, DType dtype) {
  return makeInteger(dtype, static_cast<uint64_t>(getSigned(x[0])));
}
static Scalar extendUnsigned(Operation *, Elements x, DType dtype) {
  return makeInteger(dtype, getUnsigned(x[0]));
}
static Scalar signedToFloat(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, getSigned(x[0]));
}
static Scalar unsignedToFloat(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, getUnsigned(x[0]));
}
static Scalar floatToUnsigned(Operation *, Elements x, DType dtype) {
  return makeInteger(dtype, convert(x[0], DType::U64).bits);
}

//===----------------------------------------------------------------------===//
// Complex numbers
//===----------------------------------------------------------------------===//

static Scalar createComplex(Operation *, Elements x, DType dtype) {
  return makeComplex(dtype, x[0].re, x[1].re);
}
static Scalar getRealPart(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, x[0].re);
}
static Scalar getImaginaryPart(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, x[0].im);
}
static Scalar complexAbsolute(Operation *, Elements x, DType dtype) {
  return makeFloat(dtype, std::hypot(static_cast<long double>(x[0].re),
                                     static_cast<long double>(x[0].im)));
}
static Scalar conjugate(Operation *, Elements x, DType dtype) {
  return makeComplex(dtype, x[0].re, -x[0].im);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

using Entry = std::pair<StringRef, ScalarOpFn>;

static const Entry kArithOps[] = {
    {"arith.constant", constant},
    {"arith.addf", binary<add>},
    {"arith.subf", binary<subtract>},
    {"arith.mulf", binary<multiply>},
    {"arith.divf", binary<divide>},
    {"arith.negf", unary<negate>},
    {"arith.remf", real2<std::fmod>},
    {"arith.maximumf", ieeeExtremum<true>},
    {"arith.minimumf", ieeeExtremum<false>},
    {"arith.maxnumf", numberExtremum<true>},
    {"arith.minnumf", numberExtremum<false>},
    {"arith.addi", onUnsigned<addBits>},
    {"arith.subi", onUnsigned<subtractBits>},
    {"arith.muli", onUnsigned<multiplyBits>},
    {"arith.divsi", onSigned<divideSigned>},
    {"arith.divui", onUnsigned<divideUnsigned>},
    {"arith.remsi", onSigned<remainderSigned>},
    {"arith.remui", onUnsigned<remainderUnsigned>},
    {"arith.maxsi", onSigned<largerSigned>},
    {"arith.maxui", onUnsigned<largerUnsigned>},
    {"arith.minsi", onSigned<smallerSigned>},
    {"arith.minui", onUnsigned<smallerUnsigned>},
    {"arith.andi", onUnsigned<andBits>},
    {"arith.ori", onUnsigned<orBits>},
    {"arith.xori", onUnsigned<xorBits>},
    {"arith.shli", onUnsigned<shiftLeft>},
    {"arith.shrui", onUnsigned<shiftRight>},
    {"arith.shrsi", onSigned<shiftRightSigned>},
    {"arith.cmpf", compareFloats},
    {"arith.cmpi", compareIntegers},
    {"arith.select", select},
    {"arith.extf", convertTo},
    {"arith.truncf", convertTo},
    {"arith.extsi", extendSigned},
    {"arith.extui", extendUnsigned},
    {"arith.trunci", extendUnsigned},
    {"arith.sitofp", signedToFloat},
    {"arith.uitofp", unsignedToFloat},
    {"arith.fptosi", convertTo},
    {"arith.fptoui", floatToUnsigned},
};

static const Entry kMathOps[] = {
    {"math.absf", unary<absolute>},
    {"math.absi", unary<absolute>},
    {"math.exp", unary<exponential>},
    {"math.expm1", unary<exponentialMinusOne>},
    {"math.log", unary<logarithm>},
    {"math.log1p", unary<logarithmOfOnePlus>},
    {"math.sqrt", unary<squareRoot>},
    {"math.tanh", unary<hyperbolicTangent>},
    {"math.sin", unary<sine>},
    {"math.cos", unary<cosine>},
    {"math.fma", fusedMultiplyAdd},
    {"math.exp2", real<std::exp2>},
    {"math.log2", real<std::log2>},
    {"math.log10", real<std::log10>},
    {"math.tan", real<std::tan>},
    {"math.sinh", real<std::sinh>},
    {"math.cosh", real<std::cosh>},
    {"math.asin", real<std::asin>},
    {"math.acos", real<std::acos>},
    {"math.atan", real<std::atan>},
    {"math.atan2", real2<std::atan2>},
    {"math.erf", real<std::erf>},
    {"math.erfc", real<std::erfc>},
    {"math.powf", real2<std::pow>},
    {"math.copysign", real2<std::copysign>},
    {"math.floor", real<std::floor>},
    {"math.ceil", real<std::ceil>},
    {"math.trunc", real<std::trunc>},
    {"math.round", real<std::round>},
    {"math.roundeven", real<std::nearbyint>},
};

static const Entry kComplexOps[] = {
    {"complex.constant", complexConstant},
    {"complex.create", createComplex},
    {"complex.re", getRealPart},
    {"complex.im", getImaginaryPart},
    {"complex.add", binary<add>},
    {"complex.sub", binary<subtract>},
    {"complex.mul", binary<multiply>},
    {"complex.div", binary<divide>},
    {"complex.neg", unary<negate>},
    {"complex.conj", conjugate},
    {"complex.abs", complexAbsolute},
    {"complex.exp", unary<exponential>},
    {"complex.expm1", unary<exponentialMinusOne>},
    {"complex.log", unary<logarithm>},
    {"complex.log1p", unary<logarithmOfOnePlus>},
    {"complex.sqrt", unary<squareRoot>},
    {"complex.tanh", unary<hyperbolicTangent>},
    {"complex.sin", unary<sine>},
    {"complex.cos", unary<cosine>},
    {"complex.eq", isEqualTo},
    {"complex.neq", isNotEqualTo},
};

ScalarOpFn reference::lookupScalarOp(StringRef name) {
  static const llvm::StringMap<ScalarOpFn> table = [] {
    llvm::StringMap<ScalarOpFn> result;
    for (ArrayRef<Entry> entries :
         {ArrayRef(kArithOps), ArrayRef(kMathOps), ArrayRef(kComplexOps)})
      result.insert(entries.begin(), entries.end());
    return result;
  }();
  return table.lookup(name);
}
