//===- SimtTestBase.cpp - Kernels from text, run by the emulator ----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtTestBase.h"
#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/ExecutionEngine/SimtLoader.h"
#include "croton/Target/Simt.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::croton;

Arguments &Arguments::memref(void *address, ArrayRef<int64_t> shape) {
  value(address);
  value(address);
  value(int64_t(0));
  for (int64_t size : shape)
    value(size);
  int64_t stride = 1;
  SmallVector<int64_t> strides(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  for (int64_t step : strides)
    value(step);
  return *this;
}

std::vector<void *> Arguments::getPointers() {
  std::vector<void *> pointers;
  for (uint64_t &slot : slots)
    pointers.push_back(&slot);
  return pointers;
}

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry.insert<CrotonDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  gpu::GPUDialect, LLVM::LLVMDialect, NVVM::NVVMDialect,
                  math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
                  vector::VectorDialect>();
  mlir::registerAllExtensions(registry);
  registerSimtTarget(registry);
  return registry;
}

SimtTestBase::SimtTestBase()
    : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  static const bool isRegistered = [] {
    registerConversionPasses();
    registerSimtLoader();
    return true;
  }();
  (void)isRegistered;
  context.getDiagEngine().registerHandler([this](Diagnostic &diagnostic) {
    llvm::raw_string_ostream(diagnostics)
        << diagnostic.getLocation() << ": " << diagnostic << "\n";
    return success();
  });
  croton_rt_simt_clear_stats();
  char message[1024];
  EXPECT_EQ(driver->open(0, &device, message), 0);
}

SimtTestBase::~SimtTestBase() {
  for (void *block : blocks)
    driver->deallocate(device, block);
  if (module)
    driver->unload_module(device, module);
}

std::string SimtTestBase::compile(StringRef body, StringRef target) {
  std::string text =
      ("gpu.module @kernels [" + target + "] {\n" + body + "\n}\n").str();
  OwningOpRef<ModuleOp> source =
      parseSourceString<ModuleOp>(text, ParserConfig(&context), "kernels.mlir");
  if (!source)
    return diagnostics;
  PassManager passes(&context);
  if (failed(parsePassPipeline(
          "gpu.module(convert-vector-to-scf,convert-scf-to-cf,"
          "convert-gpu-to-nvvm{has-redux=1},reconcile-unrealized-casts)",
          passes)) ||
      failed(passes.run(*source)))
    return diagnostics;
  auto kernels = *source->getOps<gpu::GPUModuleOp>().begin();
  auto object =
      compileForSimt(kernels, cast<SimtTargetAttr>((*kernels.getTargets())[0]));
  if (!object)
    return diagnostics;
  image = std::move(*object);
  return "";
}

void SimtTestBase::load(StringRef body, StringRef target) {
  ASSERT_EQ(compile(body, target), "");
  if (module)
    driver->unload_module(device, module);
  module = nullptr;
  moduleData = {image.data(), image.size()};
  char message[1024];
  ASSERT_EQ(driver->load_module(device, &moduleData, &module, message), 0)
      << message;
}

void *SimtTestBase::allocate(uint64_t size) {
  void *block = driver->allocate(device, size);
  EXPECT_NE(block, nullptr);
  blocks.push_back(block);
  return block;
}

std::string SimtTestBase::launch(const char *kernel, CrotonRtGrid grid,
                                 Arguments arguments,
                                 uint64_t dynamicSharedBytes) {
  void *handle = nullptr;
  char message[1024] = "";
  if (driver->find_kernel(device, module, kernel, &handle, message))
    return message;
  std::vector<void *> pointers = arguments.getPointers();
  if (driver->launch(device, handle, &grid, dynamicSharedBytes, pointers.data(),
                     pointers.size(), message))
    return message;
  return "";
}

CrotonRtSimtStats SimtTestBase::getStats(const char *kernel) {
  CrotonRtSimtStats stats = {};
  EXPECT_EQ(croton_rt_simt_find_stats(kernel, &stats), 0);
  return stats;
}
