//===- DevicePool.cpp - Pooled blocks of device memory --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A freed block may be handed out again while kernels still use it: the device
// carries out its work in order, so that they are done before the new owner's.
//
//===----------------------------------------------------------------------===//

#include "DevicePool.h"
#include "Pool.h"
#include <cstdlib>

using namespace croton_rt;

void DevicePool::initialize(CrotonRtDevice *owner,
                            const CrotonRtDeviceDriver *table, void *handle) {
  device = owner;
  driver = table;
  driverDevice = handle;
  limit =
      table->exact_blocks ? 0 : readPoolLimit("CROTON_RT_DEVICE_POOL_BYTES");
}

//===----------------------------------------------------------------------===//
// Size classes
//===----------------------------------------------------------------------===//

static constexpr uint64_t kMinCapacity = 256;

/// Returns the smallest class that holds `size` bytes. Class 16 i + j holds
/// (16 + j) / 16 of 256 * 2^i bytes; below one MiB only every fourth is used.
uint32_t DevicePool::getSizeClass(uint64_t size) {
  constexpr uint32_t kFineLog = 20;
  if (size <= kMinCapacity)
    return 0;
  // The upper five bits of size - 1, plus one, are the sixteenths needed.
  uint32_t log = 63 - __builtin_clzll(size - 1);
  uint32_t sixteenths = static_cast<uint32_t>((size - 1) >> (log - 4)) + 1;
  if (log < kFineLog)
    sixteenths = (sixteenths + 3) / 4 * 4;
  return 16 * (log - 8) + (sixteenths - 16);
}

uint64_t DevicePool::getCapacity(uint32_t sizeClass) {
  return ((16 + sizeClass % 16) * kMinCapacity / 16) << (sizeClass / 16);
}

//===----------------------------------------------------------------------===//
// The table of live blocks
//===----------------------------------------------------------------------===//

DeviceBlock **DevicePool::getBucket(const void *address) const {
  uint64_t hash =
      (reinterpret_cast<uint64_t>(address) >> 8) * uint64_t(0x9E3779B97F4A7C15);
  return &table[(hash >> 32) & (tableSize - 1)];
}

bool DevicePool::reserveTable() {
  if (numLive < tableSize)
    return true;
  uint64_t newSize = tableSize ? 2 * tableSize : 64;
  auto **newTable =
      static_cast<DeviceBlock **>(std::calloc(newSize, sizeof(DeviceBlock *)));
  if (!newTable)
    return false;
  DeviceBlock **oldTable = table;
  uint64_t oldSize = tableSize;
  table = newTable;
  tableSize = newSize;
  for (uint64_t i = 0; i < oldSize; ++i) {
    while (DeviceBlock *block = oldTable[i]) {
      oldTable[i] = block->hashNext;
      DeviceBlock **bucket = getBucket(block->address);
      block->hashNext = *bucket;
      *bucket = block;
    }
  }
  std::free(oldTable);
  return true;
}

void DevicePool::insertLive(DeviceBlock *block) {
  DeviceBlock **bucket = getBucket(block->address);
  block->hashNext = *bucket;
  *bucket = block;
  ++numLive;
  liveBytes += block->capacity;
}

void DevicePool::removeLive(DeviceBlock *block) {
  DeviceBlock **link = getBucket(block->address);
  while (*link != block)
    link = &(*link)->hashNext;
  *link = block->hashNext;
  --numLive;
  liveBytes -= block->capacity;
}

DeviceBlock *DevicePool::find(const void *address) const {
  if (!tableSize)
    return nullptr;
  DeviceBlock *block = *getBucket(address);
  while (block && block->address != address)
    block = block->hashNext;
  return block;
}

//===----------------------------------------------------------------------===//
// Free blocks
//===----------------------------------------------------------------------===//

void DevicePool::pushFree(DeviceBlock *block) {
  DeviceBlock *&first = classes[block->sizeClass];
  block->classPrevious = nullptr;
  block->classNext = first;
  if (first)
    first->classPrevious = block;
  first = block;
  block->newer = nullptr;
  block->older = newest;
  (newest ? newest->newer : oldest) = block;
  newest = block;
  freeBytes += block->capacity;
}

void DevicePool::removeFree(DeviceBlock *block) {
  (block->classPrevious ? block->classPrevious->classNext
                        : classes[block->sizeClass]) = block->classNext;
  if (block->classNext)
    block->classNext->classPrevious = block->classPrevious;
  (block->older ? block->older->newer : oldest) = block->newer;
  (block->newer ? block->newer->older : newest) = block->older;
  freeBytes -= block->capacity;
}

void DevicePool::destroyBlock(DeviceBlock *block) {
  driver->deallocate(driverDevice, block->address);
  std::free(block);
}

void DevicePool::trim(uint64_t keepBytes) {
  while (freeBytes > keepBytes) {
    DeviceBlock *block = oldest;
    removeFree(block);
    destroyBlock(block);
  }
}

//===----------------------------------------------------------------------===//
// Taking and giving back
//===----------------------------------------------------------------------===//

void *DevicePool::askDriver(uint64_t size, DeviceFailure &failure) {
  ++driverAllocations;
  if (void *memory = driver->allocate(driverDevice, size))
    return memory;
  trim(0);
  // What was freed may be had only when the work before it is done.
  failure.code = driver->synchronize(driverDevice, failure.message);
  if (failure)
    return nullptr;
  ++driverAllocations;
  return driver->allocate(driverDevice, size);
}

DeviceBlock *DevicePool::makeBlock(uint64_t capacity, uint32_t sizeClass,
                                   DeviceFailure &failure) {
  auto *block = static_cast<DeviceBlock *>(std::calloc(1, sizeof(DeviceBlock)));
  if (!block)
    return nullptr;
  block->address = askDriver(capacity, failure);
  if (!block->address) {
    std::free(block);
    return nullptr;
  }
  block->capacity = capacity;
  block->device = device;
  block->sizeClass = sizeClass;
  return block;
}

DeviceBlock *DevicePool::take(uint64_t size, DeviceFailure &failure) {
  if (size > uint64_t(1) << kMaxLog || !reserveTable())
    return nullptr;
  DeviceBlock *block;
  if (driver->exact_blocks) {
    block = makeBlock(size ? size : 1, kUnpooled, failure);
  } else {
    uint32_t sizeClass = getSizeClass(size);
    block = classes[sizeClass];
    if (block)
      removeFree(block);
    else
      block = makeBlock(getCapacity(sizeClass), sizeClass, failure);
  }
  if (block)
    insertLive(block);
  return block;
}

void DevicePool::giveBack(DeviceBlock *block) {
  removeLive(block);
  if (block->capacity > limit) {
    destroyBlock(block);
    return;
  }
  trim(limit - block->capacity);
  pushFree(block);
}
