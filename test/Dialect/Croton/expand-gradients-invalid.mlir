// RUN: croton-opt %s --croton-expand-gradients --split-input-file \
// RUN:   --verify-diagnostics --allow-unregistered-dialect

// expected-note @below {{the disconnected value is here}}
func.func @disconnected(%x: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{not connected to result #0 of 'croton.exp'}}
  %y = croton.exp %x : tensor<f32>
  // expected-error @below {{wrt #0 (argument #1) is disconnected: no output depends on its values; with 'disconnected ignore' its derivative is zero}}
  %g = croton.grad %y : tensor<f32> wrt(%z : tensor<f32>)
  return %g : tensor<f32>
}

// -----

// The size of a value is not its value.
func.func @only_its_shape(%x: tensor<?xf32>) -> tensor<?xf32> {
  // expected-note @below {{the disconnected value is here}}
  %e = croton.exp %x : tensor<?xf32>
  %n = croton.shape_i %e at 0 : tensor<?xf32>
  // expected-note @below {{not connected to result #0 of 'croton.cast'}}
  %y = croton.cast %n to f32 : tensor<i64>
  // expected-error @below {{wrt #0 (result #0 of 'croton.exp') is disconnected}}
  %g = croton.grad %y : tensor<f32> wrt(%e : tensor<?xf32>)
  return %g : tensor<?xf32>
}

// -----

// A warning, and zeros.
// expected-note @below {{the disconnected value is here}}
func.func @warned(%x: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{not connected to result #0 of 'croton.exp'}}
  %y = croton.exp %x : tensor<f32>
  // expected-warning @below {{wrt #0 (argument #1) is disconnected: no output depends on its values; its derivative is zero}}
  %g = croton.grad %y : tensor<f32> wrt(%z : tensor<f32>) disconnected warn
  return %g : tensor<f32>
}

// -----

// expected-note @below {{not connected to argument #0}}
func.func @forward_disconnected(%x: tensor<f32>, %v: tensor<f32>) -> tensor<f32> {
  // expected-note @below {{the disconnected value is here}}
  %y = croton.disconnected_grad %x : tensor<f32>
  // expected-error @below {{output #0 (result #0 of 'croton.disconnected_grad') is disconnected: it depends on the values of no wrt}}
  %t = croton.rop %y : tensor<f32> wrt(%x : tensor<f32>) along(%v : tensor<f32>)
  return %t : tensor<f32>
}

// -----

// expected-note @below {{path: 'croton.sum' <- 'croton.exp' <- 'test.opaque' <- 'croton.sqr' <- argument #0}}
func.func @no_derivative(%x: tensor<3xf32>) -> tensor<3xf32> {
  %s = croton.sqr %x : tensor<3xf32>
  // expected-error @below {{'test.opaque' op is on the way of a derivative, but does not implement DifferentiableOpInterface; attach the interface by an external model, or list a result of it in consider_constant}}
  %y = "test.opaque"(%s) : (tensor<3xf32>) -> tensor<3xf32>
  %e = croton.exp %y : tensor<3xf32>
  %cost = croton.sum %e axes [0] : tensor<3xf32>
  // expected-note @below {{the derivative is asked for here}}
  %g = croton.grad %cost : tensor<f32> wrt(%x : tensor<3xf32>)
  return %g : tensor<3xf32>
}

// -----

// Nothing arrives at an op behind a comparison: its derivative is not needed.
func.func @not_needed(%x: tensor<f32>) -> tensor<f32> {
  %a = "test.opaque"(%x) : (tensor<f32>) -> tensor<f32>
  %c = croton.gt %a, %x : tensor<f32>, tensor<f32>
  %y = croton.switch %c, %x, %x : tensor<i1>, tensor<f32>, tensor<f32>
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

// A fused op has lost what it was made of.
// expected-note @below {{path: 'croton.composite' <- argument #0}}
func.func @fused(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{'croton.composite' op is on the way of a derivative}}
  %y = croton.composite %x : (tensor<f32>) -> tensor<f32> {
  ^bb0(%a: f32):
    %0 = math.exp %a : f32
    croton.yield %0 : f32
  }
  // expected-note @below {{the derivative is asked for here}}
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

// expected-note @below {{path: 'scf.if' <- argument #0}}
func.func @through_a_region(%x: tensor<f32>, %c: i1) -> tensor<f32> {
  // expected-error @below {{'scf.if' op has regions that use values from outside which are differentiated by, and no derivative can pass into regions; inline it}}
  %y = scf.if %c -> tensor<f32> {
    %e = croton.exp %x : tensor<f32>
    scf.yield %e : tensor<f32>
  } else {
    scf.yield %x : tensor<f32>
  }
  // expected-note @below {{the derivative is asked for here}}
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

func.func @through_blocks(%x: tensor<f32>, %c: i1) -> tensor<f32> {
  // expected-error @below {{'croton.exp' op is on the way to a derivative but in another block; expected all ops on the way in one block, without branches between}}
  %y = croton.exp %x : tensor<f32>
  cf.br ^bb1
^bb1:
  // expected-note @below {{the derivative is asked for here}}
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

func.func @through_a_block_argument(%x: tensor<f32>) -> tensor<f32> {
  %y = croton.exp %x : tensor<f32>
  cf.br ^bb1(%y : tensor<f32>)
// expected-note @below {{the argument is here}}
^bb1(%z: tensor<f32>):
  // expected-error @below {{cannot follow values through control flow: argument #0 of a block may depend on what is differentiated by; list it in consider_constant if it does not}}
  %g = croton.grad %z : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

// Differentiating by the block argument itself is no problem.
func.func @by_a_block_argument(%x: tensor<f32>) -> tensor<f32> {
  cf.br ^bb1(%x : tensor<f32>)
^bb1(%z: tensor<f32>):
  %y = croton.exp %z : tensor<f32>
  %g = croton.grad %y : tensor<f32> wrt(%z : tensor<f32>)
  return %g : tensor<f32>
}
