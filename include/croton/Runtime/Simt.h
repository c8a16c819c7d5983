//===- Simt.h - The SIMT emulator ---------------------------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A device of kind "simt" runs kernels on the host and checks what a GPU does
// not. Its driver is croton_rt_simt_driver of DeviceDriver.h. Valid C11.
//
// The threads of a block are fibres of one host thread; they run one after
// another up to the next point where they must wait, blocks run one after
// another. So results do not vary from run to run. Only one kernel runs at a
// time, whatever the number of devices.
//
// A launch fails with CROTON_ERROR_DEVICE, and a message that names kernel,
// block, thread and place, for
// - a grid, a block or shared memory beyond the limits of the hardware;
// - an access outside of live blocks of the device and of the block's shared
//   memory, or that is not aligned as the code assumes;
// - a read of shared memory that the block has not written, or of global memory
//   that nobody has;
// - two threads that access the same byte of shared memory, at least one to
//   write and not both atomically, with no barrier or warp operation that
//   orders them;
// - two threads that write the same byte of global memory likewise (unless the
//   later block has executed a device-wide fence: how blocks agree by means of
//   atomics is not followed);
// - a barrier that not all threads of the block reach, or not the same one;
// - a warp operation whose mask names lanes that have exited or wait elsewhere,
//   or that reads a lane which takes no part;
// - a block whose loops run for too long.
//
// Barriers of part of a block order its accesses as full ones do, which may
// hide a race. Lanes that a block lacks are allowed in masks.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_SIMT_H
#define CROTON_RUNTIME_SIMT_H

#include "croton/Runtime/DeviceDriver.h"
#include <assert.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

//===----------------------------------------------------------------------===//
// Limits of the hardware
//===----------------------------------------------------------------------===//

#define CROTON_RT_SIMT_WARP_SIZE 32
#define CROTON_RT_SIMT_MAX_BLOCK_THREADS 1024
/// Static and total shared memory of a block.
#define CROTON_RT_SIMT_MAX_STATIC_SHARED (48 * 1024)
#define CROTON_RT_SIMT_MAX_SHARED (227 * 1024)

//===----------------------------------------------------------------------===//
// Loading images
//===----------------------------------------------------------------------===//

/// Links an image, an object file, into the process. `load` returns 0 or a code
/// and a message as a driver does; the object's undefined symbols are those of
/// croton_rt_simt_symbols, and libm's. `lookup` returns null for no such
/// symbol.
typedef struct CrotonRtSimtLoader {
  int32_t (*load)(const void *image, uint64_t size, void **handle,
                  char *message);
  void *(*lookup)(void *handle, const char *symbol);
  void (*unload)(void *handle);
} CrotonRtSimtLoader;

/// Sets how images are loaded from now on; the table must outlive the process.
/// The runtime has no linker of its own.
void croton_rt_simt_set_loader(const CrotonRtSimtLoader *loader);

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

typedef struct CrotonRtSimtOptions {
  /// The loop iterations that all threads of a block may make together.
  uint64_t block_budget;
  /// The bytes that all devices may hold together.
  uint64_t memory_limit;
  /// Checks that may be switched off. Images that were compiled without checks
  /// have none.
  int32_t check_bounds;
  int32_t check_shared_races;
  int32_t check_global_races;
  int32_t check_uninitialized_shared;
  int32_t check_uninitialized_global;
  int32_t reserved;
} CrotonRtSimtOptions;

static_assert(sizeof(CrotonRtSimtOptions) == 40, "size is part of the ABI");

/// Returns the options; at first 2^28 iterations, the machine's memory, and all
/// checks.
CrotonRtSimtOptions croton_rt_simt_options(void);
/// Sets the options for later launches and allocations.
void croton_rt_simt_set_options(const CrotonRtSimtOptions *options);

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// Accesses of one kind to global memory. A request is what the lanes of a warp
/// do together: the accesses at one place of the kernel, the n-th of each lane
/// since the warp last synchronized.
typedef struct CrotonRtSimtTraffic {
  uint64_t requests;
  /// The bytes that the lanes asked for, counted per lane.
  uint64_t bytes;
  /// The 32-byte sectors that the requests touch, and how many would hold the
  /// distinct bytes of each.
  uint64_t sectors, ideal_sectors;
} CrotonRtSimtTraffic;

/// What the launches of one kernel did. Traffic, requests and branches are
/// counted for images that were compiled to.
typedef struct CrotonRtSimtStats {
  uint64_t launches, blocks, threads;
  CrotonRtSimtTraffic loads, stores, atomics;
  /// Requests to shared memory, and the cycles that they take beyond those of
  /// requests without bank conflicts: 32 banks of four bytes, one cycle for 32,
  /// 16 or 8 lanes that access 4, 8 or 16 bytes.
  uint64_t shared_requests, bank_conflicts;
  /// Branches that a warp's lanes took, per warp, and those of them where lanes
  /// went both ways. Branches whose conditions are the same in all lanes by
  /// their origin (kernel parameters, block ids, constants) are left out.
  uint64_t branches, divergent_branches;
  /// Barriers, per block; warp operations, per warp.
  uint64_t barriers, warp_operations;
} CrotonRtSimtStats;

static_assert(sizeof(CrotonRtSimtStats) == 168, "size is part of the ABI");

/// Returns how many kernels were launched since the counters were cleared.
uint64_t croton_rt_simt_num_kernels(void);
/// Returns the name of a kernel, in the order of first launches, and its
/// counters in `stats`; null for an `index` that is too high. The name lives
/// until the counters are cleared.
const char *croton_rt_simt_kernel(uint64_t index, CrotonRtSimtStats *stats);
/// Finds the counters of a kernel by name; returns 0, or -1 for no such kernel.
int32_t croton_rt_simt_find_stats(const char *kernel, CrotonRtSimtStats *stats);
/// Forgets all counters.
void croton_rt_simt_clear_stats(void);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_SIMT_H
