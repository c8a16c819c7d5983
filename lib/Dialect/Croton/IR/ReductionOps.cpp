//===- ReductionOps.cpp - Types and verifiers of reductions --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The 64-bit integer type of the same sign.
static Type widen(Type element) {
  return IntegerType::get(element.getContext(), 64,
                          isUnsigned(element) ? IntegerType::Unsigned
                                              : IntegerType::Signless);
}

static bool isHalf(Type element) {
  return isFloat(element) && element.getIntOrFloatBitWidth() == 16;
}

Type SumOp::getDefaultAccumulator(Type element) {
  if (isDiscrete(element))
    return widen(element);
  return isHalf(element) ? Type(Float32Type::get(element.getContext()))
                         : element;
}

Type SumOp::getDefaultDtype(Type element) {
  return isDiscrete(element) ? widen(element) : element;
}

Type SumOp::getAccumulatorType() {
  return getAcc().value_or(
      getDefaultAccumulator(getElementTypeOrSelf(getOperand())));
}

Type MeanOp::getDefaultAccumulator(Type element) {
  if (isDiscrete(element))
    return Float64Type::get(element.getContext());
  return SumOp::getDefaultAccumulator(element);
}

Type MeanOp::getDefaultDtype(Type element) {
  return isDiscrete(element) ? Type(Float64Type::get(element.getContext()))
                             : element;
}

Type MeanOp::getAccumulatorType() {
  return getAcc().value_or(
      getDefaultAccumulator(getElementTypeOrSelf(getOperand())));
}

/// reduction.r1
static LogicalResult checkAxes(std::optional<Location> location, StringRef name,
                               RankedTensorType operand,
                               ArrayRef<int64_t> axes) {
  int64_t previous = -1;
  for (int64_t axis : axes) {
    if (axis < 0 || axis >= operand.getRank())
      return emitOptionalError(
          location, "'", name, "' op expected axes below rank ",
          operand.getRank(), " of ", operand, ", but got ", axis);
    if (axis <= previous)
      return emitOptionalError(location, "'", name,
                               "' op expected distinct axes in ascending "
                               "order, but got ",
                               axis, " after ", previous);
    previous = axis;
  }
  return success();
}

/// reduction.r3
static LogicalResult inferReducedType(std::optional<Location> location,
                                      StringRef name, Value operand,
                                      ArrayRef<int64_t> axes, Type element,
                                      SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (failed(checkAxes(location, name, type, axes)))
    return failure();
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(axes, dim))
      shape.push_back(size);
  types.push_back(RankedTensorType::get(shape, element, type.getEncoding()));
  return success();
}

template <typename OpTy>
static LogicalResult inferAccumulated(std::optional<Location> location,
                                      typename OpTy::Adaptor adaptor,
                                      SmallVectorImpl<Type> &types) {
  Type element = getElementTypeOrSelf(adaptor.getOperand());
  Type dtype = adaptor.getDtype().value_or(OpTy::getDefaultDtype(element));
  if (adaptor.getDtype() && !getDType(dtype))
    return emitOptionalError(
        location, "'", OpTy::getOperationName(),
        "' op expected a dtype that croton knows, but got ", dtype);
  return inferReducedType(location, OpTy::getOperationName(),
                          adaptor.getOperand(), adaptor.getAxes(), dtype,
                          types);
}

LogicalResult
SumOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  return inferAccumulated<SumOp>(
      location, Adaptor(operands, attributes, properties, regions), types);
}

LogicalResult
MeanOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &types) {
  return inferAccumulated<MeanOp>(
      location, Adaptor(operands, attributes, properties, regions), types);
}

LogicalResult
MaxOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                        ValueRange operands, DictionaryAttr attributes,
                        OpaqueProperties properties, RegionRange regions,
                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferReducedType(location, getOperationName(), adaptor.getOperand(),
                          adaptor.getAxes(),
                          getElementTypeOrSelf(adaptor.getOperand()), types);
}

LogicalResult ArgmaxOp::inferReturnTypes(
    MLIRContext *context, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  return inferReducedType(location, getOperationName(), adaptor.getOperand(),
                          adaptor.getAxes(), IntegerType::get(context, 64),
                          types);
}

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

/// reduction.r2. A float accumulator for integers is allowed, as in Theano.
static LogicalResult verifyAccumulator(Operation *op, Type element, Type acc) {
  if (!getDType(acc))
    return op->emitOpError() << "expected an accumulator type that croton "
                                "knows, but got "
                             << acc;
  bool isWide = isInexact(acc) && isDiscrete(element);
  if (!isWide && promote(element, acc) != acc)
    return op->emitOpError() << "expected an accumulator that holds every "
                             << element << ", but got " << acc;
  return success();
}

/// Sums convert to `dtype` by a cast, which a complex value has no real target
/// for.
static LogicalResult verifyDtype(Operation *op, Type acc, Type dtype) {
  if (isComplex(acc) && !isComplex(dtype))
    return op->emitOpError() << "expected a complex dtype for accumulator "
                             << acc << ", but got " << dtype;
  return success();
}

LogicalResult SumOp::verify() {
  Type element = getElementTypeOrSelf(getOperand());
  if (failed(verifyAccumulator(*this, element, getAccumulatorType())))
    return failure();
  return verifyDtype(*this, getAccumulatorType(),
                     getElementTypeOrSelf(getType()));
}

LogicalResult MeanOp::verify() {
  Type element = getElementTypeOrSelf(getOperand());
  Type acc = getAccumulatorType();
  if (failed(verifyAccumulator(*this, element, acc)))
    return failure();
  if (!isInexact(acc))
    return emitOpError() << "expected a float or complex accumulator, but got "
                         << acc;
  return verifyDtype(*this, acc, getElementTypeOrSelf(getType()));
}

/// There is no largest element of nothing.
static LogicalResult verifyNotEmpty(Operation *op, RankedTensorType operand,
                                    ArrayRef<int64_t> axes) {
  // Inference has not looked at the axes of generic text yet.
  if (failed(
          checkAxes(op->getLoc(), op->getName().getStringRef(), operand, axes)))
    return failure();
  for (int64_t axis : axes)
    if (operand.getDimSize(axis) == 0)
      return op->emitOpError() << "has no value for an empty axis, but axis "
                               << axis << " of " << operand << " has size 0";
  return success();
}

LogicalResult MaxOp::verify() {
  return verifyNotEmpty(*this, cast<RankedTensorType>(getOperand().getType()),
                        getAxes());
}

LogicalResult ArgmaxOp::verify() {
  return verifyNotEmpty(*this, cast<RankedTensorType>(getOperand().getType()),
                        getAxes());
}
