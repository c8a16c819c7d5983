//===- Bufferize.cpp - From tensors to buffers ----------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's bufferization driven by our own in-place decisions: prepare the
// constants, analyze, copy what must be copied, rewrite.
//
//===----------------------------------------------------------------------===//

#include "RestorePlaces.h"
#include "croton/Conversion/Passes.h"

#include "croton/Analysis/InPlaceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace mlir::croton {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

namespace {
/// Moves tensor constants out of the functions of a module.
class ConstantMover {
public:
  ConstantMover(ModuleOp module, int64_t fillThreshold)
      : module(module), symbols(module), fillThreshold(fillThreshold) {}

  void run();

private:
  void move(arith::ConstantOp constant);
  Value fill(OpBuilder &builder, arith::ConstantOp constant,
             SplatElementsAttr splat);
  memref::GlobalOp getGlobal(ElementsAttr value, Location loc);
  Value read(OpBuilder &builder, Location loc, ElementsAttr value);

  ModuleOp module;
  SymbolTable symbols;
  int64_t fillThreshold;
  /// The global of each distinct value; attributes are unique by content.
  DenseMap<Attribute, memref::GlobalOp> globals;
};
} // namespace

/// The same elements without a place.
static ElementsAttr dropEncoding(ElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!type.getEncoding())
    return value;
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.reshape(type.dropEncoding());
  return DenseResourceElementsAttr::get(
      type.dropEncoding(),
      cast<DenseResourceElementsAttr>(value).getRawHandle());
}

memref::GlobalOp ConstantMover::getGlobal(ElementsAttr value, Location loc) {
  value = dropEncoding(value);
  memref::GlobalOp &global = globals[value];
  if (global)
    return global;
  auto tensorType = cast<RankedTensorType>(value.getType());
  auto type =
      MemRefType::get(tensorType.getShape(), tensorType.getElementType());
  OpBuilder builder(module.getContext());
  global = memref::GlobalOp::create(
      builder, loc, "__croton_constant", builder.getStringAttr("private"), type,
      value, /*constant=*/true, /*alignment=*/builder.getI64IntegerAttr(64));
  symbols.insert(global, module.getBody()->begin());
  return global;
}

Value ConstantMover::fill(OpBuilder &builder, arith::ConstantOp constant,
                          SplatElementsAttr splat) {
  Location loc = constant.getLoc();
  auto type = cast<RankedTensorType>(constant.getType());
  Value scalar;
  if (auto complexType = dyn_cast<ComplexType>(type.getElementType())) {
    scalar = complex::ConstantOp::create(builder, loc, complexType,
                                         splat.getSplatValue<ArrayAttr>());
  } else {
    scalar = arith::ConstantOp::create(builder, loc,
                                       splat.getSplatValue<TypedAttr>());
  }
  Value empty = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
}

/// The constant as a tensor that nothing may write to. Globals are in the
/// memory of the host, from where a device gets a copy.
Value ConstantMover::read(OpBuilder &builder, Location loc,
                          ElementsAttr value) {
  auto type = cast<RankedTensorType>(value.getType());
  memref::GlobalOp global = getGlobal(value, loc);
  Value buffer = memref::GetGlobalOp::create(builder, loc, global.getType(),
                                             global.getSymName());
  Value onHost = bufferization::ToTensorOp::create(
      builder, loc, type.dropEncoding(), buffer,
      /*restrict=*/true, /*writable=*/false);
  if (!type.getEncoding())
    return onHost;
  Value target = tensor::EmptyOp::create(builder, loc, type, ValueRange());
  return bufferization::MaterializeInDestinationOp::create(builder, loc, onHost,
                                                           target)
      .getResult();
}

void ConstantMover::move(arith::ConstantOp constant) {
  auto value = dyn_cast<ElementsAttr>(constant.getValue());
  if (!value || !isa<RankedTensorType>(value.getType()))
    return;
  OpBuilder builder(constant);
  Value replacement;
  auto splat = dyn_cast<SplatElementsAttr>(value);
  if (splat && splat.getNumElements() > fillThreshold) {
    replacement = fill(builder, constant, splat);
  } else {
    replacement = read(builder, constant.getLoc(), value);
  }
  constant.getResult().replaceAllUsesWith(replacement);
  constant.erase();
}

void ConstantMover::run() {
  SmallVector<arith::ConstantOp> constants;
  module.walk([&](arith::ConstantOp op) { constants.push_back(op); });
  for (arith::ConstantOp constant : constants)
    move(constant);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Copies what `function` returns unless it is a contiguous buffer of its own
/// that was allocated here or donated, and that no other result hands out.
static void copySharedResults(func::FuncOp function,
                              const InPlaceState &state) {
  auto returnOp =
      cast<func::ReturnOp>(function.getBody().front().getTerminator());
  OpBuilder builder(returnOp);
  llvm::DenseSet<unsigned> returned;
  for (OpOperand &operand : returnOp->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type)
      continue;
    Value value = operand.get();
    if (state.isOwnedBuffer(value) && state.isWholeBuffer(value) &&
        returned.insert(state.getBufferSet(value)).second)
      continue;
    operand.set(bufferization::AllocTensorOp::create(
        builder, returnOp.getLoc(), type, ValueRange(), /*copy=*/value));
  }
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Makes every value that `loop` yields live in the buffer of the value that it
/// becomes in the next iteration, or in a new buffer where that cannot be.
static void copyYieldedValues(RewriterBase &rewriter, scf::ForOp loop,
                              const InPlaceState &state) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  Location loc = yield.getLoc();
  rewriter.setInsertionPoint(yield);
  SmallVector<Value> newValues;
  for (auto [index, value] : llvm::enumerate(yield.getOperands())) {
    Value carried = loop.getRegionIterArg(index);
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || state.areEquivalentBufferizedValues(carried, value))
      newValues.push_back(value);
    else if (state.keepsCarriedBuffer(loop, index))
      newValues.push_back(bufferization::MaterializeInDestinationOp::create(
                              rewriter, loc, value, carried)
                              .getResult());
    else
      newValues.push_back(bufferization::AllocTensorOp::create(
          rewriter, loc, type, ValueRange(), /*copy=*/value));
  }
  yield->setOperands(newValues);
}

/// Inserts the copies that `state` asks for. As `insertTensorCopies`, whose
/// treatment of loops only works with upstream's own analysis.
static LogicalResult
insertCopies(func::FuncOp function, const InPlaceState &state,
             const bufferization::BufferizationState &bufferizationState) {
  IRRewriter rewriter(function.getContext());
  WalkResult result = function.getBody().walk([&](Operation *op) {
    auto bufferizable = state.getOptions().dynCastBufferizableOp(op);
    if (!bufferizable)
      return WalkResult::advance();
    rewriter.setInsertionPoint(op);
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      if (failed(bufferizable.resolveTensorOpOperandConflicts(
              rewriter, state, bufferizationState)))
        return WalkResult::interrupt();
      copyYieldedValues(rewriter, loop, state);
      return WalkResult::advance();
    }
    return WalkResult(
        bufferizable.resolveConflicts(rewriter, state, bufferizationState));
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Gives each transfer a destination of its own, which it must write to: equal
/// empty tensors may have become one.
static void separateDestinations(ModuleOp module) {
  module.walk([](bufferization::MaterializeInDestinationOp op) {
    auto empty = op.getDest().getDefiningOp<tensor::EmptyOp>();
    if (!empty || empty->hasOneUse())
      return;
    OpBuilder builder(op);
    op.getDestMutable().assign(builder.clone(*empty)->getResult(0));
  });
}

/// A new buffer for what `buffer` holds, row by row, in the same memory.
static Value allocateLike(OpBuilder &builder, Location loc, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, loc, buffer, dim));
  auto newType =
      MemRefType::get(type.getShape(), type.getElementType(),
                      MemRefLayoutAttrInterface(), type.getMemorySpace());
  return memref::AllocOp::create(builder, loc, newType, sizes,
                                 builder.getI64IntegerAttr(64));
}

/// Bytes go from one memory to another as one block: what is no block is put
/// together before, or taken apart behind.
static void separateTransfer(memref::CopyOp copy) {
  auto isBlock = [](MemRefType type) {
    return type.getLayout().isIdentity() ||
           memref::isStaticShapeAndContiguousRowMajor(type);
  };
  auto source = dyn_cast<MemRefType>(copy.getSource().getType());
  auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
  if (!source || !target || source.getMemorySpace() == target.getMemorySpace())
    return;
  OpBuilder builder(copy);
  Location loc = copy.getLoc();
  if (!isBlock(source)) {
    Value block = allocateLike(builder, loc, copy.getSource());
    memref::CopyOp::create(builder, loc, copy.getSource(), block);
    copy.getSourceMutable().assign(block);
  }
  if (!isBlock(target)) {
    Value block = allocateLike(builder, loc, copy.getTarget());
    builder.setInsertionPointAfter(copy);
    memref::CopyOp::create(builder, loc, block, copy.getTarget());
    copy.getTargetMutable().assign(block);
  }
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

static bufferization::OneShotBufferizationOptions getOptions() {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.unknownTypeConverterFn =
      [](TensorType type, Attribute memorySpace,
         const bufferization::BufferizationOptions &) {
        return bufferization::getMemRefTypeWithStaticIdentityLayout(
            type, memorySpace);
      };
  options.allowReturnAllocsFromLoops = true;
  options.defaultMemorySpaceFn =
      [](TensorType type) -> std::optional<Attribute> {
    auto ranked = dyn_cast<RankedTensorType>(type);
    return ranked ? ranked.getEncoding() : Attribute();
  };
  return options;
}

/// Calls would need facts about the callee; the pipeline inlines them before.
static LogicalResult checkNoTensorCalls(ModuleOp module) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  WalkResult result = module.walk([&](CallOpInterface call) {
    if (llvm::none_of(call->getOperandTypes(), isTensor) &&
        llvm::none_of(call->getResultTypes(), isTensor))
      return WalkResult::advance();
    call->emitOpError() << "passes tensors; calls must be inlined before "
                           "bufferization";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct BufferizePass : public croton::impl::BufferizePassBase<BufferizePass> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    arith::registerBufferizableOpInterfaceExternalModels(registry);
    bufferization::func_ext::registerBufferizableOpInterfaceExternalModels(
        registry);
    linalg::registerBufferizableOpInterfaceExternalModels(registry);
    scf::registerBufferizableOpInterfaceExternalModels(registry);
    tensor::registerBufferizableOpInterfaceExternalModels(registry);
    // So that pipelines can do away with calls, which this pass refuses.
    func::registerInlinerExtension(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkNoTensorCalls(module)))
      return signalPassFailure();
    restorePlaces(module);
    ConstantMover(module, fillThreshold).run();
    separateDestinations(module);

    bufferization::OneShotBufferizationOptions options = getOptions();
    bufferization::BufferizationState bufferizationState;
    for (auto function : module.getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      InPlaceState state(options);
      if (failed(state.analyze(function)))
        return signalPassFailure();
      copySharedResults(function, state);
      if (failed(insertCopies(function, state, bufferizationState)))
        return signalPassFailure();
    }
    if (failed(bufferization::bufferizeModuleOp(module, options,
                                                bufferizationState)))
      return signalPassFailure();
    bufferization::removeBufferizationAttributesInModule(module);
    SmallVector<memref::CopyOp> copies;
    module.walk([&](memref::CopyOp copy) { copies.push_back(copy); });
    for (memref::CopyOp copy : copies)
      separateTransfer(copy);
  }
};
} // namespace
