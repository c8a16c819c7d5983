//===- Status.h - Errors of compiled code -------------------------*- C -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How compiled code is entered and how it fails: a call either returns or comes
// back with a code and a message. Valid C11; no C++ type crosses it.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_RUNTIME_STATUS_H
#define CROTON_RUNTIME_STATUS_H

#include <assert.h>
#include <stdint.h>

/// Grows with every change of this folder's functions or structs that compiled
/// code or a caller can see.
#define CROTON_RT_ABI_VERSION 2

#ifdef __cplusplus
#define CROTON_RT_NORETURN [[noreturn]]
extern "C" {
#else
#define CROTON_RT_NORETURN _Noreturn
#endif

/// Why a call failed. The values are part of the ABI.
typedef enum CrotonErrorCode {
  CROTON_OK = 0,
  /// Shapes do not agree.
  CROTON_ERROR_SHAPE = 1,
  /// An index lies outside of its dimension.
  CROTON_ERROR_INDEX = 2,
  /// A reshape changes the number of elements.
  CROTON_ERROR_RESHAPE = 3,
  /// A condition that the program states does not hold.
  CROTON_ERROR_ASSERT = 4,
  /// A matrix has no inverse.
  CROTON_ERROR_SINGULAR = 5,
  /// There is not enough memory.
  CROTON_ERROR_MEMORY = 6,
  /// A value is outside of what an operation accepts.
  CROTON_ERROR_VALUE = 7,
  /// A device is missing, refuses what it is asked to do, or failed.
  CROTON_ERROR_DEVICE = 8
} CrotonErrorCode;

/// The bytes that a message may take, with its terminating zero.
#define CROTON_RT_MESSAGE_SIZE 1024

/// The outcome of a call. The message is "" when the code is CROTON_OK, always
/// ends in a zero, and is cut where it would not fit.
typedef struct CrotonStatus {
  int32_t code;
  char message[CROTON_RT_MESSAGE_SIZE];
} CrotonStatus;

static_assert(sizeof(CrotonStatus) == 1028, "size is part of the ABI");

/// Returns CROTON_RT_ABI_VERSION of the library, to be compared with that of
/// the header a program was compiled with.
int32_t croton_rt_abi_version(void);

/// Runs `packed(args)` and returns 0, or the code it failed with; `status`,
/// unless null, gets code and message. On failure every block that the call
/// allocated and still held is freed. On success the blocks that are still live
/// become the caller's: the enclosing call's when there is one, else
/// nobody's, to be freed with croton_rt_free.
///
/// Calls may nest, and may run on several threads at once; a failure ends the
/// innermost call of its own thread. `packed` and what it calls must not rely
/// on destructors, since a failure leaves them by a long jump.
int32_t croton_rt_call(void (*packed)(void **), void **args,
                       CrotonStatus *status);

/// Ends the innermost call of this thread with `code`, which must not be zero.
/// In `format`, "{0}" and so on are replaced by the `values` of that position;
/// a position beyond `count` and any other brace stay as they are. Outside of
/// any call it prints the message and aborts.
CROTON_RT_NORETURN void croton_rt_fail(int32_t code, const char *format,
                                       const int64_t *values, int64_t count);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // CROTON_RUNTIME_STATUS_H
