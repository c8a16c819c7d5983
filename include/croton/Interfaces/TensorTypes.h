//===- TensorTypes.h - Element types, MLIR's and ours -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between MLIR element types and attributes on one side and DType
// and HostTensor on the other.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_TENSORTYPES_H
#define CROTON_INTERFACES_TENSORTYPES_H

#include "croton/Support/HostTensor.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::croton {

/// The dtype of an MLIR element type, or nullopt if croton does not know it.
std::optional<DType> getDType(Type elementType);

/// The MLIR element type of a dtype. Unsigned integers are `uiN`, signed ones
/// are signless `iN`.
Type getElementType(MLIRContext *context, DType dtype);

/// True for f16, bf16, f32, f64 (not complex).
bool isFloat(Type elementType);
/// True for complex<f32> and complex<f64>.
bool isComplex(Type elementType);
/// True for float and complex types, which can carry derivatives or roundings.
bool isInexact(Type elementType);
/// True for i1 and every integer type.
bool isDiscrete(Type elementType);
/// True for `uiN`.
bool isUnsigned(Type elementType);

/// A copy of the attribute's elements. Fails for element types that croton
/// does not know and for resources that are not available.
FailureOr<HostTensor> getHostTensor(ElementsAttr attr);

/// A dense attribute of type `type` (static shape, the tensor's dtype) holding
/// a copy of the elements.
DenseElementsAttr getDenseElements(const HostTensor &tensor,
                                   RankedTensorType type);

} // namespace mlir::croton

#endif // CROTON_INTERFACES_TENSORTYPES_H
