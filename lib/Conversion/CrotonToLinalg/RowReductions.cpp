//===- RowReductions.cpp - Loops that reduce one row -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// The number of terms that are added in their own type. With the 16 or more
/// partial sums of vector code this is as accurate as summing pairwise.
static constexpr int64_t kBlockSize = 512;

using LoopBody =
    function_ref<SmallVector<Value>(Value index, ValueRange carried)>;

/// A loop that carries values.
static SmallVector<Value> createLoop(OpBuilder &b, Location loc, Value lower,
                                     Value upper, int64_t step,
                                     ValueRange initial, LoopBody body) {
  Value stepValue = arith::ConstantIndexOp::create(b, loc, step);
  auto loop = scf::ForOp::create(
      b, loc, lower, upper, stepValue, initial,
      [&](OpBuilder &inner, Location, Value index, ValueRange carried) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPoint(inner.getInsertionBlock(),
                            inner.getInsertionPoint());
        SmallVector<Value> results = body(index, carried);
        scf::YieldOp::create(b, loc, results);
      });
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Loops over all but the last `kept` dims of the row, around `body`.
static SmallVector<Value>
createNest(OpBuilder &b, const RowReduction &reduction, size_t kept,
           SmallVector<Value> &indices, ValueRange carried,
           function_ref<SmallVector<Value>(ValueRange)> body) {
  size_t level = indices.size();
  if (level + kept == reduction.sizes.size())
    return body(carried);
  Location loc = reduction.op->getLoc();
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return createLoop(b, loc, zero, reduction.sizes[level], 1, carried,
                    [&](Value index, ValueRange inner) {
                      indices.push_back(index);
                      SmallVector<Value> results =
                          createNest(b, reduction, kept, indices, inner, body);
                      indices.pop_back();
                      return results;
                    });
}

/// The loops as the op states them.
static SmallVector<Value> emitPlain(OpBuilder &b,
                                    const RowReduction &reduction) {
  linalg::GenericOp op = reduction.op;
  SmallVector<Value> indices;
  return createNest(
      b, reduction, 0, indices, reduction.initial, [&](ValueRange carried) {
        return reduction.compute(indices, carried,
                                 op.getBody()->getTerminator()->getOperands());
      });
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

namespace {

/// Emits a sum in blocks.
class SumEmitter {
public:
  SumEmitter(OpBuilder &b, const RowReduction &reduction, Value term)
      : b(b), reduction(reduction), loc(reduction.op->getLoc()), term(term),
        isCompensated(term.getType().isF64()) {}

  SmallVector<Value> emit();

private:
  SmallVector<Value> emitRun(ValueRange totals);
  Value emitBlock(Value lower, Value upper);
  SmallVector<Value> addBlock(ValueRange totals, Value block);
  Value finish(ValueRange totals);

  OpBuilder &b;
  const RowReduction &reduction;
  Location loc;
  Value term;
  /// Whether rounding errors are added up in a second total.
  bool isCompensated;
  SmallVector<Value> indices;
};

} // namespace

/// The term that a reduction adds to an f64 accumulator in any order, before it
/// is widened; null if the op does anything else.
static Value matchSum(linalg::GenericOp op) {
  if (op.getNumResults() != 1 || !op.getRegionOutputArgs()[0].hasOneUse())
    return {};
  Value accumulator = op.getRegionOutputArgs()[0];
  auto add = op.getBody()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!add || !add.getType().isF64() ||
      !bitEnumContainsAll(add.getFastmath(), arith::FastMathFlags::reassoc))
    return {};
  Value term;
  if (add.getLhs() == accumulator)
    term = add.getRhs();
  else if (add.getRhs() == accumulator)
    term = add.getLhs();
  else
    return {};
  if (auto extend = term.getDefiningOp<arith::ExtFOp>())
    return extend.getIn();
  return term;
}

SmallVector<Value> SumEmitter::emit() {
  SmallVector<Value> totals(reduction.initial);
  if (isCompensated)
    totals.push_back(
        arith::ConstantOp::create(b, loc, b.getFloatAttr(b.getF64Type(), 0.0)));
  totals = createNest(b, reduction, 1, indices, totals,
                      [&](ValueRange inner) { return emitRun(inner); });
  return {finish(totals)};
}

/// Adds up along the innermost loop.
SmallVector<Value> SumEmitter::emitRun(ValueRange totals) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value size = reduction.sizes.back();
  std::optional<int64_t> known = getConstantIntValue(size);
  if (known && *known <= kBlockSize)
    return addBlock(totals, emitBlock(zero, size));
  Value blockSize = arith::ConstantIndexOp::create(b, loc, kBlockSize);
  return createLoop(b, loc, zero, size, kBlockSize, totals,
                    [&](Value lower, ValueRange inner) {
                      Value rest = arith::SubIOp::create(b, loc, size, lower);
                      Value count =
                          arith::MinSIOp::create(b, loc, rest, blockSize);
                      Value upper = arith::AddIOp::create(b, loc, lower, count);
                      return addBlock(inner, emitBlock(lower, upper));
                    });
}

/// The sum of a block, in f32 for terms of at most 32 bits, else in f64.
Value SumEmitter::emitBlock(Value lower, Value upper) {
  bool isNarrow = term.getType().getIntOrFloatBitWidth() < 32;
  Type type = isNarrow ? b.getF32Type() : term.getType();
  Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(type, 0.0));
  return createLoop(
             b, loc, lower, upper, 1, zero,
             [&](Value index, ValueRange carried) {
               indices.push_back(index);
               Value value = reduction.compute(indices, {}, term).front();
               indices.pop_back();
               if (isNarrow)
                 value = arith::ExtFOp::create(b, loc, type, value);
               return SmallVector<Value>{arith::AddFOp::create(
                   b, loc, carried[0], value, arith::FastMathFlags::reassoc)};
             })
      .front();
}

/// Adds the sum of a block to the totals: s + x, and what its rounding lost
/// (Knuth's two-sum).
SmallVector<Value> SumEmitter::addBlock(ValueRange totals, Value block) {
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(b, loc, x, y);
  };
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubFOp::create(b, loc, x, y);
  };
  if (!isCompensated)
    return {
        add(totals[0], arith::ExtFOp::create(b, loc, b.getF64Type(), block))};
  Value sum = add(totals[0], block);
  Value part = sub(sum, totals[0]);
  Value lost = add(sub(totals[0], sub(sum, part)), sub(block, part));
  return {sum, add(totals[1], lost)};
}

Value SumEmitter::finish(ValueRange totals) {
  if (!isCompensated)
    return totals[0];
  // Infinities make the second total NaN; then the first one is the answer.
  Value both = arith::AddFOp::create(b, loc, totals[0], totals[1]);
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO,
                                      totals[1], totals[1]);
  return arith::SelectOp::create(b, loc, isNan, totals[0], both);
}

//===----------------------------------------------------------------------===//
// Maxima
//===----------------------------------------------------------------------===//

/// The value of which a reduction keeps the maximum, by the rules of
/// `croton.max`; null if the op does anything else.
static Value matchMax(linalg::GenericOp op) {
  if (op.getNumResults() != 1)
    return {};
  Value best = op.getRegionOutputArgs()[0];
  auto select = op.getBody()
                    ->getTerminator()
                    ->getOperand(0)
                    .getDefiningOp<arith::SelectOp>();
  if (!select || select.getFalseValue() != best)
    return {};
  Value value = select.getTrueValue();
  auto both = select.getCondition().getDefiningOp<arith::AndIOp>();
  if (!both)
    return {};
  auto larger = both.getLhs().getDefiningOp<arith::CmpFOp>();
  auto ordered = both.getRhs().getDefiningOp<arith::CmpFOp>();
  bool isMax = larger && ordered &&
               larger.getPredicate() == arith::CmpFPredicate::UGT &&
               larger.getLhs() == value && larger.getRhs() == best &&
               ordered.getPredicate() == arith::CmpFPredicate::ORD &&
               ordered.getLhs() == best && ordered.getRhs() == best;
  return isMax ? value : Value();
}

static SmallVector<Value> emitMax(OpBuilder &b, const RowReduction &reduction,
                                  Value value) {
  Location loc = reduction.op->getLoc();
  SmallVector<Value> indices;
  Value max =
      createNest(b, reduction, 0, indices, reduction.initial,
                 [&](ValueRange carried) {
                   Value x = reduction.compute(indices, {}, value).front();
                   return SmallVector<Value>{arith::MaximumFOp::create(
                       b, loc, carried[0], x, arith::FastMathFlags::nsz)};
                 })
          .front();
  Value zero =
      arith::ConstantOp::create(b, loc, b.getFloatAttr(max.getType(), 0.0));
  Value isZero =
      arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, max, zero);
  auto branch = scf::IfOp::create(b, loc, max.getType(), isZero,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, loc, emitPlain(b, reduction));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(b, loc, max);
  return {branch.getResult(0)};
}

//===----------------------------------------------------------------------===//
// Any reduction
//===----------------------------------------------------------------------===//

SmallVector<Value>
croton::detail::emitRowReduction(OpBuilder &b, const RowReduction &reduction) {
  if (Value term = matchSum(reduction.op))
    return SumEmitter(b, reduction, term).emit();
  if (Value value = matchMax(reduction.op))
    return emitMax(b, reduction, value);
  return emitPlain(b, reduction);
}
