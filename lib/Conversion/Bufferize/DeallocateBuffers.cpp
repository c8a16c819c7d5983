//===- DeallocateBuffers.cpp - Free each buffer after its last use --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows every allocation through its views to its last use in its own block
// and frees it there. Linear: each use of a buffer is looked at once.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/Passes.h"

#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::croton {
#define GEN_PASS_DEF_DEALLOCATEBUFFERSPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

namespace {
/// What becomes of one allocation.
struct Fate {
  memref::AllocOp alloc;
  /// The last op of the allocation's block that uses the buffer.
  Operation *lastUse;
  /// The function returns the buffer.
  bool isReturned = false;
  /// The buffer leaves the region it was allocated in.
  bool leavesRegion = false;
};

/// Follows one buffer through everything that hands it on.
class BufferTracer {
public:
  explicit BufferTracer(memref::AllocOp alloc)
      : fate{alloc, alloc.getOperation()} {
    add(alloc.getResult());
  }

  Fate trace() {
    while (!worklist.empty() && !fate.leavesRegion)
      for (OpOperand &use : worklist.pop_back_val().getUses())
        visit(use);
    return fate;
  }

private:
  void add(Value value) {
    if (seen.insert(value).second)
      worklist.push_back(value);
  }
  void addCarried(scf::ForOp loop, unsigned index) {
    add(loop.getRegionIterArg(index));
    add(loop.getResult(index));
  }
  void visit(OpOperand &use);
  void visitYield(OpOperand &use);

  Fate fate;
  SmallVector<Value> worklist;
  llvm::SmallPtrSet<Value, 8> seen;
};
} // namespace

/// A yield hands the buffer to the results of its parent and, in a loop, to the
/// next iteration.
void BufferTracer::visitYield(OpOperand &use) {
  Operation *parent = use.getOwner()->getParentOp();
  unsigned index = use.getOperandNumber();
  if (fate.alloc->getBlock() == use.getOwner()->getBlock()) {
    fate.leavesRegion = true;
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return addCarried(loop, index);
  if (isa<scf::IfOp>(parent))
    return add(parent->getResult(index));
  fate.leavesRegion = true;
}

void BufferTracer::visit(OpOperand &use) {
  Operation *owner = use.getOwner();
  Operation *ancestor = fate.alloc->getBlock()->findAncestorOpInBlock(*owner);
  if (!ancestor) {
    fate.leavesRegion = true;
    return;
  }
  if (fate.lastUse->isBeforeInBlock(ancestor))
    fate.lastUse = ancestor;

  if (isa<func::ReturnOp>(owner)) {
    fate.isReturned = true;
    return;
  }
  if (isa<scf::YieldOp>(owner))
    return visitYield(use);
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    addCarried(loop, use.getOperandNumber() - loop.getNumControlOperands());
    return;
  }
  if (owner->getNumRegions() != 0 && owner->getNumResults() != 0) {
    fate.leavesRegion = true;
    return;
  }
  // Whatever makes a memref of a memref may make a view of it. A pointer, which
  // is an index here, is as good as the buffer.
  bool isPointer = use.get().getType().isIndex() ||
                   isa<memref::ExtractAlignedPointerAsIndexOp>(owner);
  for (Value result : owner->getResults())
    if (isPointer || isa<BaseMemRefType>(result.getType()))
      add(result);
}

/// The size of a buffer in bytes, if it is static and has the default layout.
static std::optional<int64_t> getStaticByteSize(MemRefType type) {
  Type elementType = type.getElementType();
  int64_t scale = 1;
  if (auto complexType = dyn_cast<ComplexType>(elementType)) {
    elementType = complexType.getElementType();
    scale = 2;
  }
  if (!type.hasStaticShape() || !type.getLayout().isIdentity())
    return std::nullopt;
  if (elementType.isIndex())
    return type.getNumElements() * 8;
  if (!elementType.isIntOrFloat())
    return std::nullopt;
  int64_t bytes = scale * ((elementType.getIntOrFloatBitWidth() + 7) / 8);
  // A huge shape must not wrap around to a small size.
  int64_t size;
  if (llvm::MulOverflow(type.getNumElements(), bytes, size))
    return std::nullopt;
  return size;
}

/// Puts the buffer on the stack if it is small, on the host and allocated once
/// per call.
static bool moveToStack(const Fate &fate, int64_t &stackBytes) {
  memref::AllocOp alloc = fate.alloc;
  if (!isa<func::FuncOp>(alloc->getParentOp()) ||
      alloc.getType().getMemorySpace())
    return false;
  std::optional<int64_t> size = getStaticByteSize(alloc.getType());
  if (!size || *size > stackBytes)
    return false;
  stackBytes -= *size;
  OpBuilder builder(alloc);
  Value onStack = memref::AllocaOp::create(
      builder, alloc.getLoc(), alloc.getType(), alloc.getAlignmentAttr());
  alloc.getResult().replaceAllUsesWith(onStack);
  alloc.erase();
  return true;
}

/// Frees all buffers of `function`, or changes nothing and returns false when
/// one of them leaves the region it was allocated in.
static bool deallocate(func::FuncOp function, int64_t stackBytes) {
  SmallVector<Fate> fates;
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    fates.push_back(BufferTracer(alloc).trace());
    return fates.back().leavesRegion ? WalkResult::interrupt()
                                     : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return false;

  for (const Fate &fate : fates) {
    if (fate.isReturned || moveToStack(fate, stackBytes))
      continue;
    OpBuilder builder(fate.alloc->getContext());
    builder.setInsertionPointAfter(fate.lastUse);
    memref::DeallocOp::create(builder, fate.alloc->getLoc(),
                              fate.alloc->getResult(0));
  }
  return true;
}

namespace {
struct DeallocateBuffersPass
    : public croton::impl::DeallocateBuffersPassBase<DeallocateBuffersPass> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection symbolTables;
    bool needsLowering = false;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal() || deallocate(function, stackBytes))
        continue;
      needsLowering = true;
      if (failed(bufferization::deallocateBuffersOwnershipBased(
              function, bufferization::DeallocationOptions(), symbolTables)))
        return signalPassFailure();
    }
    if (!needsLowering)
      return;
    OpPassManager lowering(ModuleOp::getOperationName());
    lowering.addPass(
        bufferization::createBufferDeallocationSimplificationPass());
    lowering.addPass(createConvertBufferizationToMemRefPass());
    if (failed(runPipeline(lowering, module)))
      signalPassFailure();
  }
};
} // namespace
