//===- ElementwiseScalars.cpp - Scalar bodies of elementwise ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each elementwise op computes for one element, in arith, math and
// complex ops on signless scalars.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

/// The element type, with its sign, that the op works on.
static Type getElement(Value tensor) {
  return getElementTypeOrSelf(tensor.getType());
}

static Value getConstant(OpBuilder &b, Location loc, Type type, double value) {
  if (isa<FloatType>(type))
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
  return arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(type, static_cast<int64_t>(value)));
}

/// Creates one of two ops with the same operands: for floats or for complex.
template <typename FloatOp, typename ComplexOp>
static Value createInexact(OpBuilder &b, Location loc, ValueRange scalars) {
  Type type = scalars[0].getType();
  if (isComplex(type))
    return ComplexOp::create(b, loc, type, scalars);
  return FloatOp::create(b, loc, type, scalars);
}

/// The same with a third op for integers and booleans.
template <typename IntOp, typename FloatOp, typename ComplexOp>
static Value createNumber(OpBuilder &b, Location loc, ValueRange scalars) {
  if (isDiscrete(scalars[0].getType()))
    return IntOp::create(b, loc, scalars[0].getType(), scalars);
  return createInexact<FloatOp, ComplexOp>(b, loc, scalars);
}

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

SmallVector<Value> NegOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  Type type = x[0].getType();
  if (!isDiscrete(type))
    return {createInexact<arith::NegFOp, complex::NegOp>(b, loc, x)};
  Value zero = getConstant(b, loc, type, 0);
  return {arith::SubIOp::create(b, loc, zero, x[0])};
}

SmallVector<Value> AbsOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  Type element = getElement(getOperand());
  if (isFloat(element))
    return {math::AbsFOp::create(b, loc, x[0])};
  if (isUnsigned(element) || element.isInteger(1))
    return {x[0]};
  return {math::AbsIOp::create(b, loc, x[0])};
}

SmallVector<Value> SqrOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  SmallVector<Value> twice = {x[0], x[0]};
  return {createNumber<arith::MulIOp, arith::MulFOp, complex::MulOp>(b, loc,
                                                                     twice)};
}

SmallVector<Value> SqrtOp::buildScalarBody(OpBuilder &b, Location loc,
                                           ValueRange x) {
  return {createInexact<math::SqrtOp, complex::SqrtOp>(b, loc, x)};
}

SmallVector<Value> ExpOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  return {createInexact<math::ExpOp, complex::ExpOp>(b, loc, x)};
}

SmallVector<Value> Expm1Op::buildScalarBody(OpBuilder &b, Location loc,
                                            ValueRange x) {
  return {createInexact<math::ExpM1Op, complex::Expm1Op>(b, loc, x)};
}

SmallVector<Value> LogOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  return {createInexact<math::LogOp, complex::LogOp>(b, loc, x)};
}

SmallVector<Value> Log1pOp::buildScalarBody(OpBuilder &b, Location loc,
                                            ValueRange x) {
  Value result = createInexact<math::Log1pOp, complex::Log1pOp>(b, loc, x);
  auto type = dyn_cast<ComplexType>(x[0].getType());
  if (!type)
    return {result};
  // The upstream expansion of complex.log1p divides zero by zero at the pole.
  Type part = type.getElementType();
  Value re = complex::ReOp::create(b, loc, part, x[0]);
  Value im = complex::ImOp::create(b, loc, part, x[0]);
  auto equals = [&](Value value, double constant) -> Value {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, value,
                                 getConstant(b, loc, part, constant));
  };
  Value isPole =
      arith::AndIOp::create(b, loc, equals(re, -1.0), equals(im, 0.0));
  Value infinity = getConstant(b, loc, part, -HUGE_VAL);
  Value pole = complex::CreateOp::create(b, loc, type, infinity, im);
  return {arith::SelectOp::create(b, loc, isPole, pole, result)};
}

SmallVector<Value> TanhOp::buildScalarBody(OpBuilder &b, Location loc,
                                           ValueRange x) {
  return {createInexact<math::TanhOp, complex::TanhOp>(b, loc, x)};
}

// 1 / (1 + exp(-x)): exp overflows to infinity for very negative x, and the
// quotient is then the right 0. Half types are computed in f32, as three
// roundings to so few bits add up.
SmallVector<Value> SigmoidOp::buildScalarBody(OpBuilder &b, Location loc,
                                              ValueRange x) {
  Type type = x[0].getType();
  bool isHalf = type.getIntOrFloatBitWidth() < 32;
  Value wide = x[0];
  if (isHalf)
    wide = arith::ExtFOp::create(b, loc, b.getF32Type(), wide);
  Value one = getConstant(b, loc, wide.getType(), 1);
  Value power =
      math::ExpOp::create(b, loc, arith::NegFOp::create(b, loc, wide));
  Value sum = arith::AddFOp::create(b, loc, one, power);
  Value result = arith::DivFOp::create(b, loc, one, sum);
  if (isHalf)
    result = arith::TruncFOp::create(b, loc, type, result);
  return {result};
}

//===----------------------------------------------------------------------===//
// cast
//===----------------------------------------------------------------------===//

/// `x != 0`; true for NaN.
static Value castToBool(OpBuilder &b, Location loc, Value x) {
  Type type = x.getType();
  if (isComplex(type)) {
    Type part = cast<ComplexType>(type).getElementType();
    Value re = complex::ReOp::create(b, loc, part, x);
    Value im = complex::ImOp::create(b, loc, part, x);
    return arith::OrIOp::create(b, loc, castToBool(b, loc, re),
                                castToBool(b, loc, im));
  }
  Value zero = getConstant(b, loc, type, 0);
  if (isFloat(type))
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, x, zero);
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, x, zero);
}

/// Truncation toward zero that saturates and gives 0 for NaN. `arith.fptosi`
/// is undefined outside the integer's range, so it sees only values inside.
static Value castFloatToInt(OpBuilder &b, Location loc, Value x,
                            IntegerType to) {
  bool isSigned = !to.isUnsigned();
  unsigned width = to.getWidth();
  // Half types hold fewer bits than their range: f32 has every bound.
  if (x.getType().getIntOrFloatBitWidth() < 32)
    x = arith::ExtFOp::create(b, loc, b.getF32Type(), x);
  Type from = x.getType();
  auto signless = IntegerType::get(b.getContext(), width);
  // 2^(w-1) or 2^w, the first value too large; exact in every float type.
  double limit = std::ldexp(1.0, isSigned ? width - 1 : width);
  Value high = getConstant(b, loc, from, limit);
  Value low = getConstant(b, loc, from, isSigned ? -limit : 0.0);
  auto compare = [&](arith::CmpFPredicate predicate, Value bound) -> Value {
    return arith::CmpFOp::create(b, loc, predicate, x, bound);
  };
  Value isInside =
      arith::AndIOp::create(b, loc, compare(arith::CmpFPredicate::OGE, low),
                            compare(arith::CmpFPredicate::OLT, high));
  Value zero = getConstant(b, loc, from, 0);
  Value safe = arith::SelectOp::create(b, loc, isInside, x, zero);
  Value inside = isSigned
                     ? Value(arith::FPToSIOp::create(b, loc, signless, safe))
                     : Value(arith::FPToUIOp::create(b, loc, signless, safe));
  APInt largest =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
  auto bound = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(signless, value));
  };
  Value result = arith::SelectOp::create(
      b, loc, compare(arith::CmpFPredicate::OGE, high), bound(largest), inside);
  return arith::SelectOp::create(
      b, loc, compare(arith::CmpFPredicate::OLT, low), bound(least), result);
}

static Value castToInt(OpBuilder &b, Location loc, Value x, Type from,
                       IntegerType to) {
  if (isFloat(from))
    return castFloatToInt(b, loc, x, to);
  auto signless = IntegerType::get(b.getContext(), to.getWidth());
  unsigned width = x.getType().getIntOrFloatBitWidth();
  if (width == to.getWidth())
    return x;
  if (width > to.getWidth())
    return arith::TruncIOp::create(b, loc, signless, x);
  if (isUnsigned(from) || from.isInteger(1))
    return arith::ExtUIOp::create(b, loc, signless, x);
  return arith::ExtSIOp::create(b, loc, signless, x);
}

/// Rounds once, to nearest with ties to even.
static Value castToFloat(OpBuilder &b, Location loc, Value x, Type from,
                         Type to) {
  if (isDiscrete(from)) {
    if (isUnsigned(from) || from.isInteger(1))
      return arith::UIToFPOp::create(b, loc, to, x);
    return arith::SIToFPOp::create(b, loc, to, x);
  }
  unsigned width = from.getIntOrFloatBitWidth();
  if (from == to)
    return x;
  if (width < to.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, loc, to, x);
  if (width > to.getIntOrFloatBitWidth())
    return arith::TruncFOp::create(b, loc, to, x);
  // f16 to bf16 or back: f32 holds both exactly.
  Value wide = arith::ExtFOp::create(b, loc, b.getF32Type(), x);
  return arith::TruncFOp::create(b, loc, to, wide);
}

static Value castToComplex(OpBuilder &b, Location loc, Value x, Type from,
                           ComplexType to) {
  Type part = to.getElementType();
  if (auto complex = dyn_cast<ComplexType>(from)) {
    Type old = complex.getElementType();
    Value re = complex::ReOp::create(b, loc, old, x);
    Value im = complex::ImOp::create(b, loc, old, x);
    return complex::CreateOp::create(b, loc, to,
                                     castToFloat(b, loc, re, old, part),
                                     castToFloat(b, loc, im, old, part));
  }
  return complex::CreateOp::create(b, loc, to,
                                   castToFloat(b, loc, x, from, part),
                                   getConstant(b, loc, part, 0));
}

SmallVector<Value> CastOp::buildScalarBody(OpBuilder &b, Location loc,
                                           ValueRange x) {
  Type from = getElement(getOperand()), to = getDtype();
  if (from == to)
    return {x[0]};
  if (to.isInteger(1))
    return {castToBool(b, loc, x[0])};
  if (auto integer = dyn_cast<IntegerType>(to))
    return {castToInt(b, loc, x[0], from, integer)};
  if (auto complex = dyn_cast<ComplexType>(to))
    return {castToComplex(b, loc, x[0], from, complex)};
  return {castToFloat(b, loc, x[0], from, to)};
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Folds the scalars from left to right.
template <typename IntOp, typename BoolOp, typename FloatOp, typename ComplexOp>
static Value chain(OpBuilder &b, Location loc, ValueRange x) {
  Value result = x[0];
  for (Value next : x.drop_front()) {
    SmallVector<Value> pair = {result, next};
    result = next.getType().isInteger(1)
                 ? Value(BoolOp::create(b, loc, next.getType(), pair))
                 : createNumber<IntOp, FloatOp, ComplexOp>(b, loc, pair);
  }
  return result;
}

SmallVector<Value> AddOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  return {chain<arith::AddIOp, arith::OrIOp, arith::AddFOp, complex::AddOp>(
      b, loc, x)};
}

SmallVector<Value> MulOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  return {chain<arith::MulIOp, arith::AndIOp, arith::MulFOp, complex::MulOp>(
      b, loc, x)};
}

SmallVector<Value> SubOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  return {
      createNumber<arith::SubIOp, arith::SubFOp, complex::SubOp>(b, loc, x)};
}

SmallVector<Value> TrueDivOp::buildScalarBody(OpBuilder &b, Location loc,
                                              ValueRange x) {
  return {createInexact<arith::DivFOp, complex::DivOp>(b, loc, x)};
}

/// `x[0]` if it compares `floats` (or the integer predicates) with `x[1]` or
/// is NaN, else `x[1]`: a NaN second operand compares false and is returned.
/// arith.maximumf would order zeros by their sign.
static Value buildExtremum(OpBuilder &b, Location loc, ValueRange x,
                           Type element, arith::CmpFPredicate floats,
                           arith::CmpIPredicate signedInts,
                           arith::CmpIPredicate unsignedInts) {
  Value isFirst;
  if (isFloat(element)) {
    Value wins = arith::CmpFOp::create(b, loc, floats, x[0], x[1]);
    Value isNaN =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x[0], x[0]);
    isFirst = arith::OrIOp::create(b, loc, wins, isNaN);
  } else {
    bool isPlain = isUnsigned(element) || element.isInteger(1);
    isFirst = arith::CmpIOp::create(b, loc, isPlain ? unsignedInts : signedInts,
                                    x[0], x[1]);
  }
  return arith::SelectOp::create(b, loc, isFirst, x[0], x[1]);
}

SmallVector<Value> MaximumOp::buildScalarBody(OpBuilder &b, Location loc,
                                              ValueRange x) {
  return {buildExtremum(b, loc, x, getElement(getLhs()),
                        arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge,
                        arith::CmpIPredicate::uge)};
}

SmallVector<Value> MinimumOp::buildScalarBody(OpBuilder &b, Location loc,
                                              ValueRange x) {
  return {buildExtremum(b, loc, x, getElement(getLhs()),
                        arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle,
                        arith::CmpIPredicate::ule)};
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {
/// One comparison on each kind of element.
struct Predicates {
  arith::CmpFPredicate floats;
  arith::CmpIPredicate signedInts, unsignedInts;
};
} // namespace

static Value buildComparison(OpBuilder &b, Location loc, ValueRange x,
                             Type element, Predicates predicates) {
  if (isFloat(element))
    return arith::CmpFOp::create(b, loc, predicates.floats, x[0], x[1]);
  bool isPlain = isUnsigned(element) || element.isInteger(1);
  return arith::CmpIOp::create(
      b, loc, isPlain ? predicates.unsignedInts : predicates.signedInts, x[0],
      x[1]);
}

SmallVector<Value> EqOp::buildScalarBody(OpBuilder &b, Location loc,
                                         ValueRange x) {
  if (isComplex(x[0].getType()))
    return {complex::EqualOp::create(b, loc, b.getI1Type(), x)};
  return {buildComparison(b, loc, x, getElement(getLhs()),
                          {arith::CmpFPredicate::OEQ, arith::CmpIPredicate::eq,
                           arith::CmpIPredicate::eq})};
}

SmallVector<Value> NeqOp::buildScalarBody(OpBuilder &b, Location loc,
                                          ValueRange x) {
  if (isComplex(x[0].getType()))
    return {complex::NotEqualOp::create(b, loc, b.getI1Type(), x)};
  return {buildComparison(b, loc, x, getElement(getLhs()),
                          {arith::CmpFPredicate::UNE, arith::CmpIPredicate::ne,
                           arith::CmpIPredicate::ne})};
}

SmallVector<Value> LtOp::buildScalarBody(OpBuilder &b, Location loc,
                                         ValueRange x) {
  return {buildComparison(b, loc, x, getElement(getLhs()),
                          {arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt,
                           arith::CmpIPredicate::ult})};
}

SmallVector<Value> LeOp::buildScalarBody(OpBuilder &b, Location loc,
                                         ValueRange x) {
  return {buildComparison(b, loc, x, getElement(getLhs()),
                          {arith::CmpFPredicate::OLE, arith::CmpIPredicate::sle,
                           arith::CmpIPredicate::ule})};
}

SmallVector<Value> GtOp::buildScalarBody(OpBuilder &b, Location loc,
                                         ValueRange x) {
  return {buildComparison(b, loc, x, getElement(getLhs()),
                          {arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt,
                           arith::CmpIPredicate::ugt})};
}

SmallVector<Value> GeOp::buildScalarBody(OpBuilder &b, Location loc,
                                         ValueRange x) {
  return {buildComparison(b, loc, x, getElement(getLhs()),
                          {arith::CmpFPredicate::OGE, arith::CmpIPredicate::sge,
                           arith::CmpIPredicate::uge})};
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

SmallVector<Value> SwitchOp::buildScalarBody(OpBuilder &b, Location loc,
                                             ValueRange x) {
  return {arith::SelectOp::create(b, loc, x[0], x[1], x[2])};
}

// The two tests in the order of the description: NaN passes both.
SmallVector<Value> ClipOp::buildScalarBody(OpBuilder &b, Location loc,
                                           ValueRange x) {
  Type element = getElement(getOperand());
  Value isAbove =
      buildComparison(b, loc, {x[0], x[2]}, element,
                      {arith::CmpFPredicate::OGT, arith::CmpIPredicate::sgt,
                       arith::CmpIPredicate::ugt});
  Value upper = arith::SelectOp::create(b, loc, isAbove, x[2], x[0]);
  Value isBelow =
      buildComparison(b, loc, {x[0], x[1]}, element,
                      {arith::CmpFPredicate::OLT, arith::CmpIPredicate::slt,
                       arith::CmpIPredicate::ult});
  return {arith::SelectOp::create(b, loc, isBelow, x[1], upper)};
}

SmallVector<Value> FillOp::buildScalarBody(OpBuilder &, Location,
                                           ValueRange x) {
  return {x[1]};
}
