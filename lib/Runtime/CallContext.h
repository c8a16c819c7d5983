//===- CallContext.h - The call in progress ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_CALLCONTEXT_H
#define CROTON_LIB_RUNTIME_CALLCONTEXT_H

#include "croton/Runtime/Status.h"
#include <atomic>
#include <csetjmp>

namespace croton_rt {

struct BlockHeader;
struct DeviceBlock;
struct DeviceErrorSlot;

/// One croton_rt_call in progress; those of a thread form a stack.
struct CallContext {
  /// Where a failure jumps to.
  std::jmp_buf environment;
  /// The call that this one runs inside of, or null.
  CallContext *parent;
  /// Who gets the message, or null.
  CrotonStatus *status;
  /// Why the call failed.
  int32_t code;
  /// The blocks allocated by this call and still live, newest first.
  BlockHeader *blocks;
  /// The same on devices.
  std::atomic<DeviceBlock *> deviceBlocks;
  /// Where kernels report to that this call started. Used by its thread only.
  DeviceErrorSlot *deviceErrors;
};

/// Returns the innermost call of this thread, or null.
CallContext *getCurrentContext();

/// Frees all blocks that belong to `context`.
void freeBlocks(CallContext &context);

/// Gives all blocks of `context` to `heir`, or to nobody when that is null.
void bequeathBlocks(CallContext &context, CallContext *heir);

/// The same for blocks on devices.
void freeDeviceBlocks(CallContext &context);
void bequeathDeviceBlocks(CallContext &context, CallContext *heir);

/// Forgets what the kernels of a call that failed report.
void abandonDeviceErrors(CallContext &context);

/// Leaves what the kernels of a call report to `heir`, or, when that is null,
/// to whoever waits for the device next.
void bequeathDeviceErrors(CallContext &context, CallContext *heir);

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_CALLCONTEXT_H
