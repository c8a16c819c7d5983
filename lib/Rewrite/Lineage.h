//===- Lineage.h - Which application made which op --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_LINEAGE_H
#define CROTON_LIB_REWRITE_LINEAGE_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace mlir::croton::detail {

/// Remembers, for each op that an application made, which one, and so the line
/// of roots that led to it. If the same root comes up again and again in its
/// own line, the rewrites between undo each other and would never end.
class Lineage {
public:
  /// A root before it is rewritten.
  struct Ancestor {
    /// The application that made it, 0 if none did.
    unsigned maker = 0;
    /// What it looks like; 0 while its line is short.
    uint64_t hash = 0;
  };

  /// `state` is any number that is the same where the graph is the same.
  Ancestor describe(Operation *root, uint64_t state) const;
  /// Records an application of `member` and returns its number, from 1.
  unsigned record(unsigned member, Ancestor root);
  void setMaker(Operation *op, unsigned application) {
    makers[op] = application;
  }
  void forget(Operation *op) {
    if (!makers.empty())
      makers.erase(op);
  }
  /// The rewrites, in order, that led from the root of `application` back to
  /// the same root, if they have done so twice and have left `graph` as it was;
  /// else nothing. A root that looks the same may still get on with its work
  /// elsewhere.
  SmallVector<unsigned> findCycle(unsigned application, Operation *graph);

private:
  struct Step {
    unsigned member;
    unsigned parent;
    unsigned generation;
    uint64_t hash;
  };

  SmallVector<unsigned> findRepeated(unsigned application) const;

  std::vector<Step> steps;
  /// Hashes of the whole graph, taken when a root looked the same again: each
  /// of the first few times, then ever more rarely.
  llvm::DenseSet<uint64_t> graphs;
  unsigned numRepeated = 0, nextLook = 1;
  llvm::DenseMap<Operation *, unsigned> makers;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_LINEAGE_H
