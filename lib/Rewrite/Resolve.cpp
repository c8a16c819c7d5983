//===- Resolve.cpp - From databases and a query to a plan -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Resolver.h"
#include "Text.h"
#include "croton/Support/DidYouMean.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace mlir::croton;

using Kind = RewriteDatabase::Kind;
using Member = RewriteDatabase::Member;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

using Names = DatabaseNames;

Names croton::getNamesInside(const Member &member, const Names &around) {
  Names names;
  if (member.databaseTag)
    names = around;
  names.push_back(member.name);
  return names;
}

bool croton::hasWord(const Member &member, StringRef word,
                     const Names &around) {
  return member.name == word || llvm::is_contained(member.tags, word) ||
         (member.databaseTag && llvm::is_contained(around, word));
}

bool croton::hasWordBelow(const RewriteDatabase &database, StringRef word,
                          const Names &names) {
  if (const DatabaseRef &inner = database.getInner()) {
    Names innerNames = names;
    innerNames.push_back(inner->getName());
    return hasWordBelow(*inner, word, innerNames);
  }
  return llvm::any_of(database.getMembers(), [&](const Member &member) {
    return hasWord(member, word, names) ||
           (member.database && hasWordBelow(*member.database, word,
                                            getNamesInside(member, names)));
  });
}

static bool isSelected(const Member &member, const Query &query,
                       const Names &around) {
  auto has = [&](StringRef word) { return hasWord(member, word, around); };
  if (llvm::any_of(query.getExcluded(), has))
    return false;
  if (member.rewrite)
    return llvm::any_of(query.getIncluded(), has) &&
           llvm::all_of(query.getRequired(), has);
  return llvm::any_of(query.getIncluded(), [&](StringRef word) {
    return has(word) ||
           hasWordBelow(*member.database, word, getNamesInside(member, around));
  });
}

//===----------------------------------------------------------------------===//
// Resolver
//===----------------------------------------------------------------------===//

namespace {

/// What holds while a database is resolved.
struct Scope {
  /// Null selects everything.
  const Query *query;
  /// Whether the extras of the query belong here.
  bool takesExtras;
  /// Words for the members besides their own.
  Names names;
  /// See SelectedRewrite. Empty at the root.
  std::string stage;
  std::string position;
};

/// A member of a database or an extra of a query, to be sorted.
struct Candidate {
  /// Orders what an equilibrium holds: see getPhase().
  unsigned phase;
  double position;
  StringRef name;
  const Member *member;
  RewriteRef extra;

  bool operator<(const Candidate &other) const {
    return std::tie(phase, position, name) <
           std::tie(other.phase, other.position, other.name);
  }
};

class Resolver {
public:
  Resolver(const RewriteDatabase &root,
           SmallVectorImpl<SelectedRewrite> *selected)
      : root(root), selected(selected) {}

  llvm::Error run(const Query *query, PlanNode &node);

private:
  llvm::Error resolve(const RewriteDatabase &database, const Scope &scope,
                      PlanNode &node);
  llvm::Error resolveSequence(const RewriteDatabase &database,
                              const Scope &scope, PlanNode &node);
  llvm::Error resolveEquilibrium(const RewriteDatabase &database,
                                 const Scope &scope, PlanNode &node);
  void resolveGroup(const RewriteDatabase &database, const Scope &scope,
                    PlannedGroup group, PlanNode &node);

  /// The members that the query takes, sorted.
  SmallVector<Candidate> select(const RewriteDatabase &database,
                                const Scope &scope) const;
  llvm::Error addExtras(const RewriteDatabase &database, const Scope &scope,
                        SmallVectorImpl<Candidate> &candidates) const;
  Scope enter(const Scope &scope, const Member &member) const;
  Scope enterInner(const Scope &scope, const RewriteDatabase &inner) const;
  void record(RewriteRef rewrite, const Member *member,
              std::optional<double> position, const Scope &scope);

  const RewriteDatabase &root;
  SmallVectorImpl<SelectedRewrite> *selected;
};

} // namespace

static llvm::Error failAt(const RewriteDatabase &database,
                          const Twine &message) {
  return llvm::createStringError("database '" + database.getName() +
                                 "': " + message);
}

static std::string joinPosition(StringRef outer,
                                std::optional<double> position) {
  if (!position)
    return outer.str();
  std::string text = outer.str();
  if (!text.empty())
    text += '/';
  return text + formatPosition(*position);
}

/// Lets a scope take the subquery of the database it is for, if there is one.
static void takeSubquery(Scope &scope, StringRef name) {
  if (!scope.query)
    return;
  if (const Query *subquery = scope.query->getSubquery(name)) {
    scope.query = subquery;
    scope.takesExtras = true;
    scope.names = {name};
  }
}

Scope Resolver::enter(const Scope &scope, const Member &member) const {
  std::string stage = scope.stage;
  if (!stage.empty())
    stage += '.';
  Scope inside{scope.query, /*takesExtras=*/false,
               getNamesInside(member, scope.names), stage + member.name,
               joinPosition(scope.position, member.position)};
  takeSubquery(inside, member.name);
  return inside;
}

Scope Resolver::enterInner(const Scope &scope,
                           const RewriteDatabase &inner) const {
  Scope inside = scope;
  inside.names.push_back(inner.getName());
  takeSubquery(inside, inner.getName());
  return inside;
}

void Resolver::record(RewriteRef rewrite, const Member *member,
                      std::optional<double> position, const Scope &scope) {
  if (!selected)
    return;
  std::string stage = scope.stage.empty() ? root.getName().str() : scope.stage;
  selected->push_back({std::move(rewrite), member, std::move(stage),
                       joinPosition(scope.position, position)});
}

/// Global rewrites, local ones and groups, finals, cleanups.
static unsigned getPhase(const Member &member) {
  if (member.role == EquilibriumRole::Final)
    return 2;
  if (member.role == EquilibriumRole::Cleanup)
    return 3;
  return member.rewrite && isa<GlobalRewrite>(member.rewrite.get()) ? 0 : 1;
}

SmallVector<Candidate> Resolver::select(const RewriteDatabase &database,
                                        const Scope &scope) const {
  bool isSequence = database.getKind() == Kind::Sequence;
  SmallVector<Candidate> candidates;
  for (const Member &member : database.getMembers()) {
    if (scope.query && !isSelected(member, *scope.query, scope.names))
      continue;
    double position = member.position.value_or(0);
    if (isSequence && scope.query && scope.query->getCutoff() &&
        position >= *scope.query->getCutoff())
      continue;
    candidates.push_back({isSequence ? 0 : getPhase(member), position,
                          member.name, &member, nullptr});
  }
  llvm::sort(candidates);
  return candidates;
}

llvm::Error Resolver::addExtras(const RewriteDatabase &database,
                                const Scope &scope,
                                SmallVectorImpl<Candidate> &candidates) const {
  if (!scope.query || !scope.takesExtras)
    return llvm::Error::success();
  llvm::StringSet<> names;
  for (const Member &member : database.getMembers())
    names.insert(member.name);
  for (const Query::Extra &extra : scope.query->getExtras()) {
    StringRef name = extra.rewrite->getName();
    if (!names.insert(name).second)
      return failAt(database, "the name of extra '" + name + "' is taken");
    if (isa<LocalRewrite>(extra.rewrite.get()))
      return failAt(database, "extra '" + name +
                                  "' is a local rewrite, which a sequence "
                                  "cannot drive");
    if (!std::isfinite(extra.position))
      return failAt(database,
                    "the position of extra '" + name + "' is not finite");
    if (llvm::is_contained(scope.query->getExcluded(), name) ||
        (scope.query->getCutoff() &&
         extra.position >= *scope.query->getCutoff()))
      continue;
    candidates.push_back(
        {/*phase=*/0, extra.position, name, nullptr, extra.rewrite});
  }
  llvm::sort(candidates);
  return llvm::Error::success();
}

static bool isEmpty(const PlanNode &node) {
  return node.children.empty() && node.locals.empty() && node.globals.empty() &&
         node.finals.empty() && node.cleanups.empty();
}

llvm::Error Resolver::resolveSequence(const RewriteDatabase &database,
                                      const Scope &scope, PlanNode &node) {
  node.kind = PlanNode::Kind::Sequence;
  SmallVector<Candidate> candidates = select(database, scope);
  if (llvm::Error error = addExtras(database, scope, candidates))
    return error;
  for (const Candidate &candidate : candidates) {
    PlanNode child;
    child.position = candidate.position;
    child.name = candidate.name.str();
    if (candidate.member && candidate.member->database) {
      if (llvm::Error error = resolve(*candidate.member->database,
                                      enter(scope, *candidate.member), child))
        return error;
      if (isEmpty(child))
        continue;
    } else {
      RewriteRef rewrite =
          candidate.member ? candidate.member->rewrite : candidate.extra;
      child.kind = PlanNode::Kind::Global;
      child.globals.push_back(
          std::static_pointer_cast<const GlobalRewrite>(rewrite));
      record(rewrite, candidate.member, candidate.position, scope);
    }
    node.children.push_back(std::move(child));
  }
  return llvm::Error::success();
}

llvm::Error Resolver::resolveEquilibrium(const RewriteDatabase &database,
                                         const Scope &scope, PlanNode &node) {
  node.kind = PlanNode::Kind::Equilibrium;
  node.equilibriumOptions = database.getEquilibriumOptions();
  for (const Candidate &candidate : select(database, scope)) {
    const Member &member = *candidate.member;
    if (member.database) {
      resolveGroup(*member.database, enter(scope, member),
                   {member.name, /*applyAll=*/false, candidate.position}, node);
      continue;
    }
    record(member.rewrite, &member, member.position, scope);
    if (isa<LocalRewrite>(member.rewrite.get())) {
      auto local = std::static_pointer_cast<const LocalRewrite>(member.rewrite);
      node.locals.push_back({local, candidate.position, /*group=*/-1});
      continue;
    }
    auto global = std::static_pointer_cast<const GlobalRewrite>(member.rewrite);
    if (member.role == EquilibriumRole::Final)
      node.finals.push_back(global);
    else if (member.role == EquilibriumRole::Cleanup)
      node.cleanups.push_back(global);
    else
      node.globals.push_back(global);
  }
  return llvm::Error::success();
}

void Resolver::resolveGroup(const RewriteDatabase &database, const Scope &scope,
                            PlannedGroup group, PlanNode &node) {
  if (const DatabaseRef &inner = database.getInner())
    return resolveGroup(*inner, enterInner(scope, *inner), std::move(group),
                        node);
  SmallVector<Candidate> candidates = select(database, scope);
  if (candidates.empty())
    return;
  group.applyAll = database.isApplyAll();
  int number = node.groups.size();
  node.groups.push_back(std::move(group));
  for (const Candidate &candidate : candidates) {
    const RewriteRef &rewrite = candidate.member->rewrite;
    node.locals.push_back(
        {std::static_pointer_cast<const LocalRewrite>(rewrite),
         candidate.position, number});
    record(rewrite, candidate.member, candidate.member->position, scope);
  }
}

llvm::Error Resolver::resolve(const RewriteDatabase &database,
                              const Scope &scope, PlanNode &node) {
  Kind kind = database.getKind();
  if (kind != Kind::Sequence && kind != Kind::Proxy && scope.query &&
      scope.takesExtras && !scope.query->getExtras().empty())
    return failAt(database,
                  "extra '" +
                      scope.query->getExtras().front().rewrite->getName() +
                      "' needs a sequence, which this is not");
  const DatabaseRef &inner = database.getInner();
  switch (kind) {
  case Kind::Sequence:
    return resolveSequence(database, scope, node);
  case Kind::Equilibrium:
    return resolveEquilibrium(database, scope, node);
  case Kind::Topological:
    node.kind = PlanNode::Kind::Topological;
    node.topologicalOptions = database.getTopologicalOptions();
    resolveGroup(*inner, enterInner(scope, *inner), {inner->getName().str()},
                 node);
    return llvm::Error::success();
  case Kind::Proxy:
    return resolve(*inner, enterInner(scope, *inner), node);
  case Kind::LocalGroup:
    break;
  }
  return failAt(database, "a local group has no driver; resolve the "
                          "equilibrium or topological database that holds it");
}

llvm::Error Resolver::run(const Query *query, PlanNode &node) {
  node.name = root.getName().str();
  return resolve(root,
                 {query,
                  /*takesExtras=*/true,
                  {root.getName()},
                  /*stage=*/"",
                  /*position=*/""},
                 node);
}

llvm::Expected<Plan>
croton::selectRewrites(const RewriteDatabase &database, const Query *query,
                       SmallVectorImpl<SelectedRewrite> *selected) {
  Plan plan;
  if (llvm::Error error = Resolver(database, selected).run(query, plan.root))
    return std::move(error);
  return plan;
}

//===----------------------------------------------------------------------===//
// Unknown words
//===----------------------------------------------------------------------===//

/// Appends `database` and those below it that are called `name`.
static void findCalled(const RewriteDatabase &database, StringRef name,
                       SmallVectorImpl<const RewriteDatabase *> &found) {
  if (database.getName() == name && !llvm::is_contained(found, &database))
    found.push_back(&database);
  if (database.getInner())
    findCalled(*database.getInner(), name, found);
  for (const Member &member : database.getMembers())
    if (member.database)
      findCalled(*member.database, name, found);
}

static void collectDatabaseNames(const RewriteDatabase &database,
                                 SmallVectorImpl<StringRef> &names) {
  if (const DatabaseRef &inner = database.getInner()) {
    names.push_back(inner->getName());
    collectDatabaseNames(*inner, names);
  }
  for (const Member &member : database.getMembers())
    if (member.database) {
      names.push_back(member.name);
      collectDatabaseNames(*member.database, names);
    }
}

/// Appends a line for each word of `query` that no member of `databases`, which
/// have one name, knows.
static void checkWords(ArrayRef<const RewriteDatabase *> databases,
                       const Query &query,
                       SmallVectorImpl<std::string> &lines) {
  SmallVector<StringRef> known;
  for (const RewriteDatabase *database : databases)
    llvm::append_range(known, database->getWords());
  for (const Query::Extra &extra : query.getExtras())
    known.push_back(extra.rewrite->getName());
  llvm::StringSet<> knownSet;
  knownSet.insert_range(known);

  auto report = [&](const Twine &what, StringRef word,
                    ArrayRef<StringRef> candidates) {
    std::string line = ("database '" + databases.front()->getName() + "': no " +
                        what + " '" + word + "'" + didYouMean(word, candidates))
                           .str();
    if (!llvm::is_contained(lines, line))
      lines.push_back(std::move(line));
  };
  for (ArrayRef<std::string> words :
       {query.getIncluded(), query.getRequired(), query.getExcluded()})
    for (StringRef word : words)
      if (!knownSet.contains(word))
        report("rewrite, database or tag", word, known);

  for (const auto &[name, subquery] : query.getSubqueries()) {
    SmallVector<const RewriteDatabase *> found;
    SmallVector<StringRef> names;
    for (const RewriteDatabase *database : databases) {
      SmallVector<const RewriteDatabase *> here;
      findCalled(*database, name, here);
      llvm::erase(here, database);
      llvm::append_range(found, here);
      collectDatabaseNames(*database, names);
    }
    if (found.empty())
      report("nested database", name, names);
    else
      checkWords(found, subquery, lines);
  }
}

llvm::Expected<Plan>
RewriteDatabase::resolve(const Query &query, UnknownWords policy,
                         SmallVectorImpl<std::string> *warnings) const {
  if (policy != UnknownWords::Ignore) {
    SmallVector<std::string> lines;
    checkWords(this, query, lines);
    if (policy == UnknownWords::Error && !lines.empty())
      return llvm::createStringError(llvm::join(lines, "\n"));
    if (warnings)
      llvm::append_range(*warnings, lines);
  }
  return selectRewrites(*this, &query, /*selected=*/nullptr);
}
