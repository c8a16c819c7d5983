//===- CrotonShapeOps.td - Shape ops -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONSHAPEOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONSHAPEOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"

def Croton_DimshuffleOp : Croton_PureOp<"dimshuffle", [
    Croton_InfersType, Croton_Differentiable]> {
  let summary = "permutation, insertion and removal of axes";
  let description = [{
    Axis `i` of the result is axis `order[i]` of the operand, or a new axis of
    size 1 where the order has `x`.

    * dimshuffle.r1: an axis is named at most once and exists;
    * dimshuffle.r2: an axis that is not named has static size 1.

    Example:

    ```mlir
    %t = croton.dimshuffle %m [1, 0] : tensor<?x4xf32>
    %row = croton.dimshuffle %v [x, 0] : tensor<10xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, DenseI64ArrayAttr:$order);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $operand custom<DimshuffleOrder>($order) attr-dict `:` type($operand)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The entry of `order` that stands for a new axis.
    static constexpr int64_t kNewAxis = -1;
    /// True if the op only moves axes.
    bool isPermutation();
  }];
}

def Croton_ReshapeOp : Croton_PureOp<"reshape", [
    Croton_PartlyConnected], Croton_OnePlaceOrHost<1>> {
  let summary = "the same elements in another shape";
  let description = [{
    Reads the elements in row-major order into a tensor of sizes `shape`. One
    entry may be -1: it becomes what the others leave over.

    * reshape.r1: `shape` has one entry for each dim of the result;
    * reshape.r2: a static size of the result is a promise that `shape` keeps,
      checked now where it is known, else at run time;
    * reshape.r3: both shapes hold equally many elements; with an entry -1 the
      product of the others is not zero.

    Example:

    ```mlir
    %r = croton.reshape %x, %shape : tensor<?x4xf32>, tensor<2xi64> -> tensor<?x2xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, Croton_ShapeVector:$shape);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $shape attr-dict `:` type($operand) `,` type($shape) `->`
    type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Croton_ShapeOp : Croton_PureOp<"shape", [
    Croton_InfersType, Croton_PartlyConnected]> {
  let summary = "sizes of all dims";
  let description = [{
    The run-time sizes of the operand as a vector of `i64`. It does not depend
    on the operand's values, so it is not connected.

    Example:

    ```mlir
    %s = croton.shape %x : tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
  let hasFolder = 1;
  let extraClassDeclaration = [{
    /// DeviceLiftOpInterface: only the shape is looked at, which the host knows
    /// of every tensor.
    ::mlir::croton::OperandPlace getOperandPlace(unsigned) {
      return ::mlir::croton::OperandPlace::Anywhere;
    }
    bool isHostResult(unsigned) { return true; }
  }];
}

def Croton_ShapeIOp : Croton_PureOp<"shape_i", [
    Croton_InfersType, Croton_PartlyConnected]> {
  let summary = "size of one dim";
  let description = [{
    The run-time size of dim `index` as an `i64` scalar.

    * shape_i.r1: `index` is below the rank.

    Example:

    ```mlir
    %n = croton.shape_i %x at 0 : tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, I64Attr:$index);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = "$operand `at` $index attr-dict `:` type($operand)";
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// DeviceLiftOpInterface: only the shape is looked at, which the host knows
    /// of every tensor.
    ::mlir::croton::OperandPlace getOperandPlace(unsigned) {
      return ::mlir::croton::OperandPlace::Anywhere;
    }
    bool isHostResult(unsigned) { return true; }
  }];
}

def Croton_MakeVectorOp : Croton_PureOp<"make_vector", [
    Croton_InfersType, Croton_SameElementOperands, Croton_Differentiable]> {
  let summary = "vector of scalars";
  let description = [{
    Puts rank-0 tensors of one element type into a vector. Without inputs,
    which is written `[]`, it is an empty vector of `i64`.

    Example:

    ```mlir
    %v = croton.make_vector %n, %m : tensor<i64>, tensor<i64>
    %none = croton.make_vector []
    ```
  }];
  let arguments = (ins Variadic<0DTensorOf<[Croton_Element]>>:$inputs);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    custom<Scalars>($inputs) attr-dict (`:` type($inputs)^)?
  }];
}

def Croton_AllocOp : Croton_PureOp<"alloc", [
    Croton_PartlyConnected], Croton_OnePlaceOrHost<1>> {
  let summary = "a value repeated to a given shape";
  let description = [{
    A tensor of sizes `sizes` filled with `value`, which is aligned on the
    right and stretched along dims of static size 1.

    * alloc.r1: there is one size for each dim of the result, and none that is
      known is negative;
    * alloc.r2: the rank of `value` is at most that of the result;
    * alloc.r3: each static size of the result is what `sizes` gives, and each
      dim of `value` has static size 1 or the size of the result.

    A negative size is an error at run time. A `value` of rank 0 may live on the
    host whatever the place of the result, which its declared type says.

    Example:

    ```mlir
    %z = croton.alloc %zero, %n, %m : tensor<f32> -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$value,
                       Variadic<Croton_Size>:$sizes);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $value (`,` $sizes^)? attr-dict `:` type($value) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// DeviceLiftOpInterface: a scalar is passed along to the kernel.
    ::mlir::croton::OperandPlace getOperandPlace(unsigned operand);
  }];
}

def Croton_SpecifyShapeOp : Croton_PureOp<"specify_shape", [
    Croton_PartlyConnected], Croton_OnePlaceOrHost<1>> {
  let summary = "promise of a shape, checked at run time";
  let description = [{
    The operand itself, after a check that its sizes are `shape`. The result
    type may be more static than the operand's.

    * specify_shape.r1: `shape` has one entry for each dim, and none that is
      known is negative;
    * specify_shape.r2: no static size of operand, result and constant `shape`
      contradicts another.

    Example:

    ```mlir
    %y = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, Croton_ShapeVector:$shape);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $shape attr-dict `:` type($operand) `,` type($shape) `->`
    type($result)
  }];
  let hasVerifier = 1;
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONSHAPEOPS_TD
