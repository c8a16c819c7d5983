//===- SimtModule.h - A module on its way to the emulator -------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps from a gpu.module to an object file, in the order in which
// SimtTarget.cpp takes them, and the state that they share.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_TARGET_SIMT_SIMTMODULE_H
#define CROTON_LIB_TARGET_SIMT_SIMTMODULE_H

#include "croton/Runtime/SimtImage.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace mlir::croton::simt {

/// A kernel and what its launch must know.
struct KernelInfo {
  std::string name;
  /// The most threads of a block, or 0.
  uint32_t maxThreads = 0;
  llvm::Function *function = nullptr;
  /// The bytes of its variables in shared memory, and where each one lies.
  uint32_t sharedBytes = 0;
  llvm::SmallDenseMap<llvm::GlobalVariable *, uint32_t> sharedOffsets;
};

/// What an entry of the image's table of sites is made from.
struct Site {
  std::string location;
  std::string text;
  CrotonSimtSiteKind kind = CROTON_SIMT_OTHER;
  uint32_t size = 0;
  uint32_t alignment = 1;
  uint32_t objectOffset = 0;
  uint32_t objectSize = 0;
};

/// The module, and what the steps find out.
struct SimtModule {
  bool isChecked = false;
  bool isCounted = false;

  /// Where the LLVM instructions come from: the line of their debug location,
  /// counted from 1, is an index into this.
  SmallVector<Location> locations;
  /// The names of variables in shared memory.
  SmallVector<std::string> sharedNames;
  SmallVector<KernelInfo> kernels;
  std::unique_ptr<llvm::Module> llvmModule;
  std::vector<Site> sites;
  /// Numbers of sites that need no size, by what they say.
  llvm::StringMap<uint32_t> siteNumbers;

  llvm::LLVMContext &getContext() { return llvmModule->getContext(); }
  /// Where an instruction comes from; unknown if nothing is known.
  Location getLocation(const llvm::Instruction &instruction) const;
  /// The same as messages of the emulator print it.
  std::string describeLocation(const llvm::Instruction &instruction) const;
  InFlightDiagnostic emitError(const llvm::Instruction &instruction) const {
    return mlir::emitError(getLocation(instruction));
  }
  /// The number of a site without size for an instruction, as a constant.
  llvm::Constant *getSite(const llvm::Instruction &instruction, StringRef text);
  /// A function or variable of the emulator.
  llvm::FunctionCallee getRuntimeFunction(StringRef name,
                                          llvm::FunctionType *type);
  llvm::GlobalVariable *getRuntimeVariable(StringRef name, llvm::Type *type);
};

/// Makes a copy of a gpu.module ready for translation: one address space,
/// locations that are numbers, kernels and shared variables noted.
OwningOpRef<Operation *> prepareModule(Operation *module, SimtModule &simt);

/// Turns calls of libdevice into calls of libm (DeviceMath.cpp).
LogicalResult lowerDeviceMath(SimtModule &simt);

/// Turns NVVM's intrinsics into calls of the emulator (Intrinsics.cpp).
LogicalResult lowerIntrinsics(SimtModule &simt);

/// An intrinsic of NVVM that is a function of numbers (DeviceMath.cpp): returns
/// its value, or null for any other.
llvm::Value *lowerMathIntrinsic(llvm::CallInst &call,
                                llvm::IRBuilder<> &builder);

/// Gives each kernel's shared variables their places (SharedMemory.cpp).
/// `placeShared` before instrumentation, `replaceShared` after it.
LogicalResult placeShared(SimtModule &simt);
void replaceShared(SimtModule &simt);

/// The conditional branches where the lanes of a warp may differ
/// (Divergence.cpp).
SmallVector<llvm::BranchInst *> findDivergentBranches(llvm::Function &function);

/// Reports accesses, branches and loops to the emulator (Instrument.cpp).
LogicalResult instrument(SimtModule &simt);

/// Adds what the emulator looks for in an image (Image.cpp).
void addImage(SimtModule &simt);

} // namespace mlir::croton::simt

#endif // CROTON_LIB_TARGET_SIMT_SIMTMODULE_H
