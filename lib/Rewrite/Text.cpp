//===- Text.cpp - Words and numbers of databases and queries --------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <charconv>
#include <cmath>

using namespace mlir;
using namespace mlir::croton;

bool croton::isWordChar(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '-' || c == '.';
}

bool croton::isWord(StringRef text) {
  return !text.empty() &&
         (llvm::isAlnum(text.front()) || text.front() == '_') &&
         llvm::all_of(text, isWordChar);
}

std::string croton::formatPosition(double position) {
  // Room for the longest fixed form that is asked for below.
  char buffer[64];
  double size = std::fabs(position);
  bool isFixed = size == 0 || (size >= 1e-5 && size < 1e16);
  std::to_chars_result result =
      isFixed ? std::to_chars(buffer, std::end(buffer), position,
                              std::chars_format::fixed)
              : std::to_chars(buffer, std::end(buffer), position);
  return std::string(buffer, result.ptr);
}

std::optional<double> croton::parsePosition(StringRef text) {
  double position = 0;
  std::from_chars_result result =
      std::from_chars(text.begin(), text.end(), position);
  if (result.ec != std::errc() || result.ptr != text.end() ||
      !std::isfinite(position))
    return std::nullopt;
  // There is one zero.
  return position == 0 ? 0 : position;
}
