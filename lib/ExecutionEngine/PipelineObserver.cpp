//===- PipelineObserver.cpp - What a pipeline run tells -------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times, dumps and signatures of one pipeline run.
//
//===----------------------------------------------------------------------===//

#include "PipelineObserver.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::croton;

static constexpr StringLiteral kFunctionalizePass =
    "croton-functionalize-state";

/// Returns how a pass is called on the command line, or an empty text for the
/// passes that only run others.
static StringRef getPassName(Pass *pass) { return pass->getArgument(); }

static FailureOr<std::vector<FunctionSignature>>
readSignatures(ModuleOp module) {
  std::vector<FunctionSignature> signatures;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal() || !function.isPublic())
      continue;
    FailureOr<FunctionSignature> signature = FunctionSignature::get(function);
    if (failed(signature))
      return failure();
    signatures.push_back(std::move(*signature));
  }
  return signatures;
}

void PipelineObserver::runBeforePass(Pass *pass, Operation *op) {
  starts[pass] = Clock::now();
}

void PipelineObserver::runAfterPass(Pass *pass, Operation *op) {
  stopTimer(pass);
  StringRef name = getPassName(pass);
  if (name == kFunctionalizePass)
    if (auto module = dyn_cast<ModuleOp>(op))
      record.signatures = readSignatures(module);
  if (options.afterPass && !name.empty())
    options.afterPass(name, op);
}

void PipelineObserver::runAfterPassFailed(Pass *pass, Operation *op) {
  stopTimer(pass);
}

void PipelineObserver::stopTimer(Pass *pass) {
  std::chrono::duration<double> time = Clock::now() - starts[pass];
  StringRef name = getPassName(pass);
  if (name.empty())
    return;
  auto [it, isNew] = positions.try_emplace(name, record.passes.size());
  if (isNew)
    record.passes.push_back({name.str(), 0});
  record.passes[it->second].seconds += time.count();
}
