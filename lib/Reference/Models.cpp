//===- Models.cpp - What ops mean in numbers ------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Reference/Models.h"

#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

void croton::registerReferenceModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, CrotonDialect *) {
    attachControlModels(context);
    attachElementwiseModels(context);
    attachGradientModels(context);
    attachIndexingModels(context);
    attachLinearAlgebraModels(context);
    attachNnetModels(context);
    attachReductionModels(context);
    attachShapeModels(context);
  });
  registry.addExtension(+[](MLIRContext *context, arith::ArithDialect *) {
    attachArithModels(context);
  });
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    attachMathModels(context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    attachTensorModels(context);
  });
}
