//===- ToolSafety.cpp - Errors instead of crashes in tools ----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/ToolSafety.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

using namespace mlir;
using namespace mlir::croton;

/// Far more than programs have, far less than the stack holds.
static constexpr unsigned kMaxNesting = 1000;

//===----------------------------------------------------------------------===//
// Fatal errors
//===----------------------------------------------------------------------===//

static StringRef toolName;

/// Ends the process without a stack dump. Destructors do not run: whatever went
/// wrong may have left objects half made.
static void exitWithError(void *, const char *reason, bool) {
  llvm::outs().flush();
  llvm::WithColor::error(llvm::errs(), toolName) << reason << "\n";
  llvm::errs().flush();
  std::_Exit(1);
}

void croton::installFatalErrorHandler(StringRef tool) {
  toolName = tool;
  llvm::install_fatal_error_handler(exitWithError);
}

//===----------------------------------------------------------------------===//
// Nesting
//===----------------------------------------------------------------------===//

/// Returns the position behind the string or comment that starts at `pos`, or
/// `pos` when none does.
static size_t skipOpaque(StringRef text, size_t pos) {
  if (text.substr(pos).starts_with("//"))
    return std::min(text.find('\n', pos), text.size());
  if (text[pos] != '"')
    return pos;
  for (++pos; pos < text.size() && text[pos] != '"' && text[pos] != '\n'; ++pos)
    if (text[pos] == '\\')
      ++pos;
  return std::min(pos + 1, text.size());
}

/// Returns by how much the character at `pos` changes the nesting. Comparisons
/// and arrows are no brackets.
static int getNestingChange(StringRef text, size_t pos) {
  switch (text[pos]) {
  case '(':
  case '[':
  case '{':
    return 1;
  case ')':
  case ']':
  case '}':
    return -1;
  case '<':
    return text.substr(pos + 1).starts_with("=") ? 0 : 1;
  case '>':
    return text.substr(pos + 1).starts_with("=") ||
                   text.take_front(pos).ends_with("-")
               ? 0
               : -1;
  default:
    return 0;
  }
}

llvm::Error croton::checkNesting(StringRef text, StringRef name) {
  if (text.starts_with("ML\xefR"))
    return llvm::Error::success();
  int depth = 0;
  for (size_t pos = 0; pos < text.size();) {
    if (size_t end = skipOpaque(text, pos); end != pos) {
      pos = end;
      continue;
    }
    depth = std::max(depth + getNestingChange(text, pos), 0);
    if (depth > static_cast<int>(kMaxNesting)) {
      size_t line = text.take_front(pos).count('\n') + 1;
      return llvm::createStringError(name + ":" + Twine(line) +
                                     ": brackets are nested more than " +
                                     Twine(kMaxNesting) + " deep");
    }
    ++pos;
  }
  return llvm::Error::success();
}
