//===- StateTest.cpp - State between calls --------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// That globals live on between calls and change only when they should.
//
//===----------------------------------------------------------------------===//

#include "EngineTestBase.h"
#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"

using namespace mlir;
using namespace mlir::croton;

namespace {

using StateTest = EngineTestBase;

constexpr StringLiteral kProgram = R"mlir(
  ml_program.global private mutable @a(dense<[1.0, 2.0]> : tensor<2xf32>)
      : tensor<2xf32>
  ml_program.global private mutable @b(dense<5.0> : tensor<2xf32>)
      : tensor<2xf32>
  ml_program.global private mutable @log(#ml_program.extern<tensor<?xf32>>)
      : tensor<?xf32>
  // Both updates see the values at the start of the call.
  func.func @swap() {
    %a = ml_program.global_load @a : tensor<2xf32>
    ml_program.global_store @b = %a : tensor<2xf32>
    %b = ml_program.global_load @b : tensor<2xf32>
    ml_program.global_store @a = %b : tensor<2xf32>
    return
  }
  func.func @descend(%g: tensor<2xf32>) -> tensor<2xf32> {
    %a = ml_program.global_load @a : tensor<2xf32>
    %next = croton.sub %a, %g : tensor<2xf32>, tensor<2xf32>
    ml_program.global_store @a = %next : tensor<2xf32>
    return %next : tensor<2xf32>
  }
  func.func @read_log() -> tensor<?xf32> {
    %log = ml_program.global_load @log : tensor<?xf32>
    return %log : tensor<?xf32>
  }
  func.func @write_log(%x: tensor<?xf32>) {
    ml_program.global_store @log = %x : tensor<?xf32>
    return
  }
  func.func @write_donated_log(%x: tensor<?xf32> {croton.donated}) {
    ml_program.global_store @log = %x : tensor<?xf32>
    return
  }
)mlir";

TEST_F(StateTest, UpdatesHappenTogether) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  for (int i = 1; i <= 3; ++i) {
    EXPECT_TRUE(call(*module, "swap", {}).empty());
    ASSERT_EQ(error.code, 0) << error.message;
    EXPECT_EQ(module->getState("a").getData<float>()[1], i % 2 ? 5.0f : 2.0f);
    EXPECT_EQ(module->getState("b").getData<float>()[1], i % 2 ? 2.0f : 5.0f);
  }
}

TEST_F(StateTest, ValuesLiveOnBetweenCalls) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  HostTensor gradient = makeTensor<float>({2}, {0.5f, 1});
  uint64_t liveBlocks = 0;
  for (int i = 1; i <= 5; ++i) {
    auto results = call(*module, "descend", {gradient});
    ASSERT_EQ(results.size(), 1u) << error.message;
    EXPECT_EQ(results[0].getData<float>()[0], 1 - 0.5f * i);
    EXPECT_EQ(module->getState("a").getData<float>()[0], 1 - 0.5f * i);
    // The result is the caller's own: writing to it changes no state.
    results[0].getData<float>()[0] = 100;
    EXPECT_EQ(module->getState("a").getData<float>()[0], 1 - 0.5f * i);
    results.clear();
    if (i == 1)
      liveBlocks = croton_rt_stats().live_blocks;
    EXPECT_EQ(croton_rt_stats().live_blocks, liveBlocks);
  }
}

TEST_F(StateTest, ReadingGivesASnapshot) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  HostTensor before = module->getState("a");
  ASSERT_EQ(call(*module, "descend", {makeTensor<float>({2}, {1, 1})}).size(),
            1u);
  EXPECT_EQ(before.getData<float>()[0], 1.0f);
  EXPECT_EQ(module->getState("a").getData<float>()[0], 0.0f);
}

TEST_F(StateTest, SetAndReset) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  HostTensor value = makeTensor<float>({2}, {7, 8});
  ASSERT_TRUE(succeeded(module->setState("a", value, error)));
  auto results = call(*module, "descend", {makeTensor<float>({2}, {1, 1})});
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_EQ(results[0].getData<float>()[0], 6.0f);
  EXPECT_EQ(value.getData<float>()[0], 7.0f);
  module->resetState();
  EXPECT_EQ(module->getState("a").getData<float>()[0], 1.0f);
  EXPECT_FALSE(module->getState("log").isValid());
}

TEST_F(StateTest, SettingChecksNameAndType) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  EXPECT_TRUE(
      failed(module->setState("a", makeTensor<float>({3}, {1, 2, 3}), error)));
  EXPECT_EQ(error.message,
            "state 'a': expected tensor<2xf32>, but got tensor<3xf32>");
  EXPECT_TRUE(failed(module->setState("a", HostTensor(), error)));
  EXPECT_TRUE(
      failed(module->setState("log1", makeTensor<float>({1}, {1}), error)));
  EXPECT_EQ(error.message, "there is no state 'log1'; did you mean 'log'?");
  EXPECT_FALSE(module->getState("none").isValid());
}

TEST_F(StateTest, ExternalStateMustBeSet) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  EXPECT_TRUE(call(*module, "read_log", {}).empty());
  EXPECT_EQ(error.message,
            "state 'log' has no value yet; expected it to be set to "
            "tensor<?xf32> before 'read_log' is called");
  ASSERT_TRUE(succeeded(
      module->setState("log", makeTensor<float>({3}, {1, 2, 3}), error)));
  auto results = call(*module, "read_log", {});
  ASSERT_EQ(results.size(), 1u) << error.message;
  EXPECT_EQ(results[0].getNumElements(), 3);
}

TEST_F(StateTest, SizesMayChange) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  for (int64_t size : {0, 4, 2}) {
    HostTensor x = *HostTensor::allocate(DType::F32, {size});
    call(*module, "write_log", {x});
    ASSERT_EQ(error.code, 0) << error.message;
    auto results = call(*module, "read_log", {});
    ASSERT_EQ(results.size(), 1u) << error.message;
    EXPECT_EQ(results[0].getNumElements(), size);
  }
}

TEST_F(StateTest, StateNeverLiesInAnArgument) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  for (const char *function : {"write_log", "write_donated_log"}) {
    HostTensor x = makeTensor<float>({2}, {1, 2});
    call(*module, function, {x});
    ASSERT_EQ(error.code, 0) << error.message;
    x.getData<float>()[0] = 100;
    EXPECT_EQ(module->getState("log").getData<float>()[0], 1.0f) << function;
  }
}

} // namespace
