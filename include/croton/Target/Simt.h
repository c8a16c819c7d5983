//===- Simt.h - Kernels for the SIMT emulator -------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `#croton.simt_target` does: the same module that would go to NVPTX,
// after its lowering to the dialects llvm and nvvm, becomes an object file for
// the host that the emulator runs (croton/Runtime/Simt.h).
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TARGET_SIMT_H
#define CROTON_TARGET_SIMT_H

#include "mlir/Support/LLVM.h"
#include <optional>

namespace mlir {
class DialectRegistry;
class Operation;

namespace croton {
class SimtTargetAttr;

/// Attaches gpu::TargetAttrInterface to SimtTargetAttr, and registers the
/// translations to LLVM IR that it needs.
void registerSimtTarget(DialectRegistry &registry);

/// Compiles a gpu.module in the dialects llvm and nvvm to an object file for
/// this machine. The module is not changed. Reports what the emulator lacks at
/// the operation that needs it.
std::optional<SmallVector<char, 0>> compileForSimt(Operation *module,
                                                   SimtTargetAttr target);

} // namespace croton
} // namespace mlir

#endif // CROTON_TARGET_SIMT_H
