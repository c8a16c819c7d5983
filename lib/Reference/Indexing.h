//===- Indexing.h - Shared by the indexing models ---------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REFERENCE_INDEXING_H
#define CROTON_LIB_REFERENCE_INDEXING_H

#include "ModelSupport.h"

#include <optional>

namespace mlir::croton::reference {

/// An integer element in decimal, for messages.
std::string formatIndex(const Scalar &index);

/// The position that an integer index stands for in a dim of `size`: a negative
/// one counts from the end. Nothing if it is outside `-size .. size-1`.
std::optional<int64_t> resolveIndex(const Scalar &index, int64_t size);

/// Verifies that `value`, of type `type`, is stretched to `shape`: along each
/// dim it has static size 1 or the size of `shape`.
LogicalResult verifyValueShape(RankedTensorType type, const HostTensor &value,
                               ArrayRef<int64_t> shape,
                               EvaluationErrors &errors);

/// A result of `op` that starts as a copy of `operand`.
FailureOr<HostTensor> copyToResult(Operation *op, const HostTensor &operand,
                                   EvaluationErrors &errors);

/// subtensor and inc_subtensor.
void attachSlicingModels(MLIRContext *context);

} // namespace mlir::croton::reference

#endif // CROTON_LIB_REFERENCE_INDEXING_H
