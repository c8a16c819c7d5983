//===- Profile.h - What rewrites did and what it cost -----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_PROFILE_H
#define CROTON_REWRITE_PROFILE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <mutex>
#include <string>
#include <vector>

namespace mlir::croton {

/// Counts of one rewrite in one stage. `tried` is the sum of `missed`,
/// `applied`, `refused`, `noChange` and `rolledBack`.
struct RewriteCounts {
  /// Times its pattern was called.
  uint64_t tried = 0;
  /// Roots that its filter refused; the pattern was not called.
  uint64_t filtered = 0;
  uint64_t missed = 0;
  uint64_t applied = 0;
  /// Results of wrong number or type; nothing was replaced.
  uint64_t refused = 0;
  /// Successes that changed nothing.
  uint64_t noChange = 0;
  /// Edits undone: invalid IR, a veto, or a failure after an edit.
  uint64_t rolledBack = 0;
  /// Ops made and erased by its applications.
  uint64_t created = 0;
  uint64_t erased = 0;
  /// Seconds spent in calls that missed and in calls that applied; zero unless
  /// timing is on.
  double missSeconds = 0;
  double applySeconds = 0;
  /// The first and last round in which it was applied, from 1; 0 if never.
  unsigned firstRound = 0;
  unsigned lastRound = 0;

  RewriteCounts &operator+=(const RewriteCounts &other);
};

/// Counts of one stage, over all isolated ops it ran on.
struct StageCounts {
  std::string name;
  /// "equilibrium", "topological" or "global".
  std::string kind;
  /// Isolated ops it ran on, and those of them where no root occurred, so that
  /// it was skipped.
  unsigned runs = 0;
  unsigned skipped = 0;
  unsigned rounds = 0;
  uint64_t visits = 0;
  uint64_t pushes = 0;
  uint64_t folded = 0;
  uint64_t merged = 0;
  uint64_t dead = 0;
  uint64_t opsBefore = 0;
  uint64_t opsAfter = 0;
  /// Wall-clock, over all runs.
  double seconds = 0;
  /// By name of rewrite, in order of first appearance.
  std::vector<std::pair<std::string, RewriteCounts>> rewrites;

  RewriteCounts &getRewrite(StringRef rewriteName);
  StageCounts &operator+=(const StageCounts &other);
};

/// Collects the counts of a run. Stages of one name are merged, whichever
/// isolated op they ran on, so that the report does not depend on threads.
class RewriteProfile {
public:
  /// Reads the clock around each attempt too. Without, only counts are kept
  /// and times are zero.
  explicit RewriteProfile(bool withTimes = false) : withTimes(withTimes) {}

  bool hasTimes() const { return withTimes; }
  void add(const StageCounts &counts);
  ArrayRef<StageCounts> getStages() const { return stages; }

  enum class SortKey { Time, Applied, Tried, Name };
  /// Prints a table per stage, `top` rewrites each (0: all), the largest first
  /// and equals by name. Times are left out unless they were kept. The text is
  /// the same in each run, apart from them and an order by them.
  void print(raw_ostream &os, SortKey sort = SortKey::Applied,
             unsigned top = 0) const;
  /// Prints one JSON object with an array "stages", each with an array
  /// "rewrites"; the keys are those of the counts above.
  void printJSON(raw_ostream &os) const;
  /// Prints Chrome trace events (complete events, microseconds): stages laid
  /// end to end with their rewrites inside. Loads in Perfetto.
  void printTrace(raw_ostream &os) const;

private:
  bool withTimes;
  std::mutex mutex;
  std::vector<StageCounts> stages;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_PROFILE_H
