//===- MakeOp.h - Ops that are known by name only ---------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_MAKEOP_H
#define CROTON_LIB_REWRITE_MAKEOP_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::croton::detail {

/// Why ops of this name cannot be made or matched in the context: "" if they
/// can. Ops of a dialect that is loaded must exist; others need a context that
/// allows unregistered dialects. Ends in a did-you-mean for a misspelt op.
std::string checkOpName(MLIRContext *context, StringRef name);

/// The result types of an op: what the op infers if it has
/// InferTypeOpInterface, else `fallback`. Fails with a reason.
FailureOr<SmallVector<Type>> inferResultTypes(Location loc, OperationName name,
                                              ValueRange operands,
                                              DictionaryAttr attributes,
                                              TypeRange fallback,
                                              std::string &reason);

/// Whether `op` by itself is valid; nothing is printed. Fails with a reason.
LogicalResult verifyQuietly(Operation *op, std::string &reason);

/// Makes an op with these types that is in no block yet, without regions and
/// successors, and verifies it. Returns null with a reason.
Operation *makeDetachedOpOfTypes(Location loc, OperationName name,
                                 ValueRange operands, DictionaryAttr attributes,
                                 TypeRange types, std::string &reason);

/// Makes an op that is in no block yet, without regions and successors, with
/// its types inferred as above, and verifies it. Returns null with a reason.
Operation *makeDetachedOp(Location loc, OperationName name, ValueRange operands,
                          DictionaryAttr attributes, TypeRange fallback,
                          std::string &reason);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_MAKEOP_H
