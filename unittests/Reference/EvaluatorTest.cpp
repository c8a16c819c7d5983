//===- EvaluatorTest.cpp - Tests of the reference evaluator ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments, results and the life of values. What ops compute is tested by the
// files in test/Integration/Reference.
//
//===----------------------------------------------------------------------===//

#include "EvaluatorTestBase.h"

#include "croton/Interfaces/EvaluableOpInterface.h"

#include <cmath>

using namespace mlir;
using namespace mlir::croton;

namespace {
class EvaluatorTest : public croton::test::EvaluatorTestBase {};
} // namespace

TEST_F(EvaluatorTest, FollowsRunTimeSizes) {
  load(R"(
    func.func @f(%x: tensor<?x2xf32>, %b: tensor<1x2xf32>) -> (tensor<?x2xf32>, tensor<2xi64>) {
      %y = croton.add %x, %b : tensor<?x2xf32>, tensor<1x2xf32>
      %s = croton.shape %y : tensor<?x2xf32>
      return %y, %s : tensor<?x2xf32>, tensor<2xi64>
    }
  )");
  for (int64_t rows : {0, 1, 3}) {
    std::vector<float> elements(2 * rows, 1.0f);
    auto results = call("f", {make({rows, 2}, elements), make({1, 2}, {1, 2})});
    ASSERT_TRUE(succeeded(results)) << message;
    EXPECT_EQ((*results)[0].getShape(), ArrayRef<int64_t>({rows, 2}));
    EXPECT_EQ((*results)[1].getData<int64_t>(), ArrayRef<int64_t>({rows, 2}));
    if (rows > 0)
      EXPECT_FLOAT_EQ((*results)[0].getData<float>()[1], 3.0f);
  }
}

TEST_F(EvaluatorTest, ReportsWrongArguments) {
  load(R"(
    func.func @f(%x: tensor<?x2xf32>, %n: tensor<f32>) -> tensor<?x2xf32> {
      return %x : tensor<?x2xf32>
    }
    func.func @index(%x: index) { return }
    func.func private @external(%x: tensor<f32>)
  )");
  HostTensor good = make({1, 2}, {1, 2}), scalar = make({}, {1});
  FailureOr<HostTensor> integers = HostTensor::allocate(DType::I32, {1, 2});

  EXPECT_TRUE(failed(call("f", {good})));
  expectMessage("expected 2 arguments, but got 1");
  EXPECT_TRUE(failed(call("f", {good, scalar, scalar})));
  expectMessage("expected 2 arguments, but got 3");
  EXPECT_TRUE(failed(call("f", {make({1, 3}, {1, 2, 3}), scalar})));
  expectMessage("expected argument #0 of type tensor<?x2xf32>, but "
                "got tensor<1x3xf32>");
  EXPECT_TRUE(failed(call("f", {*integers, scalar})));
  expectMessage("but got tensor<1x2xi32>");
  EXPECT_TRUE(failed(call("f", {good, make({1}, {1})})));
  expectMessage("expected argument #1 of type tensor<f32>, "
                "but got tensor<1xf32>");
  EXPECT_TRUE(failed(call("f", {good, HostTensor()})));
  expectMessage("but got nothing");
  EXPECT_TRUE(failed(call("index", {scalar})));
  expectMessage("expected argument #0 of type index");
  EXPECT_TRUE(failed(call("external", {scalar})));
  expectMessage("it has no body");
}

TEST_F(EvaluatorTest, ReportsTheOpThatFailed) {
  load(R"(
    func.func private @inner(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = croton.mul %x, %y : tensor<?xf32>, tensor<?xf32>
      return %z : tensor<?xf32>
    }
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %z = call @inner(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      return %z : tensor<?xf32>
    }
  )");
  Location where = UnknownLoc::get(&context);
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    where = diagnostic.getLocation();
  });
  EXPECT_TRUE(failed(evaluateFunction(module->lookupSymbol<func::FuncOp>("f"),
                                      {make({2}, {1, 2}), make({3}, {1, 2, 3})},
                                      state)));
  auto line = dyn_cast<FileLineColLoc>(where);
  ASSERT_TRUE(line);
  EXPECT_EQ(line.getLine(), 3u);
}

TEST_F(EvaluatorTest, RefusesRecursion) {
  load(R"(
    func.func @f(%x: tensor<f32>) -> tensor<f32> {
      %y = call @g(%x) : (tensor<f32>) -> tensor<f32>
      return %y : tensor<f32>
    }
    func.func @g(%x: tensor<f32>) -> tensor<f32> {
      %y = call @f(%x) : (tensor<f32>) -> tensor<f32>
      return %y : tensor<f32>
    }
  )");
  EXPECT_TRUE(failed(call("f", {make({}, {1})})));
  expectMessage("it calls itself");
  // The stack is unwound: another call fails the same way, not earlier.
  EXPECT_TRUE(failed(call("g", {make({}, {1})})));
  expectMessage("it calls itself");
}

TEST_F(EvaluatorTest, LeavesArgumentsAlone) {
  load(R"(
    func.func @f(%x: tensor<3xf32>, %i: tensor<2xi64>, %v: tensor<2xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
      %y = croton.inc_take %x, %i, %v axis 0 set : tensor<3xf32>, tensor<2xi64>, tensor<2xf32>
      %z = croton.inc_subtensor %x[1:], %v : tensor<3xf32>, tensor<2xf32>
      return %y, %z : tensor<3xf32>, tensor<3xf32>
    }
  )");
  HostTensor x = make({3}, {1, 2, 3}), v = make({2}, {10, 20});
  FailureOr<HostTensor> i = HostTensor::allocate(DType::I64, {2});
  llvm::copy(ArrayRef<int64_t>{0, 2}, i->getData<int64_t>().begin());
  for (int repeat = 0; repeat < 2; ++repeat) {
    auto results = call("f", {x, *i, v});
    ASSERT_TRUE(succeeded(results)) << message;
    EXPECT_EQ(getElements((*results)[0]), Elements({10, 2, 20}));
    EXPECT_EQ(getElements((*results)[1]), Elements({1, 12, 23}));
    EXPECT_EQ(getElements(x), Elements({1, 2, 3}));
  }
}

//===----------------------------------------------------------------------===//
// An op with a model of our own
//===----------------------------------------------------------------------===//

/// How many results of the model below are alive, and the most there were.
static int64_t liveResults, mostLiveResults;

namespace {
/// e^x whose result is counted while it lives.
struct CountedExp
    : EvaluableOpInterface::ExternalModel<CountedExp, math::ExpOp> {
  LogicalResult evaluate(Operation *, ArrayRef<HostTensor> operands,
                         SmallVectorImpl<HostTensor> &results,
                         EvaluationErrors &) const {
    float *data = new float[operands[0].getNumElements()];
    llvm::transform(operands[0].getData<float>(), data,
                    [](float x) { return std::exp(x); });
    mostLiveResults = std::max(mostLiveResults, ++liveResults);
    results.push_back(HostTensor::adopt(DType::F32, operands[0].getShape(),
                                        data, [](void *memory) {
                                          --liveResults;
                                          delete[] static_cast<float *>(memory);
                                        }));
    return success();
  }
};

/// Claims to compute a tensor, but returns another shape.
struct WrongShape
    : EvaluableOpInterface::ExternalModel<WrongShape, math::TanhOp> {
  LogicalResult evaluate(Operation *, ArrayRef<HostTensor> operands,
                         SmallVectorImpl<HostTensor> &results,
                         EvaluationErrors &) const {
    results.push_back(*HostTensor::allocate(DType::F32, {7}));
    return success();
  }
};
} // namespace

TEST_F(EvaluatorTest, DropsValuesAfterTheirLastUse) {
  math::ExpOp::attachInterface<CountedExp>(context);
  load(R"(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %0 = math.exp %x : tensor<2xf32>
      %unused = math.exp %x : tensor<2xf32>
      %1 = math.exp %0 : tensor<2xf32>
      %2 = math.exp %1 : tensor<2xf32>
      %3 = math.exp %2 : tensor<2xf32>
      %4 = croton.neg %3 : tensor<2xf32>
      %5 = math.exp %4 : tensor<2xf32>
      %6 = math.exp %5 : tensor<2xf32>
      return %6 : tensor<2xf32>
    }
  )");
  liveResults = mostLiveResults = 0;
  {
    auto results = call("f", {make({2}, {0, 0})});
    ASSERT_TRUE(succeeded(results)) << message;
    // e^(e^-(e^e^e^1)): the innermost exponential overflows f32.
    EXPECT_EQ(getElements((*results)[0]), Elements({1, 1}));
    EXPECT_EQ(liveResults, 1);
  }
  EXPECT_EQ(liveResults, 0);
  // An op holds its operand and its result.
  EXPECT_EQ(mostLiveResults, 2);
}

TEST_F(EvaluatorTest, ChecksWhatModelsReturn) {
  math::TanhOp::attachInterface<WrongShape>(context);
  load(R"(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %y = math.tanh %x : tensor<2xf32>
      return %y : tensor<2xf32>
    }
  )");
  EXPECT_TRUE(failed(call("f", {make({2}, {0, 0})})));
  expectMessage("expected result #0 of type tensor<2xf32>, "
                "but got tensor<7xf32>");
}

TEST_F(EvaluatorTest, EvaluatesSingleOps) {
  load(R"(
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = croton.neg %x : tensor<?xf32>
      return %y : tensor<?xf32>
    }
  )");
  auto function = module->lookupSymbol<func::FuncOp>("f");
  Operation &neg = function.getBody().front().front();
  SmallVector<HostTensor> results;
  EvaluationErrors errors;
  ASSERT_TRUE(
      succeeded(evaluateOp(&neg, {make({2}, {1, -2})}, results, errors)));
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(getElements(results[0]), Elements({-1, 2}));
  EXPECT_FALSE(errors.hasError());

  // Wrong operands are an error of the call, not undefined behaviour.
  EXPECT_TRUE(failed(evaluateOp(&neg, {}, results, errors)));
  EXPECT_EQ(errors.getMessage(), "expected 1 operands, but got 0");
  EvaluationErrors second;
  EXPECT_TRUE(failed(evaluateOp(&neg, {make({}, {1})}, results, second)));
  EXPECT_EQ(second.getMessage(),
            "expected operand #0 of type tensor<?xf32>, but got tensor<f32>");
  EXPECT_EQ(results.size(), 1u);
}
