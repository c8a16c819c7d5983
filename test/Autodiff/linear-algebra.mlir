// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// CHECK-LABEL: func.func @matrix_matrix
//  CHECK-SAME: (%[[X:.+]]: tensor<?x3xf32>, %[[Y:.+]]: tensor<3x4xf32>, %[[U:.+]]: tensor<?x4xf32>)
//   CHECK-DAG:   %[[YT:.+]] = croton.dimshuffle %[[Y]] [1, 0]
//   CHECK-DAG:   %[[GX:.+]] = croton.dot %[[U]], %[[YT]] : tensor<?x4xf32>, tensor<4x3xf32>
//   CHECK-DAG:   %[[XT:.+]] = croton.dimshuffle %[[X]] [1, 0]
//   CHECK-DAG:   %[[GY:.+]] = croton.dot %[[XT]], %[[U]] : tensor<3x?xf32>, tensor<?x4xf32>
//       CHECK:   return %[[GX]], %[[GY]]
func.func @matrix_matrix(%x: tensor<?x3xf32>, %y: tensor<3x4xf32>, %u: tensor<?x4xf32>) -> (tensor<?x3xf32>, tensor<3x4xf32>) {
  %z = croton.dot %x, %y : tensor<?x3xf32>, tensor<3x4xf32>
  %gx, %gy = croton.lop %z : tensor<?x4xf32> grads(%u : tensor<?x4xf32>) wrt(%x, %y : tensor<?x3xf32>, tensor<3x4xf32>)
  return %gx, %gy : tensor<?x3xf32>, tensor<3x4xf32>
}

// CHECK-LABEL: func.func @matrix_vector
//  CHECK-SAME: (%[[X:.+]]: tensor<2x3xf32>, %[[Y:.+]]: tensor<3xf32>, %[[U:.+]]: tensor<2xf32>)
//   CHECK-DAG:   %[[UC:.+]] = croton.dimshuffle %[[U]] [0, x]
//   CHECK-DAG:   %[[YR:.+]] = croton.dimshuffle %[[Y]] [x, 0]
//   CHECK-DAG:   %[[GX:.+]] = croton.mul %[[UC]], %[[YR]]
//   CHECK-DAG:   %[[XT:.+]] = croton.dimshuffle %[[X]] [1, 0]
//   CHECK-DAG:   %[[GY:.+]] = croton.dot %[[XT]], %[[U]]
//       CHECK:   return %[[GX]], %[[GY]]
func.func @matrix_vector(%x: tensor<2x3xf32>, %y: tensor<3xf32>, %u: tensor<2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>) {
  %z = croton.dot %x, %y : tensor<2x3xf32>, tensor<3xf32>
  %gx, %gy = croton.lop %z : tensor<2xf32> grads(%u : tensor<2xf32>) wrt(%x, %y : tensor<2x3xf32>, tensor<3xf32>)
  return %gx, %gy : tensor<2x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @vector_matrix
//  CHECK-SAME: (%[[X:.+]]: tensor<2xf32>, %[[Y:.+]]: tensor<2x3xf32>, %[[U:.+]]: tensor<3xf32>)
//   CHECK-DAG:   %[[YT:.+]] = croton.dimshuffle %[[Y]] [1, 0]
//   CHECK-DAG:   %[[GX:.+]] = croton.dot %[[U]], %[[YT]]
//   CHECK-DAG:   %[[XC:.+]] = croton.dimshuffle %[[X]] [0, x]
//   CHECK-DAG:   %[[UR:.+]] = croton.dimshuffle %[[U]] [x, 0]
//   CHECK-DAG:   %[[GY:.+]] = croton.mul %[[XC]], %[[UR]]
//       CHECK:   return %[[GX]], %[[GY]]
func.func @vector_matrix(%x: tensor<2xf32>, %y: tensor<2x3xf32>, %u: tensor<3xf32>) -> (tensor<2xf32>, tensor<2x3xf32>) {
  %z = croton.dot %x, %y : tensor<2xf32>, tensor<2x3xf32>
  %gx, %gy = croton.lop %z : tensor<3xf32> grads(%u : tensor<3xf32>) wrt(%x, %y : tensor<2xf32>, tensor<2x3xf32>)
  return %gx, %gy : tensor<2xf32>, tensor<2x3xf32>
}

// CHECK-LABEL: func.func @vector_vector
//  CHECK-SAME: (%[[X:.+]]: tensor<3xf32>, %[[Y:.+]]: tensor<3xf32>, %[[U:.+]]: tensor<f32>)
//   CHECK-DAG:   %[[GX:.+]] = croton.mul %{{.+}}, %[[Y]]
//   CHECK-DAG:   %[[GY:.+]] = croton.mul %{{.+}}, %[[X]]
//       CHECK:   return %[[GX]], %[[GY]]
func.func @vector_vector(%x: tensor<3xf32>, %y: tensor<3xf32>, %u: tensor<f32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %z = croton.dot %x, %y : tensor<3xf32>, tensor<3xf32>
  %gx, %gy = croton.lop %z : tensor<f32> grads(%u : tensor<f32>) wrt(%x, %y : tensor<3xf32>, tensor<3xf32>)
  return %gx, %gy : tensor<3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @batched
//  CHECK-SAME: (%[[X:.+]]: tensor<?x2x3xf32>, %[[Y:.+]]: tensor<?x3x4xf32>, %[[U:.+]]: tensor<?x2x4xf32>)
//   CHECK-DAG:   %[[YT:.+]] = croton.dimshuffle %[[Y]] [0, 2, 1]
//   CHECK-DAG:   %[[GX:.+]] = croton.batched_dot %[[U]], %[[YT]]
//   CHECK-DAG:   %[[XT:.+]] = croton.dimshuffle %[[X]] [0, 2, 1]
//   CHECK-DAG:   %[[GY:.+]] = croton.batched_dot %[[XT]], %[[U]]
//       CHECK:   return %[[GX]], %[[GY]]
func.func @batched(%x: tensor<?x2x3xf32>, %y: tensor<?x3x4xf32>, %u: tensor<?x2x4xf32>) -> (tensor<?x2x3xf32>, tensor<?x3x4xf32>) {
  %z = croton.batched_dot %x, %y : tensor<?x2x3xf32>, tensor<?x3x4xf32>
  %gx, %gy = croton.lop %z : tensor<?x2x4xf32> grads(%u : tensor<?x2x4xf32>) wrt(%x, %y : tensor<?x2x3xf32>, tensor<?x3x4xf32>)
  return %gx, %gy : tensor<?x2x3xf32>, tensor<?x3x4xf32>
}

// Forward: one product for each factor that moves.
// CHECK-LABEL: func.func @forward
//  CHECK-SAME: (%[[X:.+]]: tensor<2x3xf32>, %[[Y:.+]]: tensor<3x4xf32>, %[[V:.+]]: tensor<2x3xf32>, %[[W:.+]]: tensor<3x4xf32>)
//       CHECK:   croton.dot %[[X]], %[[Y]]
//       CHECK:   %[[A:.+]] = croton.dot %[[V]], %[[Y]]
//       CHECK:   %[[B:.+]] = croton.dot %[[X]], %[[W]]
//       CHECK:   %[[BOTH:.+]] = croton.add %[[A]], %[[B]]
//       CHECK:   %[[ONE:.+]] = croton.dot %[[V]], %[[Y]]
//       CHECK:   return %[[BOTH]], %[[ONE]]
func.func @forward(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %v: tensor<2x3xf32>, %w: tensor<3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %z = croton.dot %x, %y : tensor<2x3xf32>, tensor<3x4xf32>
  %both = croton.rop %z : tensor<2x4xf32> wrt(%x, %y : tensor<2x3xf32>, tensor<3x4xf32>) along(%v, %w : tensor<2x3xf32>, tensor<3x4xf32>)
  %one = croton.rop %z : tensor<2x4xf32> wrt(%x : tensor<2x3xf32>) along(%v : tensor<2x3xf32>)
  return %both, %one : tensor<2x4xf32>, tensor<2x4xf32>
}
