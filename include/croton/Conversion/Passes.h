//===- Passes.h - Conversion passes -----------------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constructors, options and registration of the passes that lead from the
// croton dialect to the LLVM dialect. Passes.td describes them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_PASSES_H
#define CROTON_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"
#include <memory>

namespace mlir::croton {

#define GEN_PASS_DECL
#include "croton/Conversion/Passes.h.inc"

/// Generates `registerCrotonConversionPasses` and one such function per pass.
#define GEN_PASS_REGISTRATION
#include "croton/Conversion/Passes.h.inc"

} // namespace mlir::croton

#endif // CROTON_CONVERSION_PASSES_H
