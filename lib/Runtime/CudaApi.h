//===- CudaApi.h - What we use of the CUDA driver library -------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver library is opened when the first device is, and no header of the
// CUDA Toolkit is needed: the types and numbers below are those of the
// library's ABI, which is stable.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_CUDAAPI_H
#define CROTON_LIB_RUNTIME_CUDAAPI_H

#include <cstddef>
#include <cstdint>

/// What the library's handles point at, by the names it knows them.
struct CUctx_st;
struct CUstream_st;
struct CUmod_st;
struct CUfunc_st;

namespace croton_rt::cuda {

using Context = CUctx_st *;
using Stream = CUstream_st *;
using Module = CUmod_st *;
using Function = CUfunc_st *;
/// An address on a device.
using Pointer = uint64_t;

/// What functions return. Only those that we treat in some way of their own.
using Result = int;
constexpr Result kSuccess = 0;
constexpr Result kErrorOutOfMemory = 2;
constexpr Result kErrorStubLibrary = 34;
constexpr Result kErrorNoDevice = 100;
constexpr Result kErrorInvalidImage = 200;
constexpr Result kErrorNoBinaryForGpu = 209;
constexpr Result kErrorInvalidPtx = 218;
constexpr Result kErrorUnsupportedPtxVersion = 222;
constexpr Result kErrorNotFound = 500;
constexpr Result kErrorLaunchOutOfResources = 701;
constexpr Result kErrorSystemDriverMismatch = 803;

/// Attributes of devices.
constexpr int kAttributeCapabilityMajor = 75;
constexpr int kAttributeCapabilityMinor = 76;
constexpr int kAttributeMaxShared = 97;
constexpr int kAttributeMemoryPools = 115;
/// Attributes of functions.
constexpr int kFunctionStaticShared = 1;
constexpr int kFunctionMaxDynamicShared = 8;
/// Attributes of pointers.
constexpr int kPointerMemoryType = 2;

/// Options of module loading.
constexpr int kJitErrorLog = 5;
constexpr int kJitErrorLogSize = 6;

/// A stream that does not wait for the default stream.
constexpr unsigned kStreamNonBlocking = 1;

/// The functions, by name and type of their pointers. Those in the second list
/// may be missing from the library.
#define CROTON_CUDA_FUNCTIONS(X)                                               \
  X(cuInit, (unsigned flags))                                                  \
  X(cuGetErrorName, (Result error, const char **text))                         \
  X(cuGetErrorString, (Result error, const char **text))                       \
  X(cuDeviceGetCount, (int *count))                                            \
  X(cuDeviceGet, (int *device, int ordinal))                                   \
  X(cuDeviceGetAttribute, (int *value, int attribute, int device))             \
  X(cuDevicePrimaryCtxRetain, (Context * context, int device))                 \
  X(cuDevicePrimaryCtxRelease_v2, (int device))                                \
  X(cuCtxGetCurrent, (Context * context))                                      \
  X(cuCtxSetCurrent, (Context context))                                        \
  X(cuStreamCreate, (Stream * stream, unsigned flags))                         \
  X(cuStreamDestroy_v2, (Stream stream))                                       \
  X(cuStreamSynchronize, (Stream stream))                                      \
  X(cuMemAlloc_v2, (Pointer * address, size_t size))                           \
  X(cuMemFree_v2, (Pointer address))                                           \
  X(cuPointerGetAttribute, (void *value, int attribute, Pointer address))      \
  X(cuMemcpyHtoDAsync_v2,                                                      \
    (Pointer target, const void *source, size_t size, Stream stream))          \
  X(cuMemcpyDtoHAsync_v2,                                                      \
    (void *target, Pointer source, size_t size, Stream stream))                \
  X(cuMemcpyDtoDAsync_v2,                                                      \
    (Pointer target, Pointer source, size_t size, Stream stream))              \
  X(cuMemsetD8Async,                                                           \
    (Pointer target, unsigned char value, size_t count, Stream stream))        \
  X(cuMemsetD16Async,                                                          \
    (Pointer target, unsigned short value, size_t count, Stream stream))       \
  X(cuMemsetD32Async,                                                          \
    (Pointer target, unsigned value, size_t count, Stream stream))             \
  X(cuModuleLoadDataEx, (Module * module, const void *image,                   \
                         unsigned numOptions, int *options, void **values))    \
  X(cuModuleUnload, (Module module))                                           \
  X(cuModuleGetFunction,                                                       \
    (Function * function, Module module, const char *name))                    \
  X(cuFuncGetAttribute, (int *value, int attribute, Function function))        \
  X(cuFuncSetAttribute, (Function function, int attribute, int value))         \
  X(cuLaunchKernel,                                                            \
    (Function function, unsigned gridX, unsigned gridY, unsigned gridZ,        \
     unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,  \
     Stream stream, void **parameters, void **extra))
#define CROTON_CUDA_OPTIONAL_FUNCTIONS(X)                                      \
  X(cuMemAllocAsync, (Pointer * address, size_t size, Stream stream))          \
  X(cuMemFreeAsync, (Pointer address, Stream stream))

/// The library's functions.
struct Api {
#define CROTON_CUDA_MEMBER(NAME, PARAMETERS) Result(*NAME) PARAMETERS;
  CROTON_CUDA_FUNCTIONS(CROTON_CUDA_MEMBER)
  CROTON_CUDA_OPTIONAL_FUNCTIONS(CROTON_CUDA_MEMBER)
#undef CROTON_CUDA_MEMBER
};

/// Opens and initializes the library, unless that is done. Returns its
/// functions, or null with the reason in `message`, which has
/// CROTON_RT_MESSAGE_SIZE bytes. A later try starts anew. Not to be called from
/// two threads at once.
const Api *loadApi(char *message);

/// Writes the library's name and text for an error, and what may help against
/// it, to `message`, after the text `prefix`. Returns the CrotonErrorCode that
/// stands for it.
int32_t explain(const Api &api, Result error, const char *prefix,
                char *message);

} // namespace croton_rt::cuda

#endif // CROTON_LIB_RUNTIME_CUDAAPI_H
