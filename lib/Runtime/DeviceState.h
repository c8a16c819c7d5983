//===- DeviceState.h - One open device --------------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_DEVICESTATE_H
#define CROTON_LIB_RUNTIME_DEVICESTATE_H

#include "DeviceErrors.h"
#include "DeviceFailure.h"
#include "DeviceModules.h"
#include "DevicePool.h"
#include "Mutex.h"

/// All members but the first four, which never change, are guarded by `mutex`;
/// so is every call of the driver for this device.
struct CrotonRtDevice {
  const CrotonRtDeviceDriver *driver;
  /// The driver's handle.
  void *handle;
  int32_t ordinal;
  /// The next open device; see forEachDevice.
  CrotonRtDevice *nextDevice;

  croton_rt::Mutex mutex;
  croton_rt::DevicePool pool;
  croton_rt::DeviceModules modules;
  croton_rt::DeviceErrors errors;
  /// Launches and copies; the pool counts memory.
  CrotonRtDeviceStats counters;
  /// As counters.launches, but never cleared.
  uint64_t numLaunches;
  /// The name of the kernel started last, cut if need be; "" before the first.
  char lastKernel[256];
  /// The device does not work any more; `lostMessage` says since when.
  bool isLost;
  char lostMessage[CROTON_RT_MESSAGE_SIZE];

  const char *getKind() const { return driver->kind; }

  /// Makes `failure` say that the device is lost, and returns true, if it is.
  bool failIfLost(croton_rt::DeviceFailure &failure) const;

  /// Waits for all work; any failure of it, or report of a kernel, becomes the
  /// failure.
  void wait(croton_rt::DeviceFailure &failure);

  /// Completes a failure with the code and message of the driver: says that it
  /// was found by `action`, and finds out whether the device still works.
  void noteFailure(const char *action, croton_rt::DeviceFailure &failure);
  /// The second half of noteFailure.
  void probe(croton_rt::DeviceFailure &failure);
  /// Whether the device still works after a failure.
  bool works(const croton_rt::DeviceFailure &failure);
  /// Says that the device is lost, now and from now on.
  void setLost(croton_rt::DeviceFailure &failure);
};

namespace croton_rt {

/// Calls `function` with every open device and `argument`.
void forEachDevice(void (*function)(CrotonRtDevice *, const void *),
                   const void *argument);

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_DEVICESTATE_H
