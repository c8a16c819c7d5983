//===- RestorePlaces.h - Destinations where their results are ---*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_BUFFERIZE_RESTOREPLACES_H
#define CROTON_LIB_CONVERSION_BUFFERIZE_RESTOREPLACES_H

namespace mlir {
class Operation;

namespace croton {

/// Gives empty tensors the encoding of the result that is written to them.
/// Upstream's canonicalization of linalg ops drops encodings where it makes
/// sizes static.
void restorePlaces(Operation *root);

} // namespace croton
} // namespace mlir

#endif // CROTON_LIB_CONVERSION_BUFFERIZE_RESTOREPLACES_H
