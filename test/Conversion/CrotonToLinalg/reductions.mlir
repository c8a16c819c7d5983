// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// f32 is accumulated in f64, in any order, and rounded once.
// CHECK-DAG: #[[$IN:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$OUT:.+]] = affine_map<(d0, d1) -> (d0)>
// CHECK-LABEL: func.func @sum_f32
// CHECK-DAG: %[[ZERO:.+]] = arith.constant 0.000000e+00 : f64
// CHECK: %[[INIT:.+]] = linalg.fill ins(%[[ZERO]] : f64)
// CHECK: linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]], iterator_types = ["parallel", "reduction"]}
// CHECK: %[[WIDE:.+]] = arith.extf %{{.+}} : f32 to f64
// CHECK: arith.addf %{{.+}}, %[[WIDE]] fastmath<reassoc> : f64
// CHECK: arith.truncf %{{.+}} : f64 to f32
func.func @sum_f32(%x: tensor<?x8xf32>) -> tensor<?xf32> {
  %0 = croton.sum %x axes [1] : tensor<?x8xf32>
  return %0 : tensor<?xf32>
}

// -----

// An f64 accumulator asked for is the result as it is, and no part of the sum
// may be formed in f32.
// CHECK-LABEL: func.func @sum_acc
// CHECK: arith.extf
// CHECK: arith.addf {{.+}} fastmath<reassoc,contract> : f64
// CHECK-NOT: arith.truncf
// CHECK: return %{{.+}} : tensor<f64>
func.func @sum_acc(%x: tensor<?xf32>) -> tensor<f64> {
  %0 = croton.sum %x axes [0] acc f64 dtype f64 : tensor<?xf32>
  return %0 : tensor<f64>
}

// -----

// Half floats end in f32 before they become half again.
// CHECK-LABEL: func.func @sum_f16
// CHECK: arith.extf %{{.+}} : f16 to f64
// CHECK: arith.truncf %{{.+}} : f64 to f32
// CHECK: arith.truncf %{{.+}} : f32 to f16
func.func @sum_f16(%x: tensor<4x?xf16>) -> tensor<4xf16> {
  %0 = croton.sum %x axes [1] : tensor<4x?xf16>
  return %0 : tensor<4xf16>
}

// -----

// Integers widen by their own sign; booleans count.
// CHECK-LABEL: func.func @sum_integers
// CHECK: arith.extui %{{.+}} : i8 to i64
// CHECK: arith.extsi %{{.+}} : i8 to i64
// CHECK: arith.extui %{{.+}} : i1 to i64
func.func @sum_integers(%x: tensor<4x3xui8>, %y: tensor<4x3xi8>, %z: tensor<4x3xi1>) -> (tensor<4xui64>, tensor<4xi64>, tensor<4xi64>) {
  %0 = croton.sum %x axes [1] : tensor<4x3xui8>
  %1 = croton.sum %y axes [1] : tensor<4x3xi8>
  %2 = croton.sum %z axes [1] : tensor<4x3xi1>
  return %0, %1, %2 : tensor<4xui64>, tensor<4xi64>, tensor<4xi64>
}

// -----

// Without axes nothing is added up.
// CHECK-LABEL: func.func @sum_of_one
// CHECK-SAME: (%[[X:.+]]: tensor<3xf32>)
// CHECK-NEXT: return %[[X]]
func.func @sum_of_one(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = croton.sum %x axes [] : tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The count of a mean is computed once, outside of loops.
// CHECK-LABEL: func.func @mean
// CHECK-SAME: (%[[X:.+]]: tensor<?x4x?xf32>)
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[M:.+]] = tensor.dim %[[X]], %c2
// CHECK: %[[P:.+]] = arith.muli %[[N]], %[[M]]
// CHECK: %[[I:.+]] = arith.index_cast %[[P]] : index to i64
// CHECK: %[[COUNT:.+]] = arith.sitofp %[[I]] : i64 to f32
// CHECK: arith.divf %{{.+}}, %[[COUNT]] : f32
func.func @mean(%x: tensor<?x4x?xf32>) -> tensor<4xf32> {
  %0 = croton.mean %x axes [0, 2] : tensor<?x4x?xf32>
  return %0 : tensor<4xf32>
}

// -----

// The maximum of nothing is an error; a NaN wins, and of equal ones the first.
// CHECK-LABEL: func.func @max
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>)
// CHECK-DAG: %[[LOWEST:.+]] = arith.constant 0xFF800000 : f32
// CHECK-DAG: %[[M:.+]] = tensor.dim %[[X]], %c1
// CHECK: %[[OK:.+]] = arith.cmpi ne, %[[M]], %c0
// CHECK: croton.check %[[OK]], 1, "croton.max at {{.+}}: axis 1 of shape {0}x{1} is empty"
// CHECK: linalg.fill ins(%[[LOWEST]] : f32)
// CHECK: ^bb0(%[[IN:.+]]: f32, %[[BEST:.+]]: f32)
// CHECK: %[[MORE:.+]] = arith.cmpf ugt, %[[IN]], %[[BEST]]
// CHECK: %[[NUMBER:.+]] = arith.cmpf ord, %[[BEST]], %[[BEST]]
// CHECK: %[[TAKE:.+]] = arith.andi %[[MORE]], %[[NUMBER]]
// CHECK: arith.select %[[TAKE]], %[[IN]], %[[BEST]]
func.func @max(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %0 = croton.max %x axes [1] : tensor<?x?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A static axis that is not empty needs no check; other dims may be empty.
// CHECK-LABEL: func.func @max_unsigned
// CHECK-NOT: croton.check
// CHECK: arith.cmpi ugt
func.func @max_unsigned(%x: tensor<?x3xui8>) -> tensor<?xui8> {
  %0 = croton.max %x axes [1] : tensor<?x3xui8>
  return %0 : tensor<?xui8>
}

// -----

// Two axes make one index in row-major order.
// CHECK-LABEL: func.func @argmax
// CHECK: linalg.generic {{.+}} iterator_types = ["reduction", "parallel", "reduction"]
// CHECK: %[[I:.+]] = linalg.index 0
// CHECK: %[[R:.+]] = arith.muli %[[I]], %c5
// CHECK: %[[J:.+]] = linalg.index 2
// CHECK: arith.addi %[[R]], %[[J]]
func.func @argmax(%x: tensor<2x?x5xf32>) -> tensor<?xi64> {
  %0 = croton.argmax %x axes [0, 2] : tensor<2x?x5xf32>
  return %0 : tensor<?xi64>
}
