//===- FuseRows.cpp - Loop nests over the same rows into one loop -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowGroups.h"
#include "RowSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "croton-fuse-rows"

namespace mlir::croton {
#define GEN_PASS_DEF_FUSEROWSPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// The most ops that one loop body is made of, so that code size and the time
/// spent here stay linear.
static constexpr size_t kMaxBodyOps = 128;
static constexpr size_t kMaxMembers = 64;

//===----------------------------------------------------------------------===//
// Producers into consumers
//===----------------------------------------------------------------------===//

/// True if the producer of `operand` can be computed where it is used without
/// computing anything more than once.
static bool isFusable(linalg::GenericOp consumer, OpOperand &operand) {
  auto producer = operand.get().getDefiningOp<linalg::GenericOp>();
  if (!producer || !operand.get().hasOneUse() ||
      producer.getNumResults() != 1 ||
      producer->getBlock() != consumer->getBlock() ||
      !consumer.isDpsInput(&operand))
    return false;
  AffineMap map = consumer.getMatchingIndexingMap(&operand);
  return map.isPermutation() &&
         producer.getBody()->getOperations().size() +
                 consumer.getBody()->getOperations().size() <=
             kMaxBodyOps &&
         linalg::areElementwiseOpsFusable(&operand);
}

/// Fuses elementwise loops into the only loop that uses them. Producers are
/// visited before consumers, so chains end in one loop.
static void fuseProducers(RewriterBase &rewriter, Block &block) {
  SmallVector<linalg::GenericOp> ops(block.getOps<linalg::GenericOp>());
  for (linalg::GenericOp op : ops) {
    bool changed = true;
    while (changed) {
      changed = false;
      for (OpOperand &operand : op->getOpOperands()) {
        if (!isFusable(op, operand))
          continue;
        auto producer = operand.get().getDefiningOp<linalg::GenericOp>();
        rewriter.setInsertionPoint(op);
        FailureOr<linalg::ElementwiseOpFusionResult> fused =
            linalg::fuseElementwiseOps(rewriter, &operand);
        if (failed(fused))
          continue;
        auto fusedOp = cast<linalg::GenericOp>(fused->fusedOp);
        rewriter.replaceOp(
            op, fusedOp->getResults().take_back(op->getNumResults()));
        if (producer->use_empty())
          rewriter.eraseOp(producer);
        op = fusedOp;
        changed = true;
        break;
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Reductions over several axes
//===----------------------------------------------------------------------===//

/// Makes one loop of the loops of a reduction over adjacent inner axes: a long
/// run vectorizes better than many short ones.
static void flattenReduction(RewriterBase &rewriter, linalg::GenericOp op) {
  std::optional<unsigned> depth = getReductionDepth(op);
  if (!depth || op.getNumLoops() - *depth < 2)
    return;
  // A part of a larger tensor would have to be copied first.
  if (llvm::any_of(op.getDpsInputs(), [](Value input) {
        return input.getDefiningOp<tensor::ExtractSliceOp>() != nullptr;
      }))
    return;
  SmallVector<ReassociationIndices> loops;
  for (unsigned loop = 0; loop < *depth; ++loop)
    loops.push_back({loop});
  loops.push_back(
      llvm::to_vector(llvm::seq<int64_t>(*depth, op.getNumLoops())));
  // The collapse does not know maps with constant results.
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!linalg::areDimSequencesPreserved(maps, loops) ||
      !llvm::all_of(maps,
                    [](AffineMap m) { return m.isProjectedPermutation(); }))
    return;
  rewriter.setInsertionPoint(op);
  FailureOr<linalg::CollapseResult> collapsed =
      linalg::collapseOpIterationDims(op, loops, rewriter);
  if (succeeded(collapsed))
    rewriter.replaceOp(op, collapsed->results);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// The depth of the loop over rows that `op` may open: that of a reduction, or
/// of a reduction that reads the op's result.
static std::optional<unsigned> getOpeningDepth(linalg::GenericOp op) {
  if (std::optional<unsigned> depth = getReductionDepth(op))
    return depth;
  for (Operation *user : op->getUsers()) {
    auto reduction = dyn_cast<linalg::GenericOp>(user);
    std::optional<unsigned> depth =
        reduction && reduction->getBlock() == op->getBlock()
            ? getReductionDepth(reduction)
            : std::nullopt;
    if (depth && classifyRowOp(op, *depth) == RowKind::Row)
      return depth;
  }
  return std::nullopt;
}

/// Starts a group with `op`, or gives nothing.
static std::unique_ptr<RowGroup> openGroup(linalg::GenericOp op) {
  std::optional<unsigned> depth = getOpeningDepth(op);
  if (!depth)
    return nullptr;
  SmallVector<OpFoldResult> sizes = getInitSizes(op, 0);
  auto group =
      std::make_unique<RowGroup>(*depth, ArrayRef(sizes).take_front(*depth));
  return group->tryAdd(op) ? std::move(group) : nullptr;
}

/// Divides the ops of a block into groups, in program order. A group ends
/// before the first op that uses a result of it and cannot join.
static SmallVector<std::unique_ptr<RowGroup>> collectGroups(Block &block) {
  SmallVector<std::unique_ptr<RowGroup>> groups;
  std::unique_ptr<RowGroup> open;
  auto close = [&]() {
    if (open && open->isWorthwhile())
      groups.push_back(std::move(open));
    open.reset();
  };
  for (Operation &op : block) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (open && generic && open->getMembers().size() < kMaxMembers &&
        open->tryAdd(generic))
      continue;
    if (open && open->tryAddView(&op))
      continue;
    if (open && open->isUsedBy(&op))
      close();
    if (!open && generic)
      open = openGroup(generic);
  }
  close();
  return groups;
}

namespace {

class FuseRowsPass : public croton::impl::FuseRowsPassBase<FuseRowsPass> {
public:
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](FunctionOpInterface function) {
      for (Block &block : function.getFunctionBody()) {
        fuseProducers(rewriter, block);
        SmallVector<linalg::GenericOp> ops(block.getOps<linalg::GenericOp>());
        for (linalg::GenericOp op : ops)
          flattenReduction(rewriter, op);
        for (const std::unique_ptr<RowGroup> &group : collectGroups(block)) {
          LDBG() << "one loop over rows for " << group->getMembers().size()
                 << " ops";
          emitRowGroup(rewriter, *group);
        }
        for (linalg::GenericOp op :
             llvm::to_vector(block.getOps<linalg::GenericOp>()))
          rewriteRowSum(rewriter, op);
      }
    });
  }
};

} // namespace
