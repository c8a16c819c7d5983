//===- Models.h - What ops mean in numbers ----------------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REFERENCE_MODELS_H
#define CROTON_REFERENCE_MODELS_H

namespace mlir {
class DialectRegistry;

namespace croton {

/// Attaches EvaluableOpInterface to the ops of the croton dialect and to a few
/// upstream ops (arith.constant, tensor.cast, math.sin, math.cos on tensors)
/// when their dialects are loaded. Without it nothing folds by evaluation.
void registerReferenceModels(DialectRegistry &registry);

} // namespace croton
} // namespace mlir

#endif // CROTON_REFERENCE_MODELS_H
