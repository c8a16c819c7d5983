// RUN: croton-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// subtensor, inc_subtensor: text
//===----------------------------------------------------------------------===//

func.func @step_zero(%v: tensor<4xf32>) {
  // subtensor.r2
  // expected-error@+1 {{expected a step other than 0}}
  %r = croton.subtensor %v[1:3:0] : tensor<4xf32>
  return
}

// -----

func.func @empty_entry(%v: tensor<4xf32>) {
  // expected-error@+1 {{expected an index or a slice}}
  %r = croton.subtensor %v[,] : tensor<4xf32>
  return
}

// -----

func.func @word(%v: tensor<4xf32>) {
  // expected-error@+1 {{expected an index or a slice}}
  %r = croton.subtensor %v[all] : tensor<4xf32>
  return
}

// -----

func.func @fraction(%v: tensor<4xf32>) {
  // expected-error@+1 {{expected an index or a slice}}
  %r = croton.subtensor %v[1.5] : tensor<4xf32>
  return
}

// -----

func.func @four_parts(%v: tensor<4xf32>) {
  // expected-error@+1 {{expected ']'}}
  %r = croton.subtensor %v[1:2:3:4] : tensor<4xf32>
  return
}

// -----

func.func @too_large(%v: tensor<4xf32>) {
  // expected-error@+1 {{integer value too large}}
  %r = croton.subtensor %v[99999999999999999999] : tensor<4xf32>
  return
}

// -----

func.func @no_list(%v: tensor<4xf32>) {
  // expected-error@+1 {{expected '['}}
  %r = croton.subtensor %v : tensor<4xf32>
  return
}

// -----

func.func @no_type_for_index(%v: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{number of operands and types do not match: got 1 operands and 0 types}}
  %r = croton.subtensor %v[%i] : tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// subtensor, inc_subtensor: rules
//===----------------------------------------------------------------------===//

func.func @too_few_entries(%m: tensor<3x4xf32>) {
  // subtensor.r1
  // expected-error@+1 {{'croton.subtensor' op expected one entry for each dim of 'tensor<3x4xf32>', but got 1; write ':' for a whole dim}}
  %r = croton.subtensor %m[0] : tensor<3x4xf32>
  return
}

// -----

func.func @too_many_entries(%m: tensor<4xf32>, %v: tensor<f32>) {
  // subtensor.r1
  // expected-error@+1 {{'croton.inc_subtensor' op expected one entry for each dim of 'tensor<4xf32>', but got 2; write ':' for a whole dim}}
  %r = croton.inc_subtensor %m[0, 1], %v : tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @lengths_differ(%m: tensor<4xf32>) {
  // subtensor.r1
  // expected-error@+1 {{'croton.subtensor' op expected a start, stop and step for each entry, but got 1 starts, 0 stops and 2 steps}}
  %r = "croton.subtensor"(%m) <{starts = array<i64: 0>, stops = array<i64>, steps = array<i64: 1, 2>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @generic_too_many_entries(%m: tensor<4xf32>, %v: tensor<f32>) {
  // subtensor.r1
  // expected-error@+1 {{'croton.inc_subtensor' op expected one entry for each dim of 'tensor<4xf32>', but got 2; write ':' for a whole dim}}
  %r = "croton.inc_subtensor"(%m, %v) <{starts = array<i64: 0, 1>, stops = array<i64: 0, 1>, steps = array<i64: 0, 0>}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// INT64_MIN stands for an operand.
func.func @operand_missing(%m: tensor<4xf32>) {
  // subtensor.r1
  // expected-error@+1 {{'croton.subtensor' op expected 2 index operands for its entries, but got 0}}
  %r = "croton.subtensor"(%m) <{starts = array<i64: -9223372036854775808>, stops = array<i64: 3>, steps = array<i64: -9223372036854775808>}> : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @operand_unused(%m: tensor<4xf32>, %i: tensor<i64>) {
  // subtensor.r1
  // expected-error@+1 {{'croton.subtensor' op expected 0 index operands for its entries, but got 1}}
  %r = "croton.subtensor"(%m, %i) <{starts = array<i64: 2>, stops = array<i64: 3>, steps = array<i64: 1>}> : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
  return
}

// -----

func.func @no_attributes(%m: tensor<4xf32>) {
  // expected-error@+1 {{'croton.subtensor' op requires attribute 'starts'}}
  %r = "croton.subtensor"(%m) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @number_as_set(%m: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error@+1 {{Invalid attribute `set` in property conversion: 3 : i64}}
  %r = "croton.inc_subtensor"(%m, %v) <{starts = array<i64: 1>, stops = array<i64: 9223372036854775807>, steps = array<i64: 0>, set = 3}> : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// A step of 0 makes an integer index, which has a start and nothing else.
func.func @generic_step_zero(%m: tensor<4xf32>) {
  // subtensor.r2
  // expected-error@+1 {{'croton.subtensor' op expected a step other than 0, but entry 0 has step 0}}
  %r = "croton.subtensor"(%m) <{starts = array<i64: 9223372036854775807>, stops = array<i64: 9223372036854775807>, steps = array<i64: 0>}> : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @index_with_stop(%m: tensor<4xf32>) {
  // expected-error@+1 {{'croton.subtensor' op expected no stop for the integer index of entry 0, but got 3}}
  %r = "croton.subtensor"(%m) <{starts = array<i64: 2>, stops = array<i64: 3>, steps = array<i64: 0>}> : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @index_above(%v: tensor<4xf32>) {
  // subtensor.r3
  // expected-error@+1 {{'croton.subtensor' op index 4 is out of range for dim 0 of 'tensor<4xf32>'}}
  %r = croton.subtensor %v[4] : tensor<4xf32>
  return
}

// -----

func.func @index_below(%m: tensor<?x4xf32>) {
  // subtensor.r3
  // expected-error@+1 {{'croton.subtensor' op index -5 is out of range for dim 1 of 'tensor<?x4xf32>'}}
  %r = croton.subtensor %m[0, -5] : tensor<?x4xf32>
  return
}

// -----

func.func @index_of_nothing(%v: tensor<0xf32>) {
  // subtensor.r3
  // expected-error@+1 {{'croton.subtensor' op index 0 is out of range for dim 0 of 'tensor<0xf32>'}}
  %r = croton.subtensor %v[0] : tensor<0xf32>
  return
}

// -----

func.func @least_index(%v: tensor<4xf32>) {
  // subtensor.r3
  // expected-error@+1 {{'croton.subtensor' op index -9223372036854775807 is out of range for dim 0 of 'tensor<4xf32>'}}
  %r = croton.subtensor %v[-9223372036854775808] : tensor<4xf32>
  return
}

// -----

func.func @inc_index_above(%v: tensor<4xf32>, %w: tensor<f32>) {
  // subtensor.r3
  // expected-error@+1 {{'croton.inc_subtensor' op index 7 is out of range for dim 0 of 'tensor<4xf32>'}}
  %r = croton.inc_subtensor %v[7], %w : tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @vector_index(%v: tensor<4xf32>, %i: tensor<1xi64>) {
  // expected-error@+1 {{'croton.subtensor' op operand #1 must be variadic of 0D tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<1xi64>'}}
  %r = croton.subtensor %v[%i] : tensor<4xf32>, tensor<1xi64>
  return
}

// -----

func.func @float_index(%v: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'croton.subtensor' op operand #1 must be variadic of 0D tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<f32>'}}
  %r = croton.subtensor %v[%i] : tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @bool_index(%v: tensor<4xf32>, %i: tensor<i1>) {
  // expected-error@+1 {{'croton.subtensor' op operand #1 must be variadic of 0D tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<i1>'}}
  %r = croton.subtensor %v[:%i] : tensor<4xf32>, tensor<i1>
  return
}

// -----

func.func @index_type(%v: tensor<4xf32>, %i: index) {
  // expected-error@+1 {{'croton.subtensor' op operand #1 must be variadic of 0D tensor of 8, 16, 32 or 64-bit integer values, but got 'index'}}
  %r = croton.subtensor %v[%i] : tensor<4xf32>, index
  return
}

// -----

// expected-note@+2 {{operand #0 is on #croton.device<"a">}}
// expected-note@+2 {{operand #1 is on #croton.device<"b">}}
func.func @index_on_other_device(%v: tensor<4xf32, #croton.device<"a">>,
                                 %i: tensor<i64, #croton.device<"b">>) {
  // expected-error@+1 {{'croton.subtensor' op expected all tensor operands in one place, but got 'tensor<4xf32, #croton.device<"a">>' and 'tensor<i64, #croton.device<"b">>'}}
  %r = croton.subtensor %v[%i] : tensor<4xf32, #croton.device<"a">>, tensor<i64, #croton.device<"b">>
  return
}

// -----

func.func @value_of_other_rank(%v: tensor<4xf32>, %w: tensor<f32>) {
  // subtensor.r4
  // expected-error@+1 {{'croton.inc_subtensor' op expected a value of the rank of 'tensor<4xf32>', but got 'tensor<f32>'; align it with croton.dimshuffle}}
  %r = croton.inc_subtensor %v[:], %w : tensor<4xf32>, tensor<f32>
  return
}

// -----

func.func @value_of_other_size(%v: tensor<4xf32>, %w: tensor<3xf32>) {
  // subtensor.r4
  // expected-error@+1 {{'croton.inc_subtensor' op cannot stretch 'tensor<3xf32>' to 'tensor<2xf32>': sizes differ at dim 0}}
  %r = croton.inc_subtensor %v[1:3], %w : tensor<4xf32>, tensor<3xf32>
  return
}

// -----

// A value is not stretched to a slice of size 0.
func.func @value_for_nothing(%v: tensor<4xf32>, %w: tensor<3xf32>) {
  // subtensor.r4
  // expected-error@+1 {{'croton.inc_subtensor' op cannot stretch 'tensor<3xf32>' to 'tensor<0xf32>': sizes differ at dim 0}}
  %r = croton.inc_subtensor %v[3:1], %w : tensor<4xf32>, tensor<3xf32>
  return
}

// -----

func.func @value_of_other_element(%v: tensor<4xf32>, %w: tensor<4xf64>) {
  // expected-error@+1 {{'croton.inc_subtensor' op expected a value of element type 'f32', but got 'tensor<4xf64>'; insert a croton.cast}}
  %r = croton.inc_subtensor %v[:], %w : tensor<4xf32>, tensor<4xf64>
  return
}

// -----

// expected-note@+2 {{operand #0 is on the host}}
// expected-note@+2 {{operand #1 is on #croton.device<"a">}}
func.func @value_on_device(%v: tensor<4xf32>,
                           %w: tensor<4xf32, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.inc_subtensor' op expected all tensor operands in one place, but got 'tensor<4xf32>' and 'tensor<4xf32, #croton.device<"a">>'}}
  %r = croton.inc_subtensor %v[:], %w : tensor<4xf32>, tensor<4xf32, #croton.device<"a">>
  return
}

// -----

// The value is data, even if it looks like an index.
// expected-note@+2 {{operand #0 is on #croton.device<"a">}}
// expected-note@+2 {{operand #1 is on the host}}
func.func @scalar_value_on_host(%v: tensor<4xi64, #croton.device<"a">>,
                                %w: tensor<i64>) {
  // expected-error@+1 {{'croton.inc_subtensor' op expected all tensor operands in one place, but got 'tensor<4xi64, #croton.device<"a">>' and 'tensor<i64>'}}
  %r = croton.inc_subtensor %v[0], %w : tensor<4xi64, #croton.device<"a">>, tensor<i64>
  return
}

// -----

func.func @unranked_value(%v: tensor<4xf32>, %w: tensor<*xf32>) {
  // expected-error@+1 {{'croton.inc_subtensor' op operand #1 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<*xf32>'}}
  %r = "croton.inc_subtensor"(%v, %w) <{starts = array<i64: 2>, stops = array<i64: 9223372036854775807>, steps = array<i64: 0>}> : (tensor<4xf32>, tensor<*xf32>) -> tensor<4xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// take, inc_take
//===----------------------------------------------------------------------===//

func.func @axis_above_rank(%v: tensor<4xf32>, %i: tensor<2xi64>) {
  // take.r1
  // expected-error@+1 {{'croton.take' op expected an axis below rank 1 of 'tensor<4xf32>', but got 1}}
  %r = croton.take %v, %i axis 1 : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @negative_axis(%v: tensor<4xf32>, %i: tensor<2xi64>) {
  // take.r1
  // expected-error@+1 {{'croton.take' op expected an axis below rank 1 of 'tensor<4xf32>', but got -1}}
  %r = croton.take %v, %i axis -1 : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @axis_of_scalar(%s: tensor<f32>, %i: tensor<2xi64>) {
  // take.r1
  // expected-error@+1 {{'croton.take' op expected an axis below rank 0 of 'tensor<f32>', but got 0}}
  %r = croton.take %s, %i axis 0 : tensor<f32>, tensor<2xi64>
  return
}

// -----

func.func @generic_axis(%v: tensor<4xf32>, %i: tensor<2xi64>) {
  // take.r1
  // expected-error@+1 {{'croton.take' op expected an axis below rank 1 of 'tensor<4xf32>', but got 5}}
  %r = "croton.take"(%v, %i) <{axis = 5}> : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @no_axis(%v: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'croton.take' op requires attribute 'axis'}}
  %r = "croton.take"(%v, %i) : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @unknown_mode(%v: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error@+2 {{to be one of: raise, wrap, clip}}
  // expected-error@+1 {{failed to parse Croton_TakeModeAttr parameter 'value'}}
  %r = croton.take %v, %i axis 0 mode mirror : tensor<4xf32>, tensor<2xi64>
  return
}

// -----

func.func @number_as_mode(%v: tensor<4xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{Invalid attribute `mode` in property conversion: 7 : i32}}
  %r = "croton.take"(%v, %i) <{axis = 0, mode = 7 : i32}> : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @empty_axis(%v: tensor<0xf32>, %i: tensor<2xi64>) {
  // expected-error@+1 {{'croton.take' op cannot read from the empty axis 0 of 'tensor<0xf32>' with mode clip}}
  %r = croton.take %v, %i axis 0 mode clip : tensor<0xf32>, tensor<2xi64>
  return
}

// -----

func.func @float_indices(%v: tensor<4xf32>, %i: tensor<2xf32>) {
  // expected-error@+1 {{'croton.take' op operand #1 must be ranked tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<2xf32>'}}
  %r = croton.take %v, %i axis 0 : tensor<4xf32>, tensor<2xf32>
  return
}

// -----

func.func @mask(%v: tensor<4xf32>, %i: tensor<4xi1>) {
  // expected-error@+1 {{'croton.take' op operand #1 must be ranked tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<4xi1>'}}
  %r = croton.take %v, %i axis 0 : tensor<4xf32>, tensor<4xi1>
  return
}

// -----

// expected-note@+2 {{operand #0 is on #croton.device<"a">}}
// expected-note@+2 {{operand #1 is on the host}}
func.func @indices_on_host(%v: tensor<4xf32, #croton.device<"a">>,
                           %i: tensor<i64>) {
  // expected-error@+1 {{'croton.take' op expected all tensor operands in one place, but got 'tensor<4xf32, #croton.device<"a">>' and 'tensor<i64>'}}
  %r = croton.take %v, %i axis 0 : tensor<4xf32, #croton.device<"a">>, tensor<i64>
  return
}

// -----

func.func @inc_axis_above_rank(%v: tensor<4xf32>, %i: tensor<2xi64>,
                               %w: tensor<2xf32>) {
  // inc_take.r1
  // expected-error@+1 {{'croton.inc_take' op expected an axis below rank 1 of 'tensor<4xf32>', but got 1}}
  %r = croton.inc_take %v, %i, %w axis 1 : tensor<4xf32>, tensor<2xi64>, tensor<2xf32>
  return
}

// -----

func.func @inc_generic_axis(%v: tensor<4xf32>, %i: tensor<2xi64>,
                            %w: tensor<2xf32>) {
  // inc_take.r1
  // expected-error@+1 {{'croton.inc_take' op expected an axis below rank 1 of 'tensor<4xf32>', but got -9223372036854775808}}
  %r = "croton.inc_take"(%v, %i, %w) <{axis = -9223372036854775808}> : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @inc_value_of_other_element(%v: tensor<4xf32>, %i: tensor<2xi64>,
                                      %w: tensor<2xf64>) {
  // inc_take.r2
  // expected-error@+1 {{'croton.inc_take' op expected a value of element type 'f32', but got 'tensor<2xf64>'; insert a croton.cast}}
  %r = croton.inc_take %v, %i, %w axis 0 : tensor<4xf32>, tensor<2xi64>, tensor<2xf64>
  return
}

// -----

func.func @inc_value_of_other_rank(%m: tensor<4x5xf32>, %i: tensor<2x3xi64>,
                                   %w: tensor<2x5xf32>) {
  // inc_take.r2
  // expected-error@+1 {{'croton.inc_take' op expected a value of the rank of 'tensor<2x3x5xf32>', but got 'tensor<2x5xf32>'; align it with croton.dimshuffle}}
  %r = croton.inc_take %m, %i, %w axis 0 : tensor<4x5xf32>, tensor<2x3xi64>, tensor<2x5xf32>
  return
}

// -----

func.func @inc_value_of_other_size(%m: tensor<4x5xf32>, %i: tensor<2xi64>,
                                   %w: tensor<4x3xf32>) {
  // inc_take.r2
  // expected-error@+1 {{'croton.inc_take' op cannot stretch 'tensor<4x3xf32>' to 'tensor<4x2xf32>': sizes differ at dim 1}}
  %r = croton.inc_take %m, %i, %w axis 1 : tensor<4x5xf32>, tensor<2xi64>, tensor<4x3xf32>
  return
}

// -----

func.func @inc_empty_axis(%v: tensor<0xf32>, %i: tensor<2xi64>,
                          %w: tensor<2xf32>) {
  // expected-error@+1 {{'croton.inc_take' op cannot read from the empty axis 0 of 'tensor<0xf32>' with mode raise}}
  %r = croton.inc_take %v, %i, %w axis 0 : tensor<0xf32>, tensor<2xi64>, tensor<2xf32>
  return
}

// -----

func.func @inc_other_result(%v: tensor<4xf32>, %i: tensor<2xi64>,
                            %w: tensor<2xf32>) {
  // expected-error@+2 {{'croton.inc_take' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'croton.inc_take' op failed to infer returned types}}
  %r = "croton.inc_take"(%v, %i, %w) <{axis = 0}> : (tensor<4xf32>, tensor<2xi64>, tensor<2xf32>) -> tensor<5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// one_hot
//===----------------------------------------------------------------------===//

func.func @rank_of_index(%y: tensor<2xi64>, %n: tensor<i64>) {
  // one_hot.r1
  // expected-error@+1 {{'croton.one_hot' op expected a result with the dims of 'tensor<2xi64>' and one more, but got 'tensor<2xi1>'}}
  %r = croton.one_hot %y, %n : tensor<2xi64> -> tensor<2xi1>
  return
}

// -----

func.func @other_dims(%y: tensor<2xi64>, %n: tensor<i64>) {
  // one_hot.r1
  // expected-error@+1 {{'croton.one_hot' op expected a result with the dims of 'tensor<2xi64>' and one more, but got 'tensor<3x4xi1>'}}
  %r = croton.one_hot %y, %n : tensor<2xi64> -> tensor<3x4xi1>
  return
}

// -----

func.func @scalar_result(%y: tensor<i64>, %n: tensor<i64>) {
  // one_hot.r1
  // expected-error@+1 {{'croton.one_hot' op expected a result with the dims of 'tensor<i64>' and one more, but got 'tensor<i1>'}}
  %r = croton.one_hot %y, %n : tensor<i64> -> tensor<i1>
  return
}

// -----

func.func @other_depth(%y: tensor<2xi64>) {
  %n = croton.constant dense<5> : tensor<i64>
  // one_hot.r2
  // expected-error@+1 {{'croton.one_hot' op expected the last dim of 'tensor<2x4xi1>' to be the depth, 5}}
  %r = croton.one_hot %y, %n : tensor<2xi64> -> tensor<2x4xi1>
  return
}

// -----

func.func @negative_depth(%y: tensor<2xi64>) {
  %n = croton.constant dense<-5> : tensor<i64>
  // one_hot.r2
  // expected-error@+1 {{'croton.one_hot' op expected a depth of at least 0, but got -5}}
  %r = croton.one_hot %y, %n : tensor<2xi64> -> tensor<2x?xi1>
  return
}

// -----

func.func @float_result(%y: tensor<2xi64>, %n: tensor<i64>) {
  // expected-error@+1 {{'croton.one_hot' op result #0 must be ranked tensor of boolean values, but got 'tensor<2x4xf32>'}}
  %r = croton.one_hot %y, %n : tensor<2xi64> -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+1 {{operand #0 is on #croton.device<"a">}}
func.func @other_place(%y: tensor<2xi64, #croton.device<"a">>, %n: tensor<i64>) {
  // expected-error@+1 {{'croton.one_hot' op expected results where the operands are, but got 'tensor<2xi64, #croton.device<"a">>' and 'tensor<2x?xi1>'}}
  %r = croton.one_hot %y, %n : tensor<2xi64, #croton.device<"a">> -> tensor<2x?xi1>
  return
}

// -----

func.func @depth_of_other_type(%y: tensor<2xi64>, %n: tensor<i32>) {
  // expected-error@+1 {{'croton.one_hot' op operand #1 must be rank-0 i64 tensor on the host, but got 'tensor<i32>'}}
  %r = "croton.one_hot"(%y, %n) : (tensor<2xi64>, tensor<i32>) -> tensor<2x?xi1>
  return
}
