//===- TransactionTest.cpp - Edits that are undone ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class TransactionTest : public DriverTest {
protected:
  TransactionTest() {
    context.loadDialect<cf::ControlFlowDialect>();
    run.guard = Guard::Local;
  }

  /// Lets a rewrite of "t.root" make `edit`, and then fail or leave invalid IR;
  /// the text, with locations, must be the same as before.
  void expectUndone(StringRef name, StringRef text,
                    function_ref<void(Operation *, PatternRewriter &)> edit,
                    bool fails) {
    OwningOpRef<ModuleOp> module = parse(text);
    ASSERT_TRUE(module);
    std::string before = print(*module, /*withLocations=*/true);
    auto rewrite =
        makeLambda("edit", "t.root", [&](Operation *op, PatternRewriter &r) {
          if (!fails) {
            // Invalid: the negative of nothing. Made first, so that it is
            // undone last.
            OpBuilder::InsertionGuard guard(r);
            makeOp(r, "arith.negf", r.getI32Type(), {});
          }
          edit(op, r);
          return success(!fails);
        });
    messages.clear();
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    EXPECT_EQ(equilibrium(*module, {rewrite}), "unchanged") << name.str();
    EXPECT_EQ(print(*module, /*withLocations=*/true), before) << name.str();
    EXPECT_TRUE(succeeded(verify(*module))) << name.str();
    EXPECT_TRUE(hasMessage(fails ? "rewrite 'edit' edits and then reports "
                                   "failure; its edits are undone"
                                 : "rewrite 'edit' makes invalid IR"))
        << name.str() << messages;
    const StageCounts &stage = ownProfile.getStages().front();
    EXPECT_EQ(stage.rounds, 1u) << name.str();
    EXPECT_EQ(stage.rewrites.front().second.tried, 1u) << name.str();
    EXPECT_EQ(stage.rewrites.front().second.applied, 0u) << name.str();
    EXPECT_EQ(stage.rewrites.front().second.rolledBack, 1u) << name.str();
  }

  void expectUndone(StringRef name, StringRef text,
                    function_ref<void(Operation *, PatternRewriter &)> edit) {
    for (Guard guard : {Guard::Local, Guard::Full})
      for (bool fails : {false, true}) {
        run.guard = guard;
        expectUndone(name, text, edit, fails);
      }
  }
};
} // namespace

/// Something of everything.
static constexpr StringLiteral kGraph = R"mlir(
  func.func @main(%a: i32, %b: i32, %c: i1) -> i32 {
    %0 = "t.f"(%a) {n = 1 : i32} : (i32) -> i32
    %r = "t.root"(%0, %b) ({
    ^bb0(%x: i32, %y: i64):
      %1 = "t.in"(%x, %0) : (i32, i32) -> i32
      "t.nest"() ({
        %2 = "t.deep"(%1) : (i32) -> i32
      }) : () -> ()
      "t.br"(%1)[^bb1] : (i32) -> ()
    ^bb1:
      %3 = "t.in"(%1, %a) : (i32, i32) -> i32
      "t.end"(%3) : (i32) -> ()
    }) {kind = "root"} : (i32, i32) -> i32
    %s = arith.addi %r, %b overflow<nsw> {tag = 7 : i32} : i32
    %u = arith.cmpi slt, %s, %a : i32
    %m = "t.many"(%s, %s, %r) : (i32, i32, i32) -> i32
    cf.cond_br %u, ^left(%m : i32), ^right
  ^left(%l: i32):
    %k = "t.g"(%l) : (i32) -> i32
    cf.br ^right
  ^right:
    %e = "t.h"(%s) : (i32) -> i32
    return %e : i32
  }
)mlir";

static Operation *findOp(Operation *root, StringRef name) {
  Operation *found = nullptr;
  root->getParentOfType<ModuleOp>()->walk([&](Operation *op) {
    if (!found && op->getName().getStringRef() == name)
      found = op;
  });
  return found;
}

//===----------------------------------------------------------------------===//
// One kind of edit after another
//===----------------------------------------------------------------------===//

TEST_F(TransactionTest, VerifierVetoRestoresText_23) {
  constexpr StringLiteral text = R"mlir(
    func.func @main(%a: i32) -> i32 {
      %g = "t.g"(%a) : (i32) -> i32
      %f = "t.f"(%g) : (i32) -> i32
      return %f : i32
    }
  )mlir";
  for (Guard guard : {Guard::Local, Guard::Full}) {
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    run.guard = guard;
    messages.clear();
    OwningOpRef<ModuleOp> module = parse(text);
    EXPECT_EQ(equilibrium(*module, {makeRename("t.g", "arith.addi")}),
              "unchanged");
    EXPECT_EQ(print(*module), normalize(text));
    const StageCounts &stage = ownProfile.getStages().front();
    EXPECT_EQ(stage.rounds, 1u);
    EXPECT_EQ(stage.rewrites.front().second.tried, 1u);
    EXPECT_EQ(stage.rewrites.front().second.applied, 0u);
    EXPECT_EQ(stage.rewrites.front().second.rolledBack, 1u);
    EXPECT_TRUE(hasMessage("rewrite 't-g-to-arith-addi' makes invalid IR: "
                           "'arith.addi' op expected 2 operands"))
        << messages;
  }
}

TEST_F(TransactionTest, OpsMadeAndMoved) {
  expectUndone("made", kGraph, [](Operation *op, PatternRewriter &r) {
    makeOp(r, "t.new", r.getI32Type(), op->getOperands());
    r.setInsertionPointAfter(op);
    makeOp(r, "t.new", r.getI32Type(), op->getResults());
  });
  expectUndone("moved", kGraph, [](Operation *op, PatternRewriter &r) {
    r.moveOpAfter(findOp(op, "t.many"), findOp(op, "arith.addi"));
    r.moveOpBefore(findOp(op, "t.f"), op->getParentOp()->getBlock(),
                   op->getParentOp()->getBlock()->end());
    r.moveOpBefore(findOp(op, "t.deep"), op);
    r.moveOpBefore(op, findOp(op, "t.h"));
    r.moveOpAfter(op, findOp(op, "t.many"));
  });
  expectUndone("cloned", kGraph, [](Operation *op, PatternRewriter &r) {
    Operation *copy = r.clone(*op);
    r.moveOpAfter(copy, op);
    r.cloneRegionBefore(op->getRegion(0), copy->getRegion(0),
                        copy->getRegion(0).end());
  });
}

TEST_F(TransactionTest, OpsReplacedAndErased) {
  expectUndone("replaced", kGraph, [](Operation *op, PatternRewriter &r) {
    r.replaceOp(op,
                makeOp(r, "t.new", op->getResultTypes(), op->getOperands()));
  });
  expectUndone("erased with regions", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 r.replaceOp(op, op->getOperand(0));
               });
  expectUndone("erased one by one", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 r.eraseOp(findOp(op, "t.deep"));
                 r.eraseOp(findOp(op, "t.nest"));
                 r.eraseOp(findOp(op, "t.end"));
                 r.replaceOp(op, op->getOperand(1));
               });
  expectUndone("made and erased", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 Operation *made = r.clone(*op);
                 r.eraseOp(made);
                 made = makeOp(r, "t.new", r.getI32Type(), {});
                 r.replaceAllUsesWith(op->getResult(0), made->getResult(0));
                 r.replaceOp(made, op->getOperand(0));
               });
}

TEST_F(TransactionTest, OpsModified) {
  expectUndone("attributes", kGraph, [](Operation *op, PatternRewriter &r) {
    r.modifyOpInPlace(op, [&] {
      op->setAttr("kind", r.getStringAttr("other"));
      op->setAttr("more", r.getUnitAttr());
    });
    r.modifyOpInPlace(op, [&] { op->removeAttr("kind"); });
  });
  expectUndone("properties", kGraph, [](Operation *op, PatternRewriter &r) {
    auto add = cast<arith::AddIOp>(findOp(op, "arith.addi"));
    r.modifyOpInPlace(add, [&] {
      add.setOverflowFlags(arith::IntegerOverflowFlags::nuw);
      add->setAttr("tag", r.getUnitAttr());
    });
    auto compare = cast<arith::CmpIOp>(findOp(op, "arith.cmpi"));
    r.modifyOpInPlace(compare,
                      [&] { compare.setPredicate(arith::CmpIPredicate::uge); });
  });
  expectUndone("operands", kGraph, [](Operation *op, PatternRewriter &r) {
    Operation *many = findOp(op, "t.many");
    r.modifyOpInPlace(many, [&] { many->setOperands(op->getOperands()); });
    r.modifyOpInPlace(many, [&] { many->eraseOperand(0); });
    r.modifyOpInPlace(op, [&] {
      op->insertOperands(1, SmallVector<Value>(op->getOperands()));
    });
    r.replaceAllUsesWith(findOp(op, "t.f")->getResult(0), op->getOperand(1));
  });
  expectUndone("operand segments", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 Operation *branch = findOp(op, "cf.cond_br");
                 Block *left = branch->getSuccessor(0);
                 r.modifyOpInPlace(branch, [&] {
                   branch->setSuccessor(left, 1);
                   branch->setAttr("seen", r.getUnitAttr());
                 });
               });
  expectUndone("result types", kGraph, [](Operation *op, PatternRewriter &r) {
    Operation *f = findOp(op, "t.f");
    r.modifyOpInPlace(f, [&] { f->getResult(0).setType(r.getF64Type()); });
  });
  expectUndone("locations", kGraph, [](Operation *op, PatternRewriter &r) {
    r.modifyOpInPlace(op, [&] { op->setLoc(r.getUnknownLoc()); });
  });
  expectUndone("cancelled", kGraph, [](Operation *op, PatternRewriter &r) {
    r.startOpModification(op);
    r.cancelOpModification(op);
    r.modifyOpInPlace(op, [&] { op->setAttr("x", r.getUnitAttr()); });
  });
}

TEST_F(TransactionTest, BlocksSplitAndMerged) {
  expectUndone("split", kGraph, [](Operation *op, PatternRewriter &r) {
    Block *tail = r.splitBlock(op->getBlock(), std::next(op->getIterator()));
    r.splitBlock(tail, std::prev(tail->end()));
  });
  expectUndone("merged", kGraph, [](Operation *op, PatternRewriter &r) {
    Region &region = op->getRegion(0);
    Block *first = &region.front(), *second = &region.back();
    r.eraseOp(first->getTerminator());
    r.mergeBlocks(second, first);
  });
  expectUndone("inlined", kGraph, [](Operation *op, PatternRewriter &r) {
    Block *entry = &op->getRegion(0).front();
    Operation *made = makeOp(r, "t.new", {r.getI32Type(), r.getI64Type()}, {});
    r.inlineBlockBefore(entry, op, made->getResults());
  });
  expectUndone("region inlined", kGraph, [](Operation *op, PatternRewriter &r) {
    Region *body = op->getParentRegion();
    r.inlineRegionBefore(op->getRegion(0), *body, body->end());
  });
  expectUndone("made, moved and erased", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 Region &region = op->getRegion(0);
                 Block *made = r.createBlock(&region, region.end(),
                                             {r.getI32Type()}, {op->getLoc()});
                 makeOp(r, "t.new", {}, made->getArguments());
                 r.moveBlockBefore(made, &region.front());
                 Block *empty = r.createBlock(&region);
                 r.moveBlockBefore(&region.back(), &region, region.begin());
                 r.eraseBlock(empty);
                 r.eraseBlock(made);
               });
  expectUndone("erased with contents", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 Block *first = &op->getRegion(0).front();
                 Block *second = &op->getRegion(0).back();
                 r.eraseOp(first->getTerminator());
                 r.eraseBlock(second);
               });
}

TEST_F(TransactionTest, BlockArgumentsChanged) {
  expectUndone("added", kGraph, [](Operation *op, PatternRewriter &r) {
    r.modifyOpInPlace(op, [&] {
      op->getRegion(0).front().addArgument(r.getF32Type(), op->getLoc());
      op->getRegion(0).back().addArgument(r.getF32Type(), op->getLoc());
    });
  });
  expectUndone("added and used", kGraph, [](Operation *op, PatternRewriter &r) {
    BlockArgument argument;
    r.modifyOpInPlace(op, [&] {
      argument = op->getRegion(0).front().insertArgument(0u, r.getI32Type(),
                                                         op->getLoc());
    });
    Operation *inner = findOp(op, "t.in");
    r.modifyOpInPlace(inner, [&] { inner->setOperand(1, argument); });
    r.setInsertionPoint(inner);
    makeOp(r, "t.new", {}, argument);
  });
  expectUndone("types", kGraph, [](Operation *op, PatternRewriter &r) {
    r.modifyOpInPlace(
        op, [&] { op->getRegion(0).getArgument(0).setType(r.getF32Type()); });
  });
  expectUndone("erased, unused", kGraph, [](Operation *op, PatternRewriter &r) {
    r.modifyOpInPlace(op, [&] { op->getRegion(0).front().eraseArgument(1); });
  });
  expectUndone("erased after its uses were replaced", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 r.replaceAllUsesWith(op->getRegion(0).getArgument(0),
                                      op->getOperand(0));
                 r.modifyOpInPlace(
                     op, [&] { op->getRegion(0).front().eraseArgument(0); });
               });
  expectUndone("all erased, then one added", kGraph,
               [](Operation *op, PatternRewriter &r) {
                 r.replaceAllUsesWith(op->getRegion(0).getArgument(0),
                                      op->getOperand(0));
                 r.modifyOpInPlace(op, [&] {
                   op->getRegion(0).front().eraseArguments(0, 2);
                 });
                 r.modifyOpInPlace(op, [&] {
                   op->getRegion(0).front().addArgument(r.getF32Type(),
                                                        op->getLoc());
                 });
               });
}

//===----------------------------------------------------------------------===//
// Behind the rewriter's back
//===----------------------------------------------------------------------===//

TEST_F(TransactionTest, FullGuardSeesUntoldEditsOfFailures) {
  run.guard = Guard::Full;
  OwningOpRef<ModuleOp> module = parse(R"mlir("t.g"() : () -> ())mlir");
  auto sneak =
      makeLambda("sneak", "t.g", [](Operation *op, PatternRewriter &r) {
        op->setAttr("seen", r.getUnitAttr());
        return failure();
      });
  EXPECT_EQ(equilibrium(*module, {sneak}), "changed");
  EXPECT_TRUE(hasMessage(
      "rewrite 'sneak' edits behind the rewriter's back (root 't.g')"))
      << messages;
  EXPECT_EQ(getCounts("sneak").applied, 0u);
}

TEST_F(TransactionTest, FullGuardSeesUntoldEditsOfSuccesses) {
  run.guard = Guard::Full;
  OwningOpRef<ModuleOp> module = parse(R"mlir("t.g"() : () -> ())mlir");
  auto sneak =
      makeLambda("sneak", "t.g", [](Operation *op, PatternRewriter &r) {
        if (op->hasAttr("seen"))
          return failure();
        op->setAttr("seen", r.getUnitAttr());
        return success();
      });
  EXPECT_EQ(equilibrium(*module, {sneak}), "changed");
  EXPECT_TRUE(hasMessage("rewrite 'sneak' edits behind the rewriter's back"))
      << messages;
}

TEST_F(TransactionTest, FullGuardIsQuietAboutHonestRewrites) {
  run.guard = Guard::Full;
  OwningOpRef<ModuleOp> module = parse(R"mlir(
        %a = "t.g"() : () -> i32
        "t.f"(%a) : (i32) -> ()
      )mlir");
  auto miss = makeLambda(
      "miss", "t.f", [](Operation *, PatternRewriter &) { return failure(); });
  EXPECT_EQ(equilibrium(*module, {makeRename("t.g", "t.k"), miss}), "changed");
  EXPECT_EQ(messages, "");
}

TEST_F(TransactionTest, FullGuardSaysWhatCannotBeUndone) {
  run.guard = Guard::Full;
  OwningOpRef<ModuleOp> module = parse(R"mlir("t.g"() : () -> ())mlir");
  auto sneak =
      makeLambda("sneak", "t.g", [](Operation *op, PatternRewriter &r) {
        op->setAttr("seen", r.getUnitAttr());
        makeOp(r, "t.new", {}, {});
        return failure();
      });
  EXPECT_EQ(equilibrium(*module, {sneak}), "changed");
  EXPECT_TRUE(hasMessage("rewrite 'sneak' edits behind the rewriter's back"))
      << messages;
  EXPECT_EQ(print(*module).find("t.new"), std::string::npos);
}

TEST_F(TransactionTest, PolicyFailFailsAndRestores) {
  for (Guard guard : {Guard::Local, Guard::Full}) {
    run.guard = guard;
    run.policy = Policy::Fail;
    OwningOpRef<ModuleOp> module = parse(R"mlir("t.g"() : () -> ())mlir");
    std::string before = print(*module);
    auto bad = makeLambda("bad", "t.g", [](Operation *op, PatternRewriter &r) {
      r.eraseOp(op);
      makeOp(r, "arith.addi", r.getI32Type(), {});
      return success();
    });
    EXPECT_EQ(equilibrium(*module, {bad}), "failed");
    EXPECT_EQ(print(*module), before);
  }
}

TEST_F(TransactionTest, OtherCandidatesGetTheirTurnAfterAVeto) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    %a = "t.g"() : () -> i32
    "t.f"(%a) : (i32) -> ()
  )mlir");
  EXPECT_EQ(equilibrium(*module, {makeRename("t.g", "arith.addi"),
                                  makeRename("t.g", "t.k")}),
            "changed");
  EXPECT_EQ(getCounts("t-g-to-arith-addi").rolledBack, 1u);
  EXPECT_EQ(getCounts("t-g-to-t-k").applied, 1u);
  EXPECT_TRUE(succeeded(verify(*module)));
}

TEST_F(TransactionTest, WaitingOpsAreStillVisitedAfterAVeto) {
  // The first root erases ops that wait for their visit; they come back.
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    "t.first"() : () -> ()
    "t.second"() : () -> ()
    "t.second"() : () -> ()
  )mlir");
  auto liar =
      makeLambda("liar", "t.first", [](Operation *op, PatternRewriter &r) {
        r.eraseOp(op->getNextNode());
        r.eraseOp(op->getNextNode());
        return failure();
      });
  EXPECT_EQ(equilibrium(*module, {liar, makeRename("t.second", "t.k")}),
            "changed");
  EXPECT_EQ(getCounts("t-second-to-t-k").applied, 2u);
  EXPECT_LE(getCounts("liar").tried, 2u);
}
