//===- Pool.cpp - Pooled blocks of memory ---------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pool.h"
#include "SpinLock.h"
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

using namespace croton_rt;

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CROTON_RT_NO_POOL 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CROTON_RT_NO_POOL 1
#endif

/// Under address sanitizer a freed block goes back at once, so that its use is
/// seen; a block is as large as asked for, so that overruns are.
#ifdef CROTON_RT_NO_POOL
static constexpr bool kUsesPool = false;
#else
static constexpr bool kUsesPool = true;
#endif

//===----------------------------------------------------------------------===//
// Size classes
//===----------------------------------------------------------------------===//

/// Anything larger cannot be had and would overflow sums of sizes.
static constexpr uint64_t kMaxSize = uint64_t(1) << 46;
static constexpr uint64_t kMinCapacity = 64;
static constexpr uint32_t kNumClasses = 4 * (46 - 6) + 1;

/// Returns the smallest class that holds `size` bytes. Class 4 i + j holds
/// (4 + j) / 4 of 64 * 2^i bytes.
static uint32_t getSizeClass(uint64_t size) {
  if (size <= kMinCapacity)
    return 0;
  // The upper three bits of size - 1, plus one, are the quarters needed.
  uint32_t log = 63 - __builtin_clzll(size - 1);
  uint32_t quarters = static_cast<uint32_t>((size - 1) >> (log - 2)) + 1;
  return 4 * (log - 6) + (quarters - 4);
}

static uint64_t getCapacity(uint32_t sizeClass) {
  return ((4 + sizeClass % 4) * kMinCapacity / 4) << (sizeClass / 4);
}

namespace {
/// The blocks of one size. Aligned, so that classes share no cache line.
struct alignas(64) SizeClass {
  SpinLock lock;
  /// A block was asked for since the clock hand came by last.
  bool wasUsed = false;
  BlockHeader *freeBlocks = nullptr;
  uint64_t numFree = 0;
  uint64_t numLive = 0;
};
} // namespace

static SizeClass classes[kNumClasses];

/// Counters of what the classes do not count.
static std::atomic<uint64_t> unpooledBlocks{0};
static std::atomic<uint64_t> unpooledBytes{0};
static std::atomic<uint64_t> systemAllocations{0};
/// The bytes of free blocks in all classes.
static std::atomic<uint64_t> poolBytes{0};

//===----------------------------------------------------------------------===//
// System memory
//===----------------------------------------------------------------------===//

/// Returns `bytes` of system memory aligned to `alignment`, or null.
static void *askSystem(uint64_t alignment, uint64_t bytes) {
  // With large pages a large block costs few page faults and few TLB entries.
  constexpr uint64_t kLargePage = uint64_t(2) << 20;
  bool isLarge = kUsesPool && bytes >= 2 * kLargePage;
  if (isLarge && alignment < kLargePage)
    alignment = kLargePage;
  void *memory = nullptr;
  if (posix_memalign(&memory, alignment, bytes) != 0)
    return nullptr;
#ifdef MADV_HUGEPAGE
  if (isLarge)
    madvise(memory, bytes, MADV_HUGEPAGE); // A hint: failure does not matter.
#endif
  systemAllocations.fetch_add(1, std::memory_order_relaxed);
  return memory;
}

/// Makes a new block of `capacity` bytes, or returns null.
static BlockHeader *makeBlock(uint64_t alignment, uint64_t capacity,
                              uint32_t sizeClass) {
  if (alignment < CROTON_RT_ALIGNMENT)
    alignment = CROTON_RT_ALIGNMENT;
  if (alignment > kMaxSize || capacity > kMaxSize)
    return nullptr;
  // The header is put at the end of a first stretch of `alignment` bytes.
  uint64_t bytes = alignment + capacity;
  void *memory = askSystem(alignment, bytes);
  if (!memory) {
    croton_rt_pool_trim(0);
    memory = askSystem(alignment, bytes);
  }
  if (!memory)
    return nullptr;
  void *payload = static_cast<char *>(memory) + alignment;
  auto *block = new (BlockHeader::fromPayload(payload)) BlockHeader;
  block->systemBlock = memory;
  block->capacity = capacity;
  block->sizeClass = sizeClass;
  return block;
}

//===----------------------------------------------------------------------===//
// The limit of the pool
//===----------------------------------------------------------------------===//

uint64_t croton_rt::readPoolLimit(const char *variable) {
  if (const char *text = std::getenv(variable)) {
    char *end;
    uint64_t limit = std::strtoull(text, &end, 10);
    if (end != text && *end == '\0' && *text != '-')
      return limit;
  }
  long pages = sysconf(_SC_PHYS_PAGES);
  long pageSize = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || pageSize <= 0)
    return uint64_t(1) << 30;
  return static_cast<uint64_t>(pages) / 4 * static_cast<uint64_t>(pageSize);
}

static uint64_t getPoolLimit() {
  constexpr uint64_t kUnread = ~uint64_t(0);
  static std::atomic<uint64_t> limit{kUnread};
  uint64_t value = limit.load(std::memory_order_relaxed);
  if (value == kUnread) {
    // Two threads may both read; they find the same.
    value = readPoolLimit("CROTON_RT_POOL_BYTES");
    limit.store(value, std::memory_order_relaxed);
  }
  return value;
}

/// Adds `bytes` to the pool's size unless it would pass the limit.
static bool reservePoolBytes(uint64_t bytes) {
  uint64_t limit = getPoolLimit();
  uint64_t held = poolBytes.load(std::memory_order_relaxed);
  do {
    if (held + bytes > limit)
      return false;
  } while (!poolBytes.compare_exchange_weak(held, held + bytes,
                                            std::memory_order_relaxed));
  return true;
}

/// Takes a free block off a class; null when there is none.
static BlockHeader *popFree(SizeClass &entry) {
  BlockHeader *block = entry.freeBlocks;
  if (block) {
    entry.freeBlocks = block->next;
    --entry.numFree;
  }
  return block;
}

/// Gives free blocks of a class to the system until the pool holds at most
/// `keepBytes` or the class is empty.
static void trimClass(SizeClass &entry, uint64_t keepBytes) {
  while (poolBytes.load(std::memory_order_relaxed) > keepBytes) {
    BlockHeader *block;
    {
      SpinGuard guard(entry.lock);
      block = popFree(entry);
    }
    if (!block)
      return;
    poolBytes.fetch_sub(block->capacity, std::memory_order_relaxed);
    std::free(block->systemBlock);
  }
}

/// Makes room for `bytes` in the pool. A clock hand goes around the classes
/// and empties those that were not asked for since it came by last.
static void evict(uint64_t bytes) {
  static std::atomic<uint32_t> hand{0};
  uint64_t keepBytes = getPoolLimit() - bytes;
  for (uint32_t step = 0; step < 2 * kNumClasses; ++step) {
    if (poolBytes.load(std::memory_order_relaxed) <= keepBytes)
      return;
    SizeClass &entry =
        classes[hand.fetch_add(1, std::memory_order_relaxed) % kNumClasses];
    bool wasUsed;
    {
      SpinGuard guard(entry.lock);
      wasUsed = entry.wasUsed;
      entry.wasUsed = false;
    }
    if (!wasUsed)
      trimClass(entry, keepBytes);
  }
}

void croton_rt_pool_trim(uint64_t keep_bytes) {
  for (uint32_t i = kNumClasses; i-- > 0;)
    trimClass(classes[i], keep_bytes);
}

//===----------------------------------------------------------------------===//
// Taking and returning
//===----------------------------------------------------------------------===//

/// Returns a block that does not take part in pooling.
static BlockHeader *takeUnpooled(uint64_t alignment, uint64_t size) {
  BlockHeader *block = makeBlock(alignment, size, kUnpooled);
  if (block) {
    unpooledBlocks.fetch_add(1, std::memory_order_relaxed);
    unpooledBytes.fetch_add(size, std::memory_order_relaxed);
  }
  return block;
}

/// Returns a block of a class, a free one if there is one.
static BlockHeader *takePooled(uint32_t sizeClass) {
  SizeClass &entry = classes[sizeClass];
  BlockHeader *block;
  {
    SpinGuard guard(entry.lock);
    entry.wasUsed = true;
    block = popFree(entry);
    if (block)
      ++entry.numLive;
  }
  if (block) {
    poolBytes.fetch_sub(block->capacity, std::memory_order_relaxed);
    return block;
  }
  block = makeBlock(CROTON_RT_ALIGNMENT, getCapacity(sizeClass), sizeClass);
  if (block) {
    SpinGuard guard(entry.lock);
    ++entry.numLive;
  }
  return block;
}

BlockHeader *croton_rt::takeBlock(uint64_t alignment, uint64_t size) {
  if (size > kMaxSize)
    return nullptr;
  BlockHeader *block = kUsesPool && alignment <= CROTON_RT_ALIGNMENT
                           ? takePooled(getSizeClass(size))
                           : takeUnpooled(alignment, size);
  if (block) {
    block->mark = kLiveMark;
    block->owner.store(nullptr, std::memory_order_relaxed);
  }
  return block;
}

/// Ends the process because of a block that is not live.
[[noreturn]] static void reportBadBlock(BlockHeader *block) {
  std::fprintf(stderr, "croton runtime: %s at %p\n",
               block->mark == kFreeMark ? "block freed twice"
                                        : "freed memory is not a block",
               block->getPayload());
  std::abort();
}

void croton_rt::returnBlock(BlockHeader *block) {
  if (block->mark != kLiveMark)
    reportBadBlock(block);
  block->mark = kFreeMark;
  uint64_t capacity = block->capacity;
  if (block->sizeClass == kUnpooled) {
    unpooledBlocks.fetch_sub(1, std::memory_order_relaxed);
    unpooledBytes.fetch_sub(capacity, std::memory_order_relaxed);
    std::free(block->systemBlock);
    return;
  }
  bool isKept = reservePoolBytes(capacity);
  if (!isKept && capacity <= getPoolLimit()) {
    evict(capacity);
    isKept = reservePoolBytes(capacity);
  }
  SizeClass &entry = classes[block->sizeClass];
  {
    SpinGuard guard(entry.lock);
    --entry.numLive;
    if (isKept) {
      block->next = entry.freeBlocks;
      entry.freeBlocks = block;
      ++entry.numFree;
    }
  }
  if (!isKept)
    std::free(block->systemBlock);
}

CrotonRtStats croton_rt_stats(void) {
  CrotonRtStats stats;
  stats.live_blocks = unpooledBlocks.load(std::memory_order_relaxed);
  stats.live_bytes = unpooledBytes.load(std::memory_order_relaxed);
  stats.pool_bytes = poolBytes.load(std::memory_order_relaxed);
  stats.system_allocations = systemAllocations.load(std::memory_order_relaxed);
  for (uint32_t i = 0; i < kNumClasses; ++i) {
    SpinGuard guard(classes[i].lock);
    stats.live_blocks += classes[i].numLive;
    stats.live_bytes += classes[i].numLive * getCapacity(i);
  }
  return stats;
}
