//===- Transaction.cpp - Edits that can be undone -------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transaction.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Snapshots
//===----------------------------------------------------------------------===//

Transaction::SavedValue::SavedValue(Value value) : result(value) {
  if (auto argument = dyn_cast_if_present<BlockArgument>(value)) {
    block = argument.getOwner();
    index = argument.getArgNumber();
  }
}

Value Transaction::SavedValue::get() const {
  return block ? Value(block->getArgument(index)) : result;
}

Transaction::SavedValues Transaction::save(ValueRange values) {
  return llvm::map_to_vector<4>(values,
                                [](Value value) { return SavedValue(value); });
}

Transaction::Snapshot::Snapshot(Operation *op)
    : loc(op->getLoc()), attributes(op->getDiscardableAttrDictionary()),
      properties(op->getPropertiesAsAttribute()),
      operands(save(op->getOperands())), resultTypes(op->getResultTypes()),
      successors(op->getSuccessors()) {
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      Arguments &old = blocks.emplace_back();
      old.block = &block;
      for (BlockArgument argument : block.getArguments()) {
        old.types.push_back({argument.getType(), argument.getLoc()});
        old.values.push_back(argument);
      }
    }
}

/// Calls `visit` for the blocks of a snapshot that are still there.
template <typename SnapshotType, typename Visit>
static void forEachBlock(SnapshotType &snapshot, Operation *op, Visit visit) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (auto &old : snapshot.blocks)
        if (old.block == &block)
          visit(old);
}

/// Makes the arguments of a block what they were. All later edits are undone,
/// so what an argument is used by now it was used by then.
void Transaction::restore(const Snapshot::Arguments &old) {
  Block &block = *old.block;
  unsigned numNow = block.getNumArguments();
  SmallVector<int, 4> origins =
      old.origins.value_or(llvm::to_vector<4>(llvm::seq<int>(0, numNow)));
  bool isSame = numNow == old.types.size() &&
                llvm::all_of(llvm::enumerate(origins), [](auto indexed) {
                  return indexed.value() == static_cast<int>(indexed.index());
                });
  if (isSame) {
    for (auto [argument, type] :
         llvm::zip_equal(block.getArguments(), old.types)) {
      argument.setType(type.first);
      argument.setLoc(type.second);
    }
    return;
  }
  for (auto [type, loc] : old.types)
    block.addArgument(type, loc);
  for (auto [index, origin] : llvm::enumerate(origins)) {
    if (index >= numNow || origin < 0 ||
        origin >= static_cast<int>(old.types.size()))
      continue;
    block.getArgument(index).replaceAllUsesWith(
        block.getArgument(numNow + origin));
  }
  for (; numNow > 0; --numNow) {
    // Whoever uses a new one was told so behind the rewriter's back.
    block.getArgument(0).dropAllUses();
    block.eraseArgument(0);
  }
}

void Transaction::restore(const Snapshot &snapshot, Operation *op) {
  // Arguments first: operands of ops in the regions may be among them.
  forEachBlock(snapshot, op,
               [](const Snapshot::Arguments &old) { restore(old); });
  const auto &[loc, attributes, properties, operands, resultTypes, successors,
               blocks] = snapshot;
  op->setLoc(loc);
  op->setDiscardableAttrs(attributes);
  op->setOperands(llvm::map_to_vector(
      operands, [](const SavedValue &operand) { return operand.get(); }));
  // Properties hold the sizes of operand segments, so they come after.
  if (properties) {
    LogicalResult result =
        op->setPropertiesFromAttribute(properties, /*emitError=*/nullptr);
    assert(succeeded(result) && "properties that the op had before");
    (void)result;
  }
  for (auto [result, type] : llvm::zip_equal(op->getResults(), resultTypes))
    result.setType(type);
  for (auto [index, successor] : llvm::enumerate(successors))
    op->setSuccessor(successor, index);
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

void Transaction::beforeModification(Operation *op) {
  Edit edit = {Edit::Kind::Modified};
  edit.op = op;
  edit.index = snapshots.size();
  snapshots.emplace_back(op);
  edits.push_back(edit);
}

void Transaction::afterModification(Operation *op) {
  if (op->getNumRegions() == 0)
    return;
  for (const Edit &edit : llvm::reverse(edits)) {
    if (edit.kind != Edit::Kind::Modified || edit.op != op)
      continue;
    forEachBlock(snapshots[edit.index], op, [](Snapshot::Arguments &old) {
      if (old.origins)
        return;
      old.origins.emplace();
      for (BlockArgument argument : old.block->getArguments()) {
        const Value *it = llvm::find(old.values, argument);
        old.origins->push_back(
            it == old.values.end() ? -1 : int(it - old.values.begin()));
      }
    });
    return;
  }
}

void Transaction::cancelModification(Operation *op) {
  // The promise is that nothing was changed: the snapshot does no harm, but
  // the op need not be verified.
  if (!edits.empty() && edits.back().kind == Edit::Kind::Modified &&
      edits.back().op == op) {
    edits.pop_back();
    snapshots.pop_back();
  }
}

void Transaction::afterInsertion(Operation *op,
                                 OpBuilder::InsertPoint previous) {
  Edit edit = {previous.isSet() ? Edit::Kind::Moved : Edit::Kind::Made};
  edit.op = op;
  if (previous.isSet()) {
    edit.oldBlock = previous.getBlock();
    edit.oldPlace = previous.getPoint();
  }
  edits.push_back(edit);
}

void Transaction::afterBlockInsertion(Block *block, Region *previous,
                                      Region::iterator previousIt) {
  Edit edit = {previous ? Edit::Kind::BlockMoved : Edit::Kind::BlockMade};
  edit.block = block;
  edit.oldRegion = previous;
  edit.oldBlockPlace = previousIt;
  edits.push_back(edit);
}

void Transaction::park(Operation *op) {
  Edit edit = {Edit::Kind::Parked};
  edit.op = op;
  edit.oldBlock = op->getBlock();
  edit.oldPlace = std::next(op->getIterator());
  edit.index = references.size();
  op->walk([&](Operation *nested) {
    references.push_back({nested, save(nested->getOperands()),
                          SmallVector<Block *, 2>(nested->getSuccessors())});
  });
  edit.numReferences = references.size() - edit.index;
  edits.push_back(edit);
  op->remove();
  op->dropAllReferences();
}

void Transaction::park(Block *block) {
  Edit edit = {Edit::Kind::BlockParked};
  edit.block = block;
  edit.oldRegion = block->getParent();
  edit.oldBlockPlace = std::next(block->getIterator());
  edits.push_back(edit);
  edit.oldRegion->getBlocks().remove(block);
}

SmallVector<Operation *> Transaction::getTouched() const {
  llvm::SetVector<Operation *> touched;
  DenseSet<Operation *> parked;
  for (const Edit &edit : edits) {
    if (edit.kind == Edit::Kind::Parked)
      for (size_t i = 0; i < edit.numReferences; ++i)
        parked.insert(references[edit.index + i].op);
    else if (edit.op)
      touched.insert(edit.op);
  }
  touched.remove_if([&](Operation *op) { return parked.contains(op); });
  return touched.takeVector();
}

//===----------------------------------------------------------------------===//
// The end
//===----------------------------------------------------------------------===//

void Transaction::clear() {
  edits.clear();
  snapshots.clear();
  references.clear();
  gone.clear();
}

void Transaction::commit() {
  for (const Edit &edit : edits) {
    if (edit.kind == Edit::Kind::Parked)
      edit.op->destroy();
    else if (edit.kind == Edit::Kind::BlockParked)
      delete edit.block;
  }
  clear();
}

void Transaction::undo(const Edit &edit,
                       function_ref<void(Operation *)> onErase,
                       function_ref<void(Operation *)> onRestore) {
  // Clones are reported inside out: an op may have gone with the one around it.
  if (edit.op && gone.contains(edit.op))
    return;
  auto erase = [&](Operation *op) {
    onErase(op);
    gone.insert(op);
  };
  switch (edit.kind) {
  case Edit::Kind::Made:
    edit.op->walk(erase);
    // Whatever still uses it was wired behind the rewriter's back.
    edit.op->dropAllUses();
    edit.op->erase();
    return;
  case Edit::Kind::Moved:
    edit.op->moveBefore(edit.oldBlock, edit.oldPlace);
    return;
  case Edit::Kind::Modified:
    restore(snapshots[edit.index], edit.op);
    return;
  case Edit::Kind::Parked:
    for (size_t i = 0; i < edit.numReferences; ++i) {
      const References &old = references[edit.index + i];
      for (auto [index, operand] : llvm::enumerate(old.operands))
        old.op->setOperand(index, operand.get());
      for (auto [index, successor] : llvm::enumerate(old.successors))
        old.op->setSuccessor(successor, index);
    }
    edit.oldBlock->getOperations().insert(edit.oldPlace, edit.op);
    onRestore(edit.op);
    return;
  case Edit::Kind::BlockMade:
    edit.block->walk(erase);
    edit.block->dropAllDefinedValueUses();
    edit.block->erase();
    return;
  case Edit::Kind::BlockMoved:
    edit.block->getParent()->getBlocks().remove(edit.block);
    edit.oldRegion->getBlocks().insert(edit.oldBlockPlace, edit.block);
    return;
  case Edit::Kind::BlockParked:
    edit.oldRegion->getBlocks().insert(edit.oldBlockPlace, edit.block);
    return;
  }
}

void Transaction::rollback(function_ref<void(Operation *)> onErase,
                           function_ref<void(Operation *)> onRestore) {
  for (const Edit &edit : llvm::reverse(edits))
    undo(edit, onErase, onRestore);
  clear();
}
