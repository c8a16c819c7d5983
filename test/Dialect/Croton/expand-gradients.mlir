// RUN: croton-opt %s --croton-expand-gradients --allow-unregistered-dialect \
// RUN:   --split-input-file | FileCheck %s

// The gradient stands where the request stood; nothing else moves or changes.
// CHECK-LABEL: func.func @sum_of_squares
//  CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
//  CHECK-NEXT:   %[[Y:.+]] = croton.sqr %[[X]]
//  CHECK-NEXT:   croton.sum %[[Y]] axes [0]
//  CHECK-NEXT:   %[[ONE:.+]] = croton.constant dense<1.000000e+00> : tensor<f32>
//  CHECK-NEXT:   %[[ROW:.+]] = croton.dimshuffle %[[ONE]] [x]
//  CHECK-NEXT:   %[[GY:.+]] = croton.fill %[[Y]], %[[ROW]]
//  CHECK-NEXT:   %[[TWO:.+]] = croton.constant dense<2.000000e+00> : tensor<1xf32>
//  CHECK-NEXT:   %[[GX:.+]] = croton.mul %[[TWO]], %[[X]], %[[GY]]
//  CHECK-NEXT:   "test.after"() : () -> ()
//  CHECK-NEXT:   return %[[GX]]
func.func @sum_of_squares(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = croton.sqr %x : tensor<?xf32>
  %cost = croton.sum %y axes [0] : tensor<?xf32>
  %g = croton.grad %cost : tensor<f32> wrt(%x : tensor<?xf32>)
  "test.after"() : () -> ()
  return %g : tensor<?xf32>
}

// -----

// Only what lies between wrt and cost is looked at: an op without derivatives
// beside the way does not matter.
// CHECK-LABEL: func.func @beside_the_way
//  CHECK-SAME: (%[[X:.+]]: tensor<f32>, %[[Z:.+]]: tensor<f32>)
//       CHECK:   %[[A:.+]] = "test.opaque"(%[[Z]])
//       CHECK:   croton.mul %[[X]], %[[A]]
//       CHECK:   %[[ONE:.+]] = croton.constant dense<1.000000e+00> : tensor<f32>
//  CHECK-NEXT:   %[[G:.+]] = croton.mul %[[ONE]], %[[A]]
//  CHECK-NEXT:   return %[[G]]
func.func @beside_the_way(%x: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %a = "test.opaque"(%z) : (tensor<f32>) -> tensor<f32>
  %y = croton.mul %x, %a : tensor<f32>, tensor<f32>
  %b = "test.opaque"(%y) : (tensor<f32>) -> tensor<f32>
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

// A cost has gradient one with respect to itself.
// CHECK-LABEL: func.func @cost_is_wrt
//       CHECK:   %[[ONE:.+]] = croton.constant dense<1.000000e+00> : tensor<f64>
//  CHECK-NEXT:   return %[[ONE]]
func.func @cost_is_wrt(%x: tensor<f64>) -> tensor<f64> {
  %g = croton.grad %x : tensor<f64> wrt(%x : tensor<f64>)
  return %g : tensor<f64>
}

// -----

// Both gradients in one request: what they share is built once, and the same
// wrt twice gives one value.
// CHECK-LABEL: func.func @shared
//  CHECK-SAME: (%[[X:.+]]: tensor<f32>)
//       CHECK:   %[[Y:.+]] = croton.exp %[[X]]
//       CHECK:   croton.tanh
//       CHECK:   %[[GY:.+]] = croton.mul %{{.+}}, %{{.+}} : tensor<f32>, tensor<f32>
//  CHECK-NEXT:   %[[GX:.+]] = croton.mul %[[GY]], %[[Y]]
//  CHECK-NEXT:   return %[[GX]], %[[GY]], %[[GX]]
func.func @shared(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %y = croton.exp %x : tensor<f32>
  %z = croton.tanh %y : tensor<f32>
  %gx, %gy, %again = croton.grad %z : tensor<f32> wrt(%x, %y, %x : tensor<f32>, tensor<f32>, tensor<f32>)
  return %gx, %gy, %again : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// No zeros are made on the way: the condition and the branch that is constant
// bring nothing.
// CHECK-LABEL: func.func @no_zeros
//       CHECK:   croton.switch
//  CHECK-NEXT:   %[[ONE:.+]] = croton.constant dense<1.000000e+00>
//  CHECK-NEXT:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00>
//  CHECK-NEXT:   %[[G:.+]] = croton.switch %{{.+}}, %[[ONE]], %[[ZERO]]
//  CHECK-NEXT:   return %[[G]]
func.func @no_zeros(%x: tensor<f32>, %k: tensor<f32>) -> tensor<f32> {
  %c = croton.gt %x, %k : tensor<f32>, tensor<f32>
  %y = croton.switch %c, %x, %k : tensor<i1>, tensor<f32>, tensor<f32>
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// -----

// Only gradients that are asked for are built.
// CHECK-LABEL: func.func @one_of_two
//       CHECK:   croton.dot
//       CHECK:   croton.dot
//   CHECK-NOT:   croton.dot
//       CHECK:   return
func.func @one_of_two(%x: tensor<3xf32>, %w: tensor<3x4xf32>, %u: tensor<4xf32>) -> tensor<3xf32> {
  %y = croton.dot %x, %w : tensor<3xf32>, tensor<3x4xf32>
  %g = croton.lop %y : tensor<4xf32> grads(%u : tensor<4xf32>) wrt(%x : tensor<3xf32>)
  return %g : tensor<3xf32>
}

// -----

// The gradient of what is disconnected is zero if the request says so.
// CHECK-LABEL: func.func @ignored
//  CHECK-SAME: (%[[X:.+]]: tensor<f32>, %[[Z:.+]]: tensor<?xf32>)
//       CHECK:   %[[ONE:.+]] = croton.constant dense<1.000000e+00> : tensor<f32>
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
//       CHECK:   %[[ZEROS:.+]] = croton.fill %[[Z]], %[[ZERO]]
//       CHECK:   return %[[ONE]], %[[ZEROS]]
func.func @ignored(%x: tensor<f32>, %z: tensor<?xf32>) -> (tensor<f32>, tensor<?xf32>) {
  %n = croton.shape_i %z at 0 : tensor<?xf32>
  %f = croton.cast %n to f32 : tensor<i64>
  %y = croton.add %x, %f : tensor<f32>, tensor<f32>
  %gx, %gz = croton.grad %y : tensor<f32> wrt(%x, %z : tensor<f32>, tensor<?xf32>) disconnected ignore
  return %gx, %gz : tensor<f32>, tensor<?xf32>
}

// -----

// The result has the type of the request, whatever the op gave: less known
// sizes are forgotten, better known ones are checked.
// CHECK-LABEL: func.func @sizes
//       CHECK:   %[[LESS:.+]] = tensor.cast %{{.+}} : tensor<3xf32> to tensor<?xf32>
//       CHECK:   return %[[LESS]]
func.func @sizes(%x: tensor<?xf32>, %y: tensor<3xf32>, %u: tensor<3xf32>) -> tensor<?xf32> {
  %z = croton.mul %x, %y : tensor<?xf32>, tensor<3xf32>
  %g = croton.lop %z : tensor<3xf32> grads(%u : tensor<3xf32>) wrt(%x : tensor<?xf32>)
  return %g : tensor<?xf32>
}

// CHECK-LABEL: func.func @better_known
//  CHECK-SAME: (%[[X:.+]]: tensor<3x?xf32>, %[[U:.+]]: tensor<?x?xf32>)
//   CHECK-DAG:   %[[THREE:.+]] = croton.constant dense<3> : tensor<i64>
//   CHECK-DAG:   %[[N:.+]] = croton.shape_i %[[U]] at 1
//       CHECK:   %[[S:.+]] = croton.make_vector %[[THREE]], %[[N]]
//       CHECK:   %[[G:.+]] = croton.specify_shape %[[U]], %[[S]] : tensor<?x?xf32>, tensor<2xi64> -> tensor<3x?xf32>
//       CHECK:   croton.neg %[[G]]
func.func @better_known(%x: tensor<3x?xf32>, %u: tensor<?x?xf32>) -> tensor<3x?xf32> {
  %z = croton.neg %x : tensor<3x?xf32>
  %g = croton.lop %z : tensor<3x?xf32> grads(%u : tensor<?x?xf32>) wrt(%x : tensor<3x?xf32>)
  return %g : tensor<3x?xf32>
}

// -----

// Terms of several outputs add up; the gradients given are cast to the outputs'
// type first.
// CHECK-LABEL: func.func @several_outputs
//  CHECK-SAME: (%[[X:.+]]: tensor<3xf32>, %[[U:.+]]: tensor<3xf64>, %[[V:.+]]: tensor<3xf32>)
//       CHECK:   %[[A:.+]] = croton.exp
//       CHECK:   croton.neg
//       CHECK:   %[[CAST:.+]] = croton.cast %[[U]] to f32
//       CHECK:   %[[NEG:.+]] = croton.neg %[[V]]
//       CHECK:   %[[EXP:.+]] = croton.mul %[[CAST]], %[[A]]
//       CHECK:   croton.add %[[NEG]], %[[EXP]]
func.func @several_outputs(%x: tensor<3xf32>, %u: tensor<3xf64>, %v: tensor<3xf32>) -> tensor<3xf32> {
  %a = croton.exp %x : tensor<3xf32>
  %b = croton.neg %x : tensor<3xf32>
  %g = croton.lop %a, %b : tensor<3xf32>, tensor<3xf32> grads(%u, %v : tensor<3xf64>, tensor<3xf32>) wrt(%x : tensor<3xf32>)
  return %g : tensor<3xf32>
}

// -----

// Forward mode: one tangent through shared ops, zeros for an output that does
// not move.
// CHECK-LABEL: func.func @forward
//  CHECK-SAME: (%[[X:.+]]: tensor<3xf32>, %[[V:.+]]: tensor<3xf32>)
//       CHECK:   %[[A:.+]] = croton.exp %[[X]]
//       CHECK:   croton.sum
//       CHECK:   %[[Z:.+]] = croton.zero_grad
//       CHECK:   %[[T:.+]] = croton.mul %[[V]], %[[A]]
//       CHECK:   %[[S:.+]] = croton.sum %[[T]] axes [0]
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
//       CHECK:   %[[ZEROS:.+]] = croton.fill %[[Z]], %[[ZERO]]
//       CHECK:   return %[[T]], %[[S]], %[[ZEROS]]
func.func @forward(%x: tensor<3xf32>, %v: tensor<3xf32>) -> (tensor<3xf32>, tensor<f32>, tensor<3xf32>) {
  %a = croton.exp %x : tensor<3xf32>
  %s = croton.sum %a axes [0] : tensor<3xf32>
  %z = croton.zero_grad %a : tensor<3xf32>
  %ta, %ts, %tz = croton.rop %a, %s, %z : tensor<3xf32>, tensor<f32>, tensor<3xf32> wrt(%x : tensor<3xf32>) along(%v : tensor<3xf32>)
  return %ta, %ts, %tz : tensor<3xf32>, tensor<f32>, tensor<3xf32>
}

// -----

// A request in a region reaches the ops around it, and stays in the region.
// CHECK-LABEL: func.func @in_a_region
//       CHECK:   %[[Y:.+]] = croton.exp
//       CHECK:   scf.if
//       CHECK:     croton.sqr %[[Y]]
//       CHECK:     %[[GY:.+]] = croton.mul
//       CHECK:     %[[GX:.+]] = croton.mul %[[GY]], %[[Y]]
//       CHECK:     scf.yield %[[GX]]
func.func @in_a_region(%x: tensor<f32>, %c: i1) -> tensor<f32> {
  %y = croton.exp %x : tensor<f32>
  %r = scf.if %c -> tensor<f32> {
    %z = croton.sqr %y : tensor<f32>
    %g = croton.grad %z : tensor<f32> wrt(%x : tensor<f32>)
    scf.yield %g : tensor<f32>
  } else {
    scf.yield %x : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// Upstream ops take part by external models.
// CHECK-LABEL: func.func @upstream
//  CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[U:.+]]: tensor<?xf32>)
//       CHECK:   math.sin
//       CHECK:   %[[COS:.+]] = math.cos %[[X]]
//       CHECK:   %[[G:.+]] = croton.mul %[[U]], %[[COS]]
//       CHECK:   return %[[G]]
func.func @upstream(%x: tensor<?xf32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %y = math.sin %x : tensor<?xf32>
  %g = croton.lop %y : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%x : tensor<?xf32>)
  return %g : tensor<?xf32>
}

// -----

// Nothing to do, nothing done.
// CHECK-LABEL: func.func @no_request
//  CHECK-NEXT:   croton.exp
//  CHECK-NEXT:   return
func.func @no_request(%x: tensor<f32>) -> tensor<f32> {
  %y = croton.exp %x : tensor<f32>
  return %y : tensor<f32>
}
