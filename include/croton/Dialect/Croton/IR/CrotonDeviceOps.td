//===- CrotonDeviceOps.td - Transfers between places -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The only ops that take a tensor from one place to another.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONDEVICEOPS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONDEVICEOPS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"

/// The same tensor in another place. Elements, shape and element type stay:
/// every bit of a NaN arrives. Gradients and tangents go the same ways.
class Croton_TransferOp<string mnemonic, list<Trait> traits = []>
    : Croton_Op<mnemonic, !listconcat(
        [Pure, Croton_IsTransfer, Croton_FoldsByEvaluation,
         Croton_ReifiesShapes, Croton_Differentiable],
        traits)> {
  let arguments = (ins Croton_Tensor:$operand);
  let results = (outs Croton_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` type($operand) `->` type($result)
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &shapes) {
      return ::mlir::croton::detail::reifyShapeOf(builder, getLoc(),
                                                  getOperand(), shapes);
    }
    ::llvm::LogicalResult $cppClass::buildVjp(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange outputGrads,
        ::llvm::ArrayRef<bool> wanted,
        ::llvm::MutableArrayRef<::mlir::Value> inputGrads) {
      ::mlir::ImplicitLocOpBuilder b(getLoc(), builder);
      if (wanted[0])
        inputGrads[0] = ::mlir::croton::transfer(
            b, outputGrads[0], ::mlir::croton::getDevice(getOperand()));
      return ::mlir::success();
    }
    ::llvm::LogicalResult $cppClass::buildJvp(
        ::mlir::OpBuilder &builder, ::mlir::ValueRange tangents,
        ::llvm::MutableArrayRef<::mlir::Value> resultTangents) {
      ::mlir::ImplicitLocOpBuilder b(getLoc(), builder);
      resultTangents[0] = ::mlir::croton::transfer(
          b, tangents[0], ::mlir::croton::getDevice(getResult()));
      return ::mlir::success();
    }
    ::mlir::OpFoldResult $cppClass::fold(FoldAdaptor) {
      return ::mlir::croton::detail::foldTransfer(*this);
    }
    ::llvm::LogicalResult $cppClass::verify() {
      return ::mlir::croton::detail::verifyTransfer(*this);
    }
  }];
}

def Croton_GpuFromHostOp : Croton_TransferOp<"gpu_from_host"> {
  let summary = "copy of a host tensor on a device";
  let description = [{
    The operand, which lives on the host, on the device that the type of the
    result names. Bits are copied as they are.

    * transfer.r1: operand and result have one shape and one element type;
    * transfer.r2: the operand is on the host for `gpu_from_host`, else on a
      device; the result is on the host for `host_from_gpu`, else on a device.

    Example:

    ```mlir
    %d = croton.gpu_from_host %x : tensor<?x4xf32> -> tensor<?x4xf32, #croton.device<"dev0">>
    ```
  }];
}

def Croton_HostFromGpuOp : Croton_TransferOp<"host_from_gpu",
                                             [Croton_InfersType]> {
  let summary = "copy of a device tensor on the host";
  let description = [{
    The operand, which lives on a device, on the host. Bits are copied as they
    are. The rules are transfer.r1 and r2.

    Example:

    ```mlir
    %h = croton.host_from_gpu %d : tensor<?x4xf32, #croton.device<"dev0">>
    ```
  }];
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def Croton_GpuToGpuOp : Croton_TransferOp<"gpu_to_gpu"> {
  let summary = "copy of a device tensor on another device";
  let description = [{
    The operand, which lives on a device, on the device that the type of the
    result names; the operand itself if that is the same one. Bits are copied as
    they are. The rules are transfer.r1 and r2.

    Example:

    ```mlir
    %e = croton.gpu_to_gpu %d : tensor<4xf32, #croton.device<"dev0">> -> tensor<4xf32, #croton.device<"dev1">>
    ```
  }];
}

#endif // CROTON_DIALECT_CROTON_IR_CROTONDEVICEOPS_TD
