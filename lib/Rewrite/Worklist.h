//===- Worklist.h - Ops to visit, each once ---------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_WORKLIST_H
#define CROTON_LIB_REWRITE_WORKLIST_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace mlir::croton::detail {

/// A stack of ops. An op that is in it already keeps its place.
class Worklist {
public:
  /// Returns whether it was not there yet.
  bool push(Operation *op) {
    if (!places.try_emplace(op, ops.size()).second)
      return false;
    ops.push_back(op);
    return true;
  }
  /// Takes the op on top; null if there is none.
  Operation *pop() {
    while (!ops.empty()) {
      Operation *op = ops.back();
      ops.pop_back();
      if (!op)
        continue;
      places.erase(op);
      return op;
    }
    return nullptr;
  }
  /// Returns the height it lay at, or a greater one than any if it was not
  /// there.
  size_t remove(Operation *op) {
    auto it = places.find(op);
    if (it == places.end())
      return ~size_t(0);
    size_t place = it->second;
    ops[place] = nullptr;
    places.erase(it);
    return place;
  }
  /// Puts `seeds` in the place of what there is; the first is popped first.
  void fill(std::vector<Operation *> &&seeds) {
    places.clear();
    ops = std::move(seeds);
    std::reverse(ops.begin(), ops.end());
    places.reserve(ops.size());
    for (size_t i = 0, e = ops.size(); i != e; ++i)
      places.try_emplace(ops[i], i);
  }
  bool isEmpty() const { return places.empty(); }
  /// What is pushed from now on lies above this height.
  size_t getHeight() const { return ops.size(); }
  /// Takes out what lies above `height`.
  void dropAbove(size_t height) {
    for (; ops.size() > height; ops.pop_back())
      if (ops.back())
        places.erase(ops.back());
  }
  void clear() {
    ops.clear();
    places.clear();
  }

private:
  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, size_t> places;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_WORKLIST_H
