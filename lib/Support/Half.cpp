//===- Half.cpp - 16-bit floating-point conversions -----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bit-level conversions; one function serves both narrow formats.
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Half.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>

using namespace mlir;

float croton::bf16ToF32(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

float croton::f16ToF32(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1f;
  uint32_t fraction = bits & 0x3ff;
  if (exponent == 0) // Zero or subnormal: a multiple of 2^-24.
    return std::copysign(std::ldexp(static_cast<float>(fraction), -24),
                         llvm::bit_cast<float>(sign | 0x3f800000));
  uint32_t wideExponent = exponent == 0x1f ? 0xff : exponent - 15 + 127;
  return llvm::bit_cast<float>(sign | wideExponent << 23 | fraction << 13);
}

/// Rounds `value` to a format of one sign bit, `exponentBits` and
/// `fractionBits`, from the bits of the f64, so that nothing rounds twice.
static uint16_t roundToNarrow(double value, int exponentBits,
                              int fractionBits) {
  uint64_t bits = llvm::bit_cast<uint64_t>(value);
  uint16_t sign = static_cast<uint16_t>(bits >> 63) << 15;
  int wideExponent = (bits >> 52) & 0x7ff;
  uint64_t wideFraction = bits & ((uint64_t(1) << 52) - 1);
  int bias = (1 << (exponentBits - 1)) - 1;
  uint16_t infinity = ((1 << exponentBits) - 1) << fractionBits;

  if (wideExponent == 0x7ff) {
    if (wideFraction == 0)
      return sign | infinity;
    uint16_t payload = wideFraction >> (52 - fractionBits);
    return sign | infinity | 1 << (fractionBits - 1) | payload;
  }
  // A subnormal f64 is far below half of the smallest narrow number.
  if (wideExponent == 0)
    return sign;

  int exponent = wideExponent - 1023;
  if (exponent > bias)
    return sign | infinity;
  // Drop the bits that do not fit; more of them below the normal range.
  int minExponent = 1 - bias;
  int dropped = 52 - fractionBits + std::max(0, minExponent - exponent);
  if (dropped > 53)
    return sign;
  uint64_t significand = wideFraction | uint64_t(1) << 52;
  uint64_t kept = significand >> dropped;
  uint64_t rest = significand & ((uint64_t(1) << dropped) - 1);
  uint64_t half = uint64_t(1) << (dropped - 1);
  if (rest > half || (rest == half && (kept & 1)))
    ++kept;
  // `kept` holds the implicit one of a normal number, hence the biased exponent
  // less one; a carry moves to the next exponent, or to infinity, by itself.
  if (exponent >= minExponent)
    kept += static_cast<uint64_t>(exponent + bias - 1) << fractionBits;
  return sign | static_cast<uint16_t>(kept);
}

uint16_t croton::f64ToF16(double value) { return roundToNarrow(value, 5, 10); }

uint16_t croton::f64ToBF16(double value) { return roundToNarrow(value, 8, 7); }
