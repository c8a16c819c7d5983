//===- DeviceRegistry.cpp - Kinds of devices and open devices -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceState.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

using namespace croton_rt;

namespace {
/// A kind of device.
struct Kind {
  const CrotonRtDeviceDriver *driver;
  Kind *next;
};
} // namespace

/// Guards the kinds and the list of devices, and runs drivers' `open` alone.
static Mutex registryMutex;
static Kind *kinds = nullptr;
/// The open devices, the newest first. They are never closed.
static CrotonRtDevice *devices = nullptr;

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// Returns the entry of a kind, or null.
static Kind *findKind(const char *name) {
  for (Kind *kind = kinds; kind; kind = kind->next)
    if (std::strcmp(kind->driver->kind, name) == 0)
      return kind;
  return nullptr;
}

/// Makes a kind known that is not; false when there is no memory.
static bool addKind(const CrotonRtDeviceDriver *driver) {
  auto *kind = static_cast<Kind *>(std::malloc(sizeof(Kind)));
  if (!kind)
    return false;
  *kind = {driver, kinds};
  kinds = kind;
  return true;
}

/// Makes the runtime's own kinds known at the first use of any.
static void addOwnKinds() {
  static bool isDone = false;
  if (isDone)
    return;
  isDone = addKind(croton_rt_simt_driver()) && addKind(croton_rt_cuda_driver());
}

static bool hasOpenDevice(const char *kind) {
  for (CrotonRtDevice *device = devices; device; device = device->nextDevice)
    if (std::strcmp(device->getKind(), kind) == 0)
      return true;
  return false;
}

int32_t croton_rt_register_device_driver(const CrotonRtDeviceDriver *driver) {
  MutexGuard guard(registryMutex);
  addOwnKinds();
  Kind *kind = findKind(driver->kind);
  if (!kind)
    return addKind(driver) ? 0 : -1;
  if (hasOpenDevice(driver->kind))
    return -1;
  kind->driver = driver;
  return 0;
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// Says that there is no kind of this name, and which there are.
static void setUnknownKind(const char *name, DeviceFailure &failure) {
  char known[256] = "";
  size_t length = 0;
  for (Kind *kind = kinds; kind && length < sizeof(known); kind = kind->next)
    length += std::snprintf(known + length, sizeof(known) - length, "%s'%s'",
                            length ? ", " : "", kind->driver->kind);
  failure.set(CROTON_ERROR_DEVICE,
              "there is no kind of device '%s'; expected one of %s", name,
              known);
}

/// Opens a device; null on failure.
static CrotonRtDevice *openDevice(const CrotonRtDeviceDriver *driver,
                                  int32_t ordinal, DeviceFailure &failure) {
  void *handle = nullptr;
  failure.code = driver->open(ordinal, &handle, failure.message);
  if (failure) {
    failure.prepend("cannot open device %s:%d: ", driver->kind, ordinal);
    return nullptr;
  }
  void *memory = std::calloc(1, sizeof(CrotonRtDevice));
  if (!memory) {
    driver->close(handle);
    failure.set(CROTON_ERROR_MEMORY, "out of memory");
    return nullptr;
  }
  auto *device = new (memory) CrotonRtDevice{};
  device->driver = driver;
  device->handle = handle;
  device->ordinal = ordinal;
  device->pool.initialize(device, driver, handle);
  device->modules.initialize(driver, handle);
  device->nextDevice = devices;
  devices = device;
  return device;
}

/// Returns a device, opened if need be; null on failure.
static CrotonRtDevice *getDevice(const char *name, int32_t ordinal,
                                 DeviceFailure &failure) {
  MutexGuard guard(registryMutex);
  addOwnKinds();
  for (CrotonRtDevice *device = devices; device; device = device->nextDevice)
    if (device->ordinal == ordinal && !std::strcmp(device->getKind(), name))
      return device;
  Kind *kind = findKind(name);
  if (!kind) {
    setUnknownKind(name, failure);
    return nullptr;
  }
  if (ordinal < 0) {
    failure.set(CROTON_ERROR_DEVICE,
                "there is no device %s:%d; numbers start at 0", name, ordinal);
    return nullptr;
  }
  return openDevice(kind->driver, ordinal, failure);
}

CrotonRtDevice *croton_rt_device_get(const char *kind, int32_t ordinal) {
  DeviceFailure failure;
  CrotonRtDevice *device = getDevice(kind ? kind : "", ordinal, failure);
  if (device) {
    MutexGuard guard(device->mutex);
    device->failIfLost(failure);
  }
  failure.raise();
  return device;
}

void croton_rt::forEachDevice(void (*function)(CrotonRtDevice *, const void *),
                              const void *argument) {
  CrotonRtDevice *first;
  {
    MutexGuard guard(registryMutex);
    first = devices;
  }
  // Later devices go in front, and none goes away.
  for (CrotonRtDevice *device = first; device; device = device->nextDevice)
    function(device, argument);
}
