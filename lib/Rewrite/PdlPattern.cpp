//===- PdlPattern.cpp - A PDL pattern as a rewrite pattern ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlPattern.h"

#include "PdlProgram.h"
#include "mlir/IR/MLIRContext.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
/// What drivers see of a pattern.
class PdlPattern final : public RewritePattern {
public:
  PdlPattern(MLIRContext *context, StringRef root,
             ArrayRef<StringRef> generatedNames,
             std::shared_ptr<const PdlProgram> program)
      : RewritePattern(root, /*benefit=*/1, context, generatedNames),
        program(std::move(program)) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    std::optional<std::vector<PdlCell>> cells =
        matchPdl(*program, op, rewriter);
    if (!cells)
      return failure();
    return rewritePdl(*program, std::move(*cells), op, rewriter);
  }

private:
  std::shared_ptr<const PdlProgram> program;
};
} // namespace

LocalRewrite::Populate
croton::detail::compilePattern(pdl::PatternOp pattern,
                               const PDLPatternModule &natives) {
  MLIRContext *context = pattern.getContext();
  pdl::RewriteOp rewriter = pattern.getRewriter();
  auto rootOp = rewriter.getRoot().getDefiningOp<pdl::OperationOp>();
  std::string root = rootOp.getOpName()->str();
  SmallVector<std::string> generated;
  rewriter->walk(
      [&](pdl::OperationOp op) { generated.push_back(op.getOpName()->str()); });
  auto program =
      std::make_shared<const PdlProgram>(compilePdl(pattern, natives));
  return [=](RewritePatternSet &patterns) {
    assert(patterns.getContext() == context &&
           "a loaded rewrite belongs to the context it was loaded for");
    SmallVector<StringRef> names(generated.begin(), generated.end());
    patterns.add<PdlPattern>(context, root, names, program);
  };
}
