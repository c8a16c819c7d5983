//===- Version.cpp - The version of Croton --------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/Version.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;

// The build passes the version of the CMake project; it is written nowhere
// else.
#ifndef CROTON_VERSION_STRING
#error "CROTON_VERSION_STRING must come from the build"
#endif

StringRef croton::getCrotonVersion() { return CROTON_VERSION_STRING; }

std::string croton::getCrotonVersionLine() {
  return "Croton " CROTON_VERSION_STRING " (LLVM " LLVM_VERSION_STRING ")";
}
