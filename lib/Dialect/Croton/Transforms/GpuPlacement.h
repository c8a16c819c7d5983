//===- GpuPlacement.h - Where an op belongs ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules by which an op moves to a device. Both ways of placement ask them,
// each with a view of its own on what is where.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_DIALECT_CROTON_TRANSFORMS_GPUPLACEMENT_H
#define CROTON_LIB_DIALECT_CROTON_TRANSFORMS_GPUPLACEMENT_H

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Rewrite/FrozenRewrites.h"
#include "croton/Rewrite/RunOptions.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::croton::detail {

/// What an op in the body of a function, on the host, finds at an operand.
struct Availability {
  /// The device that has the value; null if only the host does.
  Attribute device;
  /// The value comes from the host and can as well go to another device.
  bool isFlexible = false;
};

/// What a use says about where a value is wanted.
enum class UseKind : uint8_t {
  /// On a device.
  Device,
  /// Anywhere: only the shape is looked at.
  Neutral,
  Host,
};

/// What is where, at some point of a placement.
class PlacementView {
public:
  virtual ~PlacementView();

  virtual Availability getAvailability(Value value) const = 0;
  /// Sets `device` for UseKind::Device.
  virtual UseKind classifyUse(OpOperand &use, Attribute &device) const = 0;
};

/// The graph as it stands: what is on a device comes from `host_from_gpu`, what
/// is wanted there goes to `gpu_from_host`.
class GraphView : public PlacementView {
public:
  Availability getAvailability(Value value) const override;
  UseKind classifyUse(OpOperand &use, Attribute &device) const override;
};

/// Whether an op moves, and why (not).
struct Decision {
  enum Kind : uint8_t { Stay, Move, Conflict };

  Kind kind = Stay;
  /// Where it moves.
  Attribute device;
  /// Why it stays, as "no operand is on a device".
  StringRef reason;
  /// The op's own reason, if it cannot run on the device.
  std::string whyNot;
  /// Two operands, on `device` and on `otherDevice`, in a conflict.
  unsigned first = 0, second = 0;
  Attribute otherDevice;

  std::string describe() const;
};

/// Nothing if `op` could move by what it is and where it stands; else why not,
/// as a phrase.
std::optional<StringRef> getObstacle(DeviceLiftOpInterface op);

/// The forward rule: an op goes where its operands are.
Decision decideByOperands(DeviceLiftOpInterface op, const PlacementView &view);

/// The backward rule: an op goes where all its users are.
Decision decideByUsers(DeviceLiftOpInterface op, const PlacementView &view);

/// Reports that operands of `op` are on different devices.
LogicalResult reportConflict(DeviceLiftOpInterface op,
                             const Decision &decision);

/// Whether no result of `op` is on the device that it runs on.
bool answersOnHost(DeviceLiftOpInterface op);

/// The uses of a value and of its copies in any place, other than by transfers.
SmallVector<OpOperand *> getUsesOfCopies(Value value);

/// Whether `value` is a constant that can be made on `device`, so that it needs
/// no transfer; buildConstant() does it, or returns null.
bool isLiftableConstant(Value value, Attribute device);
Value buildConstant(Value value, Attribute device, OpBuilder &builder);

/// Whether `op` stands in the body of a function, not in a region of some op of
/// it.
bool isInFunctionBody(Operation *op);

/// Whether an op of this name is one that a lifter other than the one for all
/// others moves.
bool hasOwnLifter(OperationName name);

/// The values that come from the host, and that ops which can run on `device`
/// read: arguments of the function and results of ops that have no
/// DeviceLiftOpInterface. If one is read only by an op that picks a part of it,
/// the part stands for it. In program order.
SmallVector<Value> getSources(FunctionOpInterface function, Attribute device);

/// The scans of the topological way. `lifters` are those that may be applied.
FailureOr<bool> placeTopologically(FunctionOpInterface function,
                                   DeviceAttr device,
                                   const FrozenRewrites &lifters,
                                   RewriterBase &rewriter,
                                   const RunOptions &run);

/// Puts a copy on `device` and back between each source and its users, from
/// which lifting starts.
bool transferSources(FunctionOpInterface function, DeviceAttr device,
                     RewriterBase &rewriter);

/// Makes one of equal transfers, and constants of those of constants.
bool mergeTransfers(FunctionOpInterface function, RewriterBase &rewriter);

/// Calls `apply` on each function with a body in `op`, `op` included, and
/// returns whether it changed any; stops at a failure.
FailureOr<bool>
forEachFunction(Operation *op,
                function_ref<FailureOr<bool>(FunctionOpInterface)> apply);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_DIALECT_CROTON_TRANSFORMS_GPUPLACEMENT_H
