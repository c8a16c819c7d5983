//===- GlobalsTest.cpp - Global rewrites in drivers and plans -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::croton;

using GlobalRef = std::shared_ptr<const GlobalRewrite>;

namespace {
class GlobalsTest : public DriverTest {};
} // namespace

static GlobalRef makeGlobal(StringRef name, GlobalRewrite::Apply apply) {
  return std::make_shared<GlobalRewrite>(name, NumericClaim::Exact, "for tests",
                                         std::move(apply));
}

/// Turns the first op called `from` into one called `to`.
static GlobalRef makeGlobalRename(StringRef name, StringRef from,
                                  StringRef to) {
  return makeGlobal(name, [=](Operation *op, RewriterBase &r) {
    Operation *found = nullptr;
    op->walk([&](Operation *nested) {
      if (!found && nested->getName().getStringRef() == from)
        found = nested;
    });
    if (!found)
      return FailureOr<bool>(false);
    r.setInsertionPoint(found);
    r.replaceOp(found,
                makeOp(r, to, found->getResultTypes(), found->getOperands()));
    return FailureOr<bool>(true);
  });
}

static Plan makeSequence(ArrayRef<PlanNode> stages) {
  Plan plan;
  plan.root.kind = PlanNode::Kind::Sequence;
  plan.root.name = "sequence";
  plan.root.children.assign(stages.begin(), stages.end());
  return plan;
}

static PlanNode makeStage(GlobalRef rewrite) {
  PlanNode node;
  node.kind = PlanNode::Kind::Global;
  node.name = rewrite->getName().str();
  node.globals = {rewrite};
  return node;
}

static PlanNode makeStage(StringRef name,
                          std::shared_ptr<const LocalRewrite> rewrite) {
  PlanNode node;
  node.kind = PlanNode::Kind::Equilibrium;
  node.name = name.str();
  node.locals = {{rewrite, 0, -1}};
  return node;
}

static constexpr StringLiteral kChain = R"mlir(
  func.func @main(%a: i32) -> i32 {
    %g = "t.g"(%a) : (i32) -> i32
    %f = "t.f"(%g) : (i32) -> i32
    return %f : i32
  }
)mlir";

//===----------------------------------------------------------------------===//
// In an equilibrium
//===----------------------------------------------------------------------===//

TEST_F(GlobalsTest, CleanupsRunAfterEachSuccessOnly_25) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  unsigned numCleanups = 0;
  GlobalRef cleanup = makeGlobal("clean", [&](Operation *, RewriterBase &) {
    ++numCleanups;
    return FailureOr<bool>(false);
  });
  // Two applications in two rounds.
  options.revisit = Revisit::None;
  EXPECT_EQ(equilibrium(*module,
                        {makeRename("t.g", "t.k"), makeRename("t.k", "t.m")},
                        {{}, {}, {cleanup}}),
            "changed");
  EXPECT_EQ(getCounts("t-k-to-t-m").firstRound, 2u);
  EXPECT_EQ(numCleanups, 2u);
}

TEST_F(GlobalsTest, CleanupsDoNotRunForMissesAndVetoes_25) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  run.guard = Guard::Local;
  unsigned numCleanups = 0;
  GlobalRef cleanup = makeGlobal("clean", [&](Operation *, RewriterBase &) {
    ++numCleanups;
    return FailureOr<bool>(false);
  });
  EXPECT_EQ(equilibrium(*module, {makeRename("t.g", "arith.addi")},
                        {{}, {}, {cleanup}}),
            "unchanged");
  EXPECT_EQ(getCounts("t-g-to-arith-addi").rolledBack, 1u);
  EXPECT_EQ(numCleanups, 0u);
}

TEST_F(GlobalsTest, WhatCleanupsDoIsSeen_25) {
  // The cleanup makes the root of another rewrite.
  OwningOpRef<ModuleOp> module = parse(kChain);
  EXPECT_EQ(equilibrium(*module,
                        {makeRename("t.g", "t.k"), makeRename("t.x", "t.y")},
                        {{}, {}, {makeGlobalRename("clean", "t.k", "t.x")}}),
            "changed");
  EXPECT_EQ(getCounts("t-x-to-t-y").applied, 1u);
  EXPECT_NE(print(*module).find("t.y"), std::string::npos);
}

TEST_F(GlobalsTest, FinalsRunOncePerDrainAndReopen_26) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  unsigned numFinals = 0;
  GlobalRef rename = makeGlobalRename("final", "t.k", "t.x");
  GlobalRef final = makeGlobal("final", [&](Operation *op, RewriterBase &r) {
    ++numFinals;
    // The worklist is empty: no g is left.
    EXPECT_EQ(print(op).find("t.g\""), std::string::npos);
    return rename->getApply()(op, r);
  });
  EXPECT_EQ(equilibrium(*module,
                        {makeRename("t.g", "t.k"), makeRename("t.x", "t.y")},
                        {{}, {final}, {}}),
            "changed");
  // The first changes k, the second nothing; the third follows the round that
  // finds nothing to do any more.
  EXPECT_EQ(numFinals, 3u);
  EXPECT_EQ(getCounts("t-x-to-t-y").applied, 1u);
  EXPECT_EQ(getCounts("t-x-to-t-y").firstRound, 2u);
  EXPECT_EQ(getStage().rounds, 3u);
}

TEST_F(GlobalsTest, FinalsThatChangeNothingRunOnce_26) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  unsigned numFinals = 0;
  GlobalRef final = makeGlobal("final", [&](Operation *, RewriterBase &) {
    ++numFinals;
    return FailureOr<bool>(false);
  });
  EXPECT_EQ(equilibrium(*module, {}, {{}, {final}, {}}), "unchanged");
  EXPECT_EQ(numFinals, 1u);
}

TEST_F(GlobalsTest, OrdinaryGlobalsStartEachRound) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  EXPECT_EQ(equilibrium(*module, {makeRename("t.k", "t.m")},
                        {{makeGlobalRename("global", "t.g", "t.k")}, {}, {}}),
            "changed");
  // The global's new op was visited in the round that it started.
  EXPECT_EQ(getCounts("t-k-to-t-m").firstRound, 1u);
  EXPECT_EQ(getCounts("global").tried, 2u);
  EXPECT_EQ(getCounts("global").applied, 1u);
}

TEST_F(GlobalsTest, GlobalsThatEraseWhatWaitsLeaveNothingBehind) {
  // Each round's global makes ops and erases those that it made before, while
  // they are waiting to be visited.
  OwningOpRef<ModuleOp> module = parse(kChain);
  unsigned round = 0;
  auto churn = [&](Operation *op, RewriterBase &r) -> FailureOr<bool> {
    if (++round > 12)
      return false;
    Operation *g = nullptr;
    SmallVector<Operation *> old;
    op->walk([&](Operation *nested) {
      if (nested->getName().getStringRef() == "t.old")
        old.push_back(nested);
      if (nested->getName().getStringRef() == "t.f")
        g = nested;
    });
    r.setInsertionPoint(g);
    for (unsigned i = 0; i < 20 + round; ++i)
      makeOp(r, "t.old", {}, g->getOperands());
    for (Operation *waiting : old)
      r.eraseOp(waiting);
    return true;
  };
  std::string seen;
  auto watch =
      makeLambda("watch", "t.old", [&](Operation *op, PatternRewriter &) {
        seen += op->getParentOp() ? "x" : "!";
        return failure();
      });
  for (bool isFinal : {false, true}) {
    round = 0;
    seen.clear();
    GlobalRef global = makeGlobal("churn", churn);
    EquilibriumGlobals globals;
    (isFinal ? globals.finals : globals.ordinary) = global;
    EXPECT_EQ(equilibrium(*module, {watch}, globals), "changed");
    EXPECT_EQ(messages, "");
    EXPECT_EQ(seen.find('!'), std::string::npos);
    EXPECT_GE(seen.size(), 12u * 20);
    EXPECT_TRUE(succeeded(verify(*module)));
  }
}

TEST_F(GlobalsTest, PassesMayChangeAnything) {
  // cse erases and merges ops behind all listeners.
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main(%a: i32) -> (i32, i32) {
      %g = "t.g"(%a) : (i32) -> i32
      %0 = arith.addi %g, %a : i32
      %1 = arith.addi %g, %a : i32
      return %0, %1 : i32, i32
    }
  )mlir");
  GlobalRef cse = GlobalRewrite::fromPasses(
      "cse", NumericClaim::Exact, "for tests",
      [](OpPassManager &manager) { manager.addPass(createCSEPass()); });
  for (unsigned role = 0; role < 3; ++role) {
    OwningOpRef<ModuleOp> copy = module->clone();
    EquilibriumGlobals globals;
    (role == 0   ? globals.ordinary
     : role == 1 ? globals.finals
                 : globals.cleanups) = cse;
    EXPECT_EQ(equilibrium(*copy, {makeRename("t.g", "t.k")}, globals),
              "changed");
    EXPECT_EQ(StringRef(print(*copy)).count("arith.addi"), 1u) << role;
    EXPECT_EQ(StringRef(print(*copy)).count("t.k"), 1u) << role;
  }
  EXPECT_EQ(messages, "");
}

TEST_F(GlobalsTest, GlobalWithWrongTypesIsBlamedByName) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  GlobalRef wrong = makeGlobal("wrong", [](Operation *op, RewriterBase &r) {
    Operation *g = nullptr;
    op->walk([&](Operation *nested) {
      if (nested->getName().getStringRef() == "t.g")
        g = nested;
    });
    r.setInsertionPoint(g);
    r.replaceOp(g, makeOp(r, "t.k", r.getI64Type(), g->getOperands()));
    return FailureOr<bool>(false);
  });
  auto miss = makeLambda("innocent", "t.f", [](Operation *, PatternRewriter &) {
    return failure();
  });
  equilibrium(*module, {miss}, {{wrong}, {}, {}});
  EXPECT_TRUE(hasMessage("rewrite 'wrong' replaces result 0 of 't.g'"))
      << messages;
  EXPECT_FALSE(hasMessage("innocent")) << messages;
  EXPECT_NE(print(*module).find("t.g"), std::string::npos);
}

//===----------------------------------------------------------------------===//
// Stages of a plan
//===----------------------------------------------------------------------===//

TEST_F(GlobalsTest, FailingMiddleStageIsPassedOver_29) {
  GlobalRef broken = makeGlobal("broken", [](Operation *op, RewriterBase &) {
    emitError(op->getLoc()) << "no luck";
    return FailureOr<bool>(failure());
  });
  for (Policy policy : {Policy::Ignore, Policy::Warn, Policy::Fail}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    run.policy = policy;
    messages.clear();
    OwningOpRef<ModuleOp> module = parse(kChain);
    PlanRunner runner(
        &context,
        makeSequence({makeStage(makeGlobalRename("before", "t.g", "t.k")),
                      makeStage(broken),
                      makeStage("after", makeRename("t.f", "t.m"))}));
    bool fails = policy == Policy::Fail;
    EXPECT_EQ(describe(runner.run(*module, run)), fails ? "failed" : "changed");
    EXPECT_EQ(print(*module).find("t.m") == std::string::npos, fails);
    EXPECT_NE(print(*module).find("t.k"), std::string::npos);
    EXPECT_TRUE(hasMessage("no luck"));
    EXPECT_EQ(hasMessage("stage 'broken' failed; the next ones go on"),
              policy == Policy::Warn)
        << messages;
    // Rows keep their names.
    ASSERT_GE(ownProfile.getStages().size(), 2u);
    EXPECT_EQ(ownProfile.getStages()[0].name, "before");
    EXPECT_EQ(ownProfile.getStages()[0].rewrites[0].second.applied, 1u);
    EXPECT_EQ(ownProfile.getStages()[1].name, "broken");
    EXPECT_EQ(ownProfile.getStages()[1].rewrites[0].second.applied, 0u);
    if (!fails) {
      EXPECT_EQ(ownProfile.getStages()[2].name, "after");
      EXPECT_EQ(ownProfile.getStages()[2].rewrites[0].second.applied, 1u);
    }
  }
}

TEST_F(GlobalsTest, FailingPassIsPassedOver_29) {
  class FailingPass : public PassWrapper<FailingPass, OperationPass<ModuleOp>> {
  public:
    MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FailingPass)
    void runOnOperation() override { signalPassFailure(); }
  };
  GlobalRef broken = GlobalRewrite::fromPasses(
      "broken", NumericClaim::Exact, "for tests", [](OpPassManager &manager) {
        manager.addPass(std::make_unique<FailingPass>());
      });
  OwningOpRef<ModuleOp> module = parse(kChain);
  PlanRunner runner(
      &context, makeSequence({makeStage(broken),
                              makeStage("after", makeRename("t.f", "t.m"))}));
  EXPECT_EQ(describe(runner.run(*module, run)), "changed");
  EXPECT_NE(print(*module).find("t.m"), std::string::npos);
}

TEST_F(GlobalsTest, FatalErrorsEscapeUnderAnyPolicy_30) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (Policy policy : {Policy::Ignore, Policy::Warn, Policy::Rollback}) {
    run.policy = policy;
    run.guard = Guard::Local;
    OwningOpRef<ModuleOp> module = parse(kChain);
    auto broken = makeLambda(
        "broken", "t.g", [](Operation *, PatternRewriter &) -> LogicalResult {
          llvm::report_fatal_error("broken invariant");
        });
    EXPECT_DEATH(equilibrium(*module, {broken}), "broken invariant");
  }
}
