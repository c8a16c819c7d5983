// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-verify-stage=stage=graph

func.func private @callee()
func.func @call() {
  // expected-error@+1 {{has no place behind stage 'graph'}}
  call @callee() : () -> ()
  return
}

// -----

ml_program.global private mutable @w(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @state() -> tensor<4xf32> {
  // expected-error@+1 {{has no place behind stage 'graph'}}
  %w = ml_program.global_load @w : tensor<4xf32>
  return %w : tensor<4xf32>
}
