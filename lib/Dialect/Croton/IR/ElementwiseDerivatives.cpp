//===- ElementwiseDerivatives.cpp - Derivatives of elementwise ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Partial derivatives, each times a tangent: `buildPartial(b, i, t)` is
// d result / d operand i * t. Conventions at kinks are stated in the
// descriptions of the ops. Operands share one float element type here: results
// without one have no derivative and are not asked.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

using namespace mlir;
using namespace mlir::croton;

/// `tangent` where `condition` holds, zero elsewhere. Unlike a product with
/// 0 and 1, it lets no NaN or infinity through from where it is not taken.
static Value keepWhere(ImplicitLocOpBuilder &b, Value condition,
                       Value tangent) {
  return SwitchOp::create(b, condition, tangent, scalarLike(b, 0.0, tangent));
}

/// As keepWhere, for the places where `condition` does not hold.
static Value dropWhere(ImplicitLocOpBuilder &b, Value condition,
                       Value tangent) {
  return SwitchOp::create(b, condition, scalarLike(b, 0.0, tangent), tangent);
}

//===----------------------------------------------------------------------===//
// Unary ops
//===----------------------------------------------------------------------===//

Value NegOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  return neg(b, tangent);
}

// d|x| = sign(x), and 0 at 0. NaN compares false with everything and must not
// become 0, so the last choice is the product x t, which is NaN too.
Value AbsOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  Value x = getOperand(), zero = scalarLike(b, 0.0, x);
  Value rest = SwitchOp::create(b, eq(b, x, zero), zero, mul(b, x, tangent));
  Value negative = SwitchOp::create(b, lt(b, x, zero), neg(b, tangent), rest);
  return SwitchOp::create(b, gt(b, x, zero), tangent, negative);
}

Value SqrOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  Value x = getOperand();
  return mul(b, {scalarLike(b, 2.0, x), x, tangent});
}

Value SqrtOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  Value root = getResult();
  return trueDiv(b, mul(b, scalarLike(b, 0.5, root), tangent), root);
}

Value ExpOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  return mul(b, tangent, getResult());
}

Value Expm1Op::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  return mul(b, tangent, exp(b, getOperand()));
}

Value LogOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  return trueDiv(b, tangent, getOperand());
}

Value Log1pOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  Value x = getOperand();
  return trueDiv(b, tangent, add(b, scalarLike(b, 1.0, x), x));
}

// tanh' = 1 - tanh^2
Value TanhOp::buildPartial(ImplicitLocOpBuilder &b, unsigned, Value tangent) {
  Value y = getResult();
  return mul(b, tangent, sub(b, scalarLike(b, 1.0, y), sqr(b, y)));
}

// sigmoid' = sigmoid (1 - sigmoid)
Value SigmoidOp::buildPartial(ImplicitLocOpBuilder &b, unsigned,
                              Value tangent) {
  Value y = getResult();
  return mul(b, {tangent, y, sub(b, scalarLike(b, 1.0, y), y)});
}

Value CastOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value tangent) {
  return tangent;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Value AddOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value tangent) {
  return tangent;
}

// The product of the tangent and the other operands. There is no division, so
// it is right where operands are zero.
Value MulOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                          Value tangent) {
  SmallVector<Value> factors(getInputs());
  factors.erase(factors.begin() + index);
  factors.insert(factors.begin(), tangent);
  return mul(b, factors);
}

Value SubOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                          Value tangent) {
  return index == 0 ? tangent : neg(b, tangent);
}

// d(x/y) = dx / y - (x/y) dy / y
Value TrueDivOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                              Value tangent) {
  if (index == 0)
    return trueDiv(b, tangent, getRhs());
  return neg(b, trueDiv(b, mul(b, tangent, getResult()), getRhs()));
}

// The first operand takes it where the result equals it; a NaN result equals
// nothing, so there the second does.
Value MaximumOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                              Value tangent) {
  Value isFirst = eq(b, getResult(), getLhs());
  return index == 0 ? keepWhere(b, isFirst, tangent)
                    : dropWhere(b, isFirst, tangent);
}

Value MinimumOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                              Value tangent) {
  Value isFirst = eq(b, getResult(), getLhs());
  return index == 0 ? keepWhere(b, isFirst, tangent)
                    : dropWhere(b, isFirst, tangent);
}

//===----------------------------------------------------------------------===//
// Comparisons: the result is discrete, so these are never asked
//===----------------------------------------------------------------------===//

Value EqOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value) { return {}; }
Value NeqOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value) {
  return {};
}
Value LtOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value) { return {}; }
Value LeOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value) { return {}; }
Value GtOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value) { return {}; }
Value GeOp::buildPartial(ImplicitLocOpBuilder &, unsigned, Value) { return {}; }

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

Value SwitchOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                             Value tangent) {
  if (index == 0)
    return {};
  return index == 1 ? keepWhere(b, getCondition(), tangent)
                    : dropWhere(b, getCondition(), tangent);
}

Value ClipOp::buildPartial(ImplicitLocOpBuilder &b, unsigned index,
                           Value tangent) {
  Value isBelow = lt(b, getOperand(), getLower());
  if (index == 1)
    return keepWhere(b, isBelow, tangent);
  Value isAbove = gt(b, getOperand(), getUpper());
  if (index == 2)
    return dropWhere(b, isBelow, keepWhere(b, isAbove, tangent));
  return dropWhere(b, isBelow, dropWhere(b, isAbove, tangent));
}

Value FillOp::buildPartial(ImplicitLocOpBuilder &, unsigned index,
                           Value tangent) {
  return index == 0 ? Value() : tangent;
}
