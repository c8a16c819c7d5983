//===- Traits.h - Traits of croton ops -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_TRAITS_H
#define CROTON_DIALECT_CROTON_IR_TRAITS_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::croton {

namespace detail {
LogicalResult verifyOnePlace(Operation *op);
LogicalResult verifySameElementOperands(Operation *op);
LogicalResult foldByEvaluation(Operation *op, ArrayRef<Attribute> operands,
                               SmallVectorImpl<OpFoldResult> &results);
} // namespace detail

/// All tensor operands and results of the op live in one place: their types
/// have the same encoding. What DeviceLiftOpInterface says about single
/// operands and results goes before.
template <typename ConcreteType>
class OnePlace : public OpTrait::TraitBase<ConcreteType, OnePlace> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifyOnePlace(op);
  }
};

/// The results and the first `NumData` operands live in one place. The others
/// are sizes, indices and conditions: they live in that place or on the host.
template <unsigned NumData>
struct OnePlaceOrHost {
  template <typename ConcreteType>
  class Impl
      : public OpTrait::TraitBase<ConcreteType, OnePlaceOrHost<NumData>::Impl> {
  public:
    /// What DeviceLiftOpInterface asks.
    static constexpr unsigned kNumPlacedOperands = NumData;

    static LogicalResult verifyTrait(Operation *op) {
      return detail::verifyOnePlace(op);
    }
  };
};

/// The one result of the op is its one operand, in another place or the same
/// one.
template <typename ConcreteType>
class IsTransfer : public OpTrait::TraitBase<ConcreteType, IsTransfer> {};

/// Every operand has the element type of the first one.
template <typename ConcreteType>
class SameElementOperands
    : public OpTrait::TraitBase<ConcreteType, SameElementOperands> {
public:
  static LogicalResult verifyTrait(Operation *op) {
    return detail::verifySameElementOperands(op);
  }
};

/// The op folds through EvaluableOpInterface if all operands are constant and
/// neither they nor the results are large (`kMaxFoldBytes`).
template <typename ConcreteType>
class FoldsByEvaluation
    : public OpTrait::TraitBase<ConcreteType, FoldsByEvaluation> {
public:
  static LogicalResult foldTrait(Operation *op, ArrayRef<Attribute> operands,
                                 SmallVectorImpl<OpFoldResult> &results) {
    return detail::foldByEvaluation(op, operands, results);
  }
};

/// The most bytes that the operands or the results of a folded op may have
/// together. Above it, a constant would cost more than computing it.
inline constexpr int64_t kMaxFoldBytes = 64 * 1024;

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_IR_TRAITS_H
