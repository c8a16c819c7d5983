//===- Memory.cpp - Memory of compiled code -------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ties the blocks of the pool to the calls that allocate them.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Memory.h"
#include "CallContext.h"
#include "Pool.h"
#include "SpinLock.h"
#include <cstdint>

using namespace croton_rt;

//===----------------------------------------------------------------------===//
// Lists of blocks by call
//===----------------------------------------------------------------------===//

/// Guards the list of `context`. The locks are static, since another thread may
/// free a block while the call that owns it, and its context, come to an end.
static SpinLock &getListLock(const CallContext *context) {
  constexpr uintptr_t kNumLocks = 64;
  static SpinLock locks[kNumLocks];
  return locks[(reinterpret_cast<uintptr_t>(context) >> 8) % kNumLocks];
}

static void link(BlockHeader *block, CallContext *context) {
  SpinGuard guard(getListLock(context));
  block->previous = nullptr;
  block->next = context->blocks;
  if (block->next)
    block->next->previous = block;
  context->blocks = block;
  block->owner.store(context, std::memory_order_release);
}

/// Takes a block out of its owner's list, if it has one.
static void unlink(BlockHeader *block) {
  // The owner may change until its lock is held: look again then.
  while (CallContext *owner = block->owner.load(std::memory_order_acquire)) {
    SpinGuard guard(getListLock(owner));
    if (block->owner.load(std::memory_order_relaxed) != owner)
      continue;
    (block->previous ? block->previous->next : owner->blocks) = block->next;
    if (block->next)
      block->next->previous = block->previous;
    block->owner.store(nullptr, std::memory_order_release);
    return;
  }
}

void croton_rt::freeBlocks(CallContext &context) {
  while (BlockHeader *block = context.blocks) {
    unlink(block);
    returnBlock(block);
  }
}

void croton_rt::bequeathBlocks(CallContext &context, CallContext *heir) {
  while (BlockHeader *block = context.blocks) {
    unlink(block);
    if (heir)
      link(block, heir);
  }
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Ends the call for want of `size` bytes.
[[noreturn]] static void failForMemory(uint64_t size) {
  bool fits = size <= static_cast<uint64_t>(INT64_MAX);
  int64_t value = fits ? static_cast<int64_t>(size) : INT64_MAX;
  croton_rt_fail(CROTON_ERROR_MEMORY,
                 fits ? "out of memory: cannot allocate {0} bytes"
                      : "out of memory: cannot allocate more than {0} bytes",
                 &value, 1);
}

void *croton_rt_aligned_alloc(uint64_t alignment, uint64_t size) {
  CallContext *context = getCurrentContext();
  BlockHeader *block = takeBlock(alignment, size);
  if (!block) {
    if (context)
      failForMemory(size);
    return nullptr;
  }
  if (context)
    link(block, context);
  return block->getPayload();
}

void *croton_rt_alloc(uint64_t size) {
  return croton_rt_aligned_alloc(CROTON_RT_ALIGNMENT, size);
}

void croton_rt_free(void *block) {
  if (!block)
    return;
  BlockHeader *header = BlockHeader::fromPayload(block);
  unlink(header);
  returnBlock(header);
}

void croton_rt_release(void *block) {
  if (block)
    unlink(BlockHeader::fromPayload(block));
}

void *_mlir_memref_to_llvm_alloc(uint64_t size) {
  return croton_rt_alloc(size);
}

void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size) {
  return croton_rt_aligned_alloc(alignment, size);
}

void _mlir_memref_to_llvm_free(void *block) { croton_rt_free(block); }
