//===- Kernels.h - Kernels of linalg ops ------------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each kind of kernel. Each makes the kernel and the launch
// for an op that it fits, which stays, or returns false and makes nothing.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELS_H
#define CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELS_H

#include "KernelLoops.h"

namespace mlir::croton::detail {

/// Where a kernel goes.
struct KernelPlace {
  /// Before the op.
  OpBuilder &host;
  gpu::GPUModuleOp module;
};

/// Threads of a block where nothing speaks for another number.
constexpr int64_t kBlockThreads = 256;

/// Elementwise ops, broadcasts, fills and copies: one thread for up to 16 bytes
/// of the result at a time.
void makeParallelKernel(KernelPlace place, linalg::LinalgOp op);

/// Copies between layouts, of which one or the other side would be read or
/// written across lines: tiles in shared memory.
bool makeTransposeKernel(KernelPlace place, linalg::LinalgOp op);

/// Sums and their like over the last loops: a warp or a block for each row.
bool makeRowKernel(KernelPlace place, linalg::LinalgOp op);

/// Sums and their like over the first loops: threads side by side along the
/// last one.
bool makeColumnKernel(KernelPlace place, linalg::LinalgOp op);

/// Products: tiles in shared memory and registers.
bool makeProductKernel(KernelPlace place, linalg::LinalgOp op);

/// Any other reduction: a thread for each element of the results.
void makeSequentialKernel(KernelPlace place, linalg::LinalgOp op);

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

/// Loads an element of each operand at the given indices of the groups.
SmallVector<Value> loadElements(KernelBuilder &kernel, OpBuilder &b,
                                const KernelLoops &loops, linalg::LinalgOp op,
                                ArrayRef<Value> groupIndices);

/// Stores one element of each result.
void storeElements(KernelBuilder &kernel, OpBuilder &b,
                   const KernelLoops &loops, linalg::LinalgOp op,
                   ArrayRef<Value> groupIndices, ValueRange elements);

/// `for (i = first; i < size; i += step) body(i)`.
void buildLoop(OpBuilder &b, Location loc, Value first, Value size, Value step,
               function_ref<void(OpBuilder &, Value)> body);

/// The number of blocks for `items` pieces of work of `perBlock` threads each:
/// enough to fill a device, while what is left is for a loop in the kernel.
Value countBlocks(KernelBuilder &kernel, Value items, int64_t perBlock);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELS_H
