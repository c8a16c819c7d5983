//===- RewriteTransformOps.cpp - Rewriting as a transform -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// With asserts, the header of the transform dialect calls checks that a release
// build of MLIR does not hold.
#ifndef NDEBUG
#define NDEBUG
#endif

#include "croton/Rewrite/TransformOps/RewriteTransformOps.h"

#include "croton/Rewrite/PlanRunner.h"
#include "croton/Rewrite/Registry.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::croton;

#define GET_OP_CLASSES
#include "croton/Rewrite/TransformOps/RewriteTransformOps.cpp.inc"

LogicalResult ApplyRewritesOp::verify() {
  if (getMode() && getQuery())
    return emitOpError("expected a mode or a query, but got both");
  return success();
}

/// The plan of a mode or a query.
static llvm::Expected<Plan> resolvePlan(MLIRContext *context,
                                        std::optional<StringRef> mode,
                                        std::optional<StringRef> text) {
  llvm::Expected<RewriteRegistry> registry = RewriteRegistry::collect(context);
  if (!registry)
    return registry.takeError();
  if (text) {
    llvm::Expected<Query> query = Query::parse(*text);
    if (!query)
      return query.takeError();
    return registry->getDatabase().resolve(*query);
  }
  llvm::Expected<const Mode *> found =
      registry->findMode(mode.value_or("fast_run"));
  if (!found)
    return found.takeError();
  return registry->getDatabase().resolve((*found)->query);
}

DiagnosedSilenceableFailure
ApplyRewritesOp::apply(transform::TransformRewriter &rewriter,
                       transform::TransformResults &results,
                       transform::TransformState &state) {
  llvm::Expected<Plan> plan = resolvePlan(getContext(), getMode(), getQuery());
  if (!plan)
    return emitDefiniteFailure() << llvm::toString(plan.takeError());

  PlanRunner runner(getContext(), std::move(*plan));
  SmallVector<Operation *> targets =
      llvm::to_vector(state.getPayloadOps(getTarget()));
  for (Operation *target : targets) {
    if (target->isAncestor(*this)) {
      auto failure = emitDefiniteFailure()
                     << "the target holds this transform op";
      failure.attachNote(target->getLoc()) << "target";
      return failure;
    }
    if (failed(runner.run(target))) {
      auto failure = emitDefiniteFailure() << "a rewrite failed";
      failure.attachNote(target->getLoc()) << "target";
      return failure;
    }
  }
  results.set(llvm::cast<OpResult>(getResult()), targets);
  return DiagnosedSilenceableFailure::success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
class RewriteTransformExtension
    : public transform::TransformDialectExtension<RewriteTransformExtension> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RewriteTransformExtension)

  using Base::Base;

  void init() {
    // Of rewrites loaded from files.
    declareGeneratedDialect<pdl::PDLDialect>();
    registerTransformOps<ApplyRewritesOp>();
  }
};
} // namespace

void croton::registerRewriteTransformOps(DialectRegistry &registry) {
  registry.addExtensions<RewriteTransformExtension>();
}
