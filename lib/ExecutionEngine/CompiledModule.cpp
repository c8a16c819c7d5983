//===- CompiledModule.cpp - Compile once, call many times -----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilation from a module to code in this process, and the module's state.
//
//===----------------------------------------------------------------------===//

#include "croton/ExecutionEngine/CompiledModule.h"
#include "Jit.h"
#include "PackedInterface.h"
#include "PipelineObserver.h"
#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "croton/Interfaces/TensorTypes.h"
#include "croton/Pipelines/CrotonToLLVM.h"
#include "croton/Runtime/Status.h"
#include "croton/Support/DidYouMean.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <chrono>

using namespace mlir;
using namespace mlir::croton;

double CompileStats::getTotalSeconds() const {
  double total = 0;
  for (const Step &stage : stages)
    total += stage.seconds;
  return total;
}

CompiledModule::CompiledModule() = default;
CompiledModule::~CompiledModule() = default;

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// Adds a stage to the stats and counts its time while it lives.
class StageTimer {
public:
  StageTimer(CompileStats &stats, StringRef name)
      : stats(stats), name(name), start(std::chrono::steady_clock::now()) {}
  ~StageTimer() {
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    stats.stages.push_back({name.str(), time.count()});
  }

private:
  CompileStats &stats;
  StringRef name;
  std::chrono::steady_clock::time_point start;
};
} // namespace

/// Emits an LLVM error at the module.
static LogicalResult emitLLVMError(ModuleOp module, llvm::Error error) {
  return module.emitError()
         << "cannot generate code: " << llvm::toString(std::move(error));
}

/// Reads one global with its initial value.
static FailureOr<StateVariable> readGlobal(ml_program::GlobalOp global) {
  std::optional<TensorSpec> spec = TensorSpec::get(global.getType());
  if (!spec)
    return global.emitOpError()
           << "expected the type of a global to be a ranked tensor on the "
              "host, but got "
           << global.getType();
  StateVariable variable;
  variable.name = global.getSymName().str();
  variable.type = *spec;
  variable.isMutable = global.getIsMutable();
  std::optional<Attribute> value = global.getValue();
  if (!value || isa<ml_program::ExternAttr>(*value))
    return variable;
  auto elements = dyn_cast<ElementsAttr>(*value);
  FailureOr<HostTensor> tensor =
      elements ? getHostTensor(elements) : FailureOr<HostTensor>(failure());
  if (elements && failed(tensor))
    return global.emitOpError()
           << "cannot load the initial value of type " << spec->str()
           << ": its data is missing, of another size, or too large";
  if (failed(tensor) || !spec->accepts(*tensor))
    return global.emitOpError()
           << "expected an initial value of type " << spec->str();
  variable.initialValue = variable.value = *tensor;
  return variable;
}

FailureOr<std::vector<StateVariable>>
croton::readStateVariables(ModuleOp module) {
  std::vector<StateVariable> state;
  for (auto global : module.getOps<ml_program::GlobalOp>()) {
    FailureOr<StateVariable> variable = readGlobal(global);
    if (failed(variable))
      return failure();
    state.push_back(std::move(*variable));
  }
  return state;
}

/// Hides the public functions that are not to be compiled. Fails when one that
/// is asked for does not exist.
static LogicalResult hideOtherFunctions(ModuleOp module,
                                        ArrayRef<std::string> names) {
  llvm::StringSet<> wanted;
  for (const std::string &name : names)
    wanted.insert(name);
  SmallVector<StringRef> known;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic() || function.isExternal())
      continue;
    known.push_back(function.getSymName());
    if (!wanted.erase(function.getSymName()))
      function.setPrivate();
  }
  for (const std::string &name : names)
    if (wanted.contains(name))
      return module.emitError() << "there is no public function '" << name
                                << "'" << didYouMean(name, known);
  return success();
}

/// Refuses functions that cannot be called from outside before anything is
/// lowered.
static LogicalResult checkSignatures(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isPublic() && !function.isExternal() &&
        failed(FunctionSignature::get(function)))
      return failure();
  return success();
}

/// Refuses constants whose data the file does not hold.
static LogicalResult checkResources(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) -> WalkResult {
    auto elements = op->getAttrOfType<DenseResourceElementsAttr>("value");
    if (!elements || isa<ml_program::GlobalOp>(op))
      return WalkResult::advance();
    AsmResourceBlob *blob = elements.getRawHandle().getBlob();
    if (!blob)
      return op->emitOpError()
             << "expected data for the resource '"
             << elements.getRawHandle().getKey() << "', but the file has none";
    if (failed(getHostTensor(elements)))
      return op->emitOpError()
             << "cannot load the resource '" << elements.getRawHandle().getKey()
             << "' of " << blob->getData().size() << " bytes as "
             << elements.getType();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Lowers `module` to the LLVM dialect and returns the signatures its functions
/// had before.
static FailureOr<std::vector<FunctionSignature>>
lowerModule(ModuleOp module, const CompileOptions &options,
            CompileStats &stats) {
  PassManager passes(module.getContext(), ModuleOp::getOperationName());
  passes.enableVerifier(options.verifyPasses);
  PipelineRecord record;
  passes.addInstrumentation(
      std::make_unique<PipelineObserver>(options, record));
  if (!options.functions.empty()) {
    if (failed(hideOtherFunctions(module, options.functions)))
      return failure();
    passes.addPass(createSymbolDCEPass());
  }
  if (failed(checkSignatures(module)) || failed(checkResources(module)))
    return failure();
  if (options.pipeline)
    options.pipeline(passes);
  else
    buildCrotonToLLVMPipeline(passes, CrotonToLLVMOptions());
  LogicalResult result = passes.run(module);
  stats.passes = std::move(record.passes);
  if (failed(result))
    return failure();
  if (!record.signatures)
    return module.emitError() << "expected the pipeline to run "
                                 "croton-functionalize-state on the module";
  return *record.signatures;
}

static std::unique_ptr<llvm::Module> translate(ModuleOp module,
                                               llvm::LLVMContext &context) {
  DialectRegistry registry;
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerOpenMPDialectTranslation(registry);
  module.getContext()->appendDialectRegistry(registry);
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context);
  if (!llvmModule)
    module.emitError() << "cannot translate to LLVM IR";
  return llvmModule;
}

/// Compiles a module in the LLVM dialect to an object file in memory.
static FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
compileToObject(ModuleOp module, ArrayRef<FunctionSignature> signatures,
                const CompileOptions &options, llvm::TargetMachine &machine,
                CompileStats &stats) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule;
  {
    StageTimer timer(stats, "translate");
    llvmModule = translate(module, context);
    if (!llvmModule)
      return failure();
    llvmModule->setDataLayout(machine.createDataLayout());
    llvmModule->setTargetTriple(machine.getTargetTriple());
    if (llvm::Error error = addPackedFunctions(*llvmModule, signatures))
      return emitLLVMError(module, std::move(error));
  }
  if (options.afterLLVMStage)
    options.afterLLVMStage("llvm", *llvmModule);
  {
    StageTimer timer(stats, "optimize");
    optimizeModule(*llvmModule, machine, options);
  }
  if (options.afterLLVMStage)
    options.afterLLVMStage("llvm-optimized", *llvmModule);
  StageTimer timer(stats, "codegen");
  auto object = emitObject(*llvmModule, machine);
  if (!object)
    return emitLLVMError(module, object.takeError());
  if (options.onObject)
    options.onObject((*object)->getMemBufferRef());
  return std::move(*object);
}

FailureOr<std::unique_ptr<CompiledModule>>
CompiledModule::compile(ModuleOp module, const CompileOptions &options) {
  std::unique_ptr<CompiledModule> result(new CompiledModule());
  FailureOr<std::vector<StateVariable>> state = readStateVariables(module);
  if (failed(state))
    return failure();
  result->state = std::move(*state);

  OwningOpRef<ModuleOp> lowered;
  {
    StageTimer timer(result->stats, "lower");
    lowered = module.clone();
    FailureOr<std::vector<FunctionSignature>> signatures =
        lowerModule(*lowered, options, result->stats);
    if (failed(signatures))
      return failure();
    result->signatures = std::move(*signatures);
  }
  auto machine = createTargetMachine(options);
  if (!machine)
    return emitLLVMError(module, machine.takeError());
  FailureOr<std::unique_ptr<llvm::MemoryBuffer>> object = compileToObject(
      *lowered, result->signatures, options, **machine, result->stats);
  if (failed(object))
    return failure();

  StageTimer timer(result->stats, "link");
  auto jit = Jit::create(std::move(*object), **machine);
  if (!jit)
    return emitLLVMError(module, jit.takeError());
  result->jit = std::move(*jit);
  if (lowered->lookupSymbol(kUnloadKernelsName))
    if (llvm::Error error = result->jit->prepareKernels())
      return emitLLVMError(module, std::move(error));
  for (const FunctionSignature &signature : result->signatures) {
    auto address = result->jit->lookup(getPackedName(signature.name));
    if (!address)
      return emitLLVMError(module, address.takeError());
    result->entryPoints.push_back(result->makeEntryPoint(
        signature,
        reinterpret_cast<Callable::EntryPoint::PackedFunction>(*address)));
  }
  return result;
}

Callable::EntryPoint
CompiledModule::makeEntryPoint(const FunctionSignature &signature,
                               Callable::EntryPoint::PackedFunction function) {
  Callable::EntryPoint entry;
  entry.function = function;
  for (const ArgumentSpec &argument : signature.arguments) {
    entry.numInputWords += getDescriptorSize(argument.type.shape.size());
    entry.hasDonations |= argument.isDonated;
  }
  for (const ResultSpec &result : signature.results)
    entry.numResultWords += getDescriptorSize(result.type.shape.size());
  for (const StateUse &use : signature.stateReads) {
    entry.stateReads.push_back(findState(use.global));
    entry.numInputWords += getDescriptorSize(use.type.shape.size());
  }
  for (const StateUse &use : signature.stateWrites) {
    entry.stateWrites.push_back(findState(use.global));
    entry.numResultWords += getDescriptorSize(use.type.shape.size());
  }
  return entry;
}

FailureOr<Callable> CompiledModule::lookup(StringRef name) {
  for (auto [signature, entry] : llvm::zip_equal(signatures, entryPoints))
    if (signature.name == name)
      return Callable(&signature, &entry);
  return failure();
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

StateVariable *CompiledModule::findState(StringRef name) {
  for (StateVariable &variable : state)
    if (variable.name == name)
      return &variable;
  return nullptr;
}

HostTensor CompiledModule::getState(StringRef name) const {
  for (const StateVariable &variable : state)
    if (variable.name == name)
      return variable.value;
  return HostTensor();
}

LogicalResult CompiledModule::setState(StringRef name, const HostTensor &value,
                                       CallError &error) {
  StateVariable *variable = findState(name);
  if (!variable) {
    SmallVector<StringRef> names;
    for (const StateVariable &known : state)
      names.push_back(known.name);
    return error.fail(CROTON_ERROR_VALUE, "there is no state '" + name + "'" +
                                              didYouMean(name, names));
  }
  if (!value.isValid())
    return error.fail(CROTON_ERROR_VALUE, "state '" + name + "': expected " +
                                              variable->type.str() +
                                              ", but got an empty handle");
  if (!variable->type.accepts(value))
    return error.fail(CROTON_ERROR_SHAPE,
                      "state '" + name + "': expected " + variable->type.str() +
                          ", but got " + TensorSpec::get(value).str());
  variable->value = value;
  return success();
}

void CompiledModule::resetState() {
  for (StateVariable &variable : state)
    variable.value = variable.initialValue;
}
