// RUN: croton-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

func.func @vector_constant() {
  // expected-error@+1 {{'croton.constant' op expected a tensor, but got 'vector<2xf32>'}}
  %r = croton.constant dense<1.0> : vector<2xf32>
  return
}

// -----

func.func @number() {
  // expected-error@+1 {{invalid kind of attribute specified}}
  %r = croton.constant 1.0 : f32
  return
}

// -----

func.func @sparse_constant() {
  // expected-error@+1 {{'croton.constant' op expected dense elements, but got sparse ones of 'tensor<2xf32>'}}
  %r = croton.constant sparse<[[0]], [1.0]> : tensor<2xf32>
  return
}

// -----

func.func @index_constant() {
  // expected-error@+1 {{'croton.constant' op result #0 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<2xindex>'}}
  %r = croton.constant dense<1> : tensor<2xindex>
  return
}

// -----

func.func @odd_integers() {
  // expected-error@+1 {{'croton.constant' op result #0 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<2xi7>'}}
  %r = croton.constant dense<1> : tensor<2xi7>
  return
}

// -----

func.func @no_value() {
  // expected-error@+1 {{'croton.constant' op requires attribute 'value'}}
  %r = "croton.constant"() : () -> tensor<2xf32>
  return
}

// -----

func.func @array_value() {
  // expected-error@+1 {{Invalid attribute `value` in property conversion}}
  %r = "croton.constant"() <{value = array<f32: 1.0, 2.0>}> : () -> tensor<2xf32>
  return
}

// -----

func.func @other_type() {
  // expected-error@+2 {{'croton.constant' op inferred type(s) 'tensor<2xf32>' are incompatible with return type(s) of operation 'tensor<3xf32>'}}
  // expected-error@+1 {{'croton.constant' op failed to infer returned types}}
  %r = "croton.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @dynamic_constant() {
  // expected-error@+1 {{elements literal type must have static shape}}
  %r = croton.constant dense<1.0> : tensor<?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// composite, yield
//===----------------------------------------------------------------------===//

func.func @no_input() {
  // composite.r1
  // expected-error@+1 {{'croton.composite' op expected at least one operand}}
  croton.composite : () -> () {
    croton.yield
  }
  return
}

// -----

func.func @ranks(%x: tensor<4xf32>, %y: tensor<1x4xf32>) {
  // composite.r1
  // expected-error@+1 {{'croton.composite' op expected operands of one rank, but got shapes 4xf32, 1x4xf32; align them with croton.dimshuffle}}
  %r = croton.composite %x, %y : (tensor<4xf32>, tensor<1x4xf32>) -> tensor<1x4xf32> {
  ^bb0(%a: f32, %b: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func @sizes(%x: tensor<4xf32>, %y: tensor<5xf32>) {
  // composite.r1
  // expected-error@+1 {{'croton.composite' op operands of shapes 4xf32, 5xf32 do not broadcast: sizes differ at dim 0}}
  %r = croton.composite %x, %y : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32, %b: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func @shape_of_result(%x: tensor<?xf32>) {
  // composite.r1
  // expected-error@+1 {{'croton.composite' op expected results in the common shape of the inputs, but got 'tensor<4xf32>'}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<4xf32> {
  ^bb0(%a: f32):
    croton.yield %a : f32
  }
  return
}

// -----

// expected-note@+1 {{operand #0 is on the host}}
func.func @place_of_result(%x: tensor<?xf32>) {
  // composite.r1
  // expected-error@+1 {{'croton.composite' op expected results where the operands are, but got 'tensor<?xf32>' and 'tensor<?xf32, #croton.device<"a">>'}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32, #croton.device<"a">> {
  ^bb0(%a: f32):
    croton.yield %a : f32
  }
  return
}

// -----

// expected-note@+2 {{operand #0 is on the host}}
// expected-note@+1 {{operand #1 is on #croton.device<"a">}}
func.func @places(%x: tensor<?xf32>, %y: tensor<?xf32, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.composite' op expected all tensor operands in one place, but got 'tensor<?xf32>' and 'tensor<?xf32, #croton.device<"a">>'}}
  %r = croton.composite %x, %y : (tensor<?xf32>, tensor<?xf32, #croton.device<"a">>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func @empty_body(%x: tensor<?xf32>) {
  // composite.r2
  // expected-error@+1 {{'croton.composite' op expected a body with 1 arguments that yields 1 values, but got 0 and 0}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  }
  return
}

// -----

func.func @more_arguments(%x: tensor<?xf32>) {
  // composite.r2
  // expected-error@+1 {{'croton.composite' op expected a body with 1 arguments that yields 1 values, but got 2 and 1}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func @more_values(%x: tensor<?xf32>) {
  // composite.r2
  // expected-error@+1 {{'croton.composite' op expected a body with 1 arguments that yields 1 values, but got 1 and 2}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    croton.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @argument_type(%x: tensor<?xf32>) {
  // composite.r2
  // expected-error@+1 {{'croton.composite' op expected a body argument of type 'f32' for 'tensor<?xf32>', but got 'f64'}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f64):
    croton.yield %a : f64
  }
  return
}

// -----

func.func @argument_with_sign(%x: tensor<?xui8>) {
  // composite.r2
  // expected-error@+1 {{'croton.composite' op expected a body argument of type 'i8' for 'tensor<?xui8>', but got 'ui8'}}
  %r = croton.composite %x : (tensor<?xui8>) -> tensor<?xui8> {
  ^bb0(%a: ui8):
    croton.yield %a : ui8
  }
  return
}

// -----

func.func @yielded_type(%x: tensor<?xf32>) {
  // composite.r2
  // expected-error@+1 {{'croton.composite' op expected the body to yield 'f64' for 'tensor<?xf64>', but got 'f32'}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf64> {
  ^bb0(%a: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func private @anything(f32) -> f32

func.func @side_effects(%x: tensor<?xf32>) {
  // composite.r3
  // expected-error@+1 {{'croton.composite' op expected a body without side effects, but got func.call}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %0 = func.call @anything(%a) : (f32) -> f32 // expected-note {{here}}
    croton.yield %0 : f32
  }
  return
}

// -----

func.func @value_from_above(%x: tensor<?xf32>, %y: f32) {
  // expected-note@+1 {{required by region isolation constraints}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    // expected-error@+1 {{using value defined outside the region}}
    %0 = arith.addf %a, %y : f32
    croton.yield %0 : f32
  }
  return
}

// -----

func.func @unranked_input(%x: tensor<*xf32>) {
  // expected-error@+1 {{'croton.composite' op operand #0 must be variadic of ranked tensor of boolean, integer, float or complex values, but got 'tensor<*xf32>'}}
  %r = croton.composite %x : (tensor<*xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func @unranked_result(%x: tensor<?xf32>) {
  // expected-error@+1 {{'croton.composite' op result #0 must be variadic of ranked tensor of boolean, integer, float or complex values, but got 'tensor<*xf32>'}}
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<*xf32> {
  ^bb0(%a: f32):
    croton.yield %a : f32
  }
  return
}

// -----

func.func @no_block(%x: tensor<?xf32>) {
  // expected-error@+1 {{'croton.composite' op region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "croton.composite"(%x) ({ }) : (tensor<?xf32>) -> ()
  return
}

// -----

func.func @two_blocks(%x: tensor<?xf32>) {
  // expected-error@+1 {{'croton.composite' op expects region #0 to have 0 or 1 blocks}}
  "croton.composite"(%x) ({
  ^bb0(%a: f32):
    cf.br ^bb1
  ^bb1:
    "croton.yield"() : () -> ()
  }) : (tensor<?xf32>) -> ()
  return
}

// -----

func.func @stray_yield() {
  // expected-error@+1 {{'croton.yield' op expects parent op 'croton.composite'}}
  croton.yield
}

// -----

//===----------------------------------------------------------------------===//
// assert, check
//===----------------------------------------------------------------------===//

func.func @no_message(%x: tensor<2xf32>, %c: tensor<i1>) {
  // expected-error@+1 {{expected ','}}
  %r = croton.assert %x, %c : tensor<2xf32>, tensor<i1>
  return
}

// -----

func.func @number_as_message(%x: tensor<2xf32>, %c: tensor<i1>) {
  // expected-error@+1 {{expected string}}
  %r = croton.assert %x, %c, 3 : tensor<2xf32>, tensor<i1>
  return
}

// -----

func.func @condition_of_rank_1(%x: tensor<2xf32>, %c: tensor<2xi1>) {
  // expected-error@+1 {{'croton.assert' op operand #1 must be variadic of 0D tensor of boolean values, but got 'tensor<2xi1>'}}
  %r = croton.assert %x, %c, "m" : tensor<2xf32>, tensor<2xi1>
  return
}

// -----

func.func @float_condition(%x: tensor<2xf32>, %c: tensor<f32>) {
  // expected-error@+1 {{'croton.assert' op operand #1 must be variadic of 0D tensor of boolean values, but got 'tensor<f32>'}}
  %r = croton.assert %x, %c, "m" : tensor<2xf32>, tensor<f32>
  return
}

// -----

func.func @condition_without_type(%x: tensor<2xf32>, %c: tensor<i1>) {
  // expected-error@+1 {{number of operands and types do not match: got 1 operands and 0 types}}
  %r = croton.assert %x, %c, "m" : tensor<2xf32>
  return
}

// -----

// expected-note@+2 {{operand #0 is on the host}}
// expected-note@+2 {{operand #1 is on #croton.device<"a">}}
func.func @condition_elsewhere(%x: tensor<2xf32>,
                               %c: tensor<i1, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.assert' op expected all tensor operands in one place, but got 'tensor<2xf32>' and 'tensor<i1, #croton.device<"a">>'}}
  %r = croton.assert %x, %c, "m" : tensor<2xf32>, tensor<i1, #croton.device<"a">>
  return
}

// -----

// Failing with code 0 would look like success.
func.func @code_of_success(%c: i1) {
  // expected-error@+1 {{'croton.check' op expected an error code from 1 to 8, but got 0}}
  croton.check %c, 0, "m"
  return
}

// -----

func.func @negative_code(%c: i1) {
  // expected-error@+1 {{'croton.check' op expected an error code from 1 to 8, but got -1}}
  croton.check %c, -1, "m"
  return
}

// -----

func.func @unknown_code(%c: i1) {
  // expected-error@+1 {{'croton.check' op expected an error code from 1 to 8, but got 9}}
  croton.check %c, 9, "m"
  return
}

// -----

func.func @i64_value(%c: i1, %n: i64) {
  // expected-error@+1 {{'croton.check' op operand #1 must be variadic of index, but got 'i64'}}
  "croton.check"(%c, %n) <{code = 1 : i32, format = "m"}> : (i1, i64) -> ()
  return
}

// -----

func.func @no_condition() {
  // expected-error@+1 {{'croton.check' op expected 1 or more operands, but found 0}}
  "croton.check"() <{code = 1 : i32, format = "m"}> : () -> ()
  return
}
