//===- GradientCheckTest.cpp - Every op's derivatives in numbers ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the derivatives of each op in GradientSamples.mlir, and that no
// registered op is missing there without a reason.
//
// Central differences in f64 with step 1e-5 are off by about 1e-10 times the
// third derivative, and 1e-11 by rounding. They are compared to 1e-7, relative
// to numbers above 1.
//
//===----------------------------------------------------------------------===//

#include "GradientHarness.h"

#include "croton/Interfaces/DifferentiableOpInterface.h"

#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::test;

namespace {
class GradientCheck : public ::testing::Test {
protected:
  void SetUp() override {
    context.appendDialectRegistry(getTestRegistry());
    context.loadAllAvailableDialects();
    context.allowUnregisteredDialects();
    context.disableMultithreading();
    module = parseSourceFile<ModuleOp>(CROTON_GRADIENT_SAMPLES, &context);
    ASSERT_TRUE(module) << "cannot read " CROTON_GRADIENT_SAMPLES;
  }

  /// Calls `check` with the harness of each sample.
  void forEachSample(llvm::function_ref<void(GradientHarness &)> check) {
    unsigned count = 0;
    for (auto sample : module->getOps<func::FuncOp>()) {
      SCOPED_TRACE("@" + sample.getSymName().str());
      GradientHarness harness(sample);
      ASSERT_TRUE(harness.isValid());
      check(harness);
      ++count;
    }
    EXPECT_GT(count, 0u);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};
} // namespace

/// Compares numbers to `tolerance`, relative where they are above 1.
static void expectNear(const std::vector<double> &actual,
                       const std::vector<double> &expected, double tolerance,
                       const char *what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i)
    EXPECT_NEAR(actual[i], expected[i],
                tolerance * std::max(1.0, std::abs(expected[i])))
        << what << ", element " << i;
}

static void expectNear(const Tensors &actual,
                       const std::vector<std::vector<double>> &expected,
                       double tolerance, const char *what) {
  ASSERT_EQ(actual.size(), expected.size()) << what;
  for (size_t i = 0; i < actual.size(); ++i)
    expectNear(getNumbers(actual[i]), expected[i], tolerance, what);
}

/// Ops that no sample is for, and why.
static llvm::StringMap<StringRef> getOpsWithoutSample() {
  return {
      {"croton.composite", "made by fusion, which comes after gradients"},
      {"croton.yield", "belongs to croton.composite"},
      {"croton.check", "made by lowerings; has no results"},
      {"croton.constant", "has no operands"},
      {"croton.one_hot", "takes class numbers, which are discrete"},
      {"croton.zero_grad", "its gradient is not its derivative by purpose; see "
                           "test/Integration/Gradient/markers.mlir"},
      {"croton.disconnected_grad", "as croton.zero_grad"},
      {"croton.grad", "expanded before anything is differentiated"},
      {"croton.lop", "as croton.grad"},
      {"croton.rop", "as croton.grad"},
  };
}

TEST_F(GradientCheck, EveryOpHasASampleOrAReason) {
  llvm::StringSet<> sampled;
  for (auto sample : module->getOps<func::FuncOp>()) {
    Value result = sample.getBody().front().getTerminator()->getOperand(0);
    ASSERT_TRUE(result.getDefiningOp()) << sample.getSymName().str();
    sampled.insert(result.getDefiningOp()->getName().getStringRef());
  }
  llvm::StringMap<StringRef> reasons = getOpsWithoutSample();
  llvm::StringSet<> registered;
  for (RegisteredOperationName op : context.getRegisteredOperations()) {
    StringRef name = op.getStringRef();
    if (op.getDialectNamespace() != "croton")
      continue;
    registered.insert(name);
    bool isSampled = sampled.contains(name);
    EXPECT_NE(isSampled, reasons.contains(name))
        << name.str()
        << " needs a sample in GradientSamples.mlir, or else a reason here";
    if (isSampled)
      EXPECT_TRUE(op.hasInterface<DifferentiableOpInterface>()) << name.str();
  }
  for (StringRef name : reasons.keys())
    EXPECT_TRUE(registered.contains(name)) << "no such op: " << name.str();
}

TEST_F(GradientCheck, ReverseMatchesDifferences) {
  forEachSample([](GradientHarness &harness) {
    expectNear(harness.reverse(harness.getArguments()), harness.differences(),
               harness.getTolerance(), "reverse against differences");
  });
}

// u . (J v) == (J' u) . v
TEST_F(GradientCheck, ForwardMatchesReverse) {
  forEachSample([](GradientHarness &harness) {
    Tensors forward = harness.forward();
    Tensors reverse = harness.reverse(harness.getArguments());
    ASSERT_EQ(forward.size(), harness.getResultGrads().size());
    ASSERT_EQ(reverse.size(), harness.getDirections().size());
    double expected = dotAll(reverse, harness.getDirections());
    // Both are exact up to the rounding of the sample's type.
    double rounding = harness.getTolerance() < 1.0e-6 ? 1.0e-13 : 1.0e-5;
    EXPECT_NEAR(dotAll(forward, harness.getResultGrads()), expected,
                rounding * std::max(1.0, std::abs(expected)));
  });
}

TEST_F(GradientCheck, SecondDerivativesMatchDifferences) {
  forEachSample([](GradientHarness &harness) {
    std::vector<std::vector<double>> expected = harness.secondDifferences();
    expectNear(harness.forwardOverReverse(), expected, harness.getTolerance(),
               "forward over reverse against differences");
    expectNear(harness.reverseOverReverse(), expected, harness.getTolerance(),
               "reverse over reverse against differences");
  });
}
