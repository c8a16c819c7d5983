//===- Passes.h - The rewrite engine as a pass ------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_PASSES_H
#define CROTON_REWRITE_PASSES_H

#include "croton/Rewrite/Explain.h"
#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlir::croton {

#define GEN_PASS_DECL
#include "croton/Rewrite/Passes.h.inc"

/// Generates `registerCrotonRewritePasses` and one such function per pass.
#define GEN_PASS_REGISTRATION
#include "croton/Rewrite/Passes.h.inc"

} // namespace mlir::croton

#endif // CROTON_REWRITE_PASSES_H
