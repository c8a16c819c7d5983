//===- LinalgLoops.h - Loops for structured ops on buffers ------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns linalg ops on memrefs into loop nests that LLVM's vectorizer takes.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_CROTONTOLLVM_LINALGLOOPS_H
#define CROTON_CONVERSION_CROTONTOLLVM_LINALGLOOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::croton {

/// The order in which the loops of `op` are nested, outermost first. The
/// innermost loop is one along which most operands are contiguous and that does
/// not carry a reduction, where there is such a loop. Loops of reductions keep
/// their order among each other, so that each result element combines its
/// inputs in the order of the op's own dimensions.
SmallVector<unsigned> chooseLoopOrder(linalg::LinalgOp op);

/// Replaces `op`, which must work on buffers, by a loop nest. Elementwise ops
/// on contiguous buffers become one loop over all elements; a reduction along
/// the innermost loop is kept in registers.
void lowerToLoops(RewriterBase &rewriter, linalg::LinalgOp op);

} // namespace mlir::croton

#endif // CROTON_CONVERSION_CROTONTOLLVM_LINALGLOOPS_H
