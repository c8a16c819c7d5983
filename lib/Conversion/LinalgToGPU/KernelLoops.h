//===- KernelLoops.h - The loops of a kernel --------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELLOOPS_H
#define CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELLOOPS_H

#include "KernelBuilder.h"

namespace mlir::croton::detail {

/// Loops of a linalg op that run as one, since each operand passes over them
/// without a gap or not at all.
struct LoopGroup {
  /// The loops, outermost first.
  SmallVector<unsigned, 2> loops;
  bool isReduction = false;
  /// The number of iterations, `ShapedType::kDynamic` if it is not known.
  int64_t extent = 1;
  /// The same on the host and in the kernel.
  OpFoldResult hostSize;
  Value size;
};

/// Which loops of `op` run as one, outermost first, without those of one
/// iteration. What kind of kernel fits an op is decided on these; their sizes
/// are no values yet.
SmallVector<LoopGroup> groupLoops(linalg::LinalgOp op);

/// Whether neighbours in `group` are neighbours in the memory of `operand`.
bool isContiguous(linalg::LinalgOp op, OpOperand &operand,
                  const LoopGroup &group);

/// The loops of a linalg op as a kernel sees them.
class KernelLoops {
public:
  KernelLoops(KernelBuilder &kernel, linalg::LinalgOp op);

  /// Outermost first.
  SmallVector<LoopGroup> groups;

  /// Whether the address of `operand` depends on a group.
  bool isMoving(OpOperand &operand, unsigned group) const;
  bool isContiguous(OpOperand &operand, unsigned group) const {
    return detail::isContiguous(op, operand, groups[group]);
  }

  /// Where `operand` is at the given indices of the groups.
  SmallVector<Value> getIndices(OpBuilder &b, OpOperand &operand,
                                ArrayRef<Value> groupIndices) const;
  /// The indices of all loops of the op.
  SmallVector<Value> getLoopIndices(OpBuilder &b,
                                    ArrayRef<Value> groupIndices) const;

  /// The groups of a kind.
  SmallVector<unsigned> getGroups(bool isReduction) const;
  /// The product of sizes, on the host and in the kernel.
  Value getHostSize(ArrayRef<unsigned> of) const;
  Value getSize(ArrayRef<unsigned> of) const;

  /// Splits the index of a point among the iterations of `of` into one for each
  /// group, written to their places in `groupIndices`.
  void delinearize(OpBuilder &b, Value point, ArrayRef<unsigned> of,
                   MutableArrayRef<Value> groupIndices) const;

private:
  KernelBuilder &kernel;
  /// Accessors of ops are not const.
  mutable linalg::LinalgOp op;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELLOOPS_H
