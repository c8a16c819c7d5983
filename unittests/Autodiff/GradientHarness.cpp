//===- GradientHarness.cpp - Derivatives against differences --------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientHarness.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Dialect/Croton/Transforms/Tangents.h"
#include "croton/Interfaces/TensorTypes.h"
#include "croton/Reference/Evaluator.h"
#include "croton/Reference/Models.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::test;

DialectRegistry mlir::croton::test::getTestRegistry() {
  DialectRegistry registry;
  registry.insert<CrotonDialect, arith::ArithDialect, func::FuncDialect,
                  math::MathDialect, tensor::TensorDialect>();
  registerReferenceModels(registry);
  registerUpstreamDerivatives(registry);
  return registry;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Calls `visit(element)` with a reference to each element, as whatever type.
template <typename Fn>
static void forEachElement(const HostTensor &tensor, Fn visit) {
  auto over = [&](auto zero) {
    for (auto &element : tensor.getData<decltype(zero)>())
      visit(element);
  };
  switch (tensor.getDType()) {
  case DType::Bool:
    return over(uint8_t(0));
  case DType::I32:
    return over(int32_t(0));
  case DType::I64:
    return over(int64_t(0));
  case DType::F32:
    return over(float(0));
  case DType::F64:
    return over(double(0));
  default:
    llvm_unreachable("samples return no other types");
  }
}

std::vector<double> mlir::croton::test::getNumbers(const HostTensor &tensor) {
  std::vector<double> numbers;
  forEachElement(tensor, [&](auto &element) {
    numbers.push_back(static_cast<double>(element));
  });
  return numbers;
}

double mlir::croton::test::dotAll(const Tensors &lhs, const Tensors &rhs) {
  double sum = 0;
  for (auto [l, r] : llvm::zip_equal(lhs, rhs)) {
    std::vector<double> ls = getNumbers(l), rs = getNumbers(r);
    for (auto [a, b] : llvm::zip_equal(ls, rs))
      sum += a * b;
  }
  return sum;
}

static HostTensor makeRandom(DType dtype, ArrayRef<int64_t> shape, double low,
                             double high, std::mt19937_64 &random) {
  HostTensor tensor = *HostTensor::allocate(dtype, shape);
  forEachElement(tensor, [&](auto &element) {
    double unit = std::ldexp(static_cast<double>(random() >> 11), -53);
    element = static_cast<std::remove_reference_t<decltype(element)>>(
        low + (high - low) * unit);
  });
  return tensor;
}

/// A copy of `tensor` with element `index` moved by `step`.
static HostTensor moved(const HostTensor &tensor, size_t index, double step) {
  HostTensor result = tensor.clone();
  size_t position = 0;
  forEachElement(result, [&](auto &element) {
    if (position++ == index)
      element += step;
  });
  return result;
}

/// A copy of `tensor` moved by `step` times `direction`.
static HostTensor moved(const HostTensor &tensor, const HostTensor &direction,
                        double step) {
  HostTensor result = tensor.clone();
  std::vector<double> numbers = getNumbers(direction);
  size_t position = 0;
  forEachElement(result,
                 [&](auto &element) { element += step * numbers[position++]; });
  return result;
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

GradientHarness::GradientHarness(func::FuncOp original)
    : module(ModuleOp::create(original.getLoc())),
      random(llvm::xxh3_64bits(original.getSymName())) {
  sample = original.clone();
  module->push_back(sample);
  for (auto [index, type] : llvm::enumerate(sample.getArgumentTypes()))
    if (croton::isFloat(getElementTypeOrSelf(type)))
      floats.push_back(index);
  if (!makeArguments())
    return;
  Tensors results = evaluate(arguments);
  if (results.empty())
    return;
  for (auto [type, result] :
       llvm::zip_equal(sample.getResultTypes(), results)) {
    Type element = getGradientElementType(getElementTypeOrSelf(type));
    resultGrads.push_back(makeRandom(*croton::getDType(element),
                                     result.getShape(), -1.0, 1.0, random));
  }
  for (unsigned index : floats)
    directions.push_back(makeRandom(arguments[index].getDType(),
                                    arguments[index].getShape(), -1.0, 1.0,
                                    random));
  addVariants();
  PassManager passes(module->getContext());
  passes.addPass(createExpandGradientsPass());
  valid = succeeded(passes.run(*module));
}

bool GradientHarness::makeArguments() {
  for (auto [index, type] : llvm::enumerate(sample.getArgumentTypes())) {
    if (auto values =
            sample.getArgAttrOfType<ElementsAttr>(index, "test.values")) {
      arguments.push_back(*getHostTensor(values));
      continue;
    }
    auto tensor = cast<RankedTensorType>(type);
    SmallVector<int64_t> shape(tensor.getShape());
    if (auto sizes =
            sample.getArgAttrOfType<DenseI64ArrayAttr>(index, "test.shape"))
      shape.assign(sizes.asArrayRef().begin(), sizes.asArrayRef().end());
    double low = -1.5, high = 1.5;
    if (auto range =
            sample.getArgAttrOfType<DenseF64ArrayAttr>(index, "test.range")) {
      low = range[0];
      high = range[1];
    }
    if (ShapedType::isDynamicShape(shape) ||
        !croton::isFloat(tensor.getElementType())) {
      sample.emitError() << "expected test.shape or test.values for argument #"
                         << index;
      return false;
    }
    arguments.push_back(makeRandom(*croton::getDType(tensor.getElementType()),
                                   shape, low, high, random));
  }
  return true;
}

/// Adds a function that takes the sample's arguments, the gradients of its
/// results and the directions of its float arguments, and returns what `body`
/// makes of them.
void GradientHarness::addVariant(StringRef name, Body body) {
  func::FuncOp variant = sample.clone();
  variant.setSymName(name);
  module->push_back(variant);
  Block &block = variant.getBody().front();
  auto addArguments = [&](auto types) {
    size_t first = block.getNumArguments();
    for (Type type : types)
      block.addArgument(getGradientType(cast<RankedTensorType>(type)),
                        variant.getLoc());
    return SmallVector<Value>(block.getArguments().drop_front(first));
  };
  SmallVector<Value> wrt;
  for (unsigned index : floats)
    wrt.push_back(block.getArgument(index));
  SmallVector<Value> grads = addArguments(sample.getResultTypes());
  SmallVector<Value> tangents = addArguments(ValueRange(wrt).getTypes());
  Operation *terminator = block.getTerminator();
  OpBuilder builder(terminator);
  SmallVector<Value> results(terminator->getOperands());
  results = body(builder, variant.getLoc(), results, wrt, grads, tangents);
  terminator->setOperands(results);
  variant.setFunctionType(builder.getFunctionType(
      block.getArgumentTypes(), ValueRange(results).getTypes()));
  variant.removeArgAttrsAttr();
}

static SmallVector<Value> buildLop(OpBuilder &b, Location loc,
                                   ValueRange outputs, ValueRange grads,
                                   ValueRange wrt) {
  auto op = LopOp::create(b, loc, outputs, grads, wrt,
                          /*considerConstant=*/ValueRange(),
                          DisconnectedInputs::Ignore);
  return SmallVector<Value>(op.getResults());
}

static SmallVector<Value> buildRop(OpBuilder &b, Location loc,
                                   ValueRange outputs, ValueRange wrt,
                                   ValueRange tangents) {
  auto op =
      RopOp::create(b, loc, outputs, wrt, tangents, DisconnectedInputs::Ignore);
  return SmallVector<Value>(op.getResults());
}

void GradientHarness::addVariants() {
  addVariant("reverse", [](OpBuilder &b, Location loc, ValueRange results,
                           ValueRange wrt, ValueRange grads, ValueRange) {
    return buildLop(b, loc, results, grads, wrt);
  });
  addVariant("forward", [](OpBuilder &b, Location loc, ValueRange results,
                           ValueRange wrt, ValueRange, ValueRange along) {
    return buildRop(b, loc, results, wrt, along);
  });
  addVariant("forward_over_reverse",
             [](OpBuilder &b, Location loc, ValueRange results, ValueRange wrt,
                ValueRange grads, ValueRange along) {
               SmallVector<Value> first = buildLop(b, loc, results, grads, wrt);
               return buildRop(b, loc, first, wrt, along);
             });
  addVariant("reverse_over_reverse",
             [](OpBuilder &b, Location loc, ValueRange results, ValueRange wrt,
                ValueRange grads, ValueRange along) {
               SmallVector<Value> first = buildLop(b, loc, results, grads, wrt);
               return buildLop(b, loc, first, along, wrt);
             });
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

static double getNumberAttr(Operation *op, StringRef name, double otherwise) {
  auto attr = op->getAttrOfType<FloatAttr>(name);
  return attr ? attr.getValueAsDouble() : otherwise;
}

double GradientHarness::getStep() const {
  return getNumberAttr(sample, "test.step", 1.0e-5);
}

double GradientHarness::getTolerance() const {
  return getNumberAttr(sample, "test.tolerance", 1.0e-7);
}

/// Runs a function of the module; no tensors if that fails.
Tensors GradientHarness::call(StringRef name, const Tensors &arguments) {
  auto function = module->lookupSymbol<func::FuncOp>(name);
  FailureOr<EvaluatorState> state = EvaluatorState::create(*module);
  if (failed(state))
    return {};
  FailureOr<SmallVector<HostTensor>> results =
      evaluateFunction(function, arguments, *state);
  return succeeded(results) ? *results : Tensors();
}

/// What every variant takes behind the sample's arguments.
Tensors GradientHarness::withExtras() const {
  Tensors all = arguments;
  llvm::append_range(all, resultGrads);
  llvm::append_range(all, directions);
  return all;
}

Tensors GradientHarness::evaluate(const Tensors &arguments) {
  return call(sample.getSymName(), arguments);
}

Tensors GradientHarness::reverse(const Tensors &arguments) {
  Tensors all = withExtras();
  llvm::copy(arguments, all.begin());
  return call("reverse", all);
}

Tensors GradientHarness::forward() { return call("forward", withExtras()); }

Tensors GradientHarness::forwardOverReverse() {
  return call("forward_over_reverse", withExtras());
}

Tensors GradientHarness::reverseOverReverse() {
  return call("reverse_over_reverse", withExtras());
}

std::vector<std::vector<double>> GradientHarness::differences() {
  std::vector<std::vector<double>> all;
  double step = getStep();
  for (unsigned position : floats) {
    std::vector<double> &grads = all.emplace_back();
    size_t count = arguments[position].getNumElements();
    for (size_t index = 0; index < count; ++index) {
      Tensors above = arguments, below = arguments;
      above[position] = moved(arguments[position], index, step);
      below[position] = moved(arguments[position], index, -step);
      grads.push_back((dotAll(evaluate(above), resultGrads) -
                       dotAll(evaluate(below), resultGrads)) /
                      (2 * step));
    }
  }
  return all;
}

std::vector<std::vector<double>> GradientHarness::secondDifferences() {
  double step = getStep();
  Tensors above = arguments, below = arguments;
  for (auto [position, direction] : llvm::zip_equal(floats, directions)) {
    above[position] = moved(arguments[position], direction, step);
    below[position] = moved(arguments[position], direction, -step);
  }
  Tensors up = reverse(above), down = reverse(below);
  std::vector<std::vector<double>> all;
  for (auto [u, d] : llvm::zip_equal(up, down)) {
    std::vector<double> &row = all.emplace_back(getNumbers(u));
    for (auto [number, other] : llvm::zip_equal(row, getNumbers(d)))
      number = (number - other) / (2 * step);
  }
  return all;
}
