//===- DeviceErrorTest.cpp - What kernels report --------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"
#include "croton/Runtime/Device.h"
#include "gtest/gtest.h"
#include <thread>

using namespace croton_test;

static const char *const messages[] = {"index {0} is not below {1}",
                                       "values {0} {1} {2} {3} {4} {5}"};
static const char *const otherMessages[] = {"other message {0}"};

/// Reports as a thread of a kernel does: the error with the given number.
static void report(void *const *parameters) {
  auto *error = *static_cast<CrotonRtDeviceError **>(parameters[0]);
  if (error->code)
    return;
  error->code = CROTON_ERROR_INDEX;
  error->message = *static_cast<int32_t *>(parameters[1]);
  for (int i = 0; i < 6; ++i)
    error->values[i] = 10 + i;
}

static const FakeImage image = {{"report", report},
                                {"quiet", [](void *const *) {}}};
static const CrotonRtModule module = {&image, sizeof(image)};
static constexpr CrotonRtGrid kOne = {{1, 1, 1}, {1, 1, 1}};

/// Starts a kernel that reports message `number` of `table`.
static void startReporting(CrotonRtDevice *device, int32_t number = 0,
                           const char *const *table = messages,
                           int64_t count = 2) {
  croton_rt_device_set_messages(device, table, count);
  void *error = croton_rt_device_error(device);
  void *parameters[] = {&error, &number};
  croton_rt_device_launch(device, &module, "report", &kOne, 0, parameters, 2);
}

static void startQuiet(CrotonRtDevice *device) {
  croton_rt_device_launch(device, &module, "quiet", &kOne, 0, nullptr, 0);
}

static void synchronize(CrotonRtDevice *device) {
  croton_rt_device_synchronize(device);
}

TEST(DeviceErrorTest, AReportEndsTheCallThatWaits) {
  FreshDevice fresh;
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX,
                       [&] {
                         startReporting(fresh.device);
                         synchronize(fresh.device);
                       }),
            "index 10 is not below 11");
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX,
                       [&] {
                         startReporting(fresh.device, 1);
                         void *block = croton_rt_device_alloc(fresh.device, 1);
                         char byte;
                         croton_rt_device_copy_to_host(fresh.device, &byte,
                                                       block, 1);
                       }),
            "values 10 11 12 13 14 15");
  // It was cleared, and the device goes on.
  EXPECT_EQ(call([&] {
              startQuiet(fresh.device);
              synchronize(fresh.device);
            }),
            CROTON_OK);
  EXPECT_EQ(croton_rt_device_stats(fresh.device).live_blocks, 0u);
}

TEST(DeviceErrorTest, AReportToldOnceIsOver) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] {
              EXPECT_EQ(call([&] {
                          startReporting(fresh.device);
                          synchronize(fresh.device);
                        }),
                        CROTON_ERROR_INDEX);
              // The same code with no mistake this time.
              croton_rt_device_set_messages(fresh.device, messages, 2);
              croton_rt_device_error(fresh.device);
              startQuiet(fresh.device);
              synchronize(fresh.device);
            }),
            CROTON_OK);
}

TEST(DeviceErrorTest, TheAddressMayBeKeptThroughoutACall) {
  FreshDevice fresh;
  EXPECT_EQ(
      getFailure(CROTON_ERROR_INDEX,
                 [&] {
                   croton_rt_device_set_messages(fresh.device, messages, 2);
                   void *error = croton_rt_device_error(fresh.device);
                   synchronize(fresh.device);
                   startQuiet(fresh.device);
                   synchronize(fresh.device);
                   int32_t number = 0;
                   void *parameters[] = {&error, &number};
                   croton_rt_device_launch(fresh.device, &module, "report",
                                           &kOne, 0, parameters, 2);
                   synchronize(fresh.device);
                 }),
      "index 10 is not below 11");
}

TEST(DeviceErrorTest, NothingIsReadWhereNothingCanBeReported) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] {
              startQuiet(fresh.device);
              synchronize(fresh.device);
              EXPECT_EQ(fresh.fake.calls["copy_to_host"], 0);
              croton_rt_device_error(fresh.device);
              synchronize(fresh.device);
              EXPECT_EQ(fresh.fake.calls["copy_to_host"], 0);
              startQuiet(fresh.device);
              synchronize(fresh.device);
              synchronize(fresh.device);
              EXPECT_EQ(fresh.fake.calls["copy_to_host"], 1);
            }),
            CROTON_OK);
  CrotonRtDeviceStats stats = croton_rt_device_stats(fresh.device);
  EXPECT_EQ(stats.copies_to_host + stats.copies_from_host, 0u);
  EXPECT_EQ(stats.live_blocks, 0u);
}

TEST(DeviceErrorTest, EachTableHasItsOwnReports) {
  FreshDevice fresh;
  // The messages change before the kernel's report is read.
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX,
                       [&] {
                         startReporting(fresh.device, 0, otherMessages, 1);
                         croton_rt_device_set_messages(fresh.device, messages,
                                                       2);
                         croton_rt_device_error(fresh.device);
                         synchronize(fresh.device);
                       }),
            "other message 10");
  // And back: the first table's record is used again.
  EXPECT_EQ(call([&] {
              croton_rt_device_set_messages(fresh.device, messages, 2);
              void *first = croton_rt_device_error(fresh.device);
              croton_rt_device_set_messages(fresh.device, otherMessages, 1);
              EXPECT_NE(croton_rt_device_error(fresh.device), first);
              croton_rt_device_set_messages(fresh.device, messages, 2);
              EXPECT_EQ(croton_rt_device_error(fresh.device), first);
            }),
            CROTON_OK);
}

TEST(DeviceErrorTest, UnknownMessagesAreSaidToBe) {
  FreshDevice fresh;
  std::string name = "fake:" + std::to_string(fresh.ordinal);
  for (int32_t number : {2, -1})
    EXPECT_EQ(getFailure(CROTON_ERROR_INDEX,
                         [&] {
                           startReporting(fresh.device, number);
                           synchronize(fresh.device);
                         }),
              "a kernel on " + name + " reported error 2 with message " +
                  std::to_string(number) +
                  ", which is not among the 2 that were set");
}

TEST(DeviceErrorTest, AReportNobodyWaitedForComesWithTheNextWait) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] { startReporting(fresh.device); }), CROTON_OK);
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX, [&] { synchronize(fresh.device); }),
            "index 10 is not below 11");
  EXPECT_EQ(call([&] { synchronize(fresh.device); }), CROTON_OK);
}

TEST(DeviceErrorTest, AFailedCallTakesItsReportsAlong) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] {
              startReporting(fresh.device);
              croton_rt_fail(CROTON_ERROR_ASSERT, "stop", nullptr, 0);
            }),
            CROTON_ERROR_ASSERT);
  // Not in the next call, nor in one that gets the same record.
  EXPECT_EQ(call([&] { synchronize(fresh.device); }), CROTON_OK);
  EXPECT_EQ(call([&] {
              croton_rt_device_set_messages(fresh.device, messages, 2);
              croton_rt_device_error(fresh.device);
              startQuiet(fresh.device);
              synchronize(fresh.device);
            }),
            CROTON_OK);
}

TEST(DeviceErrorTest, AnInnerCallLeavesItsReportsToTheOuter) {
  FreshDevice fresh;
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX,
                       [&] {
                         EXPECT_EQ(call([&] { startReporting(fresh.device); }),
                                   CROTON_OK);
                         // It is not the record that the outer call gets.
                         croton_rt_device_set_messages(fresh.device,
                                                       otherMessages, 1);
                         croton_rt_device_error(fresh.device);
                         synchronize(fresh.device);
                       }),
            "index 10 is not below 11");
  EXPECT_EQ(call([&] { synchronize(fresh.device); }), CROTON_OK);
}

TEST(DeviceErrorTest, AnotherThreadsReportsAreItsOwn) {
  FreshDevice fresh;
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX,
                       [&] {
                         startReporting(fresh.device);
                         std::thread([&] {
                           EXPECT_EQ(call([&] {
                                       croton_rt_device_set_messages(
                                           fresh.device, messages, 2);
                                       croton_rt_device_error(fresh.device);
                                       startQuiet(fresh.device);
                                       synchronize(fresh.device);
                                     }),
                                     CROTON_OK);
                         }).join();
                         synchronize(fresh.device);
                       }),
            "index 10 is not below 11");
}

TEST(DeviceErrorTest, CallsThatNeverWaitDoNotFillTheDevice) {
  FreshDevice fresh;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(call([&] {
                croton_rt_device_error(fresh.device);
                startQuiet(fresh.device);
              }),
              CROTON_OK);
    EXPECT_EQ(call([&] {
                startReporting(fresh.device);
                croton_rt_fail(CROTON_ERROR_ASSERT, "stop", nullptr, 0);
              }),
              CROTON_ERROR_ASSERT);
  }
  EXPECT_LE(fresh.fake.blocks.size(), 66u);
  EXPECT_EQ(call([&] { synchronize(fresh.device); }), CROTON_OK);
}

TEST(DeviceErrorTest, UnloadingForgetsReportsOfCallsThatReturned) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] { startReporting(fresh.device); }), CROTON_OK);
  croton_rt_device_unload(&module);
  EXPECT_EQ(call([&] { synchronize(fresh.device); }), CROTON_OK);
}

TEST(DeviceErrorTest, LackOfMemoryForARecordIsAFailure) {
  FreshDevice fresh;
  fresh.fake.memory = 0;
  std::string message = getFailure(
      CROTON_ERROR_MEMORY, [&] { croton_rt_device_error(fresh.device); });
  EXPECT_NE(message.find("no room for an error record"), std::string::npos);
  fresh.fake.memory = 1 << 20;
  fresh.fake.failures["copy_from_host"] = 1;
  getFailure(CROTON_ERROR_DEVICE,
             [&] { croton_rt_device_error(fresh.device); });
  EXPECT_TRUE(fresh.fake.blocks.empty());
  EXPECT_EQ(call([&] { croton_rt_device_error(fresh.device); }), CROTON_OK);
}

TEST(DeviceErrorTest, ARecordThatCannotBeReadIsAFailure) {
  FreshDevice fresh;
  EXPECT_EQ(call([&] { startReporting(fresh.device); }), CROTON_OK);
  fresh.fake.failures["copy_to_host"] = 1;
  EXPECT_EQ(getFailure(CROTON_ERROR_DEVICE, [&] { synchronize(fresh.device); }),
            "copy_to_host was told to fail");
  // The report is still there.
  EXPECT_EQ(getFailure(CROTON_ERROR_INDEX, [&] { synchronize(fresh.device); }),
            "index 10 is not below 11");
}

TEST(DeviceErrorDeathTest, OutsideOfACallAReportAborts) {
  FreshDevice fresh;
  EXPECT_DEATH(
      {
        startReporting(fresh.device);
        synchronize(fresh.device);
      },
      "failure outside of a call: index 10 is not below 11");
}
