//===- IndexingDerivatives.cpp - Derivatives of indexing ops ------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading and adding are each other's transposes: the gradient of a read is
// added into zeros, the gradient of what was added is read. Setting cuts the
// gradient of what it overwrites.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// subtensor
//===----------------------------------------------------------------------===//

bool SubtensorOp::isConnected(unsigned operand, unsigned) {
  return operand == 0;
}

LogicalResult SubtensorOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                    ArrayRef<bool> wanted,
                                    MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  inputGrads[0] = incSubtensor(b, zerosLike(b, getOperand()), outputGrads[0],
                               getIndexEntries());
  return success();
}

LogicalResult SubtensorOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                    MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = subtensor(b, tangents[0], getIndexEntries());
  return success();
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

/// Builds what a write gives for another operand and another value.
using WriteFn = function_ref<Value(Value operand, Value value)>;

/// Zero that can be written where `like`, a value or its gradient, is.
static Value writableZero(ImplicitLocOpBuilder &b, Value like, Type element) {
  Value zero = scalarOfRank(b, 0.0, element, getTensor(like).getRank());
  return transfer(b, zero, getDevice(like));
}

/// The gradient of the operand of `op` for the gradient `grad` of its result:
/// nothing comes from where a set write has overwritten it.
template <typename OpTy>
static Value buildOperandGrad(ImplicitLocOpBuilder &b, OpTy op, Value grad,
                              WriteFn write) {
  if (!op.getSet())
    return grad;
  return write(grad,
               writableZero(b, op.getValue(), getElementTypeOrSelf(grad)));
}

/// The tangent of the result of `op`: one tangent written into the other. Null
/// tangents are zero.
template <typename OpTy>
static Value buildWriteTangent(ImplicitLocOpBuilder &b, OpTy op, Value operand,
                               Value value, WriteFn write) {
  if (!value && (!operand || !op.getSet()))
    return operand;
  if (!operand)
    operand = zerosLike(b, op.getOperand());
  if (!value)
    value = writableZero(b, op.getValue(), getElementTypeOrSelf(operand));
  return write(operand, value);
}

//===----------------------------------------------------------------------===//
// inc_subtensor
//===----------------------------------------------------------------------===//

bool IncSubtensorOp::isConnected(unsigned operand, unsigned) {
  return operand < 2;
}

LogicalResult IncSubtensorOp::buildVjp(OpBuilder &builder,
                                       ValueRange outputGrads,
                                       ArrayRef<bool> wanted,
                                       MutableArrayRef<Value> inputGrads) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = outputGrads[0];
  SmallVector<IndexEntry> entries = getIndexEntries();
  if (wanted[0])
    inputGrads[0] =
        buildOperandGrad(b, *this, grad, [&](Value operand, Value value) {
          return incSubtensor(b, operand, value, entries, /*set=*/true);
        });
  if (wanted[1])
    inputGrads[1] = croton::detail::unbroadcast(b, subtensor(b, grad, entries),
                                                getTensor(getValue()));
  return success();
}

LogicalResult IncSubtensorOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                       MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = buildWriteTangent(
      b, *this, tangents[0], tangents[1], [&](Value operand, Value value) {
        return incSubtensor(b, operand, value, getIndexEntries(), getSet());
      });
  return success();
}

//===----------------------------------------------------------------------===//
// take
//===----------------------------------------------------------------------===//

bool TakeOp::isConnected(unsigned operand, unsigned) { return operand == 0; }

LogicalResult TakeOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                               ArrayRef<bool> wanted,
                               MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  inputGrads[0] = incTake(b, zerosLike(b, getOperand()), getIndex(),
                          outputGrads[0], getAxis(), /*set=*/false, getMode());
  return success();
}

LogicalResult TakeOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                               MutableArrayRef<Value> resultTangents) {
  if (!tangents[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = take(b, tangents[0], getIndex(), getAxis(), getMode());
  return success();
}

//===----------------------------------------------------------------------===//
// inc_take
//===----------------------------------------------------------------------===//

bool IncTakeOp::isConnected(unsigned operand, unsigned) {
  return operand == 0 || operand == 2;
}

/// The vector `0, 1, ..., size - 1` for a run-time size, from what the dialect
/// has: the columns in which the rows of a unit matrix of about sqrt(size) rows
/// are greatest are the digits of numbers in that base.
static Value buildCounting(ImplicitLocOpBuilder &b, Value size) {
  Type i64 = b.getI64Type(), i8 = b.getI8Type();
  Value one = scalar(b, int64_t(1), i64);
  Value base =
      add(b, castTo(b, sqrt(b, castTo(b, size, b.getF64Type())), i64), one);
  Value square = mul(b, base, base);
  IndexEntry diagonal;
  diagonal.step.value = add(b, base, one);
  Value unit = incSubtensor(b, alloc(b, scalar(b, int64_t(0), i8), square),
                            scalar(b, int64_t(1), i8), diagonal, /*set=*/true);
  Value digits =
      argmax(b, reshape(b, unit, makeVector(b, {base, base})), /*axes=*/1);
  Value numbers =
      add(b, mul(b, keepDims(b, digits, /*axes=*/1), padLeft(b, base, 2)),
          padLeft(b, digits, 2));
  IndexEntry firstOnes;
  firstOnes.stop.value = size;
  return subtensor(b, reshape(b, numbers, makeVector(b, square)), firstOnes);
}

/// The entries of `index` numbered in row-major order.
static Value buildEntryNumbers(ImplicitLocOpBuilder &b, Value index) {
  RankedTensorType type = getTensor(index).clone(b.getI64Type());
  if (type.hasStaticShape()) {
    SmallVector<int64_t> numbers =
        llvm::to_vector(llvm::seq<int64_t>(0, type.getNumElements()));
    return ConstantOp::create(
        b, DenseElementsAttr::get(type, ArrayRef<int64_t>(numbers)));
  }
  SmallVector<Value> sizes;
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim)
    sizes.push_back(shapeI(b, index, dim));
  Value size = sizes.size() == 1 ? sizes.front() : mul(b, sizes);
  Value numbers = transfer(b, buildCounting(b, size), getDevice(index));
  return ReshapeOp::create(b, type, numbers, shape(b, index));
}

/// `grad`, read at the index of a setting `op`, without the entries that a
/// later entry of the index overwrites: written into one place, the numbers of
/// the entries leave the last one's there.
static Value dropOverwritten(ImplicitLocOpBuilder &b, IncTakeOp op,
                             Value grad) {
  RankedTensorType index = getTensor(op.getIndex());
  if (index.hasStaticShape() && index.getNumElements() <= 1)
    return grad;
  int64_t axis = op.getAxis();
  Value numbers = buildEntryNumbers(b, op.getIndex());
  Value places = alloc(b, scalar(b, int64_t(0), b.getI64Type()),
                       shapeI(b, op.getOperand(), axis));
  places = transfer(b, places, getDevice(op.getIndex()));
  Value last = incTake(b, places, op.getIndex(), numbers, /*axis=*/0,
                       /*set=*/true, op.getMode());
  Value isLast =
      eq(b, take(b, last, op.getIndex(), /*axis=*/0, op.getMode()), numbers);
  SmallVector<int64_t> order(getTensor(grad).getRank(), DimshuffleOp::kNewAxis);
  for (int64_t dim = 0, rank = index.getRank(); dim < rank; ++dim)
    order[axis + dim] = dim;
  return SwitchOp::create(b, dimshuffle(b, isLast, order), grad,
                          scalarLike(b, 0.0, grad));
}

LogicalResult IncTakeOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                  ArrayRef<bool> wanted,
                                  MutableArrayRef<Value> inputGrads) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = outputGrads[0];
  if (wanted[0])
    inputGrads[0] =
        buildOperandGrad(b, *this, grad, [&](Value operand, Value value) {
          return incTake(b, operand, getIndex(), value, getAxis(),
                         /*set=*/true, getMode());
        });
  if (!wanted[2])
    return success();
  Value valueGrad = take(b, grad, getIndex(), getAxis(), getMode());
  if (getSet())
    valueGrad = dropOverwritten(b, *this, valueGrad);
  inputGrads[2] =
      croton::detail::unbroadcast(b, valueGrad, getTensor(getValue()));
  return success();
}

LogicalResult IncTakeOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                  MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = buildWriteTangent(
      b, *this, tangents[0], tangents[2], [&](Value operand, Value value) {
        return incTake(b, operand, getIndex(), value, getAxis(), getSet(),
                       getMode());
      });
  return success();
}

//===----------------------------------------------------------------------===//
// one_hot: neither class numbers nor a depth can move by a little
//===----------------------------------------------------------------------===//

bool OneHotOp::isConnected(unsigned, unsigned) { return false; }
LogicalResult OneHotOp::buildVjp(OpBuilder &, ValueRange, ArrayRef<bool>,
                                 MutableArrayRef<Value>) {
  return success();
}
LogicalResult OneHotOp::buildJvp(OpBuilder &, ValueRange,
                                 MutableArrayRef<Value>) {
  return success();
}
