//===- Differentiation.h - Reverse and forward mode -------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds derivatives of values by other values of the same graph. All ops on
// the way implement DifferentiableOpInterface, of whatever dialect they are.
//
// Common to both modes:
//
// * Only ops between `wrt` and `outputs` are looked at. They stand in the block
//   of the insertion point or in blocks around it.
// * Each op gives its derivative once. What several users of a value add to its
//   gradient is added in one go, in the reverse order of the users.
// * No zeros are made that are not asked for as a result, and no op that was
//   made stays if nothing uses it.
// * The location of each new op names the op that it is the derivative of.
// * A failure has been reported as an error with a location, and what was built
//   until then has been erased.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_AUTODIFF_DIFFERENTIATION_H
#define CROTON_AUTODIFF_DIFFERENTIATION_H

#include "mlir/IR/Builders.h"

namespace mlir::croton {
class TangentArithmetic;

/// What to do if a result does not depend on any value it is derived by.
enum class DisconnectedPolicy {
  /// An error.
  Raise,
  /// A warning; the derivative is zero.
  Warn,
  /// The derivative is zero.
  Ignore
};

/// A request for the gradient of a scalar function of `outputs` of which only
/// its own gradients with respect to them are known.
struct ReverseRequest {
  /// Where the derivative was asked for, for messages and locations.
  Location loc;
  ValueRange outputs;
  /// One for each output; null stands for ones.
  ValueRange outputGrads;
  /// Values to differentiate by: arguments or results of any op, in any order,
  /// also twice.
  ValueRange wrt;
  /// Gradients reach these values but go no further.
  ValueRange considerConstant = {};
  /// Values whose gradient is given: `knownGrads` replaces what the outputs
  /// would bring down to them.
  ValueRange known = {}, knownGrads = {};
  DisconnectedPolicy disconnected = DisconnectedPolicy::Raise;
};

/// Appends the gradient with respect to each value of `wrt`, of its tangent
/// type. New ops go in at `builder`, where all values of the request are
/// visible.
LogicalResult buildReverse(OpBuilder &builder, TangentArithmetic &arithmetic,
                           const ReverseRequest &request,
                           SmallVectorImpl<Value> &grads);

/// A request for the directions in which `outputs` move.
struct ForwardRequest {
  Location loc;
  ValueRange outputs;
  /// Values that move. One that depends on another moves along its own tangent
  /// only.
  ValueRange wrt;
  /// The direction of each value of `wrt`. A value named twice moves along the
  /// sum.
  ValueRange tangents;
  DisconnectedPolicy disconnected = DisconnectedPolicy::Raise;
};

/// Appends the tangent of each output, of its tangent type. New ops go in at
/// `builder`.
LogicalResult buildForward(OpBuilder &builder, TangentArithmetic &arithmetic,
                           const ForwardRequest &request,
                           SmallVectorImpl<Value> &tangents);

} // namespace mlir::croton

#endif // CROTON_AUTODIFF_DIFFERENTIATION_H
