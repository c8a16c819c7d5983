//===- MemRefLowering.h - From memrefs to pointers --------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of `lowerMemRefs`.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLLVM_MEMREFLOWERING_H
#define CROTON_LIB_CONVERSION_CROTONTOLLVM_MEMREFLOWERING_H

#include "Buffer.h"
#include "DeviceCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::croton {

/// What all functions of a module share.
class ModuleContext {
public:
  explicit ModuleContext(ModuleOp module);

  /// The runtime's allocator and its counterpart, declared on first use.
  LLVM::LLVMFuncOp getAllocate();
  LLVM::LLVMFuncOp getFree();
  /// A function of that name outside of the module, declared on first use.
  LLVM::LLVMFuncOp declare(StringRef name, LLVM::LLVMFunctionType type);

  ModuleOp module;
  SymbolTable symbols;
  LLVMTypeConverter converter;
  DeviceSymbols devices;

private:
  LLVM::LLVMFuncOp allocate, release;
};

/// Rewrites the body of one function. What remains afterwards has no memref and
/// no index type.
class FunctionLowering {
public:
  /// `resultPointer` is where the function stores its results, if it does.
  FunctionLowering(ModuleContext &context, func::FuncOp function,
                   Value resultPointer)
      : context(context), function(function), builder(function.getContext()),
        devices(context, function), resultPointer(resultPointer) {}

  void run();

private:
  Buffer &get(Value memref);
  Value castTo(Type type, Value value);
  Type getElementType(MemRefType type);
  Value getAddress(Location loc, Value memref, ValueRange indices);
  Value getElementPointer(Location loc, Value base, MemRefType type,
                          OpFoldResult offset);
  OpFoldResult getByteSize(Location loc, const Buffer &buffer, MemRefType type);
  SmallVector<Value> flattenOperands(Location loc, ValueRange operands);

  void lower(memref::AllocOp op);
  void lower(memref::AllocaOp op);
  void lower(memref::CastOp op);
  void lower(memref::CollapseShapeOp op);
  void lower(memref::CopyOp op);
  void lower(memref::DeallocOp op);
  void lower(memref::DimOp op);
  void lower(memref::ExpandShapeOp op);
  void lower(memref::ExtractAlignedPointerAsIndexOp op);
  void lower(memref::ExtractStridedMetadataOp op);
  void lower(memref::GetGlobalOp op);
  void lower(memref::LoadOp op);
  void lower(memref::MemorySpaceCastOp op);
  void lower(memref::ReinterpretCastOp op);
  void lower(memref::StoreOp op);
  void lower(memref::SubViewOp op);
  void lower(arith::SelectOp op);
  void lower(cf::BranchOp op);
  void lower(cf::CondBranchOp op);
  void lower(func::CallOp op);
  void lower(func::ReturnOp op);
  void lower(gpu::LaunchFuncOp op);

  SmallVector<Value> getParameters(gpu::LaunchFuncOp op);
  void lowerArguments(Block *block, Location loc);
  bool lowerOp(Operation *op);

  ModuleContext &context;
  func::FuncOp function;
  OpBuilder builder;
  DeviceCalls devices;
  Value resultPointer;
  DenseMap<Value, Buffer> buffers;
  SmallVector<BlockArgument> oldArguments;
};

/// Fails with a diagnostic if `function` has an op on memrefs that this
/// lowering does not know.
LogicalResult checkMemRefOps(func::FuncOp function);

} // namespace mlir::croton

#endif // CROTON_LIB_CONVERSION_CROTONTOLLVM_MEMREFLOWERING_H
