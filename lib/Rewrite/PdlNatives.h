//===- PdlNatives.h - Calls that prepared patterns make ---------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_PDLNATIVES_H
#define CROTON_LIB_REWRITE_PDLNATIVES_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::croton::detail {

/// (name, attribute names, attributes..., operands...) -> range of types: what
/// the op infers.
constexpr StringLiteral kInferTypes = "croton.infer-types";
/// (op): fails if it is invalid.
constexpr StringLiteral kVerify = "croton.verify";
/// (value or values): fails if there are none.
constexpr StringLiteral kPresent = "croton.present";
/// A constraint on (ops..., values...): the ops differ and make none of the
/// values.
constexpr StringLiteral kApart = "croton.apart";

/// Tells the object below of an op.
void noteMade(Operation *op);

/// The ops that the pattern under way in this thread has made and had
/// verified. One such object lives around each run of a pattern.
class MadeOps {
public:
  MadeOps();
  ~MadeOps();
  MadeOps(const MadeOps &) = delete;
  MadeOps &operator=(const MadeOps &) = delete;

  /// Erases them, users first.
  void eraseAll(RewriterBase &rewriter);

private:
  friend void noteMade(Operation *op);

  MadeOps *outer;
  SmallVector<Operation *, 4> ops;
};

/// Registers them.
void registerPdlNatives(PDLPatternModule &module);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_PDLNATIVES_H
