//===- DeviceCalls.cpp - Host code that drives devices --------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocations, copies and launches become calls of croton/Runtime/Device.h.
//
//===----------------------------------------------------------------------===//

#include "MemRefLowering.h"
#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"
#include "croton/Conversion/Utils/MemRefLayout.h"

using namespace mlir;
using namespace mlir::croton;

/// Room for one parameter of a launch; complex<f64> is the largest.
static constexpr int64_t kSlotSize = 16;

//===----------------------------------------------------------------------===//
// Devices of ops
//===----------------------------------------------------------------------===//

DeviceAttr croton::getErrorDevice(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  StringRef name = call ? call.getCallee() : "";
  if (!name.consume_front(kDeviceErrorPrefix))
    return DeviceAttr();
  return DeviceAttr::get(op->getContext(), name);
}

/// The device that `launch` is for.
static DeviceAttr getLaunchDevice(gpu::LaunchFuncOp launch) {
  StringRef name = launch.getKernelModuleName();
  if (!name.consume_front(kDeviceKernelsPrefix) || name.empty())
    return DeviceAttr();
  return DeviceAttr::get(launch.getContext(), name);
}

/// The devices whose runtime `op` calls.
static SmallVector<DeviceAttr, 2> getCalledDevices(Operation *op) {
  SmallVector<DeviceAttr, 2> devices;
  auto add = [&](DeviceAttr device) {
    if (device)
      devices.push_back(device);
  };
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    add(getLaunchDevice(launch));
  if (isa<memref::AllocOp>(op))
    add(getMemoryDevice(op->getResult(0).getType()));
  if (isa<memref::DeallocOp, memref::CopyOp>(op))
    for (Type type : op->getOperandTypes())
      add(getMemoryDevice(type));
  add(getErrorDevice(op));
  return devices;
}

static gpu::BinaryOp getBinary(gpu::LaunchFuncOp launch) {
  return SymbolTable::lookupNearestSymbolFrom<gpu::BinaryOp>(
      launch, launch.getKernelModuleName());
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

static LogicalResult checkLaunch(gpu::LaunchFuncOp launch) {
  if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty() ||
      launch.getAsyncObject())
    return launch.emitOpError()
           << "has tokens, but the launches of a device are in order anyway";
  if (launch.hasClusterSize())
    return launch.emitOpError() << "has clusters, which no device starts";
  DeviceAttr device = getLaunchDevice(launch);
  if (!device)
    return launch.emitOpError()
           << "expected kernels in a module named '" << kDeviceKernelsPrefix
           << "<device>', but got '" << launch.getKernelModuleName().getValue()
           << "'";
  gpu::BinaryOp binary = getBinary(launch);
  if (!binary)
    return launch.emitOpError() << "expected its kernels as a gpu.binary; run "
                                   "gpu-module-to-binary before";
  DeviceTargetAttr target = getDeviceTarget(launch, device);
  if (target && !findDeviceObject(binary, target.getKind()))
    return launch.emitOpError()
           << "starts a kernel on a device of kind '" << target.getKind()
           << "', but @" << binary.getSymName()
           << " has no object for that kind";
  return success();
}

LogicalResult croton::checkDeviceOp(Operation *op) {
  if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
    if (failed(checkLaunch(launch)))
      return failure();
  for (DeviceAttr device : getCalledDevices(op))
    if (!getDeviceTarget(op, device))
      return op->emitOpError()
             << "needs " << device << ", which croton.devices of the module "
             << "does not name";
  auto isOnDevice = [](Type type) {
    auto memref = dyn_cast<BaseMemRefType>(type);
    return memref && memref.getMemorySpace() &&
           isa<DeviceAttr, gpu::AddressSpaceAttr>(memref.getMemorySpace());
  };
  if (isa<memref::CopyOp>(op)) {
    bool touchesDevice = llvm::any_of(op->getOperandTypes(), isOnDevice);
    auto isBlock = [](Type type) { return isOneBlock(cast<MemRefType>(type)); };
    if (touchesDevice && !llvm::all_of(op->getOperandTypes(), isBlock))
      return op->emitOpError() << "copies from or to a device need contiguous "
                                  "memrefs on both sides";
    return success();
  }
  if (isa<memref::AllocaOp, memref::GetGlobalOp, memref::LoadOp,
          memref::StoreOp>(op) &&
      (llvm::any_of(op->getOperandTypes(), isOnDevice) ||
       llvm::any_of(op->getResultTypes(), isOnDevice)))
    return op->emitOpError() << "touches the memory of a device on the host";
  return success();
}

//===----------------------------------------------------------------------===//
// Preparation
//===----------------------------------------------------------------------===//

void DeviceCalls::prepare() {
  int64_t numParameters = -1;
  function.walk([&](gpu::LaunchFuncOp launch) {
    int64_t count = 0;
    for (Value operand : launch.getKernelOperands()) {
      auto type = dyn_cast<MemRefType>(operand.getType());
      count += type ? 3 + 2 * type.getRank() : 1;
    }
    numParameters = std::max(numParameters, count);
  });
  function.walk([&](func::CallOp call) {
    if (DeviceAttr device = getErrorDevice(call))
      reporting.insert(device);
  });
  openDevices();
  if (numParameters >= 0)
    addStackSlots(numParameters);
}

void DeviceCalls::openDevices() {
  Block *entry = &function.getBody().front();
  for (Operation &op : *entry)
    for (DeviceAttr device : getCalledDevices(&op)) {
      OpBuilder builder(&op);
      open(builder, op.getLoc(), device);
    }
  OpBuilder builder(entry->getTerminator());
  for (Block &block : llvm::drop_begin(function.getBody()))
    for (Operation &op : block)
      for (DeviceAttr device : getCalledDevices(&op))
        open(builder, op.getLoc(), device);
}

void DeviceCalls::open(OpBuilder &builder, Location loc, DeviceAttr device) {
  Value &handle = handles[device];
  if (handle)
    return;
  DeviceTargetAttr target = getDeviceTarget(function, device);
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value kind = context.devices.getText(builder, loc, target.getKind());
  Value ordinal = LLVM::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(target.getOrdinal()));
  handle = call(builder, loc, "croton_rt_device_get", pointer, {kind, ordinal});
  if (!reporting.contains(device))
    return;
  auto [table, count] = context.devices.getMessages(builder, loc);
  if (table)
    call(builder, loc, "croton_rt_device_set_messages", Type(),
         {handle, table, count});
}

/// The pointers to the parameters never change.
void DeviceCalls::addStackSlots(int64_t numParameters) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  Location loc = function.getLoc();
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto allocate = [&](int64_t size) -> Value {
    Value count =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(size));
    return LLVM::AllocaOp::create(builder, loc, pointer, builder.getI8Type(),
                                  count, kSlotSize);
  };
  grid = allocate(6 * 8);
  slots = allocate(numParameters * kSlotSize);
  pointers = allocate(numParameters * 8);
  for (int64_t index = 0; index < numParameters; ++index)
    LLVM::StoreOp::create(builder, loc,
                          getPointer(builder, loc, slots, index * kSlotSize),
                          getPointer(builder, loc, pointers, index * 8));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

Value DeviceCalls::call(OpBuilder &builder, Location loc, StringRef name,
                        Type result, ValueRange operands) {
  if (!result)
    result = LLVM::LLVMVoidType::get(builder.getContext());
  auto type =
      LLVM::LLVMFunctionType::get(result, llvm::to_vector(operands.getTypes()));
  auto call =
      LLVM::CallOp::create(builder, loc, context.declare(name, type), operands);
  return call->getNumResults() == 0 ? Value() : call.getResult();
}

Value DeviceCalls::getPointer(OpBuilder &builder, Location loc, Value base,
                              int64_t byteOffset) {
  return LLVM::GEPOp::create(
      builder, loc, base.getType(), builder.getI8Type(), base,
      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(byteOffset)},
      LLVM::GEPNoWrapFlags::inbounds);
}

Value DeviceCalls::allocate(OpBuilder &builder, Location loc, DeviceAttr device,
                            Value bytes) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return call(builder, loc, "croton_rt_device_alloc", pointer,
              {handles.at(device), bytes});
}

void DeviceCalls::free(OpBuilder &builder, Location loc, DeviceAttr device,
                       Value block) {
  call(builder, loc, "croton_rt_device_free", Type(),
       {handles.at(device), block});
}

void DeviceCalls::copy(OpBuilder &builder, Location loc, DeviceAttr toDevice,
                       Value to, DeviceAttr fromDevice, Value from,
                       Value bytes) {
  if (!fromDevice)
    call(builder, loc, "croton_rt_device_copy_from_host", Type(),
         {handles.at(toDevice), to, from, bytes});
  else if (!toDevice)
    call(builder, loc, "croton_rt_device_copy_to_host", Type(),
         {handles.at(fromDevice), to, from, bytes});
  else if (toDevice == fromDevice)
    call(builder, loc, "croton_rt_device_copy", Type(),
         {handles.at(toDevice), to, from, bytes});
  else
    call(builder, loc, "croton_rt_device_copy_peer", Type(),
         {handles.at(toDevice), to, handles.at(fromDevice), from, bytes});
}

Value DeviceCalls::getErrorRecord(OpBuilder &builder, Location loc,
                                  DeviceAttr device) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value record =
      call(builder, loc, "croton_rt_device_error", pointer, handles.at(device));
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), record);
}

void DeviceCalls::launch(OpBuilder &builder, gpu::LaunchFuncOp op,
                         ArrayRef<Value> gridSizes, ValueRange parameters) {
  Location loc = op.getLoc();
  DeviceAttr device = getLaunchDevice(op);
  StringRef kind = getDeviceTarget(op, device).getKind();
  for (auto [index, size] : llvm::enumerate(gridSizes))
    LLVM::StoreOp::create(builder, loc, size,
                          getPointer(builder, loc, grid, index * 8));
  for (auto [index, parameter] : llvm::enumerate(parameters))
    LLVM::StoreOp::create(builder, loc, parameter,
                          getPointer(builder, loc, slots, index * kSlotSize));
  Value module = context.devices.getModule(builder, loc, getBinary(op), kind);
  Value name = context.devices.getText(builder, loc, op.getKernelName());
  Value dynamicShared = op.getDynamicSharedMemorySize();
  if (dynamicShared)
    dynamicShared =
        LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), dynamicShared);
  else
    dynamicShared =
        LLVM::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  Value count = LLVM::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(parameters.size()));
  call(
      builder, loc, "croton_rt_device_launch", Type(),
      {handles.at(device), module, name, grid, dynamicShared, pointers, count});
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The parameters of a kernel in the order of upstream's signatures: a memref
/// is all parts of its descriptor.
SmallVector<Value> FunctionLowering::getParameters(gpu::LaunchFuncOp op) {
  IndexMath math(builder, op.getLoc());
  SmallVector<Value> parameters;
  for (Value operand : op.getKernelOperands()) {
    if (!isa<MemRefType>(operand.getType())) {
      parameters.push_back(
          castTo(context.converter.convertType(operand.getType()), operand));
      continue;
    }
    Buffer &buffer = get(operand);
    parameters.append({buffer.allocated, buffer.base});
    parameters.push_back(math.materialize(buffer.offset));
    for (OpFoldResult size : buffer.sizes)
      parameters.push_back(math.materialize(size));
    for (OpFoldResult stride : buffer.strides)
      parameters.push_back(math.materialize(stride));
  }
  return parameters;
}

void FunctionLowering::lower(gpu::LaunchFuncOp op) {
  SmallVector<Value> sizes = {op.getGridSizeX(),  op.getGridSizeY(),
                              op.getGridSizeZ(),  op.getBlockSizeX(),
                              op.getBlockSizeY(), op.getBlockSizeZ()};
  Type i64 = builder.getI64Type();
  for (Value &size : sizes)
    if (size.getType() != i64)
      size = LLVM::ZExtOp::create(builder, op.getLoc(), i64, size);
  devices.launch(builder, op, sizes, getParameters(op));
}
