// RUN: croton-opt %s --verify-diagnostics

module attributes {transform.with_named_sequence} {
  transform.named_sequence @both(%root: !transform.any_op {transform.consumed}) {
    // expected-error @below {{expected a mode or a query, but got both}}
    %1 = transform.croton.apply_rewrites %root {mode = "none", query = "+a"}
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
