//===- RewriteListing.h - Switches that list the rewrites -------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_OPT_REWRITELISTING_H
#define CROTON_TOOLS_CROTON_OPT_REWRITELISTING_H

#include <optional>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::croton {

/// Makes --list-rewrites[=query], --list-modes and --print-rewrites-doc known
/// to the command line.
void registerRewriteListingOptions();

/// Prints what they ask for about all dialects in `registry`. Returns the exit
/// status of the program, or nothing if none of them was given.
std::optional<int> listRewrites(const DialectRegistry &registry);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_OPT_REWRITELISTING_H
