//===- RewriteTransformOps.td - Rewriting as a transform ---*- tablegen -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_TRANSFORMOPS_REWRITETRANSFORMOPS_TD
#define CROTON_REWRITE_TRANSFORMOPS_REWRITETRANSFORMOPS_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"

def ApplyRewritesOp : Op<Transform_Dialect, "croton.apply_rewrites", [
    DeclareOpInterfaceMethods<TransformOpInterface>,
    FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface]> {
  let summary = "applies the rewrites that a mode or a query selects";
  let description = [{
    Applies the plan of a query to each op of the target, as the pass
    `croton-optimize` does: local rewrites inside of the op, whole-graph ones
    to the op itself.

    The query is that of the mode `mode` or the text `query`; `fast_run` if
    neither is given.

    ```mlir
    %1 = transform.croton.apply_rewrites %0 {mode = "fast_compile"}
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.croton.apply_rewrites %1 {query = "+canonicalize,-merge"}
        : (!transform.any_op) -> !transform.any_op
    ```

    The target's handle and those of ops inside of it are consumed, since any of
    those may be rewritten; the result is a handle to the same ops. Fails
    definitely for a mode or word that is not known, for a target that holds
    the transform op itself, and where a rewrite fails.
  }];
  let cppNamespace = "::mlir::croton";

  let arguments = (ins TransformHandleTypeInterface:$target,
                       OptionalAttr<StrAttr>:$mode,
                       OptionalAttr<StrAttr>:$query);
  let results = (outs TransformHandleTypeInterface:$result);
  let assemblyFormat = [{
    $target attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

#endif // CROTON_REWRITE_TRANSFORMOPS_REWRITETRANSFORMOPS_TD
