//===- Indexing.cpp - Models of the indexing ops --------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// take, inc_take and one_hot. Basic indexing is in Slicing.cpp.
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"
#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

std::string reference::formatIndex(const Scalar &index) {
  return getKind(index.dtype) == Kind::Unsigned
             ? std::to_string(index.bits)
             : std::to_string(static_cast<int64_t>(index.bits));
}

std::optional<int64_t> reference::resolveIndex(const Scalar &index,
                                               int64_t size) {
  uint64_t limit = static_cast<uint64_t>(size);
  bool isNegative = getKind(index.dtype) == Kind::Signed &&
                    static_cast<int64_t>(index.bits) < 0;
  // Adding the size to a negative index wraps to what it stands for, or stays
  // above every size.
  uint64_t position = isNegative ? index.bits + limit : index.bits;
  if (position >= limit)
    return std::nullopt;
  return static_cast<int64_t>(position);
}

/// The position that an index of `take` stands for on an axis of `size`, which
/// is not 0.
static std::optional<int64_t> resolveIndex(const Scalar &index, int64_t size,
                                           TakeMode mode) {
  bool isSigned = getKind(index.dtype) == Kind::Signed;
  int64_t value = static_cast<int64_t>(index.bits);
  switch (mode) {
  case TakeMode::Raise:
    return reference::resolveIndex(index, size);
  case TakeMode::Wrap:
    if (!isSigned)
      return static_cast<int64_t>(index.bits % static_cast<uint64_t>(size));
    return (value % size + size) % size;
  case TakeMode::Clip:
    if (isSigned)
      return std::clamp<int64_t>(value, 0, size - 1);
    return static_cast<int64_t>(
        std::min(index.bits, static_cast<uint64_t>(size - 1)));
  }
  llvm_unreachable("every mode is handled");
}

//===----------------------------------------------------------------------===//
// take and inc_take
//===----------------------------------------------------------------------===//

/// The positions along `axis` that each element of `index` stands for.
static FailureOr<SmallVector<int64_t>>
resolveIndices(const HostTensor &index, const HostTensor &operand, int64_t axis,
               TakeMode mode, EvaluationErrors &errors) {
  int64_t size = operand.getShape()[axis];
  SmallVector<int64_t> positions;
  if (index.getNumElements() > 0 && size == 0)
    return errors.fail("cannot take elements of axis " + Twine(axis) +
                       " of shape " + formatShape(operand.getShape()) +
                       ", which is empty");
  for (int64_t i = 0, e = index.getNumElements(); i < e; ++i) {
    Scalar value = loadScalar(index, i);
    std::optional<int64_t> position = resolveIndex(value, size, mode);
    if (!position)
      return errors.fail("index " + formatIndex(value) +
                         " is out of range for axis " + Twine(axis) +
                         " of size " + Twine(size));
    positions.push_back(*position);
  }
  return positions;
}

namespace {
/// How the elements of what `take` gives lie in the operand: row-major over
/// the dims before the axis, the index and the dims after the axis.
struct TakeLayout {
  TakeLayout(const HostTensor &operand, const HostTensor &index, int64_t axis);

  /// The shape of what `take` gives.
  SmallVector<int64_t> shape;

  /// Calls `body` for each position of `shape` with the element of the operand
  /// that lies there.
  void forEach(ArrayRef<int64_t> positions,
               function_ref<void(ArrayRef<int64_t>, int64_t)> body) const;

private:
  int64_t axis, indexRank;
  SmallVector<int64_t> operandStrides, indexStrides;
};
} // namespace

TakeLayout::TakeLayout(const HostTensor &operand, const HostTensor &index,
                       int64_t axis)
    : axis(axis), indexRank(index.getRank()),
      operandStrides(getStrides(operand.getShape())),
      indexStrides(getStrides(index.getShape())) {
  llvm::append_range(shape, operand.getShape().take_front(axis));
  llvm::append_range(shape, index.getShape());
  llvm::append_range(shape, operand.getShape().drop_front(axis + 1));
}

void TakeLayout::forEach(
    ArrayRef<int64_t> positions,
    function_ref<void(ArrayRef<int64_t>, int64_t)> body) const {
  forEachPosition(shape, [&](ArrayRef<int64_t> position) {
    SmallVector<int64_t> source(position.take_front(axis));
    source.push_back(
        positions[getOffset(position.slice(axis, indexRank), indexStrides)]);
    llvm::append_range(source, position.drop_front(axis + indexRank));
    body(position, getOffset(source, operandStrides));
  });
}

static LogicalResult evaluateTake(TakeOp op, Operands operands,
                                  Results &results, EvaluationErrors &errors) {
  const HostTensor &operand = operands[0], &index = operands[1];
  int64_t axis = op.getAxis();
  FailureOr<SmallVector<int64_t>> positions =
      resolveIndices(index, operand, axis, op.getMode(), errors);
  if (failed(positions))
    return failure();
  TakeLayout layout(operand, index, axis);
  FailureOr<HostTensor> result = allocateResult(op, layout.shape, errors);
  if (failed(result))
    return failure();
  int64_t next = 0;
  layout.forEach(*positions, [&](ArrayRef<int64_t>, int64_t source) {
    copyElement(operand, source, *result, next++);
  });
  results.push_back(*result);
  return success();
}

/// Sets or increases the elements of `result`, a copy of the operand.
/// Increments of one element are summed exactly and rounded once.
static void incrementTaken(IncTakeOp op, const TakeLayout &layout,
                           ArrayRef<int64_t> positions, const HostTensor &value,
                           const HostTensor &result) {
  SmallVector<int64_t> strides = getStretchedStrides(
      cast<RankedTensorType>(op.getValue().getType()), value.getShape());
  llvm::DenseMap<int64_t, ScalarSum> sums;
  layout.forEach(positions, [&](ArrayRef<int64_t> position, int64_t target) {
    int64_t source = getOffset(position, strides);
    if (op.getSet()) {
      copyElement(value, source, result, target);
      return;
    }
    auto [it, isNew] = sums.try_emplace(target, result.getDType());
    if (isNew)
      it->second.add(loadScalar(result, target));
    it->second.add(loadScalar(value, source));
  });
  for (auto &[target, sum] : sums)
    storeScalar(result, target, sum.get());
}

static LogicalResult evaluateIncTake(IncTakeOp op, Operands operands,
                                     Results &results,
                                     EvaluationErrors &errors) {
  const HostTensor &operand = operands[0], &index = operands[1];
  const HostTensor &value = operands[2];
  int64_t axis = op.getAxis();
  FailureOr<SmallVector<int64_t>> positions =
      resolveIndices(index, operand, axis, op.getMode(), errors);
  if (failed(positions))
    return failure();
  TakeLayout layout(operand, index, axis);
  auto valueType = cast<RankedTensorType>(op.getValue().getType());
  if (failed(verifyValueShape(valueType, value, layout.shape, errors)))
    return failure();
  FailureOr<HostTensor> result = copyToResult(op, operand, errors);
  if (failed(result))
    return failure();
  incrementTaken(op, layout, *positions, value, *result);
  results.push_back(*result);
  return success();
}

//===----------------------------------------------------------------------===//
// one_hot
//===----------------------------------------------------------------------===//

static LogicalResult evaluateOneHot(OneHotOp op, Operands operands,
                                    Results &results,
                                    EvaluationErrors &errors) {
  const HostTensor &index = operands[0];
  int64_t depth = operands[1].getData<int64_t>()[0];
  if (depth < 0)
    return errors.fail("expected a depth of at least 0, but got " +
                       Twine(depth));
  SmallVector<int64_t> shape(index.getShape());
  shape.push_back(depth);
  FailureOr<HostTensor> result = allocateResult(op, shape, errors);
  if (failed(result))
    return failure();
  for (int64_t i = 0, e = index.getNumElements(); i < e; ++i) {
    Scalar value = loadScalar(index, i);
    // A negative index has its top bit set, so it is above every depth.
    if (value.bits >= static_cast<uint64_t>(depth))
      return errors.fail("index " + formatIndex(value) +
                         " is out of range for depth " + Twine(depth));
    result->getData<uint8_t>()[i * depth + value.bits] = 1;
  }
  results.push_back(*result);
  return success();
}

void reference::attachIndexingModels(MLIRContext *context) {
  attachModel<TakeOp, evaluateTake>(context);
  attachModel<IncTakeOp, evaluateIncTake>(context);
  attachModel<OneHotOp, evaluateOneHot>(context);
  attachSlicingModels(context);
}
