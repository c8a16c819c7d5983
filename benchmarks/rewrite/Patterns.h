//===- Patterns.h - A set of patterns of a usual size -----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_BENCHMARKS_REWRITE_PATTERNS_H
#define CROTON_BENCHMARKS_REWRITE_PATTERNS_H

#include "mlir/IR/PatternMatch.h"

namespace bench {

/// Adds some patterns that apply to a fifth of the ops of each graph, patterns
/// of the same roots that never do, and arith's and scf's canonicalizations.
void populateBenchmarkPatterns(mlir::RewritePatternSet &patterns);

} // namespace bench

#endif // CROTON_BENCHMARKS_REWRITE_PATTERNS_H
