//===- Equilibrium.cpp - Rewriting to the fixed point ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A round visits ops through a worklist that the listener keeps filled. What
// the round has touched is remembered; the next round looks at that and at what
// depends on it, and at nothing else. The fixed point is a round without edits.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"
#include "GlobalRunner.h"
#include "MergeTable.h"
#include "RoundHash.h"
#include "Worklist.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/DenseSet.h"
#include <chrono>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
class EquilibriumDriver : public Driver {
public:
  EquilibriumDriver(Operation *root, const FrozenRewrites &rewrites,
                    const EquilibriumOptions &options, const RunOptions &run,
                    StringRef stage, const EquilibriumGlobals &globals)
      : Driver(root, rewrites, options.limits, run, stage, "equilibrium"),
        options(options), globals(globals),
        folder(root->getContext(), /*listener=*/this) {}

  FailureOr<bool> iterate(FixpointMemo *memo);

private:
  bool isWanted(Operation *op);
  std::vector<Operation *> collectAll();
  std::vector<Operation *> collectDirty();
  void seed(std::vector<Operation *> &&ops);
  void recall(ArrayRef<Operation *> changed);
  void drain();
  void visit(Operation *op);
  bool fold(Operation *op);
  bool insertConstant(Operation *op, Attribute value);
  bool materialize(Operation *op, ArrayRef<OpFoldResult> folded,
                   SmallVectorImpl<Value> &values);
  bool merge(Operation *op);
  void runGlobals(ArrayRef<std::shared_ptr<const GlobalRewrite>> rewrites);
  void runRound();
  bool isRoundRepeated();

  void push(Operation *op);
  void touch(Operation *op) {
    if (isAllDirty)
      return;
    dirty.insert(op);
    if (dirty.size() <= maxDirty)
      return;
    // Finding out what depends on so many costs more than it saves.
    isAllDirty = true;
    dirty.clear();
  }
  void touchFlow(Operation *op);
  void opCreated(Operation *op) override;
  void opModified(Operation *op) override;
  void opErased(Operation *op) override;
  void opReleased(Operation *op) override;
  void applicationStarts() override;
  void applicationUndone() override { worklist.dropAbove(height); }
  void opRestored(Operation *op) override;
  void bodyChanged(Operation *op) override { touch(op); }

  const EquilibriumOptions &options;
  const EquilibriumGlobals &globals;
  OperationFolder folder;
  MergeTable merger;
  Worklist worklist;
  /// The height of the worklist before the application under way, and what the
  /// application took out of it; kept while edits are recorded.
  size_t height = 0;
  DenseSet<Operation *> takenOut;
  /// What was touched since the worklist was filled last.
  llvm::DenseSet<Operation *> dirty;
  /// Too much was touched to keep account of, or a pass has run, and no
  /// listener sees what it does.
  bool isAllDirty = true;
  size_t maxDirty = 0;
  uint64_t numUnseenEdits = 0;
  RoundHashes hashes;
};
} // namespace

//===----------------------------------------------------------------------===//
// What to visit
//===----------------------------------------------------------------------===//

bool EquilibriumDriver::isWanted(Operation *op) {
  return options.fold || options.mergeEqual || !getCandidates(op).empty() ||
         (options.eraseDead && isUnused(op));
}

std::vector<Operation *> EquilibriumDriver::collectAll() {
  std::vector<Operation *> ops;
  uint64_t numOps = 0;
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      ++numOps;
      if (isWanted(op))
        ops.push_back(op);
    });
  if (!counts.opsBefore)
    setSize(numOps);
  maxDirty = numOps / 16 + 64;
  return ops;
}

/// The ops that were touched and all that depends on them: users of results,
/// and the ops around. In program order, for what the order is worth.
std::vector<Operation *> EquilibriumDriver::collectDirty() {
  SmallVector<Operation *> pending(dirty.begin(), dirty.end());
  DenseSet<Operation *> reached(dirty.begin(), dirty.end());
  auto reach = [&](Operation *op) {
    if (op && op != root && reached.insert(op).second)
      pending.push_back(op);
  };
  for (Operation *op : dirty)
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        for (Operation *user : argument.getUsers())
          reach(user);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    for (Operation *user : op->getUsers())
      reach(user);
    reach(op->getParentOp());
  }
  // What an op feeds, too: patterns look at the users of a value. And branches
  // on either side: patterns look at the blocks around.
  for (Operation *op : dirty)
    if (op->getBlock() && &op->getBlock()->back() == op) {
      for (Block *block : op->getBlock()->getPredecessors())
        reached.insert(&block->back());
      for (Block *block : op->getSuccessors())
        reached.insert(&block->back());
    }
  for (Operation *op : dirty)
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        reached.insert(producer);
  dirty.clear();

  std::vector<Operation *> ops;
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (reached.contains(op) && isWanted(op))
        ops.push_back(op);
    });
  return ops;
}

void EquilibriumDriver::seed(std::vector<Operation *> &&ops) {
  if (options.fold) {
    // Known constants move to the entry; one that the folder erases as a copy
    // is gone. The others stay out of the worklist unless they are dead or some
    // rewrite is about them.
    llvm::erase_if(ops, [&](Operation *op) {
      Attribute value;
      return matchPattern(op, m_Constant(&value)) &&
             (!insertConstant(op, value) ||
              !(isUnused(op) || !getCandidates(op).empty()));
    });
  }
  counts.pushes += ops.size();
  worklist.fill(std::move(ops));
}

/// Makes up for the visits that a memo saves: constants and ops that new ones
/// may equal become known. `changed` are visited anyway.
void EquilibriumDriver::recall(ArrayRef<Operation *> changed) {
  if (changed.empty() || !(options.fold || options.mergeEqual))
    return;
  std::vector<Operation *> ops;
  for (Region &region : root->getRegions())
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (!dirty.contains(op))
        ops.push_back(op);
    });
  for (Operation *op : ops) {
    Attribute value;
    bool isEarlier;
    if (options.fold && matchPattern(op, m_Constant(&value)))
      insertConstant(op, value);
    else if (options.mergeEqual)
      (void)merger.findEqual(op, isEarlier);
  }
}

void EquilibriumDriver::push(Operation *op) {
  if (isUndoing)
    return;
  // An op around what changed may simplify as well.
  for (; op && op != root; op = op->getParentOp())
    if (isWanted(op) && worklist.push(op))
      ++counts.pushes;
}

/// Where there is more than one block, touches the branches that see that `op`
/// comes, goes or changes.
void EquilibriumDriver::touchFlow(Operation *op) {
  Block *block = op->getBlock();
  if (!block || !block->getParent() || block->getParent()->hasOneBlock())
    return;
  touch(&block->back());
  // Whoever erases blocks may have dropped all references before.
  for (Block *successor : op->getSuccessors())
    if (successor && !successor->empty())
      touch(&successor->back());
}

void EquilibriumDriver::opCreated(Operation *op) {
  touch(op);
  touchFlow(op);
  if (options.revisit != Revisit::None)
    push(op);
}

void EquilibriumDriver::opModified(Operation *op) {
  if (op == root)
    return;
  merger.forget(op);
  touch(op);
  touchFlow(op);
  if (options.revisit == Revisit::NewAndUsers)
    push(op);
}

/// Whether at most one op other than `op` uses `value`.
static bool hasAtMostOneOtherUser(Value value, Operation *op) {
  Operation *other = nullptr;
  for (Operation *user : value.getUsers()) {
    if (user == op || user == other)
      continue;
    if (other)
      return false;
    other = user;
  }
  return true;
}

void EquilibriumDriver::opErased(Operation *op) {
  touchFlow(op);
  // A producer that loses a user may be dead now, or have a single use.
  forEachOperand(op, [&](Value operand) {
    Operation *producer = operand.getDefiningOp();
    if (!producer || !hasAtMostOneOtherUser(operand, op))
      return;
    touch(producer);
    if (options.revisit == Revisit::NewAndUsers)
      push(producer);
  });
  merger.forget(op);
  folder.notifyRemoval(op);
  if (worklist.remove(op) < height && rewriter.isRecording())
    takenOut.insert(op);
  dirty.erase(op);
}

void EquilibriumDriver::applicationStarts() {
  height = worklist.getHeight();
  takenOut.clear();
}

void EquilibriumDriver::opRestored(Operation *op) {
  touch(op);
  if (takenOut.contains(op))
    worklist.push(op);
}

void EquilibriumDriver::opReleased(Operation *op) {
  if (op == root)
    return;
  touch(op);
  if (options.revisit == Revisit::NewAndUsers)
    push(op);
}

//===----------------------------------------------------------------------===//
// Folding and merging
//===----------------------------------------------------------------------===//

/// Fills `values` with what the results of `op` fold to. On failure nothing is
/// left behind.
bool EquilibriumDriver::materialize(Operation *op,
                                    ArrayRef<OpFoldResult> folded,
                                    SmallVectorImpl<Value> &values) {
  SmallVector<Operation *> constants;
  auto fail = [&] {
    for (Operation *made : llvm::reverse(constants))
      rewriter.eraseOp(made);
    return false;
  };
  rewriter.setInsertionPoint(op);
  for (auto [result, type] : llvm::zip_equal(folded, op->getResultTypes())) {
    if (auto value = dyn_cast<Value>(result)) {
      values.push_back(value);
      continue;
    }
    Operation *constant = op->getDialect()->materializeConstant(
        rewriter, cast<Attribute>(result), type, op->getLoc());
    if (!constant)
      return fail();
    constants.push_back(constant);
    values.push_back(constant->getResult(0));
  }
  return llvm::equal(ValueRange(values).getTypes(), op->getResultTypes()) ||
         fail();
}

/// Makes `op` the constant of this value, or erases it as a copy of the one
/// there is and returns false. The folder leaves constants without a location;
/// here they keep theirs.
bool EquilibriumDriver::insertConstant(Operation *op, Attribute value) {
  Location loc = op->getLoc();
  if (folder.insertKnownConstant(op, value)) {
    op->setLoc(loc);
    return true;
  }
  // Its name is enough of a place for what several constants have become.
  if (Operation *other = getReplacement(); isa<UnknownLoc>(other->getLoc()))
    other->setLoc(loc);
  return false;
}

bool EquilibriumDriver::fold(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    Attribute value;
    return matchPattern(op, m_Constant(&value)) && !insertConstant(op, value);
  }
  SmallVector<OpFoldResult> folded;
  if (failed(op->fold(folded)))
    return false;
  if (folded.empty()) {
    ++counts.folded;
    notifyOperationModified(op);
    return true;
  }
  SmallVector<Value> values;
  if (!materialize(op, folded, values))
    return false;
  ++counts.folded;
  rewriter.replaceOp(op, values);
  return true;
}

bool EquilibriumDriver::merge(Operation *op) {
  bool isEarlier = false;
  Operation *other = merger.findEqual(op, isEarlier);
  if (!other)
    return false;
  ++counts.merged;
  Operation *gone = isEarlier ? op : other;
  reportEdit(ApplicationObserver::kMerge, counts.merged, gone->getName(),
             gone->getLoc());
  if (isEarlier)
    rewriter.replaceOp(op, other);
  else
    rewriter.replaceOp(other, op);
  return isEarlier;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

void EquilibriumDriver::visit(Operation *op) {
  ++counts.visits;
  if (options.eraseDead && eraseIfDead(op))
    return;
  if (options.fold && mayEdit(ApplicationObserver::kFold, op)) {
    OperationName name = op->getName();
    Location loc = op->getLoc();
    if (fold(op))
      return reportEdit(ApplicationObserver::kFold, counts.folded, name, loc);
  }
  if (options.mergeEqual && mayEdit(ApplicationObserver::kMerge, op) &&
      merge(op))
    return;
  if (visitCandidates(op) != Outcome::Applied)
    return;
  // A root that is still there may have more to do.
  if (options.revisit == Revisit::NewAndUsers && !getLast().rootErased)
    push(getLast().root);
  runGlobals(globals.cleanups);
}

void EquilibriumDriver::drain() {
  while (!isStopped()) {
    Operation *op = worklist.pop();
    if (!op)
      return;
    visit(op);
  }
}

void EquilibriumDriver::runGlobals(
    ArrayRef<std::shared_ptr<const GlobalRewrite>> rewrites) {
  for (const std::shared_ptr<const GlobalRewrite> &rewrite : rewrites) {
    if (isStopped())
      return;
    beginGlobal(rewrite->getName());
    GlobalOutcome outcome =
        runWatched(*rewrite, root, rewriter, run, counts, round);
    endGlobal(rewrite->getName());
    if (outcome.hasFailed)
      return fail();
    if (!outcome.isUnseen)
      continue;
    if (outcome.hasChanged)
      ++numUnseenEdits;
    // A pass may have erased anything that is remembered here.
    worklist.clear();
    dirty.clear();
    merger.clear();
    folder.clear();
    isAllDirty = true;
  }
}

/// The same op at the end of two rounds means that rounds go in a circle.
bool EquilibriumDriver::isRoundRepeated() {
  // Most runs end sooner; a hash costs a walk.
  constexpr unsigned kFirstHashedRound = 4;
  return round >= kFirstHashedRound && hashes.isRepeated(root);
}

void EquilibriumDriver::runRound() {
  runGlobals(globals.ordinary);
  if (isAllDirty) {
    isAllDirty = false;
    dirty.clear();
    seed(collectAll());
  } else {
    seed(collectDirty());
  }
  drain();
  if (options.simplifyRegions && !isStopped() &&
      mayEdit(ApplicationObserver::kSimplifyRegions, root) &&
      succeeded(simplifyRegions(rewriter, root->getRegions(),
                                /*mergeBlocks=*/false))) {
    notifyOperationModified(root);
    // Arguments of blocks and of branches come and go without notice.
    isAllDirty = true;
    reportEdit(ApplicationObserver::kSimplifyRegions, round, root->getName(),
               root->getLoc());
  }
  runGlobals(globals.finals);
}

FailureOr<bool> EquilibriumDriver::iterate(FixpointMemo *memo) {
  auto start = std::chrono::steady_clock::now();
  uint64_t first = getNumEdits();
  bool hasSeen =
      memo && memo->isFor(root, rewrites) && globals.ordinary.empty();
  if (hasSeen) {
    isAllDirty = false;
    uint64_t numOps = 0;
    SmallVector<Operation *> changed = memo->getChanged(root, numOps);
    dirty.insert_range(changed);
    setSize(numOps);
    maxDirty = std::max<size_t>(dirty.size(), 64);
    recall(changed);
  }
  bool hasAnything = !hasSeen || !dirty.empty();
  for (; hasAnything && !isStopped(); ++round) {
    uint64_t before = getNumEdits() + numUnseenEdits;
    runRound();
    counts.rounds = round;
    if (getNumEdits() + numUnseenEdits == before || isStopped())
      break;
    if (round >= limits.maxRounds)
      reportLimit("no fixed point after " + Twine(round) + " rounds");
    else if (isRoundRepeated())
      reportLimit("its rounds go in a circle of " + Twine(hashes.getPeriod()) +
                  (hashes.getPeriod() == 1 ? " round" : " rounds"));
  }
  if (memo && isStopped())
    memo->clear();
  else if (memo && hasAnything)
    memo->record(root, rewrites);
  counts.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (hasFailed())
    return failure();
  return getNumEdits() + numUnseenEdits != first;
}

FailureOr<bool> croton::applyEquilibrium(Operation *root,
                                         const FrozenRewrites &rewrites,
                                         const EquilibriumOptions &options,
                                         const RunOptions &run, StringRef stage,
                                         const EquilibriumGlobals &globals,
                                         FixpointMemo *memo) {
  EquilibriumDriver driver(root, rewrites, options, run, stage, globals);
  return driver.iterate(memo);
}
