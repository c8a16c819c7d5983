//===- LoadRewritesFuzzer.cpp - Any text as a file of rewrites ------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A text is an error of one line or a list of rewrites that can be filed,
// selected and applied to a graph, which is valid afterwards. An input that
// starts with '#' is a list of choices for a generator of patterns instead.
// With CROTON_FUZZ_PRINT in the environment, text and outcome are printed.
//
//===----------------------------------------------------------------------===//

#include "PdlGenerator.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Rewrite/LoadRewrites.h"
#include "croton/Rewrite/PlanRunner.h"
#include "croton/Rewrite/Profile.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::croton;

/// Ops of the generated names with up to three operands and two results; values
/// with no, one and many users; attributes; regions; types of croton.
static std::string makeGraph() {
  std::string text = "func.func @f(%a: i32, %x: tensor<4xf32>, "
                     "%y: tensor<4xf32>) -> i32 {\n";
  llvm::raw_string_ostream os(text);
  unsigned numValues = 0;
  auto printValue = [&](unsigned back) {
    if (back < numValues)
      os << "%v" << numValues - 1 - back;
    else
      os << "%a";
  };
  for (unsigned i = 0; i < 36; ++i) {
    unsigned numOperands = i % 4, numResults = i / 4 % 3;
    if (numResults)
      os << "%v" << numValues << (numResults == 2 ? ":2" : "") << " = ";
    os << "\"t." << "fgh"[i / 12] << "\"(";
    llvm::interleaveComma(llvm::seq(numOperands), os,
                          [&](unsigned k) { printValue(k * (i % 3)); });
    os << ")" << (i % 5 == 0 ? " {n = 1 : i64}" : "") << " : (";
    llvm::interleaveComma(llvm::seq(numOperands), os,
                          [&](unsigned) { os << "i32"; });
    os << ") -> (";
    llvm::interleaveComma(llvm::seq(numResults), os,
                          [&](unsigned) { os << "i32"; });
    os << ")\n";
    numValues += numResults != 0;
  }
  os << R"mlir(
    %4 = arith.addi %v0, %a : i32
    %5 = arith.cmpi slt, %4, %v1 : i32
    %6 = arith.select %5, %4, %a : i32
    "t.f"(%6) : (i32) -> ()
    %7 = croton.neg %x : tensor<4xf32>
    %8 = croton.neg %7 : tensor<4xf32>
    %9 = croton.add %8, %y : tensor<4xf32>, tensor<4xf32>
    %10 = "t.f"(%9) : (tensor<4xf32>) -> tensor<4xf32>
    %11 = "t.g"(%10) ({
      %12 = "t.f"(%a, %6) : (i32, i32) -> i32
      "t.yield"(%12) : (i32) -> ()
    }) : (tensor<4xf32>) -> i32
    return %11 : i32
  })mlir";
  return text;
}

static void registerNatives(PDLPatternModule &module) {
  module.registerConstraintFunction("n.check",
                                    [](PatternRewriter &, Operation *op) {
                                      return success(op->getNumResults() != 2);
                                    });
  module.registerRewriteFunction("n.copy",
                                 [](PatternRewriter &rewriter, Operation *op) {
                                   OpBuilder::InsertionGuard guard(rewriter);
                                   OperationState state(op->getLoc(), "t.copy");
                                   state.addTypes(op->getResultTypes());
                                   return rewriter.create(state);
                                 });
}

static void applyAll(MLIRContext *context, const Plan &plan, Guard guard) {
  static const std::string graph = makeGraph();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      graph, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module)
    __builtin_trap();
  RewriteProfile profile;
  RunOptions options;
  options.guard = guard;
  options.profile = &profile;
  PlanRunner runner(context, plan);
  (void)runner.run(*module, options);
  if (failed(verify(*module)))
    __builtin_trap();
  if (getenv("CROTON_FUZZ_PRINT"))
    profile.print(llvm::errs());
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  std::string text = input.starts_with("#")
                         ? generatePdl(ArrayRef(data, size).drop_front())
                         : input.str();
  bool isTalkative = getenv("CROTON_FUZZ_PRINT");
  if (isTalkative)
    llvm::errs() << text;

  MLIRContext context(MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  context.loadDialect<arith::ArithDialect, func::FuncDialect, CrotonDialect>();
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});
  LoadRewritesOptions options;
  options.registerNatives = registerNatives;
  llvm::Expected<std::vector<LoadedRewrite>> rewrites =
      parseRewrites(text, "input.mlir", &context, options);
  if (!rewrites) {
    std::string message = llvm::toString(rewrites.takeError());
    if (isTalkative)
      llvm::errs() << "error: " << message << "\n";
    if (StringRef(message).contains('\n'))
      __builtin_trap();
    return 0;
  }
  RewriteRegistry registry;
  if (llvm::Error error = addLoadedRewrites(registry, *rewrites)) {
    std::string message = llvm::toString(std::move(error));
    if (isTalkative)
      llvm::errs() << "error: " << message << "\n";
    return 0;
  }
  llvm::Expected<Plan> plan =
      registry.getDatabase().resolve(llvm::cantFail(Query::parse("+loaded")));
  if (!plan)
    __builtin_trap();
  // What is made is verified, whatever the guard.
  for (Guard guard : {Guard::Types, Guard::Local})
    applyAll(&context, *plan, guard);
  return 0;
}
