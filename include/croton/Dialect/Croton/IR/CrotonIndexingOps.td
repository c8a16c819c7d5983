//===- CrotonIndexingOps.td - Indexing ops -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules shared by subtensor and inc_subtensor, cited by tests:
//   subtensor.r1  there is one entry for each dim of the operand, and one
//                 operand for each part of an entry that is not constant;
//   subtensor.r2  a constant step is not 0;
//   subtensor.r3  a constant index is within a static size;
//   subtensor.r4  the value written has the rank of the slice, and along each
//                 dim static size 1 or the size of the slice.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONINDEXINGOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONINDEXINGOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"
include "croton/Dialect/Croton/IR/CrotonAttrs.td"

/// What subtensor and inc_subtensor share: the list of indices and slices.
class Croton_SliceOp<string mnemonic, int numData,
                     string moreDeclarations = "">
    : Croton_PureOp<mnemonic, [Croton_InfersType, Croton_PartlyConnected],
                    Croton_OnePlaceOrHost<numData>> {
  let results = (outs Croton_Tensor:$result);
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The entries of `starts`, `stops` and `steps` with the operands put in
    /// their places, one for each dim.
    ::llvm::SmallVector<::mlir::croton::IndexEntry> getIndexEntries() {
      return ::mlir::croton::detail::getIndexEntries(
          getIndices(), getStarts(), getStops(), getSteps());
    }
  }] # moreDeclarations;
}

def Croton_SubtensorOp : Croton_SliceOp<"subtensor", /*numData=*/1, [{
    /// DeviceLiftOpInterface: the result is a part of the operand.
    bool readsPart() { return true; }
  }]> {
  let summary = "basic indexing";
  let description = [{
    `operand[entry, ...]` as in NumPy. An entry is an integer, which removes
    the dim, or a slice `start:stop:step`, any part of which may be left out. A
    part is a constant or a rank-0 integer tensor.

    * A negative index, start or stop counts from the end.
    * An integer outside `-n .. n-1` is an error.
    * Slices are clamped to the dim and never fail; the defaults depend on the
      sign of the step; a negative step reverses. A run-time step of 0 is an
      error.
    * A dim of the result is static where size and entry are known.

    In the attributes, a start, stop or step of `INT64_MIN` stands for the next
    of `indices`, one of `INT64_MAX` for a part left out, and a step of 0 marks
    an integer index, which has no stop. In the text a constant at either end of
    `i64` is taken for its neighbour, which means the same. The rules are
    subtensor.r1 to r3.

    Example:

    ```mlir
    %row = croton.subtensor %m[%i, :] : tensor<?x4xf32>, tensor<i64>
    %rev = croton.subtensor %v[::-1] : tensor<?xf32>
    %mid = croton.subtensor %v[1:%n:2] : tensor<?xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand,
                       Variadic<Croton_IntScalar>:$indices,
                       DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$stops,
                       DenseI64ArrayAttr:$steps);
  let assemblyFormat = [{
    $operand `` custom<IndexList>($indices, $starts, $stops, $steps) attr-dict
    `:` type($operand) (`,` type($indices)^)?
  }];
  let hasFolder = 1;
}

def Croton_IncSubtensorOp : Croton_SliceOp<"inc_subtensor", /*numData=*/2> {
  let summary = "tensor with a slice incremented or set";
  let description = [{
    A copy of `operand` in which the elements that `subtensor` with the same
    entries reads are increased by `value`, or replaced by it if `set` is
    given. `value` is stretched along dims of static size 1. The copy is made
    in place where nothing else needs the operand. The rules are subtensor.r1
    to r4.

    Example:

    ```mlir
    %a = croton.inc_subtensor %m[0, :], %v : tensor<?x4xf32>, tensor<4xf32>
    %b = croton.inc_subtensor %m[%i, :], %v set : tensor<?x4xf32>, tensor<4xf32>, tensor<i64>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, Croton_Tensor:$value,
                       Variadic<Croton_IntScalar>:$indices,
                       DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$stops,
                       DenseI64ArrayAttr:$steps, UnitAttr:$set);
  let assemblyFormat = [{
    $operand `` custom<IndexList>($indices, $starts, $stops, $steps) `,` $value
    (`set` $set^)? attr-dict
    `:` type($operand) `,` type($value) (`,` type($indices)^)?
  }];
}

def Croton_TakeOp : Croton_PureOp<"take", [
    Croton_InfersType, Croton_PartlyConnected]> {
  let summary = "elements at a list of indices along an axis";
  let description = [{
    `result[a, k, b] = operand[a, index[k], b]` where `a` runs over the dims
    before `axis`, `b` over those after it and `k` over all dims of `index`.

    Indices may have any integer type; unsigned ones are never negative. With
    mode `raise` an index in `-n .. -1` counts from the end and one outside
    `-n .. n-1` is an error; `wrap` takes it modulo `n`; `clip` limits it to
    `0 .. n-1`. With `wrap` and `clip` it is an error to read from an empty
    axis.

    * take.r1: `axis` is below the rank of the operand.

    Example:

    ```mlir
    %rows = croton.take %m, %i axis 0 : tensor<?x4xf32>, tensor<?xi64>
    %cols = croton.take %m, %j axis 1 mode wrap : tensor<?x4xf32>, tensor<2x3xi32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, Croton_IntTensor:$index,
                       I64Attr:$axis,
                       DefaultValuedAttr<Croton_TakeModeAttr,
                           "::mlir::croton::TakeMode::Raise">:$mode);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $index `axis` $axis (`mode` `` $mode^)? attr-dict `:`
    type($operand) `,` type($index)
  }];
  let hasVerifier = 1;
}

def Croton_IncTakeOp : Croton_PureOp<"inc_take", [
    Croton_InfersType, Croton_PartlyConnected]> {
  let summary = "tensor with the elements at a list of indices changed";
  let description = [{
    A copy of `operand` in which the elements that `take` with the same index
    and axis reads are increased by `value`; repeated indices add up. With
    `set` they are replaced, and of repeated indices the last one wins. Indices
    are meant as by `take`.

    * inc_take.r1: `axis` is below the rank of the operand;
    * inc_take.r2: `value` has the element type of `operand`, the rank of what
      `take` gives, and along each dim static size 1 or that size.

    Example:

    ```mlir
    %r = croton.inc_take %m, %i, %v axis 0 : tensor<?x4xf32>, tensor<?xi64>, tensor<?x4xf32>
    %s = croton.inc_take %m, %i, %row axis 0 set : tensor<?x4xf32>, tensor<?xi64>, tensor<1x4xf32>
    ```
  }];
  let arguments = (ins Croton_Tensor:$operand, Croton_IntTensor:$index,
                       Croton_Tensor:$value, I64Attr:$axis,
                       DefaultValuedAttr<Croton_TakeModeAttr,
                           "::mlir::croton::TakeMode::Raise">:$mode,
                       UnitAttr:$set);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $index `,` $value `axis` $axis (`mode` `` $mode^)? (`set` $set^)?
    attr-dict `:` type($operand) `,` type($index) `,` type($value)
  }];
  let hasVerifier = 1;
}

def Croton_OneHotOp : Croton_PureOp<"one_hot", [
    Croton_PartlyConnected], Croton_OnePlaceOrHost<1>> {
  let summary = "class numbers as unit vectors";
  let description = [{
    `result[i, c]` is true where `c == index[i]`, with `i` over all dims of
    `index` and `c` below `depth`. An index outside `0 .. depth-1` is an error.

    * one_hot.r1: the result has the dims of `index` and one more;
    * one_hot.r2: that one is `depth`, which is not negative.

    Example:

    ```mlir
    %h = croton.one_hot %labels, %n : tensor<?xi64> -> tensor<?x10xi1>
    ```
  }];
  let arguments = (ins Croton_IntTensor:$index, Croton_Size:$depth);
  let results = (outs Croton_BoolTensor:$result);
  let assemblyFormat = [{
    $index `,` $depth attr-dict `:` type($index) `->` type($result)
  }];
  let hasVerifier = 1;
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONINDEXINGOPS_TD
