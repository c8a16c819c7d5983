//===- FuseElementwise.cpp - Elementwise ops into one loop ----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One backward walk over a block gives each elementwise op to the clusters of
// its users, one forward walk turns clusters into `croton.composite`. Both are
// linear in the number of ops and uses.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Dialect/Croton/IR/RuntimeChecks.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "croton-fuse-elementwise"

namespace mlir::croton {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "croton/Dialect/Croton/Transforms/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

namespace {

/// The ops of one loop to be. The root is the last one; its result is the only
/// one that is used outside.
struct Cluster {
  /// Last op first.
  SmallVector<ScalarBodyOpInterface> ops;
  /// How many of the ops are in another cluster too.
  unsigned copies = 0;

  RankedTensorType getType() {
    return cast<RankedTensorType>(ops.front()->getResult(0).getType());
  }
};

/// Fuses the elementwise ops of one block.
class BlockFuser {
public:
  BlockFuser(Block &block, unsigned maxOps) : block(block), maxOps(maxOps) {}

  void run() {
    collectClusters();
    formComposites();
  }

private:
  void collectClusters();
  void assign(ScalarBodyOpInterface op);
  bool fits(ScalarBodyOpInterface op, Cluster &cluster) const;
  bool mayCopy(ScalarBodyOpInterface op, ArrayRef<unsigned> targets) const;
  void add(ScalarBodyOpInterface op, ArrayRef<unsigned> targets);

  void formComposites();
  void check(OpBuilder &builder, ScalarBodyOpInterface op);
  void formComposite(OpBuilder &builder, Cluster &cluster);
  void eraseDead(ArrayRef<Operation *> ops);

  Block &block;
  unsigned maxOps;
  SizeTable table;
  SmallVector<Cluster> clusters;
  DenseMap<Operation *, SmallVector<unsigned, 1>> clustersOf;
};

} // namespace

/// The most clusters that an op is computed in, and the most ops of one cluster
/// that are computed elsewhere too: what is saved in memory traffic must not be
/// lost in arithmetic.
static constexpr unsigned kMaxClustersPerOp = 4;
static constexpr unsigned kMaxCopiesPerCluster = 16;

/// True for ops that may be part of a loop: of one result and positive rank.
/// Scalars are no loops.
static ScalarBodyOpInterface getCandidate(Operation *op) {
  auto elementwise = dyn_cast<ScalarBodyOpInterface>(op);
  if (!elementwise || op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      !isMemoryEffectFree(op) ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
    return {};
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return type && type.getRank() > 0 ? elementwise : ScalarBodyOpInterface();
}

/// True if a value of type `type` is stretched along some dim of `loop`.
static bool isStretched(RankedTensorType type, RankedTensorType loop) {
  for (auto [size, extent] : llvm::zip_equal(type.getShape(), loop.getShape()))
    if (size == 1 && extent != 1)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

void BlockFuser::collectClusters() {
  for (Operation &op : llvm::reverse(block))
    if (ScalarBodyOpInterface candidate = getCandidate(&op))
      assign(candidate);
}

bool BlockFuser::fits(ScalarBodyOpInterface op, Cluster &cluster) const {
  if (cluster.ops.size() >= maxOps)
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  // A stretched value would be computed again for each element it goes to.
  return !isStretched(type, cluster.getType()) || op.isCheapToRecompute();
}

bool BlockFuser::mayCopy(ScalarBodyOpInterface op,
                         ArrayRef<unsigned> targets) const {
  return op.isCheapToRecompute() && targets.size() <= kMaxClustersPerOp &&
         llvm::all_of(targets, [&](unsigned target) {
           return clusters[target].copies < kMaxCopiesPerCluster;
         });
}

void BlockFuser::assign(ScalarBodyOpInterface op) {
  SmallVector<unsigned, 1> targets;
  bool isUsedElsewhere = op->use_empty();
  for (Operation *user : op->getUsers()) {
    auto it = clustersOf.find(user);
    if (it == clustersOf.end()) {
      isUsedElsewhere = true;
      break;
    }
    for (unsigned target : it->second)
      if (!llvm::is_contained(targets, target))
        targets.push_back(target);
    if (targets.size() > kMaxClustersPerOp)
      break;
  }
  bool joins = !isUsedElsewhere && llvm::all_of(targets, [&](unsigned t) {
    return fits(op, clusters[t]);
  }) && (targets.size() == 1 || mayCopy(op, targets));
  if (!joins) {
    targets.assign(1, clusters.size());
    clusters.emplace_back();
  }
  add(op, targets);
}

void BlockFuser::add(ScalarBodyOpInterface op, ArrayRef<unsigned> targets) {
  for (unsigned target : targets) {
    clusters[target].ops.push_back(op);
    clusters[target].copies += targets.size() > 1;
  }
  clustersOf[op] = SmallVector<unsigned, 1>(targets);
}

//===----------------------------------------------------------------------===//
// Composites
//===----------------------------------------------------------------------===//

void BlockFuser::formComposites() {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  OpBuilder builder(block.getParentOp()->getContext());
  for (Operation *op : ops) {
    table.learnFrom(op);
    auto it = clustersOf.find(op);
    if (it == clustersOf.end())
      continue;
    builder.setInsertionPoint(op);
    check(builder, cast<ScalarBodyOpInterface>(op));
    Cluster &cluster = clusters[it->second.front()];
    if (cluster.ops.size() > 1 && cluster.ops.front() == op)
      formComposite(builder, cluster);
  }
  eraseDead(ops);
}

/// Checks the shapes of an op, which may lose its identity, in its own place
/// and name, and remembers the sizes of its result.
void BlockFuser::check(OpBuilder &builder, ScalarBodyOpInterface op) {
  SmallVector<RankedTensorType> types;
  SmallVector<SmallVector<OpFoldResult>> sizes;
  for (Value operand : op->getOperands()) {
    types.push_back(cast<RankedTensorType>(operand.getType()));
    sizes.push_back(table.getSizes(builder, operand));
  }
  table.setSizes(op->getResult(0),
                 checkBroadcast(builder, table, op->getName().getStringRef(),
                                op->getLoc(), types, sizes));
}

/// The type of the scalars that stand for elements of a tensor in a body.
static Type getScalarType(Value tensor) {
  Type element = getElementTypeOrSelf(tensor.getType());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

void BlockFuser::formComposite(OpBuilder &builder, Cluster &cluster) {
  SmallVector<Location> locations;
  llvm::SetVector<Value> inputs;
  DenseMap<Value, Value> scalars;
  for (ScalarBodyOpInterface op : llvm::reverse(cluster.ops)) {
    locations.push_back(op->getLoc());
    for (Value operand : op->getOperands())
      if (!scalars.contains(operand))
        inputs.insert(operand);
    scalars[op->getResult(0)] = {};
  }

  Operation *root = cluster.ops.front();
  auto composite =
      CompositeOp::create(builder, builder.getFusedLoc(locations),
                          root->getResultTypes(), inputs.getArrayRef());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(&composite.getBody());
  for (Value input : inputs)
    scalars[input] = body->addArgument(getScalarType(input), input.getLoc());
  for (ScalarBodyOpInterface op : llvm::reverse(cluster.ops)) {
    SmallVector<Value> operands = llvm::map_to_vector(
        op->getOperands(), [&](Value value) { return scalars.lookup(value); });
    scalars[op->getResult(0)] =
        op.buildScalarBody(builder, op->getLoc(), operands).front();
  }
  YieldOp::create(builder, composite.getLoc(),
                  scalars.lookup(root->getResult(0)));

  LDBG() << "fused " << cluster.ops.size() << " ops into " << composite;
  SmallVector<OpFoldResult> sizes = table.getSizes(builder, root->getResult(0));
  table.setSizes(composite.getResult(0), sizes);
  root->getResult(0).replaceAllUsesWith(composite.getResult(0));
}

/// Erases ops that are fused now, and sizes that were not needed.
void BlockFuser::eraseDead(ArrayRef<Operation *> ops) {
  for (Operation *op : llvm::reverse(ops))
    if (clustersOf.contains(op) && op->use_empty())
      op->erase();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isa<tensor::DimOp, arith::ConstantIndexOp>(op) && op.use_empty())
      op.erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {

class FuseElementwisePass
    : public croton::impl::FuseElementwisePassBase<FuseElementwisePass> {
public:
  using FuseElementwisePassBase::FuseElementwisePassBase;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<CompositeOp>(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    });
    for (Block *block : blocks)
      BlockFuser(*block, maxOps).run();
  }
};

} // namespace
