//===- LimitsTest.cpp - Rewrites that would never end ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class LimitsTest : public DriverTest {
protected:
  LimitsTest() { options.limits.sizeFloor = sweepOptions.limits.sizeFloor = 0; }
};
} // namespace

/// Three nodes, f(g(a)) and what makes a.
static constexpr StringLiteral kThree = R"mlir(
  %a = "t.a"() : () -> i32
  %g = "t.g"(%a) : (i32) -> i32
  %f = "t.f"(%g) : (i32) -> i32
)mlir";

/// g(x) becomes h(g(x)).
static std::shared_ptr<LocalRewrite> makeGrowing() {
  return makeLambda("grow", "t.g", [](Operation *op, PatternRewriter &r) {
    Type type = op->getResult(0).getType();
    Operation *g = makeOp(r, "t.g", type, op->getOperands());
    r.replaceOp(op, makeOp(r, "t.h", type, g->getResults()));
    return success();
  });
}

/// The lines of the messages that start with `start`.
static unsigned countLines(StringRef messages, StringRef start) {
  unsigned count = 0;
  for (StringRef line : llvm::split(messages, '\n'))
    count += line.starts_with(start);
  return count;
}

//===----------------------------------------------------------------------===//
// Limits at each application
//===----------------------------------------------------------------------===//

TEST_F(LimitsTest, SelfFeedingRuleStopsWithinSweep_17) {
  OwningOpRef<ModuleOp> module = parse(kThree);
  options.limits.maxUseRatio = 2;
  EXPECT_EQ(equilibrium(*module, {makeRename("t.g", "t.g")}), "changed");
  EXPECT_EQ(getStage().opsBefore, 3u);
  EXPECT_EQ(getStage().rounds, 1u);
  EXPECT_EQ(getCounts("t-g-to-t-g").applied, 7u);
  EXPECT_TRUE(hasMessage("stage 'stage' stops: rewrite 't-g-to-t-g' was used 7 "
                         "times, more than its limit of 6 (max-use-ratio 2)"))
      << messages;
  EXPECT_EQ(print(*module), normalize(kThree));
}

TEST_F(LimitsTest, SelfFeedingRuleStopsInSweepWithNewOps_17) {
  OwningOpRef<ModuleOp> module = parse(kThree);
  sweepOptions.limits.maxUseRatio = 2;
  for (SweepOrder order : {SweepOrder::InToOut, SweepOrder::OutToIn}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    messages.clear();
    sweepOptions.order = order;
    sweepOptions.visitNew = true;
    EXPECT_EQ(sweep(*module, {makeRename("t.g", "t.g")}), "changed");
    EXPECT_EQ(ownProfile.getStages().front().rewrites.front().second.applied,
              7u);
    EXPECT_TRUE(hasMessage("rewrite 't-g-to-t-g' was used 7 times"))
        << messages;
    EXPECT_EQ(print(*module), normalize(kThree));
  }
}

TEST_F(LimitsTest, GrowingRuleIsStopped_18) {
  OwningOpRef<ModuleOp> module = parse(kThree);
  options.limits.maxUseRatio = 1e6;
  options.limits.maxGrowth = 5;
  EXPECT_EQ(equilibrium(*module, {makeGrowing()}), "changed");
  // Each use adds one op; the sixteenth is one too many.
  EXPECT_EQ(getCounts("grow").applied, 16u);
  EXPECT_TRUE(hasMessage("the rewrites have added 16 ops, more than their "
                         "limit of 15 (max-growth 5)"))
      << messages;
  EXPECT_TRUE(hasMessage("applied most: 'grow' 16 times")) << messages;
  EXPECT_TRUE(hasMessage("made most: 'grow' 32 ops")) << messages;
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(LimitsTest, GrowingOpIsStopped_18) {
  // One op with twice as many operands each time: neither the number of ops nor
  // that of uses tells before memory is used up.
  auto doubling = makeLambda(
      "double", "t.wide", [](Operation *op, PatternRewriter &rewriter) {
        SmallVector<Value> operands(op->getOperands());
        llvm::append_range(operands, op->getOperands());
        rewriter.replaceOp(op, makeOp(rewriter, "t.wide", {}, operands));
        return success();
      });
  for (bool isSweep : {false, true}) {
    OwningOpRef<ModuleOp> module = parse(R"mlir(
      %a = "t.a"() : () -> i32
      "t.wide"(%a) : (i32) -> ()
    )mlir");
    messages.clear();
    sweepOptions.visitNew = true;
    options.limits.maxUseRatio = sweepOptions.limits.maxUseRatio = 1000;
    EXPECT_EQ(isSweep ? sweep(*module, {doubling})
                      : equilibrium(*module, {doubling}),
              "changed");
    EXPECT_TRUE(hasMessage("rewrite 'double' has made an op of more than 65536 "
                           "operands (max-operands)"))
        << messages;
    EXPECT_TRUE(succeeded(verify(*module)));
    Operation &wide = module->getBody()->back();
    EXPECT_EQ(wide.getNumOperands(), 1u << 17);
  }
}

TEST_F(LimitsTest, SmallGraphsHaveTheFloor_18) {
  OwningOpRef<ModuleOp> module = parse(kThree);
  options.limits.sizeFloor = 10;
  options.limits.maxUseRatio = 1e6;
  options.limits.maxGrowth = 2;
  EXPECT_EQ(equilibrium(*module, {makeGrowing()}), "changed");
  EXPECT_EQ(getCounts("grow").applied, 21u);
}

TEST_F(LimitsTest, LimitPolicy_19) {
  for (Policy policy :
       {Policy::Ignore, Policy::Warn, Policy::Rollback, Policy::Fail}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    run.limitPolicy = policy;
    messages.clear();
    OwningOpRef<ModuleOp> module = parse(kThree);
    options.limits.maxGrowth = 3;
    EXPECT_EQ(equilibrium(*module, {makeGrowing()}),
              policy == Policy::Fail ? "failed" : "changed");
    EXPECT_EQ(messages.empty(), policy == Policy::Ignore) << messages;
    // Where it stopped, the graph is whole.
    EXPECT_TRUE(succeeded(verify(*module)));
    EXPECT_EQ(StringRef(print(*module)).count("t.h"), 10u);
  }
}

TEST_F(LimitsTest, UsesOfEachRewriteAreCountedApart_19) {
  // Twice as many applications as one rewrite may have, and all are fine.
  OwningOpRef<ModuleOp> module = parse(kThree);
  options.limits.maxUseRatio = 1;
  EXPECT_EQ(equilibrium(*module,
                        {makeRename("t.g", "t.1"), makeRename("t.1", "t.2"),
                         makeRename("t.2", "t.3"), makeRename("t.3", "t.4"),
                         makeRename("t.4", "t.5"), makeRename("t.5", "t.6")}),
            "changed");
  EXPECT_EQ(messages, "");
  EXPECT_NE(print(*module).find("t.6"), std::string::npos);
}

TEST_F(LimitsTest, RoundsAreLimited_19) {
  // Without revisits each round makes one step, down to 0.
  OwningOpRef<ModuleOp> module =
      parse(R"mlir("t.g"() {n = 40 : i32} : () -> ())mlir");
  auto count =
      makeLambda("count", "t.g", [](Operation *op, PatternRewriter &r) {
        int64_t n = op->getAttrOfType<IntegerAttr>("n").getInt();
        if (n == 0)
          return failure();
        r.modifyOpInPlace(
            op, [&] { op->setAttr("n", r.getI32IntegerAttr(n - 1)); });
        return success();
      });
  options.revisit = Revisit::None;
  options.limits.sizeFloor = 64;
  options.limits.maxRounds = 25;
  EXPECT_EQ(equilibrium(*module, {count}), "changed");
  EXPECT_EQ(getStage().rounds, 25u);
  EXPECT_TRUE(hasMessage("no fixed point after 25 rounds")) << messages;
  EXPECT_NE(print(*module).find("n = 15"), std::string::npos) << print(*module);
}

//===----------------------------------------------------------------------===//
// Rewrites that undo each other
//===----------------------------------------------------------------------===//

TEST_F(LimitsTest, PingPongNamesBoth) {
  options.limits = RewriteLimits();
  OwningOpRef<ModuleOp> module = parse(kThree);
  EXPECT_EQ(
      equilibrium(*module, {makeRename("t.g", "t.k"), makeRename("t.k", "t.g"),
                            makeRename("t.f", "t.m")}),
      "changed");
  EXPECT_TRUE(hasMessage("these rewrites undo each other: 't-g-to-t-k', "
                         "'t-k-to-t-g'") ||
              hasMessage("these rewrites undo each other: 't-k-to-t-g', "
                         "'t-g-to-t-k'"))
      << messages;
  // Long before the limit of uses, 8 * 64.
  EXPECT_LE(getCounts("t-g-to-t-k").applied, 20u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(LimitsTest, SwapInPlaceIsNamed) {
  options.limits = RewriteLimits();
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    %a = "t.a"() : () -> i32
    %b = "t.b"() : () -> i32
    %f = "t.f"(%a, %b) : (i32, i32) -> i32
  )mlir");
  auto swap = makeLambda("swap", "t.f", [](Operation *op, PatternRewriter &r) {
    Value left = op->getOperand(0), right = op->getOperand(1);
    r.modifyOpInPlace(op, [&] { op->setOperands({right, left}); });
    return success();
  });
  EXPECT_EQ(equilibrium(*module, {swap}), "changed");
  EXPECT_TRUE(hasMessage("these rewrites undo each other: 'swap', 'swap'"))
      << messages;
  EXPECT_LE(getCounts("swap").applied, 20u);
}

TEST_F(LimitsTest, PingPongAmongManyOpsIsNamed) {
  options.limits = RewriteLimits();
  std::string text = "%v0 = \"t.a\"() : () -> i32\n";
  for (unsigned i = 0; i < 200; ++i)
    text += "%v" + std::to_string(i + 1) + " = \"t.g\"(%v" + std::to_string(i) +
            ") : (i32) -> i32\n";
  OwningOpRef<ModuleOp> module = parse(text);
  EXPECT_EQ(equilibrium(*module,
                        {makeRename("t.g", "t.k"), makeRename("t.k", "t.g")}),
            "changed");
  EXPECT_TRUE(hasMessage("these rewrites undo each other")) << messages;
  EXPECT_LE(getCounts("t-g-to-t-k").applied, 50u);
}

TEST_F(LimitsTest, CircleOfRoundsIsNamed) {
  // No line of roots comes back to itself: each rewrite makes the other's root
  // by an op that was there before.
  options.limits = RewriteLimits();
  options.revisit = Revisit::None;
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    "t.g"() {on = true} : () -> ()
    "t.h"() {on = false} : () -> ()
  )mlir");
  auto makeFlip = [&](StringRef name, StringRef root) {
    return makeLambda(name, root, [](Operation *op, PatternRewriter &r) {
      if (!op->getAttrOfType<BoolAttr>("on").getValue())
        return failure();
      Operation *other =
          op->getNextNode() ? op->getNextNode() : op->getPrevNode();
      r.modifyOpInPlace(op, [&] { op->setAttr("on", r.getBoolAttr(false)); });
      r.modifyOpInPlace(other,
                        [&] { other->setAttr("on", r.getBoolAttr(true)); });
      return success();
    });
  };
  EXPECT_EQ(
      equilibrium(*module, {makeFlip("one", "t.g"), makeFlip("two", "t.h")}),
      "changed");
  EXPECT_TRUE(hasMessage("its rounds go in a circle") ||
              hasMessage("these rewrites undo each other"))
      << messages;
  EXPECT_LE(getCounts("one").applied, 20u);
}

TEST_F(LimitsTest, OneRootMayChangeOtherOpsManyTimes) {
  // The root looks the same each time; that is no circle.
  options.limits = RewriteLimits();
  std::string text = "\"t.region\"() ({\n";
  for (unsigned i = 0; i < 100; ++i)
    text += "  \"t.x\"() : () -> ()\n";
  text += "}) : () -> ()\n";

  auto eraseOne =
      makeLambda("erase", "t.region", [](Operation *op, PatternRewriter &r) {
        Block &body = op->getRegion(0).front();
        if (body.empty())
          return failure();
        r.eraseOp(&body.front());
        return success();
      });
  auto hoistOne =
      makeLambda("hoist", "t.region", [](Operation *op, PatternRewriter &r) {
        Block &body = op->getRegion(0).front();
        if (body.empty())
          return failure();
        r.moveOpBefore(&body.front(), op);
        return success();
      });
  auto markOne =
      makeLambda("mark", "t.region", [](Operation *op, PatternRewriter &r) {
        for (Operation &inner : op->getRegion(0).front()) {
          if (inner.hasAttr("done"))
            continue;
          r.modifyOpInPlace(&inner,
                            [&] { inner.setAttr("done", r.getUnitAttr()); });
          return success();
        }
        return failure();
      });
  for (const auto &rewrite : {eraseOne, hoistOne, markOne}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    OwningOpRef<ModuleOp> module = parse(text);
    EXPECT_EQ(equilibrium(*module, {rewrite}), "changed");
    EXPECT_EQ(ownProfile.getStages().front().rewrites.front().second.applied,
              100u);
    EXPECT_EQ(messages, "");
  }
}

TEST_F(LimitsTest, OneOpMayMoveThroughManyRegions) {
  options.limits = RewriteLimits();
  std::string text = "\"t.x\"() : () -> ()\n";
  for (unsigned i = 0; i < 40; ++i)
    text = "\"t.region\"() ({\n" + text + "}) : () -> ()\n";
  OwningOpRef<ModuleOp> module = parse(text);
  auto hoist =
      makeLambda("hoist", "t.x", [](Operation *op, PatternRewriter &r) {
        if (isa<ModuleOp>(op->getParentOp()))
          return failure();
        r.moveOpBefore(op, op->getParentOp());
        return success();
      });
  EXPECT_EQ(equilibrium(*module, {hoist}), "changed");
  EXPECT_EQ(messages, "");
  EXPECT_EQ(getCounts("hoist").applied, 40u);
  EXPECT_EQ(module->getBody()->front().getName().getStringRef(), "t.x");
}

//===----------------------------------------------------------------------===//
// Rewrites that misbehave for ever
//===----------------------------------------------------------------------===//

/// Edits in place and then fails.
static std::shared_ptr<LocalRewrite> makeEditThenFail() {
  return makeLambda("liar", "t.g", [](Operation *op, PatternRewriter &r) {
    int64_t n = 0;
    if (auto old = op->getAttrOfType<IntegerAttr>("n"))
      n = old.getInt();
    r.modifyOpInPlace(op,
                      [&] { op->setAttr("n", r.getI32IntegerAttr(n + 1)); });
    return failure();
  });
}

TEST_F(LimitsTest, EditThenFailIsCaughtAndEnds_24) {
  options.limits = RewriteLimits();
  OwningOpRef<ModuleOp> module = parse(kThree);
  EXPECT_EQ(equilibrium(*module, {makeEditThenFail()}), "changed");
  EXPECT_TRUE(
      hasMessage("rewrite 'liar' edits and then reports failure (root 't.g')"))
      << messages;
  EXPECT_EQ(getCounts("liar").applied, 0u);
  EXPECT_GE(getCounts("liar").rolledBack, 1u);
  EXPECT_LE(getCounts("liar").tried, 8u * 64 + 1);
  // It is said, but not for each try.
  EXPECT_EQ(countLines(messages, "rewrite 'liar'"), 1u) << messages;
}

TEST_F(LimitsTest, EditThenFailFailsUnderPolicyFail_24) {
  OwningOpRef<ModuleOp> module = parse(kThree);
  run.policy = Policy::Fail;
  EXPECT_EQ(equilibrium(*module, {makeEditThenFail()}), "failed");
  EXPECT_EQ(getCounts("liar").tried, 1u);
  EXPECT_TRUE(hasMessage("rewrite 'liar' edits and then reports failure"));
}

TEST_F(LimitsTest, EditThenFailIsUndoneInGuardedMode_24) {
  for (Guard guard : {Guard::Local, Guard::Full}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    run.guard = guard;
    messages.clear();
    OwningOpRef<ModuleOp> module = parse(kThree);
    EXPECT_EQ(equilibrium(*module, {makeEditThenFail()}), "unchanged");
    EXPECT_TRUE(hasMessage("rewrite 'liar' edits and then reports failure; its "
                           "edits are undone (root 't.g')"))
        << messages;
    EXPECT_EQ(print(*module), normalize(kThree));
    const StageCounts &stage = ownProfile.getStages().front();
    EXPECT_EQ(stage.rounds, 1u);
    EXPECT_EQ(stage.rewrites.front().second.tried, 1u);
    EXPECT_EQ(stage.rewrites.front().second.rolledBack, 1u);
  }
}

TEST_F(LimitsTest, RollbackPolicyDisablesRewrite_24) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    %a = "t.g"() : () -> i32
    %b = "t.g"(%a) : (i32) -> i32
    %c = "t.g"(%b) : (i32) -> i32
  )mlir");
  run.guard = Guard::Local;
  run.policy = Policy::Rollback;
  EXPECT_EQ(equilibrium(*module, {makeEditThenFail()}), "unchanged");
  EXPECT_EQ(getCounts("liar").tried, 1u);
  EXPECT_TRUE(hasMessage("it is not tried again")) << messages;
}
