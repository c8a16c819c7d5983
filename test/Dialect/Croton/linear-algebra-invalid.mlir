// RUN: croton-opt %s --split-input-file --verify-diagnostics

func.func @rank_3(%x: tensor<2x3x4xf32>, %y: tensor<4xf32>) {
  // dot.r1
  // expected-error@+1 {{'croton.dot' op expected operands of rank 1 or 2, but got 'tensor<2x3x4xf32>' and 'tensor<4xf32>'}}
  %r = croton.dot %x, %y : tensor<2x3x4xf32>, tensor<4xf32>
  return
}

// -----

func.func @rank_0(%x: tensor<4xf32>, %y: tensor<f32>) {
  // dot.r1
  // expected-error@+1 {{'croton.dot' op expected operands of rank 1 or 2, but got 'tensor<4xf32>' and 'tensor<f32>'}}
  %r = croton.dot %x, %y : tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @inner_sizes(%x: tensor<?x3xf32>, %y: tensor<4x5xf32>) {
  // dot.r2
  // expected-error@+1 {{'croton.dot' op expected equal inner sizes, but dim 1 of 'tensor<?x3xf32>' has 3 and dim 0 of 'tensor<4x5xf32>' has 4}}
  %r = croton.dot %x, %y : tensor<?x3xf32>, tensor<4x5xf32>
  return
}

// -----

func.func @nothing_stretches(%x: tensor<1xf32>, %y: tensor<4x5xf32>) {
  // dot.r2
  // expected-error@+1 {{'croton.dot' op expected equal inner sizes, but dim 0 of 'tensor<1xf32>' has 1 and dim 0 of 'tensor<4x5xf32>' has 4}}
  %r = croton.dot %x, %y : tensor<1xf32>, tensor<4x5xf32>
  return
}

// -----

func.func @booleans(%x: tensor<4xi1>) {
  // expected-error@+1 {{'croton.dot' op operand #0 must be ranked tensor of integer, float or complex values, but got 'tensor<4xi1>'}}
  %r = croton.dot %x, %x : tensor<4xi1>, tensor<4xi1>
  return
}

// -----

func.func @mixed_elements(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'croton.dot' op expected operand #1 to have element type 'f32' like operand #0, but got 'f64'; insert a croton.cast}}
  %r = croton.dot %x, %y : tensor<4xf32>, tensor<4xf64>
  return
}

// -----

func.func @one_operand(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.dot' op expected 2 operands, but found 1}}
  %r = "croton.dot"(%x) : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @unranked(%x: tensor<4xf32>, %y: tensor<*xf32>) {
  // expected-error@+1 {{'croton.dot' op operand #1 must be ranked tensor of integer, float or complex values, but got 'tensor<*xf32>'}}
  %r = "croton.dot"(%x, %y) : (tensor<4xf32>, tensor<*xf32>) -> tensor<f32>
  return
}

// -----

func.func @unranked_text(%x: tensor<4xf32>, %y: tensor<*xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %r = croton.dot %x, %y : tensor<4xf32>, tensor<*xf32>
  return
}

// -----

func.func @other_result(%x: tensor<4xf32>) {
  // expected-error@+2 {{'croton.dot' op inferred type(s) 'tensor<f32>' are incompatible with return type(s) of operation 'tensor<f64>'}}
  // expected-error@+1 {{'croton.dot' op failed to infer returned types}}
  %r = "croton.dot"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<f64>
  return
}

// -----

// expected-note@+2 {{operand #0 is on the host}}
// expected-note@+2 {{operand #1 is on #croton.device<"a">}}
func.func @host_and_device(%x: tensor<4xf32>,
                           %y: tensor<4xf32, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.dot' op expected all tensor operands in one place, but got 'tensor<4xf32>' and 'tensor<4xf32, #croton.device<"a">>'}}
  %r = croton.dot %x, %y : tensor<4xf32>, tensor<4xf32, #croton.device<"a">>
  return
}

// -----

func.func @batched_rank(%x: tensor<2x4xf32>, %y: tensor<2x4x5xf32>) {
  // batched_dot.r1
  // expected-error@+1 {{'croton.batched_dot' op expected operands of rank 3, but got 'tensor<2x4xf32>' and 'tensor<2x4x5xf32>'}}
  %r = croton.batched_dot %x, %y : tensor<2x4xf32>, tensor<2x4x5xf32>
  return
}

// -----

func.func @batch_sizes(%x: tensor<2x4x5xf32>, %y: tensor<1x5x4xf32>) {
  // batched_dot.r2
  // expected-error@+1 {{'croton.batched_dot' op expected equal batch sizes, but dim 0 of 'tensor<2x4x5xf32>' has 2 and dim 0 of 'tensor<1x5x4xf32>' has 1}}
  %r = croton.batched_dot %x, %y : tensor<2x4x5xf32>, tensor<1x5x4xf32>
  return
}

// -----

func.func @batched_inner_sizes(%x: tensor<?x4x5xf32>, %y: tensor<2x4x4xf32>) {
  // batched_dot.r2
  // expected-error@+1 {{'croton.batched_dot' op expected equal inner sizes, but dim 2 of 'tensor<?x4x5xf32>' has 5 and dim 1 of 'tensor<2x4x4xf32>' has 4}}
  %r = croton.batched_dot %x, %y : tensor<?x4x5xf32>, tensor<2x4x4xf32>
  return
}
