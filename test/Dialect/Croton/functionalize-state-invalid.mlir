// RUN: croton-opt %s --croton-functionalize-state --split-input-file \
// RUN:   --verify-diagnostics --allow-unregistered-dialect

ml_program.global private mutable @w(dense<0.0> : tensor<f32>) : tensor<f32>

func.func @two_stores(%arg0: tensor<f32>) {
  // expected-note @below {{the first store is here}}
  ml_program.global_store @w = %arg0 : tensor<f32>
  // expected-error @below {{stores to @w a second time in function 'two_stores'}}
  ml_program.global_store @w = %arg0 : tensor<f32>
  return
}

// -----

ml_program.global private mutable @w(dense<0.0> : tensor<f32>) : tensor<f32>

func.func @nested_store(%cond: i1, %arg0: tensor<f32>) {
  scf.if %cond {
    // expected-error @below {{expected stores to @w at the top level of function 'nested_store', but got one inside a 'scf.if' op}}
    ml_program.global_store @w = %arg0 : tensor<f32>
  }
  return
}

// -----

ml_program.global private mutable @w(dense<0.0> : tensor<f32>) : tensor<f32>

func.func @caller() -> tensor<f32> {
  // expected-error @below {{calls function 'callee', which uses global state; inline it first}}
  %0 = func.call @callee() : () -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @callee() -> tensor<f32> {
  // expected-note @below {{the state is used here}}
  %0 = ml_program.global_load @w : tensor<f32>
  return %0 : tensor<f32>
}

// -----

ml_program.global private mutable @w(dense<0.0> : tensor<f32>) : tensor<f32>

// expected-error @below {{expected one block in a function that uses global state}}
func.func @two_blocks() -> tensor<f32> {
  %0 = ml_program.global_load @w : tensor<f32>
  cf.br ^end
^end:
  return %0 : tensor<f32>
}

// -----

ml_program.global private mutable @w(dense<0.0> : tensor<f32>) : tensor<f32>

func.func @ordered() -> tensor<f32> {
  // expected-error @below {{is not supported; use the form without a token}}
  %0, %token = ml_program.global_load_graph @w ordering (-> !ml_program.token) : tensor<f32>
  return %0 : tensor<f32>
}
