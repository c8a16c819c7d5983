//===- Transaction.h - Edits that can be undone -----------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_TRANSACTION_H
#define CROTON_LIB_REWRITE_TRANSACTION_H

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>
#include <vector>

namespace mlir::croton::detail {

/// A log of edits, undone from the last to the first. Ops and blocks that are
/// erased meanwhile are only taken out of the IR, and freed by commit(). Edits
/// that do not go through a rewriter are not seen.
class Transaction {
public:
  Transaction() = default;
  Transaction(const Transaction &) = delete;
  Transaction &operator=(const Transaction &) = delete;
  ~Transaction() { commit(); }

  // Before or after the edit, as the name says.
  void beforeModification(Operation *op);
  void afterModification(Operation *op);
  void cancelModification(Operation *op);
  void afterInsertion(Operation *op, OpBuilder::InsertPoint previous);
  void afterBlockInsertion(Block *block, Region *previous,
                           Region::iterator previousIt);
  /// Takes `op`, which nobody uses, out of its block.
  void park(Operation *op);
  /// Takes `block`, which is empty and has no predecessors, out of its region.
  void park(Block *block);

  /// The ops that were made or modified and are still there, each once.
  SmallVector<Operation *> getTouched() const;

  /// Keeps the edits, and frees what was erased.
  void commit();
  /// Undoes the edits. `onErase` is called for each op that was made, before it
  /// is freed; `onRestore` for each op that comes back.
  void rollback(function_ref<void(Operation *)> onErase,
                function_ref<void(Operation *)> onRestore);

private:
  /// A value by its place: an argument that is erased and made again is another
  /// value. Good once all later edits are undone.
  class SavedValue {
  public:
    explicit SavedValue(Value value);
    Value get() const;

  private:
    /// The block of an argument, null for a result.
    Block *block = nullptr;
    unsigned index = 0;
    Value result;
  };
  using SavedValues = SmallVector<SavedValue, 4>;
  static SavedValues save(ValueRange values);

  /// What the ops in a parked op referred to.
  struct References {
    Operation *op;
    SavedValues operands;
    SmallVector<Block *, 2> successors;
  };

  /// What an op was like before it was modified.
  struct Snapshot {
    /// The arguments of a block.
    struct Arguments {
      Block *block;
      SmallVector<std::pair<Type, Location>, 4> types;
      /// For each argument after the modification, which of these it was; -1 if
      /// it is new. Absent if the modification was never finished.
      std::optional<SmallVector<int, 4>> origins;
      /// Who they are, while the modification lasts.
      SmallVector<Value, 4> values;
    };

    explicit Snapshot(Operation *op);

    Location loc;
    DictionaryAttr attributes;
    Attribute properties;
    SavedValues operands;
    SmallVector<Type, 2> resultTypes;
    SmallVector<Block *, 2> successors;
    /// Of each block of each region.
    std::vector<Arguments> blocks;
  };

  struct Edit {
    enum class Kind : uint8_t {
      Made,
      Moved,
      Modified,
      Parked,
      BlockMade,
      BlockMoved,
      BlockParked,
    };
    Kind kind;
    Operation *op = nullptr;
    Block *block = nullptr;
    /// Where an op was.
    Block *oldBlock = nullptr;
    Block::iterator oldPlace = {};
    /// Where a block was.
    Region *oldRegion = nullptr;
    Region::iterator oldBlockPlace = {};
    /// Index into `snapshots`, or the first of the references in `references`.
    size_t index = 0;
    size_t numReferences = 0;
  };

  static void restore(const Snapshot &snapshot, Operation *op);
  static void restore(const Snapshot::Arguments &old);
  void undo(const Edit &edit, function_ref<void(Operation *)> onErase,
            function_ref<void(Operation *)> onRestore);
  void clear();

  std::vector<Edit> edits;
  std::vector<Snapshot> snapshots;
  std::vector<References> references;
  /// What a roll-back has erased so far.
  DenseSet<Operation *> gone;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_TRANSACTION_H
