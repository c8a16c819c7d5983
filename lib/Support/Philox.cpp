//===- Philox.cpp - Counter-based random numbers --------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Philox.h"
#include <cmath>

using namespace mlir;
using namespace mlir::croton;

PhiloxBlock croton::philox4x32(PhiloxBlock counter, PhiloxKey key) {
  // Multipliers of a round, and what is added to the key between rounds.
  constexpr uint64_t kMultiplier0 = 0xD2511F53, kMultiplier1 = 0xCD9E8D57;
  constexpr uint32_t kWeyl0 = 0x9E3779B9, kWeyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    uint64_t product0 = kMultiplier0 * counter[0];
    uint64_t product1 = kMultiplier1 * counter[2];
    counter = {static_cast<uint32_t>(product1 >> 32) ^ counter[1] ^ key[0],
               static_cast<uint32_t>(product1),
               static_cast<uint32_t>(product0 >> 32) ^ counter[3] ^ key[1],
               static_cast<uint32_t>(product0)};
    key[0] += kWeyl0;
    key[1] += kWeyl1;
  }
  return counter;
}

PhiloxStream::PhiloxStream(uint64_t seed, uint64_t stream)
    : key{static_cast<uint32_t>(seed), static_cast<uint32_t>(seed >> 32)},
      counter{0, 0, static_cast<uint32_t>(stream),
              static_cast<uint32_t>(stream >> 32)} {}

uint32_t PhiloxStream::nextU32() {
  if (usedWords == 4) {
    words = philox4x32(counter, key);
    usedWords = 0;
    if (++counter[0] == 0)
      ++counter[1];
  }
  return words[usedWords++];
}

uint64_t PhiloxStream::nextU64() {
  uint64_t low = nextU32();
  return low | static_cast<uint64_t>(nextU32()) << 32;
}

double PhiloxStream::nextNormal() {
  if (hasSpareNormal) {
    hasSpareNormal = false;
    return spareNormal;
  }
  // 1 - u is in (0, 1], so that its logarithm is finite.
  double radius = std::sqrt(-2.0 * std::log(1.0 - nextUniformF64()));
  double angle = 6.283185307179586476925 * nextUniformF64();
  spareNormal = radius * std::sin(angle);
  hasSpareNormal = true;
  return radius * std::cos(angle);
}
