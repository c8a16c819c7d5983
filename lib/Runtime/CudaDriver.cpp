//===- CudaDriver.cpp - Devices of kind "cuda" ----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Opening, memory and waiting, over the CUDA driver library. All work of a
// device goes to one stream.
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "croton/Runtime/Status.h"
#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace croton_rt::cuda;

static Pointer toPointer(const void *address) {
  return reinterpret_cast<Pointer>(address);
}

static const Device &toDevice(void *handle) {
  return *static_cast<const Device *>(handle);
}

//===----------------------------------------------------------------------===//
// Opening
//===----------------------------------------------------------------------===//

static void close(void *handle) {
  auto *device = static_cast<Device *>(handle);
  {
    ContextScope scope(*device);
    if (device->stream) {
      device->api->cuStreamSynchronize(device->stream);
      device->api->cuStreamDestroy_v2(device->stream);
    }
  }
  // The context must not stay current: it may cease to exist.
  Context current = nullptr;
  if (device->api->cuCtxGetCurrent(&current) == kSuccess &&
      current == device->context)
    device->api->cuCtxSetCurrent(nullptr);
  device->api->cuDevicePrimaryCtxRelease_v2(device->device);
  std::free(device);
}

/// Finds a device by its number.
static int32_t findDevice(const Api &api, int32_t ordinal, int &device,
                          char *message) {
  int count = 0;
  if (Result error = api.cuDeviceGetCount(&count))
    return explain(api, error, "cannot count the CUDA devices: ", message);
  if (count == 0)
    return explain(api, kErrorNoDevice, "", message);
  if (ordinal < 0 || ordinal >= count) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE,
                  "there are CUDA devices 0 to %d only; check "
                  "CUDA_VISIBLE_DEVICES",
                  count - 1);
    return CROTON_ERROR_DEVICE;
  }
  if (Result error = api.cuDeviceGet(&device, ordinal))
    return explain(api, error, "cannot get the device: ", message);
  return 0;
}

/// Makes the stream of a device whose context is retained.
static int32_t makeStream(Device &device, char *message) {
  ContextScope scope(device);
  if (Result error =
          device.api->cuStreamCreate(&device.stream, kStreamNonBlocking)) {
    device.stream = nullptr;
    return explain(*device.api, error, "cannot make a stream: ", message);
  }
  return 0;
}

static int32_t open(int32_t ordinal, void **handle, char *message) {
  const Api *api = loadApi(message);
  if (!api)
    return CROTON_ERROR_DEVICE;
  int number = 0;
  if (int32_t code = findDevice(*api, ordinal, number, message))
    return code;
  auto *device = static_cast<Device *>(std::calloc(1, sizeof(Device)));
  if (!device) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "out of memory");
    return CROTON_ERROR_MEMORY;
  }
  device->api = api;
  device->device = number;
  if (Result error = api->cuDevicePrimaryCtxRetain(&device->context, number)) {
    std::free(device);
    return explain(*api, error, "cannot get its context: ", message);
  }
  if (int32_t code = makeStream(*device, message)) {
    close(device);
    return code;
  }
  device->hasPools = api->cuMemAllocAsync && api->cuMemFreeAsync &&
                     device->getAttribute(kAttributeMemoryPools);
  *handle = device;
  return 0;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static void *allocate(void *handle, uint64_t size) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  Pointer address = 0;
  Result error = device.hasPools ? device.api->cuMemAllocAsync(&address, size,
                                                               device.stream)
                                 : device.api->cuMemAlloc_v2(&address, size);
  return error == kSuccess ? reinterpret_cast<void *>(address) : nullptr;
}

static void deallocate(void *handle, void *block) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  if (device.hasPools)
    device.api->cuMemFreeAsync(toPointer(block), device.stream);
  else
    device.api->cuMemFree_v2(toPointer(block));
}

static int32_t synchronize(void *handle, char *message) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  return device.check(device.api->cuStreamSynchronize(device.stream), message);
}

static int32_t copyFromHost(void *handle, void *target, const void *source,
                            uint64_t size, char *message) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  if (Result error = device.api->cuMemcpyHtoDAsync_v2(toPointer(target), source,
                                                      size, device.stream))
    return device.check(error, message);
  // Pageable memory was copied to a buffer. Memory that the library knows is
  // read when the copy's turn comes.
  int type = 0;
  if (device.api->cuPointerGetAttribute(&type, kPointerMemoryType,
                                        toPointer(source)) != kSuccess)
    return 0;
  return device.check(device.api->cuStreamSynchronize(device.stream), message);
}

static int32_t copyToHost(void *handle, void *target, const void *source,
                          uint64_t size, char *message) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  Result error = device.api->cuMemcpyDtoHAsync_v2(target, toPointer(source),
                                                  size, device.stream);
  if (error == kSuccess)
    error = device.api->cuStreamSynchronize(device.stream);
  return device.check(error, message);
}

static int32_t copy(void *handle, void *target, const void *source,
                    uint64_t size, char *message) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  return device.check(device.api->cuMemcpyDtoDAsync_v2(toPointer(target),
                                                       toPointer(source), size,
                                                       device.stream),
                      message);
}

/// Fills with eight bytes that are not four bytes twice, for which the library
/// has no function: writes some from the host and doubles them on the device.
static Result fillDouble(const Device &device, Pointer target, uint64_t value,
                         uint64_t count) {
  constexpr uint64_t kFirst = 512;
  uint64_t first[kFirst];
  uint64_t done = count < kFirst ? count : kFirst;
  for (uint64_t i = 0; i < done; ++i)
    first[i] = value;
  // The stack is pageable memory.
  Result error = device.api->cuMemcpyHtoDAsync_v2(
      target, first, done * sizeof(value), device.stream);
  while (error == kSuccess && done < count) {
    uint64_t more = count - done < done ? count - done : done;
    error =
        device.api->cuMemcpyDtoDAsync_v2(target + done * sizeof(value), target,
                                         more * sizeof(value), device.stream);
    done += more;
  }
  return error;
}

static int32_t fill(void *handle, void *target, uint64_t value,
                    uint32_t elementSize, uint64_t count, char *message) {
  const Device &device = toDevice(handle);
  ContextScope scope(device);
  const Api &api = *device.api;
  Pointer address = toPointer(target);
  auto low = static_cast<uint32_t>(value);
  Result error;
  if (elementSize == 1)
    error = api.cuMemsetD8Async(address, static_cast<uint8_t>(low), count,
                                device.stream);
  else if (elementSize == 2)
    error = api.cuMemsetD16Async(address, static_cast<uint16_t>(low), count,
                                 device.stream);
  else if (elementSize == 4)
    error = api.cuMemsetD32Async(address, low, count, device.stream);
  else if (low == value >> 32)
    error = api.cuMemsetD32Async(address, low, 2 * count, device.stream);
  else
    error = fillDouble(device, address, value, count);
  return device.check(error, message);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const CrotonRtDeviceDriver *croton_rt_cuda_driver(void) {
  static const CrotonRtDeviceDriver driver = {
      "cuda",       open,       close,  allocate,    deallocate,
      copyFromHost, copyToHost, copy,   fill,        loadModule,
      unloadModule, findKernel, launch, synchronize, /*exact_blocks=*/0};
  return &driver;
}
