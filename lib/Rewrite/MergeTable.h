//===- MergeTable.h - Equal ops, kept up to date ----------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_MERGETABLE_H
#define CROTON_LIB_REWRITE_MERGETABLE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TinyPtrVector.h"

namespace mlir::croton::detail {

/// Finds, for an op, an equal one that may stand for it: same name, operands in
/// the same order, attributes and result types, no effects, no regions. -0.0
/// and 0.0 are different attributes and so never merge; neither do values that
/// some op overwrites (operands tied to a result by DestinationStyleOp).
class MergeTable {
public:
  /// The op that `op` may be replaced with, or that may be replaced with it
  /// (`isEarlier` says which of the two comes first); null if there is none.
  /// `op` is in the table afterwards.
  Operation *findEqual(Operation *op, bool &isEarlier);
  /// Must be called before an op is erased and after it was modified.
  void forget(Operation *op);
  void clear() {
    buckets.clear();
    hashes.clear();
  }

private:
  llvm::DenseMap<uint64_t, llvm::TinyPtrVector<Operation *>> buckets;
  llvm::DenseMap<Operation *, uint64_t> hashes;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_MERGETABLE_H
