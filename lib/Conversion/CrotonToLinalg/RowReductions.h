//===- RowReductions.h - Loops that reduce one row -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops that reduce a row to scalars, with accumulators in registers
// and in the form that the loop vectorizer takes.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWREDUCTIONS_H
#define CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWREDUCTIONS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::croton::detail {

/// The term that a reduction adds up, if that may be done in blocks: the float
/// accumulator is wider, or there are two and the second collects the rounding
/// errors of the first (Knuth's two-sum). It is the term before it is widened,
/// unless the sum was asked for in f64. Null if the op does anything else.
Value matchSum(linalg::GenericOp op);
Value matchCompensatedSum(linalg::GenericOp op);

/// Adds the sum of a block to `totals`: to the one there is, or to the first
/// and what its rounding lost to the second.
SmallVector<Value> addBlockSum(OpBuilder &b, Location loc, ValueRange totals,
                               Value block);

/// Clones the part of the body of `op` that computes `wanted`, for one element,
/// and returns these values. `arguments` are the body's, null where that part
/// does not need them; `getIndex` gives the index of a loop.
SmallVector<Value> cloneBody(OpBuilder &b, linalg::GenericOp op,
                             ValueRange arguments,
                             function_ref<Value(unsigned loop)> getIndex,
                             ValueRange wanted);

/// A loop that carries values.
SmallVector<Value> createLoop(
    OpBuilder &b, Location loc, Value lower, Value upper, int64_t step,
    ValueRange initial,
    function_ref<SmallVector<Value>(Value index, ValueRange carried)> body);

/// A reduction of one row.
struct RowReduction {
  linalg::GenericOp op;
  /// The sizes of the loops within the row.
  SmallVector<Value> sizes;
  /// The accumulators before the first element.
  SmallVector<Value> initial;
  /// Clones what computes `wanted`, values of the op's body, for the element at
  /// `indices`. `carried` are the accumulators so far; it may be empty if
  /// `wanted` does not depend on them.
  std::function<SmallVector<Value>(ValueRange indices, ValueRange carried,
                                   ValueRange wanted)>
      compute;
};

/// Emits the loops and returns the final accumulators.
///
/// Sums of floats are formed in blocks: within a block in any order, in f32 for
/// terms of at most 32 bits, else in f64; over blocks in f64 with, for f64
/// terms, the rounding errors added up beside it. That is at least as accurate
/// as pairwise summation, at the speed of the plain loop. The maximum of floats
/// is found without regard to the sign of zeros, and again with it if it is
/// zero.
SmallVector<Value> emitRowReduction(OpBuilder &b,
                                    const RowReduction &reduction);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWREDUCTIONS_H
