//===- Passes.td - Passes inside the croton dialect --------*- tablegen -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that stay on the level of the croton dialect.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_DIALECT_CROTON_TRANSFORMS_PASSES_TD
#define CROTON_DIALECT_CROTON_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExpandGradientsPass : Pass<"croton-expand-gradients"> {
  let summary = "Replace requests for derivatives by the graphs they stand for";
  let description = [{
    Replaces `croton.grad`, `croton.lop` and `croton.rop` by the ops that compute
    the derivatives, placed where the request stood. Requests that refer to
    results of others expand after them, so gradients of gradients work.

    ```mlir
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = croton.sqr %x : tensor<?xf32>
      %cost = croton.sum %y axes [0] : tensor<?xf32>
      %g = croton.grad %cost : tensor<f32> wrt(%x : tensor<?xf32>)
      return %g : tensor<?xf32>
    }
    ```
    becomes
    ```mlir
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = croton.sqr %x : tensor<?xf32>
      %cost = croton.sum %y axes [0] : tensor<?xf32>
      %one = croton.constant dense<1.0> : tensor<f32>
      %0 = croton.dimshuffle %one [x] : tensor<f32>
      %1 = croton.fill %y, %0 : tensor<?xf32>, tensor<1xf32>
      %two = croton.constant dense<2.0> : tensor<1xf32>
      %g = croton.mul %two, %x, %1 : tensor<1xf32>, tensor<?xf32>, tensor<?xf32>
      return %g : tensor<?xf32>
    }
    ```

    Before: calls on the way of a derivative are inlined, and nothing has
    rewritten the graph that the requests refer to: this pass is the first of
    every pipeline. Each op on the way implements `DifferentiableOpInterface`.
    After: no request is left. New ops have fused locations that name the op
    they are the gradient or tangent of and the request; none of them is dead.
  }];
  let dependentDialects = [
    "::mlir::croton::CrotonDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FuseElementwisePass : Pass<"croton-fuse-elementwise"> {
  let summary = "Fuse elementwise ops into composites";
  let description = [{
    Makes one `croton.composite`, which becomes one loop, of elementwise ops
    (those that implement `ScalarBodyOpInterface`) that feed one another.

    An op joins the loop of its users if nothing else uses its result. If
    several loops use it, each computes it anew, provided that this is cheap
    (`isCheapToRecompute`); else it stays a loop of its own. An op whose result
    is stretched along some dim joins only if it is cheap. A loop holds at most
    `max-ops` ops, so that code size stays linear.

    Run-time shape checks of fused ops are made here, as `croton.check` in the
    place of each op and in its name: fusion never changes which op an error is
    reported for. The composite's location is the fused location of its ops.

    ```mlir
    %0 = croton.mul %x, %y : tensor<8xf32>, tensor<8xf32>
    %1 = croton.exp %0 : tensor<8xf32>
    ```
    becomes
    ```mlir
    %1 = croton.composite %x, %y : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32, %b: f32):
      %2 = arith.mulf %a, %b : f32
      %3 = math.exp %2 : f32
      croton.yield %3 : f32
    }
    ```

    Before: gradients are expanded, since composites have none. The work is
    linear in the number of ops and uses.
  }];
  let options = [
    Option<"maxOps", "max-ops", "unsigned", /*default=*/"64",
           "Most ops that one composite is made of">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::complex::ComplexDialect",
    "::mlir::croton::CrotonDialect", "::mlir::math::MathDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def FunctionalizeStatePass
    : Pass<"croton-functionalize-state", "::mlir::ModuleOp"> {
  let summary = "Turn reads and writes of globals into arguments and results";
  let description = [{
    Makes state explicit: `ml_program.global_load` and `ml_program.global_store`
    in a function become extra arguments and extra results, behind the ones
    that are there. State changes once, at the end of a call: every load yields
    the value that the global had when the function was entered, also a load
    that stands below a store.

    ```mlir
    ml_program.global private mutable @w(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
    func.func @step(%g: tensor<4xf32>) {
      %w = ml_program.global_load @w : tensor<4xf32>
      %next = croton.sub %w, %g : tensor<4xf32>, tensor<4xf32>
      ml_program.global_store @w = %next : tensor<4xf32>
      return
    }
    ```
    becomes
    ```mlir
    ml_program.global private mutable @w(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
    func.func @step(%g: tensor<4xf32>, %w: tensor<4xf32> {croton.state = @w})
        -> (tensor<4xf32> {croton.state = @w}) {
      %next = croton.sub %w, %g : tensor<4xf32>, tensor<4xf32>
      return %next : tensor<4xf32>
    }
    ```

    A global that is only read gets no result, one that is only written gets no
    argument; both kinds come in the order of the globals in the module. The
    globals stay for their initial values unless `drop-globals` is given.

    Before: calls are inlined. A call to a function that still touches state,
    a second store to one global, a store inside a nested region and the
    token-ordered `_graph` forms are errors. After: no op of the ml_program
    dialect is left in a function.
  }];
  let options = [
    Option<"dropGlobals", "drop-globals", "bool", /*default=*/"false",
           "Also erase the globals, for when their initial values are known">
  ];
}

def PlaceOnDevicePass : Pass<"croton-place-on-device"> {
  let summary = "Move ops to a device, and transfer what they read";
  let description = [{
    Moves each op of a function that can run on a device (DeviceLiftOpInterface)
    and has something to gain there; `docs/Devices.md` has the rules. Arguments
    and results of functions stay on the host: an argument is transferred once,
    before the first op that reads it on the device, a result at the end.

    ```mlir
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %y = croton.exp %x : tensor<?xf32>
      return %y : tensor<?xf32>
    }
    ```
    becomes, with `device=dev0`,
    ```mlir
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = croton.gpu_from_host %x : tensor<?xf32> -> tensor<?xf32, #croton.device<"dev0">>
      %y = croton.exp %0 : tensor<?xf32, #croton.device<"dev0">>
      %1 = croton.host_from_gpu %y : tensor<?xf32, #croton.device<"dev0">>
      return %1 : tensor<?xf32>
    }
    ```

    What is on a device already stays there, and ops follow their operands to
    other devices; an op whose operands are on two is an error that names both.
    `way` chooses between two scans of each function and local rewrites to the
    fixed point, which end in the same places. A function where every op is where
    it belongs is not edited. After this no value has two transfers to one place,
    and no transfer takes the result of another.
  }];
  let options = [
    Option<"device", "device", "std::string", /*default=*/"",
           "Where ops go whose operands do not say it (the first one of the "
           "attribute croton.devices)">,
    Option<"way", "way", "std::string", /*default=*/"\"topological\"",
           "topological or equilibrium">,
    Option<"query", "query", "std::string", /*default=*/"\"+gpu\"",
           "Which of the rewrites in the stage gpuarray-opt may be applied">,
    Option<"reportTransfers", "report-transfers", "bool", /*default=*/"false",
           "Remark on each transfer: its size, and why it is there">,
    Option<"maxTransfers", "max-transfers", "int64_t", /*default=*/"-1",
           "The most transfers that may be left, -1 for any number; more are "
           "an error that lists them">,
    Option<"explain", "explain", "std::string", /*default=*/"",
           "Say why a lifter was not applied: REWRITE[@PLACE]">,
    Option<"profile", "profile", "bool", /*default=*/"false",
           "Print how often each lifter was tried and applied">
  ];
  let dependentDialects = ["::mlir::croton::CrotonDialect"];
}

#endif // CROTON_DIALECT_CROTON_TRANSFORMS_PASSES_TD
