//===- TransactionFuzzTest.cpp - Random edits that are undone -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite makes random edits through the rewriter and then fails. Whatever it
// did, the text, with locations, must be the same as before.
//
//===----------------------------------------------------------------------===//

#include "DriverTestSupport.h"
#include <random>

using namespace mlir;
using namespace mlir::croton;

namespace {
/// Makes random edits of the regions of one op. All values are of one type, so
/// that any may stand for any other; dominance is nobody's concern here.
class RandomEditor {
public:
  RandomEditor(Operation *root, RewriterBase &rewriter, unsigned seed)
      : root(root), rewriter(rewriter), random(seed) {}

  void edit() {
    switch (pick(14)) {
    case 0:
      return make();
    case 1:
      return move();
    case 2:
    case 3:
      return erase();
    case 4:
      return replace();
    case 5:
      return setAttribute();
    case 6:
      return setOperand();
    case 7:
      return splitBlock();
    case 8:
      return mergeBlock();
    case 9:
      return moveBlock();
    case 10:
      return changeArguments();
    case 11:
      return inlineBlock();
    case 12:
      return eraseBlock();
    case 13:
      return clone();
    }
  }

private:
  unsigned pick(unsigned size) { return random() % size; }

  template <typename T>
  T pick(ArrayRef<T> from) {
    return from[pick(from.size())];
  }

  SmallVector<Operation *> getOps() {
    SmallVector<Operation *> ops;
    for (Region &region : root->getRegions())
      region.walk([&](Operation *op) { ops.push_back(op); });
    return ops;
  }

  SmallVector<Block *> getBlocks() {
    SmallVector<Block *> blocks;
    root->walk([&](Block *block) { blocks.push_back(block); });
    return blocks;
  }

  Operation *pickOp() {
    SmallVector<Operation *> ops = getOps();
    return ops.empty() ? nullptr : pick(ArrayRef(ops));
  }

  Value pickValue() {
    SmallVector<Value> values;
    for (Operation *op : getOps())
      llvm::append_range(values, op->getResults());
    for (Block *block : getBlocks())
      llvm::append_range(values, block->getArguments());
    return values.empty() ? Value() : pick(ArrayRef(values));
  }

  /// A random place in a random block outside of `op`.
  bool setPlace(Operation *op = nullptr) {
    Block *block = pick(ArrayRef(getBlocks()));
    if (op && op->isAncestor(block->getParentOp()))
      return false;
    auto it = block->begin();
    std::advance(it, pick(block->getOperations().size() + 1));
    rewriter.setInsertionPoint(block, it);
    return true;
  }

  void make() {
    setPlace();
    SmallVector<Value> operands;
    for (unsigned i = pick(3); i > 0; --i)
      if (Value value = pickValue())
        operands.push_back(value);
    SmallVector<Type> types(pick(3), rewriter.getI32Type());
    makeOp(rewriter, "t.made", types, operands);
  }

  void move() {
    Operation *op = pickOp();
    if (!op || !setPlace(op) ||
        rewriter.getInsertionPoint() == op->getIterator())
      return;
    rewriter.moveOpBefore(op, rewriter.getInsertionBlock(),
                          rewriter.getInsertionPoint());
  }

  /// Results inside `op` that are used elsewhere keep it from being erased.
  bool isUsedOutside(Operation *op) {
    return op
        ->walk([&](Operation *nested) {
          for (Operation *user : nested->getUsers())
            if (!op->isAncestor(user))
              return WalkResult::interrupt();
          for (Region &region : nested->getRegions())
            for (Block &block : region)
              for (BlockArgument argument : block.getArguments())
                for (Operation *user : argument.getUsers())
                  if (!op->isAncestor(user))
                    return WalkResult::interrupt();
          return WalkResult::advance();
        })
        .wasInterrupted();
  }

  void erase() {
    Operation *op = pickOp();
    if (!op || isUsedOutside(op) || hasForeignSuccessor(op))
      return;
    rewriter.eraseOp(op);
  }

  /// Whether a block in `op` is a successor of an op elsewhere.
  bool hasForeignSuccessor(Operation *op) {
    return op
        ->walk([&](Block *block) {
          for (Block *pred : block->getPredecessors())
            if (!op->isAncestor(pred->getParentOp()))
              return WalkResult::interrupt();
          return WalkResult::advance();
        })
        .wasInterrupted();
  }

  void replace() {
    Operation *op = pickOp();
    if (!op || op->getNumRegions() || hasForeignSuccessor(op))
      return;
    SmallVector<Value> values;
    for (unsigned i = 0; i < op->getNumResults(); ++i) {
      Value value = pickValue();
      if (!value || value.getDefiningOp() == op)
        return;
      values.push_back(value);
    }
    rewriter.replaceOp(op, values);
  }

  void setAttribute() {
    Operation *op = pickOp();
    if (!op)
      return;
    rewriter.modifyOpInPlace(op, [&] {
      if (pick(4) == 0)
        op->removeAttr("n");
      else
        op->setAttr("n", rewriter.getI32IntegerAttr(pick(1000)));
    });
  }

  void setOperand() {
    Operation *op = pickOp();
    Value value = pickValue();
    if (!op || !value)
      return;
    rewriter.modifyOpInPlace(op, [&] {
      unsigned size = op->getNumOperands();
      switch (pick(3)) {
      case 0:
        op->insertOperands(pick(size + 1), value);
        return;
      case 1:
        if (size)
          op->eraseOperand(pick(size));
        return;
      case 2:
        if (size)
          op->setOperand(pick(size), value);
        return;
      }
    });
  }

  void splitBlock() {
    Operation *op = pickOp();
    if (op)
      rewriter.splitBlock(op->getBlock(), op->getIterator());
  }

  void mergeBlock() {
    Block *block = pick(ArrayRef(getBlocks()));
    Block *into = pick(ArrayRef(getBlocks()));
    if (block == into || !block->hasNoPredecessors() || block->isEntryBlock() ||
        block->getParentOp()->isAncestor(into->getParentOp()) ||
        (!into->empty() && into->back().getNumSuccessors()))
      return;
    SmallVector<Value> arguments;
    for (unsigned i = 0; i < block->getNumArguments(); ++i) {
      Value value = pickValue();
      if (!value || value.getParentBlock() == block)
        return;
      arguments.push_back(value);
    }
    rewriter.mergeBlocks(block, into, arguments);
  }

  void inlineBlock() {
    Operation *op = pickOp();
    if (!op || op->getNumRegions() == 0 || op->getRegion(0).empty())
      return;
    Block *block = &op->getRegion(0).front();
    if (!block->hasNoPredecessors())
      return;
    SmallVector<Value> arguments;
    for (unsigned i = 0; i < block->getNumArguments(); ++i) {
      Value value = pickValue();
      if (!value || value.getParentBlock() == block)
        return;
      arguments.push_back(value);
    }
    rewriter.inlineBlockBefore(block, op, arguments);
  }

  void moveBlock() {
    Block *block = pick(ArrayRef(getBlocks()));
    Block *place = pick(ArrayRef(getBlocks()));
    if (block == place || place->isEntryBlock() || block->isEntryBlock())
      return;
    for (Block *around = place; around;
         around = around->getParentOp()->getBlock())
      if (around == block)
        return;
    rewriter.moveBlockBefore(block, place);
  }

  void changeArguments() {
    Block *block = pick(ArrayRef(getBlocks()));
    unsigned size = block->getNumArguments();
    bool adds = size == 0 || pick(2);
    unsigned place = pick(size + adds);
    if (!adds)
      if (Value value = pickValue();
          value && value != block->getArgument(place))
        rewriter.replaceAllUsesWith(block->getArgument(place), value);
    rewriter.modifyOpInPlace(block->getParentOp(), [&] {
      if (adds)
        block->insertArgument(place, rewriter.getI32Type(), root->getLoc());
      else if (block->getArgument(place).use_empty())
        block->eraseArgument(place);
    });
  }

  void eraseBlock() {
    Block *block = pick(ArrayRef(getBlocks()));
    if (block->isEntryBlock() || !block->hasNoPredecessors())
      return;
    for (BlockArgument argument : block->getArguments())
      if (!argument.use_empty())
        return;
    for (Operation &op : *block)
      if (isUsedOutside(&op) || !op.use_empty() || hasForeignSuccessor(&op))
        return;
    rewriter.eraseBlock(block);
  }

  void clone() {
    Operation *op = pickOp();
    // Copies of copies would fill the memory.
    if (!op || getOps().size() > 200)
      return;
    setPlace();
    rewriter.clone(*op);
  }

  Operation *root;
  RewriterBase &rewriter;
  std::mt19937 random;
};

class TransactionFuzzTest : public DriverTest {};
} // namespace

static constexpr StringLiteral kGraph = R"mlir(
  "t.root"() ({
  ^bb0(%a: i32, %b: i32):
    %0 = "t.f"(%a) {n = 1 : i32} : (i32) -> i32
    %1:2 = "t.g"(%0, %b) ({
    ^bb0(%x: i32):
      %4 = "t.in"(%x, %0) : (i32, i32) -> i32
      "t.br"(%4)[^bb1] : (i32) -> ()
    ^bb1:
      %5 = "t.in"(%4, %a) : (i32, i32) -> i32
    }, {
      "t.nest"() ({
        %6 = "t.deep"(%b) : (i32) -> i32
      }) : () -> ()
    }) : (i32, i32) -> (i32, i32)
    "t.br"(%1#0, %0)[^bb1, ^bb2] : (i32, i32) -> ()
  ^bb1:
    %2 = "t.h"(%1#1, %1#1) : (i32, i32) -> i32
    "t.br"()[^bb2] : () -> ()
  ^bb2:
    %3 = "t.k"() {m} : () -> i32
  }) : () -> ()
)mlir";

/// How many cases; CROTON_FUZZ_CASES sets another number.
static unsigned getNumCases() {
  const char *text = std::getenv("CROTON_FUZZ_CASES");
  return text ? std::atoi(text) : 2000;
}

TEST_F(TransactionFuzzTest, RandomEditsAreUndone) {
  unsigned numEdited = 0, numCases = getNumCases();
  for (unsigned seed = 0; seed < numCases; ++seed) {
    OwningOpRef<ModuleOp> module = parse(kGraph);
    std::string before = print(*module, /*withLocations=*/true);
    auto rewrite =
        makeLambda("edit", "t.root", [&](Operation *op, PatternRewriter &r) {
          RandomEditor editor(op, r, seed);
          for (unsigned i = 0; i < 1 + seed % 40; ++i)
            editor.edit();
          return failure();
        });
    run.guard = seed % 2 ? Guard::Local : Guard::Full;
    messages.clear();
    RewriteProfile ownProfile;
    run.profile = &ownProfile;
    EXPECT_EQ(equilibrium(*module, {rewrite}), "unchanged");
    ASSERT_EQ(print(*module, /*withLocations=*/true), before)
        << "seed " << seed;
    EXPECT_FALSE(hasMessage("behind")) << "seed " << seed << messages;
    numEdited += ownProfile.getStages()[0].rewrites[0].second.rolledBack;
  }
  EXPECT_GT(numEdited, numCases / 2);
}
