//===- DeviceSymbols.cpp - Kernels and texts as constants -----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the calls of devices need in the module: images of kernels, texts, and
// the function that unloads the images.
//
//===----------------------------------------------------------------------===//

#include "MemRefLowering.h"
#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::croton;

/// What an object file, or a vector in it, may be aligned to.
static constexpr uint64_t kImageAlignment = 64;

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

LLVM::GlobalOp DeviceSymbols::addBytes(Location loc, StringRef name,
                                       StringRef bytes, uint64_t alignment) {
  OpBuilder builder = OpBuilder::atBlockBegin(context.module.getBody());
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  auto global = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                                       LLVM::Linkage::Private, name,
                                       builder.getStringAttr(bytes), alignment);
  context.symbols.insert(global);
  return global;
}

/// Adds a constant whose value is built by ops.
LLVM::GlobalOp
DeviceSymbols::addConstant(Location loc, StringRef name, Type type,
                           function_ref<Value(OpBuilder &)> buildValue) {
  OpBuilder builder = OpBuilder::atBlockBegin(context.module.getBody());
  auto global =
      LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/true,
                             LLVM::Linkage::Private, name, Attribute());
  builder.createBlock(&global.getInitializerRegion());
  LLVM::ReturnOp::create(builder, loc, buildValue(builder));
  context.symbols.insert(global);
  return global;
}

Value DeviceSymbols::getText(OpBuilder &builder, Location loc, StringRef text) {
  LLVM::GlobalOp &global = texts[builder.getStringAttr(text)];
  if (!global)
    global = addBytes(loc, "__croton_device_text", (text + Twine('\0')).str(),
                      /*alignment=*/0);
  return LLVM::AddressOfOp::create(builder, loc, global);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

gpu::ObjectAttr croton::findDeviceObject(gpu::BinaryOp binary, StringRef kind) {
  for (auto object : binary.getObjects().getAsRange<gpu::ObjectAttr>()) {
    bool fits = kind == "simt" ? isa<SimtTargetAttr>(object.getTarget())
                               : isa<NVVM::NVVMTargetAttr>(object.getTarget());
    if (fits)
      return object;
  }
  return gpu::ObjectAttr();
}

LLVM::GlobalOp DeviceSymbols::addModule(gpu::BinaryOp binary, StringRef kind) {
  Location loc = binary.getLoc();
  gpu::ObjectAttr object = findDeviceObject(binary, kind);
  std::string bytes = object.getObject().getValue().str();
  // The driver takes PTX as a text that ends in a zero.
  if (object.getFormat() == gpu::CompilationTarget::Assembly &&
      !StringRef(bytes).ends_with(StringRef("\0", 1)))
    bytes.push_back('\0');
  std::string name = ("__" + binary.getSymName()).str();
  LLVM::GlobalOp image = addBytes(loc, name + "_image", bytes, kImageAlignment);

  MLIRContext *mlirContext = binary.getContext();
  auto type = LLVM::LLVMStructType::getLiteral(
      mlirContext, {LLVM::LLVMPointerType::get(mlirContext),
                    IntegerType::get(mlirContext, 64)});
  return addConstant(loc, name, type, [&](OpBuilder &builder) -> Value {
    Value address = LLVM::AddressOfOp::create(builder, loc, image);
    Value size = LLVM::ConstantOp::create(
        builder, loc, builder.getI64IntegerAttr(bytes.size()));
    Value value = LLVM::PoisonOp::create(builder, loc, type);
    value = LLVM::InsertValueOp::create(builder, loc, value, address,
                                        ArrayRef<int64_t>{0});
    return LLVM::InsertValueOp::create(builder, loc, value, size,
                                       ArrayRef<int64_t>{1});
  });
}

Value DeviceSymbols::getModule(OpBuilder &builder, Location loc,
                               gpu::BinaryOp binary, StringRef kind) {
  LLVM::GlobalOp &global = modules[{binary, builder.getStringAttr(kind)}];
  if (!global)
    global = addModule(binary, kind);
  return LLVM::AddressOfOp::create(builder, loc, global);
}

//===----------------------------------------------------------------------===//
// Messages
//===----------------------------------------------------------------------===//

LLVM::GlobalOp DeviceSymbols::addMessages(Location loc, ArrayAttr formats) {
  auto pointer = LLVM::LLVMPointerType::get(formats.getContext());
  auto type = LLVM::LLVMArrayType::get(pointer, formats.size());
  return addConstant(loc, "__croton_device_messages", type,
                     [&](OpBuilder &builder) -> Value {
                       Value table = LLVM::PoisonOp::create(builder, loc, type);
                       for (auto [index, format] :
                            llvm::enumerate(formats.getAsRange<StringAttr>()))
                         table = LLVM::InsertValueOp::create(
                             builder, loc, table,
                             getText(builder, loc, format.getValue()), index);
                       return table;
                     });
}

std::pair<Value, Value> DeviceSymbols::getMessages(OpBuilder &builder,
                                                   Location loc) {
  auto formats =
      context.module->getAttrOfType<ArrayAttr>(kDeviceMessagesAttrName);
  if (!formats)
    return {};
  if (!messages)
    messages = addMessages(context.module.getLoc(), formats);
  Value count = LLVM::ConstantOp::create(
      builder, loc, builder.getI64IntegerAttr(formats.size()));
  return {LLVM::AddressOfOp::create(builder, loc, messages), count};
}

//===----------------------------------------------------------------------===//
// The end of the module
//===----------------------------------------------------------------------===//

/// A destructor of the module, since the runtime knows kernels by the address
/// of their CrotonRtModule.
void DeviceSymbols::addUnloading() {
  MLIRContext *mlirContext = context.module.getContext();
  Location loc = context.module.getLoc();
  auto nothing = LLVM::LLVMVoidType::get(mlirContext);
  auto pointer = LLVM::LLVMPointerType::get(mlirContext);
  LLVM::LLVMFuncOp unload = context.declare(
      "croton_rt_device_unload", LLVM::LLVMFunctionType::get(nothing, pointer));

  OpBuilder builder = OpBuilder::atBlockEnd(context.module.getBody());
  auto function = LLVM::LLVMFuncOp::create(
      builder, loc, kUnloadKernelsName,
      LLVM::LLVMFunctionType::get(nothing, {}), LLVM::Linkage::Internal);
  context.symbols.insert(function);
  LLVM::GlobalDtorsOp::create(
      builder, loc, builder.getArrayAttr(FlatSymbolRefAttr::get(function)),
      builder.getI32ArrayAttr({65535}),
      builder.getArrayAttr(LLVM::ZeroAttr::get(mlirContext)));
  builder.setInsertionPointToStart(function.addEntryBlock(builder));
  for (auto &[key, global] : modules) {
    Value address = LLVM::AddressOfOp::create(builder, loc, global);
    LLVM::CallOp::create(builder, loc, unload, address);
  }
  LLVM::ReturnOp::create(builder, loc, ValueRange());
}

void DeviceSymbols::finish() {
  if (!modules.empty())
    addUnloading();
  auto binaries = llvm::to_vector(context.module.getOps<gpu::BinaryOp>());
  for (gpu::BinaryOp binary : binaries)
    context.symbols.erase(binary);
  auto functions = llvm::to_vector(context.module.getOps<func::FuncOp>());
  for (func::FuncOp function : functions)
    if (function.isExternal() &&
        function.getSymName().starts_with(kDeviceErrorPrefix))
      context.symbols.erase(function);
  context.module->removeAttr(kDevicesAttrName);
  context.module->removeAttr(kDeviceMessagesAttrName);
  context.module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
}
