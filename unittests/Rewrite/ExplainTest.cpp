//===- ExplainTest.cpp - Why a rewrite was not applied --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Explain.h"
#include "DriverTestSupport.h"
#include "TestRewrites.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

TEST(ExplainRequestTest, PlacesInFiles) {
  MLIRContext context;
  context.allowUnregisteredDialects();
  OperationName name("t.f", &context);
  Location loc = FileLineColLoc::get(&context, "/a/b/model.mlir", 4, 10);
  auto isAt = [&](StringRef text, Location where) {
    llvm::Expected<ExplainRequest> request = ExplainRequest::parse(text);
    return llvm::cantFail(std::move(request)).isAt(name, where);
  };
  EXPECT_TRUE(isAt("r", loc));
  EXPECT_TRUE(isAt("r@model.mlir:4", loc));
  EXPECT_TRUE(isAt("r@model.mlir:4:10", loc));
  EXPECT_TRUE(isAt("r@b/model.mlir:4", loc));
  EXPECT_TRUE(isAt("r@/a/b/model.mlir:4", loc));
  EXPECT_FALSE(isAt("r@model.mlir:5", loc));
  EXPECT_FALSE(isAt("r@model.mlir:4:11", loc));
  EXPECT_FALSE(isAt("r@del.mlir:4", loc));
  EXPECT_TRUE(isAt("r@t.f", loc));
  EXPECT_FALSE(isAt("r@t.g", loc));

  Location named = NameLoc::get(StringAttr::get(&context, "conv1"), loc);
  EXPECT_TRUE(isAt("r@conv1", named));
  EXPECT_TRUE(isAt("r@model.mlir:4", named));
  EXPECT_FALSE(isAt("r@conv2", named));
  // Where the driver puts what a rewrite made there.
  Location fused =
      FusedLoc::get({loc}, StringAttr::get(&context, "what made it"), &context);
  EXPECT_TRUE(isAt("r@model.mlir:4", fused));
}

TEST(ExplainRequestTest, Errors) {
  auto parse = [](StringRef text) {
    return getMessage(ExplainRequest::parse(text));
  };
  EXPECT_EQ(parse("*@t.f"), "");
  EXPECT_EQ(parse(""), "cannot explain '': expected REWRITE or REWRITE@PLACE, "
                       "where REWRITE is a name or '*'");
  EXPECT_EQ(parse("a b"), "cannot explain 'a b': expected REWRITE or "
                          "REWRITE@PLACE, where REWRITE is a name or '*'");
  EXPECT_EQ(parse("r@"), "cannot explain 'r@': expected FILE:LINE, "
                         "FILE:LINE:COLUMN or the name of an op after '@'");
  EXPECT_EQ(parse("r@:4"),
            "cannot explain 'r@:4': expected a file before the line");
}

TEST(ExplainRequestTest, Default) {
  EXPECT_EQ(getDefaultExplain(), "");
  setDefaultExplain("r@f.mlir:3");
  EXPECT_EQ(getDefaultExplain(), "r@f.mlir:3");
  setDefaultExplain("");
}

//===----------------------------------------------------------------------===//
// Answers
//===----------------------------------------------------------------------===//

namespace {
class ExplainTest : public DriverTest {
protected:
  ExplainTest() {
    database = RewriteDatabase::createSequence("optdb");
    first = RewriteDatabase::createEquilibrium("canonicalize");
    second = RewriteDatabase::createEquilibrium("specialize");
    add(database, first, Registration({"fast_run"}).at(1));
    add(database, second, Registration({"fast_run"}).at(2));
    run.profile = nullptr;
  }

  void file(std::shared_ptr<LocalRewrite> rewrite,
            Registration registration = Registration({"fast_run"})) {
    add(first, std::move(rewrite), registration);
  }

  /// Runs the plan of `queryText` on `text` and returns what is said about
  /// `request`.
  std::string explain(StringRef request, StringRef text,
                      StringRef queryText = "+fast_run",
                      unsigned maxOps = 100) {
    OwningOpRef<ModuleOp> module = parse(text);
    Query query = parseQuery(queryText);
    Plan plan = llvm::cantFail(database->resolve(query));
    ExplainObserver observer(llvm::cantFail(ExplainRequest::parse(request)),
                             *database, query, plan, &context);
    observer.begin(module.get());
    run.observer = &observer;
    EXPECT_TRUE(succeeded(PlanRunner(&context, plan).run(module.get(), run)));
    run.observer = nullptr;
    result = print(module.get());
    std::string said;
    llvm::raw_string_ostream os(said);
    observer.print(os, maxOps);
    return said;
  }

  DatabaseRef database, first, second;
  /// The module after the last run.
  std::string result;
};
} // namespace

static std::shared_ptr<LocalRewrite> makeMiss(StringRef name, StringRef root,
                                              StringRef reason) {
  return makeLambda(
      name, root,
      [reason = reason.str()](Operation *op, PatternRewriter &rewriter) {
        if (reason.empty())
          return failure();
        return LogicalResult(rewriter.notifyMatchFailure(op, reason));
      });
}

static constexpr StringLiteral kChain = R"mlir(
  %a = "t.a"() : () -> i32 loc("m.mlir":1:3)
  %b = "t.b"(%a) : (i32) -> i32 loc("m.mlir":2:3)
  "t.use"(%b) : (i32) -> () loc("m.mlir":3:3)
)mlir";

TEST_F(ExplainTest, NotInTheDatabase) {
  file(makeMiss("log-softmax", "t.a", ""));
  EXPECT_EQ(explain("log-softmx", kChain),
            "explain log-softmx: database 'optdb': no rewrite or database "
            "'log-softmx'; did you mean 'log-softmax'?\n");
  EXPECT_EQ(explain("canonicalize", kChain),
            "explain canonicalize: it is a stage, not a rewrite\n");
}

TEST_F(ExplainTest, NotInTheQuery) {
  file(makeMiss("plain", "t.a", ""), {"slow"});
  file(makeMiss("quick", "t.a", ""), {"fast_run", "inplace"});
  EXPECT_EQ(explain("plain", kChain),
            "explain plain: not selected in 'canonicalize': the query includes "
            "'+fast_run', and it has none of these; its words are 'plain', "
            "'slow', 'optdb', 'canonicalize'\n");
  EXPECT_EQ(explain("quick", kChain, "+fast_run,-inplace"),
            "explain quick: not selected in 'canonicalize': the query excludes "
            "the tag 'inplace' of it\n");
  EXPECT_EQ(explain("quick", kChain, "+fast_run,-quick"),
            "explain quick: not selected in 'canonicalize': the query excludes "
            "it\n");
  EXPECT_EQ(explain("quick", kChain, "+fast_run,-canonicalize"),
            "explain quick: not selected in 'canonicalize': the query excludes "
            "'canonicalize', which it is in\n");
  EXPECT_EQ(explain("quick", kChain, "+fast_run,&slow"),
            "explain quick: not selected in 'canonicalize': the query requires "
            "'&slow', which it does not have\n");
  EXPECT_EQ(explain("quick", kChain, ""),
            "explain quick: not selected in 'canonicalize': the query includes "
            "nothing\n");
  EXPECT_EQ(explain("quick", kChain, "+fast_run,canonicalize:(+slow)"),
            "explain quick: not selected in 'canonicalize': the subquery of "
            "'canonicalize' includes '+slow', and it has none of these; its "
            "words are 'quick', 'fast_run', 'inplace', 'canonicalize'\n");
}

TEST_F(ExplainTest, AtTheCutoff) {
  add(second, makeMiss("late", "t.a", ""), Registration({"fast_run"}));
  EXPECT_EQ(explain("late", kChain, "+fast_run,cutoff=2"),
            "explain late: not selected in 'specialize': 'specialize', which "
            "it is in, is at position 2, not below the cutoff 2\n");
}

TEST_F(ExplainTest, TracksDoNotMatch) {
  file(makeMiss("miss-a", "t.a", ""));
  EXPECT_EQ(explain("miss-a@m.mlir:2", kChain),
            "explain miss-a: selected in 'canonicalize', tracks t.a\n"
            "explain miss-a: m.mlir:2:3: 't.b': the op is no root of it\n");
}

TEST_F(ExplainTest, FilterRefuses) {
  std::shared_ptr<LocalRewrite> rewrite = makeRename("t.a", "t.x");
  rewrite->setFilter([](Operation *op) { return op->hasAttr("wanted"); });
  file(rewrite);
  std::string said = explain("t-a-to-t-x@t.a", kChain);
  EXPECT_NE(said.find("m.mlir:1:3: 't.a': its filter refuses the op"),
            std::string::npos)
      << said;
}

TEST_F(ExplainTest, MatchFailsWithReason) {
  file(makeMiss("reasoned", "t.b", "the operand is not a constant"));
  file(makeMiss("silent", "t.b", ""));
  EXPECT_EQ(explain("reasoned@m.mlir:2:3", kChain),
            "explain reasoned: selected in 'canonicalize', tracks t.b\n"
            "explain reasoned: m.mlir:2:3: 't.b': it does not match: the "
            "operand is not a constant\n");
  EXPECT_EQ(explain("silent@m.mlir:2:3", kChain),
            "explain silent: selected in 'canonicalize', tracks t.b\n"
            "explain silent: m.mlir:2:3: 't.b': it does not match, and its "
            "pattern gives no reason\n");
}

TEST_F(ExplainTest, RefusedTypes) {
  file(makeLambda("retypes", "t.a",
                  [](Operation *op, PatternRewriter &rewriter) {
                    rewriter.replaceOp(
                        op, makeOp(rewriter, "t.d", rewriter.getF64Type(), {}));
                    return success();
                  }));
  run.policy = Policy::Ignore;
  std::string said = explain("retypes@t.a", kChain);
  EXPECT_NE(said.find("'t.a': its result was refused: replaces result 0 of "
                      "'t.a', of type i32, with a value of type f64"),
            std::string::npos)
      << said;
}

TEST_F(ExplainTest, RolledBack) {
  file(makeLambda("half", "t.a", [](Operation *op, PatternRewriter &rewriter) {
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr("seen", rewriter.getUnitAttr()); });
    return failure();
  }));
  run.guard = Guard::Local;
  run.policy = Policy::Rollback;
  std::string said = explain("half@t.a", kChain);
  EXPECT_NE(said.find("'t.a': it was rolled back: edits and then reports "
                      "failure; its edits are undone"),
            std::string::npos)
      << said;
}

TEST_F(ExplainTest, AnotherRewriteTookTheOp) {
  file(makeRename("t.a", "t.x"), Registration({"fast_run"}).at(1));
  file(makeRename("t.a", "t.y"), Registration({"fast_run"}).at(2));
  EXPECT_EQ(explain("t-a-to-t-y@m.mlir:1", kChain),
            "explain t-a-to-t-y: selected in 'canonicalize', tracks t.a\n"
            "explain t-a-to-t-y: m.mlir:1:3: 't.a': rewrite 't-a-to-t-x' took "
            "the op first\n");
}

TEST_F(ExplainTest, GoneBeforeItsTurn) {
  file(makeRename("t.a", "t.x"));
  add(second, makeMiss("late", "t.a", ""), Registration({"fast_run"}));
  EXPECT_EQ(explain("late", kChain),
            "explain late: selected in 'specialize', tracks t.a\n"
            "explain late: m.mlir:1:3: 't.a': rewrite 't-a-to-t-x' took it "
            "first\n");
}

TEST_F(ExplainTest, ErasedByARewriteOfAnotherOp) {
  file(makeLambda("swallows", "t.b",
                  [](Operation *op, PatternRewriter &rewriter) {
                    Operation *producer = op->getOperand(0).getDefiningOp();
                    rewriter.replaceOp(
                        op, makeOp(rewriter, "t.ab", op->getResultTypes(), {}));
                    rewriter.eraseOp(producer);
                    return success();
                  }));
  add(second, makeMiss("late", "t.a", ""), Registration({"fast_run"}));
  EXPECT_EQ(explain("late", kChain),
            "explain late: selected in 'specialize', tracks t.a\n"
            "explain late: m.mlir:1:3: 't.a': the op was gone before its "
            "turn\n");
}

TEST_F(ExplainTest, ErasedFoldedOrMerged) {
  EquilibriumOptions folding;
  folding.fold = folding.mergeEqual = true;
  DatabaseRef early = RewriteDatabase::createEquilibrium("early", folding);
  add(database, early, Registration({"fast_run"}).at(0));
  // Without a member the stage would be left out.
  add(early, makeMiss("nothing", "t.none", ""), Registration({"fast_run"}));
  add(first, makeMiss("late", "arith.addi", ""), Registration({"fast_run"}));
  add(first, makeMiss("late-div", "arith.divui", ""),
      Registration({"fast_run"}));
  StringLiteral text = R"mlir(
    func.func @f(%x: i32) -> (i32, i32, i32) {
      %c = arith.constant 0 : i32 loc("m.mlir":1:3)
      %s = arith.addi %x, %c : i32 loc("m.mlir":2:3)
      %u = arith.addi %x, %x : i32 loc("m.mlir":3:3)
      %p = arith.divui %s, %x : i32 loc("m.mlir":4:3)
      %q = arith.divui %s, %x : i32 loc("m.mlir":5:3)
      return %s, %p, %q : i32, i32, i32 loc("m.mlir":6:3)
    }
  )mlir";
  EXPECT_EQ(explain("late", text),
            "explain late: selected in 'canonicalize', tracks arith.addi\n"
            "explain late: m.mlir:2:3: 'arith.addi': it was folded before\n"
            "explain late: m.mlir:3:3: 'arith.addi': it was erased before, as "
            "nothing used it\n");
  std::string said = explain("late-div", text);
  EXPECT_NE(said.find("m.mlir:5:3: 'arith.divui': it was merged with an equal "
                      "op before"),
            std::string::npos)
      << said;
}

TEST_F(ExplainTest, LimitStopsTheStage) {
  // One rewrite makes its own root again until its limit; the other never gets
  // its turn.
  EquilibriumOptions tight;
  tight.limits.maxUseRatio = 1;
  tight.limits.sizeFloor = 1;
  DatabaseRef limited = RewriteDatabase::createEquilibrium("limited", tight);
  add(database, limited, Registration({"fast_run"}).at(0));
  add(limited,
      makeLambda("again", "t.a",
                 [](Operation *op, PatternRewriter &rewriter) {
                   auto count = op->getAttrOfType<IntegerAttr>("n");
                   int64_t next = count ? count.getInt() + 1 : 1;
                   Operation *other =
                       makeOp(rewriter, "t.a", op->getResultTypes(), {});
                   other->setAttr("n", rewriter.getI64IntegerAttr(next));
                   rewriter.replaceOp(op, other);
                   return success();
                 }),
      Registration({"fast_run"}));
  add(limited, makeMiss("waits", "t.b", ""), Registration({"fast_run"}));
  run.limitPolicy = Policy::Ignore;
  std::string said = explain("waits@m.mlir:2", kChain);
  EXPECT_NE(said.find("m.mlir:2:3: 't.b': a limit stopped stage 'limited': "
                      "rewrite 'again' was used"),
            std::string::npos)
      << said;
}

TEST_F(ExplainTest, Applied) {
  file(makeRename("t.a", "t.x"));
  EXPECT_EQ(explain("t-a-to-t-x", kChain),
            "explain t-a-to-t-x: selected in 'canonicalize', tracks t.a\n"
            "explain t-a-to-t-x: m.mlir:1:3: 't.a': applied 1 time\n");
}

TEST_F(ExplainTest, NoSuchPlace) {
  file(makeMiss("miss-a", "t.a", ""));
  std::string said = explain("miss-a@t.us", kChain);
  EXPECT_NE(said.find("no op is at 't.us'; did you mean 't.use'?"),
            std::string::npos)
      << said;
  said = explain("miss-a@m.mlir:9", kChain);
  EXPECT_NE(said.find("no op is at 'm.mlir:9'"), std::string::npos) << said;
  said = explain("miss-a", "\"t.b\"() : () -> ()");
  EXPECT_NE(said.find("no op is a root of it"), std::string::npos) << said;
}

TEST_F(ExplainTest, NearestMiss) {
  file(makeMiss("early", "t.b", "too young"), Registration({"fast_run"}).at(1));
  file(makeMiss("late", "t.b", "the axis is not constant"),
       Registration({"fast_run"}).at(2));
  file(makeMiss("other", "t.c", "never asked"));
  EXPECT_EQ(explain("*@m.mlir:2", kChain),
            "explain *: m.mlir:2:3: 't.b': nearest miss 'late', the last of 2 "
            "rewrites that track it: it does not match: the axis is not "
            "constant\n");
  EXPECT_EQ(explain("*@t.a", kChain),
            "explain *: m.mlir:1:3: 't.a': no rewrite of the plan tracks it\n");
}

TEST_F(ExplainTest, NearestMissAfterAnApplication) {
  file(makeMiss("early", "t.a", "too young"), Registration({"fast_run"}).at(1));
  file(makeRename("t.a", "t.x"), Registration({"fast_run"}).at(2));
  std::string said = explain("*@t.a", kChain);
  EXPECT_NE(said.find("'t-a-to-t-x' was applied 1 time; nearest miss 'early', "
                      "the last of 2 rewrites that track it: it does not "
                      "match: too young"),
            std::string::npos)
      << said;
}

TEST_F(ExplainTest, GlobalRewrites) {
  add(database,
      std::make_shared<GlobalRewrite>(
          "mark", NumericClaim::Exact, "marks the op",
          [](Operation *op, RewriterBase &) -> FailureOr<bool> {
            op->setAttr("mark", UnitAttr::get(op->getContext()));
            return true;
          }),
      Registration({"fast_run"}).at(3));
  add(database, makeGlobal("idle"), Registration({"fast_run"}).at(4));
  EXPECT_EQ(explain("mark", kChain),
            "explain mark: it is global: it ran 1 time and changed something "
            "1 time\n");
  EXPECT_EQ(explain("idle", kChain),
            "explain idle: it is global: it ran 1 time and changed something "
            "0 times\n");
}

TEST_F(ExplainTest, InProgramOrderAndCut) {
  file(makeMiss("miss-a", "t.a", "why not"));
  StringLiteral text = R"mlir(
    %a = "t.a"() : () -> i32 loc("m.mlir":9:3)
    %b = "t.a"() : () -> i32 loc("m.mlir":2:3)
    %c = "t.a"() : () -> i32 loc("m.mlir":5:3)
    "t.use"(%a, %b, %c) : (i32, i32, i32) -> () loc("m.mlir":10:3)
  )mlir";
  EXPECT_EQ(explain("miss-a", text, "+fast_run", /*maxOps=*/2),
            "explain miss-a: selected in 'canonicalize', tracks t.a\n"
            "explain miss-a: m.mlir:9:3: 't.a': it does not match: why not\n"
            "explain miss-a: m.mlir:2:3: 't.a': it does not match: why not\n"
            "explain miss-a: and 1 more ops; REWRITE@PLACE narrows it down\n");
}

TEST_F(ExplainTest, WatchingChangesNothing) {
  file(makeRename("t.a", "t.x"));
  file(makeMiss("miss-b", "t.b", "why not"));
  explain("*", kChain);
  std::string watched = result;
  OwningOpRef<ModuleOp> module = parse(kChain);
  Plan plan = llvm::cantFail(database->resolve(parseQuery("+fast_run")));
  ASSERT_TRUE(succeeded(PlanRunner(&context, plan).run(module.get(), run)));
  EXPECT_EQ(print(module.get()), watched);
}
