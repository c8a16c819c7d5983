//===- PluginOps.td - A dialect that croton does not know --*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One op, which answers two of croton's questions.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TEST_LIB_PLUGIN_PLUGINOPS_TD
#define CROTON_TEST_LIB_PLUGIN_PLUGINOPS_TD

include "croton/Interfaces/EvaluableOpInterface.td"
include "croton/Interfaces/ScalarBodyOpInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Plugin_Dialect : Dialect {
  let name = "test_plugin";
  let cppNamespace = "::mlir::croton::test";
  let summary = "dialect of a plugin of croton-opt";
}

def Plugin_SoftsignOp : Op<Plugin_Dialect, "softsign", [
    Pure, SameOperandsAndResultType,
    DeclareOpInterfaceMethods<EvaluableOpInterface>,
    DeclareOpInterfaceMethods<ScalarBodyOpInterface>]> {
  let summary = "elementwise x / (1 + |x|)";
  let description = [{
    Example:

    ```mlir
    %y = test_plugin.softsign %x : tensor<?xf32>
    ```
  }];
  let arguments = (ins RankedTensorOf<[F32]>:$operand);
  let results = (outs RankedTensorOf<[F32]>:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

#endif // CROTON_TEST_LIB_PLUGIN_PLUGINOPS_TD
