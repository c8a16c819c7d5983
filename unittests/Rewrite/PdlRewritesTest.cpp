//===- PdlRewritesTest.cpp - What PDL patterns do -------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadRewritesFixture.h"
#include "mlir/Dialect/PDL/IR/PDL.h"
#include "mlir/Dialect/PDLInterp/IR/PDLInterp.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class PdlRewritesTest : public LoadRewritesTest {};
} // namespace

//===----------------------------------------------------------------------===//
// Types and validity of what is made
//===----------------------------------------------------------------------===//

TEST_F(PdlRewritesTest, TypesAreInferredWithAttributes) {
  // arith.cmpi keeps its predicate in its properties.
  expectChange(inRewrite(R"(
      %p = attribute = 2 : i64
      %c = operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p}
      %v = result 0 of %c
      %k = operation "t.k"(%v : !pdl.value) -> (%t : !pdl.type)
      replace %root with %k)"),
               R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)", R"(
      %c = arith.cmpi slt, %a, %b : i32
      %r = "t.k"(%c) : (i1) -> i32)");
}

TEST_F(PdlRewritesTest, TypesThatCannotBeInferredAreNoMatch) {
  // The root takes two operands, of which the one is forgotten.
  expectNoChange(inRewrite(R"(
      %c = operation "arith.addi"(%x : !pdl.value)
      replace %root with %c)"),
                 kCall,
                 "makes an invalid 'arith.addi': 'arith.addi' op expected 2 "
                 "operands, but found 1");
}

TEST_F(PdlRewritesTest, InvalidOpsAreNoMatch) {
  expectNoChange(
      inRewrite(R"(
      %c = operation "arith.addi"(%x, %y : !pdl.value, !pdl.value)
      %v = result 0 of %c
      replace %root with (%v : !pdl.value))"),
      R"(
      %f = "t.g"() : () -> f32
      %r = "t.f"(%a, %f) : (i32, f32) -> i32)",
      "makes an invalid 'arith.addi': 'arith.addi' op operand #1 must "
      "be signless-integer-like, but got 'f32'");
  expectNoChange(inRewrite(R"(
      %c = operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value)
      %v = result 0 of %c
      replace %root with (%v : !pdl.value))"),
                 kCall,
                 "makes an invalid 'arith.cmpi': 'arith.cmpi' op requires "
                 "attribute 'predicate'");
}

TEST_F(PdlRewritesTest, ReplacementsOfOtherTypesAreNoMatch) {
  expectNoChange(inRewrite(R"(
      %p = attribute = 2 : i64
      %c = operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p}
      replace %root with %c)"),
                 kCall, "replaces 't.f' by values of other types");
  expectNoChange(inRewrite("replace %root with (%x, %y : !pdl.value, "
                           "!pdl.value)"),
                 kCall, "replaces 't.f' by values of other types");
}

TEST_F(PdlRewritesTest, ReplacedOpsGiveTheirTypes) {
  // t.k infers nothing and has no types of its own here.
  expectChange(inRewrite(R"(
      %k = operation "t.k"(%y : !pdl.value)
      replace %root with %k)"),
               kCall, R"(%r = "t.k"(%b) : (i32) -> i32)");
}

TEST_F(PdlRewritesTest, TypesBecomeKnownWhenAnOpIsMade) {
  // The type of t.k's result is the one that arith.cmpi infers.
  expectChange(inRewrite(R"(
      %p = attribute = 2 : i64
      %i = type
      %c = operation "arith.cmpi"(%x, %y : !pdl.value, !pdl.value) {"predicate" = %p} -> (%i : !pdl.type)
      %v = result 0 of %c
      %k = operation "t.k"(%v : !pdl.value) -> (%t, %i : !pdl.type, !pdl.type)
      %w = result 0 of %k
      replace %root with (%w : !pdl.value))"),
               R"(
      %f = "t.f"(%a, %b) : (i32, i32) -> i32
      %r = "t.h"(%f) : (i32) -> i32)",
               R"(
      %c = arith.cmpi slt, %a, %b : i32
      %k:2 = "t.k"(%c) : (i1) -> (i32, i1)
      %r = "t.h"(%k#0) : (i32) -> i32)");
}

//===----------------------------------------------------------------------===//
// Ops that go away
//===----------------------------------------------------------------------===//

/// Erases two inner ops that may be one.
static constexpr StringLiteral kEraseTwo = R"(
pdl.pattern @P : benefit(1) {
  %x = operand
  %y = operand
  %t = type
  %g = operation "t.g"(%x : !pdl.value) -> (%t : !pdl.type)
  %h = operation "t.g"(%y : !pdl.value) -> (%t : !pdl.type)
  %v = result 0 of %g
  %w = result 0 of %h
  %root = operation "t.f"(%v, %w : !pdl.value, !pdl.value) -> (%t : !pdl.type)
  rewrite %root {
    erase %g
    erase %h
    %k = operation "t.k"(%x, %y : !pdl.value, !pdl.value) -> (%t : !pdl.type)
    replace %root with %k
  }
})";

TEST_F(PdlRewritesTest, ErasuresComeLast) {
  // Written first in the pattern, where the inner ops still have users.
  expectChange(kEraseTwo, R"(
      %g = "t.g"(%a) : (i32) -> i32
      %h = "t.g"(%b) : (i32) -> i32
      %f = "t.f"(%g, %h) : (i32, i32) -> i32
      %r = "t.h"(%f) : (i32) -> i32)",
               R"(
      %k = "t.k"(%a, %b) : (i32, i32) -> i32
      %r = "t.h"(%k) : (i32) -> i32)");
  ASSERT_EQ(load(inRewrite(R"(
      replace %root with (%x : !pdl.value) {}
      %k = operation "t.k"(%y : !pdl.value))")),
            "");
  OwningOpRef<ModuleOp> module = parse(wrap(R"(
      %f = "t.f"(%a, %b) : (i32, i32) -> i32
      %r = "t.h"(%f) : (i32) -> i32)"));
  EXPECT_EQ(sweep(*module, rewrites), "changed");
  EXPECT_EQ(print(*module), normalize(wrap(R"(
      "t.k"(%b) : (i32) -> ()
      %r = "t.h"(%a) : (i32) -> i32)")));
}

TEST_F(PdlRewritesTest, OneOpIsNotErasedTwice) {
  // Both names stand for one op: no match.
  expectNoChange(kEraseTwo, R"(
      %g = "t.g"(%a) : (i32) -> i32
      %r = "t.f"(%g, %g) : (i32, i32) -> i32)",
                 "two ops that go away are the same");
  // %y is a result of an op that would go.
  expectNoChange(kEraseTwo, R"(
      %g = "t.g"(%a) : (i32) -> i32
      %h = "t.g"(%g) : (i32) -> i32
      %r = "t.f"(%g, %h) : (i32, i32) -> i32)",
                 "makes an op of a result of an op that goes away");
}

TEST_F(PdlRewritesTest, WhatIsMadeStandsBeforeTheRoot) {
  // The root stays, and the new op would use its result before it is there.
  expectNoChange(inRewrite(R"(
      %v = result 0 of %root
      %k = operation "t.k"(%v : !pdl.value) -> (%t : !pdl.type))"),
                 kCall, "makes an op of a result of the root");
}

TEST_F(PdlRewritesTest, InnerOpsAreReplacedWhereNobodyUsesThemEarlier) {
  StringRef pdl = R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %t = type
      %g = operation "t.g"(%x : !pdl.value) -> (%t : !pdl.type)
      %v = result 0 of %g
      %root = operation "t.f"(%v : !pdl.value)
      rewrite %root {
        %k = operation "t.k"(%x : !pdl.value) -> (%t : !pdl.type)
        replace %g with %k
      }})";
  expectChange(pdl, R"(
      %g = "t.g"(%a) : (i32) -> i32
      "t.f"(%g) : (i32) -> ()
      %r = "t.h"(%g) : (i32) -> i32)",
               R"(
      %k = "t.k"(%a) : (i32) -> i32
      "t.f"(%k) : (i32) -> ()
      %r = "t.h"(%k) : (i32) -> i32)");
  expectNoChange(pdl, R"(
      %g = "t.g"(%a) : (i32) -> i32
      %r = "t.h"(%g) : (i32) -> i32
      "t.f"(%g) : (i32) -> ())",
                 "'t.g' is used before what replaces it");
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// f(x, rest...) becomes k(rest..., x).
static constexpr StringRef kSwapRange = R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %rest = operands
      %types = types
      %root = operation "t.f"(%x, %rest : !pdl.value, !pdl.range<value>) -> (%types : !pdl.range<type>)
      rewrite %root {
        %all = range %rest, %x : !pdl.range<value>, !pdl.value
        %k = operation "t.k"(%all : !pdl.range<value>) -> (%types : !pdl.range<type>)
        replace %root with %k
      }})";

TEST_F(PdlRewritesTest, RangesMatchGroupsOfOperands) {
  expectChange(kSwapRange, R"(
      %f:2 = "t.f"(%a, %b, %b) : (i32, i32, i32) -> (i32, f32)
      %r = "t.f"(%f#0) : (i32) -> i32)",
               R"(
      %f:2 = "t.k"(%b, %b, %a) : (i32, i32, i32) -> (i32, f32)
      %r = "t.k"(%f#0) : (i32) -> i32)");
  expectNoChange(kSwapRange, R"(%r = "t.f"() : () -> i32)",
                 "'t.f' has other operands");
}

TEST_F(PdlRewritesTest, TheSameRangeTwiceIsTheSameValues) {
  // In an op without segments a group goes on to the end.
  StringRef pdl = R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %rest = operands
      %root = operation "t.f"(%x, %rest, %rest : !pdl.value, !pdl.range<value>, !pdl.range<value>)
      rewrite %root { erase %root }})";
  // Group 1 is (%b), group 2 is empty; where there is one operand, group 2 is
  // not there at all.
  expectNoChange(pdl, R"("t.f"(%a, %b) : (i32, i32) -> ()
      %r = "t.h"() : () -> i32)",
                 "two parts that must be equal differ");
  expectNoChange(pdl, R"("t.f"(%a) : (i32) -> ()
      %r = "t.h"() : () -> i32)",
                 "'t.f' has other operands");
}

TEST_F(PdlRewritesTest, ReasonsOfFailedMatches) {
  std::string pdl = R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %t = type : i32
      %one = attribute = 1 : i64
      %g = operation "t.g"(%x : !pdl.value) {"n" = %one} -> (%t : !pdl.type)
      %v = result 0 of %g
      %root = operation "t.f"(%v, %v : !pdl.value, !pdl.value) -> (%t : !pdl.type)
      rewrite %root { replace %root with (%v : !pdl.value) }})";
  expectNoChange(pdl, kCall, "an operand is made by no op");
  expectNoChange(pdl, R"(%h = "t.h"() : () -> i32
      %r = "t.f"(%h, %h) : (i32, i32) -> i32)",
                 "'t.h' is not the op wanted");
  expectNoChange(pdl, R"(%g = "t.g"(%a) : (i32) -> i32
      %r = "t.f"(%g, %g) : (i32, i32) -> i32)",
                 "'t.g' lacks an attribute");
  expectNoChange(pdl, R"(%g = "t.g"(%a) {n = 2 : i64} : (i32) -> i32
      %r = "t.f"(%g, %g) : (i32, i32) -> i32)",
                 "an attribute or a type differs from the one wanted");
  expectNoChange(pdl, R"(%g = "t.g"(%a) {n = 1 : i64} : (i32) -> i32
      %r = "t.f"(%g, %a) : (i32, i32) -> i32)",
                 "two parts that must be equal differ");
  expectNoChange(pdl, R"(%g:2 = "t.g"(%a) {n = 1 : i64} : (i32) -> (i32, i32)
      %r = "t.f"(%g#1, %g#1) : (i32, i32) -> i32)",
                 "'t.g' has other results");
}

TEST_F(PdlRewritesTest, PatternsMeanWhatTheyMeanToUpstream) {
  // Upstream's own interpreter, by its greedy driver, on the same graphs.
  // (It does not compare a result that stands in a pattern twice.)
  StringRef typed = R"(pdl.pattern @P : benefit(1) {
      %t = type : i32
      %x = operand : %t
      %any = attribute
      %u = type
      %g = operation "t.g"(%x : !pdl.value) {"n" = %any} -> (%u, %t : !pdl.type, !pdl.type)
      %v = result 1 of %g
      %w = result 0 of %g
      %root = operation "t.f"(%v, %w : !pdl.value, !pdl.value)
      rewrite %root {
        %k = operation "t.k"(%w : !pdl.value) {"m" = %any} -> (%u : !pdl.type)
        %s = result 0 of %k
        %l = operation "t.l"(%s, %x : !pdl.value, !pdl.value)
        erase %root
      }})";
  std::string graph = wrap(R"(
      %n = "t.neg"(%a) : (i32) -> i32
      %m = "t.neg"(%n) : (i32) -> i32
      %f:2 = "t.f"(%m, %b, %b) : (i32, i32, i32) -> (i32, f32)
      %g:2 = "t.g"(%f#0) {n = "x"} : (i32) -> (f32, i32)
      "t.f"(%g#1, %g#0) : (i32, f32) -> ()
      "t.f"(%g#1, %g#1) : (i32, i32) -> ()
      %r = "t.f"(%m) : (i32) -> i32)");
  for (StringRef pdl : {StringRef(kNegNeg), kSwapRange, typed}) {
    OwningOpRef<ModuleOp> expected = parse(graph);
    context.loadDialect<pdl::PDLDialect, pdl_interp::PDLInterpDialect>();
    RewritePatternSet patterns(PDLPatternModule(parse(pdl)));
    EXPECT_TRUE(
        succeeded(applyPatternsGreedily(*expected, std::move(patterns))));
    EXPECT_NE(print(*expected), normalize(graph));

    ASSERT_EQ(load(pdl), "");
    OwningOpRef<ModuleOp> module = parse(graph);
    EXPECT_EQ(equilibrium(*module, rewrites), "changed");
    EXPECT_EQ(print(*module), print(*expected));
  }
}

//===----------------------------------------------------------------------===//
// Natives
//===----------------------------------------------------------------------===//

TEST_F(PdlRewritesTest, NativesMustBeRegistered) {
  std::string pdl = R"(pdl.pattern @P : benefit(1) {
      %x = operand
      %t = type
      %root = operation "t.f"(%x : !pdl.value) -> (%t : !pdl.type)
      apply_native_constraint "isArgument"(%x : !pdl.value)
      rewrite %root {
        %k = apply_native_rewrite "makeK"(%root, %x : !pdl.operation, !pdl.value) : !pdl.operation
        replace %root with %k
      }})";
  EXPECT_EQ(load(pdl), "f.mlir:5:7: native constraint 'isArgument' is not "
                       "registered");
  loadOptions.registerNatives = [](PDLPatternModule &module) {
    module.registerConstraintFunction(
        "isArgument", [](PatternRewriter &, Value value) {
          return success(isa<BlockArgument>(value));
        });
    module.registerRewriteFunction(
        "makek", [](PatternRewriter &, Operation *, Value) {});
  };
  EXPECT_EQ(load(pdl), "f.mlir:7:14: native rewrite 'makeK' is not "
                       "registered; did you mean 'makek'?");
  loadOptions.registerNatives = [](PDLPatternModule &module) {
    module.registerConstraintFunction(
        "isArgument", [](PatternRewriter &, Value value) {
          return success(isa<BlockArgument>(value));
        });
    module.registerRewriteFunction(
        "makeK", [](PatternRewriter &rewriter, Operation *root, Value x) {
          return makeOp(rewriter, "t.k", root->getResultTypes(), {x, x});
        });
  };
  expectChange(pdl, R"(
      %f = "t.f"(%a) : (i32) -> i32
      %r = "t.f"(%f) : (i32) -> i32)",
               R"(
      %f = "t.k"(%a, %a) : (i32, i32) -> i32
      %r = "t.f"(%f) : (i32) -> i32)");
}
