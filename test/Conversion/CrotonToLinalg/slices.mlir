// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// Constant entries on static sizes: a view and nothing else.
// CHECK-LABEL: func.func @static
// CHECK-SAME: (%[[X:.+]]: tensor<6x4xf32>)
// CHECK-NEXT: %[[S:.+]] = tensor.extract_slice %[[X]][1, 3] [2, 1] [2, 1] : tensor<6x4xf32> to tensor<2xf32>
// CHECK-NEXT: return %[[S]]
func.func @static(%x: tensor<6x4xf32>) -> tensor<2xf32> {
  %0 = croton.subtensor %x[1:5:2, -1] : tensor<6x4xf32>
  return %0 : tensor<2xf32>
}

// -----

// A full slice of a dynamic dim has that dim's size, unclamped.
// CHECK-LABEL: func.func @full
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>)
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %c0
// CHECK: tensor.extract_slice %[[X]][0, 2] [%[[N]], 2] [1, 1]
// CHECK-NOT: arith.minsi
func.func @full(%x: tensor<?x4xf32>) -> tensor<?x2xf32> {
  %0 = croton.subtensor %x[:, 2:] : tensor<?x4xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// A negative step: the positions in ascending order, read from the end.
// CHECK-LABEL: func.func @reversed
// CHECK-SAME: (%[[X:.+]]: tensor<6xf32>)
// CHECK: %[[S:.+]] = tensor.extract_slice %[[X]][2] [2] [3] : tensor<6xf32> to tensor<2xf32>
// CHECK: linalg.generic
// CHECK: %[[I:.+]] = linalg.index 0
// CHECK: %[[J:.+]] = arith.subi %c1, %[[I]]
// CHECK: tensor.extract %[[S]][%[[J]]]
func.func @reversed(%x: tensor<6xf32>) -> tensor<2xf32> {
  %0 = croton.subtensor %x[5:0:-3] : tensor<6xf32>
  return %0 : tensor<2xf32>
}

// -----

// An index from outside is checked, one that is known to fit is not.
// CHECK-LABEL: func.func @index
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[I:.+]]: tensor<i64>)
// CHECK: croton.check %{{.+}}, 2, "croton.subtensor at {{.+}}: index {0} is out of bounds for dim 0 of size {1}"
// CHECK-NOT: croton.check
// CHECK: tensor.extract_slice %[[X]][%{{.+}}, 3] [1, 1] [1, 1] : tensor<?x4xf32> to tensor<f32>
func.func @index(%x: tensor<?x4xf32>, %i: tensor<i64>) -> tensor<f32> {
  %0 = croton.subtensor %x[%i, -1] : tensor<?x4xf32>, tensor<i64>
  return %0 : tensor<f32>
}

// -----

// An unsigned index is never negative.
// CHECK-LABEL: func.func @unsigned_index
// CHECK: arith.index_castui %{{.+}} : i8 to index
func.func @unsigned_index(%x: tensor<200xf32>, %i: tensor<ui8>) -> tensor<f32> {
  %0 = croton.subtensor %x[%i] : tensor<200xf32>, tensor<ui8>
  return %0 : tensor<f32>
}

// -----

// The sign of a step from outside is found out at run time; 0 is an error.
// CHECK-LABEL: func.func @dynamic_step
// CHECK: croton.check %{{.+}}, 7, "croton.subtensor at {{.+}}: slice step is 0"
// CHECK: %[[BACK:.+]] = arith.cmpi slt, %{{.+}}, %c0
// CHECK: linalg.generic
// CHECK: arith.select %[[BACK]]
func.func @dynamic_step(%x: tensor<?xf32>, %s: tensor<i64>) -> tensor<?xf32> {
  %0 = croton.subtensor %x[::%s] : tensor<?xf32>, tensor<i64>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @increment
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[V:.+]]: tensor<4xf32>)
// CHECK: %[[OLD:.+]] = tensor.extract_slice %[[X]]
// CHECK: %[[NEW:.+]] = linalg.generic {{.+}} ins(%[[V]] : tensor<4xf32>) outs(%[[OLD]] : tensor<4xf32>)
// CHECK: arith.addf
// CHECK: tensor.insert_slice %[[NEW]] into %[[X]]
func.func @increment(%x: tensor<?x4xf32>, %v: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = croton.inc_subtensor %x[0, :], %v : tensor<?x4xf32>, tensor<4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Setting does not read what is there.
// CHECK-LABEL: func.func @set
// CHECK-SAME: (%[[X:.+]]: tensor<4xf32>, %[[V:.+]]: tensor<2xf32>)
// CHECK-NEXT: tensor.insert_slice %[[V]] into %[[X]][1] [2] [1]
func.func @set(%x: tensor<4xf32>, %v: tensor<2xf32>) -> tensor<4xf32> {
  %0 = croton.inc_subtensor %x[1:3], %v set : tensor<4xf32>, tensor<2xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @value_does_not_fit
// CHECK: croton.check %{{.+}}, 1, "croton.inc_subtensor at {{.+}}: a value of shape {0} does not fit the slice of shape {1}"
func.func @value_does_not_fit(%x: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.inc_subtensor %x[1:], %v set : tensor<?xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}
