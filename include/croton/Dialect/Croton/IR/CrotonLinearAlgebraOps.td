//===- CrotonLinearAlgebraOps.td - Linear algebra ops -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONLINEARALGEBRAOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONLINEARALGEBRAOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"

class Croton_ProductOp<string mnemonic>
    : Croton_PureOp<mnemonic, [
        Croton_InfersType, Croton_SameElementOperands,
        Croton_Differentiable]> {
  let arguments = (ins Croton_NumberTensor:$lhs, Croton_NumberTensor:$rhs);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)
  }];
}

def Croton_DotOp : Croton_ProductOp<"dot"> {
  let summary = "product of matrices and vectors";
  let description = [{
    The sum of products over the last axis of `lhs` and the first of `rhs`,
    each of rank 1 or 2; the result keeps the other axes. A sum over an empty
    axis is 0. `f16` and `bf16` accumulate in `f32`; integers wrap.

    * dot.r1: both ranks are 1 or 2;
    * dot.r2: the inner sizes agree; a static 1 against another size does not
      stretch.

    Example:

    ```mlir
    %h = croton.dot %x, %w : tensor<?x64xf32>, tensor<64x10xf32>
    ```
  }];
}

def Croton_BatchedDotOp : Croton_ProductOp<"batched_dot"> {
  let summary = "products of a batch of matrices";
  let description = [{
    `result[i] = dot(lhs[i], rhs[i])` for tensors of rank 3.

    * batched_dot.r1: both ranks are 3;
    * batched_dot.r2: batch sizes and inner sizes agree; nothing stretches.

    Example:

    ```mlir
    %r = croton.batched_dot %a, %b : tensor<?x4x5xf32>, tensor<?x5x6xf32>
    ```
  }];
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONLINEARALGEBRAOPS_TD
