//===- Text.h - Words and numbers of databases and queries ------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_TEXT_H
#define CROTON_LIB_REWRITE_TEXT_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir::croton {

/// Whether `c` may stand in a word, at its start or later.
bool isWordChar(char c);

/// Whether `text` can be a name or tag that a query mentions.
bool isWord(StringRef text);

/// What a word must look like, for messages.
constexpr StringLiteral kWordRule = "expected letters, digits, '_', '-' and "
                                    "'.', first a letter, a digit or '_'";

/// The shortest decimal text that reads back as `position`: "1", "49.5".
std::string formatPosition(double position);

/// Reads a finite decimal number; nothing for any other text.
std::optional<double> parsePosition(StringRef text);

} // namespace mlir::croton

#endif // CROTON_LIB_REWRITE_TEXT_H
