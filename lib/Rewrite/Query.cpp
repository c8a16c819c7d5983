//===- Query.cpp - Which rewrites of a database to take -------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Query.h"
#include "Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// QueryParser
//===----------------------------------------------------------------------===//

namespace mlir::croton {

/// Reads the text form by recursive descent:
///   query ::= (item (`,` item)*)?
///   item  ::= (`+` | `&` | `-`) word | `cutoff` `=` number
///           | word `:` `(` query `)`
class QueryParser {
public:
  QueryParser(StringRef text) : text(text) {}

  llvm::Expected<Query> run();

private:
  /// The words of one query so far, by sign.
  struct Seen {
    llvm::StringSet<> included, required, excluded;
  };

  llvm::Error parseItems(Query &query, unsigned depth);
  llvm::Error parseItem(Query &query, Seen &seen, unsigned depth);
  llvm::Error parseSignedWord(char sign, Query &query, Seen &seen);
  llvm::Error parseCutoff(Query &query, size_t start);
  llvm::Error parseSubquery(StringRef name, Query &query, size_t start,
                            unsigned depth);

  void skipSpace() {
    while (position < text.size() && llvm::isSpace(text[position]))
      ++position;
  }
  /// Skips white space; returns the next character, 0 at the end (a 0 in the
  /// text is no part of anything and makes the same errors).
  char peek() {
    skipSpace();
    return position < text.size() ? text[position] : '\0';
  }
  bool isAtEnd() {
    skipSpace();
    return position == text.size();
  }
  bool consumeIf(char c) {
    if (isAtEnd() || text[position] != c)
      return false;
    ++position;
    return true;
  }
  /// Takes all characters that may stand in a word, maybe none.
  StringRef lexWord();
  /// What stands here, for messages.
  std::string describeNext();
  llvm::Error fail(size_t where, const Twine &message) const;

  // Frames of the parser are small; this is for those who print a query, copy
  // it and resolve it.
  static constexpr unsigned kMaxDepth = 32;

  StringRef text;
  size_t position = 0;
};

} // namespace mlir::croton

/// A word of a text in quotes; a long one is cut.
static std::string quote(StringRef word) {
  return ("'" + word.take_front(40) + (word.size() > 40 ? "..." : "") + "'")
      .str();
}

/// Prints `text` so that a message stays on one line.
static void printEscaped(StringRef text, raw_ostream &os) {
  for (char c : text) {
    if (llvm::isPrint(c))
      os << c;
    else
      os << "\\x" << llvm::toHex(StringRef(&c, 1));
  }
}

llvm::Error QueryParser::fail(size_t where, const Twine &message) const {
  // A long text is shown around the place.
  constexpr size_t kMargin = 30;
  size_t begin = where > kMargin ? where - kMargin : 0;
  size_t end = std::min(text.size(), where + kMargin);
  if (text.size() <= 2 * kMargin) {
    begin = 0;
    end = text.size();
  }
  std::string result;
  llvm::raw_string_ostream os(result);
  os << "query '" << (begin > 0 ? "..." : "");
  printEscaped(text.slice(begin, end), os);
  os << (end < text.size() ? "..." : "") << "' at character " << where + 1
     << ": ";
  printEscaped(message.str(), os);
  return llvm::createStringError(result);
}

StringRef QueryParser::lexWord() {
  skipSpace();
  StringRef word = text.drop_front(position).take_while(isWordChar);
  position += word.size();
  return word;
}

std::string QueryParser::describeNext() {
  if (isAtEnd())
    return "the end";
  StringRef rest = text.drop_front(position);
  StringRef word = rest.take_while(isWordChar);
  if (word.empty())
    word = rest.take_front(1);
  return quote(word);
}

llvm::Expected<Query> QueryParser::run() {
  Query query;
  if (llvm::Error error = parseItems(query, /*depth=*/0))
    return std::move(error);
  if (!isAtEnd())
    return fail(position, "expected ',' or the end, got " + describeNext());
  return query;
}

llvm::Error QueryParser::parseItems(Query &query, unsigned depth) {
  if (isAtEnd() || (depth > 0 && peek() == ')'))
    return llvm::Error::success();
  Seen seen;
  do {
    if (llvm::Error error = parseItem(query, seen, depth))
      return error;
  } while (consumeIf(','));
  return llvm::Error::success();
}

llvm::Error QueryParser::parseItem(Query &query, Seen &seen, unsigned depth) {
  char sign = peek();
  if (sign == '+' || sign == '&' || sign == '-')
    return parseSignedWord(sign, query, seen);

  size_t start = position;
  StringRef name = lexWord();
  if (name.empty())
    return fail(start,
                "expected '+', '&', '-', 'cutoff=' or the name of a database, "
                "got " +
                    describeNext());
  if (name == "cutoff" && consumeIf('='))
    return parseCutoff(query, start);
  if (consumeIf(':'))
    return parseSubquery(name, query, start, depth);
  return fail(start, quote(name) +
                         " has no sign: expected '+', '&' or '-' before a "
                         "word, ':(' after the name of a database");
}

llvm::Error QueryParser::parseSignedWord(char sign, Query &query, Seen &seen) {
  ++position;
  skipSpace();
  size_t start = position;
  StringRef word = lexWord();
  if (word.empty())
    return fail(start, "expected a word after '" + Twine(sign) + "', got " +
                           describeNext());
  if (!isWord(word))
    return fail(start, quote(word) + " is no word: " + kWordRule);
  auto add = [&](SmallVectorImpl<std::string> &words, llvm::StringSet<> &set) {
    if (set.insert(word).second)
      words.push_back(word.str());
  };
  if (sign == '+')
    add(query.included, seen.included);
  else if (sign == '&')
    add(query.required, seen.required);
  else
    add(query.excluded, seen.excluded);
  return llvm::Error::success();
}

llvm::Error QueryParser::parseCutoff(Query &query, size_t start) {
  if (query.cutoff)
    return fail(start, "'cutoff=' is given twice");
  skipSpace();
  size_t numberStart = position;
  // A plus is read to be refused as part of the number.
  StringRef number = text.drop_front(position).take_while(
      [](char c) { return isWordChar(c) || c == '+'; });
  std::optional<double> cutoff = parsePosition(number);
  if (!cutoff)
    return fail(numberStart,
                "expected a finite decimal number after 'cutoff=', got " +
                    (number.empty() ? describeNext() : quote(number)));
  position += number.size();
  query.cutoff = cutoff;
  return llvm::Error::success();
}

llvm::Error QueryParser::parseSubquery(StringRef name, Query &query,
                                       size_t start, unsigned depth) {
  if (!isWord(name))
    return fail(start, quote(name) + " is no word: " + kWordRule);
  if (query.subqueries.count(name))
    return fail(start, "subquery " + quote(name) + " is given twice");
  skipSpace();
  if (!consumeIf('('))
    return fail(position, "expected '(' after " + quote((name + ":").str()) +
                              ", got " + describeNext());
  if (depth == kMaxDepth)
    return fail(start, "subqueries are nested more than " + Twine(kMaxDepth) +
                           " deep");
  Query subquery;
  if (llvm::Error error = parseItems(subquery, depth + 1))
    return error;
  if (!consumeIf(')'))
    return fail(position, "expected ',' or ')' in subquery " + quote(name) +
                              ", got " + describeNext());
  query.subqueries.emplace(name.str(), std::move(subquery));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Query
//===----------------------------------------------------------------------===//

llvm::Expected<Query> Query::parse(StringRef text) {
  return QueryParser(text).run();
}

std::string Query::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator(",");
  for (const std::string &word : included)
    os << separator << '+' << word;
  for (const std::string &word : required)
    os << separator << '&' << word;
  for (const std::string &word : excluded)
    os << separator << '-' << word;
  if (cutoff)
    os << separator << "cutoff=" << formatPosition(*cutoff);
  for (const auto &[name, query] : subqueries)
    os << separator << name << ":(" << query.str() << ')';
  return text;
}

/// Appends those of `words` that `list` does not hold.
static void addWords(SmallVectorImpl<std::string> &list,
                     ArrayRef<StringRef> words) {
  for (StringRef word : words)
    if (!llvm::is_contained(list, word))
      list.push_back(word.str());
}

Query Query::including(ArrayRef<StringRef> words) const {
  Query query = *this;
  addWords(query.included, words);
  return query;
}

Query Query::requiring(ArrayRef<StringRef> words) const {
  Query query = *this;
  addWords(query.required, words);
  return query;
}

Query Query::excluding(ArrayRef<StringRef> words) const {
  Query query = *this;
  addWords(query.excluded, words);
  return query;
}

Query Query::withCutoff(double position) const {
  assert(!std::isnan(position) && "a cutoff is a number");
  Query query = *this;
  if (position == std::numeric_limits<double>::infinity())
    query.cutoff.reset();
  else
    query.cutoff = position == 0 ? 0 : position;
  return query;
}

Query Query::withSubquery(StringRef database, Query subquery) const {
  Query query = *this;
  query.subqueries.insert_or_assign(database.str(), std::move(subquery));
  return query;
}

Query Query::withExtra(RewriteRef rewrite, double position) const {
  assert(rewrite && "expected a rewrite");
  Query query = *this;
  query.extras.push_back({std::move(rewrite), position});
  return query;
}

Query Query::withoutExtras() const {
  Query query = *this;
  query.extras.clear();
  return query;
}

const Query *Query::getSubquery(StringRef database) const {
  auto it = subqueries.find(database);
  return it == subqueries.end() ? nullptr : &it->second;
}

bool Query::operator==(const Query &other) const {
  auto sameExtra = [](const Extra &lhs, const Extra &rhs) {
    return lhs.rewrite == rhs.rewrite && lhs.position == rhs.position;
  };
  return included == other.included && required == other.required &&
         excluded == other.excluded && cutoff == other.cutoff &&
         subqueries == other.subqueries &&
         llvm::equal(extras, other.extras, sameExtra);
}
