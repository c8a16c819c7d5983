//===- ReductionDerivatives.cpp - Derivatives of reductions -------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

static Type getGradientElement(Value value) {
  return getGradientElementType(getElementTypeOrSelf(value));
}

/// Puts the reduced axes back into `value`, which has the shape of a
/// reduction of `operand`, and repeats it along them.
static Value spread(ImplicitLocOpBuilder &b, Value value, Value operand,
                    ArrayRef<int64_t> axes) {
  if (axes.empty())
    return value;
  auto type = cast<RankedTensorType>(operand.getType());
  value = keepDims(b, value, axes);
  bool isStretched = llvm::any_of(
      axes, [&](int64_t axis) { return type.getDimSize(axis) != 1; });
  return isStretched ? Value(FillOp::create(b, operand, value)) : value;
}

/// Reduces a tangent as `op` reduces its operand. The tangent of a discrete
/// operand is of another type than the operand, so it takes the defaults.
template <typename OpTy>
static Value reduceTangent(ImplicitLocOpBuilder &b, OpTy op, Value tangent) {
  TypeAttr acc, dtype;
  if (getElementTypeOrSelf(op.getOperand()) == getElementTypeOrSelf(tangent)) {
    acc = op.getAccAttr();
    dtype = op.getDtypeAttr();
  }
  Value reduced = OpTy::create(b, tangent, op.getAxes(), acc, dtype);
  return castTo(b, reduced, getGradientElement(op.getResult()));
}

//===----------------------------------------------------------------------===//
// sum
//===----------------------------------------------------------------------===//

LogicalResult SumOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                              ArrayRef<bool> wanted,
                              MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = castTo(b, outputGrads[0], getGradientElement(getOperand()));
  inputGrads[0] = spread(b, grad, getOperand(), getAxes());
  return success();
}

LogicalResult SumOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                              MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = reduceTangent(b, *this, tangents[0]);
  return success();
}

//===----------------------------------------------------------------------===//
// mean
//===----------------------------------------------------------------------===//

/// The number of elements that go into one element of the mean, with the
/// element type and rank of `like`.
static Value buildCount(ImplicitLocOpBuilder &b, MeanOp op, Value like) {
  auto type = cast<RankedTensorType>(op.getOperand().getType());
  int64_t known = 1;
  SmallVector<Value> factors;
  for (int64_t axis : op.getAxes()) {
    if (type.isDynamicDim(axis))
      factors.push_back(shapeI(b, op.getOperand(), axis));
    else
      known *= type.getDimSize(axis);
  }
  if (factors.empty())
    return scalarLike(b, static_cast<double>(known), like);
  if (known != 1)
    factors.push_back(scalar(b, known, b.getI64Type()));
  Value count = factors.size() == 1 ? factors.front() : mul(b, factors);
  auto likeType = cast<RankedTensorType>(like.getType());
  count = transfer(b, count, getDevice(like));
  return padLeft(b, castTo(b, count, likeType.getElementType()),
                 likeType.getRank());
}

LogicalResult MeanOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                               ArrayRef<bool> wanted,
                               MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  // Divided while it is small and in the wide type, then spread.
  Value grad = castTo(b, outputGrads[0], getAccumulatorType());
  grad = TrueDivOp::create(b, grad, buildCount(b, *this, grad));
  grad = castTo(b, grad, getGradientElement(getOperand()));
  inputGrads[0] = spread(b, grad, getOperand(), getAxes());
  return success();
}

LogicalResult MeanOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                               MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = reduceTangent(b, *this, tangents[0]);
  return success();
}

//===----------------------------------------------------------------------===//
// max and argmax
//===----------------------------------------------------------------------===//

/// `tangent`, of the operand's shape, where the operand equals the maximum,
/// else zero. NaN equals nothing: a maximum of NaN has gradient zero. Choosing
/// instead of multiplying lets no NaN or infinity of the tangent through from
/// where it is not taken.
static Value keepAtMaximum(ImplicitLocOpBuilder &b, MaxOp op, Value tangent) {
  Value maximum = op.getAxes().empty()
                      ? op.getResult()
                      : keepDims(b, op.getResult(), op.getAxes());
  Value isMaximum = EqOp::create(b, op.getOperand(), maximum);
  return SwitchOp::create(b, isMaximum, tangent, scalarLike(b, 0.0, tangent));
}

LogicalResult MaxOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                              ArrayRef<bool> wanted,
                              MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = getAxes().empty() ? outputGrads[0]
                                 : keepDims(b, outputGrads[0], getAxes());
  inputGrads[0] = keepAtMaximum(b, *this, grad);
  return success();
}

// The transpose of the reverse mode: tangents of tied entries add up.
LogicalResult MaxOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                              MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = SumOp::create(b, keepAtMaximum(b, *this, tangents[0]),
                                    getAxes(), TypeAttr(), TypeAttr());
  return success();
}

// The index moves in steps: the derivative is zero wherever there is one.
LogicalResult ArgmaxOp::buildVjp(OpBuilder &, ValueRange, ArrayRef<bool>,
                                 MutableArrayRef<Value>) {
  return success();
}
LogicalResult ArgmaxOp::buildJvp(OpBuilder &, ValueRange,
                                 MutableArrayRef<Value>) {
  return success();
}
