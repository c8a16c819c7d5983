//===- Topological.cpp - One sweep over a graph ---------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/PostOrderIterator.h"
#include <chrono>
#include <deque>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
class TopologicalDriver : public Driver {
public:
  TopologicalDriver(Operation *root, const FrozenRewrites &rewrites,
                    const TopologicalOptions &options, const RunOptions &run,
                    StringRef stage)
      : Driver(root, rewrites, options.limits, run, stage, "topological"),
        options(options) {
    keepsLineage = options.visitNew;
  }

  FailureOr<bool> sweep();

private:
  void collect(Region &region);
  void collect(Block &block);
  void visit(Operation *op, ArrayRef<FrozenRewrites::Candidate> candidates);
  void visitNew();
  void eraseUnused();

  void opCreated(Operation *op) override;
  void opErased(Operation *op) override;
  void opReleased(Operation *op) override;
  void applicationStarts() override { takenOut.clear(); }
  void opRestored(Operation *op) override;

  const TopologicalOptions &options;
  /// What there was at the start and is worth a visit, inputs first.
  struct Stop {
    Operation *op;
    ArrayRef<FrozenRewrites::Candidate> candidates;
  };
  std::vector<Stop> order;
  uint64_t numOps = 0;
  /// Addresses of erased ops. A new op at the same address is not in `order`.
  DenseSet<Operation *> erased;
  /// Made on the way and not visited yet.
  std::deque<Operation *> made;
  /// Of these, what the application under way erased; kept while edits are
  /// recorded.
  DenseSet<Operation *> takenOut;
  /// Producers that have lost their last user.
  SmallVector<Operation *> unused;
};
} // namespace

void TopologicalDriver::collect(Block &block) {
  for (Operation &op : block) {
    ++numOps;
    if (op.getNumRegions() != 0)
      for (Region &region : op.getRegions())
        collect(region);
    ArrayRef<FrozenRewrites::Candidate> candidates = getCandidates(&op);
    if (!candidates.empty() || (options.eraseDead && isUnused(&op)))
      order.push_back({&op, candidates});
  }
}

void TopologicalDriver::collect(Region &region) {
  if (region.empty())
    return;
  if (region.hasOneBlock())
    return collect(region.front());
  DenseSet<Block *> reached;
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    reached.insert(block);
    collect(*block);
  }
  // Unreachable blocks are dominated by all others.
  for (Block &block : region)
    if (!reached.contains(&block))
      collect(block);
}

void TopologicalDriver::opCreated(Operation *op) {
  if (options.visitNew)
    made.push_back(op);
}

void TopologicalDriver::opErased(Operation *op) {
  // The root has had its turn; only ops that wait for theirs matter.
  if (op != getLast().root)
    erased.insert(op);
  if (!made.empty()) {
    auto it = llvm::find(made, op);
    if (it != made.end()) {
      made.erase(it);
      if (rewriter.isRecording())
        takenOut.insert(op);
    }
  }
  if (!options.eraseDead)
    return;
  llvm::erase(unused, op);
  forEachOperand(op, [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    bool losesLastUser =
        producer && llvm::all_of(producer->getUsers(),
                                 [&](Operation *user) { return user == op; });
    if (losesLastUser && !llvm::is_contained(unused, producer))
      unused.push_back(producer);
  });
}

void TopologicalDriver::opRestored(Operation *op) {
  erased.erase(op);
  if (takenOut.contains(op))
    made.push_back(op);
}

void TopologicalDriver::opReleased(Operation *op) {
  if (options.eraseDead && isUnused(op) && !llvm::is_contained(unused, op))
    unused.push_back(op);
}

void TopologicalDriver::eraseUnused() {
  while (!unused.empty())
    eraseIfDead(unused.pop_back_val());
}

void TopologicalDriver::visit(Operation *op,
                              ArrayRef<FrozenRewrites::Candidate> candidates) {
  ++counts.visits;
  if (!options.eraseDead) {
    visitCandidates(op, candidates);
    return;
  }
  if (!eraseIfDead(op))
    visitCandidates(op, candidates);
  eraseUnused();
}

void TopologicalDriver::visitNew() {
  bool isInToOut = options.order == SweepOrder::InToOut;
  while (!made.empty() && !isStopped()) {
    Operation *op = isInToOut ? made.front() : made.back();
    if (isInToOut)
      made.pop_front();
    else
      made.pop_back();
    visit(op, getCandidates(op));
  }
}

FailureOr<bool> TopologicalDriver::sweep() {
  auto start = std::chrono::steady_clock::now();
  for (Region &region : root->getRegions())
    collect(region);
  setSize(numOps);
  counts.rounds = 1;
  counts.pushes = order.size();
  bool isInToOut = options.order == SweepOrder::InToOut;
  if (!isInToOut)
    std::reverse(order.begin(), order.end());
  for (const Stop &next : order) {
    if (isStopped())
      break;
    if (!erased.empty() && erased.contains(next.op))
      continue;
    visit(next.op, next.candidates);
    if (!isInToOut)
      visitNew();
  }
  visitNew();
  counts.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (hasFailed())
    return failure();
  return getNumEdits() != 0;
}

FailureOr<bool> croton::applyTopological(Operation *root,
                                         const FrozenRewrites &rewrites,
                                         const TopologicalOptions &options,
                                         const RunOptions &run,
                                         StringRef stage) {
  TopologicalDriver driver(root, rewrites, options, run, stage);
  return driver.sweep();
}
