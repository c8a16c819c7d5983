//===- Dependence.h - What lies between two sets of values ------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_AUTODIFF_DEPENDENCE_H
#define CROTON_LIB_AUTODIFF_DEPENDENCE_H

#include "croton/Interfaces/DifferentiableOpInterface.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::croton {

/// The part of a graph that leads from some values, the sources, to others,
/// the targets.
class Dependence {
public:
  /// Looks at what `targets` are computed from. Values in `cuts` count as not
  /// computed from anything. `loc` and `block` say where the derivative was
  /// asked for. Fails, after a diagnostic, if the way from the sources leads
  /// through the control flow of several blocks.
  static FailureOr<Dependence> compute(Location loc, Block *block,
                                       ValueRange sources, ValueRange targets,
                                       ValueRange cuts);

  /// True if `value` is a source or its value depends on one.
  bool isActive(Value value) const { return active.contains(value); }

  /// True if the value of `value` influences a target.
  bool isReached(Value value) const { return reached.contains(value); }

  /// The ops through which targets depend on sources, in program order.
  ArrayRef<Operation *> getOps() const { return ops; }

  /// True if the regions of `op` use active values from outside.
  bool capturesActive(Operation *op) const { return capturing.contains(op); }

  /// The ops along one way from a source to `value`, which is active, with the
  /// op that defines `value` first; and that source.
  std::pair<SmallVector<Operation *>, Value> getPathToSource(Value value) const;

private:
  /// What the targets are computed from, operands before their users.
  LogicalResult collect(Location loc, Block *block, ValueRange targets,
                        SmallVectorImpl<Operation *> &sorted);
  LogicalResult visitArgument(Location loc, Value value) const;
  bool visitOp(Operation *op);
  void markReached(ValueRange targets);
  LogicalResult sortByPosition(Location loc, Block *block);

  DenseSet<Value> sources, cuts, active, reached;
  DenseSet<Operation *> capturing;
  SmallVector<Operation *> ops;
};

/// True if operand `operand` of `op` influences result `result`. Ops that do
/// not say are taken to be connected throughout.
bool isConnected(Operation *op, unsigned operand, unsigned result);

} // namespace mlir::croton

#endif // CROTON_LIB_AUTODIFF_DEPENDENCE_H
