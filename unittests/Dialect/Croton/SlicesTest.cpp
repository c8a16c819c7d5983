//===- SlicesTest.cpp - Slices with NumPy's rules -------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/OpSupport.h"

#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

#include <limits>

using namespace mlir;
using namespace mlir::croton;

namespace {

using Bound = std::optional<int64_t>;

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

/// The positions that `start:stop:step` picks, found by walking from the start:
/// a negative bound counts from the end, one outside is moved to the nearest
/// place where the walk may start or end.
std::vector<int64_t> walk(int64_t size, Bound start, Bound stop, int64_t step) {
  auto resolve = [&](Bound bound, int64_t absent) {
    if (!bound)
      return absent;
    int64_t position = *bound < 0 ? *bound + size : *bound;
    if (position < 0)
      return step > 0 ? int64_t(0) : int64_t(-1);
    if (position >= size)
      return step > 0 ? size : size - 1;
    return position;
  };
  int64_t first = resolve(start, step > 0 ? 0 : size - 1);
  int64_t last = resolve(stop, step > 0 ? size : -1);
  std::vector<int64_t> positions;
  for (int64_t at = first; step > 0 ? at < last : at > last; at += step)
    positions.push_back(at);
  return positions;
}

std::vector<int64_t> expand(CanonicalSlice slice, int64_t step) {
  std::vector<int64_t> positions;
  for (int64_t k = 0; k < slice.count; ++k)
    positions.push_back(slice.start + k * step);
  return positions;
}

TEST(SlicesTest, AllSmallSlices) {
  SmallVector<Bound> bounds = {std::nullopt};
  for (int64_t bound = -7; bound <= 7; ++bound)
    bounds.push_back(bound);
  for (int64_t size = 0; size <= 5; ++size)
    for (Bound start : bounds)
      for (Bound stop : bounds)
        for (int64_t step : {-6, -3, -2, -1, 1, 2, 3, 6}) {
          CanonicalSlice slice = canonicalizeSlice(size, start, stop, step);
          EXPECT_EQ(expand(slice, step), walk(size, start, stop, step))
              << llvm::formatv("size {0}, {1}:{2}:{3}", size,
                               start.value_or(99), stop.value_or(99), step)
                     .str();
        }
}

TEST(SlicesTest, FromTheManual) {
  // x[10:0:-1] of five elements is [4, 3, 2, 1].
  EXPECT_EQ(expand(canonicalizeSlice(5, 10, 0, -1), -1),
            std::vector<int64_t>({4, 3, 2, 1}));
  EXPECT_EQ(expand(canonicalizeSlice(10, 1, -1, 2), 2),
            std::vector<int64_t>({1, 3, 5, 7}));
}

TEST(SlicesTest, ExtremeBoundsAndSteps) {
  EXPECT_EQ(canonicalizeSlice(4, kMin, kMax, 1).count, 4);
  EXPECT_EQ(canonicalizeSlice(4, kMax, kMin, -1).count, 4);
  EXPECT_EQ(canonicalizeSlice(4, kMax, kMin, 1).count, 0);
  EXPECT_EQ(canonicalizeSlice(4, kMin, kMax, -1).count, 0);
  EXPECT_EQ(canonicalizeSlice(4, std::nullopt, std::nullopt, kMax).count, 1);
  CanonicalSlice last = canonicalizeSlice(4, std::nullopt, std::nullopt, kMin);
  EXPECT_EQ(last.count, 1);
  EXPECT_EQ(last.start, 3);
  EXPECT_EQ(canonicalizeSlice(kMax, std::nullopt, std::nullopt, 1).count, kMax);
  EXPECT_EQ(canonicalizeSlice(kMax, std::nullopt, std::nullopt, 2).count,
            kMax / 2 + 1);
  EXPECT_EQ(canonicalizeSlice(kMax, std::nullopt, std::nullopt, -1).count,
            kMax);
}

} // namespace
