//===- MemRefCopyTest.cpp - Copies between memory layouts -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include "gtest/gtest.h"
#include <cstring>
#include <vector>

namespace {
/// A memref with its descriptor, over memory of its own that is large enough
/// for any layout in these tests. Strides count elements.
struct StridedMemRef {
  StridedMemRef(int64_t elementSize, std::vector<int64_t> sizes,
                std::vector<int64_t> strides, int64_t offset)
      : elementSize(elementSize), memory(1 << 16), sizes(sizes),
        strides(strides), offset(offset) {
    auto address = reinterpret_cast<int64_t>(memory.data());
    descriptor = {address, address, offset};
    descriptor.insert(descriptor.end(), sizes.begin(), sizes.end());
    descriptor.insert(descriptor.end(), strides.begin(), strides.end());
  }

  CrotonRtUnrankedMemRef get() {
    return {static_cast<int64_t>(sizes.size()), descriptor.data()};
  }

  /// Returns the bytes of the element with row-major number `position`.
  unsigned char *getElement(int64_t position) {
    int64_t at = offset;
    for (size_t dim = sizes.size(); dim-- > 0;) {
      at += position % sizes[dim] * strides[dim];
      position /= sizes[dim];
    }
    return memory.data() + at * elementSize;
  }
  int64_t getNumElements() const {
    int64_t count = 1;
    for (int64_t size : sizes)
      count *= size;
    return count;
  }

  int64_t elementSize;
  std::vector<unsigned char> memory;
  std::vector<int64_t> sizes, strides;
  int64_t offset;
  std::vector<int64_t> descriptor;
};
} // namespace

/// Copies between two layouts of `sizes` and checks every byte of the target,
/// those between the elements too.
static void checkCopy(int64_t elementSize, std::vector<int64_t> sizes,
                      std::vector<int64_t> sourceStrides,
                      std::vector<int64_t> targetStrides) {
  // The offsets leave room for negative strides.
  StridedMemRef source(elementSize, sizes, sourceStrides, 700);
  StridedMemRef target(elementSize, sizes, targetStrides, 900);
  for (size_t i = 0; i < source.memory.size(); ++i) {
    source.memory[i] = 1 + (i * 7 + i / 251) % 199;
    target.memory[i] = 255;
  }
  std::vector<unsigned char> expected = target.memory;
  for (int64_t i = 0; i < target.getNumElements(); ++i)
    std::memcpy(expected.data() + (target.getElement(i) - target.memory.data()),
                source.getElement(i), elementSize);
  CrotonRtUnrankedMemRef from = source.get(), to = target.get();
  memrefCopy(elementSize, &from, &to);
  EXPECT_EQ(target.memory, expected)
      << "rank " << sizes.size() << ", elements of " << elementSize;
}

static const int64_t kElementSizes[] = {1, 2, 4, 8, 16, 3};

TEST(MemRefCopyTest, ContiguousAndPadded) {
  for (int64_t size : kElementSizes) {
    checkCopy(size, {}, {}, {});
    checkCopy(size, {9}, {1}, {1});
    checkCopy(size, {5, 7}, {7, 1}, {7, 1});
    checkCopy(size, {5, 7}, {9, 1}, {7, 1});
    checkCopy(size, {3, 5, 7}, {40, 8, 1}, {50, 9, 1});
    checkCopy(size, {3, 5, 7}, {35, 7, 1}, {40, 7, 1});
  }
}

TEST(MemRefCopyTest, Transposed) {
  for (int64_t size : kElementSizes) {
    checkCopy(size, {5, 7}, {1, 5}, {7, 1});
    checkCopy(size, {5, 7}, {7, 1}, {1, 5});
    checkCopy(size, {35, 67}, {1, 35}, {67, 1});
    checkCopy(size, {3, 5, 7}, {1, 3, 15}, {35, 7, 1});
    checkCopy(size, {3, 5, 7}, {7, 21, 1}, {35, 7, 1});
    checkCopy(size, {3, 5, 7}, {5, 1, 15}, {1, 21, 3});
  }
}

TEST(MemRefCopyTest, StridedReversedAndBroadcast) {
  for (int64_t size : kElementSizes) {
    checkCopy(size, {6}, {3}, {2});
    checkCopy(size, {6}, {-1}, {1});
    checkCopy(size, {4, 6}, {-8, 1}, {6, 1});
    checkCopy(size, {4, 6}, {-6, -1}, {-6, -1});
    checkCopy(size, {4, 6}, {0, 1}, {6, 1});
    checkCopy(size, {4, 6}, {1, 0}, {6, 1});
  }
}

TEST(MemRefCopyTest, UnitAndEmptyDims) {
  // The strides of a dimension of size 1 mean nothing.
  checkCopy(4, {1, 5, 1}, {99999, 1, -99999}, {0, 1, 0});
  checkCopy(4, {1}, {0}, {0});
  checkCopy(4, {3, 0, 5}, {0, 5, 1}, {0, 5, 1});
  checkCopy(4, {0}, {1}, {1});
}

TEST(MemRefCopyTest, AMemRefOntoItself) {
  StridedMemRef memref(4, {5, 7}, {7, 1}, 3);
  for (size_t i = 0; i < memref.memory.size(); ++i)
    memref.memory[i] = i % 253;
  std::vector<unsigned char> expected = memref.memory;
  CrotonRtUnrankedMemRef both = memref.get();
  memrefCopy(4, &both, &both);
  EXPECT_EQ(memref.memory, expected);
}

/// Copies the memref that is its argument onto itself.
static void copyOntoItself(void **args) {
  auto *memref = static_cast<CrotonRtUnrankedMemRef *>(args[0]);
  memrefCopy(4, memref, memref);
}

TEST(MemRefCopyTest, TooManyDimsFail) {
  std::vector<int64_t> ones(65, 1);
  StridedMemRef memref(4, ones, ones, 0);
  CrotonRtUnrankedMemRef unranked = memref.get();
  void *args[] = {&unranked};
  CrotonStatus status;
  EXPECT_EQ(croton_rt_call(copyOntoItself, args, &status), CROTON_ERROR_SHAPE);
  EXPECT_STREQ(status.message,
               "cannot copy a tensor of rank 65, the limit is 64");
}
