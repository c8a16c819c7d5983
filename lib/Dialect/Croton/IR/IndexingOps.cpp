//===- IndexingOps.cpp - Types and verifiers of indexing ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormats.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Index lists: text
//===----------------------------------------------------------------------===//

namespace {
/// Reads the parts of an index list and collects their codes and operands.
class IndexListParser {
public:
  IndexListParser(OpAsmParser &parser,
                  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices)
      : parser(parser), indices(indices) {}

  ParseResult parseEntry() {
    int64_t start, stop = kAbsentPart, step = kAbsentPart;
    SMLoc loc = parser.getCurrentLocation();
    if (parsePart(start))
      return failure();
    if (failed(parser.parseOptionalColon())) {
      if (start == kAbsentPart)
        return parser.emitError(loc) << "expected an index or a slice";
      return append(start, kAbsentPart, kIndexStep);
    }
    if (parsePart(stop))
      return failure();
    SMLoc stepLoc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalColon()) && parsePart(step))
      return failure();
    if (step == kIndexStep)
      return parser.emitError(stepLoc) << "expected a step other than 0";
    return append(start, stop, step);
  }

  SmallVector<int64_t> starts, stops, steps;

private:
  /// An SSA value, an integer, or nothing. The ends of int64_t have a meaning
  /// of their own in the attributes; their neighbours say the same, since no
  /// tensor is that large.
  ParseResult parsePart(int64_t &code) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult isOperand = parser.parseOptionalOperand(operand);
    if (isOperand.has_value()) {
      if (failed(*isOperand))
        return failure();
      indices.push_back(operand);
      code = ShapedType::kDynamic;
      return success();
    }
    code = kAbsentPart;
    int64_t constant;
    OptionalParseResult isInteger = parser.parseOptionalInteger(constant);
    if (!isInteger.has_value())
      return success();
    code = std::clamp(constant, ShapedType::kDynamic + 1, kAbsentPart - 1);
    return *isInteger;
  }

  ParseResult append(int64_t start, int64_t stop, int64_t step) {
    starts.push_back(start);
    stops.push_back(stop);
    steps.push_back(step);
    return success();
  }

  OpAsmParser &parser;
  SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices;
};
} // namespace

ParseResult mlir::croton::parseIndexList(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &indices,
    DenseI64ArrayAttr &starts, DenseI64ArrayAttr &stops,
    DenseI64ArrayAttr &steps) {
  IndexListParser list(parser, indices);
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square,
                                     [&] { return list.parseEntry(); }))
    return failure();
  Builder &b = parser.getBuilder();
  starts = b.getDenseI64ArrayAttr(list.starts);
  stops = b.getDenseI64ArrayAttr(list.stops);
  steps = b.getDenseI64ArrayAttr(list.steps);
  return success();
}

void mlir::croton::printIndexList(OpAsmPrinter &printer, Operation *,
                                  OperandRange indices,
                                  DenseI64ArrayAttr starts,
                                  DenseI64ArrayAttr stops,
                                  DenseI64ArrayAttr steps) {
  const auto *next = indices.getBase();
  auto printPart = [&](int64_t code) {
    if (ShapedType::isDynamic(code))
      printer << (next++)->get();
    else if (code != kAbsentPart)
      printer << code;
  };
  printer << '[';
  for (size_t i = 0, e = starts.size(); i < e; ++i) {
    if (i > 0)
      printer << ", ";
    printPart(starts[i]);
    if (steps[i] == kIndexStep)
      continue;
    printer << ':';
    printPart(stops[i]);
    if (steps[i] != kAbsentPart) {
      printer << ':';
      printPart(steps[i]);
    }
  }
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Index lists: rules
//===----------------------------------------------------------------------===//

/// The size of the dim that a slice gives, or dynamic.
static int64_t inferSliceSize(int64_t size, int64_t start, int64_t stop,
                              int64_t step) {
  bool isOpen = ShapedType::isDynamic(start) || ShapedType::isDynamic(stop) ||
                ShapedType::isDynamic(step);
  if (isOpen)
    return ShapedType::kDynamic;
  auto part = [](int64_t code) {
    return code == kAbsentPart ? std::nullopt : std::optional<int64_t>(code);
  };
  if (ShapedType::isDynamic(size))
    return ShapedType::kDynamic;
  return canonicalizeSlice(size, part(start), part(stop),
                           part(step).value_or(1))
      .count;
}

namespace {
/// The attributes of an index list.
struct IndexCodes {
  ArrayRef<int64_t> starts, stops, steps;

  bool isIndex(size_t dim) const { return steps[dim] == kIndexStep; }
};
} // namespace

/// subtensor.r2 and subtensor.r3 for one entry
static LogicalResult checkEntry(std::optional<Location> location,
                                StringRef name, RankedTensorType type,
                                const IndexCodes &codes, size_t dim) {
  int64_t start = codes.starts[dim], size = type.getDimSize(dim);
  if (!codes.isIndex(dim))
    return success();
  if (start == kAbsentPart)
    return emitOptionalError(location, "'", name,
                             "' op expected a step other than 0, but entry ",
                             dim, " has step 0");
  if (codes.stops[dim] != kAbsentPart)
    return emitOptionalError(location, "'", name, "' op expected no stop for ",
                             "the integer index of entry ", dim, ", but got ",
                             codes.stops[dim]);
  bool isKnown = ShapedType::isStatic(start) && ShapedType::isStatic(size);
  if (isKnown && (start < -size || start >= size))
    return emitOptionalError(location, "'", name, "' op index ", start,
                             " is out of range for dim ", dim, " of ", type);
  return success();
}

/// subtensor.r1 to subtensor.r3. The attributes may come from generic text.
static LogicalResult checkIndexList(std::optional<Location> location,
                                    StringRef name, RankedTensorType type,
                                    size_t numIndices,
                                    const IndexCodes &codes) {
  size_t rank = type.getRank(), entries = codes.starts.size();
  if (codes.stops.size() != entries || codes.steps.size() != entries)
    return emitOptionalError(location, "'", name,
                             "' op expected a start, stop and step for each "
                             "entry, but got ",
                             entries, " starts, ", codes.stops.size(),
                             " stops and ", codes.steps.size(), " steps");
  if (entries != rank)
    return emitOptionalError(
        location, "'", name, "' op expected one entry for each dim of ", type,
        ", but got ", entries, "; write ':' for a whole dim");
  size_t expected = 0;
  for (size_t dim = 0; dim < rank; ++dim) {
    if (failed(checkEntry(location, name, type, codes, dim)))
      return failure();
    expected += ShapedType::isDynamic(codes.starts[dim]) +
                ShapedType::isDynamic(codes.stops[dim]) +
                ShapedType::isDynamic(codes.steps[dim]);
  }
  if (expected != numIndices)
    return emitOptionalError(location, "'", name, "' op expected ", expected,
                             " index operands for its entries, but got ",
                             numIndices);
  return success();
}

/// Checks an index list and appends the shape of what it reads.
static LogicalResult inferSlicedShape(std::optional<Location> location,
                                      StringRef name, RankedTensorType type,
                                      size_t numIndices,
                                      const IndexCodes &codes,
                                      SmallVectorImpl<int64_t> &shape) {
  if (failed(checkIndexList(location, name, type, numIndices, codes)))
    return failure();
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim)
    if (!codes.isIndex(dim))
      shape.push_back(inferSliceSize(type.getDimSize(dim), codes.starts[dim],
                                     codes.stops[dim], codes.steps[dim]));
  return success();
}

/// Generic text reaches the verifier before inference has seen it.
template <typename OpTy>
static LogicalResult verifyIndexList(OpTy op) {
  return checkIndexList(op.getLoc(), op.getOperationName(),
                        cast<RankedTensorType>(op.getOperand().getType()),
                        op.getIndices().size(),
                        {op.getStarts(), op.getStops(), op.getSteps()});
}

SmallVector<IndexEntry>
croton::detail::getIndexEntries(ValueRange indices, ArrayRef<int64_t> starts,
                                ArrayRef<int64_t> stops,
                                ArrayRef<int64_t> steps) {
  SmallVector<IndexEntry> entries;
  unsigned used = 0;
  auto part = [&](int64_t code) {
    IndexPart result;
    if (ShapedType::isDynamic(code))
      result.value = indices[used++];
    else if (code != kAbsentPart)
      result.constant = code;
    return result;
  };
  for (auto [start, stop, step] : llvm::zip_equal(starts, stops, steps)) {
    IndexEntry entry;
    entry.isIndex = step == kIndexStep;
    entry.start = part(start);
    if (!entry.isIndex) {
      entry.stop = part(stop);
      entry.step = part(step);
    }
    entries.push_back(entry);
  }
  return entries;
}

//===----------------------------------------------------------------------===//
// subtensor
//===----------------------------------------------------------------------===//

LogicalResult
SubtensorOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                              ValueRange operands, DictionaryAttr attributes,
                              OpaqueProperties properties, RegionRange regions,
                              SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  SmallVector<int64_t> shape;
  if (failed(inferSlicedShape(
          location, getOperationName(), type, adaptor.getIndices().size(),
          {adaptor.getStarts(), adaptor.getStops(), adaptor.getSteps()},
          shape)))
    return failure();
  types.push_back(
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding()));
  return success();
}

LogicalResult SubtensorOp::verify() { return verifyIndexList(*this); }

LogicalResult
SubtensorOp::reifyResultShapes(OpBuilder &b,
                               ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(getType());
  SmallVector<OpFoldResult> sizes;
  int64_t next = 0;
  for (auto [dim, entry] : llvm::enumerate(getIndexEntries())) {
    if (entry.isIndex)
      continue;
    int64_t size = type.getDimSize(next++);
    bool isWhole = !entry.start.isPresent() && !entry.stop.isPresent() &&
                   entry.step.constant.value_or(1) == 1 && !entry.step.value;
    if (ShapedType::isStatic(size))
      sizes.push_back(b.getIndexAttr(size));
    else if (isWhole)
      sizes.push_back(croton::detail::reifyDim(b, getLoc(), getOperand(), dim));
    else
      return failure();
  }
  shapes.push_back(std::move(sizes));
  return success();
}

OpFoldResult SubtensorOp::fold(FoldAdaptor) {
  bool isWhole = llvm::all_of(getIndexEntries(), [](const IndexEntry &entry) {
    return !entry.isIndex && !entry.start.isPresent() &&
           !entry.stop.isPresent() && !entry.step.value &&
           entry.step.constant.value_or(1) == 1;
  });
  return isWhole ? OpFoldResult(getOperand()) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// inc_subtensor
//===----------------------------------------------------------------------===//

/// subtensor.r4 and inc_take.r2: `value` stretches to `target`.
static LogicalResult verifyStretches(std::optional<Location> location,
                                     StringRef name, RankedTensorType value,
                                     ArrayRef<int64_t> target, Type element) {
  auto wanted = RankedTensorType::get(target, element);
  if (value.getElementType() != element)
    return emitOptionalError(location, "'", name,
                             "' op expected a value of element type ", element,
                             ", but got ", value, "; insert a croton.cast");
  if (value.getRank() != wanted.getRank())
    return emitOptionalError(
        location, "'", name, "' op expected a value of the rank of ", wanted,
        ", but got ", value, "; align it with croton.dimshuffle");
  for (auto [dim, size] : llvm::enumerate(target)) {
    int64_t own = value.getDimSize(dim);
    if (own != 1 && ShapedType::isStatic(own) && ShapedType::isStatic(size) &&
        own != size)
      return emitOptionalError(location, "'", name, "' op cannot stretch ",
                               value, " to ", wanted, ": sizes differ at dim ",
                               dim);
  }
  return success();
}

LogicalResult IncSubtensorOp::inferReturnTypes(
    MLIRContext *, std::optional<Location> location, ValueRange operands,
    DictionaryAttr attributes, OpaqueProperties properties, RegionRange regions,
    SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  SmallVector<int64_t> slice;
  if (failed(inferSlicedShape(
          location, getOperationName(), type, adaptor.getIndices().size(),
          {adaptor.getStarts(), adaptor.getStops(), adaptor.getSteps()},
          slice)))
    return failure();
  if (failed(
          verifyStretches(location, getOperationName(),
                          cast<RankedTensorType>(adaptor.getValue().getType()),
                          slice, type.getElementType())))
    return failure();
  types.push_back(type);
  return success();
}

LogicalResult IncSubtensorOp::verify() { return verifyIndexList(*this); }

LogicalResult
IncSubtensorOp::reifyResultShapes(OpBuilder &b,
                                  ReifiedRankedShapedTypeDims &shapes) {
  return croton::detail::reifyShapeOf(b, getLoc(), getOperand(), shapes);
}

//===----------------------------------------------------------------------===//
// take, inc_take
//===----------------------------------------------------------------------===//

/// take.r1 and inc_take.r1
static LogicalResult checkAxis(std::optional<Location> location, StringRef name,
                               RankedTensorType type, int64_t axis) {
  if (axis >= 0 && axis < type.getRank())
    return success();
  return emitOptionalError(location, "'", name,
                           "' op expected an axis below rank ", type.getRank(),
                           " of ", type, ", but got ", axis);
}

/// The shape of what `take` reads: the axis replaced by the index's dims.
static SmallVector<int64_t>
getTakenShape(RankedTensorType type, RankedTensorType index, int64_t axis) {
  SmallVector<int64_t> shape(type.getShape().take_front(axis));
  llvm::append_range(shape, index.getShape());
  llvm::append_range(shape, type.getShape().drop_front(axis + 1));
  return shape;
}

LogicalResult
TakeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                         ValueRange operands, DictionaryAttr attributes,
                         OpaqueProperties properties, RegionRange regions,
                         SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto index = cast<RankedTensorType>(adaptor.getIndex().getType());
  if (failed(checkAxis(location, getOperationName(), type, adaptor.getAxis())))
    return failure();
  types.push_back(
      RankedTensorType::get(getTakenShape(type, index, adaptor.getAxis()),
                            type.getElementType(), type.getEncoding()));
  return success();
}

/// take.r1, and that no mode finds an element on an axis of static size 0.
static LogicalResult verifyTake(Operation *op, RankedTensorType type,
                                RankedTensorType index, int64_t axis,
                                TakeMode mode) {
  // Inference has not looked at the axis of generic text yet.
  if (failed(checkAxis(op->getLoc(), op->getName().getStringRef(), type, axis)))
    return failure();
  bool reads = index.hasStaticShape() && index.getNumElements() > 0;
  if (type.getDimSize(axis) == 0 && reads)
    return op->emitOpError()
           << "cannot read from the empty axis " << axis << " of " << type
           << " with mode " << stringifyTakeMode(mode);
  return success();
}

LogicalResult TakeOp::verify() {
  return verifyTake(*this, cast<RankedTensorType>(getOperand().getType()),
                    cast<RankedTensorType>(getIndex().getType()), getAxis(),
                    getMode());
}

LogicalResult TakeOp::reifyResultShapes(OpBuilder &b,
                                        ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, getLoc(), getOperand());
  SmallVector<OpFoldResult> index =
      tensor::getMixedSizes(b, getLoc(), getIndex());
  sizes.erase(sizes.begin() + getAxis());
  sizes.insert(sizes.begin() + getAxis(), index.begin(), index.end());
  shapes.push_back(std::move(sizes));
  return success();
}

LogicalResult
IncTakeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                            ValueRange operands, DictionaryAttr attributes,
                            OpaqueProperties properties, RegionRange regions,
                            SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto index = cast<RankedTensorType>(adaptor.getIndex().getType());
  if (failed(checkAxis(location, getOperationName(), type, adaptor.getAxis())))
    return failure();
  if (failed(
          verifyStretches(location, getOperationName(),
                          cast<RankedTensorType>(adaptor.getValue().getType()),
                          getTakenShape(type, index, adaptor.getAxis()),
                          type.getElementType())))
    return failure();
  types.push_back(type);
  return success();
}

LogicalResult IncTakeOp::verify() {
  return verifyTake(*this, cast<RankedTensorType>(getOperand().getType()),
                    cast<RankedTensorType>(getIndex().getType()), getAxis(),
                    getMode());
}

LogicalResult
IncTakeOp::reifyResultShapes(OpBuilder &b,
                             ReifiedRankedShapedTypeDims &shapes) {
  return croton::detail::reifyShapeOf(b, getLoc(), getOperand(), shapes);
}

//===----------------------------------------------------------------------===//
// one_hot
//===----------------------------------------------------------------------===//

LogicalResult OneHotOp::verify() {
  auto index = cast<RankedTensorType>(getIndex().getType());
  auto result = cast<RankedTensorType>(getType());
  if (result.getRank() != index.getRank() + 1 ||
      failed(verifyCompatibleShape(result.getShape().drop_back(),
                                   index.getShape())))
    return emitOpError() << "expected a result with the dims of " << index
                         << " and one more, but got " << result;
  DenseIntElementsAttr constant;
  if (!matchPattern(getDepth(), m_Constant(&constant)))
    return success();
  int64_t depth = constant.getSplatValue<APInt>().getSExtValue();
  if (depth < 0)
    return emitOpError() << "expected a depth of at least 0, but got " << depth;
  int64_t classes = result.getShape().back();
  if (ShapedType::isStatic(classes) && classes != depth)
    return emitOpError() << "expected the last dim of " << result
                         << " to be the depth, " << depth;
  return success();
}

LogicalResult OneHotOp::reifyResultShapes(OpBuilder &b,
                                          ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(b, getLoc(), getIndex());
  int64_t classes = cast<RankedTensorType>(getType()).getShape().back();
  sizes.push_back(ShapedType::isStatic(classes)
                      ? OpFoldResult(b.getIndexAttr(classes))
                      : croton::detail::readSize(b, getLoc(), getDepth()));
  shapes.push_back(std::move(sizes));
  return success();
}
