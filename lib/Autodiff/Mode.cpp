//===- Mode.cpp - What both modes have in common --------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mode.h"
#include "Diagnostics.h"

using namespace mlir;
using namespace mlir::croton;

TangentArithmetic::~TangentArithmetic() = default;

LogicalResult Mode::run(SmallVectorImpl<Value> &results) {
  if (failed(checkConnected()))
    return failure();
  SmallVector<Value> made;
  LogicalResult result = build(made);
  if (failed(result))
    made.clear();
  scope.eraseUnused(made);
  results.append(made);
  return result;
}

Value Mode::convert(Value derivative, Value value, const Twine &what) {
  Type type = arithmetic.getTangentType(value.getType());
  if (!type) {
    (void)reportNoTangent(value.getLoc(), what, value);
    return {};
  }
  if (derivative.getType() == type)
    return derivative;
  Value result = arithmetic.cast(builder, loc, derivative, type);
  if (!result)
    emitError(loc) << "expected a " << kind << " of type " << type << " for "
                   << what << ", but got " << derivative.getType();
  return result;
}

Value Mode::buildZero(Value value, const Twine &what) {
  scope.setSource(value);
  if (arithmetic.getTangentType(value.getType()))
    return arithmetic.zerosLike(builder, loc, value);
  (void)reportNoTangent(loc, what, value);
  return {};
}
