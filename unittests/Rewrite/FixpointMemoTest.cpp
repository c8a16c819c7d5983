//===- FixpointMemoTest.cpp - Looking only at what has changed ------------===//
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
class FixpointMemoTest : public DriverTest {
protected:
  FixpointMemoTest() {
    watch = makeLambda("watch", "", [this](Operation *op, PatternRewriter &) {
      seen += (seen.empty() ? "" : " ") + op->getName().getStringRef().str();
      return failure();
    });
  }

  void load(StringRef text,
            ArrayRef<std::shared_ptr<const LocalRewrite>> more = {}) {
    module = parse(text);
    SmallVector<std::shared_ptr<const LocalRewrite>> rewrites(more);
    rewrites.push_back(watch);
    frozen = freeze(rewrites);
  }

  /// What a run looks at.
  std::string visit() {
    seen.clear();
    resetProfile();
    EXPECT_TRUE(succeeded(
        applyEquilibrium(*module, *frozen, options, run, "stage", {}, &memo)));
    return seen;
  }

  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (op->getName().getStringRef() == name)
        found = op;
    });
    return found;
  }

  std::string seen;
  std::shared_ptr<LocalRewrite> watch;
  OwningOpRef<ModuleOp> module;
  std::unique_ptr<FrozenRewrites> frozen;
  FixpointMemo memo;
};
} // namespace

static constexpr StringLiteral kGraph = R"mlir(
  %a = "t.a"() : () -> i32
  %b = "t.b"() : () -> i32
  %c = "t.c"(%a) : (i32) -> i32
  %d = "t.d"(%b) : (i32) -> i32
  "t.region"() ({
    %e = "t.e"(%c) : (i32) -> i32
    %f = "t.f"(%d) : (i32) -> i32
  }) : () -> ()
)mlir";

TEST_F(FixpointMemoTest, SecondRunTriesNothing) {
  load(kGraph, {makeRename("t.b", "t.b2")});
  EXPECT_NE(visit(), "");
  EXPECT_EQ(visit(), "");
  EXPECT_EQ(getStage().visits, 0u);
  EXPECT_EQ(getCounts("t-b-to-t-b2").tried, 0u);
}

TEST_F(FixpointMemoTest, ChangedOpAndWhatDependsOnItAreLookedAt) {
  load(kGraph);
  EXPECT_EQ(visit(), "t.a t.b t.c t.d t.region t.e t.f");
  find("t.d")->setAttr("n", UnitAttr::get(&context));
  // Its user, the op around that, and what it uses.
  EXPECT_EQ(visit(), "t.b t.d t.region t.f");
  EXPECT_EQ(visit(), "");
}

TEST_F(FixpointMemoTest, EachKindOfChangeIsSeen) {
  Builder builder(&context);
  load(kGraph);
  visit();
  find("t.f")->setOperand(0, find("t.a")->getResult(0));
  // d lost its user; a has more than one now.
  EXPECT_EQ(visit(), "t.a t.b t.c t.d t.region t.e t.f");
  find("t.c")->getResult(0).setType(builder.getI64Type());
  EXPECT_EQ(visit(), "t.a t.c t.region t.e");
  find("t.e")->erase();
  EXPECT_EQ(visit(), "t.a t.c t.region");
  find("t.f")->moveBefore(find("t.region"));
  EXPECT_EQ(visit(), "t.a t.f t.region");
  OpBuilder inner =
      OpBuilder::atBlockEnd(&find("t.region")->getRegion(0).front());
  makeOp(inner, "t.new", {}, find("t.d")->getResults());
  EXPECT_EQ(visit(), "t.b t.d t.region t.new");
  find("t.region")
      ->getRegion(0)
      .front()
      .addArgument(builder.getI32Type(), builder.getUnknownLoc());
  EXPECT_EQ(visit(), "t.region");
  find("t.region")->getRegion(0).getArgument(0).setType(builder.getF32Type());
  EXPECT_EQ(visit(), "t.region");
  EXPECT_EQ(visit(), "");
}

TEST_F(FixpointMemoTest, UserOfAChangedArgumentIsLookedAt) {
  load(R"mlir(
    "t.region"() ({
    ^bb0(%x: i32):
      "t.use"(%x) : (i32) -> ()
    }) : () -> ()
  )mlir");
  visit();
  find("t.region")
      ->getRegion(0)
      .getArgument(0)
      .setType(Float32Type::get(&context));
  EXPECT_EQ(visit(), "t.region t.use");
}

TEST_F(FixpointMemoTest, AttributesOfRootsCount) {
  // Rewrites may look at what is around them.
  load(kGraph);
  visit();
  module->getOperation()->setAttr("n", UnitAttr::get(&context));
  EXPECT_EQ(visit(), "t.a t.b t.c t.d t.region t.e t.f");
}

TEST_F(FixpointMemoTest, ManyNewOpsAreWithinLimits) {
  load(kGraph, {makeRename("t.g", "t.k")});
  visit();
  OpBuilder builder = OpBuilder::atBlockEnd(module->getBody());
  for (unsigned i = 0; i < 2000; ++i)
    makeOp(builder, "t.g", {}, {});
  visit();
  EXPECT_EQ(messages, "");
  EXPECT_EQ(getCounts("t-g-to-t-k").applied, 2000u);
  EXPECT_EQ(getStage().opsBefore, 2007u);
}

TEST_F(FixpointMemoTest, StoppedRunIsNotRemembered) {
  load(kGraph, {makeRename("t.a", "t.a")});
  visit();
  EXPECT_TRUE(hasMessage("undo each other")) << messages;
  visit();
  EXPECT_GT(getCounts("t-a-to-t-a").tried, 0u);
}

TEST_F(FixpointMemoTest, OtherSetAndOtherRootAreNotRemembered) {
  load(kGraph);
  std::string all = visit();
  frozen = freeze({watch});
  EXPECT_EQ(visit(), all);
  EXPECT_EQ(visit(), "");
  module = parse(kGraph);
  EXPECT_EQ(visit(), all);
}

TEST_F(FixpointMemoTest, FoldingRunRemembersConstants) {
  context.loadDialect<arith::ArithDialect>();
  options.fold = options.mergeEqual = true;
  load(R"mlir(
    %c = arith.constant 3 : i32
    %a = "t.a"(%c) : (i32) -> i32
    %i = arith.addi %a, %a : i32
    "t.use"(%i) : (i32) -> ()
  )mlir");
  visit();
  EXPECT_EQ(visit(), "");
  // A new constant and a new sum are the old ones.
  OpBuilder builder(find("t.use"));
  Location loc = builder.getUnknownLoc();
  Value two = arith::ConstantIntOp::create(builder, loc, 2, 32);
  Value one = arith::ConstantIntOp::create(builder, loc, 1, 32);
  Value three = arith::AddIOp::create(builder, loc, one, two);
  Value a = find("t.a")->getResult(0);
  Value sum = arith::AddIOp::create(builder, loc, a, a);
  makeOp(builder, "t.more", {}, {three, sum});
  visit();
  Operation *more = find("t.more");
  EXPECT_EQ(more->getOperand(0), find("t.a")->getOperand(0));
  EXPECT_EQ(more->getOperand(1), find("t.use")->getOperand(0));
  EXPECT_EQ(getStage().merged, 1u);
  EXPECT_EQ(visit(), "");
}
