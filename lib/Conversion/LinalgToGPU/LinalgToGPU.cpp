//===- LinalgToGPU.cpp - Kernels for ops on device memory -----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "croton/Conversion/Passes.h"
#include "croton/Conversion/Utils/MemRefLayout.h"

#include "Kernels.h"
#include "croton/Dialect/Croton/IR/Devices.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::croton {
#define GEN_PASS_DEF_LINALGTOGPUPASS
#include "croton/Conversion/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {
class LinalgToGPUPass
    : public croton::impl::LinalgToGPUPassBase<LinalgToGPUPass> {
public:
  void runOnOperation() override;

private:
  LogicalResult convert(linalg::LinalgOp op);
  LogicalResult convert(memref::CopyOp op);
  gpu::GPUModuleOp getModule(DeviceAttr device);

  llvm::MapVector<DeviceAttr, gpu::GPUModuleOp> modules;
};
} // namespace

gpu::GPUModuleOp LinalgToGPUPass::getModule(DeviceAttr device) {
  gpu::GPUModuleOp &module = modules[device];
  if (module)
    return module;
  ModuleOp top = getOperation();
  OpBuilder builder = OpBuilder::atBlockEnd(top.getBody());
  module = gpu::GPUModuleOp::create(
      builder, top.getLoc(), (kDeviceKernelsPrefix + device.getName()).str());
  SymbolTable(top).insert(module);
  return module;
}

/// The one device that all buffers of `op` are on, null if they are on the
/// host.
static FailureOr<DeviceAttr> findPlace(Operation *op) {
  DeviceAttr device;
  bool hasHost = false;
  for (Value operand : op->getOperands()) {
    if (!isa<MemRefType>(operand.getType()))
      continue;
    DeviceAttr other = getMemoryDevice(operand.getType());
    hasHost |= !other;
    if (other && device && other != device)
      return op->emitOpError() << "works on buffers of " << device << " and of "
                               << other << "; transfer one of them first";
    device = other ? other : device;
  }
  if (device && hasHost)
    return op->emitOpError() << "works on buffers of " << device
                             << " and of the host; transfer one of them first";
  return device;
}

LogicalResult LinalgToGPUPass::convert(linalg::LinalgOp op) {
  FailureOr<DeviceAttr> device = findPlace(op);
  if (failed(device))
    return failure();
  if (!*device)
    return success();
  OpBuilder host(op);
  KernelPlace place{host, getModule(*device)};
  if (op.getNumParallelLoops() == op.getNumLoops()) {
    if (!makeTransposeKernel(place, op))
      makeParallelKernel(place, op);
  } else if (!makeProductKernel(place, op) && !makeRowKernel(place, op) &&
             !makeColumnKernel(place, op)) {
    makeSequentialKernel(place, op);
  }
  op->erase();
  return success();
}

/// Copies of blocks of bytes are left to the device's own engine, those within
/// a device that are not become kernels.
LogicalResult LinalgToGPUPass::convert(memref::CopyOp op) {
  DeviceAttr from = getMemoryDevice(op.getSource().getType());
  DeviceAttr to = getMemoryDevice(op.getTarget().getType());
  if ((!from && !to) ||
      (isOneBlock(cast<MemRefType>(op.getSource().getType())) &&
       isOneBlock(cast<MemRefType>(op.getTarget().getType()))))
    return success();
  if (from != to)
    return op.emitOpError() << "copies between places and layouts at once; "
                               "make one side contiguous first";
  OpBuilder builder(op);
  auto copy = linalg::CopyOp::create(builder, op.getLoc(), op.getSource(),
                                     op.getTarget());
  op.erase();
  return convert(cast<linalg::LinalgOp>(copy.getOperation()));
}

void LinalgToGPUPass::runOnOperation() {
  SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (isa<linalg::LinalgOp, memref::CopyOp>(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (failed(structured ? convert(structured)
                          : convert(cast<memref::CopyOp>(op))))
      return signalPassFailure();
  }
  if (!modules.empty())
    getOperation()->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                            UnitAttr::get(&getContext()));
}
