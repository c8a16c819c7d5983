//===- RowSums.h - Sums of whole rows -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWSUMS_H
#define CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWSUMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::croton::detail {

/// Replaces a sum of floats over outer axes, which adds whole rows to each
/// other, by loops that do it in blocks, at least as accurately as summing
/// pairwise. Returns false if `op` is none, or too small to gain.
bool rewriteRowSum(RewriterBase &rewriter, linalg::GenericOp op);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWSUMS_H
