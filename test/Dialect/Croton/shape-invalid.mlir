// RUN: croton-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// dimshuffle
//===----------------------------------------------------------------------===//

func.func @no_such_axis(%x: tensor<4xf32>) {
  // dimshuffle.r1
  // expected-error@+1 {{'croton.dimshuffle' op expected axes below rank 1 of 'tensor<4xf32>', but got 1}}
  %r = croton.dimshuffle %x [1] : tensor<4xf32>
  return
}

// -----

func.func @axis_twice(%x: tensor<4xf32>) {
  // dimshuffle.r1
  // expected-error@+1 {{'croton.dimshuffle' op expected each axis once, but axis 0 comes 2 times}}
  %r = croton.dimshuffle %x [0, x, 0] : tensor<4xf32>
  return
}

// -----

func.func @dropped_axis(%x: tensor<1x4xf32>) {
  // dimshuffle.r2
  // expected-error@+1 {{'croton.dimshuffle' op expected a dropped axis to have static size 1, but axis 1 of 'tensor<1x4xf32>' does not}}
  %r = croton.dimshuffle %x [0] : tensor<1x4xf32>
  return
}

// -----

func.func @dropped_dynamic_axis(%x: tensor<?xf32>) {
  // dimshuffle.r2
  // expected-error@+1 {{'croton.dimshuffle' op expected a dropped axis to have static size 1, but axis 0 of 'tensor<?xf32>' does not}}
  %r = croton.dimshuffle %x [] : tensor<?xf32>
  return
}

// -----

func.func @negative_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected an axis or x, but got -1}}
  %r = croton.dimshuffle %x [-1] : tensor<4xf32>
  return
}

// -----

func.func @word_as_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected an axis or x}}
  %r = croton.dimshuffle %x [y] : tensor<4xf32>
  return
}

// -----

func.func @large_axis(%x: tensor<4xf32>) {
  // expected-error@+1 {{integer value too large}}
  %r = croton.dimshuffle %x [99999999999999999999] : tensor<4xf32>
  return
}

// -----

func.func @order_without_end(%x: tensor<4xf32>) {
  // expected-error@+1 {{expected ']'}}
  %r = croton.dimshuffle %x [0 : tensor<4xf32>
  return
}

// -----

// -1 is the new axis; -2 and below are nothing.
func.func @below_new_axis(%x: tensor<1xf32>) {
  // dimshuffle.r1
  // expected-error@+2 {{'croton.dimshuffle' op expected axes below rank 1 of 'tensor<1xf32>', but got -2}}
  // expected-error@+1 {{'croton.dimshuffle' op failed to infer returned types}}
  %r = "croton.dimshuffle"(%x) <{order = array<i64: -2>}> : (tensor<1xf32>) -> tensor<1xf32>
  return
}

// -----

func.func @no_order(%x: tensor<4xf32>) {
  // expected-error@+1 {{'croton.dimshuffle' op requires attribute 'order'}}
  %r = "croton.dimshuffle"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @other_result(%x: tensor<4xf32>) {
  // expected-error@+2 {{'croton.dimshuffle' op inferred type(s) 'tensor<4xf32>' are incompatible with return type(s) of operation 'tensor<5xf32>'}}
  // expected-error@+1 {{'croton.dimshuffle' op failed to infer returned types}}
  %r = "croton.dimshuffle"(%x) <{order = array<i64: 0>}> : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @scalar_type(%x: f32) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.tensor, but found 'f32'}}
  %r = croton.dimshuffle %x [x] : f32
  return
}

// -----

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

func.func @sizes_and_rank(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  // reshape.r1
  // expected-error@+1 {{'croton.reshape' op expected one size for each dim of 'tensor<4xf32>', but the shape has 2}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<4xf32>
  return
}

// -----

func.func @shape_of_unknown_length(%x: tensor<4xf32>, %s: tensor<?xi64>) {
  // expected-error@+1 {{'croton.reshape' op operand #1 must be vector of i64 of static length on the host, but got 'tensor<?xi64>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<?xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @shape_of_rank_2(%x: tensor<4xf32>, %s: tensor<2x1xi64>) {
  // expected-error@+1 {{'croton.reshape' op operand #1 must be vector of i64 of static length on the host, but got 'tensor<2x1xi64>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2x1xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @shape_of_i32(%x: tensor<4xf32>, %s: tensor<2xi32>) {
  // expected-error@+1 {{'croton.reshape' op operand #1 must be vector of i64 of static length on the host, but got 'tensor<2xi32>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi32> -> tensor<2x2xf32>
  return
}

// -----

func.func @unranked_shape(%x: tensor<4xf32>, %s: tensor<*xi64>) {
  // expected-error@+1 {{'croton.reshape' op operand #1 must be vector of i64 of static length on the host, but got 'tensor<*xi64>'}}
  %r = "croton.reshape"(%x, %s) : (tensor<4xf32>, tensor<*xi64>) -> tensor<2x2xf32>
  return
}

// -----

func.func @shape_on_device(%x: tensor<4xf32, #croton.device<"a">>,
                           %s: tensor<1xi64, #croton.device<"a">>) {
  // expected-error@+1 {{'croton.reshape' op operand #1 must be vector of i64 of static length on the host, but got 'tensor<1xi64, #croton.device<"a">>'}}
  %r = croton.reshape %x, %s : tensor<4xf32, #croton.device<"a">>, tensor<1xi64, #croton.device<"a">> -> tensor<4xf32, #croton.device<"a">>
  return
}

// -----

func.func @unranked_result(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<*xf32>
  return
}

// -----

func.func @other_element(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'croton.reshape' op expected the element type of the operand, 'f32', but got 'tensor<2x2xf64>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<2x2xf64>
  return
}

// -----

// expected-note@+1 {{operand #0 is on the host}}
func.func @other_place(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'croton.reshape' op expected results where the operands are, but got 'tensor<4xf32>' and 'tensor<2x2xf32, #croton.device<"a">>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<2x2xf32, #croton.device<"a">>
  return
}

// -----

func.func @size_and_entry(%x: tensor<4xf32>) {
  %s = croton.constant dense<[4, -1]> : tensor<2xi64>
  // reshape.r2
  // expected-error@+1 {{'croton.reshape' op expected dim 0 of 'tensor<2x2xf32>' to be what the shape says, 4}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @two_open_entries(%x: tensor<4xf32>) {
  %s = croton.constant dense<-1> : tensor<2xi64>
  // expected-error@+1 {{'croton.reshape' op expected at most one entry -1 in the shape}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<2x2xf32>
  return
}

// -----

func.func @negative_entry(%x: tensor<4xf32>) {
  %s = croton.constant dense<[-2, -1]> : tensor<2xi64>
  // expected-error@+1 {{'croton.reshape' op expected sizes of at least 0, or -1, but entry 0 of the shape is -2}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return
}

// -----

// The attribute of any dialect's constant counts.
func.func @least_entry(%x: tensor<4xf32>) {
  %s = arith.constant dense<[2, -9223372036854775808]> : tensor<2xi64>
  // expected-error@+1 {{'croton.reshape' op expected sizes of at least 0, or -1, but entry 1 of the shape is -9223372036854775808}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return
}

// -----

func.func @other_count(%x: tensor<4xf32>, %s: tensor<2xi64>) {
  // reshape.r3
  // expected-error@+1 {{'croton.reshape' op expected as many elements as 'tensor<4xf32>' has, 4, but 'tensor<2x3xf32>' has 6}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return
}

// -----

func.func @other_constant_count(%x: tensor<4xf32>) {
  %s = croton.constant dense<[3, 2]> : tensor<2xi64>
  // reshape.r3
  // expected-error@+1 {{'croton.reshape' op expected as many elements as 'tensor<4xf32>' has, 4, but 'tensor<3x2xf32>' has 6}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return
}

// -----

func.func @other_open_size(%x: tensor<4xf32>) {
  %s = croton.constant dense<[2, -1]> : tensor<2xi64>
  // reshape.r3
  // expected-error@+1 {{'croton.reshape' op expected as many elements as 'tensor<4xf32>' has, 4, but 'tensor<2x3xf32>' has 6}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<?x3xf32>
  return
}

// -----

func.func @indivisible(%x: tensor<4xf32>) {
  %s = croton.constant dense<[3, -1]> : tensor<2xi64>
  // reshape.r3
  // expected-error@+1 {{'croton.reshape' op cannot divide the 4 elements of 'tensor<4xf32>' into 'tensor<3x?xf32>'}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<3x?xf32>
  return
}

// -----

func.func @nothing_left_over(%x: tensor<?xf32>) {
  %s = croton.constant dense<[0, -1]> : tensor<2xi64>
  // reshape.r3
  // expected-error@+1 {{'croton.reshape' op expected no entry 0 beside an entry -1}}
  %r = croton.reshape %x, %s : tensor<?xf32>, tensor<2xi64> -> tensor<0x?xf32>
  return
}

// -----

// The count does not wrap around: 2^64 is not 0.
func.func @huge_count(%x: tensor<4294967296x4294967296xf32>, %s: tensor<1xi64>) {
  // reshape.r3
  // expected-error@+1 {{has, more than 2^63 - 1, but 'tensor<0xf32>' has 0}}
  %r = croton.reshape %x, %s : tensor<4294967296x4294967296xf32>, tensor<1xi64> -> tensor<0xf32>
  return
}

// -----

func.func @huge_entries(%x: tensor<4xf32>) {
  %s = croton.constant dense<9223372036854775807> : tensor<2xi64>
  // reshape.r3
  // expected-error@+1 {{has, 4, but 'tensor<9223372036854775807x9223372036854775807xf32>' has more than 2^63 - 1}}
  %r = croton.reshape %x, %s : tensor<4xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// shape, shape_i, make_vector
//===----------------------------------------------------------------------===//

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error@+1 {{'croton.shape' op operand #0 must be ranked tensor of boolean, integer, float or complex values, but got 'tensor<*xf32>'}}
  %r = "croton.shape"(%x) : (tensor<*xf32>) -> tensor<?xi64>
  return
}

// -----

func.func @shape_of_any_length(%x: tensor<2xf32>) {
  // expected-error@+2 {{'croton.shape' op inferred type(s) 'tensor<1xi64>' are incompatible with return type(s) of operation 'tensor<?xi64>'}}
  // expected-error@+1 {{'croton.shape' op failed to infer returned types}}
  %r = "croton.shape"(%x) : (tensor<2xf32>) -> tensor<?xi64>
  return
}

// -----

func.func @dim_above_rank(%x: tensor<2xf32>) {
  // shape_i.r1
  // expected-error@+1 {{'croton.shape_i' op expected a dim below rank 1 of 'tensor<2xf32>', but got 1}}
  %r = croton.shape_i %x at 1 : tensor<2xf32>
  return
}

// -----

func.func @negative_dim(%x: tensor<2xf32>) {
  // shape_i.r1
  // expected-error@+1 {{'croton.shape_i' op expected a dim below rank 1 of 'tensor<2xf32>', but got -1}}
  %r = croton.shape_i %x at -1 : tensor<2xf32>
  return
}

// -----

func.func @dim_of_scalar(%x: tensor<f32>) {
  // shape_i.r1
  // expected-error@+1 {{'croton.shape_i' op expected a dim below rank 0 of 'tensor<f32>', but got 0}}
  %r = croton.shape_i %x at 0 : tensor<f32>
  return
}

// -----

func.func @narrow_dim(%x: tensor<2xf32>) {
  // expected-error@+1 {{'croton.shape_i' op attribute 'index' failed to satisfy constraint: 64-bit signless integer attribute}}
  %r = "croton.shape_i"(%x) <{index = 0 : i32}> : (tensor<2xf32>) -> tensor<i64>
  return
}

// -----

func.func @no_scalar(%x: tensor<2xi64>) {
  // expected-error@+1 {{'croton.make_vector' op operand #0 must be variadic of 0D tensor of boolean, integer, float or complex values, but got 'tensor<2xi64>'}}
  %r = croton.make_vector %x : tensor<2xi64>
  return
}

// -----

func.func @no_tensor(%x: i64) {
  // expected-error@+1 {{'croton.make_vector' op operand #0 must be variadic of 0D tensor of boolean, integer, float or complex values, but got 'i64'}}
  %r = croton.make_vector %x : i64
  return
}

// -----

func.func @mixed_scalars(%x: tensor<i64>, %y: tensor<f32>) {
  // expected-error@+1 {{'croton.make_vector' op expected operand #1 to have element type 'i64' like operand #0, but got 'f32'; insert a croton.cast}}
  %r = croton.make_vector %x, %y : tensor<i64>, tensor<f32>
  return
}

// -----

func.func @neither_operands_nor_brackets() {
  // expected-error@+1 {{expected SSA operand}}
  %r = croton.make_vector : tensor<i64>
  return
}

// -----

func.func @operands_in_brackets(%x: tensor<i64>) {
  // expected-error@+1 {{expected ']'}}
  %r = croton.make_vector [%x] : tensor<i64>
  return
}

// -----

//===----------------------------------------------------------------------===//
// alloc
//===----------------------------------------------------------------------===//

func.func @no_size(%v: tensor<f32>) {
  // alloc.r1
  // expected-error@+1 {{'croton.alloc' op expected one size for each dim of 'tensor<?xf32>', but got 0}}
  %r = croton.alloc %v : tensor<f32> -> tensor<?xf32>
  return
}

// -----

func.func @negative_size(%v: tensor<f32>) {
  %n = croton.constant dense<-3> : tensor<i64>
  // alloc.r1
  // expected-error@+1 {{'croton.alloc' op expected sizes of at least 0, but size 0 is -3}}
  %r = croton.alloc %v, %n : tensor<f32> -> tensor<?xf32>
  return
}

// -----

func.func @i32_size(%v: tensor<f32>, %n: tensor<i32>) {
  // alloc.r1
  // expected-error@+1 {{'croton.alloc' op operand #1 must be variadic of rank-0 i64 tensor on the host, but got 'tensor<i32>'}}
  %r = "croton.alloc"(%v, %n) : (tensor<f32>, tensor<i32>) -> tensor<?xf32>
  return
}

// -----

func.func @size_on_device(%v: tensor<f32>,
                          %n: tensor<i64, #croton.device<"a">>) {
  // alloc.r1
  // expected-error@+1 {{'croton.alloc' op operand #1 must be variadic of rank-0 i64 tensor on the host, but got 'tensor<i64, #croton.device<"a">>'}}
  %r = "croton.alloc"(%v, %n) : (tensor<f32>, tensor<i64, #croton.device<"a">>) -> tensor<?xf32>
  return
}

// -----

func.func @no_value() {
  // expected-error@+1 {{'croton.alloc' op expected 1 or more operands, but found 0}}
  %r = "croton.alloc"() : () -> tensor<f32>
  return
}

// -----

func.func @value_of_higher_rank(%v: tensor<3x3xf32>, %n: tensor<i64>) {
  // alloc.r2
  // expected-error@+1 {{'croton.alloc' op expected a value of rank at most 1, but got 'tensor<3x3xf32>'}}
  %r = croton.alloc %v, %n : tensor<3x3xf32> -> tensor<?xf32>
  return
}

// -----

func.func @other_element(%v: tensor<f32>, %n: tensor<i64>) {
  // expected-error@+1 {{'croton.alloc' op expected the element type of the value, 'f32', but got 'tensor<?xf64>'}}
  %r = croton.alloc %v, %n : tensor<f32> -> tensor<?xf64>
  return
}

// -----

// A scalar may stay on the host, but not the other way round.
func.func @other_place(%v: tensor<f32, #croton.device<"a">>, %n: tensor<i64>) {
  // expected-error@+1 {{'croton.alloc' op expected the value on the host or where the result is, but got 'tensor<f32, #croton.device<"a">>' and 'tensor<?xf32>'}}
  %r = croton.alloc %v, %n : tensor<f32, #croton.device<"a">> -> tensor<?xf32>
  return
}

// -----

// expected-note@+1 {{operand #0 is on the host}}
func.func @other_place_of_row(%v: tensor<4xf32>, %n: tensor<i64>) {
  // expected-error@+1 {{'croton.alloc' op expected results where the operands are, but got 'tensor<4xf32>' and 'tensor<4xf32, #croton.device<"a">>'}}
  %r = croton.alloc %v, %n : tensor<4xf32> -> tensor<4xf32, #croton.device<"a">>
  return
}

// -----

func.func @size_and_dim(%v: tensor<f32>) {
  %n = croton.constant dense<3> : tensor<i64>
  // alloc.r3
  // expected-error@+1 {{'croton.alloc' op expected dim 0 of 'tensor<4xf32>' to be what the sizes say, 3}}
  %r = croton.alloc %v, %n : tensor<f32> -> tensor<4xf32>
  return
}

// -----

func.func @stretched(%v: tensor<3xf32>, %n: tensor<i64>, %m: tensor<i64>) {
  // alloc.r3
  // expected-error@+1 {{'croton.alloc' op cannot stretch 'tensor<3xf32>' to 'tensor<?x4xf32>': dim 1 has size 4, but the value 3}}
  %r = croton.alloc %v, %n, %m : tensor<3xf32> -> tensor<?x4xf32>
  return
}

// -----

func.func @stretched_to_constant(%v: tensor<3xf32>) {
  %n = croton.constant dense<1> : tensor<i64>
  // alloc.r3
  // expected-error@+1 {{'croton.alloc' op cannot stretch 'tensor<3xf32>' to 'tensor<?xf32>': dim 0 has size 1, but the value 3}}
  %r = croton.alloc %v, %n : tensor<3xf32> -> tensor<?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// specify_shape
//===----------------------------------------------------------------------===//

func.func @sizes_and_rank(%x: tensor<?x?xf32>, %s: tensor<3xi64>) {
  // specify_shape.r1
  // expected-error@+1 {{'croton.specify_shape' op expected one size for each dim, but the shape has 3 for 'tensor<?x?xf32>' and 'tensor<?x?xf32>'}}
  %r = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<3xi64> -> tensor<?x?xf32>
  return
}

// -----

func.func @other_rank(%x: tensor<?x?xf32>, %s: tensor<2xi64>) {
  // specify_shape.r1
  // expected-error@+1 {{'croton.specify_shape' op expected one size for each dim, but the shape has 2 for 'tensor<?x?xf32>' and 'tensor<?xf32>'}}
  %r = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<?xf32>
  return
}

// -----

func.func @negative_entry(%x: tensor<?x3xf32>) {
  %s = croton.constant dense<[-2, 3]> : tensor<2xi64>
  // specify_shape.r1
  // expected-error@+1 {{'croton.specify_shape' op expected sizes of at least 0, but entry 0 of the shape is -2}}
  %r = croton.specify_shape %x, %s : tensor<?x3xf32>, tensor<2xi64> -> tensor<?x3xf32>
  return
}

// -----

func.func @least_entry(%x: tensor<?xf32>) {
  %s = croton.constant dense<-9223372036854775808> : tensor<1xi64>
  // specify_shape.r1
  // expected-error@+1 {{'croton.specify_shape' op expected sizes of at least 0, but entry 0 of the shape is -9223372036854775808}}
  %r = croton.specify_shape %x, %s : tensor<?xf32>, tensor<1xi64> -> tensor<?xf32>
  return
}

// -----

func.func @other_element(%x: tensor<?x?xf32>, %s: tensor<2xi64>) {
  // expected-error@+1 {{'croton.specify_shape' op expected only sizes to change, but got 'tensor<?x?xf32>' and 'tensor<?x?xf64>'}}
  %r = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<?x?xf64>
  return
}

// -----

// expected-note@+1 {{operand #0 is on the host}}
func.func @other_place(%x: tensor<?xf32>, %s: tensor<1xi64>) {
  // expected-error@+1 {{'croton.specify_shape' op expected results where the operands are, but got 'tensor<?xf32>' and 'tensor<?xf32, #croton.device<"a">>'}}
  %r = croton.specify_shape %x, %s : tensor<?xf32>, tensor<1xi64> -> tensor<?xf32, #croton.device<"a">>
  return
}

// -----

func.func @contradicting_types(%x: tensor<?x3xf32>, %s: tensor<2xi64>) {
  // specify_shape.r2
  // expected-error@+1 {{'croton.specify_shape' op sizes contradict at dim 1: 'tensor<?x3xf32>' becomes 'tensor<?x4xf32>'}}
  %r = croton.specify_shape %x, %s : tensor<?x3xf32>, tensor<2xi64> -> tensor<?x4xf32>
  return
}

// -----

func.func @contradicting_operand(%x: tensor<?x3xf32>) {
  %s = croton.constant dense<[2, 4]> : tensor<2xi64>
  // specify_shape.r2
  // expected-error@+1 {{'croton.specify_shape' op sizes contradict at dim 1: 'tensor<?x3xf32>' becomes 'tensor<?x?xf32>', but the shape says 4}}
  %r = croton.specify_shape %x, %s : tensor<?x3xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return
}

// -----

func.func @contradicting_result(%x: tensor<?xf32>) {
  %s = croton.constant dense<2> : tensor<1xi64>
  // specify_shape.r2
  // expected-error@+1 {{'croton.specify_shape' op sizes contradict at dim 0: 'tensor<?xf32>' becomes 'tensor<3xf32>', but the shape says 2}}
  %r = croton.specify_shape %x, %s : tensor<?xf32>, tensor<1xi64> -> tensor<3xf32>
  return
}
