// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// Connected, so that this is no error; but what arrives is zero.
// CHECK-LABEL: func.func @zero_grad
//       CHECK:   croton.zero_grad
//   CHECK-NOT:   croton.mul
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<f32>
//       CHECK:   return %[[ZERO]]
func.func @zero_grad(%x: tensor<f32>) -> tensor<f32> {
  %e = croton.exp %x : tensor<f32>
  %y = croton.zero_grad %e : tensor<f32>
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// CHECK-LABEL: func.func @disconnected_grad
//  CHECK-SAME: (%{{.+}}: tensor<f32>, %[[U:.+]]: tensor<f32>)
//       CHECK:   %[[D:.+]] = croton.disconnected_grad
//       CHECK:   croton.mul
//       CHECK:   %[[G:.+]] = croton.mul %[[U]], %[[D]]
//       CHECK:   return %[[G]]
func.func @disconnected_grad(%x: tensor<f32>, %u: tensor<f32>) -> tensor<f32> {
  %d = croton.disconnected_grad %x : tensor<f32>
  %y = croton.mul %x, %d : tensor<f32>, tensor<f32>
  %g = croton.lop %y : tensor<f32> grads(%u : tensor<f32>) wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}

// CHECK-LABEL: func.func @grad_clip
//  CHECK-SAME: (%{{.+}}: tensor<?xf32>, %[[U:.+]]: tensor<?xf32>)
//   CHECK-DAG:   %[[LO:.+]] = croton.constant dense<-1.000000e+00> : tensor<1xf32>
//   CHECK-DAG:   %[[HI:.+]] = croton.constant dense<2.000000e+00> : tensor<1xf32>
//       CHECK:   %[[G:.+]] = croton.clip %[[U]], %[[LO]], %[[HI]]
//       CHECK:   return %[[G]], %[[U]]
func.func @grad_clip(%x: tensor<?xf32>, %u: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %y = croton.grad_clip %x from -1.0 to 2.0 : tensor<?xf32>
  %g = croton.lop %y : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%x : tensor<?xf32>)
  %t = croton.rop %y : tensor<?xf32> wrt(%x : tensor<?xf32>) along(%u : tensor<?xf32>)
  return %g, %t : tensor<?xf32>, tensor<?xf32>
}

// An assertion is the identity on its value.
// CHECK-LABEL: func.func @assert
//  CHECK-SAME: (%{{.+}}: tensor<f32>, %{{.+}}: tensor<i1>, %[[U:.+]]: tensor<f32>)
//       CHECK:   croton.assert
//  CHECK-NEXT:   return %[[U]]
func.func @assert(%x: tensor<f32>, %c: tensor<i1>, %u: tensor<f32>) -> tensor<f32> {
  %y = croton.assert %x, %c, "holds" : tensor<f32>, tensor<i1>
  %g = croton.lop %y : tensor<f32> grads(%u : tensor<f32>) wrt(%x : tensor<f32>)
  return %g : tensor<f32>
}
