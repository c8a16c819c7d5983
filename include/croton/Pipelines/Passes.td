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
    | `linalg` | arith, complex, func, linalg, math, scf, tensor, `croton.check` and globals; signless integers; tensors without encoding |
    | `buffers` | arith, complex, func, linalg, math, memref, scf, `croton.check`; no tensors |
    | `loops` | as `buffers`, without linalg |
    | `llvm` | the LLVM dialect |

    ```mlir
    // croton-opt --croton-verify-stage=stage=loops
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    // error: 'linalg.exp' op has no place behind stage 'loops'
    ```
  }];
  let options = [
    Option<"stage", "stage", "std::string", /*default=*/"",
           "The stage: graph, linalg, buffers, loops or llvm">
  ];
}

#endif // CROTON_PIPELINES_PASSES_TD
