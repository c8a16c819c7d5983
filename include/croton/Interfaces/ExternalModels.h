//===- ExternalModels.h - Croton's questions, upstream's ops -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream ops that answer croton's interfaces. They show how ops of a dialect
// that croton does not own join in: nothing of croton's knows about them.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_EXTERNALMODELS_H
#define CROTON_INTERFACES_EXTERNALMODELS_H

namespace mlir {
class DialectRegistry;

namespace croton {

/// Attaches ScalarBodyOpInterface and DeviceLiftOpInterface to `math.sin` and
/// `math.cos`. They apply where these stand on tensors.
void registerMathScalarBodyModels(DialectRegistry &registry);

} // namespace croton
} // namespace mlir

#endif // CROTON_INTERFACES_EXTERNALMODELS_H
