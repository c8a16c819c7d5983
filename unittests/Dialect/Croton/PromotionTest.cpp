//===- PromotionTest.cpp - Common element types ---------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace mlir::croton;

namespace {

class PromotionTest : public testing::Test {
protected:
  /// The type of one word; "c64" and "c128" are the complex types.
  Type get(StringRef word) {
    if (word == "c64")
      word = "complex<f32>";
    else if (word == "c128")
      word = "complex<f64>";
    return parseType(word, &context);
  }

  SmallVector<Type> getAll(StringRef words) {
    SmallVector<Type> types;
    for (StringRef word : llvm::split(words, ' '))
      types.push_back(get(word));
    return types;
  }

  void expectPromotion(Type a, Type b, Type expected) {
    Type result = promote(a, b);
    EXPECT_EQ(result, expected)
        << debugString(a) << " and " << debugString(b) << " give "
        << debugString(result) << ", not " << debugString(expected);
    EXPECT_EQ(promote(b, a), result);
  }

  MLIRContext context;
};

constexpr StringLiteral kTypes =
    "i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 f32 f64 c64 c128";

/// numpy.result_type of two arrays of these types (NumPy 1.24); row and column
/// in the order of kTypes.
constexpr StringLiteral kNumpyTable[] = {
    "i1 i8 i16 i32 i64 ui8 ui16 ui32 ui64 f16 f32 f64 c64 c128",
    "i8 i8 i16 i32 i64 i16 i32 i64 f64 f16 f32 f64 c64 c128",
    "i16 i16 i16 i32 i64 i16 i32 i64 f64 f32 f32 f64 c64 c128",
    "i32 i32 i32 i32 i64 i32 i32 i64 f64 f64 f64 f64 c128 c128",
    "i64 i64 i64 i64 i64 i64 i64 i64 f64 f64 f64 f64 c128 c128",
    "ui8 i16 i16 i32 i64 ui8 ui16 ui32 ui64 f16 f32 f64 c64 c128",
    "ui16 i32 i32 i32 i64 ui16 ui16 ui32 ui64 f32 f32 f64 c64 c128",
    "ui32 i64 i64 i64 i64 ui32 ui32 ui32 ui64 f64 f64 f64 c128 c128",
    "ui64 f64 f64 f64 f64 ui64 ui64 ui64 ui64 f64 f64 f64 c128 c128",
    "f16 f16 f32 f64 f64 f16 f32 f64 f64 f16 f32 f64 c64 c128",
    "f32 f32 f32 f64 f64 f32 f32 f64 f64 f32 f32 f64 c64 c128",
    "f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 f64 c128 c128",
    "c64 c64 c64 c128 c128 c64 c64 c128 c128 c64 c64 c128 c64 c128",
    "c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128 c128"};

TEST_F(PromotionTest, EveryPairIsAsInNumPy) {
  SmallVector<Type> types = getAll(kTypes);
  ASSERT_EQ(types.size(), std::size(kNumpyTable));
  for (auto [a, row] : llvm::zip_equal(types, kNumpyTable))
    for (auto [b, expected] : llvm::zip_equal(types, getAll(row)))
      expectPromotion(a, b, expected);
}

// NumPy has no bf16. It holds 8-bit integers as f16 does; beside f16 neither
// holds the other.
TEST_F(PromotionTest, BrainFloats) {
  Type bf16 = get("bf16");
  SmallVector<Type> expected =
      getAll("bf16 bf16 f32 f64 f64 bf16 f32 f64 f64 f32 f32 f64 c64 c128");
  for (auto [other, common] : llvm::zip_equal(getAll(kTypes), expected))
    expectPromotion(bf16, other, common);
  expectPromotion(bf16, bf16, bf16);
}

TEST_F(PromotionTest, ListsPromoteFromLeftToRight) {
  EXPECT_EQ(promote(TypeRange(getAll("i8"))), get("i8"));
  EXPECT_EQ(promote(TypeRange(getAll("i1 i8 ui8"))), get("i16"));
  EXPECT_EQ(promote(TypeRange(getAll("i8 ui8 f16"))), get("f32"));
  EXPECT_EQ(promote(TypeRange(getAll("i32 f32 c64"))), get("c128"));
}

// Rule F of transcendental functions.
TEST_F(PromotionTest, IntegersComputeInFloats) {
  SmallVector<Type> expected =
      getAll("f32 f32 f32 f64 f64 f32 f32 f64 f64 f16 f32 f64 c64 c128");
  for (auto [type, common] : llvm::zip_equal(getAll(kTypes), expected))
    EXPECT_EQ(promoteToInexact(type), common) << debugString(type);
  EXPECT_EQ(promoteToInexact(get("bf16")), get("bf16"));
}

TEST_F(PromotionTest, IntegerLiteralsTakeTheSmallestType) {
  struct {
    int64_t literal;
    StringRef type;
  } cases[] = {{0, "i8"},
               {127, "i8"},
               {-128, "i8"},
               {128, "i16"},
               {-129, "i16"},
               {32767, "i16"},
               {32768, "i32"},
               {-32769, "i32"},
               {2147483647, "i32"},
               {2147483648, "i64"},
               {-2147483649, "i64"},
               {std::numeric_limits<int64_t>::min(), "i64"}};
  for (auto &c : cases)
    EXPECT_EQ(getLiteralType(&context, c.literal), get(c.type)) << c.literal;
}

TEST_F(PromotionTest, FloatLiteralsTakeF32IfExact) {
  struct {
    double literal;
    StringRef type;
  } cases[] = {{0.0, "f32"},
               {1.5, "f32"},
               {1.1, "f64"},
               {16777216.0, "f32"},
               {16777217.0, "f64"},
               {1e300, "f64"},
               {-std::numeric_limits<double>::infinity(), "f32"},
               {std::numeric_limits<double>::quiet_NaN(), "f32"}};
  for (auto &c : cases)
    EXPECT_EQ(getLiteralType(&context, c.literal), get(c.type)) << c.literal;
}

// The gradient of an integer is a float: f32 up to 16 bits, f64 above.
TEST_F(PromotionTest, GradientElements) {
  SmallVector<Type> expected =
      getAll("f32 f32 f32 f64 f64 f32 f32 f64 f64 f16 f32 f64 c64 c128");
  for (auto [type, gradient] : llvm::zip_equal(getAll(kTypes), expected))
    EXPECT_EQ(getGradientElementType(type), gradient) << debugString(type);
}

} // namespace
