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
//
//===----------------------------------------------------------------------===//

#include "PdlGenerator.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Rewrite/LoadRewrites.h"
#include "croton/Rewrite/PlanRunner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::croton;

/// Roots of many shapes; values with none, one and many users; a block argument
/// as an operand.
static constexpr StringLiteral kGraph = R"mlir(
func.func @f(%a: i32, %b: i32, %x: tensor<4xf32>, %y: tensor<4xf32>) -> i32 {
  %0 = "t.f"(%a, %b) : (i32, i32) -> i32
  %1 = "t.g"(%0) {n = 1 : i64} : (i32) -> i32
  %2 = "t.f"(%1, %1) : (i32, i32) -> i32
  %3:2 = "t.h"(%2, %x) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>)
  %4 = arith.addi %3#0, %a : i32
  %5 = arith.cmpi slt, %4, %b : i32
  %6 = arith.select %5, %4, %a : i32
  "t.f"(%6) : (i32) -> ()
  "t.g"() : () -> ()
  %7 = croton.neg %3#1 : tensor<4xf32>
  %8 = croton.neg %7 : tensor<4xf32>
  %9 = croton.add %8, %y, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  %10 = "t.f"(%9) : (tensor<4xf32>) -> tensor<4xf32>
  %11 = "t.g"(%10) ({
    %12 = "t.f"(%a, %b) : (i32, i32) -> i32
    "t.yield"(%12) : (i32) -> ()
  }) : (tensor<4xf32>) -> i32
  return %11 : i32
}
)mlir";

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
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      kGraph, ParserConfig(context, /*verifyAfterParse=*/false));
  if (!module)
    __builtin_trap();
  RunOptions options;
  options.guard = guard;
  PlanRunner runner(context, plan);
  (void)runner.run(*module, options);
  if (failed(verify(*module)))
    __builtin_trap();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  std::string text = input.starts_with("#")
                         ? generatePdl(ArrayRef(data, size).drop_front())
                         : input.str();
  if (getenv("CROTON_FUZZ_PRINT"))
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
    llvm::consumeError(rewrites.takeError());
    return 0;
  }
  RewriteRegistry registry;
  if (llvm::Error error = addLoadedRewrites(registry, *rewrites)) {
    llvm::consumeError(std::move(error));
    return 0;
  }
  llvm::Expected<Plan> plan =
      registry.getDatabase().resolve(llvm::cantFail(Query::parse("+loaded")));
  if (!plan)
    __builtin_trap();
  applyAll(&context, *plan, Guard::Local);
  return 0;
}
