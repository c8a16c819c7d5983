//===- SimtLoader.h - Kernels of the SIMT emulator --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_EXECUTIONENGINE_SIMTLOADER_H
#define CROTON_EXECUTIONENGINE_SIMTLOADER_H

namespace mlir::croton {

/// Lets the runtime's emulator load images by LLVM's just-in-time linker; see
/// croton_rt_simt_set_loader. Calling it again changes nothing.
void registerSimtLoader();

} // namespace mlir::croton

#endif // CROTON_EXECUTIONENGINE_SIMTLOADER_H
