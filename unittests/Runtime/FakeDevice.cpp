//===- FakeDevice.cpp - Devices for tests of the device API ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

using namespace croton_test;

static FakeDevice &toFake(void *device) {
  return *static_cast<FakeDevice *>(device);
}

/// Counts a call of a function and returns the code it is to fail with.
static int32_t enter(FakeDevice &fake, const char *function,
                     char *message = nullptr) {
  ++fake.calls[function];
  auto found = fake.failures.find(function);
  if (found == fake.failures.end() || found->second == 0)
    return CROTON_OK;
  if (found->second > 0)
    --found->second;
  if (message)
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "%s was told to fail",
                  function);
  return fake.code;
}

/// Whether a range lies in a block.
static bool isInside(FakeDevice &fake, const void *address, uint64_t size) {
  auto after = fake.blocks.upper_bound(const_cast<void *>(address));
  if (after == fake.blocks.begin())
    return false;
  auto block = std::prev(after);
  auto *begin = static_cast<const char *>(block->first);
  auto *first = static_cast<const char *>(address);
  return first + size <= begin + block->second;
}

static int32_t open(int32_t ordinal, void **device, char *message) {
  if (ordinal > 999) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "the last one is 999");
    return CROTON_ERROR_DEVICE;
  }
  *device = &getFake(ordinal);
  return enter(getFake(ordinal), "open", message);
}

static void close(void *device) { enter(toFake(device), "close"); }

static void *allocate(void *device, uint64_t size) {
  FakeDevice &fake = toFake(device);
  if (enter(fake, "allocate") || size > fake.memory)
    return nullptr;
  void *block = std::aligned_alloc(256, (size + 255) / 256 * 256);
  // Not zero, and cheap for the largest.
  std::memset(block, 0xab, std::min(size, uint64_t(4096)));
  fake.memory -= size;
  fake.blocks[block] = size;
  return block;
}

static void deallocate(void *device, void *block) {
  FakeDevice &fake = toFake(device);
  enter(fake, "deallocate");
  ASSERT_EQ(fake.blocks.count(block), 1u);
  fake.memory += fake.blocks[block];
  fake.blocks.erase(block);
  std::free(block);
}

static int32_t copyFromHost(void *device, void *target, const void *source,
                            uint64_t size, char *message) {
  if (int32_t code = enter(toFake(device), "copy_from_host", message))
    return code;
  EXPECT_TRUE(isInside(toFake(device), target, size));
  std::memcpy(target, source, size);
  return CROTON_OK;
}

static int32_t copyToHost(void *device, void *target, const void *source,
                          uint64_t size, char *message) {
  if (int32_t code = enter(toFake(device), "copy_to_host", message))
    return code;
  EXPECT_TRUE(isInside(toFake(device), source, size));
  std::memcpy(target, source, size);
  return CROTON_OK;
}

static int32_t copy(void *device, void *target, const void *source,
                    uint64_t size, char *message) {
  if (int32_t code = enter(toFake(device), "copy", message))
    return code;
  EXPECT_TRUE(isInside(toFake(device), target, size));
  EXPECT_TRUE(isInside(toFake(device), source, size));
  std::memcpy(target, source, size);
  return CROTON_OK;
}

static int32_t fill(void *device, void *target, uint64_t value,
                    uint32_t elementSize, uint64_t count, char *message) {
  if (int32_t code = enter(toFake(device), "fill", message))
    return code;
  EXPECT_TRUE(isInside(toFake(device), target, count * elementSize));
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(static_cast<char *>(target) + i * elementSize, &value,
                elementSize);
  return CROTON_OK;
}

static int32_t loadModule(void *device, const CrotonRtModule *image,
                          void **module, char *message) {
  *module = const_cast<void *>(image->image);
  return enter(toFake(device), "load_module", message);
}

static void unloadModule(void *device, void *module) {
  enter(toFake(device), "unload_module");
}

static int32_t findKernel(void *device, void *module, const char *name,
                          void **kernel, char *message) {
  if (int32_t code = enter(toFake(device), "find_kernel", message))
    return code;
  auto &image = *static_cast<const FakeImage *>(module);
  auto found = image.find(name);
  if (found == image.end()) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "no such kernel");
    return CROTON_ERROR_DEVICE;
  }
  *kernel = reinterpret_cast<void *>(found->second);
  return CROTON_OK;
}

static int32_t launch(void *device, void *kernel, const CrotonRtGrid *grid,
                      uint64_t sharedBytes, void *const *parameters,
                      uint32_t numParameters, char *message) {
  FakeDevice &fake = toFake(device);
  if (int32_t code = enter(fake, "launch", message))
    return code;
  fake.sharedBytes = sharedBytes;
  fake.numParameters = numParameters;
  reinterpret_cast<FakeKernel>(kernel)(parameters);
  return CROTON_OK;
}

static int32_t synchronize(void *device, char *message) {
  return enter(toFake(device), "synchronize", message);
}

static const CrotonRtDeviceDriver fakeDriver = {
    "fake",       open,       close,  allocate,    deallocate,
    copyFromHost, copyToHost, copy,   fill,        loadModule,
    unloadModule, findKernel, launch, synchronize, /*exact_blocks=*/0};

static const CrotonRtDeviceDriver exactDriver = {
    "exact",      open,       close,  allocate,    deallocate,
    copyFromHost, copyToHost, copy,   fill,        loadModule,
    unloadModule, findKernel, launch, synchronize, /*exact_blocks=*/1};

void croton_test::registerFakeDevices() {
  static std::once_flag once;
  std::call_once(once, [] {
    EXPECT_EQ(croton_rt_register_device_driver(&fakeDriver), 0);
    EXPECT_EQ(croton_rt_register_device_driver(&exactDriver), 0);
  });
}

FakeDevice &croton_test::getFake(int32_t ordinal) {
  static FakeDevice fakes[1000];
  return fakes[ordinal];
}

int32_t croton_test::getUnusedOrdinal() {
  static std::atomic<int32_t> next{0};
  return next++;
}

FreshDevice::FreshDevice(const char *kind)
    : ordinal(getUnusedOrdinal()), fake(getFake(ordinal)) {
  registerFakeDevices();
  device = croton_rt_device_get(kind, ordinal);
}

static void runBody(void **args) {
  (*static_cast<std::function<void()> *>(args[0]))();
}

int32_t croton_test::call(std::function<void()> body, CrotonStatus *status) {
  void *args[] = {&body};
  return croton_rt_call(runBody, args, status);
}

std::string croton_test::getFailure(int32_t code, std::function<void()> body) {
  CrotonStatus status;
  EXPECT_EQ(call(std::move(body), &status), code) << status.message;
  return status.message;
}
