//===- DeviceChoice.cpp - Which device, and what it did -------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceChoice.h"

#include "croton/Dialect/Croton/IR/Devices.h"
#include "croton/Runtime/Simt.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;

std::string croton::setDeviceKind(ModuleOp module, StringRef kind) {
  MLIRContext *context = module.getContext();
  context->loadDialect<CrotonDialect>();
  SmallVector<NamedAttribute> devices;
  if (auto known = module->getAttrOfType<DictionaryAttr>(kDevicesAttrName))
    for (NamedAttribute entry : known)
      if (auto target = dyn_cast<DeviceTargetAttr>(entry.getValue()))
        devices.emplace_back(entry.getName(),
                             DeviceTargetAttr::get(context, kind,
                                                   target.getOrdinal(),
                                                   target.getChip()));
  if (devices.empty())
    devices.emplace_back(
        StringAttr::get(context, "dev0"),
        DeviceTargetAttr::get(context, kind, /*ordinal=*/0, /*chip=*/""));
  module->setAttr(kDevicesAttrName, DictionaryAttr::get(context, devices));
  return devices.front().getName().str();
}

/// The sectors that were moved for each that would have been enough.
static double getWaste(const CrotonRtSimtTraffic &traffic) {
  if (traffic.ideal_sectors == 0)
    return 1;
  return static_cast<double>(traffic.sectors) /
         static_cast<double>(traffic.ideal_sectors);
}

void croton::printSimtStats(raw_ostream &os) {
  os << "launches      blocks    bytes read  (sectors)  bytes written  "
        "(sectors)  bank conflicts  divergent branches  kernel\n";
  for (uint64_t index = 0, count = croton_rt_simt_num_kernels(); index < count;
       ++index) {
    CrotonRtSimtStats stats;
    const char *name = croton_rt_simt_kernel(index, &stats);
    if (!name)
      return;
    os << llvm::format("%8llu  %10llu  %12llu  %8.2fx  %13llu  %8.2fx",
                       static_cast<unsigned long long>(stats.launches),
                       static_cast<unsigned long long>(stats.blocks),
                       static_cast<unsigned long long>(stats.loads.bytes),
                       getWaste(stats.loads),
                       static_cast<unsigned long long>(stats.stores.bytes),
                       getWaste(stats.stores))
       << llvm::format(
              "  %14llu  %18llu  ",
              static_cast<unsigned long long>(stats.bank_conflicts),
              static_cast<unsigned long long>(stats.divergent_branches))
       << name << "\n";
  }
}
