//===- Nnet.cpp - Softmax and cross-entropy to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op becomes separate loop nests over the same outer dims; fusing these
// into one pass over rows is the business of `croton-fuse-rows`.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

namespace {

/// Builds the loop nests of a softmax along one axis of `operand`. Half floats
/// are computed in f32.
class SoftmaxBuilder {
public:
  SoftmaxBuilder(OpBuilder &b, Location loc, Value operand,
                 ArrayRef<OpFoldResult> sizes, int64_t axis);

  /// The maximum of each slice; NaN if there is one in it.
  Value buildMax();
  /// exp(x - max), elementwise.
  Value buildExp(Value max);
  /// The sum of each slice of the result of `buildExp`.
  Value buildSum(Value exps);
  /// The sum of exp(x - max) over each slice.
  Value buildSumOfExp(Value max);

  /// A loop over the operand's shape. The body gets an element of `full` and
  /// of each of `slices`, which lack the axis.
  Value buildFull(Value full, ValueRange slices, Type element, BodyFn body);

  Type getElement() const { return element; }
  Type getWide() const { return wide; }

private:
  Value reduce(Value full, ValueRange slices, Value initial, BodyFn body);
  Value narrowSum(Value sum);

  OpBuilder &b;
  Location loc;
  Value operand;
  RankedTensorType type, sliceType;
  SmallVector<OpFoldResult> sizes, sliceSizes;
  /// The operand's element type and the one to compute in.
  Type element, wide;
  AffineMap fullMap, sliceMap;
  SmallVector<utils::IteratorType> iterators;
};

} // namespace

SoftmaxBuilder::SoftmaxBuilder(OpBuilder &b, Location loc, Value operand,
                               ArrayRef<OpFoldResult> sizes, int64_t axis)
    : b(b), loc(loc), operand(operand),
      type(cast<RankedTensorType>(operand.getType())), sizes(sizes),
      sliceSizes(dropPositions<OpFoldResult>(sizes, axis)),
      element(type.getElementType()), wide(getComputeType(element)),
      iterators(type.getRank(), utils::IteratorType::parallel) {
  sliceType =
      type.clone(dropPositions<int64_t>(type.getShape(), axis), element);
  fullMap = b.getMultiDimIdentityMap(type.getRank());
  sliceMap = fullMap.dropResult(axis);
  iterators[axis] = utils::IteratorType::reduction;
}

Value SoftmaxBuilder::reduce(Value full, ValueRange slices, Value initial,
                             BodyFn body) {
  SmallVector<Value> inputs = {full};
  llvm::append_range(inputs, slices);
  SmallVector<AffineMap> maps(inputs.size() + 1, sliceMap);
  maps.front() = fullMap;
  Value init = createFilled(b, loc, sliceType.clone(initial.getType()),
                            sliceSizes, initial);
  return createGeneric(b, loc, inputs, init, maps, iterators, body).front();
}

Value SoftmaxBuilder::buildMax() {
  Value lowest = arith::ConstantOp::create(
      b, loc,
      b.getFloatAttr(wide,
                     APFloat::getInf(cast<FloatType>(wide).getFloatSemantics(),
                                     /*Negative=*/true)));
  // The sign of a zero maximum makes no difference to exp(x - max).
  return reduce(operand, {}, lowest,
                [&](OpBuilder &b, Location loc, ValueRange scalars) {
                  Value x = convertScalar(b, loc, scalars[0], element, wide);
                  return SmallVector<Value>{arith::MaximumFOp::create(
                      b, loc, scalars[1], x, arith::FastMathFlags::nsz)};
                });
}

Value SoftmaxBuilder::buildFull(Value full, ValueRange slices, Type result,
                                BodyFn body) {
  SmallVector<Value> inputs = {full};
  llvm::append_range(inputs, slices);
  SmallVector<AffineMap> maps(inputs.size(), sliceMap);
  maps.front() = fullMap;
  Value init = createEmpty(b, loc, type.clone(result), sizes);
  return createParallel(b, loc, inputs, maps, init, body);
}

Value SoftmaxBuilder::buildExp(Value max) {
  return buildFull(operand, max, wide,
                   [&](OpBuilder &b, Location loc, ValueRange scalars) {
                     Value x = convertScalar(b, loc, scalars[0], element, wide);
                     x = arith::SubFOp::create(b, loc, x, scalars[1]);
                     return SmallVector<Value>{math::ExpOp::create(b, loc, x)};
                   });
}

/// Adds `term` to a sum in f64, in any order (Reductions.cpp says why).
static SmallVector<Value> addInF64(OpBuilder &b, Location loc, Value sum,
                                   Value term) {
  term = convertScalar(b, loc, term, term.getType(), b.getF64Type());
  return {
      arith::AddFOp::create(b, loc, sum, term, arith::FastMathFlags::reassoc)};
}

/// A sum in f64 in the type to compute in.
Value SoftmaxBuilder::narrowSum(Value sum) {
  if (wide.isF64())
    return sum;
  Value init = createEmpty(b, loc, sliceType.clone(wide), sliceSizes);
  AffineMap map = b.getMultiDimIdentityMap(sliceType.getRank());
  return createParallel(b, loc, sum, map, init,
                        [&](OpBuilder &b, Location loc, ValueRange scalars) {
                          return SmallVector<Value>{arith::TruncFOp::create(
                              b, loc, wide, scalars[0])};
                        });
}

Value SoftmaxBuilder::buildSum(Value exps) {
  Value zero = createZero(b, loc, b.getF64Type());
  return narrowSum(reduce(exps, {}, zero,
                          [](OpBuilder &b, Location loc, ValueRange scalars) {
                            return addInF64(b, loc, scalars[1], scalars[0]);
                          }));
}

Value SoftmaxBuilder::buildSumOfExp(Value max) {
  Value zero = createZero(b, loc, b.getF64Type());
  return narrowSum(reduce(
      operand, max, zero, [&](OpBuilder &b, Location loc, ValueRange scalars) {
        Value x = convertScalar(b, loc, scalars[0], element, wide);
        x = arith::SubFOp::create(b, loc, x, scalars[1]);
        Value term = math::ExpOp::create(b, loc, x);
        return addInF64(b, loc, scalars[2], term);
      }));
}

//===----------------------------------------------------------------------===//
// softmax, log_softmax
//===----------------------------------------------------------------------===//

namespace {

/// Pattern: croton.softmax -> maximum, exp, sum, quotient
class SoftmaxLowering : public CrotonLowering<SoftmaxOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(SoftmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes =
        table.getSizes(rewriter, adaptor.getOperand());
    SoftmaxBuilder builder(rewriter, op.getLoc(), adaptor.getOperand(), sizes,
                           op.getAxis());
    Value exps = builder.buildExp(builder.buildMax());
    Value result = builder.buildFull(
        exps, builder.buildSum(exps), builder.getElement(),
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          Value quotient =
              arith::DivFOp::create(b, loc, scalars[0], scalars[1]);
          return SmallVector<Value>{convertScalar(
              b, loc, quotient, builder.getWide(), builder.getElement())};
        });
    replace(rewriter, op, result, sizes);
    return success();
  }
};

/// Pattern: croton.log_softmax -> maximum, sum of exp, difference
class LogSoftmaxLowering : public CrotonLowering<LogSoftmaxOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(LogSoftmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<OpFoldResult> sizes =
        table.getSizes(rewriter, adaptor.getOperand());
    SoftmaxBuilder builder(rewriter, op.getLoc(), adaptor.getOperand(), sizes,
                           op.getAxis());
    Value max = builder.buildMax();
    Value log = buildLog(rewriter, op.getLoc(), builder.buildSumOfExp(max));
    Type element = builder.getElement(), wide = builder.getWide();
    Value result = builder.buildFull(
        adaptor.getOperand(), {max, log}, element,
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          Value x = convertScalar(b, loc, scalars[0], element, wide);
          x = arith::SubFOp::create(b, loc, x, scalars[1]);
          x = arith::SubFOp::create(b, loc, x, scalars[2]);
          return SmallVector<Value>{convertScalar(b, loc, x, wide, element)};
        });
    replace(rewriter, op, result, sizes);
    return success();
  }

private:
  /// The logarithm of each element, computed once per slice.
  static Value buildLog(OpBuilder &b, Location loc, Value sums) {
    auto type = cast<RankedTensorType>(sums.getType());
    SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, loc, sums);
    return createParallel(
        b, loc, sums, b.getMultiDimIdentityMap(type.getRank()),
        createEmpty(b, loc, type, sizes),
        [](OpBuilder &b, Location loc, ValueRange scalars) {
          return SmallVector<Value>{math::LogOp::create(b, loc, scalars[0])};
        });
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Cross-entropies
//===----------------------------------------------------------------------===//

/// Checks that `target` has the outer sizes of `operand` and that each class is
/// below the last one. Returns the bounds of classes.
static IndexBounds checkTarget(OpBuilder &b, SizeTable &table, Operation *op,
                               ArrayRef<OpFoldResult> sizes, Value target,
                               Type targetElement) {
  Location loc = op->getLoc();
  StringRef name = op->getName().getStringRef();
  SmallVector<OpFoldResult> targetSizes = table.getSizes(b, target);
  for (auto [size, targetSize] : llvm::zip(sizes, targetSizes))
    checkEqualSizes(
        b, table, name, loc, size, targetSize, [&](CheckMessage &message) {
          message << "targets of shape ";
          message.addShape(targetSizes) << " do not fit an operand of shape ";
          message.addShape(sizes);
        });
  IndexMath math(b, loc);
  IndexBounds bounds{name, "target", math.constant(0), math.get(sizes.back())};
  checkIndices(b, loc, target, targetElement, bounds);
  return bounds;
}

/// A loop over `target` that reads, for each, the element of `operand` in its
/// row that it names. The body gets that element and those of `others`.
static Value buildPick(OpBuilder &b, Location loc, RankedTensorType type,
                       ArrayRef<OpFoldResult> sizes, Value operand,
                       Value target, Type targetElement,
                       const IndexBounds &bounds, ValueRange others,
                       BodyFn body) {
  SmallVector<Value> inputs = {target};
  llvm::append_range(inputs, others);
  AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  SmallVector<AffineMap> maps(inputs.size(), map);
  Value init = createEmpty(b, loc, type, sizes);
  return createParallel(
      b, loc, inputs, maps, init,
      [&](OpBuilder &b, Location loc, ValueRange scalars) {
        checkIndexOnDevice(b, loc, target, scalars[0], targetElement, bounds);
        SmallVector<Value> position;
        for (int64_t i = 0; i < type.getRank(); ++i)
          position.push_back(linalg::IndexOp::create(b, loc, i));
        position.push_back(toIndex(b, loc, scalars[0], targetElement));
        SmallVector<Value> arguments = {
            tensor::ExtractOp::create(b, loc, operand, position)};
        llvm::append_range(arguments,
                           scalars.drop_front().take_front(others.size()));
        return body(b, loc, arguments);
      });
}

namespace {

/// Pattern: croton.categorical_crossentropy -> linalg.generic that picks
class CategoricalCrossentropyLowering
    : public CrotonLowering<CategoricalCrossentropyOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(CategoricalCrossentropyOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type targetElement = getElementTypeOrSelf(op.getTarget().getType());
    SmallVector<OpFoldResult> sizes =
        table.getSizes(rewriter, adaptor.getProbabilities());
    IndexBounds bounds = checkTarget(rewriter, table, op, sizes,
                                     adaptor.getTarget(), targetElement);
    ArrayRef<OpFoldResult> outer = ArrayRef(sizes).drop_back();
    RankedTensorType type = getResultType(op);
    Type element = type.getElementType(), wide = getComputeType(element);
    Value result =
        buildPick(rewriter, loc, type, outer, adaptor.getProbabilities(),
                  adaptor.getTarget(), targetElement, bounds, {},
                  [&](OpBuilder &b, Location loc, ValueRange scalars) {
                    Value p = convertScalar(b, loc, scalars[0], element, wide);
                    Value log = math::LogOp::create(b, loc, p);
                    Value negated = arith::NegFOp::create(b, loc, log);
                    return SmallVector<Value>{
                        convertScalar(b, loc, negated, wide, element)};
                  });
    replace(rewriter, op, result, outer);
    return success();
  }
};

/// Pattern: croton.crossentropy_softmax -> maximum, sum of exp, pick
class CrossentropySoftmaxLowering
    : public CrotonLowering<CrossentropySoftmaxOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(CrossentropySoftmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type targetElement = getElementTypeOrSelf(op.getTarget().getType());
    SmallVector<OpFoldResult> sizes =
        table.getSizes(rewriter, adaptor.getLogits());
    IndexBounds bounds = checkTarget(rewriter, table, op, sizes,
                                     adaptor.getTarget(), targetElement);
    ArrayRef<OpFoldResult> outer = ArrayRef(sizes).drop_back();
    SoftmaxBuilder builder(rewriter, loc, adaptor.getLogits(), sizes,
                           sizes.size() - 1);
    Value max = builder.buildMax();
    Value sum = builder.buildSumOfExp(max);
    Type element = builder.getElement(), wide = builder.getWide();
    Value result = buildPick(
        rewriter, loc, getResultType(op), outer, adaptor.getLogits(),
        adaptor.getTarget(), targetElement, bounds, {max, sum},
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          Value x = convertScalar(b, loc, scalars[0], element, wide);
          Value shifted = arith::SubFOp::create(b, loc, x, scalars[1]);
          Value log = math::LogOp::create(b, loc, scalars[2]);
          Value negative = arith::SubFOp::create(b, loc, shifted, log);
          Value nll = arith::NegFOp::create(b, loc, negative);
          return SmallVector<Value>{convertScalar(b, loc, nll, wide, element)};
        });
    replace(rewriter, op, result, outer);
    return success();
  }
};

} // namespace

void croton::detail::populateNnetLowering(const TypeConverter &converter,
                                          RewritePatternSet &patterns,
                                          SizeTable &table) {
  patterns.add<SoftmaxLowering, LogSoftmaxLowering,
               CategoricalCrossentropyLowering, CrossentropySoftmaxLowering>(
      converter, patterns.getContext(), table);
}
