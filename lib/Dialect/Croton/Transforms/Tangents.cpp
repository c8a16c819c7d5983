//===- Tangents.cpp - Gradients made of croton ops ------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/Transforms/Tangents.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

Type CrotonTangents::getTangentType(Type type) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !(isFloat(tensor.getElementType()) ||
                   croton::isDiscrete(tensor.getElementType())))
    return {};
  return getGradientType(tensor);
}

bool CrotonTangents::isDiscrete(Type type) const {
  return croton::isDiscrete(getElementTypeOrSelf(type));
}

/// A tangent of `value` with one number everywhere. It is a constant where that
/// is one element; larger ones are made at run time, as they would be stored in
/// full.
static Value buildSplat(OpBuilder &builder, Location loc, Value value,
                        double number) {
  ImplicitLocOpBuilder b(loc, builder);
  auto type = cast<RankedTensorType>(value.getType());
  Type element = getGradientElementType(type.getElementType());
  SmallVector<int64_t> ones(type.getRank(), 1);
  auto one = RankedTensorType::get(ones, element, type.getEncoding());
  Value splat = ConstantOp::create(
      b, DenseElementsAttr::get(one, b.getFloatAttr(element, number)));
  return type.getShape() == ArrayRef(ones)
             ? splat
             : Value(FillOp::create(b, value, splat));
}

Value CrotonTangents::zerosLike(OpBuilder &builder, Location loc, Value value) {
  return buildSplat(builder, loc, value, 0.0);
}

Value CrotonTangents::onesLike(OpBuilder &builder, Location loc, Value value) {
  return buildSplat(builder, loc, value, 1.0);
}

Value CrotonTangents::add(OpBuilder &builder, Location loc, ValueRange terms) {
  return AddOp::create(builder, loc, terms);
}

/// The sizes of `value` as a vector, where `type` has them from the type.
static Value buildShape(ImplicitLocOpBuilder &b, Value value,
                        RankedTensorType type) {
  if (type.hasStaticShape())
    return vector(b, type.getShape());
  SmallVector<Value> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(ShapedType::isDynamic(size)
                        ? shapeI(b, value, dim)
                        : scalar(b, size, b.getI64Type()));
  return makeVector(b, sizes);
}

Value CrotonTangents::cast(OpBuilder &builder, Location loc, Value tangent,
                           Type type) {
  auto from = dyn_cast<RankedTensorType>(tangent.getType());
  auto to = dyn_cast<RankedTensorType>(type);
  if (!from || !to || !isFloat(from.getElementType()) ||
      from.getEncoding() != to.getEncoding() ||
      failed(verifyCompatibleShape(from, to)))
    return {};
  ImplicitLocOpBuilder b(loc, builder);
  tangent = castTo(b, tangent, to.getElementType());
  if (from.getShape() == to.getShape())
    return tangent;
  bool isForgetting = llvm::all_of(
      llvm::zip_equal(from.getShape(), to.getShape()), [](auto sizes) {
        auto [known, wanted] = sizes;
        return ShapedType::isDynamic(wanted) || known == wanted;
      });
  if (isForgetting)
    return tensor::CastOp::create(b, to, tangent);
  return SpecifyShapeOp::create(b, to, tangent, buildShape(b, tangent, to));
}
