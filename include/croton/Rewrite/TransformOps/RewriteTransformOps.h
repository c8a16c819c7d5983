//===- RewriteTransformOps.h - Rewriting as a transform ---------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_TRANSFORMOPS_REWRITETRANSFORMOPS_H
#define CROTON_REWRITE_TRANSFORMOPS_REWRITETRANSFORMOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"
#include "mlir/IR/OpDefinition.h"

#define GET_OP_CLASSES
#include "croton/Rewrite/TransformOps/RewriteTransformOps.h.inc"

namespace mlir::croton {

/// Adds `transform.croton.apply_rewrites` to the transform dialect.
void registerRewriteTransformOps(DialectRegistry &registry);

} // namespace mlir::croton

#endif // CROTON_REWRITE_TRANSFORMOPS_REWRITETRANSFORMOPS_H
