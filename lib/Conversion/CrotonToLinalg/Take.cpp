//===- Take.cpp - take, inc_take and one_hot to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the host all indices are checked before the first is used, so that the
// loops that use them hold no check and may run in parallel. On a device each
// is checked where it is used.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// The name that check messages use.
static StringRef getName(Operation *op) { return op->getName().getStringRef(); }

/// Checks what `mode` demands of the indices of a take. Returns the bounds that
/// are left to be checked inside of loops, if there are any.
static std::optional<IndexBounds> checkTake(OpBuilder &b, Operation *op,
                                            Value index, Type from,
                                            TakeMode mode, Value extent,
                                            ArrayRef<OpFoldResult> indexSizes) {
  Location loc = op->getLoc();
  IndexMath math(b, loc);
  if (mode == TakeMode::Raise) {
    Value lower = math.sub(math.constant(0), extent);
    IndexBounds bounds{getName(op), "index", lower, extent};
    checkIndices(b, loc, index, from, bounds);
    return bounds;
  }
  Value zero = math.constant(0);
  Value isValid = math.notEqual(extent, zero);
  for (OpFoldResult size : indexSizes)
    isValid = math.either(isValid, math.equal(math.get(size), zero));
  CheckMessage message(b, getName(op), loc);
  message << "cannot take from an empty axis";
  message.emit(isValid, CROTON_ERROR_INDEX);
  return std::nullopt;
}

/// The position in an axis of size `extent` that an index means.
static Value resolveIndex(OpBuilder &b, Location loc, Value scalar, Type from,
                          TakeMode mode, Value extent) {
  IndexMath math(b, loc);
  Value index = toIndex(b, loc, scalar, from);
  Value zero = math.constant(0);
  switch (mode) {
  case TakeMode::Raise:
    if (isUnsigned(from))
      return index;
    return math.select(math.less(index, zero), math.add(index, extent), index);
  case TakeMode::Wrap: {
    if (isUnsigned(from) && from.isInteger(64)) {
      // Some values are above all indices.
      Value rest =
          arith::RemUIOp::create(b, loc, scalar, toI64(b, loc, extent));
      return toIndex(b, loc, rest, from);
    }
    Value rest = math.remS(index, extent);
    return math.select(math.less(rest, zero), math.add(rest, extent), rest);
  }
  case TakeMode::Clip:
    return math.max(math.min(index, math.sub(extent, math.constant(1))), zero);
  }
  llvm_unreachable("unknown mode of take");
}

/// `sizes` with the one at `axis` replaced by those of the index.
static SmallVector<OpFoldResult> getTakenSizes(ArrayRef<OpFoldResult> sizes,
                                               ArrayRef<OpFoldResult> index,
                                               int64_t axis) {
  SmallVector<OpFoldResult> taken(sizes.take_front(axis));
  taken.append(index.begin(), index.end());
  taken.append(sizes.begin() + axis + 1, sizes.end());
  return taken;
}

//===----------------------------------------------------------------------===//
// take
//===----------------------------------------------------------------------===//

namespace {

/// Pattern: croton.take -> linalg.generic that reads the operand by index
class TakeLowering : public CrotonLowering<TakeOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(TakeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    int64_t axis = op.getAxis();
    Type from = getElementTypeOrSelf(op.getIndex().getType());
    Value operand = adaptor.getOperand(), index = adaptor.getIndex();
    SmallVector<OpFoldResult> operandSizes = table.getSizes(rewriter, operand);
    SmallVector<OpFoldResult> indexSizes = table.getSizes(rewriter, index);
    Value extent = IndexMath(rewriter, loc).get(operandSizes[axis]);
    std::optional<IndexBounds> bounds =
        checkTake(rewriter, op, index, from, op.getMode(), extent, indexSizes);

    RankedTensorType type = getResultType(op);
    SmallVector<OpFoldResult> sizes =
        getTakenSizes(operandSizes, indexSizes, axis);
    int64_t indexRank = indexSizes.size();
    SmallVector<AffineExpr> indexDims;
    for (int64_t i = 0; i < indexRank; ++i)
      indexDims.push_back(rewriter.getAffineDimExpr(axis + i));
    AffineMap indexMap =
        AffineMap::get(type.getRank(), 0, indexDims, rewriter.getContext());
    Value init = createEmpty(rewriter, loc, type, sizes);
    Value result = createParallel(
        rewriter, loc, index, indexMap, init,
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          if (bounds)
            checkIndexOnDevice(b, loc, index, scalars[0], from, *bounds);
          SmallVector<Value> position;
          for (int64_t i = 0; i < axis; ++i)
            position.push_back(linalg::IndexOp::create(b, loc, i));
          position.push_back(
              resolveIndex(b, loc, scalars[0], from, op.getMode(), extent));
          for (int64_t i = axis + indexRank; i < type.getRank(); ++i)
            position.push_back(linalg::IndexOp::create(b, loc, i));
          return SmallVector<Value>{
              tensor::ExtractOp::create(b, loc, operand, position)};
        });
    replace(rewriter, op, result, sizes);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// inc_take
//===----------------------------------------------------------------------===//

/// Pattern: croton.inc_take -> loops over the indices, in order, each of which
/// changes one slice; on a device a linalg.generic
class IncTakeLowering : public CrotonLowering<IncTakeOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(IncTakeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;

private:
  void checkValue(IncTakeOp op, Value value, ArrayRef<OpFoldResult> sizes,
                  OpBuilder &b) const;
  Value lowerOnDevice(IncTakeOp op, OpAdaptor adaptor, Value extent,
                      ArrayRef<OpFoldResult> indexSizes,
                      const std::optional<IndexBounds> &bounds,
                      OpBuilder &b) const;
};

/// Builds the body of the loops of an inc_take for one index.
struct IncTakeBody {
  IncTakeOp op;
  Value index, value;
  SmallVector<OpFoldResult> operandSizes;
  Value extent;

  /// Changes the slice of `target` that the index at `position` means.
  Value build(OpBuilder &b, Value target, ValueRange position);

private:
  Value extractPart(OpBuilder &b, ValueRange position,
                    RankedTensorType partType);
};

} // namespace

/// The part of `value` that belongs to the index at `position`: its dims before
/// and after those of the index.
Value IncTakeBody::extractPart(OpBuilder &b, ValueRange position,
                               RankedTensorType partType) {
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  int64_t axis = op.getAxis(), indexRank = position.size();
  SmallVector<OpFoldResult> offsets, sizes;
  SmallVector<int64_t> shape;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    bool isOne = type.getDimSize(i) == 1;
    if (i >= axis && i < axis + indexRank) {
      offsets.push_back(isOne ? b.getIndexAttr(0)
                              : OpFoldResult(position[i - axis]));
      sizes.push_back(b.getIndexAttr(1));
      continue;
    }
    int64_t dim = i < axis ? i : i - indexRank + 1;
    offsets.push_back(b.getIndexAttr(0));
    sizes.push_back(isOne ? b.getIndexAttr(1) : operandSizes[dim]);
    shape.push_back(
        getConstantIntValue(sizes.back()).value_or(ShapedType::kDynamic));
  }
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  RankedTensorType resultType = type.clone(shape);
  return tensor::ExtractSliceOp::create(b, loc, resultType, value, offsets,
                                        sizes, strides);
}

Value IncTakeBody::build(OpBuilder &b, Value target, ValueRange position) {
  Location loc = op.getLoc();
  int64_t axis = op.getAxis();
  auto type = cast<RankedTensorType>(target.getType());
  Type from = getElementTypeOrSelf(op.getIndex().getType());
  Value scalar = tensor::ExtractOp::create(b, loc, index, position);
  Value place = resolveIndex(b, loc, scalar, from, op.getMode(), extent);

  if (type.getRank() == 1) {
    auto valueType = cast<RankedTensorType>(value.getType());
    SmallVector<Value> valuePosition(position);
    for (auto [i, entry] : llvm::enumerate(valuePosition))
      if (valueType.getDimSize(i) == 1)
        entry = arith::ConstantIndexOp::create(b, loc, 0);
    Value update = tensor::ExtractOp::create(b, loc, value, valuePosition);
    if (!op.getSet())
      update = addScalars(
          b, loc, tensor::ExtractOp::create(b, loc, target, place), update);
    return tensor::InsertOp::create(b, loc, update, target, place);
  }

  SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes(operandSizes);
  offsets[axis] = place;
  sizes[axis] = b.getIndexAttr(1);
  SmallVector<int64_t> shape;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (static_cast<int64_t>(i) != axis)
      shape.push_back(getConstantIntValue(size).value_or(ShapedType::kDynamic));
  RankedTensorType partType = type.clone(shape);
  Value part = extractPart(b, position, partType);
  AffineMap map =
      getStretchMap(cast<RankedTensorType>(part.getType()), partType);
  Value changed = part;
  if (!op.getSet() || !map.isIdentity()) {
    bool isSet = op.getSet();
    Value old = tensor::ExtractSliceOp::create(b, loc, partType, target,
                                               offsets, sizes, strides);
    changed = createParallel(
        b, loc, part, map, old,
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          return SmallVector<Value>{
              isSet ? scalars[0] : addScalars(b, loc, scalars[1], scalars[0])};
        });
  }
  return tensor::InsertSliceOp::create(b, loc, changed, target, offsets, sizes,
                                       strides);
}

void IncTakeLowering::checkValue(IncTakeOp op, Value value,
                                 ArrayRef<OpFoldResult> sizes,
                                 OpBuilder &b) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> valueSizes = table.getSizes(b, value);
  for (unsigned i = 0; i < sizes.size(); ++i)
    if (type.getDimSize(i) != 1)
      checkEqualSizes(b, table, getName(op), op.getLoc(), valueSizes[i],
                      sizes[i], [&](CheckMessage &message) {
                        message << "a value of shape ";
                        message.addShape(valueSizes)
                            << " does not fit what is taken, of shape ";
                        message.addShape(sizes);
                      });
}

/// One loop nest over all elements of the operand and, inside, over all indices
/// in order: each element takes what the indices that mean it have for it. So
/// nothing is written by two threads, and the result does not depend on timing.
Value IncTakeLowering::lowerOnDevice(IncTakeOp op, OpAdaptor adaptor,
                                     Value extent,
                                     ArrayRef<OpFoldResult> indexSizes,
                                     const std::optional<IndexBounds> &bounds,
                                     OpBuilder &b) const {
  Location loc = op.getLoc();
  Value operand = adaptor.getOperand(), value = adaptor.getValue();
  auto type = cast<RankedTensorType>(operand.getType());
  auto valueType = cast<RankedTensorType>(value.getType());
  int64_t axis = op.getAxis(), rank = type.getRank();
  int64_t indexRank = indexSizes.size();
  SmallVector<AffineExpr> indexDims, valueDims;
  for (int64_t i = 0; i < indexRank; ++i)
    indexDims.push_back(b.getAffineDimExpr(rank + i));
  for (int64_t i = 0; i < axis; ++i)
    valueDims.push_back(b.getAffineDimExpr(i));
  valueDims.append(indexDims);
  for (int64_t i = axis + 1; i < rank; ++i)
    valueDims.push_back(b.getAffineDimExpr(i));
  for (auto [size, expr] : llvm::zip_equal(valueType.getShape(), valueDims))
    if (size == 1)
      expr = b.getAffineConstantExpr(0);

  int64_t loops = rank + indexRank;
  SmallVector<AffineMap> maps = {
      AffineMap::get(loops, 0, indexDims, b.getContext()),
      AffineMap::get(loops, 0, valueDims, b.getContext()),
      AffineMap::getMultiDimIdentityMap(loops, b.getContext())
          .getMajorSubMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  iterators.append(indexRank, utils::IteratorType::reduction);
  Type from = getElementTypeOrSelf(op.getIndex().getType());
  Value index = adaptor.getIndex();
  return createGeneric(
             b, loc, {index, value}, operand, maps, iterators,
             [&](OpBuilder &b, Location loc, ValueRange scalars) {
               if (bounds)
                 checkIndexOnDevice(b, loc, index, scalars[0], from, *bounds);
               IndexMath math(b, loc);
               Value place =
                   resolveIndex(b, loc, scalars[0], from, op.getMode(), extent);
               Value isMeant =
                   math.equal(place, linalg::IndexOp::create(b, loc, axis));
               Value changed = op.getSet()
                                   ? scalars[1]
                                   : addScalars(b, loc, scalars[2], scalars[1]);
               return SmallVector<Value>{
                   math.select(isMeant, changed, scalars[2])};
             })
      .front();
}

LogicalResult
IncTakeLowering::matchAndRewrite(IncTakeOp op, OpAdaptor adaptor,
                                 ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  Type from = getElementTypeOrSelf(op.getIndex().getType());
  IndexMath math(rewriter, loc);
  SmallVector<OpFoldResult> operandSizes =
      table.getSizes(rewriter, adaptor.getOperand());
  SmallVector<OpFoldResult> indexSizes =
      table.getSizes(rewriter, adaptor.getIndex());
  Value extent = math.get(operandSizes[op.getAxis()]);
  std::optional<IndexBounds> bounds = checkTake(
      rewriter, op, adaptor.getIndex(), from, op.getMode(), extent, indexSizes);
  checkValue(op, adaptor.getValue(),
             getTakenSizes(operandSizes, indexSizes, op.getAxis()), rewriter);
  if (getDevice(adaptor.getOperand())) {
    replace(rewriter, op,
            lowerOnDevice(op, adaptor, extent, indexSizes, bounds, rewriter),
            operandSizes);
    return success();
  }

  IncTakeBody body{op, adaptor.getIndex(), adaptor.getValue(), operandSizes,
                   extent};
  Value zero = math.constant(0), one = math.constant(1);
  SmallVector<Value> lowers(indexSizes.size(), zero),
      steps(indexSizes.size(), one), uppers;
  for (OpFoldResult size : indexSizes)
    uppers.push_back(math.get(size));
  Value result;
  if (indexSizes.empty()) {
    result = body.build(rewriter, adaptor.getOperand(), {});
  } else {
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, loc, lowers, uppers, steps, adaptor.getOperand(),
        [&](OpBuilder &b, Location, ValueRange position, ValueRange target) {
          return scf::ValueVector{body.build(b, target[0], position)};
        });
    result = nest.results.front();
  }
  replace(rewriter, op, result, operandSizes);
  return success();
}

//===----------------------------------------------------------------------===//
// one_hot
//===----------------------------------------------------------------------===//

namespace {

/// Pattern: croton.one_hot -> linalg.generic that compares
class OneHotLowering : public CrotonLowering<OneHotOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(OneHotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    IndexMath math(rewriter, loc);
    Type from = getElementTypeOrSelf(op.getIndex().getType());
    RankedTensorType type = getResultType(op);
    Value depth =
        toIndex(rewriter, loc, readScalar(rewriter, loc, adaptor.getDepth()),
                rewriter.getI64Type());
    SmallVector<OpFoldResult> sizes =
        table.getSizes(rewriter, adaptor.getIndex());
    sizes.push_back(checkDepth(op, depth, type, rewriter));
    IndexBounds bounds{getName(op), "class", math.constant(0),
                       math.get(sizes.back())};
    checkIndices(rewriter, loc, adaptor.getIndex(), from, bounds);

    int64_t rank = type.getRank();
    AffineMap indexMap =
        rewriter.getMultiDimIdentityMap(rank).dropResult(rank - 1);
    Value init = createEmpty(rewriter, loc, type, sizes);
    Value result = createParallel(
        rewriter, loc, adaptor.getIndex(), indexMap, init,
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          checkIndexOnDevice(b, loc, adaptor.getIndex(), scalars[0], from,
                             bounds);
          Value chosen = toIndex(b, loc, scalars[0], from);
          Value position = linalg::IndexOp::create(b, loc, rank - 1);
          return SmallVector<Value>{IndexMath(b, loc).equal(chosen, position)};
        });
    replace(rewriter, op, result, sizes);
    return success();
  }

private:
  OpFoldResult checkDepth(OneHotOp op, Value depth, RankedTensorType type,
                          OpBuilder &b) const;
};

} // namespace

/// Checks the number of classes and returns it.
OpFoldResult OneHotLowering::checkDepth(OneHotOp op, Value depth,
                                        RankedTensorType type,
                                        OpBuilder &b) const {
  IndexMath math(b, op.getLoc());
  int64_t last = type.getRank() - 1;
  OpFoldResult size = getAsOpFoldResult(depth);
  if (!type.isDynamicDim(last)) {
    OpFoldResult known = b.getIndexAttr(type.getDimSize(last));
    checkEqualSizes(b, table, getName(op), op.getLoc(), size, known,
                    [&](CheckMessage &message) {
                      message << "depth " << size << " is not the "
                              << Twine(type.getDimSize(last))
                              << " of the result type";
                    });
    return known;
  }
  // A tensor of so many classes for one index is beyond any memory.
  Value isValid = math.both(math.lessOrEqual(math.constant(0), depth),
                            math.lessOrEqual(depth, math.constant(1LL << 40)));
  CheckMessage message(b, getName(op), op.getLoc());
  message << "depth " << size << " is out of range";
  message.emit(isValid, CROTON_ERROR_VALUE);
  return size;
}

void croton::detail::populateTakeLowering(const TypeConverter &converter,
                                          RewritePatternSet &patterns,
                                          SizeTable &table) {
  patterns.add<TakeLowering, IncTakeLowering, OneHotLowering>(
      converter, patterns.getContext(), table);
}
