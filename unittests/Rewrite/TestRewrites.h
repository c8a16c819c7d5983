//===- TestRewrites.h - Rewrites and databases to test with -----*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_UNITTESTS_REWRITE_TESTREWRITES_H
#define CROTON_UNITTESTS_REWRITE_TESTREWRITES_H

#include "croton/Rewrite/Database.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace mlir::croton {

/// A local rewrite without patterns: enough to be filed and selected.
inline std::shared_ptr<LocalRewrite>
makeLocal(StringRef name, NumericClaim claim = NumericClaim::Exact) {
  return std::make_shared<LocalRewrite>(name, claim, "local " + name.str(),
                                        [](RewritePatternSet &) {});
}

/// A global rewrite that changes nothing.
inline std::shared_ptr<GlobalRewrite>
makeGlobal(StringRef name, NumericClaim claim = NumericClaim::Exact) {
  return std::make_shared<GlobalRewrite>(
      name, claim, "global " + name.str(),
      [](Operation *, RewriterBase &) -> FailureOr<bool> { return false; });
}

/// The text of an error, "" for success.
inline std::string getMessage(llvm::Error error) {
  return llvm::toString(std::move(error));
}

template <typename T>
std::string getMessage(llvm::Expected<T> result) {
  return llvm::toString(result.takeError());
}

/// Files a member, which must work.
template <typename T>
void add(const DatabaseRef &database, T member,
         const Registration &registration) {
  ASSERT_EQ(getMessage(database->add(std::move(member), registration)), "");
}

inline Query parseQuery(StringRef text) {
  return llvm::cantFail(Query::parse(text));
}

inline std::string print(const Plan &plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  plan.print(os);
  return text;
}

/// The plan of a query whose words are all known, as text; an error's text
/// after "error: ".
inline std::string resolve(const DatabaseRef &database, const Query &query) {
  llvm::Expected<Plan> plan = database->resolve(query);
  return plan ? print(*plan) : "error: " + llvm::toString(plan.takeError());
}

inline std::string resolve(const DatabaseRef &database, StringRef query) {
  return resolve(database, parseQuery(query));
}

} // namespace mlir::croton

#endif // CROTON_UNITTESTS_REWRITE_TESTREWRITES_H
