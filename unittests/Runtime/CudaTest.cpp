//===- CudaTest.cpp - Devices of kind "cuda" ------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include "FakeDevice.h"
#include "croton/Runtime/Device.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

using namespace croton_test;

extern "C" {
/// Of the fake library.
struct CUctx_st;
int cuCtxGetCurrent(CUctx_st **context);
int cuCtxSetCurrent(CUctx_st *context);
int cuDevicePrimaryCtxRetain(CUctx_st **context, int device);
int cuDevicePrimaryCtxRelease_v2(int device);
}

static const char ptx[] = ".version 8.0\n"
                          ".entry add\n"
                          ".entry crash\n"
                          ".entry grid\n"
                          ".entry static_shared\n";
static const CrotonRtModule image = {ptx, sizeof(ptx)};
static const CrotonRtDeviceDriver &driver = *croton_rt_cuda_driver();

static testing::AssertionResult contains(const std::string &text,
                                         const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in: " << text;
}

namespace {
/// Opens device 0 by the table and closes it; nothing may be left then.
class CudaTest : public testing::Test {
protected:
  void SetUp() override {
    setenv("CROTON_CUDA_DRIVER", CROTON_FAKE_CUDA, 1);
    fakeCudaReset();
    objects = fakeCudaLiveObjects();
    reopen();
  }
  void TearDown() override {
    fakeCudaSetPinned(nullptr, 0);
    close();
    EXPECT_EQ(fakeCudaLiveObjects(), objects);
  }

  void reopen() {
    close();
    ASSERT_EQ(driver.open(0, &device, message), 0) << message;
  }
  void close() {
    if (device)
      driver.close(device);
    device = nullptr;
  }

  /// Loads the module and finds a kernel.
  void *find(const char *name) {
    void *kernel = nullptr;
    if (!module)
      EXPECT_EQ(driver.load_module(device, &image, &module, message), 0)
          << message;
    EXPECT_EQ(driver.find_kernel(device, module, name, &kernel, message), 0)
        << message;
    return kernel;
  }
  void unload() { driver.unload_module(device, module); }

  int32_t start(void *kernel, std::vector<void *> parameters,
                uint64_t sharedBytes = 0,
                CrotonRtGrid grid = {{1, 1, 1}, {1, 1, 1}}) {
    return driver.launch(device, kernel, &grid, sharedBytes, parameters.data(),
                         parameters.size(), message);
  }

  /// Copies to the host, which waits.
  template <typename T>
  std::vector<T> read(void *block, size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(driver.copy_to_host(device, values.data(), block,
                                  count * sizeof(T), message),
              0)
        << message;
    return values;
  }

  int objects = 0;
  void *device = nullptr;
  void *module = nullptr;
  char message[CROTON_RT_MESSAGE_SIZE] = "";
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory and copies
//===----------------------------------------------------------------------===//

TEST_F(CudaTest, WorkIsDoneInOrder) {
  void *a = driver.allocate(device, 16), *b = driver.allocate(device, 16);
  std::vector<int32_t> source = {1, 2, 3, 4};
  int32_t five = 5;
  int64_t count = 4;
  void *add = find("add");
  EXPECT_EQ(driver.copy_from_host(device, a, source.data(), 16, message), 0);
  EXPECT_EQ(start(add, {&a, &five, &count}), 0) << message;
  EXPECT_EQ(driver.copy(device, b, a, 16, message), 0);
  EXPECT_EQ(start(add, {&a, &five, &count}), 0);
  // Nothing waits but for the copy to the host.
  EXPECT_EQ(fakeCudaCount("cuStreamSynchronize"), 0);
  EXPECT_EQ(read<int32_t>(b, 4), (std::vector<int32_t>{6, 7, 8, 9}));
  EXPECT_EQ(read<int32_t>(a, 4), (std::vector<int32_t>{11, 12, 13, 14}));
  unload();
  driver.deallocate(device, a);
  driver.deallocate(device, b);
}

TEST_F(CudaTest, HostMemoryMayBeReusedAtOnce) {
  void *block = driver.allocate(device, 8);
  int64_t source = 7;
  EXPECT_EQ(driver.copy_from_host(device, block, &source, 8, message), 0);
  source = 8;
  EXPECT_EQ(fakeCudaCount("cuStreamSynchronize"), 0);
  EXPECT_EQ(read<int64_t>(block, 1)[0], 7);
  // Also memory that the library reads when the copy's turn comes.
  fakeCudaSetPinned(&source, sizeof(source));
  EXPECT_EQ(driver.copy_from_host(device, block, &source, 8, message), 0);
  source = 9;
  EXPECT_EQ(read<int64_t>(block, 1)[0], 8);
  driver.deallocate(device, block);
}

TEST_F(CudaTest, FillsTakeElementsOfAllSizes) {
  void *block = driver.allocate(device, 80000);
  for (uint64_t count : {1, 2, 511, 512, 513, 1024, 5000, 9999}) {
    for (uint64_t value :
         {uint64_t(0x0807060504030201), uint64_t(0), ~uint64_t(0),
          uint64_t(0x0403020104030201), uint64_t(0x3FF0000000000000)}) {
      for (uint32_t size : {1, 2, 4, 8}) {
        // One byte beyond shows when too much is filled.
        EXPECT_EQ(
            driver.fill(device, block, 0xEE, 1, count * size + 1, message), 0);
        EXPECT_EQ(driver.fill(device, block, value, size, count, message), 0)
            << message;
        auto bytes = read<unsigned char>(block, count * size + 1);
        for (uint64_t i = 0; i < count * size; ++i)
          ASSERT_EQ(bytes[i], (value >> (8 * (i % size))) & 0xFF)
              << "size " << size << " count " << count << " byte " << i;
        EXPECT_EQ(bytes.back(), 0xEE);
      }
    }
  }
  driver.deallocate(device, block);
}

TEST_F(CudaTest, MemoryComesFromThePoolWhereThereIsOne) {
  for (bool hasPools : {true, false}) {
    fakeCudaReset();
    fakeCudaSetPools(hasPools);
    reopen();
    void *block = driver.allocate(device, 1000);
    EXPECT_EQ(fakeCudaLiveBytes(), 1000u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(block) % 256, 0u);
    driver.deallocate(device, block);
    EXPECT_EQ(driver.synchronize(device, message), 0);
    EXPECT_EQ(fakeCudaLiveBytes(), 0u);
    EXPECT_EQ(fakeCudaCount("cuMemAllocAsync"), hasPools);
    EXPECT_EQ(fakeCudaCount("cuMemFreeAsync"), hasPools);
    EXPECT_EQ(fakeCudaCount("cuMemAlloc_v2"), !hasPools);
    EXPECT_EQ(fakeCudaCount("cuMemFree_v2"), !hasPools);
    EXPECT_EQ(driver.allocate(device, 2 << 20), nullptr);
  }
}

TEST_F(CudaTest, FailuresAreNamed) {
  void *block = driver.allocate(device, 64);
  void *add = find("add");
  int64_t value = 0;
  auto copyFrom = [&] {
    return driver.copy_from_host(device, block, &value, 8, message);
  };
  auto copyTo = [&] {
    return driver.copy_to_host(device, &value, block, 8, message);
  };
  auto copy = [&] {
    return driver.copy(device, block, static_cast<char *>(block) + 8, 8,
                       message);
  };
  auto fill = [&](uint32_t size, uint64_t value = 1) {
    return driver.fill(device, block, value, size, 2, message);
  };
  struct Case {
    const char *function;
    std::function<int32_t()> use;
  };
  std::vector<Case> cases = {
      {"cuMemcpyHtoDAsync_v2", copyFrom},
      {"cuMemcpyDtoHAsync_v2", copyTo},
      {"cuStreamSynchronize", copyTo},
      {"cuMemcpyDtoDAsync_v2", copy},
      {"cuMemsetD8Async", [&] { return fill(1); }},
      {"cuMemsetD16Async", [&] { return fill(2); }},
      {"cuMemsetD32Async", [&] { return fill(4); }},
      {"cuMemsetD32Async", [&] { return fill(8, 0); }},
      {"cuMemcpyHtoDAsync_v2", [&] { return fill(8); }},
      {"cuStreamSynchronize",
       [&] { return driver.synchronize(device, message); }},
      {"cuModuleGetFunction",
       [&] {
         void *kernel;
         return driver.find_kernel(device, module, "add", &kernel, message);
       }},
      {"cuLaunchKernel", [&] { return start(add, {}); }}};
  for (Case &entry : cases) {
    fakeCudaFail(entry.function, 999, 0);
    EXPECT_EQ(entry.use(), CROTON_ERROR_DEVICE) << entry.function;
    EXPECT_STREQ(message, "no description (unknown error, 999)")
        << entry.function;
    fakeCudaFail(entry.function, 2, 0);
    EXPECT_EQ(entry.use(), CROTON_ERROR_MEMORY) << entry.function;
    EXPECT_STREQ(message, "out of memory (CUDA_ERROR_OUT_OF_MEMORY, 2)");
    fakeCudaFail(entry.function, 0, 0);
  }
  // A wait of a copy from memory that the library knows, too.
  fakeCudaSetPinned(&value, sizeof(value));
  fakeCudaFail("cuStreamSynchronize", 999, 0);
  EXPECT_EQ(copyFrom(), CROTON_ERROR_DEVICE);
  fakeCudaFail("cuStreamSynchronize", 0, 0);
  unload();
  driver.deallocate(device, block);
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

TEST_F(CudaTest, TheAssemblersLogIsPartOfTheMessage) {
  CrotonRtModule bad = {"nonsense", 9};
  void *loaded = nullptr;
  EXPECT_EQ(driver.load_module(device, &bad, &loaded, message),
            CROTON_ERROR_DEVICE);
  EXPECT_STREQ(message,
               "on a device of architecture sm_90: a PTX JIT compilation "
               "failed (CUDA_ERROR_INVALID_PTX, 218); compile for this "
               "device's architecture or an older one:\n"
               "ptxas: line 1; fatal: expected .version");
  EXPECT_EQ(loaded, nullptr);
}

TEST_F(CudaTest, ModuleErrorsHaveHints) {
  void *loaded = nullptr;
  fakeCudaFail("cuModuleLoadDataEx", 209, 0);
  EXPECT_EQ(driver.load_module(device, &image, &loaded, message),
            CROTON_ERROR_DEVICE);
  EXPECT_TRUE(contains(message, "architecture sm_90"));
  EXPECT_TRUE(contains(message, "compile for this device's architecture"));
  fakeCudaFail("cuModuleLoadDataEx", 222, 0);
  EXPECT_EQ(driver.load_module(device, &image, &loaded, message),
            CROTON_ERROR_DEVICE);
  EXPECT_TRUE(contains(message, "update the NVIDIA driver"));
}

TEST_F(CudaTest, ImagesThatCannotBeReadAreRefused) {
  void *loaded = nullptr;
  for (CrotonRtModule bad : {CrotonRtModule{nullptr, 0}, {ptx, 0}}) {
    EXPECT_EQ(driver.load_module(device, &bad, &loaded, message),
              CROTON_ERROR_DEVICE);
    EXPECT_STREQ(message, "the image is empty");
  }
  CrotonRtModule unterminated = {ptx, sizeof(ptx) - 1};
  EXPECT_EQ(driver.load_module(device, &unterminated, &loaded, message),
            CROTON_ERROR_DEVICE);
  EXPECT_TRUE(contains(message, "nor does it end in a zero as PTX must"));
  EXPECT_EQ(fakeCudaCount("cuModuleLoadDataEx"), 0);
  // A cubin may end in anything.
  CrotonRtModule cubin = {"\177ELF.entry add\n", 16};
  EXPECT_EQ(driver.load_module(device, &cubin, &loaded, message), 0) << message;
  driver.unload_module(device, loaded);
}

TEST_F(CudaTest, AMissingKernelIsSaidToBe) {
  find("add");
  void *kernel = nullptr;
  EXPECT_EQ(driver.find_kernel(device, module, "ad", &kernel, message),
            CROTON_ERROR_DEVICE);
  EXPECT_STREQ(message, "its module has no kernel of this name");
  unload();
}

TEST_F(CudaTest, LaunchesGetTheirGrid) {
  void *block = driver.allocate(device, 56);
  EXPECT_EQ(start(find("grid"), {&block}, 100, {{2147483647, 3, 4}, {5, 6, 7}}),
            0)
      << message;
  EXPECT_EQ(read<int64_t>(block, 7),
            (std::vector<int64_t>{2147483647, 3, 4, 5, 6, 7, 100}));
  unload();
  driver.deallocate(device, block);
}

TEST_F(CudaTest, MuchSharedMemoryIsAskedForOnce) {
  void *block = driver.allocate(device, 56);
  void *kernel = find("static_shared");
  const char *set = "cuFuncSetAttribute";
  auto launch = [&](uint64_t bytes) { return start(kernel, {&block}, bytes); };
  EXPECT_EQ(launch(47 << 10), 0) << message;
  EXPECT_EQ(fakeCudaCount(set), 0);
  // With the kernel's own it is more than 48 KiB.
  EXPECT_EQ(launch((47 << 10) + 1), 0) << message;
  EXPECT_EQ(fakeCudaCount(set), 1);
  EXPECT_EQ(launch(226 << 10), 0) << message;
  EXPECT_EQ(launch(100 << 10), 0) << message;
  EXPECT_EQ(fakeCudaCount(set), 2);
  EXPECT_EQ(read<int64_t>(block, 7)[6], 100 << 10);
  for (uint64_t bytes : {uint64_t(226 << 10) + 1,
                         uint64_t(std::numeric_limits<int32_t>::max())}) {
    EXPECT_EQ(launch(bytes), CROTON_ERROR_DEVICE);
    EXPECT_STREQ(message, "the device has 232448 bytes of shared memory for a "
                          "block, and 1024 of them are taken by the kernel "
                          "itself; use smaller tiles");
  }
  fakeCudaFail(set, 999, 0);
  void *other = find("grid");
  EXPECT_EQ(start(other, {&block}, 50 << 10), CROTON_ERROR_DEVICE);
  EXPECT_TRUE(contains(message, "cannot get that much shared memory: "));
  // A device that does not know its limit asks all the same.
  fakeCudaFail(set, 0, 0);
  fakeCudaFail("cuDeviceGetAttribute", 1, 0);
  EXPECT_EQ(start(other, {&block}, 50 << 10), 0) << message;
  EXPECT_EQ(read<int64_t>(block, 7)[6], 50 << 10);
  unload();
  driver.deallocate(device, block);
}

TEST_F(CudaTest, RefusedLaunchesHaveHints) {
  void *add = find("add");
  fakeCudaFail("cuLaunchKernel", 701, 0);
  EXPECT_EQ(start(add, {}), CROTON_ERROR_DEVICE);
  EXPECT_TRUE(contains(message, "use fewer threads in a block"));
  unload();
}

TEST_F(CudaTest, ACrashShowsInAllThatFollows) {
  void *block = driver.allocate(device, 8);
  EXPECT_EQ(start(find("crash"), {}), 0) << message;
  int64_t value = 0;
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(driver.synchronize(device, message), CROTON_ERROR_DEVICE);
    EXPECT_STREQ(message, "an illegal memory access "
                          "(CUDA_ERROR_ILLEGAL_ADDRESS, 700)");
  }
  EXPECT_EQ(driver.copy_from_host(device, block, &value, 8, message),
            CROTON_ERROR_DEVICE);
  EXPECT_EQ(driver.allocate(device, 8), nullptr);
  // As a new process would find it.
  fakeCudaReset();
  unload();
  driver.deallocate(device, block);
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

TEST_F(CudaTest, EveryThreadGetsTheContext) {
  void *block = nullptr;
  std::thread([&] { block = driver.allocate(device, 8); }).join();
  ASSERT_NE(block, nullptr);
  std::thread([&] {
    EXPECT_EQ(driver.fill(device, block, 3, 8, 1, message), 0) << message;
  }).join();
  EXPECT_EQ(read<uint64_t>(block, 1)[0], 3u);
  // It is set when another was current only.
  int before = fakeCudaCount("cuCtxSetCurrent");
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(driver.synchronize(device, message), 0);
  EXPECT_EQ(fakeCudaCount("cuCtxSetCurrent"), before);
  driver.deallocate(device, block);
}

TEST_F(CudaTest, AContextOfOthersIsCurrentAgainAfterwards) {
  CUctx_st *other = nullptr, *current = nullptr;
  ASSERT_EQ(cuDevicePrimaryCtxRetain(&other, 101), 0);
  cuCtxSetCurrent(other);
  void *block = driver.allocate(device, 8);
  EXPECT_EQ(driver.fill(device, block, 3, 8, 1, message), 0) << message;
  EXPECT_EQ(read<uint64_t>(block, 1)[0], 3u);
  driver.deallocate(device, block);
  close();
  EXPECT_EQ(cuCtxGetCurrent(&current), 0);
  EXPECT_EQ(current, other);
  cuCtxSetCurrent(nullptr);
  cuDevicePrimaryCtxRelease_v2(101);
}

TEST_F(CudaTest, AClosedDevicesContextIsNotCurrent) {
  EXPECT_EQ(driver.synchronize(device, message), 0);
  close();
  CUctx_st *current = nullptr;
  EXPECT_EQ(cuCtxGetCurrent(&current), 0);
  EXPECT_EQ(current, nullptr);
}

//===----------------------------------------------------------------------===//
// Under the device API
//===----------------------------------------------------------------------===//

/// The devices of the API stay open: runs in a process of its own and leaves
/// with the number of the first check that fails.
[[noreturn]] static void useAndExit() {
  setenv("CROTON_CUDA_DRIVER", CROTON_FAKE_CUDA, 1);
  CrotonRtDevice *device = croton_rt_device_get("cuda", 1);
  auto require = [](bool isTrue, int number) {
    if (!isTrue)
      std::_Exit(number);
  };
  // The pool makes room, which takes a wait.
  for (uint64_t size : {100000, 300000, 500000})
    croton_rt_device_free(device, croton_rt_device_alloc(device, size));
  void *block = croton_rt_device_alloc(device, 900000);
  require(fakeCudaCount("cuStreamSynchronize") == 1, 101);
  CrotonRtGrid grid = {{1, 1, 1}, {32, 1, 1}};
  int32_t value = 3;
  int64_t count = 1000;
  void *parameters[] = {&block, &value, &count};
  croton_rt_device_fill(device, block, 4, 4, count);
  croton_rt_device_launch(device, &image, "add", &grid, 0, parameters, 3);
  croton_rt_device_copy_to_host(device, &value, static_cast<int *>(block) + 999,
                                4);
  require(value == 7, 102);
  std::string text = getFailure(CROTON_ERROR_DEVICE, [&] {
    croton_rt_device_alloc(device, 10);
    croton_rt_device_launch(device, &image, "crash", &grid, 0, nullptr, 0);
    croton_rt_device_synchronize(device);
  });
  require(text == "device cuda:1 is lost until the process starts anew: "
                  "waiting on cuda:1, or work before it, failed (the kernel "
                  "started last is 'crash'): an illegal memory access "
                  "(CUDA_ERROR_ILLEGAL_ADDRESS, 700)",
          103);
  require(getFailure(CROTON_ERROR_DEVICE,
                     [&] { croton_rt_device_alloc(device, 10); }) == text,
          104);
  croton_rt_device_free(device, block);
  require(croton_rt_device_stats(device).live_blocks == 0, 105);
  // The other device goes on.
  croton_rt_device_synchronize(croton_rt_device_get("cuda", 0));
  std::_Exit(0);
}

TEST(CudaDeathTest, TheDeviceApiRunsOverIt) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(useAndExit(), testing::ExitedWithCode(0), "");
}
