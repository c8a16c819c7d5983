//===- PdlPattern.cpp - A PDL pattern as a rewrite pattern ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlPattern.h"

#include "MakeOp.h"
#include "PdlNatives.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include <mutex>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
/// A compiled pattern. What runs it has state, so that each thread takes one
/// out of a pool.
class CompiledPattern {
public:
  explicit CompiledPattern(RewritePatternSet &&patterns)
      : frozen(std::move(patterns)) {}

  std::unique_ptr<PatternApplicator> take() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (!idle.empty())
        return idle.pop_back_val();
    }
    auto applicator = std::make_unique<PatternApplicator>(frozen);
    applicator->applyDefaultCostModel();
    return applicator;
  }
  void giveBack(std::unique_ptr<PatternApplicator> applicator) {
    std::lock_guard<std::mutex> lock(mutex);
    idle.push_back(std::move(applicator));
  }

private:
  FrozenRewritePatternSet frozen;
  std::mutex mutex;
  SmallVector<std::unique_ptr<PatternApplicator>> idle;
};

/// What drivers see of it.
class PdlPattern final : public RewritePattern {
public:
  PdlPattern(MLIRContext *context, StringRef root,
             ArrayRef<StringRef> generatedNames, bool callsNatives,
             std::shared_ptr<CompiledPattern> compiled)
      : RewritePattern(root, /*benefit=*/1, context, generatedNames),
        callsNatives(callsNatives), compiled(std::move(compiled)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    std::unique_ptr<PatternApplicator> applicator = compiled->take();
    bool matches = false;
    MadeOps made;
    LogicalResult result =
        applicator->matchAndRewrite(op, rewriter, [&](const Pattern &) {
          matches = true;
          return true;
        });
    compiled->giveBack(std::move(applicator));
    // Replacements come last, so that a failure leaves only what was made. What
    // natives of others have done with it is not known.
    if (failed(result) && matches && !callsNatives)
      made.eraseAll(rewriter);
    // Natives give reasons of their own.
    if (failed(result) && !matches)
      return rewriter.notifyMatchFailure(op, "does not match the PDL pattern");
    return result;
  }

private:
  /// Whether its rewrite calls natives that are not ours.
  bool callsNatives;
  std::shared_ptr<CompiledPattern> compiled;
};
} // namespace

LocalRewrite::Populate
croton::detail::compilePattern(pdl::PatternOp pattern,
                               const LoadRewritesOptions &options) {
  MLIRContext *context = pattern.getContext();
  OwningOpRef<ModuleOp> module = ModuleOp::create(pattern.getLoc());
  module->getBody()->push_back(pattern->clone());

  std::string root = pattern.getRewriter()
                         .getRoot()
                         .getDefiningOp<pdl::OperationOp>()
                         .getOpName()
                         ->str();
  SmallVector<std::string> generated;
  pattern.getRewriter()->walk(
      [&](pdl::OperationOp op) { generated.push_back(op.getOpName()->str()); });

  bool callsNatives = pattern.getRewriter().getName().has_value();
  pattern.getRewriter()->walk([&](pdl::ApplyNativeRewriteOp op) {
    callsNatives |= op.getName() != kInferTypes && op.getName() != kVerify &&
                    op.getName() != kPresent;
  });

  PDLPatternModule pdlModule(std::move(module));
  if (options.registerNatives)
    options.registerNatives(pdlModule);
  registerPdlNatives(pdlModule);
  auto compiled = std::make_shared<CompiledPattern>(
      RewritePatternSet(std::move(pdlModule)));
  return [=](RewritePatternSet &patterns) {
    assert(patterns.getContext() == context &&
           "a loaded rewrite belongs to the context it was loaded for");
    SmallVector<StringRef> names(generated.begin(), generated.end());
    patterns.add<PdlPattern>(context, root, names, callsNatives, compiled);
  };
}
