// RUN: croton-opt %s --test-croton-evaluate --verify-diagnostics

// Run-time errors of every op that has one. The sizes and indices involved are
// hidden behind dynamic types, as the verifiers refuse them otherwise.

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

func.func @sizes_differ() -> tensor<4x?xf32> {
  %a = croton.constant dense<1.0> : tensor<4x3xf32>
  %b = croton.constant dense<1.0> : tensor<4x2xf32>
  %x = tensor.cast %a : tensor<4x3xf32> to tensor<4x?xf32>
  %y = tensor.cast %b : tensor<4x2xf32> to tensor<4x?xf32>
  // expected-error@+1 {{'croton.add' op operand shapes 4x3 and 4x2 do not broadcast at dim 1}}
  %r = croton.add %x, %y : tensor<4x?xf32>, tensor<4x?xf32>
  return %r : tensor<4x?xf32>
}

// A size of 1 that the type does not know of is not stretched.
func.func @run_time_one() -> tensor<?xf32> {
  %a = croton.constant dense<1.0> : tensor<1xf32>
  %b = croton.constant dense<1.0> : tensor<3xf32>
  %x = tensor.cast %a : tensor<1xf32> to tensor<?xf32>
  %y = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error@+1 {{operand shapes 1 and 3 do not broadcast at dim 0; only a static size of 1 is stretched}}
  %r = croton.mul %x, %y : tensor<?xf32>, tensor<?xf32>
  return %r : tensor<?xf32>
}

// Nor does an empty dim meet another size.
func.func @run_time_zero() -> tensor<?xi1> {
  %a = croton.constant dense<> : tensor<0xf32>
  %b = croton.constant dense<1.0> : tensor<3xf32>
  %x = tensor.cast %a : tensor<0xf32> to tensor<?xf32>
  %y = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error@+1 {{operand shapes 0 and 3 do not broadcast at dim 0}}
  %r = croton.lt %x, %y : tensor<?xf32>, tensor<?xf32>
  return %r : tensor<?xi1>
}

// The three operands of switch all take part.
func.func @switch_sizes() -> tensor<?xf32> {
  %a = croton.constant dense<true> : tensor<2xi1>
  %b = croton.constant dense<1.0> : tensor<3xf32>
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %c = tensor.cast %a : tensor<2xi1> to tensor<?xi1>
  %x = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error@+1 {{operand shapes 2 and 3 do not broadcast at dim 0}}
  %r = croton.switch %c, %x, %zero : tensor<?xi1>, tensor<?xf32>, tensor<1xf32>
  return %r : tensor<?xf32>
}

func.func @composite_sizes() -> tensor<?xf32> {
  %a = croton.constant dense<1.0> : tensor<2xf32>
  %b = croton.constant dense<1.0> : tensor<3xf32>
  %x = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %y = tensor.cast %b : tensor<3xf32> to tensor<?xf32>
  // expected-error@+1 {{operand shapes 2 and 3 do not broadcast at dim 0}}
  %r = croton.composite %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    croton.yield %s : f32
  }
  return %r : tensor<?xf32>
}

func.func @composite_unknown_scalar() -> tensor<2xf32> {
  %x = croton.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{cannot evaluate the scalar op 'math.cbrt'}}
  %r = croton.composite %x : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%p: f32):
    %s = math.cbrt %p : f32
    croton.yield %s : f32
  }
  return %r : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

func.func @max_of_nothing() -> tensor<4xf32> {
  %a = croton.constant dense<> : tensor<4x0xf32>
  %x = tensor.cast %a : tensor<4x0xf32> to tensor<4x?xf32>
  // expected-error@+1 {{operand of shape 4x0 is empty along axes [1] and has no maximum there}}
  %r = croton.max %x axes [1] : tensor<4x?xf32>
  return %r : tensor<4xf32>
}

// No result comes out either way, but the axis is still empty.
func.func @argmax_of_nothing() -> tensor<?xi64> {
  %a = croton.constant dense<> : tensor<0x0xf32>
  %x = tensor.cast %a : tensor<0x0xf32> to tensor<?x?xf32>
  // expected-error@+1 {{operand of shape 0x0 is empty along axes [0] and has no maximum there}}
  %r = croton.argmax %x axes [0] : tensor<?x?xf32>
  return %r : tensor<?xi64>
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

func.func @reshape_count() -> tensor<?x?xf32> {
  %x = croton.constant dense<1.0> : tensor<6xf32>
  %five = croton.constant dense<5> : tensor<i64>
  %s = croton.make_vector %five, %five : tensor<i64>, tensor<i64>
  // expected-error@+1 {{cannot reshape a tensor of shape 6 to 5x5: the number of elements differs}}
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @reshape_rest() -> tensor<?x?xf32> {
  %x = croton.constant dense<1.0> : tensor<6xf32>
  %a = croton.constant dense<4> : tensor<i64>
  %b = croton.constant dense<-1> : tensor<i64>
  %s = croton.make_vector %a, %b : tensor<i64>, tensor<i64>
  // expected-error@+1 {{cannot reshape a tensor of shape 6 to 4x-1: the number of elements differs}}
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @reshape_two_rests() -> tensor<?x?xf32> {
  %x = croton.constant dense<1.0> : tensor<6xf32>
  %b = croton.constant dense<-1> : tensor<i64>
  %s = croton.make_vector %b, %b : tensor<i64>, tensor<i64>
  // expected-error@+1 {{cannot reshape a tensor of shape 6 to -1x-1: more than one size is -1}}
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @reshape_negative() -> tensor<?xf32> {
  %x = croton.constant dense<1.0> : tensor<6xf32>
  %b = croton.constant dense<-6> : tensor<i64>
  %s = croton.make_vector %b : tensor<i64>
  // expected-error@+1 {{cannot reshape a tensor of shape 6 to -6: a size is negative}}
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<1xi64> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @reshape_rest_of_nothing() -> tensor<?x?xf32> {
  %x = croton.constant dense<> : tensor<0xf32>
  %a = croton.constant dense<0> : tensor<i64>
  %b = croton.constant dense<-1> : tensor<i64>
  %s = croton.make_vector %a, %b : tensor<i64>, tensor<i64>
  // expected-error@+1 {{cannot reshape a tensor of shape 0 to 0x-1: -1 stands for any size if another size is 0}}
  %r = croton.reshape %x, %s : tensor<0xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @reshape_overflow() -> tensor<?x?xf32> {
  %x = croton.constant dense<1.0> : tensor<6xf32>
  %a = croton.constant dense<4611686018427387904> : tensor<i64>
  %s = croton.make_vector %a, %a : tensor<i64>, tensor<i64>
  // expected-error@+1 {{the number of elements overflows}}
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// The static size in the result type is a promise.
func.func @reshape_promise() -> tensor<?x3xf32> {
  %x = croton.constant dense<1.0> : tensor<6xf32>
  %a = croton.constant dense<3> : tensor<i64>
  %b = croton.constant dense<2> : tensor<i64>
  %s = croton.make_vector %a, %b : tensor<i64>, tensor<i64>
  // expected-error@+1 {{expected a result of type tensor<?x3xf32>, but got shape 3x2}}
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<2xi64> -> tensor<?x3xf32>
  return %r : tensor<?x3xf32>
}

func.func @specify_shape() -> tensor<?xf32> {
  %a = croton.constant dense<1.0> : tensor<3xf32>
  %x = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %n = croton.constant dense<4> : tensor<i64>
  %s = croton.make_vector %n : tensor<i64>
  // expected-error@+1 {{expected shape 4, but got 3}}
  %r = croton.specify_shape %x, %s : tensor<?xf32>, tensor<1xi64> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @alloc_negative() -> tensor<?x2xf32> {
  %x = croton.constant dense<1.0> : tensor<f32>
  %n = croton.constant dense<2> : tensor<i64>
  %m = croton.neg %n : tensor<i64>
  // expected-error@+1 {{cannot allocate a tensor of shape -2x2: a size is negative}}
  %r = croton.alloc %x, %m, %n : tensor<f32> -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

func.func @alloc_promise() -> tensor<?x2xf32> {
  %x = croton.constant dense<1.0> : tensor<f32>
  %n = croton.constant dense<2> : tensor<i64>
  %m = croton.add %n, %n : tensor<i64>, tensor<i64>
  // expected-error@+1 {{expected a result of type tensor<?x2xf32>, but got shape 2x4}}
  %r = croton.alloc %x, %n, %m : tensor<f32> -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}

func.func @alloc_value() -> tensor<?x?xf32> {
  %a = croton.constant dense<1.0> : tensor<3xf32>
  %x = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  %n = croton.constant dense<2> : tensor<i64>
  %m = croton.add %n, %n : tensor<i64>, tensor<i64>
  // expected-error@+1 {{value of shape 3 does not fit into shape 2x4 at dim 1}}
  %r = croton.alloc %x, %n, %m : tensor<?xf32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @alloc_too_large() -> tensor<?x?xf32> {
  %x = croton.constant dense<1.0> : tensor<f32>
  %n = croton.constant dense<4611686018427387904> : tensor<i64>
  %m = croton.zero_grad %n : tensor<i64>
  // expected-error@+1 {{cannot allocate a tensor of shape 4611686018427387904x4611686018427387904 and element type f32}}
  %r = croton.alloc %x, %m, %m : tensor<f32> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @cast_promise() -> tensor<4xf32> {
  %a = croton.constant dense<1.0> : tensor<3xf32>
  %x = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  // expected-error@+1 {{'tensor.cast' op expected a result of type tensor<4xf32>, but got shape 3}}
  %r = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

func.func @index_above() -> tensor<f32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %i = croton.constant dense<5> : tensor<i64>
  // expected-error@+1 {{index 5 is out of range for dim 0 of size 5}}
  %r = croton.subtensor %x[%i] : tensor<5xf32>, tensor<i64>
  return %r : tensor<f32>
}

func.func @index_below() -> tensor<3xf32> {
  %x = croton.constant dense<1.0> : tensor<3x5xf32>
  %i = croton.constant dense<-6> : tensor<i8>
  // expected-error@+1 {{index -6 is out of range for dim 1 of size 5}}
  %r = croton.subtensor %x[:, %i] : tensor<3x5xf32>, tensor<i8>
  return %r : tensor<3xf32>
}

// An unsigned index is never negative.
func.func @index_unsigned() -> tensor<f32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %i = croton.constant dense<18446744073709551615> : tensor<ui64>
  // expected-error@+1 {{index 18446744073709551615 is out of range for dim 0 of size 5}}
  %r = croton.subtensor %x[%i] : tensor<5xf32>, tensor<ui64>
  return %r : tensor<f32>
}

func.func @index_of_nothing() -> tensor<f32> {
  %a = croton.constant dense<> : tensor<0xf32>
  %x = tensor.cast %a : tensor<0xf32> to tensor<?xf32>
  // expected-error@+1 {{index -1 is out of range for dim 0 of size 0}}
  %r = croton.subtensor %x[-1] : tensor<?xf32>
  return %r : tensor<f32>
}

func.func @step_zero() -> tensor<?xf32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %s = croton.constant dense<0> : tensor<i64>
  // expected-error@+1 {{the step of the slice of dim 0 is 0}}
  %r = croton.subtensor %x[::%s] : tensor<5xf32>, tensor<i64>
  return %r : tensor<?xf32>
}

func.func @set_index() -> tensor<5xf32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %v = croton.constant dense<2.0> : tensor<f32>
  %i = croton.constant dense<7> : tensor<i64>
  // expected-error@+1 {{'croton.inc_subtensor' op index 7 is out of range for dim 0 of size 5}}
  %r = croton.inc_subtensor %x[%i], %v set : tensor<5xf32>, tensor<f32>, tensor<i64>
  return %r : tensor<5xf32>
}

func.func @set_sizes() -> tensor<5xf32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %a = croton.constant dense<2.0> : tensor<2xf32>
  %v = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  // expected-error@+1 {{value of shape 2 does not fit into elements of shape 3 at dim 0}}
  %r = croton.inc_subtensor %x[1:4], %v : tensor<5xf32>, tensor<?xf32>
  return %r : tensor<5xf32>
}

func.func @take_index() -> tensor<2xf32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %i = croton.constant dense<[4, -6]> : tensor<2xi64>
  // expected-error@+1 {{index -6 is out of range for axis 0 of size 5}}
  %r = croton.take %x, %i axis 0 : tensor<5xf32>, tensor<2xi64>
  return %r : tensor<2xf32>
}

func.func @take_of_nothing() -> tensor<4x2xf32> {
  %a = croton.constant dense<> : tensor<4x0xf32>
  %x = tensor.cast %a : tensor<4x0xf32> to tensor<4x?xf32>
  %i = croton.constant dense<[4, -6]> : tensor<2xi64>
  // expected-error@+1 {{cannot take elements of axis 1 of shape 4x0, which is empty}}
  %r = croton.take %x, %i axis 1 mode clip : tensor<4x?xf32>, tensor<2xi64>
  return %r : tensor<4x2xf32>
}

func.func @inc_take_index() -> tensor<5xf32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %i = croton.constant dense<[4, 200]> : tensor<2xui8>
  %v = croton.constant dense<1.0> : tensor<2xf32>
  // expected-error@+1 {{index 200 is out of range for axis 0 of size 5}}
  %r = croton.inc_take %x, %i, %v axis 0 : tensor<5xf32>, tensor<2xui8>, tensor<2xf32>
  return %r : tensor<5xf32>
}

func.func @inc_take_sizes() -> tensor<5xf32> {
  %x = croton.constant dense<1.0> : tensor<5xf32>
  %i = croton.constant dense<[4, 0]> : tensor<2xi64>
  %a = croton.constant dense<1.0> : tensor<3xf32>
  %v = tensor.cast %a : tensor<3xf32> to tensor<?xf32>
  // expected-error@+1 {{value of shape 3 does not fit into elements of shape 2 at dim 0}}
  %r = croton.inc_take %x, %i, %v axis 0 : tensor<5xf32>, tensor<2xi64>, tensor<?xf32>
  return %r : tensor<5xf32>
}

func.func @one_hot_index() -> tensor<2x3xi1> {
  %i = croton.constant dense<[2, -1]> : tensor<2xi64>
  %n = croton.constant dense<3> : tensor<i64>
  // expected-error@+1 {{index -1 is out of range for depth 3}}
  %r = croton.one_hot %i, %n : tensor<2xi64> -> tensor<2x3xi1>
  return %r : tensor<2x3xi1>
}

func.func @one_hot_depth() -> tensor<2x?xi1> {
  %i = croton.constant dense<[2, 1]> : tensor<2xi64>
  %n = croton.constant dense<3> : tensor<i64>
  %m = croton.neg %n : tensor<i64>
  // expected-error@+1 {{expected a depth of at least 0, but got -3}}
  %r = croton.one_hot %i, %m : tensor<2xi64> -> tensor<2x?xi1>
  return %r : tensor<2x?xi1>
}

//===----------------------------------------------------------------------===//
// Products, cross-entropies, assert
//===----------------------------------------------------------------------===//

func.func @dot_sizes() -> tensor<4x2xf32> {
  %a = croton.constant dense<1.0> : tensor<4x3xf32>
  %b = croton.constant dense<1.0> : tensor<1x2xf32>
  %x = tensor.cast %a : tensor<4x3xf32> to tensor<4x?xf32>
  %y = tensor.cast %b : tensor<1x2xf32> to tensor<?x2xf32>
  // expected-error@+1 {{inner sizes of operand shapes 4x3 and 1x2 differ}}
  %r = croton.dot %x, %y : tensor<4x?xf32>, tensor<?x2xf32>
  return %r : tensor<4x2xf32>
}

func.func @batched_dot_sizes() -> tensor<?x4x2xf32> {
  %a = croton.constant dense<1.0> : tensor<2x4x3xf32>
  %b = croton.constant dense<1.0> : tensor<1x3x2xf32>
  %x = tensor.cast %a : tensor<2x4x3xf32> to tensor<?x4x3xf32>
  %y = tensor.cast %b : tensor<1x3x2xf32> to tensor<?x3x2xf32>
  // expected-error@+1 {{batch sizes of operand shapes 2x4x3 and 1x3x2 differ}}
  %r = croton.batched_dot %x, %y : tensor<?x4x3xf32>, tensor<?x3x2xf32>
  return %r : tensor<?x4x2xf32>
}

func.func @target_above() -> tensor<2xf32> {
  %x = croton.constant dense<0.5> : tensor<2x3xf32>
  %t = croton.constant dense<[0, 3]> : tensor<2xi64>
  // expected-error@+1 {{target 3 is out of range for 3 classes}}
  %r = croton.categorical_crossentropy %x, %t : tensor<2x3xf32>, tensor<2xi64>
  return %r : tensor<2xf32>
}

func.func @target_below() -> tensor<2xf32> {
  %x = croton.constant dense<0.5> : tensor<2x3xf32>
  %t = croton.constant dense<[0, -1]> : tensor<2xi8>
  // expected-error@+1 {{target -1 is out of range for 3 classes}}
  %r = croton.crossentropy_softmax %x, %t : tensor<2x3xf32>, tensor<2xi8>
  return %r : tensor<2xf32>
}

func.func @target_sizes() -> tensor<?xf32> {
  %a = croton.constant dense<0.5> : tensor<2x3xf32>
  %b = croton.constant dense<0> : tensor<3xi64>
  %x = tensor.cast %a : tensor<2x3xf32> to tensor<?x3xf32>
  %t = tensor.cast %b : tensor<3xi64> to tensor<?xi64>
  // expected-error@+1 {{expected a target of shape 2 for an operand of shape 2x3, but got 3}}
  %r = croton.crossentropy_softmax %x, %t : tensor<?x3xf32>, tensor<?xi64>
  return %r : tensor<?xf32>
}

func.func @assert() -> tensor<2xf32> {
  %x = croton.constant dense<0.5> : tensor<2xf32>
  %true = croton.constant dense<true> : tensor<i1>
  %false = croton.constant dense<false> : tensor<i1>
  // expected-error@+1 {{sizes must be positive}}
  %r = croton.assert %x, %true, %false, "sizes must be positive" : tensor<2xf32>, tensor<i1>, tensor<i1>
  return %r : tensor<2xf32>
}

//===----------------------------------------------------------------------===//
// What cannot be evaluated
//===----------------------------------------------------------------------===//

func.func @grad() -> tensor<f32> {
  %x = croton.constant dense<0.5> : tensor<f32>
  %y = croton.sqr %x : tensor<f32>
  // expected-error@+1 {{'croton.grad' op expand gradients first (croton-expand-gradients)}}
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

func.func @lop() -> tensor<2xf32> {
  %x = croton.constant dense<0.5> : tensor<2xf32>
  %y = croton.sqr %x : tensor<2xf32>
  // expected-error@+1 {{'croton.lop' op expand gradients first (croton-expand-gradients)}}
  %g = croton.lop %y : tensor<2xf32> grads(%x : tensor<2xf32>) wrt(%x : tensor<2xf32>)
  return %g : tensor<2xf32>
}

func.func @rop() -> tensor<2xf32> {
  %x = croton.constant dense<0.5> : tensor<2xf32>
  %y = croton.sqr %x : tensor<2xf32>
  // expected-error@+1 {{'croton.rop' op expand gradients first (croton-expand-gradients)}}
  %g = croton.rop %y : tensor<2xf32> wrt(%x : tensor<2xf32>) along(%x : tensor<2xf32>)
  return %g : tensor<2xf32>
}

func.func @no_interface() -> tensor<2xf32> {
  // expected-error@+1 {{'tensor.empty' op cannot be evaluated: it does not implement EvaluableOpInterface}}
  %x = tensor.empty() : tensor<2xf32>
  return %x : tensor<2xf32>
}

func.func @not_a_tensor() -> index {
  // expected-error@+1 {{cannot evaluate a constant other than a tensor of known elements}}
  %x = arith.constant 3 : index
  return %x : index
}

// expected-error@+1 {{cannot be evaluated: expected one block, but got 2}}
func.func @blocks() -> tensor<f32> {
  %x = croton.constant dense<0.5> : tensor<f32>
  cf.br ^next
^next:
  return %x : tensor<f32>
}
