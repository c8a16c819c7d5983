//===- RewriteSources.h - Rewrites that no dialect brings -------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_REWRITESOURCES_H
#define CROTON_REWRITE_REWRITESOURCES_H

#include "croton/Rewrite/Registry.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::croton {

/// Where rewrites come from that belong to no dialect, such as a file. One
/// source may serve several contexts, from several threads.
class RewriteSource {
public:
  virtual ~RewriteSource();

  /// Adds rewrites to a registry.
  using Contribute = std::function<llvm::Error(RewriteRegistry &)>;

  /// Gets ready for a registry of `context`: loads the dialects that the
  /// rewrites need, before the loaded dialects are asked. The result is called
  /// after all dialects have added their rewrites.
  virtual llvm::Expected<Contribute> prepare(MLIRContext *context) const = 0;
};

/// Every context with this dialect registry asks `source` whenever it collects
/// rewrites; sources are asked in the order in which they were added.
void addRewriteSource(DialectRegistry &registry,
                      std::shared_ptr<const RewriteSource> source);

/// The same for one context.
void addRewriteSource(MLIRContext &context,
                      std::shared_ptr<const RewriteSource> source);

/// The sources of a context.
std::vector<std::shared_ptr<const RewriteSource>>
getRewriteSources(MLIRContext *context);

} // namespace mlir::croton

#endif // CROTON_REWRITE_REWRITESOURCES_H
