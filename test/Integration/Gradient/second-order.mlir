// RUN: croton-opt %s --croton-expand-gradients --test-croton-evaluate -o /dev/null

// Derivatives of derivatives with values worked out by hand.

// f = sum(x^3): H v = 6 x v, forward over reverse, reverse over reverse and
// reverse over forward.
func.func @hessian_vector_product() -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
    attributes {expected = [dense<[6.0, -24.0, 0.0]> : tensor<3xf64>,
                            dense<[6.0, -24.0, 0.0]> : tensor<3xf64>,
                            dense<[6.0, -24.0, 0.0]> : tensor<3xf64>]} {
  %x = croton.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf64>
  %v = croton.constant dense<[1.0, -2.0, 0.0]> : tensor<3xf64>
  %y = croton.mul %x, %x, %x : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
  %cost = croton.sum %y axes [0] : tensor<3xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<3xf64>)
  %fr = croton.rop %g : tensor<3xf64> wrt(%x : tensor<3xf64>) along(%v : tensor<3xf64>)
  %rr = croton.lop %g : tensor<3xf64> grads(%v : tensor<3xf64>) wrt(%x : tensor<3xf64>)
  %t = croton.rop %cost : tensor<f64> wrt(%x : tensor<3xf64>) along(%v : tensor<3xf64>)
  %rf = croton.grad %t : tensor<f64> wrt(%x : tensor<3xf64>)
  return %fr, %rr, %rf : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}

// The k-th derivative of x^4 at 2: 32, 48, 48, 24, 0.
func.func @five_times() -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>)
    attributes {expected = [dense<32.0> : tensor<f64>, dense<48.0> : tensor<f64>,
                            dense<48.0> : tensor<f64>, dense<24.0> : tensor<f64>,
                            dense<0.0> : tensor<f64>]} {
  %x = croton.constant dense<2.0> : tensor<f64>
  %y = croton.mul %x, %x, %x, %x : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
  %1 = croton.grad %y : tensor<f64> wrt(%x : tensor<f64>)
  %2 = croton.grad %1 : tensor<f64> wrt(%x : tensor<f64>)
  %3 = croton.grad %2 : tensor<f64> wrt(%x : tensor<f64>)
  %4 = croton.grad %3 : tensor<f64> wrt(%x : tensor<f64>)
  %5 = croton.grad %4 : tensor<f64> wrt(%x : tensor<f64>) disconnected ignore
  return %1, %2, %3, %4, %5 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
}

// Row by row, the Jacobian of y = A x is A.
func.func @jacobian() -> (tensor<2xf64>, tensor<2xf64>)
    attributes {expected = [dense<[1.0, 2.0]> : tensor<2xf64>,
                            dense<[3.0, 4.0]> : tensor<2xf64>]} {
  %a = croton.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf64>
  %x = croton.constant dense<[5.0, 6.0]> : tensor<2xf64>
  %y = croton.dot %a, %x : tensor<2x2xf64>, tensor<2xf64>
  %y0 = croton.subtensor %y[0] : tensor<2xf64>
  %y1 = croton.subtensor %y[1] : tensor<2xf64>
  %r0 = croton.grad %y0 : tensor<f64> wrt(%x : tensor<2xf64>)
  %r1 = croton.grad %y1 : tensor<f64> wrt(%x : tensor<2xf64>)
  return %r0, %r1 : tensor<2xf64>, tensor<2xf64>
}

// A gradient inside a cost: |f'(x)|^2 with f = x^3 is 9 x^4, its gradient
// 36 x^3.
func.func @gradient_penalty() -> tensor<2xf64>
    attributes {expected = [dense<[36.0, 288.0]> : tensor<2xf64>]} {
  %x = croton.constant dense<[1.0, 2.0]> : tensor<2xf64>
  %y = croton.mul %x, %x, %x : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>
  %cost = croton.sum %y axes [0] : tensor<2xf64>
  %g = croton.grad %cost : tensor<f64> wrt(%x : tensor<2xf64>)
  %s = croton.sqr %g : tensor<2xf64>
  %penalty = croton.sum %s axes [0] : tensor<2xf64>
  %gg = croton.grad %penalty : tensor<f64> wrt(%x : tensor<2xf64>)
  return %gg : tensor<2xf64>
}
