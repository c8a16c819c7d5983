//===- DeviceModules.h - Loaded modules and their kernels -------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_DEVICEMODULES_H
#define CROTON_LIB_RUNTIME_DEVICEMODULES_H

#include "DeviceFailure.h"
#include "croton/Runtime/DeviceDriver.h"

namespace croton_rt {

/// A kernel that was found in a module. The name lies behind it.
struct DeviceKernel {
  void *handle;
  DeviceKernel *next;
  const char *getName() const {
    return reinterpret_cast<const char *>(this + 1);
  }
};

/// A module that a device has loaded.
struct DeviceModule {
  /// Where compiled code holds it: what it is found by.
  const CrotonRtModule *key;
  /// What was loaded; another image at the same address is another module.
  CrotonRtModule loaded;
  void *handle;
  DeviceModule *next;
  static constexpr uint32_t kNumBuckets = 64;
  DeviceKernel *kernels[kNumBuckets];
};

/// The modules that one device has loaded. Guarded by the lock of the device.
class DeviceModules {
public:
  /// Called once, before anything else.
  void initialize(const CrotonRtDeviceDriver *table, void *handle);

  /// Returns a kernel, and loads its module first if need be; null on failure.
  DeviceKernel *getKernel(const CrotonRtModule *module, const char *name,
                          DeviceFailure &failure);
  bool isLoaded(const CrotonRtModule *module) { return findModule(module); }
  /// Unloads a module, if it is loaded. Its kernels must not run.
  void unload(const CrotonRtModule *module);

private:
  DeviceModule *findModule(const CrotonRtModule *module);
  DeviceModule *getModule(const CrotonRtModule *module, DeviceFailure &failure);

  const CrotonRtDeviceDriver *driver;
  void *driverDevice;
  /// The module used last comes first.
  DeviceModule *modules;
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_DEVICEMODULES_H
