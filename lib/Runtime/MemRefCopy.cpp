//===- MemRefCopy.cpp - Copies between memory layouts ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies a strided memref: contiguous runs as such, transpositions by tiles.
//
//===----------------------------------------------------------------------===//

#include "croton/Runtime/Memory.h"
#include "croton/Runtime/Status.h"
#include <cstring>

namespace {
/// Tensors have no more dimensions than this.
constexpr int64_t kMaxRank = 64;

/// One dimension of a copy; strides count bytes.
struct CopyDim {
  int64_t size;
  int64_t sourceStride;
  int64_t targetStride;
};

/// A copy after simplification: no dimension of size 1, the fastest of the
/// target last, dimensions merged where both sides allow.
struct CopyPlan {
  CopyDim dims[kMaxRank];
  int64_t rank = 0;
};

/// The part of a memref descriptor that does not depend on the rank.
struct MemRefHeader {
  void *allocated;
  char *aligned;
  int64_t offset;
};
} // namespace

static int64_t magnitude(int64_t value) { return value < 0 ? -value : value; }

/// Puts `dim` in its place by descending stride in the target.
static void insertDim(CopyPlan &plan, CopyDim dim) {
  int64_t at = plan.rank++;
  for (; at > 0 && magnitude(plan.dims[at - 1].targetStride) <
                       magnitude(dim.targetStride);
       --at)
    plan.dims[at] = plan.dims[at - 1];
  plan.dims[at] = dim;
}

/// Merges each dimension with the one outside of it where a single loop over
/// both would step evenly, source and target alike.
static void mergeDims(CopyPlan &plan) {
  int64_t last = 0;
  for (int64_t i = 1; i < plan.rank; ++i) {
    CopyDim &outer = plan.dims[last];
    const CopyDim &inner = plan.dims[i];
    if (outer.sourceStride == inner.size * inner.sourceStride &&
        outer.targetStride == inner.size * inner.targetStride)
      outer = {outer.size * inner.size, inner.sourceStride, inner.targetStride};
    else
      plan.dims[++last] = inner;
  }
  plan.rank = plan.rank ? last + 1 : 0;
}

/// Copies a line of elements of `kWidth` bytes.
template <int64_t kWidth>
static void copyLine(const CopyDim &dim, const char *source, char *target) {
  for (int64_t i = 0; i < dim.size; ++i)
    std::memcpy(target + i * dim.targetStride, source + i * dim.sourceStride,
                kWidth);
}

/// Copies a plane by square tiles, so that both sides stay in the cache though
/// each is fast along another dimension.
template <int64_t kWidth>
static void copyPlane(CopyDim outer, CopyDim inner, const char *source,
                      char *target) {
  constexpr int64_t kTile = 32;
  int64_t outerSize = outer.size, innerSize = inner.size;
  for (int64_t i = 0; i < outerSize; i += kTile)
    for (int64_t j = 0; j < innerSize; j += kTile) {
      int64_t outerEnd = i + kTile < outerSize ? i + kTile : outerSize;
      inner.size = j + kTile < innerSize ? kTile : innerSize - j;
      for (int64_t row = i; row < outerEnd; ++row)
        copyLine<kWidth>(
            inner, source + row * outer.sourceStride + j * inner.sourceStride,
            target + row * outer.targetStride + j * inner.targetStride);
    }
}

/// Copies what is left from dimension `dim` on.
template <int64_t kWidth>
static void copyDims(const CopyPlan &plan, int64_t dim, const char *source,
                     char *target) {
  const CopyDim &current = plan.dims[dim];
  bool isTransposed =
      dim + 2 == plan.rank && magnitude(current.sourceStride) <
                                  magnitude(plan.dims[dim + 1].sourceStride);
  if (isTransposed)
    return copyPlane<kWidth>(current, plan.dims[dim + 1], source, target);
  if (dim + 1 == plan.rank)
    return copyLine<kWidth>(current, source, target);
  for (int64_t i = 0; i < current.size; ++i)
    copyDims<kWidth>(plan, dim + 1, source + i * current.sourceStride,
                     target + i * current.targetStride);
}

/// Copies with runs of `runBytes` contiguous bytes at the innermost level.
static void copyRuns(const CopyPlan &plan, int64_t dim, int64_t runBytes,
                     const char *source, char *target) {
  if (dim == plan.rank) {
    std::memmove(target, source, runBytes);
    return;
  }
  const CopyDim &current = plan.dims[dim];
  for (int64_t i = 0; i < current.size; ++i)
    copyRuns(plan, dim + 1, runBytes, source + i * current.sourceStride,
             target + i * current.targetStride);
}

static void runPlan(CopyPlan &plan, int64_t elementSize, const char *source,
                    char *target) {
  if (plan.rank > 0) {
    const CopyDim &inner = plan.dims[plan.rank - 1];
    if (inner.sourceStride == elementSize &&
        inner.targetStride == elementSize) {
      --plan.rank;
      return copyRuns(plan, 0, elementSize * inner.size, source, target);
    }
  }
  bool isScalar = plan.rank == 0;
  switch (isScalar ? 0 : elementSize) {
  case 1:
    return copyDims<1>(plan, 0, source, target);
  case 2:
    return copyDims<2>(plan, 0, source, target);
  case 4:
    return copyDims<4>(plan, 0, source, target);
  case 8:
    return copyDims<8>(plan, 0, source, target);
  case 16:
    return copyDims<16>(plan, 0, source, target);
  default:
    return copyRuns(plan, 0, elementSize, source, target);
  }
}

void memrefCopy(int64_t element_size, const CrotonRtUnrankedMemRef *source,
                const CrotonRtUnrankedMemRef *target) {
  int64_t rank = source->rank;
  if (rank > kMaxRank) {
    int64_t values[] = {rank, kMaxRank};
    croton_rt_fail(CROTON_ERROR_SHAPE,
                   "cannot copy a tensor of rank {0}, the limit is {1}", values,
                   2);
  }
  auto *from = static_cast<const MemRefHeader *>(source->descriptor);
  auto *to = static_cast<const MemRefHeader *>(target->descriptor);
  // Sizes, then strides, follow the header.
  auto *sizes = reinterpret_cast<const int64_t *>(from + 1);
  const int64_t *sourceStrides = sizes + rank;
  auto *targetStrides = reinterpret_cast<const int64_t *>(to + 1) + rank;
  CopyPlan plan;
  for (int64_t i = 0; i < rank; ++i) {
    if (sizes[i] == 0)
      return;
    if (sizes[i] != 1)
      insertDim(plan, {sizes[i], sourceStrides[i] * element_size,
                       targetStrides[i] * element_size});
  }
  mergeDims(plan);
  runPlan(plan, element_size, from->aligned + from->offset * element_size,
          to->aligned + to->offset * element_size);
}
