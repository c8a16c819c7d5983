//===- CrotonAttrs.td - Croton attributes -*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_IR_CROTONATTRS_TD
#define CROTON_DIALECT_CROTON_IR_CROTONATTRS_TD

include "croton/Dialect/Croton/IR/CrotonBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"

def Croton_DeviceAttr : AttrDef<Croton_Dialect, "Device"> {
  let mnemonic = "device";
  let summary = "the device a tensor lives on";
  let description = [{
    Used as the encoding of a ranked tensor type. A tensor without it lives in
    host memory.

    Example:

    ```mlir
    func.func private @on_device(tensor<4x?xf32, #croton.device<"dev0">>)
    ```
  }];
  let parameters = (ins StringRefParameter<"name of the device">:$name);
  let assemblyFormat = "`<` $name `>`";
  let genVerifyDecl = 1;
}

def Croton_TakeModeRaise : I32EnumAttrCase<"Raise", 0, "raise">;
def Croton_TakeModeWrap : I32EnumAttrCase<"Wrap", 1, "wrap">;
def Croton_TakeModeClip : I32EnumAttrCase<"Clip", 2, "clip">;
def Croton_TakeMode : I32EnumAttr<
    "TakeMode", "what an index outside the axis means",
    [Croton_TakeModeRaise, Croton_TakeModeWrap, Croton_TakeModeClip]> {
  let cppNamespace = "::mlir::croton";
  let genSpecializedAttr = 0;
}
def Croton_TakeModeAttr : EnumAttr<Croton_Dialect, Croton_TakeMode,
                                   "take_mode">;

def Croton_DisconnectedRaise : I32EnumAttrCase<"Raise", 0, "raise">;
def Croton_DisconnectedWarn : I32EnumAttrCase<"Warn", 1, "warn">;
def Croton_DisconnectedIgnore : I32EnumAttrCase<"Ignore", 2, "ignore">;
def Croton_DisconnectedInputs : I32EnumAttr<
    "DisconnectedInputs",
    "what to do about an input that the cost does not depend on",
    [Croton_DisconnectedRaise, Croton_DisconnectedWarn,
     Croton_DisconnectedIgnore]> {
  let cppNamespace = "::mlir::croton";
  let genSpecializedAttr = 0;
}
def Croton_DisconnectedInputsAttr
    : EnumAttr<Croton_Dialect, Croton_DisconnectedInputs,
               "disconnected_inputs">;

#endif // CROTON_DIALECT_CROTON_IR_CROTONATTRS_TD
