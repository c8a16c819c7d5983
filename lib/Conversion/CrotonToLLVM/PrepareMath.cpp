//===- PrepareMath.cpp - Math functions as LLVM can take them -------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Math functions in the types and forms that keep their accuracy.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;
using namespace mlir::croton;

static bool isNarrowFloat(Type type) { return type.isF16() || type.isBF16(); }

/// Computes a math op on f16 or bf16 in f32 and rounds the result once.
static void widen(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  for (OpOperand &operand : op->getOpOperands())
    if (isNarrowFloat(operand.get().getType()))
      operand.set(arith::ExtFOp::create(builder, loc, builder.getF32Type(),
                                        operand.get()));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type narrow = result.getType();
    if (!isNarrowFloat(narrow))
      continue;
    result.setType(builder.getF32Type());
    auto rounded = arith::TruncFOp::create(builder, loc, narrow, result);
    result.replaceAllUsesExcept(rounded, rounded);
  }
}

/// Functions that LLVM has no intrinsic for. Upstream's own lowering of log1p
/// and expm1 to intrinsics loses what these functions are for.
static bool needsLibrary(Operation *op) {
  return isa<math::AcoshOp, math::AsinhOp, math::AtanhOp, math::CbrtOp,
             math::ErfOp, math::ErfcOp, math::ExpM1Op, math::Log1pOp>(op);
}

LogicalResult croton::prepareMath(ModuleOp module) {
  bool callsLibrary = false;
  module.walk([&](Operation *op) {
    if (!isa_and_nonnull<math::MathDialect>(op->getDialect()))
      return;
    if (llvm::any_of(op->getOperandTypes(), isNarrowFloat) ||
        llvm::any_of(op->getResultTypes(), isNarrowFloat))
      widen(op);
    callsLibrary |= needsLibrary(op);
  });
  if (!callsLibrary)
    return success();

  ConversionTarget target(*module.getContext());
  target.markUnknownOpDynamicallyLegal(
      [](Operation *op) { return !needsLibrary(op); });
  RewritePatternSet patterns(module.getContext());
  populateMathToLibmConversionPatterns(patterns);
  return applyPartialConversion(module, target, std::move(patterns));
}
