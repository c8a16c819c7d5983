//===- Elementwise.cpp - Elementwise ops to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pattern lowers every op that implements ScalarBodyOpInterface.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

/// Pattern: elementwise op -> linalg.generic, or scalar ops for rank 0 on the
/// host
class ElementwiseLowering
    : public OpInterfaceConversionPattern<ScalarBodyOpInterface> {
public:
  ElementwiseLowering(const TypeConverter &converter, MLIRContext *context,
                      SizeTable &table)
      : OpInterfaceConversionPattern(converter, context), table(table) {}

  LogicalResult
  matchAndRewrite(ScalarBodyOpInterface op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override;

private:
  SmallVector<Value> lowerScalars(ScalarBodyOpInterface op,
                                  ArrayRef<Value> operands,
                                  ArrayRef<RankedTensorType> resultTypes,
                                  OpBuilder &b) const;
  SmallVector<Value> lowerLoop(ScalarBodyOpInterface op,
                               ArrayRef<Value> operands,
                               ArrayRef<RankedTensorType> resultTypes,
                               ArrayRef<OpFoldResult> sizes,
                               OpBuilder &b) const;

  SizeTable &table;
};

} // namespace

/// A constant whose elements are all the same, as one element, or null.
static TypedAttr getUniformElement(Value value) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat() ||
      isa<ComplexType>(constant.getElementType()))
    return {};
  return dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>());
}

/// A tensor of one element that a loop over a larger one reads again and again.
/// The host can read it before the loop.
static bool isStretchedScalar(RankedTensorType type, RankedTensorType result) {
  return !getDevice(type) && type.getRank() > 0 && type.hasStaticShape() &&
         type.getNumElements() == 1 && result != type &&
         llvm::any_of(result.getShape(), [](int64_t s) { return s != 1; });
}

/// `value` with the sizes in its type that the loop's result knows, so that
/// loop bounds become constants.
static Value refineType(OpBuilder &b, Location loc, Value value,
                        RankedTensorType result) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [i, size] : llvm::enumerate(result.getShape()))
    if (ShapedType::isDynamic(shape[i]))
      shape[i] = size;
  return castTo(b, loc, value, type.clone(shape));
}

SmallVector<Value> ElementwiseLowering::lowerScalars(
    ScalarBodyOpInterface op, ArrayRef<Value> operands,
    ArrayRef<RankedTensorType> resultTypes, OpBuilder &b) const {
  Location loc = op->getLoc();
  SmallVector<Value> scalars;
  for (Value operand : operands)
    scalars.push_back(readScalar(b, loc, operand));
  SmallVector<Value> results;
  for (auto [value, type] :
       llvm::zip_equal(op.buildScalarBody(b, loc, scalars), resultTypes))
    results.push_back(
        tensor::FromElementsOp::create(b, loc, type, ValueRange(value)));
  return results;
}

SmallVector<Value> ElementwiseLowering::lowerLoop(
    ScalarBodyOpInterface op, ArrayRef<Value> operands,
    ArrayRef<RankedTensorType> resultTypes, ArrayRef<OpFoldResult> sizes,
    OpBuilder &b) const {
  Location loc = op->getLoc();
  RankedTensorType loopType = resultTypes.front();

  // The body comes first: what it does not use need not be read.
  Block scratch;
  OpBuilder scratchBuilder(op.getContext());
  scratchBuilder.setInsertionPointToEnd(&scratch);
  SmallVector<Value> scalars;
  for (Value operand : operands) {
    auto type = cast<RankedTensorType>(operand.getType());
    if (TypedAttr constant = getUniformElement(operand))
      scalars.push_back(
          arith::ConstantOp::create(scratchBuilder, loc, constant));
    else if (isStretchedScalar(type, loopType))
      scalars.push_back(readScalar(b, loc, operand));
    else
      scalars.push_back(scratch.addArgument(type.getElementType(), loc));
  }
  SmallVector<Value> yielded = op.buildScalarBody(scratchBuilder, loc, scalars);

  SmallVector<Value> inputs, inits;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> read;
  for (auto [scalar, operand] : llvm::zip_equal(scalars, operands)) {
    auto argument = dyn_cast<BlockArgument>(scalar);
    if (!argument || argument.getOwner() != &scratch ||
        (argument.use_empty() && !llvm::is_contained(yielded, scalar)))
      continue;
    read.push_back(argument);
    inputs.push_back(refineType(b, loc, operand, loopType));
    maps.push_back(
        getStretchMap(cast<RankedTensorType>(operand.getType()), loopType));
  }
  for (RankedTensorType type : resultTypes) {
    inits.push_back(createEmpty(b, loc, type, sizes));
    maps.push_back(b.getMultiDimIdentityMap(loopType.getRank()));
  }
  SmallVector<utils::IteratorType> iterators(loopType.getRank(),
                                             utils::IteratorType::parallel);
  return createGeneric(b, loc, inputs, inits, maps, iterators,
                       [&](OpBuilder &b, Location, ValueRange arguments) {
                         Block *body = b.getInsertionBlock();
                         body->getOperations().splice(body->end(),
                                                      scratch.getOperations());
                         b.setInsertionPointToEnd(body);
                         for (auto [from, to] : llvm::zip(read, arguments)) {
                           llvm::replace(yielded, Value(from), Value(to));
                           from.replaceAllUsesWith(to);
                         }
                         return yielded;
                       });
}

LogicalResult ElementwiseLowering::matchAndRewrite(
    ScalarBodyOpInterface op, ArrayRef<Value> operands,
    ConversionPatternRewriter &rewriter) const {
  SmallVector<RankedTensorType> resultTypes, operandTypes;
  for (Type type : op->getResultTypes())
    resultTypes.push_back(
        getTypeConverter()->convertType<RankedTensorType>(type));
  SmallVector<SmallVector<OpFoldResult>> operandSizes;
  for (Value operand : operands) {
    operandTypes.push_back(cast<RankedTensorType>(operand.getType()));
    operandSizes.push_back(table.getSizes(rewriter, operand));
  }
  if (operands.empty() || resultTypes.empty())
    return rewriter.notifyMatchFailure(op, "no operands or no results");

  SmallVector<OpFoldResult> sizes =
      checkBroadcast(rewriter, table, op->getName().getStringRef(),
                     op->getLoc(), operandTypes, operandSizes);
  SmallVector<Value> results =
      resultTypes.front().getRank() == 0 && !getDevice(resultTypes.front())
          ? lowerScalars(op, operands, resultTypes, rewriter)
          : lowerLoop(op, operands, resultTypes, sizes, rewriter);
  for (Value result : results)
    table.setSizes(result, sizes);
  rewriter.replaceOp(op, results);
  return success();
}

void croton::detail::populateElementwiseLowering(const TypeConverter &converter,
                                                 RewritePatternSet &patterns,
                                                 SizeTable &table) {
  patterns.add<ElementwiseLowering>(converter, patterns.getContext(), table);
}
