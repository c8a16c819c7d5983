//===- ScalarProgram.h - Bodies of fused elementwise ops --------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets a block of scalar arith, math and complex ops, by a table from op
// names to functions on elements.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REFERENCE_SCALARPROGRAM_H
#define CROTON_LIB_REFERENCE_SCALARPROGRAM_H

#include "Scalar.h"

#include "mlir/IR/Operation.h"

namespace mlir::croton {
class EvaluationErrors;

namespace reference {

/// Computes the result of the scalar op `op`, of dtype `dtype`. Integers are
/// signless, that is, held as signed ones.
using ScalarOpFn = Scalar (*)(Operation *op, ArrayRef<Scalar> operands,
                              DType dtype);

/// The function that computes the named op, or null if there is none.
ScalarOpFn lookupScalarOp(StringRef name);

/// A block made ready to be run many times.
class ScalarProgram {
public:
  /// Reports an op that cannot be interpreted.
  static FailureOr<ScalarProgram> create(Block &block,
                                         EvaluationErrors &errors);

  DType getArgumentDType(unsigned index) const { return arguments[index]; }

  /// Runs the block on `inputs` and sets `outputs` to the operands of its
  /// terminator.
  void run(ArrayRef<Scalar> inputs, SmallVectorImpl<Scalar> &outputs) const;

private:
  /// One op: values are numbered in the order in which they are defined.
  struct Step {
    Operation *op;
    ScalarOpFn function;
    SmallVector<unsigned, 3> operands;
    DType dtype;
  };

  SmallVector<DType> arguments;
  SmallVector<Step> steps;
  SmallVector<unsigned> yielded;
};

} // namespace reference
} // namespace mlir::croton

#endif // CROTON_LIB_REFERENCE_SCALARPROGRAM_H
