//===- RowGroups.h - Loop nests that can run row by row -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds linalg ops that share their outer loops and pass data from one to the
// other only within one iteration of these, and emits each such group as one
// loop over rows.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWGROUPS_H
#define CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWGROUPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::croton::detail {

/// What an op does in one row.
enum class RowKind {
  /// It computes one element of each result.
  Scalar,
  /// It reduces the row to one element of each result.
  Reduction,
  /// It computes a row of each result.
  Row
};

/// Ops of one block that run in one loop over rows: `depth` parallel loops of
/// sizes `outerSizes`.
class RowGroup {
public:
  struct Member {
    linalg::GenericOp op;
    RowKind kind;
  };

  RowGroup(unsigned depth, ArrayRef<OpFoldResult> outerSizes)
      : depth(depth), outerSizes(outerSizes) {}

  /// Adds `op` if it can run in the group's loop and shares data with it. The
  /// first op of a group need not share any.
  bool tryAdd(linalg::GenericOp op);

  /// Adds a reshape of a result that has one element for each row.
  bool tryAddView(Operation *op);

  /// True if `op`, or an op inside of it, uses a result of the group.
  bool isUsedBy(Operation *op) const;

  /// The result that `value` is, or is a view of; `value` itself if it comes
  /// from outside.
  Value resolve(Value value) const;
  bool isProduced(Value value) const { return kinds.contains(value); }
  RowKind getKind(Value result) const { return kinds.lookup(result); }
  /// True if something outside of the group uses `result` or a view of it.
  bool isUsedOutside(Value result) const;

  /// True if running the group in one loop gains anything.
  bool isWorthwhile() const;

  ArrayRef<Member> getMembers() const { return members; }
  unsigned getDepth() const { return depth; }
  ArrayRef<OpFoldResult> getOuterSizes() const { return outerSizes; }
  /// The members and the reshapes between them, in program order.
  ArrayRef<Operation *> getOps() const { return ops.getArrayRef(); }

private:
  bool readsByRow(linalg::GenericOp op) const;
  bool sharesData(linalg::GenericOp op) const;

  unsigned depth;
  SmallVector<OpFoldResult> outerSizes;
  SmallVector<Member> members;
  llvm::SetVector<Operation *> ops;
  DenseMap<Value, RowKind> kinds;
  DenseMap<Value, Value> viewed;
  /// Tensors from outside of which a whole row is read.
  DenseSet<Value> rowInputs;
};

/// The kind of `op` in a loop over its first `depth` loops, or nullopt if it
/// cannot run there.
std::optional<RowKind> classifyRowOp(linalg::GenericOp op, unsigned depth);

/// The number of parallel loops around a reduction of whole rows, or nullopt if
/// `op` is none.
std::optional<unsigned> getReductionDepth(linalg::GenericOp op);

/// The scalar that the init of result `index` is filled with; null if the init
/// has undefined elements; nullopt if it is any other tensor.
std::optional<Value> getInitialScalar(linalg::GenericOp op, unsigned index);

/// The sizes of the init of result `index`, which getInitialScalar knows.
SmallVector<OpFoldResult> getInitSizes(linalg::GenericOp op, unsigned index);

/// Emits the loop of `group` before its last member and erases the members.
void emitRowGroup(RewriterBase &rewriter, const RowGroup &group);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_CROTONTOLINALG_ROWGROUPS_H
