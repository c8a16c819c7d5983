//===- RewriteSupport.h - Questions that several rewrites ask ---*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_DIALECT_CROTON_TRANSFORMS_REWRITESUPPORT_H
#define CROTON_LIB_DIALECT_CROTON_TRANSFORMS_REWRITESUPPORT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

namespace mlir::croton::detail {

/// Whether an elementwise op on `operands` compares sizes when it runs: along
/// some dim, two different operands have a size that is not 1 and not both are
/// known. An op that does can fail; an exact rewrite must not lose it. Taken to
/// be so for operands that are not all tensors.
bool comparesSizes(ValueRange operands);

/// Whether all elements of `value` are one constant number that is accepted. A
/// complex number never is.
bool isConstantOf(Value value, function_ref<bool(const APFloat &)> acceptFloat,
                  function_ref<bool(const APInt &)> acceptInteger);

/// Whether all elements of `value` are the constant 1 (true for booleans).
bool isConstantOne(Value value);

/// Whether all elements of `value` are a constant zero: for floats the one with
/// the given sign.
bool isConstantZero(Value value, bool isNegative);

/// Whether every value of the element type `from`, each zero and NaN included,
/// is one of `to`, so that a cast there and back changes nothing.
bool holdsAllValues(Type to, Type from);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_DIALECT_CROTON_TRANSFORMS_REWRITESUPPORT_H
