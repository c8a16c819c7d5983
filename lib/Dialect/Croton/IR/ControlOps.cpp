//===- ControlOps.cpp - Constants, fused bodies and checks --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormats.h"

#include "croton/Dialect/Croton/IR/Croton.h"
#include "croton/Interfaces/TensorTypes.h"
#include "croton/Runtime/Status.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

LogicalResult
ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                             ValueRange operands, DictionaryAttr attributes,
                             OpaqueProperties properties, RegionRange regions,
                             SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto type = dyn_cast<RankedTensorType>(adaptor.getValue().getType());
  if (!type)
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expected a tensor, but got ",
                             adaptor.getValue().getType());
  if (isa<SparseElementsAttr>(adaptor.getValue()))
    return emitOptionalError(location, "'", getOperationName(),
                             "' op expected dense elements, but got sparse "
                             "ones of ",
                             type);
  types.push_back(type);
  return success();
}

LogicalResult
ConstantOp::reifyResultShapes(OpBuilder &b,
                              ReifiedRankedShapedTypeDims &shapes) {
  auto type = cast<RankedTensorType>(getType());
  shapes.push_back(getAsIndexOpFoldResult(b.getContext(), type.getShape()));
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

/// The same elements in a tensor of another place, or null for attributes that
/// cannot be given another type.
static ElementsAttr withType(ElementsAttr value, RankedTensorType type) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.reshape(type);
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return {};
}

LogicalResult ConstantOp::canRunOn(Attribute, std::string &whyNot) {
  if (!isa<DenseElementsAttr, DenseResourceElementsAttr>(getValue())) {
    whyNot = "its elements are neither dense nor a resource";
    return failure();
  }
  return croton::detail::canRunOnDevice(*this, whyNot);
}

LogicalResult ConstantOp::buildOnDevice(OpBuilder &b, Attribute device,
                                        ValueRange,
                                        SmallVectorImpl<Value> &results) {
  ElementsAttr value = withType(
      getValue(), cast<RankedTensorType>(withDevice(getType(), device)));
  auto copy = ConstantOp::create(b, getLoc(), value);
  copy->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  results.push_back(copy);
  return success();
}

//===----------------------------------------------------------------------===//
// composite
//===----------------------------------------------------------------------===//

/// The type of one element in a scalar body: integers lose their sign.
static Type getScalarType(Value tensor) {
  Type element = getElementTypeOrSelf(tensor.getType());
  if (auto integer = dyn_cast<IntegerType>(element))
    return IntegerType::get(element.getContext(), integer.getWidth());
  return element;
}

/// composite.r1
static LogicalResult verifyCompositeShapes(CompositeOp op) {
  SmallVector<int64_t> shape;
  if (failed(croton::detail::inferBroadcastShape(
          op.getLoc(), op.getOperationName(), op.getInputs().getTypes(),
          shape)))
    return failure();
  for (Value result : op.getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    if (type.getShape() != ArrayRef<int64_t>(shape))
      return op.emitOpError() << "expected results in the common shape of the "
                                 "inputs, but got "
                              << type;
  }
  return success();
}

/// composite.r3
static LogicalResult verifyScalarOps(CompositeOp op) {
  for (Operation &inner : op.getBody().front())
    if (!isMemoryEffectFree(&inner)) {
      InFlightDiagnostic diagnostic = op.emitOpError()
                                      << "expected a body without side "
                                         "effects, but got "
                                      << inner.getName();
      diagnostic.attachNote(inner.getLoc()) << "here";
      return diagnostic;
    }
  return success();
}

LogicalResult CompositeOp::verify() {
  if (failed(verifyCompositeShapes(*this)) || failed(verifyScalarOps(*this)))
    return failure();
  Block &block = getBody().front();
  auto *yield = block.getTerminator();
  if (block.getNumArguments() != getInputs().size() ||
      yield->getNumOperands() != getResults().size())
    return emitOpError() << "expected a body with " << getInputs().size()
                         << " arguments that yields " << getResults().size()
                         << " values, but got " << block.getNumArguments()
                         << " and " << yield->getNumOperands();
  for (auto [input, argument] :
       llvm::zip_equal(getInputs(), block.getArguments()))
    if (argument.getType() != getScalarType(input))
      return emitOpError() << "expected a body argument of type "
                           << getScalarType(input) << " for " << input.getType()
                           << ", but got " << argument.getType();
  for (auto [result, value] :
       llvm::zip_equal(getResults(), yield->getOperands()))
    if (value.getType() != getScalarType(result))
      return emitOpError() << "expected the body to yield "
                           << getScalarType(result) << " for "
                           << result.getType() << ", but got "
                           << value.getType();
  return success();
}

LogicalResult
CompositeOp::reifyResultShapes(OpBuilder &b,
                               ReifiedRankedShapedTypeDims &shapes) {
  return croton::detail::reifyBroadcastShape(b, *this, shapes);
}

SmallVector<Value> CompositeOp::buildScalarBody(OpBuilder &b, Location,
                                                ValueRange scalars) {
  IRMapping mapping;
  Block &block = getBody().front();
  mapping.map(block.getArguments(), scalars);
  for (Operation &op : block.without_terminator())
    b.clone(op, mapping);
  return llvm::map_to_vector(
      block.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookup(value); });
}

//===----------------------------------------------------------------------===//
// assert
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                         ValueRange operands, DictionaryAttr,
                                         OpaqueProperties, RegionRange,
                                         SmallVectorImpl<Type> &types) {
  types.push_back(operands[0].getType());
  return success();
}

LogicalResult AssertOp::reifyResultShapes(OpBuilder &b,
                                          ReifiedRankedShapedTypeDims &shapes) {
  return croton::detail::reifyShapeOf(b, getLoc(), getValue(), shapes);
}

ParseResult mlir::croton::parseConditions(
    OpAsmParser &parser,
    SmallVectorImpl<OpAsmParser::UnresolvedOperand> &conditions,
    StringAttr &message) {
  while (true) {
    OpAsmParser::UnresolvedOperand condition;
    if (parser.parseComma())
      return failure();
    OptionalParseResult isOperand = parser.parseOptionalOperand(condition);
    if (!isOperand.has_value())
      break;
    if (failed(*isOperand))
      return failure();
    conditions.push_back(condition);
  }
  // Not as an attribute, which would take the types for its own.
  std::string text;
  if (parser.parseString(&text))
    return failure();
  message = parser.getBuilder().getStringAttr(text);
  return success();
}

void mlir::croton::printConditions(OpAsmPrinter &printer, Operation *,
                                   OperandRange conditions,
                                   StringAttr message) {
  for (Value condition : conditions)
    printer << ", " << condition;
  printer << ", ";
  printer.printAttributeWithoutType(message);
}

//===----------------------------------------------------------------------===//
// check
//===----------------------------------------------------------------------===//

LogicalResult CheckOp::verify() {
  auto code = static_cast<int32_t>(getCode());
  if (code <= CROTON_OK || code > CROTON_ERROR_DEVICE)
    return emitOpError() << "expected an error code from 1 to "
                         << static_cast<int32_t>(CROTON_ERROR_DEVICE)
                         << ", but got " << code;
  return success();
}

//===----------------------------------------------------------------------===//
// check
//===----------------------------------------------------------------------===//

// Pattern: check true -> nothing
LogicalResult CheckOp::canonicalize(CheckOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return rewriter.notifyMatchFailure(op, "condition is not known to hold");
  rewriter.eraseOp(op);
  return success();
}
