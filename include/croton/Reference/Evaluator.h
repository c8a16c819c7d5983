//===- Evaluator.h - Functions run in plain C++ -----------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets functions on tensors through EvaluableOpInterface: slow, plain and
// exact. It is what compiled code is compared with.
//
// Tensors are handed on without copies: a result may share its elements with an
// argument. Callers treat arguments and results as read-only while either is
// in use.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REFERENCE_EVALUATOR_H
#define CROTON_REFERENCE_EVALUATOR_H

#include "croton/Support/HostTensor.h"

#include "llvm/ADT/StringMap.h"

namespace mlir {
class ModuleOp;
class Operation;
namespace func {
class FuncOp;
} // namespace func

namespace croton {
class EvaluationErrors;

/// The values of a module's `ml_program.global` ops between calls.
struct EvaluatorState {
  /// Reads the initial values of the globals. One without an initial value is
  /// left out and must be set before a function loads it. Fails, after a
  /// diagnostic, if an initial value cannot be read.
  static FailureOr<EvaluatorState> create(ModuleOp module);

  /// The value of each global, by symbol name.
  llvm::StringMap<HostTensor> globals;
};

/// Computes the results of one op. Unlike the interface method it may be called
/// with anything: it reports an op that does not implement the interface, and
/// operands or results that the types do not admit.
LogicalResult evaluateOp(Operation *op, ArrayRef<HostTensor> operands,
                         SmallVectorImpl<HostTensor> &results,
                         EvaluationErrors &errors);

/// Runs `function` on `arguments` and returns its results. Loads of globals see
/// their values on entry; stores take effect together at the end, and only if
/// the whole call succeeds. Calls of other functions are followed. A failure is
/// reported as a diagnostic on the op that failed.
FailureOr<SmallVector<HostTensor>>
evaluateFunction(func::FuncOp function, ArrayRef<HostTensor> arguments,
                 EvaluatorState &state);

} // namespace croton
} // namespace mlir

#endif // CROTON_REFERENCE_EVALUATOR_H
