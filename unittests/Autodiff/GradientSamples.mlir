// Samples for GradientCheckTest.cpp. The op under test is the one that defines
// what a function returns first. Attributes of arguments:
//   test.shape   run-time sizes, where the type leaves some open
//   test.range   bounds of the random elements; -1.5 and 1.5 unless given
//   test.values  the elements themselves; needed for discrete arguments
// Attributes of functions, where f64 defaults do not fit:
//   test.step, test.tolerance  of the differences

//===----------------------------------------------------------------------===//
// Elementwise: unary
//===----------------------------------------------------------------------===//

func.func @neg(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = croton.neg %x : tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @abs(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<?x3xf64> {
  %r = croton.abs %x : tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
func.func @sqr(%x: tensor<f64>) -> tensor<f64> {
  %r = croton.sqr %x : tensor<f64>
  return %r : tensor<f64>
}
func.func @sqr_empty(%x: tensor<?x3xf64> {test.shape = array<i64: 0, 3>}) -> tensor<?x3xf64> {
  %r = croton.sqr %x : tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
func.func @sqrt(%x: tensor<4xf64> {test.range = array<f64: 0.2, 3.0>}) -> tensor<4xf64> {
  %r = croton.sqrt %x : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @exp(%x: tensor<?xf64> {test.shape = array<i64: 5>}) -> tensor<?xf64> {
  %r = croton.exp %x : tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @expm1(%x: tensor<5xf64>) -> tensor<5xf64> {
  %r = croton.expm1 %x : tensor<5xf64>
  return %r : tensor<5xf64>
}
func.func @log(%x: tensor<1x4xf64> {test.range = array<f64: 0.2, 3.0>}) -> tensor<1x4xf64> {
  %r = croton.log %x : tensor<1x4xf64>
  return %r : tensor<1x4xf64>
}
func.func @log1p(%x: tensor<4xf64> {test.range = array<f64: -0.8, 3.0>}) -> tensor<4xf64> {
  %r = croton.log1p %x : tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func @tanh(%x: tensor<2x?xf64> {test.shape = array<i64: 2, 3>}) -> tensor<2x?xf64> {
  %r = croton.tanh %x : tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @sigmoid(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = croton.sigmoid %x : tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @cast_narrower(%x: tensor<3xf64>) -> tensor<3xf32>
    attributes {test.step = 1.0e-2, test.tolerance = 1.0e-4} {
  %r = croton.cast %x to f32 : tensor<3xf64>
  return %r : tensor<3xf32>
}
func.func @cast_wider(%x: tensor<3xf32>) -> tensor<3xf64>
    attributes {test.step = 1.0e-2, test.tolerance = 1.0e-4} {
  %r = croton.cast %x to f64 : tensor<3xf32>
  return %r : tensor<3xf64>
}
func.func @cast_to_integer(%x: tensor<3xf64> {test.range = array<f64: 0.1, 0.9>}) -> tensor<3xi32> {
  %r = croton.cast %x to i32 : tensor<3xf64>
  return %r : tensor<3xi32>
}

//===----------------------------------------------------------------------===//
// Elementwise: several operands, stretched and not
//===----------------------------------------------------------------------===//

func.func @add(%x: tensor<2x3xf64>, %y: tensor<1x3xf64>, %z: tensor<2x1xf64>) -> tensor<2x3xf64> {
  %r = croton.add %x, %y, %z : tensor<2x3xf64>, tensor<1x3xf64>, tensor<2x1xf64>
  return %r : tensor<2x3xf64>
}
func.func @add_dynamic(%x: tensor<?x?xf64> {test.shape = array<i64: 2, 3>}, %y: tensor<1x?xf64> {test.shape = array<i64: 1, 3>}) -> tensor<?x?xf64> {
  %r = croton.add %x, %y : tensor<?x?xf64>, tensor<1x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @add_partly_static(%x: tensor<3xf64>, %y: tensor<?xf64> {test.shape = array<i64: 3>}) -> tensor<3xf64> {
  %r = croton.add %x, %y : tensor<3xf64>, tensor<?xf64>
  return %r : tensor<3xf64>
}
func.func @add_outer(%x: tensor<3x1xf64>, %y: tensor<1x2xf64>) -> tensor<3x2xf64> {
  %r = croton.add %x, %y : tensor<3x1xf64>, tensor<1x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @mul(%x: tensor<2x3xf64>, %y: tensor<1x1xf64>, %z: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = croton.mul %x, %y, %z : tensor<2x3xf64>, tensor<1x1xf64>, tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @mul_same(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = croton.mul %x, %x, %x : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @mul_zeros(%x: tensor<3xf64> {test.values = dense<[0.0, 0.0, 2.0]> : tensor<3xf64>}, %y: tensor<3xf64> {test.values = dense<[0.0, 3.0, 0.0]> : tensor<3xf64>}) -> tensor<3xf64> {
  %r = croton.mul %x, %y : tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @mul_outer(%x: tensor<?x1xf64> {test.shape = array<i64: 3, 1>}, %y: tensor<1x?xf64> {test.shape = array<i64: 1, 2>}) -> tensor<?x?xf64> {
  %r = croton.mul %x, %y : tensor<?x1xf64>, tensor<1x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @sub(%x: tensor<1x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = croton.sub %x, %y : tensor<1x3xf64>, tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @true_div(%x: tensor<2x3xf64>, %y: tensor<2x1xf64> {test.range = array<f64: 0.5, 2.0>}) -> tensor<2x3xf64> {
  %r = croton.true_div %x, %y : tensor<2x3xf64>, tensor<2x1xf64>
  return %r : tensor<2x3xf64>
}
func.func @true_div_stretched(%x: tensor<1xf64>, %y: tensor<?xf64> {test.shape = array<i64: 4>, test.range = array<f64: 0.5, 2.0>}) -> tensor<?xf64> {
  %r = croton.true_div %x, %y : tensor<1xf64>, tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @maximum(%x: tensor<2x4xf64>, %y: tensor<1x4xf64>) -> tensor<2x4xf64> {
  %r = croton.maximum %x, %y : tensor<2x4xf64>, tensor<1x4xf64>
  return %r : tensor<2x4xf64>
}
func.func @minimum(%x: tensor<4xf64>, %y: tensor<?xf64> {test.shape = array<i64: 4>}) -> tensor<4xf64> {
  %r = croton.minimum %x, %y : tensor<4xf64>, tensor<?xf64>
  return %r : tensor<4xf64>
}
func.func @clip(%x: tensor<2x4xf64>, %lo: tensor<1x1xf64> {test.values = dense<-0.5> : tensor<1x1xf64>}, %hi: tensor<1x4xf64> {test.range = array<f64: 0.3, 0.6>}) -> tensor<2x4xf64> {
  %r = croton.clip %x, %lo, %hi : tensor<2x4xf64>, tensor<1x1xf64>, tensor<1x4xf64>
  return %r : tensor<2x4xf64>
}
func.func @switch(%c: tensor<2x3xi1> {test.values = dense<[[true, false, true], [false, true, true]]> : tensor<2x3xi1>}, %x: tensor<2x1xf64>, %y: tensor<1x3xf64>) -> tensor<2x3xf64> {
  %r = croton.switch %c, %x, %y : tensor<2x3xi1>, tensor<2x1xf64>, tensor<1x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @switch_stretched_condition(%c: tensor<1x3xi1> {test.values = dense<[[true, false, true]]> : tensor<1x3xi1>}, %x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}, %y: tensor<1x1xf64>) -> tensor<?x3xf64> {
  %r = croton.switch %c, %x, %y : tensor<1x3xi1>, tensor<?x3xf64>, tensor<1x1xf64>
  return %r : tensor<?x3xf64>
}
func.func @fill(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}, %v: tensor<1x1xf64>) -> tensor<?x3xf64> {
  %r = croton.fill %x, %v : tensor<?x3xf64>, tensor<1x1xf64>
  return %r : tensor<?x3xf64>
}

//===----------------------------------------------------------------------===//
// Elementwise: comparisons, whose derivative is zero
//===----------------------------------------------------------------------===//

func.func @eq(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xi1> {
  %r = croton.eq %x, %y : tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xi1>
}
func.func @neq(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xi1> {
  %r = croton.neq %x, %y : tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xi1>
}
func.func @lt(%x: tensor<3xf64>, %y: tensor<1xf64>) -> tensor<3xi1> {
  %r = croton.lt %x, %y : tensor<3xf64>, tensor<1xf64>
  return %r : tensor<3xi1>
}
func.func @le(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xi1> {
  %r = croton.le %x, %y : tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xi1>
}
func.func @gt(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xi1> {
  %r = croton.gt %x, %y : tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xi1>
}
func.func @ge(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xi1> {
  %r = croton.ge %x, %y : tensor<3xf64>, tensor<3xf64>
  return %r : tensor<3xi1>
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

func.func @sum_all(%x: tensor<2x3xf64>) -> tensor<f64> {
  %r = croton.sum %x axes [0, 1] : tensor<2x3xf64>
  return %r : tensor<f64>
}
func.func @sum_rows(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<?xf64> {
  %r = croton.sum %x axes [1] : tensor<?x3xf64>
  return %r : tensor<?xf64>
}
func.func @sum_outer(%x: tensor<2x?x2xf64> {test.shape = array<i64: 2, 3, 2>}) -> tensor<?xf64> {
  %r = croton.sum %x axes [0, 2] : tensor<2x?x2xf64>
  return %r : tensor<?xf64>
}
func.func @sum_none(%x: tensor<2x2xf64>) -> tensor<2x2xf64> {
  %r = croton.sum %x axes [] : tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func @sum_size_one(%x: tensor<1x3xf64>) -> tensor<3xf64> {
  %r = croton.sum %x axes [0] : tensor<1x3xf64>
  return %r : tensor<3xf64>
}
func.func @sum_nothing(%x: tensor<?x2xf64> {test.shape = array<i64: 0, 2>}) -> tensor<2xf64> {
  %r = croton.sum %x axes [0] : tensor<?x2xf64>
  return %r : tensor<2xf64>
}
func.func @sum_wider(%x: tensor<2x3xf32>) -> tensor<2xf64>
    attributes {test.step = 1.0e-2, test.tolerance = 1.0e-4} {
  %r = croton.sum %x axes [1] acc f64 dtype f64 : tensor<2x3xf32>
  return %r : tensor<2xf64>
}
func.func @mean_all(%x: tensor<2x3xf64>) -> tensor<f64> {
  %r = croton.mean %x axes [0, 1] : tensor<2x3xf64>
  return %r : tensor<f64>
}
func.func @mean_dynamic(%x: tensor<?x3x?xf64> {test.shape = array<i64: 2, 3, 2>}) -> tensor<3xf64> {
  %r = croton.mean %x axes [0, 2] : tensor<?x3x?xf64>
  return %r : tensor<3xf64>
}
func.func @mean_mixed(%x: tensor<2x?x2xf64> {test.shape = array<i64: 2, 3, 2>}) -> tensor<2xf64> {
  %r = croton.mean %x axes [0, 1] : tensor<2x?x2xf64>
  return %r : tensor<2xf64>
}
func.func @mean_wider(%x: tensor<4xf32>) -> tensor<f64>
    attributes {test.step = 1.0e-2, test.tolerance = 1.0e-4} {
  %r = croton.mean %x axes [0] acc f64 dtype f64 : tensor<4xf32>
  return %r : tensor<f64>
}
func.func @max_rows(%x: tensor<2x4xf64>) -> tensor<2xf64> {
  %r = croton.max %x axes [1] : tensor<2x4xf64>
  return %r : tensor<2xf64>
}
func.func @max_all(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<f64> {
  %r = croton.max %x axes [0, 1] : tensor<?x3xf64>
  return %r : tensor<f64>
}
func.func @max_none(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = croton.max %x axes [] : tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @argmax(%x: tensor<2x3xf64>) -> tensor<2xi64> {
  %r = croton.argmax %x axes [1] : tensor<2x3xf64>
  return %r : tensor<2xi64>
}

//===----------------------------------------------------------------------===//
// Shape ops
//===----------------------------------------------------------------------===//

func.func @dimshuffle_permute(%x: tensor<2x?x4xf64> {test.shape = array<i64: 2, 3, 4>}) -> tensor<4x2x?xf64> {
  %r = croton.dimshuffle %x [2, 0, 1] : tensor<2x?x4xf64>
  return %r : tensor<4x2x?xf64>
}
func.func @dimshuffle_insert_drop(%x: tensor<2x1x3xf64>) -> tensor<1x3x1x2xf64> {
  %r = croton.dimshuffle %x [x, 2, x, 0] : tensor<2x1x3xf64>
  return %r : tensor<1x3x1x2xf64>
}
func.func @reshape(%x: tensor<2x6xf64>) -> tensor<3x4xf64> {
  %s = croton.constant dense<[3, 4]> : tensor<2xi64>
  %r = croton.reshape %x, %s : tensor<2x6xf64>, tensor<2xi64> -> tensor<3x4xf64>
  return %r : tensor<3x4xf64>
}
func.func @reshape_dynamic(%x: tensor<?x2xf64> {test.shape = array<i64: 6, 2>}, %s: tensor<3xi64> {test.values = dense<[2, -1, 3]> : tensor<3xi64>}) -> tensor<?x?x3xf64> {
  %r = croton.reshape %x, %s : tensor<?x2xf64>, tensor<3xi64> -> tensor<?x?x3xf64>
  return %r : tensor<?x?x3xf64>
}
func.func @shape(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<2xi64> {
  %r = croton.shape %x : tensor<?x3xf64>
  return %r : tensor<2xi64>
}
func.func @shape_i(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<i64> {
  %r = croton.shape_i %x at 0 : tensor<?x3xf64>
  return %r : tensor<i64>
}
func.func @make_vector(%x: tensor<f64>, %y: tensor<f64>, %z: tensor<f64>) -> tensor<3xf64> {
  %r = croton.make_vector %x, %y, %z : tensor<f64>, tensor<f64>, tensor<f64>
  return %r : tensor<3xf64>
}
func.func @make_vector_partly(%x: tensor<f64>) -> tensor<3xf64> {
  %c = croton.constant dense<2.0> : tensor<f64>
  %r = croton.make_vector %x, %c, %x : tensor<f64>, tensor<f64>, tensor<f64>
  return %r : tensor<3xf64>
}
func.func @alloc_scalar(%v: tensor<f64>, %n: tensor<i64> {test.values = dense<3> : tensor<i64>}) -> tensor<?x?xf64> {
  %r = croton.alloc %v, %n, %n : tensor<f64> -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}
func.func @alloc_stretched(%v: tensor<3x1xf64>, %n: tensor<i64> {test.values = dense<2> : tensor<i64>}, %m: tensor<i64> {test.values = dense<3> : tensor<i64>}) -> tensor<?x3x?xf64> {
  %r = croton.alloc %v, %n, %m, %n : tensor<3x1xf64> -> tensor<?x3x?xf64>
  return %r : tensor<?x3x?xf64>
}
func.func @specify_shape(%x: tensor<?x?xf64> {test.shape = array<i64: 2, 3>}, %s: tensor<2xi64> {test.values = dense<[2, 3]> : tensor<2xi64>}) -> tensor<?x3xf64> {
  %r = croton.specify_shape %x, %s : tensor<?x?xf64>, tensor<2xi64> -> tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}

//===----------------------------------------------------------------------===//
// Indexing
//===----------------------------------------------------------------------===//

func.func @subtensor_row(%x: tensor<?x3xf64> {test.shape = array<i64: 4, 3>}, %i: tensor<i64> {test.values = dense<-2> : tensor<i64>}) -> tensor<3xf64> {
  %r = croton.subtensor %x[%i, :] : tensor<?x3xf64>, tensor<i64>
  return %r : tensor<3xf64>
}
func.func @subtensor_reversed(%x: tensor<?xf64> {test.shape = array<i64: 5>}) -> tensor<?xf64> {
  %r = croton.subtensor %x[::-2] : tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @subtensor_strided(%x: tensor<3x7xf64>) -> tensor<2x3xf64> {
  %r = croton.subtensor %x[1:, 1:6:2] : tensor<3x7xf64>
  return %r : tensor<2x3xf64>
}
func.func @subtensor_empty(%x: tensor<4xf64>) -> tensor<0xf64> {
  %r = croton.subtensor %x[3:1] : tensor<4xf64>
  return %r : tensor<0xf64>
}
func.func @inc_subtensor(%x: tensor<3x4xf64>, %v: tensor<4xf64>) -> tensor<3x4xf64> {
  %r = croton.inc_subtensor %x[1, :], %v : tensor<3x4xf64>, tensor<4xf64>
  return %r : tensor<3x4xf64>
}
func.func @inc_subtensor_stretched(%x: tensor<?x4xf64> {test.shape = array<i64: 3, 4>}, %v: tensor<1x2xf64>) -> tensor<?x4xf64> {
  %r = croton.inc_subtensor %x[:, ::2], %v : tensor<?x4xf64>, tensor<1x2xf64>
  return %r : tensor<?x4xf64>
}
func.func @inc_subtensor_set(%x: tensor<?xf64> {test.shape = array<i64: 5>}, %v: tensor<?xf64> {test.shape = array<i64: 3>}) -> tensor<?xf64> {
  %r = croton.inc_subtensor %x[::-2], %v set : tensor<?xf64>, tensor<?xf64>
  return %r : tensor<?xf64>
}
func.func @inc_subtensor_set_stretched(%x: tensor<3x2xf64>, %v: tensor<1x1xf64>) -> tensor<3x2xf64> {
  %r = croton.inc_subtensor %x[1:, :], %v set : tensor<3x2xf64>, tensor<1x1xf64>
  return %r : tensor<3x2xf64>
}
func.func @inc_subtensor_value_only(%v: tensor<2xf64>) -> tensor<4xf64> {
  %x = croton.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf64>
  %r = croton.inc_subtensor %x[1:3], %v set : tensor<4xf64>, tensor<2xf64>
  return %r : tensor<4xf64>
}
func.func @inc_subtensor_operand_only(%x: tensor<4xf64>) -> tensor<4xf64> {
  %v = croton.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %r = croton.inc_subtensor %x[1:3], %v set : tensor<4xf64>, tensor<2xf64>
  return %r : tensor<4xf64>
}
func.func @take_repeated(%x: tensor<?x2xf64> {test.shape = array<i64: 3, 2>}, %i: tensor<4xi64> {test.values = dense<[0, 2, 0, -1]> : tensor<4xi64>}) -> tensor<4x2xf64> {
  %r = croton.take %x, %i axis 0 : tensor<?x2xf64>, tensor<4xi64>
  return %r : tensor<4x2xf64>
}
func.func @take_columns_wrap(%x: tensor<2x3xf64>, %i: tensor<2x2xi32> {test.values = dense<[[0, 4], [-5, 2]]> : tensor<2x2xi32>}) -> tensor<2x2x2xf64> {
  %r = croton.take %x, %i axis 1 mode wrap : tensor<2x3xf64>, tensor<2x2xi32>
  return %r : tensor<2x2x2xf64>
}
func.func @take_scalar_clip(%x: tensor<3x2xf64>, %i: tensor<ui8> {test.values = dense<200> : tensor<ui8>}) -> tensor<2xf64> {
  %r = croton.take %x, %i axis 0 mode clip : tensor<3x2xf64>, tensor<ui8>
  return %r : tensor<2xf64>
}
func.func @inc_take_repeated(%x: tensor<?x2xf64> {test.shape = array<i64: 3, 2>}, %i: tensor<?xi64> {test.values = dense<[0, 2, 0, -1]> : tensor<4xi64>}, %v: tensor<?x2xf64> {test.shape = array<i64: 4, 2>}) -> tensor<?x2xf64> {
  %r = croton.inc_take %x, %i, %v axis 0 : tensor<?x2xf64>, tensor<?xi64>, tensor<?x2xf64>
  return %r : tensor<?x2xf64>
}
func.func @inc_take_stretched(%x: tensor<2x3xf64>, %i: tensor<2xi64> {test.values = dense<[1, 1]> : tensor<2xi64>}, %v: tensor<2x1xf64>) -> tensor<2x3xf64> {
  %r = croton.inc_take %x, %i, %v axis 1 : tensor<2x3xf64>, tensor<2xi64>, tensor<2x1xf64>
  return %r : tensor<2x3xf64>
}
func.func @inc_take_set_repeated(%x: tensor<4x2xf64>, %i: tensor<5xi64> {test.values = dense<[0, 2, 0, -1, 2]> : tensor<5xi64>}, %v: tensor<5x2xf64>) -> tensor<4x2xf64> {
  %r = croton.inc_take %x, %i, %v axis 0 set : tensor<4x2xf64>, tensor<5xi64>, tensor<5x2xf64>
  return %r : tensor<4x2xf64>
}
func.func @inc_take_set_dynamic(%x: tensor<2x?xf64> {test.shape = array<i64: 2, 3>}, %i: tensor<?x2xi32> {test.values = dense<[[1, 1], [2, 1], [2, 0], [0, 0], [0, 2]]> : tensor<5x2xi32>}, %v: tensor<2x?x2xf64> {test.shape = array<i64: 2, 5, 2>}) -> tensor<2x?xf64> {
  %r = croton.inc_take %x, %i, %v axis 1 set : tensor<2x?xf64>, tensor<?x2xi32>, tensor<2x?x2xf64>
  return %r : tensor<2x?xf64>
}
func.func @inc_take_set_stretched(%x: tensor<3x2xf64>, %i: tensor<?xi64> {test.values = dense<[2, 0, 2]> : tensor<3xi64>}, %v: tensor<1x2xf64>) -> tensor<3x2xf64> {
  %r = croton.inc_take %x, %i, %v axis 0 set : tensor<3x2xf64>, tensor<?xi64>, tensor<1x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @inc_take_set_nothing(%x: tensor<3xf64>, %i: tensor<?xi64> {test.values = dense<> : tensor<0xi64>}, %v: tensor<1xf64>) -> tensor<3xf64> {
  %r = croton.inc_take %x, %i, %v axis 0 set : tensor<3xf64>, tensor<?xi64>, tensor<1xf64>
  return %r : tensor<3xf64>
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

func.func @dot_vectors(%x: tensor<3xf64>, %y: tensor<?xf64> {test.shape = array<i64: 3>}) -> tensor<f64> {
  %r = croton.dot %x, %y : tensor<3xf64>, tensor<?xf64>
  return %r : tensor<f64>
}
func.func @dot_matrix_vector(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<2xf64> {
  %r = croton.dot %x, %y : tensor<2x3xf64>, tensor<3xf64>
  return %r : tensor<2xf64>
}
func.func @dot_vector_matrix(%x: tensor<?xf64> {test.shape = array<i64: 3>}, %y: tensor<?x2xf64> {test.shape = array<i64: 3, 2>}) -> tensor<2xf64> {
  %r = croton.dot %x, %y : tensor<?xf64>, tensor<?x2xf64>
  return %r : tensor<2xf64>
}
func.func @dot_matrices(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}, %y: tensor<3x4xf64>) -> tensor<?x4xf64> {
  %r = croton.dot %x, %y : tensor<?x3xf64>, tensor<3x4xf64>
  return %r : tensor<?x4xf64>
}
func.func @dot_same(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %r = croton.dot %x, %x : tensor<3x3xf64>, tensor<3x3xf64>
  return %r : tensor<3x3xf64>
}
func.func @dot_size_one(%x: tensor<1x1xf64>, %y: tensor<1xf64>) -> tensor<1xf64> {
  %r = croton.dot %x, %y : tensor<1x1xf64>, tensor<1xf64>
  return %r : tensor<1xf64>
}
func.func @dot_nothing(%x: tensor<2x?xf64> {test.shape = array<i64: 2, 0>}, %y: tensor<?x3xf64> {test.shape = array<i64: 0, 3>}) -> tensor<2x3xf64> {
  %r = croton.dot %x, %y : tensor<2x?xf64>, tensor<?x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @batched_dot(%x: tensor<?x2x3xf64> {test.shape = array<i64: 2, 2, 3>}, %y: tensor<?x3x2xf64> {test.shape = array<i64: 2, 3, 2>}) -> tensor<?x2x2xf64> {
  %r = croton.batched_dot %x, %y : tensor<?x2x3xf64>, tensor<?x3x2xf64>
  return %r : tensor<?x2x2xf64>
}

//===----------------------------------------------------------------------===//
// Neural networks
//===----------------------------------------------------------------------===//

func.func @softmax_rows(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<?x3xf64> {
  %r = croton.softmax %x axis 1 : tensor<?x3xf64>
  return %r : tensor<?x3xf64>
}
func.func @softmax_columns(%x: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %r = croton.softmax %x axis 0 : tensor<3x2xf64>
  return %r : tensor<3x2xf64>
}
func.func @log_softmax(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %r = croton.log_softmax %x axis 1 : tensor<2x3xf64>
  return %r : tensor<2x3xf64>
}
func.func @log_softmax_middle(%x: tensor<2x?x2xf64> {test.shape = array<i64: 2, 3, 2>}) -> tensor<2x?x2xf64> {
  %r = croton.log_softmax %x axis 1 : tensor<2x?x2xf64>
  return %r : tensor<2x?x2xf64>
}
func.func @categorical_crossentropy(%p: tensor<2x3xf64> {test.range = array<f64: 0.1, 0.9>}, %t: tensor<2xi64> {test.values = dense<[2, 0]> : tensor<2xi64>}) -> tensor<2xf64> {
  %r = croton.categorical_crossentropy %p, %t : tensor<2x3xf64>, tensor<2xi64>
  return %r : tensor<2xf64>
}
func.func @categorical_crossentropy_dynamic(%p: tensor<2x?x?xf64> {test.shape = array<i64: 2, 2, 3>, test.range = array<f64: 0.1, 0.9>}, %t: tensor<2x?xui8> {test.values = dense<[[2, 0], [1, 1]]> : tensor<2x2xui8>}) -> tensor<2x?xf64> {
  %r = croton.categorical_crossentropy %p, %t : tensor<2x?x?xf64>, tensor<2x?xui8>
  return %r : tensor<2x?xf64>
}
func.func @crossentropy_softmax(%z: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}, %t: tensor<?xi32> {test.values = dense<[2, 0]> : tensor<2xi32>}) -> tensor<?xf64> {
  %r = croton.crossentropy_softmax %z, %t : tensor<?x3xf64>, tensor<?xi32>
  return %r : tensor<?xf64>
}
func.func @crossentropy_softmax_single(%z: tensor<?xf64> {test.shape = array<i64: 3>}, %t: tensor<i64> {test.values = dense<1> : tensor<i64>}) -> tensor<f64> {
  %r = croton.crossentropy_softmax %z, %t : tensor<?xf64>, tensor<i64>
  return %r : tensor<f64>
}

//===----------------------------------------------------------------------===//
// Markers, control and upstream ops
//===----------------------------------------------------------------------===//

func.func @grad_clip_wide(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = croton.grad_clip %x from -100.0 to 100.0 : tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @assert(%x: tensor<3xf64>) -> tensor<3xf64> {
  %c = croton.constant dense<true> : tensor<i1>
  %r = croton.assert %x, %c, "holds" : tensor<3xf64>, tensor<i1>
  return %r : tensor<3xf64>
}
func.func @math_sin(%x: tensor<2x?xf64> {test.shape = array<i64: 2, 3>}) -> tensor<2x?xf64> {
  %r = math.sin %x : tensor<2x?xf64>
  return %r : tensor<2x?xf64>
}
func.func @math_cos(%x: tensor<3xf64>) -> tensor<3xf64> {
  %r = math.cos %x : tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func @tensor_cast(%x: tensor<3xf64>) -> tensor<?xf64> {
  %r = tensor.cast %x : tensor<3xf64> to tensor<?xf64>
  return %r : tensor<?xf64>
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

func.func @gpu_from_host(%x: tensor<?x3xf64> {test.shape = array<i64: 2, 3>}) -> tensor<?x3xf64, #croton.device<"dev0">> {
  %r = croton.gpu_from_host %x : tensor<?x3xf64> -> tensor<?x3xf64, #croton.device<"dev0">>
  return %r : tensor<?x3xf64, #croton.device<"dev0">>
}
func.func @host_from_gpu(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = croton.gpu_from_host %x : tensor<3xf64> -> tensor<3xf64, #croton.device<"dev0">>
  %1 = croton.sqr %0 : tensor<3xf64, #croton.device<"dev0">>
  %r = croton.host_from_gpu %1 : tensor<3xf64, #croton.device<"dev0">>
  return %r : tensor<3xf64>
}
func.func @gpu_to_gpu(%x: tensor<f64>) -> tensor<f64, #croton.device<"dev1">> {
  %0 = croton.gpu_from_host %x : tensor<f64> -> tensor<f64, #croton.device<"dev0">>
  %1 = croton.exp %0 : tensor<f64, #croton.device<"dev0">>
  %r = croton.gpu_to_gpu %1 : tensor<f64, #croton.device<"dev0">> -> tensor<f64, #croton.device<"dev1">>
  return %r : tensor<f64, #croton.device<"dev1">>
}
// A whole graph on a device: its gradient runs there, too.
func.func @on_device(%x: tensor<2x3xf64>, %w: tensor<3x2xf64>, %b: tensor<2xf64>) -> tensor<f64> {
  %dx = croton.gpu_from_host %x : tensor<2x3xf64> -> tensor<2x3xf64, #croton.device<"dev0">>
  %dw = croton.gpu_from_host %w : tensor<3x2xf64> -> tensor<3x2xf64, #croton.device<"dev0">>
  %db = croton.gpu_from_host %b : tensor<2xf64> -> tensor<2xf64, #croton.device<"dev0">>
  %z = croton.dot %dx, %dw : tensor<2x3xf64, #croton.device<"dev0">>, tensor<3x2xf64, #croton.device<"dev0">>
  %row = croton.dimshuffle %db [x, 0] : tensor<2xf64, #croton.device<"dev0">>
  %s = croton.add %z, %row : tensor<2x2xf64, #croton.device<"dev0">>, tensor<1x2xf64, #croton.device<"dev0">>
  %p = croton.softmax %s axis 1 : tensor<2x2xf64, #croton.device<"dev0">>
  %l = croton.subtensor %p[:, 0] : tensor<2x2xf64, #croton.device<"dev0">>
  %m = croton.mean %l axes [0] : tensor<2xf64, #croton.device<"dev0">>
  %r = croton.host_from_gpu %m : tensor<f64, #croton.device<"dev0">>
  return %r : tensor<f64>
}
