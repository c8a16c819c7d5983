//===- Forward.cpp - Forward mode -----------------------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DerivativeScope.h"
#include "Diagnostics.h"

#include "croton/Autodiff/TangentArithmetic.h"

using namespace mlir;
using namespace mlir::croton;

TangentArithmetic::~TangentArithmetic() = default;

namespace {
/// One run of forward mode. Ops are visited in program order, so that the
/// tangents of all operands are there.
class ForwardMode {
public:
  ForwardMode(OpBuilder &builder, TangentArithmetic &arithmetic,
              const ForwardRequest &request, const Dependence &dependence)
      : builder(builder), arithmetic(arithmetic), request(request),
        dependence(dependence),
        scope(builder, request.loc, /*kind=*/"tangent") {}

  LogicalResult run(SmallVectorImpl<Value> &results);

private:
  LogicalResult checkConnected();
  LogicalResult seed();
  LogicalResult visit(Operation *op);
  LogicalResult collect(SmallVectorImpl<Value> &results);

  /// `tangent` as a tangent of `value`; null, after a diagnostic, if it is
  /// none.
  Value convert(Value tangent, Value value, const Twine &what);

  OpBuilder &builder;
  TangentArithmetic &arithmetic;
  const ForwardRequest &request;
  const Dependence &dependence;
  DerivativeScope scope;
  /// The tangents that are not zero.
  DenseMap<Value, Value> tangents;
};
} // namespace

LogicalResult ForwardMode::run(SmallVectorImpl<Value> &results) {
  if (failed(checkConnected()))
    return failure();
  SmallVector<Value> made;
  auto build = [&]() -> LogicalResult {
    if (failed(seed()))
      return failure();
    for (Operation *op : dependence.getOps())
      if (failed(visit(op)))
        return failure();
    return collect(made);
  };
  LogicalResult result = build();
  if (failed(result))
    made.clear();
  scope.eraseUnused(made);
  results.append(made);
  return result;
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

Value ForwardMode::convert(Value tangent, Value value, const Twine &what) {
  Type type = arithmetic.getTangentType(value.getType());
  if (!type) {
    (void)reportNoTangent(value.getLoc(), what, value);
    return {};
  }
  if (tangent.getType() == type)
    return tangent;
  Value result = arithmetic.cast(builder, request.loc, tangent, type);
  if (!result)
    emitError(request.loc) << "expected a tangent of type " << type << " for "
                           << what << ", but got " << tangent.getType();
  return result;
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
    if (!tangent) {
      scope.setSource(output);
      if (!arithmetic.getTangentType(output.getType()))
        return reportNoTangent(request.loc, "output #" + Twine(index), output);
      tangent = arithmetic.zerosLike(builder, request.loc, output);
    }
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
