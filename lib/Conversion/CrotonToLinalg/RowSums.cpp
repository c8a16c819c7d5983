//===- RowSums.cpp - Sums of whole rows -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum over outer axes adds up rows. For a strip of columns, the rows of a
// block are added to one partial row, which stays in the cache, four rows at a
// time; the partial row is then added to the totals. So memory is read in its
// own order, little else is loaded and stored, and an element takes part in few
// additions of its own type.
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"
#include "RowReductions.h"
#include "croton/Interfaces/DeviceLiftOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// The number of columns in a strip.
static constexpr int64_t kStripSize = 1024;
/// The number of rows that are added to each other first, pairwise.
static constexpr int64_t kRowsPerStep = 4;
/// The number of steps in a block, each an addition to the partial row: as many
/// as the sum of a long row has in a block for each of its partial sums.
static constexpr int64_t kStepsPerBlock = 16;
/// A step of one row is enough if the terms take more ops than this.
static constexpr size_t kMaxOpsPerTerm = 16;
/// Sums of fewer rows or of shorter rows are fine as they are.
static constexpr int64_t kMinRows = 8;
static constexpr int64_t kMinRowSize = 32;

namespace {

class RowSumEmitter {
public:
  RowSumEmitter(OpBuilder &b, linalg::GenericOp op, Value term);

  /// Emits the loops and returns the results of the op.
  SmallVector<Value> emit();

private:
  /// The tensors that the loops carry: the totals, then the partial row.
  using Tensors = SmallVector<Value>;

  Tensors emitOuterLoops(unsigned loop, ValueRange tensors);
  Tensors emitStrips(ValueRange tensors);
  Tensors emitBlocks(unsigned loop, ValueRange tensors);
  Tensors emitBlock(Value lower, ValueRange tensors);
  Value emitSteps(Value lower, Value upper, int64_t numRows, Value part);
  Value addRows(Value row, int64_t numRows);
  Tensors addToTotals(ValueRange tensors);
  Tensors forEachColumn(ValueRange initial,
                        function_ref<Tensors(ValueRange)> body);

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(b, loc, value);
  }
  Value getSize(unsigned loop);
  SmallVector<Value> getIndices(AffineMap map);
  Value computeTerm();

  OpBuilder &b;
  linalg::GenericOp op;
  Location loc;
  Value term;
  Type partType;
  unsigned numLoops;
  int64_t rowsPerStep;
  SmallVector<Value> sizes;
  /// The index of each loop where one is known. That of the last loop is of a
  /// column; `column` counts from the first one of the strip.
  SmallVector<Value> indices;
  Value column, stripStart, stripSize;
};

} // namespace

RowSumEmitter::RowSumEmitter(OpBuilder &b, linalg::GenericOp op, Value term)
    : b(b), op(op), loc(op.getLoc()), term(term), partType(term.getType()),
      numLoops(op.getNumLoops()), indices(numLoops) {
  if (partType.getIntOrFloatBitWidth() < 32)
    partType = b.getF32Type();
  bool isSmall = op.getBody()->getOperations().size() <= kMaxOpsPerTerm;
  rowsPerStep = isSmall ? kRowsPerStep : 1;
  for (unsigned loop = 0; loop < numLoops; ++loop)
    sizes.push_back(getSize(loop));
}

Value RowSumEmitter::getSize(unsigned loop) {
  AffineExpr dim = b.getAffineDimExpr(loop);
  for (OpOperand &operand : op->getOpOperands())
    if (std::optional<unsigned> position =
            op.getMatchingIndexingMap(&operand).getResultPosition(dim))
      return getValueOrCreateConstantIndexOp(
          b, loc, tensor::getMixedSize(b, loc, operand.get(), *position));
  llvm_unreachable("a loop that no operand has a dim for");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

SmallVector<Value> RowSumEmitter::emit() {
  Value size = sizes.back();
  std::optional<int64_t> known = getConstantIntValue(size);
  OpFoldResult partSize;
  if (known)
    partSize = b.getIndexAttr(std::min(*known, kStripSize));
  else
    partSize =
        arith::MinSIOp::create(b, loc, size, constant(kStripSize)).getResult();
  Value part = tensor::EmptyOp::create(b, loc, partSize, partType);
  Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(partType, 0.0));
  part = linalg::FillOp::create(b, loc, zero, part).getResult(0);

  Tensors tensors(op.getDpsInits());
  tensors.push_back(part);
  tensors = emitOuterLoops(0, tensors);
  tensors.pop_back();
  return tensors;
}

/// Loops over the parallel dims around the sum.
SmallVector<Value> RowSumEmitter::emitOuterLoops(unsigned loop,
                                                 ValueRange tensors) {
  if (op.getIteratorTypesArray()[loop] == utils::IteratorType::reduction)
    return emitStrips(tensors);
  return createLoop(b, loc, constant(0), sizes[loop], 1, tensors,
                    [&](Value index, ValueRange inner) {
                      indices[loop] = index;
                      return emitOuterLoops(loop + 1, inner);
                    });
}

SmallVector<Value> RowSumEmitter::emitStrips(ValueRange tensors) {
  unsigned first = op.getNumParallelLoops() - 1;
  Value size = sizes.back();
  std::optional<int64_t> known = getConstantIntValue(size);
  stripStart = constant(0);
  stripSize = size;
  if (known && *known <= kStripSize)
    return emitBlocks(first, tensors);
  return createLoop(b, loc, stripStart, size, kStripSize, tensors,
                    [&](Value start, ValueRange inner) {
                      Value rest = arith::SubIOp::create(b, loc, size, start);
                      stripStart = start;
                      stripSize = arith::MinSIOp::create(b, loc, rest,
                                                         constant(kStripSize));
                      return emitBlocks(first, inner);
                    });
}

/// Loops over the reduced dims from `loop` on, the last one in blocks.
SmallVector<Value> RowSumEmitter::emitBlocks(unsigned loop,
                                             ValueRange tensors) {
  bool isLast = loop + 2 == numLoops;
  int64_t step = isLast ? kStepsPerBlock * rowsPerStep : 1;
  return createLoop(b, loc, constant(0), sizes[loop], step, tensors,
                    [&](Value index, ValueRange inner) {
                      if (isLast)
                        return emitBlock(index, inner);
                      indices[loop] = index;
                      return emitBlocks(loop + 1, inner);
                    });
}

/// Sums the rows of the block that starts at `lower`.
SmallVector<Value> RowSumEmitter::emitBlock(Value lower, ValueRange tensors) {
  Value numRows = sizes[numLoops - 2];
  std::optional<int64_t> known = getConstantIntValue(numRows);
  Value rest = arith::SubIOp::create(b, loc, numRows, lower);
  Value count = arith::MinSIOp::create(b, loc, rest,
                                       constant(kStepsPerBlock * rowsPerStep));
  Value upper = arith::AddIOp::create(b, loc, lower, count);
  Value part = tensors.back();
  Value middle = upper;
  bool hasRest = rowsPerStep > 1 && !(known && *known % rowsPerStep == 0);
  if (hasRest) {
    Value extra =
        arith::AndIOp::create(b, loc, count, constant(rowsPerStep - 1));
    middle = arith::SubIOp::create(b, loc, upper, extra);
  }
  part = emitSteps(lower, middle, rowsPerStep, part);
  if (hasRest)
    part = emitSteps(middle, upper, 1, part);
  Tensors summed(tensors.drop_back());
  summed.push_back(part);
  return addToTotals(summed);
}

/// Adds rows to the partial row, `numRows` at a time.
Value RowSumEmitter::emitSteps(Value lower, Value upper, int64_t numRows,
                               Value part) {
  return createLoop(
             b, loc, lower, upper, numRows, part,
             [&](Value row, ValueRange outer) {
               return forEachColumn(outer, [&](ValueRange inner) -> Tensors {
                 Value before =
                     tensor::ExtractOp::create(b, loc, inner[0], column);
                 Value sum = arith::AddFOp::create(b, loc, before,
                                                   addRows(row, numRows));
                 return {
                     tensor::InsertOp::create(b, loc, sum, inner[0], column)};
               });
             })
      .front();
}

/// The sum of `numRows` rows from `row` on in this column, pairwise.
Value RowSumEmitter::addRows(Value row, int64_t numRows) {
  if (numRows > 1) {
    Value lhs = addRows(row, numRows / 2);
    Value next = arith::AddIOp::create(b, loc, row, constant(numRows / 2));
    Value rhs = addRows(next, numRows / 2);
    return arith::AddFOp::create(b, loc, lhs, rhs);
  }
  indices[numLoops - 2] = row;
  return computeTerm();
}

/// Adds the partial row to the totals and makes it zero.
SmallVector<Value> RowSumEmitter::addToTotals(ValueRange tensors) {
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Value zero = arith::ConstantOp::create(b, loc, b.getFloatAttr(partType, 0.0));
  return forEachColumn(tensors, [&](ValueRange inner) -> Tensors {
    SmallVector<Value> position = getIndices(map);
    Value part = inner.back();
    Value sum = tensor::ExtractOp::create(b, loc, part, column);
    SmallVector<Value> totals;
    for (Value total : inner.drop_back())
      totals.push_back(tensor::ExtractOp::create(b, loc, total, position));
    Tensors written;
    for (auto [value, total] :
         llvm::zip_equal(addBlockSum(b, loc, totals, sum), inner.drop_back()))
      written.push_back(
          tensor::InsertOp::create(b, loc, value, total, position));
    written.push_back(tensor::InsertOp::create(b, loc, zero, part, column));
    return written;
  });
}

/// Loops over the columns of the strip.
SmallVector<Value>
RowSumEmitter::forEachColumn(ValueRange initial,
                             function_ref<Tensors(ValueRange)> body) {
  return createLoop(b, loc, constant(0), stripSize, 1, initial,
                    [&](Value index, ValueRange carried) {
                      column = index;
                      indices.back() =
                          arith::AddIOp::create(b, loc, stripStart, index);
                      return body(carried);
                    });
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Where the element of the current indices lies in an operand with `map`.
SmallVector<Value> RowSumEmitter::getIndices(AffineMap map) {
  return llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) -> Value {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    return dim ? indices[dim.getPosition()] : constant(0);
  });
}

/// The term at the current indices, in the type of the partial row.
Value RowSumEmitter::computeTerm() {
  SmallVector<Value> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(tensor::ExtractOp::create(
        b, loc, input->get(), getIndices(op.getMatchingIndexingMap(input))));
  Value value =
      cloneBody(
          b, op, arguments, [&](unsigned loop) { return indices[loop]; }, term)
          .front();
  if (value.getType() != partType)
    value = arith::ExtFOp::create(b, loc, partType, value);
  return value;
}

//===----------------------------------------------------------------------===//
// Which ops
//===----------------------------------------------------------------------===//

/// True if the loops are: parallel ones, reductions, and one along rows.
static bool hasRowLoops(linalg::GenericOp op) {
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  if (types.size() < 2 || types.back() != utils::IteratorType::parallel)
    return false;
  ArrayRef<utils::IteratorType> inner =
      ArrayRef(types).drop_front(op.getNumParallelLoops() - 1).drop_back();
  return !inner.empty() && llvm::all_of(inner, [](utils::IteratorType type) {
    return type == utils::IteratorType::reduction;
  });
}

/// True if an operand with `map` is read along its rows, or is the same for all
/// columns.
static bool isReadByRow(AffineMap map, unsigned lastLoop) {
  if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return false;
  if (!map.isFunctionOfDim(lastLoop))
    return true;
  auto dim = dyn_cast<AffineDimExpr>(map.getResults().back());
  return dim && dim.getPosition() == lastLoop;
}

/// True if enough is known to be there to add up.
static bool isLargeEnough(linalg::GenericOp op) {
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t numRows = ranges[ranges.size() - 2], rowSize = ranges.back();
  return (ShapedType::isDynamic(numRows) || numRows >= kMinRows) &&
         (ShapedType::isDynamic(rowSize) || rowSize >= kMinRowSize);
}

bool croton::detail::rewriteRowSum(RewriterBase &rewriter,
                                   linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || getDevice(op->getResult(0)) ||
      !hasRowLoops(op) || !isLargeEnough(op))
    return false;
  unsigned lastLoop = op.getNumLoops() - 1;
  for (AffineMap map : op.getIndexingMapsArray())
    if (!isReadByRow(map, lastLoop))
      return false;
  Value term = matchSum(op);
  if (!term)
    term = matchCompensatedSum(op);
  if (!term)
    return false;
  rewriter.setInsertionPoint(op);
  rewriter.replaceOp(op, RowSumEmitter(rewriter, op, term).emit());
  return true;
}
