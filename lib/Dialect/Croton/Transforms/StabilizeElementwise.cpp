//===- StabilizeElementwise.cpp - Elementwise ops that keep their accuracy ===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each result is closer to the true value than that of the ops it replaces, and
// equal to theirs where they are exact: at NaN, at infinities and at zeros of
// either sign. `croton.add x, 0.0` and `croton.sub 0.0, x` are there for the
// sign: log(1 + -0.0) is 0.0, while log1p(-0.0) is -0.0.
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"
#include "RewriteSupport.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

//===----------------------------------------------------------------------===//
// log1p, expm1
//===----------------------------------------------------------------------===//

bool isFloatTensor(Value value) {
  return isFloat(getElementTypeOrSelf(value.getType()));
}

/// Makes 0.0 of -0.0 and keeps everything else.
Value dropSignOfZero(ImplicitLocOpBuilder &b, Value value) {
  return AddOp::create(b, ValueRange{value, scalarLike(b, 0.0, value)});
}

/// Whether an op never gives -0.0.
bool neverGivesNegativeZero(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<ExpOp, SigmoidOp, SoftmaxOp, SqrOp, AbsOp>(op);
}

/// x of 1 + x or x + 1, else null; `type` is the type it must have.
Value matchOnePlus(Value sum, Type type) {
  auto add = sum.getDefiningOp<AddOp>();
  if (!add || add.getInputs().size() != 2)
    return {};
  for (auto [one, x] : {std::pair(add.getInputs()[0], add.getInputs()[1]),
                        std::pair(add.getInputs()[1], add.getInputs()[0])})
    if (isConstantOne(one) && x.getType() == type)
      return x;
  return {};
}

/// x of 1 - x, else null.
Value matchOneMinus(Value difference, Type type) {
  auto sub = difference.getDefiningOp<SubOp>();
  if (sub && isConstantOne(sub.getLhs()) && sub.getRhs().getType() == type)
    return sub.getRhs();
  return {};
}

// Pattern: log(1 + x) -> log1p(x), log(1 - x) -> log1p(-x)  [float]
struct LogOfOnePlus : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LogOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFloatTensor(op))
      return rewriter.notifyMatchFailure(op, "it is not of floats");
    Value plus = matchOnePlus(op.getOperand(), op.getType());
    Value minus = matchOneMinus(op.getOperand(), op.getType());
    if (!plus && !minus)
      return rewriter.notifyMatchFailure(
          op, "its operand is not 1 + x or 1 - x of its own shape");
    // log1p(-sigmoid(x)) would still be -inf from where sigmoid(x) rounds to 1.
    if (minus && minus.getDefiningOp<SigmoidOp>())
      return rewriter.notifyMatchFailure(op,
                                         "log1msigm-to-softplus does better");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value x = plus ? plus : Value(NegOp::create(b, minus));
    Value result = Log1pOp::create(b, x);
    if (!plus || !neverGivesNegativeZero(plus))
      result = dropSignOfZero(b, result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// x of exp(x), else null.
Value matchExp(Value power, Type type) {
  auto exp = power.getDefiningOp<ExpOp>();
  return exp && exp.getType() == type ? exp.getOperand() : Value();
}

/// Replaces exp(x) - 1 by expm1(x).
LogicalResult replaceByExpm1(Operation *op, Value x,
                             PatternRewriter &rewriter) {
  if (!x)
    return rewriter.notifyMatchFailure(op,
                                       "it is not exp(x) - 1 in shape of x");
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  Value result = Expm1Op::create(b, x);
  if (!neverGivesNegativeZero(x))
    result = dropSignOfZero(b, result);
  rewriter.replaceOp(op, result);
  return success();
}

// Pattern: exp(x) - 1 -> expm1(x)  [float]
struct ExpMinusOne : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    bool fits = isFloatTensor(op) && isConstantOne(op.getRhs());
    return replaceByExpm1(
        op, fits ? matchExp(op.getLhs(), op.getType()) : nullptr, rewriter);
  }
};

// Pattern: exp(x) + -1 -> expm1(x)  [float]
struct ExpPlusMinusOne : OpRewritePattern<AddOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AddOp op,
                                PatternRewriter &rewriter) const override {
    Value x;
    if (isFloatTensor(op) && op.getInputs().size() == 2)
      for (unsigned i : {0u, 1u})
        if (!x && isMinusOne(op.getInputs()[1 - i]))
          x = matchExp(op.getInputs()[i], op.getType());
    return replaceByExpm1(op, x, rewriter);
  }

  static bool isMinusOne(Value value) {
    return isConstantOf(
        value, [](const APFloat &x) { return x.isExactlyValue(-1.0); },
        [](const APInt &) { return false; });
  }
};

//===----------------------------------------------------------------------===//
// sigmoid
//===----------------------------------------------------------------------===//

// Pattern: 1 - sigmoid(x) -> sigmoid(-x)
//
// Only if nothing else needs sigmoid(x): it is cheaper to subtract than to
// compute a second one.
struct OneMinusSigmoid : OpRewritePattern<SubOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SubOp op,
                                PatternRewriter &rewriter) const override {
    Value x = matchOneMinus(op, op.getType());
    auto sigmoid = x ? x.getDefiningOp<SigmoidOp>() : SigmoidOp();
    if (!sigmoid)
      return rewriter.notifyMatchFailure(
          op, "it is not 1 - sigmoid(x) in shape of x");
    if (!sigmoid->hasOneUse())
      return rewriter.notifyMatchFailure(op, "sigmoid(x) has other users");
    Value negated = NegOp::create(rewriter, op.getLoc(), sigmoid.getOperand());
    rewriter.replaceOpWithNewOp<SigmoidOp>(op, negated);
    return success();
  }
};

/// log(sigmoid(x)) = minimum(x, 0) - log1p(exp(-|x|)): nothing overflows, and
/// both terms have one sign, so that nothing cancels. With `negated`, of -x.
Value buildLogSigmoid(ImplicitLocOpBuilder &b, Value x, bool negated) {
  Value power = ExpOp::create(b, NegOp::create(b, AbsOp::create(b, x)));
  Value bounded = negated ? Value(NegOp::create(b, x)) : x;
  bounded = MinimumOp::create(b, bounded, scalarLike(b, 0.0, x));
  return SubOp::create(b, bounded, Log1pOp::create(b, power));
}

// Pattern: log(sigmoid(x)) -> -softplus(-x) = minimum(x, 0) - log1p(exp(-|x|))
struct LogOfSigmoid : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LogOp op,
                                PatternRewriter &rewriter) const override {
    auto sigmoid = op.getOperand().getDefiningOp<SigmoidOp>();
    if (!sigmoid)
      return rewriter.notifyMatchFailure(op, "its operand is no sigmoid");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, buildLogSigmoid(b, sigmoid.getOperand(), /*negated=*/false));
    return success();
  }
};

// Pattern: log(1 - sigmoid(x)) -> -softplus(x) = minimum(-x, 0) -
// log1p(exp(-|x|))
struct LogOfOneMinusSigmoid : OpRewritePattern<LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(LogOp op,
                                PatternRewriter &rewriter) const override {
    Value x = matchOneMinus(op.getOperand(), op.getType());
    auto sigmoid = x ? x.getDefiningOp<SigmoidOp>() : SigmoidOp();
    if (!sigmoid)
      return rewriter.notifyMatchFailure(
          op, "its operand is not 1 - sigmoid(x) in shape of x");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(
        op, buildLogSigmoid(b, sigmoid.getOperand(), /*negated=*/true));
    return success();
  }
};

} // namespace

void croton::detail::addElementwiseStabilizers(RewriteTable &table) {
  table.add(makeLocalRewrite<LogOfOnePlus>(
                "local-log1p", NumericClaim::Reassociates,
                "log(1 + x) to log1p(x), log(1 - x) to log1p(-x)"),
            {stage::kStabilize}, {tag::kFastRun});
  table.add(
      makeLocalRewrite<ExpMinusOne, ExpPlusMinusOne>(
          "local-expm1", NumericClaim::Reassociates, "exp(x) - 1 to expm1(x)"),
      {stage::kStabilize}, {tag::kFastRun});
  table.add(makeLocalRewrite<OneMinusSigmoid>("local-1msigmoid",
                                              NumericClaim::Reassociates,
                                              "1 - sigmoid(x) to sigmoid(-x)"),
            {stage::kStabilize}, {tag::kFastRun});
  table.add(makeLocalRewrite<LogOfSigmoid>("logsigm-to-softplus",
                                           NumericClaim::Reassociates,
                                           "log(sigmoid(x)) to -softplus(-x)"),
            {stage::kStabilize}, {tag::kFastRun});
  table.add(makeLocalRewrite<LogOfOneMinusSigmoid>(
                "log1msigm-to-softplus", NumericClaim::Reassociates,
                "log(1 - sigmoid(x)) to -softplus(x)"),
            {stage::kStabilize}, {tag::kFastRun});
}
