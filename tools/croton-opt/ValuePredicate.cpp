//===- ValuePredicate.cpp - Whether functions keep their values -----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ValuePredicate.h"

#include "croton/Interfaces/TensorTypes.h"
#include "croton/Reference/Evaluator.h"
#include "croton/Support/Half.h"
#include "croton/Support/Philox.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <complex>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

namespace {

/// How the arguments of a call are made.
struct InputKind {
  /// Of dimensions whose size the type leaves open.
  int64_t dynamicSize;
  bool hasEdges;
};

constexpr InputKind kInputKinds[] = {
    {3, false}, {3, true}, {1, false}, {1, true}, {0, false}, {4, true},
};

} // namespace

static double drawNumber(PhiloxStream &random, bool hasEdges) {
  static const double edges[] = {0.0,
                                 -0.0,
                                 1.0,
                                 -1.0,
                                 std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::quiet_NaN(),
                                 1e30,
                                 -1e30,
                                 1e-40,
                                 1e-10,
                                 0.5,
                                 -2.0};
  if (hasEdges)
    return edges[random.nextU32() % std::size(edges)];
  return random.nextNormal();
}

/// Small numbers, so that they are indices as often as not; the ends of the
/// range, too, with edges.
static uint64_t drawInteger(PhiloxStream &random, bool hasEdges) {
  uint64_t value = random.nextU32() % 4;
  if (!hasEdges)
    return value;
  switch (random.nextU32() % 4) {
  case 0:
    return ~value;
  case 1:
    return static_cast<uint64_t>(std::numeric_limits<int64_t>::max()) - value;
  case 2:
    return static_cast<uint64_t>(std::numeric_limits<int64_t>::min()) + value;
  default:
    return value;
  }
}

template <typename T, typename Draw>
static void fillWith(const HostTensor &tensor, Draw draw) {
  for (T &element : tensor.getData<T>())
    element = static_cast<T>(draw());
}

static void fill(const HostTensor &tensor, PhiloxStream &random,
                 bool hasEdges) {
  auto number = [&] { return drawNumber(random, hasEdges); };
  auto integer = [&] { return drawInteger(random, hasEdges); };
  switch (tensor.getDType()) {
  case DType::Bool:
    return fillWith<uint8_t>(tensor, [&] { return random.nextU32() & 1; });
  case DType::I8:
  case DType::U8:
    return fillWith<uint8_t>(tensor, integer);
  case DType::I16:
  case DType::U16:
    return fillWith<uint16_t>(tensor, integer);
  case DType::I32:
  case DType::U32:
    return fillWith<uint32_t>(tensor, integer);
  case DType::I64:
  case DType::U64:
    return fillWith<uint64_t>(tensor, integer);
  case DType::F16:
    return fillWith<uint16_t>(tensor, [&] { return f64ToF16(number()); });
  case DType::BF16:
    return fillWith<uint16_t>(tensor, [&] { return f64ToBF16(number()); });
  case DType::F32:
    return fillWith<float>(tensor, number);
  case DType::F64:
    return fillWith<double>(tensor, number);
  case DType::C64:
    return fillWith<std::complex<float>>(
        tensor, [&] { return std::complex<float>(number(), number()); });
  case DType::C128:
    return fillWith<std::complex<double>>(
        tensor, [&] { return std::complex<double>(number(), number()); });
  }
}

/// Makes arguments for `function`; fails if it takes anything but tensors.
static FailureOr<SmallVector<HostTensor>>
makeArguments(func::FuncOp function, InputKind kind, uint64_t seed) {
  SmallVector<HostTensor> arguments;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensorType = dyn_cast<RankedTensorType>(type);
    std::optional<DType> dtype =
        tensorType ? getDType(tensorType.getElementType()) : std::nullopt;
    if (!dtype)
      return failure();
    SmallVector<int64_t> shape(tensorType.getShape());
    for (int64_t &size : shape)
      if (ShapedType::isDynamic(size))
        size = kind.dynamicSize;
    FailureOr<HostTensor> tensor = HostTensor::allocate(*dtype, shape);
    if (failed(tensor))
      return failure();
    PhiloxStream random(seed, index);
    fill(*tensor, random, kind.hasEdges);
    arguments.push_back(*tensor);
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

namespace {
struct Tolerance {
  double relative = 0;
  double absolute = 0;
};
} // namespace

static Tolerance getTolerance(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return {1e-3, 1e-3};
  case DType::BF16:
    return {1e-2, 1e-2};
  case DType::F32:
  case DType::C64:
    return {1e-5, 1e-5};
  case DType::F64:
  case DType::C128:
    return {1e-5, 1e-8};
  default:
    return {};
  }
}

static bool isClose(double expected, double actual, Tolerance tolerance) {
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  if (std::isinf(expected) || std::isinf(actual))
    return expected == actual;
  // Without a tolerance, zeros of different signs differ.
  if (tolerance.relative == 0 && std::signbit(expected) != std::signbit(actual))
    return false;
  return std::fabs(expected - actual) <=
         tolerance.absolute + tolerance.relative * std::fabs(expected);
}

/// The elements of a floating tensor; real and imaginary parts of a complex
/// one. Nothing for other dtypes.
static std::optional<std::vector<double>>
readNumbers(const HostTensor &tensor) {
  std::vector<double> numbers;
  auto append = [&](auto elements) {
    numbers.assign(elements.begin(), elements.end());
    return numbers;
  };
  auto appendHalf = [&](float (*convert)(uint16_t)) {
    for (uint16_t bits : tensor.getData<uint16_t>())
      numbers.push_back(convert(bits));
    return numbers;
  };
  auto appendComplex = [&](auto elements) {
    for (auto element : elements) {
      numbers.push_back(element.real());
      numbers.push_back(element.imag());
    }
    return numbers;
  };
  switch (tensor.getDType()) {
  case DType::F16:
    return appendHalf(f16ToF32);
  case DType::BF16:
    return appendHalf(bf16ToF32);
  case DType::F32:
    return append(tensor.getData<float>());
  case DType::F64:
    return append(tensor.getData<double>());
  case DType::C64:
    return appendComplex(tensor.getData<std::complex<float>>());
  case DType::C128:
    return appendComplex(tensor.getData<std::complex<double>>());
  default:
    return std::nullopt;
  }
}

static bool isSame(const HostTensor &expected, const HostTensor &actual,
                   bool isExact) {
  if (expected.getDType() != actual.getDType() ||
      expected.getShape() != actual.getShape())
    return false;
  std::optional<std::vector<double>> numbers = readNumbers(expected);
  if (!numbers)
    return expected.getByteSize() == 0 ||
           std::memcmp(expected.getRawData(), actual.getRawData(),
                       expected.getByteSize()) == 0;
  Tolerance tolerance =
      isExact ? Tolerance() : getTolerance(expected.getDType());
  return llvm::all_of(llvm::zip_equal(*numbers, *readNumbers(actual)),
                      [&](auto pair) {
                        auto [lhs, rhs] = pair;
                        return isClose(lhs, rhs, tolerance);
                      });
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// What a call gives: the results, then the globals, or nothing if it fails.
using Results = std::optional<SmallVector<HostTensor>>;

/// A call of the reference.
struct Case {
  std::string function;
  SmallVector<HostTensor> arguments;
  Results expected;
};

} // namespace

/// Calls a function without printing; `message` gets the first error, unless it
/// holds one.
static Results call(ModuleOp module, func::FuncOp function,
                    ArrayRef<HostTensor> arguments, std::string &message) {
  ScopedDiagnosticHandler silence(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (message.empty() &&
            diagnostic.getSeverity() == DiagnosticSeverity::Error)
          message = diagnostic.str();
        return success();
      });
  FailureOr<EvaluatorState> state = EvaluatorState::create(module);
  if (failed(state))
    return std::nullopt;
  FailureOr<SmallVector<HostTensor>> results =
      evaluateFunction(function, arguments, *state);
  if (failed(results))
    return std::nullopt;
  SmallVector<std::pair<StringRef, HostTensor>> globals;
  for (const auto &global : state->globals)
    globals.emplace_back(global.getKey(), global.getValue());
  llvm::sort(globals, llvm::less_first());
  for (const auto &[name, value] : globals)
    results->push_back(value);
  return *results;
}

static void collectCases(ModuleOp module, std::vector<Case> &cases,
                         std::string &message) {
  for (func::FuncOp function : module.getOps<func::FuncOp>()) {
    if (function.isDeclaration() || function.isPrivate())
      continue;
    for (auto [round, kind] : llvm::enumerate(kInputKinds)) {
      FailureOr<SmallVector<HostTensor>> arguments =
          makeArguments(function, kind, /*seed=*/round);
      if (failed(arguments)) {
        if (message.empty())
          message = "'" + function.getSymName().str() +
                    "' takes something else than tensors";
        continue;
      }
      Results expected = call(module, function, *arguments, message);
      cases.push_back({function.getSymName().str(), std::move(*arguments),
                       std::move(expected)});
    }
  }
}

static bool agrees(ModuleOp module, const Case &known, bool isExact) {
  auto function = module.lookupSymbol<func::FuncOp>(known.function);
  if (!function || function.isDeclaration())
    return false;
  std::string message;
  Results actual = call(module, function, known.arguments, message);
  if (!known.expected || !actual)
    return !known.expected && !actual;
  return known.expected->size() == actual->size() &&
         llvm::all_of(llvm::zip_equal(*known.expected, *actual),
                      [&](auto pair) {
                        auto [lhs, rhs] = pair;
                        return isSame(lhs, rhs, isExact);
                      });
}

llvm::Expected<BisectPredicate> croton::makeValuePredicate(ModuleOp reference,
                                                           bool isExact) {
  auto cases = std::make_shared<std::vector<Case>>();
  std::string message;
  collectCases(reference, *cases, message);
  if (llvm::none_of(
          *cases, [](const Case &known) { return known.expected.has_value(); }))
    return llvm::createStringError("no function can be evaluated" +
                                   (message.empty() ? "" : ": " + message));
  return [cases, isExact](Operation *op) -> llvm::Expected<bool> {
    return llvm::all_of(*cases, [&](const Case &known) {
      return agrees(cast<ModuleOp>(op), known, isExact);
    });
  };
}
