//===- Builders.cpp - Graphs from C++ --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

static RankedTensorType getTensor(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Type getElement(Value value) {
  return getTensor(value).getElementType();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// The attribute for a number of any element type.
static Attribute getNumberAttr(Type element, double value) {
  Builder b(element.getContext());
  if (auto complex = dyn_cast<ComplexType>(element))
    return b.getArrayAttr({b.getFloatAttr(complex.getElementType(), value),
                           b.getFloatAttr(complex.getElementType(), 0.0)});
  if (isFloat(element))
    return b.getFloatAttr(element, value);
  return b.getIntegerAttr(element, static_cast<int64_t>(value));
}

static Value getSplat(ImplicitLocOpBuilder &b, RankedTensorType type,
                      Attribute number) {
  return ConstantOp::create(b, DenseElementsAttr::get(type, number));
}

Value mlir::croton::scalar(ImplicitLocOpBuilder &b, int64_t value,
                           Type element) {
  auto type = RankedTensorType::get({}, element);
  if (isDiscrete(element))
    return getSplat(b, type, b.getIntegerAttr(element, value));
  return getSplat(b, type, getNumberAttr(element, static_cast<double>(value)));
}

Value mlir::croton::scalar(ImplicitLocOpBuilder &b, double value,
                           Type element) {
  return getSplat(b, RankedTensorType::get({}, element),
                  getNumberAttr(element, value));
}

Value mlir::croton::scalarOfRank(ImplicitLocOpBuilder &b, double value,
                                 Type element, int64_t rank) {
  SmallVector<int64_t> ones(rank, 1);
  return getSplat(b, RankedTensorType::get(ones, element),
                  getNumberAttr(element, value));
}

Value mlir::croton::scalarLike(ImplicitLocOpBuilder &b, double value,
                               Value like) {
  RankedTensorType type = getTensor(like);
  SmallVector<int64_t> ones(type.getRank(), 1);
  return getSplat(
      b, RankedTensorType::get(ones, type.getElementType(), type.getEncoding()),
      getNumberAttr(type.getElementType(), value));
}

Value mlir::croton::vector(ImplicitLocOpBuilder &b, ArrayRef<int64_t> values) {
  return ConstantOp::create(b, b.getI64TensorAttr(values));
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

Value mlir::croton::castTo(ImplicitLocOpBuilder &b, Value value, Type element) {
  if (getElement(value) == element)
    return value;
  return CastOp::create(b, value, TypeAttr::get(element));
}

Value mlir::croton::padLeft(ImplicitLocOpBuilder &b, Value value,
                            int64_t rank) {
  int64_t own = getTensor(value).getRank();
  if (own >= rank)
    return value;
  SmallVector<int64_t> order(rank - own, DimshuffleOp::kNewAxis);
  llvm::append_range(order, llvm::seq<int64_t>(0, own));
  return DimshuffleOp::create(b, value, order);
}

static SmallVector<Value> padToCommonRank(ImplicitLocOpBuilder &b,
                                          ValueRange values) {
  int64_t rank = 0;
  for (Value value : values)
    rank = std::max(rank, getTensor(value).getRank());
  return llvm::map_to_vector(values,
                             [&](Value v) { return padLeft(b, v, rank); });
}

static Type promoteElements(ValueRange values) {
  SmallVector<Type> types =
      llvm::map_to_vector(values, [](Value v) { return getElement(v); });
  return promote(types);
}

SmallVector<Value> mlir::croton::align(ImplicitLocOpBuilder &b,
                                       ValueRange values) {
  Type element = promoteElements(values);
  SmallVector<Value> cast = llvm::map_to_vector(
      values, [&](Value v) { return castTo(b, v, element); });
  return padToCommonRank(b, cast);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

template <typename OpTy>
static Value buildUnary(ImplicitLocOpBuilder &b, Value x) {
  return OpTy::create(b, x);
}

template <typename OpTy>
static Value buildInexactUnary(ImplicitLocOpBuilder &b, Value x) {
  return OpTy::create(b, castTo(b, x, promoteToInexact(getElement(x))));
}

template <typename OpTy>
static Value buildBinary(ImplicitLocOpBuilder &b, Value x, Value y) {
  SmallVector<Value> pair = align(b, {x, y});
  return OpTy::create(b, pair[0], pair[1]);
}

Value mlir::croton::neg(ImplicitLocOpBuilder &b, Value x) {
  return buildUnary<NegOp>(b, x);
}
Value mlir::croton::abs(ImplicitLocOpBuilder &b, Value x) {
  return buildUnary<AbsOp>(b, x);
}
Value mlir::croton::sqr(ImplicitLocOpBuilder &b, Value x) {
  return buildUnary<SqrOp>(b, x);
}
Value mlir::croton::sqrt(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<SqrtOp>(b, x);
}
Value mlir::croton::exp(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<ExpOp>(b, x);
}
Value mlir::croton::expm1(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<Expm1Op>(b, x);
}
Value mlir::croton::log(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<LogOp>(b, x);
}
Value mlir::croton::log1p(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<Log1pOp>(b, x);
}
Value mlir::croton::tanh(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<TanhOp>(b, x);
}
Value mlir::croton::sigmoid(ImplicitLocOpBuilder &b, Value x) {
  return buildInexactUnary<SigmoidOp>(b, x);
}

Value mlir::croton::add(ImplicitLocOpBuilder &b, ValueRange inputs) {
  return AddOp::create(b, align(b, inputs));
}
Value mlir::croton::add(ImplicitLocOpBuilder &b, Value x, Value y) {
  return add(b, ValueRange{x, y});
}
Value mlir::croton::mul(ImplicitLocOpBuilder &b, ValueRange inputs) {
  return MulOp::create(b, align(b, inputs));
}
Value mlir::croton::mul(ImplicitLocOpBuilder &b, Value x, Value y) {
  return mul(b, ValueRange{x, y});
}
Value mlir::croton::sub(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<SubOp>(b, x, y);
}
Value mlir::croton::maximum(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<MaximumOp>(b, x, y);
}
Value mlir::croton::minimum(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<MinimumOp>(b, x, y);
}
Value mlir::croton::eq(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<EqOp>(b, x, y);
}
Value mlir::croton::neq(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<NeqOp>(b, x, y);
}
Value mlir::croton::lt(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<LtOp>(b, x, y);
}
Value mlir::croton::le(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<LeOp>(b, x, y);
}
Value mlir::croton::gt(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<GtOp>(b, x, y);
}
Value mlir::croton::ge(ImplicitLocOpBuilder &b, Value x, Value y) {
  return buildBinary<GeOp>(b, x, y);
}

Value mlir::croton::trueDiv(ImplicitLocOpBuilder &b, Value x, Value y) {
  SmallVector<Value> pair = align(b, {x, y});
  if (isDiscrete(getElement(pair[0])))
    for (Value &operand : pair)
      operand = castTo(b, operand, b.getF64Type());
  return TrueDivOp::create(b, pair[0], pair[1]);
}

Value mlir::croton::clip(ImplicitLocOpBuilder &b, Value x, Value lower,
                         Value upper) {
  SmallVector<Value> all = align(b, {x, lower, upper});
  return ClipOp::create(b, all[0], all[1], all[2]);
}

Value mlir::croton::switchOp(ImplicitLocOpBuilder &b, Value condition,
                             Value onTrue, Value onFalse) {
  SmallVector<Value> sides = align(b, {onTrue, onFalse});
  SmallVector<Value> all = padToCommonRank(
      b, {castTo(b, condition, b.getI1Type()), sides[0], sides[1]});
  return SwitchOp::create(b, all[0], all[1], all[2]);
}

Value mlir::croton::fill(ImplicitLocOpBuilder &b, Value like, Value value) {
  SmallVector<Value> pair = padToCommonRank(b, {like, value});
  return FillOp::create(b, pair[0], pair[1]);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Axes as the ops want them: counted from the front, ascending, distinct.
static SmallVector<int64_t> getAxes(Value x, ArrayRef<int64_t> axes) {
  int64_t rank = getTensor(x).getRank();
  if (axes.empty())
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<int64_t> result;
  for (int64_t axis : axes)
    result.push_back(axis < 0 ? axis + rank : axis);
  llvm::sort(result);
  result.erase(llvm::unique(result), result.end());
  return result;
}

Value mlir::croton::sum(ImplicitLocOpBuilder &b, Value x,
                        ArrayRef<int64_t> axes) {
  return SumOp::create(b, x, getAxes(x, axes), TypeAttr(), TypeAttr());
}
Value mlir::croton::mean(ImplicitLocOpBuilder &b, Value x,
                         ArrayRef<int64_t> axes) {
  return MeanOp::create(b, x, getAxes(x, axes), TypeAttr(), TypeAttr());
}
Value mlir::croton::max(ImplicitLocOpBuilder &b, Value x,
                        ArrayRef<int64_t> axes) {
  return MaxOp::create(b, x, getAxes(x, axes));
}
Value mlir::croton::argmax(ImplicitLocOpBuilder &b, Value x,
                           ArrayRef<int64_t> axes) {
  return ArgmaxOp::create(b, x, getAxes(x, axes));
}

Value mlir::croton::keepDims(ImplicitLocOpBuilder &b, Value reduced,
                             ArrayRef<int64_t> axes) {
  int64_t rank = getTensor(reduced).getRank() + axes.size();
  auto isReduced = [&](int64_t dim) {
    return llvm::is_contained(axes, dim) ||
           llvm::is_contained(axes, dim - rank);
  };
  SmallVector<int64_t> order;
  int64_t next = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    order.push_back(isReduced(dim) ? DimshuffleOp::kNewAxis : next++);
  return DimshuffleOp::create(b, reduced, order);
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

Value mlir::croton::dimshuffle(ImplicitLocOpBuilder &b, Value x,
                               ArrayRef<int64_t> order) {
  return DimshuffleOp::create(b, x, order);
}

Value mlir::croton::transpose(ImplicitLocOpBuilder &b, Value x) {
  SmallVector<int64_t> order =
      llvm::to_vector(llvm::seq<int64_t>(0, getTensor(x).getRank()));
  std::reverse(order.begin(), order.end());
  return dimshuffle(b, x, order);
}

/// The number of elements of a static shape, or nullopt.
static std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  if (ShapedType::isDynamicShape(shape))
    return std::nullopt;
  return computeNumElements(shape);
}

/// The static sizes that a constant shape vector gives; -1 becomes what is
/// left over if that is known. An unusable entry stays dynamic, so that the
/// verifier or the run-time check reports it.
static SmallVector<int64_t> getStaticSizes(Value x, Value shape) {
  SmallVector<int64_t> sizes(getTensor(shape).getDimSize(0),
                             ShapedType::kDynamic);
  DenseIntElementsAttr constant;
  if (auto vector = shape.getDefiningOp<MakeVectorOp>()) {
    for (auto [size, input] : llvm::zip_equal(sizes, vector.getInputs())) {
      DenseIntElementsAttr entry;
      if (matchPattern(input, m_Constant(&entry)) &&
          entry.getSplatValue<APInt>().isNonNegative())
        size = entry.getSplatValue<APInt>().getSExtValue();
    }
    return sizes;
  }
  if (!matchPattern(shape, m_Constant(&constant)))
    return sizes;
  SmallVector<int64_t> known;
  std::optional<size_t> open;
  for (auto [dim, entry] : llvm::enumerate(constant.getValues<APInt>())) {
    int64_t size = entry.getSExtValue();
    if (size == -1)
      open = dim;
    if (size >= 0)
      known.push_back(sizes[dim] = size);
  }
  std::optional<int64_t> total = countElements(getTensor(x).getShape());
  int64_t row = computeNumElements(known).value_or(0);
  if (open && total && row > 0 && *total % row == 0)
    sizes[*open] = *total / row;
  return sizes;
}

Value mlir::croton::reshape(ImplicitLocOpBuilder &b, Value x, Value shape) {
  shape = castTo(b, shape, b.getI64Type());
  RankedTensorType type = getTensor(x);
  auto result = RankedTensorType::get(
      getStaticSizes(x, shape), type.getElementType(), type.getEncoding());
  return ReshapeOp::create(b, result, x, shape);
}

Value mlir::croton::reshape(ImplicitLocOpBuilder &b, Value x,
                            ArrayRef<int64_t> shape) {
  return reshape(b, x, vector(b, shape));
}

Value mlir::croton::shape(ImplicitLocOpBuilder &b, Value x) {
  return ShapeOp::create(b, x);
}

Value mlir::croton::shapeI(ImplicitLocOpBuilder &b, Value x, int64_t index) {
  return ShapeIOp::create(b, x, index);
}

Value mlir::croton::makeVector(ImplicitLocOpBuilder &b, ValueRange scalars) {
  if (scalars.empty())
    return MakeVectorOp::create(b, ValueRange());
  return MakeVectorOp::create(b, align(b, scalars));
}

Value mlir::croton::alloc(ImplicitLocOpBuilder &b, Value value,
                          ValueRange sizes) {
  SmallVector<int64_t> shape;
  SmallVector<Value> operands;
  for (Value size : sizes) {
    size = castTo(b, size, b.getI64Type());
    DenseIntElementsAttr constant;
    bool isKnown = matchPattern(size, m_Constant(&constant)) &&
                   constant.getSplatValue<APInt>().isNonNegative();
    shape.push_back(isKnown ? constant.getSplatValue<APInt>().getSExtValue()
                            : ShapedType::kDynamic);
    operands.push_back(size);
  }
  RankedTensorType type = getTensor(value);
  auto result =
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding());
  return AllocOp::create(b, result, value, operands);
}

Value mlir::croton::fullLike(ImplicitLocOpBuilder &b, Value like, Value value) {
  return fill(b, like, value);
}

Value mlir::croton::zerosLike(ImplicitLocOpBuilder &b, Value like) {
  RankedTensorType type = getTensor(like);
  SmallVector<int64_t> ones(type.getRank(), 1);
  Type element = getGradientElementType(type.getElementType());
  Value zero =
      getSplat(b, RankedTensorType::get(ones, element, type.getEncoding()),
               getNumberAttr(element, 0.0));
  return FillOp::create(b, like, zero);
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

namespace {
/// An index list in the form of the attributes and operands of `subtensor`.
struct EncodedIndices {
  SmallVector<Value> operands;
  SmallVector<int64_t> starts, stops, steps;
};
} // namespace

static EncodedIndices encode(Value x, ArrayRef<IndexEntry> entries) {
  EncodedIndices result;
  // The ends of int64_t mean something else in the attributes; their
  // neighbours say the same, since no tensor is that large.
  auto code = [&](const IndexPart &part) {
    if (part.value) {
      result.operands.push_back(part.value);
      return ShapedType::kDynamic;
    }
    return part.constant ? std::clamp(*part.constant, ShapedType::kDynamic + 1,
                                      kAbsentPart - 1)
                         : kAbsentPart;
  };
  SmallVector<IndexEntry> all(entries);
  all.resize(std::max<size_t>(getTensor(x).getRank(), entries.size()));
  for (const IndexEntry &entry : all) {
    result.starts.push_back(code(entry.start));
    result.stops.push_back(entry.isIndex ? kAbsentPart : code(entry.stop));
    result.steps.push_back(entry.isIndex ? kIndexStep : code(entry.step));
  }
  return result;
}

Value mlir::croton::subtensor(ImplicitLocOpBuilder &b, Value x,
                              ArrayRef<IndexEntry> entries) {
  EncodedIndices list = encode(x, entries);
  return SubtensorOp::create(b, x, list.operands, list.starts, list.stops,
                             list.steps);
}

Value mlir::croton::incSubtensor(ImplicitLocOpBuilder &b, Value x, Value value,
                                 ArrayRef<IndexEntry> entries, bool set) {
  EncodedIndices list = encode(x, entries);
  int64_t sliceRank = llvm::count(list.steps, kIndexStep);
  sliceRank = getTensor(x).getRank() - sliceRank;
  value = padLeft(b, castTo(b, value, getElement(x)), sliceRank);
  return IncSubtensorOp::create(b, x, value, list.operands, list.starts,
                                list.stops, list.steps, set);
}

Value mlir::croton::take(ImplicitLocOpBuilder &b, Value x, Value index,
                         int64_t axis, TakeMode mode) {
  if (axis < 0)
    axis += getTensor(x).getRank();
  return TakeOp::create(b, x, index, axis, mode);
}

Value mlir::croton::incTake(ImplicitLocOpBuilder &b, Value x, Value index,
                            Value value, int64_t axis, bool set,
                            TakeMode mode) {
  int64_t rank = getTensor(x).getRank();
  if (axis < 0)
    axis += rank;
  value = padLeft(b, castTo(b, value, getElement(x)),
                  rank - 1 + getTensor(index).getRank());
  return IncTakeOp::create(b, x, index, value, axis, mode, set);
}

//===----------------------------------------------------------------------===//
// Linear algebra and neural networks
//===----------------------------------------------------------------------===//

/// Booleans multiply as the smallest integers.
static SmallVector<Value> promoteFactors(ImplicitLocOpBuilder &b, Value x,
                                         Value y) {
  Type element = promote(getElement(x), getElement(y));
  if (element.isInteger(1))
    element = b.getI8Type();
  return {castTo(b, x, element), castTo(b, y, element)};
}

Value mlir::croton::dot(ImplicitLocOpBuilder &b, Value x, Value y) {
  int64_t rankX = getTensor(x).getRank(), rankY = getTensor(y).getRank();
  if (rankX == 0 || rankY == 0)
    return mul(b, x, y);
  if (rankX == 3 && rankY == 3)
    return batchedDot(b, x, y);
  SmallVector<Value> pair = promoteFactors(b, x, y);
  return DotOp::create(b, pair[0], pair[1]);
}

Value mlir::croton::batchedDot(ImplicitLocOpBuilder &b, Value x, Value y) {
  SmallVector<Value> pair = promoteFactors(b, x, y);
  return BatchedDotOp::create(b, pair[0], pair[1]);
}

static Value toInexact(ImplicitLocOpBuilder &b, Value x) {
  return castTo(b, x, promoteToInexact(getElement(x)));
}

static int64_t fromFront(Value x, int64_t axis) {
  return axis < 0 ? axis + getTensor(x).getRank() : axis;
}

Value mlir::croton::softmax(ImplicitLocOpBuilder &b, Value x, int64_t axis) {
  return SoftmaxOp::create(b, toInexact(b, x), fromFront(x, axis));
}

Value mlir::croton::logSoftmax(ImplicitLocOpBuilder &b, Value x, int64_t axis) {
  return LogSoftmaxOp::create(b, toInexact(b, x), fromFront(x, axis));
}

Value mlir::croton::categoricalCrossentropy(ImplicitLocOpBuilder &b,
                                            Value probabilities, Value target) {
  return CategoricalCrossentropyOp::create(b, probabilities, target);
}

Value mlir::croton::crossentropySoftmax(ImplicitLocOpBuilder &b, Value logits,
                                        Value target) {
  return CrossentropySoftmaxOp::create(b, logits, target);
}

//===----------------------------------------------------------------------===//
// Gradients
//===----------------------------------------------------------------------===//

Value mlir::croton::zeroGrad(ImplicitLocOpBuilder &b, Value x) {
  return ZeroGradOp::create(b, x);
}

Value mlir::croton::disconnectedGrad(ImplicitLocOpBuilder &b, Value x) {
  return DisconnectedGradOp::create(b, x);
}

Value mlir::croton::gradClip(ImplicitLocOpBuilder &b, Value x, double lower,
                             double upper) {
  return GradClipOp::create(b, x, llvm::APFloat(lower), llvm::APFloat(upper));
}

SmallVector<Value> mlir::croton::grad(ImplicitLocOpBuilder &b, Value cost,
                                      ValueRange wrt,
                                      ValueRange considerConstant) {
  auto op = GradOp::create(b, cost, wrt, considerConstant, ValueRange(),
                           ValueRange(), DisconnectedInputs::Raise);
  return SmallVector<Value>(op.getResults());
}
