//===- Passes.h - Passes inside the croton dialect --------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors, options and registration of the passes that stay on the level
// of the croton dialect. Passes.td describes them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_TRANSFORMS_PASSES_H
#define CROTON_DIALECT_CROTON_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlir::croton {

#define GEN_PASS_DECL
#include "croton/Dialect/Croton/Transforms/Passes.h.inc"

/// Generates `registerCrotonTransformsPasses` and one such function per pass.
#define GEN_PASS_REGISTRATION
#include "croton/Dialect/Croton/Transforms/Passes.h.inc"

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_TRANSFORMS_PASSES_H
