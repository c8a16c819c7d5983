//===- Remarks.h - Applications as optimization remarks ---------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_REMARKS_H
#define CROTON_LIB_REWRITE_REMARKS_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Remarks.h"

namespace mlir::croton::detail {

/// The category of all remarks of this library.
constexpr StringLiteral kRemarkCategory = "croton-rewrite";

/// Options of a remark about `rewrite` in a function, null if unknown. The
/// texts live as long as the context: engines may keep remarks until it goes
/// away.
remark::RemarkOpts getRemarkOptions(MLIRContext *context, StringRef rewrite,
                                    StringAttr function);

/// The name of the symbol that `op` is, null if it is none.
StringAttr getSymbolName(Operation *op);

/// Reports that the plan `name` is applied to `op`. Returns whether remarks
/// like that are wanted, which engines do not tell otherwise.
bool remarkPlan(Operation *op, StringRef name);

void emitAppliedRemark(Operation *root, StringRef stage, StringRef rewrite,
                       unsigned number, OperationName name, Location loc);

/// Reports that `rewrite`, in a stage on `root`, was applied to an op of this
/// name at this place for the `number`th time; costs nothing without an engine.
inline void remarkApplied(Operation *root, StringRef stage, StringRef rewrite,
                          unsigned number, OperationName name, Location loc) {
  if (LLVM_UNLIKELY(loc->getContext()->getRemarkEngine() != nullptr))
    emitAppliedRemark(root, stage, rewrite, number, name, loc);
}

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_REMARKS_H
