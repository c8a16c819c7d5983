//===- Buffer.cpp - A memref as plain values ------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Index arithmetic, and passing buffers as lists of values.
//
//===----------------------------------------------------------------------===//

#include "Buffer.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::croton;

static constexpr LLVM::IntegerOverflowFlags kNoWrap =
    LLVM::IntegerOverflowFlags::nsw;

Value IndexMath::materialize(OpFoldResult x) {
  if (auto value = dyn_cast<Value>(x))
    return value;
  return LLVM::ConstantOp::create(builder, loc,
                                  cast<TypedAttr>(cast<Attribute>(x)));
}

OpFoldResult IndexMath::add(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x + *y);
  if (x == 0)
    return b;
  if (y == 0)
    return a;
  return LLVM::AddOp::create(builder, loc, materialize(a), materialize(b),
                             kNoWrap)
      .getResult();
}

OpFoldResult IndexMath::mul(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y)
    return constant(*x * *y);
  if (x == 0 || y == 0)
    return constant(0);
  if (x == 1)
    return b;
  if (y == 1)
    return a;
  return LLVM::MulOp::create(builder, loc, materialize(a), materialize(b),
                             kNoWrap)
      .getResult();
}

OpFoldResult IndexMath::saturatingMul(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> x = getConstantIntValue(a), y = getConstantIntValue(b);
  if (x && y) {
    uint64_t product;
    bool overflows = __builtin_mul_overflow(
        static_cast<uint64_t>(*x), static_cast<uint64_t>(*y), &product);
    return constant(overflows ? -1 : static_cast<int64_t>(product));
  }
  if (x == 1)
    return b;
  if (y == 1)
    return a;
  Type i64 = builder.getI64Type();
  auto pair = LLVM::LLVMStructType::getLiteral(builder.getContext(),
                                               {i64, builder.getI1Type()});
  Value both = LLVM::UMulWithOverflowOp::create(builder, loc, pair,
                                                materialize(a), materialize(b));
  Value product = LLVM::ExtractValueOp::create(builder, loc, both, 0);
  Value overflows = LLVM::ExtractValueOp::create(builder, loc, both, 1);
  return LLVM::SelectOp::create(builder, loc, overflows,
                                materialize(constant(-1)), product)
      .getResult();
}

SmallVector<OpFoldResult>
croton::getRowMajorStrides(IndexMath &math, ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> strides(sizes.size());
  OpFoldResult stride = math.constant(1);
  for (size_t dim = sizes.size(); dim-- > 0;) {
    strides[dim] = stride;
    if (dim != 0)
      stride = math.mul(stride, sizes[dim]);
  }
  return strides;
}

//===----------------------------------------------------------------------===//
// Buffers as lists of values
//===----------------------------------------------------------------------===//

/// The static strides and offset of `type`; a type of another layout has no
/// place in this lowering.
static void getLayout(MemRefType type, SmallVector<int64_t> &strides,
                      int64_t &offset) {
  [[maybe_unused]] LogicalResult result =
      type.getStridesAndOffset(strides, offset);
  assert(succeeded(result) && "expected a strided memref");
}

SmallVector<Type> croton::getFlatTypes(MemRefType type) {
  auto pointer = LLVM::LLVMPointerType::get(type.getContext());
  Type i64 = IntegerType::get(type.getContext(), 64);
  SmallVector<Type> types = {pointer, pointer};
  types.append(type.getNumDynamicDims(), i64);
  if (type.getLayout().isIdentity())
    return types;
  SmallVector<int64_t> strides;
  int64_t offset;
  getLayout(type, strides, offset);
  types.append(llvm::count_if(strides, ShapedType::isDynamic), i64);
  if (ShapedType::isDynamic(offset))
    types.push_back(i64);
  return types;
}

SmallVector<Value> croton::flatten(IndexMath &math, const Buffer &buffer,
                                   MemRefType type) {
  SmallVector<Value> values = {buffer.allocated, buffer.base};
  for (auto [size, isStatic] : llvm::zip_equal(buffer.sizes, type.getShape()))
    if (ShapedType::isDynamic(isStatic))
      values.push_back(math.materialize(size));
  if (type.getLayout().isIdentity())
    return values;
  SmallVector<int64_t> strides;
  int64_t offset;
  getLayout(type, strides, offset);
  for (auto [stride, isStatic] : llvm::zip_equal(buffer.strides, strides))
    if (ShapedType::isDynamic(isStatic))
      values.push_back(math.materialize(stride));
  if (ShapedType::isDynamic(offset))
    values.push_back(math.materialize(buffer.offset));
  return values;
}

Buffer croton::unflatten(IndexMath &math, MemRefType type, ValueRange values) {
  Buffer buffer;
  buffer.allocated = values[0];
  buffer.base = values[1];
  values = values.drop_front(2);
  auto take = [&](int64_t known) -> OpFoldResult {
    if (!ShapedType::isDynamic(known))
      return math.constant(known);
    Value value = values.front();
    values = values.drop_front();
    return value;
  };
  for (int64_t size : type.getShape())
    buffer.sizes.push_back(take(size));
  if (type.getLayout().isIdentity()) {
    buffer.offset = math.constant(0);
    buffer.strides = getRowMajorStrides(math, buffer.sizes);
    return buffer;
  }
  SmallVector<int64_t> strides;
  int64_t offset;
  getLayout(type, strides, offset);
  for (int64_t stride : strides)
    buffer.strides.push_back(take(stride));
  buffer.offset = take(offset);
  return buffer;
}
