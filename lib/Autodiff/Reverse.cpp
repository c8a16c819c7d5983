//===- Reverse.cpp - Reverse mode -----------------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"
#include "Mode.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// One run of reverse mode. Ops are visited from the last to the first, so that
/// when one is reached all users of its results have been.
class ReverseMode : public Mode {
public:
  ReverseMode(OpBuilder &builder, TangentArithmetic &arithmetic,
              const ReverseRequest &request, const Dependence &dependence)
      : Mode(builder, arithmetic, dependence, request.loc, /*kind=*/"gradient"),
        request(request) {}

private:
  LogicalResult checkConnected() override;
  LogicalResult build(SmallVectorImpl<Value> &grads) override;

  LogicalResult readKnown();
  LogicalResult seed();
  LogicalResult visit(Operation *op);
  LogicalResult readGrads(Operation *op, ArrayRef<bool> wanted,
                          ArrayRef<Value> inputGrads);
  LogicalResult collect(SmallVectorImpl<Value> &grads);

  /// True if a gradient of `value` is of use.
  bool isWanted(Value value) const {
    return dependence.isActive(value) && !known.contains(value);
  }

  /// What has arrived at `value`, or null for nothing.
  Value getGrad(Value value);

  /// The ops that the gradient of `value` came through, from an output down.
  SmallVector<Operation *> getPathFromOutput(Operation *op) const;

  const ReverseRequest &request;
  DenseMap<Value, Value> known;
  /// The terms of each value's gradient, in the order in which they came.
  DenseMap<Value, SmallVector<Value, 1>> terms;
  /// The op that gave a value's first term.
  DenseMap<Value, Operation *> givers;
};
} // namespace

LogicalResult ReverseMode::build(SmallVectorImpl<Value> &grads) {
  if (failed(readKnown()) || failed(seed()))
    return failure();
  for (Operation *op : llvm::reverse(dependence.getOps()))
    if (failed(visit(op)))
      return failure();
  return collect(grads);
}

LogicalResult ReverseMode::checkConnected() {
  bool hasError = false;
  for (auto [index, value] : llvm::enumerate(request.wrt))
    if (!dependence.isReached(value))
      hasError |= failed(reportDisconnected(
          request.loc, request.disconnected, "wrt #" + Twine(index), value,
          "no output depends on its values", request.outputs));
  return failure(hasError);
}

LogicalResult ReverseMode::readKnown() {
  for (auto [index, value, grad] :
       llvm::enumerate(request.known, request.knownGrads)) {
    scope.setSource(value);
    Value converted = convert(grad, value, "known #" + Twine(index));
    if (!converted)
      return failure();
    known[value] = converted;
  }
  return success();
}

LogicalResult ReverseMode::seed() {
  for (auto [index, output] : llvm::enumerate(request.outputs)) {
    if (!isWanted(output))
      continue;
    scope.setSource(output);
    Value grad = request.outputGrads[index];
    std::string what = ("output #" + Twine(index)).str();
    if (!grad && arithmetic.getTangentType(output.getType()))
      grad = arithmetic.onesLike(builder, request.loc, output);
    else
      grad = convert(grad, output, what);
    if (!grad)
      return failure();
    terms[output].push_back(grad);
  }
  return success();
}

Value ReverseMode::getGrad(Value value) {
  if (Value given = known.lookup(value))
    return given;
  auto it = terms.find(value);
  if (it == terms.end())
    return {};
  SmallVector<Value, 1> &sum = it->second;
  if (sum.size() > 1) {
    scope.setSource(value);
    sum = {arithmetic.add(builder, value.getLoc(), sum)};
  }
  return sum.front();
}

LogicalResult ReverseMode::visit(Operation *op) {
  SmallVector<Value> outputGrads;
  for (Value result : op->getResults())
    outputGrads.push_back(
        arithmetic.isDiscrete(result.getType()) ? Value() : getGrad(result));
  SmallVector<bool> wanted;
  for (OpOperand &operand : op->getOpOperands())
    wanted.push_back(isWanted(operand.get()) &&
                     llvm::any_of(op->getResults(), [&](OpResult result) {
                       return outputGrads[result.getResultNumber()] &&
                              isConnected(op, operand.getOperandNumber(),
                                          result.getResultNumber());
                     }));
  bool captures = dependence.capturesActive(op) &&
                  llvm::any_of(outputGrads, [](Value v) { return !!v; });
  if (!captures && !llvm::is_contained(wanted, true))
    return success();

  FailureOr<DifferentiableOpInterface> differentiable =
      getDifferentiable(op, dependence, [&] { return getPathFromOutput(op); });
  if (failed(differentiable))
    return failure();
  scope.setSource(op);
  SmallVector<Value> inputGrads(op->getNumOperands());
  if (failed(
          differentiable->buildVjp(builder, outputGrads, wanted, inputGrads)))
    return failure();
  return readGrads(op, wanted, inputGrads);
}

LogicalResult ReverseMode::readGrads(Operation *op, ArrayRef<bool> wanted,
                                     ArrayRef<Value> inputGrads) {
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    if (!wanted[index] || !inputGrads[index])
      continue;
    Value term = convert(inputGrads[index], operand.get(),
                         "operand #" + Twine(index) + " of '" +
                             op->getName().getStringRef() + "'");
    if (!term)
      return failure();
    terms[operand.get()].push_back(term);
    givers.try_emplace(operand.get(), op);
  }
  return success();
}

LogicalResult ReverseMode::collect(SmallVectorImpl<Value> &grads) {
  for (auto [index, value] : llvm::enumerate(request.wrt)) {
    Value grad = getGrad(value);
    if (!grad)
      grad = known[value] = buildZero(value, "wrt #" + Twine(index));
    if (!grad)
      return failure();
    grads.push_back(grad);
  }
  return success();
}

SmallVector<Operation *> ReverseMode::getPathFromOutput(Operation *op) const {
  SmallVector<Operation *> path;
  for (Operation *current = op; current;) {
    Operation *giver = nullptr;
    for (Value result : current->getResults())
      if (!giver)
        giver = givers.lookup(result);
    if (giver)
      path.push_back(giver);
    current = giver;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

LogicalResult mlir::croton::buildReverse(OpBuilder &builder,
                                         TangentArithmetic &arithmetic,
                                         const ReverseRequest &request,
                                         SmallVectorImpl<Value> &grads) {
  // Known gradients start from their values as outputs' gradients do.
  SmallVector<Value> targets(request.outputs);
  llvm::append_range(targets, request.known);
  FailureOr<Dependence> dependence =
      Dependence::compute(request.loc, builder.getInsertionBlock(), request.wrt,
                          targets, request.considerConstant);
  if (failed(dependence))
    return failure();
  return ReverseMode(builder, arithmetic, request, *dependence).run(grads);
}
