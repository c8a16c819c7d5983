// RUN: croton-opt %s --croton-expand-gradients --test-croton-evaluate -o /dev/null

// Faults that compilers of this kind had with derivatives; the numbers in
// front are those of docs and issues. Expectations are worked out by hand.

// KF-40: n reads of one element of weight w add up to its gradient.
func.func @repeated_read() -> tensor<3xf64>
    attributes {expected = [dense<[3.0, 0.0, 4.0]> : tensor<3xf64>]} {
  %x = croton.constant dense<[5.0, 6.0, 7.0]> : tensor<3xf64>
  %i = croton.constant dense<[0, 0, 2]> : tensor<3xi64>
  %w = croton.constant dense<[1.0, 2.0, 4.0]> : tensor<3xf64>
  %y = croton.take %x, %i axis 0 : tensor<3xf64>, tensor<3xi64>
  %z = croton.mul %w, %y : tensor<3xf64>, tensor<3xf64>
  %cost = croton.sum %z axes [0] : tensor<3xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<3xf64>)
  return %g : tensor<3xf64>
}

// KF-40, many repeats: 5000 reads of weight 1 give exactly 5000 in f32.
func.func @many_repeats() -> tensor<3xf32>
    attributes {expected = [dense<[0.0, 5000.0, 0.0]> : tensor<3xf32>]} {
  %x = croton.constant dense<0.5> : tensor<3xf32>
  %i = croton.constant dense<1> : tensor<5000xi64>
  %y = croton.take %x, %i axis 0 : tensor<3xf32>, tensor<5000xi64>
  %cost = croton.sum %y axes [0] : tensor<5000xf32>
  %g = croton.grad %cost : tensor<f32> wrt(%x : tensor<3xf32>)
  return %g : tensor<3xf32>
}

// KF-41, our convention: every entry equal to the maximum gets the whole
// gradient, as in Theano.
func.func @tied_maximum() -> (tensor<2xf64>, tensor<3xf64>)
    attributes {expected = [dense<[1.0, 1.0]> : tensor<2xf64>,
                            dense<[0.0, 1.0, 1.0]> : tensor<3xf64>]} {
  %x = croton.constant dense<[1.0, 1.0]> : tensor<2xf64>
  %y = croton.constant dense<[1.0, 3.0, 3.0]> : tensor<3xf64>
  %mx = croton.max %x axes [0] : tensor<2xf64>
  %my = croton.max %y axes [0] : tensor<3xf64>
  %gx = croton.grad %mx : tensor<f64> wrt(%x : tensor<2xf64>)
  %gy = croton.grad %my : tensor<f64> wrt(%y : tensor<3xf64>)
  return %gx, %gy : tensor<2xf64>, tensor<3xf64>
}

// A NaN maximum equals no entry: the gradient is zero, never NaN.
func.func @nan_maximum() -> tensor<2x2xf64>
    attributes {expected = [dense<[[0.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf64>]} {
  %x = croton.constant dense<[[0x7FF8000000000000, 1.0], [1.0, 2.0]]> : tensor<2x2xf64>
  %m = croton.max %x axes [1] : tensor<2x2xf64>
  %cost = croton.sum %m axes [0] : tensor<2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<2x2xf64>)
  return %g : tensor<2x2xf64>
}

// KF-44: an entry of -inf takes no part in a log of a sum of exponentials.
func.func @logsumexp_of_minus_infinity() -> tensor<2xf64>
    attributes {expected = [dense<[0.0, 1.0]> : tensor<2xf64>], ulp = 2} {
  %x = croton.constant dense<[0xFFF0000000000000, 1.0]> : tensor<2xf64>
  %e = croton.exp %x : tensor<2xf64>
  %s = croton.sum %e axes [0] : tensor<2xf64>
  %l = croton.log %s : tensor<f64>
  %g = croton.grad %l : tensor<f64> wrt(%x : tensor<2xf64>)
  return %g : tensor<2xf64>
}

// KF-44: a row of -inf has a softmax of NaN, but where it is not chosen it
// does not spoil the gradient of the other rows. exp(0)/(exp(0)+exp(0)) = 1/2,
// and the gradient of its first entry is 1/4 and -1/4.
func.func @masked_softmax_row() -> tensor<2xf64>
    attributes {expected = [dense<[0.25, -0.25]> : tensor<2xf64>]} {
  %x = croton.constant dense<[[0xFFF0000000000000, 0xFFF0000000000000], [0.0, 0.0]]> : tensor<2x2xf64>
  %mask = croton.constant dense<[[false], [true]]> : tensor<2x1xi1>
  %zero = croton.constant dense<0.0> : tensor<1x1xf64>
  %w = croton.constant dense<[[1.0, 0.0]]> : tensor<1x2xf64>
  %p = croton.softmax %x axis 1 : tensor<2x2xf64>
  %chosen = croton.switch %mask, %p, %zero : tensor<2x1xi1>, tensor<2x2xf64>, tensor<1x1xf64>
  %weighted = croton.mul %chosen, %w : tensor<2x2xf64>, tensor<1x2xf64>
  %cost = croton.sum %weighted axes [0, 1] : tensor<2x2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<2x2xf64>)
  %row = croton.subtensor %g[1, :] : tensor<2x2xf64>
  return %row : tensor<2xf64>
}

// KF-45: the gradient of a stretched operand has its shape.
func.func @stretched_operand() -> tensor<1x2xf64>
    attributes {expected = [dense<3.0> : tensor<1x2xf64>]} {
  %x = croton.constant dense<1.0> : tensor<1x2xf64>
  %y = croton.constant dense<2.0> : tensor<3x2xf64>
  %z = croton.add %x, %y : tensor<1x2xf64>, tensor<3x2xf64>
  %cost = croton.sum %z axes [0, 1] : tensor<3x2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<1x2xf64>)
  return %g : tensor<1x2xf64>
}

// KF-46: the value that a slice is set to is stretched; R rows give R.
func.func @stretched_assignment() -> (tensor<2xf64>, tensor<2xf64>)
    attributes {expected = [dense<1.0> : tensor<2xf64>,
                            dense<3.0> : tensor<2xf64>]} {
  %x = croton.constant dense<[4.0, 5.0]> : tensor<2xf64>
  %row = croton.dimshuffle %x [x, 0] : tensor<2xf64>
  %b1 = croton.constant dense<0.0> : tensor<1x2xf64>
  %c1 = croton.inc_subtensor %b1[:, :], %row set : tensor<1x2xf64>, tensor<1x2xf64>
  %s1 = croton.sum %c1 axes [0, 1] : tensor<1x2xf64>
  %g1 = croton.grad %s1 : tensor<f64> wrt(%x : tensor<2xf64>)
  %b3 = croton.constant dense<0.0> : tensor<3x2xf64>
  %c3 = croton.inc_subtensor %b3[:, :], %row set : tensor<3x2xf64>, tensor<1x2xf64>
  %s3 = croton.sum %c3 axes [0, 1] : tensor<3x2xf64>
  %g3 = croton.grad %s3 : tensor<f64> wrt(%x : tensor<2xf64>)
  return %g1, %g3 : tensor<2xf64>, tensor<2xf64>
}

// What is overwritten has no gradient; of repeated indices the last one writes.
func.func @overwritten() -> (tensor<3xf64>, tensor<3xf64>)
    attributes {expected = [dense<[0.0, 1.0, 0.0]> : tensor<3xf64>,
                            dense<[0.0, 1.0, 1.0]> : tensor<3xf64>]} {
  %x = croton.constant dense<0.0> : tensor<3xf64>
  %v = croton.constant dense<[7.0, 8.0, 9.0]> : tensor<3xf64>
  %i = croton.constant dense<[2, 0, 2]> : tensor<3xi64>
  %y = croton.inc_take %x, %i, %v axis 0 set : tensor<3xf64>, tensor<3xi64>, tensor<3xf64>
  %cost = croton.sum %y axes [0] : tensor<3xf64>
  %gx, %gv = croton.grad %cost : tensor<f64> wrt(%x, %v : tensor<3xf64>, tensor<3xf64>)
  return %gx, %gv : tensor<3xf64>, tensor<3xf64>
}

// KF-48: a squared norm has gradient 0 at the origin.
func.func @squared_norm() -> tensor<2xf64>
    attributes {expected = [dense<0.0> : tensor<2xf64>]} {
  %x = croton.constant dense<0.0> : tensor<2xf64>
  %y = croton.mul %x, %x : tensor<2xf64>, tensor<2xf64>
  %cost = croton.sum %y axes [0] : tensor<2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<2xf64>)
  return %g : tensor<2xf64>
}

// KF-48, our convention: the norm itself has gradient NaN at the origin, 0 times
// the infinite derivative of the root.
func.func @norm() -> tensor<2xf64>
    attributes {expected = [dense<0x7FF8000000000000> : tensor<2xf64>]} {
  %x = croton.constant dense<0.0> : tensor<2xf64>
  %y = croton.sqr %x : tensor<2xf64>
  %s = croton.sum %y axes [0] : tensor<2xf64>
  %norm = croton.sqrt %s : tensor<f64>
  %g = croton.grad %norm : tensor<f64> wrt(%x : tensor<2xf64>)
  return %g : tensor<2xf64>
}

// KF-49, our convention at 0: |x| has 0; maximum(x, 0) gives a tie to its first
// operand, so 1, also at -0.0; x where x > 0 else 0 has 0.
func.func @kinks() -> (tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
    attributes {expected = [dense<0.0> : tensor<2xf64>,
                            dense<1.0> : tensor<2xf64>,
                            dense<0.0> : tensor<2xf64>]} {
  %x = croton.constant dense<[0.0, -0.0]> : tensor<2xf64>
  %zero = croton.constant dense<0.0> : tensor<1xf64>
  %a = croton.abs %x : tensor<2xf64>
  %sa = croton.sum %a axes [0] : tensor<2xf64>
  %ga = croton.grad %sa : tensor<f64> wrt(%x : tensor<2xf64>)
  %m = croton.maximum %x, %zero : tensor<2xf64>, tensor<1xf64>
  %sm = croton.sum %m axes [0] : tensor<2xf64>
  %gm = croton.grad %sm : tensor<f64> wrt(%x : tensor<2xf64>)
  %c = croton.gt %x, %zero : tensor<2xf64>, tensor<1xf64>
  %w = croton.switch %c, %x, %zero : tensor<2xi1>, tensor<2xf64>, tensor<1xf64>
  %sw = croton.sum %w axes [0] : tensor<2xf64>
  %gw = croton.grad %sw : tensor<f64> wrt(%x : tensor<2xf64>)
  return %ga, %gm, %gw : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
}

// A probability of 0 that is not the target's gives no NaN, in the gradient
// -1/p = -2 at the target, nor in the second derivative 1/p^2 = 4.
func.func @crossentropy_of_zero() -> (tensor<1x3xf64>, tensor<1x3xf64>)
    attributes {expected = [dense<[[0.0, -2.0, 0.0]]> : tensor<1x3xf64>,
                            dense<[[0.0, 4.0, 0.0]]> : tensor<1x3xf64>]} {
  %p = croton.constant dense<[[0.0, 0.5, 0.5]]> : tensor<1x3xf64>
  %t = croton.constant dense<[1]> : tensor<1xi64>
  %nll = croton.categorical_crossentropy %p, %t : tensor<1x3xf64>, tensor<1xi64>
  %cost = croton.sum %nll axes [0] : tensor<1xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%p : tensor<1x3xf64>)
  %s = croton.sum %g axes [0, 1] : tensor<1x3xf64>
  %h = croton.grad %s : tensor<f64> wrt(%p : tensor<1x3xf64>)
  return %g, %h : tensor<1x3xf64>, tensor<1x3xf64>
}

// Logits of -inf, as masks make them, have no part in the gradient
// softmax - one_hot.
func.func @crossentropy_of_masked_logits() -> tensor<1x3xf64>
    attributes {expected = [dense<[[-0.5, 0.5, 0.0]]> : tensor<1x3xf64>]} {
  %z = croton.constant dense<[[2.0, 2.0, 0xFFF0000000000000]]> : tensor<1x3xf64>
  %t = croton.constant dense<[0]> : tensor<1xi64>
  %nll = croton.crossentropy_softmax %z, %t : tensor<1x3xf64>, tensor<1xi64>
  %cost = croton.sum %nll axes [0] : tensor<1xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%z : tensor<1x3xf64>)
  return %g : tensor<1x3xf64>
}
