//===- Query.h - Which rewrites of a database to take -----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A query selects members of a database by words, each of which is a tag or a
// name of a member. In text:
//
//   +fast_run,-inplace,&gpu,cutoff=49,canonicalize:(+fast_run,+slow)
//
//   +word   take the members that have the word (any of the + words)
//   &word   of these, keep only those that have it (all of the & words)
//   -word   and drop those that have it (any of the - words); this always wins
//   cutoff=P   in a sequence, only positions below P
//   name:(..)  the query to use inside the database `name` instead of this one
//
// A word is made of letters, digits, '_', '-' and '.', and starts with one of
// the first three. Subqueries nest up to 32 deep.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_QUERY_H
#define CROTON_REWRITE_QUERY_H

#include "croton/Rewrite/Rewrite.h"
#include "llvm/Support/Error.h"
#include <map>

namespace mlir::croton {

/// A value: including() and the like return a changed copy.
class Query {
public:
  /// A rewrite that joins the top sequence for this query only.
  struct Extra {
    RewriteRef rewrite;
    double position;
  };

  Query() = default;

  /// Reads the text form above. White space around words is ignored; an empty
  /// text is the query that selects nothing. An error shows the text and the
  /// place in it.
  static llvm::Expected<Query> parse(StringRef text);

  /// The text form, which parse() reads back (extras have none and are left
  /// out).
  std::string str() const;

  Query including(ArrayRef<StringRef> words) const;
  Query requiring(ArrayRef<StringRef> words) const;
  Query excluding(ArrayRef<StringRef> words) const;
  /// `position` may not be NaN; infinity takes the cutoff away.
  Query withCutoff(double position) const;
  Query withSubquery(StringRef database, Query query) const;
  /// Puts `rewrite` at `position` of the sequence that is resolved with this
  /// query. The database is not changed.
  Query withExtra(RewriteRef rewrite, double position) const;
  /// This query without its extras: what nested databases are asked.
  Query withoutExtras() const;

  ArrayRef<std::string> getIncluded() const { return included; }
  ArrayRef<std::string> getRequired() const { return required; }
  ArrayRef<std::string> getExcluded() const { return excluded; }
  /// Positions at or above it are dropped; absent means all positions.
  std::optional<double> getCutoff() const { return cutoff; }
  ArrayRef<Extra> getExtras() const { return extras; }
  /// The query for the nested database `name`, null if none is given.
  const Query *getSubquery(StringRef database) const;
  const std::map<std::string, Query, std::less<>> &getSubqueries() const {
    return subqueries;
  }

  bool operator==(const Query &other) const;
  bool operator!=(const Query &other) const { return !(*this == other); }

private:
  friend class QueryParser;

  // Each holds a word once, in the order given.
  SmallVector<std::string, 2> included, required, excluded;
  std::optional<double> cutoff;
  std::map<std::string, Query, std::less<>> subqueries;
  SmallVector<Extra, 0> extras;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_QUERY_H
