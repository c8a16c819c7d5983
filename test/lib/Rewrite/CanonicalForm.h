//===- CanonicalForm.h - IR up to the order of independent ops --*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TEST_LIB_REWRITE_CANONICALFORM_H
#define CROTON_TEST_LIB_REWRITE_CANONICALFORM_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::croton::test {

/// What `op` says, however the ops in its blocks that have no effects are
/// ordered. Two ops have the same form only if
///   - each block has the same ops with effects, in the same order,
///   - and as many ops without effects of each kind, where ops are of one kind
///   if
///     they have the same name, attributes, types, regions and operands, the
///     latter compared the same way.
/// Dead and duplicate ops count. Locations do not.
std::string getCanonicalForm(Operation *op);

} // namespace mlir::croton::test

#endif // CROTON_TEST_LIB_REWRITE_CANONICALFORM_H
