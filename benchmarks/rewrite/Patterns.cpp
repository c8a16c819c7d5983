//===- Patterns.cpp - A set of patterns of a usual size -------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace {
// Pattern: a - b -> a + (-b)
struct SubToAdd : OpRewritePattern<arith::SubFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::SubFOp op,
                                PatternRewriter &rewriter) const override {
    Value negative = arith::NegFOp::create(rewriter, op.getLoc(), op.getRhs());
    rewriter.replaceOpWithNewOp<arith::AddFOp>(op, op.getLhs(), negative);
    return success();
  }
};

// Pattern: sqr(x) -> x * x
struct SqrToMul : OpRewritePattern<croton::SqrOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(croton::SqrOp op,
                                PatternRewriter &rewriter) const override {
    Value x = op->getOperand(0);
    rewriter.replaceOpWithNewOp<croton::MulOp>(op, ValueRange{x, x});
    return success();
  }
};

/// Looks at two producers and at the number of uses, as most patterns do, and
/// does not match.
struct NeverMatches : RewritePattern {
  NeverMatches(StringRef root, MLIRContext *context)
      : RewritePattern(root, /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || !producer->hasOneUse())
        continue;
      if (producer->hasAttr("bench.never"))
        return success();
    }
    return rewriter.notifyMatchFailure(op, "no operand is marked");
  }
};
} // namespace

template <typename... Ops>
static void addCanonicalizations(RewritePatternSet &patterns) {
  (Ops::getCanonicalizationPatterns(patterns, patterns.getContext()), ...);
}

void bench::populateBenchmarkPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<SubToAdd, SqrToMul>(context);
  for (StringRef root :
       {"arith.addf", "arith.mulf", "arith.divf", "arith.maximumf",
        "arith.negf", "scf.for", "croton.dot", "croton.add", "croton.mul",
        "croton.tanh", "croton.dimshuffle", "croton.sub"})
    for (int i = 0; i < 3; ++i)
      patterns.add<NeverMatches>(root, context);
  addCanonicalizations<arith::AddIOp, arith::SubIOp, arith::MulIOp,
                       arith::AndIOp, arith::OrIOp, arith::XOrIOp,
                       arith::CmpIOp, arith::SelectOp, arith::ExtUIOp,
                       arith::ExtSIOp, arith::TruncIOp, arith::IndexCastOp>(
      patterns);
}
