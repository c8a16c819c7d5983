//===- FakeCuda.c - A CUDA driver library for tests ---------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeCuda.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int CUresult;
typedef uint64_t CUdeviceptr;

enum {
  SUCCESS = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_CONTEXT = 201,
  INVALID_PTX = 218,
  NOT_FOUND = 500,
  ILLEGAL_ADDRESS = 700
};

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

#define ENTER()                                                                \
  do {                                                                         \
    CUresult error = fakeCudaEnter(__func__);                                  \
    if (error)                                                                 \
      return error;                                                            \
  } while (0)

enum { MAX_DEVICES = 4, MAX_BLOCKS = 1024, MAX_WORK = 256 };

/// A context is that of a device.
struct CUctx_st {
  int references;
  /// Not 0 once a kernel has crashed.
  CUresult lost;
  uint64_t usedBytes;
};

struct Block {
  char *address;
  uint64_t size;
  struct CUctx_st *context;
};

enum WorkKind { COPY, COPY_STAGED, FILL, LAUNCH, FREE };

/// Something to be done in the order of the stream.
struct Work {
  enum WorkKind kind;
  char *target;
  const void *source;
  /// Owned: what was in pageable memory.
  void *staged;
  uint64_t size;
  uint32_t value;
  uint32_t elementSize;
  const char *kernel;
  int64_t arguments[8];
};

struct CUstream_st {
  struct CUctx_st *context;
  int numWork;
  struct Work work[MAX_WORK];
};

struct CUfunc_st {
  char name[32];
  int maxDynamicShared;
  struct CUfunc_st *next;
};

struct CUmod_st {
  const char *image;
  struct CUfunc_st *functions;
};

static int isInitialized = 0;
static int numDevices = 2;
static uint64_t deviceMemory = 1 << 20;
static int hasMemoryPools = 1;
static struct CUctx_st contexts[MAX_DEVICES];
static struct Block blocks[MAX_BLOCKS];
static int numStreams = 0, numModules = 0;
static const char *pinned = NULL;
static uint64_t pinnedSize = 0;
static _Thread_local struct CUctx_st *current = NULL;

static struct Block *findBlock(CUdeviceptr address, uint64_t size) {
  const char *first = (const char *)address;
  for (struct Block *block = blocks; block < blocks + MAX_BLOCKS; ++block)
    if (block->address && first >= block->address &&
        first + size <= block->address + block->size)
      return block;
  return NULL;
}

static int isPinned(const void *address) {
  const char *first = address;
  return pinned && first >= pinned && first < pinned + pinnedSize;
}

/// Returns the error of the current context.
static CUresult checkContext(void) {
  if (!isInitialized)
    return NOT_INITIALIZED;
  if (!current || current->references == 0)
    return INVALID_CONTEXT;
  return current->lost;
}

#define ENTER_CONTEXT()                                                        \
  do {                                                                         \
    ENTER();                                                                   \
    CUresult lost = checkContext();                                            \
    if (lost)                                                                  \
      return lost;                                                             \
  } while (0)

//===----------------------------------------------------------------------===//
// Devices and contexts
//===----------------------------------------------------------------------===//

CUresult cuInit(unsigned flags) {
  ENTER();
  isInitialized = 1;
  return SUCCESS;
}

static const struct {
  CUresult error;
  const char *name, *text;
} errorTexts[] = {
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access"},
};
enum { NUM_ERROR_TEXTS = sizeof(errorTexts) / sizeof(errorTexts[0]) };

CUresult cuGetErrorName(CUresult error, const char **text) {
  ENTER();
  for (int i = 0; i < NUM_ERROR_TEXTS; ++i)
    if (errorTexts[i].error == error) {
      *text = errorTexts[i].name;
      return SUCCESS;
    }
  return INVALID_VALUE;
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  ENTER();
  for (int i = 0; i < NUM_ERROR_TEXTS; ++i)
    if (errorTexts[i].error == error) {
      *text = errorTexts[i].text;
      return SUCCESS;
    }
  return INVALID_VALUE;
}

CUresult cuDeviceGetCount(int *count) {
  ENTER();
  *count = numDevices;
  return isInitialized ? SUCCESS : NOT_INITIALIZED;
}

CUresult cuDeviceGet(int *device, int ordinal) {
  ENTER();
  // A device is not the same as its number.
  *device = ordinal + 100;
  return ordinal >= 0 && ordinal < numDevices ? SUCCESS : INVALID_DEVICE;
}

CUresult cuDeviceGetAttribute(int *value, int attribute, int device) {
  ENTER();
  switch (attribute) {
  case 75:
    *value = 9;
    return SUCCESS;
  case 76:
    *value = 0;
    return SUCCESS;
  case 97:
    *value = 227 << 10;
    return SUCCESS;
  case 115:
    *value = hasMemoryPools;
    return SUCCESS;
  }
  return INVALID_VALUE;
}

CUresult cuDevicePrimaryCtxRetain(struct CUctx_st **context, int device) {
  ENTER();
  if (device < 100 || device >= 100 + MAX_DEVICES)
    return INVALID_DEVICE;
  *context = &contexts[device - 100];
  ++(*context)->references;
  return SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease_v2(int device) {
  ENTER();
  --contexts[device - 100].references;
  return SUCCESS;
}

CUresult cuCtxGetCurrent(struct CUctx_st **context) {
  ENTER();
  *context = current;
  return SUCCESS;
}

CUresult cuCtxSetCurrent(struct CUctx_st *context) {
  ENTER();
  current = context;
  return SUCCESS;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

static void deallocate(char *address) {
  struct Block *block = findBlock((CUdeviceptr)address, 0);
  block->context->usedBytes -= block->size;
  free(block->address);
  memset(block, 0, sizeof(*block));
}

/// Runs a built-in kernel; returns the error it makes.
static CUresult runKernel(const struct Work *work) {
  const int64_t *arguments = work->arguments;
  if (strcmp(work->kernel, "crash") == 0)
    return ILLEGAL_ADDRESS;
  if (strcmp(work->kernel, "add") == 0) {
    if (!findBlock((CUdeviceptr)arguments[0], arguments[2] * sizeof(int32_t)))
      return ILLEGAL_ADDRESS;
    for (int64_t i = 0; i < arguments[2]; ++i)
      ((int32_t *)arguments[0])[i] += (int32_t)arguments[1];
  } else {
    memcpy((void *)arguments[0], arguments + 1, 7 * sizeof(int64_t));
  }
  return SUCCESS;
}

static CUresult runWork(struct Work *work) {
  switch (work->kind) {
  case COPY:
    memcpy(work->target, work->source, work->size);
    break;
  case COPY_STAGED:
    memcpy(work->target, work->staged, work->size);
    free(work->staged);
    break;
  case FILL:
    for (uint64_t i = 0; i < work->size; ++i)
      memcpy(work->target + i * work->elementSize, &work->value,
             work->elementSize);
    break;
  case LAUNCH:
    return runKernel(work);
  case FREE:
    deallocate(work->target);
    break;
  }
  return SUCCESS;
}

/// Does the work of a stream.
static CUresult drain(struct CUstream_st *stream) {
  for (int i = 0; i < stream->numWork; ++i) {
    struct Work *work = &stream->work[i];
    if (!stream->context->lost || work->kind == FREE)
      stream->context->lost |= runWork(work);
    else
      free(work->staged);
  }
  stream->numWork = 0;
  return stream->context->lost;
}

static struct Work *addWork(struct CUstream_st *stream, enum WorkKind kind) {
  if (stream->numWork == MAX_WORK)
    drain(stream);
  struct Work *work = &stream->work[stream->numWork++];
  memset(work, 0, sizeof(*work));
  work->kind = kind;
  return work;
}

CUresult cuStreamCreate(struct CUstream_st **stream, unsigned flags) {
  ENTER_CONTEXT();
  // It must not wait for the default stream.
  if (flags != 1)
    return INVALID_VALUE;
  *stream = calloc(1, sizeof(struct CUstream_st));
  (*stream)->context = current;
  ++numStreams;
  return SUCCESS;
}

CUresult cuStreamDestroy_v2(struct CUstream_st *stream) {
  ENTER_CONTEXT();
  drain(stream);
  free(stream);
  --numStreams;
  return SUCCESS;
}

CUresult cuStreamSynchronize(struct CUstream_st *stream) {
  ENTER_CONTEXT();
  return stream->context == current ? drain(stream) : INVALID_CONTEXT;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static CUresult allocate(CUdeviceptr *address, size_t size) {
  if (size == 0)
    return INVALID_VALUE;
  struct Block *block = blocks;
  while (block->address)
    ++block;
  if (size > deviceMemory - current->usedBytes)
    return OUT_OF_MEMORY;
  block->address = aligned_alloc(256, (size + 255) / 256 * 256);
  block->size = size;
  block->context = current;
  current->usedBytes += size;
  *address = (CUdeviceptr)block->address;
  return SUCCESS;
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t size) {
  ENTER_CONTEXT();
  return allocate(address, size);
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t size,
                         struct CUstream_st *stream) {
  ENTER_CONTEXT();
  return hasMemoryPools ? allocate(address, size) : INVALID_VALUE;
}

CUresult cuMemFree_v2(CUdeviceptr address) {
  ENTER_CONTEXT();
  if (!findBlock(address, 0))
    return INVALID_VALUE;
  deallocate((char *)address);
  return SUCCESS;
}

CUresult cuMemFreeAsync(CUdeviceptr address, struct CUstream_st *stream) {
  ENTER_CONTEXT();
  if (!findBlock(address, 0))
    return INVALID_VALUE;
  addWork(stream, FREE)->target = (char *)address;
  return SUCCESS;
}

CUresult cuPointerGetAttribute(void *value, int attribute,
                               CUdeviceptr address) {
  ENTER_CONTEXT();
  if (attribute != 2 || !isPinned((const void *)address))
    return INVALID_VALUE;
  *(int *)value = 1;
  return SUCCESS;
}

static CUresult addCopy(char *target, const void *source, size_t size,
                        struct CUstream_st *stream) {
  struct Work *work = addWork(stream, COPY);
  work->target = target;
  work->source = source;
  work->size = size;
  return SUCCESS;
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr target, const void *source,
                              size_t size, struct CUstream_st *stream) {
  ENTER_CONTEXT();
  if (!findBlock(target, size))
    return INVALID_VALUE;
  if (isPinned(source))
    return addCopy((char *)target, source, size, stream);
  struct Work *work = addWork(stream, COPY_STAGED);
  work->target = (char *)target;
  work->staged = memcpy(malloc(size), source, size);
  work->size = size;
  return SUCCESS;
}

CUresult cuMemcpyDtoHAsync_v2(void *target, CUdeviceptr source, size_t size,
                              struct CUstream_st *stream) {
  ENTER_CONTEXT();
  if (!findBlock(source, size))
    return INVALID_VALUE;
  return addCopy(target, (const void *)source, size, stream);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr target, CUdeviceptr source,
                              size_t size, struct CUstream_st *stream) {
  ENTER_CONTEXT();
  if (!findBlock(target, size) || !findBlock(source, size))
    return INVALID_VALUE;
  return addCopy((char *)target, (const void *)source, size, stream);
}

#define FAKE_CUDA_MEMSET(NAME, TYPE)                                           \
  CUresult NAME(CUdeviceptr target, TYPE value, size_t count,                  \
                struct CUstream_st *stream) {                                  \
    ENTER_CONTEXT();                                                           \
    if (!findBlock(target, count * sizeof(value)))                             \
      return INVALID_VALUE;                                                    \
    struct Work *work = addWork(stream, FILL);                                 \
    work->target = (char *)target;                                             \
    work->value = value;                                                       \
    work->elementSize = sizeof(value);                                         \
    work->size = count;                                                        \
    return SUCCESS;                                                            \
  }
FAKE_CUDA_MEMSET(cuMemsetD8Async, unsigned char)
FAKE_CUDA_MEMSET(cuMemsetD16Async, unsigned short)
FAKE_CUDA_MEMSET(cuMemsetD32Async, unsigned)

//===----------------------------------------------------------------------===//
// Modules and launches
//===----------------------------------------------------------------------===//

CUresult cuModuleLoadDataEx(struct CUmod_st **module, const void *image,
                            unsigned numOptions, int *options, void **values) {
  ENTER_CONTEXT();
  static const char kElf[] = "\177ELF";
  if (memcmp(image, kElf, 4) == 0 || strncmp(image, ".version", 8) == 0) {
    *module = calloc(1, sizeof(struct CUmod_st));
    (*module)->image = image;
    ++numModules;
    return SUCCESS;
  }
  char *log = NULL;
  size_t size = 0;
  for (unsigned i = 0; i < numOptions; ++i) {
    if (options[i] == 5)
      log = values[i];
    else if (options[i] == 6)
      size = (size_t)values[i];
  }
  if (log)
    snprintf(log, size, "ptxas: line 1; fatal: expected .version\n");
  return INVALID_PTX;
}

CUresult cuModuleUnload(struct CUmod_st *module) {
  ENTER();
  while (module->functions) {
    struct CUfunc_st *function = module->functions;
    module->functions = function->next;
    free(function);
  }
  free(module);
  --numModules;
  return SUCCESS;
}

static int getStaticShared(const struct CUfunc_st *function) {
  return strcmp(function->name, "static_shared") == 0 ? 1024 : 0;
}

CUresult cuModuleGetFunction(struct CUfunc_st **function,
                             struct CUmod_st *module, const char *name) {
  ENTER_CONTEXT();
  char line[64];
  snprintf(line, sizeof(line), ".entry %s\n", name);
  if (!strstr(module->image, line))
    return NOT_FOUND;
  *function = calloc(1, sizeof(struct CUfunc_st));
  snprintf((*function)->name, sizeof((*function)->name), "%s", name);
  (*function)->maxDynamicShared = (48 << 10) - getStaticShared(*function);
  (*function)->next = module->functions;
  module->functions = *function;
  return SUCCESS;
}

CUresult cuFuncGetAttribute(int *value, int attribute,
                            struct CUfunc_st *function) {
  ENTER_CONTEXT();
  *value = getStaticShared(function);
  return attribute == 1 ? SUCCESS : INVALID_VALUE;
}

CUresult cuFuncSetAttribute(struct CUfunc_st *function, int attribute,
                            int value) {
  ENTER_CONTEXT();
  if (attribute != 8 || value + getStaticShared(function) > 227 << 10)
    return INVALID_VALUE;
  function->maxDynamicShared = value;
  return SUCCESS;
}

CUresult cuLaunchKernel(struct CUfunc_st *function, unsigned gridX,
                        unsigned gridY, unsigned gridZ, unsigned blockX,
                        unsigned blockY, unsigned blockZ, unsigned sharedBytes,
                        struct CUstream_st *stream, void **parameters,
                        void **extra) {
  ENTER_CONTEXT();
  if ((int)sharedBytes > function->maxDynamicShared || extra)
    return INVALID_VALUE;
  struct Work *work = addWork(stream, LAUNCH);
  work->kernel = function->name;
  if (strcmp(function->name, "add") == 0) {
    work->arguments[0] = *(int64_t *)parameters[0];
    work->arguments[1] = *(int32_t *)parameters[1];
    work->arguments[2] = *(int64_t *)parameters[2];
  } else if (strcmp(function->name, "crash") != 0) {
    const int64_t sizes[7] = {gridX,  gridY,  gridZ,      blockX,
                              blockY, blockZ, sharedBytes};
    work->arguments[0] = *(int64_t *)parameters[0];
    memcpy(work->arguments + 1, sizes, sizeof(sizes));
  }
  return SUCCESS;
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

void fakeCudaReset(void) {
  fakeCudaClearCounts();
  for (int i = 0; i < MAX_DEVICES; ++i)
    contexts[i].lost = SUCCESS;
  fakeCudaSetPinned(NULL, 0);
  fakeCudaSetPools(1);
  fakeCudaSetDevices(2, 1 << 20);
}

uint64_t fakeCudaLiveBytes(void) {
  uint64_t bytes = 0;
  for (int i = 0; i < MAX_DEVICES; ++i)
    bytes += contexts[i].usedBytes;
  return bytes;
}

int fakeCudaLiveObjects(void) {
  int count = numStreams + numModules;
  for (int i = 0; i < MAX_DEVICES; ++i)
    count += contexts[i].references;
  for (int i = 0; i < MAX_BLOCKS; ++i)
    count += blocks[i].address != NULL;
  return count;
}

void fakeCudaSetPinned(const void *begin, uint64_t size) {
  pinned = begin;
  pinnedSize = size;
}

void fakeCudaSetPools(int hasPools) { hasMemoryPools = hasPools; }

void fakeCudaSetDevices(int count, uint64_t memory) {
  numDevices = count;
  deviceMemory = memory;
}
