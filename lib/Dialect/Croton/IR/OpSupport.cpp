//===- OpSupport.cpp - Shared by the ops of a family --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/OpSupport.h"
#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type mlir::croton::getGradientElementType(Type element) {
  if (isInexact(element))
    return element;
  Builder b(element.getContext());
  return element.getIntOrFloatBitWidth() <= 16 ? Type(b.getF32Type())
                                               : Type(b.getF64Type());
}

RankedTensorType mlir::croton::getGradientType(RankedTensorType type) {
  return type.clone(getGradientElementType(type.getElementType()));
}

std::string mlir::croton::stringifyShape(RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      os << "?x";
    else
      os << size << "x";
  }
  os << type.getElementType();
  return text;
}

Attribute croton::detail::inferEncoding(ValueRange operands) {
  for (Value operand : operands)
    if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
      if (type.getEncoding())
        return type.getEncoding();
  return {};
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// "4x?xf32, 1x3xf32", for messages.
static std::string stringifyShapes(TypeRange types) {
  SmallVector<std::string> shapes;
  for (Type type : types)
    shapes.push_back(stringifyShape(cast<RankedTensorType>(type)));
  return llvm::join(shapes, ", ");
}

/// The common size of one dim (rules r2 and r3), or nullopt.
static std::optional<int64_t> inferDim(TypeRange operands, int64_t dim) {
  int64_t result = 1;
  for (Type type : operands) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(dim);
    if (size == 1 || size == result)
      continue;
    if (result == 1 || ShapedType::isDynamic(result))
      result = size;
    else if (ShapedType::isStatic(size))
      return std::nullopt;
  }
  return result;
}

LogicalResult
croton::detail::inferBroadcastShape(std::optional<Location> location,
                                    StringRef name, TypeRange operands,
                                    SmallVectorImpl<int64_t> &shape) {
  if (operands.empty())
    return emitOptionalError(location, "'", name,
                             "' op expected at least one operand");
  for (Type type : operands)
    if (!isa<RankedTensorType>(type))
      return emitOptionalError(location, "'", name,
                               "' op expected ranked tensors, but got ", type);
  int64_t rank = cast<RankedTensorType>(operands.front()).getRank();
  for (Type type : operands)
    if (cast<RankedTensorType>(type).getRank() != rank)
      return emitOptionalError(
          location, "'", name,
          "' op expected operands of one rank, but got shapes ",
          stringifyShapes(operands), "; align them with croton.dimshuffle");
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<int64_t> size = inferDim(operands, dim);
    if (!size)
      return emitOptionalError(location, "'", name, "' op operands of shapes ",
                               stringifyShapes(operands),
                               " do not broadcast: sizes differ at dim ", dim);
    shape.push_back(*size);
  }
  return success();
}

LogicalResult croton::detail::inferBroadcastType(
    std::optional<Location> location, StringRef name, ValueRange operands,
    function_ref<Type()> element, SmallVectorImpl<Type> &types) {
  SmallVector<int64_t> shape;
  if (failed(inferBroadcastShape(location, name, operands.getTypes(), shape)))
    return failure();
  Type elementType = element();
  if (!elementType || !getDType(elementType))
    return emitOptionalError(location, "'", name,
                             "' op expected an element type that croton knows, "
                             "but got ",
                             elementType);
  types.push_back(
      RankedTensorType::get(shape, elementType, inferEncoding(operands)));
  return success();
}

//===----------------------------------------------------------------------===//
// Run-time shapes
//===----------------------------------------------------------------------===//

OpFoldResult croton::detail::reifyDim(OpBuilder &builder, Location loc,
                                      Value value, int64_t dim) {
  return tensor::getMixedSize(builder, loc, value, dim);
}

LogicalResult
croton::detail::reifyShapeOf(OpBuilder &builder, Location loc, Value value,
                             ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back(tensor::getMixedSizes(builder, loc, value));
  return success();
}

LogicalResult
croton::detail::reifyBroadcastShape(OpBuilder &builder, Operation *op,
                                    ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(builder.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    Value *full = nullptr;
    SmallVector<Value> operands(op->getOperands());
    for (Value &operand : operands)
      if (cast<RankedTensorType>(operand.getType()).getDimSize(dim) != 1) {
        full = &operand;
        break;
      }
    if (!full)
      return failure();
    sizes.push_back(reifyDim(builder, op->getLoc(), *full, dim));
  }
  shapes.append(op->getNumResults(), sizes);
  return success();
}

LogicalResult
croton::detail::reifyReducedShape(OpBuilder &builder, Location loc,
                                  Value operand, ArrayRef<int64_t> axes,
                                  ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  int64_t rank = cast<RankedTensorType>(operand.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(axes, dim))
      sizes.push_back(reifyDim(builder, loc, operand, dim));
  shapes.push_back(std::move(sizes));
  return success();
}

Value croton::detail::readSize(OpBuilder &builder, Location loc, Value scalar) {
  auto type = cast<RankedTensorType>(scalar.getType());
  auto element = cast<IntegerType>(type.getElementType());
  if (element.isUnsigned()) {
    // tensor.extract keeps the signed-ness; the index is cast as unsigned.
    auto signless = IntegerType::get(builder.getContext(), element.getWidth());
    scalar = UnrealizedConversionCastOp::create(builder, loc,
                                                type.clone(signless), scalar)
                 .getResult(0);
    Value size = tensor::ExtractOp::create(builder, loc, scalar, ValueRange());
    return arith::IndexCastUIOp::create(builder, loc, builder.getIndexType(),
                                        size);
  }
  Value size = tensor::ExtractOp::create(builder, loc, scalar, ValueRange());
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), size);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

CanonicalSlice mlir::croton::canonicalizeSlice(int64_t size,
                                               std::optional<int64_t> start,
                                               std::optional<int64_t> stop,
                                               int64_t step) {
  assert(step != 0 && "a slice has a non-zero step");
  // Bounds lie in 0..size for steps forward, in -1..size-1 for steps back.
  int64_t low = step > 0 ? 0 : -1, high = step > 0 ? size : size - 1;
  auto clamp = [&](int64_t bound) {
    if (bound < 0)
      bound = bound < -size ? -1 : bound + size;
    return std::clamp(bound, low, high);
  };
  int64_t first = start ? clamp(*start) : (step > 0 ? low : high);
  int64_t last = stop ? clamp(*stop) : (step > 0 ? high : low);
  uint64_t distance = step > 0 ? last - first : first - last;
  if (step > 0 ? first >= last : first <= last)
    return {first, 0};
  // -INT64_MIN does not exist, its unsigned magnitude does.
  uint64_t stride = step > 0 ? step : 0 - static_cast<uint64_t>(step);
  return {first, static_cast<int64_t>((distance - 1) / stride + 1)};
}

//===----------------------------------------------------------------------===//
// Derivatives of elementwise ops
//===----------------------------------------------------------------------===//

Value croton::detail::unbroadcast(ImplicitLocOpBuilder &b, Value grad,
                                  RankedTensorType operand) {
  auto type = cast<RankedTensorType>(grad.getType());
  SmallVector<int64_t> stretched;
  for (int64_t dim = 0, rank = operand.getRank(); dim < rank; ++dim)
    if (operand.getDimSize(dim) == 1 && type.getDimSize(dim) != 1)
      stretched.push_back(dim);
  if (!stretched.empty())
    grad =
        keepDims(b, SumOp::create(b, grad, stretched, TypeAttr(), TypeAttr()),
                 stretched);
  return castTo(b, grad, getGradientElementType(operand.getElementType()));
}

/// Stretches `value` to the shape of the result of `op`, which it may have
/// missed because only some operands took part in its computation.
static Value stretchToResult(ImplicitLocOpBuilder &b, Value value,
                             Operation *op) {
  auto type = cast<RankedTensorType>(value.getType());
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  bool isStretched = false;
  for (auto [size, full] : llvm::zip_equal(type.getShape(), result.getShape()))
    isStretched |= size == 1 && full != 1;
  return isStretched ? Value(FillOp::create(b, op->getResult(0), value))
                     : value;
}

/// Whether the results of `op` can carry derivatives: nothing moves a discrete
/// one. Fails for complex ones.
static FailureOr<bool> hasDerivative(Operation *op) {
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  if (isComplex(element))
    return op->emitOpError()
           << "has no gradient: complex values cannot be differentiated, but "
              "the result has element type "
           << element;
  return isFloat(element);
}

LogicalResult
croton::detail::buildElementwiseVjp(ImplicitLocOpBuilder &b, Operation *op,
                                    Value outputGrad, ArrayRef<bool> wanted,
                                    MutableArrayRef<Value> inputGrads,
                                    PartialFn partial) {
  FailureOr<bool> moves = hasDerivative(op);
  if (failed(moves) || !*moves || !outputGrad)
    return moves;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    if (!wanted[index])
      continue;
    if (Value grad = partial(index, outputGrad))
      inputGrads[index] =
          unbroadcast(b, grad, cast<RankedTensorType>(operand.get().getType()));
  }
  return success();
}

LogicalResult croton::detail::buildElementwiseJvp(ImplicitLocOpBuilder &b,
                                                  Operation *op,
                                                  ValueRange tangents,
                                                  Value &resultTangent,
                                                  PartialFn partial) {
  FailureOr<bool> moves = hasDerivative(op);
  if (failed(moves) || !*moves)
    return moves;
  Type element = getElementTypeOrSelf(op->getResult(0).getType());
  SmallVector<Value> terms;
  for (auto [index, tangent] : llvm::enumerate(tangents))
    if (tangent)
      if (Value term = partial(index, castTo(b, tangent, element)))
        terms.push_back(term);
  if (terms.empty())
    return success();
  Value total = terms.size() == 1 ? terms.front() : add(b, terms);
  resultTangent = stretchToResult(b, total, op);
  return success();
}
