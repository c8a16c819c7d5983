//===- Diagnostics.h - What both modes report -------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_AUTODIFF_DIAGNOSTICS_H
#define CROTON_LIB_AUTODIFF_DIAGNOSTICS_H

#include "Dependence.h"

#include "croton/Autodiff/Differentiation.h"

namespace mlir::croton {

/// "argument #1" or "result #0 of 'croton.add'".
std::string describe(Value value);

/// Reports that `what` ("wrt #0", "output #1"), which is `value`, is
/// disconnected, as `policy` wants it; fails if that is an error. `others` are
/// the values that it was expected to be connected to by `relation` ("no output
/// depends on it").
LogicalResult reportDisconnected(Location loc, DisconnectedPolicy policy,
                                 const Twine &what, Value value,
                                 StringRef relation, ValueRange others);

/// The derivatives of `op`. Fails, after a diagnostic, if there are none.
/// `getPath` gives the ops on the way from an output to `op`, for the message.
FailureOr<DifferentiableOpInterface>
getDifferentiable(Operation *op, const Dependence &dependence,
                  llvm::function_ref<SmallVector<Operation *>()> getPath);

/// Reports that `value` on the way of a derivative is of a type without one.
LogicalResult reportNoTangent(Location loc, const Twine &what, Value value);

} // namespace mlir::croton

#endif // CROTON_LIB_AUTODIFF_DIAGNOSTICS_H
