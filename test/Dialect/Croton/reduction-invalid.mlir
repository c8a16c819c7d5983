// RUN: croton-opt %s --split-input-file --verify-diagnostics

func.func @axis_above_rank(%x: tensor<4xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.sum' op expected axes below rank 1 of 'tensor<4xf32>', but got 1}}
  %r = croton.sum %x axes [1] : tensor<4xf32>
  return
}

// -----

func.func @negative_axis(%x: tensor<4xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.mean' op expected axes below rank 1 of 'tensor<4xf32>', but got -1}}
  %r = croton.mean %x axes [-1] : tensor<4xf32>
  return
}

// -----

func.func @least_axis(%x: tensor<4xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.argmax' op expected axes below rank 1 of 'tensor<4xf32>', but got -9223372036854775808}}
  %r = croton.argmax %x axes [-9223372036854775808] : tensor<4xf32>
  return
}

// -----

func.func @scalar_has_no_axis(%x: tensor<f32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.max' op expected axes below rank 0 of 'tensor<f32>', but got 0}}
  %r = croton.max %x axes [0] : tensor<f32>
  return
}

// -----

func.func @axis_twice(%x: tensor<4x4xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.sum' op expected distinct axes in ascending order, but got 1 after 1}}
  %r = croton.sum %x axes [1, 1] : tensor<4x4xf32>
  return
}

// -----

func.func @descending_axes(%x: tensor<4x5xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.max' op expected distinct axes in ascending order, but got 0 after 1}}
  %r = croton.max %x axes [1, 0] : tensor<4x5xf32>
  return
}

// -----

// Generic text reaches the verifier before types are inferred.
func.func @generic_axis(%x: tensor<4x0xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.max' op expected axes below rank 2 of 'tensor<4x0xf32>', but got 7}}
  %r = "croton.max"(%x) <{axes = array<i64: 7>}> : (tensor<4x0xf32>) -> tensor<f32>
  return
}

// -----

func.func @generic_axis(%x: tensor<4x0xf32>) {
  // reduction.r1
  // expected-error@+1 {{'croton.argmax' op expected axes below rank 2 of 'tensor<4x0xf32>', but got -1}}
  %r = "croton.argmax"(%x) <{axes = array<i64: -1>}> : (tensor<4x0xf32>) -> tensor<i64>
  return
}

// -----

func.func @no_axes(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.sum' op requires attribute 'axes'}}
  %r = "croton.sum"(%x) : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @axes_of_other_kind(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `axes` in property conversion: [0]}}
  %r = "croton.sum"(%x) <{axes = [0]}> : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @narrow_accumulator(%x: tensor<4xf64>) {
  // reduction.r2
  // expected-error@+1 {{'croton.sum' op expected an accumulator that holds every 'f64', but got 'f32'}}
  %r = croton.sum %x axes [0] acc f32 : tensor<4xf64>
  return
}

// -----

func.func @integer_accumulator(%x: tensor<4xf32>) {
  // reduction.r2
  // expected-error@+1 {{'croton.mean' op expected an accumulator that holds every 'f32', but got 'i64'}}
  %r = croton.mean %x axes [0] acc i64 : tensor<4xf32>
  return
}

// -----

func.func @unsigned_accumulator(%x: tensor<4xi64>) {
  // reduction.r2
  // expected-error@+1 {{'croton.sum' op expected an accumulator that holds every 'i64', but got 'ui64'}}
  %r = croton.sum %x axes [0] acc ui64 : tensor<4xi64>
  return
}

// -----

func.func @half_accumulator(%x: tensor<4xbf16>) {
  // reduction.r2
  // expected-error@+1 {{'croton.sum' op expected an accumulator that holds every 'bf16', but got 'f16'}}
  %r = croton.sum %x axes [0] acc f16 : tensor<4xbf16>
  return
}

// -----

func.func @real_accumulator(%x: tensor<4xcomplex<f32>>) {
  // reduction.r2
  // expected-error@+1 {{'croton.sum' op expected an accumulator that holds every 'complex<f32>', but got 'f64'}}
  %r = croton.sum %x axes [0] acc f64 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @unknown_accumulator(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.sum' op expected an accumulator type that croton knows, but got 'index'}}
  %r = croton.sum %x axes [0] acc index : tensor<4xf32>
  return
}

// -----

func.func @tensor_accumulator(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.mean' op expected an accumulator type that croton knows, but got 'tensor<4xf32>'}}
  %r = croton.mean %x axes [0] acc tensor<4xf32> : tensor<4xf32>
  return
}

// -----

func.func @discrete_mean(%x: tensor<4xi32>) {
  // expected-error@+1 {{'croton.mean' op expected a float or complex accumulator, but got 'i64'}}
  %r = croton.mean %x axes [0] acc i64 : tensor<4xi32>
  return
}

// -----

func.func @unknown_dtype(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.sum' op expected a dtype that croton knows, but got 'index'}}
  %r = croton.sum %x axes [0] dtype index : tensor<4xf32>
  return
}

// -----

func.func @tensor_dtype(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.mean' op expected a dtype that croton knows, but got 'tensor<4xf32>'}}
  %r = croton.mean %x axes [0] dtype tensor<4xf32> : tensor<4xf32>
  return
}

// -----

func.func @real_dtype(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'croton.sum' op expected a complex dtype for accumulator 'complex<f32>', but got 'f32'}}
  %r = croton.sum %x axes [0] dtype f32 : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @number_as_accumulator(%x: tensor<4xf32>) {
  // expected-error@+1 {{Invalid attribute `acc` in property conversion: 3 : i64}}
  %r = "croton.sum"(%x) <{axes = array<i64: 0>, acc = 3}> : (tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @empty_axis(%x: tensor<4x0xf32>) {
  // expected-error@+1 {{'croton.argmax' op has no value for an empty axis, but axis 1 of 'tensor<4x0xf32>' has size 0}}
  %r = croton.argmax %x axes [1] : tensor<4x0xf32>
  return
}

// -----

func.func @empty_axis(%x: tensor<0x?xi8>) {
  // expected-error@+1 {{'croton.max' op has no value for an empty axis, but axis 0 of 'tensor<0x?xi8>' has size 0}}
  %r = croton.max %x axes [0, 1] : tensor<0x?xi8>
  return
}

// -----

func.func @ordered_complex(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'croton.max' op operand #0 must be ranked tensor of boolean, integer or float values, but got 'tensor<4xcomplex<f32>>'}}
  %r = croton.max %x axes [0] : tensor<4xcomplex<f32>>
  return
}

// -----

func.func @index_elements(%x: tensor<4xindex>) {
  // expected-error@+1 {{'croton.sum' op operand #0 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<4xindex>'}}
  %r = croton.sum %x axes [0] : tensor<4xindex>
  return
}

// -----

func.func @odd_integers(%x: tensor<4xi7>) {
  // expected-error@+1 {{'croton.mean' op operand #0 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<4xi7>'}}
  %r = croton.mean %x axes [0] : tensor<4xi7>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{'croton.max' op operand #0 must be ranked tensor of boolean, integer or float values, but got 'tensor<*xf32>'}}
  %r = "croton.max"(%x) <{axes = array<i64: 0>}> : (tensor<*xf32>) -> tensor<f32>
  return
}

// -----

func.func @kept_dim(%x: tensor<4x5xf32>) {
  // reduction.r3
  // expected-error@+2 {{'croton.sum' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<4x1xf32>'}}
  // expected-error@+1 {{'croton.sum' op failed to infer returned types}}
  %r = "croton.sum"(%x) <{axes = array<i64: 1>}> : (tensor<4x5xf32>) -> tensor<4x1xf32>
  return
}
