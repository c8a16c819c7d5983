//===- Devices.cpp - The devices of a module ------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Devices.h"
#include "croton/Support/DidYouMean.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::croton;

static constexpr StringLiteral kDevices = "croton.devices";

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult DeviceAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringRef name) {
  if (name.empty())
    return emitError() << "expected the name of a device, but got \"\"";
  return success();
}

LogicalResult
DeviceTargetAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                         StringRef kind, int64_t ordinal, StringRef chip) {
  if (kind != "cuda" && kind != "simt")
    return emitError() << "expected a device of kind \"cuda\" or \"simt\", but "
                          "got \""
                       << kind << "\"";
  if (ordinal < 0 || ordinal > std::numeric_limits<int32_t>::max())
    return emitError() << "expected an ordinal from 0 to 2^31 - 1, but got "
                       << ordinal;
  StringRef version = chip;
  bool isChip =
      chip.empty() ||
      (version.consume_front("sm_") && !version.empty() &&
       llvm::isDigit(version.front()) &&
       llvm::all_of(version, [](char c) { return llvm::isAlnum(c); }));
  if (!isChip)
    return emitError() << "expected a chip such as \"sm_90\", but got \""
                       << chip << "\"";
  return success();
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

DictionaryAttr mlir::croton::getDevices(Operation *op, Operation **owner) {
  for (; op; op = op->getParentOp())
    if (auto devices = op->getAttrOfType<DictionaryAttr>(kDevices)) {
      if (owner)
        *owner = op;
      return devices;
    }
  return {};
}

DeviceTargetAttr mlir::croton::getDeviceTarget(Operation *op,
                                               Attribute device) {
  auto named = dyn_cast_or_null<DeviceAttr>(device);
  DictionaryAttr devices = getDevices(op);
  if (!named || !devices)
    return {};
  return devices.getAs<DeviceTargetAttr>(named.getName());
}

LogicalResult mlir::croton::verifyDeviceIsKnown(Location loc, Operation *op,
                                                DeviceAttr device) {
  Operation *owner = nullptr;
  DictionaryAttr devices = getDevices(op, &owner);
  if (!devices || devices.contains(device.getName()))
    return success();
  auto names = llvm::map_to_vector(
      devices, [](NamedAttribute entry) { return entry.getName().getValue(); });
  InFlightDiagnostic diagnostic =
      emitError(loc) << "unknown device \"" << device.getName() << "\""
                     << didYouMean(device.getName(), names);
  diagnostic.attachNote(owner->getLoc())
      << "'" << kDevices << "' names "
      << (names.empty() ? "none" : llvm::join(names, ", "));
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

namespace {
/// Looks for devices in the types of an op and of all in it. Each type is
/// looked at once.
class DeviceVerifier {
public:
  explicit DeviceVerifier(Operation *owner) : owner(owner) {}

  LogicalResult verify() {
    WalkResult result = owner->walk<WalkOrder::PreOrder>([&](Operation *op) {
      // What is inside of a map of its own is none of ours.
      if (op != owner && op->hasAttr(kDevices))
        return WalkResult::skip();
      return failed(verifyOp(op)) ? WalkResult::interrupt()
                                  : WalkResult::advance();
    });
    return failure(result.wasInterrupted());
  }

private:
  LogicalResult verifyOp(Operation *op) {
    for (Type type : op->getResultTypes())
      if (failed(verifyType(type, op->getLoc())))
        return failure();
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      for (TypeRange types : {TypeRange(function.getArgumentTypes()),
                              TypeRange(function.getResultTypes())})
        for (Type type : types)
          if (failed(verifyType(type, op->getLoc())))
            return failure();
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (failed(verifyType(argument.getType(), argument.getLoc())))
          return failure();
    return success();
  }

  LogicalResult verifyType(Type type, Location loc) {
    if (!seen.insert(type).second)
      return success();
    auto tensor = dyn_cast<RankedTensorType>(type);
    auto device = tensor ? dyn_cast_or_null<DeviceAttr>(tensor.getEncoding())
                         : DeviceAttr();
    return device ? verifyDeviceIsKnown(loc, owner, device) : success();
  }

  Operation *owner;
  DenseSet<Type> seen;
};
} // namespace

LogicalResult CrotonDialect::verifyOperationAttribute(Operation *op,
                                                      NamedAttribute attr) {
  if (attr.getName() != kDevices)
    return success();
  auto devices = dyn_cast<DictionaryAttr>(attr.getValue());
  if (!devices || !op->hasTrait<OpTrait::SymbolTable>())
    return op->emitOpError()
           << "expected '" << kDevices
           << "' to be a dictionary on a module, but got " << attr.getValue();
  for (NamedAttribute entry : devices)
    if (!isa<DeviceTargetAttr>(entry.getValue()))
      return op->emitOpError()
             << "expected device '" << entry.getName().getValue() << "' of '"
             << kDevices << "' to be a #croton.device_target, but got "
             << entry.getValue();
  return DeviceVerifier(op).verify();
}
