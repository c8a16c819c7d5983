//===- Optdb.cpp - The stages and modes of croton -------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stages, modes and rewrites are tables; what is below them files the rows.
//
//===----------------------------------------------------------------------===//

#include "RewriteFamilies.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Dialect/Croton/Transforms/Rewrites.h"
#include "croton/Rewrite/RewriteProviderInterface.h"

#include "mlir/IR/BuiltinDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Folds and merges on the way, which the rewrites rely on: known sizes and
/// computed constants are constants to them.
static EquilibriumOptions getOptions() {
  EquilibriumOptions options;
  options.fold = true;
  options.mergeEqual = true;
  return options;
}

/// Sweeps once, before anything else is spent on what has no effect.
static DatabaseRef createUseless() {
  return RewriteDatabase::createTopological(
      "useless", RewriteDatabase::createLocalGroup("useless-group"));
}

static DatabaseRef createEquilibrium(StringRef name) {
  return RewriteDatabase::createEquilibrium(name, getOptions());
}

/// The main sequence, at Theano's positions. The whole-graph rewrites between
/// the stages (addGlobalRewrites) are merge1 at 0, elemwise-fusion at 49 and
/// merge2 at 48.9, merge3 at 100.
static llvm::Error addStages(RewriteDatabase &optdb) {
  // What needs no thought: values that have no effect.
  if (llvm::Error error = optdb.add(createUseless(), Registration().at(0.6)))
    return error;
  static constexpr std::pair<StringLiteral, double> equilibria[] = {
      // One form for each value, which the later stages match.
      {stage::kCanonicalize, 1},
      // Fragile forms become accurate ones.
      {stage::kStabilize, 1.5},
      // Sizes move up to where they come from.
      {stage::kShape, 1.8},
      // Cheaper forms.
      {stage::kSpecialize, 2},
      // Forms that only kernels want.
      {"uncanonicalize", 3},
  };
  for (const auto &[name, position] : equilibria)
    if (llvm::Error error =
            optdb.add(createEquilibrium(name), Registration().at(position)))
      return error;
  // Ops to a device, before fusion, which must not mix places.
  return optdb.add(createPlacementDatabase(), Registration().at(48.5));
}

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

namespace {
struct ModeRow {
  StringLiteral name, summary, query;
};
} // namespace

static constexpr ModeRow kModes[] = {
    {"fast_run", "everything that makes programs fast or accurate; o4",
     "+fast_run"},
    {"fast_compile", "only what pays where compile time counts; o1",
     "+fast_compile"},
    {"stabilize", "up to accurate forms, no specialization, no fusion",
     "+fast_run,cutoff=1.51"},
    {"debug", "as fast_run, but ops stay apart, so that each can be looked at",
     "+fast_run,-fusion"},
    {"unsafe",
     "fast_run with rules that may lose NaN, infinities or signs of zeros",
     "+fast_run,+unsafe"},
    {"merge", "only merge equal ops", "+merge"},
    {"o1", "the same as fast_compile", "+fast_compile"},
    {"o2", "fast_compile with fusion", "+fast_compile,+fusion"},
    {"o4", "the same as fast_run", "+fast_run"},
};

//===----------------------------------------------------------------------===//
// Whole-graph rewrites
//===----------------------------------------------------------------------===//

static RewriteRef makeMerge(StringRef name) {
  return GlobalRewrite::fromPasses(
      name, NumericClaim::Exact, "equal ops to one",
      [](OpPassManager &manager) { manager.addPass(createCSEPass()); });
}

void croton::detail::addGlobalRewrites(RewriteTable &table) {
  table.add(
      makeMerge("merge1"), {stage::kMain},
      Registration({tag::kFastRun, tag::kFastCompile, tag::kMerge}).at(0));
  // Before fusion: equal ops in two composites are out of reach.
  table.add(makeMerge("merge2"), {stage::kMain},
            Registration({tag::kFastRun, tag::kMerge}).at(48.9));
  table.add(GlobalRewrite::fromPasses("elemwise-fusion", NumericClaim::Exact,
                                      "elementwise ops to composites",
                                      [](OpPassManager &manager) {
                                        manager.addPass(
                                            createFuseElementwisePass());
                                      }),
            {stage::kMain}, Registration({tag::kFastRun, tag::kFusion}).at(49));
  table.add(makeMerge("merge3"), {stage::kMain},
            Registration({tag::kFastRun, tag::kMerge}).at(100));
}

//===----------------------------------------------------------------------===//
// The provider
//===----------------------------------------------------------------------===//

static llvm::Error file(const RewriteTable::Row &row,
                        RewriteRegistry &registry) {
  for (StringRef path : row.stages) {
    llvm::Expected<DatabaseRef> database = registry.findStage(path);
    if (!database)
      return database.takeError();
    if (llvm::Error error = (*database)->add(row.rewrite, row.registration))
      return error;
  }
  return llvm::Error::success();
}

namespace {
class CrotonRewriteProvider : public RewriteProviderInterface {
public:
  using RewriteProviderInterface::RewriteProviderInterface;

  llvm::Error registerStages(RewriteRegistry &registry) const override {
    if (llvm::Error error = addStages(registry.getDatabase()))
      return error;
    for (const ModeRow &mode : kModes)
      if (llvm::Error error =
              registry.addMode(mode.name, mode.summary, mode.query))
        return error;
    return llvm::Error::success();
  }

  llvm::Error registerRewrites(RewriteRegistry &registry) const override {
    RewriteTable table;
    addElementwiseCanonicalizers(table);
    addSelectionCanonicalizers(table);
    addShapeCanonicalizers(table);
    addElementwiseStabilizers(table);
    addNnetStabilizers(table);
    addShapeRewrites(table);
    addElementwiseSpecializers(table);
    addUnsafeElementwiseRewrites(table);
    addGlobalRewrites(table);
    for (const RewriteTable::Row &row : table.getRows())
      if (llvm::Error error = file(row, registry))
        return error;
    return llvm::Error::success();
  }
};
} // namespace

void croton::registerCrotonRewrites(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *, CrotonDialect *dialect) {
    dialect->addInterfaces<CrotonRewriteProvider>();
  });
  // The stages and modes are there for programs without an op of croton, too.
  registry.addExtension(+[](MLIRContext *context, BuiltinDialect *) {
    context->getOrLoadDialect<CrotonDialect>();
  });
}
