// RUN: croton-opt %s --canonicalize --split-input-file | FileCheck %s

// Ops on constants fold to what the reference evaluator computes.

// CHECK-LABEL: @elementwise
func.func @elementwise() -> tensor<2x2xf32> {
  // CHECK: %[[C:.+]] = croton.constant dense<{{\[}}[4.000000e+00, 6.000000e+00], [5.000000e+00, 7.000000e+00]]> : tensor<2x2xf32>
  // CHECK: return %[[C]]
  %x = croton.constant dense<[[1.0], [2.0]]> : tensor<2x1xf32>
  %y = croton.constant dense<[[3.0, 5.0]]> : tensor<1x2xf32>
  %r = croton.add %x, %y : tensor<2x1xf32>, tensor<1x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

// exp(1), log(2), tanh(0.5) and 1 / (1 + e^-1), each rounded once.
// CHECK-LABEL: @transcendental
func.func @transcendental() -> (tensor<f64>, tensor<f32>, tensor<f64>, tensor<f64>) {
  // CHECK-DAG: %[[E:.+]] = croton.constant dense<2.7182818284590451> : tensor<f64>
  // CHECK-DAG: %[[L:.+]] = croton.constant dense<0.693147182> : tensor<f32>
  // CHECK-DAG: %[[T:.+]] = croton.constant dense<0.46211715726000974> : tensor<f64>
  // CHECK-DAG: %[[S:.+]] = croton.constant dense<0.7310585786300049> : tensor<f64>
  // CHECK: return %[[E]], %[[L]], %[[T]], %[[S]]
  %one = croton.constant dense<1.0> : tensor<f64>
  %two = croton.constant dense<2.0> : tensor<f32>
  %half = croton.constant dense<0.5> : tensor<f64>
  %e = croton.exp %one : tensor<f64>
  %l = croton.log %two : tensor<f32>
  %t = croton.tanh %half : tensor<f64>
  %s = croton.sigmoid %one : tensor<f64>
  return %e, %l, %t, %s : tensor<f64>, tensor<f32>, tensor<f64>, tensor<f64>
}

// -----

// A chain folds to its end, over all families.
// CHECK-LABEL: @chain
func.func @chain() -> tensor<i64> {
  // CHECK: %[[C:.+]] = croton.constant dense<1> : tensor<i64>
  // CHECK: return %[[C]]
  %x = croton.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %i = croton.constant dense<[1, 0]> : tensor<2xi64>
  %a = croton.dot %x, %x : tensor<2x2xf32>, tensor<2x2xf32>
  %b = croton.dimshuffle %a [1, 0] : tensor<2x2xf32>
  %c = croton.take %b, %i axis 0 : tensor<2x2xf32>, tensor<2xi64>
  %d = croton.softmax %c axis 1 : tensor<2x2xf32>
  %e = croton.sum %d axes [0] : tensor<2x2xf32>
  %r = croton.argmax %e axes [0] : tensor<2xf32>
  return %r : tensor<i64>
}

// -----

// Zeros keep their sign; NaN and infinity come out as they must.
// CHECK-LABEL: @special_values
func.func @special_values() -> (tensor<2xf32>, tensor<3xf32>) {
  // CHECK-DAG: %[[A:.+]] = croton.constant dense<[-0.000000e+00, 0.000000e+00]> : tensor<2xf32>
  // CHECK-DAG: %[[B:.+]] = croton.constant dense<[0.000000e+00, 0x7FC00000, 0x{{[7F]}}FC00000]> : tensor<3xf32>
  // CHECK: return %[[A]], %[[B]]
  %x = croton.constant dense<[0.0, -0.0]> : tensor<2xf32>
  %y = croton.constant dense<[1.0, 0x7FC00000, 0x7F800000]> : tensor<3xf32>
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %a = croton.neg %x : tensor<2xf32>
  %b = croton.mul %zero, %y : tensor<1xf32>, tensor<3xf32>
  return %a, %b : tensor<2xf32>, tensor<3xf32>
}

// -----

// What only moves elements keeps the bits of a signalling NaN.
// CHECK-LABEL: @nan_payload
func.func @nan_payload(%like: tensor<2xi1>) -> tensor<2x1xf32> {
  // CHECK: %[[C:.+]] = croton.constant dense<{{\[}}[0x7F800123], [0xFFC00456]]> : tensor<2x1xf32>
  // CHECK: return %[[C]]
  %x = croton.constant dense<[0x7F800123, 0xFFC00456]> : tensor<2xf32>
  %y = croton.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c = croton.constant dense<true> : tensor<2xi1>
  %i = croton.constant dense<[1, 0]> : tensor<2xi64>
  %a = croton.switch %c, %x, %y : tensor<2xi1>, tensor<2xf32>, tensor<2xf32>
  %b = croton.subtensor %a[::-1] : tensor<2xf32>
  %d = croton.take %b, %i axis 0 : tensor<2xf32>, tensor<2xi64>
  %e = croton.dimshuffle %d [0, x] : tensor<2xf32>
  return %e : tensor<2x1xf32>
}

// -----

// Unsigned and boolean elements, empty results.
// CHECK-LABEL: @types
func.func @types() -> (tensor<2xui8>, tensor<3xi1>, tensor<0xf32>, tensor<1xcomplex<f32>>) {
  // CHECK-DAG: %[[A:.+]] = croton.constant dense<[44, 255]> : tensor<2xui8>
  // CHECK-DAG: %[[B:.+]] = croton.constant dense<[true, false, true]> : tensor<3xi1>
  // CHECK-DAG: %[[C:.+]] = croton.constant dense<> : tensor<0xf32>
  // CHECK-DAG: %[[D:.+]] = croton.constant dense<(-3.000000e+00,4.000000e+00)> : tensor<1xcomplex<f32>>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  %u = croton.constant dense<[200, 155]> : tensor<2xui8>
  %v = croton.constant dense<100> : tensor<1xui8>
  %p = croton.constant dense<[1, 5, 2]> : tensor<3xi32>
  %q = croton.constant dense<3> : tensor<1xi32>
  %n = croton.constant dense<> : tensor<0xf32>
  %z = croton.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  %a = croton.add %u, %v : tensor<2xui8>, tensor<1xui8>
  %b = croton.lt %p, %q : tensor<3xi32>, tensor<1xi32>
  %c = croton.exp %n : tensor<0xf32>
  %d = croton.sqr %z : tensor<1xcomplex<f32>>
  return %a, %b, %c, %d : tensor<2xui8>, tensor<3xi1>, tensor<0xf32>, tensor<1xcomplex<f32>>
}

// -----

// Above 64 KiB of operands or results a constant costs more than it saves:
// 16384 f32 are the most that fold.
// CHECK-LABEL: @limit
func.func @limit() -> (tensor<16384xf32>, tensor<16385xf32>, tensor<f32>) {
  // CHECK-DAG: %[[A:.+]] = croton.constant dense<-1.000000e+00> : tensor<16384xf32>
  // CHECK: %[[B:.+]] = croton.neg %{{.+}} : tensor<16385xf32>
  // CHECK: %[[S:.+]] = croton.sum %{{.+}} axes [0] : tensor<16385xf32>
  // CHECK: return %[[A]], %[[B]], %[[S]]
  %x = croton.constant dense<1.0> : tensor<16384xf32>
  %y = croton.constant dense<1.0> : tensor<16385xf32>
  %a = croton.neg %x : tensor<16384xf32>
  %b = croton.neg %y : tensor<16385xf32>
  %s = croton.sum %y axes [0] : tensor<16385xf32>
  return %a, %b, %s : tensor<16384xf32>, tensor<16385xf32>, tensor<f32>
}

// -----

// An op that fails when it runs stays, so that it still fails then.
// CHECK-LABEL: @failing_ops_stay
func.func @failing_ops_stay() -> (tensor<2xf32>, tensor<1xf32>, tensor<f32>) {
  // CHECK: %[[A:.+]] = croton.take %{{.+}}, %{{.+}} axis 0
  // CHECK: %[[B:.+]] = croton.categorical_crossentropy
  // CHECK: %[[C:.+]] = croton.assert
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %x = croton.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = croton.constant dense<[0, 3]> : tensor<2xi64>
  %p = croton.constant dense<[[0.5, 0.5]]> : tensor<1x2xf32>
  %t = croton.constant dense<2> : tensor<1xi64>
  %false = croton.constant dense<false> : tensor<i1>
  %one = croton.constant dense<1.0> : tensor<f32>
  %a = croton.take %x, %i axis 0 : tensor<3xf32>, tensor<2xi64>
  %b = croton.categorical_crossentropy %p, %t : tensor<1x2xf32>, tensor<1xi64>
  %c = croton.assert %one, %false, "no" : tensor<f32>, tensor<i1>
  return %a, %b, %c : tensor<2xf32>, tensor<1xf32>, tensor<f32>
}

// -----

// The same ops fold where they do not fail.
// CHECK-LABEL: @succeeding_ops_fold
func.func @succeeding_ops_fold() -> (tensor<2xf32>, tensor<1xf32>, tensor<f32>) {
  // CHECK-NOT: croton.{{take|categorical_crossentropy|assert}}
  // CHECK: return
  %x = croton.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %i = croton.constant dense<[0, 2]> : tensor<2xi64>
  %p = croton.constant dense<[[0.5, 0.5]]> : tensor<1x2xf32>
  %t = croton.constant dense<1> : tensor<1xi64>
  %true = croton.constant dense<true> : tensor<i1>
  %one = croton.constant dense<1.0> : tensor<f32>
  %a = croton.take %x, %i axis 0 : tensor<3xf32>, tensor<2xi64>
  %b = croton.categorical_crossentropy %p, %t : tensor<1x2xf32>, tensor<1xi64>
  %c = croton.assert %one, %true, "no" : tensor<f32>, tensor<i1>
  return %a, %b, %c : tensor<2xf32>, tensor<1xf32>, tensor<f32>
}

// -----

// Near miss: one operand is not constant.
// CHECK-LABEL: @not_constant
func.func @not_constant(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[R:.+]] = croton.mul
  // CHECK: return %[[R]]
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %r = croton.mul %zero, %x : tensor<1xf32>, tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Near miss: the result's type does not have the size, though the value does.
// CHECK-LABEL: @dynamic_result
func.func @dynamic_result() -> tensor<?xi64> {
  // CHECK: %[[R:.+]] = croton.subtensor
  // CHECK: return %[[R]]
  %x = croton.constant dense<[1, 2, 3]> : tensor<3xi64>
  %n = croton.constant dense<2> : tensor<i64>
  %r = croton.subtensor %x[:%n] : tensor<3xi64>, tensor<i64>
  return %r : tensor<?xi64>
}
