//===- FakeCuda.h - Control of the CUDA driver library for tests --*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libcroton-fake-cuda.so has those functions of the CUDA driver library that
// the runtime uses, over host memory, and these to look inside and to make it
// fail. It knows nothing of the runtime. Like the real one it does work later
// than it is asked to: in cuStreamSynchronize, in order.
//
// Modules are text that begins with ".version" and has a line ".entry <name>"
// for each of its kernels, which are built in:
//   add(p: *i32, v: i32, n: i64)   adds v to n integers
//   crash()                        an illegal access: the context is lost
//   grid(p: *i64)                  writes grid, block and shared memory: 7 i64
//   static_shared(p: *i64)         as grid, with 1024 bytes of static memory
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_RUNTIME_FAKECUDA_H
#define CROTON_UNITTESTS_RUNTIME_FAKECUDA_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Makes calls of a function fail with `error`, after `skip` that do not, until
/// `error` is 0. The environment's FAKE_CUDA_FAIL="<function>=<error>" does the
/// same from the start.
void fakeCudaFail(const char *function, int error, int skip);

/// Forgets all counts and failures, and makes lost contexts good.
void fakeCudaReset(void);

/// How often a function was called.
int fakeCudaCount(const char *function);

/// For the library itself: counts a call and returns the error it is to fail
/// with, and forgets all that.
int fakeCudaEnter(const char *function);
void fakeCudaClearCounts(void);

/// The bytes that are allocated.
uint64_t fakeCudaLiveBytes(void);

/// How many allocations, contexts, streams and modules there are.
int fakeCudaLiveObjects(void);

/// Makes the library know host memory, which it then reads when a copy's turn
/// comes; null ends this.
void fakeCudaSetPinned(const void *begin, uint64_t size);

/// Whether devices have memory pools, at first they do; 2 devices of 1 MiB.
void fakeCudaSetPools(int hasPools);
void fakeCudaSetDevices(int count, uint64_t memory);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_UNITTESTS_RUNTIME_FAKECUDA_H
