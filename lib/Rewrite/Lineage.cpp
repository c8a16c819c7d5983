//===- Lineage.cpp - Which application made which op ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lineage.h"

#include "RoundHash.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace mlir::croton::detail;

/// Lines shorter than this are not looked at: nearly all are, and hashing their
/// roots would be work for nothing.
static constexpr unsigned kLongLine = 8;

/// How far back a root is looked for. Longer cycles are left to the limits.
static constexpr unsigned kMaxSteps = 256;

Lineage::Ancestor Lineage::describe(Operation *root, uint64_t state) const {
  Ancestor ancestor;
  if (makers.empty())
    return ancestor;
  auto it = makers.find(root);
  if (it == makers.end())
    return ancestor;
  ancestor.maker = it->second;
  if (steps[ancestor.maker - 1].generation >= kLongLine) {
    uint64_t hash = OperationEquivalence::computeHash(
        root, OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
    hash = llvm::hash_combine(hash, root->getBlock(), state);
    ancestor.hash = hash ? hash : 1;
  }
  return ancestor;
}

unsigned Lineage::record(unsigned member, Ancestor root) {
  unsigned generation = root.maker ? steps[root.maker - 1].generation + 1 : 0;
  steps.push_back({member, root.maker, generation, root.hash});
  return steps.size();
}

SmallVector<unsigned> Lineage::findRepeated(unsigned application) const {
  const Step &last = steps[application - 1];
  SmallVector<unsigned> members;
  if (last.hash == 0)
    return members;
  // Addresses are used again, so that one match may be chance.
  unsigned matches = 0;
  unsigned current = last.parent;
  for (unsigned i = 0; current && i < kMaxSteps; ++i) {
    const Step &step = steps[current - 1];
    if (step.hash == 0)
      break;
    if (matches == 0)
      members.push_back(step.member);
    if (step.hash == last.hash && ++matches == 2) {
      std::reverse(members.begin(), members.end());
      return members;
    }
    current = step.parent;
  }
  members.clear();
  return members;
}

SmallVector<unsigned> Lineage::findCycle(unsigned application,
                                         Operation *graph) {
  constexpr unsigned kFirstLooks = 4;
  SmallVector<unsigned> members = findRepeated(application);
  if (members.empty())
    return members;
  if (++numRepeated < nextLook)
    return {};
  nextLook = numRepeated < kFirstLooks ? numRepeated + 1 : 2 * numRepeated;
  uint64_t hash = hashStructure(graph);
  // The empty and the tombstone key of the set are no hashes.
  if (hash >= ~uint64_t(1))
    hash -= 2;
  if (graphs.insert(hash).second)
    return {};
  return members;
}
