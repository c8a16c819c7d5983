//===- LowerDevices.cpp - The stage of kernels where there are devices ----===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Pipelines/CrotonToLLVM.h"
#include "croton/Pipelines/Passes.h"

#include "croton/Dialect/Croton/IR/Devices.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::croton {
#define GEN_PASS_DEF_LOWERDEVICESPASS
#include "croton/Pipelines/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

namespace {
struct LowerDevicesPass
    : public croton::impl::LowerDevicesPassBase<LowerDevicesPass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    buildPipeline().getDependentDialects(registry);
  }

  void runOnOperation() override {
    if (!getOperation()->hasAttr(kDevicesAttrName))
      return markAllAnalysesPreserved();
    OpPassManager kernels = buildPipeline();
    if (failed(runPipeline(kernels, getOperation())))
      signalPassFailure();
  }

private:
  OpPassManager buildPipeline() const {
    KernelOptions options;
    options.chip = chip;
    options.format = format;
    options.toolkit = toolkit;
    options.simtCheck = simtCheck;
    options.simtStats = simtStats;
    OpPassManager kernels(ModuleOp::getOperationName());
    addKernelStage(kernels, options);
    return kernels;
  }
};
} // namespace
