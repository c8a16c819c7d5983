//===- Rewrites.h - The rewrite catalogue of croton -------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_TRANSFORMS_REWRITES_H
#define CROTON_DIALECT_CROTON_TRANSFORMS_REWRITES_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::croton {

/// Brings the stages, the modes and the rewrites of the croton dialect into the
/// registries of all contexts that use `registry` (RewriteRegistry::collect).
/// These contexts load the dialect at once, so that `croton-optimize` knows its
/// modes whatever ops a program has.
void registerCrotonRewrites(DialectRegistry &registry);

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_TRANSFORMS_REWRITES_H
