//===- FrozenRewrites.h - Local rewrites, indexed by root op ----*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_FROZENREWRITES_H
#define CROTON_REWRITE_FROZENREWRITES_H

#include "croton/Rewrite/Plan.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

namespace mlir::croton {

/// The local rewrites of one driver with their patterns built. The candidates
/// of an op are found by its name in constant time, however many rewrites there
/// are. Interface and trait roots are expanded when an op name is first asked
/// for, so that dialects loaded after freezing are not missed. May be shared by
/// threads.
class FrozenRewrites {
public:
  /// One pattern to try on a root.
  struct Candidate {
    const RewritePattern *pattern;
    /// The cheap test to make first, or null.
    const LocalRewrite::Filter *filter;
    /// Index of the rewrite that the pattern belongs to.
    unsigned member;
    /// Index of its group, -1 if it is in none.
    int group;
  };

  /// A rewrite of the set.
  struct Member {
    std::string name;
    NumericClaim claim = NumericClaim::Exact;
  };

  FrozenRewrites(MLIRContext *context, ArrayRef<PlannedLocal> locals,
                 ArrayRef<PlannedGroup> groups = {});

  /// Takes patterns as they are, for sets that no database holds: each is a
  /// rewrite of the name that its pattern was given (its C++ class name,
  /// mostly). They are tried as upstream's drivers try them: by benefit, then
  /// those for any op last, then in the order of the set.
  explicit FrozenRewrites(RewritePatternSet &&patterns);

  FrozenRewrites(const FrozenRewrites &) = delete;
  FrozenRewrites &operator=(const FrozenRewrites &) = delete;

  /// The patterns to try on ops of this name, best first. The array lives as
  /// long as this object.
  ArrayRef<Candidate> getCandidates(OperationName name) const;

  ArrayRef<Member> getMembers() const { return members; }
  ArrayRef<PlannedGroup> getGroups() const { return groups; }
  bool isEmpty() const { return entries.empty(); }

private:
  /// A pattern with what decides its place among the candidates.
  struct Entry {
    explicit Entry(std::unique_ptr<RewritePattern> ownPattern);

    std::unique_ptr<RewritePattern> pattern;
    /// The name of the root op, "" if it is none. As text: an OperationName
    /// from before its dialect is loaded does not outlive that.
    std::string rootName;
    const LocalRewrite::Filter *filter = nullptr;
    /// Null unless the rewrite narrows its patterns to these ops.
    const LocalRewrite *narrowed = nullptr;
    unsigned member = 0;
    int group = -1;
    /// Its place before sorting.
    unsigned index = 0;
  };

  /// How special the root of a pattern is: 0 for an op name, 1 for an
  /// interface or a trait, 2 for any op.
  static unsigned getRootRank(const Entry &entry);
  static bool isRoot(const Entry &entry, OperationName name);

  void sort(ArrayRef<double> positions);

  /// Keeps the rewrites, and with them their filters, alive.
  SmallVector<std::shared_ptr<const LocalRewrite>, 0> rewrites;
  SmallVector<Member, 0> members;
  SmallVector<PlannedGroup, 0> groups;
  /// In the order in which they are tried.
  std::vector<Entry> entries;

  mutable std::mutex mutex;
  mutable DenseMap<OperationName, std::unique_ptr<SmallVector<Candidate, 0>>>
      candidates;
  /// The same for ops that no dialect knows yet.
  mutable llvm::StringMap<std::unique_ptr<SmallVector<Candidate, 0>>>
      unregistered;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_FROZENREWRITES_H
