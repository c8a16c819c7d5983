//===- GlobalRunner.cpp - Running one global rewrite ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GlobalRunner.h"

#include "Remarks.h"
#include "RoundHash.h"
#include "mlir/Pass/PassManager.h"
#include <chrono>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

GlobalOutcome croton::detail::runGlobal(const GlobalRewrite &rewrite,
                                        Operation *op, RewriterBase &rewriter) {
  GlobalOutcome outcome;
  if (const GlobalRewrite::Apply &apply = rewrite.getApply()) {
    FailureOr<bool> changed = apply(op, rewriter);
    outcome.hasFailed = failed(changed);
    outcome.hasChanged = succeeded(changed) && *changed;
    return outcome;
  }
  PassManager manager(op->getContext(), op->getName().getStringRef());
  rewrite.getBuildPipeline()(manager);
  uint64_t before = hashStructure(op);
  outcome.hasFailed = failed(manager.run(op));
  outcome.hasChanged = hashStructure(op) != before;
  // Passes may rebuild ops that look the same.
  outcome.isUnseen = true;
  return outcome;
}

/// Counts and times one run of `rewrite`.
static GlobalOutcome runCounted(const GlobalRewrite &rewrite, Operation *op,
                                RewriterBase &rewriter, bool keepsTime,
                                unsigned round, RewriteCounts &rewriteCounts) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start;
  if (keepsTime)
    start = Clock::now();
  GlobalOutcome outcome = runGlobal(rewrite, op, rewriter);
  if (keepsTime)
    (outcome.hasChanged ? rewriteCounts.applySeconds
                        : rewriteCounts.missSeconds) +=
        std::chrono::duration<double>(Clock::now() - start).count();
  ++rewriteCounts.tried;
  if (!outcome.hasChanged) {
    ++rewriteCounts.missed;
    return outcome;
  }
  ++rewriteCounts.applied;
  if (!rewriteCounts.firstRound)
    rewriteCounts.firstRound = round;
  rewriteCounts.lastRound = round;
  return outcome;
}

GlobalOutcome croton::detail::runWatched(const GlobalRewrite &rewrite,
                                         Operation *op, RewriterBase &rewriter,
                                         const RunOptions &run,
                                         StageCounts &counts, unsigned round) {
  StringRef name = rewrite.getName();
  ApplicationObserver *observer = run.observer;
  OperationName opName = op->getName();
  Location loc = op->getLoc();
  if (observer && !observer->mayApply(name, op)) {
    if (observer->wantsMisses(name))
      observer->onMiss(name, opName, loc, ApplicationObserver::Miss::Stopped,
                       "");
    return {};
  }
  RewriteCounts &rewriteCounts = counts.getRewrite(name);
  GlobalOutcome outcome =
      runCounted(rewrite, op, rewriter, run.profile && run.profile->hasTimes(),
                 round, rewriteCounts);
  if (outcome.hasChanged) {
    if (observer)
      observer->onApplied(name, rewriteCounts.applied, opName, loc);
    if (run.remarks)
      remarkApplied(op, counts.name, name, rewriteCounts.applied, opName, loc);
  } else if (observer && observer->wantsMisses(name)) {
    observer->onMiss(name, opName, loc, ApplicationObserver::Miss::NoMatch,
                     outcome.hasFailed ? "it failed" : "it changed nothing");
  }
  return outcome;
}
