//===- CrotonToLinalg.cpp - The croton dialect to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLinalg.h"
#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Func/Transforms/FuncConversions.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace mlir::croton {
#define GEN_PASS_DEF_CONVERTCROTONTOLINALGPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

SignlessTypeConverter::SignlessTypeConverter() {
  addConversion([](Type type) { return type; });
  addConversion(
      [](IntegerType type) -> Type { return detail::getSignless(type); });
  addConversion([](RankedTensorType type) -> Type {
    Type element = detail::getSignless(type.getElementType());
    return RankedTensorType::get(type.getShape(), element, type.getEncoding());
  });
  auto materialize = [](OpBuilder &builder, Type type, ValueRange inputs,
                        Location loc) -> Value {
    return UnrealizedConversionCastOp::create(builder, loc, type, inputs)
        .getResult(0);
  };
  addSourceMaterialization(materialize);
  addTargetMaterialization(materialize);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// Pattern: op of another dialect on unsigned tensors -> the same on signless
/// ones. Only ops that move elements have such types.
class RetypeForeignOp : public ConversionPattern {
public:
  RetypeForeignOp(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa_and_present<CrotonDialect>(op->getDialect()))
      return rewriter.notifyMatchFailure(op, "has no lowering");
    FailureOr<Operation *> converted =
        convertOpResultTypes(op, operands, *getTypeConverter(), rewriter);
    if (failed(converted))
      return rewriter.notifyMatchFailure(op, "cannot change its types");
    rewriter.replaceOp(op, *converted);
    return success();
  }
};

/// Pattern: an op that says something about sizes -> itself, once the table has
/// heard of it. Only patterns see ops in the order in which they run, each
/// after those before it are lowered.
template <typename OpTy>
class LearnSizes : public OpConversionPattern<OpTy> {
public:
  LearnSizes(const TypeConverter &converter, MLIRContext *context,
             SizeTable &table, DenseSet<Operation *> &learned)
      : OpConversionPattern<OpTy>(converter, context, /*benefit=*/2),
        table(table), learned(learned) {}

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!this->getTypeConverter()->isLegal(op.getOperation()))
      return rewriter.notifyMatchFailure(op, "its types must change first");
    table.learnFrom(op);
    learned.insert(op);
    rewriter.modifyOpInPlace(op, [] {});
    return success();
  }

private:
  SizeTable &table;
  DenseSet<Operation *> &learned;
};

} // namespace

void mlir::croton::populateCrotonToLinalgPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns,
    SizeTable &table) {
  detail::populateElementwiseLowering(converter, patterns, table);
  detail::populateReductionLowering(converter, patterns, table);
  detail::populateShapeLowering(converter, patterns, table);
  detail::populateSliceLowering(converter, patterns, table);
  detail::populateTakeLowering(converter, patterns, table);
  detail::populateLinearAlgebraLowering(converter, patterns, table);
  detail::populateNnetLowering(converter, patterns, table);
  detail::populateControlLowering(converter, patterns, table);
  patterns.add<RetypeForeignOp>(converter, patterns.getContext());
  populateFunctionOpInterfaceTypeConversionPattern<func::FuncOp>(patterns,
                                                                 converter);
  populateCallOpTypeConversionPattern(patterns, converter);
  populateReturnOpTypeConversionPattern(patterns, converter);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

/// Refuses what other passes must have lowered before.
static LogicalResult checkPrecondition(Operation *root) {
  WalkResult result = root->walk([&](Operation *op) -> WalkResult {
    if (isa<GradOp, LopOp, RopOp>(op))
      return op->emitOpError(
          "must be expanded before lowering (croton-expand-gradients)");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// A tensor.cast promises static sizes; what relies on them must not run on a
/// tensor of another shape.
static void checkCast(tensor::CastOp op) {
  auto from = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto to = dyn_cast<RankedTensorType>(op.getType());
  if (!from || !to)
    return;
  OpBuilder b(op);
  croton::detail::IndexMath indexMath(b, op.getLoc());
  for (int64_t i = 0; i < to.getRank(); ++i) {
    if (!from.isDynamicDim(i) || to.isDynamicDim(i))
      continue;
    Value size = tensor::DimOp::create(b, op.getLoc(), op.getSource(), i);
    CheckMessage message(b, op->getName().getStringRef(), op.getLoc());
    message << "size " << OpFoldResult(size) << " of dim " << Twine(i)
            << " is not the " << Twine(to.getDimSize(i))
            << " of the result type";
    message.emit(indexMath.equal(size, indexMath.constant(to.getDimSize(i))),
                 CROTON_ERROR_SHAPE);
  }
}

/// True for ops of any dialect that the elementwise pattern lowers.
static bool isElementwiseOnTensors(Operation *op) {
  return isa<ScalarBodyOpInterface>(op) && op->getNumOperands() > 0 &&
         llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>);
}

namespace {

class ConvertCrotonToLinalgPass
    : public croton::impl::ConvertCrotonToLinalgPassBase<
          ConvertCrotonToLinalgPass> {
public:
  void runOnOperation() override;
};

} // namespace

void ConvertCrotonToLinalgPass::runOnOperation() {
  Operation *root = getOperation();
  if (failed(checkPrecondition(root)))
    return signalPassFailure();
  root->walk(checkCast);

  MLIRContext *context = &getContext();
  SignlessTypeConverter converter;
  SizeTable table;
  RewritePatternSet patterns(context);
  populateCrotonToLinalgPatterns(converter, patterns, table);

  DenseSet<Operation *> learned;
  patterns.add<LearnSizes<CheckOp>, LearnSizes<tensor::DimOp>>(
      converter, context, table, learned);

  ConversionTarget target(*context);
  target.addIllegalDialect<CrotonDialect>();
  target.addDynamicallyLegalOp<CheckOp, tensor::DimOp>(
      [&](Operation *op) { return learned.contains(op); });
  target.addDynamicallyLegalOp<func::FuncOp>([&](func::FuncOp op) {
    return converter.isSignatureLegal(op.getFunctionType()) &&
           converter.isLegal(&op.getBody());
  });
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return !isElementwiseOnTensors(op) && converter.isLegal(op);
  });

  ConversionConfig config;
  config.allowPatternRollback = false;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyPartialConversion(root, target, std::move(patterns), config)))
    signalPassFailure();
}
