//===- RewriteSources.cpp - Rewrites that no dialect brings ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/RewriteSources.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include <mutex>

using namespace mlir;
using namespace mlir::croton;

RewriteSource::~RewriteSource() = default;

using SourceRef = std::shared_ptr<const RewriteSource>;

namespace {
/// The sources of a context, kept by its builtin dialect, which is always
/// there.
class RewriteSourcesInterface
    : public DialectInterface::Base<RewriteSourcesInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RewriteSourcesInterface)

  RewriteSourcesInterface(Dialect *dialect) : Base(dialect) {}

  void add(SourceRef source) {
    std::lock_guard<std::mutex> lock(mutex);
    // A registry is applied to one context more than once.
    if (!llvm::is_contained(sources, source))
      sources.push_back(std::move(source));
  }
  std::vector<SourceRef> get() const {
    std::lock_guard<std::mutex> lock(mutex);
    return sources;
  }

private:
  mutable std::mutex mutex;
  std::vector<SourceRef> sources;
};

/// Hands a source to each context of a registry.
class SourceExtension
    : public DialectExtension<SourceExtension, BuiltinDialect> {
public:
  explicit SourceExtension(SourceRef source) : source(std::move(source)) {}

  void apply(MLIRContext *context, BuiltinDialect *dialect) const override {
    auto *sources = dialect->getRegisteredInterface<RewriteSourcesInterface>();
    if (!sources)
      sources = &dialect->addInterface<RewriteSourcesInterface>();
    sources->add(source);
  }

private:
  SourceRef source;
};
} // namespace

void croton::addRewriteSource(DialectRegistry &registry, SourceRef source) {
  // Its own address tells the extension of one source from that of another.
  TypeID id = TypeID::getFromOpaquePointer(source.get());
  registry.addExtension(id,
                        std::make_unique<SourceExtension>(std::move(source)));
}

void croton::addRewriteSource(MLIRContext &context, SourceRef source) {
  DialectRegistry registry;
  addRewriteSource(registry, std::move(source));
  context.appendDialectRegistry(registry);
}

std::vector<SourceRef> croton::getRewriteSources(MLIRContext *context) {
  auto *dialect = context->getLoadedDialect<BuiltinDialect>();
  auto *sources = dialect->getRegisteredInterface<RewriteSourcesInterface>();
  return sources ? sources->get() : std::vector<SourceRef>();
}
