//===- RewriteLoading.h - croton-opt --load-rewrites ------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_OPT_REWRITELOADING_H
#define CROTON_TOOLS_CROTON_OPT_REWRITELOADING_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::croton {

/// Adds --load-rewrites and --load-rewrites-dir. To be called before the
/// command line is parsed.
void registerRewriteLoadingOptions();

/// Makes the files of --load-rewrites sources of rewrites in all contexts of
/// `registry`. They are read when rewrites are first collected.
void loadRewriteFiles(DialectRegistry &registry);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_OPT_REWRITELOADING_H
