//===- DifferentiableOpInterface.td - Derivatives of an op -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which an op gives its reverse and forward derivative.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
#define CROTON_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def DifferentiableOpInterface : OpInterface<"DifferentiableOpInterface"> {
  let cppNamespace = "::mlir::croton";
  let description = [{
    An op that knows how a change of its operands moves its results. The
    engines in `croton/Autodiff` ask nothing else of an op, so ops of any
    dialect take part, also by external models.

    A null `Value` stands for a gradient or tangent that is zero everywhere.
    Nobody ever makes a tensor of zeros only to pass it on: an implementation
    leaves an entry null where the derivative vanishes, and gets null where
    nothing arrives.

    *Connected* and *zero* are two things. `shape(x)` does not depend on the
    values of `x`: it is disconnected, and asking for such a gradient is most
    likely a mistake that `croton.grad` reports. `x > 0` depends on them and
    has derivative zero: it is connected.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        True if the values of operand `operand` influence result `result`.
        Sizes, indices and anything behind `disconnected_grad` do not connect.
      }],
      /*retTy=*/"bool",
      /*methodName=*/"isConnected",
      /*args=*/(ins "unsigned":$operand, "unsigned":$result),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return true;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Reverse mode (Theano's L-op). `outputGrads[r]` is the gradient of some
        scalar with respect to result `r`, of the result's type with a float
        element type, or null for zero. Sets `inputGrads[i]`, given with one
        null entry per operand, to the gradient with respect to operand `i`: a
        float tensor of the operand's shape, or null for zero. Only entries
        with `wanted[i]` set are used; others may be left null. At least one
        output gradient is not null. New ops go in at `builder`, which stands
        where every operand and result of the op is visible.
        Fails, after a diagnostic on the op, if the derivative is undefined.
      }],
      /*retTy=*/"::llvm::LogicalResult",
      /*methodName=*/"buildVjp",
      /*args=*/(ins "::mlir::OpBuilder &":$builder,
                    "::mlir::ValueRange":$outputGrads,
                    "::llvm::ArrayRef<bool>":$wanted,
                    "::llvm::MutableArrayRef<::mlir::Value>":$inputGrads)
    >,
    InterfaceMethod<
      /*desc=*/[{
        Forward mode (Theano's R-op). `tangents[i]` is the direction in which
        operand `i` moves, of the operand's shape with a float element type, or
        null for zero; at least one is not null. Sets `resultTangents[r]`,
        given null, to the direction in which result `r` then moves, or leaves
        it null for zero. Fails as `buildVjp` does.
      }],
      /*retTy=*/"::llvm::LogicalResult",
      /*methodName=*/"buildJvp",
      /*args=*/(ins "::mlir::OpBuilder &":$builder,
                    "::mlir::ValueRange":$tangents,
                    "::llvm::MutableArrayRef<::mlir::Value>":$resultTangents)
    >
  ];
}

#endif // CROTON_INTERFACES_DIFFERENTIABLEOPINTERFACE_TD
