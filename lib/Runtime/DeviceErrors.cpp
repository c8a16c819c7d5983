//===- DeviceErrors.cpp - What kernels report -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeviceErrors.h"
#include "CallContext.h"
#include "DeviceState.h"
#include <cstdlib>

using namespace croton_rt;

static const CrotonRtDeviceError kNoError = {};

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static void push(DeviceErrorSlot *&list, DeviceErrorSlot *slot) {
  slot->next = list;
  list = slot;
}

static DeviceErrorSlot *pop(DeviceErrorSlot *&list) {
  DeviceErrorSlot *slot = list;
  list = slot->next;
  return slot;
}

/// Whether kernels may have written to a record since it was read.
static bool isUnread(const DeviceErrorSlot *slot) {
  return slot->checkedLaunch != slot->device->numLaunches;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Sets a record to zero.
static void clear(DeviceErrorSlot *slot, DeviceFailure &failure) {
  CrotonRtDevice *device = slot->device;
  DeviceFailure other;
  other.code =
      device->driver->copy_from_host(device->handle, slot->address, &kNoError,
                                     sizeof(kNoError), other.message);
  if (!other)
    return;
  device->probe(other);
  if (!failure)
    failure = other;
}

/// Makes `error` the failure.
static void setReported(const DeviceErrorSlot *slot,
                        const CrotonRtDeviceError &error,
                        DeviceFailure &failure) {
  if (error.message < 0 || error.message >= slot->numMessages) {
    failure.set(error.code,
                "a kernel on %s:%d reported error %d with message %d, which is "
                "not among the %lld that were set",
                slot->device->getKind(), slot->device->ordinal, error.code,
                error.message, static_cast<long long>(slot->numMessages));
    return;
  }
  failure.code = error.code;
  failure.format = slot->messages[error.message];
  for (int i = 0; i < 6; ++i)
    failure.values[i] = error.values[i];
}

/// Reads a record if need be. The first report becomes the failure.
static void check(DeviceErrorSlot *slot, DeviceFailure &failure) {
  CrotonRtDevice *device = slot->device;
  if (!isUnread(slot))
    return;
  CrotonRtDeviceError error;
  DeviceFailure other;
  other.code = device->driver->copy_to_host(
      device->handle, &error, slot->address, sizeof(error), other.message);
  if (other) {
    device->probe(other);
    if (!failure)
      failure = other;
    return;
  }
  slot->checkedLaunch = device->numLaunches;
  if (error.code == CROTON_OK)
    return;
  if (!failure)
    setReported(slot, error, failure);
  clear(slot, failure);
}

/// Checks the records of a call for one device, and drops those that no kernel
/// will get any more.
static void checkList(DeviceErrorSlot *&list, CrotonRtDevice *device,
                      DeviceFailure &failure) {
  for (DeviceErrorSlot **link = &list; *link;) {
    DeviceErrorSlot *slot = *link;
    if (slot->device == device)
      check(slot, failure);
    if (slot->device != device || !slot->isInherited || isUnread(slot)) {
      link = &slot->next;
      continue;
    }
    *link = slot->next;
    push(device->errors.unused, slot);
  }
}

/// Checks the records of a call and those around it, the outermost first.
static void checkCalls(CallContext *context, CrotonRtDevice *device,
                       DeviceFailure &failure) {
  if (!context)
    return;
  checkCalls(context->parent, device, failure);
  checkList(context->deviceErrors, device, failure);
}

void croton_rt::checkDeviceErrors(CrotonRtDevice *device,
                                  DeviceFailure &failure) {
  DeviceErrors &errors = device->errors;
  while (errors.abandoned && !failure) {
    DeviceErrorSlot *slot = pop(errors.abandoned);
    --errors.numPending;
    clear(slot, failure);
    push(errors.unused, slot);
  }
  while (errors.orphans && !failure) {
    DeviceErrorSlot *slot = errors.orphans;
    check(slot, failure);
    if (isUnread(slot))
      break; // It could not be read.
    pop(errors.orphans);
    --errors.numPending;
    push(errors.unused, slot);
  }
  checkList(errors.outside, device, failure);
  checkCalls(getCurrentContext(), device, failure);
}

void croton_rt::dropOrphanedDeviceErrors(CrotonRtDevice *device) {
  DeviceErrors &errors = device->errors;
  while (errors.orphans)
    push(errors.abandoned, pop(errors.orphans));
}

//===----------------------------------------------------------------------===//
// Handing out
//===----------------------------------------------------------------------===//

/// Makes a record in device memory, all zero; null on failure.
static DeviceErrorSlot *makeSlot(CrotonRtDevice *device,
                                 DeviceFailure &failure) {
  void *address = device->pool.askDriver(sizeof(CrotonRtDeviceError), failure);
  if (failure)
    device->noteFailure("making an error record", failure);
  auto *slot = address ? static_cast<DeviceErrorSlot *>(
                             std::calloc(1, sizeof(DeviceErrorSlot)))
                       : nullptr;
  if (slot) {
    slot->device = device;
    slot->address = address;
    clear(slot, failure);
    if (!failure)
      return slot;
  }
  if (address)
    device->driver->deallocate(device->handle, address);
  std::free(slot);
  if (!failure)
    failure.set(CROTON_ERROR_MEMORY,
                "out of memory on %s:%d: no room for an error record",
                device->getKind(), device->ordinal);
  return nullptr;
}

/// Returns the list of the innermost call, or that of code outside of any.
static DeviceErrorSlot *&getList(CrotonRtDevice *device) {
  CallContext *context = getCurrentContext();
  return context ? context->deviceErrors : device->errors.outside;
}

/// Puts a record for `messages` first in the list of the innermost call.
static DeviceErrorSlot *acquire(CrotonRtDevice *device,
                                const char *const *messages, int64_t count,
                                DeviceFailure &failure) {
  constexpr uint64_t kMaxPending = 64;
  DeviceErrors &errors = device->errors;
  // Calls that never wait must not use up the device's memory.
  if (!errors.unused && errors.numPending >= kMaxPending) {
    device->wait(failure);
    if (failure)
      return nullptr;
  }
  DeviceErrorSlot *slot =
      errors.unused ? pop(errors.unused) : makeSlot(device, failure);
  if (!slot)
    return nullptr;
  slot->messages = messages;
  slot->numMessages = count;
  slot->checkedLaunch = device->numLaunches;
  slot->isInherited = false;
  push(getList(device), slot);
  return slot;
}

void croton_rt_device_set_messages(CrotonRtDevice *device,
                                   const char *const *messages, int64_t count) {
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    DeviceErrorSlot **link = &getList(device);
    while (DeviceErrorSlot *slot = *link) {
      if (slot->device == device && !slot->isInherited &&
          slot->messages == messages && slot->numMessages == count)
        break;
      link = &slot->next;
    }
    if (DeviceErrorSlot *slot = *link) {
      // Kernels get the first of the list.
      *link = slot->next;
      push(getList(device), slot);
    } else if (!device->failIfLost(failure)) {
      acquire(device, messages, count, failure);
    }
  }
  failure.raise();
}

void *croton_rt_device_error(CrotonRtDevice *device) {
  DeviceFailure failure;
  void *address = nullptr;
  {
    MutexGuard guard(device->mutex);
    DeviceErrorSlot *slot = getList(device);
    while (slot && (slot->device != device || slot->isInherited))
      slot = slot->next;
    if (!slot && !device->failIfLost(failure))
      slot = acquire(device, nullptr, 0, failure);
    if (slot)
      address = slot->address;
  }
  failure.raise();
  return address;
}

//===----------------------------------------------------------------------===//
// The end of a call
//===----------------------------------------------------------------------===//

void croton_rt::abandonDeviceErrors(CallContext &context) {
  while (context.deviceErrors) {
    DeviceErrorSlot *slot = pop(context.deviceErrors);
    DeviceErrors &errors = slot->device->errors;
    MutexGuard guard(slot->device->mutex);
    if (isUnread(slot)) {
      push(errors.abandoned, slot);
      ++errors.numPending;
    } else {
      push(errors.unused, slot);
    }
  }
}

void croton_rt::bequeathDeviceErrors(CallContext &context, CallContext *heir) {
  while (context.deviceErrors) {
    DeviceErrorSlot *slot = pop(context.deviceErrors);
    DeviceErrors &errors = slot->device->errors;
    MutexGuard guard(slot->device->mutex);
    slot->isInherited = true;
    if (!isUnread(slot)) {
      push(errors.unused, slot);
    } else if (heir) {
      push(heir->deviceErrors, slot);
    } else {
      push(errors.orphans, slot);
      ++errors.numPending;
    }
  }
}
