//===- LoopInterleaving.cpp - Which loops the vectorizer interleaves ------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interleaving makes several copies of a vectorized loop's body and an epilogue
// for what is left over; compiling the digits perceptron takes a quarter less
// without. It pays where a short body waits for its own accumulators, or runs
// for so long that the loop's own instructions count.
//
//===----------------------------------------------------------------------===//

#include "LoopInterleaving.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace mlir;
using namespace mlir::croton;

/// A loop that runs less often is over before interleaving has paid.
static constexpr unsigned kLongTripCount = 16384;

/// A body with more instructions keeps the machine busy by itself.
static constexpr unsigned kShortBody = 16;

static bool hasAccumulator(const llvm::Loop &loop) {
  return llvm::any_of(loop.getHeader()->phis(), [](const llvm::PHINode &phi) {
    return phi.getType()->isFloatingPointTy();
  });
}

static bool isShort(const llvm::Loop &loop) {
  unsigned count = 0;
  for (const llvm::BasicBlock *block : loop.blocks())
    count += block->size();
  return count <= kShortBody;
}

llvm::PreservedAnalyses
LoopInterleavingPass::run(llvm::Function &function,
                          llvm::FunctionAnalysisManager &analyses) {
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  auto &evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    unsigned tripCount = evolution.getSmallConstantTripCount(loop);
    bool isLong = tripCount == 0 || tripCount >= kLongTripCount;
    if (!isShort(*loop) || !(isLong || hasAccumulator(*loop)))
      llvm::addStringMetadataToLoop(loop, "llvm.loop.interleave.count", 1);
  }
  return llvm::PreservedAnalyses::all();
}
