//===- AttachTargets.cpp - What kernels are compiled for ------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "croton/Conversion/Passes.h"

#include "croton/Dialect/Croton/IR/Devices.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::croton {
#define GEN_PASS_DEF_ATTACHDEVICETARGETSPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
class AttachDeviceTargetsPass
    : public croton::impl::AttachDeviceTargetsPassBase<
          AttachDeviceTargetsPass> {
public:
  using Base::Base;

  void runOnOperation() override;

private:
  Attribute getTarget(DeviceTargetAttr device);
};
} // namespace

Attribute AttachDeviceTargetsPass::getTarget(DeviceTargetAttr device) {
  MLIRContext *context = &getContext();
  if (device.getKind() == "simt")
    return SimtTargetAttr::get(context, static_cast<int>(optLevel), check,
                               stats);
  StringRef target =
      device.getChip().empty() ? StringRef(chip) : device.getChip();
  return NVVM::NVVMTargetAttr::get(context, static_cast<int>(optLevel),
                                   "nvptx64-nvidia-cuda", target);
}

void AttachDeviceTargetsPass::runOnOperation() {
  for (auto module : getOperation().getOps<gpu::GPUModuleOp>()) {
    StringRef name = module.getName();
    if (module.getTargetsAttr() || !name.consume_front(kDeviceKernelsPrefix))
      continue;
    auto device = DeviceAttr::get(&getContext(), name);
    DeviceTargetAttr target = getDeviceTarget(getOperation(), device);
    if (!target) {
      emitError(module.getLoc())
          << "no target for " << device
          << "; name it in the module's attribute 'croton.devices', as in {"
          << name << " = #croton.device_target<kind = \"cuda\">}";
      return signalPassFailure();
    }
    module.setTargetsAttr(ArrayAttr::get(&getContext(), getTarget(target)));
  }
}
