//===- DeviceTest.cpp - Compiled programs that use a device ---------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On the emulator, which every machine has.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Device.h"
#include "EngineTestBase.h"
#include "croton/Pipelines/CrotonToLLVM.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Simt.h"
#include "croton/Runtime/Status.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace mlir::croton;

namespace {

/// Programs of one function `f` that computes x OP x.
class DeviceTest : public EngineTestBase {
protected:
  std::unique_ptr<CompiledModule> compileFor(StringRef op) {
    CompileOptions options;
    options.pipeline = [](OpPassManager &passes) {
      CrotonToLLVMOptions pipelineOptions;
      pipelineOptions.device = "dev0";
      buildCrotonToLLVMPipeline(passes, pipelineOptions);
    };
    std::string program = R"mlir(
      module attributes {croton.devices = {
          dev0 = #croton.device_target<kind = "simt">}} {
      func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
        %y = croton.)mlir" +
                          op.str() +
                          R"mlir( %x, %x : tensor<?xf32>, tensor<?xf32>
        return %y : tensor<?xf32>
      }
      })mlir";
    return compile(program, options);
  }

  static HostTensor makeRange(int64_t size) {
    HostTensor x = *HostTensor::allocate(DType::F32, {size});
    for (int64_t i = 0; i < size; ++i)
      x.getData<float>()[i] = static_cast<float>(i);
    return x;
  }

  static CrotonRtDeviceStats getStats() {
    return croton_rt_device_stats(croton_rt_device_get("simt", 0));
  }
};

TEST_F(DeviceTest, CallsCompute) {
  auto module = compileFor("mul");
  ASSERT_TRUE(module) << diagnostics;
  for (int64_t size : {0, 1, 31, 32, 33, 1023, 1025}) {
    auto results = call(*module, "f", makeRange(size));
    ASSERT_EQ(results.size(), 1u) << error.message;
    ASSERT_EQ(results[0].getShape(), ArrayRef<int64_t>({size}));
    for (int64_t i = 0; i < size; ++i)
      ASSERT_EQ(results[0].getData<float>()[i], static_cast<float>(i * i));
  }
}

TEST_F(DeviceTest, CallsUseTheDevice) {
  auto module = compileFor("mul");
  ASSERT_TRUE(module) << diagnostics;
  CrotonRtDeviceStats before = getStats();
  call(*module, "f", makeRange(100));
  CrotonRtDeviceStats after = getStats();
  EXPECT_EQ(after.launches, before.launches + 1);
  EXPECT_EQ(after.bytes_from_host, before.bytes_from_host + 400);
  EXPECT_EQ(after.bytes_to_host, before.bytes_to_host + 400);
}

TEST_F(DeviceTest, CallsLeakNothing) {
  auto module = compileFor("mul");
  ASSERT_TRUE(module) << diagnostics;
  uint64_t onHost = croton_rt_stats().live_blocks;
  uint64_t onDevice = getStats().live_blocks;
  for (int i = 0; i < 10; ++i)
    call(*module, "f", makeRange(1000));
  EXPECT_EQ(croton_rt_stats().live_blocks, onHost);
  EXPECT_EQ(getStats().live_blocks, onDevice);
}

// The runtime knows kernels by an address, which the next module may have
// again.
TEST_F(DeviceTest, ModulesTakeTheirKernelsAlong) {
  for (int round = 0; round < 2; ++round) {
    for (StringRef op : {"add", "mul"}) {
      auto module = compileFor(op);
      ASSERT_TRUE(module) << diagnostics;
      auto results = call(*module, "f", makeRange(10));
      ASSERT_EQ(results.size(), 1u) << error.message;
      float expected = op == "add" ? 10.0f : 25.0f;
      EXPECT_EQ(results[0].getData<float>()[5], expected);
    }
  }
}

TEST_F(DeviceTest, TooLittleMemoryIsAnErrorOfTheCall) {
  auto module = compileFor("mul");
  ASSERT_TRUE(module) << diagnostics;
  // The device is open, and keeps nothing from earlier calls that would do.
  uint64_t onDevice = getStats().live_blocks;
  CrotonRtSimtOptions options = croton_rt_simt_options(), small = options;
  small.memory_limit = 1 << 20;
  croton_rt_simt_set_options(&small);
  EXPECT_TRUE(call(*module, "f", makeRange(1 << 20)).empty());
  croton_rt_simt_set_options(&options);
  EXPECT_EQ(error.code, CROTON_ERROR_MEMORY);
  EXPECT_EQ(getStats().live_blocks, onDevice);
  EXPECT_EQ(call(*module, "f", makeRange(1 << 20)).size(), 1u) << error.message;
}

} // namespace
