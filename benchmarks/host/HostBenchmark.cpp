//===- HostBenchmark.cpp - Compiled programs against loops ------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Measures programs compiled by croton against the same work written by hand
// and against the machine's copy bandwidth. Before it times two alternatives it
// checks that they agree.
//
//===----------------------------------------------------------------------===//

#include "HandLoops.h"
#include "HandPerceptron.h"
#include "PairedTimer.h"

#include "croton/ExecutionEngine/CompiledModule.h"
#include "croton/InitAll.h"
#include "croton/Support/Npy.h"
#include "croton/Support/Philox.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::croton;
namespace cl = llvm::cl;

static cl::opt<bool> quick("quick", cl::desc("Fewer rounds, smaller arrays"));
static cl::opt<std::string> filter(cl::Positional, cl::init(""),
                                   cl::desc("<part of the names to run>"));

//===----------------------------------------------------------------------===//
// Programs and data
//===----------------------------------------------------------------------===//

[[noreturn]] static void fail(const Twine &message) {
  llvm::errs() << "error: " << message << "\n";
  exit(1);
}

static bool isWanted(StringRef name) { return name.contains(filter); }

/// Compiles `functions` (all if empty) of a file of the source tree and says
/// how long that took.
static std::unique_ptr<CompiledModule>
compileFile(MLIRContext &context, StringRef path,
            ArrayRef<std::string> functions = {}) {
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(
      (Twine(CROTON_BENCH_SOURCE_ROOT) + "/" + path).str(), &context);
  if (!module)
    fail("cannot parse " + path);
  CompileOptions options;
  options.functions = functions.vec();
  auto compiled = CompiledModule::compile(*module, options);
  if (failed(compiled))
    fail("cannot compile " + path);
  llvm::outs() << llvm::formatv("compiled {0} in {1:f0} ms:", path,
                                1e3 *
                                    (*compiled)->getStats().getTotalSeconds());
  for (const CompileStats::Step &step : (*compiled)->getStats().stages)
    llvm::outs() << llvm::formatv(" {0} {1:f0}", step.name, 1e3 * step.seconds);
  llvm::outs() << "\n";
  return std::move(*compiled);
}

static Callable lookup(CompiledModule &module, StringRef name) {
  FailureOr<Callable> callable = module.lookup(name);
  if (failed(callable))
    fail("there is no function " + name);
  return *callable;
}

static SmallVector<HostTensor> call(const Callable &callable,
                                    ArrayRef<HostTensor> arguments) {
  CallError error;
  FailureOr<SmallVector<HostTensor>> results = callable.call(arguments, error);
  if (failed(results))
    fail(error.message);
  return std::move(*results);
}

static HostTensor allocate(DType dtype, ArrayRef<int64_t> shape) {
  FailureOr<HostTensor> tensor = HostTensor::allocate(dtype, shape);
  if (failed(tensor))
    fail("out of memory");
  return *tensor;
}

/// Numbers from -1 to 1, the same in every run.
template <typename T>
static HostTensor makeData(DType dtype, ArrayRef<int64_t> shape,
                           uint64_t seed) {
  HostTensor tensor = allocate(dtype, shape);
  PhiloxStream stream(seed);
  for (T &value : tensor.getData<T>())
    value = static_cast<T>(2 * stream.nextUniformF32() - 1);
  return tensor;
}

template <typename T>
static void checkClose(StringRef name, ArrayRef<T> actual, ArrayRef<T> expected,
                       double tolerance) {
  for (auto [a, e] : llvm::zip_equal(actual, expected))
    if (!(std::abs(a - e) <= tolerance * (1 + std::abs(e))))
      fail(llvm::formatv("{0}: the compiled program gives {1}, the loop {2}",
                         name, a, e)
               .str());
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

/// Times the alternatives and prints a line for each. `bytes` is what has to
/// move between memory and processor at least.
static void report(StringRef name, double bytes,
                   const std::vector<bench::Alternative> &alternatives) {
  auto timings =
      bench::timeInTurn(alternatives, quick ? 5 : 21, quick ? 0.005 : 0.03);
  for (const bench::Timing &timing : timings) {
    llvm::outs() << llvm::formatv("{0,-22} {1,-8} {2,10:f1} us {3,7:f2} GB/s",
                                  name, timing.name, 1e6 * timing.seconds,
                                  bytes / timing.seconds * 1e-9);
    if (timing.name != timings.front().name)
      llvm::outs() << llvm::formatv("   croton takes {0:f2} x this",
                                    timing.ratio);
    llvm::outs() << "\n";
  }
  llvm::outs().flush();
}

/// A copy of half of `bytes`, which moves `bytes`.
static bench::Alternative makeCopy(double bytes) {
  auto size = static_cast<int64_t>(bytes / 2);
  HostTensor from = allocate(DType::U8, {size}), to = allocate(DType::U8, size);
  std::memset(from.getRawData(), 1, size);
  return {"copy",
          [=] { std::memcpy(to.getRawData(), from.getRawData(), size); }};
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

using FloatMap = void (*)(const float *, const float *, float *, int64_t);

static void runElementwise(CompiledModule &module, StringRef name, int64_t n,
                           FloatMap hand::Loops::*loop) {
  std::string label = llvm::formatv("{0} {1}", name, n).str();
  if (!isWanted(label))
    return;
  Callable program = lookup(module, name);
  HostTensor x = makeData<float>(DType::F32, n, 1);
  HostTensor y = makeData<float>(DType::F32, n, 2);
  HostTensor out = allocate(DType::F32, n);
  SmallVector<HostTensor> arguments = {x, y};
  auto runLoop = [=](const hand::Loops &loops) {
    (loops.*loop)(x.getData<float>().data(), y.getData<float>().data(),
                  out.getData<float>().data(), n);
  };
  runLoop(hand::plain);
  checkClose<float>(label, call(program, arguments)[0].getData<float>(),
                    out.getData<float>(), 1e-5);
  report(label, 12.0 * n,
         {{"croton", [=] { call(program, arguments); }},
          {"plain", [=] { runLoop(hand::plain); }},
          {"tuned", [=] { runLoop(hand::tuned); }},
          makeCopy(12.0 * n)});
}

static void runSum(CompiledModule &module, int64_t n) {
  std::string label = llvm::formatv("sum {0}", n).str();
  if (!isWanted(label))
    return;
  Callable program = lookup(module, "sum");
  HostTensor x = makeData<float>(DType::F32, n, 1);
  float result = 0;
  auto runLoop = [=, &result](const hand::Loops &loops) {
    result = loops.sum(x.getData<float>().data(), n);
  };
  runLoop(hand::tuned);
  checkClose<float>(label, call(program, x)[0].getData<float>(), {result},
                    1e-3);
  report(label, 4.0 * n,
         {{"croton", [=] { call(program, x); }},
          {"plain", [=] { runLoop(hand::plain); }},
          {"tuned", [=] { runLoop(hand::tuned); }},
          makeCopy(4.0 * n)});
}

static void runSumF64(CompiledModule &module, int64_t n) {
  std::string label = llvm::formatv("sum_f64 {0}", n).str();
  if (!isWanted(label))
    return;
  Callable program = lookup(module, "sum_f64");
  HostTensor x = makeData<double>(DType::F64, n, 1);
  double result = 0;
  auto runLoop = [=, &result](const hand::Loops &loops) {
    result = loops.sumF64(x.getData<double>().data(), n);
  };
  runLoop(hand::tuned);
  checkClose<double>(label, call(program, x)[0].getData<double>(), {result},
                     1e-9);
  report(label, 8.0 * n,
         {{"croton", [=] { call(program, x); }},
          {"plain", [=] { runLoop(hand::plain); }},
          {"tuned", [=] { runLoop(hand::tuned); }},
          makeCopy(8.0 * n)});
}

/// A program on a matrix, with more arguments if it has them.
static void
runRows(CompiledModule &module, StringRef name, int64_t rows, int64_t columns,
        ArrayRef<HostTensor> more, ArrayRef<int64_t> outShape,
        std::function<void(const hand::Loops &, const float *, float *)> loop) {
  std::string label = llvm::formatv("{0} {1}x{2}", name, rows, columns).str();
  if (!isWanted(label))
    return;
  Callable program = lookup(module, name);
  HostTensor x = makeData<float>(DType::F32, {rows, columns}, 1);
  HostTensor out = allocate(DType::F32, outShape);
  SmallVector<HostTensor> arguments = {x};
  llvm::append_range(arguments, more);
  auto runLoop = [=](const hand::Loops &loops) {
    loop(loops, x.getData<float>().data(), out.getData<float>().data());
  };
  runLoop(hand::plain);
  checkClose<float>(label, call(program, arguments)[0].getData<float>(),
                    out.getData<float>(), 1e-3);
  double bytes = x.getByteSize() + out.getByteSize();
  report(label, bytes,
         {{"croton", [=] { call(program, arguments); }},
          {"plain", [=] { runLoop(hand::plain); }},
          {"tuned", [=] { runLoop(hand::tuned); }},
          makeCopy(bytes)});
}

static void runRowPrograms(CompiledModule &module, int64_t rows,
                           int64_t columns) {
  runRows(module, "sum_columns", rows, columns, {}, {columns},
          [=](const hand::Loops &loops, const float *x, float *out) {
            loops.sumColumns(x, out, rows, columns);
          });
  runRows(module, "softmax", rows, columns, {}, {rows, columns},
          [=](const hand::Loops &loops, const float *x, float *out) {
            loops.softmax(x, out, rows, columns);
          });
  HostTensor gain = makeData<float>(DType::F32, {1, columns}, 3);
  HostTensor shift = makeData<float>(DType::F32, {1, columns}, 4);
  runRows(module, "layer_norm", rows, columns, {gain, shift}, {rows, columns},
          [=](const hand::Loops &loops, const float *x, float *out) {
            loops.layerNorm(x, gain.getData<float>().data(),
                            shift.getData<float>().data(), out, rows, columns);
          });
}

static HostTensor readExample(StringRef path) {
  llvm::Expected<HostTensor> tensor = readNpy(
      (Twine(CROTON_BENCH_SOURCE_ROOT) + "/examples/data/" + path).str());
  if (!tensor)
    fail(llvm::toString(tensor.takeError()));
  return *tensor;
}

static void runPerceptron(MLIRContext &context) {
  using hand::Perceptron;
  std::string label = "perceptron step";
  if (!isWanted(label))
    return;
  auto module =
      compileFile(context, "examples/digits/perceptron.mlir", {"train"});
  Callable train = lookup(*module, "train");
  HostTensor x = readExample("digits_x.npy"), y = readExample("digits_y.npy");
  HostTensor w1 = makeData<float>(
      DType::F32, {Perceptron::kInputs, Perceptron::kHidden}, 1);
  HostTensor w2 = makeData<float>(
      DType::F32, {Perceptron::kHidden, Perceptron::kClasses}, 2);
  for (float &w : w1.getData<float>())
    w *= 0.17f;
  for (float &w : w2.getData<float>())
    w *= 0.2f;
  CallError error;
  if (failed(module->setState("w1", w1, error)) ||
      failed(module->setState("w2", w2, error)))
    fail(error.message);
  auto byHand = std::make_shared<Perceptron>(
      x.getShape()[0], w1.getData<float>().data(), w2.getData<float>().data());
  auto step = [=] {
    return byHand->step(x.getData<uint8_t>().data(),
                        y.getData<uint8_t>().data());
  };
  for (int i = 0; i < 10; ++i)
    checkClose<float>(label, call(train, {x, y})[0].getData<float>(), {step()},
                      1e-3);
  double bytes = x.getByteSize();
  report(
      label, bytes,
      {{"croton", [=] { call(train, {x, y}); }}, {"by hand", [=] { step(); }}});
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "compiled programs against loops by hand\n");
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::croton::registerAllDialects(registry);
  MLIRContext context(registry);

  int64_t large = quick ? 1 << 20 : 1 << 24;
  auto maps = compileFile(context, "benchmarks/host/programs/elementwise.mlir");
  for (int64_t n : {int64_t(1) << 12, large}) {
    runElementwise(*maps, "saxpy", n, &hand::Loops::saxpy);
    runElementwise(*maps, "chain", n, &hand::Loops::chain);
  }
  auto folds = compileFile(context, "benchmarks/host/programs/reductions.mlir");
  for (int64_t n : {int64_t(1) << 12, large}) {
    runSum(*folds, n);
    runSumF64(*folds, n);
  }
  runRowPrograms(*folds, 64, 1000);
  runRowPrograms(*folds, quick ? 1024 : 16384, 1024);
  runPerceptron(context);
  return 0;
}
