//===- Explain.cpp - Why a rewrite was not applied ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Explain.h"

#include "Remarks.h"
#include "Resolver.h"
#include "Selection.h"
#include "croton/Support/DidYouMean.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// What one rewrite did at one site.
struct ExplainObserver::Attempts {
  std::string rewrite;
  unsigned numApplied = 0;
  unsigned numTries = 0;
  /// The last miss.
  Miss miss = Miss::NoMatch;
  std::string reason;
  /// When it was.
  unsigned time = 0;
  /// The different reasons of its patterns, as they came, a few at most.
  SmallVector<std::string, 2> matchReasons;

  void addMiss(Miss newMiss, StringRef newReason, unsigned newTime);
};

/// An op, by its location and name.
struct ExplainObserver::Site {
  Site(OperationName name, Location loc) : name(name), loc(loc) {}

  Attempts &getAttempts(StringRef rewrite);
  const Attempts *findAttempts(StringRef rewrite) const;

  OperationName name;
  Location loc;
  /// Whether it was there before the run.
  bool isOriginal = false;
  StringAttr function;
  /// Where the ops around it are.
  SmallVector<Location, 2> around;
  std::vector<Attempts> attempts;
  /// The rewrite, or a name of ApplicationObserver, that was applied to it
  /// last.
  std::string takenBy;
};

/// A stage that stopped at a limit.
struct ExplainObserver::Stop {
  std::string stage;
  Location loc;
  std::string reason;
};

//===----------------------------------------------------------------------===//
// Watching
//===----------------------------------------------------------------------===//

void ExplainObserver::Attempts::addMiss(Miss newMiss, StringRef newReason,
                                        unsigned newTime) {
  constexpr size_t kMaxReasons = 4;
  // What came before it was held back explains more.
  if (newMiss == Miss::Stopped && numTries)
    return;
  miss = newMiss;
  reason = newReason.str();
  time = newTime;
  if (newMiss != Miss::Overtaken && newMiss != Miss::Stopped)
    ++numTries;
  if (newMiss == Miss::NoMatch && !newReason.empty() &&
      matchReasons.size() < kMaxReasons &&
      !llvm::is_contained(matchReasons, newReason))
    matchReasons.push_back(newReason.str());
}

ExplainObserver::Attempts &
ExplainObserver::Site::getAttempts(StringRef rewrite) {
  for (Attempts &known : attempts)
    if (known.rewrite == rewrite)
      return known;
  attempts.emplace_back();
  attempts.back().rewrite = rewrite.str();
  return attempts.back();
}

const ExplainObserver::Attempts *
ExplainObserver::Site::findAttempts(StringRef rewrite) const {
  auto it = llvm::find_if(attempts, [&](const Attempts &known) {
    return known.rewrite == rewrite;
  });
  return it == attempts.end() ? nullptr : &*it;
}

/// Appends the local rewrites of a plan.
static void collectLocals(const PlanNode &node,
                          SmallVectorImpl<PlannedLocal> &locals) {
  for (const PlannedLocal &local : node.locals)
    locals.push_back({local.rewrite, 0, -1});
  for (const PlanNode &child : node.children)
    collectLocals(child, locals);
}

ExplainObserver::ExplainObserver(ExplainRequest request,
                                 const RewriteDatabase &database,
                                 const Query &query, const Plan &plan,
                                 MLIRContext *context)
    : request(std::move(request)), database(database), query(query), plan(plan),
      context(context) {
  SmallVector<PlannedLocal> locals;
  collectLocals(plan.root, locals);
  llvm::StringSet<> seen;
  llvm::erase_if(locals, [&](const PlannedLocal &local) {
    StringRef name = local.rewrite->getName();
    return !this->request.wants(name) || !seen.insert(name).second;
  });
  rewrites = std::make_unique<FrozenRewrites>(context, locals);
}

ExplainObserver::~ExplainObserver() = default;

bool ExplainObserver::isAtPlace(OperationName name, Location loc) {
  if (!request.hasPlace())
    return !rewrites->getCandidates(name).empty();
  auto [it, isNew] = atPlace.try_emplace({loc, name});
  if (isNew)
    it->second = request.isAt(name, loc);
  return it->second;
}

ExplainObserver::Site *ExplainObserver::getSite(OperationName name,
                                                Location loc) {
  if (!isAtPlace(name, loc))
    return nullptr;
  std::unique_ptr<Site> &site = sites[{loc, name}];
  if (!site)
    site = std::make_unique<Site>(name, loc);
  return site.get();
}

void ExplainObserver::addOriginal(Operation *op) {
  Site *site = getSite(op->getName(), op->getLoc());
  if (!site || site->isOriginal)
    return;
  site->isOriginal = true;
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp()) {
    site->around.push_back(parent->getLoc());
    if (!site->function)
      site->function = getSymbolName(parent);
  }
}

void ExplainObserver::begin(Operation *op) {
  llvm::StringSet<> names;
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    if (nested != op)
      addOriginal(nested);
    if (names.insert(nested->getName().getStringRef()).second)
      opNames.push_back(nested->getName().getStringRef());
  });
}

bool ExplainObserver::wantsMisses(StringRef rewrite) {
  return request.wants(rewrite);
}

void ExplainObserver::onMiss(StringRef rewrite, OperationName root,
                             Location loc, Miss miss, StringRef reason) {
  ++clock;
  ++numMissed;
  if (Site *site = getSite(root, loc))
    site->getAttempts(rewrite).addMiss(miss, reason, clock);
}

void ExplainObserver::onApplied(StringRef rewrite, unsigned number,
                                OperationName root, Location loc) {
  ++clock;
  bool isWanted = !rewrite.starts_with("(") && request.wants(rewrite);
  if (isWanted)
    ++numApplied;
  Site *site = getSite(root, loc);
  if (!site)
    return;
  site->takenBy = rewrite.str();
  if (isWanted)
    ++site->getAttempts(rewrite).numApplied;
}

void ExplainObserver::onLimit(StringRef stage, Location loc, StringRef reason) {
  stops.push_back({stage.str(), loc, reason.str()});
}

//===----------------------------------------------------------------------===//
// Answering
//===----------------------------------------------------------------------===//

static std::string pluralize(uint64_t count, StringRef one, StringRef many) {
  return (Twine(count) + " " + (count == 1 ? one : many)).str();
}

/// Appends the names of the stages that hold the rewrite.
static void findStages(const PlanNode &node, StringRef rewrite,
                       SmallVectorImpl<StringRef> &stages) {
  auto isIt = [&](const auto &held) { return held->getName() == rewrite; };
  if (llvm::any_of(
          node.locals,
          [&](const PlannedLocal &local) { return isIt(local.rewrite); }) ||
      llvm::any_of(node.globals, isIt) || llvm::any_of(node.finals, isIt) ||
      llvm::any_of(node.cleanups, isIt))
    stages.push_back(node.name);
  for (const PlanNode &child : node.children)
    findStages(child, rewrite, stages);
}

/// What a name of ApplicationObserver did to an op.
static std::string describeTaking(StringRef name) {
  if (name == ApplicationObserver::kFold)
    return "it was folded before";
  if (name == ApplicationObserver::kMerge)
    return "it was merged with an equal op before";
  if (name == ApplicationObserver::kErase)
    return "it was erased before, as nothing used it";
  return ("rewrite '" + name + "' took it first").str();
}

/// Makes the answers of an observer.
class ExplainObserver::Reporter {
public:
  explicit Reporter(const ExplainObserver &observer) : observer(observer) {}

  std::vector<Answer> run();

private:
  void addHeading(const Twine &text);
  bool explainSelection();
  void explainGlobal(const Rewrite &rewrite);
  void explainSites();
  SmallVector<const Site *> sortSites() const;
  Answer makeAnswer(const Site &site) const;
  void explainOne(const Site &site, Answer &answer) const;
  void explainAll(const Site &site, Answer &answer) const;
  std::string describeMiss(const Attempts &attempts) const;
  std::string describeNoAttempt(const Site &site, StringRef rewrite) const;
  std::string describeStop(const Site &site, StringRef rewrite) const;

  const ExplainObserver &observer;
  std::vector<Answer> answers;
};

void ExplainObserver::Reporter::addHeading(const Twine &text) {
  answers.push_back({UnknownLoc::get(observer.context), "",
                     observer.request.getRewrite().str(), /*wasApplied=*/false,
                     text.str(), StringAttr(), /*isMade=*/false});
}

/// Whether the rewrite is in the plan; says why if not.
bool ExplainObserver::Reporter::explainSelection() {
  StringRef name = observer.request.getRewrite();
  llvm::Expected<const RewriteDatabase::Member *> member =
      observer.database.find(name);
  if (!member) {
    addHeading(llvm::toString(member.takeError()));
    return false;
  }
  if (!(*member)->rewrite) {
    addHeading("it is a stage, not a rewrite");
    return false;
  }
  SmallVector<StringRef> stages;
  findStages(observer.plan.root, name, stages);
  for (const Absence &absence :
       findAbsences(observer.database, observer.query, name))
    addHeading("not selected in '" + absence.stage + "': " + absence.reason);
  if (stages.empty())
    return false;
  if (isa<GlobalRewrite>((*member)->rewrite.get())) {
    explainGlobal(*(*member)->rewrite);
    return false;
  }
  addHeading("selected in '" + llvm::join(stages, "', '") + "', tracks " +
             describeTracks(*(*member)->rewrite, observer.context));
  return true;
}

void ExplainObserver::Reporter::explainGlobal(const Rewrite &rewrite) {
  unsigned numRuns = observer.numApplied + observer.numMissed;
  addHeading("it is global: it ran " + pluralize(numRuns, "time", "times") +
             " and changed something " +
             pluralize(observer.numApplied, "time", "times"));
  answers.back().wasApplied = observer.numApplied != 0;
}

std::string
ExplainObserver::Reporter::describeMiss(const Attempts &attempts) const {
  std::string tries = attempts.numTries > 1
                          ? (" (" + Twine(attempts.numTries) + " tries)").str()
                          : "";
  switch (attempts.miss) {
  case Miss::Filtered:
    return "its filter refuses the op" + tries;
  case Miss::NoMatch:
    if (attempts.matchReasons.empty())
      return "it does not match, and its pattern gives no reason" + tries;
    return "it does not match: " + llvm::join(attempts.matchReasons, "; ") +
           tries;
  case Miss::Refused:
    return "its result was refused: " + attempts.reason + tries;
  case Miss::RolledBack:
    return "it was rolled back: " + attempts.reason + tries;
  case Miss::Stopped:
    return attempts.reason.empty() ? "it was held back" : attempts.reason;
  case Miss::Overtaken:
    return "rewrite '" + attempts.reason + "' took the op first";
  }
  llvm_unreachable("no such miss");
}

/// A limit that ended a stage of `rewrite` around the site; "" if there is
/// none.
std::string ExplainObserver::Reporter::describeStop(const Site &site,
                                                    StringRef rewrite) const {
  SmallVector<StringRef> stages;
  findStages(observer.plan.root, rewrite, stages);
  for (const Stop &stop : observer.stops)
    if (llvm::is_contained(stages, stop.stage) &&
        llvm::is_contained(site.around, stop.loc))
      return "a limit stopped stage '" + stop.stage + "': " + stop.reason;
  return "";
}

std::string
ExplainObserver::Reporter::describeNoAttempt(const Site &site,
                                             StringRef rewrite) const {
  if (observer.rewrites->getCandidates(site.name).empty())
    return "the op is no root of it";
  if (!site.takenBy.empty())
    return describeTaking(site.takenBy);
  std::string stop = describeStop(site, rewrite);
  return stop.empty() ? "the op was gone before its turn" : stop;
}

void ExplainObserver::Reporter::explainOne(const Site &site,
                                           Answer &answer) const {
  StringRef rewrite = observer.request.getRewrite();
  answer.rewrite = rewrite.str();
  const Attempts *attempts = site.findAttempts(rewrite);
  if (!attempts) {
    answer.text = describeNoAttempt(site, rewrite);
    return;
  }
  answer.wasApplied = attempts->numApplied != 0;
  if (answer.wasApplied) {
    answer.text = "applied " + pluralize(attempts->numApplied, "time", "times");
    return;
  }
  answer.text = describeMiss(*attempts);
  std::string stop = describeStop(site, rewrite);
  if (!stop.empty())
    answer.text += "; then " + stop;
}

/// Says which rewrites were applied to a site, and the nearest miss: the
/// rewrite that failed last.
void ExplainObserver::Reporter::explainAll(const Site &site,
                                           Answer &answer) const {
  SmallVector<StringRef> members;
  for (const FrozenRewrites::Candidate &candidate :
       observer.rewrites->getCandidates(site.name)) {
    StringRef name = observer.rewrites->getMembers()[candidate.member].name;
    if (!llvm::is_contained(members, name))
      members.push_back(name);
  }
  if (members.empty()) {
    answer.text = "no rewrite of the plan tracks it";
    return;
  }
  SmallVector<std::string> parts;
  const Attempts *nearest = nullptr;
  for (const Attempts &attempts : site.attempts) {
    if (attempts.numApplied)
      parts.push_back("'" + attempts.rewrite + "' was applied " +
                      pluralize(attempts.numApplied, "time", "times"));
    else if (!nearest || attempts.time > nearest->time)
      nearest = &attempts;
  }
  answer.wasApplied = !parts.empty();
  if (nearest) {
    answer.rewrite = nearest->rewrite;
    parts.push_back("nearest miss '" + nearest->rewrite + "', the last of " +
                    pluralize(members.size(), "rewrite that tracks",
                              "rewrites that track") +
                    " it: " + describeMiss(*nearest));
  }
  if (parts.empty())
    parts.push_back(
        "none of " +
        pluralize(members.size(), "rewrite that tracks",
                  "rewrites that track") +
        " it was tried: " + describeNoAttempt(site, members.front()));
  answer.text = llvm::join(parts, "; ");
}

ExplainObserver::Answer
ExplainObserver::Reporter::makeAnswer(const Site &site) const {
  Answer answer{site.loc,
                site.name.getStringRef().str(),
                "",
                /*wasApplied=*/false,
                "",
                site.function,
                /*isMade=*/!site.isOriginal};
  if (observer.request.isForAll())
    explainAll(site, answer);
  else
    explainOne(site, answer);
  return answer;
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The first place in a file that a location names.
static FileLineColRange findFile(Location loc) {
  FileLineColRange found;
  loc->walk([&](Location part) {
    found = dyn_cast<FileLineColRange>(part);
    return found ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// Original ops as they stood; those that were made after the original at the
/// same place in the file, or at the end, as they came.
SmallVector<const ExplainObserver::Site *>
ExplainObserver::Reporter::sortSites() const {
  SmallVector<const Site *> sorted;
  llvm::DenseMap<Attribute, size_t> ranks;
  for (const auto &[key, site] : observer.sites)
    if (site->isOriginal) {
      if (FileLineColRange file = findFile(site->loc))
        ranks.try_emplace(file, sorted.size());
      sorted.push_back(site.get());
    }
  std::vector<SmallVector<const Site *, 2>> made(sorted.size() + 1);
  for (const auto &[key, site] : observer.sites) {
    if (site->isOriginal)
      continue;
    FileLineColRange file = findFile(site->loc);
    auto it = file ? ranks.find(file) : ranks.end();
    made[it == ranks.end() ? sorted.size() : it->second].push_back(site.get());
  }
  SmallVector<const Site *> merged;
  for (auto [index, sites] : llvm::enumerate(made)) {
    if (index < sorted.size())
      merged.push_back(sorted[index]);
    llvm::append_range(merged, sites);
  }
  return merged;
}

void ExplainObserver::Reporter::explainSites() {
  if (observer.sites.empty()) {
    if (observer.request.hasPlace())
      addHeading("no op is at '" + observer.request.getPlace() + "'" +
                 didYouMean(observer.request.getPlace(), observer.opNames));
    else
      addHeading("no op is a root of it");
    return;
  }
  for (const Site *site : sortSites())
    answers.push_back(makeAnswer(*site));
}

std::vector<ExplainObserver::Answer> ExplainObserver::Reporter::run() {
  if (observer.request.isForAll() || explainSelection())
    explainSites();
  return std::move(answers);
}

std::vector<ExplainObserver::Answer> ExplainObserver::getAnswers() const {
  return Reporter(*this).run();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printPlace(Location loc, raw_ostream &os) {
  if (FileLineColRange file = findFile(loc))
    os << file.getFilename().getValue() << ':' << file.getStartLine() << ':'
       << file.getStartColumn();
  else if (auto named = dyn_cast<NameLoc>(loc))
    os << named.getName().getValue();
  else
    os << "<unknown>";
}

void ExplainObserver::print(raw_ostream &os, unsigned maxOps) const {
  unsigned numOps = 0;
  for (const Answer &answer : getAnswers()) {
    if (answer.opName.empty()) {
      os << "explain " << request.getRewrite() << ": " << answer.text << '\n';
      continue;
    }
    if (++numOps > maxOps && !request.hasPlace())
      continue;
    os << "explain " << request.getRewrite() << ": ";
    printPlace(answer.loc, os);
    os << ": '" << answer.opName << (answer.isMade ? "' (made): " : "': ")
       << answer.text << '\n';
  }
  if (numOps > maxOps && !request.hasPlace())
    os << "explain " << request.getRewrite() << ": and " << numOps - maxOps
       << " more ops; REWRITE@PLACE narrows it down\n";
}

bool ExplainObserver::emitRemarks() const {
  bool isTaken = false;
  for (const Answer &answer : getAnswers()) {
    if (answer.wasApplied)
      continue;
    StringRef rewrite =
        answer.rewrite.empty() ? request.getRewrite() : answer.rewrite;
    auto remark = remark::missed(
        answer.loc, getRemarkOptions(context, rewrite, answer.function));
    remark << answer.text;
    isTaken |= static_cast<bool>(remark);
  }
  return isTaken;
}
