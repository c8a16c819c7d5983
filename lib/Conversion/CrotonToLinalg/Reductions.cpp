//===- Reductions.cpp - Reductions to linalg -===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of floats are accumulated in f64. For narrower types that is more
// accurate than any order of additions in the type itself, so the order is left
// to the vectorizer (`reassoc` on that one addition). The result does not
// depend on anything but the sizes: compiled code runs the same order each
// time.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Shared
//===----------------------------------------------------------------------===//

namespace {

/// The loop nest of a reduction: over the operand's dims, those in `axes`
/// reduced.
struct ReductionLoops {
  ReductionLoops(OpBuilder &b, RankedTensorType type, ArrayRef<int64_t> axes) {
    SmallVector<AffineExpr> kept;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      bool isReduced = llvm::is_contained(axes, i);
      iterators.push_back(isReduced ? utils::IteratorType::reduction
                                    : utils::IteratorType::parallel);
      if (!isReduced)
        kept.push_back(b.getAffineDimExpr(i));
    }
    inputMap = b.getMultiDimIdentityMap(type.getRank());
    resultMap = AffineMap::get(type.getRank(), 0, kept, b.getContext());
  }

  AffineMap inputMap, resultMap;
  SmallVector<utils::IteratorType> iterators;
};

} // namespace

/// The type in which sums are formed for the accumulator type `acc`.
static Type getInternalAccumulator(Type acc) {
  MLIRContext *context = acc.getContext();
  if (isFloat(acc))
    return Float64Type::get(context);
  if (isComplex(acc))
    return ComplexType::get(Float64Type::get(context));
  return acc;
}

/// `lhs + rhs` in a reduction with the accumulator type `acc`: the order may
/// change. `contract` marks a sum that was asked for in f64, no part of which
/// may be formed in a narrower type.
static Value accumulate(OpBuilder &b, Location loc, Value lhs, Value rhs,
                        Type acc) {
  if (!isa<FloatType>(lhs.getType()))
    return addScalars(b, loc, lhs, rhs);
  auto flags = arith::FastMathFlags::reassoc;
  if (acc.isF64())
    flags = flags | arith::FastMathFlags::contract;
  return arith::AddFOp::create(b, loc, lhs, rhs, flags);
}

/// The number of elements along `axes`, as an index.
static Value countElements(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> sizes,
                           ArrayRef<int64_t> axes) {
  IndexMath math(b, loc);
  Value count = math.constant(1);
  for (int64_t axis : axes)
    count = math.mul(count, math.get(sizes[axis]));
  return count;
}

/// An index as a scalar of float or complex type.
static Value indexToInexact(OpBuilder &b, Location loc, Value index,
                            Type type) {
  Value integer = toI64(b, loc, index);
  return convertScalar(b, loc, integer, b.getI64Type(), type);
}

static Value divideScalars(OpBuilder &b, Location loc, Value lhs, Value rhs) {
  if (isa<ComplexType>(lhs.getType()))
    return complex::DivOp::create(b, loc, lhs, rhs);
  return arith::DivFOp::create(b, loc, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// sum, mean
//===----------------------------------------------------------------------===//

namespace {

/// Pattern: croton.sum, croton.mean -> linalg.generic that adds up, and one
/// that divides and converts
template <typename OpTy>
class SumLowering : public CrotonLowering<OpTy> {
public:
  using CrotonLowering<OpTy>::CrotonLowering;

  LogicalResult
  matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override;
};

} // namespace

/// Sums `operand`, of croton element type `from`, over `axes`, with the
/// accumulator type `acc`.
static Value sumOver(OpBuilder &b, Location loc, Value operand, Type from,
                     Type acc, ArrayRef<int64_t> axes, RankedTensorType type,
                     ArrayRef<OpFoldResult> sizes) {
  Type to = getInternalAccumulator(acc);
  Value zero = createZero(b, loc, getSignless(to));
  Value init = createFilled(b, loc, type, sizes, zero);
  ReductionLoops loops(b, cast<RankedTensorType>(operand.getType()), axes);
  return createGeneric(b, loc, operand, init, {loops.inputMap, loops.resultMap},
                       loops.iterators,
                       [&](OpBuilder &b, Location loc, ValueRange scalars) {
                         Value term =
                             convertScalar(b, loc, scalars[0], from, to);
                         return SmallVector<Value>{
                             accumulate(b, loc, scalars[1], term, acc)};
                       })
      .front();
}

/// s + x and what its rounding lost, added to c (Knuth's two-sum).
static SmallVector<Value> addCompensated(OpBuilder &b, Location loc, Value s,
                                         Value c, Value x) {
  if (auto type = dyn_cast<ComplexType>(s.getType())) {
    auto addPart = [&](auto getPart) {
      return addCompensated(b, loc, getPart(s), getPart(c), getPart(x));
    };
    SmallVector<Value> re = addPart(
        [&](Value v) -> Value { return complex::ReOp::create(b, loc, v); });
    SmallVector<Value> im = addPart(
        [&](Value v) -> Value { return complex::ImOp::create(b, loc, v); });
    return {complex::CreateOp::create(b, loc, type, re[0], im[0]),
            complex::CreateOp::create(b, loc, type, re[1], im[1])};
  }
  Value sum = arith::AddFOp::create(b, loc, s, x);
  Value added = arith::SubFOp::create(b, loc, sum, s);
  Value before = arith::SubFOp::create(b, loc, sum, added);
  Value lostOfSum = arith::SubFOp::create(b, loc, s, before);
  Value lostOfTerm = arith::SubFOp::create(b, loc, x, added);
  Value lost = arith::AddFOp::create(b, loc, lostOfSum, lostOfTerm);
  return {sum, arith::AddFOp::create(b, loc, c, lost)};
}

/// The sum with its collected errors. These are NaN next to infinities, where
/// the sum alone is the answer.
static Value finishCompensated(OpBuilder &b, Location loc, Value s, Value c) {
  if (auto type = dyn_cast<ComplexType>(s.getType()))
    return complex::CreateOp::create(
        b, loc, type,
        finishCompensated(b, loc, complex::ReOp::create(b, loc, s),
                          complex::ReOp::create(b, loc, c)),
        finishCompensated(b, loc, complex::ImOp::create(b, loc, s),
                          complex::ImOp::create(b, loc, c)));
  Value isNan = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UNO, c, c);
  Value both = arith::AddFOp::create(b, loc, s, c);
  return arith::SelectOp::create(b, loc, isNan, s, both);
}

/// As sumOver, for elements as wide as the accumulator. Gives the sums and the
/// errors to be added to them.
static SmallVector<Value> sumCompensated(OpBuilder &b, Location loc,
                                         Value operand, ArrayRef<int64_t> axes,
                                         RankedTensorType type,
                                         ArrayRef<OpFoldResult> sizes) {
  Value zero = createZero(b, loc, type.getElementType());
  SmallVector<Value> inits = {createFilled(b, loc, type, sizes, zero),
                              createFilled(b, loc, type, sizes, zero)};
  ReductionLoops loops(b, cast<RankedTensorType>(operand.getType()), axes);
  return createGeneric(
      b, loc, operand, inits,
      {loops.inputMap, loops.resultMap, loops.resultMap}, loops.iterators,
      [&](OpBuilder &b, Location loc, ValueRange scalars) {
        return addCompensated(b, loc, scalars[1], scalars[2], scalars[0]);
      });
}

/// True if a plain sum would lose accuracy: the accumulator is no wider than
/// the elements, and no later pass can form blocks.
static bool needsCompensation(Type element, ArrayRef<int64_t> axes,
                              int64_t rank) {
  if (auto complexType = dyn_cast<ComplexType>(element))
    return complexType.getElementType().isF64();
  bool isTrailing = axes.front() + static_cast<int64_t>(axes.size()) == rank;
  return element.isF64() && !isTrailing;
}

/// A loop over `inputs`, all of the shape of `type`, or none for rank 0 on the
/// host.
static Value mapElements(OpBuilder &b, Location loc, ValueRange inputs,
                         RankedTensorType type, ArrayRef<OpFoldResult> sizes,
                         BodyFn body) {
  if (type.getRank() > 0 || getDevice(type)) {
    SmallVector<AffineMap> maps(inputs.size(),
                                b.getMultiDimIdentityMap(type.getRank()));
    return createParallel(b, loc, inputs, maps,
                          createEmpty(b, loc, type, sizes), body);
  }
  SmallVector<Value> scalars;
  for (Value input : inputs)
    scalars.push_back(readScalar(b, loc, input));
  return tensor::FromElementsOp::create(b, loc, type, body(b, loc, scalars));
}

template <typename OpTy>
LogicalResult
SumLowering<OpTy>::matchAndRewrite(OpTy op, typename OpTy::Adaptor adaptor,
                                   ConversionPatternRewriter &rewriter) const {
  Location loc = op.getLoc();
  Type element = getElementTypeOrSelf(op.getOperand().getType());
  Type dtype = getElementTypeOrSelf(op.getResult().getType());
  Type acc = op.getAccumulatorType();
  ArrayRef<int64_t> axes = op.getAxes();
  SmallVector<OpFoldResult> operandSizes =
      this->table.getSizes(rewriter, adaptor.getOperand());
  SmallVector<OpFoldResult> sizes =
      dropPositions<OpFoldResult>(operandSizes, axes);
  RankedTensorType resultType = this->getResultType(op);

  // Without axes there is nothing to add up.
  SmallVector<Value> sums = {adaptor.getOperand()};
  Type sumElement = axes.empty() ? element : getInternalAccumulator(acc);
  RankedTensorType sumType = resultType.clone(getSignless(sumElement));
  if (!axes.empty() && needsCompensation(element, axes, operandSizes.size()))
    sums = sumCompensated(rewriter, loc, sums[0], axes, sumType, sizes);
  else if (!axes.empty())
    sums[0] =
        sumOver(rewriter, loc, sums[0], element, acc, axes, sumType, sizes);

  Value count;
  if constexpr (std::is_same_v<OpTy, MeanOp>)
    count = indexToInexact(
        rewriter, loc, countElements(rewriter, loc, operandSizes, axes), acc);
  Value result = sums[0];
  if (count || sums.size() == 2 || sumElement != acc || acc != dtype)
    result = mapElements(
        rewriter, loc, sums, resultType, sizes,
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          Value value = scalars[0];
          if (sums.size() == 2)
            value = finishCompensated(b, loc, scalars[0], scalars[1]);
          value = convertScalar(b, loc, value, sumElement, acc);
          if (count)
            value = divideScalars(b, loc, value, count);
          return SmallVector<Value>{convertScalar(b, loc, value, acc, dtype)};
        });
  this->replace(rewriter, op, result, sizes);
  return success();
}

//===----------------------------------------------------------------------===//
// max, argmax
//===----------------------------------------------------------------------===//

/// The value that is below all others of croton type `element`.
static Value createLowest(OpBuilder &b, Location loc, Type element) {
  if (auto floatType = dyn_cast<FloatType>(element))
    return arith::ConstantOp::create(
        b, loc,
        b.getFloatAttr(floatType,
                       APFloat::getInf(floatType.getFloatSemantics(), true)));
  unsigned width = element.getIntOrFloatBitWidth();
  bool isSigned = !isUnsigned(element) && width > 1;
  APInt lowest =
      isSigned ? APInt::getSignedMinValue(width) : APInt::getZero(width);
  return arith::ConstantOp::create(
      b, loc, b.getIntegerAttr(getSignless(element), lowest));
}

/// True if `challenger` beats `best`: it is larger, or a NaN where `best` is
/// none. Equal values do not, so the first one stays.
static Value beats(OpBuilder &b, Location loc, Value challenger, Value best,
                   Type element) {
  if (isa<FloatType>(element)) {
    Value larger = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::UGT,
                                         challenger, best);
    Value ordered =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, best, best);
    return arith::AndIOp::create(b, loc, larger, ordered);
  }
  bool isSigned = !isUnsigned(element) && !element.isInteger(1);
  return arith::CmpIOp::create(
      b, loc, isSigned ? arith::CmpIPredicate::sgt : arith::CmpIPredicate::ugt,
      challenger, best);
}

/// Checks that no reduced axis is empty.
static void checkNotEmpty(OpBuilder &b, Location loc, StringRef name,
                          ArrayRef<OpFoldResult> sizes,
                          ArrayRef<int64_t> axes) {
  for (int64_t axis : axes) {
    std::optional<int64_t> known = getConstantIntValue(sizes[axis]);
    if (known && *known != 0)
      continue;
    IndexMath math(b, loc);
    Value isFull = math.notEqual(math.get(sizes[axis]), math.constant(0));
    CheckMessage message(b, name, loc);
    message << "axis " << Twine(axis) << " of shape ";
    message.addShape(sizes) << " is empty";
    message.emit(isFull, CROTON_ERROR_SHAPE);
  }
}

namespace {

/// Pattern: croton.max -> linalg.generic that keeps the best so far
class MaxLowering : public CrotonLowering<MaxOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(MaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getOperand().getType());
    ArrayRef<int64_t> axes = op.getAxes();
    SmallVector<OpFoldResult> operandSizes =
        table.getSizes(rewriter, adaptor.getOperand());
    SmallVector<OpFoldResult> sizes =
        dropPositions<OpFoldResult>(operandSizes, axes);
    if (axes.empty()) {
      replace(rewriter, op, adaptor.getOperand(), sizes);
      return success();
    }
    checkNotEmpty(rewriter, loc, op->getName().getStringRef(), operandSizes,
                  axes);
    Value init = createFilled(rewriter, loc, getResultType(op), sizes,
                              createLowest(rewriter, loc, element));
    ReductionLoops loops(rewriter, op.getOperand().getType(), axes);
    Value result =
        createGeneric(rewriter, loc, adaptor.getOperand(), init,
                      {loops.inputMap, loops.resultMap}, loops.iterators,
                      [&](OpBuilder &b, Location loc, ValueRange scalars) {
                        Value better =
                            beats(b, loc, scalars[0], scalars[1], element);
                        return SmallVector<Value>{arith::SelectOp::create(
                            b, loc, better, scalars[0], scalars[1])};
                      })
            .front();
    replace(rewriter, op, result, sizes);
    return success();
  }
};

/// Pattern: croton.argmax -> linalg.generic that keeps the best and its index
class ArgmaxLowering : public CrotonLowering<ArgmaxOp> {
public:
  using CrotonLowering::CrotonLowering;

  LogicalResult
  matchAndRewrite(ArgmaxOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = getElementTypeOrSelf(op.getOperand().getType());
    ArrayRef<int64_t> axes = op.getAxes();
    SmallVector<OpFoldResult> operandSizes =
        table.getSizes(rewriter, adaptor.getOperand());
    SmallVector<OpFoldResult> sizes =
        dropPositions<OpFoldResult>(operandSizes, axes);
    checkNotEmpty(rewriter, loc, op->getName().getStringRef(), operandSizes,
                  axes);
    RankedTensorType type = getResultType(op);
    Value zero = createZero(rewriter, loc, rewriter.getI64Type());
    SmallVector<Value> inits = {
        createFilled(rewriter, loc, type.clone(getSignless(element)), sizes,
                     createLowest(rewriter, loc, element)),
        createFilled(rewriter, loc, type, sizes, zero)};
    ReductionLoops loops(rewriter, op.getOperand().getType(), axes);
    IndexMath outside(rewriter, loc);
    SmallVector<Value> extents;
    for (int64_t axis : axes)
      extents.push_back(outside.get(operandSizes[axis]));

    SmallVector<Value> results = createGeneric(
        rewriter, loc, adaptor.getOperand(), inits,
        {loops.inputMap, loops.resultMap, loops.resultMap}, loops.iterators,
        [&](OpBuilder &b, Location loc, ValueRange scalars) {
          IndexMath math(b, loc);
          Value position = math.constant(0);
          for (auto [axis, extent] : llvm::zip_equal(axes, extents))
            position = math.add(math.mul(position, extent),
                                linalg::IndexOp::create(b, loc, axis));
          Value better = beats(b, loc, scalars[0], scalars[1], element);
          return SmallVector<Value>{
              arith::SelectOp::create(b, loc, better, scalars[0], scalars[1]),
              arith::SelectOp::create(b, loc, better, toI64(b, loc, position),
                                      scalars[2])};
        });
    replace(rewriter, op, results[1], sizes);
    return success();
  }
};

} // namespace

void croton::detail::populateReductionLowering(const TypeConverter &converter,
                                               RewritePatternSet &patterns,
                                               SizeTable &table) {
  patterns.add<SumLowering<SumOp>, SumLowering<MeanOp>, MaxLowering,
               ArgmaxLowering>(converter, patterns.getContext(), table);
}
