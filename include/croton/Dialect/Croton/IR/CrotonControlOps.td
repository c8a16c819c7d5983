//===- CrotonControlOps.td - Constants, fused bodies and checks -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONCONTROLOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONCONTROLOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Croton_ConstantOp : Croton_Op<"constant", [
    Pure, ConstantLike, Croton_InfersType,
    Croton_ReifiesShapes, Croton_Differentiable, DeviceLiftOpInterface]> {
  let summary = "constant tensor";
  let description = [{
    A tensor known at compile time.

    Example:

    ```mlir
    %c = croton.constant dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = "attr-dict $value";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// DeviceLiftOpInterface: the value has the type of the result.
    ::llvm::LogicalResult canRunOn(::mlir::Attribute device,
                                   ::std::string &whyNot);
    ::llvm::LogicalResult
    buildOnDevice(::mlir::OpBuilder &builder, ::mlir::Attribute device,
                  ::mlir::ValueRange operands,
                  ::llvm::SmallVectorImpl<::mlir::Value> &results);
  }];
}

def Croton_CompositeOp : Croton_Op<"composite", [
    Pure, Croton_OnePlace, Croton_ReifiesShapes,
    DeclareOpInterfaceMethods<ScalarBodyOpInterface>,
    SingleBlockImplicitTerminator<"::mlir::croton::YieldOp">,
    IsolatedFromAbove, DeviceLiftOpInterface]> {
  let summary = "fused elementwise computation";
  let description = [{
    Several elementwise ops as one. The body computes one element of each
    result from one element of each input in arith, math and complex ops, on
    signless scalars. Made by fusion after differentiation, never by users, so
    it has no gradient.

    * composite.r1: inputs broadcast by the elementwise rules, and every result
      has the common shape;
    * composite.r2: the body has one signless scalar argument for each input
      and yields one for each result;
    * composite.r3: the ops of the body have no side effects.

    Example:

    ```mlir
    %r = croton.composite %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
    ^bb0(%a: f32, %b: f32):
      %0 = arith.addf %a, %b : f32
      %1 = math.exp %0 : f32
      croton.yield %1 : f32
    }
    ```
  }];
  let arguments = (ins Variadic<Croton_Tensor>:$inputs);
  let results = (outs Variadic<Croton_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $inputs `:` functional-type($inputs, $results) attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
}

def Croton_YieldOp : Croton_Op<"yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["CompositeOp"]>]> {
  let summary = "results of a region of a croton op";
  let description = [{
    Ends the body of `croton.composite`.

    Example:

    ```mlir
    %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
    ^bb0(%a: f32):
      croton.yield %a : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$results);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

def Croton_AssertOp : Croton_PureOp<"assert", [
    Croton_InfersType, Croton_PartlyConnected], Croton_OnePlaceOrHost<1>> {
  let summary = "value that exists only if conditions hold";
  let description = [{
    `value` itself. If a condition is false at run time, the call returns an
    error with `message` instead.

    Example:

    ```mlir
    %y = croton.assert %x, %c, "sizes must be positive" : tensor<?xf32>, tensor<i1>
    ```
  }];
  let arguments = (ins Croton_Tensor:$value,
                       Variadic<0DTensorOf<[Croton_Bool]>>:$conditions,
                       StrAttr:$message);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $value `` custom<Conditions>($conditions, $message) attr-dict `:` type($value)
    (`,` type($conditions)^)?
  }];
}

def Croton_CheckOp : Croton_Op<"check", [MemoryEffects<[MemWrite]>]> {
  let summary = "run-time check of lowered code";
  let description = [{
    If `condition` is false, the call in progress ends with error code `code`
    (`CrotonErrorCode` in `croton/Runtime/Status.h`) and the text `format`, in
    which `{0}`, `{1}`, ... are replaced by `values`. Lowerings make it; graphs
    use `croton.assert`.

    Example:

    ```mlir
    croton.check %ok, 1, "croton.add at model.mlir:3:8: dim 1 is {0} and {1}" (%n, %m)
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let arguments = (ins I1:$condition, I32Attr:$code, StrAttr:$format,
                       Variadic<Index>:$values);
  let assemblyFormat = [{
    $condition `,` $code `,` $format (`(` $values^ `)`)? attr-dict
  }];
  let hasVerifier = 1;
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONCONTROLOPS_TD
