//===- Elementwise.cpp - Models of the elementwise ops --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op here is either a function of elements, or a choice of the operand whose
// element becomes the result's bit for bit (switch, maximum, ...), so that NaN
// payloads survive.
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"
#include "ScalarMath.h"

#include "croton/Dialect/Croton/IR/Croton.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

//===----------------------------------------------------------------------===//
// Two kinds of model
//===----------------------------------------------------------------------===//

/// Computes an element of the result, of dtype `dtype`, from elements of the
/// operands.
using ComputeFn = Scalar (*)(ArrayRef<Scalar> elements, DType dtype);

/// Returns the number of the operand whose element is the result.
using ChooseFn = unsigned (*)(ArrayRef<Scalar> elements);

/// Loads the elements at `indices` of all operands.
static void loadElements(Operands operands, ArrayRef<int64_t> indices,
                         MutableArrayRef<Scalar> elements) {
  for (auto [operand, index, element] :
       llvm::zip_equal(operands, indices, elements))
    element = loadScalar(operand, index);
}

/// Calls `body` for each element of `result`, which is allocated here.
static LogicalResult mapElements(
    Operation *op, Operands operands, Results &results,
    EvaluationErrors &errors,
    function_ref<void(const HostTensor &, int64_t, ArrayRef<int64_t>)> body) {
  FailureOr<SmallVector<int64_t>> shape =
      broadcast(op->getOperandTypes(), operands, errors);
  if (failed(shape))
    return failure();
  FailureOr<HostTensor> result = allocateResult(op, *shape, errors);
  if (failed(result))
    return failure();
  forEachBroadcast(op->getOperandTypes(), operands, *shape,
                   [&](int64_t index, ArrayRef<int64_t> operandIndices) {
                     body(*result, index, operandIndices);
                   });
  results.push_back(*result);
  return success();
}

template <typename OpTy, ComputeFn compute>
static LogicalResult evaluateByComputing(OpTy op, Operands operands,
                                         Results &results,
                                         EvaluationErrors &errors) {
  DType dtype = getResultDType(op);
  SmallVector<Scalar> elements(operands.size());
  return mapElements(op, operands, results, errors,
                     [&](const HostTensor &result, int64_t index,
                         ArrayRef<int64_t> operandIndices) {
                       loadElements(operands, operandIndices, elements);
                       storeScalar(result, index, compute(elements, dtype));
                     });
}

template <typename OpTy, ChooseFn choose>
static LogicalResult evaluateByChoosing(OpTy op, Operands operands,
                                        Results &results,
                                        EvaluationErrors &errors) {
  SmallVector<Scalar> elements(operands.size());
  return mapElements(op, operands, results, errors,
                     [&](const HostTensor &result, int64_t index,
                         ArrayRef<int64_t> operandIndices) {
                       loadElements(operands, operandIndices, elements);
                       unsigned chosen = choose(elements);
                       copyElement(operands[chosen], operandIndices[chosen],
                                   result, index);
                     });
}

//===----------------------------------------------------------------------===//
// Functions of elements
//===----------------------------------------------------------------------===//

/// An op of one operand in the operand's dtype.
template <Scalar (*function)(const Scalar &)>
static Scalar unary(ArrayRef<Scalar> x, DType) {
  return function(x[0]);
}

/// An op of two operands in their dtype.
template <Scalar (*function)(const Scalar &, const Scalar &)>
static Scalar binary(ArrayRef<Scalar> x, DType) {
  return function(x[0], x[1]);
}

/// An op of any number of operands, from left to right and rounded at each
/// step, as a chain of binary ops would be.
template <Scalar (*function)(const Scalar &, const Scalar &)>
static Scalar variadic(ArrayRef<Scalar> x, DType) {
  Scalar value = x.front();
  for (const Scalar &next : x.drop_front())
    value = function(value, next);
  return value;
}

static Scalar square(const Scalar &x) { return multiply(x, x); }
static Scalar castTo(ArrayRef<Scalar> x, DType dtype) {
  return convert(x[0], dtype);
}

static Scalar eq(ArrayRef<Scalar> x, DType) {
  return makeBool(isEqual(x[0], x[1]));
}
static Scalar neq(ArrayRef<Scalar> x, DType) {
  return makeBool(!isEqual(x[0], x[1]));
}
static Scalar lt(ArrayRef<Scalar> x, DType) {
  return makeBool(isLess(x[0], x[1]));
}
static Scalar le(ArrayRef<Scalar> x, DType) {
  return makeBool(isLess(x[0], x[1]) || isEqual(x[0], x[1]));
}
static Scalar gt(ArrayRef<Scalar> x, DType) {
  return makeBool(isLess(x[1], x[0]));
}
static Scalar ge(ArrayRef<Scalar> x, DType) {
  return makeBool(isLess(x[1], x[0]) || isEqual(x[0], x[1]));
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

static unsigned chooseLarger(ArrayRef<Scalar> x) {
  if (isNaN(x[0]) || isNaN(x[1]))
    return isNaN(x[0]) ? 0 : 1;
  return isLess(x[0], x[1]) ? 1 : 0;
}

static unsigned chooseSmaller(ArrayRef<Scalar> x) {
  if (isNaN(x[0]) || isNaN(x[1]))
    return isNaN(x[0]) ? 0 : 1;
  return isLess(x[1], x[0]) ? 1 : 0;
}

static unsigned chooseByCondition(ArrayRef<Scalar> x) {
  return x[0].bits ? 1 : 2;
}

static unsigned chooseWithinBounds(ArrayRef<Scalar> x) {
  if (isLess(x[0], x[1]))
    return 1;
  return isLess(x[2], x[0]) ? 2 : 0;
}

static unsigned chooseValue(ArrayRef<Scalar>) { return 1; }

//===----------------------------------------------------------------------===//
// Attaching
//===----------------------------------------------------------------------===//

template <typename OpTy, ComputeFn compute>
static void attach(MLIRContext *context) {
  attachModel<OpTy, evaluateByComputing<OpTy, compute>>(context);
}

template <typename OpTy, ChooseFn choose>
static void attachChoice(MLIRContext *context) {
  attachModel<OpTy, evaluateByChoosing<OpTy, choose>>(context);
}

void reference::attachElementwiseModels(MLIRContext *context) {
  attach<NegOp, unary<negate>>(context);
  attach<AbsOp, unary<absolute>>(context);
  attach<SqrOp, unary<square>>(context);
  attach<SqrtOp, unary<squareRoot>>(context);
  attach<ExpOp, unary<exponential>>(context);
  attach<Expm1Op, unary<exponentialMinusOne>>(context);
  attach<LogOp, unary<logarithm>>(context);
  attach<Log1pOp, unary<logarithmOfOnePlus>>(context);
  attach<TanhOp, unary<hyperbolicTangent>>(context);
  attach<SigmoidOp, unary<logistic>>(context);
  attach<CastOp, castTo>(context);

  attach<AddOp, variadic<add>>(context);
  attach<MulOp, variadic<multiply>>(context);
  attach<SubOp, binary<subtract>>(context);
  attach<TrueDivOp, binary<divide>>(context);

  attach<EqOp, eq>(context);
  attach<NeqOp, neq>(context);
  attach<LtOp, lt>(context);
  attach<LeOp, le>(context);
  attach<GtOp, gt>(context);
  attach<GeOp, ge>(context);

  attachChoice<MaximumOp, chooseLarger>(context);
  attachChoice<MinimumOp, chooseSmaller>(context);
  attachChoice<SwitchOp, chooseByCondition>(context);
  attachChoice<ClipOp, chooseWithinBounds>(context);
  attachChoice<FillOp, chooseValue>(context);
}
