//===- Slices.cpp - subtensor and inc_subtensor to tensor and linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A slice with a step becomes a `tensor.extract_slice` of the positions it
// visits, in ascending order. Where the step is negative, or known only at run
// time, a loop then reads it from the other end.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

/// A dim of the result that runs against the direction of the slice.
struct Reversal {
  /// Position among the dims of the result.
  int64_t dim;
  /// i1: whether it does; null for always.
  Value condition;
};

/// An index list with all parts as values.
struct LoweredSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  /// The dims of the operand that an integer index removes.
  SmallVector<int64_t> dropped;
  SmallVector<Reversal> reversals;

  /// The sizes of the dims that are left.
  SmallVector<OpFoldResult> getKeptSizes() const {
    return dropPositions<OpFoldResult>(sizes, dropped);
  }
};

/// Builds a LoweredSlice, dim by dim.
class SliceBuilder {
public:
  SliceBuilder(OpBuilder &b, Location loc, StringRef name)
      : b(b), loc(loc), name(name), math(b, loc) {}

  /// Lowers the entries of an op. `operands` are its lowered indices.
  LoweredSlice build(ArrayRef<IndexEntry> entries, ValueRange indices,
                     ValueRange operands, ArrayRef<OpFoldResult> sizes);

private:
  Value getPart(const IndexPart &part);
  void addIndex(const IndexEntry &entry, Value size, int64_t dim);
  void addSlice(const IndexEntry &entry, Value size);
  void checkStep(Value step);
  Value bound(const IndexPart &part, Value size, Value least, Value most,
              Value onAbsent);

  OpBuilder &b;
  Location loc;
  StringRef name;
  IndexMath math;
  /// Lowered values of the operands that the entries name.
  DenseMap<Value, Value> lowered;
  LoweredSlice slice;
};

} // namespace

LoweredSlice SliceBuilder::build(ArrayRef<IndexEntry> entries,
                                 ValueRange indices, ValueRange operands,
                                 ArrayRef<OpFoldResult> sizes) {
  for (auto [original, operand] : llvm::zip_equal(indices, operands))
    lowered[original] = toIndex(b, loc, readScalar(b, loc, operand),
                                getElementTypeOrSelf(original.getType()));
  for (auto [dim, entry] : llvm::enumerate(entries)) {
    Value size = math.get(sizes[dim]);
    if (entry.isIndex) {
      addIndex(entry, size, dim);
      continue;
    }
    if (!entry.start.isPresent() && !entry.stop.isPresent() &&
        (!entry.step.isPresent() || entry.step.constant == 1)) {
      slice.offsets.push_back(b.getIndexAttr(0));
      slice.sizes.push_back(sizes[dim]);
      slice.strides.push_back(b.getIndexAttr(1));
      continue;
    }
    addSlice(entry, size);
  }
  return std::move(slice);
}

Value SliceBuilder::getPart(const IndexPart &part) {
  if (part.constant)
    return math.constant(*part.constant);
  return lowered.lookup(part.value);
}

void SliceBuilder::addIndex(const IndexEntry &entry, Value size, int64_t dim) {
  Value zero = math.constant(0);
  Value index = getPart(entry.start);
  Value fromEnd = math.add(index, size);
  Value position = math.select(math.less(index, zero), fromEnd, index);
  Value isValid =
      math.both(math.lessOrEqual(zero, position), math.less(position, size));
  CheckMessage message(b, name, loc);
  message << "index " << OpFoldResult(index) << " is out of bounds for dim "
          << Twine(dim) << " of size " << OpFoldResult(size);
  message.emit(isValid, CROTON_ERROR_INDEX);
  slice.dropped.push_back(dim);
  slice.offsets.push_back(getAsOpFoldResult(position));
  slice.sizes.push_back(b.getIndexAttr(1));
  slice.strides.push_back(b.getIndexAttr(1));
}

void SliceBuilder::checkStep(Value step) {
  Value isValid = math.notEqual(step, math.constant(0));
  CheckMessage message(b, name, loc);
  message << "slice step is 0";
  message.emit(isValid, CROTON_ERROR_VALUE);
}

/// A start or stop, counted from the front and limited to `least .. most`.
Value SliceBuilder::bound(const IndexPart &part, Value size, Value least,
                          Value most, Value onAbsent) {
  if (!part.isPresent())
    return onAbsent;
  Value value = getPart(part);
  Value isNegative = math.less(value, math.constant(0));
  value = math.select(isNegative, math.add(value, size), value);
  return math.max(math.min(value, most), least);
}

void SliceBuilder::addSlice(const IndexEntry &entry, Value size) {
  Value zero = math.constant(0), one = math.constant(1);
  Value step = entry.step.isPresent() ? getPart(entry.step) : one;
  checkStep(step);
  Value isReversed = math.less(step, zero);
  Value last = math.sub(size, one);
  // Upward bounds lie in 0 .. n, downward ones in -1 .. n-1.
  Value least = math.select(isReversed, math.constant(-1), zero);
  Value most = math.select(isReversed, last, size);
  Value start = bound(entry.start, size, least, most,
                      math.select(isReversed, last, zero));
  Value stop = bound(entry.stop, size, least, most,
                     math.select(isReversed, math.constant(-1), size));
  // No step below -INT64_MAX, so that the stride is positive.
  Value mostNegative = math.constant(-std::numeric_limits<int64_t>::max());
  Value stride = math.select(
      isReversed, math.sub(zero, math.max(step, mostNegative)), step);
  stride = math.max(stride, one);
  Value distance =
      math.select(isReversed, math.sub(start, stop), math.sub(stop, start));
  Value steps = math.divS(math.sub(distance, one), stride);
  Value isFull = math.less(zero, distance);
  Value count = math.select(isFull, math.add(steps, one), zero);
  Value lowest =
      math.select(isReversed, math.sub(start, math.mul(steps, stride)), start);
  Value offset = math.select(isFull, lowest, zero);

  std::optional<int64_t> knownReversed = getConstantIntValue(isReversed);
  if (!knownReversed || *knownReversed != 0)
    slice.reversals.push_back(
        {static_cast<int64_t>(slice.offsets.size() - slice.dropped.size()),
         knownReversed ? Value() : isReversed});
  slice.offsets.push_back(getAsOpFoldResult(offset));
  slice.sizes.push_back(getAsOpFoldResult(count));
  slice.strides.push_back(getAsOpFoldResult(stride));
}

//===----------------------------------------------------------------------===//
// Reading and writing a slice
//===----------------------------------------------------------------------===//

static SmallVector<int64_t> toStaticShape(ArrayRef<OpFoldResult> sizes) {
  SmallVector<int64_t> shape;
  for (OpFoldResult size : sizes)
    shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  return shape;
}

static Value extractSlice(OpBuilder &b, Location loc, Value operand,
                          const LoweredSlice &slice) {
  auto type = cast<RankedTensorType>(operand.getType());
  RankedTensorType sliceType = type.clone(toStaticShape(slice.getKeptSizes()));
  return tensor::ExtractSliceOp::create(
      b, loc, sliceType, operand, slice.offsets, slice.sizes, slice.strides);
}

/// Reads `source` in a loop over `type`, from the other end along the dims that
/// are reversed and stretched along those where it has static size 1.
static Value reverse(OpBuilder &b, Location loc, Value source,
                     RankedTensorType type, ArrayRef<OpFoldResult> sizes,
                     ArrayRef<Reversal> reversals) {
  auto sourceType = cast<RankedTensorType>(source.getType());
  IndexMath outside(b, loc);
  SmallVector<Value> lasts;
  for (const Reversal &reversal : reversals)
    lasts.push_back(
        outside.sub(outside.get(sizes[reversal.dim]), outside.constant(1)));
  Value init = createEmpty(b, loc, type, sizes);
  return createParallel(
      b, loc, {}, {}, init, [&](OpBuilder &b, Location loc, ValueRange) {
        IndexMath math(b, loc);
        SmallVector<Value> position;
        for (int64_t i = 0; i < type.getRank(); ++i) {
          bool isStretched =
              sourceType.getDimSize(i) == 1 && type.getDimSize(i) != 1;
          position.push_back(isStretched
                                 ? math.constant(0)
                                 : Value(linalg::IndexOp::create(b, loc, i)));
        }
        for (auto [reversal, last] : llvm::zip_equal(reversals, lasts)) {
          int64_t dim = reversal.dim;
          if (sourceType.getDimSize(dim) == 1)
            continue;
          Value mirrored = math.sub(last, position[dim]);
          position[dim] =
              reversal.condition
                  ? math.select(reversal.condition, mirrored, position[dim])
                  : mirrored;
        }
        return SmallVector<Value>{
            tensor::ExtractOp::create(b, loc, source, position)};
      });
}

namespace {

/// Pattern: croton.subtensor -> tensor.extract_slice, and a loop that reverses
class SubtensorLowering : public CrotonLowering<SubtensorOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(SubtensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    LoweredSlice slice =
        SliceBuilder(rewriter, loc, op->getName().getStringRef())
            .build(op.getIndexEntries(), op.getIndices(), adaptor.getIndices(),
                   table.getSizes(rewriter, adaptor.getOperand()));
    SmallVector<OpFoldResult> sizes = slice.getKeptSizes();
    Value value = extractSlice(rewriter, loc, adaptor.getOperand(), slice);
    if (!slice.reversals.empty())
      value =
          reverse(rewriter, loc, value, cast<RankedTensorType>(value.getType()),
                  sizes, slice.reversals);
    replace(rewriter, op, value, sizes);
    return success();
  }
};

/// Pattern: croton.inc_subtensor -> tensor.extract_slice, linalg.generic,
/// tensor.insert_slice
class IncSubtensorLowering : public CrotonLowering<IncSubtensorOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(IncSubtensorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value operand = adaptor.getOperand();
    SmallVector<OpFoldResult> operandSizes = table.getSizes(rewriter, operand);
    LoweredSlice slice =
        SliceBuilder(rewriter, loc, op->getName().getStringRef())
            .build(op.getIndexEntries(), op.getIndices(), adaptor.getIndices(),
                   operandSizes);
    SmallVector<OpFoldResult> sizes = slice.getKeptSizes();
    checkValue(op, adaptor.getValue(), sizes, rewriter);

    auto type = cast<RankedTensorType>(operand.getType());
    RankedTensorType sliceType = type.clone(toStaticShape(sizes));
    Value part = getUpdate(op, adaptor, slice, sliceType, rewriter);
    Value result = tensor::InsertSliceOp::create(rewriter, loc, part, operand,
                                                 slice.offsets, slice.sizes,
                                                 slice.strides);
    replace(rewriter, op, result, operandSizes);
    return success();
  }

private:
  void checkValue(IncSubtensorOp op, Value value, ArrayRef<OpFoldResult> sizes,
                  OpBuilder &b) const;
  Value getUpdate(IncSubtensorOp op, OpAdaptor adaptor,
                  const LoweredSlice &slice, RankedTensorType sliceType,
                  OpBuilder &b) const;
};

} // namespace

void IncSubtensorLowering::checkValue(IncSubtensorOp op, Value value,
                                      ArrayRef<OpFoldResult> sizes,
                                      OpBuilder &b) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> valueSizes = table.getSizes(b, value);
  for (unsigned i = 0; i < sizes.size(); ++i)
    if (type.getDimSize(i) != 1)
      checkEqualSizes(b, table, op->getName().getStringRef(), op.getLoc(),
                      valueSizes[i], sizes[i], [&](CheckMessage &message) {
                        message << "a value of shape ";
                        message.addShape(valueSizes)
                            << " does not fit the slice of shape ";
                        message.addShape(sizes);
                      });
}

/// The new contents of the slice, in ascending order of positions.
Value IncSubtensorLowering::getUpdate(IncSubtensorOp op, OpAdaptor adaptor,
                                      const LoweredSlice &slice,
                                      RankedTensorType sliceType,
                                      OpBuilder &b) const {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = slice.getKeptSizes();
  Value value = adaptor.getValue();
  if (!slice.reversals.empty())
    value = reverse(b, loc, value, sliceType, sizes, slice.reversals);
  auto valueType = cast<RankedTensorType>(value.getType());
  AffineMap map = getStretchMap(valueType, sliceType);
  if (op.getSet()) {
    if (map.isIdentity())
      return castTo(b, loc, value, sliceType);
    Value init = createEmpty(b, loc, sliceType, sizes);
    return createParallel(b, loc, value, map, init,
                          [](OpBuilder &, Location, ValueRange scalars) {
                            return SmallVector<Value>{scalars[0]};
                          });
  }
  Value old = extractSlice(b, loc, adaptor.getOperand(), slice);
  return createParallel(b, loc, value, map, old,
                        [](OpBuilder &b, Location loc, ValueRange scalars) {
                          return SmallVector<Value>{
                              addScalars(b, loc, scalars[1], scalars[0])};
                        });
}

void croton::detail::populateSliceLowering(const TypeConverter &converter,
                                           RewritePatternSet &patterns,
                                           SizeTable &table) {
  patterns.add<SubtensorLowering, IncSubtensorLowering>(
      converter, patterns.getContext(), table);
}
