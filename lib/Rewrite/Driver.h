//===- Driver.h - What both drivers do around an application ----*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_DRIVER_H
#define CROTON_LIB_REWRITE_DRIVER_H

#include "DriverRewriter.h"
#include "Lineage.h"
#include "Provenance.h"
#include "croton/Rewrite/Drivers.h"
#include "croton/Rewrite/Profile.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <chrono>

namespace mlir::croton::detail {

/// Whether no result of `op` has a use. Cheaper than Operation::use_empty().
inline bool isUnused(Operation *op) {
  return llvm::all_of(op->getResults(),
                      [](Value result) { return result.use_empty(); });
}

/// Calls `visit` for each operand of `op` that is there, once for one that
/// comes many times: walks over uses would take quadratic time.
template <typename Visit>
void forEachOperand(Operation *op, Visit visit) {
  constexpr unsigned kFew = 8;
  bool isWide = op->getNumOperands() > kFew;
  DenseSet<Value> seen;
  for (Value operand : op->getOperands())
    if (operand && (!isWide || seen.insert(operand).second))
      visit(operand);
}

/// The application under way.
struct Application {
  explicit Application(Operation *root)
      : root(root), rootLoc(root->getLoc()), rootName(root->getName()) {}

  /// The candidates of `op` are about to be tried.
  void reset(Operation *op) {
    root = op;
    numEdits = 0;
    hasStarted = false;
  }
  /// One of them edits for the first time, or has done something else that
  /// needs telling. Most never get here.
  void start() {
    if (hasStarted)
      return;
    hasStarted = true;
    rootLoc = root->getLoc();
    rootName = root->getName();
    numErased = 0;
    rootErased = false;
    replacement = nullptr;
    created.clear();
  }

  const FrozenRewrites::Candidate *candidate = nullptr;
  Operation *root;
  Location rootLoc;
  OperationName rootName;
  /// What its root was, and which application made it.
  Lineage::Ancestor ancestor;
  /// Edits made, in the order of the listener's events.
  unsigned numEdits = 0;
  unsigned numErased = 0;
  bool hasStarted = false;
  bool rootErased = false;
  /// The op, or null, that the root was replaced with.
  Operation *replacement = nullptr;
  /// Ops made and still there.
  SmallVector<Operation *, 8> created;
};

/// Common base: finds candidates, applies one, checks what it did, counts, and
/// keeps the limits. Subclasses decide which op is next and what an edit means
/// for that.
class Driver : public RewriterBase::Listener {
public:
  Driver(Operation *root, const FrozenRewrites &rewrites,
         const RewriteLimits &limits, const RunOptions &run, StringRef stage,
         StringRef kind);
  ~Driver() override;

  //===--------------------------------------------------------------------===//
  // Listener
  //===--------------------------------------------------------------------===//

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) final;
  void notifyOperationModified(Operation *op) final;
  void notifyOperationReplaced(Operation *op, Operation *replacement) final;
  void notifyOperationReplaced(Operation *op, ValueRange replacement) final;
  void notifyOperationErased(Operation *op) final;
  void notifyBlockInserted(Block *block, Region *previous,
                           Region::iterator previousIt) final;
  void notifyBlockErased(Block *block) final;
  void
  notifyMatchFailure(Location loc,
                     function_ref<void(Diagnostic &)> reasonCallback) final;

private:
  struct RecentName {
    const void *name = nullptr;
    ArrayRef<FrozenRewrites::Candidate> candidates;
  };

protected:
  /// What trying the candidates of an op came to.
  enum class Outcome {
    /// None applied; the op is as it was.
    None,
    /// One applied.
    Applied,
    /// None counts as applied, but the IR was edited.
    Edited,
    /// The run is over: a limit, or a failure under Policy::Fail.
    Stop,
  };

  ArrayRef<FrozenRewrites::Candidate> getCandidates(Operation *op) {
    // A few names make up most of a graph, and this is asked for each op.
    const void *name = op->getName().getAsOpaquePointer();
    RecentName &recent = recentNames[(reinterpret_cast<uintptr_t>(name) >> 4) %
                                     recentNames.size()];
    if (recent.name == name)
      return recent.candidates;
    return findCandidates(op->getName(), recent);
  }
  /// Tries the candidates of `op` in order until one applies. If that one is in
  /// a group that applies all, goes on with the group on what replaced `op`.
  Outcome visitCandidates(Operation *op) {
    return visitCandidates(op, getCandidates(op));
  }
  /// The same for who has the candidates at hand.
  Outcome visitCandidates(Operation *op,
                          ArrayRef<FrozenRewrites::Candidate> all) {
    if (all.empty())
      return Outcome::None;
    Outcome outcome = tryCandidates(op, all);
    if (outcome != Outcome::Applied || rewrites.getGroups().empty())
      return outcome;
    return continueGroup(outcome);
  }
  /// The application made last.
  const Application &getLast() const { return application; }

  /// Reports that a limit of the whole run was hit, by policy.
  void reportLimit(const Twine &what);
  bool hasFailed() const { return hasFailure; }
  bool isStopped() const { return stopped; }
  void stop() { stopped = true; }
  void fail() { hasFailure = stopped = true; }
  uint64_t getNumEdits() const { return numEdits; }
  /// Erases `op` if nobody needs it; returns whether it did.
  bool eraseIfDead(Operation *op);
  void setSize(uint64_t numOps);
  /// Whether the observer, if any, lets the driver edit by itself; see the
  /// names in ApplicationObserver.
  bool mayEdit(StringRef what, Operation *op) {
    return LLVM_LIKELY(!run.observer) || run.observer->mayApply(what, op);
  }
  void reportEdit(StringRef what, unsigned number, OperationName name,
                  Location loc) {
    if (LLVM_UNLIKELY(run.observer != nullptr))
      run.observer->onApplied(what, number, name, loc);
  }

  // What happened, whoever did it. The op of opErased() is still there.
  virtual void opCreated(Operation *op) {}
  virtual void opModified(Operation *op) {}
  virtual void opErased(Operation *op) {}
  /// An application took a user away from `op` other than by erasing it.
  virtual void opReleased(Operation *op) {}
  /// An op left a region of `op`, which is not the root of the run.
  virtual void bodyChanged(Operation *op) {}
  /// An attempt starts, or is about to be undone: what it does until then
  /// counts for nothing. Called while edits are recorded.
  virtual void applicationStarts() {}
  virtual void applicationUndone() {}
  /// `op`, which the application had erased, is back.
  virtual void opRestored(Operation *op) {}

  /// What an op was replaced with last.
  Operation *getReplacement() const { return lastReplacement; }
  /// Until endGlobal(), ops are made by `rewrite`, a global one.
  void beginGlobal(StringRef rewrite);
  /// Blames it for an edit that the rewriter refused, if there was one.
  void endGlobal(StringRef rewrite);

  Operation *root;
  const FrozenRewrites &rewrites;
  const RewriteLimits &limits;
  const RunOptions &run;
  DriverRewriter rewriter;
  StageCounts counts;
  unsigned round = 1;
  /// Off where no op is visited twice, so that nothing can go in a circle.
  bool keepsLineage = true;
  /// Edits that are made now only take others back.
  bool isUndoing = false;

private:
  /// What the loop over candidates needs of a member.
  struct MemberState {
    uint64_t tried = 0;
    /// Cycles in calls that missed and in calls that applied.
    uint64_t cycles[2] = {0, 0};
    bool isDisabled = false;
  };
  /// Tries the candidates of `op`, those of `group` alone if it is not -1.
  Outcome tryCandidates(Operation *op, ArrayRef<FrozenRewrites::Candidate> all,
                        int group = -1);
  ArrayRef<FrozenRewrites::Candidate> findCandidates(OperationName name,
                                                     RecentName &recent);
  Outcome continueGroup(Outcome outcome);
  template <bool isPlain>
  Outcome tryEach(Operation *op, ArrayRef<FrozenRewrites::Candidate> all,
                  int group);
  void beginGuarded();
  bool isResultValid(std::string &message);
  bool hasHiddenEdits();
  void noteHiddenEdits();
  void noteMiss();
  void keepReason(Location loc,
                  function_ref<void(Diagnostic &)> reasonCallback);
  void noteLeaving(Operation *around) {
    if (around && around != root)
      bodyChanged(around);
  }
  void noteEdit() {
    ++numEdits;
    if (isApplying)
      application.start();
    ++application.numEdits;
  }
  Outcome settle(LogicalResult status);
  Outcome accept();
  Outcome undo(StringRef what);
  Outcome refuse();
  void noteUnchanged();
  bool admits(const FrozenRewrites::Candidate &candidate, Operation *op);
  void reportMisbehaviour(const Twine &what);
  void reportMiss(ApplicationObserver::Miss miss, StringRef reason);
  void reportOvertaken(ArrayRef<FrozenRewrites::Candidate> others);
  bool exceedsLimits();
  bool makesHugeOp();
  void setTimes();
  StringRef getName(unsigned member) const {
    return rewrites.getMembers()[member].name;
  }

  /// Candidates by op name, so that the shared table is asked once for each.
  DenseMap<OperationName, ArrayRef<FrozenRewrites::Candidate>> candidates;
  std::array<RecentName, 16> recentNames;
  Application application;
  bool isApplying = false, isInGlobal = false;
  Operation *lastReplacement = nullptr;
  /// Of the root before an attempt, under Guard::Full.
  uint64_t fingerprint = 0;
  Provenance provenance;
  Lineage lineage;
  /// Parallel to the members of the set.
  SmallVector<RewriteCounts> memberCounts;
  SmallVector<unsigned> uses;
  SmallVector<MemberState> states;
  SmallVector<bool> wantsMisses, saidUnchanged;
  /// What was said about rewrites that misbehave, to say it once.
  llvm::StringSet<> complaints;
  bool wantsAnyMiss = false, keepsTime = false, isGuarded = false;
  /// The observer may keep candidates from being tried.
  bool mayBeStopped = false;
  /// The observer wants to hear of the current root.
  bool isWatched = false;
  uint64_t startCycles = 0;
  std::chrono::steady_clock::time_point startTime;
  std::string missReason;
  uint64_t numEdits = 0;
  uint64_t maxUses = 0, maxNewOps = 0;
  int64_t numNewOps = 0;
  bool hasFailure = false, stopped = false;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_DRIVER_H
