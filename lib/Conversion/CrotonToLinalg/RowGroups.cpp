//===- RowGroups.cpp - Loop nests that can run row by row -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"
#include "croton/Interfaces/DeviceLiftOpInterface.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// Rows of a known size below this are not worth a loop of their own: loops
/// over all elements at once vectorize better.
static constexpr int64_t kMinRowSize = 64;

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

std::optional<Value> croton::detail::getInitialScalar(linalg::GenericOp op,
                                                      unsigned index) {
  Value init = op.getDpsInits()[index];
  if (init.getDefiningOp<tensor::EmptyOp>())
    return Value();
  auto fill = init.getDefiningOp<linalg::FillOp>();
  if (fill && fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>())
    return fill.getInputs()[0];
  return std::nullopt;
}

SmallVector<OpFoldResult> croton::detail::getInitSizes(linalg::GenericOp op,
                                                       unsigned index) {
  Value init = op.getDpsInits()[index];
  if (auto fill = init.getDefiningOp<linalg::FillOp>())
    init = fill.getOutputs()[0];
  return init.getDefiningOp<tensor::EmptyOp>().getMixedSizes();
}

/// True if the first `depth` results of `map` are the first loops, in order,
/// and no other result depends on these.
static bool isIndexedByRow(AffineMap map, unsigned depth) {
  if (map.getNumResults() < depth)
    return false;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    if (i < depth && expr != getAffineDimExpr(i, map.getContext()))
      return false;
    for (unsigned loop = 0; i >= depth && loop < depth; ++loop)
      if (expr.isFunctionOfDim(loop))
        return false;
  }
  return true;
}

/// True if a step along `loop` moves to the next element in memory, or not at
/// all.
static bool isContiguousAlong(AffineMap map, unsigned loop) {
  AffineExpr dim = getAffineDimExpr(loop, map.getContext());
  for (auto [i, expr] : llvm::enumerate(map.getResults()))
    if (expr.isFunctionOfDim(loop) &&
        (i + 1 != map.getNumResults() || expr != dim))
      return false;
  return true;
}

/// True if the op has the form that all kinds share. One on a device is a
/// kernel and no loop of the host.
static bool isSimple(linalg::GenericOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumResults() == 0 ||
      getDevice(op->getResult(0)))
    return false;
  for (AffineMap map : op.getIndexingMapsArray())
    if (!map.isProjectedPermutation(/*allowZeroInResults=*/true))
      return false;
  for (unsigned i = 0; i < op.getNumResults(); ++i) {
    std::optional<Value> initial = getInitialScalar(op, i);
    BlockArgument carried = op.getRegionOutputArgs()[i];
    if (!initial || (!*initial && !carried.use_empty()))
      return false;
  }
  return true;
}

std::optional<RowKind> croton::detail::classifyRowOp(linalg::GenericOp op,
                                                     unsigned depth) {
  if (!isSimple(op) || op.getNumLoops() < depth)
    return std::nullopt;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  auto isParallel = [](utils::IteratorType type) {
    return type == utils::IteratorType::parallel;
  };
  ArrayRef<utils::IteratorType> inner = ArrayRef(iterators).drop_front(depth);
  if (!llvm::all_of(ArrayRef(iterators).take_front(depth), isParallel))
    return std::nullopt;

  auto outMaps = op.getIndexingMapsArray();
  outMaps.erase(outMaps.begin(), outMaps.begin() + op.getNumDpsInputs());
  if (llvm::all_of(inner, isParallel)) {
    if (!llvm::all_of(outMaps, [](AffineMap m) { return m.isIdentity(); }))
      return std::nullopt;
    SmallVector<int64_t> ranges = op.getStaticLoopRanges();
    return llvm::all_of(ArrayRef(ranges).drop_front(depth),
                        [](int64_t size) { return size == 1; })
               ? RowKind::Scalar
               : RowKind::Row;
  }
  bool isReduction =
      llvm::none_of(inner, isParallel) &&
      llvm::all_of(outMaps, [&](AffineMap map) {
        return map.getNumResults() == depth && isIndexedByRow(map, depth);
      });
  return isReduction ? std::optional(RowKind::Reduction) : std::nullopt;
}

std::optional<unsigned>
croton::detail::getReductionDepth(linalg::GenericOp op) {
  unsigned depth = op.getNumParallelLoops();
  if (depth == op.getNumLoops() ||
      classifyRowOp(op, depth) != RowKind::Reduction)
    return std::nullopt;
  return depth;
}

//===----------------------------------------------------------------------===//
// RowGroup
//===----------------------------------------------------------------------===//

Value RowGroup::resolve(Value value) const {
  Value source = viewed.lookup(value);
  return source ? source : value;
}

bool RowGroup::readsByRow(linalg::GenericOp op) const {
  unsigned last = op.getNumLoops() - 1;
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    if (op.getNumLoops() > depth && !isContiguousAlong(map, last))
      return false;
    if (isProduced(resolve(input->get())) && !isIndexedByRow(map, depth))
      return false;
  }
  return true;
}

bool RowGroup::sharesData(linalg::GenericOp op) const {
  return llvm::any_of(op.getDpsInputs(), [&](Value input) {
    return isProduced(resolve(input)) || rowInputs.contains(input);
  });
}

/// True if an op inside of `op` uses a value that `isProduced` knows.
static bool capturesAny(Operation *op, function_ref<bool(Value)> isProduced) {
  WalkResult result = op->walk([&](Operation *inner) {
    return inner != op && llvm::any_of(inner->getOperands(), isProduced)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return result.wasInterrupted();
}

bool RowGroup::isUsedBy(Operation *op) const {
  auto isOurs = [&](Value value) { return isProduced(resolve(value)); };
  return llvm::any_of(op->getOperands(), isOurs) || capturesAny(op, isOurs);
}

bool RowGroup::tryAdd(linalg::GenericOp op) {
  std::optional<RowKind> kind = classifyRowOp(op, depth);
  if (!kind || !readsByRow(op) || (!members.empty() && !sharesData(op)) ||
      capturesAny(op, [&](Value value) { return isProduced(resolve(value)); }))
    return false;
  SmallVector<OpFoldResult> sizes = getInitSizes(op, 0);
  if (!isEqualConstantIntOrValueArray(ArrayRef(sizes).take_front(depth),
                                      outerSizes))
    return false;

  members.push_back({op, *kind});
  ops.insert(op);
  for (Value result : op.getResults())
    kinds[result] = *kind;
  for (Value input : op.getDpsInputs())
    if (*kind != RowKind::Scalar && !isProduced(resolve(input)) &&
        cast<RankedTensorType>(input.getType()).getRank() > depth)
      rowInputs.insert(input);
  return true;
}

bool RowGroup::tryAddView(Operation *op) {
  if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return false;
  Value source = resolve(op->getOperand(0));
  if (!isProduced(source) || getKind(source) == RowKind::Row)
    return false;
  ArrayRef<int64_t> from =
      cast<RankedTensorType>(op->getOperand(0).getType()).getShape();
  ArrayRef<int64_t> to =
      cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  auto isOne = [](int64_t size) { return size == 1; };
  if (to.size() < depth || from.take_front(depth) != to.take_front(depth) ||
      !llvm::all_of(to.drop_front(depth), isOne))
    return false;
  viewed[op->getResult(0)] = source;
  ops.insert(op);
  return true;
}

bool RowGroup::isUsedOutside(Value result) const {
  auto isOutside = [&](Operation *user) { return !ops.contains(user); };
  if (llvm::any_of(result.getUsers(), isOutside))
    return true;
  return llvm::any_of(viewed, [&](const auto &entry) {
    return entry.second == result &&
           llvm::any_of(entry.first.getUsers(), isOutside);
  });
}

bool RowGroup::isWorthwhile() const {
  bool hasReduction = false;
  for (const Member &member : members) {
    hasReduction |= member.kind == RowKind::Reduction;
    linalg::GenericOp op = member.op;
    int64_t size =
        op.getStaticLoopRanges().empty() ? 1 : op.getStaticLoopRanges().back();
    if (member.kind == RowKind::Row && ShapedType::isStatic(size) &&
        size < kMinRowSize)
      return false;
  }
  return hasReduction;
}
