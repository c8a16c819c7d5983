// RUN: croton-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// Markers
//===----------------------------------------------------------------------===//

func.func @crossed_bounds(%x: tensor<4xf32>) {
  // grad_clip.r1
  // expected-error@+1 {{'croton.grad_clip' op expected a lower bound not above the upper one, but got 1.000000e+00 and -1.000000e+00}}
  %r = croton.grad_clip %x from 1.0 to -1.0 : tensor<4xf32>
  return
}

// -----

func.func @nan_below(%x: tensor<4xf32>) {
  // grad_clip.r1
  // expected-error@+1 {{'croton.grad_clip' op expected a lower bound not above the upper one, but got nan and 1.000000e+00}}
  %r = croton.grad_clip %x from 0x7FF8000000000000 to 1.0 : tensor<4xf32>
  return
}

// -----

func.func @nan_above(%x: tensor<4xf32>) {
  // grad_clip.r1
  // expected-error@+1 {{'croton.grad_clip' op expected a lower bound not above the upper one, but got 1.000000e+00 and nan}}
  %r = croton.grad_clip %x from 1.0 to 0x7FF8000000000000 : tensor<4xf32>
  return
}

// -----

func.func @clipped_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{'croton.grad_clip' op operand #0 must be ranked tensor of float values, but got 'tensor<4xi32>'}}
  %r = croton.grad_clip %x from -1.0 to 1.0 : tensor<4xi32>
  return
}

// -----

func.func @integer_bound(%x: tensor<4xf32>) {
  // expected-error@+1 {{unexpected decimal integer literal for a floating point value}}
  %r = croton.grad_clip %x from -1 to 1.0 : tensor<4xf32> // expected-note {{add a trailing dot to make the literal a float}}
  return
}

// -----

func.func @f32_bound(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.grad_clip' op attribute 'lower' failed to satisfy constraint: 64-bit float attribute}}
  %r = "croton.grad_clip"(%x) <{lower = 1.0 : f32, upper = 2.0 : f64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @marked_index(%x: tensor<4xindex>) {
  // expected-error@+1 {{'croton.zero_grad' op operand #0 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<4xindex>'}}
  %r = croton.zero_grad %x : tensor<4xindex>
  return
}

// -----

func.func @other_result(%x: tensor<4xf32>) {
  // expected-error@+2 {{'croton.disconnected_grad' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{'croton.disconnected_grad' op failed to infer returned types}}
  %r = "croton.disconnected_grad"(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// grad
//===----------------------------------------------------------------------===//

func.func @vector_cost(%c: tensor<2xf32>, %w: tensor<4xf32>) {
  // grad.r1
  // expected-error@+1 {{'croton.grad' op expected a cost of rank 0, but got 'tensor<2xf32>'; reduce it with croton.sum or croton.mean, or use croton.lop}}
  %r = croton.grad %c : tensor<2xf32> wrt(%w : tensor<4xf32>)
  return
}

// -----

func.func @integer_cost(%c: tensor<i32>, %w: tensor<4xf32>) {
  // grad.r1
  // expected-error@+1 {{'croton.grad' op operand #0 must be ranked tensor of float values, but got 'tensor<i32>'}}
  %r = croton.grad %c : tensor<i32> wrt(%w : tensor<4xf32>)
  return
}

// -----

func.func @two_costs(%c: tensor<f32>, %w: tensor<f32>) {
  // expected-error@+1 {{'croton.grad' op expected one cost, but got 2}}
  %r = "croton.grad"(%c, %c, %w) <{operandSegmentSizes = array<i32: 2, 1, 0, 0, 0>}> : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @no_cost(%w: tensor<f32>) {
  // expected-error@+1 {{'croton.grad' op expected one cost, but got 0}}
  %r = "croton.grad"(%w) <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0>}> : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @segments_and_operands(%c: tensor<f32>) {
  // expected-error@+1 {{'croton.grad' op operand count (1) does not match with the total size (0) specified in attribute 'operandSegmentSizes'}}
  "croton.grad"(%c) : (tensor<f32>) -> ()
  return
}

// -----

func.func @negative_segment(%c: tensor<f32>, %w: tensor<4xf32>) {
  // expected-error@+1 {{'croton.grad' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "croton.grad"(%c, %w) <{operandSegmentSizes = array<i32: 1, 5, -4, 0, 0>}> : (tensor<f32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @too_few_segments(%c: tensor<f32>) {
  // expected-error@+1 {{size mismatch in attribute conversion: 3 vs 5}}
  "croton.grad"(%c) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<f32>) -> ()
  return
}

// -----

func.func @of_nothing(%c: tensor<f32>) {
  // grad.r3
  // expected-error@+1 {{'croton.grad' op expected at least one wrt}}
  "croton.grad"(%c) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0>}> : (tensor<f32>) -> ()
  return
}

// -----

func.func @complex_wrt(%c: tensor<f32>, %w: tensor<f32>,
                       %z: tensor<4xcomplex<f32>>) {
  // grad.r3
  // expected-error@+1 {{'croton.grad' op expected wrt #1 to be real, but got 'tensor<4xcomplex<f32>>'}}
  %r:2 = croton.grad %c : tensor<f32> wrt(%w, %z : tensor<f32>, tensor<4xcomplex<f32>>)
  return
}

// -----

// The text form infers types before anything else is known about them.
func.func @unranked_wrt(%c: tensor<f32>, %w: tensor<*xf32>) {
  // expected-error@+1 {{'croton.grad' op expected ranked tensors of elements that croton knows, but got 'tensor<*xf32>'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<*xf32>)
  return
}

// -----

func.func @scalar_wrt(%c: tensor<f32>, %w: f32) {
  // expected-error@+1 {{'croton.grad' op expected ranked tensors of elements that croton knows, but got 'f32'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : f32)
  return
}

// -----

func.func @index_wrt(%c: tensor<f32>, %w: tensor<4xindex>) {
  // expected-error@+1 {{'croton.grad' op expected ranked tensors of elements that croton knows, but got 'tensor<4xindex>'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xindex>)
  return
}

// -----

func.func @vector_elements(%c: tensor<f32>, %w: tensor<4xvector<2xf32>>) {
  // expected-error@+1 {{'croton.grad' op expected ranked tensors of elements that croton knows, but got 'tensor<4xvector<2xf32>>'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xvector<2xf32>>)
  return
}

// -----

func.func @result_missing(%c: tensor<f32>, %w: tensor<4xf32>) {
  // expected-error@+2 {{'croton.grad' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation}}
  // expected-error@+1 {{'croton.grad' op failed to infer returned types}}
  "croton.grad"(%c, %w) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (tensor<f32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @shape_of_known(%c: tensor<f32>, %w: tensor<4xf32>, %k: tensor<3xf32>) {
  // grad.r2
  // expected-error@+1 {{'croton.grad' op expected known gradient #0 in the shape of 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xf32>) known(%k : tensor<3xf32>) grads(%w : tensor<4xf32>)
  return
}

// -----

func.func @integer_known(%c: tensor<f32>, %w: tensor<4xf32>, %k: tensor<4xi32>) {
  // grad.r2
  // expected-error@+1 {{'croton.grad' op expected a float known gradient #1, but got 'tensor<4xi32>'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xf32>) known(%w, %k : tensor<4xf32>, tensor<4xi32>) grads(%w, %k : tensor<4xf32>, tensor<4xi32>)
  return
}

// -----

func.func @known_on_device(%c: tensor<f32>, %w: tensor<4xf32>,
                           %g: tensor<4xf32, #croton.device<"a">>) {
  // grad.r2
  // expected-error@+1 {{'croton.grad' op expected known gradient #0 in the shape of 'tensor<4xf32>', but got 'tensor<4xf32, #croton.device<"a">>'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xf32>) known(%w : tensor<4xf32>) grads(%g : tensor<4xf32, #croton.device<"a">>)
  return
}

// -----

func.func @fewer_known_gradients(%c: tensor<f32>, %w: tensor<4xf32>) {
  // grad.r2
  // expected-error@+1 {{'croton.grad' op expected one known gradient for each known value, but got 2 and 1}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xf32>) known(%w, %w : tensor<4xf32>, tensor<4xf32>) grads(%w : tensor<4xf32>)
  return
}

// -----

func.func @known_without_gradients(%c: tensor<f32>, %w: tensor<4xf32>) {
  // expected-error@+2 {{expected 'grads'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xf32>) known(%c : tensor<f32>)
  return
}

// -----

func.func @unknown_policy(%c: tensor<f32>, %w: tensor<4xf32>) {
  // expected-error@+2 {{to be one of: raise, warn, ignore}}
  // expected-error@+1 {{failed to parse Croton_DisconnectedInputsAttr parameter 'value'}}
  %r = croton.grad %c : tensor<f32> wrt(%w : tensor<4xf32>) disconnected zero {note}
  return
}

// -----

func.func @without_wrt(%c: tensor<f32>) {
  // expected-error@+2 {{expected 'wrt'}}
  %r = croton.grad %c : tensor<f32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// lop
//===----------------------------------------------------------------------===//

func.func @more_gradients(%y: tensor<f32>, %x: tensor<4xf32>) {
  // lop.r1
  // expected-error@+1 {{'croton.lop' op expected one gradient for each output, but got 1 and 2}}
  %r = croton.lop %y : tensor<f32> grads(%y, %y : tensor<f32>, tensor<f32>) wrt(%x : tensor<4xf32>)
  return
}

// -----

func.func @shape_of_gradient(%y: tensor<f32>, %x: tensor<4xf32>) {
  // lop.r1
  // expected-error@+1 {{'croton.lop' op expected gradient #0 in the shape of 'tensor<f32>', but got 'tensor<4xf32>'}}
  %r = croton.lop %y : tensor<f32> grads(%x : tensor<4xf32>) wrt(%x : tensor<4xf32>)
  return
}

// -----

func.func @integer_gradient(%y: tensor<i32>, %x: tensor<4xf32>) {
  // lop.r1
  // expected-error@+1 {{'croton.lop' op expected a float gradient #0, but got 'tensor<i32>'}}
  %r = croton.lop %y : tensor<i32> grads(%y : tensor<i32>) wrt(%x : tensor<4xf32>)
  return
}

// -----

func.func @no_output() {
  // lop.r2
  // expected-error@+1 {{'croton.lop' op expected at least one output}}
  "croton.lop"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
  return
}

// -----

func.func @no_wrt(%y: tensor<f32>) {
  // lop.r2
  // expected-error@+1 {{'croton.lop' op expected at least one wrt}}
  "croton.lop"(%y, %y) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : (tensor<f32>, tensor<f32>) -> ()
  return
}

// -----

func.func @complex_wrt(%y: tensor<f32>, %x: tensor<complex<f32>>) {
  // lop.r2
  // expected-error@+1 {{'croton.lop' op expected wrt #0 to be real, but got 'tensor<complex<f32>>'}}
  %r = croton.lop %y : tensor<f32> grads(%y : tensor<f32>) wrt(%x : tensor<complex<f32>>)
  return
}

// -----

func.func @complex_output(%y: tensor<complex<f32>>, %g: tensor<f32>) {
  // lop.r2
  // expected-error@+1 {{'croton.lop' op expected output #0 to be real, but got 'tensor<complex<f32>>'}}
  %r = croton.lop %y : tensor<complex<f32>> grads(%g : tensor<f32>) wrt(%g : tensor<f32>)
  return
}

// -----

func.func @unranked_wrt(%y: tensor<f32>, %x: tensor<*xf32>) {
  // expected-error@+1 {{'croton.lop' op expected ranked tensors of elements that croton knows, but got 'tensor<*xf32>'}}
  %r = croton.lop %y : tensor<f32> grads(%y : tensor<f32>) wrt(%x : tensor<*xf32>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// rop
//===----------------------------------------------------------------------===//

func.func @fewer_tangents(%y: tensor<f32>, %x: tensor<4xf32>) {
  // rop.r1
  // expected-error@+1 {{'croton.rop' op expected one tangent for each wrt, but got 2 and 1}}
  %r = croton.rop %y : tensor<f32> wrt(%x, %x : tensor<4xf32>, tensor<4xf32>) along(%x : tensor<4xf32>)
  return
}

// -----

func.func @shape_of_tangent(%y: tensor<f32>, %x: tensor<4xf32>) {
  // rop.r1
  // expected-error@+1 {{'croton.rop' op expected tangent #0 in the shape of 'tensor<4xf32>', but got 'tensor<f32>'}}
  %r = croton.rop %y : tensor<f32> wrt(%x : tensor<4xf32>) along(%y : tensor<f32>)
  return
}

// -----

func.func @integer_tangent(%y: tensor<f32>, %x: tensor<4xi32>) {
  // rop.r1
  // expected-error@+1 {{'croton.rop' op expected a float tangent #0, but got 'tensor<4xi32>'}}
  %r = croton.rop %y : tensor<f32> wrt(%x : tensor<4xi32>) along(%x : tensor<4xi32>)
  return
}

// -----

func.func @no_output(%x: tensor<4xf32>) {
  // rop.r2
  // expected-error@+1 {{'croton.rop' op expected at least one output}}
  "croton.rop"(%x, %x) <{operandSegmentSizes = array<i32: 0, 1, 1>}> : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

// -----

func.func @no_wrt(%y: tensor<f32>) {
  // rop.r2
  // expected-error@+1 {{'croton.rop' op expected at least one wrt}}
  %r = "croton.rop"(%y) <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @complex_output(%y: tensor<complex<f32>>, %x: tensor<4xf32>) {
  // rop.r2
  // expected-error@+1 {{'croton.rop' op expected output #0 to be real, but got 'tensor<complex<f32>>'}}
  %r = croton.rop %y : tensor<complex<f32>> wrt(%x : tensor<4xf32>) along(%x : tensor<4xf32>)
  return
}

// -----

func.func @complex_wrt(%y: tensor<f32>, %x: tensor<4xcomplex<f32>>,
                       %t: tensor<4xf32>) {
  // rop.r2
  // expected-error@+1 {{'croton.rop' op expected wrt #0 to be real, but got 'tensor<4xcomplex<f32>>'}}
  %r = croton.rop %y : tensor<f32> wrt(%x : tensor<4xcomplex<f32>>) along(%t : tensor<4xf32>)
  return
}

// -----

func.func @unranked_output(%y: tensor<*xf32>, %x: tensor<f32>) {
  // expected-error@+1 {{'croton.rop' op expected ranked tensors of elements that croton knows, but got 'tensor<*xf32>'}}
  %r = croton.rop %y : tensor<*xf32> wrt(%x : tensor<f32>) along(%x : tensor<f32>)
  return
}
