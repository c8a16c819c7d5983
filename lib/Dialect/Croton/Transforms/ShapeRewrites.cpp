//===- ShapeRewrites.cpp - Sizes from operands instead of results ---------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes move up to where they come from, so that nothing is computed for its
// shape alone. A size of an op that may fail stays where it is: the op would
// vanish, and with it the error.
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"
#include "RewriteSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

// Pattern: shape(x) -> make_vector(shape_i(x, 0), shape_i(x, 1), ..)
//
// Known sizes fold to constants one by one.
struct ShapeToSizes : OpRewritePattern<ShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getOperand().getType());
    SmallVector<Value> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      sizes.push_back(
          ShapeIOp::create(rewriter, op.getLoc(), op.getOperand(), dim));
    rewriter.replaceOpWithNewOp<MakeVectorOp>(op, sizes);
    return success();
  }
};

/// Makes `op` ask for dim `dim` of `value` instead.
void askInstead(ShapeIOp op, Value value, int64_t dim,
                PatternRewriter &rewriter) {
  rewriter.modifyOpInPlace(op, [&] {
    op.getOperandMutable().assign(value);
    op.setIndex(dim);
  });
}

// Pattern: shape_i(f(.., x, ..)) -> shape_i(x)  [f compares no sizes]
struct SizeOfElementwise : OpRewritePattern<ShapeIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ShapeIOp op,
                                PatternRewriter &rewriter) const override {
    auto producer = op.getOperand().getDefiningOp<ScalarBodyOpInterface>();
    if (!producer)
      return rewriter.notifyMatchFailure(op, "its operand is not elementwise");
    if (comparesSizes(producer->getOperands()))
      return rewriter.notifyMatchFailure(
          op, "its operand compares sizes at run time");
    for (Value operand : producer->getOperands()) {
      auto type = cast<RankedTensorType>(operand.getType());
      if (!type.isDynamicDim(op.getIndex()))
        continue;
      askInstead(op, operand, op.getIndex(), rewriter);
      return success();
    }
    return rewriter.notifyMatchFailure(op, "the size is known, it folds");
  }
};

// Pattern: shape_i(dimshuffle(p)(x), i) -> shape_i(x, p[i])
struct SizeOfDimshuffle : OpRewritePattern<ShapeIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ShapeIOp op,
                                PatternRewriter &rewriter) const override {
    auto shuffle = op.getOperand().getDefiningOp<DimshuffleOp>();
    if (!shuffle)
      return rewriter.notifyMatchFailure(op, "its operand is no dimshuffle");
    int64_t axis = shuffle.getOrder()[op.getIndex()];
    if (axis == DimshuffleOp::kNewAxis)
      return rewriter.notifyMatchFailure(op, "the size is 1, it folds");
    askInstead(op, shuffle.getOperand(), axis, rewriter);
    return success();
  }
};

// Pattern: shape_i(sum(x, axes), i) -> shape_i(x, the i-th axis that is left)
//
// mean alike. There is no maximum of an empty axis, so max and argmax may fail.
template <typename OpTy>
struct SizeOfReduction : OpRewritePattern<ShapeIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ShapeIOp op,
                                PatternRewriter &rewriter) const override {
    auto reduction = op.getOperand().getDefiningOp<OpTy>();
    if (!reduction)
      return rewriter.notifyMatchFailure(op, "its operand is no sum or mean");
    // Axes are in ascending order: each one up to ours moves it by one.
    int64_t axis = op.getIndex();
    for (int64_t reduced : reduction.getAxes())
      if (reduced <= axis)
        ++axis;
    askInstead(op, reduction.getOperand(), axis, rewriter);
    return success();
  }
};

} // namespace

void croton::detail::addShapeRewrites(RewriteTable &table) {
  table.add(makeLocalRewrite<ShapeToSizes>(
                "local-shape-to-shape-i", NumericClaim::Exact,
                "shape(x) to a vector of the sizes one by one"),
            {stage::kShape}, {tag::kFastRun});
  table.add(makeLocalRewrite<SizeOfElementwise>(
                "local-shape-i-of-elemwise", NumericClaim::Exact,
                "a size of an elementwise op to a size of its operand"),
            {stage::kShape}, {tag::kFastRun});
  table.add(makeLocalRewrite<SizeOfDimshuffle>(
                "local-shape-i-of-dimshuffle", NumericClaim::Exact,
                "a size of a dimshuffle to a size of its operand"),
            {stage::kShape}, {tag::kFastRun});
  table.add(makeLocalRewrite<SizeOfReduction<SumOp>, SizeOfReduction<MeanOp>>(
                "local-shape-i-of-reduce", NumericClaim::Exact,
                "a size of a sum or mean to a size of its operand"),
            {stage::kShape}, {tag::kFastRun});
}
