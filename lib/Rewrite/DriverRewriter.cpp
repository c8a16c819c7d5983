//===- DriverRewriter.cpp - The rewriter that patterns are given ----------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DriverRewriter.h"

#include "llvm/Support/SaveAndRestore.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

void DriverRewriter::commit() {
  transaction->commit();
  transaction.reset();
}

void DriverRewriter::rollback(function_ref<void(Operation *)> onErase,
                              function_ref<void(Operation *)> onRestore) {
  transaction->rollback(onErase, onRestore);
  transaction.reset();
}

void DriverRewriter::refuse(const Twine &reason) {
  // The first reason is the one that explains the others.
  if (refusal.empty())
    refusal = reason.str();
}

static std::string describe(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

bool DriverRewriter::fits(Operation *op, ValueRange values) {
  // Nearly all ops have one result.
  if (op->getNumResults() == 1 && values.size() == 1 && values.front() &&
      values.front().getType() == op->getResult(0).getType())
    return true;
  if (values.size() != op->getNumResults()) {
    refuse("replaces the " + Twine(op->getNumResults()) + " results of '" +
           op->getName().getStringRef() + "' with " + Twine(values.size()) +
           " values");
    return false;
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    if (!value) {
      if (result.use_empty())
        continue;
      refuse("gives no replacement for result " +
             Twine(result.getResultNumber()) + " of '" +
             op->getName().getStringRef() + "', which has users");
      return false;
    }
    if (value.getType() == result.getType())
      continue;
    refuse("replaces result " + Twine(result.getResultNumber()) + " of '" +
           op->getName().getStringRef() + "', of type " +
           describe(result.getType()) + ", with a value of type " +
           describe(value.getType()));
    return false;
  }
  return true;
}

void DriverRewriter::replaceOp(Operation *op, ValueRange newValues) {
  if (!fits(op, newValues))
    return;
  // Replacing an op with itself is no change; erasing it would be one.
  if (op->getNumResults() && llvm::equal(newValues, op->getResults()))
    return;
  llvm::SaveAndRestore replacing(isReplacing, true);
  PatternRewriter::replaceOp(op, newValues);
}

void DriverRewriter::replaceOp(Operation *op, Operation *newOp) {
  if (op == newOp || !fits(op, newOp->getResults()))
    return;
  llvm::SaveAndRestore replacing(isReplacing, true);
  PatternRewriter::replaceOp(op, newOp);
}

void DriverRewriter::replaceAllUsesWith(Value from, Value to) {
  // Nothing need stand for what nobody uses; fits() has seen to that.
  if (!to || from == to || from.use_empty())
    return;
  if (from.getType() != to.getType())
    return refuse("replaces uses of a value of type " +
                  describe(from.getType()) + " with one of type " +
                  describe(to.getType()));
  // Inside replaceOp() the producer is about to be erased.
  if (Operation *producer = from.getDefiningOp(); producer && !isReplacing)
    released.push_back(producer);
  llvm::SaveAndRestore replacing(isReplacing, true);
  PatternRewriter::replaceAllUsesWith(from, to);
}

static bool isUnused(Operation *op) {
  return llvm::all_of(op->getResults(),
                      [](Value result) { return result.use_empty(); });
}

/// Whether something outside of `op` uses its results.
static bool hasUsersOutside(Operation *op) {
  return llvm::any_of(op->getUsers(),
                      [&](Operation *user) { return !op->isAncestor(user); });
}

/// Says that `op` goes with all in it, users before producers and inner ops
/// before outer ones: a listener that hears of a user looks at its producers
/// and at the ops around it again.
static void notifyErased(Operation *op, RewriterBase::Listener *listener) {
  for (Region &region : llvm::reverse(op->getRegions()))
    for (Block &block : llvm::reverse(region))
      for (Operation &nested : llvm::reverse(block))
        notifyErased(&nested, listener);
  listener->notifyOperationErased(op);
}

void DriverRewriter::eraseOp(Operation *op) {
  if (!isUnused(op) && hasUsersOutside(op))
    return refuse("erases '" + op->getName().getStringRef() +
                  "', whose results have users");
  if (!transaction && op->getNumRegions() != 0)
    return PatternRewriter::eraseOp(op);

  if (getInsertionBlock() == op->getBlock() &&
      getInsertionPoint() == op->getIterator())
    setInsertionPointAfter(op);
  if (!transaction) {
    // What upstream does, less what ops with regions need.
    static_cast<RewriterBase::Listener *>(listener)->notifyOperationErased(op);
    op->erase();
    return;
  }
  notifyErased(op, static_cast<RewriterBase::Listener *>(listener));
  transaction->park(op);
}

void DriverRewriter::eraseBlock(Block *block) {
  if (!transaction)
    return PatternRewriter::eraseBlock(block);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
    eraseOp(&op);
  if (auto *rewriteListener =
          dyn_cast_if_present<RewriterBase::Listener>(listener))
    rewriteListener->notifyBlockErased(block);
  if (block->empty() && block->use_empty())
    transaction->park(block);
}

void DriverRewriter::startOpModification(Operation *op) {
  if (!isReplacing) {
    modifications.push_back({op, {}});
    for (Value operand : op->getOperands())
      if (Operation *producer = operand ? operand.getDefiningOp() : nullptr)
        modifications.back().producers.push_back(producer);
  }
  if (transaction)
    transaction->beforeModification(op);
}

void DriverRewriter::finalizeOpModification(Operation *op) {
  if (transaction)
    transaction->afterModification(op);
  PatternRewriter::finalizeOpModification(op);
  if (isReplacing || modifications.empty() || modifications.back().op != op)
    return;
  for (Operation *producer : modifications.pop_back_val().producers)
    if (llvm::none_of(op->getOperands(), [&](Value operand) {
          return operand && operand.getDefiningOp() == producer;
        }))
      released.push_back(producer);
}

void DriverRewriter::cancelOpModification(Operation *op) {
  if (!isReplacing && !modifications.empty() && modifications.back().op == op)
    modifications.pop_back();
  if (transaction)
    transaction->cancelModification(op);
}

void DriverRewriter::forget(Operation *op) {
  if (released.empty() && modifications.empty())
    return;
  llvm::erase(released, op);
  llvm::erase_if(modifications,
                 [&](const Modification &other) { return other.op == op; });
  for (Modification &modification : modifications)
    llvm::erase(modification.producers, op);
}
