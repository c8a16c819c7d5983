//===- Database.cpp - Tagged collections of rewrites ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Database.h"
#include "Text.h"
#include "croton/Support/DidYouMean.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::croton;

using Kind = RewriteDatabase::Kind;
using Member = RewriteDatabase::Member;

StringRef croton::stringifyEquilibriumRole(EquilibriumRole role) {
  switch (role) {
  case EquilibriumRole::Ordinary:
    return "ordinary";
  case EquilibriumRole::Final:
    return "final";
  case EquilibriumRole::Cleanup:
    return "cleanup";
  }
  llvm_unreachable("no such role");
}

StringRef RewriteDatabase::stringifyKind(Kind kind) {
  switch (kind) {
  case Kind::Sequence:
    return "sequence";
  case Kind::Equilibrium:
    return "equilibrium";
  case Kind::LocalGroup:
    return "local group";
  case Kind::Topological:
    return "topological";
  case Kind::Proxy:
    return "proxy";
  }
  llvm_unreachable("no such kind");
}

//===----------------------------------------------------------------------===//
// Creation
//===----------------------------------------------------------------------===//

/// The kind behind all proxies: how `database` is driven.
static Kind getDrivenKind(const RewriteDatabase &database) {
  const RewriteDatabase *driven = &database;
  while (driven->getKind() == Kind::Proxy)
    driven = driven->getInner().get();
  return driven->getKind();
}

RewriteDatabase::RewriteDatabase(Kind kind, StringRef name)
    : kind(kind), name(name.str()) {}

DatabaseRef RewriteDatabase::createSequence(StringRef name) {
  return DatabaseRef(new RewriteDatabase(Kind::Sequence, name));
}

DatabaseRef RewriteDatabase::createEquilibrium(StringRef name,
                                               EquilibriumOptions options) {
  DatabaseRef database(new RewriteDatabase(Kind::Equilibrium, name));
  database->equilibriumOptions = options;
  return database;
}

DatabaseRef RewriteDatabase::createLocalGroup(StringRef name, bool applyAll) {
  DatabaseRef database(new RewriteDatabase(Kind::LocalGroup, name));
  database->applyAll = applyAll;
  return database;
}

DatabaseRef RewriteDatabase::createTopological(StringRef name,
                                               DatabaseRef inner,
                                               TopologicalOptions options) {
  assert(inner && getDrivenKind(*inner) == Kind::LocalGroup &&
         "expected a local group, which holds what a sweep applies");
  DatabaseRef database(new RewriteDatabase(Kind::Topological, name));
  database->topologicalOptions = options;
  database->inner = std::move(inner);
  return database;
}

DatabaseRef RewriteDatabase::createProxy(StringRef name, DatabaseRef inner) {
  assert(inner && "expected a database");
  DatabaseRef database(new RewriteDatabase(Kind::Proxy, name));
  database->inner = std::move(inner);
  return database;
}

const EquilibriumOptions &RewriteDatabase::getEquilibriumOptions() const {
  assert(kind == Kind::Equilibrium && "expected an equilibrium");
  return equilibriumOptions;
}

const TopologicalOptions &RewriteDatabase::getTopologicalOptions() const {
  assert(kind == Kind::Topological && "expected a topological database");
  return topologicalOptions;
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static std::string withArticle(StringRef noun) {
  return ((noun.starts_with("e") ? "an " : "a ") + noun).str();
}

/// "local rewrite", "equilibrium", "proxy of a sequence" and the like.
static std::string describeMember(const Member &member) {
  if (member.rewrite)
    return isa<LocalRewrite>(member.rewrite.get()) ? "local rewrite"
                                                   : "global rewrite";
  Kind kind = getDrivenKind(*member.database);
  std::string text = RewriteDatabase::stringifyKind(kind).str();
  if (kind == Kind::Topological)
    text += " database";
  if (member.database->getKind() == Kind::Proxy)
    text = "proxy of " + withArticle(text);
  return text;
}

static std::string describeAMember(const Member &member) {
  return withArticle(describeMember(member));
}

/// Why a database of `kind` cannot drive such a member; "" if it can.
static std::string explainMisfit(Kind kind, const Member &member) {
  std::string got = describeAMember(member);
  bool isLocal = member.rewrite && isa<LocalRewrite>(member.rewrite.get());
  bool isGlobal = member.rewrite && !isLocal;
  bool isGroup =
      member.database && getDrivenKind(*member.database) == Kind::LocalGroup;
  switch (kind) {
  case Kind::Sequence:
    if (isGlobal || (member.database && !isGroup))
      return "";
    return "a sequence holds global rewrites and databases with a driver, "
           "got " +
           got + ", which needs an equilibrium or a topological database";
  case Kind::Equilibrium:
    if (isLocal || isGlobal || isGroup)
      return "";
    return "an equilibrium holds rewrites and local groups, got " + got;
  case Kind::LocalGroup:
    if (isLocal)
      return "";
    return "a local group holds local rewrites, got " + got;
  case Kind::Topological:
  case Kind::Proxy:
    break;
  }
  llvm_unreachable("wrappers have no members");
}

/// Whether `database` is `other` or holds it somewhere below.
static bool reaches(const RewriteDatabase &database,
                    const RewriteDatabase &other) {
  if (&database == &other)
    return true;
  if (database.getInner())
    return reaches(*database.getInner(), other);
  return llvm::any_of(database.getMembers(), [&](const Member &member) {
    return member.database && reaches(*member.database, other);
  });
}

/// What is wrong with the name of a new member of `database`; "" if nothing.
static std::string explainName(const RewriteDatabase &database,
                               const Member &member) {
  StringRef name = member.name;
  if (!isWord(name))
    return ("the name is no word: " + kWordRule).str();
  if (member.database && name.contains('.'))
    return "the name of a database has no '.'";
  if (name == database.getName())
    return "the name is that of the database";
  for (const Member &other : database.getMembers()) {
    if (member.rewrite ? other.rewrite == member.rewrite
                       : other.database == member.database)
      return "it is filed here already";
    if (other.name == name)
      return "the name is taken by " + describeAMember(other);
    if (llvm::is_contained(other.tags, name))
      return "the name is a tag of '" + other.name + "'";
  }
  return "";
}

/// What is wrong with `tag` as a tag of a member called `name`; "" if nothing.
static std::string explainTag(const RewriteDatabase &database, StringRef tag,
                              StringRef name) {
  if (!isWord(tag))
    return ("tag '" + tag + "' is no word: " + kWordRule).str();
  if (tag == name)
    return ("tag '" + tag + "' is its own name").str();
  for (const Member &other : database.getMembers())
    if (other.name == tag)
      return ("tag '" + tag + "' is the name of " + describeAMember(other))
          .str();
  return "";
}

/// Adds a tag that is in order. The name of the database is kept as a flag.
static void addTag(Member &member, StringRef tag, StringRef databaseName) {
  if (tag == databaseName)
    member.databaseTag = true;
  else if (!llvm::is_contained(member.tags, tag))
    member.tags.push_back(tag.str());
}

llvm::Error
RewriteDatabase::checkMember(const Member &member,
                             const Registration &registration) const {
  auto fail = [&](const Twine &reason) {
    return llvm::createStringError("database '" + name + "': cannot add " +
                                   describeMember(member) + " '" + member.name +
                                   "': " + reason);
  };
  if (inner)
    return fail("a " + stringifyKind(kind) +
                " database only forwards to its inner database '" +
                inner->getName() + "'; add it there");
  std::string problem = explainName(*this, member);
  for (StringRef tag : registration.tags)
    if (problem.empty())
      problem = explainTag(*this, tag, member.name);
  if (problem.empty())
    problem = explainMisfit(kind, member);
  if (!problem.empty())
    return fail(problem);

  if (member.database && reaches(*member.database, *this))
    return fail("it holds '" + name + "'");
  if (registration.position && registration.isLast)
    return fail("at() and last() exclude each other");
  if (registration.position && !std::isfinite(*registration.position))
    return fail("the position is not finite");
  if (kind == Kind::Sequence && !registration.position && !registration.isLast)
    return fail("a member of a sequence needs a position: at() or last()");
  if (registration.role == EquilibriumRole::Ordinary)
    return llvm::Error::success();
  StringRef role = stringifyEquilibriumRole(registration.role);
  if (kind != Kind::Equilibrium)
    return fail("role '" + role + "' needs an equilibrium, but this is a " +
                stringifyKind(kind));
  if (!member.rewrite || isa<LocalRewrite>(member.rewrite.get()))
    return fail("role '" + role + "' needs a global rewrite");
  return llvm::Error::success();
}

/// The position behind all of `members`.
static double getLastPosition(ArrayRef<Member> members) {
  if (members.empty())
    return 0;
  double last = -std::numeric_limits<double>::infinity();
  for (const Member &member : members)
    last = std::max(last, member.position.value_or(0));
  return last + 1;
}

llvm::Error RewriteDatabase::addMember(Member member,
                                       const Registration &registration) {
  if (llvm::Error error = checkMember(member, registration))
    return error;
  member.role = registration.role;
  member.databaseTag = registration.databaseTag;
  member.position = registration.position;
  if (registration.isLast)
    member.position = getLastPosition(members);
  for (StringRef tag : registration.tags)
    addTag(member, tag, name);
  members.push_back(std::move(member));
  return llvm::Error::success();
}

llvm::Error RewriteDatabase::add(RewriteRef rewrite,
                                 const Registration &registration) {
  assert(rewrite && "expected a rewrite");
  Member member;
  member.name = rewrite->getName().str();
  member.rewrite = std::move(rewrite);
  return addMember(std::move(member), registration);
}

llvm::Error RewriteDatabase::add(DatabaseRef database,
                                 const Registration &registration) {
  assert(database && "expected a database");
  Member member;
  member.name = database->getName().str();
  member.database = std::move(database);
  return addMember(std::move(member), registration);
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

llvm::Expected<Member *> RewriteDatabase::findOwn(StringRef memberName) {
  if (inner)
    return llvm::createStringError(
        "database '" + name + "': a " + stringifyKind(kind) +
        " database only forwards to its inner database '" + inner->getName() +
        "'; change the tags of '" + memberName + "' there");
  SmallVector<StringRef> known;
  for (Member &member : members) {
    if (member.name == memberName)
      return &member;
    known.push_back(member.name);
  }
  return llvm::createStringError("database '" + name + "': no member '" +
                                 memberName + "'" +
                                 didYouMean(memberName, known));
}

llvm::Error RewriteDatabase::addTags(StringRef member,
                                     ArrayRef<StringRef> tags) {
  llvm::Expected<Member *> found = findOwn(member);
  if (!found)
    return found.takeError();
  for (StringRef tag : tags) {
    std::string problem = explainTag(*this, tag, member);
    if (!problem.empty())
      return llvm::createStringError("database '" + name +
                                     "': cannot tag member '" + member +
                                     "': " + problem);
  }
  for (StringRef tag : tags)
    addTag(**found, tag, name);
  return llvm::Error::success();
}

llvm::Error RewriteDatabase::removeTags(StringRef member,
                                        ArrayRef<StringRef> tags) {
  llvm::Expected<Member *> found = findOwn(member);
  if (!found)
    return found.takeError();
  SmallVector<StringRef> known((*found)->tags.begin(), (*found)->tags.end());
  if ((*found)->databaseTag)
    known.push_back(name);
  for (StringRef tag : tags)
    if (!llvm::is_contained(known, tag))
      return llvm::createStringError("database '" + name + "': member '" +
                                     member + "' has no tag '" + tag + "'" +
                                     didYouMean(tag, known));
  for (StringRef tag : tags) {
    llvm::erase((*found)->tags, tag);
    if (tag == name)
      (*found)->databaseTag = false;
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

/// The first member of that name, those of `database` before those below.
static const Member *findBelow(const RewriteDatabase &database,
                               StringRef name) {
  if (database.getInner())
    return findBelow(*database.getInner(), name);
  for (const Member &member : database.getMembers())
    if (member.name == name)
      return &member;
  for (const Member &member : database.getMembers())
    if (member.database)
      if (const Member *found = findBelow(*member.database, name))
        return found;
  return nullptr;
}

static void collectNames(const RewriteDatabase &database,
                         SmallVectorImpl<StringRef> &names) {
  if (database.getInner())
    collectNames(*database.getInner(), names);
  for (const Member &member : database.getMembers()) {
    names.push_back(member.name);
    if (member.database)
      collectNames(*member.database, names);
  }
}

llvm::Expected<const Member *> RewriteDatabase::find(StringRef name) const {
  if (const Member *member = findBelow(*this, name))
    return member;
  SmallVector<StringRef> known;
  collectNames(*this, known);
  return llvm::createStringError("database '" + this->name +
                                 "': no rewrite or database '" + name + "'" +
                                 didYouMean(name, known));
}

llvm::Expected<DatabaseRef> RewriteDatabase::findDatabase(StringRef path) {
  if (path.empty())
    return shared_from_this();
  auto [first, rest] = path.split('.');
  SmallVector<StringRef> known;
  if (inner) {
    if (inner->getName() == first)
      return inner->findDatabase(rest);
    known.push_back(inner->getName());
  }
  for (const Member &member : members) {
    if (!member.database) {
      if (member.name == path)
        return llvm::createStringError("database '" + name + "': '" + path +
                                       "' is " + describeAMember(member) +
                                       ", not a database");
      continue;
    }
    if (member.name == first)
      return member.database->findDatabase(rest);
    known.push_back(member.name);
  }
  return llvm::createStringError("database '" + name + "': no database '" +
                                 first + "'" + didYouMean(first, known));
}

static void collectWords(const RewriteDatabase &database,
                         SmallVectorImpl<StringRef> &words) {
  words.push_back(database.getName());
  if (database.getInner())
    collectWords(*database.getInner(), words);
  for (const Member &member : database.getMembers()) {
    words.push_back(member.name);
    words.append(member.tags.begin(), member.tags.end());
    if (member.database)
      collectWords(*member.database, words);
  }
}

SmallVector<StringRef> RewriteDatabase::getWords() const {
  SmallVector<StringRef> words;
  collectWords(*this, words);
  llvm::sort(words);
  words.erase(llvm::unique(words), words.end());
  return words;
}
