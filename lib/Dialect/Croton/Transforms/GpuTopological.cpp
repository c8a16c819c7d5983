//===- GpuTopological.cpp - Placement in two scans and one edit -----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// 1. From inputs to outputs: an op goes where its operands are.
// 2. From outputs to inputs: an op goes where all its users are.
// 3. What moves is built anew, and each value gets at most one transfer to each
//    place where it is wanted. Nothing is edited before this.
//
// A value and its copies are one *tensor*, known by the value that was computed
// and not transferred: its home. Transfers are edges inside of a tensor, so
// that they cancel and merge by themselves.
//
//===----------------------------------------------------------------------===//

#include "GpuPlacement.h"

#include "croton/Rewrite/Profile.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

static bool isTransfer(Operation *op) { return op->hasTrait<IsTransfer>(); }

/// The value that was computed, of which `value` is a copy.
static Value getHome(Value value) {
  while (Operation *producer = value.getDefiningOp()) {
    if (!isTransfer(producer))
      break;
    value = producer->getOperand(0);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Plan
//===----------------------------------------------------------------------===//

namespace {
/// An op of the body.
struct BodyOp {
  explicit BodyOp(Operation *op)
      : op(op), liftable(dyn_cast<DeviceLiftOpInterface>(op)) {}

  Operation *op;
  /// Null if it knows no devices.
  DeviceLiftOpInterface liftable;
};

/// Decides which ops of one function move. Edits nothing.
class Planner : public PlacementView {
public:
  Planner(FunctionOpInterface function, DeviceAttr device,
          const FrozenRewrites &lifters, const RunOptions &run)
      : function(function), device(device), lifters(lifters), run(run) {
    for (Value source : getSources(function, device))
      sources.insert(source);
  }

  LogicalResult plan();

  /// Where `op` moves, null if it stays.
  Attribute getMove(Operation *op) const { return moves.lookup(op); }
  ArrayRef<BodyOp> getOps() const { return ops; }

  Availability getAvailability(Value value) const override;
  UseKind classifyUse(OpOperand &use, Attribute &wanted) const override;

private:
  using Rule = Decision (*)(DeviceLiftOpInterface, const PlacementView &);

  StringRef getLifter(Operation *op) const;
  LogicalResult scanForward();
  void scanBackward();
  Decision ask(DeviceLiftOpInterface op, Rule rule, StageCounts &counts);
  void reportMiss(DeviceLiftOpInterface op, StringRef lifter, StringRef reason);

  FunctionOpInterface function;
  DeviceAttr device;
  const FrozenRewrites &lifters;
  const RunOptions &run;
  DenseSet<Value> sources;
  /// In an order that has producers before users.
  SmallVector<BodyOp, 0> ops;
  DenseMap<Operation *, Attribute> moves;
  /// Results of ops that move which stay on the host.
  DenseSet<Value> hostResults;
  mutable DenseMap<OperationName, StringRef> lifterNames;
  unsigned numApplied = 0;
};
} // namespace

Availability Planner::getAvailability(Value value) const {
  Value home = getHome(value);
  if (Attribute own = getDevice(home))
    return {own};
  if (Operation *producer = home.getDefiningOp())
    if (Attribute moved = moves.lookup(producer))
      return {hostResults.contains(home) ? Attribute() : moved};
  if (sources.contains(home))
    return {device, /*isFlexible=*/true};
  return {};
}

UseKind Planner::classifyUse(OpOperand &use, Attribute &wanted) const {
  Operation *user = use.getOwner();
  if (Attribute moved = moves.lookup(user))
    if (cast<DeviceLiftOpInterface>(user).getOperandPlace(
            use.getOperandNumber()) == OperandPlace::Device) {
      wanted = moved;
      return UseKind::Device;
    }
  return GraphView().classifyUse(use, wanted);
}

/// The name of the lifter for `op`, or "" if the query leaves it out.
StringRef Planner::getLifter(Operation *op) const {
  auto [it, isNew] = lifterNames.try_emplace(op->getName());
  if (!isNew)
    return it->second;
  for (const FrozenRewrites::Candidate &candidate :
       lifters.getCandidates(op->getName()))
    if (!candidate.filter || !*candidate.filter || (*candidate.filter)(op)) {
      it->second = lifters.getMembers()[candidate.member].name;
      break;
    }
  return it->second;
}

void Planner::reportMiss(DeviceLiftOpInterface op, StringRef lifter,
                         StringRef reason) {
  if (run.observer && run.observer->wantsMisses(lifter) &&
      run.observer->wantsRoot(op))
    run.observer->onMiss(lifter, op->getName(), op->getLoc(),
                         ApplicationObserver::Miss::NoMatch, reason);
}

/// One attempt of the lifter of `op`.
Decision Planner::ask(DeviceLiftOpInterface op, Rule rule,
                      StageCounts &counts) {
  Decision decision;
  StringRef lifter = getLifter(op);
  if (lifter.empty() || getObstacle(op))
    return decision;
  if (run.observer && run.observer->mayStop() &&
      !run.observer->mayApply(lifter, op))
    return decision;
  ++counts.visits;
  decision = rule(op, *this);
  if (run.profile) {
    RewriteCounts &own = counts.getRewrite(lifter);
    ++own.tried;
    ++(decision.kind == Decision::Move ? own.applied : own.missed);
  }
  if (decision.kind != Decision::Move) {
    reportMiss(op, lifter, decision.describe());
    return decision;
  }
  moves[op] = decision.device;
  for (OpResult result : op->getResults())
    if (op.isHostResult(result.getResultNumber()))
      hostResults.insert(result);
  if (run.observer)
    run.observer->onApplied(lifter, ++numApplied, op->getName(), op->getLoc());
  return decision;
}

static StageCounts startCounts(StringRef name, size_t numOps) {
  StageCounts counts;
  counts.name = name.str();
  counts.kind = "topological";
  counts.runs = 1;
  counts.rounds = 1;
  counts.opsBefore = counts.opsAfter = numOps;
  return counts;
}

LogicalResult Planner::scanForward() {
  StageCounts counts = startCounts("gpuarray-forward", ops.size());
  bool isFine = true;
  for (const BodyOp &entry : ops) {
    if (!entry.liftable)
      continue;
    Decision decision = ask(entry.liftable, decideByOperands, counts);
    if (decision.kind != Decision::Conflict)
      continue;
    isFine = false;
    (void)reportConflict(entry.liftable, decision);
  }
  if (run.profile)
    run.profile->add(counts);
  return success(isFine);
}

void Planner::scanBackward() {
  StageCounts counts = startCounts("gpuarray-backward", ops.size());
  for (const BodyOp &entry : llvm::reverse(ops)) {
    if (!entry.liftable || moves.contains(entry.op) ||
        ask(entry.liftable, decideByUsers, counts).kind != Decision::Move)
      continue;
    // All its users are on the device, but for those that ask for sizes and do
    // not mind: they can now have them from there.
    for (OpResult result : entry.op->getResults())
      for (OpOperand *use : getUsesOfCopies(result)) {
        auto user = dyn_cast<DeviceLiftOpInterface>(use->getOwner());
        if (user && !moves.contains(user) && answersOnHost(user))
          ask(user, decideByOperands, counts);
      }
  }
  if (run.profile)
    run.profile->add(counts);
}

LogicalResult Planner::plan() {
  for (Block *block : getBlocksSortedByDominance(function.getFunctionBody()))
    for (Operation &op : *block)
      ops.emplace_back(&op);
  if (failed(scanForward()))
    return failure();
  scanBackward();
  return success();
}

//===----------------------------------------------------------------------===//
// Edit
//===----------------------------------------------------------------------===//

namespace {
/// Carries out a plan, in program order.
class Editor {
public:
  Editor(const Planner &planner, RewriterBase &rewriter)
      : planner(planner), rewriter(rewriter) {}

  /// Returns whether it changed anything.
  bool run();

private:
  Value getCopy(Value home, Attribute place, Operation *user);
  Value makeCopy(Value original, Attribute place, Operation *user);
  void visitTransfer(Operation *op);
  void visitStaying(Operation *op);
  void visitMoving(DeviceLiftOpInterface op, Attribute device);
  Value getOperand(DeviceLiftOpInterface op, unsigned index, Attribute device);

  const Planner &planner;
  RewriterBase &rewriter;
  /// What was built for the results of ops that moved.
  DenseMap<Value, Value> built;
  /// The transfers of each tensor.
  DenseMap<std::pair<Value, Attribute>, Value> copies;
  /// Transfers that were there; constants that were copied.
  SmallVector<Operation *> kept, copied;
  SmallVector<Operation *> replaced;
  bool changed = false;
};
} // namespace

/// Where a copy of `original` has to stand to serve `user` and all that come
/// after it: in front of it, or, if they are in different blocks, at the end of
/// the block of the original.
static Operation *getInsertionPoint(Value original, Operation *user) {
  Block *block = original.getParentBlock();
  if (Operation *ancestor = block->findAncestorOpInBlock(*user))
    return ancestor;
  return block->getTerminator();
}

/// The location for a transfer of `value`: where it comes from, if known.
static Location getCopyLoc(Value value, Operation *user) {
  Location loc = value.getLoc();
  return isa<UnknownLoc>(loc) ? user->getLoc() : loc;
}

Value Editor::makeCopy(Value original, Attribute place, Operation *user) {
  changed = true;
  rewriter.setInsertionPoint(getInsertionPoint(original, user));
  if (Value constant = buildConstant(original, place, rewriter)) {
    copied.push_back(original.getDefiningOp());
    return constant;
  }
  Type type = withDevice(original.getType(), place);
  Location loc = getCopyLoc(original, user);
  if (!place)
    return HostFromGpuOp::create(rewriter, loc, type, original);
  if (!getDevice(original))
    return GpuFromHostOp::create(rewriter, loc, type, original);
  return GpuToGpuOp::create(rewriter, loc, type, original);
}

/// The tensor at `home` in `place`, for `user` and what comes after it.
Value Editor::getCopy(Value home, Attribute place, Operation *user) {
  Value original = home;
  if (Value moved = built.lookup(home))
    original = moved;
  if (getDevice(original) == place)
    return original;
  Value &copy = copies[{home, place}];
  if (!copy)
    copy = makeCopy(original, place, user);
  return copy;
}

/// Whether `op` is what getCopy() would make.
static bool isCopyOf(Operation *op, Value original, Attribute place) {
  return op->getOperand(0) == original &&
         op->getBlock() == original.getParentBlock() &&
         getDevice(op->getResult(0)) == place;
}

void Editor::visitTransfer(Operation *op) {
  Value result = op->getResult(0), home = getHome(result);
  Attribute place = getDevice(result);
  // It stays if it is the first of its kind and somebody uses it.
  bool isWanted = !result.use_empty() && !built.contains(home) &&
                  getDevice(home) != place && isCopyOf(op, home, place) &&
                  !isLiftableConstant(home, place);
  if (isWanted && copies.try_emplace({home, place}, result).second) {
    kept.push_back(op);
    return;
  }
  changed = true;
  replaced.push_back(op);
}

void Editor::visitStaying(Operation *op) {
  op->walk([&](Operation *nested) {
    for (OpOperand &operand : nested->getOpOperands()) {
      Value value = operand.get(), home = getHome(value);
      bool isOwn = home == value && !built.contains(home);
      if (isOwn || !isa<RankedTensorType>(value.getType()))
        continue;
      // What a region of the op makes is its own business.
      if (value.getParentRegion() != op->getParentRegion())
        continue;
      Value copy = getCopy(home, getDevice(value), op);
      if (copy == value)
        continue;
      changed = true;
      rewriter.modifyOpInPlace(nested, [&] { operand.set(copy); });
    }
  });
}

Value Editor::getOperand(DeviceLiftOpInterface op, unsigned index,
                         Attribute device) {
  Value value = op->getOperand(index), home = getHome(value);
  if (!isa<RankedTensorType>(value.getType()))
    return value;
  OperandPlace place = op.getOperandPlace(index);
  if (place == OperandPlace::Host)
    return getCopy(home, {}, op);
  Value original = built.contains(home) ? built.lookup(home) : home;
  Attribute own = getDevice(original);
  if (place == OperandPlace::Anywhere)
    return getCopy(home, own == device ? device : Attribute(), op);
  return getCopy(home, own && op.acceptsMixedDevices() ? own : device, op);
}

void Editor::visitMoving(DeviceLiftOpInterface op, Attribute device) {
  SmallVector<Value> operands, results;
  for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i)
    operands.push_back(getOperand(op, i, device));
  rewriter.setInsertionPoint(op);
  if (failed(op.buildOnDevice(rewriter, device, operands, results)))
    return visitStaying(op);
  changed = true;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), results))
    built[result] = value;
  replaced.push_back(op);
}

bool Editor::run() {
  for (const BodyOp &entry : planner.getOps()) {
    if (Attribute device = planner.getMove(entry.op))
      visitMoving(entry.liftable, device);
    else if (isTransfer(entry.op))
      visitTransfer(entry.op);
    else
      visitStaying(entry.op);
  }
  // Users first: their operands are what was replaced before.
  for (Operation *op : llvm::reverse(replaced))
    rewriter.eraseOp(op);
  // What only the replaced ops read.
  for (ArrayRef<Operation *> unused : {ArrayRef(kept), ArrayRef(copied)})
    for (Operation *op : unused)
      if (op->use_empty()) {
        changed = true;
        rewriter.eraseOp(op);
      }
  return changed;
}

FailureOr<bool> croton::detail::placeTopologically(
    FunctionOpInterface function, DeviceAttr device,
    const FrozenRewrites &lifters, RewriterBase &rewriter,
    const RunOptions &run) {
  Planner planner(function, device, lifters, run);
  if (failed(planner.plan()))
    return failure();
  return Editor(planner, rewriter).run();
}
