//===- Mode.h - What both modes have in common ------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_AUTODIFF_MODE_H
#define CROTON_LIB_AUTODIFF_MODE_H

#include "Dependence.h"
#include "DerivativeScope.h"

#include "croton/Autodiff/Differentiation.h"
#include "croton/Autodiff/TangentArithmetic.h"

namespace mlir::croton {

/// One run of a mode of differentiation over the ops between the values of a
/// request. A mode says in which order they are visited.
class Mode {
public:
  virtual ~Mode() = default;

  /// Appends what was asked for. On failure, which has been reported, nothing
  /// that was built is left.
  LogicalResult run(SmallVectorImpl<Value> &results);

protected:
  /// `kind` is what the mode builds: "gradient" or "tangent".
  Mode(OpBuilder &builder, TangentArithmetic &arithmetic,
       const Dependence &dependence, Location loc, StringRef kind)
      : builder(builder), arithmetic(arithmetic), dependence(dependence),
        loc(loc), kind(kind), scope(builder, loc, kind) {}

  /// Reports the values of the request that are connected to nothing.
  virtual LogicalResult checkConnected() = 0;

  /// Builds the derivatives and appends those asked for.
  virtual LogicalResult build(SmallVectorImpl<Value> &results) = 0;

  /// `derivative` in the type of derivatives of `value`; null, after a
  /// diagnostic that calls the value `what`, if it cannot be one.
  Value convert(Value derivative, Value value, const Twine &what);

  /// The zero derivative of `value`; null, after a diagnostic, if its type has
  /// none.
  Value buildZero(Value value, const Twine &what);

  OpBuilder &builder;
  TangentArithmetic &arithmetic;
  const Dependence &dependence;
  Location loc;
  StringRef kind;
  DerivativeScope scope;
};

} // namespace mlir::croton

#endif // CROTON_LIB_AUTODIFF_MODE_H
