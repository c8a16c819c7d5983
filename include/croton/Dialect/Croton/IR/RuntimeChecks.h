//===- RuntimeChecks.h - Sizes and checks on them, as IR -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What fusion and lowerings share when they turn shape rules that types cannot
// prove into `croton.check` ops: the sizes of tensors as values, the knowledge
// which of them are equal, and the words of the messages.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_RUNTIMECHECKS_H
#define CROTON_DIALECT_CROTON_IR_RUNTIMECHECKS_H

#include "croton/Runtime/Status.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::croton {

/// The sizes of the tensors of a function, and which of them are equal. A size
/// that a check has compared with another one is taken for the same from there
/// on, so that one mistake is tested for once.
class SizeTable {
public:
  /// The size of dim `dim` of `value`: an attribute if it is known, else an
  /// index. A `tensor.dim` that is needed for it goes right behind the
  /// definition of `value`, or of a tensor that by the op's own account has
  /// that size.
  OpFoldResult getSize(OpBuilder &builder, Value value, int64_t dim);
  SmallVector<OpFoldResult> getSizes(OpBuilder &builder, Value value);

  /// States the sizes of `value`. Sizes that its type knows take precedence.
  void setSizes(Value value, ArrayRef<OpFoldResult> sizes);

  /// True if the sizes are known to be equal.
  bool areEqual(OpFoldResult a, OpFoldResult b) const;

  /// Takes two sizes for equal from now on. Has an effect only in the entry
  /// block of a function, since `block` must dominate all later questions.
  void assumeEqual(OpFoldResult a, OpFoldResult b, Block *block);

  /// Learns from an op that is already there: a `tensor.dim` that names a size
  /// again, or a `croton.check` that two sizes are equal. Ops must be shown in
  /// the order in which they run.
  void learnFrom(Operation *op);

private:
  OpFoldResult computeSize(OpBuilder &builder, Value value, int64_t dim);

  /// The representative of the class of equal sizes that `size` is in.
  OpFoldResult find(OpFoldResult size) const;

  DenseMap<Value, SmallVector<OpFoldResult>> sizesOf;
  DenseMap<Value, OpFoldResult> parent;
};

/// The text of a check under construction: pieces and run-time values.
class CheckMessage {
public:
  /// Starts with `name` and, if it is known, the place in the source:
  /// "croton.add at model.mlir:7:8: ".
  CheckMessage(OpBuilder &builder, StringRef name, Location loc);

  CheckMessage &operator<<(const Twine &text);
  /// A size or another index value. One of type i64 is converted.
  CheckMessage &operator<<(OpFoldResult value);
  /// "4x{0}", or "scalar" for rank 0.
  CheckMessage &addShape(ArrayRef<OpFoldResult> sizes);

  /// Creates the check. A condition that is known to hold makes none.
  void emit(Value condition, CrotonErrorCode code);

private:
  OpBuilder &builder;
  Location loc;
  std::string format;
  SmallVector<Value> values;
};

/// Checks that `a` and `b` are equal unless that is known, and remembers it.
/// `explain` completes the message.
void checkEqualSizes(OpBuilder &builder, SizeTable &table, StringRef name,
                     Location loc, OpFoldResult a, OpFoldResult b,
                     function_ref<void(CheckMessage &)> explain);

/// Checks that operands with the given types and sizes broadcast against one
/// another and returns the sizes of what they broadcast to.
SmallVector<OpFoldResult>
checkBroadcast(OpBuilder &builder, SizeTable &table, StringRef name,
               Location loc, ArrayRef<RankedTensorType> types,
               ArrayRef<SmallVector<OpFoldResult>> sizes);

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_IR_RUNTIMECHECKS_H
