// RUN: croton-opt %s --croton-expand-gradients --test-croton-evaluate -o /dev/null

// Ops that change gradients by purpose, and options of requests.

// d/dx (x^2 + zero_grad(x) x) = 2 x + zero_grad(x): the marker counts as
// connected, but brings nothing.
func.func @zero_grad() -> (tensor<2xf64>, tensor<2xf64>)
    attributes {expected = [dense<[3.0, 6.0]> : tensor<2xf64>,
                            dense<0.0> : tensor<2xf64>]} {
  %x = croton.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %z = croton.zero_grad %x : tensor<2xf64>
  %a = croton.sqr %x : tensor<2xf64>
  %b = croton.mul %z, %x : tensor<2xf64>, tensor<2xf64>
  %y = croton.add %a, %b : tensor<2xf64>, tensor<2xf64>
  %cost = croton.sum %y axes [0] : tensor<2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<2xf64>)
  %only = croton.sum %z axes [0] : tensor<2xf64>
  %none = croton.grad %only : tensor<f64> wrt(%x : tensor<2xf64>)
  return %g, %none : tensor<2xf64>, tensor<2xf64>
}

func.func @disconnected_grad() -> tensor<2xf64>
    attributes {expected = [dense<[1.0, 2.0]> : tensor<2xf64>]} {
  %x = croton.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %d = croton.disconnected_grad %x : tensor<2xf64>
  %y = croton.mul %d, %x : tensor<2xf64>, tensor<2xf64>
  %cost = croton.sum %y axes [0] : tensor<2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<2xf64>)
  return %g : tensor<2xf64>
}

// The gradients 1, 3, -5 and NaN are limited to -2 .. 2; forward mode is not.
func.func @grad_clip() -> (tensor<4xf64>, tensor<4xf64>)
    attributes {expected = [dense<[1.0, 2.0, -2.0, 0x7FF8000000000000]> : tensor<4xf64>,
                            dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf64>]} {
  %x = croton.constant dense<0.5> : tensor<4xf64>
  %u = croton.constant dense<[1.0, 3.0, -5.0, 0x7FF8000000000000]> : tensor<4xf64>
  %v = croton.constant dense<[5.0, 6.0, 7.0, 8.0]> : tensor<4xf64>
  %y = croton.grad_clip %x from -2.0 to 2.0 : tensor<4xf64>
  %l = croton.lop %y : tensor<4xf64> grads(%u : tensor<4xf64>) wrt(%x : tensor<4xf64>)
  %r = croton.rop %y : tensor<4xf64> wrt(%x : tensor<4xf64>) along(%v : tensor<4xf64>)
  return %l, %r : tensor<4xf64>, tensor<4xf64>
}

// cost = y^2 + x y with y = 3 x at x = 2: 2*6*3 + 6 + 2*3 = 48 in all; with y
// constant 6. A constant that is differentiated by still gets its own
// gradient, 2 y + x = 14.
func.func @consider_constant() -> (tensor<f64>, tensor<f64>, tensor<f64>)
    attributes {expected = [dense<48.0> : tensor<f64>, dense<6.0> : tensor<f64>,
                            dense<14.0> : tensor<f64>]} {
  %x = croton.constant dense<2.0> : tensor<f64>
  %three = croton.constant dense<3.0> : tensor<f64>
  %y = croton.mul %three, %x : tensor<f64>, tensor<f64>
  %a = croton.sqr %y : tensor<f64>
  %b = croton.mul %x, %y : tensor<f64>, tensor<f64>
  %cost = croton.add %a, %b : tensor<f64>, tensor<f64>
  %all = croton.grad %cost : tensor<f64> wrt(%x : tensor<f64>)
  %gx, %gy = croton.grad %cost : tensor<f64> wrt(%x, %y : tensor<f64>, tensor<f64>) consider_constant(%y : tensor<f64>)
  return %all, %gx, %gy : tensor<f64>, tensor<f64>, tensor<f64>
}

// The known gradient 10 of y replaces 2 y = 12: x gets 10 * 3 = 30. Of a value
// that the cost does not depend on, it is all there is: 100 * 2 x = 400.
func.func @known() -> (tensor<f64>, tensor<f64>, tensor<f64>)
    attributes {expected = [dense<30.0> : tensor<f64>, dense<10.0> : tensor<f64>,
                            dense<430.0> : tensor<f64>]} {
  %x = croton.constant dense<2.0> : tensor<f64>
  %three = croton.constant dense<3.0> : tensor<f64>
  %ten = croton.constant dense<10.0> : tensor<f64>
  %hundred = croton.constant dense<100.0> : tensor<f64>
  %y = croton.mul %three, %x : tensor<f64>, tensor<f64>
  %cost = croton.sqr %y : tensor<f64>
  %beside = croton.sqr %x : tensor<f64>
  %gx, %gy = croton.grad %cost : tensor<f64> wrt(%x, %y : tensor<f64>, tensor<f64>)
      known(%y : tensor<f64>) grads(%ten : tensor<f64>)
  %both = croton.grad %cost : tensor<f64> wrt(%x : tensor<f64>)
      known(%y, %beside : tensor<f64>, tensor<f64>) grads(%ten, %hundred : tensor<f64>, tensor<f64>)
  return %gx, %gy, %both : tensor<f64>, tensor<f64>, tensor<f64>
}

// Integers have float gradients: d/di (1.5 i) = 1.5 in f32 for 8 bits, in f64
// for 64. Through integer arithmetic the derivative is zero.
func.func @integers() -> (tensor<2xf32>, tensor<f64>, tensor<f64>)
    attributes {expected = [dense<1.5> : tensor<2xf32>, dense<1.5> : tensor<f64>,
                            dense<0.0> : tensor<f64>]} {
  %i = croton.constant dense<[3, 4]> : tensor<2xi8>
  %n = croton.constant dense<7> : tensor<i64>
  %w = croton.constant dense<1.5> : tensor<1xf32>
  %v = croton.constant dense<1.5> : tensor<f64>
  %f = croton.cast %i to f32 : tensor<2xi8>
  %y = croton.mul %f, %w : tensor<2xf32>, tensor<1xf32>
  %cost = croton.sum %y axes [0] : tensor<2xf32>
  %gi = croton.grad %cost : tensor<f32> wrt(%i : tensor<2xi8>)
  %fn = croton.cast %n to f64 : tensor<i64>
  %yn = croton.mul %fn, %v : tensor<f64>, tensor<f64>
  %gn = croton.grad %yn : tensor<f64> wrt(%n : tensor<i64>)
  %m = croton.add %n, %n : tensor<i64>, tensor<i64>
  %fm = croton.cast %m to f64 : tensor<i64>
  %gm = croton.grad %fm : tensor<f64> wrt(%n : tensor<i64>)
  return %gi, %gn, %gm : tensor<2xf32>, tensor<f64>, tensor<f64>
}

// Half precision: the sum of 4096 ones, which is 4096 in f16, has gradient 1
// everywhere; a mean of them 1/4096, computed in f32 and exact in f16.
func.func @half_precision() -> (tensor<f16>, tensor<f16>)
    attributes {expected = [dense<1.0> : tensor<f16>, dense<2.44140625e-04> : tensor<f16>]} {
  %x = croton.constant dense<1.0> : tensor<4096xf16>
  %s = croton.sum %x axes [0] : tensor<4096xf16>
  %gs = croton.grad %s : tensor<f16> wrt(%x : tensor<4096xf16>)
  %m = croton.mean %x axes [0] : tensor<4096xf16>
  %gm = croton.grad %m : tensor<f16> wrt(%x : tensor<4096xf16>)
  %s0 = croton.subtensor %gs[17] : tensor<4096xf16>
  %m0 = croton.subtensor %gm[17] : tensor<4096xf16>
  return %s0, %m0 : tensor<f16>, tensor<f16>
}

// Forward mode: a value that depends on another moves along its own tangent
// only, here z = x y with y = 3 x: dz = y dx + x dy = 6 + 20.
func.func @forward_by_dependent_values() -> (tensor<f64>, tensor<f64>)
    attributes {expected = [dense<26.0> : tensor<f64>, dense<12.0> : tensor<f64>]} {
  %x = croton.constant dense<2.0> : tensor<f64>
  %three = croton.constant dense<3.0> : tensor<f64>
  %one = croton.constant dense<1.0> : tensor<f64>
  %ten = croton.constant dense<10.0> : tensor<f64>
  %y = croton.mul %three, %x : tensor<f64>, tensor<f64>
  %z = croton.mul %x, %y : tensor<f64>, tensor<f64>
  %both = croton.rop %z : tensor<f64> wrt(%x, %y : tensor<f64>, tensor<f64>) along(%one, %ten : tensor<f64>, tensor<f64>)
  %single = croton.rop %z : tensor<f64> wrt(%x : tensor<f64>) along(%one : tensor<f64>)
  return %both, %single : tensor<f64>, tensor<f64>
}
