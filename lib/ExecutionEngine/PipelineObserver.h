//===- PipelineObserver.h - What a pipeline run tells -----------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Watches the passes of one compilation: their times, dumps, and the signatures
// of the functions at the moment when state is explicit.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_EXECUTIONENGINE_PIPELINEOBSERVER_H
#define CROTON_LIB_EXECUTIONENGINE_PIPELINEOBSERVER_H

#include "croton/ExecutionEngine/CompileOptions.h"
#include "croton/ExecutionEngine/FunctionSignature.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <chrono>
#include <optional>
#include <vector>

namespace mlir::croton {

/// What a `PipelineObserver` saw; it outlives the observer, which the pass
/// manager owns.
struct PipelineRecord {
  /// The times of the passes, in order of their first run.
  std::vector<CompileStats::Step> passes;
  /// The public functions once state is explicit; nothing when that pass has
  /// not run, a failure when a signature is not one that can be called.
  std::optional<FailureOr<std::vector<FunctionSignature>>> signatures;
};

/// Fills a `PipelineRecord`. The pass manager calls it under a lock, so that
/// passes may run on several threads.
class PipelineObserver : public PassInstrumentation {
public:
  PipelineObserver(const CompileOptions &options, PipelineRecord &record)
      : options(options), record(record) {}

  void runBeforePass(Pass *pass, Operation *op) override;
  void runAfterPass(Pass *pass, Operation *op) override;
  void runAfterPassFailed(Pass *pass, Operation *op) override;

private:
  using Clock = std::chrono::steady_clock;

  void stopTimer(Pass *pass);

  const CompileOptions &options;
  PipelineRecord &record;
  DenseMap<Pass *, Clock::time_point> starts;
  llvm::StringMap<unsigned> positions;
};

} // namespace mlir::croton

#endif // CROTON_LIB_EXECUTIONENGINE_PIPELINEOBSERVER_H
