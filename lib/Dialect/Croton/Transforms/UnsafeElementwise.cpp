//===- UnsafeElementwise.cpp - Textbook rules that lose something ---------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What each of them loses is said above it. They carry the tag `unsafe` and run
// only when asked for by it or by name.
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"
#include "RewriteSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

// Pattern: f(g(x)) -> x  [g undoes f on part of its domain]
//
// exp(log(x)) is NaN for x < 0, and rounds; log(exp(x)) overflows to inf,
// underflows to -inf, and rounds.
template <typename OuterOp, typename InnerOp>
struct CancelInverse : OpRewritePattern<OuterOp> {
  using OpRewritePattern<OuterOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(OuterOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().template getDefiningOp<InnerOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "its operand is not its inverse");
    // The logarithm of a complex number is one of many.
    if (isComplex(getElementTypeOrSelf(op.getType())))
      return rewriter.notifyMatchFailure(op, "it is complex");
    rewriter.replaceOp(op, inner.getOperand());
    return success();
  }
};

// Pattern: x + 0.0 -> x  [float]
//
// -0.0 + 0.0 is 0.0.
struct AddPositiveZero : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 2)
      return rewriter.notifyMatchFailure(op, "it does not have two inputs");
    for (unsigned i : {0u, 1u}) {
      Value x = op.getInputs()[i], zero = op.getInputs()[1 - i];
      if (!isConstantZero(zero, /*isNegative=*/false) ||
          x.getType() != op.getType())
        continue;
      rewriter.replaceOp(op, x);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "it is not x + 0.0 in shape of x");
  }
};

} // namespace

void croton::detail::addUnsafeElementwiseRewrites(RewriteTable &table) {
  Registration registration({tag::kUnsafe});
  registration.withoutDatabaseTag();
  table.add(makeLocalRewrite<CancelInverse<ExpOp, LogOp>,
                             CancelInverse<LogOp, ExpOp>>(
                "local-func-inv", NumericClaim::Unsafe,
                "exp(log(x)) and log(exp(x)) to x"),
            {stage::kCanonicalize}, registration);
  table.add(makeLocalRewrite<AddPositiveZero>("local-add-specialize",
                                              NumericClaim::Unsafe,
                                              "x + 0.0 to x, also for -0.0"),
            {stage::kSpecialize}, registration);
}
