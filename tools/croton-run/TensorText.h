//===- TensorText.h - Tensors as text ---------------------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers and tensors as NumPy would print and read them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_RUN_TENSORTEXT_H
#define CROTON_TOOLS_CROTON_RUN_TENSORTEXT_H

#include "croton/Support/HostTensor.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::croton {

/// Returns one element as the shortest decimal text that reads back equal.
std::string formatElement(const HostTensor &tensor, int64_t index);

/// Prints the elements in nested brackets with aligned columns; long axes of
/// tensors above 1,000 elements are cut to three elements at either end.
void printTensor(llvm::raw_ostream &os, const HostTensor &tensor);

/// Parses `text` as a number of the tensor's dtype and stores it. The number
/// must lie in the range of the dtype; fractions are not rounded to integers.
llvm::Error parseElement(StringRef text, const HostTensor &tensor,
                         int64_t index);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_RUN_TENSORTEXT_H
