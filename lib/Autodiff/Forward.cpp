//===- Forward.cpp - Forward mode -----------------------------------------===//
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
/// One run of forward mode. Ops are visited in program order, so that the
/// tangents of all operands are there.
class ForwardMode : public Mode {
public:
  ForwardMode(OpBuilder &builder, TangentArithmetic &arithmetic,
              const ForwardRequest &request, const Dependence &dependence)
      : Mode(builder, arithmetic, dependence, request.loc, /*kind=*/"tangent"),
        request(request) {}

private:
  LogicalResult checkConnected() override;
  LogicalResult build(SmallVectorImpl<Value> &results) override;

  LogicalResult seed();
  LogicalResult visit(Operation *op);
  LogicalResult collect(SmallVectorImpl<Value> &results);

  const ForwardRequest &request;
  /// The tangents that are not zero.
  DenseMap<Value, Value> tangents;
};
} // namespace

LogicalResult ForwardMode::build(SmallVectorImpl<Value> &results) {
  if (failed(seed()))
    return failure();
  for (Operation *op : dependence.getOps())
    if (failed(visit(op)))
      return failure();
  return collect(results);
}

LogicalResult ForwardMode::checkConnected() {
  bool hasError = false;
  for (auto [index, output] : llvm::enumerate(request.outputs))
    if (!dependence.isActive(output))
      hasError |= failed(reportDisconnected(
          request.loc, request.disconnected, "output #" + Twine(index), output,
          "it depends on the values of no wrt", request.wrt));
  return failure(hasError);
}

LogicalResult ForwardMode::seed() {
  for (auto [index, value, tangent] :
       llvm::enumerate(request.wrt, request.tangents)) {
    scope.setSource(value);
    Value converted = convert(tangent, value, "wrt #" + Twine(index));
    if (!converted)
      return failure();
    Value &entry = tangents[value];
    entry = entry ? arithmetic.add(builder, request.loc, {entry, converted})
                  : converted;
  }
  return success();
}

LogicalResult ForwardMode::visit(Operation *op) {
  // Only operands that connect to a result that can move count.
  SmallVector<Value> inputs(op->getNumOperands());
  bool moves = dependence.capturesActive(op);
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned index = operand.getOperandNumber();
    bool connects = llvm::any_of(op->getResults(), [&](OpResult result) {
      return !arithmetic.isDiscrete(result.getType()) &&
             isConnected(op, index, result.getResultNumber());
    });
    if (connects)
      inputs[index] = tangents.lookup(operand.get());
    moves |= !!inputs[index];
  }
  if (!moves)
    return success();

  // Tangents come from the sources; where they go is not known yet.
  FailureOr<DifferentiableOpInterface> differentiable = getDifferentiable(
      op, dependence, [] { return SmallVector<Operation *>(); });
  if (failed(differentiable))
    return failure();
  scope.setSource(op);
  SmallVector<Value> results(op->getNumResults());
  if (failed(differentiable->buildJvp(builder, inputs, results)))
    return failure();
  for (auto [result, tangent] : llvm::zip_equal(op->getResults(), results)) {
    // A result that is a wrt itself moves along its own tangent.
    if (!tangent || arithmetic.isDiscrete(result.getType()) ||
        tangents.contains(result))
      continue;
    Value converted =
        convert(tangent, result,
                "result #" + Twine(cast<OpResult>(result).getResultNumber()) +
                    " of '" + op->getName().getStringRef() + "'");
    if (!converted)
      return failure();
    tangents[result] = converted;
  }
  return success();
}

LogicalResult ForwardMode::collect(SmallVectorImpl<Value> &results) {
  for (auto [index, output] : llvm::enumerate(request.outputs)) {
    Value &tangent = tangents[output];
    if (!tangent)
      tangent = buildZero(output, "output #" + Twine(index));
    if (!tangent)
      return failure();
    results.push_back(tangent);
  }
  return success();
}

LogicalResult mlir::croton::buildForward(OpBuilder &builder,
                                         TangentArithmetic &arithmetic,
                                         const ForwardRequest &request,
                                         SmallVectorImpl<Value> &tangents) {
  FailureOr<Dependence> dependence = Dependence::compute(
      request.loc, builder.getInsertionBlock(), request.wrt, request.outputs,
      /*cuts=*/request.wrt);
  if (failed(dependence))
    return failure();
  return ForwardMode(builder, arithmetic, request, *dependence).run(tangents);
}
