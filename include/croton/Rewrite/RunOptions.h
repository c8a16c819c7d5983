//===- RunOptions.h - How one run of a plan is watched ----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_RUNOPTIONS_H
#define CROTON_REWRITE_RUNOPTIONS_H

#include "croton/Rewrite/DriverOptions.h"
#include "mlir/IR/Operation.h"

namespace mlir::croton {

class ApplicationObserver;
class RewriteProfile;

/// What holds for a whole run, whichever plan it follows.
struct RunOptions {
  Guard guard = Guard::Types;
  /// About a rewrite that misbehaves.
  Policy policy = Policy::Warn;
  /// About a limit that is hit.
  Policy limitPolicy = Policy::Warn;
  /// Give every new op a location that names the rewrite, the number of the
  /// application and the location of its root.
  bool provenance = true;
  /// Report applications to the remark engine of the context, if it has one, in
  /// the category "croton-rewrite".
  bool remarks = true;
  /// Where to count, if anywhere. Must outlive the run.
  RewriteProfile *profile = nullptr;
  /// Told about attempts and applications, if not null. Must outlive the run;
  /// its calls come from several threads unless it says otherwise.
  ApplicationObserver *observer = nullptr;
};

/// Watches, and may stop, what drivers do. Nothing here may change the
/// IR.
class ApplicationObserver {
public:
  /// Why a candidate was not applied to an op.
  enum class Miss : uint8_t {
    /// Its filter refused the op.
    Filtered,
    /// Its pattern did not match.
    NoMatch,
    /// It matched but its result has wrong types, or it reported success
    /// without a change.
    Refused,
    /// It was undone: invalid IR, or a failure after an edit.
    RolledBack,
    /// mayApply() said no.
    Stopped,
    /// Another rewrite, whose name is the reason, took the op first.
    Overtaken,
  };

  /// What equilibria do besides rewrites goes by these names, which no rewrite
  /// can have. The first three are asked for with mayApply(); all are reported
  /// with onApplied().
  static constexpr StringLiteral kFold = "(fold)";
  static constexpr StringLiteral kMerge = "(merge)";
  static constexpr StringLiteral kSimplifyRegions = "(simplify-regions)";
  static constexpr StringLiteral kErase = "(erase)";

  virtual ~ApplicationObserver();

  /// True if drivers must ask for it from one thread, in program order.
  virtual bool needsSingleThread() const { return false; }
  /// Whether mayApply() may ever say no; if not, drivers need not ask.
  virtual bool mayStop() const { return needsSingleThread(); }
  /// Whether `rewrite` may be tried on `root` at all.
  virtual bool mayApply(StringRef rewrite, Operation *root) { return true; }
  /// Whether onMiss() is wanted for a rewrite; asked once per driver.
  virtual bool wantsMisses(StringRef rewrite) { return false; }
  /// Whether onMiss() is wanted for this root; asked before its candidates are
  /// tried, if misses of any rewrite are wanted.
  virtual bool wantsRoot(Operation *root) { return true; }
  /// `rewrite` was not applied to a root of this name at this place.
  virtual void onMiss(StringRef rewrite, OperationName root, Location loc,
                      Miss miss, StringRef reason) {}
  /// `number` counts the applications of this rewrite by one driver on one
  /// isolated op, from 1. The last root that mayApply() was asked about on this
  /// thread is the one it was applied to, and may be gone.
  virtual void onApplied(StringRef rewrite, unsigned number, OperationName root,
                         Location loc) {}
  /// `stage` stops on the isolated op at this place, because of a limit.
  virtual void onLimit(StringRef stage, Location loc, StringRef reason) {}
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_RUNOPTIONS_H
