//===- HalfTest.cpp - 16-bit floating-point conversions -------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The narrow formats are small enough to check every number and every midpoint
// between neighbours; LLVM's APFloat is a second, independent opinion.
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Half.h"
#include "croton/Support/Philox.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace mlir::croton;
using llvm::APFloat;

/// Returns `value` rounded to `semantics` by APFloat.
static uint16_t roundByAPFloat(double value,
                               const llvm::fltSemantics &semantics) {
  APFloat number(value);
  bool losesInfo;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
}

TEST(HalfTest, KnownNumbers) {
  EXPECT_EQ(f16ToF32(0x3c00), 1.0f);
  EXPECT_EQ(f16ToF32(0xc000), -2.0f);
  EXPECT_EQ(f16ToF32(0x7bff), 65504.0f);
  EXPECT_EQ(f16ToF32(0x0001), std::ldexp(1.0f, -24));
  EXPECT_EQ(f16ToF32(0x03ff), std::ldexp(1023.0f, -24));
  EXPECT_EQ(f16ToF32(0x7c00), std::numeric_limits<float>::infinity());
  EXPECT_EQ(bf16ToF32(0x3f80), 1.0f);
  EXPECT_EQ(bf16ToF32(0x0001), std::ldexp(1.0f, -133));
  EXPECT_EQ(f32ToF16(0.1f), 0x2e66);
  EXPECT_EQ(f32ToBF16(3.14159265f), 0x4049);
}

TEST(HalfTest, EveryNumberSurvivesTheWayThereAndBack) {
  for (uint32_t bits = 0; bits <= 0xffff; ++bits) {
    float wide = f16ToF32(bits);
    if (std::isnan(wide)) // Comes back quiet.
      EXPECT_EQ(f32ToF16(wide), bits | 0x200) << bits;
    else
      EXPECT_EQ(f32ToF16(wide), bits);
    wide = bf16ToF32(bits);
    if (std::isnan(wide))
      EXPECT_EQ(f32ToBF16(wide), bits | 0x40) << bits;
    else
      EXPECT_EQ(f32ToBF16(wide), bits);
  }
}

/// Checks the rounding of midpoints between neighbours, and of the nearest
/// doubles on both sides of each. `infinity` follows the largest number.
template <typename Widen, typename Narrow>
static void checkMidpoints(Widen widen, Narrow narrow, uint16_t infinity) {
  for (uint16_t low = 0; low + 1 < infinity; ++low) {
    uint16_t high = low + 1;
    double middle =
        (static_cast<double>(widen(low)) + static_cast<double>(widen(high))) /
        2;
    uint16_t even = low & 1 ? high : low;
    EXPECT_EQ(narrow(middle), even) << low;
    EXPECT_EQ(narrow(-middle), even | 0x8000) << low;
    EXPECT_EQ(narrow(std::nextafter(middle, 0.0)), low) << low;
    EXPECT_EQ(narrow(std::nextafter(middle, 1e300)), high) << low;
  }
}

TEST(HalfTest, MidpointsGoToEven) {
  checkMidpoints(f16ToF32, f64ToF16, 0x7c00);
  checkMidpoints(bf16ToF32, f64ToBF16, 0x7f80);
}

TEST(HalfTest, LargeNumbersBecomeInfinite) {
  // 65520 lies halfway between the largest f16 and 65536.
  EXPECT_EQ(f64ToF16(65520.0), 0x7c00);
  EXPECT_EQ(f64ToF16(std::nextafter(65520.0, 0.0)), 0x7bff);
  EXPECT_EQ(f64ToF16(-1e300), 0xfc00);
  EXPECT_EQ(f64ToBF16(1e39), 0x7f80);
  EXPECT_EQ(f64ToBF16(-std::numeric_limits<double>::infinity()), 0xff80);
}

TEST(HalfTest, RoundsOnceFromF64) {
  // Through f32 the last bit would be lost and the tie would go down.
  double justAbove = 1.0 + std::ldexp(1.0, -11) + std::ldexp(1.0, -40);
  EXPECT_EQ(f64ToF16(justAbove), 0x3c01);
  EXPECT_EQ(f32ToF16(static_cast<float>(justAbove)), 0x3c00);
  justAbove = 1.0 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40);
  EXPECT_EQ(f64ToBF16(justAbove), 0x3f81);
  EXPECT_EQ(f32ToBF16(static_cast<float>(justAbove)), 0x3f80);
}

TEST(HalfTest, AgreesWithAPFloatOnRandomBits) {
  PhiloxStream random(/*seed=*/20);
  for (int i = 0; i < 200000; ++i) {
    uint64_t bits = random.nextU64();
    // Every second number has an exponent near the range of f16.
    if (i % 2)
      bits = (bits & 0x800fffffffffffff) | (uint64_t(996 + i % 47) << 52);
    double value = llvm::bit_cast<double>(bits);
    if (std::isnan(value))
      continue;
    EXPECT_EQ(f64ToF16(value), roundByAPFloat(value, APFloat::IEEEhalf()));
    EXPECT_EQ(f64ToBF16(value), roundByAPFloat(value, APFloat::BFloat()));
  }
}
