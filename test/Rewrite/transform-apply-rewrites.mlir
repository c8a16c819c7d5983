// RUN: croton-opt %s --transform-interpreter --split-input-file \
// RUN:   --verify-diagnostics \
// RUN:   --load-rewrites=%S/Inputs/rewrites.mlir | FileCheck %s
// RUN: croton-opt %s --verify-roundtrip --split-input-file -o /dev/null

// One function by name, by a query.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @rewritten
  // CHECK-SAME: (%[[X:.+]]: tensor<4xf32>)
  // CHECK-NEXT: return %[[X]]
  func.func @rewritten(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = croton.neg %x : tensor<4xf32>
    %1 = croton.neg %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  // CHECK-LABEL: func.func @other
  // CHECK-COUNT-2: croton.neg
  func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = croton.neg %x : tensor<4xf32>
    %1 = croton.neg %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %first, %second = transform.split_handle %all
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %done = transform.croton.apply_rewrites %first {query = "+NegNegOfFile"}
        : (!transform.any_op) -> !transform.any_op
    // The handle is good for more.
    transform.annotate %done "seen" : !transform.any_op
    transform.yield
  }
}

// -----

// All functions, by the default mode.
module attributes {transform.with_named_sequence} {
  // CHECK-LABEL: func.func @by_mode
  // CHECK-NOT: croton.neg
  // CHECK: return
  func.func @by_mode(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = croton.neg %x : tensor<4xf32>
    %1 = croton.neg %0 : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %all = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    %1 = transform.croton.apply_rewrites %all
        : (!transform.any_op) -> !transform.any_op
    %2 = transform.croton.apply_rewrites %1 {mode = "none"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{no mode 'fast-run'; did you mean 'fast_run'?}}
    %1 = transform.croton.apply_rewrites %root {mode = "fast-run"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{did you mean 'NegNegOfFile'?}}
    %1 = transform.croton.apply_rewrites %root {query = "+NegNegOfFil"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{target}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @below {{the target holds this transform op}}
    %1 = transform.croton.apply_rewrites %root
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
