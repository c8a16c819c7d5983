//===- HostTensor.cpp - Tensors in host memory ----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Size computation, allocation and copies of host tensors.
//
//===----------------------------------------------------------------------===//

#include "croton/Support/HostTensor.h"
#include "llvm/Support/MathExtras.h"
#include <cstdlib>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::croton;

/// The alignment of allocated tensors: a cache line, and the widest vector.
static constexpr uint64_t kAlignment = 64;

std::optional<int64_t> croton::computeNumElements(ArrayRef<int64_t> shape) {
  bool isEmpty = false;
  bool overflows = false;
  int64_t count = 1;
  for (int64_t extent : shape) {
    if (extent < 0)
      return std::nullopt;
    isEmpty |= extent == 0;
    overflows |= llvm::MulOverflow(count, extent, count);
  }
  if (isEmpty)
    return 0;
  if (overflows)
    return std::nullopt;
  return count;
}

std::optional<int64_t> croton::computeByteSize(DType dtype,
                                               ArrayRef<int64_t> shape) {
  std::optional<int64_t> count = computeNumElements(shape);
  int64_t bytes;
  if (!count || llvm::MulOverflow(*count, getByteWidth(dtype), bytes))
    return std::nullopt;
  return bytes;
}

HostTensor::HostTensor(DType dtype, ArrayRef<int64_t> shape,
                       std::shared_ptr<void> storage)
    : storage(std::move(storage)), shape(shape.begin(), shape.end()),
      dtype(dtype), valid(true) {
  assert(computeByteSize(dtype, shape) && "negative or overflowing shape");
  numElements = computeNumElements(shape).value_or(0);
}

FailureOr<HostTensor> HostTensor::allocate(DType dtype,
                                           ArrayRef<int64_t> shape) {
  std::optional<int64_t> bytes = computeByteSize(dtype, shape);
  if (!bytes || *bytes > std::numeric_limits<int64_t>::max() -
                             static_cast<int64_t>(2 * kAlignment))
    return failure();
  // calloc rather than aligned_alloc and memset: large blocks come as untouched
  // pages that are zero already. One extra line leaves room to align.
  void *block = std::calloc(*bytes + 2 * kAlignment, 1);
  if (!block)
    return failure();
  auto *data = reinterpret_cast<void *>(
      llvm::alignTo(reinterpret_cast<uintptr_t>(block), kAlignment));
  std::shared_ptr<void> owner(block, std::free);
  return HostTensor(dtype, shape, std::shared_ptr<void>(owner, data));
}

HostTensor HostTensor::borrow(DType dtype, ArrayRef<int64_t> shape,
                              void *data) {
  // An aliasing pointer without an owner deletes nothing.
  return HostTensor(dtype, shape,
                    std::shared_ptr<void>(std::shared_ptr<void>(), data));
}

HostTensor HostTensor::adopt(DType dtype, ArrayRef<int64_t> shape, void *data,
                             std::function<void(void *)> deleter) {
  return HostTensor(dtype, shape,
                    std::shared_ptr<void>(data, std::move(deleter)));
}

HostTensor HostTensor::clone() const {
  if (!valid)
    return HostTensor();
  FailureOr<HostTensor> copy = allocate(dtype, shape);
  if (failed(copy))
    return HostTensor();
  if (int64_t bytes = getByteSize())
    std::memcpy(copy->getRawData(), getRawData(), bytes);
  return *copy;
}

HostTensor HostTensor::reshape(ArrayRef<int64_t> newShape) const {
  assert(computeNumElements(newShape) == getNumElements() &&
         "reshape changes the number of elements");
  return HostTensor(dtype, newShape, storage);
}
