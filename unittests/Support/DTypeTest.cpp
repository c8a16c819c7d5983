//===- DTypeTest.cpp - Element types --------------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/DType.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::croton;

TEST(DTypeTest, EveryTypeReadsBackFromBothSpellings) {
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    auto dtype = static_cast<DType>(i);
    EXPECT_EQ(parseDType(stringifyDType(dtype)), dtype);
    EXPECT_EQ(parseDType(stringifyNumpyDType(dtype)), dtype);
  }
}

TEST(DTypeTest, SpellingsAreThoseOfTheIRAndOfNumPy) {
  EXPECT_EQ(stringifyDType(DType::Bool), "i1");
  EXPECT_EQ(stringifyDType(DType::U16), "ui16");
  EXPECT_EQ(stringifyDType(DType::C64), "complex<f32>");
  EXPECT_EQ(stringifyNumpyDType(DType::C128), "complex128");
  EXPECT_EQ(parseDType("bool"), DType::Bool);
  EXPECT_EQ(parseDType("float16"), DType::F16);
  EXPECT_EQ(parseDType("bfloat16"), DType::BF16);
  for (StringRef text : {"", "f8", "si32", "int128", "F32", "i1 "})
    EXPECT_EQ(parseDType(text), std::nullopt) << text.str();
}

TEST(DTypeTest, WidthsAreThoseOfMemory) {
  EXPECT_EQ(getByteWidth(DType::Bool), 1);
  EXPECT_EQ(getByteWidth(DType::F16), 2);
  EXPECT_EQ(getByteWidth(DType::BF16), 2);
  EXPECT_EQ(getByteWidth(DType::U64), 8);
  EXPECT_EQ(getByteWidth(DType::C64), 8);
  EXPECT_EQ(getByteWidth(DType::C128), 16);
}

TEST(DTypeTest, KindsArePartition) {
  for (unsigned i = 0; i < kNumDTypes; ++i) {
    auto dtype = static_cast<DType>(i);
    int kinds = (dtype == DType::Bool) + isIntegerDType(dtype) +
                isFloatDType(dtype) + isComplexDType(dtype);
    EXPECT_EQ(kinds, 1) << stringifyDType(dtype).str();
  }
  EXPECT_TRUE(isSignedIntegerDType(DType::I64));
  EXPECT_FALSE(isSignedIntegerDType(DType::U8));
}
