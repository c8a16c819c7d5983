//===- Status.cpp - Errors of compiled code -------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entering compiled code and leaving it, by return or by failure.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Status.h"
#include "CallContext.h"
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace croton_rt;

static thread_local CallContext *currentContext = nullptr;

CallContext *croton_rt::getCurrentContext() { return currentContext; }

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

namespace {
/// Writes text into a buffer of fixed size and drops what does not fit.
class MessageWriter {
public:
  explicit MessageWriter(char *buffer) : buffer(buffer) { buffer[0] = '\0'; }

  void put(char c) {
    if (length + 1 < CROTON_RT_MESSAGE_SIZE) {
      buffer[length++] = c;
      buffer[length] = '\0';
    }
  }
  void put(int64_t value) {
    char digits[24];
    std::snprintf(digits, sizeof(digits), "%" PRId64, value);
    for (const char *c = digits; *c; ++c)
      put(*c);
  }

private:
  char *buffer;
  size_t length = 0;
};
} // namespace

/// Parses "{<position>}" at `text` with a position below `count`. Returns what
/// follows it, or null when there is none.
static const char *parsePlaceholder(const char *text, int64_t count,
                                    int64_t &position) {
  if (*text != '{' || text[1] < '0' || text[1] > '9')
    return nullptr;
  position = 0;
  for (++text; *text >= '0' && *text <= '9'; ++text) {
    position = position * 10 + (*text - '0');
    if (position >= count)
      return nullptr;
  }
  return *text == '}' ? text + 1 : nullptr;
}

/// Writes `format` with its placeholders replaced into `buffer`, which has
/// CROTON_RT_MESSAGE_SIZE bytes.
static void formatMessage(char *buffer, const char *format,
                          const int64_t *values, int64_t count) {
  MessageWriter writer(buffer);
  while (*format) {
    int64_t position;
    if (const char *next = parsePlaceholder(format, count, position)) {
      writer.put(values[position]);
      format = next;
    } else {
      writer.put(*format++);
    }
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

int32_t croton_rt_abi_version(void) { return CROTON_RT_ABI_VERSION; }

void croton_rt_fail(int32_t code, const char *format, const int64_t *values,
                    int64_t count) {
  CallContext *context = currentContext;
  if (!context) {
    char message[CROTON_RT_MESSAGE_SIZE];
    formatMessage(message, format, values, count);
    std::fprintf(stderr, "croton runtime: failure outside of a call: %s\n",
                 message);
    std::abort();
  }
  context->code = code;
  if (context->status)
    formatMessage(context->status->message, format, values, count);
  std::longjmp(context->environment, 1);
}

/// Ends the innermost call after a failure and returns its code.
static int32_t finishFailedCall() {
  CallContext *context = currentContext;
  currentContext = context->parent;
  abandonDeviceErrors(*context);
  freeDeviceBlocks(*context);
  freeBlocks(*context);
  // Zero would be taken for success.
  int32_t code = context->code ? context->code : CROTON_ERROR_ASSERT;
  if (context->status)
    context->status->code = code;
  return code;
}

int32_t croton_rt_call(void (*packed)(void **), void **args,
                       CrotonStatus *status) {
  if (status) {
    status->code = CROTON_OK;
    status->message[0] = '\0';
  }
  CallContext context;
  context.parent = currentContext;
  context.status = status;
  context.code = CROTON_OK;
  context.blocks = nullptr;
  context.deviceBlocks.store(nullptr, std::memory_order_relaxed);
  context.deviceErrors = nullptr;
  currentContext = &context;
  // A failure comes back here a second time. Nothing in this function has a
  // destructor, and no local is read after the jump.
  if (setjmp(context.environment))
    return finishFailedCall();
  packed(args);
  currentContext = context.parent;
  bequeathDeviceErrors(context, context.parent);
  bequeathDeviceBlocks(context, context.parent);
  bequeathBlocks(context, context.parent);
  return CROTON_OK;
}
