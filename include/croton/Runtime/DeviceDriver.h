//===- DeviceDriver.h - What a kind of device provides ------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of functions behind one kind of device. The device API (Device.h)
// adds what all kinds share: pools, blocks that belong to calls, messages,
// counters, the limits of a grid. Valid C11.
//
// Functions that can fail return null, or write a message of at most
// CROTON_RT_MESSAGE_SIZE bytes with its terminating zero to `message` and
// return a code of CrotonErrorCode; they never end the call themselves. The
// message gives the reason and, where there is one, the remedy; the device API
// puts device and kernel in front.
//
// Functions for one device never run at the same time, those for several may;
// `open` runs alone.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_DEVICEDRIVER_H
#define CROTON_RUNTIME_DEVICEDRIVER_H

#include "croton/Runtime/Device.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One kind of device. `device`, `module` and `kernel` are handles of the
/// driver's own.
typedef struct CrotonRtDeviceDriver {
  /// "cuda", "simt".
  const char *kind;

  /// Opens a device; returns 0 and sets `device`, or a code.
  int32_t (*open)(int32_t ordinal, void **device, char *message);
  void (*close)(void *device);

  /// Returns memory aligned to 256, or null when there is not enough; `size`
  /// is not zero.
  void *(*allocate)(void *device, uint64_t size);
  void (*deallocate)(void *device, void *block);

  /// These are enqueued, but for copy_to_host, which waits. Sizes and counts
  /// are not zero, and size * count fits; `element_size` is 1, 2, 4 or 8.
  int32_t (*copy_from_host)(void *device, void *target, const void *source,
                            uint64_t size, char *message);
  int32_t (*copy_to_host)(void *device, void *target, const void *source,
                          uint64_t size, char *message);
  int32_t (*copy)(void *device, void *target, const void *source, uint64_t size,
                  char *message);
  int32_t (*fill)(void *device, void *target, uint64_t value,
                  uint32_t element_size, uint64_t count, char *message);

  int32_t (*load_module)(void *device, const CrotonRtModule *image,
                         void **module, char *message);
  void (*unload_module)(void *device, void *module);
  int32_t (*find_kernel)(void *device, void *module, const char *name,
                         void **kernel, char *message);
  /// Gets grids within the limits of the hardware only; see Device.h.
  int32_t (*launch)(void *device, void *kernel, const CrotonRtGrid *grid,
                    uint64_t dynamic_shared_bytes, void *const *parameters,
                    uint32_t num_parameters, char *message);
  /// Waits for all work. Fails when some of it failed; when it fails again at
  /// once, the device is taken to be lost.
  int32_t (*synchronize)(void *device, char *message);

  /// Unless zero, no memory is pooled: each block is allocated with its exact
  /// size and deallocated as soon as it is freed. For drivers that check
  /// accesses.
  int32_t exact_blocks;
} CrotonRtDeviceDriver;

/// Makes a kind of device known; the table must outlive the process. A kind
/// that is known already is replaced as long as none of its devices is open;
/// returns 0, or -1 when one is.
int32_t croton_rt_register_device_driver(const CrotonRtDeviceDriver *driver);

/// The driver over the CUDA driver library, which is opened by its first use.
const CrotonRtDeviceDriver *croton_rt_cuda_driver(void);

/// The SIMT emulator; see Simt.h.
const CrotonRtDeviceDriver *croton_rt_simt_driver(void);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_DEVICEDRIVER_H
