//===- VerifyStage.cpp - Check what a stage promises ----------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One table holds the contracts of the stages.
//
//===----------------------------------------------------------------------===//

#include "croton/Pipelines/Passes.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::croton {
#define GEN_PASS_DEF_VERIFYSTAGEPASS
#include "croton/Pipelines/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

namespace {
/// What may be in a module behind one stage. Names are separated by spaces.
struct StageContract {
  StringRef name;
  /// Dialects of which every op is allowed, or "*".
  StringRef dialects;
  /// Single ops allowed beyond those.
  StringRef allowedOps;
  /// Single ops that are not.
  StringRef forbiddenOps;
  bool allowsTensors;
  bool allowsUnsigned;
};
} // namespace

static constexpr StageContract kContracts[] = {
    {"graph", "*", "",
     "croton.grad croton.lop croton.rop func.call ml_program.global_load "
     "ml_program.global_store",
     /*allowsTensors=*/true, /*allowsUnsigned=*/true},
    {"linalg", "affine arith complex func linalg math scf tensor",
     "bufferization.materialize_in_destination builtin.module croton.check "
     "ml_program.global",
     "",
     /*allowsTensors=*/true, /*allowsUnsigned=*/false},
    {"buffers", "affine arith complex func linalg math memref scf",
     "builtin.module croton.check ml_program.global", "",
     /*allowsTensors=*/false, /*allowsUnsigned=*/false},
    {"device", "affine arith complex func linalg math memref scf",
     "builtin.module croton.check gpu.binary gpu.launch_func ml_program.global",
     "", /*allowsTensors=*/false, /*allowsUnsigned=*/false},
    {"loops", "affine arith complex func math memref scf",
     "builtin.module croton.check gpu.binary gpu.launch_func ml_program.global",
     "",
     /*allowsTensors=*/false, /*allowsUnsigned=*/false},
    {"llvm", "llvm", "builtin.module", "", /*allowsTensors=*/false,
     /*allowsUnsigned=*/false},
};

/// True if `name` is one of the words of `list`.
static bool isListed(StringRef list, StringRef name) {
  SmallVector<StringRef> words;
  list.split(words, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  return llvm::is_contained(words, name);
}

static bool isAllowedOp(const StageContract &contract, OperationName name) {
  if (isListed(contract.forbiddenOps, name.getStringRef()))
    return false;
  return contract.dialects == "*" ||
         isListed(contract.dialects, name.getDialectNamespace()) ||
         isListed(contract.allowedOps, name.getStringRef());
}

/// Says what is wrong with a value of `type` behind the stage, if anything.
static StringRef getTypeFault(const StageContract &contract, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (isa<TensorType>(type) && !contract.allowsTensors)
    return "a tensor";
  if (contract.allowsUnsigned)
    return "";
  if (tensor && tensor.getEncoding() && !isa<DeviceAttr>(tensor.getEncoding()))
    return "a tensor with an encoding";
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer && !integer.isSignless() ? "an integer that has a sign" : "";
}

/// Says how an op can have come to a place where it should not be.
static StringRef getExplanation(Operation *op) {
  if (isa<CallOpInterface>(op))
    return "; it cannot be inlined, because the function calls itself or has "
           "no body";
  return "";
}

namespace {
struct VerifyStagePass
    : public croton::impl::VerifyStagePassBase<VerifyStagePass> {
  using Base::Base;

  void runOnOperation() override {
    const auto *contract = llvm::find_if(
        kContracts, [&](const StageContract &c) { return c.name == stage; });
    if (contract == std::end(kContracts)) {
      getOperation()->emitError() << "unknown stage '" << stage << "'";
      return signalPassFailure();
    }
    if (getOperation()
            ->walk<WalkOrder::PreOrder>(
                [&](Operation *op) { return verify(*contract, op); })
            .wasInterrupted())
      signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  /// Ops of one name are judged once.
  DenseMap<OperationName, bool> isAllowed;
  DenseMap<Type, StringRef> typeFaults;

  WalkResult verify(const StageContract &contract, Operation *op) {
    auto [allowed, isNewName] = isAllowed.try_emplace(op->getName());
    if (isNewName)
      allowed->second = isAllowedOp(contract, op->getName());
    if (!allowed->second) {
      op->emitOpError() << "has no place behind stage '" << contract.name << "'"
                        << getExplanation(op);
      return WalkResult::interrupt();
    }
    for (Value result : op->getResults())
      if (failed(verifyType(contract, op, result.getType())))
        return WalkResult::interrupt();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (failed(verifyType(contract, op, argument.getType())))
            return WalkResult::interrupt();
    return WalkResult::advance();
  }

  LogicalResult verifyType(const StageContract &contract, Operation *op,
                           Type type) {
    auto [fault, isNew] = typeFaults.try_emplace(type);
    if (isNew)
      fault->second = getTypeFault(contract, type);
    if (fault->second.empty())
      return success();
    return op->emitOpError()
           << "has " << fault->second << ", which has no place behind stage '"
           << contract.name << "'";
  }
};
} // namespace
