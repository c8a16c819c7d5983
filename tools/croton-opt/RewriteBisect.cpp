//===- RewriteBisect.cpp - croton-opt --rewrite-bisect, --explain ---------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteBisect.h"
#include "ValuePredicate.h"

#include "croton/Rewrite/Explain.h"
#include "croton/Rewrite/Registry.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::croton;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options of rewrites");

static cl::opt<std::string> explainOption(
    "explain",
    cl::desc("Let --croton-optimize say why a rewrite was not applied; '*' "
             "asks for the nearest miss"),
    cl::value_desc("REWRITE[@FILE:LINE[:COLUMN]|@OP]"), cl::cat(category),
    cl::callback([](const std::string &text) { setDefaultExplain(text); }));

static cl::opt<std::string> bisectOption(
    "rewrite-bisect",
    cl::desc("Find the application of a rewrite after which a command fails; "
             "it gets the path of the program in place of each {}, or at its "
             "end. 'values' compares what functions compute instead"),
    cl::value_desc("command|values"), cl::cat(category));

static cl::opt<std::string>
    modeOption("rewrite-bisect-mode",
               cl::desc("The mode whose rewrites --rewrite-bisect applies"),
               cl::value_desc("mode"), cl::init("fast_run"), cl::cat(category));

static cl::opt<std::string>
    queryOption("rewrite-bisect-query",
                cl::desc("Query that selects the rewrites, instead of a mode"),
                cl::value_desc("query"), cl::cat(category));

static cl::opt<std::string> directoryOption(
    "rewrite-bisect-dir",
    cl::desc("Where to write old.mlir and new.mlir, the function before and "
             "after the application"),
    cl::value_desc("directory"), cl::init("."), cl::cat(category));

static cl::opt<bool> exactOption(
    "rewrite-bisect-exact",
    cl::desc("Let 'values' take a difference in rounding for a failure, too"),
    cl::cat(category));

/// Parses the program; diagnostics tell of failures.
static OwningOpRef<ModuleOp> readInput(StringRef input, MLIRContext &context) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(input, &message);
  if (!buffer) {
    llvm::WithColor::error(llvm::errs(), "croton-opt") << message << '\n';
    return nullptr;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, &context);
  return parseSourceFile<ModuleOp>(sources, &context);
}

static llvm::Expected<Plan> makePlan(MLIRContext &context) {
  llvm::Expected<RewriteRegistry> registry = RewriteRegistry::collect(&context);
  if (!registry)
    return registry.takeError();
  if (!queryOption.empty()) {
    llvm::Expected<Query> query = Query::parse(queryOption);
    if (!query)
      return query.takeError();
    return registry->getDatabase().resolve(*query);
  }
  llvm::Expected<const Mode *> mode = registry->findMode(modeOption);
  if (!mode)
    return mode.takeError();
  return registry->getDatabase().resolve((*mode)->query);
}

static llvm::Error writeFile(StringRef name, Operation *op) {
  SmallString<128> path(directoryOption);
  llvm::sys::path::append(path, name);
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> file = openOutputFile(path, &message);
  if (!file)
    return llvm::createStringError(message);
  op->print(file->os());
  file->os() << '\n';
  file->keep();
  llvm::outs() << "wrote " << path << '\n';
  return llvm::Error::success();
}

/// Returns whether the input was good to begin with.
static llvm::Expected<bool> bisect(ModuleOp module) {
  llvm::Expected<Plan> plan = makePlan(*module.getContext());
  if (!plan)
    return plan.takeError();
  llvm::Expected<BisectPredicate> isGood =
      bisectOption == "values" ? makeValuePredicate(module, exactOption)
                               : makeCommandPredicate(bisectOption);
  if (!isGood)
    return isGood.takeError();
  llvm::Expected<BisectResult> result =
      bisectRewrites(module, *plan, RunOptions(), *isGood);
  if (!result)
    return result.takeError();
  printBisectResult(*result, llvm::outs());
  if (result->verdict == BisectResult::Verdict::Found) {
    if (llvm::Error error = writeFile("old.mlir", result->before.get()))
      return std::move(error);
    if (llvm::Error error = writeFile("new.mlir", result->after.get()))
      return std::move(error);
  }
  return result->verdict != BisectResult::Verdict::BadInput;
}

std::optional<int> croton::runRewriteBisect(StringRef input,
                                            const DialectRegistry &registry) {
  if (!bisectOption.getNumOccurrences())
    return std::nullopt;
  MLIRContext context(registry);
  context.allowUnregisteredDialects(MlirOptMainConfig::createFromCLOptions()
                                        .shouldAllowUnregisteredDialects());
  OwningOpRef<ModuleOp> module = readInput(input, context);
  if (!module)
    return EXIT_FAILURE;
  llvm::Expected<bool> isInputGood = bisect(*module);
  if (!isInputGood) {
    llvm::WithColor::error(llvm::errs(), "croton-opt")
        << "--rewrite-bisect: " << llvm::toString(isInputGood.takeError())
        << '\n';
    return EXIT_FAILURE;
  }
  return *isInputGood ? EXIT_SUCCESS : EXIT_FAILURE;
}
