//===- TypedCallableTest.cpp - Callables with C++ types -------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls with C++ numbers and arrays.
//
//===----------------------------------------------------------------------===//

#include "EngineTestBase.h"

using namespace mlir;
using namespace mlir::croton;

namespace {

using TypedCallableTest = EngineTestBase;

constexpr StringLiteral kProgram = R"mlir(
  func.func @mean(%x: tensor<?xf64>) -> tensor<f64> {
    %mean = croton.mean %x axes [0] : tensor<?xf64>
    return %mean : tensor<f64>
  }
  func.func @scale(%x: tensor<?xf32>, %factor: tensor<f32>)
      -> (tensor<?xf32>, tensor<f32>) {
    %f = croton.dimshuffle %factor [x] : tensor<f32>
    %y = croton.mul %x, %f : tensor<?xf32>, tensor<1xf32>
    return %y, %factor : tensor<?xf32>, tensor<f32>
  }
)mlir";

TEST_F(TypedCallableTest, OneResult) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  auto mean =
      TypedCallable<double(ArrayRef<double>)>::get(*module, "mean", error);
  ASSERT_TRUE(succeeded(mean)) << error.message;
  FailureOr<double> result = (*mean)(error, {1.0, 2.0, 6.0});
  ASSERT_TRUE(succeeded(result)) << error.message;
  EXPECT_EQ(*result, 3.0);
}

TEST_F(TypedCallableTest, SeveralResults) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  using Scale =
      TypedCallable<std::tuple<std::vector<float>, float>(HostTensor, float)>;
  auto scale = Scale::get(*module, "scale", error);
  ASSERT_TRUE(succeeded(scale)) << error.message;
  auto results = (*scale)(error, makeTensor<float>({2}, {1, 2}), 3.0f);
  ASSERT_TRUE(succeeded(results)) << error.message;
  EXPECT_EQ(std::get<0>(*results), (std::vector<float>{3, 6}));
  EXPECT_EQ(std::get<1>(*results), 3.0f);
  // What only a call can know is checked by the call.
  EXPECT_TRUE(failed((*scale)(error, makeTensor<float>({1, 1}, {1}), 3.0f)));
  EXPECT_EQ(error.message, "argument 'arg0' of 'scale': expected "
                           "tensor<?xf32>, but got tensor<1x1xf32>");
}

TEST_F(TypedCallableTest, TypesMustFit) {
  auto module = compile(kProgram);
  ASSERT_TRUE(module);
  auto wrongArgument =
      TypedCallable<double(ArrayRef<float>)>::get(*module, "mean", error);
  EXPECT_TRUE(failed(wrongArgument));
  EXPECT_EQ(error.message,
            "the C++ types do not fit the function "
            "mean(arg0: tensor<?xf64>) -> (result0: tensor<f64>)");
  auto wrongResult =
      TypedCallable<float(ArrayRef<double>)>::get(*module, "mean", error);
  EXPECT_TRUE(failed(wrongResult));
  auto wrongCount = TypedCallable<double()>::get(*module, "mean", error);
  EXPECT_TRUE(failed(wrongCount));
  auto wrongName = TypedCallable<double()>::get(*module, "meen", error);
  EXPECT_TRUE(failed(wrongName));
}

} // namespace
