//===- ExpandGradients.cpp - Requests for derivatives to graphs -----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces croton.grad, croton.lop and croton.rop by the ops that compute what
// they stand for.
//
//===----------------------------------------------------------------------===//

#include "croton/Autodiff/Differentiation.h"
#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Dialect/Croton/Transforms/Tangents.h"
#include "croton/Support/Debug.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "croton-expand-gradients"

namespace mlir::croton {
#define GEN_PASS_DEF_EXPANDGRADIENTSPASS
#include "croton/Dialect/Croton/Transforms/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

static DisconnectedPolicy getPolicy(DisconnectedInputs disconnected) {
  switch (disconnected) {
  case DisconnectedInputs::Raise:
    return DisconnectedPolicy::Raise;
  case DisconnectedInputs::Warn:
    return DisconnectedPolicy::Warn;
  case DisconnectedInputs::Ignore:
    return DisconnectedPolicy::Ignore;
  }
  llvm_unreachable("unknown policy");
}

static LogicalResult buildDerivative(OpBuilder &builder,
                                     TangentArithmetic &arithmetic, GradOp op,
                                     SmallVectorImpl<Value> &results) {
  SmallVector<Value> cost = {op.getCost()}, ones(1);
  ReverseRequest request{op.getLoc(), cost, ones, op.getWrt()};
  request.considerConstant = op.getConsiderConstant();
  request.known = op.getKnown();
  request.knownGrads = op.getKnownGrads();
  request.disconnected = getPolicy(op.getDisconnected());
  return buildReverse(builder, arithmetic, request, results);
}

static LogicalResult buildDerivative(OpBuilder &builder,
                                     TangentArithmetic &arithmetic, LopOp op,
                                     SmallVectorImpl<Value> &results) {
  ReverseRequest request{op.getLoc(), op.getOutputs(), op.getOutputGrads(),
                         op.getWrt()};
  request.considerConstant = op.getConsiderConstant();
  request.disconnected = getPolicy(op.getDisconnected());
  return buildReverse(builder, arithmetic, request, results);
}

static LogicalResult buildDerivative(OpBuilder &builder,
                                     TangentArithmetic &arithmetic, RopOp op,
                                     SmallVectorImpl<Value> &results) {
  ForwardRequest request{op.getLoc(), op.getOutputs(), op.getWrt(),
                         op.getTangents()};
  request.disconnected = getPolicy(op.getDisconnected());
  return buildForward(builder, arithmetic, request, results);
}

/// Replaces one request by what it stands for.
static LogicalResult expand(Operation *op) {
  OpBuilder builder(op);
  CrotonTangents arithmetic;
  SmallVector<Value> results;
  LogicalResult result =
      TypeSwitch<Operation *, LogicalResult>(op).Case<GradOp, LopOp, RopOp>(
          [&](auto request) {
            return buildDerivative(builder, arithmetic, request, results);
          });
  if (failed(result))
    return failure();
  LDBG() << "expanded " << op->getName() << " at " << op->getLoc();
  op->replaceAllUsesWith(results);
  op->erase();
  return success();
}

namespace {
struct ExpandGradientsPass
    : public croton::impl::ExpandGradientsPassBase<ExpandGradientsPass> {
  using Base::Base;

  void runOnOperation() override {
    // In program order, so that a request of a request comes second.
    SmallVector<Operation *> requests;
    getOperation()->walk([&](Operation *op) {
      if (isa<GradOp, LopOp, RopOp>(op))
        requests.push_back(op);
    });
    for (Operation *op : requests)
      if (failed(expand(op)))
        return signalPassFailure();
  }
};
} // namespace
