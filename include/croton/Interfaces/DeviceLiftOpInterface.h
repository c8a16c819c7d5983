//===- DeviceLiftOpInterface.h - Ops that can move to a device -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_DEVICELIFTOPINTERFACE_H
#define CROTON_INTERFACES_DEVICELIFTOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

#include <string>

namespace mlir::croton {

/// Where an op that runs on a device reads an operand.
enum class OperandPlace : uint8_t {
  /// On that device.
  Device,
  /// On the host: sizes, indices of slices, conditions. Such an operand never
  /// makes an op move.
  Host,
  /// On either: of the tensor only the shape is looked at, or it is a scalar
  /// that is passed along.
  Anywhere,
};

namespace detail {

/// The number of operands that live in one place, by the trait of an op.
template <typename Op, typename = void>
struct PlacedOperands {
  static constexpr unsigned kCount = ~0u;
};
template <typename Op>
struct PlacedOperands<Op, std::void_t<decltype(Op::kNumPlacedOperands)>> {
  static constexpr unsigned kCount = Op::kNumPlacedOperands;
};

/// The bytes that the parameters of a kernel may have in all.
inline constexpr int64_t kMaxParameterBytes = 4096;

/// The bytes of a tensor among the parameters of a kernel: two pointers, an
/// offset, and a size and a stride for each dim.
int64_t getParameterBytes(Type type);

/// Whether all operands and results of `op` can be on a device.
LogicalResult haveDeviceTypes(Operation *op, std::string &whyNot);

/// The default of DeviceLiftOpInterface::canRunOn.
LogicalResult canRunOnDevice(Operation *op, std::string &whyNot);

/// The default of DeviceLiftOpInterface::buildOnDevice: a copy of `op` on
/// `operands` with its results on `device`, but for isHostResult().
LogicalResult buildByCloning(Operation *op, OpBuilder &builder,
                             Attribute device, ValueRange operands,
                             SmallVectorImpl<Value> &results);

} // namespace detail

/// The device in the type of a value, null for one that lives on the host or is
/// no ranked tensor.
inline Attribute getDevice(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getEncoding() : Attribute();
}
inline Attribute getDevice(Value value) { return getDevice(value.getType()); }

/// `type` with its tensor on `device`, or on the host if that is null.
inline Type withDevice(Type type, Attribute device) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? Type(tensor.cloneWithEncoding(device)) : type;
}

} // namespace mlir::croton

#include "croton/Interfaces/DeviceLiftOpInterface.h.inc"

#endif // CROTON_INTERFACES_DEVICELIFTOPINTERFACE_H
