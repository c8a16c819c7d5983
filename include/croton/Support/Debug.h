//===- Debug.h - Switching debug output on ----------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Our sources write debug output with LDBG() under a DEBUG_TYPE. A release
// build of LLVM has no -debug-only switch, so our programs bring their own.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_DEBUG_H
#define CROTON_SUPPORT_DEBUG_H

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace mlir::croton {

/// Returns whether this build of Croton has asserts and debug output. Without
/// them the functions below do nothing.
bool hasDebugOutput();

/// Lets the given debug types, and no others, write to the debug stream. A type
/// is a file's DEBUG_TYPE, with an optional verbosity: "croton-grad-expand:2".
/// An empty list switches debug output off.
void setDebugTypes(llvm::ArrayRef<std::string> types);

/// Adds the switch --croton-debug-only=<type>,... to the command line, in a
/// build that has debug output. To be called before the command line is parsed.
void registerDebugOptions();

} // namespace mlir::croton

#endif // CROTON_SUPPORT_DEBUG_H
