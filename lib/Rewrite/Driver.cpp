//===- Driver.cpp - What both drivers do around an application ------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "Remarks.h"
#include "Text.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

using Candidate = FrozenRewrites::Candidate;
using Miss = ApplicationObserver::Miss;

Driver::Driver(Operation *root, const FrozenRewrites &rewrites,
               const RewriteLimits &limits, const RunOptions &run,
               StringRef stage, StringRef kind)
    : root(root), rewrites(rewrites), limits(limits), run(run),
      rewriter(root->getContext(), this), application(root),
      provenance(run.provenance) {
  counts.name = stage.str();
  counts.kind = kind.str();
  counts.runs = 1;
  size_t numMembers = rewrites.getMembers().size();
  memberCounts.resize(numMembers);
  uses.resize(numMembers);
  states.resize(numMembers);
  saidUnchanged.resize(numMembers);
  wantsMisses.resize(numMembers);
  keepsTime = run.profile && run.profile->hasTimes();
  isGuarded = run.guard != Guard::Types;
  mayBeStopped = run.observer && run.observer->mayStop();
  if (keepsTime) {
    startCycles = __builtin_readcyclecounter();
    startTime = std::chrono::steady_clock::now();
  }
  if (run.observer)
    for (size_t i = 0; i < numMembers; ++i)
      wantsAnyMiss |= wantsMisses[i] = run.observer->wantsMisses(getName(i));
}

Driver::~Driver() {
  if (!run.profile)
    return;
  setTimes();
  for (auto [count, state] : llvm::zip_equal(memberCounts, states)) {
    count.tried = state.tried;
    count.missed = count.tried - count.applied - count.refused -
                   count.noChange - count.rolledBack;
  }
  counts.opsAfter = std::max<int64_t>(counts.opsBefore + numNewOps, 0);
  for (auto [member, memberCount] :
       llvm::zip_equal(rewrites.getMembers(), memberCounts))
    counts.getRewrite(member.name) += memberCount;
  run.profile->add(counts);
}

/// Turns cycles into seconds by the length of this run in both.
void Driver::setTimes() {
  if (!keepsTime)
    return;
  uint64_t runCycles = __builtin_readcyclecounter() - startCycles;
  double runSeconds = std::chrono::duration<double>(
                          std::chrono::steady_clock::now() - startTime)
                          .count();
  double perCycle = runCycles ? runSeconds / runCycles : 0;
  for (auto [memberCount, state] : llvm::zip_equal(memberCounts, states)) {
    memberCount.missSeconds = state.cycles[0] * perCycle;
    memberCount.applySeconds = state.cycles[1] * perCycle;
  }
}

void Driver::setSize(uint64_t numOps) {
  counts.opsBefore = numOps;
  double size = std::max<uint64_t>(numOps, limits.sizeFloor);
  maxUses = static_cast<uint64_t>(limits.maxUseRatio * size);
  maxNewOps = static_cast<uint64_t>(limits.maxGrowth * size);
}

//===----------------------------------------------------------------------===//
// Listener
//===----------------------------------------------------------------------===//

void Driver::notifyOperationInserted(Operation *op,
                                     OpBuilder::InsertPoint previous) {
  noteEdit();
  if (rewriter.isRecording())
    rewriter.getTransaction().afterInsertion(op, previous);
  if (previous.isSet()) {
    noteLeaving(previous.getBlock()->getParentOp());
    opModified(op);
    return;
  }
  ++numNewOps;
  if (isApplying) {
    if (run.provenance && application.created.empty())
      provenance.begin(getName(application.candidate->member),
                       memberCounts[application.candidate->member].applied + 1,
                       application.rootLoc);
    application.created.push_back(op);
    provenance.mark(op);
  } else if (isInGlobal) {
    provenance.mark(op);
  }
  opCreated(op);
}

void Driver::notifyOperationModified(Operation *op) {
  noteEdit();
  opModified(op);
}

void Driver::notifyOperationReplaced(Operation *op, Operation *replacement) {
  noteEdit();
  lastReplacement = replacement;
  if (op == application.root)
    application.replacement = replacement;
}

void Driver::notifyOperationReplaced(Operation *op, ValueRange replacement) {
  noteEdit();
  lastReplacement = replacement.empty() || !replacement.front()
                        ? nullptr
                        : replacement.front().getDefiningOp();
  if (op == application.root && lastReplacement)
    application.replacement = lastReplacement;
}

void Driver::notifyOperationErased(Operation *op) {
  noteEdit();
  --numNewOps;
  if (isApplying) {
    ++application.numErased;
    if (op == application.root) {
      application.rootErased = true;
      if (keepsLineage)
        application.ancestor = lineage.describe(op, numNewOps);
    }
    if (op == application.replacement)
      application.replacement = nullptr;
    if (op != application.root)
      llvm::erase(application.created, op);
  }
  if (keepsLineage)
    lineage.forget(op);
  rewriter.forget(op);
  noteLeaving(op->getParentOp());
  opErased(op);
}

void Driver::notifyBlockInserted(Block *block, Region *previous,
                                 Region::iterator previousIt) {
  noteEdit();
  if (rewriter.isRecording())
    rewriter.getTransaction().afterBlockInsertion(block, previous, previousIt);
}

void Driver::notifyBlockErased(Block *block) { noteEdit(); }

void Driver::notifyMatchFailure(
    Location loc, function_ref<void(Diagnostic &)> reasonCallback) {
  // A failure after an edit is reported with its reason.
  if (LLVM_UNLIKELY(isWatched || application.numEdits != 0))
    keepReason(loc, reasonCallback);
}

void Driver::keepReason(Location loc,
                        function_ref<void(Diagnostic &)> reasonCallback) {
  if (!isApplying || (application.numEdits == 0 &&
                      !wantsMisses[application.candidate->member]))
    return;
  Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
  reasonCallback(diagnostic);
  missReason = diagnostic.str();
}

//===----------------------------------------------------------------------===//
// Trying candidates
//===----------------------------------------------------------------------===//

ArrayRef<Candidate> Driver::findCandidates(OperationName name,
                                           RecentName &recent) {
  auto [it, isNew] = candidates.try_emplace(name);
  if (isNew)
    it->second = rewrites.getCandidates(name);
  recent = {name.getAsOpaquePointer(), it->second};
  return it->second;
}

void Driver::reportMiss(Miss miss, StringRef reason) {
  unsigned member = application.candidate->member;
  if (!isWatched || !wantsMisses[member])
    return;
  application.start();
  run.observer->onMiss(getName(member), application.rootName,
                       application.rootLoc, miss, reason);
}

bool Driver::admits(const Candidate &candidate, Operation *op) {
  if (states[candidate.member].isDisabled) {
    if (isWatched && wantsMisses[candidate.member])
      run.observer->onMiss(getName(candidate.member), op->getName(),
                           op->getLoc(), Miss::Stopped,
                           "it has misbehaved and is not tried again");
    return false;
  }
  if (candidate.filter && !(*candidate.filter)(op)) {
    ++memberCounts[candidate.member].filtered;
    if (isWatched && wantsMisses[candidate.member])
      run.observer->onMiss(getName(candidate.member), op->getName(),
                           op->getLoc(), Miss::Filtered,
                           "its filter refuses the op");
    return false;
  }
  if (run.observer && !run.observer->mayApply(getName(candidate.member), op)) {
    if (isWatched && wantsMisses[candidate.member])
      run.observer->onMiss(getName(candidate.member), op->getName(),
                           op->getLoc(), Miss::Stopped, "");
    return false;
  }
  return true;
}

/// The candidates after the one that applied never got their turn.
void Driver::reportOvertaken(ArrayRef<Candidate> others) {
  for (const Candidate &other : others)
    if (wantsMisses[other.member])
      run.observer->onMiss(getName(other.member), application.rootName,
                           application.rootLoc, Miss::Overtaken,
                           getName(application.candidate->member));
}

/// Calls that miss are most of what a driver does. `isPlain` leaves out of the
/// loop what few runs ask for.
template <bool isPlain>
Driver::Outcome Driver::tryEach(Operation *op, ArrayRef<Candidate> all,
                                int group) {
  for (const Candidate &candidate : all) {
    if (!isPlain && group != -1 && candidate.group != group)
      continue;
    MemberState &state = states[candidate.member];
    bool mayBeHeldBack =
        candidate.filter || state.isDisabled || (!isPlain && mayBeStopped);
    if (LLVM_UNLIKELY(mayBeHeldBack) && !admits(candidate, op))
      continue;
    application.candidate = &candidate;
    ++state.tried;
    uint64_t start = !isPlain && keepsTime ? __builtin_readcyclecounter() : 0;
    if (!isPlain && isGuarded)
      beginGuarded();
    isApplying = true;
    rewriter.setInsertionPoint(op);
    LogicalResult status = candidate.pattern->matchAndRewrite(op, rewriter);
    isApplying = false;
    if (!isPlain && keepsTime)
      state.cycles[succeeded(status)] += __builtin_readcyclecounter() - start;
    if (failed(status) && !application.numEdits && !rewriter.hasRefused()) {
      if (!isPlain && (isWatched || isGuarded))
        noteMiss();
      if (!isPlain && isStopped())
        return Outcome::Stop;
      continue;
    }
    Outcome outcome = settle(status);
    if (LLVM_UNLIKELY(rewriter.hasReleased()))
      for (Operation *producer : rewriter.takeReleased())
        opReleased(producer);
    if (outcome != Outcome::None) {
      if (!isPlain && isWatched)
        reportOvertaken(all.drop_front(&candidate - all.data() + 1));
      return outcome;
    }
    // The op goes on to its next candidate as if nothing had been tried.
    application.reset(op);
  }
  return Outcome::None;
}

Driver::Outcome Driver::tryCandidates(Operation *op, ArrayRef<Candidate> all,
                                      int group) {
  application.reset(op);
  isWatched = wantsAnyMiss && run.observer->wantsRoot(op);
  bool isPlain =
      group == -1 && !mayBeStopped && !keepsTime && !isGuarded && !isWatched;
  return isPlain ? tryEach<true>(op, all, group)
                 : tryEach<false>(op, all, group);
}

Driver::Outcome Driver::continueGroup(Outcome outcome) {
  int group = application.candidate->group;
  if (group == -1 || !rewrites.getGroups()[group].applyAll)
    return outcome;
  while (true) {
    Operation *next =
        application.rootErased ? application.replacement : application.root;
    if (!next)
      return Outcome::Applied;
    Outcome again = tryCandidates(next, getCandidates(next), group);
    if (again != Outcome::Applied)
      return again == Outcome::Stop ? again : Outcome::Applied;
  }
}

//===----------------------------------------------------------------------===//
// After the call
//===----------------------------------------------------------------------===//

void Driver::reportMisbehaviour(const Twine &what) {
  unsigned member = application.candidate->member;
  std::string message =
      ("rewrite '" + getName(member) + "' " + what + " (root '" +
       application.rootName.getStringRef() + "')")
          .str();
  switch (run.policy) {
  case Policy::Ignore:
    return;
  case Policy::Warn:
    if (!complaints.insert(message).second)
      return;
    emitWarning(application.rootLoc, message);
    return;
  case Policy::Rollback:
    emitWarning(application.rootLoc, message) << "; it is not tried again";
    states[member].isDisabled = true;
    return;
  case Policy::Fail:
    emitError(application.rootLoc, message);
    fail();
    return;
  }
}

void Driver::noteUnchanged() {
  unsigned member = application.candidate->member;
  ++memberCounts[member].noChange;
  reportMiss(Miss::Refused, "it reports success without a change");
  if (saidUnchanged[member])
    return;
  saidUnchanged[member] = true;
  if (!isGuarded || !hasHiddenEdits())
    reportMisbehaviour("reports success without a change");
}

/// Undoes the application, where edits are recorded.
Driver::Outcome Driver::undo(StringRef what) {
  RewriteCounts &memberCount = memberCounts[application.candidate->member];
  ++memberCount.rolledBack;
  // Counts as a use, so that a rewrite that fails for ever meets its limit.
  ++uses[application.candidate->member];
  if (isGuarded) {
    uint64_t before = numEdits - application.numEdits;
    isUndoing = true;
    applicationUndone();
    rewriter.rollback([&](Operation *op) { notifyOperationErased(op); },
                      [&](Operation *op) {
                        op->walk([&](Operation *nested) {
                          ++numNewOps;
                          opRestored(nested);
                        });
                      });
    isUndoing = false;
    rewriter.takeReleased();
    numEdits = before;
  }
  reportMiss(Miss::RolledBack, what);
  reportMisbehaviour(what);
  if (isGuarded && hasHiddenEdits())
    noteHiddenEdits();
  if (isStopped() || exceedsLimits())
    return Outcome::Stop;
  return isGuarded ? Outcome::None : Outcome::Edited;
}

/// A replacement did not fit: nothing was replaced, and what was made for it
/// has no users.
Driver::Outcome Driver::refuse() {
  std::string reason = rewriter.takeRefusal();
  if (isGuarded)
    return undo(reason);
  RewriteCounts &memberCount = memberCounts[application.candidate->member];
  ++memberCount.refused;
  ++uses[application.candidate->member];
  SmallVector<Operation *, 8> created = application.created;
  bool hasOtherEdits = application.numEdits > created.size();
  uint64_t before = numEdits - application.numEdits;
  isUndoing = true;
  for (Operation *op : llvm::reverse(created))
    if (op->use_empty())
      rewriter.eraseOp(op);
  isUndoing = false;
  reportMiss(Miss::Refused, reason);
  reportMisbehaviour(reason);
  if (isStopped() || exceedsLimits())
    return Outcome::Stop;
  if (hasOtherEdits)
    return Outcome::Edited;
  numEdits = before;
  return Outcome::None;
}

Driver::Outcome Driver::settle(LogicalResult status) {
  application.start();
  std::string reason = std::move(missReason);
  missReason.clear();
  if (rewriter.hasRefused())
    return refuse();
  if (failed(status)) {
    std::string what = "edits and then reports failure";
    if (!reason.empty())
      what += " (" + reason + ")";
    return undo(isGuarded ? what + "; its edits are undone" : what);
  }
  if (application.numEdits == 0) {
    if (isGuarded)
      rewriter.commit();
    noteUnchanged();
    if (isGuarded && hasHiddenEdits())
      noteHiddenEdits();
    return isStopped() ? Outcome::Stop : Outcome::None;
  }
  return accept();
}

Driver::Outcome Driver::accept() {
  unsigned member = application.candidate->member;
  RewriteCounts &memberCount = memberCounts[member];
  if (isGuarded) {
    std::string message;
    if (!isResultValid(message))
      return undo("makes invalid IR: " + message);
    rewriter.commit();
  }
  ++memberCount.applied;
  memberCount.created += application.created.size();
  memberCount.erased += application.numErased;
  if (!memberCount.firstRound)
    memberCount.firstRound = round;
  memberCount.lastRound = round;
  ++uses[member];
  unsigned number = 0;
  if (keepsLineage) {
    if (!application.rootErased)
      application.ancestor = lineage.describe(application.root, numNewOps);
    number = lineage.record(member, application.ancestor);
    for (Operation *op : application.created)
      lineage.setMaker(op, number);
    if (!application.rootErased)
      lineage.setMaker(application.root, number);
  }
  if (run.observer)
    run.observer->onApplied(getName(member), memberCount.applied,
                            application.rootName, application.rootLoc);
  if (run.remarks)
    remarkApplied(root, counts.name, getName(member), memberCount.applied,
                  application.rootName, application.rootLoc);

  SmallVector<unsigned> cycle;
  if (keepsLineage)
    cycle = lineage.findCycle(number, root);
  if (!cycle.empty()) {
    std::string names;
    llvm::raw_string_ostream os(names);
    llvm::interleave(
        cycle, os, [&](unsigned step) { os << "'" << getName(step) << "'"; },
        ", ");
    reportLimit("these rewrites undo each other: " + names);
    return Outcome::Stop;
  }
  if (makesHugeOp() || exceedsLimits())
    return Outcome::Stop;
  return Outcome::Applied;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// "'a' 120 times, 'b' 3 times": the three largest counts.
static std::string describeTop(ArrayRef<FrozenRewrites::Member> members,
                               ArrayRef<RewriteCounts> counts,
                               uint64_t RewriteCounts::*field, StringRef unit) {
  auto order = llvm::to_vector(llvm::seq<size_t>(0, counts.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    uint64_t countA = counts[a].*field, countB = counts[b].*field;
    return countA != countB ? countA > countB : a < b;
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator comma;
  for (size_t index : ArrayRef(order).take_front(3))
    if (uint64_t count = counts[index].*field)
      os << comma << "'" << members[index].name << "' " << count << " " << unit
         << (count == 1 ? "" : "s");
  return text;
}

void Driver::reportLimit(const Twine &what) {
  stop();
  if (run.observer)
    run.observer->onLimit(counts.name, root->getLoc(), what.str());
  if (run.limitPolicy == Policy::Ignore)
    return;
  bool isError = run.limitPolicy == Policy::Fail;
  InFlightDiagnostic diagnostic =
      isError ? emitError(root->getLoc()) : emitWarning(root->getLoc());
  diagnostic << "stage '" << counts.name << "' stops: " << what;
  diagnostic.attachNote() << "applied most: "
                          << describeTop(rewrites.getMembers(), memberCounts,
                                         &RewriteCounts::applied, "time");
  diagnostic.attachNote() << "made most: "
                          << describeTop(rewrites.getMembers(), memberCounts,
                                         &RewriteCounts::created, "op");
  if (isError)
    hasFailure = true;
}

bool Driver::exceedsLimits() {
  unsigned member = application.candidate->member;
  if (uses[member] > maxUses) {
    reportLimit("rewrite '" + getName(member) + "' was used " +
                Twine(uses[member]) + " times, more than its limit of " +
                Twine(maxUses) + " (max-use-ratio " +
                formatPosition(limits.maxUseRatio) + ")");
    return true;
  }
  if (numNewOps > static_cast<int64_t>(maxNewOps)) {
    reportLimit("the rewrites have added " + Twine(numNewOps) +
                " ops, more than their limit of " + Twine(maxNewOps) +
                " (max-growth " + formatPosition(limits.maxGrowth) + ")");
    return true;
  }
  return false;
}

/// Ops that grow are not many ops; the largest ends up with all of memory.
bool Driver::makesHugeOp() {
  auto isHuge = [&](Operation *op) {
    return LLVM_UNLIKELY(op->getNumOperands() > limits.maxOperands);
  };
  if (!llvm::any_of(application.created, isHuge) &&
      (application.rootErased || !isHuge(application.root)))
    return false;
  reportLimit("rewrite '" + getName(application.candidate->member) +
              "' has made an op of more than " + Twine(limits.maxOperands) +
              " operands (max-operands)");
  return true;
}

bool Driver::eraseIfDead(Operation *op) {
  if (!isUnused(op) || !isOpTriviallyDead(op))
    return false;
  ++counts.dead;
  reportEdit(ApplicationObserver::kErase, counts.dead, op->getName(),
             op->getLoc());
  rewriter.eraseOp(op);
  return true;
}
