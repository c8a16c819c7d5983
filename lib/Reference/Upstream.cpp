//===- Upstream.cpp - Models of upstream ops ------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few ops of other dialects that appear between croton ops.
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"
#include "ScalarMath.h"

#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

static LogicalResult evaluateConstant(arith::ConstantOp op, Operands,
                                      Results &results,
                                      EvaluationErrors &errors) {
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  FailureOr<HostTensor> value = failure();
  if (elements)
    value = getHostTensor(elements);
  if (failed(value))
    return errors.fail("cannot evaluate a constant other than a tensor of "
                       "known elements");
  results.push_back(*value);
  return success();
}

static LogicalResult evaluateCast(tensor::CastOp op, Operands operands,
                                  Results &results, EvaluationErrors &errors) {
  if (!isa<RankedTensorType>(op.getType()))
    return errors.fail("cannot evaluate a cast to an unranked tensor");
  if (failed(verifyResultShape(op, operands[0].getShape(), errors)))
    return failure();
  results.push_back(operands[0]);
  return success();
}

/// An op that applies `function` to each element of its one operand.
template <typename OpTy, Scalar (*function)(const Scalar &)>
static LogicalResult evaluateUnary(OpTy op, Operands operands, Results &results,
                                   EvaluationErrors &errors) {
  if (!isa<RankedTensorType>(op.getType()))
    return errors.fail("cannot evaluate an op on other than ranked tensors");
  FailureOr<HostTensor> result =
      allocateResult(op, operands[0].getShape(), errors);
  if (failed(result))
    return failure();
  for (int64_t i = 0, e = result->getNumElements(); i < e; ++i)
    storeScalar(*result, i, function(loadScalar(operands[0], i)));
  results.push_back(*result);
  return success();
}

void reference::attachArithModels(MLIRContext *context) {
  attachModel<arith::ConstantOp, evaluateConstant>(context);
}

void reference::attachTensorModels(MLIRContext *context) {
  attachModel<tensor::CastOp, evaluateCast>(context);
}

void reference::attachMathModels(MLIRContext *context) {
  attachModel<math::SinOp, evaluateUnary<math::SinOp, sine>>(context);
  attachModel<math::CosOp, evaluateUnary<math::CosOp, cosine>>(context);
}
