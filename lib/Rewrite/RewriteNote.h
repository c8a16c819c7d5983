//===- RewriteNote.h - How a loaded rewrite is to be filed ------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_REWRITENOTE_H
#define CROTON_LIB_REWRITE_REWRITENOTE_H

#include "croton/Rewrite/Rewrite.h"
#include "llvm/Support/Error.h"
#include <vector>

namespace mlir::croton::detail {

/// What a file says about a rewrite beside its pattern. Errors of all functions
/// here have no location.
struct RewriteNote {
  SmallVector<std::string, 4> tags;
  std::optional<NumericClaim> claim;
  std::optional<double> position;
  std::string stage, summary;

  /// Sets one of tags (a list with commas), claim, position, stage and summary.
  llvm::Error set(StringRef key, StringRef value);
  /// Sets the same from an attribute "croton.<key>".
  llvm::Error set(StringRef key, Attribute value);

private:
  llvm::Error addTag(StringRef tag);
};

/// The notes above one pattern of a PDLL file.
struct PdllNote {
  /// The line that the pattern starts in, from 1.
  unsigned line = 0;
  RewriteNote note;
};

/// Collects the `// croton:` comments of a PDLL file. `name` is the file in
/// messages.
llvm::Expected<std::vector<PdllNote>> parsePdllNotes(StringRef text,
                                                     StringRef name);

/// Translates a PDLL file, whose name does not start with '-', to PDL by
/// running mlir-pdll.
llvm::Expected<std::string> translatePdll(StringRef path,
                                          ArrayRef<std::string> includeDirs,
                                          StringRef program);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_REWRITENOTE_H
