// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// The inverse order; the axis that was dropped comes back, the new one goes.
// CHECK-LABEL: func.func @dimshuffle
//  CHECK-SAME: (%{{.+}}: tensor<2x1x?xf32>, %[[U:.+]]: tensor<?x1x2xf32>)
//       CHECK:   %[[G:.+]] = croton.dimshuffle %[[U]] [2, x, 0] : tensor<?x1x2xf32>
//       CHECK:   return %[[G]] : tensor<2x1x?xf32>
func.func @dimshuffle(%x: tensor<2x1x?xf32>, %u: tensor<?x1x2xf32>) -> tensor<2x1x?xf32> {
  %y = croton.dimshuffle %x [2, x, 0] : tensor<2x1x?xf32>
  %g = croton.lop %y : tensor<?x1x2xf32> grads(%u : tensor<?x1x2xf32>) wrt(%x : tensor<2x1x?xf32>)
  return %g : tensor<2x1x?xf32>
}

// Back to the operand's shape, a constant where it is static.
// CHECK-LABEL: func.func @reshape
//  CHECK-SAME: (%[[X:.+]]: tensor<2x6xf32>, %[[Y:.+]]: tensor<?x2xf32>, %[[U:.+]]: tensor<3x4xf32>)
//   CHECK-DAG:   %[[SY:.+]] = croton.shape %[[Y]]
//   CHECK-DAG:   %[[GY:.+]] = croton.reshape %[[U]], %[[SY]] : tensor<3x4xf32>, tensor<2xi64> -> tensor<?x2xf32>
//   CHECK-DAG:   %[[SX:.+]] = croton.constant dense<[2, 6]>
//   CHECK-DAG:   %[[GX:.+]] = croton.reshape %[[U]], %[[SX]] : tensor<3x4xf32>, tensor<2xi64> -> tensor<2x6xf32>
//       CHECK:   return %[[GX]], %[[GY]]
func.func @reshape(%x: tensor<2x6xf32>, %y: tensor<?x2xf32>, %u: tensor<3x4xf32>) -> (tensor<2x6xf32>, tensor<?x2xf32>) {
  %s = croton.constant dense<[3, 4]> : tensor<2xi64>
  %a = croton.reshape %x, %s : tensor<2x6xf32>, tensor<2xi64> -> tensor<3x4xf32>
  %b = croton.reshape %y, %s : tensor<?x2xf32>, tensor<2xi64> -> tensor<3x4xf32>
  %gx, %gy = croton.lop %a, %b : tensor<3x4xf32>, tensor<3x4xf32> grads(%u, %u : tensor<3x4xf32>, tensor<3x4xf32>) wrt(%x, %y : tensor<2x6xf32>, tensor<?x2xf32>)
  return %gx, %gy : tensor<2x6xf32>, tensor<?x2xf32>
}

// Each entry of a vector is read back; constants among them are left out.
// CHECK-LABEL: func.func @make_vector
//  CHECK-SAME: (%{{.+}}: tensor<f32>, %[[U:.+]]: tensor<2xf32>)
//       CHECK:   %[[G:.+]] = croton.subtensor %[[U]][1]
//   CHECK-NOT:   croton.subtensor
//       CHECK:   return %[[G]]
func.func @make_vector(%x: tensor<f32>, %u: tensor<2xf32>) -> tensor<f32> {
  %c = croton.constant dense<3.0> : tensor<f32>
  %y = croton.make_vector %c, %x : tensor<f32>, tensor<f32>
  %g = croton.lop %y : tensor<2xf32> grads(%u : tensor<2xf32>) wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// Sums over what a value was repeated along: dims in front and stretched ones.
// CHECK-LABEL: func.func @alloc
//  CHECK-SAME: (%{{.+}}: tensor<3x1xf32>, %{{.+}}: tensor<i64>, %[[U:.+]]: tensor<?x3x?xf32>)
//       CHECK:   %[[FRONT:.+]] = croton.sum %[[U]] axes [0]
//       CHECK:   %[[SUM:.+]] = croton.sum %[[FRONT]] axes [1]
//       CHECK:   %[[G:.+]] = croton.dimshuffle %[[SUM]] [0, x]
//       CHECK:   return %[[G]]
func.func @alloc(%v: tensor<3x1xf32>, %n: tensor<i64>, %u: tensor<?x3x?xf32>) -> tensor<3x1xf32> {
  %three = croton.constant dense<3> : tensor<i64>
  %y = croton.alloc %v, %n, %three, %n : tensor<3x1xf32> -> tensor<?x3x?xf32>
  %g = croton.lop %y : tensor<?x3x?xf32> grads(%u : tensor<?x3x?xf32>) wrt(%v : tensor<3x1xf32>)
  return %g : tensor<3x1xf32>
}

// Near miss: nothing was repeated, nothing is summed.
// CHECK-LABEL: func.func @alloc_of_same_shape
//  CHECK-SAME: (%{{.+}}: tensor<3xf32>, %[[U:.+]]: tensor<3xf32>)
//   CHECK-NOT:   croton.sum
//       CHECK:   return %[[U]]
func.func @alloc_of_same_shape(%v: tensor<3xf32>, %u: tensor<3xf32>) -> tensor<3xf32> {
  %three = croton.constant dense<3> : tensor<i64>
  %y = croton.alloc %v, %three : tensor<3xf32> -> tensor<3xf32>
  %g = croton.lop %y : tensor<3xf32> grads(%u : tensor<3xf32>) wrt(%v : tensor<3xf32>)
  return %g : tensor<3xf32>
}

// A promise of sizes is forgotten backward and checked forward.
// CHECK-LABEL: func.func @specify_shape
//  CHECK-SAME: (%{{.+}}: tensor<?x?xf32>, %[[S:.+]]: tensor<2xi64>, %[[U:.+]]: tensor<?x3xf32>, %[[V:.+]]: tensor<?x?xf32>)
//       CHECK:   %[[G:.+]] = tensor.cast %[[U]] : tensor<?x3xf32> to tensor<?x?xf32>
//       CHECK:   %[[T:.+]] = croton.specify_shape %[[V]], %[[S]]
//       CHECK:   return %[[G]], %[[T]]
func.func @specify_shape(%x: tensor<?x?xf32>, %s: tensor<2xi64>, %u: tensor<?x3xf32>, %v: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x3xf32>) {
  %y = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<?x3xf32>
  %g = croton.lop %y : tensor<?x3xf32> grads(%u : tensor<?x3xf32>) wrt(%x : tensor<?x?xf32>)
  %t = croton.rop %y : tensor<?x3xf32> wrt(%x : tensor<?x?xf32>) along(%v : tensor<?x?xf32>)
  return %g, %t : tensor<?x?xf32>, tensor<?x3xf32>
}

// Forward: views of the tangent; entries of a vector that stay are zero.
// CHECK-LABEL: func.func @forward
//  CHECK-SAME: (%[[X:.+]]: tensor<f32>, %[[V:.+]]: tensor<f32>, %[[N:.+]]: tensor<i64>)
//       CHECK:   croton.alloc %[[X]], %[[N]]
//   CHECK-DAG:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<f32>
//   CHECK-DAG:   %[[T:.+]] = croton.alloc %[[V]], %[[N]]
//   CHECK-DAG:   %[[W:.+]] = croton.make_vector %[[V]], %[[ZERO]]
//       CHECK:   return %[[T]], %[[W]]
func.func @forward(%x: tensor<f32>, %v: tensor<f32>, %n: tensor<i64>) -> (tensor<?xf32>, tensor<2xf32>) {
  %c = croton.constant dense<3.0> : tensor<f32>
  %y = croton.alloc %x, %n : tensor<f32> -> tensor<?xf32>
  %z = croton.make_vector %x, %c : tensor<f32>, tensor<f32>
  %ty, %tz = croton.rop %y, %z : tensor<?xf32>, tensor<2xf32> wrt(%x : tensor<f32>) along(%v : tensor<f32>)
  return %ty, %tz : tensor<?xf32>, tensor<2xf32>
}
