//===- RoundHash.cpp - Has this op been seen before? ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoundHash.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace mlir::croton::detail;

namespace {
/// Numbers values and blocks in the order in which they are met.
class StructureHasher {
public:
  uint64_t hash(Operation *root);

private:
  void add(Operation *op);
  template <typename T>
  void mix(const T &value) {
    state = llvm::hash_combine(state, value);
  }
  unsigned number(const void *pointer) {
    return numbers.try_emplace(pointer, numbers.size()).first->second;
  }

  llvm::DenseMap<const void *, unsigned> numbers;
  llvm::hash_code state = 0;
};
} // namespace

void StructureHasher::add(Operation *op) {
  // The first op is the root; where that stands does not matter.
  if (!numbers.empty())
    mix(number(op->getBlock()));
  mix(op->getName().getAsOpaquePointer());
  mix(op->getRawDictionaryAttrs().getAsOpaquePointer());
  mix(op->hashProperties());
  for (Value operand : op->getOperands())
    mix(number(operand.getAsOpaquePointer()));
  for (Block *successor : op->getSuccessors())
    mix(number(successor));
  for (Value result : op->getResults()) {
    mix(number(result.getAsOpaquePointer()));
    mix(result.getType().getAsOpaquePointer());
  }
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      mix(number(&block));
      for (BlockArgument argument : block.getArguments()) {
        mix(number(argument.getAsOpaquePointer()));
        mix(argument.getType().getAsOpaquePointer());
      }
    }
}

uint64_t StructureHasher::hash(Operation *root) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) { add(op); });
  return state;
}

uint64_t croton::detail::hashStructure(Operation *op) {
  return StructureHasher().hash(op);
}

bool RoundHashes::isRepeated(Operation *op) {
  uint64_t hash = hashStructure(op);
  for (size_t i = hashes.size(); i-- > 0;) {
    if (hashes[i] != hash)
      continue;
    period = hashes.size() - i;
    return true;
  }
  hashes.push_back(hash);
  return false;
}
