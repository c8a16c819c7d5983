//===- croton-run.cpp - Compile and run a program -------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the functions of a module just in time, or gives them to the
// reference evaluator, and calls one of them.
//
//===----------------------------------------------------------------------===//

#include "DeviceChoice.h"
#include "Program.h"
#include "Progress.h"
#include "Runner.h"
#include "croton/InitAll.h"
#include "croton/Pipelines/CrotonToLLVM.h"
#include "croton/Support/Debug.h"
#include "croton/Support/ToolSafety.h"
#include "croton/Support/Version.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::croton;

static constexpr llvm::StringLiteral kOverview =
    R"(compile and run a Croton program

Examples:
  What is in a program, and what its functions take:
    croton-run prog.mlir --list
  Call a function; arguments by name or by position:
    croton-run prog.mlir --entry=f --arg x=x.npy --arg n=3
    croton-run prog.mlir --entry=f x.npy 3
  Train for 200 calls, keep the weights, look at the loss:
    croton-run prog.mlir --entry=train --arg x=x.npy --arg y=y.npy \
        --arg rate=0.5 --repeat=200 --print=loss --save-state=weights
  Go on from there:
    croton-run prog.mlir --entry=test --load-state=weights --arg x=x.npy
  How long does it take, on random input?
    croton-run prog.mlir --entry=f --arg x=random:64x10 --repeat=1000 --time
  On the emulated GPU, and what its kernels did:
    croton-run prog.mlir --entry=f x.npy --device=simt --simt-stats

Values of --arg, --state and plain arguments:
  x.npy                a file; its dtype and shape must fit, nothing is converted
  3, -1.5, true, nan   a number, for tensors of rank 0, in the dtype asked for
  [[1, 2], [3, 4]]     a list
  zeros:64x10          also ones, random (uniform in [0, 1)), normal
  fill:0.5:64x10       one number everywhere
  randint:0:10:64      integers from 0 to 9
The shape may be left out where the program fixes it (zeros, randint:0:10).

A name is what the program says with the attribute croton.name, else arg0,
arg1, ... and result0, result1, ...
)";

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

namespace {
/// The switches of the program.
struct CommandLine {
  llvm::cl::OptionCategory category{"croton-run options"};

  llvm::cl::opt<std::string> input{
      llvm::cl::Positional, llvm::cl::desc("<program.mlir, or - for stdin>"),
      llvm::cl::Required, llvm::cl::cat(category)};
  llvm::cl::list<std::string> positionalArguments{
      llvm::cl::Positional, llvm::cl::desc("[<value>...]"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> entry{
      "entry",
      llvm::cl::desc("Function to call (default: main, or the only one)"),
      llvm::cl::value_desc("name"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> arguments{
      "arg", llvm::cl::desc("Value of an argument, by name or by number"),
      llvm::cl::value_desc("name=value"), llvm::cl::cat(category)};
  llvm::cl::opt<unsigned> repeat{
      "repeat", llvm::cl::desc("Number of calls; state lives on between them"),
      llvm::cl::init(1), llvm::cl::cat(category)};
  llvm::cl::opt<uint64_t> seed{"seed",
                               llvm::cl::desc("Seed of the random values"),
                               llvm::cl::init(0), llvm::cl::cat(category)};
  llvm::cl::list<std::string> outputs{
      "out", llvm::cl::desc("Write a result of the last call to a .npy file"),
      llvm::cl::value_desc("result=file"), llvm::cl::cat(category)};
  llvm::cl::list<std::string> prints{
      "print", llvm::cl::desc("Print a result of the last call"),
      llvm::cl::value_desc("result"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> printResults{
      "print-results",
      llvm::cl::desc("Print all results of the last call; the default when "
                     "nothing else is done with them"),
      llvm::cl::cat(category)};
  llvm::cl::list<std::string> state{
      "state", llvm::cl::desc("Value of a global before the first call"),
      llvm::cl::value_desc("name=value"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> loadState{
      "load-state", llvm::cl::desc("Load globals from the files in a folder"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> saveState{
      "save-state",
      llvm::cl::desc("Write the globals to a folder after the last call"),
      llvm::cl::value_desc("folder"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> list{
      "list", llvm::cl::desc("List the functions and globals; call nothing"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> time{
      "time", llvm::cl::desc("Print compile and call times to stderr"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> noProgress{
      "no-progress", llvm::cl::desc("Print no progress of long runs"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> evaluate{
      "evaluate",
      llvm::cl::desc("Use the reference evaluator instead of compiling"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> device{
      "device",
      llvm::cl::desc("Run what can run there on a device: cuda, or simt, the "
                     "emulator"),
      llvm::cl::value_desc("kind"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> simtStats{
      "simt-stats",
      llvm::cl::desc("Print to stderr what kernels did on the emulator"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> optimize{
      "optimize",
      llvm::cl::desc("Apply the rewrites of a mode; croton-opt --list-modes "
                     "lists them, none applies none (default: fast_run)"),
      llvm::cl::value_desc("mode"), llvm::cl::init("fast_run"),
      llvm::cl::cat(category)};
  llvm::cl::opt<bool> noOptimize{
      "no-optimize",
      llvm::cl::desc("Compile without rewrites, fusion and LLVM's "
                     "optimizations"),
      llvm::cl::cat(category)};
  llvm::cl::opt<unsigned> optLevel{
      "opt-level", llvm::cl::desc("LLVM's optimization level, 0 to 3"),
      llvm::cl::init(3), llvm::cl::cat(category)};
  llvm::cl::opt<bool> noLibmvec{
      "no-libmvec", llvm::cl::desc("Do not use glibc's vector maths"),
      llvm::cl::cat(category)};
  llvm::cl::opt<std::string> cpu{
      "cpu", llvm::cl::desc("CPU to compile for (default: this one)"),
      llvm::cl::value_desc("name"), llvm::cl::cat(category)};
  llvm::cl::opt<std::string> features{
      "features", llvm::cl::desc("CPU features to add or remove"),
      llvm::cl::value_desc("+a,-b"), llvm::cl::cat(category)};
  llvm::cl::opt<bool> verify{
      "verify", llvm::cl::desc("Verify the program after every pass"),
      llvm::cl::cat(category)};
  llvm::cl::list<std::string> dumps{
      "dump",
      llvm::cl::desc("Print the program to stderr after a pass, given as for "
                     "croton-opt, or at 'llvm' or 'llvm-optimized'"),
      llvm::cl::value_desc("stage"), llvm::cl::cat(category)};

  CallOptions getCallOptions() const;
  /// `deviceName` says where ops go; "" for nowhere.
  CompileOptions getCompileOptions(StringRef deviceName) const;
};
} // namespace

CallOptions CommandLine::getCallOptions() const {
  CallOptions options;
  options.arguments.assign(arguments.begin(), arguments.end());
  options.arguments.insert(options.arguments.end(), positionalArguments.begin(),
                           positionalArguments.end());
  options.state.assign(state.begin(), state.end());
  options.loadStateDir = loadState;
  options.saveStateDir = saveState;
  options.outputs.assign(outputs.begin(), outputs.end());
  options.prints.assign(prints.begin(), prints.end());
  options.printResults = printResults || (outputs.empty() && prints.empty() &&
                                          saveState.empty() && !time);
  options.printTimes = time;
  options.showProgress = !noProgress;
  options.seed = seed;
  options.repeat = repeat;
  return options;
}

CompileOptions CommandLine::getCompileOptions(StringRef deviceName) const {
  CompileOptions options;
  options.optLevel = noOptimize ? 0 : optLevel;
  options.useLibmvec = !noLibmvec && !noOptimize;
  options.cpu = cpu;
  options.features = features;
  options.verifyPasses = verify;
  options.pipeline = [this, deviceName](OpPassManager &passes) {
    CrotonToLLVMOptions pipelineOptions;
    pipelineOptions.mode = noOptimize ? "" : optimize.getValue();
    pipelineOptions.fuse = !noOptimize;
    pipelineOptions.device = deviceName.str();
    pipelineOptions.simtStats = simtStats.getValue();
    buildCrotonToLLVMPipeline(passes, pipelineOptions);
  };
  options.afterPass = [this](StringRef pass, Operation *op) {
    if (llvm::is_contained(dumps, pass))
      op->print(llvm::errs() << "// after " << pass << "\n");
  };
  options.afterLLVMStage = [this](StringRef stage, llvm::Module &module) {
    if (llvm::is_contained(dumps, stage))
      module.print(llvm::errs(), nullptr);
  };
  return options;
}

//===----------------------------------------------------------------------===//
// Main
//===----------------------------------------------------------------------===//

static int reportError(llvm::Error error) {
  llvm::WithColor::error(llvm::errs(), "croton-run")
      << llvm::toString(std::move(error)) << "\n";
  return 1;
}

/// Returns what is wrong with switches that parse but make no sense.
static llvm::Error checkCommandLine(const CommandLine &commandLine) {
  if (commandLine.repeat == 0)
    return llvm::createStringError("expected --repeat to be at least 1");
  if (commandLine.optLevel > 3)
    return llvm::createStringError("expected --opt-level to be 0 to 3");
  if (commandLine.simtStats && commandLine.device != "simt")
    return llvm::createStringError(
        "--simt-stats tells of the emulator; add --device=simt");
  const std::string &kind = commandLine.device;
  if (!kind.empty() && kind != "cuda" && kind != "simt")
    return llvm::createStringError(
        "expected --device to be cuda or simt, but got '" + kind + "'");
  return llvm::Error::success();
}

static int run(const CommandLine &commandLine) {
  if (llvm::Error error = checkCommandLine(commandLine))
    return reportError(std::move(error));
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  croton::registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // The source line says where; whole functions in generic form only hide it.
  context.printOpOnDiagnostic(false);
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      openInputFile(commandLine.input, &message);
  if (!file)
    return reportError(llvm::createStringError(message));
  if (llvm::Error error = checkNesting(file->getBuffer(), commandLine.input))
    return reportError(std::move(error));
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(sources, &context);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return 1;
  if (commandLine.list)
    return failed(listModule(*module, llvm::outs()));
  llvm::Expected<std::string> entry = selectEntry(*module, commandLine.entry);
  if (!entry)
    return reportError(entry.takeError());
  std::string device;
  if (!commandLine.device.empty())
    device = setDeviceKind(*module, commandLine.device);
  std::unique_ptr<Program> program =
      commandLine.evaluate
          ? createEvaluatedProgram(std::move(module), *entry)
          : createCompiledProgram(*module, *entry,
                                  commandLine.getCompileOptions(device));
  if (!program)
    return 1;
  if (commandLine.time)
    if (const CompileStats *stats = program->getCompileStats())
      printCompileTimes(llvm::errs(), *stats);
  if (llvm::Error error = runProgram(*program, commandLine.getCallOptions()))
    return reportError(std::move(error));
  if (commandLine.simtStats)
    printSimtStats(llvm::errs());
  return 0;
}

/// Marks negative numbers as values, which would be taken for switches, by a
/// space that the parser of values ignores.
static SmallVector<const char *> markNegativeNumbers(int argc, char **argv,
                                                     llvm::StringSaver &saver) {
  SmallVector<const char *> arguments(argv, argv + argc);
  for (const char *&argument : arguments) {
    StringRef text = argument;
    double value;
    if (text.starts_with("-") && !text.getAsDouble(value))
      argument = saver.save(" " + text).data();
  }
  return arguments;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  installFatalErrorHandler("croton-run");
  CommandLine commandLine;
  registerDebugOptions();
  llvm::cl::HideUnrelatedOptions(commandLine.category);
  llvm::cl::SetVersionPrinter(
      [](llvm::raw_ostream &os) { os << getCrotonVersionLine() << "\n"; });
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver(allocator);
  SmallVector<const char *> arguments = markNegativeNumbers(argc, argv, saver);
  llvm::cl::ParseCommandLineOptions(argc, arguments.data(), kOverview);
  return run(commandLine);
}
