//===- LinalgToLoops.cpp - Turn linalg ops on buffers into loops ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass around LinalgLoops.cpp; it also turns copies of buffers that are not
// contiguous into loops.
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/Passes.h"

#include "croton/Conversion/CrotonToLLVM/LinalgLoops.h"
#include "croton/Dialect/Croton/IR/Devices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::croton {
#define GEN_PASS_DEF_LOWERLINALGTOLOOPSPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

/// True if `copy` stays: it can be one memcpy, or it is none of the host's.
static bool isOneCopy(memref::CopyOp copy) {
  if (llvm::any_of(copy->getOperandTypes(),
                   [](Type type) { return getMemoryDevice(type) != nullptr; }))
    return true;
  return llvm::all_of(copy->getOperandTypes(), [](Type type) {
    auto memref = dyn_cast<MemRefType>(type);
    return memref && memref.getLayout().isIdentity();
  });
}

/// Lowers a copy of strided buffers through the same loops as everything else.
static void lowerCopy(IRRewriter &rewriter, memref::CopyOp copy) {
  rewriter.setInsertionPoint(copy);
  auto loops = linalg::CopyOp::create(rewriter, copy.getLoc(), copy.getSource(),
                                      copy.getTarget());
  rewriter.eraseOp(copy);
  lowerToLoops(rewriter, cast<linalg::LinalgOp>(loops.getOperation()));
}

namespace {
struct LowerLinalgToLoopsPass
    : public croton::impl::LowerLinalgToLoopsPassBase<LowerLinalgToLoopsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> worklist;
    getOperation()->walk([&](Operation *op) {
      if (isa<linalg::LinalgOp, memref::CopyOp>(op))
        worklist.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (Operation *op : worklist) {
      auto copy = dyn_cast<memref::CopyOp>(op);
      if (copy && isOneCopy(copy))
        continue;
      if (copy) {
        lowerCopy(rewriter, copy);
        continue;
      }
      auto linalgOp = cast<linalg::LinalgOp>(op);
      if (!linalgOp.hasPureBufferSemantics()) {
        linalgOp->emitOpError() << "must work on buffers";
        return signalPassFailure();
      }
      lowerToLoops(rewriter, linalgOp);
    }
  }
};
} // namespace
