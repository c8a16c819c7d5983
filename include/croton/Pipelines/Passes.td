//===- Passes.td - Passes that serve pipelines -------------*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that check what pipelines promise.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_PIPELINES_PASSES_TD
#define CROTON_PIPELINES_PASSES_TD

include "mlir/Pass/PassBase.td"

def VerifyStagePass : Pass<"croton-verify-stage", "::mlir::ModuleOp"> {
  let summary = "Check what a stage of the pipeline croton-to-llvm promises";
  let description = [{
    Changes nothing; fails on the first op that has no place behind the stage.

    | stage | what may be there |
    | --- | --- |
    | `graph` | everything but requests for derivatives, reads and writes of globals, and calls |
    | `linalg` | arith, complex, func, linalg, math, scf, tensor, transfers (`bufferization.materialize_in_destination`), `croton.check` and globals; signless integers; tensors without encoding or on a device |
    | `buffers` | arith, complex, func, linalg, math, memref, scf, `croton.check`; no tensors |
    | `device` | as `buffers`, launches and `gpu.binary`; no linalg on device memory |
    | `loops` | as `device`, without linalg |
    | `llvm` | the LLVM dialect |

    ```mlir
    // croton-opt --croton-verify-stage=stage=loops
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    // error: 'linalg.exp' op has no place behind stage 'loops'
    ```
  }];
  let options = [
    Option<"stage", "stage", "std::string", /*default=*/"",
           "The stage: graph, linalg, buffers, device, loops or llvm">
  ];
}

def LowerDevicesPass : Pass<"croton-lower-devices", "::mlir::ModuleOp"> {
  let summary = "Compile what a module does on devices";
  let description = [{
    Runs the stage of kernels (croton-linalg-to-gpu to gpu-module-to-binary) on a
    module with the attribute `croton.devices`. Others are left alone, and cost
    nothing.

    ```mlir
    linalg.exp ins(%x : memref<64xf32, #croton.device<"dev0">>)
              outs(%y : memref<64xf32, #croton.device<"dev0">>)
    ```
    becomes a `gpu.launch_func` of a kernel in `gpu.binary @croton_kernels_dev0`.
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90\"",
           "Chip of CUDA devices that do not name one">,
    Option<"format", "format", "std::string", /*default=*/"\"isa\"",
           "isa (PTX), bin or fatbin; the latter need ptxas">,
    Option<"toolkit", "toolkit", "std::string", /*default=*/"",
           "Where the CUDA toolkit is">,
    Option<"simtCheck", "simt-check", "bool", /*default=*/"true",
           "Let the emulator check what kernels access">,
    Option<"simtStats", "simt-stats", "bool", /*default=*/"false",
           "Let the emulator count what makes kernels slow">
  ];
}

#endif // CROTON_PIPELINES_PASSES_TD
