//===- PdlPattern.h - A PDL pattern as a rewrite pattern --------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's interpreter of PDL trusts its patterns: it follows null where
// types cannot be inferred, calls natives that are not there, frees an op twice
// that two names stand for. What comes from a file is therefore checked and
// rewritten before it is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_PDLPATTERN_H
#define CROTON_LIB_REWRITE_PDLPATTERN_H

#include "croton/Rewrite/LoadRewrites.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"

namespace mlir::croton::detail {

/// "file:line:column", or "" if `loc` does not say.
std::string formatPlace(Location loc);

/// An error about a place of a file: "file:3:5: message".
llvm::Error failAt(Location loc, const Twine &message);

/// Checks what must hold of a pattern before it is verified: its size, and that
/// the ops it names exist. Loads their dialects.
llvm::Error checkNamesOfPattern(pdl::PatternOp pattern);

/// Checks a verified pattern and makes it safe to be run.
llvm::Error preparePattern(pdl::PatternOp pattern,
                           const PDLPatternModule &natives);

/// Compiles a prepared pattern. It is copied.
LocalRewrite::Populate compilePattern(pdl::PatternOp pattern,
                                      const LoadRewritesOptions &options);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_PDLPATTERN_H
