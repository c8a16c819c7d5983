//===- DeviceLiftOpInterface.td - Ops that can move to a device *- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface by which an op says whether, and how, it moves to a device.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_INTERFACES_DEVICELIFTOPINTERFACE_TD
#define CROTON_INTERFACES_DEVICELIFTOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def DeviceLiftOpInterface : OpInterface<"DeviceLiftOpInterface"> {
  let cppNamespace = "::mlir::croton";
  let description = [{
    An op on tensors that can run on a device: the same op, on operands whose
    types carry the device as their encoding. Placement (`docs/Devices.md`) asks
    nothing else of an op. One without this interface stays on the host, and so
    does what is in its regions.

    The defaults fit an op whose tensor operands and results all live in one
    place; most ops need nothing but the interface in their list of traits. An
    op with the trait `OnePlaceOrHost<n>` keeps the operands from `n` on on the
    host. Dialects that croton does not own implement it by external models.

    Answers depend on the op alone, not on where it stands or who uses it, and
    are the same before and after the op has moved.
  }];
  let methods = [
    InterfaceMethod<
      /*desc=*/[{
        Succeeds if the op, its types included, can run on `device` (an
        encoding). Else fails and sets `whyNot` to the reason, a phrase such as
        "operand #0 is complex".
        By default any op can whose tensors have elements that croton knows,
        other than complex ones, and whose descriptors fit into the parameters
        of a kernel.
      }],
      /*retTy=*/"::llvm::LogicalResult",
      /*methodName=*/"canRunOn",
      /*args=*/(ins "::mlir::Attribute":$device, "::std::string &":$whyNot),
      /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::croton::detail::canRunOnDevice($_op, whyNot);
      }]
    >,
    InterfaceMethod<
      /*desc=*/[{
        Where the op reads operand `operand` when it runs on a device.
      }],
      /*retTy=*/"::mlir::croton::OperandPlace",
      /*methodName=*/"getOperandPlace",
      /*args=*/(ins "unsigned":$operand),
      /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return operand < ::mlir::croton::detail::PlacedOperands<
                             ConcreteOp>::kCount
                   ? ::mlir::croton::OperandPlace::Device
                   : ::mlir::croton::OperandPlace::Host;
      }]
    >,
    InterfaceMethod<
      /*desc=*/[{
        True if the op answers on the host, wherever its operands live: sizes.
      }],
      /*retTy=*/"bool",
      /*methodName=*/"isHostResult",
      /*args=*/(ins "unsigned":$result),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return false;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        True if the op picks a part of its first operand. Where nothing else
        reads that operand, and it is on the host, the op stays there too, so
        that only the part is transferred.
      }],
      /*retTy=*/"bool",
      /*methodName=*/"readsPart",
      /*args=*/(ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return false;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        True if the op takes operands from several devices at once. It then runs
        on that of the first one.
      }],
      /*retTy=*/"bool",
      /*methodName=*/"acceptsMixedDevices",
      /*args=*/(ins),
      /*methodBody=*/"",
      /*defaultImplementation=*/"return false;"
    >,
    InterfaceMethod<
      /*desc=*/[{
        Builds what computes the results on `device`, at `builder`, from
        `operands`, which are where getOperandPlace() wants them. Appends one
        value per result: of the type of the result, on `device` unless
        isHostResult(). May build several ops. Only asked after canRunOn() has
        succeeded; fails, having built nothing, only if that cannot be known
        earlier. The op itself is erased afterwards.
      }],
      /*retTy=*/"::llvm::LogicalResult",
      /*methodName=*/"buildOnDevice",
      /*args=*/(ins "::mlir::OpBuilder &":$builder,
                    "::mlir::Attribute":$device,
                    "::mlir::ValueRange":$operands,
                    "::llvm::SmallVectorImpl<::mlir::Value> &":$results),
      /*methodBody=*/"",
      /*defaultImplementation=*/[{
        return ::mlir::croton::detail::buildByCloning($_op, builder, device,
                                                      operands, results);
      }]
    >
  ];
}

#endif // CROTON_INTERFACES_DEVICELIFTOPINTERFACE_TD
