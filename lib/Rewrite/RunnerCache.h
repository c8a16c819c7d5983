//===- RunnerCache.h - Plan runners that outlive a pass ---------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_RUNNERCACHE_H
#define CROTON_LIB_REWRITE_RUNNERCACHE_H

#include "croton/Rewrite/PlanRunner.h"
#include "mlir/Pass/AnalysisManager.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::croton {

/// The runners of an op, by what they run. An analysis, so that a later pass of
/// the same pipeline finds what an earlier one has brought to the fixed point.
class RunnerCache {
public:
  explicit RunnerCache(Operation *op) : context(op->getContext()) {}

  /// Never: the memos of a runner find out themselves what has changed.
  bool isInvalidated(const AnalysisManager::PreservedAnalyses &) {
    return false;
  }

  /// Returns the runner of an equal plan. Names stand for rewrites here, since
  /// they are unique in a context. `conditions` is what else decides when a
  /// rewrite applies.
  PlanRunner &get(const Plan &plan, StringRef conditions) {
    std::string key = conditions.str() + "\n";
    llvm::raw_string_ostream os(key);
    plan.print(os);
    std::unique_ptr<PlanRunner> &runner = runners[key];
    if (!runner)
      runner = std::make_unique<PlanRunner>(context, plan);
    return *runner;
  }

private:
  MLIRContext *context;
  llvm::StringMap<std::unique_ptr<PlanRunner>> runners;
};

} // namespace mlir::croton

#endif // CROTON_LIB_REWRITE_RUNNERCACHE_H
