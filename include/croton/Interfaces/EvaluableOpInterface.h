//===- EvaluableOpInterface.h - Results from constants -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_EVALUABLEOPINTERFACE_H
#define CROTON_INTERFACES_EVALUABLEOPINTERFACE_H

#include "croton/Support/HostTensor.h"

#include "mlir/IR/OpDefinition.h"

#include <string>

namespace mlir::croton {

/// Collects the first run-time error of an evaluation. Evaluation never emits
/// diagnostics by itself: folding must stay silent, and the evaluator decides
/// where the message goes.
class EvaluationErrors {
public:
  /// Records `message` if it is the first one and returns failure.
  LogicalResult fail(const Twine &message);

  bool hasError() const { return !message.empty(); }
  StringRef getMessage() const { return message; }

private:
  std::string message;
};

} // namespace mlir::croton

#include "croton/Interfaces/EvaluableOpInterface.h.inc"

#endif // CROTON_INTERFACES_EVALUABLEOPINTERFACE_H
