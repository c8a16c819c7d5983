//===- ControlDerivatives.cpp - Derivatives of constants, asserts -------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// constant: has no operand to move
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::buildVjp(OpBuilder &, ValueRange, ArrayRef<bool>,
                                   MutableArrayRef<Value>) {
  return success();
}
LogicalResult ConstantOp::buildJvp(OpBuilder &, ValueRange,
                                   MutableArrayRef<Value>) {
  return success();
}

//===----------------------------------------------------------------------===//
// assert: the identity on its value
//===----------------------------------------------------------------------===//

bool AssertOp::isConnected(unsigned operand, unsigned) { return operand == 0; }

LogicalResult AssertOp::buildVjp(OpBuilder &, ValueRange outputGrads,
                                 ArrayRef<bool>,
                                 MutableArrayRef<Value> inputGrads) {
  inputGrads[0] = outputGrads[0];
  return success();
}

LogicalResult AssertOp::buildJvp(OpBuilder &, ValueRange tangents,
                                 MutableArrayRef<Value> resultTangents) {
  resultTangents[0] = tangents[0];
  return success();
}
