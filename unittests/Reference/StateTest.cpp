//===- StateTest.cpp - Tests of globals in the reference evaluator --------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluatorTestBase.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class EvaluatorStateTest : public croton::test::EvaluatorTestBase {
protected:
  Elements get(StringRef global) {
    return getElements(state.globals.lookup(global));
  }
};
} // namespace

TEST_F(EvaluatorStateTest, UpdatesHappenTogether) {
  // Swapping needs both loads to see the values on entry.
  load(R"(
    ml_program.global private mutable @a(dense<1.0> : tensor<f32>) : tensor<f32>
    ml_program.global private mutable @b(dense<2.0> : tensor<f32>) : tensor<f32>
    func.func @swap() -> tensor<f32> {
      %a = ml_program.global_load @a : tensor<f32>
      ml_program.global_store @b = %a : tensor<f32>
      %b = ml_program.global_load @b : tensor<f32>
      ml_program.global_store @a = %b : tensor<f32>
      return %b : tensor<f32>
    }
  )");
  auto results = call("swap", {});
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ(getElements((*results)[0]), Elements({2}));
  EXPECT_EQ(get("a"), Elements({2}));
  EXPECT_EQ(get("b"), Elements({1}));
  ASSERT_TRUE(succeeded(call("swap", {})));
  EXPECT_EQ(get("a"), Elements({1}));
  EXPECT_EQ(get("b"), Elements({2}));
}

TEST_F(EvaluatorStateTest, CalleesTakePart) {
  load(R"(
    ml_program.global private mutable @n(dense<1.0> : tensor<f32>) : tensor<f32>
    func.func private @increment() {
      %n = ml_program.global_load @n : tensor<f32>
      %one = croton.constant dense<1.0> : tensor<f32>
      %m = croton.add %n, %one : tensor<f32>, tensor<f32>
      ml_program.global_store @n = %m : tensor<f32>
      return
    }
    func.func @f() -> tensor<f32> {
      call @increment() : () -> ()
      %n = ml_program.global_load @n : tensor<f32>
      return %n : tensor<f32>
    }
    func.func @twice() {
      call @increment() : () -> ()
      call @increment() : () -> ()
      return
    }
  )");
  auto results = call("f", {});
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ(getElements((*results)[0]), Elements({1}));
  EXPECT_EQ(get("n"), Elements({2}));

  EXPECT_TRUE(failed(call("twice", {})));
  expectMessage("stores to @n a second time in one call");
  EXPECT_EQ(get("n"), Elements({2}));
}

TEST_F(EvaluatorStateTest, ErrorsChangeNothing) {
  load(R"(
    ml_program.global private mutable @n(dense<1.0> : tensor<f32>) : tensor<f32>
    func.func @f(%x: tensor<?xf32>) -> tensor<f32> {
      %two = croton.constant dense<2.0> : tensor<f32>
      ml_program.global_store @n = %two : tensor<f32>
      %y = croton.max %x axes [0] : tensor<?xf32>
      return %y : tensor<f32>
    }
  )");
  EXPECT_TRUE(failed(call("f", {make({0}, {})})));
  expectMessage("has no maximum");
  EXPECT_EQ(get("n"), Elements({1}));
  EXPECT_TRUE(succeeded(call("f", {make({1}, {5})})));
  EXPECT_EQ(get("n"), Elements({2}));
}

TEST_F(EvaluatorStateTest, StateSharesNoMemoryWithArguments) {
  load(R"(
    ml_program.global private mutable @n(dense<0.0> : tensor<2xf32>) : tensor<2xf32>
    func.func @set(%x: tensor<2xf32>) {
      ml_program.global_store @n = %x : tensor<2xf32>
      return
    }
  )");
  HostTensor x = make({2}, {1, 2});
  ASSERT_TRUE(succeeded(call("set", {x})));
  x.getData<float>()[0] = 9;
  EXPECT_EQ(get("n"), Elements({1, 2}));
}

TEST_F(EvaluatorStateTest, InitialValues) {
  load(R"(
    ml_program.global private mutable @some(dense<1.0> : tensor<2xf32>) : tensor<?xf32>
    ml_program.global private mutable @none : tensor<?xf32>
    func.func @f() -> tensor<?xf32> {
      %x = ml_program.global_load @none : tensor<?xf32>
      return %x : tensor<?xf32>
    }
    func.func @resize(%x: tensor<?xf32>) {
      ml_program.global_store @some = %x : tensor<?xf32>
      return
    }
  )");
  EXPECT_EQ(get("some"), Elements({1, 1}));
  EXPECT_TRUE(failed(call("f", {})));
  expectMessage("reads @none, which has no value");
  state.globals["none"] = make({1}, {4});
  auto results = call("f", {});
  ASSERT_TRUE(succeeded(results)) << message;
  EXPECT_EQ(getElements((*results)[0]), Elements({4}));

  // A value set from outside is checked where it is read.
  state.globals["none"] = make({1, 1}, {4});
  EXPECT_TRUE(failed(call("f", {})));
  expectMessage("but got tensor<1x1xf32>");

  ASSERT_TRUE(succeeded(call("resize", {make({3}, {1, 2, 3})})));
  EXPECT_EQ(get("some"), Elements({1, 2, 3}));
}

TEST_F(EvaluatorStateTest, ReportsOtherInitialValues) {
  OwningOpRef<ModuleOp> other = parseSourceString<ModuleOp>(
      "ml_program.global private mutable @k(3 : i64) : i64", &context);
  ASSERT_TRUE(other);
  ScopedDiagnosticHandler handler(
      &context, [&](Diagnostic &diagnostic) { message = diagnostic.str(); });
  EXPECT_TRUE(failed(EvaluatorState::create(*other)));
  expectMessage("initial value is not a tensor");
}
