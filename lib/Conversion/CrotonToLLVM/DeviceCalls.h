//===- DeviceCalls.h - Host code that drives devices ------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What touches the memory of a device, or starts a kernel, becomes a call of
// the runtime (croton/Runtime/Device.h). DeviceSymbols makes what a module
// needs for that, DeviceCalls what a function needs.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLLVM_DEVICECALLS_H
#define CROTON_LIB_CONVERSION_CROTONTOLLVM_DEVICECALLS_H

#include "croton/Dialect/Croton/IR/Devices.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::croton {

class ModuleContext;

/// The device whose error record `op` asks for, or null if it is no call of
/// such a function (see kDeviceErrorPrefix).
DeviceAttr getErrorDevice(Operation *op);

/// Fails with a diagnostic if `op` touches the memory of a device in a way that
/// host code cannot, or starts a kernel that is not there.
LogicalResult checkDeviceOp(Operation *op);

/// The kernels in `binary` for devices of `kind`, null if there are none.
gpu::ObjectAttr findDeviceObject(gpu::BinaryOp binary, StringRef kind);

/// Constants of a module for its calls of devices.
class DeviceSymbols {
public:
  explicit DeviceSymbols(ModuleContext &context) : context(context) {}

  /// The address of a text that ends in a zero.
  Value getText(OpBuilder &builder, Location loc, StringRef text);
  /// The address of the CrotonRtModule of `binary`, for devices of `kind`.
  Value getModule(OpBuilder &builder, Location loc, gpu::BinaryOp binary,
                  StringRef kind);
  /// The address of the table of the kernels' messages and its size, or null
  /// values if there is none.
  std::pair<Value, Value> getMessages(OpBuilder &builder, Location loc);

  /// Erases what was lowered and adds the function that unloads all modules.
  void finish();

private:
  LLVM::GlobalOp addBytes(Location loc, StringRef name, StringRef bytes,
                          uint64_t alignment);
  LLVM::GlobalOp addConstant(Location loc, StringRef name, Type type,
                             function_ref<Value(OpBuilder &)> buildValue);
  LLVM::GlobalOp addModule(gpu::BinaryOp binary, StringRef kind);
  LLVM::GlobalOp addMessages(Location loc, ArrayAttr formats);
  void addUnloading();

  ModuleContext &context;
  DenseMap<StringAttr, LLVM::GlobalOp> texts;
  llvm::MapVector<std::pair<Operation *, StringAttr>, LLVM::GlobalOp> modules;
  LLVM::GlobalOp messages;
};

/// The calls of one function.
class DeviceCalls {
public:
  DeviceCalls(ModuleContext &context, func::FuncOp function)
      : context(context), function(function) {}

  /// Opens the devices that the function uses, each before its first use in
  /// the entry block or at the end of it, and makes room on the stack for the
  /// parameters of its launches.
  void prepare();

  Value allocate(OpBuilder &builder, Location loc, DeviceAttr device,
                 Value bytes);
  void free(OpBuilder &builder, Location loc, DeviceAttr device, Value block);
  /// Copies from one place to another; a null device is the host.
  void copy(OpBuilder &builder, Location loc, DeviceAttr toDevice, Value to,
            DeviceAttr fromDevice, Value from, Value bytes);
  /// The address of the record that kernels report errors in, as i64.
  Value getErrorRecord(OpBuilder &builder, Location loc, DeviceAttr device);
  /// `grid` holds the numbers of blocks and of threads, all i64.
  void launch(OpBuilder &builder, gpu::LaunchFuncOp op, ArrayRef<Value> grid,
              ValueRange parameters);

private:
  void openDevices();
  void addStackSlots(int64_t numParameters);
  void open(OpBuilder &builder, Location loc, DeviceAttr device);
  /// Calls a function of the runtime; the value is null if it returns nothing.
  Value call(OpBuilder &builder, Location loc, StringRef name, Type result,
             ValueRange operands);
  Value getPointer(OpBuilder &builder, Location loc, Value base,
                   int64_t byteOffset);

  ModuleContext &context;
  func::FuncOp function;
  DenseMap<DeviceAttr, Value> handles;
  /// The devices whose kernels report errors.
  llvm::SmallDenseSet<DeviceAttr> reporting;
  /// On the stack: a CrotonRtGrid, the parameters of a launch, and pointers to
  /// these.
  Value grid, slots, pointers;
};

} // namespace mlir::croton

#endif // CROTON_LIB_CONVERSION_CROTONTOLLVM_DEVICECALLS_H
