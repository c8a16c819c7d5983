//===- ShapeDerivatives.cpp - Derivatives of shape ops ------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

/// The type of the gradient of `value`.
static RankedTensorType getGradientTypeOf(Value value) {
  return getGradientType(cast<RankedTensorType>(value.getType()));
}

//===----------------------------------------------------------------------===//
// dimshuffle
//===----------------------------------------------------------------------===//

// The inverse order: axes that were dropped come back with size 1, axes that
// were made are dropped.
LogicalResult DimshuffleOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                     ArrayRef<bool> wanted,
                                     MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  int64_t rank = cast<RankedTensorType>(getOperand().getType()).getRank();
  SmallVector<int64_t> inverse(rank, kNewAxis);
  for (auto [position, axis] : llvm::enumerate(getOrder()))
    if (axis != kNewAxis)
      inverse[axis] = position;
  inputGrads[0] = DimshuffleOp::create(b, outputGrads[0], inverse);
  return success();
}

LogicalResult DimshuffleOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                     MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = DimshuffleOp::create(b, tangents[0], getOrder());
  return success();
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

bool ReshapeOp::isConnected(unsigned operand, unsigned) { return operand == 0; }

/// The sizes of `value` as a vector, a constant if they are all static.
static Value buildShape(ImplicitLocOpBuilder &b, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.hasStaticShape() ? vector(b, type.getShape()) : shape(b, value);
}

LogicalResult ReshapeOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                  ArrayRef<bool> wanted,
                                  MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  inputGrads[0] =
      ReshapeOp::create(b, getGradientTypeOf(getOperand()), outputGrads[0],
                        buildShape(b, getOperand()));
  return success();
}

LogicalResult ReshapeOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                  MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = ReshapeOp::create(b, getGradientTypeOf(getResult()),
                                        tangents[0], getShape());
  return success();
}

//===----------------------------------------------------------------------===//
// shape and shape_i: sizes do not depend on values
//===----------------------------------------------------------------------===//

bool ShapeOp::isConnected(unsigned, unsigned) { return false; }
LogicalResult ShapeOp::buildVjp(OpBuilder &, ValueRange, ArrayRef<bool>,
                                MutableArrayRef<Value>) {
  return success();
}
LogicalResult ShapeOp::buildJvp(OpBuilder &, ValueRange,
                                MutableArrayRef<Value>) {
  return success();
}

bool ShapeIOp::isConnected(unsigned, unsigned) { return false; }
LogicalResult ShapeIOp::buildVjp(OpBuilder &, ValueRange, ArrayRef<bool>,
                                 MutableArrayRef<Value>) {
  return success();
}
LogicalResult ShapeIOp::buildJvp(OpBuilder &, ValueRange,
                                 MutableArrayRef<Value>) {
  return success();
}

//===----------------------------------------------------------------------===//
// make_vector
//===----------------------------------------------------------------------===//

LogicalResult MakeVectorOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                     ArrayRef<bool> wanted,
                                     MutableArrayRef<Value> inputGrads) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  for (auto [index, grad] : llvm::enumerate(inputGrads)) {
    if (!wanted[index])
      continue;
    IndexEntry entry;
    entry.isIndex = true;
    entry.start.constant = index;
    grad = subtensor(b, outputGrads[0], entry);
  }
  return success();
}

LogicalResult MakeVectorOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                     MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  SmallVector<Value> entries;
  for (auto [tangent, input] : llvm::zip_equal(tangents, getInputs()))
    entries.push_back(
        tangent
            ? tangent
            : transfer(
                  b, scalar(b, 0.0, getGradientTypeOf(input).getElementType()),
                  getDevice(input)));
  resultTangents[0] = makeVector(b, entries);
  return success();
}

//===----------------------------------------------------------------------===//
// alloc
//===----------------------------------------------------------------------===//

bool AllocOp::isConnected(unsigned operand, unsigned) { return operand == 0; }

// Summed over the dims in front of the value's and over those it was stretched
// along.
LogicalResult AllocOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                ArrayRef<bool> wanted,
                                MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = outputGrads[0];
  auto value = cast<RankedTensorType>(getValue().getType());
  int64_t added = cast<RankedTensorType>(getType()).getRank() - value.getRank();
  if (added > 0)
    grad = sum(b, grad, llvm::to_vector(llvm::seq<int64_t>(0, added)));
  // A scalar may live elsewhere.
  inputGrads[0] =
      transfer(b, detail::unbroadcast(b, grad, value), getDevice(getValue()));
  return success();
}

LogicalResult AllocOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = AllocOp::create(b, getGradientTypeOf(getResult()),
                                      tangents[0], getSizes());
  return success();
}

//===----------------------------------------------------------------------===//
// specify_shape
//===----------------------------------------------------------------------===//

bool SpecifyShapeOp::isConnected(unsigned operand, unsigned) {
  return operand == 0;
}

LogicalResult SpecifyShapeOp::buildVjp(OpBuilder &, ValueRange outputGrads,
                                       ArrayRef<bool>,
                                       MutableArrayRef<Value> inputGrads) {
  inputGrads[0] = outputGrads[0];
  return success();
}

LogicalResult SpecifyShapeOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                       MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = SpecifyShapeOp::create(b, getGradientTypeOf(getResult()),
                                             tangents[0], getShape());
  return success();
}
