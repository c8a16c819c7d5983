//===- Traits.cpp - Traits of croton ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Traits.h"
#include "croton/Interfaces/DeviceLiftOpInterface.h"
#include "croton/Interfaces/EvaluableOpInterface.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

/// A tensor among the operands and results of an op.
namespace {
struct PlacedValue {
  Value value;
  bool isResult = false;
  unsigned index = 0;
};
} // namespace

static InFlightDiagnostic &attachPlace(InFlightDiagnostic &diagnostic,
                                       const PlacedValue &placed) {
  Diagnostic &note = diagnostic.attachNote(placed.value.getLoc())
                     << (placed.isResult ? "result #" : "operand #")
                     << placed.index << " is on ";
  if (Attribute device = getDevice(placed.value))
    note << device;
  else
    note << "the host";
  return diagnostic;
}

/// Where the op reads operand `index`, asked of an op that may be invalid yet.
static OperandPlace getOperandPlace(Operation *op, unsigned index) {
  auto liftable = dyn_cast<DeviceLiftOpInterface>(op);
  return liftable ? liftable.getOperandPlace(index) : OperandPlace::Device;
}

/// The operand that says where the op runs, or nothing.
static std::optional<PlacedValue> getFirstPlaced(Operation *op) {
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (isa<RankedTensorType>(operand.getType()) &&
        getOperandPlace(op, index) == OperandPlace::Device)
      return PlacedValue{operand, /*isResult=*/false,
                         static_cast<unsigned>(index)};
  return std::nullopt;
}

static LogicalResult verifyOperandPlaces(Operation *op,
                                         const PlacedValue &first) {
  Attribute device = getDevice(first.value);
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    Attribute own = getDevice(operand);
    bool mayStayOnHost = getOperandPlace(op, index) != OperandPlace::Device;
    if (own == device || (mayStayOnHost && !own))
      continue;
    InFlightDiagnostic diagnostic =
        op->emitOpError()
        << "expected all tensor operands in one place, but got "
        << first.value.getType() << " and " << operand.getType();
    attachPlace(diagnostic, first);
    return attachPlace(diagnostic, {operand, /*isResult=*/false,
                                    static_cast<unsigned>(index)});
  }
  return success();
}

LogicalResult croton::detail::verifyOnePlace(Operation *op) {
  std::optional<PlacedValue> first = getFirstPlaced(op);
  if (!first)
    return success();
  if (failed(verifyOperandPlaces(op, *first)))
    return failure();
  auto liftable = dyn_cast<DeviceLiftOpInterface>(op);
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    if (!isa<RankedTensorType>(result.getType()) ||
        (liftable && liftable.isHostResult(index)) ||
        getDevice(result) == getDevice(first->value))
      continue;
    InFlightDiagnostic diagnostic =
        op->emitOpError() << "expected results where the operands are, but got "
                          << first->value.getType() << " and "
                          << result.getType();
    return attachPlace(diagnostic, *first);
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
