//===- CrotonReductionOps.td - Reductions -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules shared by all ops of this file, cited by tests:
//   reduction.r1  axes are in ascending order, distinct and below the rank;
//   reduction.r2  the accumulator holds every value of the operand's type, or
//                 is a float one for integers;
//   reduction.r3  the result has the dims that are not reduced, in order.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONREDUCTIONOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONREDUCTIONOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"

class Croton_ReductionOp<string mnemonic, list<Trait> traits = []>
    : Croton_PureOp<mnemonic, !listconcat(
        [Croton_InfersType, Croton_Differentiable], traits)> {
  let results = (outs Croton_Tensor:$result);
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::croton::detail::reifyReducedShape(
          builder, getLoc(), getOperand(), getAxes(), shapes);
    }
  }];
}

/// A reduction that computes in an accumulator type of its own.
class Croton_AccumulatingOp<string mnemonic>
    : Croton_ReductionOp<mnemonic> {
  let arguments = (ins Croton_Tensor:$operand, DenseI64ArrayAttr:$axes,
                       OptionalAttr<TypeAttr>:$acc,
                       OptionalAttr<TypeAttr>:$dtype);
  let assemblyFormat = [{
    $operand `axes` $axes (`acc` $acc^)? (`dtype` $dtype^)? attr-dict
    `:` type($operand)
  }];
  let extraClassDeclaration = [{
    /// The element type the reduction computes in: `acc` if given, else the
    /// default for the operand's element type.
    ::mlir::Type getAccumulatorType();
    /// The accumulator and result element types used unless given.
    static ::mlir::Type getDefaultAccumulator(::mlir::Type elementType);
    static ::mlir::Type getDefaultDtype(::mlir::Type elementType);
  }];
}

def Croton_SumOp : Croton_AccumulatingOp<"sum"> {
  let summary = "sum over axes";
  let description = [{
    Adds the elements along `axes` in the element type `acc` and converts the
    sums to `dtype`. The sum of nothing is 0; without axes it is a copy.

    | operand | default `acc` | default `dtype` |
    |---|---|---|
    | `i1`, `i8` to `i64` | `i64` | `i64` |
    | `ui8` to `ui64` | `ui64` | `ui64` |
    | `f16`, `bf16` | `f32` | as the operand |
    | `f32`, `f64`, complex | as the operand | as the operand |

    The order of additions is fixed for given sizes, so results repeat bit for
    bit, and at least as accurate as pairwise summation. The rules are
    reduction.r1 to r3.

    Example:

    ```mlir
    %r = croton.sum %x axes [1] : tensor<?x64xf32>
    %s = croton.sum %x axes [0, 1] acc f64 : tensor<?x64xf32>
    ```
  }];
}

def Croton_MeanOp : Croton_AccumulatingOp<"mean"> {
  let summary = "mean over axes";
  let description = [{
    The sum along `axes`, computed in `acc`, divided by the number of elements
    in `acc` and converted to `dtype`. The mean of nothing is NaN. Booleans and
    integers accumulate in `f64` and give `f64`; `f16` and `bf16` accumulate in
    `f32`; other types in themselves. The accumulator is a float or complex
    type. The rules are reduction.r1 to r3.

    Example:

    ```mlir
    %r = croton.mean %x axes [0] : tensor<?x10xf32>
    ```
  }];
}

class Croton_ExtremumOp<string mnemonic> : Croton_ReductionOp<mnemonic> {
  let arguments = (ins Croton_RealTensor:$operand, DenseI64ArrayAttr:$axes);
  let assemblyFormat = [{
    $operand `axes` $axes attr-dict `:` type($operand)
  }];
}

def Croton_MaxOp : Croton_ExtremumOp<"max"> {
  let summary = "largest element along axes";
  let description = [{
    The largest element along `axes`. A NaN wins over everything. Of two zeros
    of different sign the first one met is kept. There is no maximum of
    nothing: an empty axis is an error. In the gradient every element equal to
    the maximum gets the whole of it, and none does where it is NaN. The rules are reduction.r1 and r3.

    Example:

    ```mlir
    %r = croton.max %x axes [1] : tensor<?x10xf32>
    ```
  }];
}

def Croton_ArgmaxOp : Croton_ExtremumOp<"argmax"> {
  let summary = "index of the largest element along axes";
  let description = [{
    The `i64` index of the first largest element; the first NaN if there is
    one. Several axes count as one, flattened in row-major order. An empty axis
    is an error. The derivative is zero. The rules are reduction.r1 and r3.

    Example:

    ```mlir
    %r = croton.argmax %x axes [1] : tensor<?x10xf32>
    ```
  }];
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONREDUCTIONOPS_TD
