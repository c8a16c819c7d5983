//===- Plan.h - What will run, in which order, by which driver --*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is the answer to a query: a tree whose inner nodes are drivers and
// whose leaves are rewrites. It is data; PlanRunner.h applies it.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_PLAN_H
#define CROTON_REWRITE_PLAN_H

#include "croton/Rewrite/DriverOptions.h"
#include "croton/Rewrite/Rewrite.h"
#include <vector>

namespace mlir::croton {

/// A local rewrite in a driver.
struct PlannedLocal {
  std::shared_ptr<const LocalRewrite> rewrite;
  /// Candidates for one op are tried by position, then specific roots before
  /// interfaces and traits before any op, then by name. For a member of a
  /// group this is its place in the group.
  double position = 0;
  /// Members of one group have the same number, others -1.
  int group = -1;
};

/// A local group in a driver.
struct PlannedGroup {
  std::string name;
  bool applyAll = false;
  /// Where the group as a whole stands among the candidates for one op.
  double position = 0;
};

/// One stage.
struct PlanNode {
  enum class Kind : uint8_t { Sequence, Equilibrium, Topological, Global };

  Kind kind = Kind::Sequence;
  /// The name of the database or rewrite it came from.
  std::string name;
  /// Where it stands in the sequence above, if it stands in one.
  std::optional<double> position;

  /// Of a sequence, in order.
  std::vector<PlanNode> children;

  /// Of an equilibrium and of a sweep, sorted by position and name; those of a
  /// group are next to each other, sorted alike, in the place of the group.
  SmallVector<PlannedLocal, 0> locals;
  SmallVector<PlannedGroup, 0> groups;

  /// Of an equilibrium: run at the start of each round, once the worklist is
  /// empty, and after each success. Of a global stage: `globals` holds it.
  SmallVector<std::shared_ptr<const GlobalRewrite>, 0> globals;
  SmallVector<std::shared_ptr<const GlobalRewrite>, 0> finals;
  SmallVector<std::shared_ptr<const GlobalRewrite>, 0> cleanups;

  EquilibriumOptions equilibriumOptions;
  TopologicalOptions topologicalOptions;
};

/// The answer to a query.
struct Plan {
  PlanNode root;

  bool isEmpty() const;
  /// Prints the tree, a line per driver and rewrite:
  ///   sequence optdb
  ///     1: equilibrium canonicalize (fold, max-use-ratio 4)
  ///       local-add-zero  [exact]
  ///       5: group logs (apply-all)
  ///         log-softmax  [reassociates]
  ///       global merge  [exact]
  ///       final drop-unused  [exact]
  /// Options that have their default value and positions in an equilibrium, a
  /// sweep or a group that are 0 are left out.
  void print(raw_ostream &os) const;
  /// The first stage below the root of that name, null if there is none.
  const PlanNode *findStage(StringRef name) const;
  /// Whether some stage holds the rewrite.
  bool contains(StringRef rewriteName) const;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_PLAN_H
