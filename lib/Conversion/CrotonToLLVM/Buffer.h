//===- Buffer.h - A memref as plain values ----------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// During the lowering a memref is not a descriptor in IR but a few SSA values
// known to the compiler; what is static stays an attribute.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLLVM_BUFFER_H
#define CROTON_LIB_CONVERSION_CROTONTOLLVM_BUFFER_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::croton {

/// The parts of one memref. Sizes, strides and the offset are either i64 values
/// or i64 attributes.
struct Buffer {
  /// What to free.
  Value allocated;
  /// Where the underlying block of elements begins.
  Value base;
  /// Elements from `base` to the first element.
  OpFoldResult offset;
  SmallVector<OpFoldResult> sizes;
  SmallVector<OpFoldResult> strides;
};

/// Integer arithmetic on values and attributes that folds as it goes.
class IndexMath {
public:
  IndexMath(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  static OpFoldResult constant(MLIRContext *context, int64_t value) {
    return IntegerAttr::get(IntegerType::get(context, 64), value);
  }
  OpFoldResult constant(int64_t value) {
    return constant(builder.getContext(), value);
  }
  /// The value of `x` in IR.
  Value materialize(OpFoldResult x);
  OpFoldResult add(OpFoldResult a, OpFoldResult b);
  OpFoldResult mul(OpFoldResult a, OpFoldResult b);
  /// The product, or the largest unsigned number if it does not fit.
  OpFoldResult saturatingMul(OpFoldResult a, OpFoldResult b);

private:
  OpBuilder &builder;
  Location loc;
};

/// The strides of a contiguous buffer of the given sizes.
SmallVector<OpFoldResult> getRowMajorStrides(IndexMath &math,
                                             ArrayRef<OpFoldResult> sizes);

/// The types of the values that a buffer of `type` is passed as: allocated
/// pointer, pointer, and each size, stride and offset that is not static.
SmallVector<Type> getFlatTypes(MemRefType type);

/// The values to pass `buffer` as; the inverse of `unflatten`.
SmallVector<Value> flatten(IndexMath &math, const Buffer &buffer,
                           MemRefType type);

/// Builds a buffer of `type` from values of the types `getFlatTypes(type)`.
Buffer unflatten(IndexMath &math, MemRefType type, ValueRange values);

} // namespace mlir::croton

#endif // CROTON_LIB_CONVERSION_CROTONTOLLVM_BUFFER_H
