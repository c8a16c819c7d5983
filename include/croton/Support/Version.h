//===- Version.h - The version of Croton ------------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_SUPPORT_VERSION_H
#define CROTON_SUPPORT_VERSION_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::croton {

/// Returns the version as "major.minor.patch".
StringRef getCrotonVersion();

/// Returns one line for `--version`: Croton's version and that of the LLVM it
/// was built with.
std::string getCrotonVersionLine();

} // namespace mlir::croton

#endif // CROTON_SUPPORT_VERSION_H
