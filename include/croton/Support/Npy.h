//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes .npy files, versions 1 to 3, of every dtype. bf16 is stored
// as the ml_dtypes package stores it, with the type code "V2".
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_NPY_H
#define CROTON_SUPPORT_NPY_H

#include "croton/Support/HostTensor.h"
#include "llvm/Support/Error.h"

namespace mlir::croton {

/// Reads the file at `path` into memory of its own. Either byte order is taken,
/// and Fortran order becomes row-major. The size that the header states is
/// compared with the size of the file before anything is allocated. Anything
/// wrong gives one error that names the file.
llvm::Expected<HostTensor> readNpy(StringRef path);

/// As `readNpy`, from the bytes of a file; errors call it `name`.
llvm::Expected<HostTensor> parseNpy(StringRef bytes, StringRef name);

/// Writes `tensor` to `path`, row-major, little endian, in version 1. A regular
/// file is replaced only when all is written.
llvm::Error writeNpy(StringRef path, const HostTensor &tensor);

} // namespace mlir::croton

#endif // CROTON_SUPPORT_NPY_H
