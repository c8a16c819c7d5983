//===- Prepare.cpp - A gpu.module ready for translation -------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on a copy of the module, in MLIR, where it is simple: locations of any
// kind become line numbers that survive LLVM's passes, and all pointers
// ordinary ones.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

//===----------------------------------------------------------------------===//
// Address spaces
//===----------------------------------------------------------------------===//

static bool isSpecialPointer(Type type) {
  auto pointer = dyn_cast<LLVM::LLVMPointerType>(type);
  return pointer && pointer.getAddressSpace() != 0;
}

/// Fails for operations of nvvm that work on pointers into an address space:
/// the emulator would not know their operands after the change.
static LogicalResult checkOps(Operation *module) {
  WalkResult result = module->walk([](Operation *op) {
    if (!isa_and_present<NVVM::NVVMDialect>(op->getDialect()) ||
        llvm::none_of(op->getOperandTypes(), isSpecialPointer))
      return WalkResult::advance();
    op->emitError() << "the SIMT emulator has no '" << op->getName() << "'";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Makes all pointers those of the host; notes which variables were in shared
/// memory.
static void unifyAddressSpaces(Operation *module, SimtModule &simt) {
  module->walk([&](LLVM::GlobalOp global) {
    if (global.getAddrSpace() == 3)
      simt.sharedNames.push_back(global.getSymName().str());
    global.setAddrSpace(0);
  });
  AttrTypeReplacer replacer;
  replacer.addReplacement([](LLVM::LLVMPointerType type) -> Type {
    return LLVM::LLVMPointerType::get(type.getContext());
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module->walk([](LLVM::AddrSpaceCastOp op) {
    op.getResult().replaceAllUsesWith(op.getArg());
    op.erase();
  });
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// Makes debug information that lets locations survive the translation.
static Location makeScope(LLVM::LLVMFuncOp function, Location location) {
  MLIRContext *context = function.getContext();
  auto file = LLVM::DIFileAttr::get(context, "croton", "");
  auto unit = LLVM::DICompileUnitAttr::get(
      DistinctAttr::create(UnitAttr::get(context)), llvm::dwarf::DW_LANG_C,
      file, StringAttr::get(context, "croton"), /*isOptimized=*/true,
      LLVM::DIEmissionKind::LineTablesOnly);
  auto type = LLVM::DISubroutineTypeAttr::get(context, {});
  auto scope = LLVM::DISubprogramAttr::get(
      context, DistinctAttr::create(UnitAttr::get(context)), unit, file,
      function.getSymNameAttr(), function.getSymNameAttr(), file, /*line=*/1,
      /*scopeLine=*/1, LLVM::DISubprogramFlags::Definition, type,
      /*retainedNodes=*/{}, /*annotations=*/{});
  return FusedLoc::get(context, {location}, scope);
}

static void numberLocations(Operation *module, SimtModule &simt) {
  MLIRContext *context = module->getContext();
  llvm::DenseMap<Location, unsigned> numbers;
  module->walk([&](Operation *op) {
    auto [it, isNew] =
        numbers.try_emplace(op->getLoc(), simt.locations.size() + 1);
    if (isNew)
      simt.locations.push_back(op->getLoc());
    Location number = FileLineColLoc::get(context, "croton", it->second, 1);
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
        function && !function.isExternal())
      number = makeScope(function, number);
    op->setLoc(number);
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The product of a kernel's bounds, or 0.
static uint32_t getMaxThreads(LLVM::LLVMFuncOp function) {
  for (StringRef name : {"nvvm.reqntid", "nvvm.maxntid"}) {
    auto bounds = function->getAttrOfType<DenseI32ArrayAttr>(name);
    if (!bounds)
      continue;
    uint32_t product = 1;
    for (int32_t bound : bounds.asArrayRef())
      product *= bound;
    return product;
  }
  return 0;
}

static void findKernels(Operation *module, SimtModule &simt) {
  module->walk([&](LLVM::LLVMFuncOp function) {
    if (function.isExternal() ||
        !(function->hasAttr("nvvm.kernel") || function->hasAttr("gpu.kernel")))
      return;
    KernelInfo kernel;
    kernel.name = function.getSymName().str();
    kernel.maxThreads = getMaxThreads(function);
    simt.kernels.push_back(std::move(kernel));
  });
}

OwningOpRef<Operation *> simt::prepareModule(Operation *module,
                                             SimtModule &simt) {
  if (failed(checkOps(module)))
    return nullptr;
  OwningOpRef<Operation *> copy(module->clone());
  findKernels(*copy, simt);
  unifyAddressSpaces(*copy, simt);
  numberLocations(*copy, simt);
  return copy;
}
