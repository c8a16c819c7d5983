//===- EvaluableOpInterface.td - Results from constants ----*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which an op computes its results from known operands.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_EVALUABLEOPINTERFACE_TD
#define CROTON_INTERFACES_EVALUABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def EvaluableOpInterface : OpInterface<"EvaluableOpInterface"> {
  let cppNamespace = "::mlir::croton";
  let description = [{
    An op whose results can be computed at compile time, in plain C++, from
    the values of its operands. This is the definition of what the op means in
    numbers: constant folding, the reference evaluator and debug mode use it,
    and compiled code is tested against it. Implementations are written for
    clarity and share no code with any lowering.

    The croton dialect's models live in `croton/Reference` and are attached by
    `registerReferenceModels`; without them nothing folds. Other dialects
    implement the interface directly or by external models.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Computes the results from the operand values. `operands[i]` has the
        dtype of operand `i` and run-time sizes that its type admits. Appends
        one tensor per result. A run-time error (sizes that do not match, an
        index out of range) is reported by returning
        `errors.fail("... message")`.
      }],
      /*retTy=*/"::llvm::LogicalResult",
      /*methodName=*/"evaluate",
      /*args=*/(ins "::llvm::ArrayRef<::mlir::croton::HostTensor>":$operands,
                    "::llvm::SmallVectorImpl<::mlir::croton::HostTensor> &":$results,
                    "::mlir::croton::EvaluationErrors &":$errors)
    >
  ];
}

#endif // CROTON_INTERFACES_EVALUABLEOPINTERFACE_TD
