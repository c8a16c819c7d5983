//===- Shapes.cpp - Shape ops to tensor and linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// dimshuffle
//===----------------------------------------------------------------------===//

/// Groups for collapse_shape and expand_shape between a shape of `rank` dims
/// and the same without those that `isUnit` marks: each unit dim joins a
/// neighbour.
static SmallVector<ReassociationIndices> groupUnitDims(ArrayRef<bool> isUnit) {
  SmallVector<ReassociationIndices> groups;
  ReassociationIndices leading;
  for (auto [i, unit] : llvm::enumerate(isUnit)) {
    if (!unit) {
      groups.emplace_back(std::move(leading));
      leading.clear();
      groups.back().push_back(i);
    } else if (groups.empty()) {
      leading.push_back(i);
    } else {
      groups.back().push_back(i);
    }
  }
  return groups;
}

static SmallVector<bool> markUnitDims(RankedTensorType type) {
  return llvm::map_to_vector(type.getShape(),
                             [](int64_t size) { return size == 1; });
}

/// `value` without its dims of static size 1.
static Value dropUnitDims(OpBuilder &b, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<bool> isUnit = markUnitDims(type);
  if (!llvm::is_contained(isUnit, true))
    return value;
  SmallVector<int64_t> shape;
  for (int64_t size : type.getShape())
    if (size != 1)
      shape.push_back(size);
  return tensor::CollapseShapeOp::create(b, loc, type.clone(shape), value,
                                         groupUnitDims(isUnit));
}

/// `value`, which has the dims of `type` but those of static size 1, as `type`.
static Value addUnitDims(OpBuilder &b, Location loc, Value value,
                         RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  SmallVector<bool> isUnit = markUnitDims(type);
  if (!llvm::is_contained(isUnit, true))
    return value;
  SmallVector<OpFoldResult> outputShape;
  for (auto [i, size] : llvm::enumerate(sizes)) {
    // What the type leaves open must be given as a value.
    if (type.isDynamicDim(i))
      outputShape.push_back(IndexMath(b, loc).get(size));
    else
      outputShape.push_back(b.getIndexAttr(type.getDimSize(i)));
  }
  return tensor::ExpandShapeOp::create(b, loc, type, value,
                                       groupUnitDims(isUnit), outputShape);
}

namespace {

/// Pattern: croton.dimshuffle -> collapse_shape, linalg.transpose,
/// expand_shape. Dims of size 1 move without moving data.
class DimshuffleLowering : public CrotonLowering<DimshuffleOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(DimshuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value operand = adaptor.getOperand();
    auto type = cast<RankedTensorType>(operand.getType());
    SmallVector<OpFoldResult> operandSizes = table.getSizes(rewriter, operand);
    SmallVector<OpFoldResult> sizes;
    // Position of each dim of the operand among those that are not units.
    SmallVector<int64_t> position(type.getRank());
    int64_t nonUnits = 0;
    for (int64_t i = 0; i < type.getRank(); ++i)
      position[i] = type.getDimSize(i) == 1 ? -1 : nonUnits++;
    SmallVector<int64_t> permutation;
    for (int64_t from : op.getOrder()) {
      if (from == DimshuffleOp::kNewAxis) {
        sizes.push_back(rewriter.getIndexAttr(1));
        continue;
      }
      sizes.push_back(operandSizes[from]);
      if (position[from] >= 0)
        permutation.push_back(position[from]);
    }

    Value value = dropUnitDims(rewriter, loc, operand);
    if (!llvm::is_sorted(permutation)) {
      auto core = cast<RankedTensorType>(value.getType());
      RankedTensorType permuted =
          core.clone(applyPermutation(core.getShape(), permutation));
      SmallVector<OpFoldResult> permutedSizes;
      for (auto [size, dim] :
           llvm::zip_equal(sizes, getResultType(op).getShape()))
        if (dim != 1)
          permutedSizes.push_back(size);
      Value init = createEmpty(rewriter, loc, permuted, permutedSizes);
      value =
          linalg::TransposeOp::create(rewriter, loc, value, init, permutation)
              ->getResult(0);
    }
    replace(rewriter, op,
            addUnitDims(rewriter, loc, value, getResultType(op), sizes), sizes);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

/// A shape vector as indices, one for each entry.
static SmallVector<Value> readShape(OpBuilder &b, Location loc, Value shape) {
  SmallVector<Value> entries;
  int64_t count = cast<RankedTensorType>(shape.getType()).getDimSize(0);
  // One copy of all of them.
  DenseElementsAttr constant;
  if (!matchPattern(shape, m_Constant(&constant)))
    shape = transferTo(b, loc, shape, Attribute(),
                       tensor::getMixedSizes(b, loc, shape));
  for (int64_t i = 0; i < count; ++i)
    entries.push_back(
        toIndex(b, loc, readElement(b, loc, shape, i), b.getI64Type()));
  return entries;
}

static Value multiplyAll(IndexMath math, ValueRange factors) {
  Value product = math.constant(1);
  for (Value factor : factors)
    product = math.mul(product, factor);
  return product;
}

/// Replaces an entry -1 by what the others leave of `total` elements, and
/// returns whether the entries then hold exactly `total`. Written so that no
/// product overflows: the total is divided by one entry after the other.
static Value resolveShape(IndexMath math, MutableArrayRef<Value> entries,
                          Value total) {
  Value one = math.constant(1), zero = math.constant(0),
        minusOne = math.constant(-1);
  Value isValid = math.equal(zero, zero);
  Value holes = zero, rest = total, hasZero = math.notEqual(zero, zero);
  SmallVector<Value> isHole;
  for (Value entry : entries) {
    Value hole = math.equal(entry, minusOne);
    isHole.push_back(hole);
    isValid = math.both(isValid, math.lessOrEqual(minusOne, entry));
    holes = math.add(holes, math.select(hole, one, zero));
    hasZero = math.either(hasZero, math.equal(entry, zero));
    Value divisor = math.max(math.select(hole, one, entry), one);
    isValid = math.both(isValid, math.equal(math.remS(rest, divisor), zero));
    rest = math.divS(rest, divisor);
  }
  for (auto [entry, hole] : llvm::zip_equal(entries, isHole))
    entry = math.select(hole, rest, entry);
  Value hasHole = math.notEqual(holes, zero);
  Value oneHole = math.lessOrEqual(holes, one);
  // With a zero among the entries the total must be zero and no entry open.
  Value onZero = math.both(math.equal(total, zero), math.equal(holes, zero));
  Value onFull =
      math.both(oneHole, math.either(hasHole, math.equal(rest, one)));
  return math.both(isValid, math.select(hasZero, onZero, onFull));
}

/// The elements of `value` as one vector.
static Value flatten(OpBuilder &b, Location loc, Value value, Value total) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getRank() == 1)
    return value;
  int64_t size =
      type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic;
  RankedTensorType flat = type.clone(ArrayRef<int64_t>{size});
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(
        b, loc, flat, value, ArrayRef<ReassociationIndices>(),
        ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  return tensor::CollapseShapeOp::create(b, loc, flat, value,
                                         ArrayRef<ReassociationIndices>{all});
}

/// The vector `flat` in the shape of `type`.
static Value unflatten(OpBuilder &b, Location loc, Value flat,
                       RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
  if (type.hasStaticShape())
    flat = castTo(b, loc, flat,
                  type.clone(ArrayRef<int64_t>{type.getNumElements()}));
  if (type.getRank() == 1)
    return castTo(b, loc, flat, type);
  if (type.getRank() == 0)
    return tensor::CollapseShapeOp::create(b, loc, type, flat,
                                           ArrayRef<ReassociationIndices>());
  if (!type.hasStaticShape())
    flat = castTo(b, loc, flat,
                  type.clone(ArrayRef<int64_t>{ShapedType::kDynamic}));
  ReassociationIndices all =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  SmallVector<OpFoldResult> outputShape;
  for (auto [i, size] : llvm::enumerate(sizes))
    outputShape.push_back(type.isDynamicDim(i)
                              ? OpFoldResult(IndexMath(b, loc).get(size))
                              : b.getIndexAttr(type.getDimSize(i)));
  return tensor::ExpandShapeOp::create(
      b, loc, type, flat, ArrayRef<ReassociationIndices>{all}, outputShape);
}

namespace {

/// Pattern: croton.reshape -> collapse_shape to a vector, expand_shape
class ReshapeLowering : public CrotonLowering<ReshapeOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(ReshapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    StringRef name = op->getName().getStringRef();
    IndexMath math(rewriter, loc);
    RankedTensorType type = getResultType(op);
    SmallVector<OpFoldResult> operandSizes =
        table.getSizes(rewriter, adaptor.getOperand());
    SmallVector<Value> factors = llvm::map_to_vector(
        operandSizes, [&](OpFoldResult size) { return math.get(size); });
    Value total = multiplyAll(math, factors);

    SmallVector<Value> wanted = readShape(rewriter, loc, adaptor.getShape());
    SmallVector<Value> entries = wanted;
    Value fits = resolveShape(math, entries, total);
    CheckMessage message(rewriter, name, loc);
    message << "cannot reshape ";
    message.addShape(operandSizes) << " into ";
    message.addShape(getAsOpFoldResult(wanted));
    message.emit(fits, CROTON_ERROR_RESHAPE);

    SmallVector<OpFoldResult> sizes = getAsOpFoldResult(entries);
    for (unsigned i = 0; i < sizes.size(); ++i)
      if (!type.isDynamicDim(i))
        checkEqualSizes(rewriter, table, name, loc, sizes[i],
                        rewriter.getIndexAttr(type.getDimSize(i)),
                        [&](CheckMessage &message) {
                          message << "dim " << Twine(i) << " of the result is "
                                  << sizes[i] << ", but its type promises "
                                  << Twine(type.getDimSize(i));
                        });
    Value flat = flatten(rewriter, loc, adaptor.getOperand(), total);
    replace(rewriter, op, unflatten(rewriter, loc, flat, type, sizes), sizes);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Pattern: croton.shape -> tensor.from_elements of the sizes
class ShapeLowering : public CrotonLowering<ShapeOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(ShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<Value> sizes;
    for (OpFoldResult size : table.getSizes(rewriter, adaptor.getOperand()))
      sizes.push_back(toI64(rewriter, loc, size));
    rewriter.replaceOp(
        op, createFromElements(rewriter, loc, getResultType(op), sizes));
    return success();
  }
};

/// Pattern: croton.shape_i -> tensor.from_elements of one size
class ShapeILowering : public CrotonLowering<ShapeIOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(ShapeIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    OpFoldResult size =
        table.getSize(rewriter, adaptor.getOperand(), op.getIndex());
    Value scalar = toI64(rewriter, op.getLoc(), size);
    rewriter.replaceOp(op, createFromElements(rewriter, op.getLoc(),
                                              getResultType(op), scalar));
    return success();
  }
};

/// Pattern: croton.make_vector -> tensor.from_elements, or on a device a
/// tensor.insert_slice of each
class MakeVectorLowering : public CrotonLowering<MakeVectorOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(MakeVectorOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType type = getResultType(op);
    if (adaptor.getInputs().empty()) {
      rewriter.replaceOpWithNewOp<tensor::EmptyOp>(op, type, ValueRange());
      return success();
    }
    if (getDevice(type)) {
      rewriter.replaceOp(
          op, putTogether(rewriter, op.getLoc(), type, adaptor.getInputs()));
      return success();
    }
    SmallVector<Value> scalars;
    for (Value input : adaptor.getInputs())
      scalars.push_back(readScalar(rewriter, op.getLoc(), input));
    rewriter.replaceOpWithNewOp<tensor::FromElementsOp>(op, type, scalars);
    return success();
  }

private:
  static Value putTogether(OpBuilder &b, Location loc, RankedTensorType type,
                           ValueRange inputs) {
    Value vector =
        createEmpty(b, loc, type, {b.getIndexAttr(type.getDimSize(0))});
    OpFoldResult one = b.getIndexAttr(1);
    for (auto [index, input] : llvm::enumerate(inputs)) {
      OpFoldResult offset = b.getIndexAttr(index);
      vector = tensor::InsertSliceOp::create(
          b, loc, input, vector, ArrayRef<OpFoldResult>{offset},
          ArrayRef<OpFoldResult>{one}, ArrayRef<OpFoldResult>{one});
    }
    return vector;
  }
};

//===----------------------------------------------------------------------===//
// alloc, specify_shape
//===----------------------------------------------------------------------===//

/// Pattern: croton.alloc -> linalg.fill, or linalg.generic that repeats
class AllocLowering : public CrotonLowering<AllocOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(AllocOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = getResultType(op);
    SmallVector<OpFoldResult> sizes;
    for (Value size : adaptor.getSizes())
      sizes.push_back(getAsOpFoldResult(toIndex(rewriter, loc,
                                                readScalar(rewriter, loc, size),
                                                rewriter.getI64Type())));
    checkSizes(op, sizes, type, rewriter);
    for (auto [i, size] : llvm::enumerate(sizes))
      if (!type.isDynamicDim(i))
        size = rewriter.getIndexAttr(type.getDimSize(i));

    Value value = adaptor.getValue();
    auto valueType = cast<RankedTensorType>(value.getType());
    bool isOnHost = !getDevice(valueType);
    if (isOnHost && valueType.hasStaticShape() &&
        valueType.getNumElements() == 1) {
      Value scalar = readScalar(rewriter, loc, value);
      replace(rewriter, op, createFilled(rewriter, loc, type, sizes, scalar),
              sizes);
      return success();
    }
    checkValue(op, value, sizes, rewriter);
    value = transferTo(rewriter, loc, value, getDevice(type),
                       table.getSizes(rewriter, value));
    valueType = cast<RankedTensorType>(value.getType());
    Value init = createEmpty(rewriter, loc, type, sizes);
    Value result =
        createParallel(rewriter, loc, value, getStretchMap(valueType, type),
                       init, [](OpBuilder &, Location, ValueRange scalars) {
                         return SmallVector<Value>{scalars[0]};
                       });
    replace(rewriter, op, result, sizes);
    return success();
  }

private:
  void checkSizes(AllocOp op, ArrayRef<OpFoldResult> sizes,
                  RankedTensorType type, OpBuilder &b) const;
  void checkValue(AllocOp op, Value value, ArrayRef<OpFoldResult> sizes,
                  OpBuilder &b) const;
};

} // namespace

/// The most elements that a tensor of sizes from the program may have: no
/// address space holds more bytes, and products up to here do not overflow.
static constexpr double kMaxElements = 0x1p47;

void AllocLowering::checkSizes(AllocOp op, ArrayRef<OpFoldResult> sizes,
                               RankedTensorType type, OpBuilder &b) const {
  Location loc = op.getLoc();
  StringRef name = op->getName().getStringRef();
  IndexMath math(b, loc);
  for (unsigned i = 0; i < sizes.size(); ++i) {
    OpFoldResult size = sizes[i];
    if (!type.isDynamicDim(i)) {
      checkEqualSizes(b, table, name, loc, size,
                      b.getIndexAttr(type.getDimSize(i)),
                      [&](CheckMessage &message) {
                        message << "size " << size << " of dim " << Twine(i)
                                << " is not the " << Twine(type.getDimSize(i))
                                << " of the result type";
                      });
      continue;
    }
    Value isValid = math.lessOrEqual(math.constant(0), math.get(size));
    CheckMessage message(b, name, loc);
    message << "size " << size << " of dim " << Twine(i) << " is negative";
    message.emit(isValid, CROTON_ERROR_VALUE);
  }
  if (type.hasStaticShape())
    return;
  Type f64 = b.getF64Type();
  Value count = createFloat(b, loc, 1.0, f64);
  for (OpFoldResult size : sizes)
    count = arith::MulFOp::create(
        b, loc, count,
        convertScalar(b, loc, toI64(b, loc, size), b.getI64Type(), f64));
  Value fits = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, count,
                                     createFloat(b, loc, kMaxElements, f64));
  CheckMessage message(b, name, loc);
  message << "shape ";
  message.addShape(sizes) << " is too large";
  message.emit(fits, CROTON_ERROR_MEMORY);
}

void AllocLowering::checkValue(AllocOp op, Value value,
                               ArrayRef<OpFoldResult> sizes,
                               OpBuilder &b) const {
  auto valueType = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> valueSizes = table.getSizes(b, value);
  int64_t pad = sizes.size() - valueSizes.size();
  for (auto [i, size] : llvm::enumerate(valueSizes))
    if (valueType.getDimSize(i) != 1)
      checkEqualSizes(b, table, op->getName().getStringRef(), op.getLoc(), size,
                      sizes[pad + i], [&](CheckMessage &message) {
                        message << "a value of shape ";
                        message.addShape(valueSizes)
                            << " does not fill the shape ";
                        message.addShape(sizes);
                      });
}

namespace {

/// Pattern: croton.specify_shape -> checks and a cast
class SpecifyShapeLowering : public CrotonLowering<SpecifyShapeOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(SpecifyShapeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    StringRef name = op->getName().getStringRef();
    RankedTensorType type = getResultType(op);
    SmallVector<OpFoldResult> sizes =
        table.getSizes(rewriter, adaptor.getOperand());
    SmallVector<OpFoldResult> wanted =
        getAsOpFoldResult(readShape(rewriter, loc, adaptor.getShape()));
    for (unsigned i = 0; i < sizes.size(); ++i) {
      auto explain = [&](CheckMessage &message) {
        message << "expected shape ";
        message.addShape(wanted) << ", but got ";
        message.addShape(sizes);
      };
      checkEqualSizes(rewriter, table, name, loc, sizes[i], wanted[i], explain);
      if (!type.isDynamicDim(i))
        checkEqualSizes(rewriter, table, name, loc, sizes[i],
                        rewriter.getIndexAttr(type.getDimSize(i)), explain);
    }
    replace(rewriter, op, adaptor.getOperand(), sizes);
    return success();
  }
};

} // namespace

void croton::detail::populateShapeLowering(const TypeConverter &converter,
                                           RewritePatternSet &patterns,
                                           SizeTable &table) {
  patterns
      .add<DimshuffleLowering, ReshapeLowering, ShapeLowering, ShapeILowering,
           MakeVectorLowering, AllocLowering, SpecifyShapeLowering>(
          converter, patterns.getContext(), table);
}
