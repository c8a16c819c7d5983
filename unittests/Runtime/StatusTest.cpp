//===- StatusTest.cpp - Errors of compiled code ---------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Status.h"
#include "croton/Runtime/Memory.h"
#include "gtest/gtest.h"
#include <cstring>
#include <limits>
#include <string>
#include <thread>
#include <vector>

/// In HeadersAreC.c.
extern "C" int32_t multiplyFromC(int64_t rows, CrotonStatus *status);

namespace {
/// What the packed function `fail` is to fail with.
struct Failure {
  int32_t code;
  const char *format;
  std::vector<int64_t> values;
};
} // namespace

static void fail(void **args) {
  auto *failure = static_cast<Failure *>(args[0]);
  croton_rt_fail(failure->code, failure->format, failure->values.data(),
                 failure->values.size());
}

/// Returns the message of a call that fails with `format` and `values`.
static std::string getMessage(const char *format, std::vector<int64_t> values) {
  Failure failure = {CROTON_ERROR_SHAPE, format, values};
  void *args[] = {&failure};
  CrotonStatus status;
  std::memset(&status, 0xab, sizeof(status));
  EXPECT_EQ(croton_rt_call(fail, args, &status), CROTON_ERROR_SHAPE);
  EXPECT_EQ(status.code, CROTON_ERROR_SHAPE);
  return status.message;
}

static void succeed(void **args) { *static_cast<int *>(args[0]) += 1; }

TEST(StatusTest, SuccessClearsTheStatus) {
  int calls = 0;
  void *args[] = {&calls};
  CrotonStatus status;
  std::memset(&status, 0xab, sizeof(status));
  EXPECT_EQ(croton_rt_call(succeed, args, &status), CROTON_OK);
  EXPECT_EQ(status.code, CROTON_OK);
  EXPECT_STREQ(status.message, "");
  EXPECT_EQ(croton_rt_call(succeed, args, nullptr), CROTON_OK);
  EXPECT_EQ(calls, 2);
}

TEST(StatusTest, MessagesNameTheirValues) {
  EXPECT_EQ(getMessage("plain", {}), "plain");
  EXPECT_EQ(getMessage("expected {0}, but got {1}", {3, -4}),
            "expected 3, but got -4");
  EXPECT_EQ(getMessage("{1}{0}{1}", {1, 2}), "212");
  EXPECT_EQ(getMessage("{0}", {std::numeric_limits<int64_t>::min()}),
            "-9223372036854775808");
  EXPECT_EQ(getMessage("{10}", {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100}), "100");
}

TEST(StatusTest, OtherBracesStay) {
  EXPECT_EQ(getMessage("{} {x} {0 {0", {5}), "{} {x} {0 {0");
  EXPECT_EQ(getMessage("{1} {99999999999999999999}", {5}),
            "{1} {99999999999999999999}");
  EXPECT_EQ(getMessage("{{0}}", {5}), "{5}");
}

TEST(StatusTest, LongMessagesAreCut) {
  std::string text(5000, 'x');
  EXPECT_EQ(getMessage(text.c_str(), {}), std::string(1023, 'x'));
  text = std::string(1021, 'x') + "{0}";
  EXPECT_EQ(getMessage(text.c_str(), {12345}), std::string(1021, 'x') + "12");
}

TEST(StatusTest, CodeZeroIsStillAFailure) {
  Failure failure = {0, "odd", {}};
  void *args[] = {&failure};
  EXPECT_NE(croton_rt_call(fail, args, nullptr), CROTON_OK);
}

/// Calls `fail`, checks that it came back here, then fails or not itself.
static void callAndGoOn(void **args) {
  CrotonStatus inner;
  croton_rt_call(fail, args, &inner);
  EXPECT_STREQ(inner.message, "inner 1");
  if (args[1])
    fail(args + 1);
}

TEST(StatusTest, AFailureEndsTheInnermostCallOnly) {
  Failure inner = {CROTON_ERROR_INDEX, "inner {0}", {1}};
  Failure outer = {CROTON_ERROR_VALUE, "outer {0}", {2}};
  CrotonStatus status;
  void *args[] = {&inner, nullptr};
  EXPECT_EQ(croton_rt_call(callAndGoOn, args, &status), CROTON_OK);
  EXPECT_STREQ(status.message, "");
  args[1] = &outer;
  EXPECT_EQ(croton_rt_call(callAndGoOn, args, &status), CROTON_ERROR_VALUE);
  EXPECT_STREQ(status.message, "outer 2");
}

TEST(StatusTest, ThreadsFailByThemselves) {
  std::vector<std::thread> threads;
  for (int64_t t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int64_t i = 0; i < 2000; ++i)
        EXPECT_EQ(getMessage("{0}/{1}", {t, i}),
                  std::to_string(t) + "/" + std::to_string(i));
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST(StatusTest, WorksFromC) {
  CrotonStatus status;
  EXPECT_EQ(multiplyFromC(2, &status), CROTON_OK) << status.message;
  EXPECT_EQ(multiplyFromC(-3, &status), CROTON_ERROR_SHAPE);
  EXPECT_STREQ(status.message, "-3 rows");
}

TEST(StatusDeathTest, AFailureOutsideOfACallAborts) {
  int64_t value = 6;
  EXPECT_DEATH(croton_rt_fail(CROTON_ERROR_VALUE, "bad {0}", &value, 1),
               "failure outside of a call: bad 6");
}

TEST(StatusTest, VersionOfHeaderAndLibraryAgree) {
  EXPECT_EQ(croton_rt_abi_version(), CROTON_RT_ABI_VERSION);
}
