//===- GlobalRunner.h - Running one global rewrite --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_GLOBALRUNNER_H
#define CROTON_LIB_REWRITE_GLOBALRUNNER_H

#include "croton/Rewrite/Profile.h"
#include "croton/Rewrite/Rewrite.h"
#include "croton/Rewrite/RunOptions.h"

namespace mlir::croton::detail {

struct GlobalOutcome {
  bool hasFailed = false;
  bool hasChanged = false;
  /// It changed something that no listener was told of.
  bool isUnseen = false;
};

/// Runs `rewrite` on `op`: its callable with `rewriter`, or its passes.
GlobalOutcome runGlobal(const GlobalRewrite &rewrite, Operation *op,
                        RewriterBase &rewriter);

/// The same for a stage: asks and tells the observer of `run`, and counts in
/// `counts`. One that the observer holds back changes nothing.
GlobalOutcome runWatched(const GlobalRewrite &rewrite, Operation *op,
                         RewriterBase &rewriter, const RunOptions &run,
                         StageCounts &counts, unsigned round);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_GLOBALRUNNER_H
