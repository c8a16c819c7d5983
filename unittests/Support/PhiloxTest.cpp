//===- PhiloxTest.cpp - Counter-based random numbers ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Philox.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir::croton;

// The known answers published with the algorithm (Random123, kat_vectors).
TEST(PhiloxTest, KnownAnswers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  // Counter and key are digits of pi.
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                       {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(PhiloxTest, AStreamIsItsBlocksInOrder) {
  PhiloxStream stream(/*seed=*/0x0000000500000003, /*stream=*/9);
  for (uint32_t block = 0; block < 3; ++block)
    for (uint32_t word : philox4x32({block, 0, 9, 0}, {3, 5}))
      EXPECT_EQ(stream.nextU32(), word);
  PhiloxStream first(1), second(1);
  uint64_t low = first.nextU32();
  EXPECT_EQ(second.nextU64(), uint64_t(first.nextU32()) << 32 | low);
}

TEST(PhiloxTest, UniformNumbersStayBelowOne) {
  EXPECT_EQ(philoxToUniformF32(0), 0.0f);
  EXPECT_EQ(philoxToUniformF32(~uint32_t(0)), 1.0f - 0x1p-24f);
  EXPECT_EQ(philoxToUniformF64(0), 0.0);
  EXPECT_EQ(philoxToUniformF64(~uint64_t(0)), 1.0 - 0x1p-53);
}

// The bounds are five standard deviations of the sample moments.
TEST(PhiloxTest, MomentsAreThoseOfTheDistributions) {
  constexpr int kCount = 100000;
  PhiloxStream stream(/*seed=*/1234);
  double uniformSum = 0, sum = 0, squares = 0, cubes = 0;
  for (int i = 0; i < kCount; ++i) {
    uniformSum += stream.nextUniformF32();
    double x = stream.nextNormal();
    sum += x;
    squares += x * x;
    cubes += x * x * x;
  }
  double unit = 5 / std::sqrt(static_cast<double>(kCount));
  EXPECT_NEAR(uniformSum / kCount, 0.5, unit * std::sqrt(1.0 / 12));
  EXPECT_NEAR(sum / kCount, 0, unit);
  EXPECT_NEAR(squares / kCount, 1, unit * std::sqrt(2.0));
  EXPECT_NEAR(cubes / kCount, 0, unit * std::sqrt(15.0));
}
