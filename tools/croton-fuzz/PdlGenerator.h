//===- PdlGenerator.h - Patterns from bytes ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_FUZZ_PDLGENERATOR_H
#define CROTON_TOOLS_CROTON_FUZZ_PDLGENERATOR_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace mlir::croton {

/// PDL text that parses, mostly: each byte is a choice. Bytes that are changed
/// or left out change a part of the text.
std::string generatePdl(llvm::ArrayRef<uint8_t> choices);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_FUZZ_PDLGENERATOR_H
