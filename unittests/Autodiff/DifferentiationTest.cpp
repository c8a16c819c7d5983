//===- DifferentiationTest.cpp - The engines without croton's pass --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tests of the pass cannot see: ops with several results, what exactly an
// op is asked, the number and order of terms, and what is left after a failure.
//
//===----------------------------------------------------------------------===//

#include "GradientHarness.h"

#include "croton/Autodiff/Differentiation.h"
#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Dialect/Croton/Transforms/Tangents.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::test;

namespace {
/// What the model below was last asked.
struct Asked {
  unsigned calls = 0;
  SmallVector<bool> wanted, given;
};
Asked asked;

/// The derivative of an upstream op with two results. It fails for
/// `math.sincos` ops that are marked so.
struct SincosModel
    : DifferentiableOpInterface::ExternalModel<SincosModel, math::SincosOp> {
  LogicalResult buildVjp(Operation *op, OpBuilder &builder,
                         ValueRange outputGrads, ArrayRef<bool> wanted,
                         MutableArrayRef<Value> inputGrads) const {
    ++asked.calls;
    asked.wanted.assign(wanted.begin(), wanted.end());
    asked.given.clear();
    for (Value grad : outputGrads)
      asked.given.push_back(!!grad);
    ImplicitLocOpBuilder b(op->getLoc(), builder);
    Value sine = op->getResult(0), cosine = op->getResult(1);
    SmallVector<Value> terms;
    if (outputGrads[0])
      terms.push_back(mul(b, outputGrads[0], cosine));
    if (outputGrads[1])
      terms.push_back(neg(b, mul(b, outputGrads[1], sine)));
    inputGrads[0] = terms.size() == 1 ? terms.front() : add(b, terms);
    if (op->hasAttr("test.fail"))
      return op->emitOpError() << "has no gradient today";
    return success();
  }
  LogicalResult buildJvp(Operation *op, OpBuilder &builder, ValueRange tangents,
                         MutableArrayRef<Value> resultTangents) const {
    ImplicitLocOpBuilder b(op->getLoc(), builder);
    resultTangents[0] = mul(b, tangents[0], op->getResult(1));
    resultTangents[1] = neg(b, mul(b, tangents[0], op->getResult(0)));
    return success();
  }
};

/// Keeps the terms of each sum.
struct RecordingTangents : CrotonTangents {
  Value add(OpBuilder &builder, Location loc, ValueRange terms) override {
    sums.emplace_back(terms);
    return CrotonTangents::add(builder, loc, terms);
  }
  SmallVector<SmallVector<Value>> sums;
};

class Differentiation : public ::testing::Test {
protected:
  Differentiation() {
    DialectRegistry registry = getTestRegistry();
    registry.addExtension(+[](MLIRContext *context, math::MathDialect *) {
      math::SincosOp::attachInterface<SincosModel>(*context);
    });
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    context.disableMultithreading();
    context.printOpOnDiagnostic(false);
    asked = Asked();
  }

  /// Reads a function whose last op but the return is where derivatives go.
  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    function = *module->getOps<func::FuncOp>().begin();
  }

  Operation *getTerminator() {
    return function.getBody().front().getTerminator();
  }

  size_t countOps() {
    return llvm::range_size(function.getBody().front().getOperations());
  }

  /// Builds the gradient of what the function returns.
  LogicalResult reverse(ValueRange wrt, SmallVectorImpl<Value> &grads) {
    OpBuilder builder(getTerminator());
    SmallVector<Value> outputs(getTerminator()->getOperands());
    SmallVector<Value> ones(outputs.size());
    ReverseRequest request{function.getLoc(), outputs, ones, wrt};
    return buildReverse(builder, tangents, request, grads);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  RecordingTangents tangents;
};
} // namespace

TEST_F(Differentiation, AsksAnOpWithSeveralResultsOnce) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
      %s, %c = math.sincos %x : tensor<3xf64>
      return %s, %c : tensor<3xf64>, tensor<3xf64>
    })mlir");
  SmallVector<Value> grads;
  ASSERT_TRUE(succeeded(reverse(function.getArguments(), grads)));
  EXPECT_EQ(asked.calls, 1u);
  EXPECT_EQ(asked.wanted, SmallVector<bool>({true}));
  EXPECT_EQ(asked.given, SmallVector<bool>({true, true}));
  ASSERT_EQ(grads.size(), 1u);
  EXPECT_TRUE(grads[0].getDefiningOp<AddOp>());
}

TEST_F(Differentiation, GivesNullForAResultThatIsNotUsed) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
      %s, %c = math.sincos %x : tensor<3xf64>
      return %c : tensor<3xf64>
    })mlir");
  SmallVector<Value> grads;
  ASSERT_TRUE(succeeded(reverse(function.getArguments(), grads)));
  EXPECT_EQ(asked.given, SmallVector<bool>({false, true}));
}

TEST_F(Differentiation, ForwardModeOfSeveralResults) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>, %t: tensor<3xf64>)
        -> (tensor<3xf64>, tensor<3xf64>) {
      %s, %c = math.sincos %x : tensor<3xf64>
      return %s, %c : tensor<3xf64>, tensor<3xf64>
    })mlir");
  OpBuilder builder(getTerminator());
  SmallVector<Value> outputs(getTerminator()->getOperands());
  SmallVector<Value> wrt = {function.getArgument(0)};
  SmallVector<Value> along = {function.getArgument(1)};
  SmallVector<Value> results;
  ForwardRequest request{function.getLoc(), outputs, wrt, along};
  ASSERT_TRUE(succeeded(buildForward(builder, tangents, request, results)));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(results[0].getDefiningOp<MulOp>());
  EXPECT_TRUE(results[1].getDefiningOp<NegOp>());
}

// Three users give one sum of three terms, that of the last user first.
TEST_F(Differentiation, AddsAllTermsAtOnceInFixedOrder) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
      %a = croton.exp %x : tensor<3xf64>
      %b = croton.tanh %x : tensor<3xf64>
      %c = croton.neg %x : tensor<3xf64>
      %r = croton.mul %a, %b, %c : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
      return %r : tensor<3xf64>
    })mlir");
  SmallVector<Value> grads;
  ASSERT_TRUE(succeeded(reverse(function.getArguments(), grads)));
  ASSERT_EQ(tangents.sums.size(), 1u);
  ASSERT_EQ(tangents.sums[0].size(), 3u);
  EXPECT_TRUE(tangents.sums[0][0].getDefiningOp<NegOp>());
  for (Value term : ArrayRef(tangents.sums[0]).drop_front())
    EXPECT_TRUE(term.getDefiningOp<MulOp>());
}

TEST_F(Differentiation, TheSameWrtTwiceGivesOneValue) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
      %r = croton.exp %x : tensor<3xf64>
      return %r : tensor<3xf64>
    })mlir");
  Value x = function.getArgument(0);
  SmallVector<Value> grads;
  ASSERT_TRUE(succeeded(reverse({x, x}, grads)));
  ASSERT_EQ(grads.size(), 2u);
  EXPECT_EQ(grads[0], grads[1]);
}

// What an op leaves unused goes, with what only it used.
TEST_F(Differentiation, LeavesNothingUnused) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
      %r = croton.exp %x : tensor<3xf64>
      return %r : tensor<3xf64>
    })mlir");
  size_t before = countOps();
  SmallVector<Value> grads;
  ASSERT_TRUE(succeeded(reverse({function.getArgument(0)}, grads)));
  // A constant one, its spread and the product.
  EXPECT_EQ(countOps(), before + 3);
}

TEST_F(Differentiation, AFailureLeavesTheGraphAsItWas) {
  parse(R"mlir(
    func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
      %s, %c = math.sincos %x {test.fail} : tensor<3xf64>
      %r = croton.exp %s : tensor<3xf64>
      return %r : tensor<3xf64>
    })mlir");
  size_t before = countOps();
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    messages.push_back(diag.str());
    for (Diagnostic &note : diag.getNotes())
      messages.push_back(note.str());
  });
  SmallVector<Value> grads;
  EXPECT_TRUE(failed(reverse({function.getArgument(0)}, grads)));
  EXPECT_TRUE(grads.empty());
  EXPECT_EQ(countOps(), before);
  EXPECT_EQ(messages,
            (std::vector<std::string>{"'math.sincos' op has no gradient today",
                                      "the derivative is asked for here"}));
}
