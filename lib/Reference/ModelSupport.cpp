//===- ModelSupport.cpp - Shared by the reference models ------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"

#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

//===----------------------------------------------------------------------===//
// Types and shapes
//===----------------------------------------------------------------------===//

RankedTensorType reference::getResultType(Operation *op, unsigned index) {
  return cast<RankedTensorType>(op->getResult(index).getType());
}

DType reference::getResultDType(Operation *op, unsigned index) {
  return *getDType(getResultType(op, index).getElementType());
}

std::string reference::formatShape(ArrayRef<int64_t> shape) {
  if (shape.empty())
    return "scalar";
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(shape, os, "x");
  return text;
}

bool reference::admitsShape(RankedTensorType type, ArrayRef<int64_t> shape) {
  return succeeded(verifyCompatibleShape(type.getShape(), shape));
}

FailureOr<HostTensor> reference::allocate(DType dtype, ArrayRef<int64_t> shape,
                                          EvaluationErrors &errors) {
  FailureOr<HostTensor> tensor = HostTensor::allocate(dtype, shape);
  if (failed(tensor))
    return errors.fail("cannot allocate a tensor of shape " +
                       formatShape(shape) + " and element type " +
                       stringifyDType(dtype));
  return tensor;
}

LogicalResult reference::verifyResultShape(Operation *op,
                                           ArrayRef<int64_t> shape,
                                           EvaluationErrors &errors) {
  RankedTensorType type = getResultType(op);
  if (admitsShape(type, shape))
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return errors.fail("expected a result of type " + text + ", but got shape " +
                     formatShape(shape));
}

FailureOr<HostTensor> reference::allocateResult(Operation *op,
                                                ArrayRef<int64_t> shape,
                                                EvaluationErrors &errors) {
  if (failed(verifyResultShape(op, shape, errors)))
    return failure();
  return allocate(getResultDType(op), shape, errors);
}

SmallVector<int64_t> reference::getStrides(ArrayRef<int64_t> shape) {
  // Nothing is ever read from an empty tensor, whose other sizes may be huge.
  if (llvm::is_contained(shape, 0))
    return SmallVector<int64_t>(shape.size(), 0);
  SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t dim = static_cast<int64_t>(shape.size()) - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * shape[dim + 1];
  return strides;
}

SmallVector<int64_t> reference::getStretchedStrides(RankedTensorType type,
                                                    ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides = getStrides(shape);
  for (auto [stride, size] : llvm::zip_equal(strides, type.getShape()))
    if (size == 1)
      stride = 0;
  return strides;
}

int64_t reference::getOffset(ArrayRef<int64_t> position,
                             ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [index, stride] : llvm::zip_equal(position, strides))
    offset += index * stride;
  return offset;
}

LogicalResult reference::tryEachPosition(
    ArrayRef<int64_t> shape,
    function_ref<LogicalResult(ArrayRef<int64_t>)> body) {
  if (llvm::is_contained(shape, 0))
    return success();
  SmallVector<int64_t> position(shape.size(), 0);
  while (true) {
    if (failed(body(position)))
      return failure();
    // Count up like an odometer.
    int64_t dim = static_cast<int64_t>(shape.size()) - 1;
    while (dim >= 0 && ++position[dim] == shape[dim])
      position[dim--] = 0;
    if (dim < 0)
      return success();
  }
}

void reference::forEachPosition(ArrayRef<int64_t> shape,
                                function_ref<void(ArrayRef<int64_t>)> body) {
  (void)tryEachPosition(shape, [&](ArrayRef<int64_t> position) {
    body(position);
    return success();
  });
}

void reference::copyElement(const HostTensor &from, int64_t fromIndex,
                            const HostTensor &to, int64_t toIndex) {
  assert(from.getDType() == to.getDType() && "element of another dtype");
  int64_t width = getByteWidth(from.getDType());
  std::memcpy(static_cast<char *>(to.getRawData()) + toIndex * width,
              static_cast<const char *>(from.getRawData()) + fromIndex * width,
              width);
}

//===----------------------------------------------------------------------===//
// Broadcasting
//===----------------------------------------------------------------------===//

/// Reports that operands of shapes `lhs` and `rhs` disagree at `dim`.
static LogicalResult failToBroadcast(ArrayRef<int64_t> lhs,
                                     ArrayRef<int64_t> rhs, int64_t dim,
                                     EvaluationErrors &errors) {
  bool isOne = lhs[dim] == 1 || rhs[dim] == 1;
  return errors.fail("operand shapes " + formatShape(lhs) + " and " +
                     formatShape(rhs) + " do not broadcast at dim " +
                     Twine(dim) +
                     (isOne ? "; only a static size of 1 is stretched" : ""));
}

FailureOr<SmallVector<int64_t>> reference::broadcast(TypeRange types,
                                                     Operands operands,
                                                     EvaluationErrors &errors) {
  int64_t rank = operands.front().getRank();
  SmallVector<int64_t> shape(rank, 1);
  for (int64_t dim = 0; dim < rank; ++dim) {
    const HostTensor *decisive = nullptr;
    for (auto [type, operand] : llvm::zip_equal(types, operands)) {
      if (cast<RankedTensorType>(type).getDimSize(dim) == 1)
        continue;
      int64_t size = operand.getShape()[dim];
      if (decisive && size != shape[dim])
        return failToBroadcast(decisive->getShape(), operand.getShape(), dim,
                               errors);
      decisive = &operand;
      shape[dim] = size;
    }
  }
  return shape;
}

void reference::forEachBroadcast(
    TypeRange types, Operands operands, ArrayRef<int64_t> shape,
    function_ref<void(int64_t, ArrayRef<int64_t>)> body) {
  SmallVector<SmallVector<int64_t>> strides;
  for (auto [type, operand] : llvm::zip_equal(types, operands))
    strides.push_back(
        getStretchedStrides(cast<RankedTensorType>(type), operand.getShape()));
  SmallVector<int64_t> indices(operands.size());
  int64_t next = 0;
  forEachPosition(shape, [&](ArrayRef<int64_t> position) {
    for (auto [index, stride] : llvm::zip_equal(indices, strides))
      index = getOffset(position, stride);
    body(next++, indices);
  });
}
