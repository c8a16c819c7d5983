//===- BisectTest.cpp - Which application changes the outcome -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Bisect.h"
#include "DriverTestSupport.h"
#include "TestRewrites.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <cmath>

using namespace mlir;
using namespace mlir::croton;

using Verdict = BisectResult::Verdict;

namespace {
class BisectTest : public DriverTest {
protected:
  BisectTest() {
    context.printOpOnDiagnostic(false);
    run.profile = nullptr;
    database = RewriteDatabase::createSequence("optdb");
    stage = RewriteDatabase::createEquilibrium("stage", options);
    add(database, stage, Registration({"all"}).at(1));
  }

  void file(std::shared_ptr<LocalRewrite> rewrite) {
    add(stage, std::move(rewrite), Registration({"all"}));
  }

  llvm::Expected<BisectResult> bisect(Operation *op,
                                      const BisectPredicate &isGood) {
    Plan plan = llvm::cantFail(database->resolve(parseQuery("+all")));
    return bisectRewrites(op, plan, run, isGood);
  }

  DatabaseRef database, stage;
};
} // namespace

/// Good is what does not hold an op of this name.
static BisectPredicate lacks(StringRef name) {
  return [name = name.str()](Operation *op) -> llvm::Expected<bool> {
    bool isFound = false;
    op->walk([&](Operation *nested) {
      isFound |= nested->getName().getStringRef() == name;
    });
    return !isFound;
  };
}

/// t.a becomes t.b, but the one with the attribute "odd" becomes t.bad.
static std::shared_ptr<LocalRewrite> makeFaulty() {
  return makeLambda(
      "faulty", "t.a", [](Operation *op, PatternRewriter &rewriter) {
        rewriter.replaceOp(op, makeOp(rewriter,
                                      op->hasAttr("odd") ? "t.bad" : "t.b",
                                      op->getResultTypes(), op->getOperands()));
        return success();
      });
}

/// A module with `numFunctions` functions of ten t.a each. Function 1 calls @g,
/// and its fourth t.a, at line 13, is odd.
static std::string makeModule(unsigned numFunctions) {
  std::string text = "func.func private @g()\nfunc.func private @h()\n";
  for (unsigned i = 0; i < numFunctions; ++i) {
    text += "func.func @f" + std::to_string(i) + "() {\n";
    if (i == 1)
      text += "call @g() : () -> ()\n";
    for (unsigned j = 0; j < 10; ++j)
      text += std::string("\"t.a\"() ") + (i == 1 && j == 3 ? "{odd} " : "") +
              ": () -> () loc(\"m.mlir\":" + std::to_string(10 * i + j) +
              ":1)\n";
    text += "return\n}\n";
  }
  return text;
}

TEST_F(BisectTest, FindsTheApplicationInLog2Runs) {
  file(makeFaulty());
  OwningOpRef<ModuleOp> module = parse(makeModule(10));
  std::string before = print(module.get());
  llvm::Expected<BisectResult> result = bisect(module.get(), lacks("t.bad"));
  ASSERT_TRUE(static_cast<bool>(result));
  ASSERT_EQ(result->verdict, Verdict::Found);
  EXPECT_EQ(result->numSteps, 100u);
  // The whole run, the empty one, and the two that are kept, besides.
  EXPECT_LE(result->numRuns, std::ceil(std::log2(100)) + 4);
  EXPECT_EQ(result->culprit->rewrite, "faulty");
  EXPECT_EQ(result->culprit->opName, "t.a");
  EXPECT_FALSE(result->culprit->wasMisbehaviour);
  auto file =
      dyn_cast<FileLineColLoc>(static_cast<LocationAttr>(result->culprit->loc));
  ASSERT_TRUE(file);
  EXPECT_EQ(file.getLine(), 13u);
  // The input stays as it is.
  EXPECT_EQ(print(module.get()), before);

  std::string text;
  llvm::raw_string_ostream os(text);
  printBisectResult(*result, os);
  EXPECT_EQ(text.find("step " + std::to_string(result->culprit->step) +
                      " of 100 turns good into bad: rewrite 'faulty', "
                      "application " +
                      std::to_string(result->culprit->number) +
                      ", at 't.a' loc(\"m.mlir\":13:1)\n"),
            0u)
      << text;
}

TEST_F(BisectTest, OldAndNewStandAlone) {
  file(makeFaulty());
  llvm::Expected<BisectResult> result =
      bisect(parse(makeModule(3)).get(), lacks("t.bad"));
  ASSERT_TRUE(static_cast<bool>(result));
  ASSERT_EQ(result->verdict, Verdict::Found);
  for (Operation *op : {result->before.get(), result->after.get()}) {
    auto module = cast<ModuleOp>(op);
    EXPECT_TRUE(module.lookupSymbol("f1"));
    // What it calls comes along, and nothing else.
    EXPECT_TRUE(module.lookupSymbol("g"));
    EXPECT_FALSE(module.lookupSymbol("h"));
    EXPECT_FALSE(module.lookupSymbol("f0"));
    EXPECT_FALSE(module.lookupSymbol("f2"));
    EXPECT_TRUE(succeeded(verify(op)));
  }
  EXPECT_TRUE(*lacks("t.bad")(result->before.get()));
  EXPECT_FALSE(*lacks("t.bad")(result->after.get()));
  // They differ by one application.
  auto count = [](Operation *op, StringRef name) {
    unsigned number = 0;
    op->walk([&](Operation *nested) {
      number += nested->getName().getStringRef() == name;
    });
    return number;
  };
  EXPECT_EQ(count(result->before.get(), "t.a"),
            count(result->after.get(), "t.a") + 1);
}

TEST_F(BisectTest, OtherVerdicts) {
  file(makeFaulty());
  OwningOpRef<ModuleOp> module = parse(makeModule(2));
  llvm::Expected<BisectResult> bad = bisect(module.get(), lacks("t.a"));
  ASSERT_TRUE(static_cast<bool>(bad));
  EXPECT_EQ(bad->verdict, Verdict::BadInput);
  EXPECT_EQ(bad->numRuns, 0u);
  llvm::Expected<BisectResult> good = bisect(module.get(), lacks("t.none"));
  ASSERT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(good->verdict, Verdict::Good);
  EXPECT_EQ(good->numSteps, 20u);
  EXPECT_EQ(good->numRuns, 1u);
  EXPECT_FALSE(good->culprit);
}

TEST_F(BisectTest, ErasingUnusedOpsIsNamed) {
  file(makeFaulty());
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @f(%x: i32) {
      %y = arith.addi %x, %x : i32
      return
    }
  )mlir");
  llvm::Expected<BisectResult> result =
      bisect(module.get(), [](Operation *op) -> llvm::Expected<bool> {
        bool isFound = false;
        op->walk([&](arith::AddIOp) { isFound = true; });
        return isFound;
      });
  ASSERT_TRUE(static_cast<bool>(result));
  EXPECT_EQ(result->verdict, Verdict::BadWithoutApplication);
}

TEST_F(BisectTest, FoldingIsAStep) {
  EquilibriumOptions folding;
  folding.fold = true;
  DatabaseRef folds = RewriteDatabase::createEquilibrium("folds", folding);
  add(folds, makeFaulty(), Registration({"all"}));
  add(database, folds, Registration({"all"}).at(2));
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @f(%x: i32) -> i32 {
      %c = arith.constant 0 : i32
      %y = arith.addi %x, %c : i32
      return %y : i32
    }
  )mlir");
  llvm::Expected<BisectResult> result =
      bisect(module.get(), lacks("arith.addi"));
  ASSERT_TRUE(static_cast<bool>(result));
  // The input holds one; turn the question round.
  EXPECT_EQ(result->verdict, Verdict::BadInput);
  result = bisect(module.get(), [](Operation *op) -> llvm::Expected<bool> {
    return !*lacks("arith.addi")(op);
  });
  ASSERT_TRUE(static_cast<bool>(result));
  ASSERT_EQ(result->verdict, Verdict::Found);
  EXPECT_EQ(result->culprit->rewrite, ApplicationObserver::kFold);
  EXPECT_EQ(result->culprit->opName, "arith.addi");
}

TEST_F(BisectTest, GlobalRewritesAreSteps) {
  file(makeFaulty());
  add(database,
      std::make_shared<GlobalRewrite>(
          "spoil", NumericClaim::Unsafe, "spoils the module",
          [](Operation *op, RewriterBase &) -> FailureOr<bool> {
            op->setAttr("spoilt", UnitAttr::get(op->getContext()));
            return true;
          }),
      Registration({"all"}).at(2));
  OwningOpRef<ModuleOp> module = parse(makeModule(2));
  llvm::Expected<BisectResult> result =
      bisect(module.get(), [](Operation *op) -> llvm::Expected<bool> {
        return !op->hasAttr("spoilt");
      });
  ASSERT_TRUE(static_cast<bool>(result));
  ASSERT_EQ(result->verdict, Verdict::Found);
  EXPECT_EQ(result->culprit->rewrite, "spoil");
  EXPECT_EQ(result->culprit->step, 21u);
  // It changes no single function.
  EXPECT_TRUE(cast<ModuleOp>(result->after.get()).lookupSymbol("f0"));
}

TEST_F(BisectTest, EditsOfMisbehavingRewritesAreSteps) {
  file(makeLambda("half", "t.a", [](Operation *op, PatternRewriter &rewriter) {
    if (!op->hasAttr("odd") || op->hasAttr("broken"))
      return failure();
    rewriter.modifyOpInPlace(
        op, [&] { op->setAttr("broken", rewriter.getUnitAttr()); });
    return failure();
  }));
  OwningOpRef<ModuleOp> module = parse(makeModule(2));
  llvm::Expected<BisectResult> result =
      bisect(module.get(), [](Operation *op) -> llvm::Expected<bool> {
        bool isBroken = false;
        op->walk(
            [&](Operation *nested) { isBroken |= nested->hasAttr("broken"); });
        return !isBroken;
      });
  ASSERT_TRUE(static_cast<bool>(result));
  ASSERT_EQ(result->verdict, Verdict::Found);
  EXPECT_EQ(result->culprit->rewrite, "half");
  EXPECT_TRUE(result->culprit->wasMisbehaviour);
  // Warnings about it would come once per run.
  EXPECT_EQ(messages, "");
}

TEST_F(BisectTest, UnrepeatableRewritesAreReported) {
  // Tired after the first run.
  auto numCalls = std::make_shared<unsigned>(0);
  file(makeLambda(
      "moody", "t.a", [numCalls](Operation *op, PatternRewriter &rewriter) {
        if (++*numCalls > 20)
          return failure();
        rewriter.replaceOp(op,
                           makeOp(rewriter, "t.bad", op->getResultTypes(), {}));
        return success();
      }));
  OwningOpRef<ModuleOp> module = parse(makeModule(2));
  EXPECT_EQ(getMessage(bisect(module.get(), lacks("t.bad"))),
            "two runs differ: a rewrite does not depend on the program alone");
}

TEST_F(BisectTest, ErrorsOfThePredicateEndTheSearch) {
  file(makeFaulty());
  OwningOpRef<ModuleOp> module = parse(makeModule(2));
  EXPECT_EQ(getMessage(bisect(module.get(),
                              [](Operation *) -> llvm::Expected<bool> {
                                return llvm::createStringError("no idea");
                              })),
            "no idea");
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

TEST_F(BisectTest, CommandGetsThePath) {
  file(makeFaulty());
  OwningOpRef<ModuleOp> module = parse(makeModule(2));
  for (StringRef command :
       {"! grep -q t.bad", "! grep -q t.bad {} && test -s {}"}) {
    llvm::Expected<BisectResult> result =
        bisect(module.get(), makeCommandPredicate(command));
    ASSERT_TRUE(static_cast<bool>(result));
    ASSERT_EQ(result->verdict, Verdict::Found);
    EXPECT_EQ(result->culprit->opName, "t.a");
  }
}

TEST_F(BisectTest, CommandThatIsNotThereIsAnError) {
  OwningOpRef<ModuleOp> module = parse(makeModule(1));
  std::string message = getMessage(makeCommandPredicate(
      "/nonexistent/program 2> /dev/null; exit $?; :")(module.get()));
  EXPECT_EQ(StringRef(message).find("cannot run '/nonexistent/program"), 0u)
      << message;
}

TEST_F(BisectTest, CommandThatDiesIsBad) {
  OwningOpRef<ModuleOp> module = parse(makeModule(1));
  llvm::Expected<bool> isGood =
      makeCommandPredicate("kill -9 $$; :")(module.get());
  ASSERT_TRUE(static_cast<bool>(isGood));
  EXPECT_FALSE(*isGood);
}
