//===- Intrinsics.cpp - NVVM's intrinsics as calls of the emulator --------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Special registers, barriers, warp operations and fences.
//
//===----------------------------------------------------------------------===//

#include "llvm/IR/Intrinsics.h"
#include "SimtModule.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::simt;

namespace {
/// Replaces one call.
class Lowering {
public:
  Lowering(SimtModule &simt, llvm::CallInst &call, StringRef name)
      : simt(simt), call(call), name(name), builder(&call) {}

  /// Returns what the call becomes, null for a call without a value; nothing
  /// if the emulator lacks it.
  std::optional<llvm::Value *> lower();

private:
  std::optional<llvm::Value *> lowerSpecialRegister(StringRef reg);
  std::optional<llvm::Value *> lowerBarrier(StringRef kind);
  std::optional<llvm::Value *> lowerShuffle(StringRef kind);
  std::optional<llvm::Value *> lowerVote(StringRef kind);
  std::optional<llvm::Value *> lowerMatch(StringRef kind);
  std::optional<llvm::Value *> lowerRedux(StringRef kind);
  std::optional<llvm::Value *> lowerOther();

  llvm::ConstantInt *getI32(uint32_t value) { return builder.getInt32(value); }
  llvm::Value *loadId(uint32_t id);
  llvm::Value *callWarp(uint32_t operation, llvm::Value *mask,
                        llvm::Value *value, llvm::Value *a = nullptr,
                        llvm::Value *b = nullptr);
  llvm::Value *callBarrier(llvm::Value *id, llvm::Value *count, uint32_t vote,
                           llvm::Value *value);
  /// A struct of the low word of `value`, and its bit 32.
  llvm::Value *makePair(llvm::Value *value);

  SimtModule &simt;
  llvm::CallInst &call;
  StringRef name;
  llvm::IRBuilder<> builder;
};
} // namespace

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

llvm::Value *Lowering::loadId(uint32_t id) {
  auto *type = llvm::ArrayType::get(builder.getInt32Ty(), CROTON_SIMT_NUM_IDS);
  llvm::GlobalVariable *ids = simt.getRuntimeVariable("croton_simt_ids", type);
  return builder.CreateLoad(
      builder.getInt32Ty(),
      builder.CreateConstInBoundsGEP2_32(type, ids, 0, id));
}

llvm::Value *Lowering::callWarp(uint32_t operation, llvm::Value *mask,
                                llvm::Value *value, llvm::Value *a,
                                llvm::Value *b) {
  auto *i32 = builder.getInt32Ty(), *i64 = builder.getInt64Ty();
  auto *type = llvm::FunctionType::get(i64, {i32, i32, i64, i32, i32, i32},
                                       /*isVarArg=*/false);
  return builder.CreateCall(
      simt.getRuntimeFunction("croton_simt_warp", type),
      {getI32(operation), mask, builder.CreateZExtOrTrunc(value, i64),
       a ? a : getI32(0), b ? b : getI32(0), simt.getSite(call, name)});
}

llvm::Value *Lowering::callBarrier(llvm::Value *id, llvm::Value *count,
                                   uint32_t vote, llvm::Value *value) {
  auto *i32 = builder.getInt32Ty();
  auto *type = llvm::FunctionType::get(i32, {i32, i32, i32, i32, i32},
                                       /*isVarArg=*/false);
  return builder.CreateCall(
      simt.getRuntimeFunction("croton_simt_barrier", type),
      {id, count, getI32(vote), builder.CreateZExtOrTrunc(value, i32),
       simt.getSite(call, "barrier")});
}

llvm::Value *Lowering::makePair(llvm::Value *value) {
  auto *type = cast<llvm::StructType>(call.getType());
  llvm::Value *first = builder.CreateTrunc(value, builder.getInt32Ty());
  first = builder.CreateBitCast(first, type->getElementType(0));
  llvm::Value *second = builder.CreateTrunc(builder.CreateLShr(value, 32),
                                            type->getElementType(1));
  llvm::Value *pair =
      builder.CreateInsertValue(llvm::PoisonValue::get(type), first, {0});
  return builder.CreateInsertValue(pair, second, {1});
}

//===----------------------------------------------------------------------===//
// Special registers
//===----------------------------------------------------------------------===//

/// The mask of the lanes before `lane`, and the like.
static llvm::Value *makeLaneMask(llvm::IRBuilder<> &builder, StringRef relation,
                                 llvm::Value *lane) {
  llvm::Value *equal = builder.CreateShl(builder.getInt32(1), lane);
  llvm::Value *less = builder.CreateSub(equal, builder.getInt32(1));
  if (relation == "eq")
    return equal;
  if (relation == "lt")
    return less;
  if (relation == "ge")
    return builder.CreateNot(less);
  llvm::Value *lessOrEqual = builder.CreateOr(less, equal);
  return relation == "le" ? lessOrEqual : builder.CreateNot(lessOrEqual);
}

std::optional<llvm::Value *> Lowering::lowerSpecialRegister(StringRef reg) {
  auto [base, axis] = reg.rsplit('.');
  unsigned dim = axis == "y" ? 1 : axis == "z" ? 2 : 0;
  int id = llvm::StringSwitch<int>(axis.size() == 1 ? base : reg)
               .Case("tid", CROTON_SIMT_TID + dim)
               .Case("ntid", CROTON_SIMT_NTID + dim)
               .Cases({"ctaid", "clusterid"}, CROTON_SIMT_CTAID + dim)
               .Cases({"nctaid", "nclusterid"}, CROTON_SIMT_NCTAID + dim)
               .Case("laneid", CROTON_SIMT_LANE)
               .Case("warpid", CROTON_SIMT_WARP)
               .Case("nwarpid", CROTON_SIMT_NUM_WARPS)
               .Case("dynamic.smem.size", CROTON_SIMT_DYNAMIC_SHARED)
               .Default(-1);
  if (id >= 0)
    return loadId(id);
  if (reg == "warpsize")
    return getI32(32);
  if (reg.consume_front("lanemask."))
    return makeLaneMask(builder, reg, loadId(CROTON_SIMT_LANE));
  if (reg == "smid" || reg == "gridid" || reg.starts_with("cluster.ctaid") ||
      reg == "cluster.ctarank")
    return getI32(0);
  if (reg == "nsmid" || reg.starts_with("cluster.nctaid") ||
      reg == "cluster.nctarank")
    return getI32(1);
  if (reg == "clock" || reg == "clock64" || reg.starts_with("globaltimer")) {
    auto *type =
        llvm::FunctionType::get(builder.getInt64Ty(), /*isVarArg=*/false);
    llvm::Value *clock =
        builder.CreateCall(simt.getRuntimeFunction("croton_simt_clock", type));
    return builder.CreateTrunc(clock, call.getType());
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Barriers and warp operations
//===----------------------------------------------------------------------===//

std::optional<llvm::Value *> Lowering::lowerBarrier(StringRef kind) {
  uint32_t vote = CROTON_SIMT_VOTE_NONE;
  if (kind.consume_front("red.")) {
    vote = llvm::StringSwitch<uint32_t>(kind.split('.').first)
               .Case("popc", CROTON_SIMT_VOTE_POPC)
               .Case("and", CROTON_SIMT_VOTE_AND)
               .Case("or", CROTON_SIMT_VOTE_OR)
               .Default(CROTON_SIMT_VOTE_NONE);
    if (vote == CROTON_SIMT_VOTE_NONE)
      return std::nullopt;
  } else if (!kind.consume_front("sync.")) {
    return std::nullopt;
  }
  bool hasCount = kind.ends_with("count");
  if (!hasCount && !kind.ends_with("all"))
    return std::nullopt;
  llvm::Value *count = hasCount ? call.getArgOperand(1) : getI32(0);
  llvm::Value *value = vote ? call.getArgOperand(hasCount ? 2 : 1) : getI32(0);
  llvm::Value *result = callBarrier(call.getArgOperand(0), count, vote, value);
  if (!vote)
    return nullptr;
  return builder.CreateZExtOrTrunc(result, call.getType());
}

std::optional<llvm::Value *> Lowering::lowerShuffle(StringRef kind) {
  int operation = llvm::StringSwitch<int>(kind.split('.').first)
                      .Case("up", CROTON_SIMT_SHUFFLE_UP)
                      .Case("down", CROTON_SIMT_SHUFFLE_DOWN)
                      .Case("bfly", CROTON_SIMT_SHUFFLE_BFLY)
                      .Case("idx", CROTON_SIMT_SHUFFLE_IDX)
                      .Default(-1);
  if (operation < 0)
    return std::nullopt;
  llvm::Value *value =
      builder.CreateBitCast(call.getArgOperand(1), builder.getInt32Ty());
  llvm::Value *result = callWarp(operation, call.getArgOperand(0), value,
                                 call.getArgOperand(2), call.getArgOperand(3));
  if (call.getType()->isStructTy())
    return makePair(result);
  return builder.CreateBitCast(
      builder.CreateTrunc(result, builder.getInt32Ty()), call.getType());
}

std::optional<llvm::Value *> Lowering::lowerVote(StringRef kind) {
  int operation = llvm::StringSwitch<int>(kind)
                      .Case("all.sync", CROTON_SIMT_VOTE_ALL_LANES)
                      .Case("any.sync", CROTON_SIMT_VOTE_ANY_LANE)
                      .Case("uni.sync", CROTON_SIMT_VOTE_UNIFORM)
                      .Case("ballot.sync", CROTON_SIMT_BALLOT)
                      .Default(-1);
  if (operation < 0)
    return std::nullopt;
  llvm::Value *result =
      callWarp(operation, call.getArgOperand(0), call.getArgOperand(1));
  return builder.CreateTrunc(result, call.getType());
}

std::optional<llvm::Value *> Lowering::lowerMatch(StringRef kind) {
  bool isAny = kind.starts_with("any.sync.");
  if (!isAny && !kind.starts_with("all.sync."))
    return std::nullopt;
  llvm::Value *result =
      callWarp(isAny ? CROTON_SIMT_MATCH_ANY : CROTON_SIMT_MATCH_ALL,
               call.getArgOperand(0), call.getArgOperand(1));
  if (call.getType()->isStructTy())
    return makePair(result);
  return builder.CreateTrunc(result, call.getType());
}

std::optional<llvm::Value *> Lowering::lowerRedux(StringRef kind) {
  int operation = llvm::StringSwitch<int>(kind)
                      .Case("add", CROTON_SIMT_REDUX_ADD)
                      .Case("min", CROTON_SIMT_REDUX_MIN)
                      .Case("max", CROTON_SIMT_REDUX_MAX)
                      .Case("umin", CROTON_SIMT_REDUX_UMIN)
                      .Case("umax", CROTON_SIMT_REDUX_UMAX)
                      .Case("and", CROTON_SIMT_REDUX_AND)
                      .Case("or", CROTON_SIMT_REDUX_OR)
                      .Case("xor", CROTON_SIMT_REDUX_XOR)
                      .Default(-1);
  if (operation < 0)
    return std::nullopt;
  llvm::Value *result =
      callWarp(operation, call.getArgOperand(1), call.getArgOperand(0));
  return builder.CreateTrunc(result, call.getType());
}

//===----------------------------------------------------------------------===//
// All of them
//===----------------------------------------------------------------------===//

/// Calls croton_simt_fence.
static void addFence(SimtModule &simt, llvm::IRBuilder<> &builder,
                     bool isDeviceWide) {
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(), {builder.getInt32Ty()}, /*isVarArg=*/false);
  builder.CreateCall(simt.getRuntimeFunction("croton_simt_fence", type),
                     {builder.getInt32(isDeviceWide)});
}

std::optional<llvm::Value *> Lowering::lowerOther() {
  if (name == "bar.warp.sync") {
    callWarp(CROTON_SIMT_SYNC, call.getArgOperand(0), getI32(0));
    return nullptr;
  }
  if (name == "elect.sync")
    return makePair(
        callWarp(CROTON_SIMT_ELECT, call.getArgOperand(0), getI32(0)));
  if (name.starts_with("membar.") || name.starts_with("fence.sc.")) {
    addFence(simt, builder, name != "membar.cta");
    return nullptr;
  }
  if (name == "nanosleep")
    return nullptr;
  if (name == "isspacep.shared" || name == "isspacep.global") {
    auto *type =
        llvm::FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy()},
                                /*isVarArg=*/false);
    llvm::Value *isShared = builder.CreateCall(
        simt.getRuntimeFunction("croton_simt_is_shared", type),
        {call.getArgOperand(0)});
    isShared = builder.CreateTrunc(isShared, call.getType());
    return name == "isspacep.shared" ? isShared : builder.CreateNot(isShared);
  }
  if (llvm::Value *value = lowerMathIntrinsic(call, builder))
    return value;
  return std::nullopt;
}

std::optional<llvm::Value *> Lowering::lower() {
  StringRef rest = name;
  if (rest.consume_front("read.ptx.sreg."))
    return lowerSpecialRegister(rest);
  if (rest == "barrier0") {
    callBarrier(getI32(0), getI32(0), CROTON_SIMT_VOTE_NONE, getI32(0));
    return nullptr;
  }
  if (rest.consume_front("barrier.cta."))
    return lowerBarrier(rest);
  if (rest.consume_front("shfl.sync."))
    return lowerShuffle(rest);
  if (rest.consume_front("vote."))
    return lowerVote(rest);
  if (rest.consume_front("match."))
    return lowerMatch(rest);
  if (rest.consume_front("redux.sync."))
    return lowerRedux(rest);
  return lowerOther();
}

/// Replaces what ends a kernel early by a report.
static void replaceTrap(SimtModule &simt, llvm::CallInst &call,
                        StringRef text) {
  llvm::IRBuilder<> builder(&call);
  auto *type = llvm::FunctionType::get(
      builder.getVoidTy(), {builder.getInt32Ty()}, /*isVarArg=*/false);
  builder.CreateCall(simt.getRuntimeFunction("croton_simt_trap", type),
                     {simt.getSite(call, text)});
  call.eraseFromParent();
}

static LogicalResult lowerCall(SimtModule &simt, llvm::CallInst &call) {
  if (call.isInlineAsm())
    return simt.emitError(call)
           << "the SIMT emulator has no inline PTX: '"
           << cast<llvm::InlineAsm>(call.getCalledOperand())->getAsmString()
           << "'";
  llvm::Function *callee = call.getCalledFunction();
  if (!callee)
    return simt.emitError(call) << "the SIMT emulator has no indirect calls";
  StringRef name = callee->getName();
  if (name == "llvm.trap" || name == "__assertfail") {
    replaceTrap(simt, call, name == "llvm.trap" ? "trap" : "assertion");
    return success();
  }
  if (!name.consume_front("llvm.nvvm."))
    return success();
  std::optional<llvm::Value *> result = Lowering(simt, call, name).lower();
  if (!result)
    return simt.emitError(call) << "the SIMT emulator has no intrinsic '"
                                << callee->getName() << "'";
  if (*result)
    call.replaceAllUsesWith(*result);
  call.eraseFromParent();
  return success();
}

LogicalResult simt::lowerIntrinsics(SimtModule &simt) {
  SmallVector<llvm::CallInst *> calls;
  SmallVector<llvm::FenceInst *> fences;
  for (KernelInfo &kernel : simt.kernels)
    for (llvm::Instruction &instruction :
         llvm::instructions(*kernel.function)) {
      if (auto *call = dyn_cast<llvm::CallInst>(&instruction))
        calls.push_back(call);
      else if (auto *fence = dyn_cast<llvm::FenceInst>(&instruction))
        fences.push_back(fence);
    }
  for (llvm::CallInst *call : calls)
    if (failed(lowerCall(simt, *call)))
      return failure();
  llvm::LLVMContext &context = simt.getContext();
  for (llvm::FenceInst *fence : fences) {
    llvm::IRBuilder<> builder(fence);
    std::optional<StringRef> scope =
        context.getSyncScopeName(fence->getSyncScopeID());
    addFence(simt, builder, scope.value_or("") != "block");
    fence->eraseFromParent();
  }
  return success();
}
