// RUN: croton-opt %s --split-input-file --verify-diagnostics

func.func @axis_above_rank(%x: tensor<2x4xf32>) {
  // softmax.r1
  // expected-error@+1 {{'croton.softmax' op expected an axis below rank 2 of 'tensor<2x4xf32>', but got 2}}
  %r = croton.softmax %x axis 2 : tensor<2x4xf32>
  return
}

// -----

func.func @negative_axis(%x: tensor<2x4xf32>) {
  // softmax.r1
  // expected-error@+1 {{'croton.log_softmax' op expected an axis below rank 2 of 'tensor<2x4xf32>', but got -1}}
  %r = croton.log_softmax %x axis -1 : tensor<2x4xf32>
  return
}

// -----

func.func @axis_of_scalar(%x: tensor<f32>) {
  // softmax.r1
  // expected-error@+1 {{'croton.softmax' op expected an axis below rank 0 of 'tensor<f32>', but got 0}}
  %r = croton.softmax %x axis 0 : tensor<f32>
  return
}

// -----

func.func @least_axis(%x: tensor<4xf32>) {
  // softmax.r1
  // expected-error@+1 {{'croton.log_softmax' op expected an axis below rank 1 of 'tensor<4xf32>', but got -9223372036854775808}}
  %r = "croton.log_softmax"(%x) <{axis = -9223372036854775808}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @no_axis(%x: tensor<2x4xf32>) {
  // expected-error@+1 {{'croton.softmax' op requires attribute 'axis'}}
  %r = "croton.softmax"(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @integers(%x: tensor<2x4xi32>) {
  // expected-error@+1 {{'croton.softmax' op operand #0 must be ranked tensor of float values, but got 'tensor<2x4xi32>'}}
  %r = croton.softmax %x axis 1 : tensor<2x4xi32>
  return
}

// -----

func.func @complex_numbers(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'croton.log_softmax' op operand #0 must be ranked tensor of float values, but got 'tensor<4xcomplex<f32>>'}}
  %r = croton.log_softmax %x axis 0 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @other_result(%x: tensor<4xf32>) {
  // expected-error@+2 {{'croton.softmax' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<?xf32>'}}
  // expected-error@+1 {{'croton.softmax' op failed to infer returned types}}
  %r = "croton.softmax"(%x) <{axis = 0}> : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @other_sizes(%x: tensor<2x4xf32>, %y: tensor<3xi64>) {
  // crossentropy.r1
  // expected-error@+1 {{'croton.crossentropy_softmax' op expected targets for all dims but the last of 'tensor<2x4xf32>', but got 'tensor<3xi64>'}}
  %r = croton.crossentropy_softmax %x, %y : tensor<2x4xf32>, tensor<3xi64>
  return
}

// -----

func.func @size_1_does_not_stretch(%x: tensor<2x4xf32>, %y: tensor<1xi64>) {
  // crossentropy.r1
  // expected-error@+1 {{'croton.categorical_crossentropy' op expected targets for all dims but the last of 'tensor<2x4xf32>', but got 'tensor<1xi64>'}}
  %r = croton.categorical_crossentropy %x, %y : tensor<2x4xf32>, tensor<1xi64>
  return
}

// -----

func.func @equal_ranks(%x: tensor<2x4xf32>, %y: tensor<2x4xi64>) {
  // crossentropy.r1
  // expected-error@+1 {{'croton.categorical_crossentropy' op expected targets for all dims but the last of 'tensor<2x4xf32>', but got 'tensor<2x4xi64>'}}
  %r = croton.categorical_crossentropy %x, %y : tensor<2x4xf32>, tensor<2x4xi64>
  return
}

// -----

func.func @no_classes(%x: tensor<f32>, %y: tensor<i64>) {
  // crossentropy.r1
  // expected-error@+1 {{'croton.crossentropy_softmax' op expected targets for all dims but the last of 'tensor<f32>', but got 'tensor<i64>'}}
  %r = croton.crossentropy_softmax %x, %y : tensor<f32>, tensor<i64>
  return
}

// -----

func.func @float_targets(%x: tensor<2x4xf32>, %y: tensor<2xf32>) {
  // expected-error@+1 {{'croton.categorical_crossentropy' op operand #1 must be ranked tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<2xf32>'}}
  %r = croton.categorical_crossentropy %x, %y : tensor<2x4xf32>, tensor<2xf32>
  return
}

// -----

func.func @bool_targets(%x: tensor<2x4xf32>, %y: tensor<2xi1>) {
  // expected-error@+1 {{'croton.crossentropy_softmax' op operand #1 must be ranked tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<2xi1>'}}
  %r = croton.crossentropy_softmax %x, %y : tensor<2x4xf32>, tensor<2xi1>
  return
}

// -----

func.func @unranked_targets(%x: tensor<2x4xf32>, %y: tensor<*xi64>) {
  // expected-error@+1 {{'croton.crossentropy_softmax' op operand #1 must be ranked tensor of 8, 16, 32 or 64-bit integer values, but got 'tensor<*xi64>'}}
  %r = "croton.crossentropy_softmax"(%x, %y) : (tensor<2x4xf32>, tensor<*xi64>) -> tensor<2xf32>
  return
}

// -----

// A single target is data, too.
// expected-note@+2 {{operand #0 is on #croton.device<"a">}}
// expected-note@+2 {{operand #1 is on the host}}
func.func @target_on_host(%x: tensor<4xf32, #croton.device<"a">>,
                          %y: tensor<i64>) {
  // expected-error@+1 {{'croton.categorical_crossentropy' op expected all tensor operands in one place, but got 'tensor<4xf32, #croton.device<"a">>' and 'tensor<i64>'}}
  %r = croton.categorical_crossentropy %x, %y : tensor<4xf32, #croton.device<"a">>, tensor<i64>
  return
}
