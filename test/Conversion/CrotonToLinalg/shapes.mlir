// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// Dims of size 1 move without moving data.
// CHECK-LABEL: func.func @row
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
// CHECK: tensor.expand_shape %[[X]] {{\[\[}}0, 1]] output_shape [1, %{{.+}}] : tensor<?xf32> into tensor<1x?xf32>
// CHECK-NOT: linalg
func.func @row(%x: tensor<?xf32>) -> tensor<1x?xf32> {
  %0 = croton.dimshuffle %x [x, 0] : tensor<?xf32>
  return %0 : tensor<1x?xf32>
}

// -----

// CHECK-LABEL: func.func @column_to_row
// CHECK-NOT: linalg.transpose
// CHECK: return
func.func @column_to_row(%x: tensor<?x1xf32>) -> tensor<1x?xf32> {
  %0 = croton.dimshuffle %x [1, 0] : tensor<?x1xf32>
  return %0 : tensor<1x?xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
// CHECK-SAME: (%[[X:.+]]: tensor<?x1x4xf32>)
// CHECK: %[[C:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]]
// CHECK: %[[T:.+]] = linalg.transpose ins(%[[C]] : tensor<?x4xf32>) {{.+}} permutation = [1, 0]
// CHECK: tensor.expand_shape %[[T]] {{\[\[}}0], [1, 2]] output_shape [4, %{{.+}}, 1]
func.func @transpose(%x: tensor<?x1x4xf32>) -> tensor<4x?x1xf32> {
  %0 = croton.dimshuffle %x [2, 0, x] : tensor<?x1x4xf32>
  return %0 : tensor<4x?x1xf32>
}

// -----

// An entry -1 that always divides: nothing to check.
// CHECK-LABEL: func.func @flatten
// CHECK-NOT: croton.check
// CHECK: tensor.collapse_shape %{{.+}} {{\[\[}}0, 1]]
func.func @flatten(%x: tensor<?x4xf32>) -> tensor<?xf32> {
  %s = croton.constant dense<-1> : tensor<1xi64>
  %0 = croton.reshape %x, %s : tensor<?x4xf32>, tensor<1xi64> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @reshape
// CHECK: croton.check %{{.+}}, 3, "croton.reshape at {{.+}}: cannot reshape {0}x4 into {1}x{2}"
// CHECK: croton.check %{{.+}}, 1, "croton.reshape at {{.+}}: dim 1 of the result is {0}, but its type promises 2"
// CHECK: tensor.expand_shape
func.func @reshape(%x: tensor<?x4xf32>, %s: tensor<2xi64>) -> tensor<?x2xf32> {
  %0 = croton.reshape %x, %s : tensor<?x4xf32>, tensor<2xi64> -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// Sizes that go into a vector come out again as they were.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
// CHECK: %[[D:.+]] = tensor.dim %[[X]], %c0
// CHECK-NOT: tensor.from_elements
// CHECK: tensor.empty(%[[D]])
func.func @sizes(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.shape_i %x at 0 : tensor<?xf32>
  %z = croton.constant dense<0.0> : tensor<f32>
  %1 = croton.alloc %z, %0 : tensor<f32> -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @shape
// CHECK: %[[V:.+]] = tensor.from_elements %{{.+}}, %c4_i64 : tensor<2xi64>
// CHECK: return %[[V]]
func.func @shape(%x: tensor<?x4xf32>) -> tensor<2xi64> {
  %0 = croton.shape %x : tensor<?x4xf32>
  return %0 : tensor<2xi64>
}

// -----

// Sizes from outside may be negative or beyond all memory.
// CHECK-LABEL: func.func @alloc
// CHECK: croton.check %{{.+}}, 7, "croton.alloc at {{.+}}: size {0} of dim 0 is negative"
// CHECK: croton.check %{{.+}}, 6, "croton.alloc at {{.+}}: shape {0}x4 is too large"
// CHECK: linalg.fill
func.func @alloc(%n: tensor<i64>) -> tensor<?x4xf32> {
  %four = croton.constant dense<4> : tensor<i64>
  %z = croton.constant dense<0.0> : tensor<f32>
  %0 = croton.alloc %z, %n, %four : tensor<f32> -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @alloc_static
// CHECK-NOT: croton.check
// CHECK: linalg.fill
func.func @alloc_static() -> tensor<2x4xf32> {
  %two = croton.constant dense<2> : tensor<i64>
  %four = croton.constant dense<4> : tensor<i64>
  %z = croton.constant dense<0.0> : tensor<f32>
  %0 = croton.alloc %z, %two, %four : tensor<f32> -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @alloc_stretched
// CHECK: croton.check %{{.+}}, 1, "croton.alloc at {{.+}}: a value of shape 1x{0} does not fill the shape {1}x{2}x{3}"
// CHECK: linalg.generic
func.func @alloc_stretched(%v: tensor<1x?xf32>, %n: tensor<i64>, %m: tensor<i64>, %k: tensor<i64>) -> tensor<?x?x?xf32> {
  %0 = croton.alloc %v, %n, %m, %k : tensor<1x?xf32> -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @specify_shape
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>)
// CHECK-COUNT-2: croton.check %{{.+}}, 1, "croton.specify_shape at {{.+}}: expected shape 3x4, but got {0}x{1}"
// CHECK-NOT: croton.check
// CHECK: tensor.cast %[[X]] : tensor<?x?xf32> to tensor<3x4xf32>
func.func @specify_shape(%x: tensor<?x?xf32>) -> tensor<3x4xf32> {
  %s = croton.constant dense<[3, 4]> : tensor<2xi64>
  %0 = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
