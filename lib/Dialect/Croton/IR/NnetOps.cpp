//===- NnetOps.cpp - Types and verifiers of neural network ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// softmax, log_softmax
//===----------------------------------------------------------------------===//

/// softmax.r1
static LogicalResult verifySoftmaxAxis(Operation *op, Value operand,
                                       int64_t axis) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (axis < 0 || axis >= type.getRank())
    return op->emitOpError() << "expected an axis below rank " << type.getRank()
                             << " of " << type << ", but got " << axis;
  return success();
}

LogicalResult SoftmaxOp::verify() {
  return verifySoftmaxAxis(*this, getOperand(), getAxis());
}

LogicalResult LogSoftmaxOp::verify() {
  return verifySoftmaxAxis(*this, getOperand(), getAxis());
}

LogicalResult SoftmaxOp::inferReturnTypes(MLIRContext *,
                                          std::optional<Location>,
                                          ValueRange operands, DictionaryAttr,
                                          OpaqueProperties, RegionRange,
                                          SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult LogSoftmaxOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult
SoftmaxOp::reifyResultShapes(OpBuilder &b,
                             ReifiedRankedShapedTypeDims &shapes) {
  return croton::detail::reifyShapeOf(b, getLoc(), getOperand(), shapes);
}

LogicalResult
LogSoftmaxOp::reifyResultShapes(OpBuilder &b,
                                ReifiedRankedShapedTypeDims &shapes) {
  return croton::detail::reifyShapeOf(b, getLoc(), getOperand(), shapes);
}

//===----------------------------------------------------------------------===//
// categorical_crossentropy, crossentropy_softmax
//===----------------------------------------------------------------------===//

/// crossentropy.r1
static LogicalResult inferCrossentropy(std::optional<Location> location,
                                       StringRef name, ValueRange operands,
                                       SmallVectorImpl<Type> &types) {
  auto values = cast<RankedTensorType>(operands[0].getType());
  auto target = cast<RankedTensorType>(operands[1].getType());
  bool fits = values.getRank() == target.getRank() + 1 &&
              succeeded(verifyCompatibleShape(values.getShape().drop_back(),
                                              target.getShape()));
  if (!fits)
    return emitOptionalError(location, "'", name,
                             "' op expected targets for all dims but the last "
                             "of ",
                             values, ", but got ", target);
  SmallVector<int64_t> shape;
  for (auto [a, b] :
       llvm::zip_equal(values.getShape().drop_back(), target.getShape()))
    shape.push_back(ShapedType::isDynamic(a) ? b : a);
  types.push_back(RankedTensorType::get(shape, values.getElementType(),
                                        values.getEncoding()));
  return success();
}

LogicalResult CategoricalCrossentropyOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr, OpaqueProperties, RegionRange,
    SmallVectorImpl<Type> &types) {
  return inferCrossentropy(location, getOperationName(), operands, types);
}

LogicalResult CrossentropySoftmaxOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr, OpaqueProperties, RegionRange,
    SmallVectorImpl<Type> &types) {
  return inferCrossentropy(location, getOperationName(), operands, types);
}

/// The sizes of `target`; static ones from the result, which knows both.
static LogicalResult reifyTargetShape(OpBuilder &b, Operation *op, Value target,
                                      ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    sizes.push_back(type.isDynamicDim(dim)
                        ? croton::detail::reifyDim(b, op->getLoc(), target, dim)
                        : OpFoldResult(b.getIndexAttr(type.getDimSize(dim))));
  shapes.push_back(std::move(sizes));
  return success();
}

LogicalResult CategoricalCrossentropyOp::reifyResultShapes(
    OpBuilder &b, ReifiedRankedShapedTypeDims &shapes) {
  return reifyTargetShape(b, *this, getTarget(), shapes);
}

LogicalResult
CrossentropySoftmaxOp::reifyResultShapes(OpBuilder &b,
                                         ReifiedRankedShapedTypeDims &shapes) {
  return reifyTargetShape(b, *this, getTarget(), shapes);
}
