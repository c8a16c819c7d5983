//===- PlanRunner.h - Applying a plan ---------------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_PLANRUNNER_H
#define CROTON_REWRITE_PLANRUNNER_H

#include "croton/Rewrite/Drivers.h"
#include "croton/Rewrite/Plan.h"
#include <map>

namespace mlir::croton {

/// Applies a plan, any number of times. Patterns are built once. What each
/// equilibrium left at its fixed point is remembered, so that a second run
/// looks only at what has changed in between.
class PlanRunner {
public:
  /// All dialects whose ops the rewrites make must be loaded in `context`.
  PlanRunner(MLIRContext *context, Plan plan);
  ~PlanRunner();

  /// Applies the stages to `op` in order. If `op` is a module, local rewrites
  /// run on each isolated op in it, in parallel on the context's threads unless
  /// the observer in `run` wants a single one; global ones run on `op` itself.
  /// Returns whether anything changed. Fails after an error was emitted: a
  /// stage failed under Policy::Fail. Under the other policies a failing stage
  /// is passed over with a warning and `op` is left valid.
  FailureOr<bool> run(Operation *op, const RunOptions &options = {});

  const Plan &getPlan() const { return plan; }

private:
  struct Stage;

  FailureOr<bool> runStages(const PlanNode &node, Operation *op,
                            const RunOptions &options);
  FailureOr<bool> runStage(const PlanNode &node, Operation *op,
                           const RunOptions &options);
  FailureOr<bool> runLocal(const PlanNode &node, Stage &stage, Operation *op,
                           const RunOptions &options);
  FailureOr<bool> runUnit(const PlanNode &node, Stage &stage, Operation *unit,
                          const RunOptions &options);
  Stage &getStage(const PlanNode &node);

  MLIRContext *context;
  Plan plan;
  /// The frozen form of the stages that have local rewrites.
  std::map<const PlanNode *, std::unique_ptr<Stage>> stages;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_PLANRUNNER_H
