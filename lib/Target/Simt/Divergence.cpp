//===- Divergence.cpp - Where the lanes of a warp may part ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch may diverge if its condition depends on the thread: on its index, on
// memory, or on what other lanes hand over. Dependence is followed through
// values only. A loop that lanes leave at different times makes the values that
// it computes differ behind it; that is not followed, so some divergent
// branches are missed.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

/// Whether a load reads the index of the thread or the lane, or, for `false`,
/// an id that all threads of a block share; nothing for other loads.
static std::optional<bool> isThreadId(const llvm::LoadInst &load) {
  const llvm::DataLayout &layout = load.getDataLayout();
  llvm::APInt offset(
      layout.getIndexTypeSizeInBits(load.getPointerOperandType()), 0);
  const llvm::Value *base =
      load.getPointerOperand()->stripAndAccumulateConstantOffsets(
          layout, offset, /*AllowNonInbounds=*/true);
  if (base->getName() != "croton_simt_ids")
    return std::nullopt;
  uint64_t id = offset.getZExtValue() / sizeof(uint32_t);
  return id < CROTON_SIMT_NTID || id == CROTON_SIMT_LANE;
}

static bool isSource(const llvm::Instruction &instruction) {
  if (auto *load = dyn_cast<llvm::LoadInst>(&instruction))
    return isThreadId(*load).value_or(true);
  if (isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::AllocaInst>(
          instruction))
    return true;
  auto *call = dyn_cast<llvm::CallInst>(&instruction);
  return call && call->getCalledFunction() &&
         call->getCalledFunction()->getName().starts_with("croton_simt_");
}

SmallVector<llvm::BranchInst *>
simt::findDivergentBranches(llvm::Function &function) {
  SmallVector<llvm::Instruction *> worklist;
  llvm::DenseSet<llvm::Instruction *> isDivergent;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    if (isSource(instruction) && isDivergent.insert(&instruction).second)
      worklist.push_back(&instruction);
  while (!worklist.empty())
    for (llvm::User *user : worklist.pop_back_val()->users())
      if (auto *instruction = dyn_cast<llvm::Instruction>(user);
          instruction && isDivergent.insert(instruction).second)
        worklist.push_back(instruction);

  SmallVector<llvm::BranchInst *> branches;
  for (llvm::BasicBlock &block : function)
    if (auto *branch = dyn_cast<llvm::BranchInst>(block.getTerminator());
        branch && branch->isConditional() && isDivergent.contains(branch))
      branches.push_back(branch);
  return branches;
}
