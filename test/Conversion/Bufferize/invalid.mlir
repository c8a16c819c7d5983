// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-bufferize

// expected-error@+1 {{expected a body of one block, but got 2}}
func.func @blocks(%x: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %x : tensor<4xf32>
}

// -----

func.func private @callee(tensor<4xf32>)
func.func @call(%x: tensor<4xf32>) {
  // expected-error@+1 {{passes tensors; calls must be inlined before bufferization}}
  call @callee(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @while(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-error@+1 {{carries tensors through a region in a way that bufferization does not support}}
  %r = scf.while (%t = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %t : tensor<4xf32>
  } do {
  ^bb0(%t: tensor<4xf32>):
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{works on tensors but has no bufferized form}}
  %r = math.exp %x : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @must(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{must write to operand #1 in place, but its buffer is read later or not writable}}
  %r = bufferization.materialize_in_destination %x in %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
