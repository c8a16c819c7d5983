//===- IndexingBuildersTest.cpp - Shapes and indexing from C++ ------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuilderTestBase.h"

#include <limits>

using namespace mlir;
using namespace mlir::croton;

namespace {

using IndexingBuildersTest = BuilderTestBase;

IndexPart part(int64_t constant) { return {constant, Value()}; }
IndexPart part(Value value) { return {std::nullopt, value}; }

/// An integer index.
template <typename T>
IndexEntry at(T index) {
  return {/*isIndex=*/true, part(index), {}, {}};
}

/// `start:stop:step`.
IndexEntry slice(IndexPart start = {}, IndexPart stop = {},
                 IndexPart step = {}) {
  return {/*isIndex=*/false, start, stop, step};
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

TEST_F(IndexingBuildersTest, Transpose) {
  Value x = arg("2x?x4xf32");
  EXPECT_EQ(transpose(b, x).getType(), type("tensor<4x?x2xf32>"));
  EXPECT_EQ(transpose(b, arg("f32")).getType(), type("tensor<f32>"));
  EXPECT_EQ(dimshuffle(b, x, {DimshuffleOp::kNewAxis, 0, 1, 2}).getType(),
            type("tensor<1x2x?x4xf32>"));
  expectOps(R"(
%0 = croton.dimshuffle %arg0 [2, 1, 0] : tensor<2x?x4xf32>
%1 = croton.dimshuffle %arg1 [] : tensor<f32>
%2 = croton.dimshuffle %arg0 [x, 0, 1, 2] : tensor<2x?x4xf32>
)");
}

// Constant entries make static sizes; -1 is worked out where it can be.
TEST_F(IndexingBuildersTest, ReshapeToConstants) {
  Value x = arg("4x3xf32"), y = arg("?xf32"), none = arg("0xf32");
  EXPECT_EQ(reshape(b, x, {2, 6}).getType(), type("tensor<2x6xf32>"));
  EXPECT_EQ(reshape(b, x, {-1, 2}).getType(), type("tensor<6x2xf32>"));
  EXPECT_EQ(reshape(b, y, {-1, 2}).getType(), type("tensor<?x2xf32>"));
  EXPECT_EQ(reshape(b, none, {-1, 2}).getType(), type("tensor<0x2xf32>"));
  EXPECT_EQ(reshape(b, arg("1x1xi8"), ArrayRef<int64_t>()).getType(),
            type("tensor<i8>"));
  expectOps(R"(
%0 = croton.constant dense<[2, 6]> : tensor<2xi64>
%1 = croton.reshape %arg0, %0 : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x6xf32>
%2 = croton.constant dense<[-1, 2]> : tensor<2xi64>
%3 = croton.reshape %arg0, %2 : tensor<4x3xf32>, tensor<2xi64> -> tensor<6x2xf32>
%4 = croton.constant dense<[-1, 2]> : tensor<2xi64>
%5 = croton.reshape %arg1, %4 : tensor<?xf32>, tensor<2xi64> -> tensor<?x2xf32>
%6 = croton.constant dense<[-1, 2]> : tensor<2xi64>
%7 = croton.reshape %arg2, %6 : tensor<0xf32>, tensor<2xi64> -> tensor<0x2xf32>
%8 = croton.constant dense<> : tensor<0xi64>
%9 = croton.reshape %arg3, %8 : tensor<1x1xi8>, tensor<0xi64> -> tensor<i8>
)");
}

// A shape that cannot be right builds; the verifier names what is wrong.
TEST_F(IndexingBuildersTest, ImpossibleReshapes) {
  Value x = arg("4x3xf32");
  int64_t huge = int64_t(1) << 62;
  Value all[] = {reshape(b, x, {-1, 5}), reshape(b, x, {-1, 0}),
                 reshape(b, x, {-1, -1}), reshape(b, x, {-2, 6}),
                 reshape(b, x, {huge, 4, -1})};
  EXPECT_EQ(all[0].getType(), type("tensor<?x5xf32>"));
  EXPECT_EQ(all[1].getType(), type("tensor<?x0xf32>"));
  EXPECT_EQ(all[3].getType(), type("tensor<?x6xf32>"));
  EXPECT_EQ(all[4].getType(), type("tensor<4611686018427387904x4x?xf32>"));
  for (Value value : all) {
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      message = diagnostic.str();
      return success();
    });
    EXPECT_TRUE(failed(verify(value.getDefiningOp())));
    EXPECT_TRUE(StringRef(message).starts_with("'croton.reshape' op "))
        << message;
  }
}

TEST_F(IndexingBuildersTest, ReshapeToComputedSizes) {
  Value x = arg("?x4xf32, #croton.device<\"d\">"), s = arg("2xi32");
  Value n = shapeI(b, x, 0), two = scalar(b, int64_t(2), type("i64"));
  EXPECT_EQ(reshape(b, x, makeVector(b, {n, two})).getType(),
            type("tensor<?x2xf32, #croton.device<\"d\">>"));
  EXPECT_EQ(reshape(b, x, s).getType(),
            type("tensor<?x?xf32, #croton.device<\"d\">>"));
  expectOps(R"(
%0 = croton.shape_i %arg0 at 0 : tensor<?x4xf32, #croton.device<"d">>
%1 = croton.constant dense<2> : tensor<i64>
%2 = croton.make_vector %0, %1 : tensor<i64>, tensor<i64>
%3 = croton.reshape %arg0, %2 : tensor<?x4xf32, #croton.device<"d">>, tensor<2xi64> -> tensor<?x2xf32, #croton.device<"d">>
%4 = croton.cast %arg1 to i64 : tensor<2xi32>
%5 = croton.reshape %arg0, %4 : tensor<?x4xf32, #croton.device<"d">>, tensor<2xi64> -> tensor<?x?xf32, #croton.device<"d">>
)");
}

TEST_F(IndexingBuildersTest, ShapesAndVectors) {
  Value x = arg("?x4xf32"), n = arg("i8"), m = arg("i64");
  shape(b, x);
  makeVector(b, {});
  EXPECT_EQ(makeVector(b, {n, m}).getType(), type("tensor<2xi64>"));
  expectOps(R"(
%0 = croton.shape %arg0 : tensor<?x4xf32>
%1 = croton.make_vector []
%2 = croton.cast %arg1 to i64 : tensor<i8>
%3 = croton.make_vector %2, %arg2 : tensor<i64>, tensor<i64>
)");
}

TEST_F(IndexingBuildersTest, Alloc) {
  Value v = arg("f32"), n = arg("i32");
  Value three = scalar(b, int64_t(3), type("i64"));
  EXPECT_EQ(alloc(b, v, {n, three}).getType(), type("tensor<?x3xf32>"));
  EXPECT_EQ(alloc(b, v, {}).getType(), type("tensor<f32>"));
  expectOps(R"(
%0 = croton.constant dense<3> : tensor<i64>
%1 = croton.cast %arg1 to i64 : tensor<i32>
%2 = croton.alloc %arg0, %1, %0 : tensor<f32> -> tensor<?x3xf32>
%3 = croton.alloc %arg0 : tensor<f32> -> tensor<f32>
)");
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

TEST_F(IndexingBuildersTest, Subtensor) {
  Value x = arg("?x10x5xf32"), i = arg("i32"), j = arg("ui8");
  // Trailing entries may be left out.
  subtensor(b, x, {at(i)});
  subtensor(b, x, {});
  subtensor(b, x, {at(-1), slice(part(1), part(j), part(2))});
  subtensor(b, x, {slice(part(j), {}, part(i)), at(i), slice({}, part(-1))});
  expectOps(R"(
%0 = croton.subtensor %arg0[%arg1, :, :] : tensor<?x10x5xf32>, tensor<i32>
%1 = croton.subtensor %arg0[:, :, :] : tensor<?x10x5xf32>
%2 = croton.subtensor %arg0[-1, 1:%arg2:2, :] : tensor<?x10x5xf32>, tensor<ui8>
%3 = croton.subtensor %arg0[%arg2::%arg1, %arg1, :-1] : tensor<?x10x5xf32>, tensor<ui8>, tensor<i32>, tensor<i32>
)");
}

// The ends of int64_t mean operands and absent parts in the attributes, but not
// here.
TEST_F(IndexingBuildersTest, ExtremeConstants) {
  constexpr int64_t least = std::numeric_limits<int64_t>::min();
  constexpr int64_t most = std::numeric_limits<int64_t>::max();
  Value x = arg("4xf32");
  EXPECT_EQ(subtensor(b, x, {slice(part(most))}).getType(),
            type("tensor<0xf32>"));
  EXPECT_EQ(subtensor(b, x, {slice(part(least), part(most))}).getType(),
            type("tensor<4xf32>"));
  EXPECT_EQ(subtensor(b, x, {slice({}, {}, part(least))}).getType(),
            type("tensor<1xf32>"));
  EXPECT_EQ(subtensor(b, x, {slice({}, part(most), part(-1))}).getType(),
            type("tensor<0xf32>"));
  expectOps(R"(
%0 = croton.subtensor %arg0[9223372036854775806:] : tensor<4xf32>
%1 = croton.subtensor %arg0[-9223372036854775807:9223372036854775806] : tensor<4xf32>
%2 = croton.subtensor %arg0[::-9223372036854775807] : tensor<4xf32>
%3 = croton.subtensor %arg0[:9223372036854775806:-1] : tensor<4xf32>
)");
}

// The value takes type and rank of what it goes into.
TEST_F(IndexingBuildersTest, IncSubtensor) {
  Value x = arg("?x4xf32"), v = arg("i8"), i = arg("i64");
  EXPECT_EQ(incSubtensor(b, x, v, {at(i)}).getType(), x.getType());
  incSubtensor(b, x, v, {at(0), at(1)}, /*set=*/true);
  expectOps(R"(
%0 = croton.cast %arg1 to f32 : tensor<i8>
%1 = croton.dimshuffle %0 [x] : tensor<f32>
%2 = croton.inc_subtensor %arg0[%arg2, :], %1 : tensor<?x4xf32>, tensor<1xf32>, tensor<i64>
%3 = croton.cast %arg1 to f32 : tensor<i8>
%4 = croton.inc_subtensor %arg0[0, 1], %3 set : tensor<?x4xf32>, tensor<f32>
)");
}

TEST_F(IndexingBuildersTest, Take) {
  Value x = arg("?x4xf32"), i = arg("2x3xui8"), v = arg("4xf64");
  EXPECT_EQ(take(b, x, i).getType(), type("tensor<2x3x4xf32>"));
  EXPECT_EQ(take(b, x, i, -1, TakeMode::Wrap).getType(),
            type("tensor<?x2x3xf32>"));
  incTake(b, x, i, v);
  incTake(b, x, i, v, -2, /*set=*/true, TakeMode::Clip);
  expectOps(R"(
%0 = croton.take %arg0, %arg1 axis 0 : tensor<?x4xf32>, tensor<2x3xui8>
%1 = croton.take %arg0, %arg1 axis 1 mode wrap : tensor<?x4xf32>, tensor<2x3xui8>
%2 = croton.cast %arg2 to f32 : tensor<4xf64>
%3 = croton.dimshuffle %2 [x, x, 0] : tensor<4xf32>
%4 = croton.inc_take %arg0, %arg1, %3 axis 0 : tensor<?x4xf32>, tensor<2x3xui8>, tensor<1x1x4xf32>
%5 = croton.cast %arg2 to f32 : tensor<4xf64>
%6 = croton.dimshuffle %5 [x, x, 0] : tensor<4xf32>
%7 = croton.inc_take %arg0, %arg1, %6 axis 0 mode clip set : tensor<?x4xf32>, tensor<2x3xui8>, tensor<1x1x4xf32>
)");
}

} // namespace
