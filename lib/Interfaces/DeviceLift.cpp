//===- DeviceLift.cpp - What most ops answer about devices ----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Interfaces/DeviceLiftOpInterface.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;

int64_t croton::detail::getParameterBytes(Type type) {
  return 8 * (3 + 2 * cast<RankedTensorType>(type).getRank());
}

/// Why no tensor of `type` can be on a device, as "is complex", or "".
static std::string describeObstacle(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    os << "is of type " << type << ", which is no ranked tensor";
  else if (isComplex(tensor.getElementType()))
    os << "is complex";
  else if (!getDType(tensor.getElementType()))
    os << "has elements of type " << tensor.getElementType();
  return text;
}

static LogicalResult checkTypes(TypeRange types, StringRef what,
                                std::string &whyNot) {
  for (auto [index, type] : llvm::enumerate(types)) {
    std::string obstacle = describeObstacle(type);
    if (obstacle.empty())
      continue;
    whyNot = (what + " #" + Twine(index) + " " + obstacle).str();
    return failure();
  }
  return success();
}

LogicalResult croton::detail::haveDeviceTypes(Operation *op,
                                              std::string &whyNot) {
  if (failed(checkTypes(op->getOperandTypes(), "operand", whyNot)))
    return failure();
  return checkTypes(op->getResultTypes(), "result", whyNot);
}

LogicalResult croton::detail::canRunOnDevice(Operation *op,
                                             std::string &whyNot) {
  if (failed(haveDeviceTypes(op, whyNot)))
    return failure();
  int64_t bytes = 0;
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      bytes += getParameterBytes(type);
  if (bytes <= kMaxParameterBytes)
    return success();
  whyNot = ("its operands and results take " + Twine(bytes) +
            " bytes of the parameters of a kernel, more than " +
            Twine(kMaxParameterBytes))
               .str();
  return failure();
}

LogicalResult croton::detail::buildByCloning(Operation *op, OpBuilder &builder,
                                             Attribute device,
                                             ValueRange operands,
                                             SmallVectorImpl<Value> &results) {
  auto liftable = cast<DeviceLiftOpInterface>(op);
  SmallVector<Type> types(op->getResultTypes());
  for (auto [index, type] : llvm::enumerate(types))
    if (!liftable.isHostResult(index))
      type = withDevice(type, device);
  Operation *copy = Operation::create(
      op->getLoc(), op->getName(), types, operands, op->getRawDictionaryAttrs(),
      op->getPropertiesStorage(), BlockRange(), op->getNumRegions());
  IRMapping mapping;
  for (auto [from, to] : llvm::zip_equal(op->getRegions(), copy->getRegions()))
    from.cloneInto(&to, mapping);
  builder.insert(copy);
  llvm::append_range(results, copy->getResults());
  return success();
}
