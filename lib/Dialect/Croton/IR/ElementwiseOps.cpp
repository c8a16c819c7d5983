//===- ElementwiseOps.cpp - Verifiers and folds of elementwise ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// add, mul
//===----------------------------------------------------------------------===//

/// There is a value to return only if there is an operand.
static LogicalResult verifyHasInput(Operation *op) {
  if (op->getNumOperands() == 0)
    return op->emitOpError() << "expected at least one operand";
  return success();
}

LogicalResult AddOp::verify() { return verifyHasInput(*this); }
LogicalResult MulOp::verify() { return verifyHasInput(*this); }

LogicalResult AddOp::canRunOn(Attribute, std::string &whyNot) {
  return croton::detail::haveDeviceTypes(*this, whyNot);
}
LogicalResult MulOp::canRunOn(Attribute, std::string &whyNot) {
  return croton::detail::haveDeviceTypes(*this, whyNot);
}

/// Builds one op of as many operands as a kernel takes, one of its result and
/// as many of the next ones, and so on: the same sums in the same order.
template <typename OpTy>
static void buildInParts(OpTy op, OpBuilder &builder, ValueRange operands,
                         SmallVectorImpl<Value> &results) {
  int64_t resultBytes = croton::detail::getParameterBytes(op.getType());
  Value total;
  while (!operands.empty()) {
    SmallVector<Value> part;
    int64_t bytes = resultBytes;
    if (total) {
      part.push_back(total);
      bytes += resultBytes;
    }
    do {
      part.push_back(operands.front());
      bytes += croton::detail::getParameterBytes(operands.front().getType());
      operands = operands.drop_front();
    } while (!operands.empty() && bytes + croton::detail::getParameterBytes(
                                              operands.front().getType()) <=
                                      croton::detail::kMaxParameterBytes);
    total = OpTy::create(builder, op.getLoc(), part);
  }
  results.push_back(total);
}

template <typename OpTy>
static LogicalResult buildVariadic(OpTy op, OpBuilder &builder,
                                   Attribute device, ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  std::string whyNot;
  if (succeeded(croton::detail::canRunOnDevice(op, whyNot)))
    return croton::detail::buildByCloning(op, builder, device, operands,
                                          results);
  buildInParts(op, builder, operands, results);
  return success();
}

LogicalResult AddOp::buildOnDevice(OpBuilder &builder, Attribute device,
                                   ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  return buildVariadic(*this, builder, device, operands, results);
}
LogicalResult MulOp::buildOnDevice(OpBuilder &builder, Attribute device,
                                   ValueRange operands,
                                   SmallVectorImpl<Value> &results) {
  return buildVariadic(*this, builder, device, operands, results);
}

//===----------------------------------------------------------------------===//
// cast
//===----------------------------------------------------------------------===//

LogicalResult CastOp::verify() {
  Type from = getElementTypeOrSelf(getOperand().getType());
  if (isComplex(from) && !isComplex(getDtype()))
    return emitOpError() << "expected a complex target for " << from
                         << ", but got " << getDtype()
                         << "; take the real part, the imaginary part or the "
                            "absolute value first";
  return success();
}

OpFoldResult CastOp::fold(FoldAdaptor) {
  if (getOperand().getType() == getType())
    return getOperand();
  return {};
}

//===----------------------------------------------------------------------===//
// switch
//===----------------------------------------------------------------------===//

LogicalResult SwitchOp::verify() {
  Type onTrue = getElementTypeOrSelf(getOnTrue().getType());
  Type onFalse = getElementTypeOrSelf(getOnFalse().getType());
  if (onTrue != onFalse)
    return emitOpError() << "expected both values to have one element type, "
                            "but got "
                         << onTrue << " and " << onFalse
                         << "; insert a croton.cast";
  return success();
}

//===----------------------------------------------------------------------===//
// fill
//===----------------------------------------------------------------------===//

bool FillOp::isConnected(unsigned operand, unsigned) { return operand == 1; }
