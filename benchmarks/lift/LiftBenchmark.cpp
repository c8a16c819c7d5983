//===- LiftBenchmark.cpp - The two ways of placement ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places one network in one way. run.sh counts instructions of
// croton_bench_measured() alone, and reads the rest from what this prints.
//
//===----------------------------------------------------------------------===//

#include "Networks.h"

#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"
#include "croton/Dialect/Croton/Transforms/Rewrites.h"
#include "croton/Reference/Models.h"
#include "croton/Rewrite/Profile.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include <chrono>

using namespace mlir;
using namespace mlir::croton;

namespace cl = llvm::cl;

static cl::opt<std::string> networkKind(cl::Positional, cl::Required,
                                        cl::desc("<rnn|mlp>"));
static cl::opt<int64_t> networkSize(cl::Positional, cl::Required,
                                    cl::desc("<number of ops>"));
static cl::opt<std::string> wayName(cl::Positional, cl::Required,
                                    cl::desc("<none|topological|equilibrium>"));
static cl::opt<bool> isProfiled("profile", cl::desc("Count attempts"));

extern "C" __attribute__((noinline)) void
croton_bench_measured(const std::function<void()> &work) {
  work();
}

static uint64_t countOps(Operation *op) {
  uint64_t count = 0;
  op->walk([&](Operation *) { ++count; });
  return count;
}

/// How often any rewrite was tried.
static uint64_t countAttempts(const RewriteProfile &profile) {
  uint64_t count = 0;
  for (const StageCounts &stage : profile.getStages())
    for (const auto &[name, counts] : stage.rewrites)
      count += counts.tried;
  return count;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv, "places one network on a device\n");
  DialectRegistry registry;
  registry.insert<func::FuncDialect, CrotonDialect>();
  registerCrotonRewrites(registry);
  registerReferenceModels(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();

  OwningOpRef<ModuleOp> module =
      bench::makeNetwork(&context, networkKind, networkSize);
  bool isKnownWay =
      wayName == "none" || wayName == "topological" || wayName == "equilibrium";
  if (!module || !isKnownWay || failed(verify(*module))) {
    llvm::errs() << "error: cannot make a network of kind '" << networkKind
                 << "' or place it in the way '" << wayName << "'\n";
    return 1;
  }
  uint64_t numBefore = countOps(*module);
  PlacementOptions options;
  options.device = DeviceAttr::get(&context, "dev0");
  options.way = wayName == "equilibrium" ? PlacementWay::Equilibrium
                                         : PlacementWay::Topological;
  RewriteProfile profile;
  if (isProfiled)
    options.run.profile = &profile;
  Plan plan =
      llvm::cantFail(createPlacementDatabase(options.device)
                         ->resolve(llvm::cantFail(Query::parse("+gpu"))));

  bool isFine = true;
  auto start = std::chrono::steady_clock::now();
  if (wayName != "none")
    croton_bench_measured(
        [&] { isFine = succeeded(placeOnDevice(*module, plan, options)); });
  double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  llvm::outs() << llvm::formatv(
      "ops {0} -> {1} transfers {2} attempts {3} ms {4:f3}\n", numBefore,
      countOps(*module), getTransfers(*module).size(), countAttempts(profile),
      seconds * 1e3);
  return !isFine || failed(verify(*module));
}
