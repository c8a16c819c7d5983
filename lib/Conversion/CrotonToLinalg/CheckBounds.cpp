//===- CheckBounds.cpp - Checks in front of upstream's tensor ops ---------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of the tensor dialect trust the indices that they get. Those in a graph
// come from its author, so each one that is not known to be in range is checked
// where the op stands.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::croton {
#define GEN_PASS_DEF_CHECKBOUNDSPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// What needs no check
//===----------------------------------------------------------------------===//

/// The most values whose bounds are looked at to prove one relation. The time
/// that this takes grows with a higher power of the number.
static constexpr unsigned kMaxVisited = 16;

/// Constants up to this size are added and multiplied in proofs: no overflow.
static constexpr int64_t kMaxConstant = int64_t(1) << 30;

namespace {
/// What the definitions of a few values say about their bounds.
class Bounds : public ValueBoundsConstraintSet {
public:
  explicit Bounds(MLIRContext *context)
      : ValueBoundsConstraintSet(context, [visited = 0u](auto &&...) mutable {
          return ++visited > kMaxVisited;
        }) {}
};
} // namespace

/// True if `lhs` is known not to be above `rhs`.
static bool isLessOrEqual(const Bounds::Variable &lhs,
                          const Bounds::Variable &rhs) {
  return Bounds(lhs.getContext()).populateAndCompare(lhs, Bounds::LE, rhs);
}

/// True if `value` is known to be in `0 .. size-1`.
static bool isKnownIndex(OpFoldResult value, OpFoldResult size) {
  Builder b(value.getContext());
  std::optional<int64_t> constant = getConstantIntValue(value);
  if (constant && *constant < 0)
    return false;
  if (std::optional<int64_t> constantSize = getConstantIntValue(size))
    if (constant)
      return *constant < *constantSize;
  if (constant && *constant > kMaxConstant)
    return false;
  Bounds::Variable next(AffineMap::get(1, 0, b.getAffineDimExpr(0) + 1),
                        ArrayRef<Bounds::Variable>(Bounds::Variable(value)));
  return isLessOrEqual(next, size) &&
         (constant || isLessOrEqual(OpFoldResult(b.getIndexAttr(0)), value));
}

namespace {
/// What a slice takes along one dim.
struct SliceDim {
  OpFoldResult offset, count, stride, size;

  /// True if all of it is known to lie in `0 .. size-1`.
  bool isKnownInRange() const;
};
} // namespace

bool SliceDim::isKnownInRange() const {
  Builder b(offset.getContext());
  std::optional<int64_t> step = getConstantIntValue(stride);
  if (!step || *step < 1)
    return false;
  for (OpFoldResult value : {offset, count, stride})
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      if (*constant < 0 || *constant > kMaxConstant)
        return false;
  std::optional<int64_t> first = getConstantIntValue(offset);
  std::optional<int64_t> taken = getConstantIntValue(count);
  std::optional<int64_t> all = getConstantIntValue(size);
  if (first && taken && all)
    return *first <= *all && *first + (*taken - 1) * *step < *all;
  // offset + (count - 1) * step + 1 <= size
  AffineExpr end =
      b.getAffineDimExpr(0) + (b.getAffineDimExpr(1) - 1) * *step + 1;
  Bounds::Variable last(AffineMap::get(2, 0, end),
                        {Bounds::Variable(offset), Bounds::Variable(count)});
  OpFoldResult zero = b.getIndexAttr(0);
  return isLessOrEqual(last, size) && isLessOrEqual(offset, size) &&
         isLessOrEqual(zero, offset) && isLessOrEqual(zero, count);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// Makes the checks of one op, in front of it.
class BoundsChecker {
public:
  BoundsChecker(SizeTable &table, Operation *op)
      : table(table), op(op), builder(op), math(builder, op->getLoc()) {}

  void check(tensor::DimOp dim);
  void check(tensor::ExtractOp extract);
  void check(tensor::ExtractSliceOp extract);
  void check(tensor::InsertOp insert);
  void check(tensor::InsertSliceOp insert);

private:
  /// `indices` are those of an element of `tensor`.
  void checkElement(Value tensor, ValueRange indices);
  /// `slice` is a part of `tensor`.
  void checkSlice(Value tensor, OffsetSizeAndStrideOpInterface slice);
  void checkSliceDim(const SliceDim &slice, int64_t dim);
  /// How many positions a slice can take from its offset on.
  Value countPositions(const SliceDim &slice);

  CheckMessage createMessage() {
    return CheckMessage(builder, op->getName().getStringRef(), op->getLoc());
  }
  /// The condition that `index` is in `0 .. size-1`.
  Value isInRange(Value index, Value size) {
    return math.both(math.lessOrEqual(math.constant(0), index),
                     math.less(index, size));
  }
  /// The result of the op has the sizes of `dest`.
  void keepSizes(Value dest) {
    table.setSizes(op->getResult(0), table.getSizes(builder, dest));
  }

  SizeTable &table;
  Operation *op;
  OpBuilder builder;
  croton::detail::IndexMath math;
};
} // namespace

void BoundsChecker::check(tensor::DimOp dim) {
  auto type = dyn_cast<RankedTensorType>(dim.getSource().getType());
  if (!type)
    return;
  Value index = dim.getIndex();
  OpFoldResult rank = builder.getIndexAttr(type.getRank());
  if (!isKnownIndex(index, rank)) {
    CheckMessage message = createMessage();
    message << "dim " << OpFoldResult(index)
            << " does not exist in a tensor of rank " << rank;
    message.emit(isInRange(index, math.get(rank)), CROTON_ERROR_INDEX);
  } else if (getConstantIntValue(index)) {
    return;
  }
  Value size;
  for (auto [i, known] :
       llvm::enumerate(table.getSizes(builder, dim.getSource()))) {
    Value here = math.get(known);
    size = i == 0
               ? here
               : math.select(math.equal(index, math.constant(i)), here, size);
  }
  dim.replaceAllUsesWith(size);
  dim.erase();
}

void BoundsChecker::check(tensor::ExtractOp extract) {
  checkElement(extract.getTensor(), extract.getIndices());
}

void BoundsChecker::check(tensor::ExtractSliceOp extract) {
  checkSlice(extract.getSource(), extract);
}

void BoundsChecker::check(tensor::InsertOp insert) {
  checkElement(insert.getDest(), insert.getIndices());
  keepSizes(insert.getDest());
}

void BoundsChecker::check(tensor::InsertSliceOp insert) {
  checkSlice(insert.getDest(), insert);
  keepSizes(insert.getDest());
  // What is inserted must have the size of the slice that it replaces.
  SmallVector<OpFoldResult> sourceSizes =
      table.getSizes(builder, insert.getSource());
  SmallVector<OpFoldResult> sliceSizes;
  llvm::SmallBitVector dropped = insert.getDroppedDims();
  for (auto [dim, size] : llvm::enumerate(insert.getMixedSizes()))
    if (!dropped.test(dim))
      sliceSizes.push_back(size);
  for (auto [sourceSize, size] : llvm::zip_equal(sourceSizes, sliceSizes))
    checkEqualSizes(builder, table, op->getName().getStringRef(), op->getLoc(),
                    sourceSize, size, [&](CheckMessage &message) {
                      message << "a source of shape ";
                      message.addShape(sourceSizes)
                          << " does not fit the slice of shape ";
                      message.addShape(sliceSizes);
                    });
}

void BoundsChecker::checkElement(Value tensor, ValueRange indices) {
  for (auto [dim, index] : llvm::enumerate(indices)) {
    OpFoldResult size = table.getSize(builder, tensor, dim);
    if (isKnownIndex(index, size))
      continue;
    CheckMessage message = createMessage();
    message << "index " << OpFoldResult(index) << " is out of bounds for dim "
            << Twine(dim) << " of size " << size;
    message.emit(isInRange(index, math.get(size)), CROTON_ERROR_INDEX);
  }
}

void BoundsChecker::checkSlice(Value tensor,
                               OffsetSizeAndStrideOpInterface slice) {
  SmallVector<OpFoldResult> sizes = table.getSizes(builder, tensor);
  for (auto [dim, offset, count, stride, size] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides(), sizes))
    checkSliceDim({offset, count, stride, size}, dim);
}

Value BoundsChecker::countPositions(const SliceDim &slice) {
  Value offset = math.get(slice.offset), size = math.get(slice.size);
  Value rest = math.sub(size, offset);
  if (getConstantIntValue(slice.stride) == 1)
    return rest;
  // A product of count and stride could overflow.
  Value one = math.constant(1);
  Value stride = math.max(math.get(slice.stride), one);
  Value further = math.divS(math.sub(rest, one), stride);
  return math.select(math.less(offset, size), math.add(further, one),
                     math.constant(0));
}

void BoundsChecker::checkSliceDim(const SliceDim &slice, int64_t dim) {
  if (slice.isKnownInRange())
    return;
  Value zero = math.constant(0);
  CheckMessage strideMessage = createMessage();
  strideMessage << "stride " << slice.stride << " of dim " << Twine(dim)
                << " is not positive";
  strideMessage.emit(math.less(zero, math.get(slice.stride)),
                     CROTON_ERROR_VALUE);
  Value offset = math.get(slice.offset), count = math.get(slice.count);
  Value isValid =
      math.both(math.both(math.lessOrEqual(zero, offset),
                          math.lessOrEqual(offset, math.get(slice.size))),
                math.both(math.lessOrEqual(zero, count),
                          math.lessOrEqual(count, countPositions(slice))));
  CheckMessage message = createMessage();
  message << "offset " << slice.offset << ", size " << slice.count
          << " and stride " << slice.stride << " leave dim " << Twine(dim)
          << " of size " << slice.size;
  message.emit(isValid, CROTON_ERROR_INDEX);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
class CheckBoundsPass
    : public croton::impl::CheckBoundsPassBase<CheckBoundsPass> {
public:
  void getDependentDialects(DialectRegistry &registry) const override {
    CheckBoundsPassBase::getDependentDialects(registry);
    arith::registerValueBoundsOpInterfaceExternalModels(registry);
    linalg::registerValueBoundsOpInterfaceExternalModels(registry);
    scf::registerValueBoundsOpInterfaceExternalModels(registry);
    tensor::registerValueBoundsOpInterfaceExternalModels(registry);
  }

  void runOnOperation() override;
};
} // namespace

void CheckBoundsPass::runOnOperation() {
  SmallVector<Operation *> ops;
  getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<tensor::DimOp, tensor::ExtractOp, tensor::ExtractSliceOp,
            tensor::InsertOp, tensor::InsertSliceOp>(op))
      ops.push_back(op);
  });
  SizeTable table;
  for (Operation *op : ops)
    llvm::TypeSwitch<Operation *>(op)
        .Case<tensor::DimOp, tensor::ExtractOp, tensor::ExtractSliceOp,
              tensor::InsertOp, tensor::InsertSliceOp>(
            [&](auto typed) { BoundsChecker(table, typed).check(typed); });
  if (ops.empty())
    markAllAnalysesPreserved();
}
