//===- DeviceLaunch.cpp - Starting kernels --------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceState.h"
#include <cinttypes>
#include <cstdint>
#include <cstdio>
#include <cstring>

using namespace croton_rt;

/// What all devices that we know can start.
static constexpr int64_t kMaxBlocks[3] = {INT32_MAX, 65535, 65535};
static constexpr int64_t kMaxThreads[3] = {1024, 1024, 64};
static constexpr int64_t kMaxBlockThreads = 1024;

/// Checks one kind of size of a grid.
static void checkSizes(const char *what, const int64_t sizes[3],
                       const int64_t limits[3], DeviceFailure &failure) {
  for (int i = 0; i < 3 && !failure; ++i) {
    if (sizes[i] < 0)
      failure.set(CROTON_ERROR_DEVICE, "the %s must not be negative", what);
    else if (sizes[i] > limits[i])
      failure.set(CROTON_ERROR_DEVICE,
                  "the %s along %c must not be more than %" PRId64, what,
                  "xyz"[i], limits[i]);
  }
}

static void checkGrid(const CrotonRtGrid &grid, uint64_t sharedBytes,
                      DeviceFailure &failure) {
  checkSizes("blocks", grid.blocks, kMaxBlocks, failure);
  if (!failure)
    checkSizes("threads of a block", grid.threads, kMaxThreads, failure);
  if (failure)
    return;
  if (grid.threads[0] * grid.threads[1] * grid.threads[2] > kMaxBlockThreads)
    failure.set(CROTON_ERROR_DEVICE,
                "a block must not have more than %" PRId64 " threads",
                kMaxBlockThreads);
  else if (sharedBytes > INT32_MAX)
    failure.set(CROTON_ERROR_DEVICE,
                "there is not as much shared memory as that");
}

/// Whether a grid has no threads at all.
static bool isEmpty(const CrotonRtGrid &grid) {
  for (int i = 0; i < 3; ++i)
    if (grid.blocks[i] == 0 || grid.threads[i] == 0)
      return true;
  return false;
}

/// Completes a failure: says which launch failed, and finds out whether the
/// device still works.
static void noteFailure(CrotonRtDevice *device, const char *kernel,
                        const CrotonRtGrid &grid, uint64_t sharedBytes,
                        DeviceFailure &failure) {
  bool isLost = !device->works(failure);
  // Then a kernel before this one may be to blame.
  if (isLost && device->lastKernel[0])
    failure.prepend("(after kernel '%s') ", device->lastKernel);
  const int64_t *blocks = grid.blocks, *threads = grid.threads;
  failure.prepend(
      "launch of kernel '%.200s' on %s:%d with %" PRId64 "x%" PRId64 "x%" PRId64
      " blocks of %" PRId64 "x%" PRId64 "x%" PRId64 " threads and %" PRIu64
      " bytes of dynamic shared memory failed: ",
      kernel, device->getKind(), device->ordinal, blocks[0], blocks[1],
      blocks[2], threads[0], threads[1], threads[2], sharedBytes);
  if (isLost)
    device->setLost(failure);
}

/// Remembers the name for messages about failures that show later.
static void setLastKernel(CrotonRtDevice *device, const char *kernel) {
  size_t length = strnlen(kernel, sizeof(device->lastKernel) - 1);
  std::memcpy(device->lastKernel, kernel, length);
  device->lastKernel[length] = '\0';
}

/// Starts a kernel. Needs the device's lock.
static void start(CrotonRtDevice *device, const CrotonRtModule *module,
                  const char *name, const CrotonRtGrid &grid,
                  uint64_t sharedBytes, void *const *parameters,
                  uint32_t numParameters, DeviceFailure &failure) {
  DeviceKernel *kernel = device->modules.getKernel(module, name, failure);
  if (!kernel)
    return;
  // Even a launch that fails may have run in part, and reported.
  ++device->numLaunches;
  failure.code =
      device->driver->launch(device->handle, kernel->handle, &grid, sharedBytes,
                             parameters, numParameters, failure.message);
  if (failure)
    return;
  setLastKernel(device, name);
  ++device->counters.launches;
}

void croton_rt_device_launch(CrotonRtDevice *device,
                             const CrotonRtModule *module, const char *kernel,
                             const CrotonRtGrid *grid,
                             uint64_t dynamic_shared_bytes,
                             void *const *parameters, uint32_t num_parameters) {
  DeviceFailure failure;
  checkGrid(*grid, dynamic_shared_bytes, failure);
  if (!failure && isEmpty(*grid))
    return;
  {
    MutexGuard guard(device->mutex);
    if (!device->failIfLost(failure)) {
      if (!failure)
        start(device, module, kernel, *grid, dynamic_shared_bytes, parameters,
              num_parameters, failure);
      if (failure)
        noteFailure(device, kernel, *grid, dynamic_shared_bytes, failure);
    }
  }
  failure.raise();
}

/// Unloads a module from one device.
static void unload(CrotonRtDevice *device, const void *module) {
  auto *key = static_cast<const CrotonRtModule *>(module);
  MutexGuard guard(device->mutex);
  if (!device->modules.isLoaded(key))
    return;
  // The messages of its kernels go away with it.
  dropOrphanedDeviceErrors(device);
  DeviceFailure failure;
  if (!device->isLost) {
    failure.code = device->driver->synchronize(device->handle, failure.message);
    if (failure)
      device->noteFailure("waiting", failure);
  }
  device->modules.unload(key);
}

void croton_rt_device_unload(const CrotonRtModule *module) {
  forEachDevice(unload, module);
}
