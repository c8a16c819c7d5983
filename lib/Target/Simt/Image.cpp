//===- Image.cpp - The tables of an image ---------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes what croton/Runtime/SimtImage.h describes into the module: the
// kernels with their wrappers, the sites, the variables.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;
using llvm::Constant;

namespace {
class ImageBuilder {
public:
  explicit ImageBuilder(SimtModule &simt)
      : simt(simt), module(*simt.llvmModule), context(simt.getContext()) {}

  void build();

private:
  Constant *makeI32(uint32_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), value);
  }
  Constant *makeI64(uint64_t value) {
    return llvm::ConstantInt::get(llvm::Type::getInt64Ty(context), value);
  }
  Constant *makeString(StringRef text);
  /// A private array of structs; a null pointer when there are none.
  Constant *makeTable(ArrayRef<Constant *> entries, StringRef name);
  Constant *makeStruct(ArrayRef<Constant *> fields) {
    return llvm::ConstantStruct::getAnon(context, fields);
  }

  llvm::Function *makeWrapper(const KernelInfo &kernel);
  Constant *makeKernels();
  Constant *makeSites();
  Constant *makeGlobals(uint64_t &count);

  SimtModule &simt;
  llvm::Module &module;
  llvm::LLVMContext &context;
  llvm::StringMap<Constant *> strings;
};
} // namespace

Constant *ImageBuilder::makeString(StringRef text) {
  Constant *&string = strings[text];
  if (!string) {
    Constant *data = llvm::ConstantDataArray::getString(context, text);
    string = new llvm::GlobalVariable(module, data->getType(),
                                      /*isConstant=*/true,
                                      llvm::GlobalValue::PrivateLinkage, data,
                                      "simt.text");
  }
  return string;
}

Constant *ImageBuilder::makeTable(ArrayRef<Constant *> entries,
                                  StringRef name) {
  if (entries.empty())
    return llvm::ConstantPointerNull::get(llvm::PointerType::get(context, 0));
  auto *type = llvm::ArrayType::get(entries[0]->getType(), entries.size());
  return new llvm::GlobalVariable(
      module, type, /*isConstant=*/true, llvm::GlobalValue::PrivateLinkage,
      llvm::ConstantArray::get(type, entries), name);
}

/// The function that reads the parameters of a kernel and calls it.
llvm::Function *ImageBuilder::makeWrapper(const KernelInfo &kernel) {
  auto *pointer = llvm::PointerType::get(context, 0);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer}, /*isVarArg=*/false);
  auto *wrapper = llvm::Function::Create(
      type, llvm::GlobalValue::ExternalLinkage, kernel.name + "__simt", module);
  llvm::IRBuilder<> builder(
      llvm::BasicBlock::Create(context, "entry", wrapper));
  SmallVector<llvm::Value *> arguments;
  for (llvm::Argument &argument : kernel.function->args()) {
    llvm::Value *place = builder.CreateLoad(
        pointer, builder.CreateConstGEP1_32(pointer, wrapper->getArg(0),
                                            argument.getArgNo()));
    arguments.push_back(argument.hasByValAttr()
                            ? place
                            : builder.CreateLoad(argument.getType(), place));
  }
  builder.CreateCall(kernel.function, arguments);
  builder.CreateRetVoid();
  return wrapper;
}

Constant *ImageBuilder::makeKernels() {
  SmallVector<Constant *> kernels;
  for (const KernelInfo &kernel : simt.kernels)
    kernels.push_back(
        makeStruct({makeString(kernel.name), makeWrapper(kernel),
                    makeI32(kernel.function->arg_size()),
                    makeI32(kernel.sharedBytes), makeI32(kernel.maxThreads)}));
  return makeTable(kernels, "simt.kernels");
}

Constant *ImageBuilder::makeSites() {
  SmallVector<Constant *> sites;
  for (const Site &site : simt.sites)
    sites.push_back(makeStruct(
        {makeString(site.location), makeString(site.text), makeI32(site.kind),
         makeI32(site.size), makeI32(site.alignment),
         makeI32(site.objectOffset), makeI32(site.objectSize)}));
  return makeTable(sites, "simt.sites");
}

Constant *ImageBuilder::makeGlobals(uint64_t &count) {
  SmallVector<Constant *> globals;
  for (llvm::GlobalVariable &variable : module.globals()) {
    if (variable.isDeclaration() || variable.getName().starts_with("simt."))
      continue;
    uint64_t size =
        module.getDataLayout().getTypeAllocSize(variable.getValueType());
    globals.push_back(
        makeStruct({makeString(variable.getName()), &variable, makeI64(size)}));
  }
  count = globals.size();
  return makeTable(globals, "simt.globals");
}

void ImageBuilder::build() {
  uint64_t numGlobals = 0;
  Constant *globals = makeGlobals(numGlobals);
  Constant *kernels = makeKernels();
  Constant *sites = makeSites();
  uint32_t flags = (simt.isChecked ? CROTON_SIMT_CHECKED : 0) |
                   (simt.isCounted ? CROTON_SIMT_COUNTED : 0);
  Constant *image =
      makeStruct({makeI32(CROTON_SIMT_IMAGE_VERSION), makeI32(flags), kernels,
                  makeI64(simt.kernels.size()), sites,
                  makeI64(simt.sites.size()), globals, makeI64(numGlobals)});
  new llvm::GlobalVariable(module, image->getType(), /*isConstant=*/true,
                           llvm::GlobalValue::ExternalLinkage, image,
                           CROTON_SIMT_IMAGE_SYMBOL);
}

void simt::addImage(SimtModule &simt) { ImageBuilder(simt).build(); }
