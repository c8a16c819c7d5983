//===- MergeTable.cpp - Equal ops, kept up to date ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeTable.h"

#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::croton::detail;

static bool canMerge(Operation *op) {
  return op->getNumResults() && op->getNumRegions() == 0 &&
         op->getNumSuccessors() == 0 &&
         !op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op);
}

static bool isOverwritten(Operation *op) {
  return llvm::any_of(op->getUses(), [](OpOperand &use) {
    auto writer = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    return writer && writer.isDpsInit(&use);
  });
}

static bool areEqual(Operation *a, Operation *b) {
  // What is commutative is equivalent in either order, but NaN operands show.
  return llvm::equal(a->getOperands(), b->getOperands()) &&
         OperationEquivalence::isEquivalentTo(
             a, b, OperationEquivalence::IgnoreLocations);
}

/// The ancestor of `op` (or `op`) in `block`, null if there is none without
/// crossing an op that is isolated from above.
static Operation *findAncestor(Operation *op, Block *block) {
  while (op && op->getBlock() != block) {
    op = op->getParentOp();
    if (!op || op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return nullptr;
  }
  return op;
}

/// Whether the results of `a` may be used wherever those of `b` are. Ops in
/// different blocks of one region are left to a full CSE.
static bool precedes(Operation *a, Operation *b) {
  Operation *ancestor = findAncestor(b, a->getBlock());
  return ancestor && ancestor != a && a->isBeforeInBlock(ancestor);
}

Operation *MergeTable::findEqual(Operation *op, bool &isEarlier) {
  forget(op);
  if (!canMerge(op))
    return nullptr;
  uint64_t hash = OperationEquivalence::computeHash(
      op, OperationEquivalence::directHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
  llvm::TinyPtrVector<Operation *> &bucket = buckets[hash];
  for (Operation *other : bucket) {
    if (!areEqual(op, other) || (isOverwritten(op) && isOverwritten(other)))
      continue;
    isEarlier = precedes(other, op);
    if (isEarlier || precedes(op, other)) {
      bucket.push_back(op);
      hashes[op] = hash;
      return other;
    }
  }
  bucket.push_back(op);
  hashes[op] = hash;
  return nullptr;
}

void MergeTable::forget(Operation *op) {
  auto it = hashes.find(op);
  if (it == hashes.end())
    return;
  auto bucket = buckets.find(it->second);
  bucket->second.erase(llvm::find(bucket->second, op));
  if (bucket->second.empty())
    buckets.erase(bucket);
  hashes.erase(it);
}
