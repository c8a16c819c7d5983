//===- OptimizePass.cpp - The rewrite engine as a pass --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Passes.h"

#include "RunnerCache.h"
#include "Text.h"
#include "croton/Rewrite/Explain.h"
#include "croton/Rewrite/Profile.h"
#include "croton/Rewrite/Registry.h"
#include "croton/Support/DidYouMean.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ToolOutputFile.h"

namespace mlir::croton {
#define GEN_PASS_DEF_OPTIMIZEPASS
#include "croton/Rewrite/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

/// Reads one of `names` into the enum value with its index.
template <typename Enum>
static llvm::Error readEnum(StringRef option, StringRef text,
                            ArrayRef<StringRef> names, Enum &value) {
  const StringRef *it = llvm::find(names, text);
  if (it == names.end())
    return llvm::createStringError("expected '" + option + "' to be one of " +
                                   llvm::join(names, ", ") + ", but got '" +
                                   text + "'" + didYouMean(text, names));
  value = static_cast<Enum>(it - names.begin());
  return llvm::Error::success();
}

static SmallVector<StringRef> toRefs(ArrayRef<std::string> words) {
  return SmallVector<StringRef>(words.begin(), words.end());
}

namespace {
class OptimizePass : public croton::impl::OptimizePassBase<OptimizePass> {
public:
  using OptimizePassBase::OptimizePassBase;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  llvm::Expected<Query> makeQuery(const RewriteRegistry &registry);
  llvm::Error prepare(MLIRContext *context);
  LogicalResult writeProfile(const RewriteProfile &profile);

  void writeExplanation(const ExplainObserver &observer);

  RunOptions runOptions;
  RewriteProfile::SortKey sortKey = RewriteProfile::SortKey::Applied;
  std::optional<ExplainRequest> explained;
  std::shared_ptr<const RewriteRegistry> registry;
  Query selectedQuery;
  std::shared_ptr<const Plan> plan;
};
} // namespace

llvm::Expected<Query> OptimizePass::makeQuery(const RewriteRegistry &registry) {
  Query result;
  if (!query.empty()) {
    llvm::Expected<Query> parsed = Query::parse(query);
    if (!parsed)
      return parsed.takeError();
    result = *parsed;
  } else {
    llvm::Expected<const Mode *> found = registry.findMode(mode);
    if (!found)
      return found.takeError();
    result = (*found)->query;
  }
  result = result.including(toRefs(include))
               .requiring(toRefs(require))
               .excluding(toRefs(exclude));
  if (!cutoff.empty()) {
    std::optional<double> position = parsePosition(cutoff);
    if (!position)
      return llvm::createStringError(
          "expected 'cutoff' to be a number, but got '" + cutoff + "'");
    result = result.withCutoff(*position);
  }
  return result;
}

llvm::Error OptimizePass::prepare(MLIRContext *context) {
  static constexpr StringRef guards[] = {"types", "local", "full"};
  static constexpr StringRef policies[] = {"ignore", "warn", "rollback",
                                           "fail"};
  static constexpr StringRef formats[] = {"", "text", "json", "trace"};
  static constexpr StringRef sortKeys[] = {"time", "applied", "tried", "name"};
  int format = 0;
  if (llvm::Error error = readEnum("guard", guard, guards, runOptions.guard))
    return error;
  if (llvm::Error error =
          readEnum("policy", policy, policies, runOptions.policy))
    return error;
  if (llvm::Error error = readEnum("limit-policy", limitPolicy, policies,
                                   runOptions.limitPolicy))
    return error;
  if (llvm::Error error = readEnum("profile", profileFormat, formats, format))
    return error;
  if (llvm::Error error =
          readEnum("profile-sort", profileSort, sortKeys, sortKey))
    return error;
  if (!explain.empty()) {
    llvm::Expected<ExplainRequest> parsed = ExplainRequest::parse(explain);
    if (!parsed)
      return parsed.takeError();
    explained = *parsed;
  }
  // A roll-back needs a record of the edits.
  if (runOptions.policy == Policy::Rollback && runOptions.guard == Guard::Types)
    runOptions.guard = Guard::Local;
  runOptions.provenance = provenance;

  llvm::Expected<RewriteRegistry> collected = RewriteRegistry::collect(context);
  if (!collected)
    return collected.takeError();
  registry = std::make_shared<const RewriteRegistry>(std::move(*collected));
  llvm::Expected<Query> selected = makeQuery(*registry);
  if (!selected)
    return selected.takeError();
  llvm::Expected<Plan> resolved = registry->getDatabase().resolve(*selected);
  if (!resolved)
    return resolved.takeError();
  selectedQuery = *selected;
  plan = std::make_shared<const Plan>(std::move(*resolved));
  return llvm::Error::success();
}

LogicalResult OptimizePass::initialize(MLIRContext *context) {
  if (llvm::Error error = prepare(context)) {
    emitError(UnknownLoc::get(context))
        << "croton-optimize: " << llvm::toString(std::move(error));
    return failure();
  }
  return success();
}

LogicalResult OptimizePass::writeProfile(const RewriteProfile &profile) {
  auto write = [&](raw_ostream &os) {
    if (profileFormat == "text")
      profile.print(os, sortKey, profileTop);
    else if (profileFormat == "json")
      profile.printJSON(os);
    else
      profile.printTrace(os);
  };
  if (profileOutput == "-") {
    write(llvm::errs());
    return success();
  }
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file =
      openOutputFile(profileOutput, &message);
  if (!file)
    return emitError(UnknownLoc::get(&getContext()))
           << "croton-optimize: " << message;
  write(file->os());
  file->keep();
  return success();
}

void OptimizePass::writeExplanation(const ExplainObserver &observer) {
  if (observer.emitRemarks())
    return;
  // At once, so that explanations from several threads do not mix.
  std::string text;
  llvm::raw_string_ostream os(text);
  observer.print(os);
  llvm::errs() << text;
}

void OptimizePass::runOnOperation() {
  if (printPlan)
    plan->print(llvm::errs());
  RewriteProfile profile(profileTimes);
  RunOptions options = runOptions;
  if (!profileFormat.empty())
    options.profile = &profile;
  std::optional<ExplainObserver> observer;
  if (explained) {
    observer.emplace(*explained, registry->getDatabase(), selectedQuery, *plan,
                     &getContext());
    observer->begin(getOperation());
    options.observer = &*observer;
  }
  PlanRunner &runner =
      getAnalysis<RunnerCache>().get(*plan, guard + "," + policy);
  FailureOr<bool> changed = runner.run(getOperation(), options);
  if (observer)
    writeExplanation(*observer);
  if (!profileFormat.empty() && failed(writeProfile(profile)))
    return signalPassFailure();
  if (failed(changed))
    return signalPassFailure();
  if (!*changed)
    markAllAnalysesPreserved();
}
