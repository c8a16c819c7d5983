//===- DriverRewriter.h - The rewriter that patterns are given --*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_DRIVERREWRITER_H
#define CROTON_LIB_REWRITE_DRIVERREWRITER_H

#include "Transaction.h"
#include "mlir/IR/PatternMatch.h"
#include <optional>
#include <string>

namespace mlir::croton::detail {

/// Refuses replacements of the wrong number or type before anything is edited,
/// and records edits while a transaction is open.
class DriverRewriter : public PatternRewriter {
public:
  DriverRewriter(MLIRContext *context, RewriterBase::Listener *listener)
      : PatternRewriter(context, listener) {}

  /// Opens a transaction; the edits until commit() or rollback() belong to it.
  void begin() { transaction.emplace(); }
  void commit();
  /// Undoes the edits since begin().
  void rollback(function_ref<void(Operation *)> onErase,
                function_ref<void(Operation *)> onRestore);
  bool isRecording() const { return transaction.has_value(); }
  Transaction &getTransaction() { return *transaction; }

  /// Why an edit was refused since the last call; empty if none was.
  std::string takeRefusal() { return std::exchange(refusal, {}); }
  bool hasRefused() const { return !refusal.empty(); }

  void replaceOp(Operation *op, ValueRange newValues) override;
  void replaceOp(Operation *op, Operation *newOp) override;
  void eraseOp(Operation *op) override;
  void eraseBlock(Block *block) override;
  using PatternRewriter::replaceAllUsesWith;
  void replaceAllUsesWith(Value from, Value to) override;
  void startOpModification(Operation *op) override;
  void finalizeOpModification(Operation *op) override;
  void cancelOpModification(Operation *op) override;

  /// Ops of which another one used a result before it was modified in place,
  /// or before its uses were replaced, and does not any more. Erased ones are
  /// left out.
  bool hasReleased() const { return !released.empty(); }
  SmallVector<Operation *, 4> takeReleased() {
    return std::exchange(released, {});
  }
  /// To be called for each op that is erased.
  void forget(Operation *op);

private:
  /// Whether `values` may stand for the results of `op`; refuses if not.
  bool fits(Operation *op, ValueRange values);
  void refuse(const Twine &reason);

  /// A modification under way, with the producers of the operands that the op
  /// had before.
  struct Modification {
    Operation *op;
    SmallVector<Operation *, 4> producers;
  };

  std::optional<Transaction> transaction;
  std::string refusal;
  SmallVector<Modification, 0> modifications;
  SmallVector<Operation *, 4> released;
  /// All uses of a value are being replaced: whose they were is known.
  bool isReplacing = false;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_DRIVERREWRITER_H
