//===- Control.cpp - Models of constants, transfers, asserts, composites --===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"
#include "ScalarProgram.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

static LogicalResult evaluateConstant(ConstantOp op, Operands, Results &results,
                                      EvaluationErrors &errors) {
  FailureOr<HostTensor> value = getHostTensor(op.getValue());
  if (failed(value))
    return errors.fail("the constant's elements are not available");
  results.push_back(*value);
  return success();
}

/// Places have no meaning here: a tensor is its elements.
template <typename OpTy>
static LogicalResult evaluateTransfer(OpTy, Operands operands, Results &results,
                                      EvaluationErrors &) {
  results.push_back(operands[0]);
  return success();
}

static LogicalResult evaluateAssert(AssertOp op, Operands operands,
                                    Results &results,
                                    EvaluationErrors &errors) {
  for (const HostTensor &condition : operands.drop_front())
    if (!loadScalar(condition, 0).bits)
      return errors.fail(op.getMessage());
  results.push_back(operands[0]);
  return success();
}

//===----------------------------------------------------------------------===//
// composite
//===----------------------------------------------------------------------===//

/// Allocates every result of `op` with the common shape of its inputs.
static LogicalResult allocateAll(CompositeOp op, ArrayRef<int64_t> shape,
                                 Results &results, EvaluationErrors &errors) {
  for (auto [index, type] : llvm::enumerate(op->getResultTypes())) {
    if (!admitsShape(cast<RankedTensorType>(type), shape))
      return errors.fail("the common shape of the inputs is " +
                         formatShape(shape) +
                         ", which is not that of result #" + Twine(index));
    FailureOr<HostTensor> result =
        allocate(getResultDType(op, index), shape, errors);
    if (failed(result))
      return failure();
    results.push_back(*result);
  }
  return success();
}

/// Changes only how the bits of an integer are read: the bodies of composites
/// see unsigned integers as signless ones of the same width.
static Scalar reinterpret(const Scalar &x, DType dtype) {
  return isIntegerDType(dtype) ? makeInteger(dtype, x.bits) : x;
}

static LogicalResult evaluateComposite(CompositeOp op, Operands operands,
                                       Results &results,
                                       EvaluationErrors &errors) {
  FailureOr<ScalarProgram> program =
      ScalarProgram::create(op.getBody().front(), errors);
  if (failed(program))
    return failure();
  SmallVector<int64_t> shape;
  if (!operands.empty()) {
    FailureOr<SmallVector<int64_t>> common =
        broadcast(op->getOperandTypes(), operands, errors);
    if (failed(common))
      return failure();
    shape = *common;
  }
  SmallVector<HostTensor> tensors;
  if (failed(allocateAll(op, shape, tensors, errors)))
    return failure();

  SmallVector<Scalar> inputs(operands.size()), outputs;
  auto body = [&](int64_t index, ArrayRef<int64_t> operandIndices) {
    for (auto [i, operand] : llvm::enumerate(operands))
      inputs[i] = reinterpret(loadScalar(operand, operandIndices[i]),
                              program->getArgumentDType(i));
    program->run(inputs, outputs);
    for (auto [tensor, output] : llvm::zip_equal(tensors, outputs))
      storeScalar(tensor, index, reinterpret(output, tensor.getDType()));
  };
  forEachBroadcast(op->getOperandTypes(), operands, shape, body);
  llvm::append_range(results, tensors);
  return success();
}

void reference::attachControlModels(MLIRContext *context) {
  attachModel<ConstantOp, evaluateConstant>(context);
  attachModel<GpuFromHostOp, evaluateTransfer<GpuFromHostOp>>(context);
  attachModel<HostFromGpuOp, evaluateTransfer<HostFromGpuOp>>(context);
  attachModel<GpuToGpuOp, evaluateTransfer<GpuToGpuOp>>(context);
  attachModel<AssertOp, evaluateAssert>(context);
  attachModel<CompositeOp, evaluateComposite>(context);
}
