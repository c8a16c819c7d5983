//===- CudaKernels.cpp - Modules and kernels of kind "cuda" ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"
#include "croton/Runtime/Status.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace croton_rt;
using namespace croton_rt::cuda;

namespace {
/// A kernel and its use of shared memory.
struct Kernel {
  Function function;
  /// The kernels of a module form a list.
  Kernel *next;
  int staticShared;
  /// What was granted; -1 before the first launch that needs it.
  int64_t maxDynamicShared;
};

struct LoadedModule {
  Module module;
  Kernel *kernels;
};
} // namespace

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Whether an image is text: neither an object file nor a fatbin, nor what
/// points at one.
static bool isText(const CrotonRtModule &image) {
  static const unsigned char kMagics[][4] = {{0x7F, 'E', 'L', 'F'},
                                             {0x50, 0xED, 0x55, 0xBA},
                                             {0xB1, 0x43, 0x62, 0x46}};
  if (image.image_size < 4)
    return true;
  for (const unsigned char *magic : kMagics)
    if (std::memcmp(image.image, magic, 4) == 0)
      return false;
  return true;
}

/// Checks that the library will not read beyond the end of the image.
static int32_t checkImage(const CrotonRtModule &image, char *message) {
  const char *problem = nullptr;
  if (!image.image || image.image_size == 0)
    problem = "the image is empty";
  else if (isText(image) &&
           static_cast<const char *>(image.image)[image.image_size - 1] != '\0')
    problem = "the image is neither a cubin nor a fatbin, nor does it end in a "
              "zero as PTX must";
  if (!problem)
    return 0;
  std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "%s", problem);
  return CROTON_ERROR_DEVICE;
}

/// Explains why a module was not loaded, with what the assembler has to say.
static int32_t explainLoad(const Device &device, Result error, char *log,
                           char *message) {
  char prefix[96];
  std::snprintf(prefix, sizeof(prefix), "on a device of architecture sm_%d%d: ",
                device.getAttribute(kAttributeCapabilityMajor),
                device.getAttribute(kAttributeCapabilityMinor));
  int32_t code = explain(*device.api, error, prefix, message);
  size_t length = std::strlen(log);
  while (length && (log[length - 1] == '\n' || log[length - 1] == ' '))
    log[--length] = '\0';
  size_t used = std::strlen(message);
  if (length)
    std::snprintf(message + used, CROTON_RT_MESSAGE_SIZE - used, ":\n%s", log);
  return code;
}

int32_t cuda::loadModule(void *handle, const CrotonRtModule *image,
                         void **module, char *message) {
  auto &device = *static_cast<const Device *>(handle);
  if (int32_t code = checkImage(*image, message))
    return code;
  auto *loaded =
      static_cast<LoadedModule *>(std::calloc(1, sizeof(LoadedModule)));
  if (!loaded) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "out of memory");
    return CROTON_ERROR_MEMORY;
  }
  ContextScope scope(device);
  char log[4096] = "";
  int options[] = {kJitErrorLog, kJitErrorLogSize};
  // The size is passed in place of a pointer.
  void *values[] = {log, reinterpret_cast<void *>(uintptr_t(sizeof(log)))};
  Result error = device.api->cuModuleLoadDataEx(&loaded->module, image->image,
                                                2, options, values);
  if (error != kSuccess) {
    std::free(loaded);
    log[sizeof(log) - 1] = '\0';
    return explainLoad(device, error, log, message);
  }
  *module = loaded;
  return 0;
}

void cuda::unloadModule(void *handle, void *module) {
  auto &device = *static_cast<const Device *>(handle);
  auto *loaded = static_cast<LoadedModule *>(module);
  ContextScope scope(device);
  device.api->cuModuleUnload(loaded->module);
  while (Kernel *kernel = loaded->kernels) {
    loaded->kernels = kernel->next;
    std::free(kernel);
  }
  std::free(loaded);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

int32_t cuda::findKernel(void *handle, void *module, const char *name,
                         void **kernel, char *message) {
  auto &device = *static_cast<const Device *>(handle);
  auto *loaded = static_cast<LoadedModule *>(module);
  ContextScope scope(device);
  Function function = nullptr;
  Result error =
      device.api->cuModuleGetFunction(&function, loaded->module, name);
  if (error == kErrorNotFound) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE,
                  "its module has no kernel of this name");
    return CROTON_ERROR_DEVICE;
  }
  if (error != kSuccess)
    return device.check(error, message);
  auto *found = static_cast<Kernel *>(std::calloc(1, sizeof(Kernel)));
  if (!found) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "out of memory");
    return CROTON_ERROR_MEMORY;
  }
  found->function = function;
  if (device.api->cuFuncGetAttribute(
          &found->staticShared, kFunctionStaticShared, function) != kSuccess)
    found->staticShared = 0;
  found->maxDynamicShared = -1;
  found->next = loaded->kernels;
  loaded->kernels = found;
  *kernel = found;
  return 0;
}

/// Makes sure that a kernel may use as much dynamic shared memory. What goes
/// beyond 48 KiB in all must be asked for.
static int32_t grantShared(const Device &device, Kernel &kernel,
                           uint64_t sharedBytes, char *message) {
  constexpr uint64_t kAlwaysGranted = 48 << 10;
  auto bytes = static_cast<int64_t>(sharedBytes);
  if (sharedBytes + kernel.staticShared <= kAlwaysGranted ||
      bytes <= kernel.maxDynamicShared)
    return 0;
  int limit = device.getAttribute(kAttributeMaxShared);
  if (limit && bytes + kernel.staticShared > limit) {
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE,
                  "the device has %d bytes of shared memory for a block, and "
                  "%d of them are taken by the kernel itself; use smaller "
                  "tiles",
                  limit, kernel.staticShared);
    return CROTON_ERROR_DEVICE;
  }
  Result error = device.api->cuFuncSetAttribute(
      kernel.function, kFunctionMaxDynamicShared, static_cast<int>(bytes));
  if (error != kSuccess)
    return explain(*device.api, error,
                   "cannot get that much shared memory: ", message);
  kernel.maxDynamicShared = bytes;
  return 0;
}

int32_t cuda::launch(void *handle, void *kernel, const CrotonRtGrid *grid,
                     uint64_t sharedBytes, void *const *parameters,
                     uint32_t numParameters, char *message) {
  auto &device = *static_cast<const Device *>(handle);
  auto &entry = *static_cast<Kernel *>(kernel);
  ContextScope scope(device);
  if (int32_t code = grantShared(device, entry, sharedBytes, message))
    return code;
  auto size = [](int64_t value) { return static_cast<unsigned>(value); };
  Result error = device.api->cuLaunchKernel(
      entry.function, size(grid->blocks[0]), size(grid->blocks[1]),
      size(grid->blocks[2]), size(grid->threads[0]), size(grid->threads[1]),
      size(grid->threads[2]), size(sharedBytes), device.stream,
      const_cast<void **>(parameters), nullptr);
  return device.check(error, message);
}
