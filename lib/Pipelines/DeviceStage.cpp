//===- DeviceStage.cpp - From device memory to kernels that run -----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Pipelines/CrotonToLLVM.h"

#include "croton/Conversion/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/GPU/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::croton;

void croton::addKernelStage(OpPassManager &manager,
                            const KernelOptions &options) {
  manager.addPass(createLinalgToGPUPass());
  manager.addPass(createCanonicalizerPass());
  manager.addPass(createCSEPass());
  OpPassManager &kernels = manager.nest<gpu::GPUModuleOp>();
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createCSEPass());
  ConvertGpuOpsToNVVMOpsOptions nvvmOptions;
  nvvmOptions.indexBitwidth = 64;
  kernels.addPass(createConvertGpuOpsToNVVMOps(nvvmOptions));
  // Functions that libdevice lacks, of integers.
  kernels.addPass(createConvertMathToLLVMPass());
  kernels.addPass(createCanonicalizerPass());
  kernels.addPass(createReconcileUnrealizedCastsPass());

  AttachDeviceTargetsPassOptions targetOptions;
  targetOptions.chip = options.chip;
  targetOptions.check = options.simtCheck;
  targetOptions.stats = options.simtStats;
  manager.addPass(createAttachDeviceTargetsPass(targetOptions));
  GpuModuleToBinaryPassOptions binaryOptions;
  binaryOptions.compilationTarget = options.format;
  binaryOptions.toolkitPath = options.toolkit;
  manager.addPass(createGpuModuleToBinaryPass(binaryOptions));
}
