//===- RewriteBisect.h - croton-opt --rewrite-bisect ---------- -*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_OPT_REWRITEBISECT_H
#define CROTON_TOOLS_CROTON_OPT_REWRITEBISECT_H

#include "mlir/Support/LLVM.h"

namespace mlir {
class DialectRegistry;

namespace croton {

/// If the command line asks for it, finds the application of a rewrite to the
/// program in the file `input` that makes a predicate fail, and returns the
/// exit code; else returns nothing.
std::optional<int> runRewriteBisect(StringRef input,
                                    const DialectRegistry &registry);

} // namespace croton
} // namespace mlir

#endif // CROTON_TOOLS_CROTON_OPT_REWRITEBISECT_H
