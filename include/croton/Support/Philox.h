//===- Philox.h - Counter-based random numbers ------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy
// as 1, 2, 3", SC 2011): ten rounds turn a 128-bit counter and a 64-bit key
// into 128 random bits. The n-th number needs no earlier one, so host, device
// and evaluator give the same samples in any order.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_PHILOX_H
#define CROTON_SUPPORT_PHILOX_H

#include <array>
#include <cstdint>

namespace mlir::croton {

/// Four random words, or a counter; word 0 is the least significant.
using PhiloxBlock = std::array<uint32_t, 4>;
/// A key; word 0 is the least significant.
using PhiloxKey = std::array<uint32_t, 2>;

/// Returns the random words that belong to `counter` under `key`.
PhiloxBlock philox4x32(PhiloxBlock counter, PhiloxKey key);

/// Returns `bits` as a number in [0, 1): the upper 24 bits over 2^24.
inline float philoxToUniformF32(uint32_t bits) {
  return static_cast<float>(bits >> 8) * 0x1p-24f;
}

/// Returns `bits` as a number in [0, 1): the upper 53 bits over 2^53.
inline double philoxToUniformF64(uint64_t bits) {
  return static_cast<double>(bits >> 11) * 0x1p-53;
}

/// Numbers drawn one after the other from the words of a key's blocks. Equal
/// seeds and streams give equal numbers on every machine; `nextNormal` up to
/// the rounding of the mathematical library.
class PhiloxStream {
public:
  /// The key is `seed`; `stream` fills the upper half of the counter, so that
  /// streams of one seed never meet.
  explicit PhiloxStream(uint64_t seed, uint64_t stream = 0);

  /// Returns the next 32 random bits.
  uint32_t nextU32();
  /// Returns the next 64 random bits, the first word drawn in the lower half.
  uint64_t nextU64();
  /// Returns the next number in [0, 1) that is a multiple of 2^-24.
  float nextUniformF32() { return philoxToUniformF32(nextU32()); }
  /// Returns the next number in [0, 1) that is a multiple of 2^-53.
  double nextUniformF64() { return philoxToUniformF64(nextU64()); }
  /// Returns the next sample of the standard normal distribution (Box-Muller;
  /// samples are made in pairs from two uniform numbers).
  double nextNormal();

private:
  PhiloxKey key;
  PhiloxBlock counter;
  PhiloxBlock words = {};
  unsigned usedWords = 4;
  double spareNormal = 0;
  bool hasSpareNormal = false;
};

} // namespace mlir::croton

#endif // CROTON_SUPPORT_PHILOX_H
