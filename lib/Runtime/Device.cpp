//===- Device.cpp - What compiled host code asks of devices ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies, waiting, counters, and how failures of a device are told.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Device.h"
#include "DeviceState.h"
#include "Pool.h"
#include <cstdarg>
#include <cstdio>
#include <cstring>

using namespace croton_rt;

//===----------------------------------------------------------------------===//
// Failures
//===----------------------------------------------------------------------===//

void DeviceFailure::set(int32_t newCode, const char *text, ...) {
  code = newCode;
  format = nullptr;
  va_list arguments;
  va_start(arguments, text);
  std::vsnprintf(message, sizeof(message), text, arguments);
  va_end(arguments);
}

void DeviceFailure::prepend(const char *text, ...) {
  char prefix[sizeof(message)];
  va_list arguments;
  va_start(arguments, text);
  std::vsnprintf(prefix, sizeof(prefix), text, arguments);
  va_end(arguments);
  size_t length = std::strlen(prefix);
  std::memmove(message + length, message, sizeof(message) - length);
  std::memcpy(message, prefix, length);
  message[sizeof(message) - 1] = '\0';
}

bool CrotonRtDevice::failIfLost(DeviceFailure &failure) const {
  if (isLost)
    failure.set(CROTON_ERROR_DEVICE, "%s", lostMessage);
  return isLost;
}

void CrotonRtDevice::noteFailure(const char *action, DeviceFailure &failure) {
  if (lastKernel[0])
    failure.prepend("%s on %s:%d, or work before it, failed (the kernel "
                    "started last is '%s'): ",
                    action, getKind(), ordinal, lastKernel);
  else
    failure.prepend("%s on %s:%d failed: ", action, getKind(), ordinal);
  probe(failure);
}

bool CrotonRtDevice::works(const DeviceFailure &failure) {
  if (failure.code != CROTON_ERROR_DEVICE)
    return true;
  // A failure was told when the next wait succeeds.
  char message[CROTON_RT_MESSAGE_SIZE];
  return driver->synchronize(handle, message) == CROTON_OK;
}

void CrotonRtDevice::setLost(DeviceFailure &failure) {
  failure.prepend("device %s:%d is lost until the process starts anew: ",
                  getKind(), ordinal);
  std::memcpy(lostMessage, failure.message, sizeof(lostMessage));
  isLost = true;
}

void CrotonRtDevice::probe(DeviceFailure &failure) {
  if (!isLost && !works(failure))
    setLost(failure);
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

void CrotonRtDevice::wait(DeviceFailure &failure) {
  if (failIfLost(failure))
    return;
  failure.code = driver->synchronize(handle, failure.message);
  if (failure)
    noteFailure("waiting", failure);
  else
    checkDeviceErrors(this, failure);
}

void croton_rt_device_synchronize(CrotonRtDevice *device) {
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    ++device->counters.synchronizations;
    device->wait(failure);
  }
  failure.raise();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Copies and does not count. Needs the device's lock, as those below.
static void copyFromHost(CrotonRtDevice *device, void *target,
                         const void *source, uint64_t size,
                         DeviceFailure &failure) {
  if (device->failIfLost(failure))
    return;
  failure.code = device->driver->copy_from_host(device->handle, target, source,
                                                size, failure.message);
  if (failure)
    device->noteFailure("a copy from the host", failure);
}

static void copyToHost(CrotonRtDevice *device, void *target, const void *source,
                       uint64_t size, DeviceFailure &failure) {
  if (device->failIfLost(failure))
    return;
  failure.code = device->driver->copy_to_host(device->handle, target, source,
                                              size, failure.message);
  if (failure)
    device->noteFailure("a copy to the host", failure);
  else
    checkDeviceErrors(device, failure);
}

static void copyWithin(CrotonRtDevice *device, void *target, const void *source,
                       uint64_t size, DeviceFailure &failure) {
  if (device->failIfLost(failure))
    return;
  failure.code = device->driver->copy(device->handle, target, source, size,
                                      failure.message);
  if (failure)
    device->noteFailure("a copy", failure);
}

void croton_rt_device_copy_from_host(CrotonRtDevice *device, void *target,
                                     const void *source, uint64_t size) {
  if (!size)
    return;
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    copyFromHost(device, target, source, size, failure);
    if (!failure) {
      ++device->counters.copies_from_host;
      device->counters.bytes_from_host += size;
    }
  }
  failure.raise();
}

void croton_rt_device_copy_to_host(CrotonRtDevice *device, void *target,
                                   const void *source, uint64_t size) {
  if (!size)
    return;
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    copyToHost(device, target, source, size, failure);
    if (!failure) {
      ++device->counters.copies_to_host;
      device->counters.bytes_to_host += size;
    }
  }
  failure.raise();
}

void croton_rt_device_copy(CrotonRtDevice *device, void *target,
                           const void *source, uint64_t size) {
  if (!size)
    return;
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    copyWithin(device, target, source, size, failure);
  }
  failure.raise();
}

/// Copies between two devices by way of host memory, piece by piece.
static void copyThroughHost(CrotonRtDevice *targetDevice, char *target,
                            CrotonRtDevice *sourceDevice, const char *source,
                            uint64_t size, DeviceFailure &failure) {
  constexpr uint64_t kPiece = uint64_t(16) << 20;
  BlockHeader *buffer =
      takeBlock(CROTON_RT_ALIGNMENT, size < kPiece ? size : kPiece);
  if (!buffer) {
    failure.set(CROTON_ERROR_MEMORY,
                "out of memory on the host for a copy from %s:%d to %s:%d",
                sourceDevice->getKind(), sourceDevice->ordinal,
                targetDevice->getKind(), targetDevice->ordinal);
    return;
  }
  for (uint64_t done = 0; done < size && !failure; done += kPiece) {
    uint64_t piece = size - done < kPiece ? size - done : kPiece;
    {
      MutexGuard guard(sourceDevice->mutex);
      copyToHost(sourceDevice, buffer->getPayload(), source + done, piece,
                 failure);
    }
    if (failure)
      break;
    MutexGuard guard(targetDevice->mutex);
    copyFromHost(targetDevice, target + done, buffer->getPayload(), piece,
                 failure);
  }
  returnBlock(buffer);
}

void croton_rt_device_copy_peer(CrotonRtDevice *target_device, void *target,
                                CrotonRtDevice *source_device,
                                const void *source, uint64_t size) {
  if (!size)
    return;
  DeviceFailure failure;
  if (target_device == source_device) {
    MutexGuard guard(target_device->mutex);
    copyWithin(target_device, target, source, size, failure);
  } else {
    copyThroughHost(target_device, static_cast<char *>(target), source_device,
                    static_cast<const char *>(source), size, failure);
  }
  if (!failure) {
    MutexGuard guard(target_device->mutex);
    ++target_device->counters.copies_peer;
    target_device->counters.bytes_peer += size;
  }
  failure.raise();
}

/// Checks what is asked of croton_rt_device_fill.
static void checkFill(const CrotonRtDevice *device, uint32_t elementSize,
                      uint64_t count, DeviceFailure &failure) {
  if (elementSize != 1 && elementSize != 2 && elementSize != 4 &&
      elementSize != 8)
    failure.set(CROTON_ERROR_DEVICE,
                "cannot fill memory on %s:%d: expected elements of 1, 2, 4 or "
                "8 bytes, but got %u",
                device->getKind(), device->ordinal, elementSize);
  else if (count > UINT64_MAX / elementSize)
    failure.set(CROTON_ERROR_DEVICE,
                "cannot fill memory on %s:%d: %llu elements of %u bytes do not "
                "fit",
                device->getKind(), device->ordinal,
                static_cast<unsigned long long>(count), elementSize);
}

void croton_rt_device_fill(CrotonRtDevice *device, void *target, uint64_t value,
                           uint32_t element_size, uint64_t count) {
  DeviceFailure failure;
  checkFill(device, element_size, count, failure);
  if (!failure && count) {
    MutexGuard guard(device->mutex);
    if (!device->failIfLost(failure)) {
      failure.code = device->driver->fill(device->handle, target, value,
                                          element_size, count, failure.message);
      if (failure)
        device->noteFailure("a fill", failure);
    }
  }
  failure.raise();
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

CrotonRtDeviceStats croton_rt_device_stats(CrotonRtDevice *device) {
  MutexGuard guard(device->mutex);
  CrotonRtDeviceStats stats = device->counters;
  stats.live_blocks = device->pool.getLiveBlocks();
  stats.live_bytes = device->pool.getLiveBytes();
  stats.pool_bytes = device->pool.getFreeBytes();
  stats.driver_allocations = device->pool.getDriverAllocations();
  return stats;
}

void croton_rt_device_clear_stats(CrotonRtDevice *device) {
  MutexGuard guard(device->mutex);
  device->counters = {};
  device->pool.clearDriverAllocations();
}
