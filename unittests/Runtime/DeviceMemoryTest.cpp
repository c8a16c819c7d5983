//===- DeviceMemoryTest.cpp - Blocks of device memory ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"
#include "croton/Runtime/Device.h"
#include "croton/Runtime/Memory.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <set>
#include <thread>
#include <vector>

using namespace croton_test;

[[noreturn]] static void failNow() {
  croton_rt_fail(CROTON_ERROR_ASSERT, "stop", nullptr, 0);
}

static uint64_t countLive(CrotonRtDevice *device) {
  return croton_rt_device_stats(device).live_blocks;
}

/// Sets a variable of the environment for a scope.
namespace {
class Variable {
public:
  Variable(const char *name, const char *value) : name(name) {
    setenv(name, value, 1);
  }
  ~Variable() { unsetenv(name); }

private:
  const char *name;
};
} // namespace

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST(DeviceMemoryTest, BlocksAreAlignedAndApart) {
  FreshDevice fresh;
  std::set<void *> blocks;
  for (uint64_t size : {0, 0, 1, 255, 256, 257, 1000, 1000000}) {
    void *block = croton_rt_device_alloc(fresh.device, size);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 256, 0u);
    EXPECT_TRUE(blocks.insert(block).second);
    EXPECT_GE(fresh.fake.blocks[block], size);
  }
  EXPECT_EQ(countLive(fresh.device), 8u);
  for (void *block : blocks)
    croton_rt_device_free(fresh.device, block);
  EXPECT_EQ(countLive(fresh.device), 0u);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).live_bytes, 0u);
}

TEST(DeviceMemoryTest, LittleMoreIsTakenThanAskedFor) {
  FreshDevice fresh;
  for (uint64_t size = 257; size < (uint64_t(1) << 31); size += size / 7) {
    void *block = croton_rt_device_alloc(fresh.device, size);
    uint64_t taken = croton_rt_device_stats(fresh.device).live_bytes;
    EXPECT_EQ(taken, fresh.fake.blocks[block]);
    EXPECT_GE(taken, size);
    EXPECT_LE(taken, size + size / (size > (1 << 20) ? 16 : 4));
    croton_rt_device_free(fresh.device, block);
  }
}

TEST(DeviceMemoryTest, ManyBlocksAreFound) {
  FreshDevice fresh;
  std::vector<void *> blocks;
  for (int i = 0; i < 1000; ++i)
    blocks.push_back(croton_rt_device_alloc(fresh.device, 256 * (i % 5)));
  for (size_t i = 0; i < blocks.size(); i += 2)
    croton_rt_device_free(fresh.device, blocks[i]);
  EXPECT_EQ(countLive(fresh.device), 500u);
  for (size_t i = 1; i < blocks.size(); i += 2)
    croton_rt_device_free(fresh.device, blocks[i]);
  EXPECT_EQ(countLive(fresh.device), 0u);
}

TEST(DeviceMemoryTest, WhatIsNoBlockIsRefused) {
  FreshDevice a, b;
  croton_rt_device_free(a.device, nullptr);
  croton_rt_device_release(a.device, nullptr);
  int local = 0;
  void *block = croton_rt_device_alloc(a.device, 10);
  // Before the device has any block, and after.
  for (CrotonRtDevice *device : {b.device, a.device}) {
    for (void *other : {static_cast<void *>(&local),
                        static_cast<void *>(static_cast<char *>(block) + 1)}) {
      for (auto *function : {croton_rt_device_free, croton_rt_device_release}) {
        std::string message =
            getFailure(CROTON_ERROR_DEVICE, [&] { function(device, other); });
        EXPECT_NE(message.find("is not the address of a live block on fake:"),
                  std::string::npos)
            << message;
      }
    }
  }
  croton_rt_device_free(a.device, block);
  getFailure(CROTON_ERROR_DEVICE,
             [&] { croton_rt_device_free(a.device, block); });
  EXPECT_EQ(countLive(a.device), 0u);
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

TEST(DeviceMemoryTest, FreedBlocksAreReused) {
  FreshDevice fresh;
  void *first = croton_rt_device_alloc(fresh.device, 3000);
  croton_rt_device_free(fresh.device, first);
  EXPECT_GE(croton_rt_device_stats(fresh.device).pool_bytes, 3000u);
  for (int i = 0; i < 100; ++i) {
    void *block = croton_rt_device_alloc(fresh.device, 2900);
    EXPECT_EQ(block, first);
    croton_rt_device_free(fresh.device, block);
  }
  EXPECT_EQ(croton_rt_device_stats(fresh.device).driver_allocations, 1u);
  EXPECT_EQ(fresh.fake.calls["deallocate"], 0);
}

TEST(DeviceMemoryTest, TheOldestBlocksLeaveAFullPool) {
  Variable limit("CROTON_RT_DEVICE_POOL_BYTES", "4096");
  FreshDevice fresh;
  std::vector<void *> blocks;
  for (int i = 0; i < 6; ++i)
    blocks.push_back(croton_rt_device_alloc(fresh.device, 1024));
  // Freed in this order: the first two must go when the last two come.
  for (void *block : blocks)
    croton_rt_device_free(fresh.device, block);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).pool_bytes, 4096u);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(fresh.fake.blocks.count(blocks[i]), i < 2 ? 0u : 1u) << i;
  // One that alone would fill more than the pool is not kept at all.
  croton_rt_device_free(fresh.device,
                        croton_rt_device_alloc(fresh.device, 4097));
  EXPECT_EQ(croton_rt_device_stats(fresh.device).pool_bytes, 4096u);
  EXPECT_EQ(fresh.fake.countBytes(), 4096u);
}

TEST(DeviceMemoryTest, APoolOfNothingKeepsNothing) {
  Variable limit("CROTON_RT_DEVICE_POOL_BYTES", "0");
  FreshDevice fresh;
  croton_rt_device_free(fresh.device, croton_rt_device_alloc(fresh.device, 1));
  EXPECT_EQ(fresh.fake.countBytes(), 0u);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).pool_bytes, 0u);
}

TEST(DeviceMemoryTest, ExactDriversSeeEveryBlock) {
  FreshDevice fresh("exact");
  void *block = croton_rt_device_alloc(fresh.device, 1001);
  EXPECT_EQ(fresh.fake.blocks[block], 1001u);
  croton_rt_device_free(fresh.device, block);
  EXPECT_TRUE(fresh.fake.blocks.empty());
  void *empty = croton_rt_device_alloc(fresh.device, 0);
  EXPECT_EQ(fresh.fake.blocks.count(empty), 1u);
  croton_rt_device_free(fresh.device, empty);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).driver_allocations, 2u);
}

//===----------------------------------------------------------------------===//
// Too little memory
//===----------------------------------------------------------------------===//

TEST(DeviceMemoryTest, ThePoolIsEmptiedBeforeMemoryIsOut) {
  FreshDevice fresh;
  fresh.fake.memory = 1 << 20;
  for (uint64_t size : {1000, 2000, 900000})
    croton_rt_device_free(fresh.device,
                          croton_rt_device_alloc(fresh.device, size));
  void *block = croton_rt_device_alloc(fresh.device, 1000000);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).pool_bytes, 0u);
  EXPECT_EQ(fresh.fake.blocks.size(), 1u);
  EXPECT_EQ(fresh.fake.calls["synchronize"], 1);
  croton_rt_device_free(fresh.device, block);
}

TEST(DeviceMemoryTest, OutOfMemorySaysHowMuchIsInUse) {
  FreshDevice fresh;
  fresh.fake.memory = 1 << 20;
  CrotonRtDevice *device = fresh.device;
  std::string message = getFailure(CROTON_ERROR_MEMORY, [&] {
    croton_rt_device_alloc(device, 512);
    croton_rt_device_alloc(device, 2000000);
  });
  EXPECT_EQ(message,
            "out of memory on fake:" + std::to_string(fresh.ordinal) +
                ": cannot allocate 2000000 bytes while 512 bytes are in use; "
                "free results that are no longer needed, or use smaller "
                "inputs");
  // Nothing is lost by it, and the device goes on.
  EXPECT_EQ(countLive(device), 0u);
  croton_rt_device_free(device, croton_rt_device_alloc(device, 1000));
}

TEST(DeviceMemoryTest, SizesThatDoNotExistAreOutOfMemory) {
  FreshDevice fresh;
  for (uint64_t size : {UINT64_MAX, UINT64_MAX - 255, uint64_t(1) << 63,
                        (uint64_t(1) << 46) + 1, uint64_t(1) << 46})
    getFailure(CROTON_ERROR_MEMORY,
               [&] { croton_rt_device_alloc(fresh.device, size); });
  EXPECT_EQ(countLive(fresh.device), 0u);
}

TEST(DeviceMemoryTest, FailedWorkIsNotTakenForLackOfMemory) {
  FreshDevice fresh;
  fresh.fake.memory = 0;
  fresh.fake.failures["synchronize"] = 1;
  std::string message = getFailure(
      CROTON_ERROR_DEVICE, [&] { croton_rt_device_alloc(fresh.device, 1); });
  EXPECT_NE(message.find("an allocation on fake:"), std::string::npos);
  EXPECT_NE(message.find("synchronize was told to fail"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Blocks and calls
//===----------------------------------------------------------------------===//

TEST(DeviceMemoryTest, AFailedCallFreesWhatItHeld) {
  FreshDevice a, b("exact");
  EXPECT_EQ(call([&] {
              for (int i = 0; i < 10; ++i) {
                croton_rt_device_alloc(a.device, 1000 * i);
                croton_rt_device_alloc(b.device, 1000 * i);
              }
              void *freed = croton_rt_device_alloc(a.device, 5);
              croton_rt_alloc(7);
              croton_rt_device_free(a.device, freed);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(a.device), 0u);
  EXPECT_EQ(countLive(b.device), 0u);
  EXPECT_TRUE(b.fake.blocks.empty());
  EXPECT_EQ(a.fake.countBytes(), croton_rt_device_stats(a.device).pool_bytes);
}

TEST(DeviceMemoryTest, AGoodCallLeavesItsResults) {
  FreshDevice fresh;
  void *result = nullptr;
  EXPECT_EQ(call([&] {
              void *temporary = croton_rt_device_alloc(fresh.device, 10);
              result = croton_rt_device_alloc(fresh.device, 20);
              croton_rt_device_free(fresh.device, temporary);
            }),
            CROTON_OK);
  EXPECT_EQ(call([] { failNow(); }), CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(fresh.device), 1u);
  croton_rt_device_free(fresh.device, result);
  EXPECT_EQ(countLive(fresh.device), 0u);
}

TEST(DeviceMemoryTest, ReleasedBlocksOutliveAFailure) {
  FreshDevice fresh;
  void *kept = nullptr;
  EXPECT_EQ(call([&] {
              croton_rt_device_alloc(fresh.device, 10);
              kept = croton_rt_device_alloc(fresh.device, 20);
              croton_rt_device_alloc(fresh.device, 30);
              croton_rt_device_release(fresh.device, kept);
              croton_rt_device_release(fresh.device, kept);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(fresh.device), 1u);
  croton_rt_device_free(fresh.device, kept);
  EXPECT_EQ(countLive(fresh.device), 0u);
}

TEST(DeviceMemoryTest, InnerResultsBelongToTheOuterCall) {
  FreshDevice a, b;
  EXPECT_EQ(call([&] {
              croton_rt_device_alloc(a.device, 10);
              EXPECT_EQ(call([&] {
                          croton_rt_device_alloc(a.device, 20);
                          croton_rt_device_alloc(b.device, 20);
                          croton_rt_device_alloc(a.device, 20);
                        }),
                        CROTON_OK);
              EXPECT_EQ(countLive(a.device), 3u);
              // An inner failure does not touch the outer call's blocks.
              EXPECT_EQ(call([&] {
                          croton_rt_device_alloc(a.device, 30);
                          failNow();
                        }),
                        CROTON_ERROR_ASSERT);
              EXPECT_EQ(countLive(a.device), 3u);
              EXPECT_EQ(countLive(b.device), 1u);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(a.device), 0u);
  EXPECT_EQ(countLive(b.device), 0u);
}

TEST(DeviceMemoryTest, AnotherThreadMayFree) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] {
              void *blocks[9];
              for (void *&block : blocks)
                block = croton_rt_device_alloc(fresh.device, 100);
              std::thread([&] {
                for (int i = 0; i < 9; i += 2)
                  croton_rt_device_free(fresh.device, blocks[i]);
              }).join();
              EXPECT_EQ(countLive(fresh.device), 4u);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(fresh.device), 0u);
}

TEST(DeviceMemoryTest, ManyThreadsAllocateAndFail) {
  FreshDevice a, b;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 200; ++i) {
        int32_t code = call([&] {
          for (int j = 0; j < 8; ++j) {
            CrotonRtDevice *device = j % 3 ? a.device : b.device;
            void *block = croton_rt_device_alloc(device, 256);
            croton_rt_device_fill(device, block, j, 8, 32);
            int64_t value;
            croton_rt_device_copy_to_host(device, &value, block, 8);
            if (value != j)
              croton_rt_fail(CROTON_ERROR_VALUE, "shared", nullptr, 0);
            if (j % 2)
              croton_rt_device_free(device, block);
          }
          failNow();
        });
        EXPECT_EQ(code, CROTON_ERROR_ASSERT);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(countLive(a.device), 0u);
  EXPECT_EQ(countLive(b.device), 0u);
}
