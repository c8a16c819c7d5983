//===- Traits.cpp - Traits of croton ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Traits.h"
#include "croton/Interfaces/EvaluableOpInterface.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

LogicalResult croton::detail::verifyOnePlace(Operation *op, unsigned numData) {
  RankedTensorType first;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    if (!first)
      first = type;
    bool mayStayOnHost = operand.getOperandNumber() >= numData;
    if (type.getEncoding() != first.getEncoding() &&
        !(mayStayOnHost && !type.getEncoding()))
      return op->emitOpError()
             << "expected all tensor operands in one place, but got " << first
             << " and " << type;
  }
  return success();
}

LogicalResult croton::detail::verifySameElementOperands(Operation *op) {
  if (op->getNumOperands() == 0)
    return success();
  Type first = getElementTypeOrSelf(op->getOperand(0).getType());
  for (OpOperand &operand : op->getOpOperands()) {
    Type element = getElementTypeOrSelf(operand.get().getType());
    if (element != first)
      return op->emitOpError()
             << "expected operand #" << operand.getOperandNumber()
             << " to have element type " << first
             << " like operand #0, but got " << element
             << "; insert a croton.cast";
  }
  return success();
}

/// The total size of tensors of the given static types, or nullopt if a type
/// is dynamic or too large.
static bool fitsInFold(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return false;
    std::optional<DType> dtype = getDType(tensor.getElementType());
    if (!dtype)
      return false;
    std::optional<int64_t> size = computeByteSize(*dtype, tensor.getShape());
    if (!size || *size > kMaxFoldBytes)
      return false;
    bytes += *size;
  }
  return bytes <= kMaxFoldBytes;
}

/// Whether the attribute of a result of type `type` says what `value` holds.
static Attribute getResultAttr(const HostTensor &value, Type type) {
  auto tensor = cast<RankedTensorType>(type);
  if (tensor.getShape() != value.getShape() ||
      getDType(tensor.getElementType()) != value.getDType())
    return {};
  return getDenseElements(value, tensor);
}

LogicalResult
croton::detail::foldByEvaluation(Operation *op, ArrayRef<Attribute> operands,
                                 SmallVectorImpl<OpFoldResult> &results) {
  if (!llvm::all_of(operands, [](Attribute a) {
        return isa_and_nonnull<DenseElementsAttr>(a);
      }))
    return failure();
  if (!fitsInFold(op->getOperandTypes()) || !fitsInFold(op->getResultTypes()))
    return failure();
  auto evaluable = dyn_cast<EvaluableOpInterface>(op);
  if (!evaluable)
    return failure();
  SmallVector<HostTensor> inputs, outputs;
  for (Attribute operand : operands) {
    FailureOr<HostTensor> input = getHostTensor(cast<ElementsAttr>(operand));
    if (failed(input))
      return failure();
    inputs.push_back(*input);
  }
  // An op that fails stays, so that the error shows when the program runs.
  EvaluationErrors errors;
  if (failed(evaluable.evaluate(inputs, outputs, errors)))
    return failure();
  SmallVector<OpFoldResult> folded;
  for (auto [output, type] : llvm::zip_equal(outputs, op->getResultTypes())) {
    Attribute attr = getResultAttr(output, type);
    if (!attr)
      return failure();
    folded.push_back(attr);
  }
  results.assign(folded);
  return success();
}
