//===- PackedInterface.cpp - How calls enter compiled code ----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates the packed functions; writes and reads descriptors.
//
//===----------------------------------------------------------------------===//

#include "PackedInterface.h"
#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace mlir;
using namespace mlir::croton;

std::string croton::getPackedName(StringRef function) {
  return ("croton.packed." + function).str();
}

/// Adds the packed form of one function.
static llvm::Error addPackedFunction(llvm::Module &module,
                                     const FunctionSignature &signature) {
  llvm::LLVMContext &context = module.getContext();
  std::string calleeName = "_mlir_ciface_" + signature.name;
  llvm::Function *callee = module.getFunction(calleeName);
  unsigned numArguments =
      signature.arguments.size() + signature.stateReads.size();
  bool hasResults =
      !signature.results.empty() || !signature.stateWrites.empty();
  if (!callee || callee->arg_size() != numArguments + hasResults)
    return llvm::createStringError(
        "expected a function '" + calleeName + "' with " +
        std::to_string(numArguments + hasResults) + " arguments");

  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer}, /*isVarArg=*/false);
  auto *packed = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                        getPackedName(signature.name), module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", packed));
  auto loadPointer = [&](unsigned index) {
    llvm::Value *address =
        builder.CreateConstInBoundsGEP1_64(pointer, packed->getArg(0), index);
    return builder.CreateLoad(pointer, address);
  };
  // The C interface takes the address of the results first.
  SmallVector<llvm::Value *> arguments;
  if (hasResults)
    arguments.push_back(loadPointer(numArguments));
  for (unsigned index = 0; index < numArguments; ++index)
    arguments.push_back(loadPointer(index));
  builder.CreateCall(callee, arguments);
  builder.CreateRetVoid();
  return llvm::Error::success();
}

/// Nobody runs the destructors of code in memory; the engine calls the one that
/// there may be.
static void removeDestructors(llvm::Module &module) {
  if (llvm::GlobalVariable *list =
          module.getGlobalVariable("llvm.global_dtors"))
    list->eraseFromParent();
}

llvm::Error croton::addPackedFunctions(llvm::Module &module,
                                       ArrayRef<FunctionSignature> signatures) {
  removeDestructors(module);
  for (llvm::GlobalObject &object : module.global_objects())
    if (!object.isDeclaration())
      object.setLinkage(llvm::GlobalValue::InternalLinkage);
  if (llvm::Function *unload = module.getFunction(kUnloadKernelsName))
    unload->setLinkage(llvm::GlobalValue::ExternalLinkage);
  for (const FunctionSignature &signature : signatures)
    if (llvm::Error error = addPackedFunction(module, signature))
      return error;
  return llvm::Error::success();
}

int64_t *croton::writeDescriptor(const HostTensor &tensor, int64_t *words) {
  auto address = reinterpret_cast<int64_t>(tensor.getRawData());
  words[0] = words[1] = address;
  words[2] = 0; // The offset.
  ArrayRef<int64_t> shape = tensor.getShape();
  int64_t *sizes = words + 3, *strides = sizes + shape.size();
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0;) {
    sizes[dim] = shape[dim];
    strides[dim] = stride;
    stride *= shape[dim];
  }
  return strides + shape.size();
}

ReturnedMemRef ReturnedMemRef::read(const int64_t *words,
                                    const TensorSpec &spec) {
  int64_t byteOffset = words[2] * getByteWidth(spec.dtype);
  return {reinterpret_cast<void *>(words[0]),
          reinterpret_cast<void *>(words[1] + byteOffset),
          ArrayRef<int64_t>(words + 3, spec.shape.size())};
}
