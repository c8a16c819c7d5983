//===- LinearAlgebraOps.cpp - Types of linear algebra ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Croton.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

/// dot.r2 and batched_dot.r2: two sizes that the product sums over or shares.
static LogicalResult checkEqualSizes(std::optional<Location> location,
                                     StringRef name, StringRef what,
                                     RankedTensorType lhs, int64_t lhsDim,
                                     RankedTensorType rhs, int64_t rhsDim) {
  int64_t a = lhs.getDimSize(lhsDim), b = rhs.getDimSize(rhsDim);
  if (a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b))
    return success();
  return emitOptionalError(location, "'", name, "' op expected equal ", what,
                           " sizes, but dim ", lhsDim, " of ", lhs, " has ", a,
                           " and dim ", rhsDim, " of ", rhs, " has ", b);
}

LogicalResult DotOp::inferReturnTypes(MLIRContext *,
                                      std::optional<Location> location,
                                      ValueRange operands, DictionaryAttr,
                                      OpaqueProperties, RegionRange,
                                      SmallVectorImpl<Type> &types) {
  auto lhs = cast<RankedTensorType>(operands[0].getType());
  auto rhs = cast<RankedTensorType>(operands[1].getType());
  auto isRankFine = [](RankedTensorType type) {
    return type.getRank() == 1 || type.getRank() == 2;
  };
  if (!isRankFine(lhs) || !isRankFine(rhs))
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expected operands of rank 1 or 2, but got ",
                             lhs, " and ", rhs);
  if (failed(checkEqualSizes(location, getOperationName(), "inner", lhs,
                             lhs.getRank() - 1, rhs, 0)))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  types.push_back(RankedTensorType::get(
      shape, lhs.getElementType(), croton::detail::inferEncoding(operands)));
  return success();
}

LogicalResult DotOp::reifyResultShapes(OpBuilder &b,
                                       ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  if (cast<RankedTensorType>(getLhs().getType()).getRank() == 2)
    sizes.push_back(croton::detail::reifyDim(b, getLoc(), getLhs(), 0));
  if (cast<RankedTensorType>(getRhs().getType()).getRank() == 2)
    sizes.push_back(croton::detail::reifyDim(b, getLoc(), getRhs(), 1));
  shapes.push_back(std::move(sizes));
  return success();
}

LogicalResult BatchedDotOp::inferReturnTypes(MLIRContext *,
                                             std::optional<Location> location,
                                             ValueRange operands,
                                             DictionaryAttr, OpaqueProperties,
                                             RegionRange,
                                             SmallVectorImpl<Type> &types) {
  auto lhs = cast<RankedTensorType>(operands[0].getType());
  auto rhs = cast<RankedTensorType>(operands[1].getType());
  if (lhs.getRank() != 3 || rhs.getRank() != 3)
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expected operands of rank 3, but got ", lhs,
                             " and ", rhs);
  if (failed(checkEqualSizes(location, getOperationName(), "batch", lhs, 0, rhs,
                             0)) ||
      failed(checkEqualSizes(location, getOperationName(), "inner", lhs, 2, rhs,
                             1)))
    return failure();
  int64_t batch = lhs.isDynamicDim(0) ? rhs.getDimSize(0) : lhs.getDimSize(0);
  types.push_back(RankedTensorType::get(
      {batch, lhs.getDimSize(1), rhs.getDimSize(2)}, lhs.getElementType(),
      croton::detail::inferEncoding(operands)));
  return success();
}

LogicalResult
BatchedDotOp::reifyResultShapes(OpBuilder &b,
                                ReifiedRankedShapedTypeDims &shapes) {
  auto lhs = cast<RankedTensorType>(getLhs().getType());
  Value batch = lhs.isDynamicDim(0) ? getRhs() : getLhs();
  shapes.push_back({croton::detail::reifyDim(b, getLoc(), batch, 0),
                    croton::detail::reifyDim(b, getLoc(), getLhs(), 1),
                    croton::detail::reifyDim(b, getLoc(), getRhs(), 2)});
  return success();
}
