//===- SpecializeElementwise.cpp - Cheaper forms of elementwise ops -------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"

#include "croton/Dialect/Croton/IR/Croton.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

// Pattern: x * x -> sqr(x)
struct MulToSqr : OpRewritePattern<MulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MulOp op,
                                PatternRewriter &rewriter) const override {
    ValueRange inputs = op.getInputs();
    if (inputs.size() != 2 || inputs[0] != inputs[1])
      return rewriter.notifyMatchFailure(op,
                                         "its inputs are not twice the same");
    rewriter.replaceOpWithNewOp<SqrOp>(op, inputs[0]);
    return success();
  }
};

/// The reciprocals of all elements of a constant, or null if one of them is not
/// exact: both are then powers of two.
DenseElementsAttr getExactReciprocals(Value value) {
  DenseFPElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)))
    return {};
  auto invert = [](const APFloat &x) {
    APFloat inverse(x.getSemantics());
    return x.getExactInverse(&inverse) ? std::optional(inverse) : std::nullopt;
  };
  if (constant.isSplat()) {
    std::optional<APFloat> inverse = invert(constant.getSplatValue<APFloat>());
    return inverse ? DenseElementsAttr::get(constant.getType(), *inverse)
                   : DenseElementsAttr();
  }
  SmallVector<APFloat> inverses;
  for (const APFloat &x : constant.getValues<APFloat>()) {
    std::optional<APFloat> inverse = invert(x);
    if (!inverse)
      return {};
    inverses.push_back(*inverse);
  }
  return DenseElementsAttr::get(constant.getType(), inverses);
}

// Pattern: x / c -> x * (1 / c)  [float; c holds powers of two]
//
// Quotient and product are the same real number, rounded once: bit for bit the
// same, infinities, zeros, overflow and underflow included.
struct DivToMul : OpRewritePattern<TrueDivOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TrueDivOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr reciprocals = getExactReciprocals(op.getRhs());
    if (!reciprocals)
      return rewriter.notifyMatchFailure(
          op, "its divisor is no constant of powers of two");
    Value factor = ConstantOp::create(rewriter, op.getLoc(), reciprocals);
    rewriter.replaceOpWithNewOp<MulOp>(op, ValueRange{op.getLhs(), factor});
    return success();
  }
};

} // namespace

void croton::detail::addElementwiseSpecializers(RewriteTable &table) {
  table.add(makeLocalRewrite<MulToSqr>("local-mul-to-sqr", NumericClaim::Exact,
                                       "x * x to sqr(x)"),
            {stage::kSpecialize}, {tag::kFastRun});
  table.add(
      makeLocalRewrite<DivToMul>("local-true-div-to-mul", NumericClaim::Exact,
                                 "x / c to x * (1 / c) if c is a power of two"),
      {stage::kSpecialize}, {tag::kFastRun});
}
