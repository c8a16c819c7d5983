//===- GpuTransfers.cpp - Transfers that are needed, and no others --------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuPlacement.h"
#include "RewriteFamilies.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Dialect/Croton/IR/Devices.h"
#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"

#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Cutting
//===----------------------------------------------------------------------===//

namespace {

// Pattern: transfer[p](t1(t2(.. x))) -> x  [x is at p; t1, t2, .. transfers]
// Pattern: transfer[p](t1(t2(.. x))) -> transfer[p](x)
template <typename OpTy>
struct CutTransfers : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (Value same = foldTransfer(op)) {
      rewriter.replaceOp(op, same);
      return success();
    }
    Value origin = op.getOperand();
    while (Operation *maker = origin.getDefiningOp()) {
      if (!maker->hasTrait<IsTransfer>())
        break;
      origin = maker->getOperand(0);
    }
    if (origin == op.getOperand())
      return rewriter.notifyMatchFailure(
          op, "what it takes is computed where it is");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    rewriter.replaceOp(op, transfer(b, origin, getDevice(op.getResult())));
    return success();
  }
};

} // namespace

bool croton::detail::mergeTransfers(FunctionOpInterface function,
                                    RewriterBase &rewriter) {
  llvm::MapVector<std::pair<Value, Type>, Operation *> first;
  SmallVector<Operation *> transfers;
  for (Block &block : function.getFunctionBody())
    for (Operation &op : block)
      if (op.hasTrait<IsTransfer>())
        transfers.push_back(&op);
  DominanceInfo dominance(function);
  bool changed = false;
  for (Operation *op : transfers) {
    Operation *&known = first[{op->getOperand(0), op->getResult(0).getType()}];
    if (!known) {
      known = op;
      continue;
    }
    if (!dominance.dominates(known, op))
      continue;
    rewriter.replaceOp(op, known->getResults());
    changed = true;
  }
  // One constant for each place, so after merging.
  for (auto &[key, op] : first) {
    rewriter.setInsertionPoint(op);
    Value constant =
        buildConstant(op->getOperand(0), getDevice(key.second), rewriter);
    if (!constant)
      continue;
    rewriter.replaceOp(op, constant);
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

bool croton::detail::transferSources(FunctionOpInterface function,
                                     DeviceAttr device,
                                     RewriterBase &rewriter) {
  bool changed = false;
  for (Value source : getSources(function, device)) {
    rewriter.setInsertionPointAfterValue(source);
    ImplicitLocOpBuilder b(source.getLoc(), rewriter);
    Value copy = transfer(b, source, device);
    Value back = transfer(b, copy, Attribute());
    rewriter.replaceUsesWithIf(source, back, [](OpOperand &use) {
      return !use.getOwner()->hasTrait<IsTransfer>();
    });
    changed = true;
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// The stages
//===----------------------------------------------------------------------===//

/// The device where the ops of `function` go.
static DeviceAttr getTarget(FunctionOpInterface function, DeviceAttr given) {
  if (given)
    return given;
  DictionaryAttr devices = getDevices(function);
  if (!devices || devices.empty())
    return {};
  return DeviceAttr::get(function->getContext(),
                         devices.begin()->getName().getValue());
}

/// A global rewrite that does something to each function with its device.
static RewriteRef
makeGlobal(StringRef name, StringRef summary, DeviceAttr device,
           std::function<FailureOr<bool>(FunctionOpInterface, DeviceAttr,
                                         RewriterBase &)>
               apply) {
  return std::make_shared<GlobalRewrite>(
      name, NumericClaim::Exact, summary,
      [device, apply = std::move(apply)](
          Operation *op, RewriterBase &rewriter) -> FailureOr<bool> {
        return forEachFunction(
            op, [&](FunctionOpInterface function) -> FailureOr<bool> {
              DeviceAttr target = getTarget(function, device);
              return target ? apply(function, target, rewriter) : false;
            });
      });
}

static RewriteRef makeWholeGraph(DeviceAttr device) {
  auto lifters = [](MLIRContext *context) {
    SmallVector<PlannedLocal> locals;
    for (const auto &lifter : getDeviceLifters())
      locals.push_back({lifter, 0, -1});
    return std::make_unique<FrozenRewrites>(context, locals);
  };
  return makeGlobal(
      "gpuarray-graph-optimization",
      "ops that can to a device, in two scans and one edit", device,
      [lifters](FunctionOpInterface function, DeviceAttr target,
                RewriterBase &rewriter) {
        auto frozen = lifters(function->getContext());
        return placeTopologically(function, target, *frozen, rewriter, {});
      });
}

static RewriteRef makeSourceTransfers(DeviceAttr device) {
  return makeGlobal("input-to-gpuarray",
                    "what comes from the host to a device and back, from which "
                    "lifting starts",
                    device,
                    [](FunctionOpInterface function, DeviceAttr target,
                       RewriterBase &rewriter) -> FailureOr<bool> {
                      return transferSources(function, target, rewriter);
                    });
}

static DatabaseRef createCutting() {
  DatabaseRef cut =
      RewriteDatabase::createEquilibrium("gpuarray-cut-transfers");
  Registration tags({tag::kGpu});
  cantFail(cut->add(
      makeLocalRewrite<CutTransfers<GpuFromHostOp>, CutTransfers<HostFromGpuOp>,
                       CutTransfers<GpuToGpuOp>>(
          "local-cut-gpu-transfers", NumericClaim::Exact,
          "a transfer of a transfer to one from where the value is computed, "
          "or "
          "to the value"),
      tags));
  cantFail(cut->add(
      std::make_shared<GlobalRewrite>(
          "merge-gpu-transfers", NumericClaim::Exact,
          "equal transfers to one, those of constants to constants",
          [](Operation *op, RewriterBase &rewriter) {
            return forEachFunction(
                op, [&](FunctionOpInterface function) -> FailureOr<bool> {
                  return mergeTransfers(function, rewriter);
                });
          }),
      Registration({tag::kGpu}).withRole(EquilibriumRole::Final)));
  return cut;
}

static DatabaseRef createLifting() {
  DatabaseRef lifting =
      RewriteDatabase::createEquilibrium("gpuarray-local-optimizations");
  for (const auto &lifter : getDeviceLifters())
    cantFail(lifting->add(lifter, Registration({tag::kGpu})));
  return lifting;
}

DatabaseRef croton::createPlacementDatabase(DeviceAttr device) {
  DatabaseRef all = RewriteDatabase::createSequence("gpuarray-opt");
  Registration tags({tag::kGpu});
  cantFail(all->add(makeWholeGraph(device), Registration(tags).at(-0.5)));
  cantFail(all->add(makeSourceTransfers(device), Registration(tags).at(0)));
  DatabaseRef cutting = createCutting();
  // What is left after this says where each value is computed.
  cantFail(all->add(RewriteDatabase::createProxy("gpuarray-cut-first", cutting),
                    Registration().at(-0.25)));
  cantFail(all->add(createLifting(), Registration().at(1)));
  cantFail(all->add(cutting, Registration().at(2)));
  return all;
}
