//===- DeviceErrors.h - What kernels report ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels run after the host has gone on, perhaps into another call with other
// messages. So that a report reaches the call whose kernel made it, every call
// has error records of its own, one for each table of messages it sets:
//
// - while the call runs, its records are read whenever its thread waits for the
//   device, if something was launched since they were read last;
// - a call that returns leaves the unread ones to its caller, or, when there is
//   none, to whoever waits for the device next;
// - nobody reads those of a call that failed; its failure is known.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_DEVICEERRORS_H
#define CROTON_LIB_RUNTIME_DEVICEERRORS_H

#include "DeviceFailure.h"
#include "croton/Runtime/Device.h"

namespace croton_rt {

struct CallContext;

/// An error record on a device, and what its message numbers mean.
struct DeviceErrorSlot {
  CrotonRtDevice *device;
  /// Of a CrotonRtDeviceError on the device.
  void *address;
  const char *const *messages;
  int64_t numMessages;
  /// The number of the last launch before the record was read or handed out.
  uint64_t checkedLaunch;
  /// The call it was made for has ended; no more kernels will get it.
  bool isInherited;
  /// The next in one of the lists.
  DeviceErrorSlot *next;
};

/// The records of one device that belong to no running call. Guarded by the
/// lock of the device.
struct DeviceErrors {
  /// Not in use; all zero on the device.
  DeviceErrorSlot *unused;
  /// In use by code outside of any call.
  DeviceErrorSlot *outside;
  /// Of calls that returned, to be read by whoever waits next.
  DeviceErrorSlot *orphans;
  /// Of calls that failed, to be zeroed when the device is idle.
  DeviceErrorSlot *abandoned;
  /// The lengths of the last two together.
  uint64_t numPending;
};

/// Reads the records that concern this thread, after all work on the device is
/// done. A report becomes the failure. The caller holds the device's lock.
void checkDeviceErrors(CrotonRtDevice *device, DeviceFailure &failure);

/// Forgets all reports of calls that returned; their messages go away.
void dropOrphanedDeviceErrors(CrotonRtDevice *device);

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_DEVICEERRORS_H
