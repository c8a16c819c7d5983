//===- Lowering.cpp - Shared by the lowerings to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Types and scalars
//===----------------------------------------------------------------------===//

Type croton::detail::getSignless(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return IntegerType::get(type.getContext(), integer.getWidth());
  return type;
}

Value croton::detail::createZero(OpBuilder &b, Location loc, Type type) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute zero = b.getZeroAttr(complexType.getElementType());
    return complex::ConstantOp::create(b, loc, type,
                                       b.getArrayAttr({zero, zero}));
  }
  return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
}

Value croton::detail::createFloat(OpBuilder &b, Location loc, double value,
                                  Type type) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

Type croton::detail::getComputeType(Type type) {
  return type.isF16() || type.isBF16() ? Float32Type::get(type.getContext())
                                       : type;
}

/// `value`, whose type is one of the two, in the other of two float types.
static Value convertFloat(OpBuilder &b, Location loc, Value value, Type to) {
  unsigned from = value.getType().getIntOrFloatBitWidth();
  if (value.getType() == to)
    return value;
  if (from < to.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(b, loc, to, value);
  if (from > to.getIntOrFloatBitWidth())
    return arith::TruncFOp::create(b, loc, to, value);
  // f16 and bf16 meet in f32.
  Value wide = arith::ExtFOp::create(b, loc, b.getF32Type(), value);
  return arith::TruncFOp::create(b, loc, to, wide);
}

/// `value`, an integer of croton type `from`, as an integer or float.
static Value convertInteger(OpBuilder &b, Location loc, Value value, Type from,
                            Type to) {
  bool isUnsignedFrom = isUnsigned(from) || from.isInteger(1);
  Type target = getSignless(to);
  if (isFloat(to)) {
    if (isUnsignedFrom)
      return arith::UIToFPOp::create(b, loc, target, value);
    return arith::SIToFPOp::create(b, loc, target, value);
  }
  unsigned fromWidth = value.getType().getIntOrFloatBitWidth();
  unsigned toWidth = target.getIntOrFloatBitWidth();
  if (fromWidth == toWidth)
    return value;
  if (toWidth == 1)
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ne, value,
                                 createZero(b, loc, value.getType()));
  if (fromWidth > toWidth)
    return arith::TruncIOp::create(b, loc, target, value);
  if (isUnsignedFrom)
    return arith::ExtUIOp::create(b, loc, target, value);
  return arith::ExtSIOp::create(b, loc, target, value);
}

/// `value`, a float, as an integer: truncated, saturated, and 0 for NaN.
static Value convertFloatToInteger(OpBuilder &b, Location loc, Value value,
                                   Type to) {
  Type type = value.getType();
  Value zero = createZero(b, loc, type);
  if (to.isInteger(1))
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNE, value,
                                 zero);
  unsigned width = to.getIntOrFloatBitWidth();
  bool toUnsigned = isUnsigned(to);
  // 2^(width-1) or 2^width: the first value above the range, exact in f32.
  Type wide = getComputeType(type);
  Value x = convertFloat(b, loc, value, wide);
  double limit = std::ldexp(1.0, toUnsigned ? width : width - 1);
  Value above = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, x,
                                      createFloat(b, loc, limit, wide));
  Value inRange = arith::CmpFOp::create(
      b, loc, arith::CmpFPredicate::OGE, x,
      createFloat(b, loc, toUnsigned ? 0.0 : -limit, wide));
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, x, x);
  Type target = getSignless(to);
  APInt least =
      toUnsigned ? APInt::getZero(width) : APInt::getSignedMinValue(width);
  APInt most =
      toUnsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
  auto integer = [&](const APInt &v) -> Value {
    return arith::ConstantOp::create(b, loc, b.getIntegerAttr(target, v));
  };
  Value converted = toUnsigned
                        ? Value(arith::FPToUIOp::create(b, loc, target, x))
                        : Value(arith::FPToSIOp::create(b, loc, target, x));
  Value result =
      arith::SelectOp::create(b, loc, above, integer(most), converted);
  Value low = arith::SelectOp::create(
      b, loc, isNan, integer(APInt::getZero(width)), integer(least));
  return arith::SelectOp::create(b, loc, inRange, result, low);
}

Value croton::detail::convertScalar(OpBuilder &b, Location loc, Value value,
                                    Type from, Type to) {
  if (from == to)
    return value;
  if (auto target = dyn_cast<ComplexType>(to)) {
    Type part = target.getElementType();
    if (auto source = dyn_cast<ComplexType>(from)) {
      Value re = complex::ReOp::create(b, loc, value);
      Value im = complex::ImOp::create(b, loc, value);
      return complex::CreateOp::create(b, loc, to,
                                       convertFloat(b, loc, re, part),
                                       convertFloat(b, loc, im, part));
    }
    Value re = convertScalar(b, loc, value, from, part);
    return complex::CreateOp::create(b, loc, to, re, createZero(b, loc, part));
  }
  if (!isFloat(from))
    return convertInteger(b, loc, value, from, to);
  if (isFloat(to))
    return convertFloat(b, loc, value, to);
  return convertFloatToInteger(b, loc, value, to);
}

Value croton::detail::addScalars(OpBuilder &b, Location loc, Value lhs,
                                 Value rhs) {
  if (isa<ComplexType>(lhs.getType()))
    return complex::AddOp::create(b, loc, lhs, rhs);
  if (isa<FloatType>(lhs.getType()))
    return arith::AddFOp::create(b, loc, lhs, rhs);
  if (lhs.getType().isInteger(1))
    return arith::OrIOp::create(b, loc, lhs, rhs);
  return arith::AddIOp::create(b, loc, lhs, rhs);
}

Value croton::detail::multiplyScalars(OpBuilder &b, Location loc, Value lhs,
                                      Value rhs) {
  if (isa<ComplexType>(lhs.getType()))
    return complex::MulOp::create(b, loc, lhs, rhs);
  if (isa<FloatType>(lhs.getType()))
    return arith::MulFOp::create(b, loc, lhs, rhs);
  return arith::MulIOp::create(b, loc, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value croton::detail::toIndex(OpBuilder &b, Location loc, Value scalar,
                              Type from) {
  if (auto cast = scalar.getDefiningOp<arith::IndexCastOp>())
    if (cast.getIn().getType().isIndex())
      return cast.getIn();
  if (!isUnsigned(from))
    return b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), scalar);
  if (scalar.getType().isInteger(64)) {
    APInt most = APInt::getSignedMaxValue(64);
    Value limit = arith::ConstantOp::create(
        b, loc, b.getIntegerAttr(scalar.getType(), most));
    scalar = b.createOrFold<arith::MinUIOp>(loc, scalar, limit);
  }
  return b.createOrFold<arith::IndexCastUIOp>(loc, b.getIndexType(), scalar);
}

/// A tensor whose elements the host can read: that which was copied to where
/// `tensor` is, or a copy.
static Value bringToHost(OpBuilder &b, Location loc, Value tensor) {
  if (!getDevice(tensor))
    return tensor;
  auto transfer =
      tensor.getDefiningOp<bufferization::MaterializeInDestinationOp>();
  if (transfer && !getDevice(transfer.getSource()))
    return transfer.getSource();
  return transferTo(b, loc, tensor, Attribute(),
                    tensor::getMixedSizes(b, loc, tensor));
}

Value croton::detail::readScalar(OpBuilder &b, Location loc, Value tensor) {
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant)) &&
      !isa<ComplexType>(constant.getElementType()))
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(*constant.value_begin<Attribute>()));
  tensor = bringToHost(b, loc, tensor);
  SmallVector<Value> indices;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t i = 0; i < type.getRank(); ++i)
    indices.push_back(arith::ConstantIndexOp::create(b, loc, 0));
  return b.createOrFold<tensor::ExtractOp>(loc, tensor, indices);
}

Value croton::detail::readElement(OpBuilder &b, Location loc, Value tensor,
                                  int64_t position) {
  DenseElementsAttr constant;
  if (matchPattern(tensor, m_Constant(&constant)))
    return arith::ConstantOp::create(
        b, loc, cast<TypedAttr>(constant.getValues<Attribute>()[position]));
  tensor = bringToHost(b, loc, tensor);
  Value index = arith::ConstantIndexOp::create(b, loc, position);
  return b.createOrFold<tensor::ExtractOp>(loc, tensor, index);
}

Value croton::detail::toI64(OpBuilder &b, Location loc, OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(*constant));
  return arith::IndexCastOp::create(b, loc, b.getI64Type(), cast<Value>(size));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Value croton::detail::createEmpty(OpBuilder &b, Location loc,
                                  RankedTensorType type,
                                  ArrayRef<OpFoldResult> sizes) {
  SmallVector<Value> dynamicSizes;
  for (auto [i, size] : llvm::enumerate(sizes))
    if (type.isDynamicDim(i))
      dynamicSizes.push_back(getValueOrCreateConstantIndexOp(b, loc, size));
  return tensor::EmptyOp::create(b, loc, type, dynamicSizes);
}

Value croton::detail::createFilled(OpBuilder &b, Location loc,
                                   RankedTensorType type,
                                   ArrayRef<OpFoldResult> sizes, Value scalar) {
  Value empty = createEmpty(b, loc, type, sizes);
  return linalg::FillOp::create(b, loc, scalar, empty).getResult(0);
}

SmallVector<Value>
croton::detail::createGeneric(OpBuilder &b, Location loc, ValueRange inputs,
                              ValueRange inits, ArrayRef<AffineMap> maps,
                              ArrayRef<utils::IteratorType> iterators,
                              BodyFn body) {
  auto generic = linalg::GenericOp::create(
      b, loc, inits.getTypes(), inputs, inits, maps, iterators,
      [&](OpBuilder &inner, Location innerLoc, ValueRange scalars) {
        linalg::YieldOp::create(inner, innerLoc,
                                body(inner, innerLoc, scalars));
      });
  return llvm::to_vector_of<Value>(generic.getResults());
}

Value croton::detail::createParallel(OpBuilder &b, Location loc,
                                     ValueRange inputs,
                                     ArrayRef<AffineMap> inputMaps, Value init,
                                     BodyFn body) {
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<AffineMap> maps(inputMaps);
  maps.push_back(b.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return createGeneric(b, loc, inputs, init, maps, iterators, body).front();
}

AffineMap croton::detail::getStretchMap(RankedTensorType type,
                                        RankedTensorType result) {
  MLIRContext *context = type.getContext();
  int64_t pad = result.getRank() - type.getRank();
  SmallVector<AffineExpr> exprs;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    bool isStretched =
        type.getDimSize(i) == 1 && result.getDimSize(pad + i) != 1;
    exprs.push_back(isStretched ? getAffineConstantExpr(0, context)
                                : getAffineDimExpr(pad + i, context));
  }
  return AffineMap::get(result.getRank(), 0, exprs, context);
}

Value croton::detail::createFromElements(OpBuilder &b, Location loc,
                                         RankedTensorType type,
                                         ValueRange values) {
  auto hostType = cast<RankedTensorType>(withDevice(type, Attribute()));
  Value result = tensor::FromElementsOp::create(b, loc, hostType, values);
  return transferTo(b, loc, result, getDevice(type),
                    tensor::getMixedSizes(b, loc, result));
}

Value croton::detail::transferTo(OpBuilder &b, Location loc, Value value,
                                 Attribute device,
                                 ArrayRef<OpFoldResult> sizes) {
  if (getDevice(value) == device)
    return value;
  auto type = cast<RankedTensorType>(withDevice(value.getType(), device));
  Value target = createEmpty(b, loc, type, sizes);
  return bufferization::MaterializeInDestinationOp::create(b, loc, value,
                                                           target)
      .getResult();
}

Value croton::detail::castTo(OpBuilder &b, Location loc, Value value,
                             RankedTensorType type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(b, loc, type, value);
}

/// An element of croton type `from` as an i64; unsigned values beyond it become
/// the largest one.
static Value widenIndex(OpBuilder &b, Location loc, Value scalar, Type from) {
  if (!isUnsigned(from) || !from.isInteger(64))
    return convertScalar(b, loc, scalar, from, b.getI64Type());
  Value most = arith::ConstantOp::create(
      b, loc, b.getI64IntegerAttr(std::numeric_limits<int64_t>::max()));
  return arith::MinUIOp::create(b, loc, scalar, most);
}

static void emitIndexCheck(OpBuilder &b, Location loc, Value isValid,
                           Value culprit, const IndexBounds &bounds) {
  CheckMessage message(b, bounds.name, loc);
  message << bounds.what << " " << OpFoldResult(culprit)
          << " is out of bounds for size " << OpFoldResult(bounds.upper);
  message.emit(isValid, CROTON_ERROR_INDEX);
}

void croton::detail::checkIndices(OpBuilder &b, Location loc, Value index,
                                  Type from, const IndexBounds &bounds) {
  // One pass finds the extremes; of nothing they are neutral.
  auto type = cast<RankedTensorType>(index.getType());
  if (getDevice(type))
    return;
  RankedTensorType scalarType = RankedTensorType::get({}, b.getI64Type());
  auto extreme = [&](int64_t value) {
    Value scalar =
        arith::ConstantOp::create(b, loc, b.getI64IntegerAttr(value));
    return createFilled(b, loc, scalarType, {}, scalar);
  };
  SmallVector<Value> inits = {extreme(std::numeric_limits<int64_t>::max()),
                              extreme(std::numeric_limits<int64_t>::min())};
  AffineMap scalarMap = AffineMap::get(type.getRank(), 0, b.getContext());
  SmallVector<Value> extremes = createGeneric(
      b, loc, index, inits,
      {b.getMultiDimIdentityMap(type.getRank()), scalarMap, scalarMap},
      SmallVector<utils::IteratorType>(type.getRank(),
                                       utils::IteratorType::reduction),
      [&](OpBuilder &b, Location loc, ValueRange scalars) {
        Value wide = widenIndex(b, loc, scalars[0], from);
        return SmallVector<Value>{
            arith::MinSIOp::create(b, loc, wide, scalars[1]),
            arith::MaxSIOp::create(b, loc, wide, scalars[2])};
      });
  IndexMath math(b, loc);
  Value least =
      toIndex(b, loc, readScalar(b, loc, extremes[0]), b.getI64Type());
  Value most = toIndex(b, loc, readScalar(b, loc, extremes[1]), b.getI64Type());
  emitIndexCheck(b, loc, math.lessOrEqual(bounds.lower, least), least, bounds);
  emitIndexCheck(b, loc, math.less(most, bounds.upper), most, bounds);
}

void croton::detail::checkIndexOnDevice(OpBuilder &b, Location loc, Value index,
                                        Value scalar, Type from,
                                        const IndexBounds &bounds) {
  if (!getDevice(index))
    return;
  IndexMath math(b, loc);
  Value position =
      toIndex(b, loc, widenIndex(b, loc, scalar, from), b.getI64Type());
  emitIndexCheck(b, loc,
                 math.both(math.lessOrEqual(bounds.lower, position),
                           math.less(position, bounds.upper)),
                 position, bounds);
}
