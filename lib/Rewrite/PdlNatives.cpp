//===- PdlNatives.cpp - Calls that prepared patterns make -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PdlNatives.h"

#include "MakeOp.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;
using namespace mlir::croton;
using namespace mlir::croton::detail;

//===----------------------------------------------------------------------===//
// Ops made
//===----------------------------------------------------------------------===//

static thread_local MadeOps *current = nullptr;

MadeOps::MadeOps() : outer(current) { current = this; }
MadeOps::~MadeOps() { current = outer; }

void MadeOps::eraseAll(RewriterBase &rewriter) {
  for (Operation *op : llvm::reverse(ops))
    rewriter.eraseOp(op);
  ops.clear();
}

void croton::detail::noteMade(Operation *op) {
  if (current)
    current->ops.push_back(op);
}

//===----------------------------------------------------------------------===//
// Natives
//===----------------------------------------------------------------------===//

static void appendValues(PDLValue value, SmallVectorImpl<Value> &values) {
  if (!value)
    return;
  if (value.isa<ValueRange>())
    llvm::append_range(values, value.cast<ValueRange>());
  else if (value.isa<Value>())
    values.push_back(value.cast<Value>());
}

static LogicalResult inferTypes(PatternRewriter &rewriter,
                                PDLResultList &results,
                                ArrayRef<PDLValue> args) {
  MLIRContext *context = rewriter.getContext();
  OperationName name(cast<StringAttr>(args[0].cast<Attribute>()).getValue(),
                     context);
  auto names = cast<ArrayAttr>(args[1].cast<Attribute>());
  args = args.drop_front(2);
  NamedAttrList attributes;
  for (auto [attrName, value] : llvm::zip(names.getAsRange<StringAttr>(), args))
    if (value)
      attributes.append(attrName, value.cast<Attribute>());
  SmallVector<Value> operands;
  for (PDLValue value : args.drop_front(names.size()))
    appendValues(value, operands);

  std::string reason;
  Location loc = UnknownLoc::get(context);
  FailureOr<SmallVector<Type>> types =
      inferResultTypes(loc, name, operands, attributes.getDictionary(context),
                       /*fallback=*/{}, reason);
  if (failed(types))
    return rewriter.notifyMatchFailure(
        loc, [&](Diagnostic &diagnostic) { diagnostic << reason; });
  results.push_back(TypeRange(*types));
  return success();
}

static LogicalResult verifyMade(PatternRewriter &rewriter, PDLResultList &,
                                ArrayRef<PDLValue> args) {
  Operation *op = args[0].cast<Operation *>();
  noteMade(op);
  std::string reason;
  if (succeeded(verifyQuietly(op, reason)))
    return success();
  return rewriter.notifyMatchFailure(
      op, [&](Diagnostic &diagnostic) { diagnostic << reason; });
}

static LogicalResult areApart(PatternRewriter &, PDLResultList &,
                              ArrayRef<PDLValue> args) {
  llvm::SmallPtrSet<Operation *, 4> ops;
  SmallVector<Value> values;
  for (PDLValue arg : args) {
    if (arg && arg.isa<Operation *>()) {
      if (!ops.insert(arg.cast<Operation *>()).second)
        return failure();
    } else {
      appendValues(arg, values);
    }
  }
  return success(llvm::none_of(values, [&](Value value) {
    return ops.contains(value.getDefiningOp());
  }));
}

static LogicalResult isPresent(PatternRewriter &rewriter, PDLResultList &,
                               ArrayRef<PDLValue> args) {
  if (args[0])
    return success();
  return rewriter.notifyMatchFailure(
      UnknownLoc::get(rewriter.getContext()),
      "takes a result that the op does not have");
}

void croton::detail::registerPdlNatives(PDLPatternModule &module) {
  module.registerRewriteFunction(kInferTypes, PDLRewriteFunction(inferTypes));
  module.registerRewriteFunction(kVerify, PDLRewriteFunction(verifyMade));
  module.registerRewriteFunction(kPresent, PDLRewriteFunction(isPresent));
  module.registerConstraintFunction(kApart, PDLConstraintFunction(areApart));
}
