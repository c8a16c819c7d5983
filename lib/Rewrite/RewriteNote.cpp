//===- RewriteNote.cpp - How a loaded rewrite is to be filed --------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteNote.h"

#include "Text.h"
#include "croton/Support/DidYouMean.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

/// A text in quotes, on one line and not too long.
static std::string quote(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  os << '\'';
  llvm::printEscapedString(text.take_front(60), os);
  os << (text.size() > 60 ? "...'" : "'");
  return result;
}

static llvm::Error failKey(StringRef key) {
  static constexpr StringRef known[] = {"tags", "claim", "position", "stage",
                                        "summary"};
  return llvm::createStringError(
      "expected tags, claim, position, stage or summary, but got " +
      quote(key) + didYouMean(key, known));
}

llvm::Error RewriteNote::addTag(StringRef tag) {
  if (!isWord(tag))
    return llvm::createStringError("tag " + quote(tag) +
                                   " is no word: " + kWordRule);
  if (!llvm::is_contained(tags, tag))
    tags.push_back(tag.str());
  return llvm::Error::success();
}

llvm::Error RewriteNote::set(StringRef key, StringRef value) {
  if (key == "tags") {
    for (StringRef tag : llvm::split(value, ','))
      if (llvm::Error error = addTag(tag))
        return error;
    return llvm::Error::success();
  }
  if (key == "claim") {
    static constexpr StringRef known[] = {"exact", "reassociates", "unsafe"};
    claim = parseNumericClaim(value);
    if (claim)
      return llvm::Error::success();
    return llvm::createStringError(
        "expected the claim to be exact, reassociates or unsafe, but got " +
        quote(value) + didYouMean(value, known));
  }
  if (key == "position") {
    position = parsePosition(value);
    if (position)
      return llvm::Error::success();
    return llvm::createStringError(
        "expected the position to be a number, but got " + quote(value));
  }
  if (key == "stage") {
    if (!isWord(value))
      return llvm::createStringError("stage " + quote(value) +
                                     " is no word: " + kWordRule);
    stage = value.str();
    return llvm::Error::success();
  }
  if (key == "summary") {
    summary = value.str();
    return llvm::Error::success();
  }
  return failKey(key);
}

llvm::Error RewriteNote::set(StringRef key, Attribute value) {
  if (key == "tags") {
    auto array = dyn_cast<ArrayAttr>(value);
    if (!array || !llvm::all_of(array, llvm::IsaPred<StringAttr>))
      return llvm::createStringError(
          "expected croton.tags to be a list of strings");
    for (auto tag : array.getAsRange<StringAttr>())
      if (llvm::Error error = addTag(tag.getValue()))
        return error;
    return llvm::Error::success();
  }
  if (key == "position") {
    if (auto integer = dyn_cast<IntegerAttr>(value))
      position = integer.getValue().roundToDouble(/*isSigned=*/true);
    else if (auto number = dyn_cast<FloatAttr>(value))
      position = number.getValueAsDouble();
    if (position && std::isfinite(*position))
      return llvm::Error::success();
    return llvm::createStringError(
        "expected croton.position to be a finite number");
  }
  if (key == "claim" || key == "stage" || key == "summary") {
    if (auto text = dyn_cast<StringAttr>(value))
      return set(key, text.getValue());
    return llvm::createStringError("expected croton." + key +
                                   " to be a string");
  }
  return failKey(key);
}

//===----------------------------------------------------------------------===//
// Comments of PDLL
//===----------------------------------------------------------------------===//

/// Reads "tags=a,b claim=exact summary="some text"".
static llvm::Error parseNoteLine(StringRef rest, RewriteNote &note) {
  rest = rest.trim();
  while (!rest.empty()) {
    size_t equals = rest.find('=');
    StringRef key = rest.take_while([](char c) { return llvm::isAlpha(c); });
    if (equals == StringRef::npos || key.size() != equals)
      return llvm::createStringError("expected key=value, but got " +
                                     quote(rest.split(' ').first));
    rest = rest.drop_front(equals + 1);
    StringRef value;
    if (rest.consume_front("\"")) {
      if (!rest.contains('"'))
        return llvm::createStringError("the value of '" + key +
                                       "' has no closing quote");
      std::tie(value, rest) = rest.split('"');
    } else {
      value = rest.take_until([](char c) { return llvm::isSpace(c); });
      rest = rest.drop_front(value.size());
    }
    if (llvm::Error error = note.set(key, value))
      return error;
    rest = rest.ltrim();
  }
  return llvm::Error::success();
}

/// Whether a line of PDLL starts a pattern.
static bool startsPattern(StringRef line) {
  return line.consume_front("Pattern") &&
         (line.empty() ||
          !(llvm::isAlnum(line.front()) || line.front() == '_'));
}

llvm::Expected<std::vector<PdllNote>>
croton::detail::parsePdllNotes(StringRef text, StringRef name) {
  std::vector<PdllNote> notes;
  // The notes read since the last pattern and where they start.
  RewriteNote pending;
  unsigned pendingLine = 0, lineNumber = 0;
  auto fail = [&](unsigned line, const Twine &message) {
    return llvm::createStringError(name + ":" + Twine(line) + ": " + message);
  };
  static constexpr const char *kNoPattern =
      "expected a pattern below this 'croton:' comment";

  for (StringRef line : llvm::split(text, '\n')) {
    ++lineNumber;
    line = line.trim();
    StringRef comment = line;
    if (comment.consume_front("//")) {
      comment = comment.ltrim();
      if (!comment.consume_front("croton:"))
        continue;
      if (llvm::Error error = parseNoteLine(comment, pending))
        return fail(lineNumber, llvm::toString(std::move(error)));
      if (!pendingLine)
        pendingLine = lineNumber;
      continue;
    }
    if (!pendingLine || line.empty())
      continue;
    if (!startsPattern(line))
      return fail(pendingLine, kNoPattern);
    notes.push_back({lineNumber, std::move(pending)});
    pending = RewriteNote();
    pendingLine = 0;
  }
  if (pendingLine)
    return fail(pendingLine, kNoPattern);
  return notes;
}
