//===- EquilibriumTest.cpp - Rewriting to the fixed point -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class EquilibriumTest : public DriverTest {
protected:
  /// Ops called `rootName` are noted in `roots` and left alone.
  std::shared_ptr<LocalRewrite> makeWatcher(StringRef name,
                                            StringRef rootName) {
    return makeLambda(
        name, rootName, [this, name = name.str()](Operation *op, auto &) {
          roots += name + ":" + op->getName().getStringRef().str() + " ";
          return failure();
        });
  }

  std::string roots;
};
} // namespace

/// f(g(a)).
static constexpr StringLiteral kChain = R"mlir(
  func.func @main(%a: i32) -> i32 {
    %g = "t.g"(%a) : (i32) -> i32
    %f = "t.f"(%g) : (i32) -> i32
    return %f : i32
  }
)mlir";

static func::FuncOp getFunction(ModuleOp module) {
  return *module.getOps<func::FuncOp>().begin();
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

TEST_F(EquilibriumTest, TracksAreRespected_11) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  EXPECT_EQ(equilibrium(getFunction(*module), {makeWatcher("r", "t.g")}),
            "unchanged");
  EXPECT_EQ(roots, "r:t.g ");
  EXPECT_EQ(getCounts("r").tried, 1u);
  EXPECT_EQ(getCounts("r").missed, 1u);
  EXPECT_EQ(getStage().rounds, 1u);
  EXPECT_EQ(print(*module), normalize(kChain));
}

TEST_F(EquilibriumTest, DeclaredTracksNarrowAnyRoot_11) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  std::shared_ptr<LocalRewrite> rewrite = makeWatcher("r", "");
  rewrite->setTracks({"t.f", "t.absent"});
  EXPECT_EQ(equilibrium(getFunction(*module), {rewrite}), "unchanged");
  EXPECT_EQ(roots, "r:t.f ");
}

TEST_F(EquilibriumTest, FilterIsCountedApartFromAttempts_11) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  std::shared_ptr<LocalRewrite> rewrite = makeWatcher("r", "");
  rewrite->setFilter(
      [](Operation *root) { return root->getName().getStringRef() == "t.g"; });
  EXPECT_EQ(equilibrium(getFunction(*module), {rewrite}), "unchanged");
  EXPECT_EQ(roots, "r:t.g ");
  EXPECT_EQ(getCounts("r").tried, 1u);
  EXPECT_EQ(getCounts("r").filtered, 2u);
}

TEST_F(EquilibriumTest, UntrackedRewriteInGroupIsCalled_12) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  PlannedGroup group;
  group.name = "group";
  FrozenRewrites rewrites(
      &context,
      {{makeWatcher("any", ""), 0, 0}, {makeWatcher("g", "t.g"), 0, 0}},
      {group});
  EXPECT_EQ(
      describe(applyEquilibrium(getFunction(*module), rewrites, options, run)),
      "unchanged");
  EXPECT_EQ(roots, "g:t.g any:t.g any:t.f any:func.return ");
}

TEST_F(EquilibriumTest, CandidatesByPositionThenRootThenName_13) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main(%a: i32, %b: i32) -> i32 {
      %c = arith.addi %a, %b : i32
      return %c : i32
    }
  )mlir");
  class EffectPattern
      : public OpInterfaceRewritePattern<ConditionallySpeculatable> {
  public:
    EffectPattern(MLIRContext *context, std::string *roots)
        : OpInterfaceRewritePattern(context), roots(roots) {}
    LogicalResult matchAndRewrite(ConditionallySpeculatable op,
                                  PatternRewriter &) const override {
      *roots += "interface:" + op->getName().getStringRef().str() + " ";
      return failure();
    }
    std::string *roots;
  };
  auto interface = std::make_shared<LocalRewrite>(
      "a-interface", NumericClaim::Exact, "for tests",
      [this](RewritePatternSet &patterns) {
        patterns.add<EffectPattern>(patterns.getContext(), &roots);
      });
  FrozenRewrites rewrites(&context, {{makeWatcher("a-any", ""), 0, -1},
                                     {interface, 0, -1},
                                     {makeWatcher("z", "arith.addi"), 0, -1},
                                     {makeWatcher("y", "arith.addi"), 0, -1},
                                     {makeWatcher("late", "arith.addi"), 2, -1},
                                     {makeWatcher("first", ""), -1, -1}});
  EXPECT_EQ(
      describe(applyEquilibrium(getFunction(*module), rewrites, options, run)),
      "unchanged");
  EXPECT_EQ(StringRef(roots).split("first:func.return").first,
            "first:arith.addi y:arith.addi z:arith.addi interface:arith.addi "
            "a-any:arith.addi late:arith.addi ");
}

TEST_F(EquilibriumTest, FirstSuccessStopsGroup_13) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  PlannedGroup group;
  group.name = "group";
  FrozenRewrites rewrites(
      &context,
      {{makeRename("t.g", "t.k"), 0, 0}, {makeRename("t.g", "t.m"), 1, 0}},
      {group});
  EXPECT_EQ(
      describe(applyEquilibrium(getFunction(*module), rewrites, options, run)),
      "changed");
  EXPECT_EQ(getCounts("t-g-to-t-k").applied, 1u);
  EXPECT_EQ(getCounts("t-g-to-t-m").tried, 0u);
}

TEST_F(EquilibriumTest, ApplyAllContinuesOnReplacement_13) {
  for (bool applyAll : {false, true}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    OwningOpRef<ModuleOp> module = parse(kChain);
    PlannedGroup group;
    group.name = "group";
    group.applyAll = applyAll;
    FrozenRewrites rewrites(
        &context,
        {{makeRename("t.g", "t.k"), 0, 0}, {makeRename("t.k", "t.m"), 0, 0}},
        {group});
    // Without revisits, one visit is all that the first round gives g.
    options.revisit = Revisit::None;
    EXPECT_EQ(describe(applyEquilibrium(getFunction(*module), rewrites, options,
                                        run)),
              "changed");
    const auto &counts = ownProfile.getStages().front().rewrites;
    EXPECT_EQ(counts[1].first, "t-k-to-t-m");
    EXPECT_EQ(counts[1].second.applied, 1u);
    EXPECT_EQ(counts[1].second.firstRound, applyAll ? 1u : 2u);
  }
}

//===----------------------------------------------------------------------===//
// Revisits
//===----------------------------------------------------------------------===//

TEST_F(EquilibriumTest, NewOpsAreSeenARoundLaterIfIgnored_15) {
  for (Revisit revisit : {Revisit::None, Revisit::New}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    options.revisit = revisit;
    OwningOpRef<ModuleOp> module = parse(kChain);
    EXPECT_EQ(equilibrium(getFunction(*module),
                          {makeRename("t.g", "t.k"), makeRename("t.k", "t.m")}),
              "changed");
    const auto &counts = ownProfile.getStages().front().rewrites;
    EXPECT_EQ(counts[1].first, "t-k-to-t-m");
    EXPECT_EQ(counts[1].second.firstRound, revisit == Revisit::None ? 2u : 1u);
    EXPECT_NE(print(*module).find("t.m"), std::string::npos);
  }
}

/// A function whose body is a chain of `length` t.f between t.up and t.down.
static std::string makeLongChain(unsigned length) {
  std::string text = "func.func @main(%a: i32) -> i32 {\n"
                     "  %v0 = \"t.down\"(%a) : (i32) -> i32\n";
  for (unsigned i = 0; i < length; ++i)
    text += "  %v" + std::to_string(i + 1) + " = \"t.f\"(%v" +
            std::to_string(i) + ") : (i32) -> i32\n";
  std::string last = std::to_string(length);
  return text + "  %r = \"t.up\"(%v" + last +
         ") : (i32) -> i32\n  return %r : i32\n}\n";
}

/// f(down(x)) becomes down(fd(x)).
static std::shared_ptr<LocalRewrite> makeLiftDown() {
  return makeLambda("lift", "t.f", [](Operation *op, PatternRewriter &r) {
    Operation *down = op->getOperand(0).getDefiningOp();
    if (!down || down->getName().getStringRef() != "t.down")
      return failure();
    Type type = op->getResult(0).getType();
    Operation *lifted = makeOp(r, "t.fd", type, down->getOperand(0));
    r.replaceOp(op, makeOp(r, "t.down", type, lifted->getResult(0)));
    return success();
  });
}

/// up(f(x)) becomes fd(up(x)), seen from f.
static std::shared_ptr<LocalRewrite> makeLiftUp() {
  return makeLambda("lift", "t.f", [](Operation *op, PatternRewriter &r) {
    if (!op->hasOneUse())
      return failure();
    Operation *up = *op->user_begin();
    if (up->getName().getStringRef() != "t.up")
      return failure();
    r.setInsertionPoint(up);
    Type type = op->getResult(0).getType();
    Operation *inner = makeOp(r, "t.up", type, op->getOperand(0));
    r.replaceOp(up, makeOp(r, "t.fd", type, inner->getResult(0)));
    r.eraseOp(op);
    return success();
  });
}

TEST_F(EquilibriumTest, UsersAreRevisitedSoChainsAreLinear_16) {
  constexpr unsigned kLength = 400;
  for (bool isUp : {false, true}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    OwningOpRef<ModuleOp> module = parse(makeLongChain(kLength));
    EXPECT_EQ(equilibrium(getFunction(*module),
                          {isUp ? makeLiftUp() : makeLiftDown()}),
              "changed");
    const RewriteCounts &counts =
        ownProfile.getStages().front().rewrites.front().second;
    EXPECT_EQ(counts.applied, kLength);
    EXPECT_LE(counts.tried, 2 * kLength);
    EXPECT_EQ(print(*module).find("t.f\""), std::string::npos);
  }
}

TEST_F(EquilibriumTest, BranchesAreRevisitedWhenTheirBlocksChange) {
  // A branch to a block that holds nothing but a branch goes on to where that
  // one goes; it is visited before the block becomes empty.
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main() {
      "t.br"()[^bb1] : () -> ()
    ^bb1:
      "t.drop"() : () -> ()
      "t.br"()[^bb2] : () -> ()
    ^bb2:
      return
    }
  )mlir");
  auto drop =
      makeLambda("drop", "t.drop", [](Operation *op, PatternRewriter &r) {
        r.eraseOp(op);
        return success();
      });
  auto thread =
      makeLambda("thread", "t.br", [](Operation *op, PatternRewriter &r) {
        Operation &first = op->getSuccessor(0)->front();
        if (first.getName() != op->getName())
          return failure();
        r.modifyOpInPlace(op,
                          [&] { op->setSuccessor(first.getSuccessor(0), 0); });
        return success();
      });
  EXPECT_EQ(equilibrium(getFunction(*module), {drop, thread}), "changed");
  EXPECT_EQ(getCounts("thread").applied, 1u);
}

TEST_F(EquilibriumTest, OpsAroundAreRevisitedWhenTheirBodyChanges) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    "t.region"() ({
      "t.drop"() : () -> ()
    }) : () -> ()
    "t.region"() ({
      "t.leave"() : () -> ()
    }) : () -> ()
  )mlir");
  auto unwrap =
      makeLambda("unwrap", "t.region", [](Operation *op, PatternRewriter &r) {
        if (!op->getRegion(0).front().empty())
          return failure();
        r.eraseOp(op);
        return success();
      });
  auto drop =
      makeLambda("drop", "t.drop", [](Operation *op, PatternRewriter &r) {
        r.eraseOp(op);
        return success();
      });
  auto leave =
      makeLambda("leave", "t.leave", [](Operation *op, PatternRewriter &r) {
        Operation *around = op->getParentOp();
        if (isa<ModuleOp>(around))
          return failure();
        r.moveOpBefore(op, around);
        return success();
      });
  EXPECT_EQ(equilibrium(*module, {unwrap, drop, leave}), "changed");
  EXPECT_EQ(getCounts("unwrap").applied, 2u);
}

//===----------------------------------------------------------------------===//
// What is no change
//===----------------------------------------------------------------------===//

TEST_F(EquilibriumTest, ReplacementByItselfIsNoChange_20) {
  OwningOpRef<ModuleOp> module = parse(kChain);
  auto same = makeLambda("same", "t.g", [](Operation *op, PatternRewriter &r) {
    r.replaceOp(op, op->getResults());
    return success();
  });
  EXPECT_EQ(equilibrium(getFunction(*module), {same}), "unchanged");
  EXPECT_EQ(getStage().rounds, 1u);
  EXPECT_EQ(getCounts("same").tried, 1u);
  EXPECT_EQ(getCounts("same").applied, 0u);
  EXPECT_EQ(getCounts("same").noChange, 1u);
  EXPECT_TRUE(hasMessage(
      "rewrite 'same' reports success without a change (root 't.g')"))
      << messages;
  EXPECT_EQ(print(*module), normalize(kChain));
}

TEST_F(EquilibriumTest, NoChangeIsSaidOnce_20) {
  OwningOpRef<ModuleOp> module = parse(makeLongChain(20));
  auto idle = makeLambda(
      "idle", "t.f", [](Operation *, PatternRewriter &) { return success(); });
  EXPECT_EQ(equilibrium(getFunction(*module), {idle}), "unchanged");
  EXPECT_EQ(getCounts("idle").noChange, 20u);
  EXPECT_EQ(StringRef(messages).count("rewrite 'idle'"), 1u) << messages;
}

//===----------------------------------------------------------------------===//
// Replacements that do not fit
//===----------------------------------------------------------------------===//

TEST_F(EquilibriumTest, WrongReplacementIsRefused_21) {
  struct Case {
    RewriteFunction function;
    StringRef reason;
  };
  Case cases[] = {
      {[](Operation *op, PatternRewriter &r) {
         r.replaceOp(op, ValueRange{op->getOperand(0), op->getOperand(0)});
         return success();
       },
       "replaces the 1 results of 't.g' with 2 values"},
      {[](Operation *op, PatternRewriter &r) {
         r.replaceOp(op, ValueRange());
         return success();
       },
       "replaces the 1 results of 't.g' with 0 values"},
      {[](Operation *op, PatternRewriter &r) {
         r.replaceOp(op, ValueRange{Value()});
         return success();
       },
       "gives no replacement for result 0 of 't.g', which has users"},
      {[](Operation *op, PatternRewriter &r) {
         r.eraseOp(op);
         return success();
       },
       "erases 't.g', whose results have users"},
      {[](Operation *op, PatternRewriter &r) {
         r.replaceOp(op, makeOp(r, "t.k", {}, op->getOperands()));
         return success();
       },
       "replaces the 1 results of 't.g' with 0 values"},
  };
  for (Guard guard : {Guard::Types, Guard::Local, Guard::Full})
    for (const Case &test : cases) {
      messages.clear();
      RewriteProfile ownProfile;
      run.profile = &ownProfile;
      run.guard = guard;
      OwningOpRef<ModuleOp> module = parse(kChain);
      EXPECT_EQ(equilibrium(getFunction(*module),
                            {makeLambda("wrong", "t.g", test.function)}),
                "unchanged");
      EXPECT_EQ(print(*module), normalize(kChain)) << test.reason.str();
      EXPECT_TRUE(hasMessage(("rewrite 'wrong' " + test.reason).str()))
          << messages;
      const RewriteCounts &counts =
          ownProfile.getStages().front().rewrites.front().second;
      EXPECT_EQ(counts.tried, 1u);
      EXPECT_EQ(counts.applied, 0u);
      EXPECT_EQ(counts.refused + counts.rolledBack, 1u);
      EXPECT_EQ(ownProfile.getStages().front().rounds, 1u);
    }
}

TEST_F(EquilibriumTest, UnusedResultNeedsNoReplacement_21) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main(%a: i32) -> i32 {
      %g:2 = "t.g"(%a) : (i32) -> (i32, i32)
      return %g#0 : i32
    }
  )mlir");
  auto drop = makeLambda("drop", "t.g", [](Operation *op, PatternRewriter &r) {
    r.replaceOp(op, ValueRange{op->getOperand(0), Value()});
    return success();
  });
  EXPECT_EQ(equilibrium(getFunction(*module), {drop}), "changed");
  EXPECT_EQ(messages, "");
  EXPECT_EQ(getCounts("drop").applied, 1u);
}

TEST_F(EquilibriumTest, TypeChangeIsRefusedBeforeAnyEdit_22) {
  auto widen =
      makeLambda("widen", "t.g", [](Operation *op, PatternRewriter &r) {
        r.replaceOp(op, makeOp(r, "t.k", r.getI64Type(), op->getOperands()));
        return success();
      });
  auto widenUses =
      makeLambda("widen", "t.g", [](Operation *op, PatternRewriter &r) {
        Operation *k = makeOp(r, "t.k", r.getI64Type(), op->getOperands());
        r.replaceAllUsesWith(op->getResult(0), k->getResult(0));
        r.eraseOp(op);
        return success();
      });
  for (Guard guard : {Guard::Types, Guard::Local, Guard::Full})
    for (const auto &rewrite : {widen, widenUses}) {
      run.guard = guard;
      messages.clear();
      OwningOpRef<ModuleOp> module = parse(kChain);
      EXPECT_EQ(equilibrium(getFunction(*module), {rewrite}), "unchanged");
      EXPECT_EQ(print(*module), normalize(kChain));
      EXPECT_TRUE(hasMessage("rewrite 'widen' replaces")) << messages;
      EXPECT_TRUE(hasMessage("of type i32")) << messages;
      EXPECT_TRUE(hasMessage("of type i64")) << messages;
    }
}

TEST_F(EquilibriumTest, RefusalsOnLongChainAreLinear_22) {
  constexpr unsigned kLength = 300;
  auto widen =
      makeLambda("widen", "t.f", [](Operation *op, PatternRewriter &r) {
        r.replaceOp(op, makeOp(r, "t.k", r.getI64Type(), op->getOperands()));
        return success();
      });
  for (Guard guard : {Guard::Types, Guard::Local}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    run.guard = guard;
    OwningOpRef<ModuleOp> module = parse(makeLongChain(kLength));
    EXPECT_EQ(equilibrium(getFunction(*module), {widen}), "unchanged");
    EXPECT_EQ(ownProfile.getStages().front().rewrites.front().second.tried,
              kLength);
    EXPECT_EQ(print(*module), normalize(makeLongChain(kLength)));
  }
}
