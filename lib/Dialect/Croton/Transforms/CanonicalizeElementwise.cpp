//===- CanonicalizeElementwise.cpp - Normal form of elementwise ops -------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Identities that hold bit by bit in every element type they accept. Where the
// textbook rule does not (x + 0 makes 0.0 of -0.0), the rule here is the part
// of it that does; the whole is in UnsafeElementwise.cpp.
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"
#include "RewriteSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// neg, add, mul, sub, true_div
//===----------------------------------------------------------------------===//

namespace {

// Pattern: -(-x) -> x
//
// Integers wrap twice, a NaN stays a NaN.
struct NegOfNeg : OpRewritePattern<NegOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(NegOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<NegOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "its operand is no negation");
    rewriter.replaceOp(op, inner.getOperand());
    return success();
  }
};

// Pattern: add(x) -> x, mul(x) -> x
template <typename OpTy>
struct SingleInput : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (op.getInputs().size() != 1)
      return rewriter.notifyMatchFailure(op, "it has several inputs");
    rewriter.replaceOp(op, op.getInputs().front());
    return success();
  }
};

// Pattern: mul(1, x, ..) -> mul(x, ..), add(-0.0, x, ..) -> add(x, ..)
//
// Leaves out the inputs that change nothing. They may have stretched the
// others: the result must keep its type. Sizes that only such an input knows
// are a static part of that type, so no check at run time is lost.
template <typename OpTy, bool (*isNeutral)(Value)>
struct DropNeutral : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> kept;
    for (Value input : op.getInputs())
      if (!isNeutral(input))
        kept.push_back(input);
    if (kept.size() == op.getInputs().size())
      return rewriter.notifyMatchFailure(op, "no input is neutral");
    // A product of ones is left to folding.
    if (kept.empty())
      return rewriter.notifyMatchFailure(op, "all inputs are neutral");
    SmallVector<Type> types;
    if (failed(croton::detail::inferBroadcastType(
            std::nullopt, OpTy::getOperationName(), kept,
            [&] { return getElementTypeOrSelf(kept[0].getType()); }, types)) ||
        types[0] != op.getType())
      return rewriter.notifyMatchFailure(op, "a neutral input gives the shape");
    if (kept.size() == 1)
      rewriter.replaceOp(op, kept[0]);
    else
      rewriter.replaceOpWithNewOp<OpTy>(op, op.getType(), kept);
    return success();
  }
};

// Pattern: x - 0.0 -> x, x / 1 -> x
//
// Subtracting a positive zero keeps -0.0; subtracting a negative one does not.
template <typename OpTy, bool (*isNeutral)(Value)>
struct DropNeutralRight : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!isNeutral(op.getRhs()))
      return rewriter.notifyMatchFailure(op,
                                         "its second operand has an effect");
    if (op.getLhs().getType() != op.getType())
      return rewriter.notifyMatchFailure(op,
                                         "its second operand gives the shape");
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// cast
//===----------------------------------------------------------------------===//

// Pattern: cast(cast(x)) -> cast(x)  [the inner one loses nothing]
//
// The way over a float saturates where the direct one wraps, so an integer may
// skip it only if the target has room for all of its values.
struct CastOfCast : OpRewritePattern<CastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(CastOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<CastOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "its operand is no cast");
    Type from = getElementTypeOrSelf(inner.getOperand().getType());
    Type over = inner.getDtype(), to = op.getDtype();
    if (!holdsAllValues(over, from))
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
        diagnostic << over << " does not hold every " << from;
      });
    bool saturates =
        isDiscrete(from) && isFloat(over) && isDiscrete(to) && !to.isInteger(1);
    if (saturates && !holdsAllValues(to, from))
      return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
        diagnostic << "a cast from " << over << " to " << to
                   << " saturates, one from " << from << " wraps";
      });
    if (inner.getOperand().getType() == op.getType())
      rewriter.replaceOp(op, inner.getOperand());
    else
      rewriter.replaceOpWithNewOp<CastOp>(op, inner.getOperand(), to);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

/// -0.0 for floats: 0.0 + -0.0 is 0.0, but -0.0 + 0.0 is not -0.0.
static bool isNeutralTerm(Value value) {
  return isConstantZero(value, /*isNegative=*/true);
}
static bool isNeutralSubtrahend(Value value) {
  return isConstantZero(value, /*isNegative=*/false);
}

void croton::detail::addElementwiseCanonicalizers(RewriteTable &table) {
  table.add(makeLocalRewrite<NegOfNeg>("local-neg-neg", NumericClaim::Exact,
                                       "-(-x) to x"),
            {stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeLocalRewrite<SingleInput<AddOp>, SingleInput<MulOp>>(
                "local-useless-elemwise-unary", NumericClaim::Exact,
                "add(x) and mul(x) to x"),
            {stage::kUseless, stage::kCanonicalize},
            {tag::kFastRun, tag::kFastCompile});
  table.add(
      makeLocalRewrite<DropNeutral<MulOp, isConstantOne>>(
          "local-mul-one", NumericClaim::Exact, "mul(1, x, ..) to mul(x, ..)"),
      {stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeLocalRewrite<DropNeutral<AddOp, isNeutralTerm>>(
                "local-add-zero", NumericClaim::Exact,
                "add(-0.0, x, ..) to add(x, ..), for integers with 0"),
            {stage::kCanonicalize}, {tag::kFastRun});
  table.add(
      makeLocalRewrite<DropNeutralRight<SubOp, isNeutralSubtrahend>>(
          "local-sub-zero", NumericClaim::Exact, "x - 0.0 to x, not x - -0.0"),
      {stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeLocalRewrite<DropNeutralRight<TrueDivOp, isConstantOne>>(
                "local-true-div-one", NumericClaim::Exact, "x / 1 to x"),
            {stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeLocalRewrite<CastOfCast>(
                "local-cast-cast", NumericClaim::Exact,
                "cast(cast(x)) to cast(x) if the inner cast loses nothing"),
            {stage::kCanonicalize}, {tag::kFastRun});
}
