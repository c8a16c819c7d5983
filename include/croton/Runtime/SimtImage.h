//===- SimtImage.h - What an image tells the SIMT emulator --------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The contract between the code that the target attribute
// `#croton.simt_target` makes and the emulator that runs it: the tables that an
// image holds, and the functions that kernels call. Valid C11.
//
// Kernels run on stacks of the emulator, one thread at a time. All functions
// below but croton_rt_simt_symbols may be called by kernels only. `site` is the
// index of an entry in the image's table of sites.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_SIMTIMAGE_H
#define CROTON_RUNTIME_SIMTIMAGE_H

#include "croton/Runtime/Symbols.h"
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Grows with every change of this file that an image can see.
#define CROTON_SIMT_IMAGE_VERSION 1

/// The symbol of an image that holds its CrotonSimtImage.
#define CROTON_SIMT_IMAGE_SYMBOL "croton_simt_image"

/// What is at a site.
typedef enum CrotonSimtSiteKind {
  CROTON_SIMT_LOAD = 0,
  CROTON_SIMT_STORE = 1,
  CROTON_SIMT_ATOMIC = 2,
  /// A conditional branch whose condition may differ between lanes.
  CROTON_SIMT_BRANCH = 3,
  /// A barrier, a warp operation, a loop or a trap.
  CROTON_SIMT_OTHER = 4
} CrotonSimtSiteKind;

/// A place in a kernel.
typedef struct CrotonSimtSite {
  /// Where it comes from, as MLIR prints locations.
  const char *location;
  /// What it is, for messages: "load of float".
  const char *text;
  /// One of CrotonSimtSiteKind.
  uint32_t kind;
  /// The bytes of an access and the alignment that it relies on.
  uint32_t size;
  uint32_t alignment;
  /// The variable in shared memory that the access must stay within, where one
  /// is known: its offset and its size, which is 0 otherwise.
  uint32_t object_offset;
  uint32_t object_size;
} CrotonSimtSite;

/// A kernel. `entry` runs one thread of it.
typedef struct CrotonSimtKernel {
  const char *name;
  void (*entry)(void *const *parameters);
  uint32_t num_parameters;
  /// The bytes of its variables in shared memory; dynamic shared memory starts
  /// behind them, aligned to 16.
  uint32_t shared_bytes;
  /// The most threads a block may have by the kernel's own word, or 0.
  uint32_t max_threads;
} CrotonSimtKernel;

/// A variable in global or constant memory.
typedef struct CrotonSimtGlobal {
  const char *name;
  void *address;
  uint64_t size;
} CrotonSimtGlobal;

/// Accesses are reported by croton_simt_access.
#define CROTON_SIMT_CHECKED 1u
/// So are branches.
#define CROTON_SIMT_COUNTED 2u

typedef struct CrotonSimtImage {
  uint32_t version;
  /// Of the flags above.
  uint32_t flags;
  const CrotonSimtKernel *kernels;
  uint64_t num_kernels;
  const CrotonSimtSite *sites;
  uint64_t num_sites;
  const CrotonSimtGlobal *globals;
  uint64_t num_globals;
} CrotonSimtImage;

static_assert(sizeof(CrotonSimtSite) == 40, "size is part of the ABI");
static_assert(sizeof(CrotonSimtKernel) == 32, "size is part of the ABI");
static_assert(sizeof(CrotonSimtGlobal) == 24, "size is part of the ABI");
static_assert(sizeof(CrotonSimtImage) == 56, "size is part of the ABI");

/// Entries of croton_simt_ids: special registers of the running thread.
typedef enum CrotonSimtId {
  CROTON_SIMT_TID = 0,    // and 1, 2
  CROTON_SIMT_NTID = 3,   // and 4, 5
  CROTON_SIMT_CTAID = 6,  // and 7, 8
  CROTON_SIMT_NCTAID = 9, // and 10, 11
  CROTON_SIMT_LANE = 12,
  CROTON_SIMT_WARP = 13,
  CROTON_SIMT_NUM_WARPS = 14,
  CROTON_SIMT_DYNAMIC_SHARED = 15,
  CROTON_SIMT_NUM_IDS = 16
} CrotonSimtId;

extern uint32_t croton_simt_ids[CROTON_SIMT_NUM_IDS];

/// The shared memory of the running block.
extern unsigned char croton_simt_shared[];

/// The loop iterations that the block may still make. Kernels count it down and
/// call croton_simt_out_of_fuel below zero.
extern int64_t croton_simt_fuel;
void croton_simt_out_of_fuel(uint32_t site);

/// An access to the memory at `address`, before it happens.
void croton_simt_access(const void *address, uint32_t site);
/// As croton_simt_access, of `size` bytes.
void croton_simt_access_range(const void *address, uint64_t size,
                              uint32_t site);
/// A branch by `condition`.
void croton_simt_branch(uint32_t condition, uint32_t site);

/// How the votes of a barrier are combined.
typedef enum CrotonSimtVote {
  CROTON_SIMT_VOTE_NONE = 0,
  CROTON_SIMT_VOTE_POPC = 1,
  CROTON_SIMT_VOTE_AND = 2,
  CROTON_SIMT_VOTE_OR = 3
} CrotonSimtVote;

/// Waits at barrier `id` for `count` threads, all of the block for 0. Returns
/// the votes combined.
uint32_t croton_simt_barrier(uint32_t id, uint32_t count, uint32_t vote,
                             uint32_t value, uint32_t site);

/// What the lanes of a warp do together.
typedef enum CrotonSimtWarpOp {
  CROTON_SIMT_SYNC = 0,
  /// `a` is the distance or lane, `b` the clamp operand of PTX's shfl. Bit 32
  /// of the result is the predicate.
  CROTON_SIMT_SHUFFLE_UP,
  CROTON_SIMT_SHUFFLE_DOWN,
  CROTON_SIMT_SHUFFLE_BFLY,
  CROTON_SIMT_SHUFFLE_IDX,
  CROTON_SIMT_VOTE_ALL_LANES,
  CROTON_SIMT_VOTE_ANY_LANE,
  CROTON_SIMT_VOTE_UNIFORM,
  CROTON_SIMT_BALLOT,
  /// Bit 32 of the result is the predicate of "all".
  CROTON_SIMT_MATCH_ANY,
  CROTON_SIMT_MATCH_ALL,
  /// Bit 32 of the result is the predicate.
  CROTON_SIMT_ELECT,
  CROTON_SIMT_REDUX_ADD,
  CROTON_SIMT_REDUX_MIN,
  CROTON_SIMT_REDUX_MAX,
  CROTON_SIMT_REDUX_UMIN,
  CROTON_SIMT_REDUX_UMAX,
  CROTON_SIMT_REDUX_AND,
  CROTON_SIMT_REDUX_OR,
  CROTON_SIMT_REDUX_XOR
} CrotonSimtWarpOp;

/// Waits for the lanes in `mask` and carries out an operation of
/// CrotonSimtWarpOp on the `value` of each.
uint64_t croton_simt_warp(uint32_t operation, uint32_t mask, uint64_t value,
                          uint32_t a, uint32_t b, uint32_t site);

/// A memory fence; `is_device_wide` unless it is for the block only.
void croton_simt_fence(uint32_t is_device_wide);

/// Whether an address lies in shared memory.
uint32_t croton_simt_is_shared(const void *address);

/// A counter that grows with each call.
uint64_t croton_simt_clock(void);

/// The kernel gives up.
void croton_simt_trap(uint32_t site);

/// Returns the functions and variables above, and their number in `count`.
const CrotonRtSymbol *croton_rt_simt_symbols(size_t *count);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_SIMTIMAGE_H
