//===- GradientOps.cpp - Types and verifiers of gradient ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Markers
//===----------------------------------------------------------------------===//

LogicalResult GradClipOp::verify() {
  llvm::APFloat lower = getLower(), upper = getUpper();
  bool isOrdered = lower.compare(upper) == llvm::APFloat::cmpLessThan ||
                   lower.compare(upper) == llvm::APFloat::cmpEqual;
  if (!isOrdered)
    return emitOpError() << "expected a lower bound not above the upper one, "
                            "but got "
                         << lower.convertToDouble() << " and "
                         << upper.convertToDouble();
  return success();
}

//===----------------------------------------------------------------------===//
// grad, lop, rop
//===----------------------------------------------------------------------===//

/// The types of the results of an `OpTy`, which are the gradients of `values`.
/// These may be of any type: the text form infers before anything is verified.
template <typename OpTy>
static LogicalResult inferGradientTypes(std::optional<Location> location,
                                        ValueRange values,
                                        SmallVectorImpl<Type> &types) {
  for (Value value : values) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !getDType(type.getElementType()))
      return emitOptionalError(
          location, "'", OpTy::getOperationName(),
          "' op expected ranked tensors of elements that croton knows, but "
          "got ",
          value.getType());
    types.push_back(getGradientType(type));
  }
  return success();
}

/// Each gradient or tangent fits the value it belongs to.
static LogicalResult verifyPaired(Operation *op, StringRef whatValue,
                                  ValueRange values, StringRef whatGrad,
                                  ValueRange grads) {
  if (values.size() != grads.size())
    return op->emitOpError()
           << "expected one " << whatGrad << " for each " << whatValue
           << ", but got " << values.size() << " and " << grads.size();
  for (auto [index, value, grad] : llvm::enumerate(values, grads)) {
    auto valueType = cast<RankedTensorType>(value.getType());
    auto gradType = cast<RankedTensorType>(grad.getType());
    if (!isFloat(gradType.getElementType()))
      return op->emitOpError() << "expected a float " << whatGrad << " #"
                               << index << ", but got " << gradType;
    if (failed(verifyCompatibleShape(valueType, gradType)) ||
        valueType.getEncoding() != gradType.getEncoding())
      return op->emitOpError()
             << "expected " << whatGrad << " #" << index << " in the shape of "
             << valueType << ", but got " << gradType;
  }
  return success();
}

/// There is something to differentiate, and it is real.
static LogicalResult verifyReal(Operation *op, StringRef what,
                                ValueRange values) {
  if (values.empty())
    return op->emitOpError() << "expected at least one " << what;
  for (auto [index, value] : llvm::enumerate(values))
    if (isComplex(getElementTypeOrSelf(value)))
      return op->emitOpError() << "expected " << what << " #" << index
                               << " to be real, but got " << value.getType();
  return success();
}

LogicalResult
GradOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferGradientTypes<GradOp>(location, adaptor.getWrt(), types);
}

LogicalResult GradOp::verify() {
  unsigned numCosts = getODSOperandIndexAndLength(0).second;
  if (numCosts != 1)
    return emitOpError() << "expected one cost, but got " << numCosts;
  auto cost = cast<RankedTensorType>(getCost().getType());
  if (cost.getRank() != 0)
    return emitOpError() << "expected a cost of rank 0, but got " << cost
                         << "; reduce it with croton.sum or croton.mean, or "
                            "use croton.lop";
  if (failed(verifyReal(*this, "wrt", getWrt())))
    return failure();
  return verifyPaired(*this, "known value", getKnown(), "known gradient",
                      getKnownGrads());
}

LogicalResult
LopOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferGradientTypes<LopOp>(location, adaptor.getWrt(), types);
}

LogicalResult LopOp::verify() {
  if (failed(verifyReal(*this, "output", getOutputs())) ||
      failed(verifyReal(*this, "wrt", getWrt())))
    return failure();
  return verifyPaired(*this, "output", getOutputs(), "gradient",
                      getOutputGrads());
}

LogicalResult
RopOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferGradientTypes<RopOp>(location, adaptor.getOutputs(), types);
}

LogicalResult RopOp::verify() {
  if (failed(verifyReal(*this, "output", getOutputs())) ||
      failed(verifyReal(*this, "wrt", getWrt())))
    return failure();
  return verifyPaired(*this, "wrt", getWrt(), "tangent", getTangents());
}
