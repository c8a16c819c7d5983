//===- CrotonToLLVM.h - Steps of the lowering to LLVM -----------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of the pass convert-croton-to-llvm, for those who build their own.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_CONVERSION_CROTONTOLLVM_CROTONTOLLVM_H
#define CROTON_CONVERSION_CROTONTOLLVM_CROTONTOLLVM_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::croton {

//===----------------------------------------------------------------------===//
// Names that kernels and host code agree on
//===----------------------------------------------------------------------===//

/// The kernels for device `dev0` are those of the gpu.module or gpu.binary
/// `croton_kernels_dev0`.
inline constexpr llvm::StringLiteral kDeviceKernelsPrefix = "croton_kernels_";

/// A call of the private declaration `__croton_device_error_dev0() -> i64`
/// stands for the address of the record in which kernels of that device report
/// errors.
inline constexpr llvm::StringLiteral kDeviceErrorPrefix =
    "__croton_device_error_";

/// The attribute of the module that holds the formats of what kernels report;
/// they give the index of one.
inline constexpr llvm::StringLiteral kDeviceMessagesAttrName =
    "croton.device_messages";

/// A function of a lowered module that has kernels: it unloads them. A
/// destructor of the module that calls it when a library is closed.
inline constexpr llvm::StringLiteral kUnloadKernelsName =
    "__croton_unload_kernels";

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Turns scf.for, scf.if and croton.check in the functions of `module` into
/// branches between blocks, in time linear in the number of ops. Other ops of
/// the scf dialect go through upstream's patterns. Fails if one of those does.
LogicalResult lowerControlFlow(ModuleOp module);

/// Makes the math ops of `module` such that the conversion to LLVM takes them
/// without loss of accuracy: f16 and bf16 are computed in f32, and functions
/// that LLVM has no intrinsic for become calls of the C library.
LogicalResult prepareMath(ModuleOp module);

/// Turns memrefs into pointers and index into i64. Each public function gets a
/// C interface `_mlir_ciface_<name>` and becomes internal itself:
/// - a memref argument is a pointer to upstream's descriptor of it, of which
///   the pointers and the dynamic sizes are read;
/// - results are stored through a pointer that comes first, as a struct of
///   descriptors and scalars; a single scalar is returned.
/// Private functions take memrefs as lists of values. Expects functions of
/// blocks and branches; all copies left are between contiguous buffers.
///
/// Memory of devices, launches of kernels and their binaries become calls of
/// the runtime and constants.
LogicalResult lowerMemRefs(ModuleOp module);

} // namespace mlir::croton

#endif // CROTON_CONVERSION_CROTONTOLLVM_CROTONTOLLVM_H
