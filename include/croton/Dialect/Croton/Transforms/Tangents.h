//===- Tangents.h - Gradients made of croton ops ----------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_TRANSFORMS_TANGENTS_H
#define CROTON_DIALECT_CROTON_TRANSFORMS_TANGENTS_H

#include "croton/Autodiff/TangentArithmetic.h"

namespace mlir {
class DialectRegistry;

namespace croton {

/// Gradients and tangents as tensors joined by croton ops. Values are tensors
/// of float or discrete element types; a discrete one has a float gradient.
/// Sizes that become less known are forgotten by `tensor.cast`, sizes that
/// become better known are checked by `croton.specify_shape`.
class CrotonTangents : public TangentArithmetic {
public:
  Type getTangentType(Type type) const override;
  bool isDiscrete(Type type) const override;
  Value zerosLike(OpBuilder &builder, Location loc, Value value) override;
  Value onesLike(OpBuilder &builder, Location loc, Value value) override;
  Value add(OpBuilder &builder, Location loc, ValueRange terms) override;
  Value cast(OpBuilder &builder, Location loc, Value tangent,
             Type type) override;
};

/// Attaches DifferentiableOpInterface, in terms of croton ops, to the upstream
/// ops that may stand in a croton graph: tensor.cast, and math.sin and math.cos
/// on tensors.
void registerUpstreamDerivatives(DialectRegistry &registry);

} // namespace croton
} // namespace mlir

#endif // CROTON_DIALECT_CROTON_TRANSFORMS_TANGENTS_H
