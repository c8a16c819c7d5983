// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// Values of elementwise derivatives are checked by the unit tests; here is what
// numbers do not show.

// Gradients of stretched operands are summed; the others pass unchanged.
// CHECK-LABEL: func.func @stretched
//  CHECK-SAME: (%{{.+}}: tensor<?x4xf32>, %{{.+}}: tensor<1x4xf32>, %[[U:.+]]: tensor<?x4xf32>)
//       CHECK:   %[[SUM:.+]] = croton.sum %[[U]] axes [0]
//       CHECK:   %[[ROW:.+]] = croton.dimshuffle %[[SUM]] [x, 0]
//       CHECK:   return %[[U]], %[[ROW]]
func.func @stretched(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>, %u: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<1x4xf32>) {
  %z = croton.add %x, %y : tensor<?x4xf32>, tensor<1x4xf32>
  %gx, %gy = croton.lop %z : tensor<?x4xf32> grads(%u : tensor<?x4xf32>) wrt(%x, %y : tensor<?x4xf32>, tensor<1x4xf32>)
  return %gx, %gy : tensor<?x4xf32>, tensor<1x4xf32>
}

// A tangent of a stretched operand is stretched too.
// CHECK-LABEL: func.func @stretched_tangent
//  CHECK-SAME: (%{{.+}}: tensor<?x4xf32>, %{{.+}}: tensor<1x4xf32>, %[[V:.+]]: tensor<1x4xf32>)
//       CHECK:   %[[Z:.+]] = croton.add
//       CHECK:   %[[T:.+]] = croton.fill %[[Z]], %[[V]]
//       CHECK:   return %[[T]]
func.func @stretched_tangent(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>, %v: tensor<1x4xf32>) -> tensor<?x4xf32> {
  %z = croton.add %x, %y : tensor<?x4xf32>, tensor<1x4xf32>
  %t = croton.rop %z : tensor<?x4xf32> wrt(%y : tensor<1x4xf32>) along(%v : tensor<1x4xf32>)
  return %t : tensor<?x4xf32>
}

// Products are formed without division.
// CHECK-LABEL: func.func @product
//  CHECK-SAME: (%[[X:.+]]: tensor<f32>, %[[Y:.+]]: tensor<f32>, %[[Z:.+]]: tensor<f32>, %[[U:.+]]: tensor<f32>)
//       CHECK:   croton.mul %[[X]], %[[Y]], %[[Z]]
//       CHECK:   croton.mul %[[U]], %[[X]], %[[Z]]
//   CHECK-NOT:   croton.true_div
//       CHECK:   return
func.func @product(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<f32>, %u: tensor<f32>) -> tensor<f32> {
  %p = croton.mul %x, %y, %z : tensor<f32>, tensor<f32>, tensor<f32>
  %g = croton.lop %p : tensor<f32> grads(%u : tensor<f32>) wrt(%y : tensor<f32>)
  return %g : tensor<f32>
}

// The gradient through a cast is cast back.
// CHECK-LABEL: func.func @cast
//  CHECK-SAME: (%{{.+}}: tensor<?xui8>, %[[U:.+]]: tensor<?xf64>)
//       CHECK:   croton.cast %{{.+}} to f64
//       CHECK:   %[[G:.+]] = croton.cast %[[U]] to f32
//       CHECK:   return %[[G]] : tensor<?xf32>
func.func @cast(%x: tensor<?xui8>, %u: tensor<?xf64>) -> tensor<?xf32> {
  %y = croton.cast %x to f64 : tensor<?xui8>
  %g = croton.lop %y : tensor<?xf64> grads(%u : tensor<?xf64>) wrt(%x : tensor<?xui8>)
  return %g : tensor<?xf32>
}

// The shape that a value is spread over is not connected; the value is.
// CHECK-LABEL: func.func @fill
//  CHECK-SAME: (%{{.+}}: tensor<?xf32>, %{{.+}}: tensor<1xf32>, %[[U:.+]]: tensor<?xf32>)
//       CHECK:   %[[SUM:.+]] = croton.sum %[[U]] axes [0]
//       CHECK:   %[[G:.+]] = croton.dimshuffle %[[SUM]] [x]
//       CHECK:   return %[[G]]
func.func @fill(%x: tensor<?xf32>, %v: tensor<1xf32>, %u: tensor<?xf32>) -> tensor<1xf32> {
  %y = croton.fill %x, %v : tensor<?xf32>, tensor<1xf32>
  %g = croton.lop %y : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%v : tensor<1xf32>)
  return %g : tensor<1xf32>
}
