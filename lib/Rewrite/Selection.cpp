//===- Selection.cpp - Why a query leaves a rewrite out -------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Selection.h"

#include "Resolver.h"
#include "Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

using Member = RewriteDatabase::Member;

namespace {

/// What holds for the members of a database.
struct Scope {
  const Query *query;
  /// "the query", or which subquery.
  std::string queryName;
  DatabaseNames names;
  std::string stage;
};

/// Goes down to the places of one rewrite.
class Search {
public:
  explicit Search(StringRef name) : name(name) {}

  void run(const RewriteDatabase &database, const Scope &scope);
  SmallVector<Absence, 1> absences;

private:
  bool isBelow(const RewriteDatabase &database) const;
  void enter(const Member &member, const Scope &scope);

  StringRef name;
};

} // namespace

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// "'+a', '+b'".
static std::string quoteWords(char sign, ArrayRef<std::string> words) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(
      words, os, [&](StringRef word) { os << '\'' << sign << word << '\''; });
  return text;
}

/// What a word is for a member, called `subject`: "the tag 'gpu' of it".
static std::string describeExclusion(const Member &member, StringRef word,
                                     StringRef subject) {
  if (member.name == word)
    return subject.str();
  if (llvm::is_contained(member.tags, word))
    return ("the tag '" + word + "' of " + subject).str();
  return ("'" + word + "', which it is in").str();
}

/// Why the - words or the cutoff drop a member; "" if they do not. `subject`
/// is what to call it.
static std::string findDrop(const RewriteDatabase &database,
                            const Member &member, const Scope &scope,
                            StringRef subject) {
  for (StringRef word : scope.query->getExcluded())
    if (hasWord(member, word, scope.names))
      return scope.queryName + " excludes " +
             describeExclusion(member, word, subject);
  std::optional<double> cutoff = scope.query->getCutoff();
  if (database.getKind() != RewriteDatabase::Kind::Sequence || !cutoff)
    return "";
  double position = member.position.value_or(0);
  if (position < *cutoff)
    return "";
  return subject.str() + " is at position " + formatPosition(position) +
         ", not below the cutoff " + formatPosition(*cutoff);
}

/// Why the + and & words leave a rewrite out; "" if they do not.
static std::string findLack(const Member &member, const Scope &scope) {
  auto has = [&](StringRef word) { return hasWord(member, word, scope.names); };
  ArrayRef<std::string> included = scope.query->getIncluded();
  if (included.empty())
    return scope.queryName + " includes nothing";
  if (llvm::none_of(included, has)) {
    std::string own = "'" + member.name + "'";
    for (StringRef word : member.tags)
      own += (", '" + word + "'").str();
    if (member.databaseTag)
      for (StringRef word : scope.names)
        own += (", '" + word + "'").str();
    return scope.queryName + " includes " + quoteWords('+', included) +
           ", and it has none of these; its words are " + own;
  }
  for (StringRef word : scope.query->getRequired())
    if (!has(word))
      return scope.queryName + " requires '&" + word.str() +
             "', which it does not have";
  return "";
}

//===----------------------------------------------------------------------===//
// Going down
//===----------------------------------------------------------------------===//

static void takeSubquery(Scope &scope, StringRef database) {
  const Query *subquery = scope.query->getSubquery(database);
  if (!subquery)
    return;
  scope.query = subquery;
  scope.queryName = ("the subquery of '" + database + "'").str();
  scope.names = {database};
}

bool Search::isBelow(const RewriteDatabase &database) const {
  if (database.getInner())
    return isBelow(*database.getInner());
  return llvm::any_of(database.getMembers(), [&](const Member &member) {
    return member.rewrite ? member.name == name : isBelow(*member.database);
  });
}

void Search::enter(const Member &member, const Scope &scope) {
  Scope inside = scope;
  inside.names = getNamesInside(member, scope.names);
  inside.stage += (scope.stage.empty() ? "" : ".") + member.name;
  takeSubquery(inside, member.name);
  bool isTaken = llvm::any_of(scope.query->getIncluded(), [&](StringRef word) {
    return hasWord(member, word, scope.names) ||
           hasWordBelow(*member.database, word,
                        getNamesInside(member, scope.names));
  });
  // Without a subquery, what holds for the members explains it better.
  if (!isTaken && inside.query != scope.query) {
    absences.push_back({inside.stage, scope.queryName +
                                          " includes nothing of "
                                          "'" +
                                          member.name + "', which it is in"});
    return;
  }
  run(*member.database, inside);
}

/// The stage of a rewrite, or the one that `member` is.
static std::string describeStage(const RewriteDatabase &database,
                                 const Member &member, const Scope &scope) {
  if (member.rewrite)
    return scope.stage.empty() ? database.getName().str() : scope.stage;
  return scope.stage + (scope.stage.empty() ? "" : ".") + member.name;
}

void Search::run(const RewriteDatabase &database, const Scope &scope) {
  if (const DatabaseRef &inner = database.getInner()) {
    Scope inside = scope;
    inside.names.push_back(inner->getName());
    takeSubquery(inside, inner->getName());
    return run(*inner, inside);
  }
  for (const Member &member : database.getMembers()) {
    if (member.rewrite ? member.name != name : !isBelow(*member.database))
      continue;
    std::string subject =
        member.rewrite ? "it" : "'" + member.name + "', which it is in,";
    std::string reason = findDrop(database, member, scope, subject);
    if (reason.empty() && member.rewrite)
      reason = findLack(member, scope);
    if (!reason.empty())
      absences.push_back({describeStage(database, member, scope),
                          StringRef(reason).rtrim(',').str()});
    else if (member.database)
      enter(member, scope);
  }
}

SmallVector<Absence, 1>
croton::detail::findAbsences(const RewriteDatabase &database,
                             const Query &query, StringRef name) {
  Search search(name);
  search.run(database, {&query, "the query", {database.getName()}, ""});
  return std::move(search.absences);
}
