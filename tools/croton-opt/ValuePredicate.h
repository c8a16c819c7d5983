//===- ValuePredicate.h - Whether functions keep their values - -*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_OPT_VALUEPREDICATE_H
#define CROTON_TOOLS_CROTON_OPT_VALUEPREDICATE_H

#include "croton/Rewrite/Bisect.h"

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace mlir::croton {

/// A predicate that holds for modules whose public functions compute what those
/// of `reference` do, by the evaluator, on random and on edge inputs (zeros of
/// both signs, infinities, NaN, very large and very small numbers), and which
/// fail where those fail. Unless `isExact`, values may differ by rounding: 1e-5
/// relative and absolute (1e-8 absolute for f64, 1e-3 for f16, 1e-2 for bf16).
/// An error if no function can be evaluated.
llvm::Expected<BisectPredicate> makeValuePredicate(ModuleOp reference,
                                                   bool isExact);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_OPT_VALUEPREDICATE_H
