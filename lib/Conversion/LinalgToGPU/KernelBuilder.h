//===- KernelBuilder.h - A kernel and its launch ----------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELBUILDER_H
#define CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELBUILDER_H

#include "croton/Conversion/Utils/IndexMath.h"
#include "croton/Dialect/Croton/IR/Croton.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::croton::detail {

/// A kernel in the making, and the launch that takes the place of an op.
class KernelBuilder {
public:
  /// The kernel goes into `module`; `host` is where the launch goes.
  KernelBuilder(OpBuilder &host, gpu::GPUModuleOp module, Location loc,
                StringRef name);

  /// Passes a value of the host: what stands for it in the kernel. Buffers
  /// come as ones in global memory; constants are made anew.
  Value pass(Value value);
  Value pass(OpFoldResult size);

  /// A buffer that the threads of a block share.
  Value addShared(ArrayRef<int64_t> shape, Type elementType);

  /// Ends the kernel and starts it on that many blocks of threads. Each is a
  /// value of the host; missing ones are 1.
  void launch(ArrayRef<Value> blocks, ArrayRef<Value> threads);

  /// Reports in the device's error record, unless there is a report already,
  /// that a check in the kernel failed.
  void reportFailure(OpBuilder &b, CheckOp check, ValueRange values);

  Value getThread(gpu::Dimension dimension = gpu::Dimension::x);
  Value getBlock(gpu::Dimension dimension = gpu::Dimension::x);
  Value getBlockSize(gpu::Dimension dimension = gpu::Dimension::x);
  Value getGridSize(gpu::Dimension dimension = gpu::Dimension::x);

  /// Arithmetic on the host and in the kernel.
  IndexMath onHost() { return IndexMath(host, loc); }
  IndexMath onDevice() { return IndexMath(body, loc); }

  OpBuilder &host;
  /// Inside the kernel.
  OpBuilder body;
  Location loc;

private:
  Value getErrorRecord();

  gpu::GPUModuleOp module;
  gpu::GPUFuncOp function;
  SmallVector<Value> arguments;
  DenseMap<Value, Value> passed;
  Value errorRecord;
};

/// Clones the scalar computation of `op` at the insertion point of `b`, which
/// is inside of `kernel`. `scalars` are the elements of all operands,
/// `indices` those of the loops. Returns the new elements. Behind a check that
/// fails nothing is computed, and they are 0.
SmallVector<Value> cloneBody(KernelBuilder &kernel, OpBuilder &b,
                             linalg::LinalgOp op, ValueRange scalars,
                             ArrayRef<Value> indices);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_LINALGTOGPU_KERNELBUILDER_H
