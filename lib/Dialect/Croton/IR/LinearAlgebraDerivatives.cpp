//===- LinearAlgebraDerivatives.cpp - Derivatives of products -----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"

using namespace mlir;
using namespace mlir::croton;

static int64_t getRank(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

/// `column[i] * row[j]`.
static Value outer(ImplicitLocOpBuilder &b, Value column, Value row) {
  return mul(b, dimshuffle(b, column, {0, DimshuffleOp::kNewAxis}),
             dimshuffle(b, row, {DimshuffleOp::kNewAxis, 0}));
}

/// A bilinear op moves by what either factor's move makes, the other fixed.
template <typename OpTy>
static Value buildProductTangent(ImplicitLocOpBuilder &b, OpTy op,
                                 ValueRange tangents) {
  SmallVector<Value> terms;
  if (tangents[0])
    terms.push_back(OpTy::create(b, tangents[0], op.getRhs()));
  if (tangents[1])
    terms.push_back(OpTy::create(b, op.getLhs(), tangents[1]));
  return terms.size() == 1 ? terms.front() : add(b, terms);
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

/// The gradient `g` of `lhs . rhs` carried to the left factor:
/// - vector . vector: g is a scalar that scales the other factor;
/// - matrix . vector: an outer product;
/// - anything . matrix: g . rhs transposed.
static Value buildLhsGrad(ImplicitLocOpBuilder &b, DotOp op, Value grad) {
  if (getRank(op.getRhs()) == 2)
    return dot(b, grad, transpose(b, op.getRhs()));
  if (getRank(op.getLhs()) == 2)
    return outer(b, grad, op.getRhs());
  return mul(b, grad, op.getRhs());
}

/// The same for the right factor.
static Value buildRhsGrad(ImplicitLocOpBuilder &b, DotOp op, Value grad) {
  if (getRank(op.getLhs()) == 2)
    return dot(b, transpose(b, op.getLhs()), grad);
  if (getRank(op.getRhs()) == 2)
    return outer(b, op.getLhs(), grad);
  return mul(b, grad, op.getLhs());
}

LogicalResult DotOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                              ArrayRef<bool> wanted,
                              MutableArrayRef<Value> inputGrads) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  if (wanted[0])
    inputGrads[0] = buildLhsGrad(b, *this, outputGrads[0]);
  if (wanted[1])
    inputGrads[1] = buildRhsGrad(b, *this, outputGrads[0]);
  return success();
}

LogicalResult DotOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                              MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = buildProductTangent(b, *this, tangents);
  return success();
}

//===----------------------------------------------------------------------===//
// batched_dot
//===----------------------------------------------------------------------===//

LogicalResult BatchedDotOp::buildVjp(OpBuilder &builder, ValueRange outputGrads,
                                     ArrayRef<bool> wanted,
                                     MutableArrayRef<Value> inputGrads) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  Value grad = outputGrads[0];
  if (wanted[0])
    inputGrads[0] = batchedDot(b, grad, dimshuffle(b, getRhs(), {0, 2, 1}));
  if (wanted[1])
    inputGrads[1] = batchedDot(b, dimshuffle(b, getLhs(), {0, 2, 1}), grad);
  return success();
}

LogicalResult BatchedDotOp::buildJvp(OpBuilder &builder, ValueRange tangents,
                                     MutableArrayRef<Value> resultTangents) {
  ImplicitLocOpBuilder b(getLoc(), builder);
  resultTangents[0] = buildProductTangent(b, *this, tangents);
  return success();
}
