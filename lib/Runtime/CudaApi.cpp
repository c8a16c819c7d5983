//===- CudaApi.cpp - What we use of the CUDA driver library ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaApi.h"
#include "croton/Runtime/Status.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace croton_rt;
using namespace croton_rt::cuda;

/// Returns what may help against an error; "" when nothing is known to.
static const char *getHint(Result error) {
  switch (error) {
  case kErrorStubLibrary:
    return "; this is the toolkit's library for linking: take the driver's";
  case kErrorNoDevice:
    return "; check nvidia-smi and CUDA_VISIBLE_DEVICES, or use device 'simt'";
  case kErrorInvalidImage:
  case kErrorInvalidPtx:
  case kErrorNoBinaryForGpu:
    return "; compile for this device's architecture or an older one";
  case kErrorUnsupportedPtxVersion:
    return "; update the NVIDIA driver, or compile to a cubin";
  case kErrorLaunchOutOfResources:
    return "; use fewer threads in a block";
  case kErrorSystemDriverMismatch:
    return "; the NVIDIA driver was updated: load its kernel module anew";
  default:
    return "";
  }
}

int32_t cuda::explain(const Api &api, Result error, const char *prefix,
                      char *message) {
  const char *name = nullptr, *text = nullptr;
  if (api.cuGetErrorName(error, &name) != kSuccess || !name)
    name = "unknown error";
  if (api.cuGetErrorString(error, &text) != kSuccess || !text)
    text = "no description";
  std::snprintf(message, CROTON_RT_MESSAGE_SIZE, "%s%s (%s, %d)%s", prefix,
                text, name, error, getHint(error));
  return error == kErrorOutOfMemory ? CROTON_ERROR_MEMORY : CROTON_ERROR_DEVICE;
}

/// Looks a function up; false with the reason in `message` if it is missing
/// and `isOptional` is not set.
template <typename T>
static bool resolve(void *library, const char *path, const char *name,
                    bool isOptional, T &function, char *message) {
  function = reinterpret_cast<T>(dlsym(library, name));
  if (function || isOptional)
    return true;
  std::snprintf(message, CROTON_RT_MESSAGE_SIZE,
                "the CUDA driver library '%s' has no function '%s'; update the "
                "NVIDIA driver",
                path, name);
  return false;
}

/// Resolves all functions; false with the reason in `message`.
static bool resolveAll(void *library, const char *path, Api &api,
                       char *message) {
#define CROTON_CUDA_RESOLVE(NAME, PARAMETERS)                                  \
  if (!resolve(library, path, #NAME, false, api.NAME, message))                \
    return false;
#define CROTON_CUDA_RESOLVE_OPTIONAL(NAME, PARAMETERS)                         \
  resolve(library, path, #NAME, true, api.NAME, message);
  CROTON_CUDA_FUNCTIONS(CROTON_CUDA_RESOLVE)
  CROTON_CUDA_OPTIONAL_FUNCTIONS(CROTON_CUDA_RESOLVE_OPTIONAL)
#undef CROTON_CUDA_RESOLVE
#undef CROTON_CUDA_RESOLVE_OPTIONAL
  return true;
}

const Api *cuda::loadApi(char *message) {
  static Api api;
  static bool isLoaded = false;
  if (isLoaded)
    return &api;
  const char *path = std::getenv("CROTON_CUDA_DRIVER");
  if (!path || !*path)
    path = "libcuda.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    // Some versions return a text that names the file, others none at all.
    const char *reason = dlerror();
    std::snprintf(message, CROTON_RT_MESSAGE_SIZE,
                  "cannot open the CUDA driver library '%s' (%s); install the "
                  "NVIDIA driver, or use device 'simt'",
                  path, reason ? reason : "no reason given");
    return nullptr;
  }
  if (!resolveAll(library, path, api, message)) {
    dlclose(library);
    return nullptr;
  }
  if (Result error = api.cuInit(0)) {
    explain(api, error, "cannot start the CUDA driver: ", message);
    dlclose(library);
    return nullptr;
  }
  isLoaded = true;
  return &api;
}
