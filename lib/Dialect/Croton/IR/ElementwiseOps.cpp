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
