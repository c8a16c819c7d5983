//===- Nnet.cpp - Models of the neural network ops ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is computed in long double and rounded once.
//
//===----------------------------------------------------------------------===//

#include "Indexing.h"
#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

#include <cmath>
#include <vector>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

namespace {
/// A row of numbers with what softmax needs to know of it.
struct Row {
  std::vector<long double> elements;
  /// The largest element, NaN if there is one.
  long double maximum = 0;
  /// The sum of e^(x - maximum) over all elements but one maximum, whose term
  /// is 1. It is NaN if the maximum is infinite or NaN.
  long double rest = 0;

  /// The softmax and its logarithm at element `i`.
  long double getSoftmax(int64_t i) const {
    return std::exp(elements[i] - maximum) / (1 + rest);
  }
  long double getLogSoftmax(int64_t i) const {
    return elements[i] - maximum - std::log1p(rest);
  }
};
} // namespace

/// Reads `count` elements of `tensor` from `start` on, `stride` apart.
static Row loadRow(const HostTensor &tensor, int64_t start, int64_t stride,
                   int64_t count) {
  Row row;
  for (int64_t i = 0; i < count; ++i)
    row.elements.push_back(loadScalar(tensor, start + i * stride).re);
  if (count == 0)
    return row;
  size_t largest = 0;
  for (size_t i = 1; i < row.elements.size(); ++i)
    if (std::isnan(row.elements[i]) || row.elements[i] > row.elements[largest])
      largest = i;
  row.maximum = row.elements[largest];
  CompensatedSum rest;
  rest.add(row.maximum - row.maximum);
  for (size_t i = 0; i < row.elements.size(); ++i)
    if (i != largest)
      rest.add(std::exp(row.elements[i] - row.maximum));
  row.rest = rest.get();
  return row;
}

//===----------------------------------------------------------------------===//
// softmax and log_softmax
//===----------------------------------------------------------------------===//

template <typename OpTy, long double (Row::*function)(int64_t) const>
static LogicalResult evaluateAlongAxis(OpTy op, Operands operands,
                                       Results &results,
                                       EvaluationErrors &errors) {
  const HostTensor &operand = operands[0];
  FailureOr<HostTensor> result = allocateResult(op, operand.getShape(), errors);
  if (failed(result))
    return failure();
  int64_t axis = op.getAxis();
  int64_t count = operand.getShape()[axis];
  SmallVector<int64_t> strides = getStrides(operand.getShape());
  // One row starts at each position whose index along the axis is 0.
  SmallVector<int64_t> starts(operand.getShape());
  starts[axis] = std::min<int64_t>(count, 1);
  forEachPosition(starts, [&](ArrayRef<int64_t> position) {
    int64_t start = getOffset(position, strides);
    Row row = loadRow(operand, start, strides[axis], count);
    for (int64_t i = 0; i < count; ++i)
      storeScalar(*result, start + i * strides[axis],
                  makeFloat(operand.getDType(), (row.*function)(i)));
  });
  results.push_back(*result);
  return success();
}

//===----------------------------------------------------------------------===//
// Cross-entropies
//===----------------------------------------------------------------------===//

/// Pairs each row along the last axis of `operand` with its target and stores
/// what `function` makes of them.
static LogicalResult
mapRows(Operation *op, const HostTensor &operand, const HostTensor &target,
        Results &results, EvaluationErrors &errors,
        function_ref<long double(int64_t start, int64_t target)> function) {
  ArrayRef<int64_t> shape = operand.getShape().drop_back();
  int64_t classes = operand.getShape().back();
  if (target.getShape() != shape)
    return errors.fail("expected a target of shape " + formatShape(shape) +
                       " for an operand of shape " +
                       formatShape(operand.getShape()) + ", but got " +
                       formatShape(target.getShape()));
  FailureOr<HostTensor> result = allocateResult(op, shape, errors);
  if (failed(result))
    return failure();
  for (int64_t i = 0, e = target.getNumElements(); i < e; ++i) {
    Scalar value = loadScalar(target, i);
    // A negative target has its top bit set, so it is above every class.
    if (value.bits >= static_cast<uint64_t>(classes))
      return errors.fail("target " + formatIndex(value) +
                         " is out of range for " + Twine(classes) + " classes");
    storeScalar(
        *result, i,
        makeFloat(operand.getDType(),
                  function(i * classes, static_cast<int64_t>(value.bits))));
  }
  results.push_back(*result);
  return success();
}

static LogicalResult
evaluateCategoricalCrossentropy(CategoricalCrossentropyOp op, Operands operands,
                                Results &results, EvaluationErrors &errors) {
  const HostTensor &probabilities = operands[0];
  return mapRows(op, probabilities, operands[1], results, errors,
                 [&](int64_t start, int64_t target) -> long double {
                   long double p = loadScalar(probabilities, start + target).re;
                   return -std::log(p);
                 });
}

static LogicalResult evaluateCrossentropySoftmax(CrossentropySoftmaxOp op,
                                                 Operands operands,
                                                 Results &results,
                                                 EvaluationErrors &errors) {
  const HostTensor &logits = operands[0];
  int64_t classes = logits.getShape().back();
  return mapRows(op, logits, operands[1], results, errors,
                 [&](int64_t start, int64_t target) {
                   Row row = loadRow(logits, start, 1, classes);
                   return -row.getLogSoftmax(target);
                 });
}

void reference::attachNnetModels(MLIRContext *context) {
  attachModel<SoftmaxOp, evaluateAlongAxis<SoftmaxOp, &Row::getSoftmax>>(
      context);
  attachModel<LogSoftmaxOp,
              evaluateAlongAxis<LogSoftmaxOp, &Row::getLogSoftmax>>(context);
  attachModel<CategoricalCrossentropyOp, evaluateCategoricalCrossentropy>(
      context);
  attachModel<CrossentropySoftmaxOp, evaluateCrossentropySoftmax>(context);
}
