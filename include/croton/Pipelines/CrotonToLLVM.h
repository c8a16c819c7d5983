//===- CrotonToLLVM.h - The pipeline to host code ---------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a module of croton graphs to the LLVM dialect for the host, in stages.
// Each stage is a function of its own; what may be in the module behind it is
// written beside it and checked by the pass croton-verify-stage.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_PIPELINES_CROTONTOLLVM_H
#define CROTON_PIPELINES_CROTONTOLLVM_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::croton {

/// Options of the pipeline croton-to-llvm.
struct CrotonToLLVMOptions : PassPipelineOptions<CrotonToLLVMOptions> {
  PassOptions::Option<std::string> mode{
      *this, "mode",
      llvm::cl::desc("Apply the rewrites of this mode (croton-opt "
                     "--list-modes) to the graph, but for its fusions, which "
                     "`fuse` decides on"),
      llvm::cl::init("")};
  PassOptions::Option<bool> fuse{
      *this, "fuse",
      llvm::cl::desc(
          "Fuse elementwise ops with each other and into reductions"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> useBlas{
      *this, "blas", llvm::cl::desc("Give large products to BLAS"),
      llvm::cl::init(true)};
  PassOptions::Option<std::string> device{
      *this, "device",
      llvm::cl::desc("Place what can run there on this device, a name in the "
                     "attribute croton.devices of the module"),
      llvm::cl::init("")};
  PassOptions::Option<std::string> chip{
      *this, "chip",
      llvm::cl::desc("Chip of CUDA devices that do not name one"),
      llvm::cl::init("sm_90")};
  PassOptions::Option<bool> simtCheck{
      *this, "simt-check",
      llvm::cl::desc("Let the emulator check what kernels access"),
      llvm::cl::init(true)};
  PassOptions::Option<bool> simtStats{
      *this, "simt-stats",
      llvm::cl::desc("Let the emulator count what makes kernels slow"),
      llvm::cl::init(false)};
  PassOptions::Option<bool> verifyStages{
      *this, "verify-stages", llvm::cl::desc("Check what each stage promises"),
      llvm::cl::init(true)};
};

/// The start of every pipeline: calls are inlined and derivatives expanded,
/// before anything rewrites the graph. Behind it: no `croton.grad` and its kin,
/// and no call but of recursive functions.
void addDerivativeStage(OpPassManager &manager);

/// Stage `graph`: derivatives are expanded, calls inlined and state made
/// explicit in arguments and results, the rewrites of a mode are applied, and
/// ops are placed on a device. Behind it: croton ops and upstream ones on
/// tensors, no calls, no reads or writes of globals, no `croton.grad` and its
/// kin; only public functions.
void addGraphStage(OpPassManager &manager, const CrotonToLLVMOptions &options);

/// Stage `linalg`: behind it, no croton op but `croton.check`; arith, complex,
/// linalg, math, scf and tensor on signless elements; globals are gone.
/// Transfers are `bufferization.materialize_in_destination`.
void addLinalgStage(OpPassManager &manager, const CrotonToLLVMOptions &options);

/// Stage `buffers`: behind it, memrefs instead of tensors, every buffer freed
/// after its last use; large products are calls of the runtime.
void addBufferStage(OpPassManager &manager, const CrotonToLLVMOptions &options);

/// How kernels are compiled.
struct KernelOptions {
  /// Chip of CUDA devices that do not name one.
  std::string chip = "sm_90";
  /// "isa" (PTX), "bin" or "fatbin"; the latter need ptxas.
  std::string format = "isa";
  /// Where the CUDA toolkit is, for libdevice and ptxas; where upstream looks
  /// for it when empty.
  std::string toolkit;
  /// What the emulator checks and counts.
  bool simtCheck = true, simtStats = false;
};

/// Kernels: behind it, ops on device memory are launches of kernels in
/// `gpu.binary` ops. Nothing happens to functions without device memory.
void addKernelStage(OpPassManager &manager, const KernelOptions &options);

/// Stage `device`: the kernels of a module with the attribute croton.devices;
/// nothing happens to another. Behind it, what touches device memory are
/// allocations, copies and launches; kernels are `gpu.binary` ops.
void addDeviceStage(OpPassManager &manager, const CrotonToLLVMOptions &options);

/// Stage `loops`: behind it, no linalg.
void addLoopStage(OpPassManager &manager, const CrotonToLLVMOptions &options);

/// Stage `llvm`: behind it, the LLVM dialect only. Functions are entered
/// through their C interfaces (croton/Conversion/CrotonToLLVM/CrotonToLLVM.h).
void addLLVMStage(OpPassManager &manager, const CrotonToLLVMOptions &options);

/// All stages in order, for a module.
void buildCrotonToLLVMPipeline(OpPassManager &manager,
                               const CrotonToLLVMOptions &options);

/// Registers the pipeline as `croton-to-llvm`.
void registerCrotonToLLVMPipeline();

} // namespace mlir::croton

#endif // CROTON_PIPELINES_CROTONTOLLVM_H
