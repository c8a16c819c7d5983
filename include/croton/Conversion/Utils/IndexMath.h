//===- IndexMath.h - Arithmetic on indices ----------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_UTILS_INDEXMATH_H
#define CROTON_CONVERSION_UTILS_INDEXMATH_H

#include "mlir/IR/Builders.h"

namespace mlir::croton::detail {

/// Arithmetic on indices that folds what is known.
class IndexMath {
public:
  IndexMath(OpBuilder &b, Location loc) : b(b), loc(loc) {}

  Value constant(int64_t value) const;
  Value get(OpFoldResult size) const;
  Value add(Value lhs, Value rhs) const;
  Value sub(Value lhs, Value rhs) const;
  Value mul(Value lhs, Value rhs) const;
  Value divS(Value lhs, Value rhs) const;
  Value remS(Value lhs, Value rhs) const;
  /// These three take what is not negative, which is cheaper.
  Value divU(Value lhs, Value rhs) const;
  Value remU(Value lhs, Value rhs) const;
  Value ceilDivU(Value lhs, Value rhs) const;
  Value min(Value lhs, Value rhs) const;
  Value max(Value lhs, Value rhs) const;
  Value select(Value condition, Value onTrue, Value onFalse) const;
  Value less(Value lhs, Value rhs) const;
  Value lessOrEqual(Value lhs, Value rhs) const;
  Value equal(Value lhs, Value rhs) const;
  Value notEqual(Value lhs, Value rhs) const;
  Value both(Value lhs, Value rhs) const;
  Value either(Value lhs, Value rhs) const;

private:
  OpBuilder &b;
  Location loc;
};

} // namespace mlir::croton::detail

#endif // CROTON_CONVERSION_UTILS_INDEXMATH_H
