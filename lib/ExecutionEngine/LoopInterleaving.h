//===- LoopInterleaving.h - Which loops the vectorizer interleaves * C++ *-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_EXECUTIONENGINE_LOOPINTERLEAVING_H
#define CROTON_LIB_EXECUTIONENGINE_LOOPINTERLEAVING_H

#include "llvm/IR/PassManager.h"

namespace mlir::croton {

/// Tells LLVM's vectorizer, by metadata, not to interleave the innermost loops
/// that gain too little from it for the time it takes to compile them.
struct LoopInterleavingPass : llvm::PassInfoMixin<LoopInterleavingPass> {
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);
};

} // namespace mlir::croton

#endif // CROTON_LIB_EXECUTIONENGINE_LOOPINTERLEAVING_H
