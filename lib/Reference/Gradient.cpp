//===- Gradient.cpp - Models of the gradient markers ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Markers are identities. Requests for derivatives (grad, lop, rop) have no
// value of their own: they are expanded before anything is evaluated.
//
//===----------------------------------------------------------------------===//

#include "ModelSupport.h"

#include "croton/Dialect/Croton/IR/Croton.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::reference;

template <typename OpTy>
static LogicalResult evaluateMarker(OpTy, Operands operands, Results &results,
                                    EvaluationErrors &) {
  results.push_back(operands[0]);
  return success();
}

void reference::attachGradientModels(MLIRContext *context) {
  attachModel<ZeroGradOp, evaluateMarker<ZeroGradOp>>(context);
  attachModel<DisconnectedGradOp, evaluateMarker<DisconnectedGradOp>>(context);
  attachModel<GradClipOp, evaluateMarker<GradClipOp>>(context);
}
