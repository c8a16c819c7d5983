//===- CrotonGradientOps.td - Gradients and their markers -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONGRADIENTOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONGRADIENTOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"
include "croton/Dialect/Croton/IR/CrotonAttrs.td"

//===----------------------------------------------------------------------===//
// Markers: identities that change the gradient
//===----------------------------------------------------------------------===//

class Croton_MarkerOp<string mnemonic, list<Trait> traits>
    : Croton_PureOp<mnemonic, !listconcat(
        [Croton_InfersType], traits)> {
  let arguments = (ins Croton_Tensor:$operand);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context,
        ::std::optional<::mlir::Location> location,
        ::mlir::ValueRange operands, ::mlir::DictionaryAttr attributes,
        ::mlir::OpaqueProperties properties, ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      types.push_back(operands[0].getType());
      return ::mlir::success();
    }
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::croton::detail::reifyShapeOf(builder, getLoc(),
                                                  getOperand(), shapes);
    }
  }];
}

def Croton_ZeroGradOp : Croton_MarkerOp<"zero_grad", [Croton_Differentiable]> {
  let summary = "identity whose gradient is zero";
  let description = [{
    The operand itself. Its derivative is zero, but it stays connected, so that
    asking for the gradient gives zeros and no error.

    Example:

    ```mlir
    %y = croton.zero_grad %x : tensor<?xf32>
    ```
  }];
}

def Croton_DisconnectedGradOp
    : Croton_MarkerOp<"disconnected_grad", [Croton_PartlyConnected]> {
  let summary = "identity that gradients do not pass";
  let description = [{
    The operand itself, cut off from differentiation: it counts as not
    depending on the operand at all.

    Example:

    ```mlir
    %y = croton.disconnected_grad %x : tensor<?xf32>
    ```
  }];
}

def Croton_GradClipOp : Croton_MarkerOp<"grad_clip", [Croton_Differentiable]> {
  let summary = "identity that limits the gradient";
  let description = [{
    The operand itself. In reverse mode the gradient is clipped elementwise to
    `lower .. upper`; a NaN passes. Forward mode passes the tangent unchanged,
    as the value is the operand's.

    * grad_clip.r1: `lower` is not above `upper` and neither is NaN.

    Example:

    ```mlir
    %y = croton.grad_clip %x from -1.0 to 1.0 : tensor<?xf32>
    ```
  }];
  let arguments = (ins Croton_FloatTensor:$operand, F64Attr:$lower,
                       F64Attr:$upper);
  let assemblyFormat = [{
    $operand `from` $lower `to` $upper attr-dict `:` type($operand)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Requests for derivatives
//===----------------------------------------------------------------------===//

/// An op that stands for derivatives until `croton-expand-gradients` replaces
/// it. It refers to the graph above it, so it must be expanded before anything
/// rewrites that graph.
class Croton_DerivativeOp<string mnemonic>
    : Croton_Op<mnemonic, [AttrSizedOperandSegments, Pure, Croton_InfersType]> {
  let results = (outs Variadic<Croton_Tensor>:$results);
  let hasVerifier = 1;
}

def Croton_GradOp : Croton_DerivativeOp<"grad"> {
  let summary = "gradient of a scalar cost";
  let description = [{
    The gradient of `cost` with respect to each value in `wrt`, in order: a
    tensor of that value's shape. An integer value gets a float gradient, `f32`
    for up to 16 bits and `f64` above.

    * `consider_constant` lists values that gradients do not pass;
    * `known` gives the gradients of some intermediate values; they replace
      what would come down to these values from the cost;
    * `disconnected` says what happens if the cost does not depend on a value:
      `raise` an error (default), `warn` and give zeros, or `ignore` it and
      give zeros.

    Rules:

    * grad.r1: `cost` is a float of rank 0;
    * grad.r2: each known gradient has the shape of its value and a float
      element type;
    * grad.r3: there is at least one value in `wrt`, and all are real.

    Gradients of gradients are allowed and expand inside out.

    Example:

    ```mlir
    %gw, %gb = croton.grad %cost : tensor<f32>
        wrt(%w, %b : tensor<64x10xf32>, tensor<10xf32>)
    ```
  }];
  let arguments = (ins Croton_FloatTensor:$cost,
                       Variadic<Croton_Tensor>:$wrt,
                       Variadic<Croton_Tensor>:$considerConstant,
                       Variadic<Croton_Tensor>:$known,
                       Variadic<Croton_Tensor>:$knownGrads,
                       DefaultValuedAttr<Croton_DisconnectedInputsAttr,
                           "::mlir::croton::DisconnectedInputs::Raise"
                           >:$disconnected);
  let assemblyFormat = [{
    $cost `:` type($cost) `wrt` `(` $wrt `:` type($wrt) `)`
    (`consider_constant` `(` $considerConstant^ `:` type($considerConstant)
     `)`)?
    (`known` `(` $known^ `:` type($known) `)` `grads` `(` $knownGrads `:`
     type($knownGrads) `)`)?
    (`disconnected` $disconnected^)? attr-dict
  }];
}

def Croton_LopOp : Croton_DerivativeOp<"lop"> {
  let summary = "row vector times Jacobian";
  let description = [{
    For functions `outputs` of `wrt`: the sum over all outputs of the given
    gradient times the Jacobian, for each value in `wrt`. `croton.grad` is the
    case of one scalar output with gradient 1.

    * lop.r1: there is one gradient for each output, of its shape and a float
      element type;
    * lop.r2: there is at least one output and one value in `wrt`, and all are
      real.

    Example:

    ```mlir
    %gx = croton.lop %y : tensor<?xf32> grads(%gy : tensor<?xf32>)
        wrt(%x : tensor<?xf32>)
    ```
  }];
  let arguments = (ins Variadic<Croton_Tensor>:$outputs,
                       Variadic<Croton_Tensor>:$outputGrads,
                       Variadic<Croton_Tensor>:$wrt,
                       Variadic<Croton_Tensor>:$considerConstant,
                       DefaultValuedAttr<Croton_DisconnectedInputsAttr,
                           "::mlir::croton::DisconnectedInputs::Raise"
                           >:$disconnected);
  let assemblyFormat = [{
    $outputs `:` type($outputs) `grads` `(` $outputGrads `:`
    type($outputGrads) `)` `wrt` `(` $wrt `:` type($wrt) `)`
    (`consider_constant` `(` $considerConstant^ `:` type($considerConstant)
     `)`)?
    (`disconnected` $disconnected^)? attr-dict
  }];
}

def Croton_RopOp : Croton_DerivativeOp<"rop"> {
  let summary = "Jacobian times column vector";
  let description = [{
    For functions `outputs` of `wrt`: the direction in which each output moves
    when `wrt` moves along `tangents`. The results have the shapes of the
    outputs.

    * rop.r1: there is one tangent for each value in `wrt`, of its shape and a
      float element type;
    * rop.r2: there is at least one output and one value in `wrt`, and all are
      real.

    Example:

    ```mlir
    %dy = croton.rop %y : tensor<?xf32> wrt(%x : tensor<?xf32>)
        along(%dx : tensor<?xf32>)
    ```
  }];
  let arguments = (ins Variadic<Croton_Tensor>:$outputs,
                       Variadic<Croton_Tensor>:$wrt,
                       Variadic<Croton_Tensor>:$tangents,
                       DefaultValuedAttr<Croton_DisconnectedInputsAttr,
                           "::mlir::croton::DisconnectedInputs::Raise"
                           >:$disconnected);
  let assemblyFormat = [{
    $outputs `:` type($outputs) `wrt` `(` $wrt `:` type($wrt) `)`
    `along` `(` $tangents `:` type($tangents) `)`
    (`disconnected` $disconnected^)? attr-dict
  }];
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONGRADIENTOPS_TD
