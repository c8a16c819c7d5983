//===- ToolSafety.h - Errors instead of crashes in tools --------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_TOOLSAFETY_H
#define CROTON_SUPPORT_TOOLSAFETY_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace mlir::croton {

/// Makes what LLVM regards as fatal, such as a pass that is nested in an op it
/// does not work on, or the end of memory, one line of error and exit code 1.
/// `tool` is the name in that line and must live on.
void installFatalErrorHandler(StringRef tool);

/// Fails when brackets are nested so deeply in the text of a program that
/// MLIR's parser, which calls itself for each, would overflow the stack. `name`
/// is the file, for the message. Bytecode passes.
llvm::Error checkNesting(StringRef text, StringRef name);

} // namespace mlir::croton

#endif // CROTON_SUPPORT_TOOLSAFETY_H
