//===- OpSupport.h - Shared by the ops of a family -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape and type rules that the ops of a family share. Each rule lives
// here once; type inference, verifiers and builders all call it.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_OPSUPPORT_H
#define CROTON_DIALECT_CROTON_IR_OPSUPPORT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

#include <optional>

namespace mlir::croton {

/// One part of a slice or an index: a constant, a rank-0 integer tensor, or
/// nothing.
struct IndexPart {
  std::optional<int64_t> constant;
  Value value;

  bool isPresent() const { return constant || value; }
};

/// One entry of an index list as `subtensor` has it.
struct IndexEntry {
  /// True for an integer index, held in `start`, that removes its dim.
  bool isIndex = false;
  IndexPart start, stop, step;
};

/// How an absent part and an integer index are written in the attributes of
/// `subtensor`; a part that is an operand is `ShapedType::kDynamic`.
inline constexpr int64_t kAbsentPart = std::numeric_limits<int64_t>::max();
inline constexpr int64_t kIndexStep = 0;

/// A slice `start:stop:step` of a dim of size `size`, with NumPy's rules for
/// negative and out-of-range bounds applied: element `k` of the `count`
/// elements is at `start + k * step`.
struct CanonicalSlice {
  int64_t start, count;
};
CanonicalSlice canonicalizeSlice(int64_t size, std::optional<int64_t> start,
                                 std::optional<int64_t> stop, int64_t step);

/// The element type of the gradient of a value: floats keep theirs, booleans
/// and integers of up to 16 bits get f32, wider ones f64.
Type getGradientElementType(Type elementType);

/// `type` with the element type of its gradient.
RankedTensorType getGradientType(RankedTensorType type);

/// "4x?xf32" without the word tensor, for messages.
std::string stringifyShape(RankedTensorType type);

namespace detail {

/// The common shape of operands that broadcast against one another, by rules
/// elementwise.r1 to r3. Reports on `location`, if given, as op `name`.
LogicalResult inferBroadcastShape(std::optional<Location> location,
                                  StringRef name, TypeRange operands,
                                  SmallVectorImpl<int64_t> &shape);

/// Appends the type of the result of an elementwise op: the common shape, the
/// place of the operands, and the element type given by `element`, which is
/// called only if there are operands.
LogicalResult inferBroadcastType(std::optional<Location> location,
                                 StringRef name, ValueRange operands,
                                 function_ref<Type()> element,
                                 SmallVectorImpl<Type> &types);

/// The encoding of the first operand that has one, or null.
Attribute inferEncoding(ValueRange operands);

/// Appends the size of each dim of `value`: attributes for static ones.
LogicalResult reifyShapeOf(OpBuilder &builder, Location loc, Value value,
                           ReifiedRankedShapedTypeDims &shapes);

/// The size of dim `dim` of `value`: an attribute if it is static.
OpFoldResult reifyDim(OpBuilder &builder, Location loc, Value value,
                      int64_t dim);

/// The sizes of the result of an elementwise op or of `composite`.
LogicalResult reifyBroadcastShape(OpBuilder &builder, Operation *op,
                                  ReifiedRankedShapedTypeDims &shapes);

/// The sizes of `operand` without `axes`.
LogicalResult reifyReducedShape(OpBuilder &builder, Location loc, Value operand,
                                ArrayRef<int64_t> axes,
                                ReifiedRankedShapedTypeDims &shapes);

/// The size held by a rank-0 integer tensor, as an index.
Value readSize(OpBuilder &builder, Location loc, Value scalar);

/// Reverse and forward mode of an elementwise op from its partial
/// derivatives: `partial(i, t)` is the derivative by operand `i` times `t`, or
/// null for zero; it is asked only for float results. Gradients of stretched
/// operands are summed over the dims that were stretched. Fails with a
/// diagnostic for complex results, which have no gradient.
using PartialFn = function_ref<Value(unsigned index, Value tangent)>;
LogicalResult buildElementwiseVjp(ImplicitLocOpBuilder &builder, Operation *op,
                                  Value outputGrad, ArrayRef<bool> wanted,
                                  MutableArrayRef<Value> inputGrads,
                                  PartialFn partial);
LogicalResult buildElementwiseJvp(ImplicitLocOpBuilder &builder, Operation *op,
                                  ValueRange tangents, Value &resultTangent,
                                  PartialFn partial);

/// Sums `grad`, whose shape `operand` was stretched to, over the stretched
/// dims, and casts it to the operand's gradient element type.
Value unbroadcast(ImplicitLocOpBuilder &builder, Value grad,
                  RankedTensorType operand);

/// The rules transfer.r1 and transfer.r2 of a transfer between places.
LogicalResult verifyTransfer(Operation *op);

/// The value that a transfer gives back: what it takes, through any transfers
/// before it, was in the place of the result already. Else null.
Value foldTransfer(Operation *op);

/// Puts the operands of an index list into its attributes' places.
SmallVector<IndexEntry> getIndexEntries(ValueRange indices,
                                        ArrayRef<int64_t> starts,
                                        ArrayRef<int64_t> stops,
                                        ArrayRef<int64_t> steps);

} // namespace detail
} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_IR_OPSUPPORT_H
