//===- Memory.h - Memory of compiled code -------------------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The allocator of compiled code. Freed blocks are kept for reuse, so that a
// function that is called again touches no fresh pages. Valid C11. Every
// function may be called from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_MEMORY_H
#define CROTON_RUNTIME_MEMORY_H

#include <assert.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The alignment of every block.
#define CROTON_RT_ALIGNMENT 64

/// What the allocator holds at one moment. While other threads allocate, the
/// counts need not belong to the same instant.
typedef struct CrotonRtStats {
  /// Blocks that were allocated and not freed, and the bytes they can hold.
  uint64_t live_blocks;
  uint64_t live_bytes;
  /// The bytes of freed blocks that are kept for reuse.
  uint64_t pool_bytes;
  /// How often memory was asked of the system since the process began.
  uint64_t system_allocations;
} CrotonRtStats;

static_assert(sizeof(CrotonRtStats) == 32, "size is part of the ABI");

/// Returns `size` bytes aligned to CROTON_RT_ALIGNMENT, with any content. A
/// size of zero gives a block of its own. Inside a call (see Status.h) the
/// block belongs to the call until freed or released, and running out of memory
/// ends the call with CROTON_ERROR_MEMORY. Outside of a call it gives null.
void *croton_rt_alloc(uint64_t size);

/// As croton_rt_alloc, aligned to `alignment`, a power of two.
void *croton_rt_aligned_alloc(uint64_t alignment, uint64_t size);

/// Frees a block of the functions above; null is ignored.
void croton_rt_free(void *block);

/// Detaches a block from the call that allocated it: it lives on when the call
/// fails, until freed. Null and blocks without a call are ignored.
void croton_rt_release(void *block);

/// Gives pooled memory back to the system until at most `keep_bytes` are left.
/// The pool never keeps more than CROTON_RT_POOL_BYTES of the environment (a
/// plain number of bytes, read once), by default a quarter of the physical
/// memory; beyond it, blocks of sizes that were not asked for lately go first.
void croton_rt_pool_trim(uint64_t keep_bytes);

/// Returns the counters of the whole process.
CrotonRtStats croton_rt_stats(void);

/// The names under which MLIR's lowering to LLVM calls the allocator; as
/// croton_rt_alloc, croton_rt_aligned_alloc and croton_rt_free.
void *_mlir_memref_to_llvm_alloc(uint64_t size);
void *_mlir_memref_to_llvm_aligned_alloc(uint64_t alignment, uint64_t size);
void _mlir_memref_to_llvm_free(void *block);

/// A memref of any rank, as MLIR's lowering to LLVM passes it. The descriptor
/// holds, each eight bytes wide: allocated pointer, aligned pointer, offset,
/// `rank` sizes, `rank` strides; offset and strides count elements.
typedef struct CrotonRtUnrankedMemRef {
  int64_t rank;
  void *descriptor;
} CrotonRtUnrankedMemRef;

/// Copies `source` into `target`, of equal shape and elements of `element_size`
/// bytes, any strides. MLIR's lowering calls it for copies between layouts that
/// are not contiguous. The two must be the same memref or not overlap.
void memrefCopy(int64_t element_size, const CrotonRtUnrankedMemRef *source,
                const CrotonRtUnrankedMemRef *target);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_MEMORY_H
