//===- CanonicalizeShapes.cpp - Normal form of ops that move or reduce axes
//===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"
#include "RewriteSupport.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// dimshuffle
//===----------------------------------------------------------------------===//

namespace {

// Pattern: dimshuffle(q)(dimshuffle(p)(x)) -> dimshuffle(p[q])(x)
//
// What the outer one drops has size 1: a new axis of the inner one, or an axis
// of x.
struct ComposeDimshuffles : OpRewritePattern<DimshuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DimshuffleOp op,
                                PatternRewriter &rewriter) const override {
    auto inner = op.getOperand().getDefiningOp<DimshuffleOp>();
    if (!inner)
      return rewriter.notifyMatchFailure(op, "its operand is no dimshuffle");
    auto order = llvm::map_to_vector(op.getOrder(), [&](int64_t axis) {
      return axis == DimshuffleOp::kNewAxis ? axis : inner.getOrder()[axis];
    });
    rewriter.replaceOpWithNewOp<DimshuffleOp>(
        op, op.getType(), inner.getOperand(),
        rewriter.getDenseI64ArrayAttr(order));
    return success();
  }
};

// Pattern: dimshuffle(p)(x) -> x  [p moves axes of size 1 alone]
struct UselessDimshuffle : OpRewritePattern<DimshuffleOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DimshuffleOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    if (op.getType() != type)
      return rewriter.notifyMatchFailure(op, "it changes the type");
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (op.getOrder()[dim] != dim && type.getDimSize(dim) != 1)
        return rewriter.notifyMatchFailure(op, [=](Diagnostic &diagnostic) {
          diagnostic << "it moves axis " << dim;
        });
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether the way of an element through the accumulator of a sum or mean and
/// back to its own type changes nothing. A mean also divides by 1, which is
/// exact but for complex numbers.
template <typename OpTy>
bool keepsSingleElements(OpTy op) {
  Type element = getElementTypeOrSelf(op.getOperand().getType());
  if (isa<MeanOp>(op) && isComplex(element))
    return false;
  return getElementTypeOrSelf(op.getType()) == element &&
         holdsAllValues(op.getAccumulatorType(), element);
}
bool keepsSingleElements(MaxOp) { return true; }

// Pattern: sum(x, axes []) -> x; mean and max alike
template <typename OpTy>
struct UselessReduction : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!op.getAxes().empty())
      return rewriter.notifyMatchFailure(op, "it reduces an axis");
    if (!keepsSingleElements(op))
      return rewriter.notifyMatchFailure(op, "it changes single elements");
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};

/// Whether a sum or mean over one element makes 0.0 of -0.0, as sums start from
/// 0.0.
bool losesSignOfZero(Operation *op) {
  return isa<SumOp, MeanOp>(op) &&
         isInexact(getElementTypeOrSelf(op->getResult(0).getType()));
}

// Pattern: sum(x, axes of size 1) -> dimshuffle(x) [+ 0.0]; mean and max alike
//
// Only if all reduced axes are of static size 1: to leave out some of them
// could change the order in which the others are summed.
template <typename OpTy>
struct ReduceUnitAxes : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    if (op.getAxes().empty())
      return rewriter.notifyMatchFailure(op, "it reduces no axis");
    if (!llvm::all_of(op.getAxes(),
                      [&](int64_t axis) { return type.getDimSize(axis) == 1; }))
      return rewriter.notifyMatchFailure(
          op, "it reduces an axis that may not have size 1");
    if (!keepsSingleElements(op))
      return rewriter.notifyMatchFailure(op, "it changes single elements");
    SmallVector<int64_t> order;
    for (int64_t axis = 0; axis < type.getRank(); ++axis)
      if (!llvm::is_contained(op.getAxes(), axis))
        order.push_back(axis);
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value result = dimshuffle(b, op.getOperand(), order);
    if (losesSignOfZero(op))
      result = AddOp::create(b, ValueRange{result, scalarLike(b, 0.0, result)});
    rewriter.replaceOp(op, result);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// subtensor
//===----------------------------------------------------------------------===//

/// Whether `entry` takes a whole dim of size `size` in order.
bool isWholeSlice(const IndexEntry &entry, int64_t size) {
  if (entry.isIndex || entry.start.value || entry.stop.value ||
      entry.step.value || entry.step.constant.value_or(1) != 1)
    return false;
  // With an unknown size, only what is whole for every size.
  if (ShapedType::isDynamic(size))
    return entry.start.constant.value_or(0) == 0 && !entry.stop.constant;
  CanonicalSlice slice =
      canonicalizeSlice(size, entry.start.constant, entry.stop.constant, 1);
  return slice.start == 0 && slice.count == size;
}

// Pattern: x[0:n, ..] -> x  [n is at least the size]
//
// The fold of the op does the same for `:` alone.
struct UselessSubtensor : OpRewritePattern<SubtensorOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SubtensorOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    SmallVector<IndexEntry> entries = op.getIndexEntries();
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (!isWholeSlice(entries[dim], type.getDimSize(dim)))
        return rewriter.notifyMatchFailure(op, [=](Diagnostic &diagnostic) {
          diagnostic << "entry " << dim << " may not take the whole axis";
        });
    rewriter.replaceOp(op, op.getOperand());
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

template <template <typename> class Pattern>
static std::shared_ptr<LocalRewrite> makeReductionRewrite(StringRef name,
                                                          StringRef summary) {
  return makeLocalRewrite<Pattern<SumOp>, Pattern<MeanOp>, Pattern<MaxOp>>(
      name, NumericClaim::Exact, summary);
}

void croton::detail::addShapeCanonicalizers(RewriteTable &table) {
  table.add(makeLocalRewrite<ComposeDimshuffles>(
                "local-dimshuffle-lift-compose", NumericClaim::Exact,
                "two dimshuffles to one"),
            {stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeLocalRewrite<UselessDimshuffle>(
                "local-dimshuffle-lift-identity", NumericClaim::Exact,
                "a dimshuffle that moves axes of size 1 alone to its operand"),
            {stage::kUseless, stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeReductionRewrite<UselessReduction>(
                "local-useless-reduce",
                "a sum, mean or max over no axis to its operand"),
            {stage::kUseless, stage::kCanonicalize},
            {tag::kFastRun, tag::kFastCompile});
  table.add(
      makeReductionRewrite<ReduceUnitAxes>(
          "local-reduce-broadcastable",
          "a sum, mean or max over axes of size 1 to a dimshuffle, + 0.0"),
      {stage::kCanonicalize}, {tag::kFastRun});
  table.add(makeLocalRewrite<UselessSubtensor>(
                "local-useless-subtensor", NumericClaim::Exact,
                "x[0:n] to x if n is at least the size"),
            {stage::kUseless, stage::kCanonicalize}, {tag::kFastRun});
}
