//===- DatabaseTest.cpp - Filing and finding members ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestRewrites.h"
#include <limits>

using namespace mlir;
using namespace mlir::croton;

using Words = std::vector<std::string>;

static Words getWords(const RewriteDatabase &database) {
  Words words;
  for (StringRef word : database.getWords())
    words.push_back(word.str());
  return words;
}

/// Everything there is to see of a database and what is below it.
static std::string dump(const RewriteDatabase &database) {
  std::string text = RewriteDatabase::stringifyKind(database.getKind()).str() +
                     " " + database.getName().str() + "{";
  if (database.getInner())
    text += dump(*database.getInner());
  for (const RewriteDatabase::Member &member : database.getMembers()) {
    text += member.name + "(";
    for (StringRef tag : member.tags)
      text += (tag + " ").str();
    if (member.position)
      text += std::to_string(*member.position) + " ";
    text += stringifyEquilibriumRole(member.role).str() +
            (member.databaseTag ? ")" : " apart)");
    if (member.database)
      text += dump(*member.database);
  }
  return text + "}";
}

/// Tries an addition that must fail and leave no trace; returns the message.
template <typename T>
static std::string addBadly(const DatabaseRef &database, T member,
                            const Registration &registration) {
  std::string before = dump(*database);
  Words words = getWords(*database);
  std::string message =
      getMessage(database->add(std::move(member), registration));
  EXPECT_EQ(dump(*database), before);
  EXPECT_EQ(getWords(*database), words);
  return message;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

TEST(DatabaseTest, LastIsMaxPlusOne_2) {
  DatabaseRef sequence = RewriteDatabase::createSequence("optdb");
  add(sequence, makeGlobal("a"), Registration().last());
  EXPECT_EQ(sequence->getMembers()[0].position, 0.0);
  add(sequence, makeGlobal("b"), Registration().at(2));
  add(sequence, makeGlobal("c"), Registration().at(-7));
  add(sequence, makeGlobal("d"), Registration().last());
  EXPECT_EQ(sequence->getMembers()[3].position, 3.0);
  add(sequence, makeGlobal("e"), Registration().last());
  EXPECT_EQ(sequence->getMembers()[4].position, 4.0);
}

TEST(DatabaseTest, LastCountsAbsentPositionsAsZero) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(group, makeLocal("a"), {});
  EXPECT_EQ(group->getMembers()[0].position, std::nullopt);
  add(group, makeLocal("b"), Registration().last());
  EXPECT_EQ(group->getMembers()[1].position, 1.0);

  DatabaseRef below = RewriteDatabase::createSequence("below");
  add(below, makeGlobal("a"), Registration().at(-0.25));
  add(below, makeGlobal("b"), Registration().last());
  EXPECT_EQ(below->getMembers()[1].position, 0.75);
}

TEST(DatabaseTest, PositionsAreChecked) {
  DatabaseRef sequence = RewriteDatabase::createSequence("optdb");
  EXPECT_EQ(addBadly(sequence, makeGlobal("a"), {"x"}),
            "database 'optdb': cannot add global rewrite 'a': a member of a "
            "sequence needs a position: at() or last()");
  EXPECT_EQ(addBadly(sequence, makeGlobal("a"), Registration().at(1).last()),
            "database 'optdb': cannot add global rewrite 'a': at() and last() "
            "exclude each other");
  for (double position : {std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::infinity()})
    EXPECT_EQ(addBadly(sequence, makeGlobal("a"), Registration().at(position)),
              "database 'optdb': cannot add global rewrite 'a': the position "
              "is not finite");
}

//===----------------------------------------------------------------------===//
// Names and tags
//===----------------------------------------------------------------------===//

TEST(DatabaseTest, ClashLeavesNoTrace_7) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(group, makeLocal("y"), {"fr"});
  auto rewrite = makeLocal("x");
  EXPECT_EQ(addBadly(group, rewrite, Registration({"new", "y"}).at(3)),
            "database 'group': cannot add local rewrite 'x': tag 'y' is the "
            "name of a local rewrite");
  // Neither the name nor the tag before the bad one is taken.
  add(group, makeLocal("new"), {"fr"});
  add(group, rewrite, Registration({"good"}).at(3));
  EXPECT_EQ(dump(*group),
            "local group group{y(fr ordinary)new(fr ordinary)x(good 3.000000 "
            "ordinary)}");
}

TEST(DatabaseTest, NameClashes) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  auto y = makeLocal("y");
  add(group, y, {"fr", "fr", "slow"});
  EXPECT_EQ(group->getMembers()[0].tags.size(), 2u);
  EXPECT_EQ(addBadly(group, y, {}),
            "database 'group': cannot add local rewrite 'y': it is filed here "
            "already");
  EXPECT_EQ(addBadly(group, makeLocal("y"), {}),
            "database 'group': cannot add local rewrite 'y': the name is taken "
            "by a local rewrite");
  EXPECT_EQ(addBadly(group, makeLocal("slow"), {}),
            "database 'group': cannot add local rewrite 'slow': the name is a "
            "tag of 'y'");
  EXPECT_EQ(addBadly(group, makeLocal("group"), {}),
            "database 'group': cannot add local rewrite 'group': the name is "
            "that of the database");
  EXPECT_EQ(addBadly(group, makeLocal("x"), {"x"}),
            "database 'group': cannot add local rewrite 'x': tag 'x' is its "
            "own name");

  DatabaseRef sequence = RewriteDatabase::createSequence("optdb");
  DatabaseRef stage = RewriteDatabase::createEquilibrium("stage");
  add(sequence, stage, Registration().at(1));
  EXPECT_EQ(addBadly(sequence, stage, Registration().at(2)),
            "database 'optdb': cannot add equilibrium 'stage': it is filed "
            "here already");
  EXPECT_EQ(addBadly(sequence, makeGlobal("stage"), Registration().at(2)),
            "database 'optdb': cannot add global rewrite 'stage': the name is "
            "taken by an equilibrium");
}

TEST(DatabaseTest, NamesAndTagsAreWords) {
  DatabaseRef sequence = RewriteDatabase::createSequence("optdb");
  const std::string rule = ": expected letters, digits, '_', '-' and '.', "
                           "first a letter, a digit or '_'";
  EXPECT_EQ(addBadly(sequence, makeGlobal("a,b"), Registration().at(1)),
            "database 'optdb': cannot add global rewrite 'a,b': the name is no "
            "word" +
                rule);
  EXPECT_EQ(addBadly(sequence, makeGlobal(""), Registration().at(1)),
            "database 'optdb': cannot add global rewrite '': the name is no "
            "word" +
                rule);
  EXPECT_EQ(addBadly(sequence, makeGlobal("a"), Registration({"-x"}).at(1)),
            "database 'optdb': cannot add global rewrite 'a': tag '-x' is no "
            "word" +
                rule);
  EXPECT_EQ(addBadly(sequence, RewriteDatabase::createSequence("gpu.lift"),
                     Registration().at(1)),
            "database 'optdb': cannot add sequence 'gpu.lift': the name of a "
            "database has no '.'");
  add(sequence, makeGlobal("arith.canonical-form"), Registration().at(1));
}

TEST(DatabaseTest, TagOfTheDatabaseIsAFlag) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(group, makeLocal("a"), {});
  add(group, makeLocal("b"), Registration().withoutDatabaseTag());
  add(group, makeLocal("c"), Registration({"group"}).withoutDatabaseTag());
  EXPECT_TRUE(group->getMembers()[0].databaseTag);
  EXPECT_FALSE(group->getMembers()[1].databaseTag);
  EXPECT_TRUE(group->getMembers()[2].databaseTag);
  EXPECT_TRUE(group->getMembers()[2].tags.empty());
}

TEST(DatabaseTest, AddAndRemoveTags) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(group, makeLocal("a"), {"one", "two"});
  add(group, makeLocal("b"), {});
  EXPECT_EQ(getMessage(group->addTags("a", {"three", "one"})), "");
  EXPECT_EQ(getMessage(group->removeTags("a", {"two", "group"})), "");
  EXPECT_EQ(dump(*group),
            "local group group{a(one three ordinary apart)b(ordinary)}");
  EXPECT_EQ(getMessage(group->addTags("a", {"group"})), "");
  EXPECT_EQ(dump(*group),
            "local group group{a(one three ordinary)b(ordinary)}");
}

TEST(DatabaseTest, BadTagChangesLeaveNoTrace) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(group, makeLocal("log-exp"), {"one", "two"});
  add(group, makeLocal("b"), {});
  std::string before = dump(*group);
  EXPECT_EQ(getMessage(group->addTags("log-xep", {"x"})),
            "database 'group': no member 'log-xep'; did you mean 'log-exp'?");
  EXPECT_EQ(getMessage(group->removeTags("log_exp", {"x"})),
            "database 'group': no member 'log_exp'; did you mean 'log-exp'?");
  EXPECT_EQ(getMessage(group->addTags("log-exp", {"x", "b"})),
            "database 'group': cannot tag member 'log-exp': tag 'b' is the "
            "name of a local rewrite");
  EXPECT_EQ(getMessage(group->addTags("log-exp", {"x", "log-exp"})),
            "database 'group': cannot tag member 'log-exp': tag 'log-exp' is "
            "its own name");
  EXPECT_EQ(getMessage(group->addTags("b", {""})),
            "database 'group': cannot tag member 'b': tag '' is no word: "
            "expected letters, digits, '_', '-' and '.', first a letter, a "
            "digit or '_'");
  EXPECT_EQ(getMessage(group->removeTags("log-exp", {"two", "onw"})),
            "database 'group': member 'log-exp' has no tag 'onw'; did you mean "
            "'one'?");
  EXPECT_EQ(dump(*group), before);
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

TEST(DatabaseTest, OptionsAreKept) {
  EquilibriumOptions equilibriumOptions;
  equilibriumOptions.fold = true;
  EXPECT_TRUE(RewriteDatabase::createEquilibrium("e", equilibriumOptions)
                  ->getEquilibriumOptions()
                  .fold);
  TopologicalOptions topologicalOptions;
  topologicalOptions.order = SweepOrder::OutToIn;
  DatabaseRef group = RewriteDatabase::createLocalGroup("g", /*applyAll=*/true);
  EXPECT_TRUE(group->isApplyAll());
  DatabaseRef sweep =
      RewriteDatabase::createTopological("t", group, topologicalOptions);
  EXPECT_EQ(sweep->getTopologicalOptions().order, SweepOrder::OutToIn);
  EXPECT_EQ(sweep->getInner(), group);
  EXPECT_EQ(RewriteDatabase::createProxy("p", sweep)->getInner(), sweep);
}

TEST(DatabaseTest, SequencesHoldWhatHasADriver) {
  DatabaseRef sequence = RewriteDatabase::createSequence("optdb");
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  DatabaseRef equilibrium = RewriteDatabase::createEquilibrium("e");
  add(sequence, makeGlobal("g"), Registration().last());
  add(sequence, equilibrium, Registration().last());
  add(sequence, RewriteDatabase::createTopological("t", group),
      Registration().last());
  add(sequence, RewriteDatabase::createSequence("s"), Registration().last());
  add(sequence, RewriteDatabase::createProxy("e2", equilibrium),
      Registration().last());

  const std::string rule = "a sequence holds global rewrites and databases "
                           "with a driver, got ";
  const std::string hint = ", which needs an equilibrium or a topological "
                           "database";
  EXPECT_EQ(addBadly(sequence, makeLocal("x"), Registration().at(1)),
            "database 'optdb': cannot add local rewrite 'x': " + rule +
                "a local rewrite" + hint);
  EXPECT_EQ(addBadly(sequence, group, Registration().at(1)),
            "database 'optdb': cannot add local group 'group': " + rule +
                "a local group" + hint);
  EXPECT_EQ(addBadly(sequence, RewriteDatabase::createProxy("p", group),
                     Registration().at(1)),
            "database 'optdb': cannot add proxy of a local group 'p': " + rule +
                "a proxy of a local group" + hint);
}

TEST(DatabaseTest, EquilibriaHoldRewritesAndGroups) {
  DatabaseRef equilibrium = RewriteDatabase::createEquilibrium("e");
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(equilibrium, makeGlobal("g"), {});
  add(equilibrium, makeLocal("x"), {});
  add(equilibrium, group, {});
  add(equilibrium, RewriteDatabase::createProxy("group2", group), {});
  const std::string rule = "an equilibrium holds rewrites and local groups, "
                           "got a ";
  EXPECT_EQ(addBadly(equilibrium, RewriteDatabase::createSequence("s"), {}),
            "database 'e': cannot add sequence 's': " + rule + "sequence");
  EXPECT_EQ(
      addBadly(equilibrium, RewriteDatabase::createTopological("t", group), {}),
      "database 'e': cannot add topological database 't': " + rule +
          "topological database");
}

TEST(DatabaseTest, GroupsHoldLocalRewrites) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  const std::string rule = "a local group holds local rewrites, got a ";
  EXPECT_EQ(addBadly(group, makeGlobal("g"), {}),
            "database 'group': cannot add global rewrite 'g': " + rule +
                "global rewrite");
  EXPECT_EQ(addBadly(group, RewriteDatabase::createLocalGroup("h"), {}),
            "database 'group': cannot add local group 'h': " + rule +
                "local group");
}

TEST(DatabaseTest, RolesNeedAnEquilibriumAndAGlobalRewrite) {
  DatabaseRef equilibrium = RewriteDatabase::createEquilibrium("e");
  Registration isFinal = Registration().withRole(EquilibriumRole::Final);
  Registration isCleanup = Registration().withRole(EquilibriumRole::Cleanup);
  add(equilibrium, makeGlobal("f"), isFinal);
  add(equilibrium, makeGlobal("c"), isCleanup);
  EXPECT_EQ(dump(*equilibrium), "equilibrium e{f(final)c(cleanup)}");
  EXPECT_EQ(addBadly(equilibrium, makeLocal("x"), isFinal),
            "database 'e': cannot add local rewrite 'x': role 'final' needs a "
            "global rewrite");
  EXPECT_EQ(
      addBadly(equilibrium, RewriteDatabase::createLocalGroup("g"), isCleanup),
      "database 'e': cannot add local group 'g': role 'cleanup' needs a "
      "global rewrite");
  DatabaseRef sequence = RewriteDatabase::createSequence("optdb");
  EXPECT_EQ(addBadly(sequence, makeGlobal("x"),
                     Registration().at(1).withRole(EquilibriumRole::Final)),
            "database 'optdb': cannot add global rewrite 'x': role 'final' "
            "needs an equilibrium, but this is a sequence");
}

TEST(DatabaseTest, WrappersRefuseMembers) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  DatabaseRef sweep = RewriteDatabase::createTopological("sweep", group);
  DatabaseRef proxy = RewriteDatabase::createProxy("again", sweep);
  EXPECT_EQ(addBadly(sweep, makeLocal("x"), {}),
            "database 'sweep': cannot add local rewrite 'x': a topological "
            "database only forwards to its inner database 'group'; add it "
            "there");
  EXPECT_EQ(addBadly(proxy, group, {}),
            "database 'again': cannot add local group 'group': a proxy "
            "database only forwards to its inner database 'sweep'; add it "
            "there");
  EXPECT_EQ(getMessage(sweep->addTags("x", {"y"})),
            "database 'sweep': a topological database only forwards to its "
            "inner database 'group'; change the tags of 'x' there");
  EXPECT_EQ(getMessage(proxy->removeTags("x", {"y"})),
            "database 'again': a proxy database only forwards to its inner "
            "database 'sweep'; change the tags of 'x' there");
}

TEST(DatabaseTest, CyclesAreRefused) {
  DatabaseRef outer = RewriteDatabase::createSequence("outer");
  DatabaseRef inner = RewriteDatabase::createSequence("inner");
  add(outer, inner, Registration().last());
  EXPECT_EQ(addBadly(inner, outer, Registration().last()),
            "database 'inner': cannot add sequence 'outer': it holds 'inner'");
  EXPECT_EQ(addBadly(inner, RewriteDatabase::createProxy("p", outer),
                     Registration().last()),
            "database 'inner': cannot add proxy of a sequence 'p': it holds "
            "'inner'");
  EXPECT_EQ(addBadly(inner, RewriteDatabase::createProxy("p", inner),
                     Registration().last()),
            "database 'inner': cannot add proxy of a sequence 'p': it holds "
            "'inner'");
}

//===----------------------------------------------------------------------===//
// Lookup
//===----------------------------------------------------------------------===//

namespace {

/// optdb: merge, canonicalize {zero}, useless -> useless-group {drop},
///        gpu {lift {up}}
class LookupTest : public testing::Test {
protected:
  void SetUp() override {
    add(optdb, makeGlobal("merge"), Registration({"fr"}).at(0));
    add(optdb, canonicalize, Registration({"fr"}).at(1));
    add(canonicalize, makeLocal("zero"), {"fr", "slow"});
    add(optdb, sweep, Registration().at(2));
    add(group, makeLocal("drop"), {"fc"});
    add(optdb, gpu, Registration().at(3));
    add(gpu, lift, Registration().at(0));
    add(lift, makeLocal("up"), {});
  }

  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  DatabaseRef canonicalize = RewriteDatabase::createEquilibrium("canonicalize");
  DatabaseRef group = RewriteDatabase::createLocalGroup("useless-group");
  DatabaseRef sweep = RewriteDatabase::createTopological("useless", group);
  DatabaseRef gpu = RewriteDatabase::createSequence("gpu");
  DatabaseRef lift = RewriteDatabase::createEquilibrium("lift");
};

} // namespace

TEST_F(LookupTest, FindsMembersBelow) {
  for (StringRef name :
       {"merge", "canonicalize", "zero", "drop", "lift", "up"}) {
    llvm::Expected<const RewriteDatabase::Member *> found = optdb->find(name);
    ASSERT_TRUE(bool(found)) << name.str();
    EXPECT_EQ((*found)->name, name);
  }
  EXPECT_EQ(llvm::cantFail(optdb->find("lift"))->database, lift);
  EXPECT_EQ(getMessage(optdb->find("zerro")),
            "database 'optdb': no rewrite or database 'zerro'; did you mean "
            "'zero'?");
  // Tags are no names, and names above are not below.
  EXPECT_EQ(getMessage(optdb->find("slow")),
            "database 'optdb': no rewrite or database 'slow'");
  EXPECT_EQ(getMessage(gpu->find("merge")),
            "database 'gpu': no rewrite or database 'merge'");
}

TEST_F(LookupTest, FindPrefersTheNearest) {
  auto near = makeGlobal("up");
  add(optdb, near, Registration().at(9));
  EXPECT_EQ(llvm::cantFail(optdb->find("up"))->rewrite, near);
}

TEST_F(LookupTest, FindsDatabasesByPath) {
  auto find = [&](StringRef path) {
    return llvm::cantFail(optdb->findDatabase(path));
  };
  EXPECT_EQ(find(""), optdb);
  EXPECT_EQ(find("canonicalize"), canonicalize);
  EXPECT_EQ(find("gpu.lift"), lift);
  EXPECT_EQ(find("useless"), sweep);
  EXPECT_EQ(find("useless.useless-group"), group);
}

TEST_F(LookupTest, PathErrorsNameTheStep) {
  auto error = [&](StringRef path) {
    return getMessage(optdb->findDatabase(path));
  };
  EXPECT_EQ(error("canonicalise"), "database 'optdb': no database "
                                   "'canonicalise'; did you mean "
                                   "'canonicalize'?");
  EXPECT_EQ(error("gpu.left"),
            "database 'gpu': no database 'left'; did you mean 'lift'?");
  EXPECT_EQ(error("useless.group"), "database 'useless': no database 'group'");
  EXPECT_EQ(error("merge"),
            "database 'optdb': 'merge' is a global rewrite, not a database");
  EXPECT_EQ(error("lift"), "database 'optdb': no database 'lift'");
  EXPECT_EQ(error("."), "database 'optdb': no database ''");
}

TEST_F(LookupTest, WordsAreSortedAndUnique) {
  EXPECT_EQ(getWords(*optdb),
            Words({"canonicalize", "drop", "fc", "fr", "gpu", "lift", "merge",
                   "optdb", "slow", "up", "useless", "useless-group", "zero"}));
  EXPECT_EQ(getWords(*sweep),
            Words({"drop", "fc", "useless", "useless-group"}));
}
