//===- MemoryTest.cpp - Memory of compiled code ---------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <thread>
#include <vector>

/// Under address sanitizer freed blocks are not kept.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
static constexpr bool kUsesPool = false;
#else
static constexpr bool kUsesPool = true;
#endif
#else
static constexpr bool kUsesPool = true;
#endif

static uint64_t countLive() { return croton_rt_stats().live_blocks; }
static uint64_t countSystem() { return croton_rt_stats().system_allocations; }

static void runBody(void **args) {
  (*static_cast<std::function<void()> *>(args[0]))();
}

/// Runs `body` as a call and returns its code.
static int32_t call(std::function<void()> body,
                    CrotonStatus *status = nullptr) {
  void *args[] = {&body};
  return croton_rt_call(runBody, args, status);
}

[[noreturn]] static void failNow() {
  croton_rt_fail(CROTON_ERROR_ASSERT, "stop", nullptr, 0);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

TEST(MemoryTest, BlocksOfAllSizesAreAlignedAndApart) {
  uint64_t live = countLive();
  std::vector<std::pair<unsigned char *, uint64_t>> blocks;
  for (uint64_t size = 0; size < 100000; size += 1 + size / 9) {
    auto *block = static_cast<unsigned char *>(croton_rt_alloc(size));
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % CROTON_RT_ALIGNMENT, 0u);
    std::memset(block, blocks.size() % 251, size);
    blocks.push_back({block, size});
  }
  EXPECT_EQ(countLive(), live + blocks.size());
  for (size_t i = 0; i < blocks.size(); ++i) {
    auto [block, size] = blocks[i];
    for (uint64_t j = 0; j < size; ++j)
      ASSERT_EQ(block[j], i % 251) << "size " << size << " byte " << j;
    croton_rt_free(block);
  }
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, LargeAlignmentsAreKept) {
  uint64_t live = countLive();
  for (uint64_t alignment = 1; alignment <= (1 << 16); alignment *= 2) {
    void *block = croton_rt_aligned_alloc(alignment, 100);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % alignment, 0u);
    std::memset(block, 1, 100);
    _mlir_memref_to_llvm_free(block);
  }
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, LargeBlocksCanBeUsedToTheirEnd) {
  for (uint64_t size : {uint64_t(4) << 20, (uint64_t(9) << 20) + 3}) {
    auto *block = static_cast<char *>(croton_rt_alloc(size));
    ASSERT_NE(block, nullptr);
    EXPECT_GE(croton_rt_stats().live_bytes, size);
    block[0] = block[size - 1] = 1;
    croton_rt_free(block);
  }
}

TEST(MemoryTest, LiveBytesGrowByLittleMoreThanAskedFor) {
  for (uint64_t size : {65u, 1000u, 1025u, 4097u, 1000001u}) {
    uint64_t before = croton_rt_stats().live_bytes;
    void *block = croton_rt_alloc(size);
    uint64_t grown = croton_rt_stats().live_bytes - before;
    EXPECT_GE(grown, size);
    EXPECT_LE(grown, size + size / 4);
    croton_rt_free(block);
    EXPECT_EQ(croton_rt_stats().live_bytes, before);
  }
}

TEST(MemoryTest, NullIsIgnored) {
  uint64_t live = countLive();
  croton_rt_free(nullptr);
  croton_rt_release(nullptr);
  EXPECT_EQ(countLive(), live);
}

//===----------------------------------------------------------------------===//
// The pool
//===----------------------------------------------------------------------===//

TEST(MemoryTest, RepeatedAllocationAsksTheSystemOnce) {
  if (!kUsesPool)
    GTEST_SKIP() << "no pool under address sanitizer";
  auto allocateTwo = [] {
    void *first = croton_rt_alloc(3000), *second = croton_rt_alloc(70000);
    croton_rt_free(first);
    croton_rt_free(second);
  };
  allocateTwo();
  uint64_t before = countSystem();
  for (int i = 0; i < 100; ++i)
    allocateTwo();
  EXPECT_EQ(countSystem(), before);
}

TEST(MemoryTest, TrimGivesMemoryBack) {
  if (!kUsesPool)
    GTEST_SKIP() << "no pool under address sanitizer";
  croton_rt_free(croton_rt_alloc(100000));
  EXPECT_GE(croton_rt_stats().pool_bytes, 100000u);
  croton_rt_pool_trim(0);
  EXPECT_EQ(croton_rt_stats().pool_bytes, 0u);
  uint64_t before = countSystem();
  croton_rt_free(croton_rt_alloc(100000));
  EXPECT_EQ(countSystem(), before + 1);
}

/// Runs in a process of its own, since the limit is read once. Exits with 0
/// when the pool stays below a limit of one MiB and keeps the size in use.
static void checkPoolLimit() {
  setenv("CROTON_RT_POOL_BYTES", "1048576", 1);
  // Fill the pool with a size that is then no longer asked for.
  std::vector<void *> blocks;
  for (int i = 0; i < 20; ++i)
    blocks.push_back(croton_rt_alloc(65536));
  for (void *block : blocks)
    croton_rt_free(block);
  bool isGood = croton_rt_stats().pool_bytes == 1048576;
  // Another size soon finds room, and is then served from the pool.
  for (int i = 0; i < 5; ++i)
    croton_rt_free(croton_rt_alloc(500000));
  uint64_t before = countSystem();
  for (int i = 0; i < 5; ++i)
    croton_rt_free(croton_rt_alloc(500000));
  isGood &= countSystem() == before;
  // What is larger than the limit is never kept.
  croton_rt_free(croton_rt_alloc(2000000));
  isGood &= croton_rt_stats().pool_bytes <= 1048576;
  std::exit(isGood ? 0 : 1);
}

TEST(MemoryDeathTest, PoolStaysBelowItsLimit) {
  if (!kUsesPool)
    GTEST_SKIP() << "no pool under address sanitizer";
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(checkPoolLimit(), testing::ExitedWithCode(0), "");
}

TEST(MemoryDeathTest, FreeingTwiceIsReported) {
  EXPECT_DEATH(
      {
        void *block = croton_rt_alloc(100);
        croton_rt_free(block);
        croton_rt_free(block);
      },
      kUsesPool ? "block freed twice" : "use-after-free");
}

//===----------------------------------------------------------------------===//
// Blocks and calls
//===----------------------------------------------------------------------===//

TEST(MemoryTest, AFailedCallFreesWhatItHeld) {
  uint64_t live = countLive();
  EXPECT_EQ(call([] {
              for (int i = 0; i < 10; ++i)
                croton_rt_alloc(1000 * i);
              void *freed = croton_rt_alloc(5);
              croton_rt_aligned_alloc(4096, 77);
              croton_rt_free(freed);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, AGoodCallLeavesItsResults) {
  uint64_t live = countLive();
  void *result = nullptr;
  EXPECT_EQ(call([&] {
              void *temporary = croton_rt_alloc(10);
              result = croton_rt_alloc(20);
              croton_rt_free(temporary);
            }),
            CROTON_OK);
  EXPECT_EQ(countLive(), live + 1);
  // It belongs to nobody now: another failing call leaves it alone.
  EXPECT_EQ(call([] { failNow(); }), CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(), live + 1);
  croton_rt_free(result);
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, ReleasedBlocksOutliveAFailure) {
  uint64_t live = countLive();
  void *kept = nullptr;
  EXPECT_EQ(call([&] {
              croton_rt_alloc(10);
              kept = croton_rt_alloc(20);
              croton_rt_alloc(30);
              croton_rt_release(kept);
              croton_rt_release(kept);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(), live + 1);
  std::memset(kept, 1, 20);
  croton_rt_free(kept);
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, InnerResultsBelongToTheOuterCall) {
  uint64_t live = countLive();
  EXPECT_EQ(call([&] {
              croton_rt_alloc(10);
              EXPECT_EQ(call([] { croton_rt_alloc(20); }), CROTON_OK);
              EXPECT_EQ(countLive(), live + 2);
              // An inner failure does not touch the outer call's blocks.
              EXPECT_EQ(call([] {
                          croton_rt_alloc(30);
                          failNow();
                        }),
                        CROTON_ERROR_ASSERT);
              EXPECT_EQ(countLive(), live + 2);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, ImpossibleSizesFailTheCall) {
  uint64_t live = countLive();
  CrotonStatus status;
  EXPECT_EQ(call(
                [] {
                  croton_rt_alloc(10);
                  croton_rt_alloc(uint64_t(1) << 50);
                },
                &status),
            CROTON_ERROR_MEMORY);
  EXPECT_STREQ(status.message,
               "out of memory: cannot allocate 1125899906842624 bytes");
  EXPECT_EQ(call([] { croton_rt_alloc(~uint64_t(0)); }, &status),
            CROTON_ERROR_MEMORY);
  EXPECT_STREQ(status.message, "out of memory: cannot allocate more than "
                               "9223372036854775807 bytes");
  EXPECT_EQ(countLive(), live);
  // Outside of a call there is nobody to tell.
  EXPECT_EQ(croton_rt_alloc(uint64_t(1) << 50), nullptr);
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

TEST(MemoryTest, BlocksMayBeFreedOnAnotherThread) {
  uint64_t live = countLive();
  EXPECT_EQ(call([] {
              std::vector<void *> blocks;
              for (int i = 0; i < 1000; ++i)
                blocks.push_back(croton_rt_alloc(i));
              std::thread other([&] {
                for (int i = 0; i < 1000; i += 2)
                  croton_rt_free(blocks[i]);
              });
              for (int i = 1; i < 1000; i += 2)
                croton_rt_free(blocks[i]);
              other.join();
              croton_rt_alloc(1);
              // A vector would not be destroyed by the failure.
              std::vector<void *>().swap(blocks);
              failNow();
            }),
            CROTON_ERROR_ASSERT);
  EXPECT_EQ(countLive(), live);
}

TEST(MemoryTest, ManyThreadsAllocateAndFail) {
  uint64_t live = countLive();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 1000; ++i) {
        int32_t code = call([&] {
          for (int j = 0; j < 8; ++j) {
            auto *block = static_cast<unsigned char *>(croton_rt_alloc(256));
            std::memset(block, t, 256);
            for (int k = 0; k < 256; ++k)
              if (block[k] != t)
                croton_rt_fail(CROTON_ERROR_VALUE, "shared", nullptr, 0);
            if (j % 2)
              croton_rt_free(block);
          }
          failNow();
        });
        EXPECT_EQ(code, CROTON_ERROR_ASSERT);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(countLive(), live);
}
