//===- InPlaceAnalysis.h - Which writes may reuse a buffer ------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides on tensor values which destination operands may be overwritten, by
// the rules of last use: a buffer may be destroyed by an op when nothing reads
// any value that lives in it afterwards. One forward walk, near linear.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_ANALYSIS_INPLACEANALYSIS_H
#define CROTON_ANALYSIS_INPLACEANALYSIS_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::scf {
class ForOp;
} // namespace mlir::scf

namespace mlir::croton {

/// Argument attribute: the callee may overwrite the caller's array, which the
/// caller gives up with the call.
inline constexpr StringLiteral kDonatedAttrName = "croton.donated";

/// The answer of the in-place analysis, in the form that
/// `bufferization::insertTensorCopies` asks for.
///
/// Values are grouped into *buffer sets*: values that may share memory. Views
/// join the set of their source, and so does the result of a write that was
/// decided to happen in place. A set remembers the position of the last read of
/// any of its members, so one comparison answers "is anything of this read
/// after here?". A finer grouping holds values known to be the very same
/// buffer; elementwise ops may read and write such a buffer at once.
///
/// A slice that is taken out of a tensor, changed, and put back where it was is
/// changed in the tensor's own buffer: until it is back it forms a set of its
/// own, if nothing else of the tensor's set is read in between.
class InPlaceState final : public bufferization::AnalysisState {
public:
  /// `options` must outlive the state.
  explicit InPlaceState(const bufferization::BufferizationOptions &options);

  /// Analyzes one function, forgetting what was known before. Fails with a
  /// diagnostic on functions of more than one block and on ops with regions
  /// that carry tensors other than scf.for and scf.if.
  LogicalResult analyze(FunctionOpInterface function);

  static bool classof(const AnalysisState *base) {
    return base->getType() == TypeID::get<InPlaceState>();
  }

  bool isInPlace(OpOperand &operand) const override;
  bool areEquivalentBufferizedValues(Value v1, Value v2) const override;
  bool areAliasingBufferizedValues(Value v1, Value v2) const override;
  bool hasUndefinedContents(OpOperand *operand) const override;

  /// True if `value` is a buffer of its own from its first byte to its last:
  /// neither a part of a larger buffer nor one of several candidates.
  bool isWholeBuffer(Value value) const;

  /// True if the memory of `value` was allocated by the function or donated to
  /// it, so that it may be written and handed on.
  bool isOwnedBuffer(Value value) const;

  /// True if the buffer that holds the `index`-th carried value of `loop` can
  /// hold it in every iteration, at the price of one copy where the yielded
  /// value does not live there anyway.
  bool keepsCarriedBuffer(scf::ForOp loop, unsigned index) const;

  /// A number that identifies the buffer set of `value`, stable until the next
  /// call of `analyze`.
  unsigned getBufferSet(Value value) const;

private:
  /// A value's place in both groupings (two union-find forests). The
  /// properties of a group are kept at its root.
  struct Node {
    unsigned setParent;
    unsigned sameParent;
    unsigned setSize = 1;
    unsigned sameSize = 1;
    /// Positions of the last two reads of members of the set; 0 is never.
    unsigned lastRead = 0;
    unsigned secondLastRead = 0;
    bool isOwned = true;
    bool isWhole = true;
  };

  static void addRead(Node &node, unsigned position);
  void numberOps(Block &block);
  unsigned getReadPosition(OpOperand &use) const;
  bool isRead(OpOperand &use) const;

  unsigned getOrCreate(Value value, bool isOwned, bool isWhole);
  unsigned findSet(unsigned node) const;
  unsigned findSame(unsigned node) const;
  void joinSets(unsigned a, unsigned b);
  void joinSame(unsigned a, unsigned b);
  void alias(Value source, Value result, bool isSame);

  LogicalResult visitBlock(Block &block);
  LogicalResult visit(Operation *op);
  LogicalResult visitFor(Operation *op);
  LogicalResult visitIf(Operation *op);
  bool visitPairedExtract(Operation *op);
  LogicalResult visitOperand(bufferization::BufferizableOpInterface op,
                             OpOperand &operand);
  void visitFreshResults(bufferization::BufferizableOpInterface op);
  bool canOverwrite(OpOperand &operand) const;
  bool conflictsWithin(OpOperand &destination, OpOperand &other) const;

  SmallVector<Node> nodes;
  DenseMap<Value, unsigned> nodeOf;
  DenseMap<Operation *, std::pair<unsigned, unsigned>> positions;
  DenseSet<OpOperand *> outOfPlace;
  DenseSet<OpOperand *> destroyed;
  DenseSet<Value> undefinedValues;
  /// A part of a tensor that is taken out, changed and put back where it was:
  /// the op that takes it out, by the op that puts it back, and the reverse.
  DenseMap<Operation *, Operation *> insertOf, extractOf;
  unsigned nextPosition = 1;
};

} // namespace mlir::croton

MLIR_DECLARE_EXPLICIT_TYPE_ID(mlir::croton::InPlaceState)

#endif // CROTON_ANALYSIS_INPLACEANALYSIS_H
