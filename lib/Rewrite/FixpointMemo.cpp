//===- FixpointMemo.cpp - What has changed since the fixed point ----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Drivers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A few instructions per word: a memo must cost less than what it saves.
class Mixer {
public:
  void add(uint64_t word) {
    state = (llvm::rotl(state, 23) ^ word) * 0x9E3779B97F4A7C15u;
  }
  void add(const void *pointer) { add(reinterpret_cast<uint64_t>(pointer)); }
  uint64_t get() const { return state; }

private:
  uint64_t state = 0;
};
} // namespace

/// No use, one, or many: patterns ask for these.
static unsigned classifyUses(Value value) {
  return value.use_empty() ? 0 : value.hasOneUse() ? 1 : 2;
}

/// What local rewrites can see of an op without looking at others. Pointers to
/// operands and attributes are as good as their contents: if an operand's
/// owner was replaced by another at the same address, that one is new itself.
static uint64_t fingerprint(Operation *op, bool withBody = true) {
  Mixer mixer;
  mixer.add(op->getName().getAsOpaquePointer());
  mixer.add(op->getRawDictionaryAttrs().getAsOpaquePointer());
  mixer.add(op->getBlock());
  if (op->getPropertiesStorageSize())
    mixer.add(static_cast<uint64_t>(op->hashProperties()));
  for (OpOperand &operand : op->getOpOperands())
    mixer.add(operand.get().getAsOpaquePointer());
  for (OpResult result : op->getResults()) {
    // Types are aligned: the low bits are free.
    mixer.add(
        reinterpret_cast<uint64_t>(result.getType().getAsOpaquePointer()) |
        classifyUses(result));
  }
  // Most ops have neither.
  if (op->getNumSuccessors() == 0 && op->getNumRegions() == 0)
    return mixer.get();
  for (BlockOperand &successor : op->getBlockOperands())
    mixer.add(successor.get());
  // Branches see whether blocks are empty or have a single way in.
  if (op->getNumSuccessors()) {
    mixer.add(&op->getBlock()->front() == op);
    mixer.add(op->getBlock()->getSinglePredecessor());
    for (BlockOperand &successor : op->getBlockOperands())
      mixer.add(successor.get()->getSinglePredecessor());
  }
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      mixer.add(&block);
      for (BlockArgument argument : block.getArguments())
        mixer.add(argument.getType().getAsOpaquePointer());
      if (withBody)
        for (Operation &nested : block)
          mixer.add(&nested);
    }
  return mixer.get();
}

/// Calls `visit` for each op below `root`, in program order.
template <typename Visit>
static void visitNested(Operation *root, Visit visit) {
  for (Region &region : root->getRegions())
    for (Block &block : region)
      for (Operation &op : block) {
        visit(&op);
        if (op.getNumRegions())
          visitNested(&op, visit);
      }
}

void FixpointMemo::clear() {
  op = nullptr;
  set = nullptr;
  entries.clear();
}

bool FixpointMemo::isFor(Operation *root,
                         const FrozenRewrites &rewrites) const {
  return root && root == op && &rewrites == set &&
         fingerprint(root, /*withBody=*/false) == rootFingerprint;
}

void FixpointMemo::record(Operation *root, const FrozenRewrites &rewrites) {
  clear();
  op = root;
  set = &rewrites;
  rootFingerprint = fingerprint(root, /*withBody=*/false);
  visitNested(root, [&](Operation *nested) {
    entries.push_back({nested, fingerprint(nested)});
  });
}

SmallVector<Operation *> FixpointMemo::getChanged(Operation *root,
                                                  uint64_t &numOps) const {
  numOps = 0;
  SmallVector<Operation *> changed;
  // Mostly nothing has changed and the ops come as they were recorded; the
  // table by op is built for the first one that does not.
  size_t next = 0;
  llvm::DenseMap<Operation *, uint64_t> byOp;
  visitNested(root, [&](Operation *nested) {
    ++numOps;
    uint64_t current = fingerprint(nested);
    if (next < entries.size() && entries[next].op == nested) {
      if (entries[next++].fingerprint != current)
        changed.push_back(nested);
      return;
    }
    if (byOp.empty())
      for (const Entry &entry : entries)
        byOp.try_emplace(entry.op, entry.fingerprint);
    auto it = byOp.find(nested);
    if (it == byOp.end() || it->second != current)
      changed.push_back(nested);
    // Go on in step behind what was inserted or moved.
    if (it != byOp.end())
      while (next < entries.size() && entries[next].op != nested)
        ++next;
    if (next < entries.size())
      ++next;
  });
  return changed;
}
