//===- MemRefLowering.cpp - From memrefs to pointers ----------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in dominance order that keeps each memref as a `Buffer` of values
// and rewrites what touches memory to LLVM's pointers. Upstream's conversion
// builds and takes apart a descriptor struct for nearly every access, which
// costs more compile time than all the rest of the lowering.
//
//===----------------------------------------------------------------------===//

#include "MemRefLowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Index types
//===----------------------------------------------------------------------===//

static Type withoutIndex(Type type) {
  return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
}

static void replaceIndexTypes(Operation *op) {
  for (Value result : op->getResults())
    result.setType(withoutIndex(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(withoutIndex(argument.getType()));
  auto constant = dyn_cast<arith::ConstantOp>(op);
  if (!constant)
    return;
  auto value = dyn_cast<IntegerAttr>(constant.getValue());
  if (value && value.getType().isIndex())
    constant.setValueAttr(
        IntegerAttr::get(constant.getType(), value.getValue().getSExtValue()));
}

/// A cast from or to index is one between integers now, or nothing.
static void replaceIndexCast(Operation *op) {
  if (!isa<arith::IndexCastOp, arith::IndexCastUIOp>(op))
    return;
  OpBuilder builder(op);
  Value input = op->getOperand(0), result = op->getResult(0), cast = input;
  unsigned from = input.getType().getIntOrFloatBitWidth();
  unsigned to = result.getType().getIntOrFloatBitWidth();
  Location loc = op->getLoc();
  if (from > to)
    cast = arith::TruncIOp::create(builder, loc, result.getType(), input);
  else if (from < to && isa<arith::IndexCastOp>(op))
    cast = arith::ExtSIOp::create(builder, loc, result.getType(), input);
  else if (from < to)
    cast = arith::ExtUIOp::create(builder, loc, result.getType(), input);
  result.replaceAllUsesWith(cast);
  op->erase();
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

Buffer &FunctionLowering::get(Value memref) {
  auto it = buffers.find(memref);
  assert(it != buffers.end() && "memref used before its definition");
  return it->second;
}

/// `value` in the type that memory holds and back; they differ for complex
/// numbers only.
Value FunctionLowering::castTo(Type type, Value value) {
  if (value.getType() == type)
    return value;
  return UnrealizedConversionCastOp::create(builder, value.getLoc(), type,
                                            value)
      .getResult(0);
}

Value FunctionLowering::getAddress(Location loc, Value memref,
                                   ValueRange indices) {
  IndexMath math(builder, loc);
  Buffer &buffer = get(memref);
  OpFoldResult linear = buffer.offset;
  for (auto [index, stride] : llvm::zip_equal(indices, buffer.strides))
    linear = math.add(linear, math.mul(index, stride));
  return getElementPointer(loc, buffer.base, cast<MemRefType>(memref.getType()),
                           linear);
}

Value FunctionLowering::getElementPointer(Location loc, Value base,
                                          MemRefType type,
                                          OpFoldResult offset) {
  if (getConstantIntValue(offset) == 0)
    return base;
  IndexMath math(builder, loc);
  return LLVM::GEPOp::create(builder, loc, base.getType(), getElementType(type),
                             base,
                             ArrayRef<LLVM::GEPArg>{math.materialize(offset)},
                             LLVM::GEPNoWrapFlags::inbounds);
}

Type FunctionLowering::getElementType(MemRefType type) {
  return context.converter.convertType(type.getElementType());
}

/// The number of bytes of a contiguous buffer. Sizes come from the program's
/// input, so a product that does not fit must not wrap around.
OpFoldResult FunctionLowering::getByteSize(Location loc, const Buffer &buffer,
                                           MemRefType type) {
  IndexMath math(builder, loc);
  int64_t elementSize =
      DataLayout::closest(function).getTypeSize(getElementType(type));
  OpFoldResult size = math.constant(elementSize);
  for (OpFoldResult extent : buffer.sizes)
    size = math.saturatingMul(size, extent);
  return size;
}

/// A contiguous buffer without memory of its own yet.
static Buffer getContiguous(IndexMath &math, MemRefType type,
                            ValueRange dynamicSizes) {
  Buffer buffer;
  for (int64_t size : type.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      buffer.sizes.push_back(math.constant(size));
      continue;
    }
    buffer.sizes.push_back(dynamicSizes.front());
    dynamicSizes = dynamicSizes.drop_front();
  }
  buffer.offset = math.constant(0);
  buffer.strides = getRowMajorStrides(math, buffer.sizes);
  return buffer;
}

static SmallVector<OpFoldResult> toI64(ArrayRef<OpFoldResult> values) {
  return llvm::map_to_vector(values, [](OpFoldResult x) -> OpFoldResult {
    if (auto attr = dyn_cast<Attribute>(x))
      return IndexMath::constant(attr.getContext(),
                                 cast<IntegerAttr>(attr).getInt());
    return x;
  });
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void FunctionLowering::lower(memref::AllocOp op) {
  Location loc = op.getLoc();
  IndexMath math(builder, loc);
  Buffer buffer = getContiguous(math, op.getType(), op.getDynamicSizes());
  Value bytes = math.materialize(getByteSize(loc, buffer, op.getType()));
  DeviceAttr device = getMemoryDevice(op.getType());
  buffer.allocated = buffer.base =
      device ? devices.allocate(builder, loc, device, bytes)
             : LLVM::CallOp::create(builder, loc, context.getAllocate(), bytes)
                   .getResult();
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::AllocaOp op) {
  Location loc = op.getLoc();
  IndexMath math(builder, loc);
  Buffer buffer = getContiguous(math, op.getType(), op.getDynamicSizes());
  OpBuilder::InsertionGuard guard(builder);
  // LLVM only promotes to registers what is allocated on entry.
  if (op.getType().hasStaticShape())
    builder.setInsertionPointToStart(&function.getBody().front());
  OpFoldResult count = math.constant(1);
  for (OpFoldResult size : buffer.sizes)
    count = math.mul(count, size);
  buffer.allocated = buffer.base = LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      getElementType(op.getType()), math.materialize(count),
      op.getAlignment().value_or(0));
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::DeallocOp op) {
  if (DeviceAttr device = getMemoryDevice(op.getMemref().getType())) {
    devices.free(builder, op.getLoc(), device, get(op.getMemref()).allocated);
    return;
  }
  LLVM::CallOp::create(builder, op.getLoc(), context.getFree(),
                       get(op.getMemref()).allocated);
}

void FunctionLowering::lower(memref::LoadOp op) {
  Value address = getAddress(op.getLoc(), op.getMemref(), op.getIndices());
  Value loaded = LLVM::LoadOp::create(
      builder, op.getLoc(), getElementType(op.getMemRefType()), address);
  op.getResult().replaceAllUsesWith(castTo(op.getType(), loaded));
}

void FunctionLowering::lower(memref::StoreOp op) {
  Value address = getAddress(op.getLoc(), op.getMemref(), op.getIndices());
  LLVM::StoreOp::create(
      builder, op.getLoc(),
      castTo(getElementType(op.getMemRefType()), op.getValue()), address);
}

/// Copies that are left here are between contiguous buffers.
void FunctionLowering::lower(memref::CopyOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getTarget().getType());
  Buffer &source = get(op.getSource()), &target = get(op.getTarget());
  IndexMath math(builder, loc);
  Value bytes = math.materialize(getByteSize(loc, target, type));
  Value to = getElementPointer(loc, target.base, type, target.offset);
  Value from = getElementPointer(loc, source.base, type, source.offset);
  DeviceAttr toDevice = getMemoryDevice(type);
  DeviceAttr fromDevice = getMemoryDevice(op.getSource().getType());
  if (toDevice || fromDevice)
    devices.copy(builder, loc, toDevice, to, fromDevice, from, bytes);
  else
    LLVM::MemcpyOp::create(builder, loc, to, from, bytes,
                           /*isVolatile=*/false);
}

void FunctionLowering::lower(memref::GetGlobalOp op) {
  Location loc = op.getLoc();
  IndexMath math(builder, loc);
  Buffer buffer = getContiguous(math, op.getType(), {});
  buffer.allocated = buffer.base = LLVM::AddressOfOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      op.getNameAttr());
  buffers[op] = buffer;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

// From here on the typed accessors for index values no longer hold: these are
// i64 by now.

void FunctionLowering::lower(memref::DimOp op) {
  IndexMath math(builder, op.getLoc());
  APInt dim;
  [[maybe_unused]] bool isConstant =
      matchPattern(op->getOperand(1), m_ConstantInt(&dim));
  assert(isConstant && "checked before");
  op->getResult(0).replaceAllUsesWith(
      math.materialize(get(op.getSource()).sizes[dim.getZExtValue()]));
}

void FunctionLowering::lower(memref::CastOp op) {
  Buffer buffer = get(op.getSource());
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::MemorySpaceCastOp op) {
  Buffer buffer = get(op.getSource());
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::ReinterpretCastOp op) {
  Buffer buffer = get(op.getSource());
  buffer.offset = toI64(op.getMixedOffsets()).front();
  buffer.sizes = toI64(op.getMixedSizes());
  buffer.strides = toI64(op.getMixedStrides());
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::SubViewOp op) {
  IndexMath math(builder, op.getLoc());
  const Buffer source = get(op.getSource());
  Buffer buffer = source;
  buffer.sizes.clear();
  buffer.strides.clear();
  llvm::SmallBitVector dropped = op.getDroppedDims();
  SmallVector<OpFoldResult> offsets = toI64(op.getMixedOffsets());
  SmallVector<OpFoldResult> sizes = toI64(op.getMixedSizes());
  SmallVector<OpFoldResult> steps = toI64(op.getMixedStrides());
  for (size_t dim = 0; dim < offsets.size(); ++dim) {
    OpFoldResult stride = source.strides[dim];
    buffer.offset = math.add(buffer.offset, math.mul(offsets[dim], stride));
    if (dropped.test(dim))
      continue;
    buffer.sizes.push_back(sizes[dim]);
    buffer.strides.push_back(math.mul(steps[dim], stride));
  }
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::ExpandShapeOp op) {
  IndexMath math(builder, op.getLoc());
  const Buffer source = get(op.getSrc());
  Buffer buffer = source;
  buffer.sizes = toI64(op.getMixedOutputShape());
  buffer.strides.assign(buffer.sizes.size(), math.constant(1));
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult stride = source.strides[dim];
    for (int64_t expanded : llvm::reverse(group)) {
      buffer.strides[expanded] = stride;
      stride = math.mul(stride, buffer.sizes[expanded]);
    }
  }
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::CollapseShapeOp op) {
  IndexMath math(builder, op.getLoc());
  const Buffer source = get(op.getSrc());
  Buffer buffer = source;
  buffer.sizes.clear();
  buffer.strides.clear();
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    OpFoldResult size = math.constant(1);
    // Strides of dimensions of size 1 say nothing.
    OpFoldResult stride = source.strides[group.back()];
    bool isSet = false;
    for (int64_t dim : llvm::reverse(group)) {
      size = math.mul(source.sizes[dim], size);
      if (!isSet && getConstantIntValue(source.sizes[dim]) != 1) {
        stride = source.strides[dim];
        isSet = true;
      }
    }
    buffer.sizes.push_back(size);
    buffer.strides.push_back(stride);
  }
  buffers[op] = buffer;
}

void FunctionLowering::lower(memref::ExtractStridedMetadataOp op) {
  IndexMath math(builder, op.getLoc());
  const Buffer source = get(op.getSource());
  Buffer base = source;
  base.offset = math.constant(0);
  base.sizes.clear();
  base.strides.clear();
  buffers[op.getBaseBuffer()] = base;
  op->getResult(1).replaceAllUsesWith(math.materialize(source.offset));
  for (auto [result, size] : llvm::zip_equal(op.getSizes(), source.sizes))
    result.replaceAllUsesWith(math.materialize(size));
  for (auto [result, stride] : llvm::zip_equal(op.getStrides(), source.strides))
    result.replaceAllUsesWith(math.materialize(stride));
}

void FunctionLowering::lower(memref::ExtractAlignedPointerAsIndexOp op) {
  Value address = LLVM::PtrToIntOp::create(
      builder, op.getLoc(), builder.getI64Type(), get(op.getSource()).base);
  op->getResult(0).replaceAllUsesWith(address);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// The operands of a branch or call with memrefs passed as lists of values.
SmallVector<Value> FunctionLowering::flattenOperands(Location loc,
                                                     ValueRange operands) {
  IndexMath math(builder, loc);
  SmallVector<Value> values;
  for (Value operand : operands) {
    if (auto type = dyn_cast<MemRefType>(operand.getType()))
      llvm::append_range(values, flatten(math, get(operand), type));
    else
      values.push_back(operand);
  }
  return values;
}

void FunctionLowering::lower(cf::BranchOp op) {
  cf::BranchOp::create(builder, op.getLoc(), op.getDest(),
                       flattenOperands(op.getLoc(), op.getDestOperands()));
}

void FunctionLowering::lower(cf::CondBranchOp op) {
  auto branch = cf::CondBranchOp::create(
      builder, op.getLoc(), op.getCondition(), op.getTrueDest(),
      flattenOperands(op.getLoc(), op.getTrueDestOperands()), op.getFalseDest(),
      flattenOperands(op.getLoc(), op.getFalseDestOperands()));
  branch.setBranchWeightsAttr(op.getBranchWeightsAttr());
}

void FunctionLowering::lower(arith::SelectOp op) {
  Location loc = op.getLoc();
  auto type = cast<MemRefType>(op.getType());
  IndexMath math(builder, loc);
  SmallVector<Value> values;
  for (auto [a, b] :
       llvm::zip_equal(flatten(math, get(op.getTrueValue()), type),
                       flatten(math, get(op.getFalseValue()), type)))
    values.push_back(
        LLVM::SelectOp::create(builder, loc, op.getCondition(), a, b));
  buffers[op] = unflatten(math, type, values);
}

void FunctionLowering::lower(func::CallOp op) {
  if (DeviceAttr device = getErrorDevice(op)) {
    op.getResult(0).replaceAllUsesWith(
        devices.getErrorRecord(builder, op.getLoc(), device));
    return;
  }
  auto call = func::CallOp::create(
      builder, op.getLoc(), op.getCallee(), op.getResultTypes(),
      flattenOperands(op.getLoc(), op.getOperands()));
  op->replaceAllUsesWith(call.getResults());
}

/// Results go to where the first argument points, one after the other as in a
/// struct of upstream's descriptors; a single scalar is returned itself.
void FunctionLowering::lower(func::ReturnOp op) {
  Location loc = op.getLoc();
  if (!resultPointer) {
    func::ReturnOp::create(builder, loc, op.getOperands());
    return;
  }
  IndexMath math(builder, loc);
  DataLayout layout = DataLayout::closest(function);
  uint64_t byteOffset = 0;
  auto store = [&](Value value) {
    byteOffset =
        llvm::alignTo(byteOffset, layout.getTypeABIAlignment(value.getType()));
    Value address = LLVM::GEPOp::create(
        builder, loc, resultPointer.getType(), builder.getI8Type(),
        resultPointer, ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(byteOffset)},
        LLVM::GEPNoWrapFlags::inbounds);
    LLVM::StoreOp::create(builder, loc, value, address);
    byteOffset += layout.getTypeSize(value.getType());
  };
  for (Value operand : op.getOperands()) {
    if (!isa<MemRefType>(operand.getType())) {
      store(castTo(context.converter.convertType(operand.getType()), operand));
      continue;
    }
    Buffer &buffer = get(operand);
    store(buffer.allocated);
    store(buffer.base);
    store(math.materialize(buffer.offset));
    for (OpFoldResult size : buffer.sizes)
      store(math.materialize(size));
    for (OpFoldResult stride : buffer.strides)
      store(math.materialize(stride));
  }
  func::ReturnOp::create(builder, loc);
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

/// Replaces the memref arguments of `block` by flat ones, behind the old ones,
/// which stay until nothing uses them.
void FunctionLowering::lowerArguments(Block *block, Location loc) {
  builder.setInsertionPointToStart(block);
  IndexMath math(builder, loc);
  for (unsigned index = 0; index < block->getNumArguments(); ++index) {
    BlockArgument argument = block->getArgument(index);
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (!type)
      continue;
    oldArguments.push_back(argument);
    SmallVector<Value> values;
    for (Type flat : getFlatTypes(type))
      values.push_back(block->insertArgument(++index, flat, loc));
    buffers[argument] = unflatten(math, type, values);
  }
}

static bool isMemRef(Type type) { return isa<BaseMemRefType>(type); }

bool FunctionLowering::lowerOp(Operation *op) {
  builder.setInsertionPoint(op);
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<memref::AllocOp, memref::AllocaOp, memref::CastOp,
            memref::CollapseShapeOp, memref::CopyOp, memref::DeallocOp,
            memref::DimOp, memref::ExpandShapeOp,
            memref::ExtractAlignedPointerAsIndexOp,
            memref::ExtractStridedMetadataOp, memref::GetGlobalOp,
            memref::LoadOp, memref::MemorySpaceCastOp,
            memref::ReinterpretCastOp, memref::StoreOp, memref::SubViewOp,
            func::ReturnOp, gpu::LaunchFuncOp>([&](auto lowered) {
        lower(lowered);
        return true;
      })
      .Case<cf::BranchOp, cf::CondBranchOp, func::CallOp, arith::SelectOp>(
          [&](auto lowered) {
            if (llvm::none_of(lowered->getOperandTypes(), isMemRef) &&
                !getErrorDevice(lowered))
              return false;
            lower(lowered);
            return true;
          })
      .Default([](Operation *) { return false; });
}

void FunctionLowering::run() {
  function.walk([](Operation *op) { replaceIndexTypes(op); });
  function.walk([](Operation *op) { replaceIndexCast(op); });
  devices.prepare();
  SmallVector<Operation *> lowered;
  Block *entry = &function.getBody().front();
  for (Block *block : llvm::ReversePostOrderTraversal<Block *>(entry)) {
    lowerArguments(block, function.getLoc());
    for (Operation &op : llvm::make_early_inc_range(*block))
      if (lowerOp(&op))
        lowered.push_back(&op);
  }
  for (Operation *op : llvm::reverse(lowered))
    op->erase();
  for (BlockArgument argument : oldArguments)
    argument.getOwner()->eraseArgument(argument.getArgNumber());
}

/// True for the ops that the lowering takes whatever their operands are.
static bool isKnownMemRefOp(Operation *op) {
  return isa<
      memref::AllocOp, memref::AllocaOp, memref::CastOp,
      memref::CollapseShapeOp, memref::CopyOp, memref::DeallocOp, memref::DimOp,
      memref::ExpandShapeOp, memref::ExtractAlignedPointerAsIndexOp,
      memref::ExtractStridedMetadataOp, memref::GetGlobalOp, memref::LoadOp,
      memref::MemorySpaceCastOp, memref::ReinterpretCastOp, memref::StoreOp,
      memref::SubViewOp, cf::BranchOp, cf::CondBranchOp, func::ReturnOp,
      arith::SelectOp, gpu::LaunchFuncOp>(op);
}

LogicalResult croton::checkMemRefOps(func::FuncOp function) {
  WalkResult result = function.walk([](Operation *op) -> WalkResult {
    if (failed(checkDeviceOp(op)))
      return failure();
    if (auto dim = dyn_cast<memref::DimOp>(op)) {
      std::optional<int64_t> index = dim.getConstantIndex();
      if (!index || *index < 0 ||
          *index >= cast<ShapedType>(dim.getSource().getType()).getRank())
        return op->emitOpError()
               << "needs a constant dimension within the rank";
    }
    bool usesMemRefs = llvm::any_of(op->getOperandTypes(), isMemRef) ||
                       llvm::any_of(op->getResultTypes(), isMemRef);
    if (!usesMemRefs || isKnownMemRefOp(op))
      return WalkResult::advance();
    if (!isa<func::CallOp>(op))
      return op->emitOpError()
             << "works on memrefs in a way that cannot be lowered";
    if (llvm::any_of(op->getResultTypes(), isMemRef))
      return op->emitOpError()
             << "returns memrefs to a caller in the same module";
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
