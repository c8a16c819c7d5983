//===- LinearAlgebra.cpp - Models of the linear algebra ops ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

#include <vector>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

static std::vector<Scalar> loadAll(const HostTensor &tensor) {
  std::vector<Scalar> elements;
  for (int64_t i = 0, e = tensor.getNumElements(); i < e; ++i)
    elements.push_back(loadScalar(tensor, i));
  return elements;
}

namespace {
/// The sizes of a batch of products of an `rows x inner` by an `inner x
/// columns` matrix.
struct ProductSizes {
  int64_t batch, rows, inner, columns;
};
} // namespace

/// Writes the products, each element a sum of products rounded once.
static void multiplyMatrices(const HostTensor &lhs, const HostTensor &rhs,
                             const ProductSizes &sizes,
                             const HostTensor &result) {
  std::vector<Scalar> x = loadAll(lhs), y = loadAll(rhs);
  forEachPosition(
      {sizes.batch, sizes.rows, sizes.columns},
      [&](ArrayRef<int64_t> position) {
        int64_t b = position[0], i = position[1], j = position[2];
        ScalarSum sum(result.getDType());
        sum.add(makeZero(result.getDType()));
        for (int64_t k = 0; k < sizes.inner; ++k)
          sum.addProduct(x[(b * sizes.rows + i) * sizes.inner + k],
                         y[(b * sizes.inner + k) * sizes.columns + j]);
        storeScalar(result, (b * sizes.rows + i) * sizes.columns + j,
                    sum.get());
      });
}

static LogicalResult failInnerSizes(const HostTensor &lhs,
                                    const HostTensor &rhs,
                                    EvaluationErrors &errors) {
  return errors.fail("inner sizes of operand shapes " +
                     formatShape(lhs.getShape()) + " and " +
                     formatShape(rhs.getShape()) + " differ");
}

static LogicalResult evaluateDot(DotOp op, Operands operands, Results &results,
                                 EvaluationErrors &errors) {
  const HostTensor &lhs = operands[0], &rhs = operands[1];
  ArrayRef<int64_t> x = lhs.getShape(), y = rhs.getShape();
  if (x.back() != y.front())
    return failInnerSizes(lhs, rhs, errors);
  SmallVector<int64_t> shape(x.drop_back());
  llvm::append_range(shape, y.drop_front());
  FailureOr<HostTensor> result = allocateResult(op, shape, errors);
  if (failed(result))
    return failure();
  ProductSizes sizes = {1, x.size() == 2 ? x[0] : 1, x.back(),
                        y.size() == 2 ? y[1] : 1};
  multiplyMatrices(lhs, rhs, sizes, *result);
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateBatchedDot(BatchedDotOp op, Operands operands,
                                        Results &results,
                                        EvaluationErrors &errors) {
  const HostTensor &lhs = operands[0], &rhs = operands[1];
  ArrayRef<int64_t> x = lhs.getShape(), y = rhs.getShape();
  if (x[0] != y[0])
    return errors.fail("batch sizes of operand shapes " + formatShape(x) +
                       " and " + formatShape(y) + " differ");
  if (x[2] != y[1])
    return failInnerSizes(lhs, rhs, errors);
  FailureOr<HostTensor> result = allocateResult(op, {x[0], x[1], y[2]}, errors);
  if (failed(result))
    return failure();
  multiplyMatrices(lhs, rhs, {x[0], x[1], x[2], y[2]}, *result);
  results.push_back(*result);
  return success();
}

void reference::attachLinearAlgebraModels(MLIRContext *context) {
  attachModel<DotOp, evaluateDot>(context);
  attachModel<BatchedDotOp, evaluateBatchedDot>(context);
}
