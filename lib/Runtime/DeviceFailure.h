//===- DeviceFailure.h - A failure on its way out ---------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_DEVICEFAILURE_H
#define CROTON_LIB_RUNTIME_DEVICEFAILURE_H

#include "croton/Runtime/Status.h"

namespace croton_rt {

/// Why a device function fails. croton_rt_fail leaves by a long jump, so a
/// failure is carried out of all locks in one of these first.
struct DeviceFailure {
  /// One of CrotonErrorCode; 0 while all is well.
  int32_t code = CROTON_OK;
  /// The format of a message with values; null when `message` is the text.
  const char *format = nullptr;
  int64_t values[6];
  /// Valid when there is a code and no format.
  char message[CROTON_RT_MESSAGE_SIZE];

  explicit operator bool() const { return code != CROTON_OK; }

  /// Sets code and text, as printf does.
  void set(int32_t newCode, const char *text, ...)
      __attribute__((format(printf, 3, 4)));
  /// Puts text in front of the message.
  void prepend(const char *text, ...) __attribute__((format(printf, 2, 3)));

  /// Ends the innermost call if there is a code.
  void raise() const {
    if (code)
      croton_rt_fail(code, format ? format : message, values, format ? 6 : 0);
  }
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_DEVICEFAILURE_H
