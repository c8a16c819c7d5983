//===- Remarks.cpp - Applications as optimization remarks -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remarks.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::croton;

StringAttr croton::detail::getSymbolName(Operation *op) {
  return op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
}

remark::RemarkOpts croton::detail::getRemarkOptions(MLIRContext *context,
                                                    StringRef rewrite,
                                                    StringAttr function) {
  StringRef kept = StringAttr::get(context, rewrite).getValue();
  return remark::RemarkOpts::name(kept)
      .category(kRemarkCategory)
      .function(function ? function.getValue() : StringRef());
}

bool croton::detail::remarkPlan(Operation *op, StringRef name) {
  MLIRContext *context = op->getContext();
  if (LLVM_LIKELY(!context->getRemarkEngine()))
    return false;
  auto remark = remark::passed(
      op->getLoc(), getRemarkOptions(context, name, getSymbolName(op)));
  if (!remark)
    return false;
  remark << "its rewrites are applied";
  return true;
}

void croton::detail::emitAppliedRemark(Operation *root, StringRef stage,
                                       StringRef rewrite, unsigned number,
                                       OperationName name, Location loc) {
  using Arg = remark::detail::Remark::Arg;
  remark::passed(
      loc, getRemarkOptions(root->getContext(), rewrite, getSymbolName(root)))
      << ("applied to '" + name.getStringRef() + "'").str()
      << Arg("Stage", stage) << Arg("Number", number);
}
