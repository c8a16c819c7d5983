//===- SimtTestBase.h - Kernels from text, run by the emulator --*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a gpu.module and launches its kernels through the table of the
// emulator's driver.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_TARGET_SIMTTESTBASE_H
#define CROTON_UNITTESTS_TARGET_SIMTTESTBASE_H

#include "croton/Runtime/Simt.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/Twine.h"
#include "gtest/gtest.h"
#include <cstring>
#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace mlir::croton {

/// The values of a kernel's parameters.
class Arguments {
public:
  /// A memref with an identity layout, as five parameters and more.
  Arguments &memref(void *address, ArrayRef<int64_t> shape);
  template <typename T>
  Arguments &value(T value) {
    slots.emplace_back();
    std::memcpy(&slots.back(), &value, sizeof(value));
    return *this;
  }
  std::vector<void *> getPointers();

private:
  /// References stay valid.
  std::deque<uint64_t> slots;
};

class SimtTestBase : public ::testing::Test {
protected:
  SimtTestBase();
  ~SimtTestBase() override;

  /// Compiles and loads the body of a gpu.module; `target` is its attribute.
  /// Fails the test if that does not work.
  void load(StringRef body,
            StringRef target = "#croton.simt_target<stats = true>");

  /// Compiles only. Returns the errors, "" if there are none.
  std::string compile(StringRef body,
                      StringRef target = "#croton.simt_target<stats = true>");

  /// Device memory that is freed with the test.
  void *allocate(uint64_t size);
  template <typename T>
  T *upload(const std::vector<T> &values) {
    void *block = allocate(values.size() * sizeof(T));
    char message[1024];
    EXPECT_EQ(driver->copy_from_host(device, block, values.data(),
                                     values.size() * sizeof(T), message),
              0)
        << message;
    return static_cast<T *>(block);
  }
  template <typename T>
  std::vector<T> download(const T *block, size_t count) {
    std::vector<T> values(count);
    char message[1024];
    EXPECT_EQ(driver->copy_to_host(device, values.data(), block,
                                   count * sizeof(T), message),
              0)
        << message;
    return values;
  }

  /// Launches a kernel. Returns the message of the failure, "" if there is
  /// none.
  std::string launch(const char *kernel, CrotonRtGrid grid, Arguments arguments,
                     uint64_t dynamicSharedBytes = 0);
  /// As above, one-dimensional.
  std::string launch(const char *kernel, int64_t blocks, int64_t threads,
                     Arguments arguments, uint64_t dynamicSharedBytes = 0) {
    return launch(kernel, CrotonRtGrid{{blocks, 1, 1}, {threads, 1, 1}},
                  std::move(arguments), dynamicSharedBytes);
  }

  /// The counters of a kernel.
  CrotonRtSimtStats getStats(const char *kernel);

  const CrotonRtDeviceDriver *driver = croton_rt_simt_driver();
  void *device = nullptr;

private:
  MLIRContext context;
  std::string diagnostics;
  SmallVector<char, 0> image;
  CrotonRtModule moduleData = {};
  void *module = nullptr;
  std::vector<void *> blocks;
};

} // namespace mlir::croton

#endif // CROTON_UNITTESTS_TARGET_SIMTTESTBASE_H
