//===- LowerMemRefs.cpp - Globals, signatures and entry points ------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the lowering from memrefs to pointers that concerns the module:
// constants, the signatures of functions, and the C interface.
//
//===----------------------------------------------------------------------===//

#include "MemRefLowering.h"
#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// The runtime's allocator
//===----------------------------------------------------------------------===//

static LowerToLLVMOptions getLoweringOptions(MLIRContext *context) {
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(64);
  return options;
}

ModuleContext::ModuleContext(ModuleOp module)
    : module(module), symbols(module),
      converter(module.getContext(), getLoweringOptions(module.getContext())),
      devices(*this) {}

LLVM::LLVMFuncOp ModuleContext::declare(StringRef name,
                                        LLVM::LLVMFunctionType type) {
  if (auto existing = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return existing;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name, type);
  symbols.insert(function);
  return function;
}

LLVM::LLVMFuncOp ModuleContext::getAllocate() {
  if (allocate)
    return allocate;
  MLIRContext *context = module.getContext();
  Builder builder(context);
  auto pointer = LLVM::LLVMPointerType::get(context);
  allocate =
      declare("_mlir_memref_to_llvm_alloc",
              LLVM::LLVMFunctionType::get(pointer, builder.getI64Type()));
  // New memory, aligned for the widest vectors (croton/Runtime/Memory.h).
  allocate.setResAttrsAttr(builder.getArrayAttr(builder.getDictionaryAttr(
      {builder.getNamedAttr(LLVM::LLVMDialect::getNoAliasAttrName(),
                            builder.getUnitAttr()),
       builder.getNamedAttr(LLVM::LLVMDialect::getAlignAttrName(),
                            builder.getI64IntegerAttr(64))})));
  return allocate;
}

LLVM::LLVMFuncOp ModuleContext::getFree() {
  if (release)
    return release;
  MLIRContext *context = module.getContext();
  release =
      declare("_mlir_memref_to_llvm_free",
              LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(context),
                                          LLVM::LLVMPointerType::get(context)));
  return release;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The nested array type that holds the elements of `type`.
static Type getArrayType(const LLVMTypeConverter &converter, MemRefType type) {
  Type array = converter.convertType(type.getElementType());
  for (int64_t size : llvm::reverse(type.getShape()))
    array = LLVM::LLVMArrayType::get(array, size);
  return array;
}

static void lowerGlobal(ModuleContext &context, memref::GlobalOp global) {
  OpBuilder builder(global);
  Attribute value = global.getInitialValueAttr();
  if (global.getType().getRank() == 0)
    if (auto elements = dyn_cast_or_null<ElementsAttr>(value))
      value = elements.getSplatValue<Attribute>();
  std::string name = global.getSymName().str();
  auto lowered = LLVM::GlobalOp::create(
      builder, global.getLoc(),
      getArrayType(context.converter, global.getType()), global.getConstant(),
      global.isPrivate() ? LLVM::Linkage::Private : LLVM::Linkage::External,
      name, value, global.getAlignment().value_or(0));
  context.symbols.remove(global);
  global.erase();
  context.symbols.insert(lowered);
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

/// True if the results are stored through a pointer: as in upstream's C
/// interface, where only a single scalar is returned itself.
static bool storesResults(FunctionType type) {
  return type.getNumResults() > 1 ||
         (type.getNumResults() == 1 && isa<MemRefType>(type.getResult(0)));
}

/// Gives `function` the signature that its body has by now.
static void updateSignature(func::FuncOp function, bool hasResultPointer) {
  TypeRange arguments = function.getBody().front().getArgumentTypes();
  SmallVector<Type> results;
  if (!hasResultPointer)
    for (Type type : function.getResultTypes())
      results.push_back(type.isIndex() ? IntegerType::get(type.getContext(), 64)
                                       : type);
  function.removeArgAttrsAttr();
  function.removeResAttrsAttr();
  function.setType(
      FunctionType::get(function.getContext(), arguments, results));
}

/// Memory behind an argument is not reached through anything else: arguments
/// are only read, results are new, and a donated argument must not be passed
/// twice.
static void markArgumentsNoAlias(func::FuncOp function) {
  for (unsigned index : llvm::seq(0u, function.getNumArguments()))
    if (isa<LLVM::LLVMPointerType>(function.getArgument(index).getType()))
      function.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                          UnitAttr::get(function.getContext()));
}

/// A declaration has only scalars, whose index becomes i64.
static void lowerDeclaration(func::FuncOp function) {
  auto convert = [](TypeRange types) {
    return llvm::map_to_vector(types, [](Type type) -> Type {
      return type.isIndex() ? IntegerType::get(type.getContext(), 64) : type;
    });
  };
  function.setType(FunctionType::get(function.getContext(),
                                     convert(function.getArgumentTypes()),
                                     convert(function.getResultTypes())));
}

//===----------------------------------------------------------------------===//
// The C interface
//===----------------------------------------------------------------------===//

/// Adds `_mlir_ciface_<name>`, which takes a pointer to the results, if they
/// are stored, and pointers to the descriptors of memrefs, and calls
/// `function`, whose type was `type`.
static void addCInterface(ModuleContext &context, func::FuncOp function,
                          FunctionType type) {
  OpBuilder builder(function.getContext());
  builder.setInsertionPointAfter(function);
  Location loc = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  bool hasResultPointer = storesResults(type);
  SmallVector<Type> inputs;
  if (hasResultPointer)
    inputs.push_back(pointer);
  for (Type input : type.getInputs())
    inputs.push_back(isa<MemRefType>(input) ? pointer
                     : input.isIndex()      ? builder.getI64Type()
                                            : input);
  auto entry = func::FuncOp::create(
      builder, loc, ("_mlir_ciface_" + function.getSymName()).str(),
      FunctionType::get(builder.getContext(), inputs,
                        function.getResultTypes()));
  Block *body = entry.addEntryBlock();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> operands;
  if (hasResultPointer)
    operands.push_back(body->getArgument(0));
  for (auto [input, argument] :
       llvm::zip_equal(type.getInputs(),
                       body->getArguments().drop_front(hasResultPointer))) {
    auto memrefType = dyn_cast<MemRefType>(input);
    if (!memrefType) {
      operands.push_back(argument);
      continue;
    }
    Value descriptor = argument;
    auto loadWord = [&](Type wordType, int32_t word) {
      Value address = LLVM::GEPOp::create(
          builder, loc, pointer, builder.getI64Type(), descriptor,
          ArrayRef<LLVM::GEPArg>{word}, LLVM::GEPNoWrapFlags::inbounds);
      operands.push_back(LLVM::LoadOp::create(builder, loc, wordType, address));
    };
    loadWord(pointer, 0);
    loadWord(pointer, 1);
    for (auto [dim, size] : llvm::enumerate(memrefType.getShape()))
      if (ShapedType::isDynamic(size))
        loadWord(builder.getI64Type(), 3 + dim);
  }
  auto call = func::CallOp::create(builder, loc, function, operands);
  func::ReturnOp::create(builder, loc, call.getResults());
  context.symbols.insert(entry);
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static void lowerFunction(ModuleContext &context, func::FuncOp function) {
  FunctionType type = function.getFunctionType();
  bool hasResultPointer = storesResults(type);
  Value resultPointer;
  if (hasResultPointer)
    resultPointer = function.getBody().front().insertArgument(
        0u, LLVM::LLVMPointerType::get(function.getContext()),
        function.getLoc());
  FunctionLowering(context, function, resultPointer).run();
  updateSignature(function, hasResultPointer);
  if (!function.isPublic())
    return;
  markArgumentsNoAlias(function);
  addCInterface(context, function, type);
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(function.getContext(), LLVM::Linkage::Internal));
}

/// What the lowering cannot express is an error before anything is changed.
static LogicalResult checkFunction(func::FuncOp function) {
  auto isBadArgument = [&](Type type) {
    auto memrefType = dyn_cast<MemRefType>(type);
    return isa<UnrankedMemRefType>(type) ||
           (memrefType &&
            (function.isExternal() ||
             (function.isPublic() && !memrefType.getLayout().isIdentity())));
  };
  for (Type type : function.getArgumentTypes())
    if (isBadArgument(type))
      return function.emitOpError()
             << "expected contiguous memrefs as arguments, but got " << type;
  if (function.isPublic())
    for (Type type : llvm::concat<const Type>(function.getArgumentTypes(),
                                              function.getResultTypes()))
      if (DeviceAttr device = getMemoryDevice(type))
        return function.emitOpError()
               << "expected arguments and results on the host, but got one on "
               << device;
  return checkMemRefOps(function);
}

LogicalResult croton::lowerMemRefs(ModuleOp module) {
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (failed(checkFunction(function)))
      return failure();

  ModuleContext context(module);
  for (auto global :
       llvm::make_early_inc_range(module.getOps<memref::GlobalOp>()))
    lowerGlobal(context, global);
  for (func::FuncOp function : functions) {
    if (function.isExternal())
      lowerDeclaration(function);
    else
      lowerFunction(context, function);
  }
  context.devices.finish();
  return success();
}
