//===- NnetDerivatives.cpp - Derivatives of neural network ops ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

using namespace mlir;
using namespace mlir::croton;

static int64_t getRank(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

/// The sum along one axis, which stays with size 1.
static Value sumAlong(ImplicitLocOpBuilder &b, Value value, int64_t axis) {
  return keepDims(b, sum(b, value, axis), axis);
}

//===----------------------------------------------------------------------===//
// softmax
//===----------------------------------------------------------------------===//

/// `t p - sum(t p) p` with p the softmax. The Jacobian diag(p) - p p' is
/// symmetric, so this serves both modes.
static Value buildSoftmaxProduct(ImplicitLocOpBuilder &b, SoftmaxOp op,
                                 Value tangent) {
  Value p = op.getResult();
  Value weighted = mul(b, tangent, p);
  return sub(b, weighted, mul(b, p, sumAlong(b, weighted, op.getAxis())));
}

LogicalResult SoftmaxOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                  ArrayRef<bool> wanted,
                                  MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  inputGrads[0] = buildSoftmaxProduct(b, *this, outputGrads[0]);
  return success();
}

LogicalResult SoftmaxOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                  MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = buildSoftmaxProduct(b, *this, tangents[0]);
  return success();
}

//===----------------------------------------------------------------------===//
// log_softmax
//===----------------------------------------------------------------------===//

// The Jacobian is 1 - 1 p' with p = exp(result): its transpose takes the
// plain sum, the Jacobian itself the mean weighted by p.
LogicalResult LogSoftmaxOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                     ArrayRef<bool> wanted,
                                     MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = outputGrads[0], p = exp(b, getResult());
  inputGrads[0] = sub(b, grad, mul(b, p, sumAlong(b, grad, getAxis())));
  return success();
}

LogicalResult LogSoftmaxOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                     MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value tangent = tangents[0], p = exp(b, getResult());
  resultTangents[0] =
      sub(b, tangent, sumAlong(b, mul(b, p, tangent), getAxis()));
  return success();
}

//===----------------------------------------------------------------------===//
// Cross-entropies
//===----------------------------------------------------------------------===//

/// True where the last index of `classes` is the target.
static Value buildIsTarget(ImplicitLocOpBuilder &b, Value classes,
                           Value target) {
  auto type = cast<RankedTensorType>(classes.getType());
  int64_t last = type.getRank() - 1;
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(target.getType()).getShape());
  shape.push_back(type.getDimSize(last));
  auto result = RankedTensorType::get(shape, b.getI1Type(), type.getEncoding());
  Value depth = type.isDynamicDim(last)
                    ? shapeI(b, classes, last)
                    : scalar(b, type.getDimSize(last), b.getI64Type());
  return OneHotOp::create(b, result, target, depth);
}

/// `value`, which lacks the last dim, with a last dim of size 1.
static Value addLastDim(ImplicitLocOpBuilder &b, Value value) {
  return keepDims(b, value, getRank(value));
}

/// `-t / p` at the target, 0 elsewhere. A probability that is not the target's
/// is replaced before the division: it may be 0, and the choice after it would
/// hide the infinity here but not in the derivative of this expression.
static Value buildLogProduct(ImplicitLocOpBuilder &b,
                             CategoricalCrossentropyOp op, Value tangent) {
  Value p = op.getProbabilities();
  Value isTarget = buildIsTarget(b, p, op.getTarget());
  Value divisor = SwitchOp::create(b, isTarget, p, scalarLike(b, 1.0, p));
  Value quotient = neg(b, trueDiv(b, tangent, divisor));
  return SwitchOp::create(b, isTarget, quotient, scalarLike(b, 0.0, p));
}

bool CategoricalCrossentropyOp::isConnected(unsigned operand, unsigned) {
  return operand == 0;
}

LogicalResult
CategoricalCrossentropyOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                    ArrayRef<bool> wanted,
                                    MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  inputGrads[0] = buildLogProduct(b, *this, addLastDim(b, outputGrads[0]));
  return success();
}

LogicalResult
CategoricalCrossentropyOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                    MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] =
      sum(b, buildLogProduct(b, *this, tangents[0]), /*axes=*/-1);
  return success();
}

/// The derivative by the logits, `softmax(logits) - one_hot(target)`, times
/// `tangent`.
static Value buildErrorProduct(ImplicitLocOpBuilder &b,
                               CrossentropySoftmaxOp op, Value tangent) {
  Value logits = op.getLogits();
  Value p = softmax(b, logits);
  Value isTarget = buildIsTarget(b, logits, op.getTarget());
  Type element = cast<RankedTensorType>(p.getType()).getElementType();
  return mul(b, sub(b, p, castTo(b, isTarget, element)), tangent);
}

bool CrossentropySoftmaxOp::isConnected(unsigned operand, unsigned) {
  return operand == 0;
}

LogicalResult
CrossentropySoftmaxOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                ArrayRef<bool> wanted,
                                MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  inputGrads[0] = buildErrorProduct(b, *this, addLastDim(b, outputGrads[0]));
  return success();
}

LogicalResult
CrossentropySoftmaxOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] =
      sum(b, buildErrorProduct(b, *this, tangents[0]), /*axes=*/-1);
  return success();
}
