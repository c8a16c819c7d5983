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

def Croton_DeviceTargetAttr : AttrDef<Croton_Dialect, "DeviceTarget"> {
  let mnemonic = "device_target";
  let summary = "what the name of a device stands for";
  let description = [{
    An entry of the module attribute `croton.devices`. `kind` is `cuda` or
    `simt` (the emulator), `ordinal` counts the devices of that kind, and `chip`,
    such as `sm_90`, is what kernels are compiled for; without it, for what the
    compilation is told.

    Example:

    ```mlir
    module attributes {croton.devices = {
        dev0 = #croton.device_target<kind = "cuda", chip = "sm_90">,
        dev1 = #croton.device_target<kind = "cuda", ordinal = 1>}} {
    }
    ```
  }];
  let parameters = (ins
    StringRefParameter<"cuda or simt">:$kind,
    DefaultValuedParameter<"int64_t", "0", "among those of its kind">:$ordinal,
    StringRefParameter<"such as sm_90", [{""}]>:$chip);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Croton_SimtTargetAttr : AttrDef<Croton_Dialect, "SimtTarget"> {
  let mnemonic = "simt_target";
  let summary = "compiles kernels for the SIMT emulator";
  let description = [{
    A target of a `gpu.module`, as `#nvvm.target` is: `gpu-module-to-binary`
    turns the module, lowered to the dialects `llvm` and `nvvm`, into an object
    file for the host, which the emulator of the runtime runs.

    `O` is LLVM's optimization level. `check` lets the emulator check each
    access to memory, `stats` lets it count what makes kernels slow; without
    them kernels run faster.

    Example:

    ```mlir
    module attributes {gpu.container_module} {
      gpu.module @kernels [#croton.simt_target<stats = true>] {
      }
    }
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"int", "2", "optimization level">:$O,
    DefaultValuedParameter<"bool", "true", "check accesses">:$check,
    DefaultValuedParameter<"bool", "false", "count accesses">:$stats);
  let assemblyFormat = "(`<` struct($O, $check, $stats)^ `>`)?";
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
