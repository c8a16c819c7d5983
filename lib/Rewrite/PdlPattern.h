//===- PdlPattern.h - A PDL pattern as a rewrite pattern --------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_PDLPATTERN_H
#define CROTON_LIB_REWRITE_PDLPATTERN_H

#include "croton/Rewrite/Rewrite.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "llvm/Support/Error.h"

namespace mlir::croton::detail {

/// "file:line:column", or "" if `loc` does not say.
std::string formatPlace(Location loc);

/// An error about a place of a file: "file:3:5: message".
llvm::Error failAt(Location loc, const Twine &message);

/// Checks what must hold of a pattern before it is verified: its size, and that
/// the ops it names exist. Loads their dialects.
llvm::Error checkNamesOfPattern(pdl::PatternOp pattern);

/// Checks that a verified pattern can be run: it has one root, binds all values
/// and calls natives that are there.
llvm::Error checkPattern(pdl::PatternOp pattern,
                         const PDLPatternModule &natives);

/// Makes a pattern that was checked a rewrite's patterns, for its context.
LocalRewrite::Populate compilePattern(pdl::PatternOp pattern,
                                      const PDLPatternModule &natives);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_PDLPATTERN_H
