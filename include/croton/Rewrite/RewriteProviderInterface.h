//===- RewriteProviderInterface.h - Dialects that bring rewrites *- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_REWRITEPROVIDERINTERFACE_H
#define CROTON_REWRITE_REWRITEPROVIDERINTERFACE_H

#include "croton/Rewrite/Registry.h"
#include "mlir/IR/DialectInterface.h"

namespace mlir::croton {

/// A dialect that has rewrites attaches this. Whatever loads the dialect (a
/// plugin, too) thereby brings them into the registry of the context. Both
/// methods run once per registry, in the order of the dialects' namespaces:
/// all stages of all dialects first, so that rewrites may join the stages of
/// other dialects.
class RewriteProviderInterface
    : public DialectInterface::Base<RewriteProviderInterface> {
public:
  RewriteProviderInterface(Dialect *dialect) : Base(dialect) {}

  /// Adds databases to the registry, and modes.
  virtual llvm::Error registerStages(RewriteRegistry &registry) const {
    return llvm::Error::success();
  }
  /// Adds rewrites to the databases.
  virtual llvm::Error registerRewrites(RewriteRegistry &registry) const = 0;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_REWRITEPROVIDERINTERFACE_H
