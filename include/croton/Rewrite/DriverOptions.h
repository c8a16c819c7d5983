//===- DriverOptions.h - How drivers go about their work --------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_DRIVEROPTIONS_H
#define CROTON_REWRITE_DRIVEROPTIONS_H

#include "mlir/Support/LLVM.h"
#include <cstdint>

namespace mlir::croton {

/// Which ops an equilibrium looks at again after an application.
enum class Revisit : uint8_t {
  /// None in the same round.
  None,
  /// The ops that it made.
  New,
  /// These, the users of what changed and the producers that lost a user.
  NewAndUsers,
};

/// How much is checked around each application.
enum class Guard : uint8_t {
  /// Types of replacements, before the first edit.
  Types,
  /// Also: edits are recorded, new and changed ops verified, and everything is
  /// undone if that fails, if the rewrite vetoes or if it edits and then
  /// reports failure.
  Local,
  /// Also: the whole isolated op is verified after each success and
  /// fingerprinted after each failure, so that edits behind the rewriter's
  /// back are seen. Quadratic; for debugging.
  Full,
};

/// What to do about a rewrite that misbehaves and about a limit that is hit.
enum class Policy : uint8_t {
  /// Say nothing, go on with a valid graph.
  Ignore,
  /// Warn and go on with a valid graph.
  Warn,
  /// Warn, undo the application, go on without the rewrite. Needs
  /// Guard::Local; for limits the same as Warn.
  Rollback,
  /// Emit an error and fail.
  Fail,
};

/// Limits that hold at each application, never only between sweeps.
struct RewriteLimits {
  /// A rewrite may be applied at most this often for each op that the isolated
  /// op had at the start (or `sizeFloor`, if it had fewer).
  double maxUseRatio = 8;
  unsigned sizeFloor = 64;
  /// All rewrites together may leave at most this many more ops for each op at
  /// the start (with the same floor).
  double maxGrowth = 32;
  /// Operands of an op that a rewrite has made or changed.
  unsigned maxOperands = 1 << 16;
  /// Rounds of an equilibrium.
  unsigned maxRounds = 1000;
};

struct EquilibriumOptions {
  Revisit revisit = Revisit::NewAndUsers;
  /// Also fold ops and hoist constants to the entry of their isolated op.
  bool fold = false;
  /// Also merge equal ops.
  bool mergeEqual = false;
  /// Erase ops whose results nobody uses and that do nothing else.
  bool eraseDead = true;
  /// Also remove unreachable blocks and dead arguments between rounds, as
  /// upstream's canonicalizer does.
  bool simplifyRegions = false;
  RewriteLimits limits;
};

/// The direction of a sweep.
enum class SweepOrder : uint8_t {
  /// From inputs to outputs: producers before users.
  InToOut,
  /// From outputs to inputs.
  OutToIn,
};

struct TopologicalOptions {
  SweepOrder order = SweepOrder::InToOut;
  /// Ops made on the way are visited too: at the end by an in-to-out sweep,
  /// next by an out-to-in one.
  bool visitNew = false;
  bool eraseDead = true;
  RewriteLimits limits;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_DRIVEROPTIONS_H
