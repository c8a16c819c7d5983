//===- ScalarBodyOpInterface.td - Scalar meaning of an op --*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which an elementwise op says what it computes for one
// element.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_SCALARBODYOPINTERFACE_TD
#define CROTON_INTERFACES_SCALARBODYOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def ScalarBodyOpInterface : OpInterface<"ScalarBodyOpInterface"> {
  let cppNamespace = "::mlir::croton";
  let description = [{
    An elementwise op that can state its computation on one element of each
    operand, in arith, math and complex ops. Fusion, lowering to loops and
    device code all ask this interface, so that an op that implements it needs
    no pattern of its own in any of them.

    Contract for implementers:

    * every operand and every result is a ranked tensor;
    * all operands have one rank; along each dim an operand either has static
      size 1 and is stretched, or has the size of the result;
    * element `i` of a result depends on element `i` of the (stretched)
      operands and on the op's attributes, on nothing else.

    Scalars are *signless*: an element of type `ui8` is given and returned as
    `i8`. The op still sees its own element types and picks unsigned ops where
    they matter.

    Dialects that croton does not own may implement it by external models.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Appends ops to `builder` that compute one element of every result from
        one element of every operand, in operand order, and returns one value
        per result. Never fails: the op's verifier has accepted its types.
      }],
      /*retTy=*/"::llvm::SmallVector<::mlir::Value>",
      /*methodName=*/"buildScalarBody",
      /*args=*/(ins "::mlir::OpBuilder &":$builder, "::mlir::Location":$loc,
                    "::mlir::ValueRange":$scalars)
    >,
    InterfaceMethod<
      /*desc=*/[{
        True if computing an element again costs no more than reading it from
        memory: a few additions or a select, no division, no transcendental.
        Fusion duplicates only such ops.
      }],
      /*retTy=*/"bool",
      /*methodName=*/"isCheapToRecompute",
      /*args=*/(ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return false;"
    >
  ];
}

#endif // CROTON_INTERFACES_SCALARBODYOPINTERFACE_TD
