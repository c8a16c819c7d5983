//===- UpstreamDerivatives.cpp - Derivatives of ops of other dialects -----===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// External models of DifferentiableOpInterface. They are written as any other
// dialect would write them: an op joins gradients without knowing of croton.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Dialect/Croton/Transforms/Tangents.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectRegistry.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A function of one tensor whose derivative times a tangent is
/// `Product(builder, operand, tangent)`, elementwise.
template <typename OpTy, Value (*Product)(ImplicitLocOpBuilder &, Value, Value)>
struct ElementwiseModel
    : DifferentiableOpInterface::ExternalModel<ElementwiseModel<OpTy, Product>,
                                               OpTy> {
  LogicalResult buildVjp(Operation *op, OpBuilder &builder,
                         ValueRange outputGrads, ArrayRef<bool> wanted,
                         MutableArrayRef<Value> inputGrads) const {
    ImplicitLocOpBuilder b(op->getLoc(), builder);
    if (wanted[0])
      inputGrads[0] = Product(b, op->getOperand(0), outputGrads[0]);
    return success();
  }
  LogicalResult buildJvp(Operation *op, OpBuilder &builder, ValueRange tangents,
                         MutableArrayRef<Value> resultTangents) const {
    ImplicitLocOpBuilder b(op->getLoc(), builder);
    resultTangents[0] = Product(b, op->getOperand(0), tangents[0]);
    return success();
  }
};

/// Known sizes are forgotten, or believed again, along with the value's.
struct CastModel
    : DifferentiableOpInterface::ExternalModel<CastModel, tensor::CastOp> {
  LogicalResult buildVjp(Operation *, OpBuilder &, ValueRange outputGrads,
                         ArrayRef<bool>,
                         MutableArrayRef<Value> inputGrads) const {
    inputGrads[0] = outputGrads[0];
    return success();
  }
  LogicalResult buildJvp(Operation *, OpBuilder &, ValueRange tangents,
                         MutableArrayRef<Value> resultTangents) const {
    resultTangents[0] = tangents[0];
    return success();
  }
};
} // namespace

static Value buildSinProduct(ImplicitLocOpBuilder &b, Value x, Value tangent) {
  return mul(b, tangent, math::CosOp::create(b, x));
}

static Value buildCosProduct(ImplicitLocOpBuilder &b, Value x, Value tangent) {
  return neg(b, mul(b, tangent, math::SinOp::create(b, x)));
}

void mlir::croton::registerUpstreamDerivatives(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    math::SinOp::attachInterface<
        ElementwiseModel<math::SinOp, buildSinProduct>>(*context);
    math::CosOp::attachInterface<
        ElementwiseModel<math::CosOp, buildCosProduct>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::CastOp::attachInterface<CastModel>(*context);
  });
}
