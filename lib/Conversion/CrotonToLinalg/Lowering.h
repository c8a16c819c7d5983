//===- Lowering.h - Shared by the lowerings to linalg -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base class of the patterns, the pieces of IR that many of them build, and
// one populate function per family of ops.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_CONVERSION_CROTONTOLINALG_LOWERING_H
#define CROTON_LIB_CONVERSION_CROTONTOLINALG_LOWERING_H

#include "croton/Conversion/Utils/IndexMath.h"
#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Dialect/Croton/IR/RuntimeChecks.h"
#include "croton/Interfaces/DeviceLiftOpInterface.h"

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::croton::detail {

/// A pattern that lowers one op. The table holds the sizes of the tensors that
/// are already lowered; a pattern adds those of what it makes.
template <typename OpTy>
class CrotonLowering : public OpConversionPattern<OpTy> {
public:
  CrotonLowering(const TypeConverter &converter, MLIRContext *context,
                 SizeTable &table)
      : OpConversionPattern<OpTy>(converter, context), table(table) {}

protected:
  RankedTensorType getResultType(Operation *op, unsigned index = 0) const {
    return this->getTypeConverter()->template convertType<RankedTensorType>(
        op->getResult(index).getType());
  }

  /// Replaces `op` by `value`, cast to the converted type of the result, and
  /// remembers its sizes.
  void replace(ConversionPatternRewriter &rewriter, Operation *op, Value value,
               ArrayRef<OpFoldResult> sizes) const;

  SizeTable &table;
};

//===----------------------------------------------------------------------===//
// Types and scalars
//===----------------------------------------------------------------------===//

/// The signless type of the same width; other types stay.
Type getSignless(Type elementType);

/// Zero of a signless, float or complex type.
Value createZero(OpBuilder &b, Location loc, Type type);

/// A float constant.
Value createFloat(OpBuilder &b, Location loc, double value, Type type);

/// `value`, an element of croton type `from`, as an element of type `to`. Both
/// scalars are signless; the types say what they mean.
Value convertScalar(OpBuilder &b, Location loc, Value value, Type from,
                    Type to);

/// Sum and product of two scalars of the same croton type, with the meaning of
/// `croton.add` and `croton.mul`.
Value addScalars(OpBuilder &b, Location loc, Value lhs, Value rhs);
Value multiplyScalars(OpBuilder &b, Location loc, Value lhs, Value rhs);

/// f32 for f16 and bf16, whose elements are computed in it; else the type.
Type getComputeType(Type elementType);

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// An integer scalar of croton type `from` as an index. Unsigned values that
/// no index can hold become the largest one.
Value toIndex(OpBuilder &b, Location loc, Value scalar, Type from);

/// The element of a rank-0 tensor, looked up where it was made if possible.
/// That of a tensor on a device is copied to the host.
Value readScalar(OpBuilder &b, Location loc, Value tensor);

/// Element `position` of a rank-1 tensor.
Value readElement(OpBuilder &b, Location loc, Value tensor, int64_t position);

/// A size or an index as an i64.
Value toI64(OpBuilder &b, Location loc, OpFoldResult size);

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A tensor of type `type` with undefined elements.
Value createEmpty(OpBuilder &b, Location loc, RankedTensorType type,
                  ArrayRef<OpFoldResult> sizes);

/// A tensor of type `type` whose elements all are `scalar`.
Value createFilled(OpBuilder &b, Location loc, RankedTensorType type,
                   ArrayRef<OpFoldResult> sizes, Value scalar);

using BodyFn =
    function_ref<SmallVector<Value>(OpBuilder &, Location, ValueRange scalars)>;

/// A `linalg.generic` over loops of the given kinds. `body` gets one scalar
/// for each input and for each init and gives the elements of the results.
SmallVector<Value> createGeneric(OpBuilder &b, Location loc, ValueRange inputs,
                                 ValueRange inits, ArrayRef<AffineMap> maps,
                                 ArrayRef<utils::IteratorType> iterators,
                                 BodyFn body);

/// The same for loops that are all parallel and inits with identity maps: one
/// map for each input.
Value createParallel(OpBuilder &b, Location loc, ValueRange inputs,
                     ArrayRef<AffineMap> inputMaps, Value init, BodyFn body);

/// The map by which a tensor of type `type` is read in a loop nest over a
/// result of type `result` that it is stretched to: aligned on the right, 0
/// along dims of static size 1.
AffineMap getStretchMap(RankedTensorType type, RankedTensorType result);

/// `values`, row by row, as a tensor of the static type `type`.
Value createFromElements(OpBuilder &b, Location loc, RankedTensorType type,
                         ValueRange values);

/// `value`, of the given sizes, on `device`, or on the host if that is null:
/// the value itself if it is there, else a copy.
Value transferTo(OpBuilder &b, Location loc, Value value, Attribute device,
                 ArrayRef<OpFoldResult> sizes);

/// `value` as type `type`, whose dims are compatible.
Value castTo(OpBuilder &b, Location loc, Value value, RankedTensorType type);

/// `values` without those at `positions`, which are in ascending order.
template <typename T>
SmallVector<T> dropPositions(ArrayRef<T> values, ArrayRef<int64_t> positions) {
  SmallVector<T> kept;
  for (auto [i, value] : llvm::enumerate(values))
    if (!llvm::is_contained(positions, static_cast<int64_t>(i)))
      kept.push_back(value);
  return kept;
}

/// What the elements of an index tensor must be.
struct IndexBounds {
  /// The name of the op, for messages, and what it calls an element.
  StringRef name, what;
  /// Elements are in `lower .. upper-1`.
  Value lower, upper;
};

/// Checks each element of the integer tensor `index`, of croton element type
/// `from`. One on a device is not read here: what uses an element there checks
/// it (checkIndexOnDevice).
void checkIndices(OpBuilder &b, Location loc, Value index, Type from,
                  const IndexBounds &bounds);

/// Checks an element of `index` inside of a loop, if that tensor is on a
/// device. `scalar` is the element, of croton type `from`.
void checkIndexOnDevice(OpBuilder &b, Location loc, Value index, Value scalar,
                        Type from, const IndexBounds &bounds);

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

void populateElementwiseLowering(const TypeConverter &converter,
                                 RewritePatternSet &patterns, SizeTable &table);
void populateReductionLowering(const TypeConverter &converter,
                               RewritePatternSet &patterns, SizeTable &table);
void populateShapeLowering(const TypeConverter &converter,
                           RewritePatternSet &patterns, SizeTable &table);
void populateSliceLowering(const TypeConverter &converter,
                           RewritePatternSet &patterns, SizeTable &table);
void populateTakeLowering(const TypeConverter &converter,
                          RewritePatternSet &patterns, SizeTable &table);
void populateLinearAlgebraLowering(const TypeConverter &converter,
                                   RewritePatternSet &patterns,
                                   SizeTable &table);
void populateNnetLowering(const TypeConverter &converter,
                          RewritePatternSet &patterns, SizeTable &table);
void populateControlLowering(const TypeConverter &converter,
                             RewritePatternSet &patterns, SizeTable &table);

//===----------------------------------------------------------------------===//
// Implementation
//===----------------------------------------------------------------------===//

template <typename OpTy>
void CrotonLowering<OpTy>::replace(ConversionPatternRewriter &rewriter,
                                   Operation *op, Value value,
                                   ArrayRef<OpFoldResult> sizes) const {
  Value result = castTo(rewriter, op->getLoc(), value, getResultType(op));
  table.setSizes(result, sizes);
  rewriter.replaceOp(op, result);
}

} // namespace mlir::croton::detail

#endif // CROTON_LIB_CONVERSION_CROTONTOLINALG_LOWERING_H
