//===- Instrument.cpp - What the emulator gets to see ---------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before each access to memory stands a call that reports it, before each
// branch that may diverge another; each loop counts down the block's fuel.
//
//===----------------------------------------------------------------------===//

#include "SimtModule.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

/// The most bytes that one instruction of the hardware moves.
constexpr uint64_t kMaxAccess = 16;

namespace {
/// What an instruction does to memory.
struct Access {
  llvm::Instruction *instruction;
  CrotonSimtSiteKind kind;
  llvm::Value *pointer;
  llvm::Type *type;
  llvm::Align alignment;
};

class Instrumenter {
public:
  Instrumenter(SimtModule &simt, KernelInfo &kernel)
      : simt(simt), kernel(kernel), function(*kernel.function) {}

  LogicalResult run();

private:
  LogicalResult reportAccesses();
  void report(const Access &access);
  void reportRange(llvm::MemIntrinsic &intrinsic);
  void reportRange(llvm::MemIntrinsic &intrinsic, CrotonSimtSiteKind kind,
                   llvm::Value *pointer);
  void reportBranches();
  void countLoops();

  /// Whether accesses through a pointer are nobody else's business.
  bool isPrivate(const llvm::Value *pointer) const;
  Site makeSite(const llvm::Instruction &instruction, CrotonSimtSiteKind kind,
                const llvm::Value *pointer) const;
  llvm::Constant *addSite(Site site);
  llvm::FunctionCallee getReporter(StringRef name,
                                   ArrayRef<llvm::Type *> types);

  SimtModule &simt;
  KernelInfo &kernel;
  llvm::Function &function;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sites
//===----------------------------------------------------------------------===//

bool Instrumenter::isPrivate(const llvm::Value *pointer) const {
  const llvm::Value *object =
      llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0);
  if (isa<llvm::AllocaInst>(object))
    return true;
  return object->getName() == "croton_simt_ids";
}

static std::string printType(llvm::Type *type) {
  std::string text;
  llvm::raw_string_ostream(text) << *type;
  return text;
}

Site Instrumenter::makeSite(const llvm::Instruction &instruction,
                            CrotonSimtSiteKind kind,
                            const llvm::Value *pointer) const {
  Site site;
  site.location = simt.describeLocation(instruction);
  site.kind = kind;
  auto *variable = dyn_cast<llvm::GlobalVariable>(
      llvm::getUnderlyingObject(pointer, /*MaxLookup=*/0));
  auto it =
      kernel.sharedOffsets.find(const_cast<llvm::GlobalVariable *>(variable));
  if (it == kernel.sharedOffsets.end())
    return site;
  site.objectOffset = it->second;
  site.objectSize =
      function.getDataLayout().getTypeAllocSize(variable->getValueType());
  return site;
}

llvm::Constant *Instrumenter::addSite(Site site) {
  simt.sites.push_back(std::move(site));
  return llvm::ConstantInt::get(llvm::Type::getInt32Ty(simt.getContext()),
                                simt.sites.size() - 1);
}

/// A function of the emulator that looks at what it is told and nothing else,
/// but need not return.
llvm::FunctionCallee Instrumenter::getReporter(StringRef name,
                                               ArrayRef<llvm::Type *> types) {
  auto *type =
      llvm::FunctionType::get(llvm::Type::getVoidTy(simt.getContext()), types,
                              /*isVarArg=*/false);
  llvm::FunctionCallee callee = simt.getRuntimeFunction(name, type);
  cast<llvm::Function>(callee.getCallee())->setOnlyAccessesInaccessibleMemory();
  return callee;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What an instruction accesses, but for ranges; nothing for any other.
static std::optional<Access> getAccess(llvm::Instruction &instruction) {
  if (auto *load = dyn_cast<llvm::LoadInst>(&instruction))
    return Access{load,
                  load->isAtomic() ? CROTON_SIMT_ATOMIC : CROTON_SIMT_LOAD,
                  load->getPointerOperand(), load->getType(), load->getAlign()};
  if (auto *store = dyn_cast<llvm::StoreInst>(&instruction))
    return Access{store,
                  store->isAtomic() ? CROTON_SIMT_ATOMIC : CROTON_SIMT_STORE,
                  store->getPointerOperand(),
                  store->getValueOperand()->getType(), store->getAlign()};
  if (auto *atomic = dyn_cast<llvm::AtomicRMWInst>(&instruction))
    return Access{atomic, CROTON_SIMT_ATOMIC, atomic->getPointerOperand(),
                  atomic->getType(), atomic->getAlign()};
  if (auto *exchange = dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return Access{exchange, CROTON_SIMT_ATOMIC, exchange->getPointerOperand(),
                  exchange->getNewValOperand()->getType(),
                  exchange->getAlign()};
  return std::nullopt;
}

static StringRef getVerb(CrotonSimtSiteKind kind) {
  switch (kind) {
  case CROTON_SIMT_LOAD:
    return "load of ";
  case CROTON_SIMT_STORE:
    return "store of ";
  default:
    return "atomic access to ";
  }
}

/// Reports an access, in as many pieces as the hardware needs for it.
void Instrumenter::report(const Access &access) {
  uint64_t size = function.getDataLayout().getTypeStoreSize(access.type);
  uint64_t piece = std::min<uint64_t>(
      {access.alignment.value(), kMaxAccess, llvm::PowerOf2Ceil(size)});
  llvm::IRBuilder<> builder(access.instruction);
  llvm::FunctionCallee reporter = getReporter(
      "croton_simt_access", {builder.getPtrTy(), builder.getInt32Ty()});
  for (uint64_t offset = 0; offset < size; offset += piece) {
    Site site = makeSite(*access.instruction, access.kind, access.pointer);
    site.text = (getVerb(access.kind) + printType(access.type)).str();
    site.size = std::min(piece, size - offset);
    site.alignment = piece;
    llvm::Value *pointer = access.pointer;
    if (offset)
      pointer =
          builder.CreateConstGEP1_64(builder.getInt8Ty(), pointer, offset);
    builder.CreateCall(reporter, {pointer, addSite(std::move(site))});
  }
}

void Instrumenter::reportRange(llvm::MemIntrinsic &intrinsic,
                               CrotonSimtSiteKind kind, llvm::Value *pointer) {
  if (isPrivate(pointer))
    return;
  llvm::IRBuilder<> builder(&intrinsic);
  Site site = makeSite(intrinsic, kind, pointer);
  site.text = kind == CROTON_SIMT_LOAD ? "copy from memory" : "write of memory";
  llvm::Value *length =
      builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
  builder.CreateCall(getReporter("croton_simt_access_range",
                                 {builder.getPtrTy(), builder.getInt64Ty(),
                                  builder.getInt32Ty()}),
                     {pointer, length, addSite(std::move(site))});
}

void Instrumenter::reportRange(llvm::MemIntrinsic &intrinsic) {
  if (auto *transfer = dyn_cast<llvm::MemTransferInst>(&intrinsic))
    reportRange(intrinsic, CROTON_SIMT_LOAD, transfer->getRawSource());
  reportRange(intrinsic, CROTON_SIMT_STORE, intrinsic.getRawDest());
}

LogicalResult Instrumenter::reportAccesses() {
  SmallVector<llvm::Instruction *> instructions;
  for (llvm::Instruction &instruction : llvm::instructions(function))
    instructions.push_back(&instruction);
  for (llvm::Instruction *instruction : instructions) {
    if (std::optional<Access> access = getAccess(*instruction)) {
      if (!isPrivate(access->pointer))
        report(*access);
    } else if (auto *intrinsic = dyn_cast<llvm::MemIntrinsic>(instruction)) {
      reportRange(*intrinsic);
    } else if (auto *intrinsic = dyn_cast<llvm::IntrinsicInst>(instruction);
               intrinsic && intrinsic->mayReadOrWriteMemory() &&
               llvm::any_of(intrinsic->args(),
                            [](const llvm::Use &use) {
                              return use->getType()->isPtrOrPtrVectorTy();
                            }) &&
               !intrinsic->isLifetimeStartOrEnd()) {
      return simt.emitError(*instruction)
             << "the SIMT emulator cannot check '"
             << intrinsic->getCalledFunction()->getName() << "'";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Branches and loops
//===----------------------------------------------------------------------===//

void Instrumenter::reportBranches() {
  for (llvm::BranchInst *branch : findDivergentBranches(function)) {
    llvm::IRBuilder<> builder(branch);
    auto *i32 = builder.getInt32Ty();
    Site site;
    site.location = simt.describeLocation(*branch);
    site.text = "branch";
    site.kind = CROTON_SIMT_BRANCH;
    builder.CreateCall(getReporter("croton_simt_branch", {i32, i32}),
                       {builder.CreateZExt(branch->getCondition(), i32),
                        addSite(std::move(site))});
  }
}

void Instrumenter::countLoops() {
  SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>>
      edges;
  llvm::FindFunctionBackedges(function, edges);
  SetVector<llvm::BasicBlock *> latches;
  for (auto [latch, header] : edges)
    latches.insert(const_cast<llvm::BasicBlock *>(latch));
  for (llvm::BasicBlock *latch : latches) {
    llvm::Instruction *end = latch->getTerminator();
    llvm::Constant *site = simt.getSite(*end, "loop");
    llvm::IRBuilder<> builder(end);
    auto *i64 = builder.getInt64Ty();
    llvm::GlobalVariable *fuel =
        simt.getRuntimeVariable("croton_simt_fuel", i64);
    llvm::Value *left =
        builder.CreateSub(builder.CreateLoad(i64, fuel), builder.getInt64(1));
    builder.CreateStore(left, fuel);
    llvm::Value *isEmpty = builder.CreateICmpSLT(left, builder.getInt64(0));
    llvm::Instruction *then = llvm::SplitBlockAndInsertIfThen(
        isEmpty, end, /*Unreachable=*/false,
        llvm::MDBuilder(simt.getContext()).createUnlikelyBranchWeights());
    builder.SetInsertPoint(then);
    builder.CreateCall(
        getReporter("croton_simt_out_of_fuel", {builder.getInt32Ty()}), {site});
  }
}

LogicalResult Instrumenter::run() {
  // Before the others add branches of their own.
  if (simt.isCounted)
    reportBranches();
  if (failed(reportAccesses()))
    return failure();
  if (simt.isChecked)
    countLoops();
  return success();
}

LogicalResult simt::instrument(SimtModule &simt) {
  if (!simt.isChecked && !simt.isCounted)
    return success();
  for (KernelInfo &kernel : simt.kernels)
    if (failed(Instrumenter(simt, kernel).run()))
      return failure();
  return success();
}
