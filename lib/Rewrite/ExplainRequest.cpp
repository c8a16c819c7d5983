//===- ExplainRequest.cpp - What is to be explained, and where ------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Explain.h"

#include "Text.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OperationSupport.h"
#include <mutex>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Takes ":NUMBER" from the end of `text`; 0 if there is none.
static unsigned takeNumber(StringRef &text) {
  auto [head, tail] = text.rsplit(':');
  unsigned number = 0;
  if (head.size() == text.size() || tail.getAsInteger(10, number))
    return 0;
  text = head;
  return number;
}

llvm::Expected<ExplainRequest> ExplainRequest::parse(StringRef text) {
  auto [name, place] = text.split('@');
  ExplainRequest request;
  request.rewrite = name.trim().str();
  request.place = place.trim().str();
  auto fail = [&](const Twine &reason) {
    return llvm::createStringError("cannot explain '" + text + "': " + reason);
  };
  if (!request.isForAll() && !isWord(request.rewrite))
    return fail("expected REWRITE or REWRITE@PLACE, where REWRITE is a name or "
                "'*'");
  if (text.contains('@') && request.place.empty())
    return fail("expected FILE:LINE, FILE:LINE:COLUMN or the name of an op "
                "after '@'");
  StringRef file = request.place;
  unsigned last = takeNumber(file);
  unsigned first = last ? takeNumber(file) : 0;
  request.line = first ? first : last;
  request.column = first ? last : 0;
  request.file = file.str();
  if (request.line && file.empty())
    return fail("expected a file before the line");
  return request;
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether `path` ends with the whole components of `suffix`.
static bool isPathEnd(StringRef path, StringRef suffix) {
  if (!path.consume_back(suffix))
    return false;
  return path.empty() || path.back() == '/' || suffix.starts_with("/");
}

bool ExplainRequest::isAt(OperationName name, Location loc) const {
  if (!hasPlace())
    return true;
  if (!line && name.getStringRef() == place)
    return true;
  WalkResult result = loc->walk([&](Location part) {
    bool isIt = false;
    if (auto range = dyn_cast<FileLineColRange>(part))
      isIt = line && range.getStartLine() == line &&
             (!column || range.getStartColumn() == column) &&
             isPathEnd(range.getFilename().getValue(), file);
    else if (auto named = dyn_cast<NameLoc>(part))
      isIt = !line && named.getName().getValue() == place;
    return isIt ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// The default
//===----------------------------------------------------------------------===//

static std::pair<std::mutex, std::string> &getDefault() {
  static std::pair<std::mutex, std::string> value;
  return value;
}

void croton::setDefaultExplain(StringRef request) {
  auto &[mutex, text] = getDefault();
  std::lock_guard<std::mutex> lock(mutex);
  text = request.str();
}

std::string croton::getDefaultExplain() {
  auto &[mutex, text] = getDefault();
  std::lock_guard<std::mutex> lock(mutex);
  return text;
}
