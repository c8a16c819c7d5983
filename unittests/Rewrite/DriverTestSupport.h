//===- DriverTestSupport.h - Running drivers on small graphs ----*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs are text in the generic form, mostly of ops that no dialect knows
// ("t.f"). Patterns are lambdas. What a driver did is read from a profile, from
// the text afterwards, and from the diagnostics it gave.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_REWRITE_DRIVERTESTSUPPORT_H
#define CROTON_UNITTESTS_REWRITE_DRIVERTESTSUPPORT_H

#include "croton/Rewrite/Drivers.h"
#include "croton/Rewrite/PlanRunner.h"
#include "croton/Rewrite/Profile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace mlir::croton {

using RewriteFunction =
    std::function<LogicalResult(Operation *, PatternRewriter &)>;

/// A pattern that is a lambda, for ops called `rootName` or, if that is empty,
/// for all ops.
class LambdaPattern : public RewritePattern {
public:
  static std::unique_ptr<LambdaPattern>
  create(StringRef rootName, MLIRContext *context, RewriteFunction function) {
    return std::unique_ptr<LambdaPattern>(
        rootName.empty()
            ? new LambdaPattern(context, std::move(function))
            : new LambdaPattern(rootName, context, std::move(function)));
  }

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    return function(op, rewriter);
  }

private:
  LambdaPattern(StringRef rootName, MLIRContext *context,
                RewriteFunction function)
      : RewritePattern(rootName, 1, context), function(std::move(function)) {}
  LambdaPattern(MLIRContext *context, RewriteFunction function)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context),
        function(std::move(function)) {}

  RewriteFunction function;
};

/// A local rewrite of ops called `rootName`; of all ops if it is empty.
inline std::shared_ptr<LocalRewrite>
makeLambda(StringRef name, StringRef rootName, RewriteFunction function) {
  return std::make_shared<LocalRewrite>(
      name, NumericClaim::Exact, "for tests",
      [root = rootName.str(), function](RewritePatternSet &patterns) {
        patterns.add(
            LambdaPattern::create(root, patterns.getContext(), function));
      });
}

/// An op of any name, made before the insertion point of `builder`.
inline Operation *makeOp(OpBuilder &builder, StringRef name, TypeRange types,
                         ValueRange operands) {
  OperationState state(builder.getUnknownLoc(), name);
  state.addTypes(types);
  state.addOperands(operands);
  return builder.create(state);
}

/// Ops called `from` become ops called `to` that are alike otherwise.
inline std::shared_ptr<LocalRewrite> makeRename(StringRef from, StringRef to) {
  std::string name = (from + "-to-" + to).str();
  for (char &c : name)
    if (c == '.')
      c = '-';
  return makeLambda(
      name, from, [to = to.str()](Operation *op, PatternRewriter &rewriter) {
        Operation *other =
            makeOp(rewriter, to, op->getResultTypes(), op->getOperands());
        other->setDiscardableAttrs(op->getDiscardableAttrDictionary());
        rewriter.replaceOp(op, other);
        return success();
      });
}

/// Remembers why rewrites were not applied, the last reason.
class LastReason : public ApplicationObserver {
public:
  bool wantsMisses(StringRef) override { return true; }
  void onMiss(StringRef, OperationName, Location, Miss,
              StringRef newReason) override {
    reason = newReason.str();
  }
  std::string reason;
};

class DriverTest : public ::testing::Test {
protected:
  DriverTest() : DriverTest(MLIRContext::Threading::DISABLED) {}
  explicit DriverTest(MLIRContext::Threading threading)
      : context(threading), handler(&context, [this](Diagnostic &diagnostic) {
          messages += diagnostic.str() + "\n";
          for (Diagnostic &note : diagnostic.getNotes())
            messages += "  " + note.str() + "\n";
          return success();
        }) {
    context.allowUnregisteredDialects();
    context.loadDialect<arith::ArithDialect, func::FuncDialect>();
    resetProfile();
  }

  void resetProfile() { run.profile = &profile.emplace(); }

  OwningOpRef<ModuleOp> parse(StringRef text) {
    OwningOpRef<ModuleOp> module =
        parseSourceString<ModuleOp>(text, ParserConfig(&context));
    EXPECT_TRUE(module) << messages << text.str();
    return module;
  }

  /// The generic form of the ops in the body of `op`, one a line, with their
  /// locations if asked for.
  static std::string print(Operation *op, bool withLocations = false) {
    std::string text;
    llvm::raw_string_ostream os(text);
    OpPrintingFlags flags;
    flags.printGenericOpForm().useLocalScope();
    if (withLocations)
      flags.enableDebugInfo(/*enable=*/true, /*prettyForm=*/false);
    op->print(os, flags);
    return text;
  }

  /// `text` printed the same way, to compare with.
  std::string normalize(StringRef text) { return print(parse(text).get()); }

  std::unique_ptr<FrozenRewrites>
  freeze(ArrayRef<std::shared_ptr<const LocalRewrite>> rewrites) {
    SmallVector<PlannedLocal> locals;
    for (const std::shared_ptr<const LocalRewrite> &rewrite : rewrites)
      locals.push_back({rewrite, 0, -1});
    return std::make_unique<FrozenRewrites>(&context, locals);
  }

  /// Runs an equilibrium; what it returned, failure being "failed".
  std::string
  equilibrium(Operation *op,
              ArrayRef<std::shared_ptr<const LocalRewrite>> rewrites,
              const EquilibriumGlobals &globals = {}) {
    return describe(applyEquilibrium(op, *freeze(rewrites), options, run,
                                     "stage", globals));
  }

  std::string sweep(Operation *op,
                    ArrayRef<std::shared_ptr<const LocalRewrite>> rewrites) {
    return describe(
        applyTopological(op, *freeze(rewrites), sweepOptions, run, "stage"));
  }

  static std::string describe(FailureOr<bool> changed) {
    if (failed(changed))
      return "failed";
    return *changed ? "changed" : "unchanged";
  }

  /// The counts of the only stage.
  const StageCounts &getStage() {
    EXPECT_EQ(profile->getStages().size(), 1u);
    return profile->getStages().front();
  }

  RewriteCounts getCounts(StringRef rewrite) {
    for (const StageCounts &stage : profile->getStages())
      for (const auto &[name, counts] : stage.rewrites)
        if (name == rewrite)
          return counts;
    ADD_FAILURE() << "no counts of " << rewrite.str();
    return {};
  }

  bool hasMessage(StringRef text) { return StringRef(messages).contains(text); }

  MLIRContext context;
  /// What was diagnosed, a line each, notes indented.
  std::string messages;
  ScopedDiagnosticHandler handler;
  std::optional<RewriteProfile> profile;
  RunOptions run;
  EquilibriumOptions options;
  TopologicalOptions sweepOptions;
};

} // namespace mlir::croton

#endif // CROTON_UNITTESTS_REWRITE_DRIVERTESTSUPPORT_H
