//===- Devices.h - The devices of a module -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the names of devices stand for: the module attribute `croton.devices`.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_DEVICES_H
#define CROTON_DIALECT_CROTON_IR_DEVICES_H

#include "croton/Dialect/Croton/IR/Croton.h"

namespace mlir::croton {

/// The attribute of a module that says what the names of devices stand for.
inline constexpr llvm::StringLiteral kDevicesAttrName = "croton.devices";

/// The device whose memory a memref of `type` is in, null for memory of the
/// host and for other types.
inline DeviceAttr getMemoryDevice(Type type) {
  auto memref = dyn_cast<BaseMemRefType>(type);
  return memref ? dyn_cast_or_null<DeviceAttr>(memref.getMemorySpace())
                : DeviceAttr();
}

/// The devices that hold for `op`: the attribute `croton.devices` of the
/// nearest op around it, or of itself, that has one. Null if none does. Sets
/// `owner`, if given, to the op that has it.
DictionaryAttr getDevices(Operation *op, Operation **owner = nullptr);

/// The target of `device` (an encoding) for `op`, or null if no
/// `croton.devices` names it.
DeviceTargetAttr getDeviceTarget(Operation *op, Attribute device);

/// Fails with a diagnostic at `loc`, which suggests the nearest name, if `op`
/// is under a `croton.devices` that does not name `device`.
LogicalResult verifyDeviceIsKnown(Location loc, Operation *op,
                                  DeviceAttr device);

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_IR_DEVICES_H
