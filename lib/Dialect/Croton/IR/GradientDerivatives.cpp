//===- GradientDerivatives.cpp - Derivatives of gradient markers --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// zero_grad: connected, derivative zero
//===----------------------------------------------------------------------===//

LogicalResult ZeroGradOp::buildVjp(OpBuilder &, ValueRange, ArrayRef<bool>,
                                   MutableArrayRef<Value>) {
  return success();
}
LogicalResult ZeroGradOp::buildJvp(OpBuilder &, ValueRange,
                                   MutableArrayRef<Value>) {
  return success();
}

//===----------------------------------------------------------------------===//
// disconnected_grad: never asked, as nothing connects
//===----------------------------------------------------------------------===//

bool DisconnectedGradOp::isConnected(unsigned, unsigned) { return false; }
LogicalResult DisconnectedGradOp::buildVjp(OpBuilder &, ValueRange,
                                           ArrayRef<bool>,
                                           MutableArrayRef<Value>) {
  return success();
}
LogicalResult DisconnectedGradOp::buildJvp(OpBuilder &, ValueRange,
                                           MutableArrayRef<Value>) {
  return success();
}

//===----------------------------------------------------------------------===//
// grad_clip: acts in reverse mode only
//===----------------------------------------------------------------------===//

LogicalResult GradClipOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                   ArrayRef<bool> wanted,
                                   MutableArrayRef<Value> inputGrads) {
  if (!wanted[0])
    return success();
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = outputGrads[0];
  inputGrads[0] =
      ClipOp::create(b, grad, scalarLike(b, getLower().convertToDouble(), grad),
                     scalarLike(b, getUpper().convertToDouble(), grad));
  return success();
}

LogicalResult GradClipOp::buildJvp(OpBuilder &, ValueRange tangents,
                                   MutableArrayRef<Value> resultTangents) {
  resultTangents[0] = tangents[0];
  return success();
}
