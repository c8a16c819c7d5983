//===- Builders.h - Graphs from C++ -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that build croton ops the way a front end wants them: operands are
// promoted to a common element type by Theano's rules, ranks are aligned on
// the left with axes of size 1, Python-like numbers become constants. Embedders
// and importers use these; rewrites that must not change types create the ops
// directly.
//
// All functions insert at `b` with its location. Shapes, ranks and axes must
// fit the rules of the op built: MLIR ends the program when the type of a new
// op cannot be inferred. Who builds from untrusted input checks it first.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_BUILDERS_H
#define CROTON_DIALECT_CROTON_IR_BUILDERS_H

#include "croton/Dialect/Croton/IR/Croton.h"

namespace mlir::croton {

//===----------------------------------------------------------------------===//
// Promotion (ops.md, "Types and promotion")
//===----------------------------------------------------------------------===//

/// The element type that holds values of both: NumPy's promotion of arrays.
Type promote(Type a, Type b);
Type promote(TypeRange elementTypes);

/// Rule F: the float type in which a transcendental function of `element` is
/// computed. Integers of up to 16 bits and booleans give f32, wider ones f64;
/// floats and complex types stay.
Type promoteToInexact(Type element);

/// The element type of a Python-like literal next to an operand of type
/// `other`: an integer takes the smallest of i8, i16, i32, i64 that holds it; a
/// float takes f32 if it is exact there, else f64. Then promotion applies.
Type getLiteralType(MLIRContext *context, int64_t literal);
Type getLiteralType(MLIRContext *context, double literal);

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// A rank-0 constant of the given element type, which `value` must fit.
Value scalar(ImplicitLocOpBuilder &b, int64_t value, Type element);
Value scalar(ImplicitLocOpBuilder &b, double value, Type element);
/// A constant of rank `rank`, all sizes 1, that broadcasts against anything.
Value scalarOfRank(ImplicitLocOpBuilder &b, double value, Type element,
                   int64_t rank);
/// The same with element type, rank and place of `like`.
Value scalarLike(ImplicitLocOpBuilder &b, double value, Value like);
/// A vector of i64.
Value vector(ImplicitLocOpBuilder &b, ArrayRef<int64_t> values);

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

/// Casts to `element`; the value itself if it has that type already.
Value castTo(ImplicitLocOpBuilder &b, Value value, Type element);
/// Puts axes of size 1 in front until the rank is `rank`.
Value padLeft(ImplicitLocOpBuilder &b, Value value, int64_t rank);
/// Promotes element types and pads ranks of all values to common ones.
SmallVector<Value> align(ImplicitLocOpBuilder &b, ValueRange values);

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value neg(ImplicitLocOpBuilder &b, Value x);
Value abs(ImplicitLocOpBuilder &b, Value x);
Value sqr(ImplicitLocOpBuilder &b, Value x);
/// Integers and booleans are promoted by rule F in the following ones.
Value sqrt(ImplicitLocOpBuilder &b, Value x);
Value exp(ImplicitLocOpBuilder &b, Value x);
Value expm1(ImplicitLocOpBuilder &b, Value x);
Value log(ImplicitLocOpBuilder &b, Value x);
Value log1p(ImplicitLocOpBuilder &b, Value x);
Value tanh(ImplicitLocOpBuilder &b, Value x);
Value sigmoid(ImplicitLocOpBuilder &b, Value x);

Value add(ImplicitLocOpBuilder &b, Value x, Value y);
Value add(ImplicitLocOpBuilder &b, ValueRange inputs);
Value mul(ImplicitLocOpBuilder &b, Value x, Value y);
Value mul(ImplicitLocOpBuilder &b, ValueRange inputs);
Value sub(ImplicitLocOpBuilder &b, Value x, Value y);
/// Two discrete operands are divided in f64 (NumPy's rule).
Value trueDiv(ImplicitLocOpBuilder &b, Value x, Value y);
Value maximum(ImplicitLocOpBuilder &b, Value x, Value y);
Value minimum(ImplicitLocOpBuilder &b, Value x, Value y);
Value clip(ImplicitLocOpBuilder &b, Value x, Value lower, Value upper);

Value eq(ImplicitLocOpBuilder &b, Value x, Value y);
Value neq(ImplicitLocOpBuilder &b, Value x, Value y);
Value lt(ImplicitLocOpBuilder &b, Value x, Value y);
Value le(ImplicitLocOpBuilder &b, Value x, Value y);
Value gt(ImplicitLocOpBuilder &b, Value x, Value y);
Value ge(ImplicitLocOpBuilder &b, Value x, Value y);

/// `condition` of any real type; other than i1 it is compared with 0.
Value switchOp(ImplicitLocOpBuilder &b, Value condition, Value onTrue,
               Value onFalse);
Value fill(ImplicitLocOpBuilder &b, Value like, Value value);

//===----------------------------------------------------------------------===//
// Reductions; negative axes count from the end, an empty list stands for all
//===----------------------------------------------------------------------===//

Value sum(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> axes = {});
Value mean(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> axes = {});
Value max(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> axes = {});
Value argmax(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> axes = {});
/// Puts the reduced axes back with size 1 into a reduction's result.
Value keepDims(ImplicitLocOpBuilder &b, Value reduced, ArrayRef<int64_t> axes);

//===----------------------------------------------------------------------===//
// Shapes and indexing
//===----------------------------------------------------------------------===//

Value dimshuffle(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> order);
/// Reverses the axes.
Value transpose(ImplicitLocOpBuilder &b, Value x);
/// `shape` is a vector of integers of static length; constant entries make
/// static sizes.
Value reshape(ImplicitLocOpBuilder &b, Value x, Value shape);
Value reshape(ImplicitLocOpBuilder &b, Value x, ArrayRef<int64_t> shape);
Value shape(ImplicitLocOpBuilder &b, Value x);
Value shapeI(ImplicitLocOpBuilder &b, Value x, int64_t index);
Value makeVector(ImplicitLocOpBuilder &b, ValueRange scalars);
/// `sizes` are rank-0 integers; constant ones make static sizes.
Value alloc(ImplicitLocOpBuilder &b, Value value, ValueRange sizes);
/// `value` (rank 0) in the shape of `like`.
Value fullLike(ImplicitLocOpBuilder &b, Value like, Value value);
/// Zeros of the shape and gradient type of `like`.
Value zerosLike(ImplicitLocOpBuilder &b, Value like);

/// Missing trailing entries are full slices.
Value subtensor(ImplicitLocOpBuilder &b, Value x, ArrayRef<IndexEntry> entries);
Value incSubtensor(ImplicitLocOpBuilder &b, Value x, Value value,
                   ArrayRef<IndexEntry> entries, bool set = false);
Value take(ImplicitLocOpBuilder &b, Value x, Value index, int64_t axis = 0,
           TakeMode mode = TakeMode::Raise);
Value incTake(ImplicitLocOpBuilder &b, Value x, Value index, Value value,
              int64_t axis = 0, bool set = false,
              TakeMode mode = TakeMode::Raise);

//===----------------------------------------------------------------------===//
// Linear algebra and neural networks
//===----------------------------------------------------------------------===//

/// Rank 0 multiplies; ranks 1 and 2 as `croton.dot`; both of rank 3 as
/// `croton.batched_dot`.
Value dot(ImplicitLocOpBuilder &b, Value x, Value y);
Value batchedDot(ImplicitLocOpBuilder &b, Value x, Value y);
Value softmax(ImplicitLocOpBuilder &b, Value x, int64_t axis = -1);
Value logSoftmax(ImplicitLocOpBuilder &b, Value x, int64_t axis = -1);
Value categoricalCrossentropy(ImplicitLocOpBuilder &b, Value probabilities,
                              Value target);
Value crossentropySoftmax(ImplicitLocOpBuilder &b, Value logits, Value target);

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// `x` on the device that `device`, an encoding, stands for, or on the host if
/// it is null: the value itself if it is there already, else a transfer.
Value transfer(ImplicitLocOpBuilder &b, Value x, Attribute device);
/// The same by the name of the device; "" and "host" stand for the host.
Value transfer(ImplicitLocOpBuilder &b, Value x, StringRef device);

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

Value zeroGrad(ImplicitLocOpBuilder &b, Value x);
Value disconnectedGrad(ImplicitLocOpBuilder &b, Value x);
Value gradClip(ImplicitLocOpBuilder &b, Value x, double lower, double upper);
SmallVector<Value> grad(ImplicitLocOpBuilder &b, Value cost, ValueRange wrt,
                        ValueRange considerConstant = {});

} // namespace mlir::croton

#endif // CROTON_DIALECT_CROTON_IR_BUILDERS_H
