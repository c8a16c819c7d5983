//===- KernelBuilder.cpp - A kernel and its launch ------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "croton/Conversion/CrotonToLLVM/CrotonToLLVM.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// KernelBuilder
//===----------------------------------------------------------------------===//

/// `type` in the global memory of a device.
static MemRefType getGlobalType(MemRefType type) {
  auto space =
      gpu::AddressSpaceAttr::get(type.getContext(), gpu::AddressSpace::Global);
  return MemRefType::get(type.getShape(), type.getElementType(),
                         type.getLayout(), space);
}

KernelBuilder::KernelBuilder(OpBuilder &host, gpu::GPUModuleOp module,
                             Location loc, StringRef name)
    : host(host), body(host.getContext()), loc(loc), module(module) {
  body.setInsertionPointToEnd(module.getBody());
  function = gpu::GPUFuncOp::create(body, loc, name,
                                    body.getFunctionType({}, TypeRange()));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    body.getUnitAttr());
  body.setInsertionPointToEnd(&function.getBody().front());
}

Value KernelBuilder::pass(Value value) {
  Value &known = passed[value];
  if (known)
    return known;
  Operation *definition = value.getDefiningOp();
  if (definition && definition->hasTrait<OpTrait::ConstantLike>() &&
      !isa<MemRefType>(value.getType())) {
    OpBuilder::InsertionGuard guard(body);
    body.setInsertionPointToStart(&function.getBody().front());
    return known = body.clone(*definition)->getResult(0);
  }
  Type type = value.getType();
  if (auto buffer = dyn_cast<MemRefType>(type)) {
    type = getGlobalType(buffer);
    value = memref::MemorySpaceCastOp::create(host, loc, type, value);
  }
  FunctionType signature = function.getFunctionType();
  unsigned position = signature.getNumInputs();
  SmallVector<Type> inputs(signature.getInputs());
  inputs.push_back(type);
  function.setFunctionType(body.getFunctionType(inputs, TypeRange()));
  arguments.push_back(value);
  return known = function.getBody().front().insertArgument(position, type, loc);
}

Value KernelBuilder::pass(OpFoldResult size) {
  if (auto value = dyn_cast<Value>(size))
    return pass(value);
  return onDevice().get(size);
}

Value KernelBuilder::addShared(ArrayRef<int64_t> shape, Type elementType) {
  auto space = gpu::AddressSpaceAttr::get(body.getContext(),
                                          gpu::AddressSpace::Workgroup);
  auto type =
      MemRefType::get(shape, elementType, MemRefLayoutAttrInterface(), space);
  return function.addWorkgroupAttribution(type, loc);
}

void KernelBuilder::launch(ArrayRef<Value> blocks, ArrayRef<Value> threads) {
  body.setInsertionPointToEnd(&function.getBody().front());
  gpu::ReturnOp::create(body, loc);
  SymbolTable(module).insert(function);
  Value one = onHost().constant(1);
  auto getDims = [&](ArrayRef<Value> sizes) {
    auto get = [&](size_t i) { return i < sizes.size() ? sizes[i] : one; };
    return gpu::KernelDim3{get(0), get(1), get(2)};
  };
  gpu::LaunchFuncOp::create(host, loc, function, getDims(blocks),
                            getDims(threads), /*dynamicSharedMemorySize=*/{},
                            arguments);
}

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

/// The number of `format` in the table of the module's messages.
static int64_t getMessageNumber(ModuleOp module, StringAttr format) {
  SmallVector<Attribute> messages;
  if (auto known = module->getAttrOfType<ArrayAttr>(kDeviceMessagesAttrName))
    llvm::append_range(messages, known);
  auto *found = llvm::find(messages, format);
  if (found == messages.end()) {
    messages.push_back(format);
    module->setAttr(kDeviceMessagesAttrName,
                    ArrayAttr::get(module.getContext(), messages));
    return static_cast<int64_t>(messages.size()) - 1;
  }
  return found - messages.begin();
}

/// The address of the error record, as the host asks for it.
Value KernelBuilder::getErrorRecord() {
  if (errorRecord)
    return errorRecord;
  auto top = module->getParentOfType<ModuleOp>();
  StringRef device = module.getName();
  device.consume_front(kDeviceKernelsPrefix);
  std::string name = (kDeviceErrorPrefix + device).str();
  FunctionType type = host.getFunctionType({}, host.getI64Type());
  if (!top.lookupSymbol(name)) {
    OpBuilder builder = OpBuilder::atBlockBegin(top.getBody());
    func::FuncOp::create(builder, loc, name, type).setPrivate();
  }
  Value address =
      func::CallOp::create(host, loc, name, type.getResults()).getResult(0);
  return errorRecord = pass(address);
}

/// Fills the record as CrotonRtDeviceError (croton/Runtime/Device.h) says.
void KernelBuilder::reportFailure(OpBuilder &b, CheckOp check,
                                  ValueRange values) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  auto pointer = LLVM::LLVMPointerType::get(b.getContext(), /*global=*/1);
  Value record = LLVM::IntToPtrOp::create(b, loc, pointer, getErrorRecord());
  Value zero = LLVM::ConstantOp::create(b, loc, b.getI32IntegerAttr(0));
  Value code = LLVM::ConstantOp::create(b, loc, check.getCodeAttr());
  Value exchange = LLVM::AtomicCmpXchgOp::create(
      b, loc, record, zero, code, LLVM::AtomicOrdering::monotonic,
      LLVM::AtomicOrdering::monotonic);
  Value isFirst = LLVM::ExtractValueOp::create(b, loc, exchange, 1);
  auto branch = scf::IfOp::create(b, loc, isFirst, /*withElseRegion=*/false);
  OpBuilder first = branch.getThenBodyBuilder();
  auto store = [&](Value value, int32_t byteOffset) {
    Value address =
        LLVM::GEPOp::create(first, loc, pointer, first.getI8Type(), record,
                            ArrayRef<LLVM::GEPArg>{byteOffset});
    LLVM::StoreOp::create(first, loc, value, address);
  };
  constexpr int32_t kMessageOffset = 4, kValuesOffset = 8;
  constexpr size_t kMaxValues = 6;
  auto top = module->getParentOfType<ModuleOp>();
  int64_t number = getMessageNumber(top, check.getFormatAttr());
  store(LLVM::ConstantOp::create(first, loc, i32, number), kMessageOffset);
  for (auto [i, value] : llvm::enumerate(values.take_front(kMaxValues)))
    store(arith::IndexCastOp::create(first, loc, i64, value),
          kValuesOffset + 8 * static_cast<int32_t>(i));
}

//===----------------------------------------------------------------------===//
// Numbers of threads
//===----------------------------------------------------------------------===//

Value KernelBuilder::getThread(gpu::Dimension dimension) {
  return gpu::ThreadIdOp::create(body, loc, dimension);
}

Value KernelBuilder::getBlock(gpu::Dimension dimension) {
  return gpu::BlockIdOp::create(body, loc, dimension);
}

Value KernelBuilder::getBlockSize(gpu::Dimension dimension) {
  return gpu::BlockDimOp::create(body, loc, dimension);
}

Value KernelBuilder::getGridSize(gpu::Dimension dimension) {
  return gpu::GridDimOp::create(body, loc, dimension);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {
/// Clones a body up to its end.
class BodyCloner {
public:
  BodyCloner(KernelBuilder &kernel, linalg::LinalgOp op,
             ArrayRef<Value> indices, IRMapping &mapping)
      : kernel(kernel), block(op.getBlock()), indices(indices),
        mapping(mapping) {}

  SmallVector<Value> clone(OpBuilder &b, Block::iterator next);

private:
  SmallVector<Value> cloneChecked(OpBuilder &b, CheckOp check);

  KernelBuilder &kernel;
  Block *block;
  ArrayRef<Value> indices;
  IRMapping &mapping;
};
} // namespace

static Value createZero(OpBuilder &b, Location loc, Type type) {
  auto complexType = dyn_cast<ComplexType>(type);
  if (!complexType)
    return arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  Attribute zero = b.getZeroAttr(complexType.getElementType());
  return complex::ConstantOp::create(b, loc, type,
                                     b.getArrayAttr({zero, zero}));
}

/// The check and what follows it.
SmallVector<Value> BodyCloner::cloneChecked(OpBuilder &b, CheckOp check) {
  Location loc = kernel.loc;
  auto branch =
      scf::IfOp::create(b, loc, block->getTerminator()->getOperandTypes(),
                        mapping.lookupOrDefault(check.getCondition()),
                        /*withElseRegion=*/true);
  OpBuilder whenGood = OpBuilder::atBlockEnd(branch.thenBlock());
  scf::YieldOp::create(whenGood, loc,
                       clone(whenGood, std::next(check->getIterator())));
  OpBuilder whenBad = OpBuilder::atBlockEnd(branch.elseBlock());
  SmallVector<Value> values =
      llvm::map_to_vector(check.getValues(), [&](Value value) {
        return mapping.lookupOrDefault(value);
      });
  kernel.reportFailure(whenBad, check, values);
  SmallVector<Value> zeros;
  for (Type type : branch.getResultTypes())
    zeros.push_back(createZero(whenBad, loc, type));
  scf::YieldOp::create(whenBad, loc, zeros);
  return branch.getResults();
}

SmallVector<Value> BodyCloner::clone(OpBuilder &b, Block::iterator next) {
  for (; !next->hasTrait<OpTrait::IsTerminator>(); ++next) {
    if (auto check = dyn_cast<CheckOp>(*next))
      return cloneChecked(b, check);
    if (auto index = dyn_cast<linalg::IndexOp>(*next))
      mapping.map(index.getResult(), indices[index.getDim()]);
    else
      b.clone(*next, mapping);
  }
  return llvm::map_to_vector(next->getOperands(), [&](Value value) {
    return mapping.lookupOrDefault(value);
  });
}

SmallVector<Value> croton::detail::cloneBody(KernelBuilder &kernel,
                                             OpBuilder &b, linalg::LinalgOp op,
                                             ValueRange scalars,
                                             ArrayRef<Value> indices) {
  IRMapping mapping;
  Block *block = op.getBlock();
  for (auto [argument, scalar] :
       llvm::zip_equal(block->getArguments(), scalars))
    if (scalar)
      mapping.map(argument, scalar);
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  for (Value value : captured)
    mapping.map(value, kernel.pass(value));
  return BodyCloner(kernel, op, indices, mapping).clone(b, block->begin());
}
