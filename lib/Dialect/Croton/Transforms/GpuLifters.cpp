//===- GpuLifters.cpp - Rewrites that move ops to a device ----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern serves all lifters, which differ in the ops that they track: how
// an op moves is its own business (DeviceLiftOpInterface), when it moves that
// of the rules (GpuDecision.cpp).
//
//===----------------------------------------------------------------------===//

#include "GpuPlacement.h"

#include "croton/Dialect/Croton/Transforms/DevicePlacement.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// The pattern
//===----------------------------------------------------------------------===//

/// The operand `index` of `op` in the place where an op on `device` reads it.
static Value getOperandOn(DeviceLiftOpInterface op, unsigned index,
                          Attribute device, OpBuilder &builder) {
  Value value = op->getOperand(index);
  OperandPlace place = op.getOperandPlace(index);
  if (place == OperandPlace::Host || !isa<RankedTensorType>(value.getType()))
    return value;
  Value host = value;
  if (auto download = value.getDefiningOp<HostFromGpuOp>()) {
    Value copy = download.getOperand();
    if (getDevice(copy) == device)
      return copy;
    if (auto upload = copy.getDefiningOp<GpuFromHostOp>())
      host = upload.getOperand();
    else if (op.acceptsMixedDevices())
      return copy;
  }
  if (place == OperandPlace::Anywhere)
    return host;
  return GpuFromHostOp::create(builder, host.getLoc(),
                               withDevice(host.getType(), device), host);
}

namespace {

// Pattern: op(.., host_from_gpu(a), ..) -> host_from_gpu(op(.., a, ..))
// Pattern: gpu_from_host(op(x)) -> op(gpu_from_host(x))  [no other users]
//
// The second one leaves a transfer to the host and back behind, which
// gpuarray-cut-transfers takes away.
struct LiftToDevice : OpInterfaceRewritePattern<DeviceLiftOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(DeviceLiftOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (std::optional<StringRef> obstacle = getObstacle(op))
      return rewriter.notifyMatchFailure(op, Twine(*obstacle));
    GraphView view;
    Decision decision = decideByOperands(op, view);
    if (decision.kind == Decision::Stay) {
      Decision other = decideByUsers(op, view);
      if (other.kind == Decision::Stay)
        return rewriter.notifyMatchFailure(op, [&](Diagnostic &diagnostic) {
          std::string first = decision.describe(), second = other.describe();
          diagnostic << first;
          if (second != first)
            diagnostic << "; " << second;
        });
      decision = other;
    }
    if (decision.kind == Decision::Conflict)
      return rewriter.notifyMatchFailure(op, Twine(decision.describe()));
    return lift(op, decision.device, rewriter);
  }

private:
  static LogicalResult lift(DeviceLiftOpInterface op, Attribute device,
                            PatternRewriter &rewriter) {
    SmallVector<Value> operands, results;
    for (unsigned i = 0, e = op->getNumOperands(); i < e; ++i)
      operands.push_back(getOperandOn(op, i, device, rewriter));
    if (failed(op.buildOnDevice(rewriter, device, operands, results)))
      return rewriter.notifyMatchFailure(op, "it could not be built there");
    for (auto [result, old] : llvm::zip_equal(results, op->getResults()))
      if (getDevice(result) && !getDevice(old))
        result = HostFromGpuOp::create(rewriter, op->getLoc(), result);
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {
struct LifterRow {
  StringLiteral name, summary;
  SmallVector<StringRef, 0> tracks;
};
} // namespace

template <typename... Ops>
static SmallVector<StringRef, 0> namesOf() {
  return {Ops::getOperationName()...};
}

/// By the names of Theano's lifters where there is one.
static const std::vector<LifterRow> &getRows() {
  static const std::vector<LifterRow> rows = {
      {"local-gpua-elemwise", "elementwise ops to a device",
       namesOf<NegOp, AbsOp, SqrOp, SqrtOp, ExpOp, Expm1Op, LogOp, Log1pOp,
               TanhOp, SigmoidOp, CastOp, AddOp, MulOp, SubOp, TrueDivOp,
               MaximumOp, MinimumOp, EqOp, NeqOp, LtOp, LeOp, GtOp, GeOp,
               SwitchOp, ClipOp, FillOp, CompositeOp>()},
      {"local-gpua-careduce", "reductions to a device",
       namesOf<SumOp, MeanOp, MaxOp>()},
      {"local-gpu-maxandargmax", "argmax to a device", namesOf<ArgmaxOp>()},
      {"local-gpua-alloc", "alloc to a device, its sizes stay on the host",
       namesOf<AllocOp>()},
      {"local-gpua-constant", "constants to a device", namesOf<ConstantOp>()},
      {"local-gpua-dimshuffle", "dimshuffle to a device",
       namesOf<DimshuffleOp>()},
      {"local-gpua-reshape", "reshape to a device, the shape stays on the host",
       namesOf<ReshapeOp>()},
      {"local-gpua-shape", "shape and shape_i from a tensor on a device",
       namesOf<ShapeOp, ShapeIOp>()},
      {"local-gpua-specify-shape", "specify_shape to a device",
       namesOf<SpecifyShapeOp>()},
      {"local-gpua-make-vector", "make_vector to a device",
       namesOf<MakeVectorOp>()},
      {"local-gpua-subtensor",
       "subtensor to a device, indices stay on the host",
       namesOf<SubtensorOp>()},
      {"local-gpua-inc-subtensor",
       "inc_subtensor to a device, indices stay on the host",
       namesOf<IncSubtensorOp>()},
      {"local-gpua-advanced-subtensor", "take to a device", namesOf<TakeOp>()},
      {"local-gpua-advanced-incsubtensor", "inc_take to a device",
       namesOf<IncTakeOp>()},
      {"local-gpua-one-hot", "one_hot to a device", namesOf<OneHotOp>()},
      {"local-gpua-dot", "products to a device",
       namesOf<DotOp, BatchedDotOp>()},
      {"local-gpua-softmax", "softmax and log_softmax to a device",
       namesOf<SoftmaxOp, LogSoftmaxOp>()},
      {"local-gpu-crossentropycategorical1hot", "cross-entropies to a device",
       namesOf<CategoricalCrossentropyOp, CrossentropySoftmaxOp>()},
      {"local-gpua-assert", "assert to a device, conditions stay on the host",
       namesOf<AssertOp>()},
      {"local-gpua-grad-marker", "identities for gradients to a device",
       namesOf<ZeroGradOp, DisconnectedGradOp, GradClipOp>()},
  };
  return rows;
}

bool croton::detail::hasOwnLifter(OperationName name) {
  static const llvm::DenseSet<StringRef> names = [] {
    llvm::DenseSet<StringRef> all;
    for (const LifterRow &row : getRows())
      all.insert(row.tracks.begin(), row.tracks.end());
    return all;
  }();
  return names.contains(name.getStringRef());
}

static std::shared_ptr<LocalRewrite> makeLifter(StringRef name,
                                                StringRef summary) {
  return makeLocalRewrite<LiftToDevice>(name, NumericClaim::Exact, summary);
}

ArrayRef<std::shared_ptr<const LocalRewrite>> croton::getDeviceLifters() {
  static const std::vector<std::shared_ptr<const LocalRewrite>> lifters = [] {
    std::vector<std::shared_ptr<const LocalRewrite>> all;
    for (const LifterRow &row : getRows()) {
      auto lifter = makeLifter(row.name, row.summary);
      lifter->setTracks(row.tracks);
      all.push_back(lifter);
    }
    auto other = makeLifter("local-gpua-op",
                            "ops with DeviceLiftOpInterface that no other "
                            "lifter tracks to a device");
    other->setFilter(
        [](Operation *root) { return !hasOwnLifter(root->getName()); });
    all.push_back(other);
    return all;
  }();
  return lifters;
}
