//===- StabilizeNnet.cpp - Softmax and cross-entropy without underflow ----===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a probability underflows to zero, its logarithm is -inf; the fused ops
// never form it. A probability of true zero (a logit of -inf) still gives -inf.
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"

#include "croton/Dialect/Croton/IR/Croton.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

// Pattern: log(softmax(x)) -> log_softmax(x)
//
// Also if something else needs the softmax: accuracy comes first.
struct LogOfSoftmax : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LogOp op,
                                PatternRewriter &rewriter) const override {
    auto softmax = op.getOperand().getDefiningOp<SoftmaxOp>();
    if (!softmax)
      return rewriter.notifyMatchFailure(op, "its operand is no softmax");
    rewriter.replaceOpWithNewOp<LogSoftmaxOp>(
        op, op.getType(), softmax.getOperand(), softmax.getAxis());
    return success();
  }
};

// Pattern: categorical_crossentropy(softmax(x), y) -> crossentropy_softmax(x,
// y)
struct CrossentropyOfSoftmax : OpRewritePattern<CategoricalCrossentropyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CategoricalCrossentropyOp op,
                                PatternRewriter &rewriter) const override {
    auto softmax = op.getProbabilities().getDefiningOp<SoftmaxOp>();
    if (!softmax)
      return rewriter.notifyMatchFailure(op, "its first operand is no softmax");
    int64_t rank =
        cast<RankedTensorType>(softmax.getOperand().getType()).getRank();
    if (static_cast<int64_t>(softmax.getAxis()) != rank - 1)
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
        diagnostic << "the softmax is along axis " << softmax.getAxis()
                   << ", not the last one";
      });
    rewriter.replaceOpWithNewOp<CrossentropySoftmaxOp>(
        op, op.getType(), softmax.getOperand(), op.getTarget());
    return success();
  }
};

} // namespace

void croton::detail::addNnetStabilizers(RewriteTable &table) {
  table.add(makeLocalRewrite<LogOfSoftmax>("local-logsoftmax",
                                           NumericClaim::Reassociates,
                                           "log(softmax(x)) to log_softmax(x)"),
            {stage::kStabilize}, {tag::kFastRun, tag::kFastCompile});
  table.add(makeLocalRewrite<CrossentropyOfSoftmax>(
                "crossentropy-to-crossentropy-with-softmax",
                NumericClaim::Reassociates,
                "categorical_crossentropy(softmax(x), y) to "
                "crossentropy_softmax(x, y)"),
            {stage::kStabilize}, {tag::kFastRun, tag::kFastCompile});
}
