// RUN: croton-opt %s --split-input-file --verify-diagnostics

func.func @ranks(%x: tensor<4xf32>, %y: tensor<4x1xf32>) {
  // elementwise.r1
  // expected-error@+1 {{'croton.sub' op expected operands of one rank, but got shapes 4xf32, 4x1xf32; align them with croton.dimshuffle}}
  %r = croton.sub %x, %y : tensor<4xf32>, tensor<4x1xf32>
  return
}

// -----

func.func @sizes(%x: tensor<2x4xf32>, %y: tensor<2x5xf32>) {
  // elementwise.r2
  // expected-error@+1 {{'croton.add' op operands of shapes 2x4xf32, 2x5xf32 do not broadcast: sizes differ at dim 1}}
  %r = croton.add %x, %y : tensor<2x4xf32>, tensor<2x5xf32>
  return
}

// -----

// The dynamic operand between them does not hide the difference.
func.func @sizes_of_three(%x: tensor<4xf32>, %y: tensor<?xf32>,
                          %z: tensor<0xf32>) {
  // elementwise.r2
  // expected-error@+1 {{'croton.clip' op operands of shapes 4xf32, ?xf32, 0xf32 do not broadcast: sizes differ at dim 0}}
  %r = croton.clip %x, %y, %z : tensor<4xf32>, tensor<?xf32>, tensor<0xf32>
  return
}

// -----

func.func @wrong_result(%x: tensor<4x1xf32>, %y: tensor<1x?xf32>) {
  // elementwise.r3
  // expected-error@+2 {{'croton.mul' op inferred type(s) 'tensor<4x?xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  // expected-error@+1 {{'croton.mul' op failed to infer returned types}}
  %r = "croton.mul"(%x, %y) : (tensor<4x1xf32>, tensor<1x?xf32>) -> tensor<4x1xf32>
  return
}

// -----

func.func @no_operand() {
  // expected-error@+1 {{'croton.add' op expected at least one operand}}
  %r = "croton.add"() : () -> tensor<4xf32>
  return
}

// -----

func.func @no_operand() {
  // expected-error@+1 {{'croton.mul' op expected at least one operand}}
  %r = "croton.mul"() : () -> tensor<4xf32>
  return
}

// -----

func.func @one_operand_short(%x: tensor<3xf32>) {
  // expected-error@+1 {{'croton.fill' op expected 2 operands, but found 1}}
  %r = "croton.fill"(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @unranked(%x: tensor<4xf32>, %y: tensor<*xf32>) {
  // expected-error@+1 {{'croton.add' op expected ranked tensors, but got 'tensor<*xf32>'}}
  %r = croton.add %x, %y : tensor<4xf32>, tensor<*xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{'croton.neg' op operand #0 must be ranked tensor of integer, float or complex values, but got 'tensor<*xf32>'}}
  %r = "croton.neg"(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @no_tensor(%x: tensor<4xf32>, %y: f32) {
  // expected-error@+1 {{'croton.add' op expected ranked tensors, but got 'f32'}}
  %r = croton.add %x, %y : tensor<4xf32>, f32
  return
}

// -----

func.func @no_tensor(%x: vector<4xf32>) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.tensor, but found 'vector<4xf32>'}}
  %r = croton.neg %x : vector<4xf32>
  return
}

// -----

func.func @mixed_elements(%x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error@+1 {{'croton.add' op expected operand #1 to have element type 'f32' like operand #0, but got 'f64'; insert a croton.cast}}
  %r = croton.add %x, %y : tensor<4xf32>, tensor<4xf64>
  return
}

// -----

func.func @mixed_sign(%x: tensor<4xi8>, %y: tensor<4xui8>) {
  // expected-error@+1 {{'croton.clip' op expected operand #2 to have element type 'i8' like operand #0, but got 'ui8'; insert a croton.cast}}
  %r = croton.clip %x, %x, %y : tensor<4xi8>, tensor<4xi8>, tensor<4xui8>
  return
}

// -----

func.func @mixed_sides(%c: tensor<2xi1>, %x: tensor<2xf32>, %y: tensor<2xf64>) {
  // expected-error@+1 {{'croton.switch' op expected both values to have one element type, but got 'f32' and 'f64'; insert a croton.cast}}
  %r = croton.switch %c, %x, %y : tensor<2xi1>, tensor<2xf32>, tensor<2xf64>
  return
}

// -----

func.func @float_condition(%x: tensor<2xf32>) {
  // expected-error@+1 {{'croton.switch' op operand #0 must be ranked tensor of boolean values, but got 'tensor<2xf32>'}}
  %r = croton.switch %x, %x, %x : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  return
}

// -----

func.func @index_elements(%x: tensor<4xindex>) {
  // expected-error@+1 {{'croton.abs' op expected an element type that croton knows, but got 'index'}}
  %r = croton.abs %x : tensor<4xindex>
  return
}

// -----

func.func @signed_elements(%x: tensor<2xsi8>) {
  // expected-error@+1 {{'croton.add' op expected an element type that croton knows, but got 'si8'}}
  %r = croton.add %x, %x : tensor<2xsi8>, tensor<2xsi8>
  return
}

// -----

func.func @small_floats(%x: tensor<2xf8E5M2>) {
  // expected-error@+1 {{'croton.exp' op expected an element type that croton knows, but got 'f8E5M2'}}
  %r = croton.exp %x : tensor<2xf8E5M2>
  return
}

// -----

func.func @negated_booleans(%x: tensor<4xi1>) {
  // expected-error@+1 {{'croton.neg' op operand #0 must be ranked tensor of integer, float or complex values, but got 'tensor<4xi1>'}}
  %r = croton.neg %x : tensor<4xi1>
  return
}

// -----

func.func @subtracted_booleans(%x: tensor<4xi1>) {
  // expected-error@+1 {{'croton.sub' op operand #0 must be ranked tensor of integer, float or complex values, but got 'tensor<4xi1>'}}
  %r = croton.sub %x, %x : tensor<4xi1>, tensor<4xi1>
  return
}

// -----

func.func @divided_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{'croton.true_div' op operand #0 must be ranked tensor of float or complex values, but got 'tensor<4xi32>'}}
  %r = croton.true_div %x, %x : tensor<4xi32>, tensor<4xi32>
  return
}

// -----

func.func @transcendental_integers(%x: tensor<4xi32>) {
  // expected-error@+1 {{'croton.log1p' op operand #0 must be ranked tensor of float or complex values, but got 'tensor<4xi32>'}}
  %r = croton.log1p %x : tensor<4xi32>
  return
}

// -----

func.func @complex_sigmoid(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'croton.sigmoid' op operand #0 must be ranked tensor of float values, but got 'tensor<2xcomplex<f32>>'}}
  %r = croton.sigmoid %x : tensor<2xcomplex<f32>>
  return
}

// -----

func.func @ordered_complex(%x: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'croton.lt' op operand #0 must be ranked tensor of boolean, integer or float values, but got 'tensor<2xcomplex<f32>>'}}
  %r = croton.lt %x, %x : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  return
}

// -----

func.func @complex_to_real(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'croton.cast' op expected a complex target for 'complex<f32>', but got 'f32'; take the real part, the imaginary part or the absolute value first}}
  %r = croton.cast %x to f32 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @unknown_target(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.cast' op expected an element type that croton knows, but got 'index'}}
  %r = croton.cast %x to index : tensor<4xf32>
  return
}

// -----

func.func @tensor_target(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.cast' op expected an element type that croton knows, but got 'tensor<2xf32>'}}
  %r = croton.cast %x to tensor<2xf32> : tensor<4xf32>
  return
}

// -----

func.func @no_target(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.cast' op requires attribute 'dtype'}}
  %r = "croton.cast"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @number_as_target(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `dtype` in property conversion: 3 : i64}}
  %r = "croton.cast"(%x) <{dtype = 3}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @other_target(%x: tensor<4xf32>) {
  // expected-error@+2 {{'croton.cast' op inferred type(s) 'tensor<4xf64>' are incompatible with return type(s) of operation 'tensor<4xf32>'}}
  // expected-error@+1 {{'croton.cast' op failed to infer returned types}}
  %r = "croton.cast"(%x) <{dtype = f64}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+2 {{operand #0 is on the host}}
// expected-note@+2 {{operand #1 is on #croton.device<"a">}}
func.func @host_and_device(%x: tensor<3xf32>,
                           %y: tensor<3xf32, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.add' op expected all tensor operands in one place, but got 'tensor<3xf32>' and 'tensor<3xf32, #croton.device<"a">>'}}
  %r = croton.add %x, %y : tensor<3xf32>, tensor<3xf32, #croton.device<"a">>
  return
}

// -----

// expected-note@+2 {{operand #0 is on #croton.device<"b">}}
// expected-note@+2 {{operand #1 is on #croton.device<"a">}}
func.func @two_devices(%x: tensor<3xf32, #croton.device<"b">>,
                       %y: tensor<3xf32, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.sub' op expected all tensor operands in one place, but got 'tensor<3xf32, #croton.device<"b">>' and 'tensor<3xf32, #croton.device<"a">>'}}
  %r = croton.sub %x, %y : tensor<3xf32, #croton.device<"b">>, tensor<3xf32, #croton.device<"a">>
  return
}

// -----

// An integer scalar is data here, not a size.
// expected-note@+2 {{operand #0 is on #croton.device<"a">}}
// expected-note@+1 {{operand #1 is on the host}}
func.func @host_scalar(%x: tensor<i64, #croton.device<"a">>, %y: tensor<i64>) {
  // expected-error@+1 {{'croton.mul' op expected all tensor operands in one place, but got 'tensor<i64, #croton.device<"a">>' and 'tensor<i64>'}}
  %r = croton.mul %x, %y : tensor<i64, #croton.device<"a">>, tensor<i64>
  return
}

// -----

func.func @unknown_op(%x: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'croton.bogus' is unknown}}
  %r = croton.bogus %x : tensor<2xf32>
  return
}
