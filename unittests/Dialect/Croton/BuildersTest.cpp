//===- BuildersTest.cpp - Graphs from C++ ---------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants, elementwise ops, reductions, products, networks and gradients.
//
//===----------------------------------------------------------------------===//

#include "BuilderTestBase.h"

using namespace mlir;
using namespace mlir::croton;

namespace {

using BuildersTest = BuilderTestBase;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, ScalarsOfEveryKind) {
  scalar(b, int64_t(-1), type("i8"));
  scalar(b, int64_t(255), type("ui8"));
  scalar(b, int64_t(1), type("i1"));
  scalar(b, int64_t(3), type("f32"));
  scalar(b, 0.5, type("bf16"));
  scalar(b, 2.0, type("i32"));
  scalar(b, 2.0, type("complex<f64>"));
  expectOps(R"(
%0 = croton.constant dense<-1> : tensor<i8>
%1 = croton.constant dense<255> : tensor<ui8>
%2 = croton.constant dense<true> : tensor<i1>
%3 = croton.constant dense<3.000000e+00> : tensor<f32>
%4 = croton.constant dense<5.000000e-01> : tensor<bf16>
%5 = croton.constant dense<2> : tensor<i32>
%6 = croton.constant dense<(2.000000e+00,0.000000e+00)> : tensor<complex<f64>>
)");
}

TEST_F(BuildersTest, ConstantsThatBroadcast) {
  scalarOfRank(b, 1.0, type("f32"), 2);
  scalarOfRank(b, 1.0, type("f32"), 0);
  scalarLike(b, -1.0, arg("?x4xi8, #croton.device<\"d\">"));
  vector(b, {4, -1});
  vector(b, {});
  expectOps(R"(
%0 = croton.constant dense<1.000000e+00> : tensor<1x1xf32>
%1 = croton.constant dense<1.000000e+00> : tensor<f32>
%2 = croton.constant dense<-1> : tensor<1x1xi8, #croton.device<"d">>
%3 = croton.constant dense<[4, -1]> : tensor<2xi64>
%4 = croton.constant dense<> : tensor<0xi64>
)");
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, NothingToAlignMakesNoOps) {
  Value x = arg("?x4xf32"), y = arg("1x4xf32");
  EXPECT_EQ(castTo(b, x, type("f32")), x);
  EXPECT_EQ(padLeft(b, x, 2), x);
  EXPECT_EQ(padLeft(b, x, 1), x);
  EXPECT_EQ(align(b, {x, y}), SmallVector<Value>({x, y}));
  expectOps("");
}

TEST_F(BuildersTest, TypesAndRanksAlign) {
  Value x = arg("?x4xi16"), y = arg("4xui8"), z = arg("f16");
  SmallVector<Value> all = align(b, {x, y, z});
  EXPECT_EQ(all[0].getType(), type("tensor<?x4xf32>"));
  EXPECT_EQ(all[1].getType(), type("tensor<1x4xf32>"));
  EXPECT_EQ(all[2].getType(), type("tensor<1x1xf32>"));
  expectOps(R"(
%0 = croton.cast %arg0 to f32 : tensor<?x4xi16>
%1 = croton.cast %arg1 to f32 : tensor<4xui8>
%2 = croton.cast %arg2 to f32 : tensor<f16>
%3 = croton.dimshuffle %1 [x, 0] : tensor<4xf32>
%4 = croton.dimshuffle %2 [x, x] : tensor<f32>
)");
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, ArithmeticKeepsIntegers) {
  Value x = arg("?xi8");
  neg(b, x);
  abs(b, x);
  sqr(b, x);
  expectOps(R"(
%0 = croton.neg %arg0 : tensor<?xi8>
%1 = croton.abs %arg0 : tensor<?xi8>
%2 = croton.sqr %arg0 : tensor<?xi8>
)");
}

// Rule F: 8 and 16-bit integers and booleans compute in f32, wider ones in f64.
TEST_F(BuildersTest, TranscendentalFunctionsOfIntegers) {
  exp(b, arg("2xi1"));
  log(b, arg("2xui16"));
  tanh(b, arg("2xi32"));
  sigmoid(b, arg("2xui64"));
  expectOps(R"(
%0 = croton.cast %arg0 to f32 : tensor<2xi1>
%1 = croton.exp %0 : tensor<2xf32>
%2 = croton.cast %arg1 to f32 : tensor<2xui16>
%3 = croton.log %2 : tensor<2xf32>
%4 = croton.cast %arg2 to f64 : tensor<2xi32>
%5 = croton.tanh %4 : tensor<2xf64>
%6 = croton.cast %arg3 to f64 : tensor<2xui64>
%7 = croton.sigmoid %6 : tensor<2xf64>
)");
}

TEST_F(BuildersTest, TranscendentalFunctionsOfFloats) {
  Value half = arg("2xbf16");
  sqrt(b, half);
  expm1(b, half);
  log1p(b, half);
  exp(b, arg("2xcomplex<f32>"));
  expectOps(R"(
%0 = croton.sqrt %arg0 : tensor<2xbf16>
%1 = croton.expm1 %arg0 : tensor<2xbf16>
%2 = croton.log1p %arg0 : tensor<2xbf16>
%3 = croton.exp %arg1 : tensor<2xcomplex<f32>>
)");
}

TEST_F(BuildersTest, OperandsPromote) {
  Value x = arg("?x4xf32"), n = arg("4xi32");
  EXPECT_EQ(add(b, x, n).getType(), type("tensor<?x4xf64>"));
  expectOps(R"(
%0 = croton.cast %arg0 to f64 : tensor<?x4xf32>
%1 = croton.cast %arg1 to f64 : tensor<4xi32>
%2 = croton.dimshuffle %1 [x, 0] : tensor<4xf64>
%3 = croton.add %0, %2 : tensor<?x4xf64>, tensor<1x4xf64>
)");
}

TEST_F(BuildersTest, ManyOperands) {
  Value x = arg("2xf32"), y = arg("2xf32"), z = arg("2xf32");
  add(b, {x, y, z});
  mul(b, {x});
  mul(b, x, y);
  sub(b, x, y);
  maximum(b, x, y);
  minimum(b, x, y);
  expectOps(R"(
%0 = croton.add %arg0, %arg1, %arg2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
%1 = croton.mul %arg0 : tensor<2xf32>
%2 = croton.mul %arg0, %arg1 : tensor<2xf32>, tensor<2xf32>
%3 = croton.sub %arg0, %arg1 : tensor<2xf32>, tensor<2xf32>
%4 = croton.maximum %arg0, %arg1 : tensor<2xf32>, tensor<2xf32>
%5 = croton.minimum %arg0, %arg1 : tensor<2xf32>, tensor<2xf32>
)");
}

// Integers divide in f64, whatever their width; one float is enough to stay
// with the promoted type.
TEST_F(BuildersTest, Division) {
  Value n = arg("2xi8"), x = arg("2xf32"), h = arg("2xf16");
  trueDiv(b, n, n);
  trueDiv(b, x, n);
  trueDiv(b, h, h);
  expectOps(R"(
%0 = croton.cast %arg0 to f64 : tensor<2xi8>
%1 = croton.cast %arg0 to f64 : tensor<2xi8>
%2 = croton.true_div %0, %1 : tensor<2xf64>, tensor<2xf64>
%3 = croton.cast %arg0 to f32 : tensor<2xi8>
%4 = croton.true_div %arg1, %3 : tensor<2xf32>, tensor<2xf32>
%5 = croton.true_div %arg2, %arg2 : tensor<2xf16>, tensor<2xf16>
)");
}

TEST_F(BuildersTest, ComparisonsPromoteAndGiveBooleans) {
  Value x = arg("2xf32"), n = arg("2xui8");
  for (auto *compare : {&eq, &neq, &lt, &le, &gt, &ge})
    EXPECT_EQ(compare(b, x, n).getType(), type("tensor<2xi1>"));
  SmallVector<StringRef> names;
  for (auto &op : b.getBlock()->getOperations())
    if (!isa<CastOp>(op))
      names.push_back(op.getName().stripDialect());
  EXPECT_EQ(names,
            SmallVector<StringRef>({"eq", "neq", "lt", "le", "gt", "ge"}));
}

// The condition becomes a boolean and does not take part in promotion.
TEST_F(BuildersTest, Switch) {
  Value c = arg("?x1xf64"), x = arg("4xi8"), y = arg("f32");
  EXPECT_EQ(switchOp(b, c, x, y).getType(), type("tensor<?x4xf32>"));
  expectOps(R"(
%0 = croton.cast %arg1 to f32 : tensor<4xi8>
%1 = croton.dimshuffle %arg2 [x] : tensor<f32>
%2 = croton.cast %arg0 to i1 : tensor<?x1xf64>
%3 = croton.dimshuffle %0 [x, 0] : tensor<4xf32>
%4 = croton.dimshuffle %1 [x, 0] : tensor<1xf32>
%5 = croton.switch %2, %3, %4 : tensor<?x1xi1>, tensor<1x4xf32>, tensor<1x1xf32>
)");
}

TEST_F(BuildersTest, ClipPromotesAllThree) {
  clip(b, arg("?xi8"), arg("i16"), arg("i8"));
  expectOps(R"(
%0 = croton.cast %arg0 to i16 : tensor<?xi8>
%1 = croton.cast %arg2 to i16 : tensor<i8>
%2 = croton.dimshuffle %arg1 [x] : tensor<i16>
%3 = croton.dimshuffle %1 [x] : tensor<i16>
%4 = croton.clip %0, %2, %3 : tensor<?xi16>, tensor<1xi16>, tensor<1xi16>
)");
}

// fill takes the shape from one operand and the type from the other.
TEST_F(BuildersTest, Fill) {
  Value x = arg("?x4xi8"), v = arg("f32");
  EXPECT_EQ(fill(b, x, v).getType(), type("tensor<?x4xf32>"));
  EXPECT_EQ(fullLike(b, x, v).getType(), type("tensor<?x4xf32>"));
  EXPECT_EQ(zerosLike(b, x).getType(), type("tensor<?x4xf32>"));
  EXPECT_EQ(zerosLike(b, v).getType(), type("tensor<f32>"));
  expectOps(R"(
%0 = croton.dimshuffle %arg1 [x, x] : tensor<f32>
%1 = croton.fill %arg0, %0 : tensor<?x4xi8>, tensor<1x1xf32>
%2 = croton.dimshuffle %arg1 [x, x] : tensor<f32>
%3 = croton.fill %arg0, %2 : tensor<?x4xi8>, tensor<1x1xf32>
%4 = croton.constant dense<0.000000e+00> : tensor<1x1xf32>
%5 = croton.fill %arg0, %4 : tensor<?x4xi8>, tensor<1x1xf32>
%6 = croton.constant dense<0.000000e+00> : tensor<f32>
%7 = croton.fill %arg1, %6 : tensor<f32>, tensor<f32>
)");
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

// Axes may be negative, in any order, repeated, or left out.
TEST_F(BuildersTest, Axes) {
  Value x = arg("2x3x?xf32");
  sum(b, x);
  sum(b, x, {-1, 0});
  mean(b, x, {2, -1, 2});
  max(b, x, {-3});
  argmax(b, x);
  sum(b, arg("f32"));
  expectOps(R"(
%0 = croton.sum %arg0 axes [0, 1, 2] : tensor<2x3x?xf32>
%1 = croton.sum %arg0 axes [0, 2] : tensor<2x3x?xf32>
%2 = croton.mean %arg0 axes [2] : tensor<2x3x?xf32>
%3 = croton.max %arg0 axes [0] : tensor<2x3x?xf32>
%4 = croton.argmax %arg0 axes [0, 1, 2] : tensor<2x3x?xf32>
%5 = croton.sum %arg1 axes [] : tensor<f32>
)");
}

TEST_F(BuildersTest, ReducedAxesComeBack) {
  Value x = arg("2x?x4xf32");
  Value outer = keepDims(b, sum(b, x, {0, 2}), {0, 2});
  EXPECT_EQ(outer.getType(), type("tensor<1x?x1xf32>"));
  Value negative = keepDims(b, sum(b, x, {-1}), {-1});
  EXPECT_EQ(negative.getType(), type("tensor<2x?x1xf32>"));
  expectOps(R"(
%0 = croton.sum %arg0 axes [0, 2] : tensor<2x?x4xf32>
%1 = croton.dimshuffle %0 [x, 0, x] : tensor<?xf32>
%2 = croton.sum %arg0 axes [2] : tensor<2x?x4xf32>
%3 = croton.dimshuffle %2 [0, 1, x] : tensor<2x?xf32>
)");
}

//===----------------------------------------------------------------------===//
// Linear algebra and neural networks
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, DotByRank) {
  Value s = arg("f32"), m = arg("2x3xf64"), v = arg("3xf32");
  Value t = arg("?x2x3xf32"), u = arg("?x3x4xf32");
  EXPECT_EQ(dot(b, s, m).getType(), type("tensor<2x3xf64>"));
  EXPECT_EQ(dot(b, m, v).getType(), type("tensor<2xf64>"));
  EXPECT_EQ(dot(b, t, u).getType(), type("tensor<?x2x4xf32>"));
  expectOps(R"(
%0 = croton.cast %arg0 to f64 : tensor<f32>
%1 = croton.dimshuffle %0 [x, x] : tensor<f64>
%2 = croton.mul %1, %arg1 : tensor<1x1xf64>, tensor<2x3xf64>
%3 = croton.cast %arg2 to f64 : tensor<3xf32>
%4 = croton.dot %arg1, %3 : tensor<2x3xf64>, tensor<3xf64>
%5 = croton.batched_dot %arg3, %arg4 : tensor<?x2x3xf32>, tensor<?x3x4xf32>
)");
}

TEST_F(BuildersTest, BooleansMultiplyAsIntegers) {
  Value c = arg("3xi1"), n = arg("3xui8");
  dot(b, c, c);
  dot(b, c, n);
  expectOps(R"(
%0 = croton.cast %arg0 to i8 : tensor<3xi1>
%1 = croton.cast %arg0 to i8 : tensor<3xi1>
%2 = croton.dot %0, %1 : tensor<3xi8>, tensor<3xi8>
%3 = croton.cast %arg0 to ui8 : tensor<3xi1>
%4 = croton.dot %3, %arg1 : tensor<3xui8>, tensor<3xui8>
)");
}

TEST_F(BuildersTest, Softmax) {
  Value x = arg("?x10xf32"), n = arg("?x10xi32");
  softmax(b, x);
  softmax(b, x, 0);
  logSoftmax(b, n, -2);
  expectOps(R"(
%0 = croton.softmax %arg0 axis 1 : tensor<?x10xf32>
%1 = croton.softmax %arg0 axis 0 : tensor<?x10xf32>
%2 = croton.cast %arg1 to f64 : tensor<?x10xi32>
%3 = croton.log_softmax %2 axis 0 : tensor<?x10xf64>
)");
}

TEST_F(BuildersTest, Crossentropy) {
  Value x = arg("?x10xf32"), y = arg("?xui8");
  categoricalCrossentropy(b, x, y);
  crossentropySoftmax(b, x, y);
  expectOps(R"(
%0 = croton.categorical_crossentropy %arg0, %arg1 : tensor<?x10xf32>, tensor<?xui8>
%1 = croton.crossentropy_softmax %arg0, %arg1 : tensor<?x10xf32>, tensor<?xui8>
)");
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

TEST_F(BuildersTest, Markers) {
  Value x = arg("?xf16");
  zeroGrad(b, x);
  disconnectedGrad(b, x);
  gradClip(b, x, -1.0, 2.0);
  expectOps(R"(
%0 = croton.zero_grad %arg0 : tensor<?xf16>
%1 = croton.disconnected_grad %arg0 : tensor<?xf16>
%2 = croton.grad_clip %arg0 from -1.000000e+00 to 2.000000e+00 : tensor<?xf16>
)");
}

// The right transfer, or none.
TEST_F(BuildersTest, Transfer) {
  Value x = arg("?xf32");
  EXPECT_EQ(transfer(b, x, "host"), x);
  Value onFirst = transfer(b, x, "dev0");
  EXPECT_EQ(transfer(b, onFirst, "dev0"), onFirst);
  transfer(b, transfer(b, onFirst, "dev1"), "");
  expectOps(R"(
%0 = croton.gpu_from_host %arg0 : tensor<?xf32> -> tensor<?xf32, #croton.device<"dev0">>
%1 = croton.gpu_to_gpu %0 : tensor<?xf32, #croton.device<"dev0">> -> tensor<?xf32, #croton.device<"dev1">>
%2 = croton.host_from_gpu %1 : tensor<?xf32, #croton.device<"dev1">>
)");
}

TEST_F(BuildersTest, Grad) {
  Value cost = arg("f32"), w = arg("2x3xf32"), n = arg("?xi32");
  SmallVector<Value> grads = grad(b, cost, {w, n}, {w});
  ASSERT_EQ(grads.size(), 2u);
  EXPECT_EQ(grads[0].getType(), type("tensor<2x3xf32>"));
  EXPECT_EQ(grads[1].getType(), type("tensor<?xf64>"));
  expectOps(R"(
%0:2 = croton.grad %arg0 : tensor<f32> wrt(%arg1, %arg2 : tensor<2x3xf32>, tensor<?xi32>) consider_constant(%arg1 : tensor<2x3xf32>)
)");
}

} // namespace
