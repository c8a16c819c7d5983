//===- DeviceTest.cpp - What compiled host code asks of devices -----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Device.h"
#include "FakeDevice.h"
#include "gtest/gtest.h"
#include <cstring>
#include <thread>
#include <vector>

using namespace croton_test;

/// Whether `text` contains `part`; says both when it does not.
static testing::AssertionResult contains(const std::string &text,
                                         const std::string &part) {
  if (text.find(part) != std::string::npos)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in: " << text;
}

//===----------------------------------------------------------------------===//
// Kinds and devices
//===----------------------------------------------------------------------===//

TEST(DeviceTest, UnknownKindsAreRefused) {
  registerFakeDevices();
  std::string message = getFailure(CROTON_ERROR_DEVICE,
                                   [] { croton_rt_device_get("abacus", 0); });
  EXPECT_TRUE(contains(message, "there is no kind of device 'abacus'"));
  for (const char *kind : {"'cuda'", "'simt'", "'fake'", "'exact'"})
    EXPECT_TRUE(contains(message, kind));
  message =
      getFailure(CROTON_ERROR_DEVICE, [] { croton_rt_device_get(nullptr, 0); });
  EXPECT_TRUE(contains(message, "there is no kind of device ''"));
}

TEST(DeviceTest, UnknownNumbersAreRefused) {
  registerFakeDevices();
  EXPECT_EQ(
      getFailure(CROTON_ERROR_DEVICE, [] { croton_rt_device_get("fake", -1); }),
      "there is no device fake:-1; numbers start at 0");
  EXPECT_EQ(getFailure(CROTON_ERROR_DEVICE,
                       [] { croton_rt_device_get("fake", 1000); }),
            "cannot open device fake:1000: the last one is 999");
}

TEST(DeviceTest, DevicesAreOpenedOnce) {
  registerFakeDevices();
  int32_t ordinal = getUnusedOrdinal();
  std::vector<CrotonRtDevice *> found(4);
  std::vector<std::thread> threads;
  for (CrotonRtDevice *&device : found)
    threads.emplace_back(
        [&device, ordinal] { device = croton_rt_device_get("fake", ordinal); });
  for (std::thread &thread : threads)
    thread.join();
  for (CrotonRtDevice *device : found)
    EXPECT_EQ(device, found[0]);
  EXPECT_EQ(getFake(ordinal).calls["open"], 1);
  FreshDevice other;
  EXPECT_NE(other.device, found[0]);
}

TEST(DeviceTest, AFailedOpeningIsTriedAgain) {
  registerFakeDevices();
  int32_t ordinal = getUnusedOrdinal();
  getFake(ordinal).failures["open"] = 1;
  std::string message = getFailure(
      CROTON_ERROR_DEVICE, [&] { croton_rt_device_get("fake", ordinal); });
  EXPECT_TRUE(contains(message, "cannot open device fake:"));
  EXPECT_TRUE(contains(message, "open was told to fail"));
  EXPECT_NE(croton_rt_device_get("fake", ordinal), nullptr);
}

TEST(DeviceTest, AKindIsReplacedUntilItIsInUse) {
  FreshDevice fresh;
  CrotonRtDeviceDriver first = *croton_rt_cuda_driver();
  first.kind = "replaced";
  CrotonRtDeviceDriver second = first;
  static int32_t (*const open)(int32_t, void **, char *) =
      [](int32_t, void **device, char *) -> int32_t {
    *device = &getFake(999);
    return CROTON_OK;
  };
  second.open = open;
  EXPECT_EQ(croton_rt_register_device_driver(&first), 0);
  // The tables must outlive the process.
  static CrotonRtDeviceDriver kept = second;
  EXPECT_EQ(croton_rt_register_device_driver(&kept), 0);
  EXPECT_NE(croton_rt_device_get("replaced", 0), nullptr);
  EXPECT_EQ(croton_rt_register_device_driver(&first), -1);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

TEST(DeviceTest, CopiesAndFillsArriveAndAreCounted) {
  FreshDevice fresh;
  CrotonRtDevice *device = fresh.device;
  void *a = croton_rt_device_alloc(device, 8);
  void *b = croton_rt_device_alloc(device, 8);
  const char source[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  char target[8] = {};
  croton_rt_device_copy_from_host(device, a, source, 8);
  croton_rt_device_copy(device, b, a, 8);
  croton_rt_device_copy_to_host(device, target, b, 6);
  EXPECT_EQ(std::memcmp(target, source, 6), 0);
  EXPECT_EQ(target[6], 0);
  croton_rt_device_synchronize(device);
  CrotonRtDeviceStats stats = croton_rt_device_stats(device);
  EXPECT_EQ(stats.copies_from_host, 1u);
  EXPECT_EQ(stats.bytes_from_host, 8u);
  EXPECT_EQ(stats.copies_to_host, 1u);
  EXPECT_EQ(stats.bytes_to_host, 6u);
  EXPECT_EQ(stats.synchronizations, 1u);
  EXPECT_EQ(stats.driver_allocations, 2u);
  EXPECT_EQ(stats.live_blocks, 2u);
  croton_rt_device_clear_stats(device);
  stats = croton_rt_device_stats(device);
  EXPECT_EQ(stats.copies_from_host + stats.bytes_from_host +
                stats.copies_to_host + stats.bytes_to_host +
                stats.synchronizations + stats.driver_allocations,
            0u);
  EXPECT_EQ(stats.live_blocks, 2u);
  croton_rt_device_free(device, a);
  croton_rt_device_free(device, b);
}

TEST(DeviceTest, FillsTakeElementsOfAllSizes) {
  FreshDevice fresh;
  void *block = croton_rt_device_alloc(fresh.device, 32);
  for (uint32_t size : {1, 2, 4, 8}) {
    croton_rt_device_fill(fresh.device, block, 0x0807060504030201, size,
                          32 / size);
    unsigned char result[32];
    croton_rt_device_copy_to_host(fresh.device, result, block, 32);
    for (unsigned i = 0; i < 32; ++i)
      EXPECT_EQ(result[i], i % size + 1) << "size " << size << " byte " << i;
  }
  std::string message = getFailure(CROTON_ERROR_DEVICE, [&] {
    croton_rt_device_fill(fresh.device, block, 0, 3, 1);
  });
  EXPECT_TRUE(contains(message, "expected elements of 1, 2, 4 or 8 bytes, but "
                                "got 3"));
  message = getFailure(CROTON_ERROR_DEVICE, [&] {
    croton_rt_device_fill(fresh.device, block, 0, 8, UINT64_MAX / 4);
  });
  EXPECT_TRUE(contains(message, "do not fit"));
  croton_rt_device_free(fresh.device, block);
}

TEST(DeviceTest, NothingIsDoneForZeroBytes) {
  FreshDevice fresh, other;
  CrotonRtDevice *device = fresh.device;
  croton_rt_device_copy_from_host(device, nullptr, nullptr, 0);
  croton_rt_device_copy_to_host(device, nullptr, nullptr, 0);
  croton_rt_device_copy(device, nullptr, nullptr, 0);
  croton_rt_device_copy_peer(device, nullptr, other.device, nullptr, 0);
  croton_rt_device_fill(device, nullptr, 1, 8, 0);
  for (const char *name : {"copy_from_host", "copy_to_host", "copy", "fill"}) {
    EXPECT_EQ(fresh.fake.calls[name], 0) << name;
    EXPECT_EQ(other.fake.calls[name], 0) << name;
  }
  CrotonRtDeviceStats stats = croton_rt_device_stats(device);
  EXPECT_EQ(stats.copies_from_host + stats.copies_to_host + stats.copies_peer,
            0u);
}

TEST(DeviceTest, PeersExchangeAnyNumberOfBytes) {
  FreshDevice a, b("exact");
  for (uint64_t size : {uint64_t(5), (uint64_t(40) << 20) + 3}) {
    std::vector<unsigned char> source(size), target(size);
    for (uint64_t i = 0; i < size; ++i)
      source[i] = static_cast<unsigned char>(i * 7 + (i >> 16));
    void *onA = croton_rt_device_alloc(a.device, size);
    void *onB = croton_rt_device_alloc(b.device, size);
    void *again = croton_rt_device_alloc(b.device, size);
    croton_rt_device_copy_from_host(a.device, onA, source.data(), size);
    croton_rt_device_copy_peer(b.device, onB, a.device, onA, size);
    croton_rt_device_copy_peer(b.device, again, b.device, onB, size);
    croton_rt_device_copy_to_host(b.device, target.data(), again, size);
    EXPECT_TRUE(source == target) << size;
    croton_rt_device_free(a.device, onA);
    croton_rt_device_free(b.device, onB);
    croton_rt_device_free(b.device, again);
  }
  EXPECT_EQ(croton_rt_device_stats(a.device).copies_peer, 0u);
  EXPECT_EQ(croton_rt_device_stats(b.device).copies_peer, 4u);
  EXPECT_EQ(croton_rt_device_stats(b.device).bytes_peer,
            2 * (5 + (uint64_t(40) << 20) + 3));
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

static const FakeImage kernels = {{"add", [](void *const *parameters) {
                                     **static_cast<int **>(parameters[0]) +=
                                         *static_cast<int *>(parameters[1]);
                                   }}};
static const FakeImage otherKernels = {
    {"add", [](void *const *parameters) {
       **static_cast<int **>(parameters[0]) -=
           *static_cast<int *>(parameters[1]);
     }}};

static constexpr CrotonRtGrid kOne = {{1, 1, 1}, {1, 1, 1}};

/// Adds `value` on the device by a kernel of `module`.
static void launchAdd(CrotonRtDevice *device, const CrotonRtModule *module,
                      void *block, int value, CrotonRtGrid grid = kOne) {
  void *parameters[] = {&block, &value};
  croton_rt_device_launch(device, module, "add", &grid, 48, parameters, 2);
}

static int readInt(CrotonRtDevice *device, void *block) {
  int value = -1;
  croton_rt_device_copy_to_host(device, &value, block, sizeof(value));
  return value;
}

TEST(DeviceTest, KernelsRunAndAreLookedUpOnce) {
  FreshDevice fresh, other;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  void *block = croton_rt_device_alloc(fresh.device, sizeof(int));
  croton_rt_device_fill(fresh.device, block, 0, 4, 1);
  for (int i = 1; i <= 10; ++i)
    launchAdd(fresh.device, &module, block, i);
  EXPECT_EQ(readInt(fresh.device, block), 55);
  EXPECT_EQ(fresh.fake.calls["load_module"], 1);
  EXPECT_EQ(fresh.fake.calls["find_kernel"], 1);
  EXPECT_EQ(fresh.fake.calls["launch"], 10);
  EXPECT_EQ(fresh.fake.sharedBytes, 48u);
  EXPECT_EQ(fresh.fake.numParameters, 2u);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).launches, 10u);
  // Every device loads for itself.
  void *elsewhere = croton_rt_device_alloc(other.device, sizeof(int));
  croton_rt_device_fill(other.device, elsewhere, 0, 4, 1);
  launchAdd(other.device, &module, elsewhere, 3);
  EXPECT_EQ(readInt(other.device, elsewhere), 3);
  EXPECT_EQ(other.fake.calls["load_module"], 1);
  croton_rt_device_unload(&module);
  EXPECT_EQ(fresh.fake.calls["unload_module"], 1);
  EXPECT_EQ(other.fake.calls["unload_module"], 1);
  croton_rt_device_unload(&module);
  EXPECT_EQ(fresh.fake.calls["unload_module"], 1);
}

TEST(DeviceTest, AnotherModuleAtTheSameAddressIsLoaded) {
  FreshDevice fresh;
  void *block = croton_rt_device_alloc(fresh.device, sizeof(int));
  croton_rt_device_fill(fresh.device, block, 0, 4, 1);
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  launchAdd(fresh.device, &module, block, 5);
  module.image = &otherKernels;
  launchAdd(fresh.device, &module, block, 2);
  EXPECT_EQ(readInt(fresh.device, block), 3);
  EXPECT_EQ(fresh.fake.calls["unload_module"], 1);
  croton_rt_device_unload(&module);
}

TEST(DeviceTest, AGridWithoutThreadsStartsNothing) {
  FreshDevice fresh;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  for (int i = 0; i < 6; ++i) {
    CrotonRtGrid grid = kOne;
    (i < 3 ? grid.blocks : grid.threads)[i % 3] = 0;
    launchAdd(fresh.device, &module, nullptr, 1, grid);
  }
  EXPECT_EQ(fresh.fake.calls["load_module"], 0);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).launches, 0u);
}

/// Returns the message of a launch with such a grid.
static std::string getGridFailure(CrotonRtGrid grid) {
  FreshDevice fresh;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  std::string message = getFailure(CROTON_ERROR_DEVICE, [&] {
    launchAdd(fresh.device, &module, nullptr, 1, grid);
  });
  EXPECT_EQ(fresh.fake.calls["launch"], 0);
  return message;
}

TEST(DeviceTest, GridsBeyondTheLimitsAreRefused) {
  std::string message = getGridFailure({{int64_t(1) << 31, 2, 3}, {4, 5, 6}});
  EXPECT_TRUE(contains(message, "launch of kernel 'add' on fake:"));
  EXPECT_TRUE(contains(message, "with 2147483648x2x3 blocks of 4x5x6 threads "
                                "and 48 bytes of dynamic shared memory failed: "
                                "the blocks along x must not be more than "
                                "2147483647"));
  EXPECT_TRUE(contains(getGridFailure({{1, 65536, 1}, {1, 1, 1}}),
                       "the blocks along y must not be more than 65535"));
  EXPECT_TRUE(contains(getGridFailure({{1, 1, 65536}, {1, 1, 1}}),
                       "the blocks along z must not be more than 65535"));
  EXPECT_TRUE(
      contains(getGridFailure({{1, 1, 1}, {1025, 1, 1}}),
               "the threads of a block along x must not be more than 1024"));
  EXPECT_TRUE(
      contains(getGridFailure({{1, 1, 1}, {1, 1, 65}}),
               "the threads of a block along z must not be more than 64"));
  EXPECT_TRUE(contains(getGridFailure({{1, 1, 1}, {32, 33, 1}}),
                       "a block must not have more than 1024 threads"));
  // A size of zero elsewhere does not hide a mistake.
  EXPECT_TRUE(contains(getGridFailure({{0, -1, 1}, {1, 1, 1}}),
                       "the blocks must not be negative"));
}

TEST(DeviceTest, TheLargestGridsAreAccepted) {
  FreshDevice fresh;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  void *block = croton_rt_device_alloc(fresh.device, sizeof(int));
  croton_rt_device_fill(fresh.device, block, 0, 4, 1);
  launchAdd(fresh.device, &module, block, 1,
            {{INT32_MAX, 65535, 65535}, {1024, 1, 1}});
  launchAdd(fresh.device, &module, block, 1, {{1, 1, 1}, {4, 4, 64}});
  launchAdd(fresh.device, &module, block, 1, {{1, 1, 1}, {1, 1024, 1}});
  EXPECT_EQ(readInt(fresh.device, block), 3);
  croton_rt_device_unload(&module);
}

TEST(DeviceTest, TooMuchSharedMemoryIsRefused) {
  FreshDevice fresh;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  EXPECT_TRUE(contains(getFailure(CROTON_ERROR_DEVICE,
                                  [&] {
                                    croton_rt_device_launch(
                                        fresh.device, &module, "add", &kOne,
                                        uint64_t(1) << 32, nullptr, 0);
                                  }),
                       "there is not as much shared memory as that"));
}

TEST(DeviceTest, FailingLaunchesSayWhyAndTheDeviceGoesOn) {
  FreshDevice fresh;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  void *block = croton_rt_device_alloc(fresh.device, sizeof(int));
  croton_rt_device_fill(fresh.device, block, 0, 4, 1);
  auto add = [&] { launchAdd(fresh.device, &module, block, 1); };
  fresh.fake.failures["load_module"] = 1;
  EXPECT_TRUE(contains(getFailure(CROTON_ERROR_DEVICE, add),
                       "cannot load its module: load_module was told to fail"));
  fresh.fake.failures["find_kernel"] = 1;
  EXPECT_TRUE(contains(getFailure(CROTON_ERROR_DEVICE, add),
                       "failed: find_kernel was told to fail"));
  fresh.fake.failures["launch"] = 1;
  EXPECT_TRUE(contains(getFailure(CROTON_ERROR_DEVICE, add),
                       "failed: launch was told to fail"));
  std::string message = getFailure(CROTON_ERROR_DEVICE, [&] {
    croton_rt_device_launch(fresh.device, &module, "sub", &kOne, 0, nullptr, 0);
  });
  EXPECT_TRUE(contains(message, "launch of kernel 'sub'"));
  EXPECT_TRUE(contains(message, "no such kernel"));
  EXPECT_EQ(croton_rt_device_stats(fresh.device).launches, 0u);
  add();
  EXPECT_EQ(readInt(fresh.device, block), 1);
  croton_rt_device_unload(&module);
}

//===----------------------------------------------------------------------===//
// Failing devices
//===----------------------------------------------------------------------===//

TEST(DeviceTest, AFailureThatIsOverLeavesTheDeviceUsable) {
  FreshDevice fresh;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  void *block = croton_rt_device_alloc(fresh.device, sizeof(int));
  croton_rt_device_fill(fresh.device, block, 0, 4, 1);
  fresh.fake.failures["synchronize"] = 1;
  std::string message = getFailure(
      CROTON_ERROR_DEVICE, [&] { croton_rt_device_synchronize(fresh.device); });
  EXPECT_TRUE(contains(message, "waiting on fake:"));
  EXPECT_TRUE(contains(message, "failed: synchronize was told to fail"));
  launchAdd(fresh.device, &module, block, 1);
  fresh.fake.failures["copy_to_host"] = 1;
  message =
      getFailure(CROTON_ERROR_DEVICE, [&] { readInt(fresh.device, block); });
  EXPECT_TRUE(contains(message, "or work before it, failed (the kernel started "
                                "last is 'add'): copy_to_host was told to "
                                "fail"));
  for (const char *name : {"copy", "fill", "copy_from_host"}) {
    fresh.fake.failures[name] = 1;
    message = getFailure(CROTON_ERROR_DEVICE, [&] {
      int zero = 0;
      croton_rt_device_copy_from_host(fresh.device, block, &zero, 4);
      croton_rt_device_copy(fresh.device, block, block, 4);
      croton_rt_device_fill(fresh.device, block, 0, 4, 1);
    });
    EXPECT_TRUE(contains(message, std::string(name) + " was told to fail"));
  }
  launchAdd(fresh.device, &module, block, 7);
  EXPECT_EQ(readInt(fresh.device, block), 7);
  croton_rt_device_unload(&module);
}

TEST(DeviceTest, ALostDeviceSaysSoEverAfter) {
  FreshDevice fresh, other;
  CrotonRtModule module = {&kernels, sizeof(kernels)};
  CrotonRtDevice *device = fresh.device;
  void *block = croton_rt_device_alloc(device, sizeof(int));
  croton_rt_device_fill(device, block, 0, 4, 1);
  launchAdd(device, &module, block, 1);
  fresh.fake.failures["synchronize"] = -1;
  fresh.fake.failures["launch"] = 1;
  std::string message = getFailure(CROTON_ERROR_DEVICE, [&] {
    croton_rt_device_alloc(device, 100);
    launchAdd(device, &module, block, 1);
  });
  std::string name = "fake:" + std::to_string(fresh.ordinal);
  EXPECT_TRUE(contains(message, "device " + name +
                                    " is lost until the process starts anew: "
                                    "launch of kernel 'add'"));
  EXPECT_TRUE(contains(message, "(after kernel 'add') launch was told to "
                                "fail"));
  int launches = fresh.fake.calls["launch"];
  std::vector<std::function<void()>> uses = {
      [&] { launchAdd(device, &module, block, 1); },
      [&] { readInt(device, block); },
      [&] { croton_rt_device_synchronize(device); },
      [&] { croton_rt_device_alloc(device, 1); },
      [&] { croton_rt_device_fill(device, block, 0, 4, 1); },
      [&] { croton_rt_device_copy(device, block, block, 4); },
      [&] { croton_rt_device_copy_from_host(device, block, &launches, 4); },
      [&] {
        croton_rt_device_copy_peer(other.device, block, device, block, 4);
      },
      [&] { croton_rt_device_error(device); },
      [&] { croton_rt_device_set_messages(device, nullptr, 0); },
      [&] { croton_rt_device_get("fake", fresh.ordinal); }};
  for (std::function<void()> &use : uses)
    EXPECT_EQ(getFailure(CROTON_ERROR_DEVICE, use), message);
  EXPECT_EQ(fresh.fake.calls["launch"], launches);
  // What it holds can still be given up.
  croton_rt_device_free(device, block);
  EXPECT_EQ(croton_rt_device_stats(device).live_blocks, 0u);
  croton_rt_device_unload(&module);
  // Other devices go on.
  croton_rt_device_synchronize(other.device);
}

TEST(DeviceDeathTest, AFailureOutsideOfACallAborts) {
  registerFakeDevices();
  EXPECT_DEATH(croton_rt_device_get("abacus", 0),
               "failure outside of a call: there is no kind of device");
}
