//===- Device.h - What compiled host code asks of devices ---------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The device API that compiled host code calls: open a device, allocate, copy,
// launch, wait. Valid C11; no C++ type crosses it.
//
// Each device has one stream. Work is carried out in the order in which it was
// asked for, so a launch may use memory that an earlier copy or launch writes,
// and a block may be freed as soon as the last launch that uses it was asked
// for. Nothing but croton_rt_device_copy_to_host, croton_rt_device_copy_peer
// and croton_rt_device_synchronize waits for it, as long as there is memory.
//
// A function that fails ends the innermost call of its thread, as
// croton_rt_fail does; outside of any call it prints the message and aborts.
// When a failure leaves a device unusable, it and all later ones say that the
// device is lost.
//
// Any function may be called from any thread.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_DEVICE_H
#define CROTON_RUNTIME_DEVICE_H

#include <assert.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One open device.
typedef struct CrotonRtDevice CrotonRtDevice;

/// The threads of a launch.
typedef struct CrotonRtGrid {
  int64_t blocks[3];
  int64_t threads[3];
} CrotonRtGrid;

/// Kernels for one kind of device, as a constant of compiled code.
typedef struct CrotonRtModule {
  /// What the device's driver loads: PTX (ending in a zero), a cubin or a
  /// fatbin for "cuda", an object file for "simt".
  const void *image;
  uint64_t image_size;
} CrotonRtModule;

static_assert(sizeof(CrotonRtGrid) == 48, "size is part of the ABI");
static_assert(sizeof(CrotonRtModule) == 16, "size is part of the ABI");

/// Returns device number `ordinal` of `kind`, "cuda" or "simt", and opens it
/// when it is asked for the first time. It stays open to the end of the
/// process. Fails with CROTON_ERROR_DEVICE when there is no such kind, no
/// driver or no such device; the message says which of them, and what to do.
CrotonRtDevice *croton_rt_device_get(const char *kind, int32_t ordinal);

/// Returns `size` bytes on the device, aligned to 256, with any content. The
/// block belongs to the innermost call until freed or released, as those of
/// croton_rt_alloc do. Fails with CROTON_ERROR_MEMORY. A size of zero gives a
/// block of its own.
///
/// Freed blocks are kept for reuse, at most as many bytes as
/// CROTON_RT_DEVICE_POOL_BYTES of the environment says when the device is
/// opened, by default a quarter of the host's memory; the driver gets the
/// oldest ones beyond it, and all of them when it has no memory.
void *croton_rt_device_alloc(CrotonRtDevice *device, uint64_t size);

/// Frees a block of this device; null is ignored. Fails with
/// CROTON_ERROR_DEVICE when there is no such block.
void croton_rt_device_free(CrotonRtDevice *device, void *block);

/// Detaches a block from the call that allocated it; see croton_rt_release.
void croton_rt_device_release(CrotonRtDevice *device, void *block);

/// Copies `size` bytes; as in all functions below, zero of them do nothing. The
/// host memory may be reused when the function returns. The two ranges must not
/// overlap.
void croton_rt_device_copy_from_host(CrotonRtDevice *device, void *target,
                                     const void *source, uint64_t size);

/// Copies `size` bytes, after all earlier work on the device, and waits for it.
/// Fails as croton_rt_device_synchronize does.
void croton_rt_device_copy_to_host(CrotonRtDevice *device, void *target,
                                   const void *source, uint64_t size);

/// Copies `size` bytes within the device.
void croton_rt_device_copy(CrotonRtDevice *device, void *target,
                           const void *source, uint64_t size);

/// Copies `size` bytes from one device to another, of any kinds, after all
/// earlier work on both. The two may be the same.
void croton_rt_device_copy_peer(CrotonRtDevice *target_device, void *target,
                                CrotonRtDevice *source_device,
                                const void *source, uint64_t size);

/// Sets each of `count` elements of `element_size` bytes (1, 2, 4 or 8) to the
/// low bytes of `value`.
void croton_rt_device_fill(CrotonRtDevice *device, void *target, uint64_t value,
                           uint32_t element_size, uint64_t count);

/// Starts `kernel` of `module` on the device. `parameters` holds a pointer to
/// the value of each of its parameters, and is not read after the return. The
/// module is loaded when its first kernel starts, and known by its address from
/// then on: `module` must live until the process ends, or be unloaded.
///
/// A grid without threads starts nothing. The limits of a grid are those of the
/// hardware: 2^31 - 1 blocks along x, 65535 along y and z; 1024 threads in a
/// block, 64 along z. Fails with CROTON_ERROR_DEVICE when it exceeds them, the
/// module cannot be loaded, has no such kernel, or the device refuses the
/// launch: the message names the kernel, the grid and the reason.
void croton_rt_device_launch(CrotonRtDevice *device,
                             const CrotonRtModule *module, const char *kernel,
                             const CrotonRtGrid *grid,
                             uint64_t dynamic_shared_bytes,
                             void *const *parameters, uint32_t num_parameters);

/// Waits for the work of all devices that loaded `module` and unloads it; call
/// it before the module's memory is freed or holds another. What kernels
/// reported in calls that returned before anybody waited is forgotten.
void croton_rt_device_unload(const CrotonRtModule *module);

/// What a kernel reports when it cannot go on: an index out of range, say. A
/// kernel gets the address of one on its device as a parameter. The first
/// thread that changes `code` from 0 (by an atomic exchange) fills the rest.
typedef struct CrotonRtDeviceError {
  /// One of CrotonErrorCode, 0 while all is well.
  int32_t code;
  /// Which message: an index into a table of compiled code.
  int32_t message;
  int64_t values[6];
} CrotonRtDeviceError;

static_assert(sizeof(CrotonRtDeviceError) == 56, "size is part of the ABI");

/// Returns the address, on the device, of the CrotonRtDeviceError for kernels
/// that the innermost call starts; it stays the same until the call ends or
/// sets other messages.
void *croton_rt_device_error(CrotonRtDevice *device);

/// Waits for all work on the device. Fails with CROTON_ERROR_DEVICE when a
/// kernel failed (an illegal access, say; the message names the last kernel
/// that was started). When a kernel of this call, of a call around it, or of a
/// call that returned before anybody waited has reported an error, clears it
/// and fails with its code and message.
void croton_rt_device_synchronize(CrotonRtDevice *device);

/// Says what the message numbers mean that kernels report which this call
/// starts from now on: `messages` are `count` formats as those of
/// croton_rt_fail. The table must live as long as these kernels may run.
/// Compiled code calls it before its first launch in each function that has
/// such kernels.
void croton_rt_device_set_messages(CrotonRtDevice *device,
                                   const char *const *messages, int64_t count);

/// What a device has done since it was opened, or since the counters were
/// cleared.
typedef struct CrotonRtDeviceStats {
  uint64_t launches;
  uint64_t copies_from_host, bytes_from_host;
  uint64_t copies_to_host, bytes_to_host;
  /// Copies to this device by croton_rt_device_copy_peer.
  uint64_t copies_peer, bytes_peer;
  uint64_t synchronizations;
  /// Blocks that were allocated and not freed, and the bytes they can hold.
  uint64_t live_blocks, live_bytes;
  /// The bytes of freed blocks that are kept for reuse.
  uint64_t pool_bytes;
  /// How often memory was asked of the driver.
  uint64_t driver_allocations;
} CrotonRtDeviceStats;

static_assert(sizeof(CrotonRtDeviceStats) == 96, "size is part of the ABI");

/// Returns the counters.
CrotonRtDeviceStats croton_rt_device_stats(CrotonRtDevice *device);

/// Sets the counters of launches, copies, bytes, synchronizations and driver
/// allocations to zero.
void croton_rt_device_clear_stats(CrotonRtDevice *device);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_DEVICE_H
