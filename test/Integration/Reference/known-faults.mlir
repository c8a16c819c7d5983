// RUN: croton-opt %s --test-croton-evaluate -o /dev/null

// Faults that compilers of this kind really had, as programs with the right
// answer worked out by hand. The numbers are those of the list of known faults.

// KF-07: 0 * x keeps NaN, and infinity makes one.
func.func @kf07_zero_times_nan() -> tensor<3xf64> attributes {
  expected = [dense<[0.0, 0x7FF8000000000000, 0x7FF8000000000000]> : tensor<3xf64>]
} {
  %x = croton.constant dense<[1.0, 0x7FF8000000000000, 0x7FF0000000000000]> : tensor<3xf64>
  %zero = croton.constant dense<0.0> : tensor<1xf64>
  %y = croton.mul %zero, %x : tensor<1xf64>, tensor<3xf64>
  return %y : tensor<3xf64>
}

// KF-09: the maximum of negative zeros is a zero, not the seed.
func.func @kf09_max_of_negative_zeros() -> tensor<f32> attributes {
  expected = [dense<-0.0> : tensor<f32>]
} {
  %x = croton.constant dense<-0.0> : tensor<8193xf32>
  %m = croton.max %x axes [0] : tensor<8193xf32>
  return %m : tensor<f32>
}

// KF-10: the first NaN wins, and argmax agrees with max; ties give the first.
func.func @kf10_argmax_of_nan() -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) attributes {
  expected = [dense<2> : tensor<i64>, dense<0> : tensor<i64>,
              dense<1> : tensor<i64>, dense<1> : tensor<i64>]
} {
  %a = croton.constant dense<[0.0, 1.0, 0x7FC00000]> : tensor<3xf32>
  %b = croton.constant dense<[0x7FC00000, 3.0, 0x7FC00000]> : tensor<3xf32>
  %c = croton.constant dense<[3.0, 0x7FC00000, 1.0, 5.0]> : tensor<4xf32>
  %d = croton.constant dense<[5, 7, 7]> : tensor<3xi32>
  %i = croton.argmax %a axes [0] : tensor<3xf32>
  %j = croton.argmax %b axes [0] : tensor<3xf32>
  %k = croton.argmax %c axes [0] : tensor<4xf32>
  %l = croton.argmax %d axes [0] : tensor<3xi32>
  return %i, %j, %k, %l : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// KF-14: where in a row the NaN is does not matter.
func.func @kf14_row_maximum() -> tensor<2xf32> attributes {
  expected = [dense<0x7FC00000> : tensor<2xf32>]
} {
  %x = croton.constant dense<[[0x7FC00000, 1.0], [2.0, 0x7FC00000]]> : tensor<2x2xf32>
  %m = croton.max %x axes [1] : tensor<2x2xf32>
  return %m : tensor<2xf32>
}

// KF-15: NaN passes clip, abs, maximum and minimum, and compares false.
func.func @kf15_nan_passes() -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) attributes {
  expected = [dense<0x7FC00000> : tensor<1xf32>, dense<0x7FC00000> : tensor<1xf32>,
              dense<0x7FC00000> : tensor<1xf32>, dense<0x7FC00000> : tensor<1xf32>,
              dense<0.0> : tensor<1xf32>]
} {
  %x = croton.constant dense<0x7FC00000> : tensor<1xf32>
  %lo = croton.constant dense<-1.0> : tensor<1xf32>
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %a = croton.clip %x, %lo, %zero : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
  %b = croton.abs %x : tensor<1xf32>
  %c = croton.maximum %x, %zero : tensor<1xf32>, tensor<1xf32>
  %d = croton.minimum %zero, %x : tensor<1xf32>, tensor<1xf32>
  %p = croton.gt %x, %zero : tensor<1xf32>, tensor<1xf32>
  %e = croton.switch %p, %x, %zero : tensor<1xi1>, tensor<1xf32>, tensor<1xf32>
  return %a, %b, %c, %d, %e : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}

// KF-16: the sum of a repeated value keeps its type.
func.func @kf16_sum_of_full() -> tensor<f32> attributes {
  expected = [dense<125.0> : tensor<f32>]
} {
  %five = croton.constant dense<5.0> : tensor<f32>
  %n = croton.constant dense<5> : tensor<i64>
  %a = croton.alloc %five, %n, %n : tensor<f32> -> tensor<5x5xf32>
  %s = croton.sum %a axes [0, 1] : tensor<5x5xf32>
  return %s : tensor<f32>
}

// KF-18: 16-bit sums do not stop growing, and the count of a mean may exceed
// the greatest f16.
func.func @kf18_sums_of_halves() -> (tensor<bf16>, tensor<f16>, tensor<f16>, tensor<f16>) attributes {
  expected = [dense<1000.0> : tensor<bf16>, dense<4096.0> : tensor<f16>,
              dense<1.0> : tensor<f16>, dense<0x7C00> : tensor<f16>]
} {
  %a = croton.constant dense<1.0> : tensor<1000xbf16>
  %b = croton.constant dense<1.0> : tensor<4096xf16>
  %c = croton.constant dense<1.0> : tensor<70000xf16>
  %s = croton.sum %a axes [0] : tensor<1000xbf16>
  %t = croton.sum %b axes [0] : tensor<4096xf16>
  %m = croton.mean %c axes [0] : tensor<70000xf16>
  %u = croton.sum %c axes [0] : tensor<70000xf16>
  return %s, %t, %m, %u : tensor<bf16>, tensor<f16>, tensor<f16>, tensor<f16>
}

// KF-19: means and sums of integers do not wrap in the operand's type.
func.func @kf19_integer_means() -> (tensor<f64>, tensor<f32>, tensor<i64>) attributes {
  expected = [dense<2147483647.0> : tensor<f64>, dense<2147483648.0> : tensor<f32>,
              dense<400> : tensor<i64>]
} {
  %x = croton.constant dense<2147483647> : tensor<2xi32>
  %y = croton.constant dense<100> : tensor<4xi8>
  %m = croton.mean %x axes [0] : tensor<2xi32>
  %n = croton.mean %x axes [0] acc f64 dtype f32 : tensor<2xi32>
  %s = croton.sum %y axes [0] : tensor<4xi8>
  return %m, %n, %s : tensor<f64>, tensor<f32>, tensor<i64>
}

// KF-20: a cast down and up again is a rounding.
func.func @kf20_cast_pairs() -> (tensor<f32>, tensor<f32>) attributes {
  expected = [dense<3.140625> : tensor<f32>, dense<1.0009765625> : tensor<f32>]
} {
  %x = croton.constant dense<3.1415927> : tensor<f32>
  %y = croton.constant dense<1.001> : tensor<f32>
  %a = croton.cast %x to bf16 : tensor<f32>
  %b = croton.cast %a to f32 : tensor<bf16>
  %c = croton.cast %y to f16 : tensor<f32>
  %d = croton.cast %c to f32 : tensor<f16>
  return %b, %d : tensor<f32>, tensor<f32>
}

// KF-21: sums of sums accumulate in 64 bits.
func.func @kf21_sum_of_sum() -> tensor<4xi64> attributes {
  expected = [dense<600> : tensor<4xi64>]
} {
  %x = croton.constant dense<100> : tensor<2x3x4xi8>
  %a = croton.sum %x axes [0] : tensor<2x3x4xi8>
  %b = croton.sum %a axes [0] : tensor<3x4xi64>
  return %b : tensor<4xi64>
}

// KF-26: extremes of each type survive their own reduction.
func.func @kf26_seeds() -> (tensor<i8>, tensor<ui8>, tensor<i64>, tensor<i1>, tensor<f32>) attributes {
  expected = [dense<-128> : tensor<i8>, dense<0> : tensor<ui8>,
              dense<-9223372036854775808> : tensor<i64>, dense<false> : tensor<i1>,
              dense<0xFF800000> : tensor<f32>]
} {
  %a = croton.constant dense<-128> : tensor<1xi8>
  %b = croton.constant dense<0> : tensor<1xui8>
  %c = croton.constant dense<-9223372036854775808> : tensor<1xi64>
  %d = croton.constant dense<false> : tensor<1xi1>
  %e = croton.constant dense<0xFF800000> : tensor<1xf32>
  %v = croton.max %a axes [0] : tensor<1xi8>
  %w = croton.max %b axes [0] : tensor<1xui8>
  %x = croton.max %c axes [0] : tensor<1xi64>
  %y = croton.max %d axes [0] : tensor<1xi1>
  %z = croton.max %e axes [0] : tensor<1xf32>
  return %v, %w, %x, %y, %z : tensor<i8>, tensor<ui8>, tensor<i64>, tensor<i1>, tensor<f32>
}

// KF-29: a switch between equal values has the shape of its condition.
func.func @kf29_switch_shape() -> (tensor<2xi64>, tensor<2x2xi64>) attributes {
  expected = [dense<1> : tensor<2xi64>, dense<[[7, 8], [7, 8]]> : tensor<2x2xi64>]
} {
  %x = croton.constant dense<[1, 2]> : tensor<2xi64>
  %zero = croton.constant dense<0> : tensor<1xi64>
  %one = croton.constant dense<1> : tensor<1xi64>
  %c = croton.gt %x, %zero : tensor<2xi64>, tensor<1xi64>
  %y = croton.switch %c, %one, %one : tensor<2xi1>, tensor<1xi64>, tensor<1xi64>
  %d = croton.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
  %v = croton.constant dense<[[7, 8]]> : tensor<1x2xi64>
  %z = croton.switch %d, %v, %v : tensor<2x2xi1>, tensor<1x2xi64>, tensor<1x2xi64>
  return %y, %z : tensor<2xi64>, tensor<2x2xi64>
}

// KF-31: products over an empty axis are zeros.
func.func @kf31_empty_products() -> (tensor<5xf32>, tensor<2x3xf32>, tensor<2x3xf32>) attributes {
  expected = [dense<0.0> : tensor<5xf32>, dense<0.0> : tensor<2x3xf32>,
              dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>]
} {
  %w = croton.constant dense<> : tensor<5x0xf32>
  %v = croton.constant dense<> : tensor<0xf32>
  %y = croton.dot %w, %v : tensor<5x0xf32>, tensor<0xf32>
  %a = croton.constant dense<> : tensor<2x0xf32>
  %b = croton.constant dense<> : tensor<0x3xf32>
  %z = croton.dot %a, %b : tensor<2x0xf32>, tensor<0x3xf32>
  %c = croton.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %s = croton.add %c, %z : tensor<2x3xf32>, tensor<2x3xf32>
  return %y, %z, %s : tensor<5xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// KF-33: writing an empty slice changes nothing.
func.func @kf33_empty_write() -> tensor<2x2xi64> attributes {
  expected = [dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>]
} {
  %x = croton.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>
  %v = croton.constant dense<> : tensor<1x0xi64>
  %y = croton.inc_subtensor %x[0:1, 1:1], %v set : tensor<2x2xi64>, tensor<1x0xi64>
  return %y : tensor<2x2xi64>
}

// KF-34: an integer next to an index vector is not a full slice.
func.func @kf34_integer_and_vector() -> (tensor<2xi64>, tensor<2xi64>) attributes {
  expected = [dense<[0, 0]> : tensor<2xi64>, dense<[1, 1]> : tensor<2xi64>]
} {
  %m = croton.constant dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>
  %v = croton.constant dense<[0, 0]> : tensor<2xi64>
  %row = croton.subtensor %m[0, :] : tensor<2x2xi64>
  %y = croton.take %row, %v axis 0 : tensor<2xi64>, tensor<2xi64>
  %column = croton.subtensor %m[:, 1] : tensor<2x2xi64>
  %z = croton.take %column, %v axis 0 : tensor<2xi64>, tensor<2xi64>
  return %y, %z : tensor<2xi64>, tensor<2xi64>
}

// KF-35: increments at repeated indices add up, and read back as such. -3 is a
// repeat of 0.
func.func @kf35_repeated_increment() -> (tensor<3xi64>, tensor<3xi64>) attributes {
  expected = [dense<[3, 0, 5]> : tensor<3xi64>, dense<[3, 3, 5]> : tensor<3xi64>]
} {
  %zeros = croton.constant dense<0> : tensor<3xi64>
  %i = croton.constant dense<[0, -3, 2]> : tensor<3xi64>
  %v = croton.constant dense<[1, 2, 5]> : tensor<3xi64>
  %a = croton.inc_take %zeros, %i, %v axis 0 : tensor<3xi64>, tensor<3xi64>, tensor<3xi64>
  %y = croton.take %a, %i axis 0 : tensor<3xi64>, tensor<3xi64>
  return %a, %y : tensor<3xi64>, tensor<3xi64>
}

// KF-36: an index into a slice counts within the slice.
func.func @kf36_index_of_slice() -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>) attributes {
  expected = [dense<3> : tensor<i64>, dense<4> : tensor<i64>, dense<3> : tensor<i64>,
              dense<4> : tensor<i64>, dense<1> : tensor<i64>]
} {
  %x = croton.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi64>
  %a = croton.subtensor %x[1:-1] : tensor<5xi64>
  %b = croton.subtensor %x[3:] : tensor<5xi64>
  %c = croton.subtensor %x[:-1] : tensor<5xi64>
  %d = croton.subtensor %x[::-1] : tensor<5xi64>
  %e = croton.subtensor %x[3:0:-1] : tensor<5xi64>
  %v = croton.subtensor %a[-1] : tensor<3xi64>
  %w = croton.subtensor %b[-1] : tensor<2xi64>
  %y = croton.subtensor %c[-1] : tensor<4xi64>
  %z = croton.subtensor %d[0] : tensor<5xi64>
  %u = croton.subtensor %e[-1] : tensor<3xi64>
  return %v, %w, %y, %z, %u : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>
}

// KF-37: an explicit start 0 is not the default of a negative step.
func.func @kf37_negative_steps() -> (tensor<1xi64>, tensor<1xi64>, tensor<4xi64>, tensor<4xi64>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>) attributes {
  expected = [dense<0> : tensor<1xi64>, dense<10> : tensor<1xi64>,
              dense<[40, 30, 20, 10]> : tensor<4xi64>, dense<[40, 30, 20, 10]> : tensor<4xi64>,
              dense<[40, 20]> : tensor<2xi64>, dense<[30, 20, 10]> : tensor<3xi64>,
              dense<[40, 30]> : tensor<2xi64>]
} {
  %x = croton.constant dense<[0, 2]> : tensor<2xi64>
  %z = croton.constant dense<[10, 20, 30, 40]> : tensor<4xi64>
  %a = croton.subtensor %x[0:-3:-1] : tensor<2xi64>
  %b = croton.subtensor %z[0:-5:-1] : tensor<4xi64>
  %c = croton.subtensor %z[::-1] : tensor<4xi64>
  %d = croton.subtensor %z[-1:-5:-1] : tensor<4xi64>
  %e = croton.subtensor %z[3:0:-2] : tensor<4xi64>
  %f = croton.subtensor %z[2::-1] : tensor<4xi64>
  %g = croton.subtensor %z[5:1:-1] : tensor<4xi64>
  return %a, %b, %c, %d, %e, %f, %g : tensor<1xi64>, tensor<1xi64>, tensor<4xi64>, tensor<4xi64>, tensor<2xi64>, tensor<3xi64>, tensor<2xi64>
}

// KF-38: a narrow unsigned index is widened before its sign is looked at.
func.func @kf38_narrow_indices() -> (tensor<ui8>, tensor<ui8>) attributes {
  expected = [dense<1> : tensor<ui8>, dense<2> : tensor<ui8>]
} {
  %zeros = croton.constant dense<0> : tensor<200xui8>
  %ones = croton.constant dense<1> : tensor<ui8>
  %twos = croton.constant dense<2> : tensor<ui8>
  %a = croton.inc_subtensor %zeros[128], %ones set : tensor<200xui8>, tensor<ui8>
  %x = croton.inc_subtensor %a[199], %twos set : tensor<200xui8>, tensor<ui8>
  %i = croton.constant dense<128> : tensor<ui8>
  %j = croton.constant dense<-1> : tensor<i8>
  %y = croton.subtensor %x[%i] : tensor<200xui8>, tensor<ui8>
  %z = croton.subtensor %x[%j] : tensor<200xui8>, tensor<i8>
  return %y, %z : tensor<ui8>, tensor<ui8>
}

// KF-39: a slice starts where it starts when something reads it.
func.func @kf39_slice_offset() -> tensor<?xi64> attributes {
  expected = [dense<[6, 9]> : tensor<2xi64>]
} {
  %a = croton.constant dense<[0, 1, 2, 3]> : tensor<4xi64>
  %x = tensor.cast %a : tensor<4xi64> to tensor<?xi64>
  %s = croton.subtensor %x[2:] : tensor<?xi64>
  %three = croton.constant dense<3> : tensor<1xi64>
  %y = croton.mul %three, %s : tensor<1xi64>, tensor<?xi64>
  return %y : tensor<?xi64>
}

// KF-40: of many contributions to one element none is lost.
func.func @kf40_repeats() -> tensor<3xf32> attributes {
  expected = [dense<[3.0, 0.0, 4.0]> : tensor<3xf32>]
} {
  %zeros = croton.constant dense<0.0> : tensor<3xf32>
  %i = croton.constant dense<[0, 0, 2]> : tensor<3xi64>
  %v = croton.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf32>
  %g = croton.inc_take %zeros, %i, %v axis 0 : tensor<3xf32>, tensor<3xi64>, tensor<3xf32>
  return %g : tensor<3xf32>
}
