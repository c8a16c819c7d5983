//===- PlaceOnDevice.cpp - The pass that moves ops to a device ------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GpuPlacement.h"

#include "croton/Dialect/Croton/IR/Devices.h"
#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"
#include "croton/Dialect/Croton/Transforms/Passes.h"
#include "croton/Rewrite/Explain.h"
#include "croton/Rewrite/PlanRunner.h"
#include "croton/Rewrite/Profile.h"
#include "croton/Support/DidYouMean.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::croton {
#define GEN_PASS_DEF_PLACEONDEVICEPASS
#include "croton/Dialect/Croton/Transforms/Passes.h.inc"
} // namespace mlir::croton

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Both ways
//===----------------------------------------------------------------------===//

/// Reports each op whose operands are on different devices.
static LogicalResult verifyNoConflict(Operation *root) {
  bool isFine = true;
  GraphView view;
  root->walk([&](DeviceLiftOpInterface op) {
    if (getObstacle(op))
      return;
    Decision decision = decideByOperands(op, view);
    if (decision.kind != Decision::Conflict)
      return;
    isFine = false;
    (void)reportConflict(op, decision);
  });
  return success(isFine);
}

static FailureOr<bool> placeByEquilibrium(Operation *op, Plan plan,
                                          const RunOptions &run) {
  llvm::erase_if(plan.root.children, [](const PlanNode &child) {
    return child.name == "gpuarray-graph-optimization";
  });
  PlanRunner runner(op->getContext(), std::move(plan));
  FailureOr<bool> changed = runner.run(op, run);
  if (failed(changed) || failed(verifyNoConflict(op)))
    return failure();
  return changed;
}

FailureOr<bool> croton::placeOnDevice(Operation *op, const Plan &plan,
                                      const PlacementOptions &options) {
  if (options.way == PlacementWay::Equilibrium)
    return placeByEquilibrium(op, plan, options.run);
  const PlanNode *lifting = plan.findStage("gpuarray-local-optimizations");
  if (!lifting)
    return false;
  FrozenRewrites lifters(op->getContext(), lifting->locals);
  IRRewriter rewriter(op->getContext());
  return forEachFunction(op, [&](FunctionOpInterface function) {
    return placeTopologically(function, options.device, lifters, rewriter,
                              options.run);
  });
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class PlaceOnDevicePass
    : public croton::impl::PlaceOnDevicePassBase<PlaceOnDevicePass> {
public:
  using PlaceOnDevicePassBase::PlaceOnDevicePassBase;

  LogicalResult initialize(MLIRContext *context) override;
  void runOnOperation() override;

private:
  llvm::Error prepare(MLIRContext *context);
  DeviceAttr chooseDevice();
  FailureOr<bool> place(DeviceAttr target);
  LogicalResult checkTransfers();

  PlacementWay chosenWay = PlacementWay::Topological;
  Query selectedQuery;
  std::optional<ExplainRequest> explained;
};
} // namespace

llvm::Error PlaceOnDevicePass::prepare(MLIRContext *context) {
  static constexpr StringRef ways[] = {"topological", "equilibrium"};
  const StringRef *known = llvm::find(ways, way);
  if (known == std::end(ways))
    return llvm::createStringError(
        "expected 'way' to be topological or equilibrium, but got '" + way +
        "'" + didYouMean(way, ways));
  chosenWay = static_cast<PlacementWay>(known - ways);
  if (!explain.empty()) {
    llvm::Expected<ExplainRequest> parsed = ExplainRequest::parse(explain);
    if (!parsed)
      return parsed.takeError();
    explained = *parsed;
  }
  llvm::Expected<Query> parsed = Query::parse(query);
  if (!parsed)
    return parsed.takeError();
  selectedQuery = *parsed;
  // For the unknown words in it.
  return createPlacementDatabase()->resolve(selectedQuery).takeError();
}

LogicalResult PlaceOnDevicePass::initialize(MLIRContext *context) {
  if (llvm::Error error = prepare(context)) {
    emitError(UnknownLoc::get(context))
        << "croton-place-on-device: " << llvm::toString(std::move(error));
    return failure();
  }
  return success();
}

/// The device of the options, else the first one of `croton.devices`; null
/// after an error.
DeviceAttr PlaceOnDevicePass::chooseDevice() {
  Operation *root = getOperation();
  if (!device.empty()) {
    auto chosen = DeviceAttr::get(&getContext(), device);
    return succeeded(verifyDeviceIsKnown(root->getLoc(), root, chosen))
               ? chosen
               : DeviceAttr();
  }
  DictionaryAttr devices = getDevices(root);
  if (devices && !devices.empty())
    return DeviceAttr::get(&getContext(),
                           devices.begin()->getName().getValue());
  root->emitError("expected the option 'device' or a device in the attribute "
                  "'croton.devices'");
  return {};
}

FailureOr<bool> PlaceOnDevicePass::place(DeviceAttr target) {
  DatabaseRef database = createPlacementDatabase(target);
  llvm::Expected<Plan> plan = database->resolve(selectedQuery);
  if (!plan)
    return emitError(getOperation()->getLoc(),
                     llvm::toString(plan.takeError()));
  PlacementOptions options;
  options.device = target;
  options.way = chosenWay;
  RewriteProfile counts;
  if (profile)
    options.run.profile = &counts;
  std::optional<ExplainObserver> observer;
  if (explained) {
    observer.emplace(*explained, *database, selectedQuery, *plan,
                     &getContext());
    observer->begin(getOperation());
    options.run.observer = &*observer;
  }
  FailureOr<bool> changed = placeOnDevice(getOperation(), *plan, options);
  if (observer && !observer->emitRemarks())
    observer->print(llvm::errs());
  if (profile)
    counts.print(llvm::errs(), RewriteProfile::SortKey::Name);
  return changed;
}

LogicalResult PlaceOnDevicePass::checkTransfers() {
  if (!reportTransfers && maxTransfers < 0)
    return success();
  SmallVector<Operation *> transfers = getTransfers(getOperation());
  if (reportTransfers)
    for (Operation *transfer : transfers)
      emitRemark(transfer->getLoc()) << describeTransfer(transfer);
  if (maxTransfers < 0 ||
      transfers.size() <= static_cast<size_t>(maxTransfers.getValue()))
    return success();
  InFlightDiagnostic diagnostic =
      getOperation()->emitError()
      << "expected at most " << maxTransfers.getValue()
      << (maxTransfers == 1 ? " transfer" : " transfers") << ", but got "
      << transfers.size();
  for (Operation *transfer : transfers)
    diagnostic.attachNote(transfer->getLoc()) << describeTransfer(transfer);
  return diagnostic;
}

void PlaceOnDevicePass::runOnOperation() {
  DeviceAttr target = chooseDevice();
  if (!target)
    return signalPassFailure();
  FailureOr<bool> changed = place(target);
  if (failed(changed) || failed(checkTransfers()))
    return signalPassFailure();
  if (!*changed)
    markAllAnalysesPreserved();
}
