//===- Shape.cpp - Models of the shape ops --------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

static LogicalResult evaluateDimshuffle(DimshuffleOp op, Operands operands,
                                        Results &results,
                                        EvaluationErrors &errors) {
  const HostTensor &operand = operands[0];
  SmallVector<int64_t> operandStrides = getStrides(operand.getShape());
  SmallVector<int64_t> shape, strides;
  for (int64_t axis : op.getOrder()) {
    bool isNew = axis == DimshuffleOp::kNewAxis;
    shape.push_back(isNew ? 1 : operand.getShape()[axis]);
    strides.push_back(isNew ? 0 : operandStrides[axis]);
  }
  FailureOr<HostTensor> result = allocateResult(op, shape, errors);
  if (failed(result))
    return failure();
  int64_t next = 0;
  forEachPosition(shape, [&](ArrayRef<int64_t> position) {
    copyElement(operand, getOffset(position, strides), *result, next++);
  });
  results.push_back(*result);
  return success();
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

/// Replaces an entry -1 of `shape` by what the others leave over.
static LogicalResult resolveShape(MutableArrayRef<int64_t> shape,
                                  const HostTensor &operand,
                                  EvaluationErrors &errors) {
  std::string wanted = formatShape(shape);
  auto fail = [&](const Twine &reason) {
    return errors.fail("cannot reshape a tensor of shape " +
                       formatShape(operand.getShape()) + " to " + wanted +
                       ": " + reason);
  };
  if (llvm::count(shape, -1) > 1)
    return fail("more than one size is -1");
  if (llvm::any_of(shape, [](int64_t size) { return size < -1; }))
    return fail("a size is negative");
  auto *open = llvm::find(shape, -1);
  if (open != shape.end())
    *open = 1;
  std::optional<int64_t> count = computeNumElements(shape);
  if (!count)
    return fail("the number of elements overflows");
  if (open != shape.end() && *count != 0 &&
      operand.getNumElements() % *count == 0) {
    *open = operand.getNumElements() / *count;
    return success();
  }
  if (open != shape.end() && *count == 0)
    return fail("-1 stands for any size if another size is 0");
  if (open != shape.end() || *count != operand.getNumElements())
    return fail("the number of elements differs");
  return success();
}

/// Shares the elements of `operand` under a shape that the result's type must
/// admit.
static LogicalResult shareReshaped(Operation *op, const HostTensor &operand,
                                   ArrayRef<int64_t> shape, Results &results,
                                   EvaluationErrors &errors) {
  if (failed(verifyResultShape(op, shape, errors)))
    return failure();
  results.push_back(operand.reshape(shape));
  return success();
}

static LogicalResult evaluateReshape(ReshapeOp op, Operands operands,
                                     Results &results,
                                     EvaluationErrors &errors) {
  SmallVector<int64_t> shape(operands[1].getData<int64_t>());
  if (failed(resolveShape(shape, operands[0], errors)))
    return failure();
  return shareReshaped(op, operands[0], shape, results, errors);
}

static LogicalResult evaluateSpecifyShape(SpecifyShapeOp op, Operands operands,
                                          Results &results,
                                          EvaluationErrors &errors) {
  ArrayRef<int64_t> shape = operands[1].getData<int64_t>();
  if (operands[0].getShape() != shape)
    return errors.fail("expected shape " + formatShape(shape) + ", but got " +
                       formatShape(operands[0].getShape()));
  return shareReshaped(op, operands[0], shape, results, errors);
}

//===----------------------------------------------------------------------===//
// Sizes as values
//===----------------------------------------------------------------------===//

static LogicalResult evaluateShape(ShapeOp op, Operands operands,
                                   Results &results, EvaluationErrors &errors) {
  FailureOr<HostTensor> result =
      allocateResult(op, {operands[0].getRank()}, errors);
  if (failed(result))
    return failure();
  llvm::copy(operands[0].getShape(), result->getData<int64_t>().begin());
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateShapeI(ShapeIOp op, Operands operands,
                                    Results &results,
                                    EvaluationErrors &errors) {
  FailureOr<HostTensor> result = allocateResult(op, {}, errors);
  if (failed(result))
    return failure();
  result->getData<int64_t>()[0] = operands[0].getShape()[op.getIndex()];
  results.push_back(*result);
  return success();
}

static LogicalResult evaluateMakeVector(MakeVectorOp op, Operands operands,
                                        Results &results,
                                        EvaluationErrors &errors) {
  FailureOr<HostTensor> result =
      allocateResult(op, {static_cast<int64_t>(operands.size())}, errors);
  if (failed(result))
    return failure();
  for (auto [index, operand] : llvm::enumerate(operands))
    copyElement(operand, 0, *result, index);
  results.push_back(*result);
  return success();
}

//===----------------------------------------------------------------------===//
// alloc
//===----------------------------------------------------------------------===//

static LogicalResult evaluateAlloc(AllocOp op, Operands operands,
                                   Results &results, EvaluationErrors &errors) {
  const HostTensor &value = operands[0];
  SmallVector<int64_t> shape;
  for (const HostTensor &size : operands.drop_front())
    shape.push_back(size.getData<int64_t>()[0]);
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }))
    return errors.fail("cannot allocate a tensor of shape " +
                       formatShape(shape) + ": a size is negative");

  auto valueType = cast<RankedTensorType>(op.getValue().getType());
  int64_t offset = static_cast<int64_t>(shape.size()) - value.getRank();
  for (auto [dim, size] : llvm::enumerate(value.getShape()))
    if (valueType.getDimSize(dim) != 1 && size != shape[offset + dim])
      return errors.fail("value of shape " + formatShape(value.getShape()) +
                         " does not fit into shape " + formatShape(shape) +
                         " at dim " + Twine(offset + dim));

  FailureOr<HostTensor> result = allocateResult(op, shape, errors);
  if (failed(result))
    return failure();
  SmallVector<int64_t> strides =
      getStretchedStrides(valueType, value.getShape());
  int64_t next = 0;
  forEachPosition(shape, [&](ArrayRef<int64_t> position) {
    copyElement(value, getOffset(position.drop_front(offset), strides), *result,
                next++);
  });
  results.push_back(*result);
  return success();
}

void reference::attachShapeModels(MLIRContext *context) {
  attachModel<DimshuffleOp, evaluateDimshuffle>(context);
  attachModel<ReshapeOp, evaluateReshape>(context);
  attachModel<ShapeOp, evaluateShape>(context);
  attachModel<ShapeIOp, evaluateShapeI>(context);
  attachModel<MakeVectorOp, evaluateMakeVector>(context);
  attachModel<AllocOp, evaluateAlloc>(context);
  attachModel<SpecifyShapeOp, evaluateSpecifyShape>(context);
}
