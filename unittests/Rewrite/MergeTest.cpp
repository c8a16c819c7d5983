//===- MergeTest.cpp - Equal ops become one -------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class MergeTest : public DriverTest {
protected:
  MergeTest() {
    context.loadDialect<scf::SCFDialect, tensor::TensorDialect>();
    options.mergeEqual = true;
    options.eraseDead = false;
  }

  /// How many `op` are left of the body.
  size_t count(StringRef text, StringRef op) {
    OwningOpRef<ModuleOp> module = parse(text);
    before = print(*module);
    equilibrium(*module, {});
    EXPECT_TRUE(succeeded(verify(*module)));
    after = print(*module);
    return StringRef(after).count(("\"" + op + "\"").str());
  }

  std::string before, after;
};
} // namespace

TEST_F(MergeTest, EqualOpsBecomeOne_27) {
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: f32, %b: f32) -> (f32, f32) {
      %0 = arith.subf %a, %b : f32
      %1 = arith.subf %a, %b : f32
      return %0, %1 : f32, f32
    })mlir",
                  "arith.subf"),
            1u);
  EXPECT_EQ(getStage().merged, 1u);
}

TEST_F(MergeTest, OrderOfOperandsCounts_27) {
  for (StringRef op : {"arith.subf", "arith.addf", "arith.mulf"})
    EXPECT_EQ(count(("func.func @main(%a: f32, %b: f32) -> (f32, f32) {\n"
                     "  %0 = " +
                     op + " %a, %b : f32\n  %1 = " + op +
                     " %b, %a : f32\n  return %0, %1 : f32, f32\n}")
                        .str(),
                    op),
              2u)
        << op.str();
}

TEST_F(MergeTest, ConstantsMergeByBits_27) {
  auto countConstants = [&](StringRef a, StringRef typeA, StringRef b,
                            StringRef typeB) {
    return count(("func.func @main() -> (" + typeA + ", " + typeB +
                  ") {\n  %0 = arith.constant " + a + " : " + typeA +
                  "\n  %1 = arith.constant " + b + " : " + typeB +
                  "\n  return %0, %1 : " + typeA + ", " + typeB + "\n}")
                     .str(),
                 "arith.constant");
  };
  EXPECT_EQ(countConstants("1.0", "f32", "1.0", "f32"), 1u);
  EXPECT_EQ(countConstants("1.0", "f32", "1.0", "f64"), 2u);
  EXPECT_EQ(countConstants("0x7FC00000", "f32", "0x7FC00000", "f32"), 1u);
  EXPECT_EQ(countConstants("0.0", "f32", "-0.0", "f32"), 2u);
  EXPECT_EQ(countConstants("dense<0.0>", "tensor<2xf32>", "dense<-0.0>",
                           "tensor<2xf32>"),
            2u);
  // The folder's own table of constants says the same.
  options.fold = true;
  EXPECT_EQ(countConstants("0.0", "f32", "-0.0", "f32"), 2u);
  EXPECT_EQ(countConstants("1.0", "f32", "1.0", "f32"), 1u);
}

TEST_F(MergeTest, AttributesAndTypesCount_27) {
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: f32, %b: f32) -> (i1, i1, i1) {
      %0 = arith.cmpf olt, %a, %b : f32
      %1 = arith.cmpf ult, %a, %b : f32
      %2 = arith.cmpf olt, %a, %b fastmath<nnan> : f32
      return %0, %1, %2 : i1, i1, i1
    })mlir",
                  "arith.cmpf"),
            3u);
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: i8) -> (i32, i64) {
      %0 = arith.extsi %a : i8 to i32
      %1 = arith.extsi %a : i8 to i64
      return %0, %1 : i32, i64
    })mlir",
                  "arith.extsi"),
            2u);
}

TEST_F(MergeTest, ChainsMergeAsAWhole) {
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: f32) -> (f32, f32) {
      %0 = arith.negf %a : f32
      %1 = arith.negf %0 : f32
      %2 = arith.negf %1 : f32
      %3 = arith.negf %a : f32
      %4 = arith.negf %3 : f32
      %5 = arith.negf %4 : f32
      return %2, %5 : f32, f32
    })mlir",
                  "arith.negf"),
            3u);
}

TEST_F(MergeTest, OverwrittenValuesNeverMerge_28) {
  StringRef text = R"mlir(
    func.func @main(%a: f32, %i: index)
        -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.splat %a : tensor<4xf32>
      %1 = tensor.splat %a : tensor<4xf32>
      %2 = tensor.insert %a into %0[%i] : tensor<4xf32>
      %3 = "t.read"(%1) : (tensor<4xf32>) -> f32
      %4 = tensor.insert %3 into %1[%i] : tensor<4xf32>
      return %2, %4 : tensor<4xf32>, tensor<4xf32>
    })mlir";
  EXPECT_EQ(count(text, "tensor.splat"), 2u);
  EXPECT_EQ(after, before);
}

TEST_F(MergeTest, OneOverwrittenValueMergesWithAReadOne_28) {
  // The reader and the writer share one value; who goes first is the
  // bufferization's business.
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.splat %a : tensor<4xf32>
      %1 = tensor.splat %a : tensor<4xf32>
      %2 = tensor.insert %a into %0[%i] : tensor<4xf32>
      return %2, %1 : tensor<4xf32>, tensor<4xf32>
    })mlir",
                  "tensor.splat"),
            1u);
}

TEST_F(MergeTest, ThreeOfWhichTwoAreOverwritten_28) {
  // The one that is only read may go into either, never both writers into one.
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: f32, %i: index)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
      %0 = tensor.splat %a : tensor<4xf32>
      %1 = tensor.splat %a : tensor<4xf32>
      %2 = tensor.splat %a : tensor<4xf32>
      %3 = tensor.insert %a into %0[%i] : tensor<4xf32>
      %4 = tensor.insert %a into %2[%i] : tensor<4xf32>
      return %3, %1, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    })mlir",
                  "tensor.splat"),
            2u);
}

TEST_F(MergeTest, EffectsAndRegionsKeepOpsApart) {
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: i32) -> (i32, i32) {
      %0 = func.call @main2(%a) : (i32) -> i32
      %1 = func.call @main2(%a) : (i32) -> i32
      return %0, %1 : i32, i32
    }
    func.func private @main2(i32) -> i32)mlir",
                  "func.call"),
            2u);
}

TEST_F(MergeTest, InnerOpsUseOuterOnes) {
  EXPECT_EQ(count(R"mlir(
    func.func @main(%c: i1, %a: i32) -> i32 {
      %0 = arith.addi %a, %a : i32
      %1 = scf.if %c -> i32 {
        %2 = arith.addi %a, %a : i32
        scf.yield %2 : i32
      } else {
        %3 = arith.muli %a, %0 : i32
        scf.yield %3 : i32
      }
      return %1 : i32
    })mlir",
                  "arith.addi"),
            1u);
  // Neither branch may use the other's.
  EXPECT_EQ(count(R"mlir(
    func.func @main(%c: i1, %a: i32) -> i32 {
      %1 = scf.if %c -> i32 {
        %2 = arith.addi %a, %a : i32
        scf.yield %2 : i32
      } else {
        %3 = arith.addi %a, %a : i32
        scf.yield %3 : i32
      }
      return %1 : i32
    })mlir",
                  "arith.addi"),
            2u);
}

TEST_F(MergeTest, OuterOpTakesThePlaceOfAnInnerOne) {
  // The inner op is met first when the outer one is made by a rewrite.
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    func.func @main(%c: i1, %a: i32) -> i32 {
      %g = "t.g"(%a) : (i32) -> i32
      %1 = scf.if %c -> i32 {
        %2 = arith.addi %a, %a : i32
        scf.yield %2 : i32
      } else {
        scf.yield %g : i32
      }
      return %1 : i32
    })mlir");
  auto late =
      makeLambda("late", "scf.if", [](Operation *op, PatternRewriter &r) {
        Operation *g = op->getPrevNode();
        if (!g || g->getName().getStringRef() != "t.g")
          return failure();
        r.setInsertionPoint(g);
        Value a = g->getOperand(0);
        r.replaceOp(g, arith::AddIOp::create(r, g->getLoc(), a, a));
        return success();
      });
  EXPECT_EQ(equilibrium(*module, {late}), "changed");
  EXPECT_TRUE(succeeded(verify(*module)));
  EXPECT_EQ(StringRef(print(*module)).count("arith.addi"), 1u);
}

TEST_F(MergeTest, IsolatedOpsShareNothing) {
  EXPECT_EQ(count(R"mlir(
    %0 = arith.constant 1 : i32
    "t.use"(%0) : (i32) -> ()
    func.func @one() -> i32 {
      %1 = arith.constant 1 : i32
      return %1 : i32
    }
    func.func @two() -> i32 {
      %1 = arith.constant 1 : i32
      return %1 : i32
    })mlir",
                  "arith.constant"),
            3u);
}

TEST_F(MergeTest, GuardedModeMergesAlike) {
  run.guard = Guard::Full;
  EXPECT_EQ(count(R"mlir(
    func.func @main(%a: f32, %b: f32) -> (f32, f32) {
      %0 = arith.subf %a, %b : f32
      %1 = arith.subf %a, %b : f32
      return %0, %1 : f32, f32
    })mlir",
                  "arith.subf"),
            1u);
}
