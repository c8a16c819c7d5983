//===- Drivers.h - Applying local rewrites ----------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both drivers work on all regions of one op, nested ones included, and never
// on the op itself. They are deterministic: the same IR gives the same result,
// whichever thread runs them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_DRIVERS_H
#define CROTON_REWRITE_DRIVERS_H

#include "croton/Rewrite/FrozenRewrites.h"
#include "croton/Rewrite/RunOptions.h"

namespace mlir::croton {

/// What an equilibrium remembers of an op that it brought to the fixed point,
/// so that the next run looks only at what has changed since.
class FixpointMemo {
public:
  /// Forgets everything.
  void clear();
  /// Whether `rewrites` were brought to their fixed point on `root`, which, not
  /// counting the ops in it, is as it was.
  bool isFor(Operation *root, const FrozenRewrites &rewrites) const;
  void record(Operation *root, const FrozenRewrites &rewrites);
  /// The ops in `root` that are new or differ from what was recorded (other
  /// operands, attributes, types, successors, or more or fewer uses where none,
  /// one and many are told apart), in program order. `numOps` is how many ops
  /// there are.
  SmallVector<Operation *> getChanged(Operation *root, uint64_t &numOps) const;

private:
  struct Entry {
    Operation *op;
    uint64_t fingerprint;
  };

  Operation *op = nullptr;
  const FrozenRewrites *set = nullptr;
  /// Of the root.
  uint64_t rootFingerprint = 0;
  /// In program order.
  std::vector<Entry> entries;
};

/// The global rewrites of an equilibrium.
struct EquilibriumGlobals {
  /// Run at the start of each round.
  ArrayRef<std::shared_ptr<const GlobalRewrite>> ordinary;
  /// Run when the worklist is empty; what they change fills it again.
  ArrayRef<std::shared_ptr<const GlobalRewrite>> finals;
  /// Run after each success. They must not traverse the op.
  ArrayRef<std::shared_ptr<const GlobalRewrite>> cleanups;
};

/// Applies rewrites to the ops in `root` until none applies. Returns whether
/// anything changed. A limit that is hit is reported at `root` with the three
/// rewrites that were applied most and those that made most ops, or with the
/// rewrites that undo each other; it is a failure under Policy::Fail alone.
/// `stage` names the run in reports.
FailureOr<bool> applyEquilibrium(Operation *root,
                                 const FrozenRewrites &rewrites,
                                 const EquilibriumOptions &options = {},
                                 const RunOptions &run = {},
                                 StringRef stage = "equilibrium",
                                 const EquilibriumGlobals &globals = {},
                                 FixpointMemo *memo = nullptr);

/// Tries rewrites on each op in `root` once, in the order of `options`: a block
/// after the blocks that dominate it, and in an in-to-out sweep the regions of
/// an op before the op. Returns whether anything changed.
FailureOr<bool> applyTopological(Operation *root,
                                 const FrozenRewrites &rewrites,
                                 const TopologicalOptions &options = {},
                                 const RunOptions &run = {},
                                 StringRef stage = "topological");

} // namespace mlir::croton

#endif // CROTON_REWRITE_DRIVERS_H
