//===- SimtTarget.cpp - A target for the SIMT emulator --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of the steps, LLVM's passes, and the interface that
// gpu-module-to-binary asks.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"
#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Target/Simt.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/AlwaysInliner.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/GVN.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/ScalarizeMaskedMemIntrin.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

//===----------------------------------------------------------------------===//
// Locations, sites, names
//===----------------------------------------------------------------------===//

Location SimtModule::getLocation(const llvm::Instruction &instruction) const {
  unsigned line = 0;
  if (const llvm::DebugLoc &location = instruction.getDebugLoc())
    line = location.getLine();
  if (line == 0 || line > locations.size())
    return UnknownLoc::get(locations.front().getContext());
  return locations[line - 1];
}

/// The place in a file that a location holds, if it does.
static FileLineColRange findPlace(Location location) {
  FileLineColRange place;
  location->walk([&](Location part) {
    place = dyn_cast<FileLineColRange>(part);
    return place ? WalkResult::interrupt() : WalkResult::advance();
  });
  return place;
}

std::string
SimtModule::describeLocation(const llvm::Instruction &instruction) const {
  Location location = getLocation(instruction);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (FileLineColRange place = findPlace(location))
    os << place.getFilename().getValue() << ":" << place.getStartLine() << ":"
       << place.getStartColumn();
  else if (isa<UnknownLoc>(location))
    os << "an unknown place";
  else
    os << location;
  return text;
}

llvm::Constant *SimtModule::getSite(const llvm::Instruction &instruction,
                                    StringRef text) {
  std::string location = describeLocation(instruction);
  auto [it, isNew] =
      siteNumbers.try_emplace(location + "\n" + text.str(), sites.size());
  if (isNew) {
    Site site;
    site.location = std::move(location);
    site.text = text.str();
    sites.push_back(std::move(site));
  }
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(getContext()),
                                it->second);
}

llvm::FunctionCallee SimtModule::getRuntimeFunction(StringRef name,
                                                    llvm::FunctionType *type) {
  llvm::FunctionCallee callee = llvmModule->getOrInsertFunction(name, type);
  auto *function = cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  function->setConvergent();
  return callee;
}

llvm::GlobalVariable *SimtModule::getRuntimeVariable(StringRef name,
                                                     llvm::Type *type) {
  return cast<llvm::GlobalVariable>(llvmModule->getOrInsertGlobal(name, type));
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

namespace {
/// LLVM's analyses, for one run of passes.
struct Analyses {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;

  void registerAll(llvm::PassBuilder &builder) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
  }
};
} // namespace

/// Makes each kernel one function.
static void inlineFunctions(SimtModule &simt) {
  llvm::DenseSet<llvm::Function *> kernels;
  for (KernelInfo &kernel : simt.kernels)
    kernels.insert(kernel.function);
  for (llvm::Function &function : *simt.llvmModule) {
    if (function.isDeclaration())
      continue;
    function.setCallingConv(llvm::CallingConv::C);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    if (!kernels.contains(&function))
      function.addFnAttr(llvm::Attribute::AlwaysInline);
    for (llvm::User *user : function.users())
      if (auto *call = dyn_cast<llvm::CallBase>(user))
        call->setCallingConv(llvm::CallingConv::C);
  }
  // The emulator calls kernels through wrappers that come later.
  for (llvm::Function *kernel : kernels)
    kernel->setLinkage(llvm::GlobalValue::ExternalLinkage);
  Analyses analyses;
  llvm::PassBuilder builder;
  analyses.registerAll(builder);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::AlwaysInlinerPass());
  passes.run(*simt.llvmModule, analyses.modules);
  for (llvm::Function *kernel : kernels)
    kernel->setLinkage(llvm::GlobalValue::InternalLinkage);
}

/// Does to the kernels what would be done to them on their way to PTX and
/// decides which accesses are left: keeps values in registers, removes and
/// hoists loads. Nothing that depends on the host, and nothing that joins
/// accesses.
static void simplify(SimtModule &simt) {
  Analyses analyses;
  llvm::PassBuilder builder;
  analyses.registerAll(builder);
  llvm::FunctionPassManager passes;
  passes.addPass(llvm::ScalarizeMaskedMemIntrinPass());
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(llvm::GVNPass());
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
  for (KernelInfo &kernel : simt.kernels)
    passes.run(*kernel.function, analyses.functions);
}

static void optimize(llvm::Module &module, llvm::TargetMachine &machine,
                     int level) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = tuning.LoopInterleaving = false;
  tuning.SLPVectorization = tuning.LoopUnrolling = false;
  Analyses analyses;
  llvm::PassBuilder builder(&machine, tuning);
  analyses.registerAll(builder);
  static const llvm::OptimizationLevel levels[] = {
      llvm::OptimizationLevel::O0, llvm::OptimizationLevel::O1,
      llvm::OptimizationLevel::O2, llvm::OptimizationLevel::O3};
  llvm::ModulePassManager passes =
      level == 0 ? builder.buildO0DefaultPipeline(levels[0])
                 : builder.buildPerModuleDefaultPipeline(levels[level]);
  passes.run(module, analyses.modules);
}

static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createMachine(int level) {
  static const bool isInitialized = [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    return true;
  }();
  (void)isInitialized;
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setRelocationModel(llvm::Reloc::PIC_);
  builder->setCodeGenOptLevel(level == 0 ? llvm::CodeGenOptLevel::None
                                         : llvm::CodeGenOptLevel::Default);
  return builder->createTargetMachine();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// The bytes that a kernel may have in local memory; the emulator's stacks hold
/// them.
constexpr uint64_t kMaxLocalBytes = 64 * 1024;

/// Fails for functions that are still called: recursive ones, and ones that are
/// not there.
static LogicalResult checkCall(SimtModule &simt, const llvm::CallInst &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (!callee || callee->isIntrinsic() || callee->doesNotAccessMemory() ||
      callee->getName().starts_with("croton_simt_"))
    return success();
  if (!callee->isDeclaration())
    return simt.emitError(call) << "the SIMT emulator has no recursion, but '"
                                << callee->getName() << "' calls itself";
  return simt.emitError(call)
         << "the SIMT emulator has no function '" << callee->getName() << "'";
}

static LogicalResult checkKernel(SimtModule &simt, const KernelInfo &kernel) {
  const llvm::DataLayout &layout = kernel.function->getDataLayout();
  uint64_t bytes = 0;
  for (const llvm::Instruction &instruction :
       llvm::instructions(*kernel.function)) {
    if (auto *call = dyn_cast<llvm::CallInst>(&instruction))
      if (failed(checkCall(simt, *call)))
        return failure();
    auto *alloca = dyn_cast<llvm::AllocaInst>(&instruction);
    if (!alloca)
      continue;
    std::optional<llvm::TypeSize> size = alloca->getAllocationSize(layout);
    if (!size || !alloca->isStaticAlloca())
      return simt.emitError(*alloca) << "the SIMT emulator has no local memory "
                                        "of a size that is not constant";
    bytes += size->getFixedValue();
    if (bytes > kMaxLocalBytes)
      return simt.emitError(*alloca)
             << "kernel '" << kernel.name
             << "' has more local memory than the SIMT emulator's "
             << kMaxLocalBytes << " bytes";
  }
  return success();
}

/// Removes what promises more about pointers than the emulator can check.
static void dropPromises(llvm::Function &function) {
  for (llvm::Argument &argument : function.args()) {
    argument.removeAttr(llvm::Attribute::Dereferenceable);
    argument.removeAttr(llvm::Attribute::DereferenceableOrNull);
  }
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static LogicalResult translate(SimtModule &simt, Operation *module,
                               llvm::LLVMContext &context,
                               const llvm::TargetMachine &machine) {
  simt.llvmModule = translateModuleToLLVMIR(module, context, "croton");
  if (!simt.llvmModule)
    return failure();
  simt.llvmModule->setTargetTriple(machine.getTargetTriple());
  simt.llvmModule->setDataLayout(machine.createDataLayout());
  for (KernelInfo &kernel : simt.kernels) {
    kernel.function = simt.llvmModule->getFunction(kernel.name);
    dropPromises(*kernel.function);
  }
  return success();
}

static LogicalResult lower(SimtModule &simt) {
  inlineFunctions(simt);
  if (failed(lowerDeviceMath(simt)) || failed(lowerIntrinsics(simt)) ||
      failed(placeShared(simt)))
    return failure();
  simplify(simt);
  for (const KernelInfo &kernel : simt.kernels)
    if (failed(checkKernel(simt, kernel)))
      return failure();
  if (failed(instrument(simt)))
    return failure();
  replaceShared(simt);
  llvm::StripDebugInfo(*simt.llvmModule);
  addImage(simt);
  return success();
}

static std::optional<SmallVector<char, 0>> fail(Operation *module,
                                                llvm::Error error) {
  module->emitError() << llvm::toString(std::move(error));
  return std::nullopt;
}

std::optional<SmallVector<char, 0>>
croton::compileForSimt(Operation *module, SimtTargetAttr target) {
  // Outlives the module in `simt`.
  llvm::LLVMContext context;
  SimtModule simt;
  simt.isChecked = target.getCheck();
  simt.isCounted = target.getStats();
  OwningOpRef<Operation *> copy = prepareModule(module, simt);
  if (!copy)
    return std::nullopt;
  auto machine = createMachine(target.getO());
  if (!machine)
    return fail(module, machine.takeError());
  if (failed(translate(simt, *copy, context, **machine)) || failed(lower(simt)))
    return std::nullopt;
  optimize(*simt.llvmModule, **machine, target.getO());
  llvm::orc::SimpleCompiler compiler(**machine);
  auto object = compiler(*simt.llvmModule);
  if (!object)
    return fail(module, object.takeError());
  simt.llvmModule.reset();
  return SmallVector<char, 0>((*object)->getBufferStart(),
                              (*object)->getBufferEnd());
}

//===----------------------------------------------------------------------===//
// The interface
//===----------------------------------------------------------------------===//

namespace {
struct SimtTargetModel
    : gpu::TargetAttrInterface::FallbackModel<SimtTargetModel> {
  std::optional<SmallVector<char, 0>>
  serializeToObject(Attribute attribute, Operation *module,
                    const gpu::TargetOptions &) const {
    return compileForSimt(module, cast<SimtTargetAttr>(attribute));
  }

  Attribute createObject(Attribute attribute, Operation *module,
                         const SmallVector<char, 0> &object,
                         const gpu::TargetOptions &) const {
    Builder builder(attribute.getContext());
    return gpu::ObjectAttr::get(
        attribute, gpu::CompilationTarget::Binary,
        builder.getStringAttr(StringRef(object.data(), object.size())),
        /*properties=*/nullptr, /*kernels=*/nullptr);
  }
};
} // namespace

void croton::registerSimtTarget(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  registry.addExtension(+[](MLIRContext *context, CrotonDialect *) {
    SimtTargetAttr::attachInterface<SimtTargetModel>(*context);
  });
}
