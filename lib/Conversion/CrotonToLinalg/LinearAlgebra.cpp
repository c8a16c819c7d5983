//===- LinearAlgebra.cpp - Products to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products become linalg's named ops on a zero tensor. A transposed operand is
// read where it lies, through the indexing maps. f16 and bf16 accumulate in
// f32, in a generic loop nest.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

/// An operand of a product as it lies in memory.
struct Factor {
  Value value;
  bool isTransposed = false;
};

/// What a lowering of a product needs to know.
struct Product {
  Factor lhs, rhs;
  RankedTensorType type;
  SmallVector<OpFoldResult> sizes;
};

} // namespace

/// Looks through a transposition of the last two of `rank` dims.
static Factor lookThroughTranspose(Value value) {
  auto transpose = value.getDefiningOp<linalg::TransposeOp>();
  if (!transpose || transpose.getPermutation() != ArrayRef<int64_t>{1, 0})
    return {value, false};
  return {transpose.getInput(), true};
}

static int64_t getRank(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

/// A tensor like `type` of zeros in the type that sums are formed in.
static Value createAccumulator(OpBuilder &b, Location loc,
                               const Product &product) {
  Type acc = getComputeType(product.type.getElementType());
  RankedTensorType type = product.type;
  return createFilled(b, loc, type.clone(acc), product.sizes,
                      createZero(b, loc, acc));
}

/// The indexing maps of a product over `dims` loops, the last of which is
/// reduced; `lhs` and `rhs` name the loops that run along their dims.
static SmallVector<AffineMap>
getMaps(MLIRContext *context, unsigned dims, SmallVector<unsigned> lhs,
        bool isLhsTransposed, SmallVector<unsigned> rhs, bool isRhsTransposed) {
  auto makeMap = [&](SmallVector<unsigned> loops, bool isTransposed) {
    if (isTransposed)
      std::swap(loops[loops.size() - 1], loops[loops.size() - 2]);
    SmallVector<AffineExpr> exprs;
    for (unsigned loop : loops)
      exprs.push_back(getAffineDimExpr(loop, context));
    return AffineMap::get(dims, 0, exprs, context);
  };
  SmallVector<unsigned> kept =
      llvm::to_vector(llvm::seq<unsigned>(0, dims - 1));
  return {makeMap(lhs, isLhsTransposed), makeMap(rhs, isRhsTransposed),
          makeMap(kept, false)};
}

/// The product of half floats: products and sums are formed in f32.
static Value createHalfProduct(OpBuilder &b, Location loc,
                               const Product &product,
                               ArrayRef<AffineMap> maps) {
  Type half = product.type.getElementType();
  Type wide = getComputeType(half);
  SmallVector<utils::IteratorType> iterators(maps[0].getNumDims(),
                                             utils::IteratorType::parallel);
  iterators.back() = utils::IteratorType::reduction;
  Value sum =
      createGeneric(b, loc, {product.lhs.value, product.rhs.value},
                    createAccumulator(b, loc, product), maps, iterators,
                    [&](OpBuilder &b, Location loc, ValueRange scalars) {
                      Value lhs = convertScalar(b, loc, scalars[0], half, wide);
                      Value rhs = convertScalar(b, loc, scalars[1], half, wide);
                      Value term = arith::MulFOp::create(b, loc, lhs, rhs);
                      return SmallVector<Value>{
                          arith::AddFOp::create(b, loc, scalars[2], term)};
                    })
          .front();
  auto narrow = [&](OpBuilder &b, Location loc, ValueRange scalars) {
    return SmallVector<Value>{convertScalar(b, loc, scalars[0], wide, half)};
  };
  Value init = createEmpty(b, loc, product.type, product.sizes);
  return createParallel(b, loc, sum,
                        b.getMultiDimIdentityMap(product.type.getRank()), init,
                        narrow);
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

/// The maps of a product of matrices or vectors: loops for the rows of `lhs`
/// and the columns of `rhs`, where they have any, then the inner one.
static SmallVector<AffineMap> getDotMaps(MLIRContext *context,
                                         const Product &product) {
  int64_t lhsRank = getRank(product.lhs.value);
  int64_t rhsRank = getRank(product.rhs.value);
  unsigned dims = lhsRank + rhsRank - 1, inner = dims - 1;
  SmallVector<unsigned> lhs, rhs;
  if (lhsRank == 2)
    lhs.push_back(0);
  lhs.push_back(inner);
  rhs.push_back(inner);
  if (rhsRank == 2)
    rhs.push_back(inner - 1);
  return getMaps(context, dims, lhs, product.lhs.isTransposed, rhs,
                 product.rhs.isTransposed);
}

/// A product of a matrix with a vector: that with a transposed matrix is the
/// product from the other side.
static Value createMatrixVector(OpBuilder &b, Location loc, Factor matrix,
                                Value vector, Value init, bool matrixFirst) {
  if (matrixFirst != matrix.isTransposed)
    return linalg::MatvecOp::create(b, loc, ValueRange{matrix.value, vector},
                                    init)
        .getResult(0);
  return linalg::VecmatOp::create(b, loc, ValueRange{vector, matrix.value},
                                  init)
      .getResult(0);
}

static Value createDot(OpBuilder &b, Location loc, const Product &product) {
  if (getComputeType(product.type.getElementType()) !=
      product.type.getElementType())
    return createHalfProduct(b, loc, product,
                             getDotMaps(b.getContext(), product));
  Value init = createAccumulator(b, loc, product);
  const Factor &lhs = product.lhs, &rhs = product.rhs;
  SmallVector<Value> inputs = {lhs.value, rhs.value};
  if (getRank(lhs.value) == 1 && getRank(rhs.value) == 1)
    return linalg::DotOp::create(b, loc, inputs, init).getResult(0);
  if (getRank(lhs.value) == 1)
    return createMatrixVector(b, loc, rhs, lhs.value, init, false);
  if (getRank(rhs.value) == 1)
    return createMatrixVector(b, loc, lhs, rhs.value, init, true);
  auto matmul = linalg::MatmulOp::create(b, loc, inputs, init);
  if (lhs.isTransposed || rhs.isTransposed)
    matmul.setIndexingMapsAttr(
        b.getAffineMapArrayAttr(getDotMaps(b.getContext(), product)));
  return matmul.getResult(0);
}

namespace {

/// Pattern: croton.dot -> linalg.matmul, matvec, vecmat or dot
class DotLowering : public CrotonLowering<DotOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(DotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> lhs = table.getSizes(rewriter, adaptor.getLhs());
    SmallVector<OpFoldResult> rhs = table.getSizes(rewriter, adaptor.getRhs());
    checkEqualSizes(rewriter, table, op->getName().getStringRef(), loc,
                    lhs.back(), rhs.front(), [&](CheckMessage &message) {
                      message << "inner sizes of shapes ";
                      message.addShape(lhs) << " and ";
                      message.addShape(rhs) << " differ";
                    });
    Product product;
    product.lhs = lookThroughTranspose(adaptor.getLhs());
    product.rhs = lookThroughTranspose(adaptor.getRhs());
    product.type = getResultType(op);
    product.sizes.append(lhs.begin(), std::prev(lhs.end()));
    product.sizes.append(std::next(rhs.begin()), rhs.end());
    replace(rewriter, op, createDot(rewriter, loc, product), product.sizes);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// batched_dot
//===----------------------------------------------------------------------===//

/// Pattern: croton.batched_dot -> linalg.batch_matmul
class BatchedDotLowering : public CrotonLowering<BatchedDotOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(BatchedDotOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    SmallVector<OpFoldResult> lhs = table.getSizes(rewriter, adaptor.getLhs());
    SmallVector<OpFoldResult> rhs = table.getSizes(rewriter, adaptor.getRhs());
    auto check = [&](OpFoldResult a, OpFoldResult b, StringRef what) {
      checkEqualSizes(rewriter, table, op->getName().getStringRef(), loc, a, b,
                      [&](CheckMessage &message) {
                        message << what << " sizes of shapes ";
                        message.addShape(lhs) << " and ";
                        message.addShape(rhs) << " differ";
                      });
    };
    check(lhs[0], rhs[0], "batch");
    check(lhs[2], rhs[1], "inner");

    Product product{{adaptor.getLhs()},
                    {adaptor.getRhs()},
                    getResultType(op),
                    {lhs[0], lhs[1], rhs[2]}};
    Type element = product.type.getElementType();
    Value result;
    if (getComputeType(element) != element)
      result = createHalfProduct(rewriter, loc, product,
                                 getMaps(rewriter.getContext(), 4, {0, 1, 3},
                                         false, {0, 3, 2}, false));
    else
      result =
          linalg::BatchMatmulOp::create(
              rewriter, loc, ValueRange{product.lhs.value, product.rhs.value},
              createAccumulator(rewriter, loc, product))
              .getResult(0);
    replace(rewriter, op, result, product.sizes);
    return success();
  }
};

} // namespace

void croton::detail::populateLinearAlgebraLowering(
    const TypeConverter &converter, RewritePatternSet &patterns,
    SizeTable &table) {
  patterns.add<DotLowering, BatchedDotLowering>(converter,
                                                patterns.getContext(), table);
}
