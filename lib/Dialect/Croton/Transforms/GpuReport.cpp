//===- GpuReport.cpp - What transfers are there, and why ------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reasons are found in the graph as it stands, so that they hold whoever made
// the transfers.
//
//===----------------------------------------------------------------------===//

#include "GpuPlacement.h"

#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"
#include "croton/Interfaces/TensorTypes.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

SmallVector<Operation *> croton::getTransfers(Operation *op) {
  SmallVector<Operation *> transfers;
  op->walk([&](Operation *nested) {
    if (nested->hasTrait<IsTransfer>())
      transfers.push_back(nested);
  });
  return transfers;
}

static void printPlace(raw_ostream &os, Attribute device) {
  if (auto named = dyn_cast_or_null<DeviceAttr>(device))
    os << '"' << named.getName() << '"';
  else if (device)
    os << device;
  else
    os << "the host";
}

/// "256 bytes", "? * ? * 4 bytes".
static void printSize(raw_ostream &os, RankedTensorType type) {
  std::optional<DType> dtype = getDType(type.getElementType());
  // The product of the known sizes of a type need not fit.
  SmallVector<int64_t> known;
  for (int64_t size : type.getShape()) {
    if (ShapedType::isDynamic(size))
      os << "? * ";
    else
      known.push_back(size);
  }
  std::optional<int64_t> bytes =
      dtype ? computeByteSize(*dtype, known) : std::nullopt;
  if (bytes)
    os << *bytes << (*bytes == 1 ? " byte" : " bytes");
  else
    os << "more than 2^63 - 1 bytes";
}

/// Why an op on the host is there.
static void printWhyOnHost(raw_ostream &os, Operation *op) {
  auto liftable = dyn_cast<DeviceLiftOpInterface>(op);
  if (!liftable) {
    os << "knows no devices";
    return;
  }
  if (std::optional<StringRef> obstacle = getObstacle(liftable)) {
    os << "stays on the host: " << *obstacle;
    return;
  }
  GraphView view;
  Decision decision = decideByOperands(liftable, view);
  if (decision.kind == Decision::Stay && decision.whyNot.empty())
    decision = decideByUsers(liftable, view);
  os << "stays on the host: " << decision.describe();
}

/// What reads the copy that a transfer makes. Tells of the first reader.
static void printReader(raw_ostream &os, Operation *op) {
  Value result = op->getResult(0);
  if (result.use_empty()) {
    os << "nothing";
    return;
  }
  // The list of uses starts with the last one.
  OpOperand *first = nullptr;
  for (OpOperand &use : result.getUses())
    first = &use;
  Operation *reader = first->getOwner();
  if (reader->hasTrait<OpTrait::ReturnLike>() &&
      isa_and_nonnull<FunctionOpInterface>(reader->getParentOp())) {
    os << "the caller";
    return;
  }
  os << "operand #" << first->getOperandNumber() << " of '" << reader->getName()
     << "', which ";
  auto liftable = dyn_cast<DeviceLiftOpInterface>(reader);
  if (getDevice(result))
    os << "runs there";
  else if (liftable && liftable.getOperandPlace(first->getOperandNumber()) !=
                           OperandPlace::Device)
    os << "reads it on the host";
  else
    printWhyOnHost(os, reader);
}

/// Where the value that a transfer takes comes from.
static void printMaker(raw_ostream &os, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    os << "argument #" << argument.getArgNumber();
    return;
  }
  Operation *maker = value.getDefiningOp();
  os << "the result of '" << maker->getName() << "'";
  if (getDevice(value))
    return;
  os << ", which ";
  printWhyOnHost(os, maker);
}

std::string croton::describeTransfer(Operation *op) {
  std::string text;
  llvm::raw_string_ostream os(text);
  Value operand = op->getOperand(0);
  os << "transfer from ";
  printPlace(os, getDevice(operand));
  os << " to ";
  printPlace(os, getDevice(op->getResult(0)));
  os << ", ";
  printSize(os, cast<RankedTensorType>(operand.getType()));
  os << ": it takes ";
  printMaker(os, operand);
  os << ", for ";
  printReader(os, op);
  return text;
}
