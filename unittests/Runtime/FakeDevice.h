//===- FakeDevice.h - Devices for tests of the device API -------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two kinds of devices in host memory, "fake" and "exact", the latter without
// pools. They count what the device API asks of them and fail on demand.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_RUNTIME_FAKEDEVICE_H
#define CROTON_UNITTESTS_RUNTIME_FAKEDEVICE_H

#include "croton/Runtime/DeviceDriver.h"
#include "croton/Runtime/Status.h"
#include <functional>
#include <map>
#include <string>

namespace croton_test {

/// What a kernel does at once when it is launched.
using FakeKernel = void (*)(void *const *parameters);

/// The image of a module is one of these.
using FakeImage = std::map<std::string, FakeKernel>;

/// One device of a kind, by its number.
struct FakeDevice {
  /// The blocks it gave, with their sizes.
  std::map<void *, uint64_t> blocks;
  /// The bytes that it still has.
  uint64_t memory = uint64_t(1) << 32;
  /// How often each function of the table was called, by its name.
  std::map<std::string, int> calls;
  /// The functions that fail, and how often: once if 1, for ever if -1.
  std::map<std::string, int> failures;
  /// The code they fail with; the message is "<function> was told to fail".
  int32_t code = CROTON_ERROR_DEVICE;
  /// The shared memory of the last launch.
  uint64_t sharedBytes = 0;
  uint32_t numParameters = 0;

  uint64_t countBytes() const {
    uint64_t bytes = 0;
    for (auto &[address, size] : blocks)
      bytes += size;
    return bytes;
  }
};

/// A device that no other test uses.
struct FreshDevice {
  FreshDevice(const char *kind = "fake");

  int32_t ordinal;
  FakeDevice &fake;
  CrotonRtDevice *device;
};

/// Makes both kinds known.
void registerFakeDevices();

/// Returns the device with this number; the kinds share the numbers. The
/// highest is 999.
FakeDevice &getFake(int32_t ordinal);
int32_t getUnusedOrdinal();

/// Runs `body` as a call and returns its code.
int32_t call(std::function<void()> body, CrotonStatus *status = nullptr);

/// Runs `body` as a call that is expected to fail with `code`, and returns the
/// message.
std::string getFailure(int32_t code, std::function<void()> body);

} // namespace croton_test

#endif // CROTON_UNITTESTS_RUNTIME_FAKEDEVICE_H
