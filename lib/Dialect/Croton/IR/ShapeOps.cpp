//===- ShapeOps.cpp - Types, verifiers and folds of shape ops --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormats.h"

#include "croton/Dialect/Croton/IR/Builders.h"
#include "croton/Interfaces/TensorTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

/// The entries of a constant shape vector, or nothing.
static std::optional<SmallVector<int64_t>> getConstantShape(Value shape) {
  DenseIntElementsAttr constant;
  if (!matchPattern(shape, m_Constant(&constant)))
    return std::nullopt;
  return llvm::map_to_vector(constant.getValues<APInt>(),
                             [](const APInt &v) { return v.getSExtValue(); });
}

/// Run-time sizes for the dynamic dims of `type`, from a shape vector.
static SmallVector<OpFoldResult>
readSizes(OpBuilder &b, Location loc, RankedTensorType type, Value vector) {
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isStatic(size)) {
      sizes.push_back(b.getIndexAttr(size));
      continue;
    }
    Value index = arith::ConstantIndexOp::create(b, loc, dim);
    Value entry = tensor::ExtractOp::create(b, loc, vector, index);
    sizes.push_back(arith::IndexCastOp::create(b, loc, b.getIndexType(), entry)
                        .getResult());
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// dimshuffle
//===----------------------------------------------------------------------===//

bool DimshuffleOp::isPermutation() {
  return static_cast<int64_t>(getOrder().size()) ==
             cast<RankedTensorType>(getOperand().getType()).getRank() &&
         !llvm::is_contained(getOrder(), kNewAxis);
}

LogicalResult
DimshuffleOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                               ValueRange operands, DictionaryAttr attributes,
                               OpaqueProperties properties, RegionRange regions,
                               SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  SmallVector<int64_t> shape;
  for (int64_t axis : adaptor.getOrder()) {
    if (axis != kNewAxis && (axis < 0 || axis >= type.getRank()))
      return emitOptionalError(location, "'", getOperationName(),
                               "' op expected axes below rank ", type.getRank(),
                               " of ", type, ", but got ", axis);
    shape.push_back(axis == kNewAxis ? 1 : type.getDimSize(axis));
  }
  types.push_back(
      RankedTensorType::get(shape, type.getElementType(), type.getEncoding()));
  return success();
}

LogicalResult DimshuffleOp::verify() {
  auto type = cast<RankedTensorType>(getOperand().getType());
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    auto uses = llvm::count(getOrder(), axis);
    if (uses > 1)
      return emitOpError() << "expected each axis once, but axis " << axis
                           << " comes " << uses << " times";
    if (uses == 0 && type.getDimSize(axis) != 1)
      return emitOpError() << "expected a dropped axis to have static size 1, "
                              "but axis "
                           << axis << " of " << type << " does not";
  }
  return success();
}

LogicalResult
DimshuffleOp::reifyResultShapes(OpBuilder &b,
                                ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes;
  for (int64_t axis : getOrder())
    sizes.push_back(axis == kNewAxis ? OpFoldResult(b.getIndexAttr(1))
                                     : croton::detail::reifyDim(
                                           b, getLoc(), getOperand(), axis));
  shapes.push_back(std::move(sizes));
  return success();
}

OpFoldResult DimshuffleOp::fold(FoldAdaptor) {
  bool isIdentity = isPermutation() && llvm::is_sorted(getOrder());
  return isIdentity ? OpFoldResult(getOperand()) : OpFoldResult();
}

ParseResult mlir::croton::parseDimshuffleOrder(OpAsmParser &parser,
                                               DenseI64ArrayAttr &order) {
  SmallVector<int64_t> axes;
  auto parseAxis = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("x"))) {
      axes.push_back(DimshuffleOp::kNewAxis);
      return success();
    }
    SMLoc loc = parser.getCurrentLocation();
    OptionalParseResult isInteger =
        parser.parseOptionalInteger(axes.emplace_back());
    if (!isInteger.has_value())
      return parser.emitError(loc) << "expected an axis or x";
    if (failed(*isInteger))
      return failure();
    if (axes.back() < 0)
      return parser.emitError(loc)
             << "expected an axis or x, but got " << axes.back();
    return success();
  };
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, parseAxis))
    return failure();
  order = parser.getBuilder().getDenseI64ArrayAttr(axes);
  return success();
}

void mlir::croton::printDimshuffleOrder(OpAsmPrinter &printer, Operation *,
                                        DenseI64ArrayAttr order) {
  printer << '[';
  llvm::interleaveComma(order.asArrayRef(), printer, [&](int64_t axis) {
    if (axis == DimshuffleOp::kNewAxis)
      printer << 'x';
    else
      printer << axis;
  });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

/// A number of elements, for messages.
static std::string stringifyCount(std::optional<int64_t> count) {
  return count ? std::to_string(*count) : "more than 2^63 - 1";
}

/// reshape.r2
static LogicalResult verifyConstantShape(ReshapeOp op,
                                         ArrayRef<int64_t> shape) {
  auto result = cast<RankedTensorType>(op.getType());
  if (llvm::count(shape, -1) > 1)
    return op.emitOpError() << "expected at most one entry -1 in the shape";
  for (auto [dim, entry] : llvm::enumerate(shape)) {
    if (entry < -1)
      return op.emitOpError() << "expected sizes of at least 0, or -1, but "
                                 "entry "
                              << dim << " of the shape is " << entry;
    int64_t size = result.getDimSize(dim);
    if (entry != -1 && ShapedType::isStatic(size) && size != entry)
      return op.emitOpError() << "expected dim " << dim << " of " << result
                              << " to be what the shape says, " << entry;
  }
  return success();
}

/// The static part of reshape.r3; `shape` is empty if it is not constant.
static LogicalResult verifyElementCount(ReshapeOp op, ArrayRef<int64_t> shape) {
  auto operand = cast<RankedTensorType>(op.getOperand().getType());
  // What is known about the sizes, from the type and from the constant.
  SmallVector<int64_t> sizes(cast<RankedTensorType>(op.getType()).getShape());
  for (auto [size, entry] : llvm::zip(sizes, shape))
    if (entry != -1)
      size = entry;
  bool isOpen = llvm::is_contained(shape, -1);
  if (isOpen && llvm::is_contained(shape, 0))
    return op.emitOpError() << "expected no entry 0 beside an entry -1";
  if (!operand.hasStaticShape())
    return success();
  auto type = RankedTensorType::get(sizes, operand.getElementType());
  std::optional<int64_t> count = computeNumElements(operand.getShape());
  if (!ShapedType::isDynamicShape(sizes)) {
    std::optional<int64_t> given = computeNumElements(sizes);
    if (given == count)
      return success();
    return op.emitOpError() << "expected as many elements as " << operand
                            << " has, " << stringifyCount(count) << ", but "
                            << type << " has " << stringifyCount(given);
  }
  // The entry -1 takes what the others leave over.
  llvm::erase_if(sizes, ShapedType::isDynamic);
  std::optional<int64_t> known = computeNumElements(sizes);
  if (!isOpen || !count || *count == 0 || (known && *count % *known == 0))
    return success();
  return op.emitOpError() << "cannot divide the " << *count << " elements of "
                          << operand << " into " << type;
}

LogicalResult ReshapeOp::verify() {
  auto operand = cast<RankedTensorType>(getOperand().getType());
  auto result = cast<RankedTensorType>(getType());
  int64_t length = cast<RankedTensorType>(getShape().getType()).getDimSize(0);
  if (length != result.getRank())
    return emitOpError() << "expected one size for each dim of " << result
                         << ", but the shape has " << length;
  if (operand.getElementType() != result.getElementType())
    return emitOpError() << "expected the element type of the operand, "
                         << operand.getElementType() << ", but got " << result;
  auto shape = getConstantShape(getShape());
  if (!shape)
    return verifyElementCount(*this, {});
  if (failed(verifyConstantShape(*this, *shape)))
    return failure();
  return verifyElementCount(*this, *shape);
}

LogicalResult
ReshapeOp::reifyResultShapes(OpBuilder &b,
                             ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(getType());
  if (type.hasStaticShape()) {
    shapes.push_back(getAsIndexOpFoldResult(b.getContext(), type.getShape()));
    return success();
  }
  // An entry -1 makes a size known only from the operand's; the result's own
  // sizes say it best.
  auto shape = getConstantShape(getShape());
  if (!shape || llvm::is_contained(*shape, -1))
    return failure();
  shapes.push_back(getAsIndexOpFoldResult(b.getContext(), *shape));
  return success();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getType());
  bool isIdentity = getOperand().getType() == type && type.hasStaticShape() &&
                    getConstantShape(getShape());
  return isIdentity ? OpFoldResult(getOperand()) : OpFoldResult();
}

//===----------------------------------------------------------------------===//
// shape, shape_i
//===----------------------------------------------------------------------===//

LogicalResult ShapeOp::inferReturnTypes(MLIRContext *context,
                                        std::optional<Location>,
                                        ValueRange operands, DictionaryAttr,
                                        OpaqueProperties, RegionRange,
                                        SmallVectorImpl<Type> &types) {
  int64_t rank = cast<RankedTensorType>(operands[0].getType()).getRank();
  types.push_back(RankedTensorType::get({rank}, IntegerType::get(context, 64)));
  return success();
}

LogicalResult ShapeOp::reifyResultShapes(OpBuilder &b,
                                         ReifiedRankedShapedTypeDims &shapes) {
  int64_t rank = cast<RankedTensorType>(getOperand().getType()).getRank();
  shapes.push_back({b.getIndexAttr(rank)});
  return success();
}

OpFoldResult ShapeOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getOperand().getType());
  if (!type.hasStaticShape())
    return {};
  return DenseElementsAttr::get(cast<RankedTensorType>(getType()),
                                type.getShape());
}

LogicalResult ShapeIOp::inferReturnTypes(MLIRContext *context,
                                         std::optional<Location>, ValueRange,
                                         DictionaryAttr, OpaqueProperties,
                                         RegionRange,
                                         SmallVectorImpl<Type> &types) {
  types.push_back(RankedTensorType::get({}, IntegerType::get(context, 64)));
  return success();
}

LogicalResult ShapeIOp::verify() {
  auto type = cast<RankedTensorType>(getOperand().getType());
  int64_t index = getIndex();
  if (index < 0 || index >= type.getRank())
    return emitOpError() << "expected a dim below rank " << type.getRank()
                         << " of " << type << ", but got " << index;
  return success();
}

LogicalResult ShapeIOp::reifyResultShapes(OpBuilder &,
                                          ReifiedRankedShapedTypeDims &shapes) {
  shapes.emplace_back();
  return success();
}

OpFoldResult ShapeIOp::fold(FoldAdaptor) {
  auto type = cast<RankedTensorType>(getOperand().getType());
  int64_t size = type.getDimSize(getIndex());
  if (ShapedType::isDynamic(size))
    return {};
  return DenseElementsAttr::get(cast<RankedTensorType>(getType()), size);
}

//===----------------------------------------------------------------------===//
// make_vector
//===----------------------------------------------------------------------===//

LogicalResult MakeVectorOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location>,
                                             ValueRange operands,
                                             DictionaryAttr, OpaqueProperties,
                                             RegionRange,
                                             SmallVectorImpl<Type> &types) {
  Type element = operands.empty()
                     ? Type(IntegerType::get(context, 64))
                     : getElementTypeOrSelf(operands.front().getType());
  types.push_back(
      RankedTensorType::get({static_cast<int64_t>(operands.size())}, element,
                            croton::detail::inferEncoding(operands)));
  return success();
}

LogicalResult
MakeVectorOp::reifyResultShapes(OpBuilder &b,
                                ReifiedRankedShapedTypeDims &shapes) {
  shapes.push_back({b.getIndexAttr(getInputs().size())});
  return success();
}

ParseResult mlir::croton::parseScalars(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &scalars) {
  if (succeeded(parser.parseOptionalLSquare()))
    return parser.parseRSquare();
  return parser.parseCommaSeparatedList(
      [&] { return parser.parseOperand(scalars.emplace_back()); });
}

void mlir::croton::printScalars(OpAsmPrinter &printer, Operation *,
                                OperandRange scalars) {
  if (scalars.empty())
    printer << "[]";
  else
    printer << scalars;
}

//===----------------------------------------------------------------------===//
// alloc
//===----------------------------------------------------------------------===//

/// alloc.r1 and alloc.r3 for one dim of the result.
static LogicalResult verifyAllocDim(AllocOp op, int64_t dim) {
  auto value = cast<RankedTensorType>(op.getValue().getType());
  auto result = cast<RankedTensorType>(op.getType());
  int64_t size = result.getDimSize(dim);
  DenseIntElementsAttr constant;
  if (matchPattern(op.getSizes()[dim], m_Constant(&constant))) {
    int64_t given = constant.getSplatValue<APInt>().getSExtValue();
    if (given < 0)
      return op.emitOpError() << "expected sizes of at least 0, but size "
                              << dim << " is " << given;
    if (ShapedType::isStatic(size) && size != given)
      return op.emitOpError() << "expected dim " << dim << " of " << result
                              << " to be what the sizes say, " << given;
    size = given;
  }
  int64_t offset = result.getRank() - value.getRank();
  if (dim < offset || ShapedType::isDynamic(size))
    return success();
  int64_t own = value.getDimSize(dim - offset);
  if (own != 1 && ShapedType::isStatic(own) && own != size)
    return op.emitOpError()
           << "cannot stretch " << value << " to " << result << ": dim " << dim
           << " has size " << size << ", but the value " << own;
  return success();
}

LogicalResult AllocOp::verify() {
  auto value = cast<RankedTensorType>(getValue().getType());
  auto result = cast<RankedTensorType>(getType());
  if (static_cast<int64_t>(getSizes().size()) != result.getRank())
    return emitOpError() << "expected one size for each dim of " << result
                         << ", but got " << getSizes().size();
  if (value.getRank() > result.getRank())
    return emitOpError() << "expected a value of rank at most "
                         << result.getRank() << ", but got " << value;
  if (value.getElementType() != result.getElementType())
    return emitOpError() << "expected the element type of the value, "
                         << value.getElementType() << ", but got " << result;
  // The trait looks at a value that has to be where the result is.
  bool isScalarElsewhere = value.getRank() == 0 && value.getEncoding() &&
                           value.getEncoding() != result.getEncoding();
  if (isScalarElsewhere)
    return emitOpError()
           << "expected the value on the host or where the result "
              "is, but got "
           << value << " and " << result;
  for (int64_t dim = 0; dim < result.getRank(); ++dim)
    if (failed(verifyAllocDim(*this, dim)))
      return failure();
  return success();
}

OperandPlace AllocOp::getOperandPlace(unsigned operand) {
  if (operand > 0)
    return OperandPlace::Host;
  bool isScalar = cast<RankedTensorType>(getValue().getType()).getRank() == 0;
  return isScalar ? OperandPlace::Anywhere : OperandPlace::Device;
}

LogicalResult AllocOp::reifyResultShapes(OpBuilder &b,
                                         ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(getType());
  SmallVector<OpFoldResult> sizes;
  for (auto [static_, size] : llvm::zip_equal(type.getShape(), getSizes()))
    sizes.push_back(ShapedType::isStatic(static_)
                        ? OpFoldResult(b.getIndexAttr(static_))
                        : croton::detail::readSize(b, getLoc(), size));
  shapes.push_back(std::move(sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// specify_shape
//===----------------------------------------------------------------------===//

/// specify_shape.r1 and specify_shape.r2 for one dim; `given` is the entry of a
/// constant shape.
static LogicalResult verifySpecifiedDim(SpecifyShapeOp op, int64_t dim,
                                        std::optional<int64_t> given) {
  if (given && *given < 0)
    return op.emitOpError() << "expected sizes of at least 0, but entry " << dim
                            << " of the shape is " << *given;
  auto operand = cast<RankedTensorType>(op.getOperand().getType());
  auto result = cast<RankedTensorType>(op.getType());
  int64_t before = operand.getDimSize(dim), after = result.getDimSize(dim);
  auto differ = [](int64_t a, int64_t b) {
    return ShapedType::isStatic(a) && ShapedType::isStatic(b) && a != b;
  };
  if (differ(before, after))
    return op.emitOpError() << "sizes contradict at dim " << dim << ": "
                            << operand << " becomes " << result;
  if (given && (differ(before, *given) || differ(after, *given)))
    return op.emitOpError()
           << "sizes contradict at dim " << dim << ": " << operand
           << " becomes " << result << ", but the shape says " << *given;
  return success();
}

LogicalResult SpecifyShapeOp::verify() {
  auto operand = cast<RankedTensorType>(getOperand().getType());
  auto result = cast<RankedTensorType>(getType());
  int64_t length = cast<RankedTensorType>(getShape().getType()).getDimSize(0);
  if (length != operand.getRank() || length != result.getRank())
    return emitOpError() << "expected one size for each dim, but the shape has "
                         << length << " for " << operand << " and " << result;
  if (operand.getElementType() != result.getElementType())
    return emitOpError() << "expected only sizes to change, but got " << operand
                         << " and " << result;
  auto shape = getConstantShape(getShape());
  for (int64_t dim = 0; dim < length; ++dim) {
    auto given = shape ? std::optional((*shape)[dim]) : std::nullopt;
    if (failed(verifySpecifiedDim(*this, dim, given)))
      return failure();
  }
  return success();
}

LogicalResult
SpecifyShapeOp::reifyResultShapes(OpBuilder &b,
                                  ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(getType());
  shapes.push_back(readSizes(b, getLoc(), type, getShape()));
  return success();
}
