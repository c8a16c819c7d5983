//===- Jit.cpp - From LLVM IR to machine code -----------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Target machine, LLVM's optimization pipeline, object code, link.
//
//===----------------------------------------------------------------------===//

#include "Jit.h"
#include "LoopInterleaving.h"
#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "croton/ExecutionEngine/SimtLoader.h"
#include "croton/ExecutionEngine/VectorLibrary.h"
#include "croton/Runtime/Status.h"
#include "croton/Runtime/Symbols.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/ReplaceWithVeclib.h"
#include "llvm/ExecutionEngine/Orc/AbsoluteSymbols.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/TargetSelect.h"

using namespace mlir;
using namespace mlir::croton;

static void initializeHostTarget() {
  static const bool done = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)done;
}

static llvm::CodeGenOptLevel getCodeGenLevel(unsigned optLevel) {
  switch (optLevel) {
  case 0:
    return llvm::CodeGenOptLevel::None;
  case 1:
    return llvm::CodeGenOptLevel::Less;
  case 2:
    return llvm::CodeGenOptLevel::Default;
  default:
    return llvm::CodeGenOptLevel::Aggressive;
  }
}

static llvm::OptimizationLevel getOptimizationLevel(unsigned optLevel) {
  switch (optLevel) {
  case 0:
    return llvm::OptimizationLevel::O0;
  case 1:
    return llvm::OptimizationLevel::O1;
  case 2:
    return llvm::OptimizationLevel::O2;
  default:
    return llvm::OptimizationLevel::O3;
  }
}

/// Fails for a CPU or feature that LLVM does not know; it would go on without,
/// or end the process.
static llvm::Error checkTarget(const llvm::Triple &triple, StringRef cpu,
                               ArrayRef<StringRef> features) {
  std::string message;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, message);
  if (!target)
    return llvm::createStringError(message);
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, "", ""));
  if (!cpu.empty() && !info->isCPUStringValid(cpu))
    return llvm::createStringError("there is no CPU '" + cpu + "' for " +
                                   triple.str());
  for (StringRef feature : features) {
    StringRef name = feature;
    bool hasSign = name.consume_front("+") || name.consume_front("-");
    if (!hasSign)
      return llvm::createStringError("expected a CPU feature like +avx2 or "
                                     "-avx2, but got '" +
                                     feature + "'");
    if (llvm::none_of(info->getAllProcessorFeatures(),
                      [&](const llvm::SubtargetFeatureKV &known) {
                        return name == known.Key;
                      }))
      return llvm::createStringError("there is no CPU feature '" + name +
                                     "' for " + triple.str());
  }
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
croton::createTargetMachine(const CompileOptions &options) {
  initializeHostTarget();
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  if (!options.cpu.empty()) {
    builder->setCPU(options.cpu);
    builder->getFeatures() = llvm::SubtargetFeatures();
  }
  SmallVector<StringRef> features;
  StringRef(options.features).split(features, ',', -1, /*KeepEmpty=*/false);
  if (llvm::Error error =
          checkTarget(builder->getTargetTriple(), options.cpu, features))
    return error;
  for (StringRef feature : features)
    builder->getFeatures().AddFeature(feature);
  builder->setCodeGenOptLevel(getCodeGenLevel(options.optLevel));
  builder->setRelocationModel(llvm::Reloc::PIC_);
  return builder->createTargetMachine();
}

void croton::optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                            const CompileOptions &options) {
  llvm::TargetLibraryInfoImpl libraryInfo(machine.getTargetTriple());
  if (options.useLibmvec)
    addLibmvecFunctions(libraryInfo, machine);
  markLibmFunctionsPure(module);

  llvm::LoopAnalysisManager loopAnalyses;
  llvm::FunctionAnalysisManager functionAnalyses;
  llvm::CGSCCAnalysisManager callGraphAnalyses;
  llvm::ModuleAnalysisManager moduleAnalyses;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopInterleaving = tuning.LoopVectorization = options.optLevel >= 2;
  // Tensor code is loops; what lies between them is address arithmetic.
  tuning.SLPVectorization = false;
  // The vectorizer interleaves what gains from it. Unrolling on top of that
  // takes as long as all other passes together on the digits perceptron.
  tuning.LoopUnrolling = false;
  llvm::PassBuilder builder(&machine, tuning);
  // Registered first, so that the builder does not register its own.
  functionAnalyses.registerPass(
      [&] { return llvm::TargetLibraryAnalysis(libraryInfo); });
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(callGraphAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses,
                               callGraphAnalyses, moduleAnalyses);

  builder.registerVectorizerStartEPCallback(
      [](llvm::FunctionPassManager &passes, llvm::OptimizationLevel) {
        passes.addPass(LoopInterleavingPass());
      });

  llvm::OptimizationLevel level = getOptimizationLevel(options.optLevel);
  llvm::ModulePassManager passes =
      options.optLevel == 0 ? builder.buildO0DefaultPipeline(level)
                            : builder.buildPerModuleDefaultPipeline(level);
  // Vector intrinsics that were there from the start become calls too.
  if (options.optLevel > 0)
    passes.addPass(
        llvm::createModuleToFunctionPassAdaptor(llvm::ReplaceWithVeclib()));
  passes.run(module, moduleAnalyses);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
croton::emitObject(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::orc::SimpleCompiler compiler(machine);
  return compiler(module);
}

/// Makes the runtime's functions, and those that LLVM calls by itself, known by
/// name. They are linked into the program and need not be exported by it.
static llvm::Error defineSymbols(llvm::orc::LLJIT &jit) {
  size_t count = 0;
  const CrotonRtSymbol *symbols = croton_rt_symbols(&count);
  llvm::orc::SymbolMap map;
  auto define = [&](StringRef name, void *address) {
    map[jit.mangleAndIntern(name)] = {llvm::orc::ExecutorAddr::fromPtr(address),
                                      llvm::JITSymbolFlags::Exported |
                                          llvm::JITSymbolFlags::Callable};
  };
  for (const CrotonRtSymbol &symbol : ArrayRef(symbols, count))
    define(symbol.name, symbol.address);
  for (const CompilerSupportSymbol &symbol : getCompilerSupportSymbols())
    define(symbol.name, symbol.address);
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(map)));
}

llvm::Expected<std::unique_ptr<CompiledModule::Jit>>
CompiledModule::Jit::create(std::unique_ptr<llvm::MemoryBuffer> object,
                            const llvm::TargetMachine &machine) {
  llvm::orc::LLJITBuilder builder;
  builder.setJITTargetMachineBuilder(
      llvm::orc::JITTargetMachineBuilder(machine.getTargetTriple()));
  builder.setDataLayout(machine.createDataLayout());
  auto jit = builder.create();
  if (!jit)
    return jit.takeError();
  // libm is part of the process, libmvec is not unless somebody loads it. A
  // machine without it gets no code that needs it.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently("libmvec.so.1");
  if (llvm::Error error = defineSymbols(**jit))
    return error;
  if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
    return error;
  return std::unique_ptr<Jit>(new Jit(std::move(*jit)));
}

CompiledModule::Jit::~Jit() {
  if (unloadKernels)
    unloadKernels();
}

llvm::Error CompiledModule::Jit::prepareKernels() {
  registerSimtLoader();
  llvm::Expected<void *> unload = lookup(kUnloadKernelsName);
  if (!unload)
    return unload.takeError();
  unloadKernels = reinterpret_cast<void (*)()>(*unload);
  return llvm::Error::success();
}

llvm::Expected<void *> CompiledModule::Jit::lookup(StringRef symbol) {
  auto address = jit->lookup(symbol);
  if (!address)
    return address.takeError();
  return address->toPtr<void *>();
}
