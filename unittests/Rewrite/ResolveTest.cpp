//===- ResolveTest.cpp - From databases and a query to a plan -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestRewrites.h"
#include "llvm/ADT/StringExtras.h"
#include <limits>

using namespace mlir;
using namespace mlir::croton;

using UnknownWords = RewriteDatabase::UnknownWords;

/// The names of what a sequence runs, in order.
static std::string getOrder(const DatabaseRef &database, const Query &query) {
  Plan plan = llvm::cantFail(database->resolve(query));
  std::string names;
  for (const PlanNode &child : plan.root.children)
    names += (names.empty() ? "" : " ") + child.name;
  return names;
}

static std::string getOrder(const DatabaseRef &database, StringRef query) {
  return getOrder(database, parseQuery(query));
}

/// The words a Warn resolution complains about, joined.
static std::string getWarnings(const DatabaseRef &database, StringRef query) {
  SmallVector<std::string> warnings;
  llvm::cantFail(
      database->resolve(parseQuery(query), UnknownWords::Warn, &warnings)
          .takeError());
  return llvm::join(warnings, "\n");
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

TEST(ResolveTest, SequenceOrderTiesByName_1) {
  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  add(optdb, makeGlobal("b"), Registration({"fr"}).at(2));
  add(optdb, makeGlobal("z"), Registration({"fr"}).at(1));
  add(optdb, makeGlobal("a"), Registration({"fr"}).at(2));
  EXPECT_EQ(getOrder(optdb, "+fr"), "z a b");
}

TEST(ResolveTest, CutoffIsStrict_3) {
  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  add(optdb, makeGlobal("a"), Registration({"fr"}).at(1));
  add(optdb, makeGlobal("b"), Registration({"fr"}).at(2));
  add(optdb, makeGlobal("c"), Registration({"fr"}).at(2.5));
  EXPECT_EQ(getOrder(optdb, "+fr,cutoff=2"), "a");
  EXPECT_EQ(getOrder(optdb, "+fr,cutoff=2.1"), "a b");
  EXPECT_EQ(getOrder(optdb, "+fr,cutoff=0"), "");
  EXPECT_EQ(getOrder(optdb, "+fr"), "a b c");
  add(optdb, makeGlobal("first"), Registration({"fr"}).at(-0.01));
  EXPECT_EQ(getOrder(optdb, "+fr,cutoff=0"), "first");
  EXPECT_EQ(getOrder(optdb, "+fr,cutoff=-0.01"), "");
}

TEST(ResolveTest, CutoffHoldsInNestedSequences) {
  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  DatabaseRef gpu = RewriteDatabase::createSequence("gpu");
  add(gpu, makeGlobal("x"), Registration({"fr"}).at(0));
  add(gpu, makeGlobal("y"), Registration({"fr"}).at(5));
  add(optdb, gpu, Registration().at(1));
  EXPECT_EQ(resolve(optdb, "+fr,cutoff=3"), "sequence optdb\n"
                                            "  1: sequence gpu\n"
                                            "    0: global x  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+fr,cutoff=3,gpu:(+fr)"),
            "sequence optdb\n"
            "  1: sequence gpu\n"
            "    0: global x  [exact]\n"
            "    5: global y  [exact]\n");
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

namespace {

/// optdb (sequence)
///   0: merge [fr]
///   1: canonicalize (equilibrium) zero [fr, x], one [fr], unsafe-one [fr] not
///      under the name of the stage
///   2: stabilize (equilibrium) log [stable]
class StagesTest : public testing::Test {
protected:
  void SetUp() override {
    add(canonicalize, makeLocal("zero"), {"fr", "x"});
    add(canonicalize, makeLocal("one"), {"fr"});
    add(canonicalize, makeLocal("unsafe-one", NumericClaim::Unsafe),
        Registration({"risky"}).withoutDatabaseTag());
    add(stabilize, makeLocal("log", NumericClaim::Reassociates), {"stable"});
    add(optdb, stabilize, Registration().at(2));
    add(optdb, canonicalize, Registration().at(1));
    add(optdb, makeGlobal("merge"), Registration({"fr"}).at(0));
  }

  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  DatabaseRef canonicalize = RewriteDatabase::createEquilibrium("canonicalize");
  DatabaseRef stabilize = RewriteDatabase::createEquilibrium("stabilize");
};

} // namespace

TEST_F(StagesTest, ExcludeBeatsInclude_4) {
  EXPECT_EQ(resolve(optdb, "+fr,-x"), "sequence optdb\n"
                                      "  0: global merge  [exact]\n"
                                      "  1: equilibrium canonicalize\n"
                                      "    one  [exact]\n");
  // By name, and however often it is included.
  EXPECT_EQ(resolve(optdb, "+zero,+x,+fr,-zero"), resolve(optdb, "+fr,-x"));
  EXPECT_EQ(resolve(optdb, "+merge,-fr"), "sequence optdb\n");
  EXPECT_EQ(resolve(optdb, "+merge,-merge"), "sequence optdb\n");
}

TEST_F(StagesTest, RequireSparesContainers_5) {
  EXPECT_EQ(resolve(optdb, "+fr,&x"), "sequence optdb\n"
                                      "  1: equilibrium canonicalize\n"
                                      "    zero  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+stable,&stable"), "sequence optdb\n"
                                               "  2: equilibrium stabilize\n"
                                               "    log  [reassociates]\n");
  // All of them.
  EXPECT_EQ(resolve(optdb, "+fr,&x,&stable"), "sequence optdb\n");
  EXPECT_EQ(resolve(optdb, "+fr,&x,&fr"), resolve(optdb, "+fr,&x"));
}

TEST_F(StagesTest, SubqueryReplaces_6) {
  DatabaseRef eq = RewriteDatabase::createEquilibrium("eq");
  add(eq, makeLocal("y"), {"slow"});
  add(eq, makeLocal("z"), {"fr"});
  add(optdb, eq, Registration().at(3));
  EXPECT_EQ(resolve(optdb, "+fr,eq:(+slow)"), "sequence optdb\n"
                                              "  0: global merge  [exact]\n"
                                              "  1: equilibrium canonicalize\n"
                                              "    one  [exact]\n"
                                              "    zero  [exact]\n"
                                              "  3: equilibrium eq\n"
                                              "    y  [exact]\n");
  // A subquery selects inside; the stage must be selected from outside.
  EXPECT_EQ(resolve(optdb, "+stable,eq:(+slow)"), resolve(optdb, "+stable"));
  EXPECT_EQ(resolve(optdb, "+fr,-eq,eq:(+slow)"), resolve(optdb, "+fr,-eq"));
  EXPECT_EQ(resolve(optdb, "+fr,eq:()"), resolve(optdb, "+fr,-eq"));
}

TEST_F(StagesTest, ExcludingAStageOrAMember_9) {
  EXPECT_EQ(resolve(optdb, "+fr,+stable,-canonicalize"),
            "sequence optdb\n"
            "  0: global merge  [exact]\n"
            "  2: equilibrium stabilize\n"
            "    log  [reassociates]\n");
  EXPECT_EQ(resolve(optdb, "+fr,-one"), "sequence optdb\n"
                                        "  0: global merge  [exact]\n"
                                        "  1: equilibrium canonicalize\n"
                                        "    zero  [exact]\n");
  // Nothing is left of it.
  EXPECT_EQ(resolve(optdb, "+fr,-one,-zero"), "sequence optdb\n"
                                              "  0: global merge  [exact]\n");
}

TEST_F(StagesTest, TagsOfAStageSelectAndExcludeIt) {
  ASSERT_EQ(getMessage(optdb->addTags("canonicalize", {"early"})), "");
  EXPECT_EQ(resolve(optdb, "+early"), "sequence optdb\n");
  EXPECT_EQ(resolve(optdb, "+early,canonicalize:(+x)"),
            "sequence optdb\n"
            "  1: equilibrium canonicalize\n"
            "    zero  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+fr,-early"), "sequence optdb\n"
                                          "  0: global merge  [exact]\n");
}

TEST_F(StagesTest, NameOfTheDatabaseIsAWordForItsMembers) {
  EXPECT_EQ(resolve(optdb, "+canonicalize"), "sequence optdb\n"
                                             "  1: equilibrium canonicalize\n"
                                             "    one  [exact]\n"
                                             "    zero  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+risky"), "sequence optdb\n"
                                      "  1: equilibrium canonicalize\n"
                                      "    unsafe-one  [unsafe]\n");
  // It reaches down through nested databases, but not to the unsafe one.
  EXPECT_EQ(resolve(optdb, "+optdb"), "sequence optdb\n"
                                      "  0: global merge  [exact]\n"
                                      "  1: equilibrium canonicalize\n"
                                      "    one  [exact]\n"
                                      "    zero  [exact]\n"
                                      "  2: equilibrium stabilize\n"
                                      "    log  [reassociates]\n");
  EXPECT_EQ(resolve(optdb, "+fr,+stable,-optdb"), "sequence optdb\n");
  EXPECT_EQ(resolve(optdb, "+fr,+stable,&canonicalize"),
            resolve(optdb, "+canonicalize"));
  // A subquery does not look outside.
  EXPECT_EQ(resolve(optdb, "+optdb,canonicalize:(+canonicalize)"),
            resolve(optdb, "+optdb"));
  EXPECT_EQ(resolve(optdb, "+canonicalize,canonicalize:(+optdb)"),
            "error: database 'canonicalize': no rewrite, database or tag "
            "'optdb'");
  Query outside = parseQuery("+canonicalize,canonicalize:(+optdb)");
  EXPECT_TRUE(
      llvm::cantFail(optdb->resolve(outside, UnknownWords::Ignore)).isEmpty());
}

TEST(ResolveTest, StageWithoutDatabaseTagStopsTheName) {
  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  DatabaseRef risky = RewriteDatabase::createEquilibrium("risky");
  add(risky, makeLocal("x"), {});
  add(optdb, risky, Registration().withoutDatabaseTag().at(1));
  add(optdb, makeGlobal("merge"), Registration().at(0));
  EXPECT_EQ(getOrder(optdb, "+optdb"), "merge");
  EXPECT_EQ(getOrder(optdb, "+optdb,+risky"), "merge risky");
}

TEST_F(StagesTest, EmptyQueryIsAnEmptyPlan) {
  Plan plan = llvm::cantFail(optdb->resolve(Query()));
  EXPECT_TRUE(plan.isEmpty());
  EXPECT_EQ(print(plan), "sequence optdb\n");
  EXPECT_FALSE(llvm::cantFail(optdb->resolve(parseQuery("+x"))).isEmpty());
}

//===----------------------------------------------------------------------===//
// Unknown words
//===----------------------------------------------------------------------===//

TEST_F(StagesTest, UnknownWordStaysFree_8) {
  EXPECT_EQ(getWarnings(optdb, "+fr,+fusion"),
            "database 'optdb': no rewrite, database or tag 'fusion'");
  EXPECT_EQ(resolve(optdb, "+fusion"),
            "error: database 'optdb': no rewrite, database or tag 'fusion'");
  add(optdb, makeGlobal("fusion"), Registration({"fr"}).at(49));
  EXPECT_EQ(getOrder(optdb, "+fusion"), "fusion");
  EXPECT_EQ(getWarnings(canonicalize, "+later"),
            "database 'canonicalize': no rewrite, database or tag 'later'");
  add(canonicalize, makeLocal("two"), {"later"});
  EXPECT_EQ(getWarnings(canonicalize, "+later"), "");
}

TEST_F(StagesTest, UnknownWordsSuggest) {
  EXPECT_EQ(
      resolve(optdb, "+fr,&stabel,-stabilise,+mergee"),
      "error: database 'optdb': no rewrite, database or tag 'mergee'; did "
      "you mean 'merge'?\n"
      "database 'optdb': no rewrite, database or tag 'stabel'; did you "
      "mean 'stable'?\n"
      "database 'optdb': no rewrite, database or tag 'stabilise'; did "
      "you mean 'stabilize'?");
  EXPECT_EQ(getWarnings(optdb, "+stabel,-stabel"),
            "database 'optdb': no rewrite, database or tag 'stabel'; did you "
            "mean 'stable'?");
}

TEST_F(StagesTest, UnknownWordsInSubqueries) {
  EXPECT_EQ(resolve(optdb, "+fr,canonicalise:(+fr)"),
            "error: database 'optdb': no nested database 'canonicalise'; did "
            "you mean 'canonicalize'?");
  EXPECT_EQ(resolve(optdb, "+fr,canonicalize:(+zeroo,merge:())"),
            "error: database 'canonicalize': no rewrite, database or tag "
            "'zeroo'; did you mean 'zero'?\n"
            "database 'canonicalize': no nested database 'merge'");
  EXPECT_EQ(resolve(optdb, "+fr,optdb:(+fr)"),
            "error: database 'optdb': no nested database 'optdb'");
}

TEST_F(StagesTest, PoliciesForUnknownWords) {
  Query query = parseQuery("+x,+nowhere");
  SmallVector<std::string> warnings;
  EXPECT_EQ(print(llvm::cantFail(
                optdb->resolve(query, UnknownWords::Warn, &warnings))),
            resolve(optdb, "+x"));
  EXPECT_EQ(warnings.size(), 1u);
  EXPECT_EQ(print(llvm::cantFail(optdb->resolve(query, UnknownWords::Warn))),
            resolve(optdb, "+x"));
  EXPECT_EQ(print(llvm::cantFail(
                optdb->resolve(query, UnknownWords::Ignore, &warnings))),
            resolve(optdb, "+x"));
  EXPECT_EQ(warnings.size(), 1u);
}

TEST_F(StagesTest, WordsOfBuiltQueriesAreCheckedToo) {
  EXPECT_EQ(resolve(optdb, Query().including({"a,b"})),
            "error: database 'optdb': no rewrite, database or tag 'a,b'");
}

//===----------------------------------------------------------------------===//
// Extras
//===----------------------------------------------------------------------===//

TEST_F(StagesTest, ExtraRunsAtItsPosition_10) {
  Query query = parseQuery("+fr,+stable").withExtra(makeGlobal("ex"), 1.5);
  EXPECT_EQ(getOrder(optdb, query), "merge canonicalize ex stabilize");
  EXPECT_EQ(getOrder(optdb, query.withoutExtras()),
            "merge canonicalize stabilize");
  // The database is as before; the name is still free.
  EXPECT_EQ(getMessage(optdb->find("ex")),
            "database 'optdb': no rewrite or database 'ex'");
  EXPECT_EQ(optdb->getMembers().size(), 3u);
  add(optdb, makeGlobal("ex"), Registration().at(0.5));
  EXPECT_EQ(resolve(optdb, query),
            "error: database 'optdb': the name of extra 'ex' is taken");
}

TEST_F(StagesTest, ExcludeAndCutoffHoldForExtras) {
  Query query = parseQuery("+fr,&x").withExtra(makeGlobal("ex"), 1.5);
  EXPECT_EQ(getOrder(optdb, query), "canonicalize ex");
  EXPECT_EQ(getOrder(optdb, query.excluding({"ex"})), "canonicalize");
  EXPECT_EQ(getOrder(optdb, query.withCutoff(1.5)), "canonicalize");
  EXPECT_EQ(getOrder(optdb, query.withCutoff(1.51)), "canonicalize ex");
}

TEST_F(StagesTest, ExtrasStayWhereTheyAreAsked) {
  DatabaseRef gpu = RewriteDatabase::createSequence("gpu");
  add(gpu, makeGlobal("lift"), Registration({"fr"}).at(0));
  add(optdb, gpu, Registration().at(48.5));
  EXPECT_EQ(resolve(optdb, parseQuery("+lift").withExtra(makeGlobal("ex"), 9)),
            "sequence optdb\n"
            "  9: global ex  [exact]\n"
            "  48.5: sequence gpu\n"
            "    0: global lift  [exact]\n");
  Query inside = parseQuery("+fr").withExtra(makeGlobal("ex"), -1);
  EXPECT_EQ(resolve(optdb, parseQuery("+lift").withSubquery("gpu", inside)),
            "sequence optdb\n"
            "  48.5: sequence gpu\n"
            "    -1: global ex  [exact]\n"
            "    0: global lift  [exact]\n");
  DatabaseRef proxy = RewriteDatabase::createProxy("again", gpu);
  EXPECT_EQ(getOrder(proxy, inside), "ex lift");
}

TEST_F(StagesTest, ErrorsOfExtras) {
  EXPECT_EQ(resolve(optdb, Query().withExtra(makeLocal("ex"), 1)),
            "error: database 'optdb': extra 'ex' is a local rewrite, which a "
            "sequence cannot drive");
  EXPECT_EQ(resolve(optdb, Query().withExtra(makeGlobal("merge"), 1)),
            "error: database 'optdb': the name of extra 'merge' is taken");
  Query twice =
      Query().withExtra(makeGlobal("ex"), 1).withExtra(makeGlobal("ex"), 2);
  EXPECT_EQ(resolve(optdb, twice),
            "error: database 'optdb': the name of extra 'ex' is taken");
  double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(resolve(optdb, Query().withExtra(makeGlobal("ex"), nan)),
            "error: database 'optdb': the position of extra 'ex' is not "
            "finite");
  EXPECT_EQ(resolve(canonicalize, Query().withExtra(makeGlobal("ex"), 1)),
            "error: database 'canonicalize': extra 'ex' needs a sequence, "
            "which this is not");
}

//===----------------------------------------------------------------------===//
// Equilibria, groups and wrappers
//===----------------------------------------------------------------------===//

TEST(ResolveTest, CandidateOrderAndGroups_13) {
  DatabaseRef eq = RewriteDatabase::createEquilibrium("eq");
  DatabaseRef group = RewriteDatabase::createLocalGroup("m-group",
                                                        /*applyAll=*/true);
  add(group, makeLocal("g2"), Registration({"fr"}).at(7));
  add(group, makeLocal("g3"), {"fr"});
  add(group, makeLocal("g1"), {"fr"});
  DatabaseRef first = RewriteDatabase::createLocalGroup("first");
  add(first, makeLocal("f"), {"fr"});
  add(eq, makeLocal("z"), {"fr"});
  add(eq, makeLocal("late"), Registration({"fr"}).at(2));
  add(eq, makeLocal("a"), {"fr"});
  add(eq, makeLocal("early"), Registration({"fr"}).at(-1.5));
  add(eq, group, {});
  add(eq, first, Registration().at(1));
  DatabaseRef second = RewriteDatabase::createLocalGroup("second");
  add(second, makeLocal("s"), {"fr"});
  add(eq, second, Registration().at(1));
  EXPECT_EQ(resolve(eq, "+fr"), "equilibrium eq\n"
                                "  -1.5: early  [exact]\n"
                                "  a  [exact]\n"
                                "  group m-group (apply-all)\n"
                                "    g1  [exact]\n"
                                "    g3  [exact]\n"
                                "    7: g2  [exact]\n"
                                "  z  [exact]\n"
                                "  1: group first\n"
                                "    f  [exact]\n"
                                "  1: group second\n"
                                "    s  [exact]\n"
                                "  2: late  [exact]\n");

  PlanNode node = llvm::cantFail(eq->resolve(parseQuery("+fr"))).root;
  ASSERT_EQ(node.locals.size(), 9u);
  ASSERT_EQ(node.groups.size(), 3u);
  EXPECT_EQ(node.locals[0].group, -1);
  EXPECT_EQ(node.locals[2].group, 0);
  EXPECT_EQ(node.locals[4].group, 0);
  EXPECT_EQ(node.locals[4].position, 7.0);
  EXPECT_EQ(node.locals[6].group, 1);
  EXPECT_TRUE(node.groups[0].applyAll);
  EXPECT_EQ(node.groups[0].position, 0.0);
  EXPECT_FALSE(node.groups[1].applyAll);
  EXPECT_EQ(node.groups[1].position, 1.0);

  // A group of which nothing is left has no number.
  node = llvm::cantFail(eq->resolve(parseQuery("+fr,-m-group"))).root;
  ASSERT_EQ(node.groups.size(), 2u);
  EXPECT_EQ(node.groups[0].name, "first");
  EXPECT_EQ(resolve(eq, "+f"), "equilibrium eq\n"
                               "  1: group first\n"
                               "    f  [exact]\n");
}

TEST(ResolveTest, RolesInAnEquilibrium) {
  DatabaseRef eq = RewriteDatabase::createEquilibrium("eq");
  Registration isFinal = Registration({"fr"}).withRole(EquilibriumRole::Final);
  Registration isCleanup =
      Registration({"fr"}).withRole(EquilibriumRole::Cleanup);
  add(eq, makeGlobal("c"), isCleanup);
  add(eq, makeGlobal("f2"), isFinal);
  add(eq, makeGlobal("f1"), isFinal);
  add(eq, makeGlobal("f0"), Registration(isFinal).at(3));
  add(eq, makeLocal("a", NumericClaim::Unsafe), {"fr"});
  add(eq, makeGlobal("g", NumericClaim::Reassociates), {"fr"});
  EXPECT_EQ(resolve(eq, "+fr"), "equilibrium eq\n"
                                "  global g  [reassociates]\n"
                                "  a  [unsafe]\n"
                                "  final f1  [exact]\n"
                                "  final f2  [exact]\n"
                                "  final f0  [exact]\n"
                                "  cleanup c  [exact]\n");
  EXPECT_FALSE(llvm::cantFail(eq->resolve(parseQuery("+f1"))).isEmpty());
  EXPECT_FALSE(llvm::cantFail(eq->resolve(parseQuery("+c"))).isEmpty());
}

TEST(ResolveTest, SweepsAnswerToTheirNameAndTheirGroups) {
  DatabaseRef optdb = RewriteDatabase::createSequence("optdb");
  DatabaseRef group = RewriteDatabase::createLocalGroup("useless-group");
  add(group, makeLocal("b"), {"fr"});
  add(group, makeLocal("a"), {"slow"});
  TopologicalOptions options;
  options.order = SweepOrder::OutToIn;
  add(optdb, RewriteDatabase::createTopological("useless", group, options),
      Registration().at(0.6));
  const std::string head = "sequence optdb\n"
                           "  0.6: topological useless (out-to-in)\n"
                           "    group useless-group\n";
  const std::string both = head + "      a  [exact]\n      b  [exact]\n";
  EXPECT_EQ(resolve(optdb, "+fr"), head + "      b  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+useless"), both);
  EXPECT_EQ(resolve(optdb, "+useless-group"), both);
  EXPECT_EQ(resolve(optdb, "+fr,useless:(+slow)"), head + "      a  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+fr,useless-group:(+useless-group)"), both);
  EXPECT_EQ(resolve(optdb, "+fr,-useless"), "sequence optdb\n");
  EXPECT_EQ(resolve(optdb, "+fr,-useless-group"), "sequence optdb\n");
}

TEST_F(StagesTest, ProxyIsASecondPlace) {
  add(optdb, RewriteDatabase::createProxy("canonicalize2", canonicalize),
      Registration().at(5));
  const std::string again = "  5: equilibrium canonicalize2\n"
                            "    one  [exact]\n"
                            "    zero  [exact]\n";
  EXPECT_EQ(resolve(optdb, "+fr"), "sequence optdb\n"
                                   "  0: global merge  [exact]\n"
                                   "  1: equilibrium canonicalize\n"
                                   "    one  [exact]\n"
                                   "    zero  [exact]\n" +
                                       again);
  EXPECT_EQ(resolve(optdb, "+canonicalize2"), "sequence optdb\n" + again);
  EXPECT_EQ(resolve(optdb, "+fr,-canonicalize2"),
            "sequence optdb\n"
            "  0: global merge  [exact]\n"
            "  1: equilibrium canonicalize\n"
            "    one  [exact]\n"
            "    zero  [exact]\n");
  // What is excluded is excluded in both places, a subquery names one.
  EXPECT_EQ(resolve(optdb, "+fr,-canonicalize"),
            "sequence optdb\n"
            "  0: global merge  [exact]\n");
  EXPECT_EQ(resolve(optdb, "+fr,-merge,canonicalize2:(+x)"),
            "sequence optdb\n"
            "  1: equilibrium canonicalize\n"
            "    one  [exact]\n"
            "    zero  [exact]\n"
            "  5: equilibrium canonicalize2\n"
            "    zero  [exact]\n");
}

TEST(ResolveTest, ProxyOfAGroup) {
  DatabaseRef eq = RewriteDatabase::createEquilibrium("eq");
  DatabaseRef group = RewriteDatabase::createLocalGroup("group", true);
  add(group, makeLocal("a"), {"fr"});
  add(eq, RewriteDatabase::createProxy("again", group), {});
  EXPECT_EQ(resolve(eq, "+fr"), "equilibrium eq\n"
                                "  group again (apply-all)\n"
                                "    a  [exact]\n");
  EXPECT_EQ(resolve(RewriteDatabase::createTopological(
                        "sweep", RewriteDatabase::createProxy("p", group)),
                    "+sweep"),
            "topological sweep\n"
            "  group p (apply-all)\n"
            "    a  [exact]\n");
}

TEST(ResolveTest, GroupAloneHasNoDriver) {
  DatabaseRef group = RewriteDatabase::createLocalGroup("group");
  add(group, makeLocal("a"), {"fr"});
  EXPECT_EQ(resolve(group, "+fr"),
            "error: database 'group': a local group has no driver; resolve the "
            "equilibrium or topological database that holds it");
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

TEST(ResolveTest, OptionsThatDifferArePrinted) {
  EquilibriumOptions equilibrium;
  equilibrium.revisit = Revisit::None;
  equilibrium.fold = true;
  equilibrium.mergeEqual = true;
  equilibrium.eraseDead = false;
  equilibrium.simplifyRegions = true;
  equilibrium.limits.maxUseRatio = 2.5;
  equilibrium.limits.sizeFloor = 1;
  equilibrium.limits.maxGrowth = 4;
  equilibrium.limits.maxOperands = 9;
  equilibrium.limits.maxRounds = 3;
  EXPECT_EQ(resolve(RewriteDatabase::createEquilibrium("e", equilibrium), ""),
            "equilibrium e (revisit none, fold, merge-equal, keep-dead, "
            "simplify-regions, max-use-ratio 2.5, size-floor 1, max-growth 4, "
            "max-operands 9, max-rounds 3)\n");
  EquilibriumOptions revisitNew;
  revisitNew.revisit = Revisit::New;
  EXPECT_EQ(resolve(RewriteDatabase::createEquilibrium("e", revisitNew), ""),
            "equilibrium e (revisit new)\n");
  EXPECT_EQ(resolve(RewriteDatabase::createEquilibrium("e"), ""),
            "equilibrium e\n");

  TopologicalOptions sweep;
  sweep.order = SweepOrder::OutToIn;
  sweep.visitNew = true;
  sweep.eraseDead = false;
  sweep.limits.maxUseRatio = 1e-7;
  DatabaseRef group = RewriteDatabase::createLocalGroup("g");
  EXPECT_EQ(resolve(RewriteDatabase::createTopological("t", group, sweep), ""),
            "topological t (out-to-in, visit-new, keep-dead, max-use-ratio "
            "1e-07)\n");
  EXPECT_EQ(resolve(RewriteDatabase::createTopological("t", group), ""),
            "topological t\n");
}

TEST_F(StagesTest, PlansAreSearched) {
  DatabaseRef gpu = RewriteDatabase::createSequence("gpu");
  DatabaseRef lift = RewriteDatabase::createEquilibrium("lift");
  add(lift, makeLocal("up"), {"fr"});
  add(lift, makeGlobal("f"),
      Registration({"fr"}).withRole(EquilibriumRole::Final));
  add(lift, makeGlobal("c"),
      Registration({"fr"}).withRole(EquilibriumRole::Cleanup));
  add(gpu, lift, Registration().at(0));
  add(optdb, gpu, Registration().at(48.5));
  Plan plan = llvm::cantFail(optdb->resolve(parseQuery("+fr")));
  ASSERT_NE(plan.findStage("lift"), nullptr);
  EXPECT_EQ(plan.findStage("lift")->locals.size(), 1u);
  EXPECT_EQ(plan.findStage("gpu")->position, 48.5);
  EXPECT_EQ(plan.findStage("merge")->kind, PlanNode::Kind::Global);
  EXPECT_EQ(plan.findStage("optdb"), nullptr);
  EXPECT_EQ(plan.findStage("stabilize"), nullptr);
  for (StringRef name : {"merge", "zero", "up", "f", "c"})
    EXPECT_TRUE(plan.contains(name)) << name.str();
  for (StringRef name : {"log", "lift", "optdb", ""})
    EXPECT_FALSE(plan.contains(name)) << name.str();
}
