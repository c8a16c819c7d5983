//===- CudaDevice.h - One open CUDA device ----------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_CUDADEVICE_H
#define CROTON_LIB_RUNTIME_CUDADEVICE_H

#include "CudaApi.h"
#include "croton/Runtime/DeviceDriver.h"

namespace croton_rt::cuda {

/// The handle of the driver table.
struct Device {
  const Api *api;
  /// The library's handle.
  int device;
  Context context;
  Stream stream;
  /// Memory comes from the stream's pool.
  bool hasPools;

  /// Returns 0 for success, else the code, with the text in `message`.
  int32_t check(Result error, char *message) const {
    return error == kSuccess ? 0 : explain(*api, error, "", message);
  }
  /// Returns an attribute of the device; 0 if it is not known.
  int getAttribute(int attribute) const {
    int value = 0;
    return api->cuDeviceGetAttribute(&value, attribute, device) == kSuccess
               ? value
               : 0;
  }
};

/// Makes a device's context this thread's for a scope. Another one that was
/// current before is so again afterwards.
class ContextScope {
public:
  explicit ContextScope(const Device &device) : api(*device.api) {
    if (api.cuCtxGetCurrent(&previous) != kSuccess)
      previous = nullptr;
    if (previous == device.context) {
      previous = nullptr;
      return;
    }
    // A failure shows in what is done next.
    api.cuCtxSetCurrent(device.context);
  }
  ~ContextScope() {
    if (previous)
      api.cuCtxSetCurrent(previous);
  }
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

private:
  const Api &api;
  Context previous = nullptr;
};

/// Entries of the driver table; see DeviceDriver.h.
int32_t loadModule(void *device, const CrotonRtModule *image, void **module,
                   char *message);
void unloadModule(void *device, void *module);
int32_t findKernel(void *device, void *module, const char *name, void **kernel,
                   char *message);
int32_t launch(void *device, void *kernel, const CrotonRtGrid *grid,
               uint64_t sharedBytes, void *const *parameters,
               uint32_t numParameters, char *message);

} // namespace croton_rt::cuda

#endif // CROTON_LIB_RUNTIME_CUDADEVICE_H
