//===- HostTensor.h - Tensors in host memory --------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The value that the evaluator, the .npy files and the execution engine share:
// a contiguous row-major tensor in host memory.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_HOSTTENSOR_H
#define CROTON_SUPPORT_HOSTTENSOR_H

#include "croton/Support/DType.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/LogicalResult.h"
#include <cassert>
#include <functional>
#include <memory>
#include <optional>

namespace mlir::croton {

/// Returns the product of `shape`, or std::nullopt when an extent is negative
/// or the product does not fit int64_t. An extent of zero gives zero whatever
/// the others are, as long as none is negative.
std::optional<int64_t> computeNumElements(ArrayRef<int64_t> shape);

/// Returns the bytes that `shape` elements of `dtype` take, or std::nullopt
/// under the conditions of `computeNumElements`.
std::optional<int64_t> computeByteSize(DType dtype, ArrayRef<int64_t> shape);

/// A contiguous row-major tensor in host memory. It is a handle: copies share
/// the elements, `clone` copies them. Constness is of the handle, not of the
/// elements. A rank-0 tensor has one element.
class HostTensor {
public:
  /// An empty handle: `isValid()` is false and nothing else may be asked.
  HostTensor() = default;

  /// Allocates a zero-filled tensor whose data is aligned to 64 bytes. Fails on
  /// a negative extent, on a size that overflows and when memory runs out.
  static FailureOr<HostTensor> allocate(DType dtype, ArrayRef<int64_t> shape);

  /// Wraps memory that the caller keeps alive as long as any handle lives.
  /// `shape` must be non-negative and its size must not overflow.
  static HostTensor borrow(DType dtype, ArrayRef<int64_t> shape, void *data);

  /// Takes over `data`; `deleter(data)` runs when the last handle goes. The
  /// rules for `shape` are those of `borrow`.
  static HostTensor adopt(DType dtype, ArrayRef<int64_t> shape, void *data,
                          std::function<void(void *)> deleter);

  /// False for the empty handle only; a tensor without elements is valid.
  bool isValid() const { return valid; }

  DType getDType() const {
    assert(valid && "asking an empty handle");
    return dtype;
  }
  ArrayRef<int64_t> getShape() const {
    assert(valid && "asking an empty handle");
    return shape;
  }
  int64_t getRank() const { return getShape().size(); }
  int64_t getNumElements() const {
    assert(valid && "asking an empty handle");
    return numElements;
  }
  int64_t getByteSize() const { return getNumElements() * getByteWidth(dtype); }

  /// Returns the first byte of the elements; may be null when there are none.
  void *getRawData() const {
    assert(valid && "asking an empty handle");
    return storage.get();
  }

  /// Returns the elements as `T`, which must be as wide as the dtype. F16 and
  /// BF16 are raw uint16_t bits; complex numbers are std::complex.
  template <typename T>
  MutableArrayRef<T> getData() const {
    assert(static_cast<int64_t>(sizeof(T)) == getByteWidth(getDType()) &&
           "element type of another width");
    return MutableArrayRef<T>(static_cast<T *>(getRawData()), numElements);
  }

  /// Returns a deep copy in memory of its own. An empty handle and an
  /// allocation that fails give an empty handle.
  HostTensor clone() const;

  /// Returns a handle of another shape that shares the elements. The number of
  /// elements must stay the same.
  HostTensor reshape(ArrayRef<int64_t> newShape) const;

private:
  HostTensor(DType dtype, ArrayRef<int64_t> shape,
             std::shared_ptr<void> storage);

  std::shared_ptr<void> storage;
  SmallVector<int64_t, 4> shape;
  int64_t numElements = 0;
  DType dtype = DType::Bool;
  bool valid = false;
};

} // namespace mlir::croton

#endif // CROTON_SUPPORT_HOSTTENSOR_H
