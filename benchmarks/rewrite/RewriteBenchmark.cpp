//===- RewriteBenchmark.cpp - Croton's drivers against upstream's ---------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs one driver on one graph: the same patterns, the same IR. run.sh counts
// instructions of croton_bench_measured() alone, and reads time and memory from
// what this prints.
//
//===----------------------------------------------------------------------===//

#include "Graphs.h"
#include "Patterns.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Rewrite/Drivers.h"
#include "croton/Rewrite/Profile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>
#include <sys/resource.h>

using namespace mlir;
using namespace mlir::croton;

namespace cl = llvm::cl;

static cl::opt<std::string> graphKind(cl::Positional, cl::Required,
                                      cl::desc("<chain|wide|nest|rnn>"));
static cl::opt<int64_t> graphSize(cl::Positional, cl::Required,
                                  cl::desc("<number of ops>"));
static cl::opt<std::string>
    driverName(cl::Positional, cl::Required,
               cl::desc("<none|greedy|equilibrium|walk|topological>"));
static cl::opt<bool> useFolding("fold", cl::desc("Fold ops too"));
static cl::opt<bool> isSecond("second",
                              cl::desc("Measure a second run on the result"));
static cl::opt<bool> isObserved("observe",
                                cl::desc("Profile with times, provenance, and "
                                         "an observer of one rewrite"));

extern "C" __attribute__((noinline)) void
croton_bench_measured(const std::function<void()> &work) {
  work();
}

namespace {
/// Wants to know why one rewrite did not apply, as explain does.
struct BenchObserver : ApplicationObserver {
  bool wantsMisses(StringRef rewrite) override {
    return rewrite.contains("SubToAdd") || rewrite.contains("SqrToMul");
  }
  void onMiss(StringRef rewrite, OperationName root, Location loc, Miss miss,
              StringRef reason) override {
    ++numMisses;
  }
  void onApplied(StringRef rewrite, unsigned number, OperationName root,
                 Location loc) override {
    ++numApplied;
  }
  uint64_t numMisses = 0, numApplied = 0;
};

/// One driver with all it needs, ready to run any number of times.
class Runner {
public:
  explicit Runner(MLIRContext *context);
  void run(Operation *function);

private:
  std::unique_ptr<FrozenRewritePatternSet> upstream;
  std::unique_ptr<FrozenRewrites> rewrites;
  FixpointMemo memo;
  RewriteProfile profile{/*withTimes=*/true};
  BenchObserver observer;
};
} // namespace

Runner::Runner(MLIRContext *context) {
  RewritePatternSet patterns(context);
  bench::populateBenchmarkPatterns(patterns);
  if (driverName == "greedy" || driverName == "walk")
    upstream = std::make_unique<FrozenRewritePatternSet>(std::move(patterns));
  else
    rewrites = std::make_unique<FrozenRewrites>(std::move(patterns));
}

void Runner::run(Operation *function) {
  RunOptions options;
  options.provenance = isObserved;
  if (isObserved) {
    options.profile = &profile;
    options.observer = &observer;
  }
  if (driverName == "greedy") {
    GreedyRewriteConfig config;
    config.setUseTopDownTraversal()
        .enableFolding(useFolding)
        .enableConstantCSE(useFolding)
        .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    (void)applyPatternsGreedily(function->getRegion(0), *upstream, config);
  } else if (driverName == "walk") {
    walkAndApplyPatterns(function, *upstream);
  } else if (driverName == "equilibrium") {
    EquilibriumOptions equilibrium;
    equilibrium.fold = useFolding;
    (void)applyEquilibrium(function, *rewrites, equilibrium, options, "bench",
                           {}, isSecond ? &memo : nullptr);
  } else if (driverName == "topological") {
    TopologicalOptions topological;
    topological.eraseDead = false;
    (void)applyTopological(function, *rewrites, topological, options);
  }
}

static uint64_t countOps(Operation *op) {
  uint64_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "runs one rewrite driver on one graph\n");
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, scf::SCFDialect,
                  CrotonDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> module =
      bench::makeGraph(&context, graphKind, graphSize);
  if (!module || failed(verify(*module))) {
    llvm::errs() << "error: cannot make a graph of kind '" << graphKind
                 << "'\n";
    return 1;
  }
  Operation *function = &module->getBody()->front();
  uint64_t numBefore = countOps(function);
  Runner runner(&context);
  if (isSecond)
    runner.run(function);

  auto start = std::chrono::steady_clock::now();
  if (driverName != "none")
    croton_bench_measured([&] { runner.run(function); });
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  llvm::outs() << llvm::formatv("ops {0} -> {1} ms {2:f3} kib {3}\n", numBefore,
                                countOps(function), seconds * 1e3,
                                usage.ru_maxrss);
  return failed(verify(*module));
}
