//===- Networks.cpp - Training steps to place on a device -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Networks.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::croton;

static constexpr int64_t kRows = 32, kWidth = 64;

namespace {
/// A function under construction: what it reads, the cost, what it trains.
class Step {
public:
  explicit Step(MLIRContext *context)
      : b(FileLineColLoc::get(context, "network.mlir", 1, 1), context),
        module(ModuleOp::create(b.getLoc())) {
    b.setInsertionPointToEnd(module->getBody());
    function = func::FuncOp::create(b, "step", b.getFunctionType({}, {}));
    b.setInsertionPointToStart(function.addEntryBlock());
  }

  Value addArgument(ArrayRef<int64_t> shape, Type element) {
    unsigned index = function.getNumArguments();
    (void)function.insertArgument(index, RankedTensorType::get(shape, element),
                                  DictionaryAttr(), b.getLoc());
    return function.getArgument(index);
  }
  Value addWeights(ArrayRef<int64_t> shape) {
    weights.push_back(addArgument(shape, b.getF32Type()));
    return weights.back();
  }
  /// Tells the next ops from those before.
  void nextLine() {
    b.setLoc(FileLineColLoc::get(b.getContext(), "network.mlir", ++line, 1));
  }

  /// Trains for the classes of the rows of `logits` and returns the module.
  OwningOpRef<ModuleOp> finish(Value logits);

  ImplicitLocOpBuilder b;

private:
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
  SmallVector<Value> weights;
  unsigned line = 1;
};
} // namespace

OwningOpRef<ModuleOp> Step::finish(Value logits) {
  nextLine();
  Value labels = addArgument({kRows}, b.getI64Type());
  Value rate = addArgument({}, b.getF32Type());
  Value cost = mean(b, crossentropySoftmax(b, logits, labels));
  SmallVector<Value> grads = grad(b, cost, weights);
  SmallVector<Value> results = {cost};
  for (auto [weight, grad] : llvm::zip_equal(weights, grads))
    results.push_back(sub(b, weight, mul(b, rate, grad)));
  func::ReturnOp::create(b, results);
  function.setFunctionType(b.getFunctionType(function.getArgumentTypes(),
                                             ValueRange(results).getTypes()));
  PassManager manager(b.getContext());
  manager.addPass(createExpandGradientsPass());
  // What nothing reads is no work for anybody.
  manager.addPass(mlir::createCSEPass());
  if (failed(manager.run(*module)))
    return nullptr;
  return std::move(module);
}

static OwningOpRef<ModuleOp> makeRnn(MLIRContext *context, int64_t numOps) {
  constexpr int64_t kOpsPerStep = 20;
  Step step(context);
  ImplicitLocOpBuilder &b = step.b;
  Value recurrent = step.addWeights({kWidth, kWidth});
  Value input = step.addWeights({kWidth, kWidth});
  Value bias = step.addWeights({kWidth});
  Value hidden = step.addArgument({kRows, kWidth}, b.getF32Type());
  int64_t numSteps = std::max<int64_t>(1, numOps / kOpsPerStep);
  Value sequence = step.addArgument({numSteps, kRows, kWidth}, b.getF32Type());
  for (int64_t i = 0; i < numSteps; ++i) {
    step.nextLine();
    IndexEntry at;
    at.isIndex = true;
    at.start.constant = i;
    Value x = subtensor(b, sequence, at);
    hidden = croton::tanh(b, add(b, {dot(b, hidden, recurrent),
                                     dot(b, x, input), padLeft(b, bias, 2)}));
  }
  return step.finish(hidden);
}

static OwningOpRef<ModuleOp> makeMlp(MLIRContext *context, int64_t numOps) {
  constexpr int64_t kOpsPerLayer = 24;
  Step step(context);
  ImplicitLocOpBuilder &b = step.b;
  Value hidden = step.addArgument({kRows, kWidth}, b.getF32Type());
  int64_t numLayers = std::max<int64_t>(1, numOps / kOpsPerLayer);
  for (int64_t i = 0; i < numLayers; ++i) {
    step.nextLine();
    Value weights = step.addWeights({kWidth, kWidth});
    Value bias = step.addWeights({kWidth});
    Value zero = scalar(b, 0.0, b.getF32Type());
    hidden = maximum(b, add(b, dot(b, hidden, weights), bias), zero);
  }
  return step.finish(hidden);
}

OwningOpRef<ModuleOp> bench::makeNetwork(MLIRContext *context, StringRef kind,
                                         int64_t numOps) {
  if (kind == "rnn")
    return makeRnn(context, numOps);
  if (kind == "mlp")
    return makeMlp(context, numOps);
  return nullptr;
}
