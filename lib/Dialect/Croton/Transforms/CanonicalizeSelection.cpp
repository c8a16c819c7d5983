//===- CanonicalizeSelection.cpp - Ops that only choose or spread values --===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"
#include "RewriteSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

/// Replaces an elementwise op by one of its operands, provided that the result
/// has the operand's type and that no check of sizes gets lost.
LogicalResult replaceByOperand(Operation *op, Value operand,
                               PatternRewriter &rewriter) {
  if (operand.getType() != op->getResult(0).getType())
    return rewriter.notifyMatchFailure(op, "another operand gives the shape");
  if (comparesSizes(op->getOperands()))
    return rewriter.notifyMatchFailure(op, "it compares sizes at run time");
  rewriter.replaceOp(op, operand);
  return success();
}

// Pattern: switch(true, a, b) -> a, switch(false, a, b) -> b
struct SwitchOnConstant : OpRewritePattern<SwitchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SwitchOp op,
                                PatternRewriter &rewriter) const override {
    if (isConstantOne(op.getCondition()))
      return replaceByOperand(op, op.getOnTrue(), rewriter);
    if (isConstantZero(op.getCondition(), /*isNegative=*/false))
      return replaceByOperand(op, op.getOnFalse(), rewriter);
    return rewriter.notifyMatchFailure(op, "its condition is not constant");
  }
};

// Pattern: switch(c, a, a) -> a
struct SwitchOfEqual : OpRewritePattern<SwitchOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SwitchOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getOnTrue() != op.getOnFalse())
      return rewriter.notifyMatchFailure(op, "its two values differ");
    return replaceByOperand(op, op.getOnTrue(), rewriter);
  }
};

// Pattern: fill(r, v) -> v  [v has the shape of the result]
struct UselessFill : OpRewritePattern<FillOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FillOp op,
                                PatternRewriter &rewriter) const override {
    return replaceByOperand(op, op.getValue(), rewriter);
  }
};

//===----------------------------------------------------------------------===//
// fill under an elementwise op
//===----------------------------------------------------------------------===//

/// A dim of a value.
using Dim = std::pair<Value, int64_t>;

/// Follows a size upwards through ops that cannot fail, so that a value which
/// is used above them stands for the size as well as the last of them.
Dim getSizeSource(Value value, int64_t dim) {
  while (true) {
    auto op = value.getDefiningOp<ScalarBodyOpInterface>();
    if (!op || comparesSizes(op->getOperands()))
      return {value, dim};
    // As nothing is compared, one operand at most has an unknown size there.
    auto isUnknown = [&](Value operand) {
      return cast<RankedTensorType>(operand.getType()).isDynamicDim(dim);
    };
    auto it = llvm::find_if(op->getOperands(), isUnknown);
    if (it == op->operand_end())
      return {value, dim};
    value = *it;
  }
}

// Pattern: f(fill(r, v), y, ..) -> f(v, y, ..)  [r has the sizes of y]
//
// A value spread over a shape that another operand has anyway is stretched by
// f itself. Derivatives are full of these. An example of a rewrite that any op
// of an interface roots, those of other dialects too.
struct SinkFill : OpInterfaceRewritePattern<ScalarBodyOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(ScalarBodyOpInterface op,
                                PatternRewriter &rewriter) const override {
    for (OpOperand &operand : op->getOpOperands()) {
      auto fill = operand.get().getDefiningOp<FillOp>();
      if (!fill || comparesSizes(fill->getOperands()) ||
          !hasShapeElsewhere(op, operand, fill))
        continue;
      rewriter.modifyOpInPlace(op, [&] { operand.set(fill.getValue()); });
      return success();
    }
    return rewriter.notifyMatchFailure(
        op, "no operand is a fill with the sizes of another one");
  }

private:
  /// Whether the op still has the sizes of its result, and compares the same
  /// ones, when `fill` is left out.
  static bool hasShapeElsewhere(Operation *op, OpOperand &filled, FillOp fill) {
    auto value = cast<RankedTensorType>(fill.getValue().getType());
    auto full = cast<RankedTensorType>(fill.getType());
    for (int64_t dim = 0; dim < full.getRank(); ++dim) {
      if (value.getDimSize(dim) != 1 || full.getDimSize(dim) == 1)
        continue;
      auto hasSize = [&](OpOperand &other) {
        if (&other == &filled)
          return false;
        auto type = cast<RankedTensorType>(other.get().getType());
        if (!full.isDynamicDim(dim))
          return type.getDimSize(dim) == full.getDimSize(dim);
        return type.isDynamicDim(dim) && getSizeSource(other.get(), dim) ==
                                             getSizeSource(fill.getLike(), dim);
      };
      if (llvm::none_of(op->getOpOperands(), hasSize))
        return false;
    }
    return true;
  }
};

} // namespace

/// Composites have a region for the operands that they have; another dialect's
/// ops need not stretch theirs.
static bool isCrotonOpWithoutRegion(Operation *op) {
  return isa<CrotonDialect>(op->getDialect()) && op->getNumRegions() == 0;
}

void croton::detail::addSelectionCanonicalizers(RewriteTable &table) {
  table.add(makeLocalRewrite<SwitchOnConstant>(
                "local-useless-switch-constant", NumericClaim::Exact,
                "switch(c, a, b) with constant c to a or b"),
            {stage::kUseless, stage::kCanonicalize},
            {tag::kFastRun, tag::kFastCompile});
  table.add(makeLocalRewrite<SwitchOfEqual>("local-useless-switch-equal",
                                            NumericClaim::Exact,
                                            "switch(c, a, a) to a"),
            {stage::kUseless, stage::kCanonicalize},
            {tag::kFastRun, tag::kFastCompile});
  table.add(makeLocalRewrite<UselessFill>(
                "local-useless-fill", NumericClaim::Exact,
                "fill(r, v) to v if v has the shape of the result"),
            {stage::kUseless, stage::kCanonicalize},
            {tag::kFastRun, tag::kFastCompile});
  std::shared_ptr<LocalRewrite> sink = makeLocalRewrite<SinkFill>(
      "local-fill-sink", NumericClaim::Exact,
      "f(fill(r, v), y) to f(v, y) if r has the sizes of y");
  sink->setFilter(isCrotonOpWithoutRegion);
  table.add(sink, {stage::kCanonicalize}, {tag::kFastRun});
}
