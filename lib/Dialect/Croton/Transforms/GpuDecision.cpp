//===- GpuDecision.cpp - The rules of placement ---------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both rules are monotone: the more is on a device, the more moves there, and
// nothing moves back. So there is one fixed point, in whichever order they are
// asked.
//
//===----------------------------------------------------------------------===//

#include "GpuPlacement.h"

#include "croton/Interfaces/TensorTypes.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

PlacementView::~PlacementView() = default;

std::string Decision::describe() const {
  if (kind == Conflict)
    return "its operands are on different devices";
  return whyNot.empty() ? reason.str() : "it cannot run there: " + whyNot;
}

//===----------------------------------------------------------------------===//
// The graph as it stands
//===----------------------------------------------------------------------===//

Availability GraphView::getAvailability(Value value) const {
  auto download = value.getDefiningOp<HostFromGpuOp>();
  if (!download)
    return {};
  Value source = download.getOperand();
  return {getDevice(source),
          static_cast<bool>(source.getDefiningOp<GpuFromHostOp>())};
}

UseKind GraphView::classifyUse(OpOperand &use, Attribute &device) const {
  device = getDevice(use.get());
  if (device)
    return UseKind::Device;
  auto liftable = dyn_cast<DeviceLiftOpInterface>(use.getOwner());
  bool isNeutral =
      liftable && answersOnHost(liftable) && isInFunctionBody(use.getOwner());
  return isNeutral ? UseKind::Neutral : UseKind::Host;
}

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

SmallVector<OpOperand *> croton::detail::getUsesOfCopies(Value value) {
  SmallVector<OpOperand *> uses;
  SmallVector<Value, 4> copies = {value};
  while (!copies.empty())
    for (OpOperand &use : copies.pop_back_val().getUses()) {
      if (use.getOwner()->hasTrait<IsTransfer>())
        copies.push_back(use.getOwner()->getResult(0));
      else
        uses.push_back(&use);
    }
  return uses;
}

bool croton::detail::isInFunctionBody(Operation *op) {
  return isa_and_nonnull<FunctionOpInterface>(op->getParentOp());
}

bool croton::detail::answersOnHost(DeviceLiftOpInterface op) {
  for (unsigned i = 0, e = op->getNumResults(); i < e; ++i)
    if (!op.isHostResult(i))
      return false;
  return true;
}

bool croton::detail::isLiftableConstant(Value value, Attribute device) {
  auto maker = value.getDefiningOp<DeviceLiftOpInterface>();
  std::string whyNot;
  return device && maker && maker->hasTrait<OpTrait::ConstantLike>() &&
         succeeded(maker.canRunOn(device, whyNot));
}

Value croton::detail::buildConstant(Value value, Attribute device,
                                    OpBuilder &builder) {
  SmallVector<Value> results;
  if (!isLiftableConstant(value, device) ||
      failed(value.getDefiningOp<DeviceLiftOpInterface>().buildOnDevice(
          builder, device, {}, results)))
    return {};
  return results.front();
}

std::optional<StringRef> croton::detail::getObstacle(DeviceLiftOpInterface op) {
  if (!isInFunctionBody(op))
    return "it is in a region of an op that stays on the host";
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (op.getOperandPlace(index) != OperandPlace::Host && getDevice(operand))
      return "it is on a device already";
  for (OpResult result : op->getResults())
    if (!op.isHostResult(result.getResultNumber()) && getDevice(result))
      return "it is on a device already";
  return std::nullopt;
}

static Decision stay(StringRef reason) {
  Decision decision;
  decision.reason = reason;
  return decision;
}

/// Asks the op itself at last, as that costs most.
static Decision moveIfPossible(DeviceLiftOpInterface op, Attribute device) {
  Decision decision;
  if (failed(op.canRunOn(device, decision.whyNot)))
    return decision;
  decision.kind = Decision::Move;
  decision.device = device;
  return decision;
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

Decision croton::detail::decideByOperands(DeviceLiftOpInterface op,
                                          const PlacementView &view) {
  Attribute firm, flexible;
  unsigned firmIndex = 0;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    OperandPlace place = op.getOperandPlace(index);
    if (place == OperandPlace::Host)
      continue;
    Availability available = view.getAvailability(operand);
    if (!available.device)
      continue;
    if (available.isFlexible) {
      // A look at the shape is no reason for a transfer.
      if (!flexible && place == OperandPlace::Device)
        flexible = available.device;
      continue;
    }
    if (!firm) {
      firm = available.device;
      firmIndex = index;
    } else if (firm != available.device && !op.acceptsMixedDevices()) {
      Decision decision;
      decision.kind = Decision::Conflict;
      decision.first = firmIndex;
      decision.second = index;
      decision.device = firm;
      decision.otherDevice = available.device;
      return decision;
    }
  }
  if (!firm && !flexible)
    return stay("no operand is on a device");
  return moveIfPossible(op, firm ? firm : flexible);
}

LogicalResult croton::detail::reportConflict(DeviceLiftOpInterface op,
                                             const Decision &decision) {
  InFlightDiagnostic diagnostic =
      op->emitError() << "'" << op->getName()
                      << "' op has operands on different devices; transfer "
                         "one of them to the device of the other";
  std::pair<unsigned, Attribute> sides[] = {
      {decision.first, decision.device},
      {decision.second, decision.otherDevice}};
  for (auto [index, device] : sides)
    diagnostic.attachNote(op->getOperand(index).getLoc())
        << "operand #" << index << " is on " << device;
  return diagnostic;
}

//===----------------------------------------------------------------------===//
// Backward
//===----------------------------------------------------------------------===//

/// An estimate of the bytes of a tensor, with unknown sizes taken to be equal
/// and large.
static double estimateBytes(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  std::optional<DType> dtype = getDType(tensor.getElementType());
  double bytes = dtype ? static_cast<double>(getByteWidth(*dtype)) : 16;
  for (int64_t size : tensor.getShape())
    bytes *= ShapedType::isDynamic(size) ? 1000.0 : static_cast<double>(size);
  return bytes;
}

static bool isScalar(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 0;
}

/// Where all users of the results are, or why the op stays.
static Decision findUsers(DeviceLiftOpInterface op, const PlacementView &view,
                          Attribute &device) {
  for (OpResult result : op->getResults()) {
    if (op.isHostResult(result.getResultNumber()))
      continue;
    for (OpOperand *use : getUsesOfCopies(result)) {
      Attribute wanted;
      UseKind kind = view.classifyUse(*use, wanted);
      if (kind == UseKind::Host)
        return stay("a result is used on the host");
      if (kind == UseKind::Neutral)
        continue;
      if (device && device != wanted)
        return stay("its results are used on different devices");
      device = wanted;
    }
  }
  return device ? Decision() : stay("no result is used on a device");
}

/// Whether more would have to be transferred if the op moved than if it stays.
static std::optional<StringRef> weighTransfers(DeviceLiftOpInterface op,
                                               const PlacementView &view,
                                               Attribute device) {
  double in = 0, out = 0;
  bool isScalarWork = llvm::all_of(op->getResults(), isScalar);
  SmallPtrSet<Value, 4> counted;
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    if (op.getOperandPlace(index) != OperandPlace::Device)
      continue;
    isScalarWork &= isScalar(operand);
    if (view.getAvailability(operand).device ||
        isLiftableConstant(operand, device) || !counted.insert(operand).second)
      continue;
    if (index == 0 && op.readsPart())
      return "it picks a part of a tensor that is on the host";
    in += estimateBytes(operand.getType());
  }
  for (OpResult result : op->getResults())
    out += estimateBytes(result.getType());
  if (in > 0 && isScalarWork)
    return "it computes scalars from scalars that are on the host";
  if (in > out)
    return "its operands, which are on the host, are larger than its results";
  return std::nullopt;
}

Decision croton::detail::decideByUsers(DeviceLiftOpInterface op,
                                       const PlacementView &view) {
  if (answersOnHost(op))
    return stay("it answers on the host");
  Attribute device;
  Decision decision = findUsers(op, view, device);
  if (!device || !decision.reason.empty())
    return decision;
  // Types that cannot be on a device have no size to weigh.
  decision = moveIfPossible(op, device);
  if (decision.kind != Decision::Move)
    return decision;
  if (std::optional<StringRef> reason = weighTransfers(op, view, device))
    return stay(*reason);
  return decision;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

/// Whether a value may be transferred for the sake of ops that read it.
static bool canStartLifting(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && !type.getEncoding() && type.getRank() > 0 &&
         getDType(type.getElementType()) && !isComplex(type.getElementType());
}

/// Whether the reader of a value would follow it to a device.
static bool isReadOnDevice(OpOperand *use, Attribute device) {
  auto liftable = dyn_cast<DeviceLiftOpInterface>(use->getOwner());
  std::string whyNot;
  return liftable && !getObstacle(liftable) && !getDevice(use->get()) &&
         liftable.getOperandPlace(use->getOperandNumber()) ==
             OperandPlace::Device &&
         succeeded(liftable.canRunOn(device, whyNot));
}

/// Adds `value`, or the part of it that is all that is read.
static void addSource(Value value, Attribute device,
                      SmallVectorImpl<Value> &sources) {
  while (canStartLifting(value)) {
    SmallVector<OpOperand *> uses = getUsesOfCopies(value);
    OpOperand *only =
        uses.size() == 1 && !getDevice(uses[0]->get()) ? uses[0] : nullptr;
    auto reader = only ? dyn_cast<DeviceLiftOpInterface>(only->getOwner())
                       : DeviceLiftOpInterface();
    bool isPartRead = reader && isInFunctionBody(reader) &&
                      reader.readsPart() && only->getOperandNumber() == 0;
    if (!isPartRead) {
      if (llvm::any_of(uses, [&](OpOperand *use) {
            return isReadOnDevice(use, device);
          }))
        sources.push_back(value);
      return;
    }
    value = reader->getResult(0);
  }
}

SmallVector<Value> croton::detail::getSources(FunctionOpInterface function,
                                              Attribute device) {
  SmallVector<Value> sources;
  Region &body = function.getFunctionBody();
  for (BlockArgument argument : body.front().getArguments())
    addSource(argument, device, sources);
  for (Block &block : body)
    for (Operation &op : block)
      if (!isa<DeviceLiftOpInterface>(op) && !op.hasTrait<IsTransfer>())
        for (Value result : op.getResults())
          addSource(result, device, sources);
  return sources;
}

FailureOr<bool> croton::detail::forEachFunction(
    Operation *op, function_ref<FailureOr<bool>(FunctionOpInterface)> apply) {
  bool changed = false;
  WalkResult result = op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    auto function = dyn_cast<FunctionOpInterface>(nested);
    if (!function)
      return WalkResult::advance();
    if (function.isExternal())
      return WalkResult::skip();
    FailureOr<bool> outcome = apply(function);
    if (failed(outcome))
      return WalkResult::interrupt();
    changed |= *outcome;
    return WalkResult::skip();
  });
  if (result.wasInterrupted())
    return failure();
  return changed;
}
