//===- Bisect.h - Which application changes the outcome ------- -*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The applications of a run of a plan are numbered, through all stages and
// isolated ops. A run that stops after the first k is repeatable, so the
// application that turns a good outcome into a bad one is found by halving, in
// about log2 runs. Nothing is kept between calls.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_BISECT_H
#define CROTON_REWRITE_BISECT_H

#include "croton/Rewrite/Plan.h"
#include "croton/Rewrite/RunOptions.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace mlir::croton {

/// Whether a rewritten op is still good; an error ends the search.
using BisectPredicate = std::function<llvm::Expected<bool>(Operation *op)>;

/// A predicate that writes the op to a temporary file and runs `command` in a
/// shell, with the path of the file in place of each {}, or at the end if there
/// is none. Exit code 0 means good. A command that cannot be run is an error.
BisectPredicate makeCommandPredicate(StringRef command);

/// One application of a rewrite.
struct BisectStep {
  /// The rewrite, or a name of ApplicationObserver.
  std::string rewrite;
  /// Counts all applications, from 1.
  unsigned step = 0;
  /// Counts those of this rewrite by one driver on one isolated op, as
  /// locations and profiles do.
  unsigned number = 0;
  /// Name and location of its root.
  std::string opName;
  Location loc;
  /// Undone or refused for what it did to the IR; it counts nevertheless.
  bool wasMisbehaviour = false;
};

struct BisectResult {
  enum class Verdict {
    /// `culprit` turns good into bad.
    Found,
    /// The input is bad already.
    BadInput,
    /// Bad without any application: what drivers do by themselves (erasing
    /// unused ops) is to blame.
    BadWithoutApplication,
    /// Good after all applications.
    Good,
  };

  Verdict verdict = Verdict::Good;
  /// Applications of the whole run.
  unsigned numSteps = 0;
  /// Runs of the plan.
  unsigned numRuns = 0;
  std::optional<BisectStep> culprit;
  /// Before and after it: the function with what it refers to, or everything if
  /// the culprit is no change of one function.
  OwningOpRef<Operation *> before, after;
};

/// Finds an application of `plan` to `op` after which `isGood` fails, while it
/// holds before. If the outcome changes more than once, it is one of the
/// changes to bad. `op` itself is left alone. Observer and profile of `options`
/// are not used, and there are no remarks.
llvm::Expected<BisectResult> bisectRewrites(Operation *op, const Plan &plan,
                                            const RunOptions &options,
                                            const BisectPredicate &isGood);

/// Prints the result in a few lines.
void printBisectResult(const BisectResult &result, raw_ostream &os);

} // namespace mlir::croton

#endif // CROTON_REWRITE_BISECT_H
