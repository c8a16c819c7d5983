// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @matmul
// CHECK-SAME: (%[[X:.+]]: tensor<?x64xf32>, %[[W:.+]]: tensor<64x10xf32>)
// CHECK-NOT: croton.check
// CHECK: %[[Z:.+]] = linalg.fill
// CHECK: linalg.matmul ins(%[[X]], %[[W]] : {{.+}}) outs(%[[Z]]
func.func @matmul(%x: tensor<?x64xf32>, %w: tensor<64x10xf32>) -> tensor<?x10xf32> {
  %0 = croton.dot %x, %w : tensor<?x64xf32>, tensor<64x10xf32>
  return %0 : tensor<?x10xf32>
}

// -----

// CHECK-LABEL: func.func @inner_sizes
// CHECK: croton.check %{{.+}}, 1, "croton.dot at {{.+}}: inner sizes of shapes 3x{0} and {1}x4 differ"
func.func @inner_sizes(%x: tensor<3x?xf32>, %y: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %0 = croton.dot %x, %y : tensor<3x?xf32>, tensor<?x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// A transposed operand is read where it lies.
// CHECK-DAG: #[[$TA:.+]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[$B:.+]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[$C:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @transposed
// CHECK-SAME: (%[[X:.+]]: tensor<?x3xf32>, %[[Y:.+]]: tensor<?x4xf32>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.matmul indexing_maps = [#[[$TA]], #[[$B]], #[[$C]]] ins(%[[X]], %[[Y]]
func.func @transposed(%x: tensor<?x3xf32>, %y: tensor<?x4xf32>) -> tensor<3x4xf32> {
  %t = croton.dimshuffle %x [1, 0] : tensor<?x3xf32>
  %0 = croton.dot %t, %y : tensor<3x?xf32>, tensor<?x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Vectors; a transposed matrix is multiplied from the other side.
// CHECK-LABEL: func.func @vectors
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[V:.+]]: tensor<4xf32>, %[[W:.+]]: tensor<4xf32>)
// CHECK: linalg.matvec ins(%[[X]], %[[V]]
// CHECK: linalg.matvec ins(%[[X]], %[[W]]
// CHECK: linalg.dot ins(%[[V]], %[[W]]
func.func @vectors(%x: tensor<?x4xf32>, %v: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<f32>) {
  %0 = croton.dot %x, %v : tensor<?x4xf32>, tensor<4xf32>
  %t = croton.dimshuffle %x [1, 0] : tensor<?x4xf32>
  %1 = croton.dot %w, %t : tensor<4xf32>, tensor<4x?xf32>
  %2 = croton.dot %v, %w : tensor<4xf32>, tensor<4xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<f32>
}

// -----

// Half floats are multiplied and added in f32.
// CHECK-LABEL: func.func @half
// CHECK: linalg.generic {{.+}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: outs(%{{.+}} : tensor<2x3xf32>)
// CHECK: arith.mulf %{{.+}}, %{{.+}} : f32
// CHECK: arith.addf %{{.+}}, %{{.+}} : f32
// CHECK: arith.truncf %{{.+}} : f32 to bf16
func.func @half(%x: tensor<2x4xbf16>, %y: tensor<4x3xbf16>) -> tensor<2x3xbf16> {
  %0 = croton.dot %x, %y : tensor<2x4xbf16>, tensor<4x3xbf16>
  return %0 : tensor<2x3xbf16>
}

// -----

// CHECK-LABEL: func.func @batched
// CHECK: croton.check %{{.+}}, 1, "croton.batched_dot at {{.+}}: batch sizes of shapes {0}x4x5 and {1}x5x6 differ"
// CHECK: linalg.batch_matmul
func.func @batched(%x: tensor<?x4x5xf64>, %y: tensor<?x5x6xf64>) -> tensor<?x4x6xf64> {
  %0 = croton.batched_dot %x, %y : tensor<?x4x5xf64>, tensor<?x5x6xf64>
  return %0 : tensor<?x4x6xf64>
}
