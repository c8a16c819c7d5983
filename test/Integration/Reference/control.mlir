// RUN: croton-opt %s --test-croton-evaluate -o /dev/null

// Constants, assert, composite, calls, state and upstream ops.

func.func @assert_holds() -> tensor<2xf32> attributes {
  expected = [dense<[1.0, -0.0]> : tensor<2xf32>]
} {
  %x = croton.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %true = croton.constant dense<true> : tensor<i1>
  %y = croton.assert %x, %true, "never shown" : tensor<2xf32>, tensor<i1>
  return %y : tensor<2xf32>
}

// Inputs are stretched as by an elementwise op.
func.func @composite_broadcasts() -> tensor<2x3xf32> attributes {
  expected = [dense<[[11.0, 21.0, 31.0], [12.0, 22.0, 32.0]]> : tensor<2x3xf32>]
} {
  %x = croton.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = croton.constant dense<[[10.0, 20.0, 30.0]]> : tensor<1x3xf32>
  %r = croton.composite %x, %y : (tensor<2x1xf32>, tensor<1x3xf32>) -> tensor<2x3xf32> {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    croton.yield %s : f32
  }
  return %r : tensor<2x3xf32>
}

func.func @composite_of_nothing() -> tensor<0xf32> attributes {
  expected = [dense<> : tensor<0xf32>]
} {
  %x = croton.constant dense<> : tensor<0xf32>
  %r = croton.composite %x : (tensor<0xf32>) -> tensor<0xf32> {
  ^bb0(%a: f32):
    %s = math.exp %a : f32
    croton.yield %s : f32
  }
  return %r : tensor<0xf32>
}

// Two results; f16 is rounded after each op, ties to even: 2048 + 1 stays and
// 2050 + 1 becomes 2052.
func.func @composite_rounds() -> (tensor<2xf16>, tensor<2xf32>) attributes {
  expected = [dense<[2048.0, 2052.0]> : tensor<2xf16>, dense<[2049.0, 2051.0]> : tensor<2xf32>]
} {
  %x = croton.constant dense<[2048.0, 2050.0]> : tensor<2xf16>
  %r:2 = croton.composite %x : (tensor<2xf16>) -> (tensor<2xf16>, tensor<2xf32>) {
  ^bb0(%a: f16):
    %one = arith.constant 1.0 : f16
    %s = arith.addf %a, %one : f16
    %wide = arith.extf %a : f16 to f32
    %wideOne = arith.extf %one : f16 to f32
    %t = arith.addf %wide, %wideOne : f32
    %n = arith.subf %s, %one : f16
    %p = arith.addf %n, %one : f16
    croton.yield %p, %t : f16, f32
  }
  return %r#0, %r#1 : tensor<2xf16>, tensor<2xf32>
}

// Bodies see unsigned integers as signless ones.
func.func @composite_unsigned() -> (tensor<2xui8>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xui16>) attributes {
  expected = [dense<[100, 2]> : tensor<2xui8>, dense<[true, false]> : tensor<2xi1>,
              dense<[false, false]> : tensor<2xi1>, dense<[200.0, 5.0]> : tensor<2xf32>,
              dense<[200, 5]> : tensor<2xui16>]
} {
  %x = croton.constant dense<[200, 5]> : tensor<2xui8>
  %r:5 = croton.composite %x : (tensor<2xui8>) -> (tensor<2xui8>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xui16>) {
  ^bb0(%a: i8):
    %two = arith.constant 2 : i8
    %ten = arith.constant 10 : i8
    %q = arith.divui %a, %two : i8
    %p = arith.cmpi ugt, %a, %ten : i8
    %n = arith.cmpi sgt, %a, %ten : i8
    %f = arith.uitofp %a : i8 to f32
    %w = arith.extui %a : i8 to i16
    croton.yield %q, %p, %n, %f, %w : i8, i1, i1, f32, i16
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<2xui8>, tensor<2xi1>, tensor<2xi1>, tensor<2xf32>, tensor<2xui16>
}

func.func @composite_integers() -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) attributes {
  expected = [dense<[-128, -3, 3]> : tensor<3xi8>, dense<[0, -1, 1]> : tensor<3xi8>,
              dense<[-64, -4, 3]> : tensor<3xi8>, dense<[64, 124, 3]> : tensor<3xi8>,
              dense<[0, -14, 14]> : tensor<3xi8>, dense<[-128, 7, 7]> : tensor<3xi8>]
} {
  %x = croton.constant dense<[-128, -7, 7]> : tensor<3xi8>
  %y = croton.constant dense<[-1, 2, 2]> : tensor<3xi8>
  %r:6 = croton.composite %x, %y : (tensor<3xi8>, tensor<3xi8>) -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) {
  ^bb0(%a: i8, %b: i8):
    %one = arith.constant 1 : i8
    %d = arith.divsi %a, %b : i8
    %m = arith.remsi %a, %b : i8
    %s = arith.shrsi %a, %one : i8
    %u = arith.shrui %a, %one : i8
    %l = arith.shli %a, %one : i8
    %n = math.absi %a : i8
    croton.yield %d, %m, %s, %u, %l, %n : i8, i8, i8, i8, i8, i8
  }
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5 : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
}

// maximumf orders zeros by sign and keeps NaN; maxnumf drops NaN.
func.func @composite_extrema() -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) attributes {
  expected = [dense<[0.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>,
              dense<[-0.0, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>,
              dense<[0.0, 1.0, 2.0]> : tensor<3xf32>]
} {
  %x = croton.constant dense<[-0.0, 0x7FC00000, 2.0]> : tensor<3xf32>
  %y = croton.constant dense<[0.0, 1.0, 0x7FC00000]> : tensor<3xf32>
  %r:3 = croton.composite %x, %y : (tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.maximumf %a, %b : f32
    %q = arith.minimumf %a, %b : f32
    %s = arith.maxnumf %a, %b : f32
    croton.yield %p, %q, %s : f32, f32, f32
  }
  return %r#0, %r#1, %r#2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// (1 + 2i) (3 - i) = 5 + 5i, |3 + 4i| = 5.
func.func @composite_complex() -> (tensor<1xcomplex<f32>>, tensor<1xf32>, tensor<1xi1>) attributes {
  expected = [dense<(5.0, 5.0)> : tensor<1xcomplex<f32>>, dense<5.0> : tensor<1xf32>, dense<true> : tensor<1xi1>]
} {
  %x = croton.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  %r:3 = croton.composite %x : (tensor<1xcomplex<f32>>) -> (tensor<1xcomplex<f32>>, tensor<1xf32>, tensor<1xi1>) {
  ^bb0(%a: complex<f32>):
    %c = complex.constant [3.0 : f32, -1.0 : f32] : complex<f32>
    %m = complex.mul %a, %c : complex<f32>
    %three = arith.constant 3.0 : f32
    %four = arith.constant 4.0 : f32
    %d = complex.create %three, %four : complex<f32>
    %n = complex.abs %d : complex<f32>
    %re = complex.re %a : complex<f32>
    %im = complex.im %a : complex<f32>
    %e = complex.create %re, %im : complex<f32>
    %q = complex.eq %a, %e : complex<f32>
    croton.yield %m, %n, %q : complex<f32>, f32, i1
  }
  return %r#0, %r#1, %r#2 : tensor<1xcomplex<f32>>, tensor<1xf32>, tensor<1xi1>
}

// f32 fma rounds once: (1 + 2^-12)^2 - (1 + 2^-11) = 2^-24.
func.func @composite_fma() -> tensor<1xf32> attributes {
  expected = [dense<5.9604644775390625e-08> : tensor<1xf32>]
} {
  %x = croton.constant dense<1.000244140625> : tensor<1xf32>
  %y = croton.constant dense<-1.00048828125> : tensor<1xf32>
  %r = croton.composite %x, %y : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32> {
  ^bb0(%a: f32, %b: f32):
    %p = math.fma %a, %a, %b : f32
    croton.yield %p : f32
  }
  return %r : tensor<1xf32>
}

//===----------------------------------------------------------------------===//
// Calls and state
//===----------------------------------------------------------------------===//

func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = croton.add %x, %x : tensor<?xf32>, tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func @calls() -> tensor<?xf32> attributes {
  expected = [dense<[4.0, 8.0]> : tensor<2xf32>]
} {
  %a = croton.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x = tensor.cast %a : tensor<2xf32> to tensor<?xf32>
  %y = call @twice(%x) : (tensor<?xf32>) -> tensor<?xf32>
  %z = call @twice(%y) : (tensor<?xf32>) -> tensor<?xf32>
  return %z : tensor<?xf32>
}

ml_program.global private mutable @w(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @k(dense<3> : tensor<i64>) : tensor<i64>

// A load after a store still sees the value on entry.
func.func @loads_see_entry() -> (tensor<2xf32>, tensor<i64>) attributes {
  expected = [dense<[1.0, 2.0]> : tensor<2xf32>, dense<3> : tensor<i64>]
} {
  %new = croton.constant dense<[5.0, 6.0]> : tensor<2xf32>
  ml_program.global_store @w = %new : tensor<2xf32>
  %old = ml_program.global_load @w : tensor<2xf32>
  %k = ml_program.global_load_const @k : tensor<i64>
  return %old, %k : tensor<2xf32>, tensor<i64>
}

//===----------------------------------------------------------------------===//
// Upstream ops
//===----------------------------------------------------------------------===//

func.func @arith_constant() -> (tensor<2xi1>, tensor<0xf32>, tensor<1000xui16>) attributes {
  expected = [dense<[true, false]> : tensor<2xi1>, dense<> : tensor<0xf32>, dense<7> : tensor<1000xui16>]
} {
  %a = arith.constant dense<[true, false]> : tensor<2xi1>
  %b = arith.constant dense<> : tensor<0xf32>
  %c = croton.constant dense<7> : tensor<1000xui16>
  return %a, %b, %c : tensor<2xi1>, tensor<0xf32>, tensor<1000xui16>
}

// sin(1) and cos(1) to twenty digits, rounded.
func.func @sin_and_cos() -> (tensor<3xf64>, tensor<3xf64>, tensor<2xf32>) attributes {
  expected = [dense<[0.84147098480789650665, -0.0, 0x7FF8000000000000]> : tensor<3xf64>,
              dense<[0.54030230586813971740, 1.0, 0x7FF8000000000000]> : tensor<3xf64>,
              dense<[0.84147098480789650665, 0.0]> : tensor<2xf32>]
} {
  %x = croton.constant dense<[1.0, -0.0, 0x7FF0000000000000]> : tensor<3xf64>
  %y = croton.constant dense<[1.0, 0.0]> : tensor<2xf32>
  %a = math.sin %x : tensor<3xf64>
  %b = math.cos %x : tensor<3xf64>
  %c = math.sin %y : tensor<2xf32>
  return %a, %b, %c : tensor<3xf64>, tensor<3xf64>, tensor<2xf32>
}
