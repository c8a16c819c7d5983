//===- TangentArithmetic.h - What a derivative is made of -------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_AUTODIFF_TANGENTARITHMETIC_H
#define CROTON_AUTODIFF_TANGENTARITHMETIC_H

#include "mlir/IR/Builders.h"

namespace mlir::croton {

/// The few operations on gradients and tangents that differentiation itself
/// needs, given by whoever owns the ops they are made of. The engines in this
/// library name no op; ops bring their derivatives by
/// `DifferentiableOpInterface`, and what joins those is built here.
class TangentArithmetic {
public:
  virtual ~TangentArithmetic();

  /// The type of gradients and tangents of values of type `type`, or null if
  /// they have none (complex numbers, types that are no tensors).
  virtual Type getTangentType(Type type) const = 0;

  /// True if values of `type` move in steps only, so that derivatives of and
  /// through an op result of that type are zero.
  virtual bool isDiscrete(Type type) const = 0;

  /// A tangent of `value` that is zero, or one, everywhere.
  virtual Value zerosLike(OpBuilder &builder, Location loc, Value value) = 0;
  virtual Value onesLike(OpBuilder &builder, Location loc, Value value) = 0;

  /// The sum of two or more tangents of one type, in the order given.
  virtual Value add(OpBuilder &builder, Location loc, ValueRange terms) = 0;

  /// `tangent` as a value of `type`, the tangent type of what it belongs to:
  /// the element type may be converted, sizes may become better or less known.
  /// Null if the shapes cannot be the same.
  virtual Value cast(OpBuilder &builder, Location loc, Value tangent,
                     Type type) = 0;
};

} // namespace mlir::croton

#endif // CROTON_AUTODIFF_TANGENTARITHMETIC_H
