//===- Reduction.cpp - Models of the reductions ---------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

#include "llvm/Support/raw_ostream.h"

#include <vector>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

//===----------------------------------------------------------------------===//
// Which elements go together
//===----------------------------------------------------------------------===//

namespace {
/// The elements of an operand that each element of a reduction's result comes
/// from, in row-major order.
class ReductionPlan {
public:
  ReductionPlan(const HostTensor &operand, ArrayRef<int64_t> axes);

  /// The shape of the result: the dims that are not reduced.
  ArrayRef<int64_t> getResultShape() const { return keptShape; }
  /// True if each result comes from nothing.
  bool isEmpty() const { return llvm::is_contained(reducedShape, 0); }

  /// Calls `body` with the index of each element of the result and the indices
  /// of the elements it comes from.
  void forEachResult(function_ref<void(int64_t, ArrayRef<int64_t>)> body) const;

private:
  SmallVector<int64_t> keptShape, keptStrides;
  SmallVector<int64_t> reducedShape, reducedStrides;
};
} // namespace

ReductionPlan::ReductionPlan(const HostTensor &operand,
                             ArrayRef<int64_t> axes) {
  SmallVector<int64_t> strides = getStrides(operand.getShape());
  for (auto [dim, size] : llvm::enumerate(operand.getShape())) {
    bool isReduced = llvm::is_contained(axes, static_cast<int64_t>(dim));
    (isReduced ? reducedShape : keptShape).push_back(size);
    (isReduced ? reducedStrides : keptStrides).push_back(strides[dim]);
  }
}

void ReductionPlan::forEachResult(
    function_ref<void(int64_t, ArrayRef<int64_t>)> body) const {
  if (llvm::is_contained(keptShape, 0))
    return;
  std::vector<int64_t> steps;
  forEachPosition(reducedShape, [&](ArrayRef<int64_t> position) {
    steps.push_back(getOffset(position, reducedStrides));
  });
  std::vector<int64_t> sources(steps.size());
  int64_t next = 0;
  forEachPosition(keptShape, [&](ArrayRef<int64_t> position) {
    int64_t base = getOffset(position, keptStrides);
    for (auto [source, step] : llvm::zip_equal(sources, steps))
      source = base + step;
    body(next++, sources);
  });
}

//===----------------------------------------------------------------------===//
// sum and mean
//===----------------------------------------------------------------------===//

/// The sum of the elements of `operand` at `sources`, each converted to
/// `accumulator`, rounded once to it.
static Scalar sumElements(const HostTensor &operand, ArrayRef<int64_t> sources,
                          DType accumulator) {
  ScalarSum sum(accumulator);
  // Starting from +0 makes the sum of negative zeros +0, as compiled code does.
  sum.add(makeZero(accumulator));
  for (int64_t source : sources)
    sum.add(convert(loadScalar(operand, source), accumulator));
  return sum.get();
}

/// `sum` divided by `count`, rounded once. The count itself is never rounded.
static Scalar divideByCount(const Scalar &sum, int64_t count) {
  if (getKind(sum.dtype) == Kind::Complex)
    return makeComplex(sum.dtype, static_cast<long double>(sum.re) / count,
                       static_cast<long double>(sum.im) / count);
  // Counts below 2^53 are exact in double, whose quotient rounds correctly.
  return makeFloat(sum.dtype, sum.re / static_cast<double>(count));
}

template <typename OpTy, bool isMean>
static LogicalResult evaluateSum(OpTy op, Operands operands, Results &results,
                                 EvaluationErrors &errors) {
  ReductionPlan plan(operands[0], op.getAxes());
  DType dtype = getResultDType(op);
  DType accumulator = *getDType(op.getAccumulatorType());
  FailureOr<HostTensor> result =
      allocateResult(op, plan.getResultShape(), errors);
  if (failed(result))
    return failure();
  plan.forEachResult([&](int64_t index, ArrayRef<int64_t> sources) {
    Scalar value = op.getAxes().empty()
                       ? convert(loadScalar(operands[0], index), accumulator)
                       : sumElements(operands[0], sources, accumulator);
    if (isMean)
      value = divideByCount(value, sources.size());
    storeScalar(*result, index, convert(value, dtype));
  });
  results.push_back(*result);
  return success();
}

//===----------------------------------------------------------------------===//
// max and argmax
//===----------------------------------------------------------------------===//

/// The number, within `sources`, of the first largest element; of the first NaN
/// if there is one.
static int64_t findLargest(const HostTensor &operand,
                           ArrayRef<int64_t> sources) {
  int64_t largest = 0;
  Scalar value = loadScalar(operand, sources[0]);
  for (int64_t i = 1, e = sources.size(); i < e && !isNaN(value); ++i) {
    Scalar candidate = loadScalar(operand, sources[i]);
    if (!isNaN(candidate) && !isLess(value, candidate))
      continue;
    largest = i;
    value = candidate;
  }
  return largest;
}

/// Reports a maximum of nothing.
static LogicalResult verifyNotEmpty(const ReductionPlan &plan,
                                    const HostTensor &operand,
                                    ArrayRef<int64_t> axes,
                                    EvaluationErrors &errors) {
  if (!plan.isEmpty())
    return success();
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(axes, os);
  return errors.fail("operand of shape " + formatShape(operand.getShape()) +
                     " is empty along axes [" + text +
                     "] and has no maximum there");
}

static LogicalResult evaluateMax(MaxOp op, Operands operands, Results &results,
                                 EvaluationErrors &errors) {
  ReductionPlan plan(operands[0], op.getAxes());
  if (failed(verifyNotEmpty(plan, operands[0], op.getAxes(), errors)))
    return failure();
  FailureOr<HostTensor> result =
      allocateResult(op, plan.getResultShape(), errors);
  if (failed(result))
    return failure();
  plan.forEachResult([&](int64_t index, ArrayRef<int64_t> sources) {
    int64_t largest = findLargest(operands[0], sources);
    copyElement(operands[0], sources[largest], *result, index);
  });
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateArgmax(ArgmaxOp op, Operands operands,
                                    Results &results,
                                    EvaluationErrors &errors) {
  ReductionPlan plan(operands[0], op.getAxes());
  if (failed(verifyNotEmpty(plan, operands[0], op.getAxes(), errors)))
    return failure();
  FailureOr<HostTensor> result =
      allocateResult(op, plan.getResultShape(), errors);
  if (failed(result))
    return failure();
  plan.forEachResult([&](int64_t index, ArrayRef<int64_t> sources) {
    result->getData<int64_t>()[index] = findLargest(operands[0], sources);
  });
  results.push_back(*result);
  return success();
}

void reference::attachReductionModels(MLIRContext *context) {
  attachModel<SumOp, evaluateSum<SumOp, /*isMean=*/false>>(context);
  attachModel<MeanOp, evaluateSum<MeanOp, /*isMean=*/true>>(context);
  attachModel<MaxOp, evaluateMax>(context);
  attachModel<ArgmaxOp, evaluateArgmax>(context);
}
