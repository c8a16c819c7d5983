//===- DeviceOps.cpp - Transfers between places ---------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// transfer.r2
static LogicalResult verifyPlace(Operation *op, StringRef what, Type type,
                                 bool isOnDevice) {
  if (static_cast<bool>(getDevice(type)) == isOnDevice)
    return success();
  return op->emitOpError() << "expected " << what << " on "
                           << (isOnDevice ? "a device" : "the host")
                           << ", but got " << type;
}

LogicalResult croton::detail::verifyTransfer(Operation *op) {
  auto from = cast<RankedTensorType>(op->getOperand(0).getType());
  auto to = cast<RankedTensorType>(op->getResult(0).getType());
  if (from.cloneWithEncoding({}) != to.cloneWithEncoding({}))
    return op->emitOpError() << "expected only the place to change, but got "
                             << from << " and " << to;
  if (failed(verifyPlace(op, "an operand", from, !isa<GpuFromHostOp>(op))))
    return failure();
  return verifyPlace(op, "a result", to, !isa<HostFromGpuOp>(op));
}

LogicalResult HostFromGpuOp::inferReturnTypes(
    MLIRContext *, std::optional<Location>, ValueRange operands, DictionaryAttr,
    OpaqueProperties, RegionRange, SmallVectorImpl<Type> &types) {
  types.push_back(withDevice(operands[0].getType(), {}));
  return success();
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

Value croton::detail::foldTransfer(Operation *op) {
  Type wanted = op->getResult(0).getType();
  Value value = op->getOperand(0);
  while (value.getType() != wanted) {
    Operation *producer = value.getDefiningOp();
    // A transfer to itself can stand in a block that nothing reaches.
    if (!producer || producer == op || !producer->hasTrait<IsTransfer>())
      return {};
    value = producer->getOperand(0);
  }
  return value == op->getResult(0) ? Value() : value;
}

//===----------------------------------------------------------------------===//
// Builders
//===----------------------------------------------------------------------===//

Value mlir::croton::transfer(ImplicitLocOpBuilder &b, Value x,
                             Attribute device) {
  Attribute from = getDevice(x);
  if (from == device)
    return x;
  Type type = withDevice(x.getType(), device);
  if (!device)
    return HostFromGpuOp::create(b, type, x);
  if (!from)
    return GpuFromHostOp::create(b, type, x);
  return GpuToGpuOp::create(b, type, x);
}

Value mlir::croton::transfer(ImplicitLocOpBuilder &b, Value x,
                             StringRef device) {
  if (device.empty() || device == "host")
    return transfer(b, x, Attribute());
  return transfer(b, x, DeviceAttr::get(b.getContext(), device));
}
