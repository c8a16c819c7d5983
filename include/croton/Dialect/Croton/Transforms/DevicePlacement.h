//===- DevicePlacement.h - Which ops run on a device ------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Moves ops to a device, and the transfers with them. docs/Devices.md has the
// rules. There are two ways, which apply the same lifters by the same rules and
// end in the same places: one looks at the whole function twice, the other at
// one op at a time, to the fixed point.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_TRANSFORMS_DEVICEPLACEMENT_H
#define CROTON_DIALECT_CROTON_TRANSFORMS_DEVICEPLACEMENT_H

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Rewrite/Database.h"
#include "croton/Rewrite/RunOptions.h"

namespace mlir::croton {

enum class PlacementWay : uint8_t {
  /// A scan from inputs to outputs, one back, then one edit of the function.
  Topological,
  /// Local rewrites around transfers, to the fixed point.
  Equilibrium,
};

struct PlacementOptions {
  /// Where ops go whose operands do not say it.
  DeviceAttr device;
  PlacementWay way = PlacementWay::Topological;
  /// How the run is watched.
  RunOptions run;
};

/// The lifters: local rewrites that move one op each. Both ways use these.
ArrayRef<std::shared_ptr<const LocalRewrite>> getDeviceLifters();

/// A sequence with all rewrites of the second way, and the first one as a
/// global rewrite before them: the stage `gpuarray-opt` of the main sequence.
/// Without a device, each function goes to the first one that its module names
/// in `croton.devices`, and none if there is no such attribute.
DatabaseRef createPlacementDatabase(DeviceAttr device = {});

/// Places the ops of each function in `op`, or of `op` if that is one, by the
/// lifters that `plan`, made from a createPlacementDatabase(), holds. Returns
/// whether anything changed; nothing does if every op is where it belongs.
/// Fails, after an error at each, if operands of an op are on different
/// devices.
FailureOr<bool> placeOnDevice(Operation *op, const Plan &plan,
                              const PlacementOptions &options);

/// The transfers in `op`, in program order.
SmallVector<Operation *> getTransfers(Operation *op);

/// Says of a transfer what it takes where, its size, and why it is there.
std::string describeTransfer(Operation *transfer);

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_TRANSFORMS_DEVICEPLACEMENT_H
