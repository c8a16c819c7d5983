//===- CrotonNnetOps.td - Neural network ops -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONNNETOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONNNETOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"

class Croton_SoftmaxLikeOp<string mnemonic>
    : Croton_PureOp<mnemonic, [Croton_InfersType, Croton_Differentiable]> {
  let arguments = (ins Croton_FloatTensor:$operand, I64Attr:$axis);
  let results = (outs Croton_FloatTensor:$result);
  let assemblyFormat = "$operand `axis` $axis attr-dict `:` type($operand)";
  let hasVerifier = 1;
}

def Croton_SoftmaxOp : Croton_SoftmaxLikeOp<"softmax"> {
  let summary = "normalized exponentials along an axis";
  let description = [{
    `exp(x - m) / sum(exp(x - m))` along `axis`, where `m` is the maximum. A
    slice that holds NaN, +inf, or nothing but -inf gives NaN throughout; an
    empty one gives an empty one. `f16` and `bf16` are computed in `f32`.

    * softmax.r1: `axis` is below the rank.

    Example:

    ```mlir
    %p = croton.softmax %z axis 1 : tensor<?x10xf32>
    ```
  }];
}

def Croton_LogSoftmaxOp : Croton_SoftmaxLikeOp<"log_softmax"> {
  let summary = "logarithm of the softmax along an axis";
  let description = [{
    `x - m - log(sum(exp(x - m)))` along `axis`, where `m` is the maximum. It
    stays finite where the softmax itself would underflow. `f16` and `bf16` are
    computed in `f32`.

    * softmax.r1: `axis` is below the rank.

    Example:

    ```mlir
    %l = croton.log_softmax %z axis 1 : tensor<?x10xf32>
    ```
  }];
}

class Croton_CrossentropyOp<string mnemonic>
    : Croton_PureOp<mnemonic, [Croton_InfersType, Croton_PartlyConnected]> {
  let results = (outs Croton_FloatTensor:$result);
}

def Croton_CategoricalCrossentropyOp
    : Croton_CrossentropyOp<"categorical_crossentropy"> {
  let summary = "negative log of the probability of the right class";
  let description = [{
    `result[i] = -log(probabilities[i, target[i]])`, with `i` over all dims but
    the last. A target outside the last axis is an error. The gradient reaches
    the probability of the target only.

    * crossentropy.r1: `target` has the dims of the first operand but the last.

    Example:

    ```mlir
    %nll = croton.categorical_crossentropy %p, %y : tensor<?x10xf32>, tensor<?xi64>
    ```
  }];
  let arguments = (ins Croton_FloatTensor:$probabilities,
                       Croton_IntTensor:$target);
  let assemblyFormat = [{
    $probabilities `,` $target attr-dict `:` type($probabilities) `,`
    type($target)
  }];
}

def Croton_CrossentropySoftmaxOp
    : Croton_CrossentropyOp<"crossentropy_softmax"> {
  let summary = "categorical cross-entropy of the softmax of its operand";
  let description = [{
    `result[i] = -log_softmax(logits)[i, target[i]]`, with `i` over all dims
    but the last: the stable form of the cross-entropy of a softmax. A target
    outside the last axis is an error. `f16` and `bf16` are computed in `f32`.

    * crossentropy.r1: `target` has the dims of the first operand but the last.

    Example:

    ```mlir
    %nll = croton.crossentropy_softmax %z, %y : tensor<?x10xf32>, tensor<?xi64>
    ```
  }];
  let arguments = (ins Croton_FloatTensor:$logits, Croton_IntTensor:$target);
  let assemblyFormat = [{
    $logits `,` $target attr-dict `:` type($logits) `,` type($target)
  }];
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONNNETOPS_TD
