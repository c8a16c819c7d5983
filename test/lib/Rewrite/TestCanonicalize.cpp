//===- TestCanonicalize.cpp - Upstream's patterns in our driver -----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Canonicalization patterns of upstream's dialects, applied by upstream's
// greedy driver, by an equilibrium, or by both, which must come to the same.
//
//===----------------------------------------------------------------------===//

#include "CanonicalForm.h"
#include "TestPasses.h"

#include "croton/Rewrite/Drivers.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Shape/IR/Shape.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::test;

static RewritePatternSet collectPatterns(MLIRContext *context) {
  RewritePatternSet patterns(context);
  static constexpr StringLiteral kDialects[] = {
      "affine", "arith", "builtin", "cf",     "func",   "linalg",
      "memref", "scf",   "shape",   "tensor", "vector",
  };
  for (StringRef name : kDialects)
    if (Dialect *dialect = context->getLoadedDialect(name))
      dialect->getCanonicalizationPatterns(patterns);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (llvm::is_contained(kDialects, op.getDialectNamespace()))
      op.getCanonicalizationPatterns(patterns, context);
  return patterns;
}

/// As upstream's canonicalizer, but to the end.
static LogicalResult runGreedy(Operation *op) {
  GreedyRewriteConfig config;
  config.setUseTopDownTraversal(true)
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Normal)
      .setMaxIterations(GreedyRewriteConfig::kNoLimit);
  return applyPatternsGreedily(op, collectPatterns(op->getContext()), config);
}

static LogicalResult runEquilibrium(Operation *op, RunOptions run = {}) {
  FrozenRewrites rewrites(collectPatterns(op->getContext()));
  EquilibriumOptions options;
  options.fold = true;
  options.simplifyRegions = true;
  run.limitPolicy = Policy::Fail;
  return applyEquilibrium(op, rewrites, options, run);
}

namespace {
class CanonicalizePass : public OperationPass<ModuleOp> {
public:
  using OperationPass::OperationPass;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect,
                    cf::ControlFlowDialect, func::FuncDialect,
                    linalg::LinalgDialect, memref::MemRefDialect,
                    scf::SCFDialect, shape::ShapeDialect, tensor::TensorDialect,
                    vector::VectorDialect>();
  }
};

class GreedyCanonicalizePass
    : public PassWrapper<GreedyCanonicalizePass, CanonicalizePass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GreedyCanonicalizePass)

  StringRef getArgument() const final {
    return "test-croton-greedy-canonicalize";
  }
  StringRef getDescription() const final {
    return "Apply upstream's canonicalization patterns by its greedy driver";
  }
  void runOnOperation() override {
    if (failed(runGreedy(getOperation())))
      signalPassFailure();
  }
};

class EquilibriumCanonicalizePass
    : public PassWrapper<EquilibriumCanonicalizePass, CanonicalizePass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EquilibriumCanonicalizePass)

  StringRef getArgument() const final {
    return "test-croton-equilibrium-canonicalize";
  }
  StringRef getDescription() const final {
    return "Apply upstream's canonicalization patterns by an equilibrium";
  }
  void runOnOperation() override {
    if (failed(runEquilibrium(getOperation())))
      signalPassFailure();
  }
};

class CompareCanonicalizePass
    : public PassWrapper<CompareCanonicalizePass, CanonicalizePass> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CompareCanonicalizePass)

  CompareCanonicalizePass() = default;
  CompareCanonicalizePass(const CompareCanonicalizePass &other)
      : PassWrapper(other) {}

  StringRef getArgument() const final {
    return "test-croton-compare-canonicalize";
  }
  StringRef getDescription() const final {
    return "Compare what upstream's greedy driver and an equilibrium come to, "
           "and "
           "print how many functions were compared";
  }
  void runOnOperation() override;

private:
  /// Whether both drivers come to the same for a function of its own.
  bool compare(Operation *function);
  bool hasFixedPoint(Operation *result);

  Option<bool> isGuarded{
      *this, "guarded",
      llvm::cl::desc("Also verify all that the equilibrium does, and undo what "
                     "is not valid"),
      llvm::cl::init(false)};
  unsigned numChanged = 0;
};
} // namespace

/// A module with a copy of `function`, so that drivers see nothing else.
static OwningOpRef<ModuleOp> isolate(Operation *function) {
  OwningOpRef<ModuleOp> module(ModuleOp::create(function->getLoc()));
  module->getBody()->push_back(function->clone());
  return module;
}

bool CompareCanonicalizePass::hasFixedPoint(Operation *result) {
  std::string before = getCanonicalForm(result);
  OwningOpRef<Operation *> again(result->clone());
  return succeeded(runGreedy(*again)) && getCanonicalForm(*again) == before;
}

bool CompareCanonicalizePass::compare(Operation *function) {
  OwningOpRef<ModuleOp> theirs = isolate(function), ours = isolate(function);
  std::string original = getCanonicalForm(*ours);
  if (failed(runGreedy(*theirs))) {
    function->emitError("the greedy driver finds no end");
    return false;
  }
  RunOptions run;
  if (isGuarded)
    run.guard = Guard::Full;
  if (failed(runEquilibrium(*ours, run)) || failed(verify(*ours)))
    return false;
  std::string expected = getCanonicalForm(*theirs);
  numChanged += expected != original;
  if (getCanonicalForm(*ours) != expected) {
    InFlightDiagnostic error = function->emitError("the drivers differ");
    error.attachNote() << "greedy: " << **theirs;
    error.attachNote() << "equilibrium: " << **ours;
    error.attachNote() << (hasFixedPoint(*ours) ? "each is a fixed point"
                                                : "greedy finds more to do");
    return false;
  }
  if (!hasFixedPoint(*ours)) {
    function->emitError("the greedy driver finds more to do");
    return false;
  }
  return true;
}

void CompareCanonicalizePass::runOnOperation() {
  bool isSame = true;
  unsigned numFunctions = 0;
  for (Operation &op : *getOperation().getBody()) {
    ++numFunctions;
    isSame &= compare(&op);
  }
  llvm::outs() << numFunctions << " functions, of which " << numChanged
               << " changed\n";
  if (!isSame)
    signalPassFailure();
}

void croton::test::registerTestCanonicalizePasses() {
  PassRegistration<GreedyCanonicalizePass>();
  PassRegistration<EquilibriumCanonicalizePass>();
  PassRegistration<CompareCanonicalizePass>();
}
