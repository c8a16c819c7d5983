//===- DeviceBlocks.cpp - Blocks of device memory and calls ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties the blocks of devices to the calls that allocate them.
//
//===----------------------------------------------------------------------===//

#include "CallContext.h"
#include "DeviceState.h"
#include "SpinLock.h"

using namespace croton_rt;

//===----------------------------------------------------------------------===//
// Lists of blocks by call
//===----------------------------------------------------------------------===//

/// Guards the lists of all calls and the owners of all blocks. Whoever needs a
/// device's lock too takes that one first.
static SpinLock listLock;

static void link(DeviceBlock *block, CallContext *context) {
  SpinGuard guard(listLock);
  DeviceBlock *first = context->deviceBlocks.load(std::memory_order_relaxed);
  block->owner = context;
  block->previous = nullptr;
  block->next = first;
  if (first)
    first->previous = block;
  context->deviceBlocks.store(block, std::memory_order_relaxed);
}

/// Takes a block out of its owner's list, if it has one. Needs listLock.
static void unlink(DeviceBlock *block) {
  CallContext *owner = block->owner;
  if (!owner)
    return;
  if (block->previous)
    block->previous->next = block->next;
  else
    owner->deviceBlocks.store(block->next, std::memory_order_relaxed);
  if (block->next)
    block->next->previous = block->previous;
  block->owner = nullptr;
}

/// Returns the device of a call's newest block; null when it has none.
static CrotonRtDevice *getNewestDevice(CallContext &context) {
  if (!context.deviceBlocks.load(std::memory_order_relaxed))
    return nullptr;
  SpinGuard guard(listLock);
  DeviceBlock *block = context.deviceBlocks.load(std::memory_order_relaxed);
  return block ? block->device : nullptr;
}

/// Detaches a call's newest block if it is one of `device`; else returns null.
static DeviceBlock *popNewest(CallContext &context, CrotonRtDevice *device) {
  SpinGuard guard(listLock);
  DeviceBlock *block = context.deviceBlocks.load(std::memory_order_relaxed);
  if (!block || block->device != device)
    return nullptr;
  unlink(block);
  return block;
}

void croton_rt::freeDeviceBlocks(CallContext &context) {
  while (CrotonRtDevice *device = getNewestDevice(context)) {
    // Another thread that frees a block holds this lock throughout.
    MutexGuard guard(device->mutex);
    while (DeviceBlock *block = popNewest(context, device))
      device->pool.giveBack(block);
  }
}

void croton_rt::bequeathDeviceBlocks(CallContext &context, CallContext *heir) {
  while (CrotonRtDevice *device = getNewestDevice(context)) {
    MutexGuard guard(device->mutex);
    while (DeviceBlock *block = popNewest(context, device))
      if (heir)
        link(block, heir);
  }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Says why there is no block of `size` bytes.
static void setOutOfMemory(CrotonRtDevice *device, uint64_t size,
                           DeviceFailure &failure) {
  if (failure) {
    device->noteFailure("an allocation", failure);
    return;
  }
  failure.set(CROTON_ERROR_MEMORY,
              "out of memory on %s:%d: cannot allocate %llu bytes while %llu "
              "bytes are in use; free results that are no longer needed, or "
              "use smaller inputs",
              device->getKind(), device->ordinal,
              static_cast<unsigned long long>(size),
              static_cast<unsigned long long>(device->pool.getLiveBytes()));
}

void *croton_rt_device_alloc(CrotonRtDevice *device, uint64_t size) {
  DeviceFailure failure;
  void *address = nullptr;
  {
    MutexGuard guard(device->mutex);
    if (!device->failIfLost(failure)) {
      DeviceBlock *block = device->pool.take(size, failure);
      if (!block) {
        setOutOfMemory(device, size, failure);
      } else {
        address = block->address;
        block->owner = nullptr;
        if (CallContext *context = getCurrentContext())
          link(block, context);
      }
    }
  }
  failure.raise();
  return address;
}

/// Finds the block at `address` and detaches it from its call; null when there
/// is none. Needs the device's lock.
static DeviceBlock *detach(CrotonRtDevice *device, const void *address,
                           DeviceFailure &failure) {
  DeviceBlock *block = device->pool.find(address);
  if (!block) {
    failure.set(CROTON_ERROR_DEVICE,
                "%p is not the address of a live block on %s:%d: freed twice, "
                "or of another device",
                address, device->getKind(), device->ordinal);
    return nullptr;
  }
  SpinGuard guard(listLock);
  unlink(block);
  return block;
}

void croton_rt_device_free(CrotonRtDevice *device, void *block) {
  if (!block)
    return;
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    if (DeviceBlock *found = detach(device, block, failure))
      device->pool.giveBack(found);
  }
  failure.raise();
}

void croton_rt_device_release(CrotonRtDevice *device, void *block) {
  if (!block)
    return;
  DeviceFailure failure;
  {
    MutexGuard guard(device->mutex);
    detach(device, block, failure);
  }
  failure.raise();
}
