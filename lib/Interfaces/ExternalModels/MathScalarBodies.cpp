//===- MathScalarBodies.cpp - Scalar bodies of math ops ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Interfaces/DeviceLiftOpInterface.h"
#include "croton/Interfaces/ExternalModels.h"
#include "croton/Interfaces/ScalarBodyOpInterface.h"

#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// An op that is the same on scalars and on tensors.
template <typename OpTy>
struct SameOnScalars
    : ScalarBodyOpInterface::ExternalModel<SameOnScalars<OpTy>, OpTy> {
  SmallVector<Value> buildScalarBody(Operation *, OpBuilder &b, Location loc,
                                     ValueRange scalars) const {
    return {OpTy::create(b, loc, scalars[0])};
  }
};

/// It runs wherever its scalar body does.
template <typename OpTy>
struct RunsOnDevices
    : DeviceLiftOpInterface::ExternalModel<RunsOnDevices<OpTy>, OpTy> {};
} // namespace

void mlir::croton::registerMathScalarBodyModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
    math::SinOp::attachInterface<SameOnScalars<math::SinOp>,
                                 RunsOnDevices<math::SinOp>>(*context);
    math::CosOp::attachInterface<SameOnScalars<math::CosOp>,
                                 RunsOnDevices<math::CosOp>>(*context);
  });
}
