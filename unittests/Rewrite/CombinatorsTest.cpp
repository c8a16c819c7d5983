//===- CombinatorsTest.cpp - Rewrites in one line -------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Combinators.h"
#include "DriverTestSupport.h"
#include "TestRewrites.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
class CombinatorsTest : public DriverTest {
protected:
  CombinatorsTest() { run.observer = &observer; }

  /// Wraps the body of a function of two i32 and a tensor that returns %r.
  static std::string wrap(StringRef body) {
    return ("func.func @main(%a: i32, %b: i32, %t: tensor<2xf32>) -> i32 {\n" +
            body + "\n return %r : i32\n}")
        .str();
  }

  std::shared_ptr<LocalRewrite> sub(StringRef from, StringRef to,
                                    PatternSubOptions options = {}) {
    return llvm::cantFail(makePatternSub("sub", NumericClaim::Exact, "a test",
                                         from, to, options));
  }

  /// Applies `rewrite` to a body in one sweep; expects another body.
  void expectChange(std::shared_ptr<const LocalRewrite> rewrite, StringRef body,
                    StringRef expected) {
    OwningOpRef<ModuleOp> module = parse(wrap(body));
    ASSERT_TRUE(module);
    EXPECT_EQ(sweep(*module, {rewrite}), "changed")
        << observer.reason << messages;
    EXPECT_EQ(print(*module), normalize(wrap(expected)));
    EXPECT_TRUE(succeeded(verify(*module)));
    EXPECT_EQ(messages, "");
  }

  /// The same, but expects nothing to happen, for a reason.
  void expectMiss(std::shared_ptr<const LocalRewrite> rewrite, StringRef body,
                  StringRef reason) {
    OwningOpRef<ModuleOp> module = parse(wrap(body));
    ASSERT_TRUE(module);
    observer.reason.clear();
    EXPECT_EQ(sweep(*module, {rewrite}), "unchanged");
    EXPECT_EQ(print(*module), normalize(wrap(body)));
    EXPECT_EQ(observer.reason, reason.str());
    EXPECT_EQ(messages, "");
  }

  LastReason observer;
};
} // namespace

//===----------------------------------------------------------------------===//
// OpSub
//===----------------------------------------------------------------------===//

static std::shared_ptr<LocalRewrite> opSub(StringRef from, StringRef to) {
  return makeOpSub("op-sub", NumericClaim::Reassociates, "a test", from, to);
}

TEST_F(CombinatorsTest, RewritesCarryWhatTheyAreGiven) {
  std::shared_ptr<LocalRewrite> rewrite = opSub("t.g", "t.k");
  EXPECT_EQ(rewrite->getName(), "op-sub");
  EXPECT_EQ(rewrite->getClaim(), NumericClaim::Reassociates);
  EXPECT_EQ(rewrite->getSummary(), "a test");
}

TEST_F(CombinatorsTest, OpSubKeepsOperandsTypesAndAttributes) {
  expectChange(opSub("t.g", "t.k"), R"(
    %p:2 = "t.g"(%a, %b) {n = 3 : i8, t.note} : (i32, i32) -> (i32, f32)
    %r = "t.h"(%p#0, %p#1) : (i32, f32) -> i32)",
               R"(
    %p:2 = "t.k"(%a, %b) {n = 3 : i8, t.note} : (i32, i32) -> (i32, f32)
    %r = "t.h"(%p#0, %p#1) : (i32, f32) -> i32)");
}

TEST_F(CombinatorsTest, OpSubInfersTypes) {
  // arith.cmpi infers i1, which is not what is replaced.
  expectMiss(opSub("t.cmp", "arith.cmpi"),
             R"(%r = "t.cmp"(%a, %b) {predicate = 2} : (i32, i32) -> i32)",
             "results would be of type i1 instead of i32");
  expectChange(opSub("t.cmp", "arith.cmpi"),
               R"(%c = "t.cmp"(%a, %b) {predicate = 2} : (i32, i32) -> i1
                  %r = "t.h"(%c) : (i1) -> i32)",
               R"(%c = arith.cmpi slt, %a, %b : i32
                  %r = "t.h"(%c) : (i1) -> i32)");
}

TEST_F(CombinatorsTest, OpSubRefusesToLoseAttributes) {
  expectMiss(opSub("arith.cmpi", "arith.addi"),
             R"(%c = arith.cmpi eq, %a, %b : i32
                %r = "t.h"(%c) : (i1) -> i32)",
             "'arith.cmpi' has attribute 'predicate', which 'arith.addi' does "
             "not have");
  // arith.addi has overflow flags, which arith.xori has not: lost only if
  // they say something.
  expectChange(opSub("arith.addi", "arith.xori"),
               "%r = arith.addi %a, %b {t.note} : i32",
               "%r = arith.xori %a, %b {t.note} : i32");
  expectMiss(opSub("arith.addi", "arith.xori"),
             "%r = arith.addi %a, %b overflow<nsw> : i32",
             "'arith.addi' has attribute 'overflowFlags', which 'arith.xori' "
             "does not have");
  expectChange(opSub("arith.addi", "arith.subi"),
               "%r = arith.addi %a, %b overflow<nsw> : i32",
               "%r = arith.subi %a, %b overflow<nsw> : i32");
}

TEST_F(CombinatorsTest, OpSubMakesNothingInvalid) {
  // The first error of the verifier is the reason; nothing is edited.
  expectMiss(opSub("t.g", "arith.addi"), R"(%r = "t.g"(%a) : (i32) -> i32)",
             "makes an invalid 'arith.addi': 'arith.addi' op expected 2 "
             "operands, but found 1");
  expectMiss(opSub("t.g", "arith.mulli"), R"(%r = "t.g"(%a) : (i32) -> i32)",
             "'arith.mulli' is no op; did you mean 'arith.muli'?");
  expectMiss(opSub("t.g", "t.k"), R"(%r = "t.g"(%a) ({}) : (i32) -> i32)",
             "has regions or successors");
  context.allowUnregisteredDialects(false);
  OwningOpRef<ModuleOp> module = parse(wrap("%r = arith.addi %a, %b : i32"));
  EXPECT_EQ(sweep(*module, {opSub("arith.addi", "t.k")}), "unchanged");
  EXPECT_EQ(observer.reason, "'t.k' is an op of a dialect that is not there");
}

//===----------------------------------------------------------------------===//
// OpRemove
//===----------------------------------------------------------------------===//

TEST_F(CombinatorsTest, OpRemoveForwardsOperands) {
  auto rewrite = makeOpRemove("rm", NumericClaim::Exact, "a test", "t.g");
  expectChange(rewrite, R"(
    %p:2 = "t.g"(%a, %b) : (i32, i32) -> (i32, i32)
    %r = "t.h"(%p#1, %p#0) : (i32, i32) -> i32)",
               R"(%r = "t.h"(%b, %a) : (i32, i32) -> i32)");
  // In a chain, each in its turn.
  expectChange(rewrite, R"(
    %p = "t.g"(%a) : (i32) -> i32
    %q = "t.g"(%p) : (i32) -> i32
    %r = "t.h"(%q, %p) : (i32, i32) -> i32)",
               R"(%r = "t.h"(%a, %a) : (i32, i32) -> i32)");
}

TEST_F(CombinatorsTest, OpRemoveNeedsAsManyOfTheSameTypes) {
  auto rewrite = makeOpRemove("rm", NumericClaim::Exact, "a test", "t.g");
  expectMiss(rewrite, R"(%r = "t.g"(%a, %b) : (i32, i32) -> i32)",
             "results would be of type i32, i32 instead of i32");
  expectMiss(rewrite, R"(%r = "t.g"(%t) : (tensor<2xf32>) -> i32)",
             "results would be of type tensor<2xf32> instead of i32");
  expectMiss(rewrite, R"(%r = "t.h"() : () -> i32
                         "t.g"() : () -> ())",
             "has no results");
}

//===----------------------------------------------------------------------===//
// PatternSub: values
//===----------------------------------------------------------------------===//

TEST_F(CombinatorsTest, PatternSubReplacesTerms) {
  expectChange(sub("t.f(t.g(x), y)", "t.h(y, t.k(x, x))"), R"(
    %g = "t.g"(%a) : (i32) -> i32
    %r = "t.f"(%g, %b) : (i32, i32) -> i32)",
               R"(
    %g = "t.g"(%a) : (i32) -> i32
    %k = "t.k"(%a, %a) : (i32, i32) -> i32
    %r = "t.h"(%b, %k) : (i32, i32) -> i32)");
  expectMiss(sub("t.f(t.g(x), y)", "t.h(y)"),
             R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)",
             "an operand is not made by 't.g'");
  expectMiss(sub("t.f(x)", "x"), R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)",
             "'t.f' has 2 operands, not 1");
}

TEST_F(CombinatorsTest, PatternSubReplacesByAVariable) {
  expectChange(sub("arith.subi(arith.addi(x, y), y)", "x"), R"(
    %s = arith.addi %a, %b : i32
    %d = arith.subi %s, %b : i32
    %r = "t.h"(%d) : (i32) -> i32)",
               R"(%r = "t.h"(%a) : (i32) -> i32)");
  expectMiss(sub("t.f(x)", "x"), R"(%r = "t.f"(%t) : (tensor<2xf32>) -> i32)",
             "results would be of type tensor<2xf32> instead of i32");
}

TEST_F(CombinatorsTest, InnerValuesWithOtherUsersAreRefusedUnlessAllowed_31) {
  StringRef body = R"(
    %g = "t.g"(%a) : (i32) -> i32
    %f = "t.f"(%g, %b) : (i32, i32) -> i32
    %r = "t.h"(%f, %g) : (i32, i32) -> i32)";
  expectMiss(sub("t.f(t.g(x), y)", "t.k(x, y)"), body,
             "'t.g' has users outside of the pattern");
  PatternSubOptions allowed;
  allowed.allowMultipleUses = true;
  expectChange(sub("t.f(t.g(x), y)", "t.k(x, y)", allowed), body, R"(
    %g = "t.g"(%a) : (i32) -> i32
    %f = "t.k"(%a, %b) : (i32, i32) -> i32
    %r = "t.h"(%f, %g) : (i32, i32) -> i32)");
  // Two uses inside of the pattern are none outside of it.
  expectChange(sub("t.f(t.g(x), t.g(x))", "t.k(x)"), R"(
    %g = "t.g"(%a) : (i32) -> i32
    %r = "t.f"(%g, %g) : (i32, i32) -> i32)",
               R"(
    %g = "t.g"(%a) : (i32) -> i32
    %r = "t.k"(%a) : (i32) -> i32)");
}

TEST_F(CombinatorsTest, TheSameVariableIsTheSameValue_31) {
  auto rewrite = sub("t.f(a, a)", "t.k(a)");
  expectChange(rewrite, R"(%r = "t.f"(%a, %a) : (i32, i32) -> i32)",
               R"(%r = "t.k"(%a) : (i32) -> i32)");
  expectMiss(rewrite, R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)",
             "two values that must be the same differ");
}

TEST_F(CombinatorsTest, PatternSubInfersTypesOrTakesThoseReplaced) {
  // The inner op infers i1, the outer one takes i32 from what it replaces.
  expectChange(sub("t.f(x, y)", "t.h(arith.cmpi{predicate = 4}(x, y))"),
               R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)", R"(
    %c = arith.cmpi sgt, %a, %b : i32
    %r = "t.h"(%c) : (i1) -> i32)");
  expectMiss(sub("t.f(x, y)", "arith.addi(x, y)"),
             R"(%r = "t.f"(%a, %t) : (i32, tensor<2xf32>) -> i32)",
             "makes an invalid 'arith.addi': 'arith.addi' op operand #1 must "
             "be signless-integer-like, but got 'tensor<2xf32>'");
  expectMiss(sub("t.f(x, y)", "arith.cmpi(x, y)"),
             R"(%r = "t.f"(%a, %b) : (i32, i32) -> i32)",
             "makes an invalid 'arith.cmpi': 'arith.cmpi' op requires "
             "attribute 'predicate'");
}

TEST_F(CombinatorsTest, ReplacementsUseVariablesOfThePattern) {
  EXPECT_EQ(getMessage(makePatternSub("s", NumericClaim::Exact, "", "t.f(x)",
                                      "t.g(y)")),
            "replacement 't.g(y)' at character 5: nothing is called 'y' in "
            "what is replaced");
}

//===----------------------------------------------------------------------===//
// PatternSub: constants
//===----------------------------------------------------------------------===//

TEST_F(CombinatorsTest, ConstantsMatchByValue) {
  auto bodyOf = [](StringRef constant, StringRef type) {
    return ("%c = arith.constant " + constant + " : " + type +
            "\n%r = \"t.f\"(%c) : (" + type + ") -> i32")
        .str();
  };
  auto matches = [&](StringRef literal, StringRef constant, StringRef type) {
    OwningOpRef<ModuleOp> module = parse(wrap(bodyOf(constant, type)));
    return sweep(*module, {sub(("t.f(" + literal + ")").str(), "t.k()")}) ==
           "changed";
  };
  EXPECT_TRUE(matches("1", "1", "i32"));
  EXPECT_TRUE(matches("-1", "-1", "i8"));
  EXPECT_FALSE(matches("255", "-1", "i8"));
  EXPECT_FALSE(matches("1", "2", "i32"));
  EXPECT_FALSE(matches("1.0", "1", "i32"));
  EXPECT_TRUE(matches("1", "1.0", "f32"));
  EXPECT_TRUE(matches("1.0", "1.0", "f64"));
  EXPECT_TRUE(matches("1.5e0", "dense<1.5>", "tensor<3xf32>"));
  EXPECT_FALSE(matches("1.5", "dense<[1.5, 2.5]>", "tensor<2xf32>"));
  // Rounded to the type; an integer is not.
  EXPECT_TRUE(matches("0.1", "0.1", "f32"));
  EXPECT_TRUE(matches("16777217.0", "16777216.0", "f32"));
  EXPECT_FALSE(matches("16777217", "16777216.0", "f32"));
  // Zeros have signs.
  EXPECT_TRUE(matches("0.0", "0.0", "f32"));
  EXPECT_FALSE(matches("0.0", "-0.0", "f32"));
  EXPECT_TRUE(matches("-0.0", "-0.0", "f32"));
  EXPECT_FALSE(matches("0", "-0.0", "f32"));
  expectMiss(sub("t.f(1)", "t.k()"), R"(%r = "t.f"(%a) : (i32) -> i32)",
             "an operand is no constant");
}

TEST_F(CombinatorsTest, ConstantsAreMadeOfTheTypeOfTheResult) {
  expectChange(sub("arith.subi(x, x)", "0"),
               "%d = arith.subi %a, %a : i32\n%r = \"t.h\"(%d) : (i32) -> i32",
               "%d = arith.constant 0 : i32\n%r = \"t.h\"(%d) : (i32) -> i32");
  expectChange(sub("arith.addf(x, x)", "arith.mulf(x, 2.0)"), R"(
    %d = arith.addf %t, %t : tensor<2xf32>
    %r = "t.h"(%d) : (tensor<2xf32>) -> i32)",
               R"(
    %c = arith.constant dense<2.0> : tensor<2xf32>
    %d = arith.mulf %t, %c : tensor<2xf32>
    %r = "t.h"(%d) : (tensor<2xf32>) -> i32)");
  StringRef none = "there is no such constant of the type of the result";
  expectMiss(sub("arith.addi(x, x)", "arith.muli(x, 2.5)"),
             "%r = arith.addi %a, %a : i32", none);
  expectMiss(sub("arith.addi(x, x)", "3000000000"),
             "%r = arith.addi %a, %a : i32", none);
  // No dialect, no constant.
  expectMiss(sub("t.f(x)", "1"), R"(%r = "t.f"(%a) : (i32) -> i32)", none);
}

//===----------------------------------------------------------------------===//
// PatternSub: attributes
//===----------------------------------------------------------------------===//

TEST_F(CombinatorsTest, AttributesConstrain) {
  auto rewrite = sub(
      R"(t.f{n = 3, s = "x y", b = true, v = [1, -2], d = 0.5}(x))", "t.k(x)");
  StringRef good = R"(%r = "t.f"(%a) {n = 3 : i8, s = "x y", b = true,
      v = array<i64: 1, -2>, d = 0.5 : f32} : (i32) -> i32)";
  expectChange(rewrite, good, R"(%r = "t.k"(%a) : (i32) -> i32)");
  for (auto [from, to, name] : {std::tuple("3 : i8", "4 : i8", "n"),
                                {"\"x y\"", "\"xy\"", "s"},
                                {"b = true", "b = false", "b"},
                                {"1, -2", "1, 2", "v"},
                                {"0.5", "0.25", "d"}}) {
    std::string bad = good.str();
    bad.replace(bad.find(from), StringRef(from).size(), to);
    expectMiss(
        rewrite, bad,
        ("attribute '" + Twine(name) + "' of 't.f' has another value").str());
  }
  expectMiss(sub("t.f{n = 3}(x)", "t.k(x)"), R"(%r = "t.f"(%a) : (i32) -> i32)",
             "attribute 'n' of 't.f' has another value");
}

TEST_F(CombinatorsTest, AttributesThatAreNotMentionedMustBeAbsent) {
  expectMiss(sub("t.f(x)", "t.k(x)"),
             R"(%r = "t.f"(%a) {n = 3 : i8} : (i32) -> i32)",
             "'t.f' has attribute 'n', which the pattern does not mention");
  expectChange(sub("t.f{...}(x)", "t.k(x)"),
               R"(%r = "t.f"(%a) {n = 3 : i8} : (i32) -> i32)",
               R"(%r = "t.k"(%a) : (i32) -> i32)");
  // A default says nothing, nor does a note of another dialect.
  expectChange(sub("arith.addi(x, y)", "arith.subi(x, y)"),
               "%r = arith.addi %a, %b {t.note} : i32",
               "%r = arith.subi %a, %b : i32");
  expectMiss(sub("arith.addi(x, y)", "arith.subi(x, y)"),
             "%r = arith.addi %a, %b overflow<nsw> : i32",
             "'arith.addi' has attribute 'overflowFlags', which the pattern "
             "does not mention");
}

TEST_F(CombinatorsTest, AttributesAreCarriedByVariables) {
  auto rewrite =
      sub("t.f{n = $n}(t.g{m = $n, ...}(x))", "t.k{p = $n, q = 7}(x)");
  expectChange(rewrite, R"(
    %g = "t.g"(%a) {m = [1 : i8], z} : (i32) -> i32
    %r = "t.f"(%g) {n = [1 : i8]} : (i32) -> i32)",
               R"(
    %g = "t.g"(%a) {m = [1 : i8], z} : (i32) -> i32
    %r = "t.k"(%a) {p = [1 : i8], q = 7 : i64} : (i32) -> i32)");
  expectMiss(rewrite, R"(
    %g = "t.g"(%a) {m = 2 : i8} : (i32) -> i32
    %r = "t.f"(%g) {n = 1 : i8} : (i32) -> i32)",
             "attribute 'm' of 't.g' differs from an other one");
  // An attribute that is absent stays absent.
  expectChange(sub("t.f{n = $n}(x)", "t.k{n = $n}(x)"),
               R"(%r = "t.f"(%a) : (i32) -> i32)",
               R"(%r = "t.k"(%a) : (i32) -> i32)");
  expectChange(
      sub("t.f(x)", R"(t.k{s = "u", b = false, v = [3], d = -1.5}(x))"),
      R"(%r = "t.f"(%a) : (i32) -> i32)",
      R"(%r = "t.k"(%a) {b = false, d = -1.5 : f64, s = "u",
                    v = array<i64: 3>} : (i32) -> i32)");
}

//===----------------------------------------------------------------------===//
// PatternSub: errors of the text
//===----------------------------------------------------------------------===//

TEST_F(CombinatorsTest, ErrorsOfTextsSayWhere) {
  auto error = [](StringRef from, StringRef to = "t.k()") {
    return getMessage(makePatternSub("s", NumericClaim::Exact, "", from, to));
  };
  EXPECT_EQ(error("t.f(t.g(x), y"),
            "pattern 't.f(t.g(x), y' at character 14: expected ',' or ')', got "
            "the end");
  EXPECT_EQ(error(""), "pattern '' at character 1: expected an op, a variable "
                       "or a number, got the end");
  EXPECT_EQ(error("x"), "pattern 'x' at character 1: expected an op as the "
                        "root of what is replaced");
  EXPECT_EQ(error("1"), "pattern '1' at character 1: expected an op as the "
                        "root of what is replaced");
  EXPECT_EQ(error("f(x)"), "pattern 'f(x)' at character 1: expected the name "
                           "of an op with its dialect, got 'f'");
  EXPECT_EQ(error("t.(x)"), "pattern 't.(x)' at character 1: expected the name "
                            "of an op, got 't.'");
  EXPECT_EQ(error("t.f"),
            "pattern 't.f' at character 4: expected '(', got the end");
  EXPECT_EQ(error("t.f(x) y"),
            "pattern 't.f(x) y' at character 8: expected the end, got 'y'");
  EXPECT_EQ(error("t.f(,)"), "pattern 't.f(,)' at character 5: expected an "
                             "op, a variable or a number, got ','");
  EXPECT_EQ(error("t.f(1x)"),
            "pattern 't.f(1x)' at character 5: expected a number, got '1x'");
  EXPECT_EQ(error("t.f(99999999999999999999)"),
            "pattern 't.f(99999999999999999999)' at character 5: "
            "'99999999999999999999' is out of range");
  EXPECT_EQ(error("t.f{n}(x)"),
            "pattern 't.f{n}(x)' at character 6: expected '=', got '}'");
  EXPECT_EQ(error("t.f{n = 1, n = 2}(x)"),
            "pattern 't.f{n = 1, n = 2}(x)' at character 12: attribute 'n' is "
            "given twice");
  EXPECT_EQ(error("t.f{..., n = 1}(x)"),
            "pattern 't.f{..., n = 1}(x)' at character 8: expected '}', got "
            "','");
  EXPECT_EQ(error("t.f{s = \"x}(x)"),
            "pattern 't.f{s = \"x}(x)' at character 9: this string does not "
            "end");
  EXPECT_EQ(error("t.f{v = [1.5]}(x)"),
            "pattern 't.f{v = [1.5]}(x)' at character 10: expected an integer");
  EXPECT_EQ(error("t.f{v = maybe}(x)"),
            "pattern 't.f{v = maybe}(x)' at character 9: expected a number, "
            "'true', 'false', a string, '[' or '$', got 'maybe'");
  EXPECT_EQ(error("t.f(x)", "t.k{n = $m}(x)"),
            "replacement 't.k{n = $m}(x)' at character 9: nothing is called "
            "'m' in what is replaced");
  EXPECT_EQ(error("t.f(x)", "t.k{...}(x)"),
            "replacement 't.k{...}(x)' at character 5: expected the name of an "
            "attribute, got '...'");
  std::string deep;
  for (int i = 0; i < 40; ++i)
    deep += "t.f(";
  EXPECT_TRUE(
      StringRef(error(deep))
          .ends_with("at character 133: terms are nested more than 32 deep"));
}
