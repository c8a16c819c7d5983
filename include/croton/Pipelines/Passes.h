//===- Passes.h - Passes that serve pipelines -------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors, options and registration of the passes that check what
// pipelines promise. Passes.td describes them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_PIPELINES_PASSES_H
#define CROTON_PIPELINES_PASSES_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlir::croton {

#define GEN_PASS_DECL
#include "croton/Pipelines/Passes.h.inc"

/// Generates `registerCrotonPipelinesPasses` and one such function per pass.
#define GEN_PASS_REGISTRATION
#include "croton/Pipelines/Passes.h.inc"

} // namespace mlir::croton

#endif // CROTON_PIPELINES_PASSES_H
