//===- ValueSpec.h - Values on the command line -----------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns what a user writes behind --arg and --state into tensors.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_RUN_VALUESPEC_H
#define CROTON_TOOLS_CROTON_RUN_VALUESPEC_H

#include "croton/ExecutionEngine/FunctionSignature.h"
#include "croton/Support/HostTensor.h"
#include "llvm/Support/Error.h"

namespace mlir::croton {

/// Makes the tensor that `text` describes, of type `type`:
///
///   x.npy                  a file; its dtype and shape must fit
///   3, -1.5, true, nan     a number, for tensors of rank 0
///   [[1, 2], [3, 4]]       a list
///   zeros[:SHAPE]          also ones, random (uniform in [0, 1)), normal
///   fill:VALUE[:SHAPE]
///   randint:LOW:HIGH[:SHAPE]   integers from LOW up to HIGH - 1
///
/// SHAPE is "64x10", and may be left out when the type tells it. Numbers are
/// read in the dtype of `type`. Random numbers depend on `seed` and `stream`
/// only. An error says what was expected, and not for whom.
llvm::Expected<HostTensor> parseValueSpec(StringRef text,
                                          const TensorSpec &type, uint64_t seed,
                                          uint64_t stream);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_RUN_VALUESPEC_H
