//===- TopologicalTest.cpp - One sweep over a graph -----------------------===//
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
class TopologicalTest : public DriverTest {
protected:
  /// Notes all ops that it is tried on; `k` is made of g.
  std::shared_ptr<LocalRewrite> makeWatcher() {
    return makeLambda("watch", "", [this](Operation *op, PatternRewriter &r) {
      StringRef name = op->getName().getStringRef();
      seen += (seen.empty() ? "" : " ") + name.str();
      if (name != "t.g")
        return failure();
      r.replaceOp(op,
                  makeOp(r, "t.k", op->getResultTypes(), op->getOperands()));
      return success();
    });
  }

  std::string see(StringRef text, SweepOrder order, bool visitNew) {
    seen.clear();
    OwningOpRef<ModuleOp> module = parse(text);
    sweepOptions.order = order;
    sweepOptions.visitNew = visitNew;
    EXPECT_EQ(sweep(*module, {makeWatcher()}), "changed");
    return seen;
  }

  std::string seen;
};
} // namespace

/// f(g(a, b), h(b)).
static constexpr StringLiteral kGraph = R"mlir(
  "t.graph"() ({
  ^bb0(%a: i32, %b: i32):
    %h = "t.h"(%b) : (i32) -> i32
    %g = "t.g"(%a, %b) : (i32, i32) -> i32
    %f = "t.f"(%g, %h) : (i32, i32) -> i32
  }) : () -> ()
)mlir";

TEST_F(TopologicalTest, TracksAreRespected_11) {
  OwningOpRef<ModuleOp> module = parse(kGraph);
  std::string roots;
  auto watch = makeLambda("r", "t.g", [&](Operation *op, PatternRewriter &) {
    roots += op->getName().getStringRef();
    return failure();
  });
  EXPECT_EQ(sweep(*module, {watch}), "unchanged");
  EXPECT_EQ(roots, "t.g");
  EXPECT_EQ(getCounts("r").tried, 1u);
  EXPECT_EQ(print(*module), normalize(kGraph));
}

TEST_F(TopologicalTest, SweepOrder_14) {
  EXPECT_EQ(see(kGraph, SweepOrder::InToOut, false), "t.h t.g t.f t.graph");
  EXPECT_EQ(see(kGraph, SweepOrder::InToOut, true), "t.h t.g t.f t.graph t.k");
  EXPECT_EQ(see(kGraph, SweepOrder::OutToIn, false), "t.graph t.f t.g t.h");
  EXPECT_EQ(see(kGraph, SweepOrder::OutToIn, true), "t.graph t.f t.g t.k t.h");
}

TEST_F(TopologicalTest, NewOpsAreNotSeenUnlessAskedFor_15) {
  OwningOpRef<ModuleOp> module = parse(kGraph);
  EXPECT_EQ(
      sweep(*module, {makeRename("t.g", "t.k"), makeRename("t.k", "t.m")}),
      "changed");
  EXPECT_EQ(getCounts("t-k-to-t-m").tried, 0u);
  EXPECT_NE(print(*module).find("t.k"), std::string::npos);
}

TEST_F(TopologicalTest, BlocksComeAfterTheirDominators) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main(%c: i1) {
      "t.br"(%c)[^left, ^right] : (i1) -> ()
    ^join:
      "t.4"() : () -> ()
      return
    ^right:
      "t.3"() : () -> ()
      "t.br"()[^join] : () -> ()
    ^left:
      "t.2"() : () -> ()
      "t.br"()[^join] : () -> ()
    }
  )mlir");
  std::string order;
  auto watch = makeLambda("watch", "", [&](Operation *op, PatternRewriter &) {
    StringRef name = op->getName().getStringRef();
    if (name.size() == 3)
      order += name.back();
    return failure();
  });
  sweepOptions.order = SweepOrder::InToOut;
  EXPECT_EQ(sweep(*module, {watch}), "unchanged");
  EXPECT_TRUE(order == "234" || order == "324") << order;
  std::string inToOut = order;
  order.clear();
  sweepOptions.order = SweepOrder::OutToIn;
  EXPECT_EQ(sweep(*module, {watch}), "unchanged");
  EXPECT_EQ(order, std::string(inToOut.rbegin(), inToOut.rend()));
}

TEST_F(TopologicalTest, UnreachableBlocksAreVisitedToo) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main() {
      return
    ^dead:
      "t.g"() : () -> ()
      "t.br"()[^dead] : () -> ()
    }
  )mlir");
  EXPECT_EQ(sweep(*module, {makeRename("t.g", "t.k")}), "changed");
  EXPECT_EQ(getCounts("t-g-to-t-k").applied, 1u);
}

TEST_F(TopologicalTest, RegionsComeBeforeTheirOpOnTheWayOut) {
  StringRef text = R"mlir(
    "t.outer"() ({
      "t.inner"() ({
        %0 = "t.x"() : () -> i32
      }) : () -> ()
    }) : () -> ()
  )mlir";
  std::string order;
  auto watch = makeLambda("watch", "", [&](Operation *op, PatternRewriter &) {
    order += op->getName().getStringRef().str() + " ";
    return failure();
  });
  OwningOpRef<ModuleOp> module = parse(text);
  EXPECT_EQ(sweep(*module, {watch}), "unchanged");
  EXPECT_EQ(order, "t.x t.inner t.outer ");
  order.clear();
  sweepOptions.order = SweepOrder::OutToIn;
  EXPECT_EQ(sweep(*module, {watch}), "unchanged");
  EXPECT_EQ(order, "t.outer t.inner t.x ");
}

TEST_F(TopologicalTest, ErasedOpsAreNotVisited) {
  // Each f takes its producer with it.
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    %a = "t.a"() : () -> i32
    %f0 = "t.f"(%a) : (i32) -> i32
    %f1 = "t.f"(%f0) : (i32) -> i32
    %f2 = "t.f"(%f1) : (i32) -> i32
    "t.use"(%f2) : (i32) -> ()
  )mlir");
  auto skip = makeLambda("skip", "t.f", [](Operation *op, PatternRewriter &r) {
    Operation *inner = op->getOperand(0).getDefiningOp();
    if (!inner || inner->getName().getStringRef() != "t.f" ||
        !inner->hasOneUse())
      return failure();
    r.modifyOpInPlace(op, [&] { op->setOperand(0, inner->getOperand(0)); });
    r.eraseOp(inner);
    return success();
  });
  sweepOptions.order = SweepOrder::OutToIn;
  EXPECT_EQ(sweep(*module, {skip}), "changed");
  EXPECT_EQ(messages, "");
  EXPECT_EQ(StringRef(print(*module)).count("t.f"), 2u);
  EXPECT_EQ(getCounts("skip").tried, 2u);
}

TEST_F(TopologicalTest, VetoedOpIsVisitedOnce_23) {
  run.guard = Guard::Local;
  for (SweepOrder order : {SweepOrder::InToOut, SweepOrder::OutToIn})
    for (bool visitNew : {false, true}) {
      RewriteProfile ownProfile;
      run.profile = &ownProfile;
      messages.clear();
      sweepOptions.order = order;
      sweepOptions.visitNew = visitNew;
      OwningOpRef<ModuleOp> module = parse(kGraph);
      auto bad =
          makeLambda("bad", "t.g", [](Operation *op, PatternRewriter &r) {
            // One operand is too few.
            r.replaceOp(op, makeOp(r, "arith.addi", op->getResultTypes(),
                                   op->getOperand(0)));
            return success();
          });
      EXPECT_EQ(sweep(*module, {bad}), "unchanged");
      EXPECT_EQ(ownProfile.getStages().front().rewrites.front().second.tried,
                1u);
      EXPECT_EQ(
          ownProfile.getStages().front().rewrites.front().second.rolledBack,
          1u);
      EXPECT_EQ(print(*module), normalize(kGraph));
      EXPECT_TRUE(hasMessage("rewrite 'bad' makes invalid IR")) << messages;
    }
}

TEST_F(TopologicalTest, RestoredOpsAreStillVisited_23) {
  // The first root erases the second and fails: the second gets its turn.
  run.guard = Guard::Local;
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    "t.first"() : () -> ()
    "t.second"() : () -> ()
  )mlir");
  auto liar =
      makeLambda("liar", "t.first", [](Operation *op, PatternRewriter &r) {
        r.eraseOp(op->getNextNode());
        return failure();
      });
  unsigned tried = 0;
  auto watch =
      makeLambda("watch", "t.second", [&](Operation *, PatternRewriter &) {
        ++tried;
        return failure();
      });
  EXPECT_EQ(sweep(*module, {liar, watch}), "unchanged");
  EXPECT_EQ(tried, 1u);
}

TEST_F(TopologicalTest, DeadProducersGoWithTheirUsers) {
  StringRef text = R"mlir(
    func.func @main(%a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      %1 = arith.muli %0, %a : i32
      %2 = "t.g"(%1) : (i32) -> i32
      %3 = arith.subi %a, %a : i32
      return %2 : i32
    }
  )mlir";
  auto drop = makeLambda("drop", "t.g", [](Operation *op, PatternRewriter &r) {
    r.replaceOp(op, op->getParentOfType<func::FuncOp>().getArgument(0));
    return success();
  });
  for (bool eraseDead : {true, false}) {
    sweepOptions.eraseDead = eraseDead;
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    OwningOpRef<ModuleOp> module = parse(text);
    EXPECT_EQ(sweep(*module, {drop}), "changed");
    EXPECT_EQ(StringRef(print(*module)).count("\"arith."), eraseDead ? 0u : 3u);
    EXPECT_EQ(ownProfile.getStages().front().dead, eraseDead ? 3u : 0u);
  }
}
