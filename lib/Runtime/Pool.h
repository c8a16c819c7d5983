//===- Pool.h - Pooled blocks of memory -------------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks by size class, four classes to each power of two, with a list of free
// blocks for each. It knows nothing of calls.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_POOL_H
#define CROTON_LIB_RUNTIME_POOL_H

#include "croton/Runtime/Memory.h"
#include <atomic>
#include <cstddef>

namespace croton_rt {

struct CallContext;

/// Lies in the CROTON_RT_ALIGNMENT bytes before every block.
struct BlockHeader {
  /// What the system gave, and what must go back to it.
  void *systemBlock;
  /// The bytes that the block can hold.
  uint64_t capacity;
  /// Links in the list of the owner; `next` also links free blocks.
  BlockHeader *next;
  BlockHeader *previous;
  /// The call that the block belongs to, or null.
  std::atomic<CallContext *> owner;
  /// The class, or kUnpooled.
  uint32_t sizeClass;
  /// kLiveMark while the block is in use, else kFreeMark.
  uint32_t mark;

  void *getPayload() {
    return reinterpret_cast<char *>(this) + CROTON_RT_ALIGNMENT;
  }
  static BlockHeader *fromPayload(void *payload) {
    return reinterpret_cast<BlockHeader *>(static_cast<char *>(payload) -
                                           CROTON_RT_ALIGNMENT);
  }
};
static_assert(sizeof(BlockHeader) <= CROTON_RT_ALIGNMENT,
              "the header lies in front of an aligned block");

constexpr uint32_t kUnpooled = ~uint32_t(0);
constexpr uint32_t kLiveMark = 0xC407011E;
constexpr uint32_t kFreeMark = 0xC407F4EE;

/// Returns a block of at least `size` bytes, without an owner, or null when
/// there is no memory. `alignment` is a power of two.
BlockHeader *takeBlock(uint64_t alignment, uint64_t size);

/// Takes a block back, to the pool or to the system. Aborts when it is not a
/// live block: going on would corrupt memory.
void returnBlock(BlockHeader *block);

/// Returns the bytes that a pool may keep: what `variable` of the environment
/// says if it is a plain number, else a quarter of the physical memory.
uint64_t readPoolLimit(const char *variable);

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_POOL_H
