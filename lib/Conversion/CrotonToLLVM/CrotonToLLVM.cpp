//===- CrotonToLLVM.cpp - Everything that is left becomes LLVM ------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One conversion from structured code on memrefs to the LLVM dialect.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "croton/Conversion/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::croton {
#define GEN_PASS_DEF_CONVERTCROTONTOLLVMPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

/// Complex functions beyond sums and products become real arithmetic.
static LogicalResult lowerComplexFunctions(ModuleOp module) {
  auto isBasic = [](Operation *op) {
    return isa<complex::AddOp, complex::BitcastOp, complex::ConstantOp,
               complex::CreateOp, complex::ImOp, complex::MulOp, complex::ReOp,
               complex::SubOp>(op);
  };
  bool hasOthers = false;
  module.walk([&](Operation *op) {
    hasOthers |= isa_and_nonnull<complex::ComplexDialect>(op->getDialect()) &&
                 !isBasic(op);
  });
  if (!hasOthers)
    return success();
  ConversionTarget target(*module.getContext());
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return !isa_and_nonnull<complex::ComplexDialect>(op->getDialect()) ||
           isBasic(op);
  });
  RewritePatternSet patterns(module.getContext());
  populateComplexToStandardConversionPatterns(patterns);
  return applyPartialConversion(module, target, std::move(patterns));
}

static LogicalResult convertToLLVM(ModuleOp module) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  LLVMTypeConverter converter(context, options);
  SymbolTableCollection symbolTables;

  RewritePatternSet patterns(context);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  index::populateIndexToLLVMConversionPatterns(converter, patterns);
  populateComplexToLLVMConversionPatterns(converter, patterns);
  populateFuncToLLVMConversionPatterns(converter, patterns, &symbolTables);
  populateMathToLLVMConversionPatterns(converter, patterns,
                                       /*approximateLog1p=*/false);
  ub::populateUBToLLVMConversionPatterns(converter, patterns);

  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp, UnrealizedConversionCastOp>();
  ConversionConfig config;
  config.allowPatternRollback = false;
  return applyFullConversion(module, target, std::move(patterns), config);
}

namespace {
struct ConvertCrotonToLLVMPass
    : public croton::impl::ConvertCrotonToLLVMPassBase<
          ConvertCrotonToLLVMPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(lowerControlFlow(module)) ||
        failed(lowerComplexFunctions(module)) || failed(prepareMath(module)) ||
        failed(lowerMemRefs(module)) || failed(convertToLLVM(module)))
      return signalPassFailure();
    SmallVector<UnrealizedConversionCastOp> casts;
    module.walk([&](UnrealizedConversionCastOp op) { casts.push_back(op); });
    reconcileUnrealizedCasts(casts);
  }
};
} // namespace
