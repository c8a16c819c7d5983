//===- CrotonToLLVM.cpp - The pipeline to host code -----------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages, one line per pass.
//
//===----------------------------------------------------------------------===//

#include "croton/Pipelines/CrotonToLLVM.h"

#include "croton/Conversion/Passes.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Pipelines/Passes.h"
#include "croton/Rewrite/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::croton;

static void addCheck(OpPassManager &manager, const CrotonToLLVMOptions &options,
                     StringRef stage) {
  if (!options.verifyStages)
    return;
  VerifyStagePassOptions passOptions;
  passOptions.stage = stage.str();
  manager.addPass(createVerifyStagePass(passOptions));
}

// Derivatives see through calls only once these are inlined. Nothing may
// simplify the graph before they are expanded: rewrites remove intermediate
// values, so the inliner gets no pipeline of its own.
void croton::addDerivativeStage(OpPassManager &manager) {
  manager.addPass(createInlinerPass(llvm::StringMap<OpPassManager>(),
                                    /*defaultPipelineBuilder=*/nullptr));
  manager.addPass(createExpandGradientsPass());
}

void croton::addGraphStage(OpPassManager &manager,
                           const CrotonToLLVMOptions &options) {
  addDerivativeStage(manager);
  manager.addPass(createSymbolDCEPass());
  // The engine has read the initial values by now.
  FunctionalizeStatePassOptions stateOptions;
  stateOptions.dropGlobals = true;
  manager.addPass(createFunctionalizeStatePass(stateOptions));
  manager.addPass(createCSEPass());
  // Folds drop what is wrong with a bad index.
  manager.addNestedPass<func::FuncOp>(createCheckBoundsPass());
  if (!options.mode.empty()) {
    OptimizePassOptions optimizeOptions;
    optimizeOptions.mode = options.mode;
    optimizeOptions.exclude = {"fusion"};
    manager.addPass(createOptimizePass(optimizeOptions));
  }
  if (!options.device.empty()) {
    PlaceOnDevicePassOptions placeOptions;
    placeOptions.device = options.device;
    manager.addPass(createPlaceOnDevicePass(placeOptions));
  }
  manager.addPass(createCanonicalizerPass());
  if (options.fuse)
    manager.addNestedPass<func::FuncOp>(createFuseElementwisePass());
  addCheck(manager, options, "graph");
}

void croton::addLinalgStage(OpPassManager &manager,
                            const CrotonToLLVMOptions &options) {
  OpPassManager &function = manager.nest<func::FuncOp>();
  function.addPass(createConvertCrotonToLinalgPass());
  function.addPass(createCSEPass());
  function.addPass(createCanonicalizerPass());
  if (options.fuse) {
    // No CSE behind it: upstream's compares equal-looking loops pairwise, which
    // takes quadratic time on many of them.
    function.addPass(createFuseRowsPass());
    function.addPass(createCanonicalizerPass());
  }
  addCheck(manager, options, "linalg");
}

void croton::addBufferStage(OpPassManager &manager,
                            const CrotonToLLVMOptions &options) {
  manager.addPass(createBufferizePass());
  manager.addPass(createCSEPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createDeallocateBuffersPass());
  if (options.useBlas)
    manager.addPass(createLinalgToBlasPass());
  addCheck(manager, options, "buffers");
}

void croton::addDeviceStage(OpPassManager &manager,
                            const CrotonToLLVMOptions &options) {
  LowerDevicesPassOptions passOptions;
  passOptions.chip = options.chip;
  passOptions.simtCheck = options.simtCheck;
  passOptions.simtStats = options.simtStats;
  manager.addPass(createLowerDevicesPass(passOptions));
  addCheck(manager, options, "device");
}

void croton::addLoopStage(OpPassManager &manager,
                          const CrotonToLLVMOptions &options) {
  manager.addPass(createOutlineKernelsPass());
  OpPassManager &function = manager.nest<func::FuncOp>();
  function.addPass(createLowerLinalgToLoopsPass());
  function.addPass(createCSEPass());
  addCheck(manager, options, "loops");
}

void croton::addLLVMStage(OpPassManager &manager,
                          const CrotonToLLVMOptions &options) {
  manager.addPass(createConvertCrotonToLLVMPass());
  addCheck(manager, options, "llvm");
}

void croton::buildCrotonToLLVMPipeline(OpPassManager &manager,
                                       const CrotonToLLVMOptions &options) {
  addGraphStage(manager, options);
  addLinalgStage(manager, options);
  addBufferStage(manager, options);
  addDeviceStage(manager, options);
  addLoopStage(manager, options);
  addLLVMStage(manager, options);
}

void croton::registerCrotonToLLVMPipeline() {
  PassPipelineRegistration<CrotonToLLVMOptions>(
      "croton-to-llvm",
      "Compile croton graphs to the LLVM dialect for the host",
      buildCrotonToLLVMPipeline);
}
