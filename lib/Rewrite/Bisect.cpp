//===- Bisect.cpp - Which application changes the outcome -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Bisect.h"

#include "LocalDiagnostics.h"
#include "Remarks.h"
#include "croton/Rewrite/PlanRunner.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Runs that stop
//===----------------------------------------------------------------------===//

namespace {

/// Lets the first `limit` applications happen and remembers the last of them.
class StepLimiter final : public ApplicationObserver {
public:
  StepLimiter(Operation *top, unsigned limit) : top(top), limit(limit) {}

  bool needsSingleThread() const override { return true; }
  // An edit that is refused or undone may leave its traces; it is a step, too.
  bool wantsMisses(StringRef rewrite) override { return true; }

  bool mayApply(StringRef rewrite, Operation *root) override {
    if (numSteps >= limit)
      return false;
    // Only the last one is asked for; others need not be looked up.
    if (numSteps + 1 == limit)
      function = findFunction(root);
    return true;
  }

  void onApplied(StringRef rewrite, unsigned number, OperationName root,
                 Location loc) override {
    if (rewrite != kErase)
      addStep(rewrite, number, root, loc, /*wasMisbehaviour=*/false);
  }

  void onMiss(StringRef rewrite, OperationName root, Location loc, Miss miss,
              StringRef reason) override {
    if (miss == Miss::RolledBack || miss == Miss::Refused)
      addStep(rewrite, /*number=*/0, root, loc, /*wasMisbehaviour=*/true);
  }

  unsigned getNumSteps() const { return numSteps; }
  const std::optional<BisectStep> &getLast() const { return last; }
  /// The symbol below the top op that the last step was in, null if it was in
  /// none.
  StringAttr getFunction() const { return function; }

private:
  StringAttr findFunction(Operation *root) const {
    while (root != top && root->getParentOp() != top)
      root = root->getParentOp();
    return root == top ? StringAttr() : getSymbolName(root);
  }

  void addStep(StringRef rewrite, unsigned number, OperationName root,
               Location loc, bool wasMisbehaviour) {
    if (++numSteps == limit)
      last = BisectStep{rewrite.str(), numSteps,
                        number,        root.getStringRef().str(),
                        loc,           wasMisbehaviour};
  }

  Operation *top;
  unsigned limit;
  unsigned numSteps = 0;
  std::optional<BisectStep> last;
  StringAttr function;
};

/// What a run left.
struct Outcome {
  OwningOpRef<Operation *> op;
  unsigned numSteps;
  std::optional<BisectStep> last;
  StringAttr function;
};

class Bisection {
public:
  Bisection(Operation *op, const Plan &plan, const RunOptions &options,
            const BisectPredicate &isGood)
      : op(op), runner(op->getContext(), plan), options(options),
        isGood(isGood) {}

  llvm::Expected<BisectResult> run();

private:
  Outcome runSteps(unsigned limit);
  llvm::Expected<unsigned> search(unsigned numBad);
  llvm::Error finish(unsigned step);

  Operation *op;
  PlanRunner runner;
  RunOptions options;
  const BisectPredicate &isGood;
  BisectResult result;
};

} // namespace

Outcome Bisection::runSteps(unsigned limit) {
  ++result.numRuns;
  Outcome outcome;
  outcome.op = op->clone();
  StepLimiter limiter(outcome.op.get(), limit);
  RunOptions runOptions = options;
  runOptions.profile = nullptr;
  runOptions.remarks = false;
  runOptions.observer = &limiter;
  {
    // The user has seen these, or will; not once per run.
    LocalDiagnostics silence(op->getContext());
    (void)runner.run(outcome.op.get(), runOptions);
  }
  outcome.numSteps = limiter.getNumSteps();
  outcome.last = limiter.getLast();
  outcome.function = limiter.getFunction();
  return outcome;
}

//===----------------------------------------------------------------------===//
// Stand-alone files
//===----------------------------------------------------------------------===//

/// Erases what is next to the symbol `name` in `top` and not referred to by it,
/// directly or through others.
static void keepOnly(Operation *top, StringAttr name) {
  if (!name || top->getNumRegions() != 1 ||
      !top->hasTrait<OpTrait::SymbolTable>())
    return;
  Operation *start = SymbolTable::lookupSymbolIn(top, name);
  if (!start)
    return;
  llvm::SetVector<Operation *> kept;
  kept.insert(start);
  for (size_t i = 0; i < kept.size(); ++i) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(kept[i]);
    // An op that hides its uses may use anything.
    if (!uses)
      return;
    for (SymbolTable::SymbolUse use : *uses)
      if (Operation *used = SymbolTable::lookupSymbolIn(
              top, use.getSymbolRef().getRootReference()))
        kept.insert(used);
  }
  for (Operation &nested :
       llvm::make_early_inc_range(llvm::reverse(top->getRegion(0).front())))
    if (!kept.contains(&nested) && nested.use_empty() &&
        !nested.hasTrait<OpTrait::IsTerminator>())
      nested.erase();
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

static llvm::Error failUnrepeatable() {
  return llvm::createStringError(
      "two runs differ: a rewrite does not depend on the program alone");
}

/// No step is good, `numBad` are not. Returns the step between the two.
llvm::Expected<unsigned> Bisection::search(unsigned numBad) {
  unsigned numGood = 0;
  while (numBad - numGood > 1) {
    unsigned middle = numGood + (numBad - numGood) / 2;
    Outcome outcome = runSteps(middle);
    if (outcome.numSteps != middle)
      return failUnrepeatable();
    llvm::Expected<bool> good = isGood(outcome.op.get());
    if (!good)
      return good.takeError();
    (*good ? numGood : numBad) = middle;
  }
  return numBad;
}

/// Describes the culprit.
llvm::Error Bisection::finish(unsigned step) {
  Outcome before = runSteps(step - 1);
  Outcome after = runSteps(step);
  if (!after.last)
    return failUnrepeatable();
  result.verdict = BisectResult::Verdict::Found;
  result.culprit = after.last;
  keepOnly(before.op.get(), after.function);
  keepOnly(after.op.get(), after.function);
  result.before = std::move(before.op);
  result.after = std::move(after.op);
  return llvm::Error::success();
}

llvm::Expected<BisectResult> Bisection::run() {
  using Verdict = BisectResult::Verdict;
  llvm::Expected<bool> good = isGood(op);
  if (!good)
    return good.takeError();
  if (!*good) {
    result.verdict = Verdict::BadInput;
    return std::move(result);
  }

  Outcome all = runSteps(std::numeric_limits<unsigned>::max());
  result.numSteps = all.numSteps;
  good = isGood(all.op.get());
  if (!good)
    return good.takeError();
  if (*good)
    return std::move(result);

  good = isGood(runSteps(0).op.get());
  if (!good)
    return good.takeError();
  if (!*good || !result.numSteps) {
    result.verdict = Verdict::BadWithoutApplication;
    return std::move(result);
  }

  llvm::Expected<unsigned> step = search(result.numSteps);
  if (!step)
    return step.takeError();
  if (llvm::Error error = finish(*step))
    return std::move(error);
  return std::move(result);
}

llvm::Expected<BisectResult>
croton::bisectRewrites(Operation *op, const Plan &plan,
                       const RunOptions &options,
                       const BisectPredicate &isGood) {
  return Bisection(op, plan, options, isGood).run();
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// `path` as one word of a shell command.
static std::string quote(StringRef path) {
  std::string quoted = "'";
  for (char c : path)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

static std::string insertPath(StringRef command, StringRef path) {
  std::string quoted = quote(path);
  if (!command.contains("{}"))
    return (command + " " + quoted).str();
  std::string text;
  while (true) {
    auto [head, tail] = command.split("{}");
    text += head;
    if (head.size() == command.size())
      return text;
    text += quoted;
    command = tail;
  }
}

static llvm::Error writeTo(StringRef path, Operation *op) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (!code) {
    op->print(os);
    os << '\n';
    os.close();
    code = os.error();
  }
  if (!code)
    return llvm::Error::success();
  os.clear_error();
  return llvm::createStringError(code, "cannot write '" + path +
                                           "': " + code.message());
}

static llvm::Expected<bool> runCommand(StringRef command) {
  llvm::ErrorOr<std::string> shell = llvm::sys::findProgramByName("sh");
  if (!shell)
    return llvm::createStringError("cannot find a shell");
  std::string message;
  int code = llvm::sys::ExecuteAndWait(*shell, {"sh", "-c", command},
                                       /*Env=*/std::nullopt, /*Redirects=*/{},
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                       &message);
  // What shells answer for a command that is not there or no program.
  constexpr int kNotExecutable = 126, kNotFound = 127;
  if (code == -1 || code == kNotExecutable || code == kNotFound)
    return llvm::createStringError("cannot run '" + command + "'" +
                                   (message.empty() ? "" : ": " + message));
  return code == 0;
}

BisectPredicate croton::makeCommandPredicate(StringRef command) {
  return [command = command.str()](Operation *op) -> llvm::Expected<bool> {
    llvm::SmallString<128> path;
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("croton-bisect", "mlir", path))
      return llvm::createStringError(code, "cannot make a temporary file: " +
                                               code.message());
    llvm::scope_exit remove([&] { llvm::sys::fs::remove(path); });
    if (llvm::Error error = writeTo(path, op))
      return std::move(error);
    return runCommand(insertPath(command, path));
  };
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printStep(const BisectStep &step, unsigned numSteps,
                      raw_ostream &os) {
  os << "step " << step.step << " of " << numSteps << " turns good into bad: ";
  if (step.wasMisbehaviour)
    os << "rewrite '" << step.rewrite << "', refused or undone,";
  else if (StringRef(step.rewrite).starts_with("("))
    os << step.rewrite << " number " << step.number;
  else
    os << "rewrite '" << step.rewrite << "', application " << step.number
       << ',';
  os << " at '" << step.opName << "' " << step.loc << '\n';
}

void croton::printBisectResult(const BisectResult &result, raw_ostream &os) {
  using Verdict = BisectResult::Verdict;
  switch (result.verdict) {
  case Verdict::Found:
    printStep(*result.culprit, result.numSteps, os);
    break;
  case Verdict::BadInput:
    os << "the input is bad before any rewrite\n";
    break;
  case Verdict::BadWithoutApplication:
    os << "bad without any application: erasing unused ops is to blame\n";
    break;
  case Verdict::Good:
    os << "good after all " << result.numSteps << " steps\n";
    break;
  }
  os << "runs of the plan: " << result.numRuns << '\n';
}
