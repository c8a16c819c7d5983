//===- FunctionalizeState.cpp - Globals to arguments and results ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces the reads and writes of ml_program globals in functions by extra
// arguments and results, so that what follows sees pure functions.
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::croton {
#define GEN_PASS_DEF_FUNCTIONALIZESTATEPASS
#include "croton/Dialect/Croton/Transforms/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;

static constexpr StringLiteral kStateAttrName = "croton.state";

namespace {
/// What one function does to one global.
struct StateAccess {
  SmallVector<Operation *> loads;
  ml_program::GlobalStoreOp store;

  /// An op to point at in messages.
  Operation *getAnyAccess() {
    return loads.empty() ? store.getOperation() : loads.front();
  }
};

/// The accesses of one function, in the order of the globals in the module.
using StateAccesses = llvm::MapVector<StringAttr, StateAccess>;
} // namespace

/// Records `store` in `access`, or explains why it cannot be the update that
/// happens at the end of `function`.
static LogicalResult addStore(func::FuncOp function,
                              ml_program::GlobalStoreOp store,
                              StateAccess &access) {
  if (access.store) {
    InFlightDiagnostic diag = store.emitOpError()
                              << "stores to " << store.getGlobal()
                              << " a second time in function '"
                              << function.getSymName() << "'";
    diag.attachNote(access.store.getLoc()) << "the first store is here";
    return diag;
  }
  if (store->getParentOp() != function.getOperation())
    return store.emitOpError()
           << "expected stores to " << store.getGlobal()
           << " at the top level of function '" << function.getSymName()
           << "', but got one inside a '" << store->getParentOp()->getName()
           << "' op";
  access.store = store;
  return success();
}

/// Fills `accesses` with what `function` does to state.
static LogicalResult collectAccesses(func::FuncOp function,
                                     StateAccesses &accesses) {
  WalkResult result = function.walk([&](Operation *op) {
    if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op)) {
      accesses[load.getGlobal().getLeafReference()].loads.push_back(op);
    } else if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op)) {
      accesses[load.getGlobal().getLeafReference()].loads.push_back(op);
    } else if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op)) {
      StringAttr global = store.getGlobal().getLeafReference();
      if (failed(addStore(function, store, accesses[global])))
        return WalkResult::interrupt();
    } else if (isa<ml_program::GlobalLoadGraphOp,
                   ml_program::GlobalStoreGraphOp>(op)) {
      op->emitOpError() << "is not supported; use the form without a token";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Sorts `accesses` by the position of the globals in the module.
static void sortByGlobal(StateAccesses &accesses,
                         const DenseMap<StringAttr, unsigned> &globalOrder) {
  auto entries = accesses.takeVector();
  llvm::sort(entries, [&](const auto &lhs, const auto &rhs) {
    return globalOrder.lookup(lhs.first) < globalOrder.lookup(rhs.first);
  });
  for (auto &entry : entries)
    accesses.insert(std::move(entry));
}

/// Calls to functions that touch state hide an update; they are refused.
static LogicalResult
verifyCalls(ModuleOp module, DenseMap<StringAttr, StateAccesses> &accesses) {
  WalkResult result = module.walk([&](func::CallOp call) {
    auto it = accesses.find(call.getCalleeAttr().getAttr());
    if (it == accesses.end() || it->second.empty())
      return WalkResult::advance();
    InFlightDiagnostic diag = call.emitOpError()
                              << "calls function '" << call.getCallee()
                              << "', which uses global state; inline it first";
    diag.attachNote(it->second.front().second.getAnyAccess()->getLoc())
        << "the state is used here";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

/// Replaces the loads of one global by a new last argument of `function`.
static LogicalResult replaceLoads(func::FuncOp function, StringAttr global,
                                  StateAccess &access) {
  MLIRContext *context = function.getContext();
  NamedAttribute state(StringAttr::get(context, kStateAttrName),
                       FlatSymbolRefAttr::get(global));
  Operation *first = access.loads.front();
  unsigned index = function.getNumArguments();
  if (failed(function.insertArgument(index, first->getResult(0).getType(),
                                     DictionaryAttr::get(context, state),
                                     first->getLoc())))
    return failure();
  for (Operation *load : access.loads) {
    load->getResult(0).replaceAllUsesWith(function.getArgument(index));
    load->erase();
  }
  return success();
}

/// Returns the stored value of one global as a new last result of `function`.
static LogicalResult replaceStore(func::FuncOp function, Operation *terminator,
                                  StringAttr global, StateAccess &access) {
  MLIRContext *context = function.getContext();
  NamedAttribute state(StringAttr::get(context, kStateAttrName),
                       FlatSymbolRefAttr::get(global));
  Value value = access.store.getValue();
  if (failed(function.insertResult(function.getNumResults(), value.getType(),
                                   DictionaryAttr::get(context, state))))
    return failure();
  terminator->insertOperands(terminator->getNumOperands(), value);
  access.store.erase();
  return success();
}

/// Rewrites one function whose accesses are known.
static LogicalResult functionalize(func::FuncOp function,
                                   StateAccesses &accesses) {
  if (accesses.empty())
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError()
           << "expected one block in a function that uses global state";
  for (auto &[global, access] : accesses)
    if (!access.loads.empty() && failed(replaceLoads(function, global, access)))
      return failure();
  Operation *terminator = function.getBody().front().getTerminator();
  for (auto &[global, access] : accesses)
    if (access.store &&
        failed(replaceStore(function, terminator, global, access)))
      return failure();
  return success();
}

namespace {
struct FunctionalizeStatePass
    : public croton::impl::FunctionalizeStatePassBase<FunctionalizeStatePass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }

private:
  LogicalResult run();
};
} // namespace

LogicalResult FunctionalizeStatePass::run() {
  ModuleOp module = getOperation();
  DenseMap<StringAttr, unsigned> globalOrder;
  for (auto global : module.getOps<ml_program::GlobalOp>())
    globalOrder.try_emplace(global.getSymNameAttr(), globalOrder.size());

  // All functions are looked at before any is changed, since a call is an
  // error whichever of the two comes first.
  DenseMap<StringAttr, StateAccesses> accesses;
  for (auto function : module.getOps<func::FuncOp>()) {
    StateAccesses &ofFunction = accesses[function.getSymNameAttr()];
    if (failed(collectAccesses(function, ofFunction)))
      return failure();
    sortByGlobal(ofFunction, globalOrder);
  }
  if (failed(verifyCalls(module, accesses)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (failed(functionalize(function, accesses[function.getSymNameAttr()])))
      return failure();

  if (dropGlobals)
    for (auto global :
         llvm::make_early_inc_range(module.getOps<ml_program::GlobalOp>()))
      global.erase();
  return success();
}
