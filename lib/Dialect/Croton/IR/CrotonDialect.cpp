//===- CrotonDialect.cpp - The croton dialect --------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyFormats.h"

#include "croton/Dialect/Croton/IR/Builders.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/GPU/IR/CompilationInterfaces.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::croton;

#include "croton/Dialect/Croton/IR/CrotonDialect.cpp.inc"
#include "croton/Dialect/Croton/IR/CrotonEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "croton/Dialect/Croton/IR/CrotonAttrs.cpp.inc"

#define GET_OP_CLASSES
#include "croton/Dialect/Croton/IR/CrotonOps.cpp.inc"

namespace {
/// Every croton op may be inlined: graphs have no side effects that depend on
/// where they stand.
struct CrotonInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void CrotonDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "croton/Dialect/Croton/IR/CrotonOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "croton/Dialect/Croton/IR/CrotonAttrs.cpp.inc"
      >();
  addInterfaces<CrotonInlinerInterface>();
  declarePromisedInterface<gpu::TargetAttrInterface, SimtTargetAttr>();
}

Operation *CrotonDialect::materializeConstant(OpBuilder &builder,
                                              Attribute value, Type type,
                                              Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}

/// Checks an attribute of our dialect on an argument or a result of a function,
/// so that a misspelt one is not passed over in silence.
static LogicalResult verifySignatureAttr(Operation *op, StringRef where,
                                         unsigned index, NamedAttribute attr,
                                         bool isArgument) {
  StringRef name = attr.getName().getValue(), kind;
  if (name == "croton.name")
    kind = isa<StringAttr>(attr.getValue()) ? "" : "a string";
  else if (name == "croton.state")
    kind = isa<FlatSymbolRefAttr>(attr.getValue()) ? "" : "a symbol";
  else if (name == "croton.donated" && isArgument)
    kind = isa<UnitAttr>(attr.getValue()) ? "" : "no value";
  else
    return op->emitOpError()
           << "has attribute '" << name << "' on " << where << " #" << index
           << ", where croton knows no such attribute";
  if (kind.empty())
    return success();
  return op->emitOpError() << "expected attribute '" << name << "' on " << where
                           << " #" << index << " to have " << kind
                           << ", but got " << attr.getValue();
}

LogicalResult CrotonDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                      unsigned index,
                                                      NamedAttribute attr) {
  return verifySignatureAttr(op, "argument", index, attr, /*isArgument=*/true);
}

LogicalResult CrotonDialect::verifyRegionResultAttribute(Operation *op,
                                                         unsigned,
                                                         unsigned index,
                                                         NamedAttribute attr) {
  return verifySignatureAttr(op, "result", index, attr, /*isArgument=*/false);
}

LogicalResult
SimtTargetAttr::verify(function_ref<InFlightDiagnostic()> emitError, int level,
                       bool, bool) {
  if (level < 0 || level > 3)
    return emitError() << "expected an optimization level from 0 to 3, but got "
                       << level;
  return success();
}
