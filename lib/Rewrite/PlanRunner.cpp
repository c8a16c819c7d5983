//===- PlanRunner.cpp - Applying a plan -----------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/PlanRunner.h"

#include "GlobalRunner.h"
#include "Provenance.h"
#include "Remarks.h"
#include "croton/Rewrite/Profile.h"
#include "mlir/IR/Threading.h"
#include <chrono>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// What a stage keeps between runs.
struct PlanRunner::Stage {
  Stage(MLIRContext *context, const PlanNode &node)
      : rewrites(context, node.locals, node.groups) {}

  FixpointMemo &getMemo(Operation *unit) {
    std::lock_guard<std::mutex> lock(mutex);
    return memos[unit];
  }

  FrozenRewrites rewrites;
  std::mutex mutex;
  std::map<Operation *, FixpointMemo> memos;
};

PlanRunner::PlanRunner(MLIRContext *context, Plan plan)
    : context(context), plan(std::move(plan)) {}

PlanRunner::~PlanRunner() = default;

PlanRunner::Stage &PlanRunner::getStage(const PlanNode &node) {
  std::unique_ptr<Stage> &stage = stages[&node];
  if (!stage)
    stage = std::make_unique<Stage>(context, node);
  return *stage;
}

//===----------------------------------------------------------------------===//
// Units
//===----------------------------------------------------------------------===//

/// Whether `op` only holds isolated ops: a module.
static bool isContainer(Operation *op) {
  return op->hasTrait<OpTrait::SymbolTable>() && op->getNumRegions() == 1 &&
         op->hasTrait<OpTrait::NoTerminator>();
}

/// Collects the ops below `op` that are rewritten on their own. Returns whether
/// local rewrites would also have something to do outside of them.
static bool collectUnits(Operation *op, const FrozenRewrites &rewrites,
                         SmallVectorImpl<Operation *> &units) {
  if (!isContainer(op)) {
    units.push_back(op);
    return false;
  }
  bool hasOthers = false;
  for (Block &block : op->getRegion(0))
    for (Operation &nested : block) {
      hasOthers |= !rewrites.getCandidates(nested.getName()).empty();
      if (nested.getNumRegions() == 0)
        continue;
      if (nested.hasTrait<OpTrait::IsIsolatedFromAbove>())
        hasOthers |= collectUnits(&nested, rewrites, units);
      else
        hasOthers = true;
    }
  return hasOthers;
}

FailureOr<bool> PlanRunner::runUnit(const PlanNode &node, Stage &stage,
                                    Operation *unit,
                                    const RunOptions &options) {
  if (node.kind == PlanNode::Kind::Topological)
    return applyTopological(unit, stage.rewrites, node.topologicalOptions,
                            options, node.name);
  // A memo says nothing about a run that an observer held back.
  FixpointMemo *memo = options.observer ? nullptr : &stage.getMemo(unit);
  return applyEquilibrium(unit, stage.rewrites, node.equilibriumOptions,
                          options, node.name,
                          {node.globals, node.finals, node.cleanups}, memo);
}

FailureOr<bool> PlanRunner::runLocal(const PlanNode &node, Stage &stage,
                                     Operation *op, const RunOptions &options) {
  SmallVector<Operation *> units;
  // Global rewrites have something to do even where there are no functions.
  if (collectUnits(op, stage.rewrites, units) || units.empty())
    units.assign({op});

  std::vector<FailureOr<bool>> results(units.size(), FailureOr<bool>(false));
  auto runAt = [&](size_t index) {
    results[index] = runUnit(node, stage, units[index], options);
  };
  // Remarks come in program order; engines are not made for threads, either.
  if ((options.observer && options.observer->needsSingleThread()) ||
      (options.remarks && context->getRemarkEngine()))
    for (size_t i = 0; i < units.size(); ++i)
      runAt(i);
  else
    parallelFor(context, 0, units.size(), runAt);

  bool changed = false;
  for (const FailureOr<bool> &result : results) {
    if (failed(result))
      return failure();
    changed |= *result;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {
/// Tells where the ops that a global rewrite makes come from.
class ProvenanceListener : public RewriterBase::Listener {
public:
  explicit ProvenanceListener(bool isEnabled) : provenance(isEnabled) {}

  void notifyOperationInserted(Operation *op,
                               OpBuilder::InsertPoint previous) override {
    if (!previous.isSet())
      provenance.mark(op);
  }

  Provenance provenance;
};
} // namespace

static FailureOr<bool> runGlobalStage(const PlanNode &node, Operation *op,
                                      const RunOptions &options) {
  auto start = std::chrono::steady_clock::now();
  StageCounts counts;
  counts.name = node.name;
  counts.kind = "global";
  counts.runs = 1;
  ProvenanceListener listener(options.provenance);
  IRRewriter rewriter(op->getContext(), &listener);
  bool changed = false, hasFailed = false;
  for (const std::shared_ptr<const GlobalRewrite> &rewrite : node.globals) {
    listener.provenance.begin(rewrite->getName(), /*number=*/1, op->getLoc());
    GlobalOutcome outcome = runWatched(*rewrite, op, rewriter, options, counts,
                                       /*round=*/1);
    changed |= outcome.hasChanged;
    hasFailed |= outcome.hasFailed;
  }
  counts.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  if (options.profile)
    options.profile->add(counts);
  if (hasFailed)
    return failure();
  return changed;
}

FailureOr<bool> PlanRunner::runStage(const PlanNode &node, Operation *op,
                                     const RunOptions &options) {
  FailureOr<bool> changed = node.kind == PlanNode::Kind::Global
                                ? runGlobalStage(node, op, options)
                                : runLocal(node, getStage(node), op, options);
  if (succeeded(changed))
    return changed;
  if (options.policy == Policy::Fail || options.limitPolicy == Policy::Fail)
    return failure();
  if (options.policy != Policy::Ignore)
    emitWarning(op->getLoc())
        << "stage '" << node.name << "' failed; the next ones go on";
  return true;
}

FailureOr<bool> PlanRunner::runStages(const PlanNode &node, Operation *op,
                                      const RunOptions &options) {
  if (node.kind != PlanNode::Kind::Sequence)
    return runStage(node, op, options);
  bool changed = false;
  for (const PlanNode &child : node.children) {
    FailureOr<bool> result = runStages(child, op, options);
    if (failed(result))
      return failure();
    changed |= *result;
  }
  return changed;
}

FailureOr<bool> PlanRunner::run(Operation *op, const RunOptions &options) {
  RunOptions runOptions = options;
  runOptions.remarks &= remarkPlan(op, plan.root.name);
  return runStages(plan.root, op, runOptions);
}
