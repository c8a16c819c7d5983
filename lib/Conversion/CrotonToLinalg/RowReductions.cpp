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
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// The number of terms that are added in their own type. With the 16 or more
/// partial sums of vector code this is as accurate as summing pairwise.
static constexpr int64_t kBlockSize = 512;

SmallVector<Value> croton::detail::createLoop(
    OpBuilder &b, Location loc, Value lower, Value upper, int64_t step,
    ValueRange initial,
    function_ref<SmallVector<Value>(Value index, ValueRange carried)> body) {
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

SmallVector<Value> croton::detail::cloneBody(
    OpBuilder &b, linalg::GenericOp op, ValueRange arguments,
    function_ref<Value(unsigned loop)> getIndex, ValueRange wanted) {
  IRMapping mapping;
  for (auto [argument, value] :
       llvm::zip(op.getBody()->getArguments(), arguments))
    if (value)
      mapping.map(argument, value);
  DenseSet<Operation *> needed;
  for (Value value : wanted)
    needed.insert(value.getDefiningOp());
  for (Operation &bodyOp : llvm::reverse(*op.getBody()))
    if (needed.contains(&bodyOp))
      for (Value operand : bodyOp.getOperands())
        needed.insert(operand.getDefiningOp());
  for (Operation &bodyOp : *op.getBody()) {
    if (!needed.contains(&bodyOp))
      continue;
    if (auto index = dyn_cast<linalg::IndexOp>(bodyOp))
      mapping.map(index.getResult(), getIndex(index.getDim()));
    else
      b.clone(bodyOp, mapping);
  }
  return llvm::map_to_vector(
      wanted, [&](Value value) { return mapping.lookupOrDefault(value); });
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

Value croton::detail::matchSum(linalg::GenericOp op) {
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
  auto extend = term.getDefiningOp<arith::ExtFOp>();
  bool staysWide =
      bitEnumContainsAll(add.getFastmath(), arith::FastMathFlags::contract);
  return extend && !staysWide ? extend.getIn() : term;
}

/// True if `value` is `lhs - rhs`.
static bool isDifference(Value value, Value lhs, Value rhs) {
  auto sub = value.getDefiningOp<arith::SubFOp>();
  return sub && sub.getLhs() == lhs && sub.getRhs() == rhs;
}

Value croton::detail::matchCompensatedSum(linalg::GenericOp op) {
  if (op.getNumResults() != 2)
    return {};
  Value total = op.getRegionOutputArgs()[0];
  Value errors = op.getRegionOutputArgs()[1];
  Operation *yield = op.getBody()->getTerminator();
  auto sum = yield->getOperand(0).getDefiningOp<arith::AddFOp>();
  auto collect = yield->getOperand(1).getDefiningOp<arith::AddFOp>();
  if (!sum || !collect || sum.getLhs() != total || collect.getLhs() != errors)
    return {};
  Value term = sum.getRhs();
  auto lost = collect.getRhs().getDefiningOp<arith::AddFOp>();
  auto lostOfSum =
      lost ? lost.getLhs().getDefiningOp<arith::SubFOp>() : nullptr;
  auto before =
      lostOfSum ? lostOfSum.getRhs().getDefiningOp<arith::SubFOp>() : nullptr;
  bool isTwoSum = before && lostOfSum.getLhs() == total &&
                  before.getLhs() == sum &&
                  isDifference(before.getRhs(), sum, total) &&
                  isDifference(lost.getRhs(), term, before.getRhs());
  return isTwoSum && errors.hasOneUse() ? term : Value();
}

SmallVector<Value> croton::detail::addBlockSum(OpBuilder &b, Location loc,
                                               ValueRange totals, Value block) {
  auto add = [&](Value x, Value y) -> Value {
    return arith::AddFOp::create(b, loc, x, y);
  };
  auto sub = [&](Value x, Value y) -> Value {
    return arith::SubFOp::create(b, loc, x, y);
  };
  Type type = totals[0].getType();
  if (block.getType() != type)
    block = arith::ExtFOp::create(b, loc, type, block);
  if (totals.size() == 1)
    return {add(totals[0], block)};
  Value sum = add(totals[0], block);
  Value part = sub(sum, totals[0]);
  Value lost = add(sub(totals[0], sub(sum, part)), sub(block, part));
  return {sum, add(totals[1], lost)};
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
    return addBlockSum(b, loc, totals, emitBlock(zero, size));
  Value blockSize = arith::ConstantIndexOp::create(b, loc, kBlockSize);
  return createLoop(
      b, loc, zero, size, kBlockSize, totals,
      [&](Value lower, ValueRange inner) {
        Value rest = arith::SubIOp::create(b, loc, size, lower);
        Value count = arith::MinSIOp::create(b, loc, rest, blockSize);
        Value upper = arith::AddIOp::create(b, loc, lower, count);
        return addBlockSum(b, loc, inner, emitBlock(lower, upper));
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
