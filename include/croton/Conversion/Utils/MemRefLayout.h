//===- MemRefLayout.h - Where elements lie ----------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_UTILS_MEMREFLAYOUT_H
#define CROTON_CONVERSION_UTILS_MEMREFLAYOUT_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::croton {

/// True if the elements of `type` are one block of memory in row-major order,
/// whatever the sizes are at run time. Unlike upstream's
/// areTrailingDimsContiguous, strides of dims of size 1 do not matter.
bool isOneBlock(MemRefType type);

} // namespace mlir::croton

#endif // CROTON_CONVERSION_UTILS_MEMREFLAYOUT_H
