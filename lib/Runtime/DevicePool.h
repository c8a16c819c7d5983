//===- DevicePool.h - Pooled blocks of device memory ------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks by size class over a driver's memory. What is known of a block lies
// on the host and is found by its address. It knows nothing of calls.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_DEVICEPOOL_H
#define CROTON_LIB_RUNTIME_DEVICEPOOL_H

#include "DeviceFailure.h"
#include "croton/Runtime/DeviceDriver.h"

namespace croton_rt {

struct CallContext;

/// A block of device memory.
struct DeviceBlock {
  void *address;
  /// The bytes that the block can hold.
  uint64_t capacity;
  CrotonRtDevice *device;
  /// The call that the block belongs to, or null, and the links of its list.
  /// Guarded by the lock of DeviceBlocks.cpp.
  CallContext *owner;
  DeviceBlock *previous, *next;
  /// Live blocks with the same hash of the address.
  DeviceBlock *hashNext;
  /// The neighbours among free blocks of the class, and among all free blocks
  /// in the order in which they were freed.
  DeviceBlock *classPrevious, *classNext;
  DeviceBlock *older, *newer;
  uint32_t sizeClass;
};

/// The memory of one device. Guarded by the lock of the device.
class DevicePool {
public:
  /// Called once, before anything else.
  void initialize(CrotonRtDevice *owner, const CrotonRtDeviceDriver *table,
                  void *handle);

  /// Returns a live block of at least `size` bytes, or null when there is not
  /// enough memory. It is null as well when work on the device turns out to
  /// have failed; then `failure` has what the driver said.
  DeviceBlock *take(uint64_t size, DeviceFailure &failure);
  /// Returns the live block at `address`, or null.
  DeviceBlock *find(const void *address) const;
  /// Takes a live block back, to the pool or to the driver.
  void giveBack(DeviceBlock *block);
  /// Gives free blocks to the driver, oldest first, until at most `keepBytes`
  /// are left.
  void trim(uint64_t keepBytes);

  /// Asks the driver for memory; makes room and tries again when there is not
  /// enough. Returns memory for driver->deallocate, or null as `take` does.
  void *askDriver(uint64_t size, DeviceFailure &failure);

  uint64_t getLiveBlocks() const { return numLive; }
  uint64_t getLiveBytes() const { return liveBytes; }
  uint64_t getFreeBytes() const { return freeBytes; }
  uint64_t getDriverAllocations() const { return driverAllocations; }
  void clearDriverAllocations() { driverAllocations = 0; }

private:
  /// Classes of 256 bytes to 2^46.
  static constexpr uint32_t kMaxLog = 46;
  static constexpr uint32_t kNumClasses = 16 * (kMaxLog - 8) + 1;

  static uint32_t getSizeClass(uint64_t size);
  static uint64_t getCapacity(uint32_t sizeClass);

  DeviceBlock *makeBlock(uint64_t capacity, uint32_t sizeClass,
                         DeviceFailure &failure);
  void destroyBlock(DeviceBlock *block);
  void pushFree(DeviceBlock *block);
  void removeFree(DeviceBlock *block);
  /// Makes room for one more live block in the table; false without memory.
  bool reserveTable();
  void insertLive(DeviceBlock *block);
  void removeLive(DeviceBlock *block);
  DeviceBlock **getBucket(const void *address) const;

  CrotonRtDevice *device;
  const CrotonRtDeviceDriver *driver;
  void *driverDevice;
  /// The bytes of free blocks that may be kept.
  uint64_t limit;

  /// A hash table of the live blocks; its size is a power of two.
  DeviceBlock **table;
  uint64_t tableSize;
  /// The free blocks of each class, newest first.
  DeviceBlock *classes[kNumClasses];
  DeviceBlock *oldest, *newest;

  uint64_t numLive, liveBytes, freeBytes, driverAllocations;
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_DEVICEPOOL_H
