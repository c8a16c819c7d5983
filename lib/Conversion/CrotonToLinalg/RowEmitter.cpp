//===- RowEmitter.cpp - One loop over rows for a group of ops -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Within a row, results of one element are SSA values, reductions are loops
// with their accumulators in registers, and whole rows are loops that write to
// the result or, if nothing else reads it, to a scratch row that all iterations
// share.
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"
#include "RowReductions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

/// A tensor that the loop over rows carries: a result that is used outside, of
/// which each iteration writes its part, or a scratch row.
struct CarriedTensor {
  Value result;
  bool isScratch;
  Value current;
};

class RowEmitter {
public:
  RowEmitter(RewriterBase &rewriter, const RowGroup &group)
      : rewriter(rewriter), group(group) {}

  void emit();

private:
  void collectSizes();
  void collectCarried();
  Value createInitial(const CarriedTensor &carried,
                      ArrayRef<OpFoldResult> sizes);
  void emitLoops(unsigned level);
  void emitBody();
  void replaceResults();

  void emitScalar(linalg::GenericOp op);
  void emitReduction(linalg::GenericOp op);
  void emitRow(linalg::GenericOp op);

  void defineScalar(Value result, Value scalar);
  CarriedTensor *findCarried(Value result);
  RankedTensorType getRowType(Value tensor);
  Value readElement(Value tensor, AffineMap map, ValueRange inner);
  OpFoldResult getInputSize(Value input, unsigned dim);
  Value getInnerSize(linalg::GenericOp op, unsigned loop);
  SmallVector<Value> readFixed(linalg::GenericOp op);
  SmallVector<Value> computeElement(linalg::GenericOp op, ArrayRef<Value> fixed,
                                    ValueRange inner, ValueRange carried,
                                    ValueRange wanted);
  SmallVector<Value>
  emitRowLoops(linalg::GenericOp op, ArrayRef<OpFoldResult> sizes,
               SmallVector<Value> &inner, ValueRange targets,
               function_ref<SmallVector<Value>(ValueRange)> body);
  SmallVector<Value> storeElement(linalg::GenericOp op, ArrayRef<Value> fixed,
                                  ValueRange inner, ValueRange initial,
                                  ValueRange targets);
  bool dependsOnInner(AffineMap map) const;

  RewriterBase &rewriter;
  const RowGroup &group;
  SmallVector<CarriedTensor> carriedTensors;
  /// The sizes of the inner loops of reductions.
  DenseMap<std::pair<Operation *, unsigned>, Value> innerSizes;
  /// The indices of the row.
  SmallVector<Value> rowIndices;
  /// The results that have one element, in the current row.
  DenseMap<Value, Value> scalars;
};

} // namespace

//===----------------------------------------------------------------------===//
// The loop over rows
//===----------------------------------------------------------------------===//

void RowEmitter::emit() {
  linalg::GenericOp last = group.getMembers().back().op;
  rewriter.setInsertionPoint(last);
  collectSizes();
  collectCarried();
  emitLoops(0);
  replaceResults();
}

/// Sizes are computed once, outside of the loop.
void RowEmitter::collectSizes() {
  for (const RowGroup::Member &member : group.getMembers()) {
    linalg::GenericOp op = member.op;
    if (member.kind == RowKind::Reduction)
      for (unsigned i = group.getDepth(); i < op.getNumLoops(); ++i)
        innerSizes[{op, i}] = getInnerSize(op, i);
  }
}

/// A result used outside is carried whole; a row that only other members read
/// is carried as one row.
void RowEmitter::collectCarried() {
  for (const RowGroup::Member &member : group.getMembers()) {
    linalg::GenericOp op = member.op;
    for (auto [i, result] : llvm::enumerate(op.getResults())) {
      bool isScratch = !group.isUsedOutside(result);
      bool isRow = member.kind == RowKind::Row;
      // With no loop around, single values are results as they are.
      if (!isRow && (isScratch || group.getDepth() == 0))
        continue;
      SmallVector<OpFoldResult> sizes = getInitSizes(op, i);
      CarriedTensor carried{result, isScratch, Value()};
      carried.current = createInitial(carried, sizes);
      carriedTensors.push_back(carried);
    }
  }
}

Value RowEmitter::createInitial(const CarriedTensor &carried,
                                ArrayRef<OpFoldResult> sizes) {
  Location loc = carried.result.getLoc();
  auto type = cast<RankedTensorType>(carried.result.getType());
  if (carried.isScratch) {
    sizes = sizes.drop_front(group.getDepth());
    type = getRowType(carried.result);
  }
  SmallVector<Value> dynamicSizes;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(i))
      dynamicSizes.push_back(
          getValueOrCreateConstantIndexOp(rewriter, loc, size));
  return tensor::EmptyOp::create(rewriter, loc, type, dynamicSizes);
}

void RowEmitter::emitLoops(unsigned level) {
  if (level == group.getDepth())
    return emitBody();
  linalg::GenericOp last = group.getMembers().back().op;
  Location loc = last.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value size = getValueOrCreateConstantIndexOp(rewriter, loc,
                                               group.getOuterSizes()[level]);
  SmallVector<Value> initial = llvm::map_to_vector(
      carriedTensors, [](const CarriedTensor &c) { return c.current; });
  auto loop = scf::ForOp::create(rewriter, loc, zero, size, one, initial);
  rowIndices.push_back(loop.getInductionVar());
  for (auto [carried, argument] :
       llvm::zip_equal(carriedTensors, loop.getRegionIterArgs()))
    carried.current = argument;
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    emitLoops(level + 1);
    // A loop that carries nothing has its terminator already.
    if (!carriedTensors.empty())
      scf::YieldOp::create(
          rewriter, loc,
          llvm::map_to_vector(carriedTensors, [](const CarriedTensor &c) {
            return c.current;
          }));
  }
  for (auto [carried, result] :
       llvm::zip_equal(carriedTensors, loop.getResults()))
    carried.current = result;
}

void RowEmitter::emitBody() {
  for (const RowGroup::Member &member : group.getMembers()) {
    switch (member.kind) {
    case RowKind::Scalar:
      emitScalar(member.op);
      break;
    case RowKind::Reduction:
      emitReduction(member.op);
      break;
    case RowKind::Row:
      emitRow(member.op);
      break;
    }
  }
}

void RowEmitter::replaceResults() {
  for (const CarriedTensor &carried : carriedTensors)
    if (!carried.isScratch)
      rewriter.replaceAllUsesWith(carried.result, carried.current);
  // With no loop around, single values become tensors here.
  for (const RowGroup::Member &member : group.getMembers()) {
    linalg::GenericOp op = member.op;
    for (Value result : op.getResults())
      if (group.getDepth() == 0 && member.kind != RowKind::Row)
        rewriter.replaceAllUsesWith(
            result, tensor::FromElementsOp::create(rewriter, result.getLoc(),
                                                   result.getType(),
                                                   scalars.lookup(result)));
  }
  // Reshapes that are used outside follow the results they are of.
  Operation *last = group.getMembers().back().op;
  for (Operation *op : group.getOps())
    if (!isa<linalg::GenericOp>(op))
      rewriter.moveOpBefore(op, last);
  for (Operation *op : llvm::reverse(group.getOps()))
    if (op->use_empty())
      rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Access to tensors within a row
//===----------------------------------------------------------------------===//

CarriedTensor *RowEmitter::findCarried(Value result) {
  auto *it = llvm::find_if(carriedTensors, [&](const CarriedTensor &carried) {
    return carried.result == result;
  });
  return it == carriedTensors.end() ? nullptr : it;
}

RankedTensorType RowEmitter::getRowType(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  return RankedTensorType::get(type.getShape().drop_front(group.getDepth()),
                               type.getElementType());
}

/// The size of a dim of what a member reads. The member that makes it is going
/// to vanish, so it must not be asked.
OpFoldResult RowEmitter::getInputSize(Value input, unsigned dim) {
  auto type = cast<RankedTensorType>(input.getType());
  if (!type.isDynamicDim(dim))
    return rewriter.getIndexAttr(type.getDimSize(dim));
  Value source = group.resolve(input);
  if (!group.isProduced(source))
    return tensor::getMixedSize(rewriter, input.getLoc(), input, dim);
  return getInitSizes(source.getDefiningOp<linalg::GenericOp>(),
                      cast<OpResult>(source).getResultNumber())[dim];
}

/// The size of a loop within the row.
Value RowEmitter::getInnerSize(linalg::GenericOp op, unsigned loop) {
  AffineExpr dim = rewriter.getAffineDimExpr(loop);
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    std::optional<unsigned> position = map.getResultPosition(dim);
    if (!position)
      continue;
    return getValueOrCreateConstantIndexOp(
        rewriter, op.getLoc(), getInputSize(input->get(), *position));
  }
  llvm_unreachable("loop of a reduction without an input that it runs along");
}

/// True if what is read through `map` differs within a row.
bool RowEmitter::dependsOnInner(AffineMap map) const {
  for (unsigned loop = group.getDepth(); loop < map.getNumDims(); ++loop)
    if (map.isFunctionOfDim(loop))
      return true;
  return false;
}

/// The element of an operand that an op reads through `map` in this row, with
/// the given indices of the inner loops.
Value RowEmitter::readElement(Value tensor, AffineMap map, ValueRange inner) {
  Location loc = tensor.getLoc();
  Value source = group.resolve(tensor);
  if (Value scalar = scalars.lookup(source))
    return scalar;
  // A scratch row has the dims of a row only.
  CarriedTensor *carried = findCarried(source);
  unsigned skipped = carried && carried->isScratch ? group.getDepth() : 0;
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults().drop_front(skipped)) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim)
      indices.push_back(arith::ConstantIndexOp::create(rewriter, loc, 0));
    else if (dim.getPosition() < group.getDepth())
      indices.push_back(rowIndices[dim.getPosition()]);
    else
      indices.push_back(inner[dim.getPosition() - group.getDepth()]);
  }
  Value current = carried ? carried->current : tensor;
  return tensor::ExtractOp::create(rewriter, loc, current, indices);
}

//===----------------------------------------------------------------------===//
// Members
//===----------------------------------------------------------------------===//

/// Makes `scalar` the element of `result` in this row.
void RowEmitter::defineScalar(Value result, Value scalar) {
  scalars[result] = scalar;
  CarriedTensor *carried = findCarried(result);
  if (!carried)
    return;
  SmallVector<Value> indices(rowIndices);
  int64_t rank = cast<RankedTensorType>(result.getType()).getRank();
  while (static_cast<int64_t>(indices.size()) < rank)
    indices.push_back(
        arith::ConstantIndexOp::create(rewriter, result.getLoc(), 0));
  carried->current = tensor::InsertOp::create(rewriter, result.getLoc(), scalar,
                                              carried->current, indices);
}

void RowEmitter::emitScalar(linalg::GenericOp op) {
  Value zero = arith::ConstantIndexOp::create(rewriter, op.getLoc(), 0);
  SmallVector<Value> inner(op.getNumLoops() - group.getDepth(), zero);
  SmallVector<Value> arguments;
  for (OpOperand *input : op.getDpsInputOperands())
    arguments.push_back(
        readElement(input->get(), op.getMatchingIndexingMap(input), inner));
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    arguments.push_back(*getInitialScalar(op, i));
  auto getIndex = [&](unsigned loop) {
    return loop < group.getDepth() ? rowIndices[loop] : zero;
  };
  SmallVector<Value> values =
      cloneBody(rewriter, op, arguments, getIndex,
                op.getBody()->getTerminator()->getOperands());
  for (auto [result, value] : llvm::zip_equal(op.getResults(), values))
    defineScalar(result, value);
}

/// What an op reads that does not change within a row, and null for the rest.
SmallVector<Value> RowEmitter::readFixed(linalg::GenericOp op) {
  SmallVector<Value> fixed;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    fixed.push_back(dependsOnInner(map) ? Value()
                                        : readElement(input->get(), map, {}));
  }
  return fixed;
}

/// Clones what computes `wanted` for the element at `inner` of the row.
SmallVector<Value> RowEmitter::computeElement(linalg::GenericOp op,
                                              ArrayRef<Value> fixed,
                                              ValueRange inner,
                                              ValueRange carried,
                                              ValueRange wanted) {
  SmallVector<Value> arguments;
  for (auto [input, value] : llvm::zip_equal(op.getDpsInputOperands(), fixed))
    arguments.push_back(value ? value
                              : readElement(input->get(),
                                            op.getMatchingIndexingMap(input),
                                            inner));
  llvm::append_range(arguments, carried);
  auto getIndex = [&](unsigned loop) {
    return loop < group.getDepth() ? rowIndices[loop]
                                   : inner[loop - group.getDepth()];
  };
  return cloneBody(rewriter, op, arguments, getIndex, wanted);
}

void RowEmitter::emitReduction(linalg::GenericOp op) {
  SmallVector<Value> fixed = readFixed(op);
  RowReduction reduction;
  reduction.op = op;
  for (unsigned loop = group.getDepth(); loop < op.getNumLoops(); ++loop)
    reduction.sizes.push_back(innerSizes.lookup({op, loop}));
  for (unsigned i = 0; i < op.getNumResults(); ++i)
    reduction.initial.push_back(*getInitialScalar(op, i));
  reduction.compute = [&](ValueRange inner, ValueRange carried,
                          ValueRange wanted) {
    return computeElement(op, fixed, inner, carried, wanted);
  };
  for (auto [result, value] :
       llvm::zip_equal(op.getResults(), emitRowReduction(rewriter, reduction)))
    defineScalar(result, value);
}

void RowEmitter::emitRow(linalg::GenericOp op) {
  SmallVector<Value> fixed = readFixed(op);
  SmallVector<OpFoldResult> sizes = getInitSizes(op, 0);
  SmallVector<Value> current, initial;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    current.push_back(findCarried(op.getResult(i))->current);
    initial.push_back(*getInitialScalar(op, i));
  }
  SmallVector<Value> inner;
  current =
      emitRowLoops(op, ArrayRef(sizes).drop_front(group.getDepth()), inner,
                   current, [&](ValueRange targets) {
                     return storeElement(op, fixed, inner, initial, targets);
                   });
  for (auto [result, value] : llvm::zip_equal(op.getResults(), current))
    findCarried(result)->current = value;
}

/// Loops over the rest of the row, from the dim that `inner` lacks on.
SmallVector<Value>
RowEmitter::emitRowLoops(linalg::GenericOp op, ArrayRef<OpFoldResult> sizes,
                         SmallVector<Value> &inner, ValueRange targets,
                         function_ref<SmallVector<Value>(ValueRange)> body) {
  if (inner.size() == sizes.size())
    return body(targets);
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  Value size =
      getValueOrCreateConstantIndexOp(rewriter, loc, sizes[inner.size()]);
  auto loop = scf::ForOp::create(rewriter, loc, zero, size, one, targets);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  inner.push_back(loop.getInductionVar());
  SmallVector<Value> results =
      emitRowLoops(op, sizes, inner, loop.getRegionIterArgs(), body);
  inner.pop_back();
  scf::YieldOp::create(rewriter, loc, results);
  return llvm::to_vector_of<Value>(loop.getResults());
}

/// Computes the element at `inner` of each result and writes it to its target.
SmallVector<Value> RowEmitter::storeElement(linalg::GenericOp op,
                                            ArrayRef<Value> fixed,
                                            ValueRange inner,
                                            ValueRange initial,
                                            ValueRange targets) {
  SmallVector<Value> values = computeElement(
      op, fixed, inner, initial, op.getBody()->getTerminator()->getOperands());
  SmallVector<Value> written;
  for (auto [result, value, target] :
       llvm::zip_equal(op.getResults(), values, targets)) {
    SmallVector<Value> indices;
    if (!findCarried(result)->isScratch)
      indices.append(rowIndices);
    llvm::append_range(indices, inner);
    written.push_back(tensor::InsertOp::create(rewriter, op.getLoc(), value,
                                               target, indices));
  }
  return written;
}

void croton::detail::emitRowGroup(RewriterBase &rewriter,
                                  const RowGroup &group) {
  RowEmitter(rewriter, group).emit();
}
