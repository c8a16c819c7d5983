// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// All indices are checked before the loop that reads, which holds no check.
// CHECK-LABEL: func.func @take
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[I:.+]]: tensor<?xi64>)
// CHECK: %[[E:.+]]:2 = linalg.generic {{.+}} ins(%[[I]] : tensor<?xi64>)
// CHECK: arith.minsi
// CHECK: arith.maxsi
// CHECK: croton.check %{{.+}}, 2, "croton.take at {{.+}}: index {0} is out of bounds for size {1}"
// CHECK: croton.check %{{.+}}, 2, "croton.take at {{.+}}: index {0} is out of bounds for size {1}"
// CHECK: linalg.generic {{.+}} ins(%[[I]] : tensor<?xi64>) outs(%{{.+}} : tensor<?x4xf32>)
// CHECK: arith.select
// CHECK-NOT: croton.check
// CHECK: tensor.extract %[[X]][%{{.+}}, %{{.+}}]
func.func @take(%x: tensor<?x4xf32>, %i: tensor<?xi64>) -> tensor<?x4xf32> {
  %0 = croton.take %x, %i axis 0 : tensor<?x4xf32>, tensor<?xi64>
  return %0 : tensor<?x4xf32>
}

// -----

// CHECK-LABEL: func.func @wrap
// CHECK-NOT: croton.check
// CHECK: arith.remsi
// CHECK: tensor.extract
func.func @wrap(%x: tensor<5xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %0 = croton.take %x, %i axis 0 mode wrap : tensor<5xf32>, tensor<?xi32>
  return %0 : tensor<?xf32>
}

// -----

// Only reading from an axis that is empty can go wrong.
// CHECK-LABEL: func.func @clip
// CHECK: croton.check %{{.+}}, 2, "croton.take at {{.+}}: cannot take from an empty axis"
// CHECK: arith.minsi
// CHECK: arith.maxsi
func.func @clip(%x: tensor<?xf32>, %i: tensor<?xi32>) -> tensor<?xf32> {
  %0 = croton.take %x, %i axis 0 mode clip : tensor<?xf32>, tensor<?xi32>
  return %0 : tensor<?xf32>
}

// -----

// Repeated indices: one after the other, each on what the one before it left.
// CHECK-LABEL: func.func @increment
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>
// CHECK: scf.for {{.+}} iter_args(%[[T:.+]] = %[[X]]) -> (tensor<?xf32>)
// CHECK: %[[OLD:.+]] = tensor.extract %[[T]]
// CHECK: %[[NEW:.+]] = arith.addf %[[OLD]]
// CHECK: %[[R:.+]] = tensor.insert %[[NEW]] into %[[T]]
// CHECK: scf.yield %[[R]]
func.func @increment(%x: tensor<?xf32>, %i: tensor<8xi64>, %v: tensor<8xf32>) -> tensor<?xf32> {
  %0 = croton.inc_take %x, %i, %v axis 0 : tensor<?xf32>, tensor<8xi64>, tensor<8xf32>
  return %0 : tensor<?xf32>
}

// -----

// Whole slices, with the value stretched along an axis.
// CHECK-LABEL: func.func @set_slices
// CHECK-SAME: (%[[X:.+]]: tensor<5x4xf32>, %{{.+}}: tensor<8xi64>, %[[V:.+]]: tensor<1x4xf32>)
// CHECK: scf.for {{.+}} iter_args(%[[T:.+]] = %[[X]]) -> (tensor<5x4xf32>)
// CHECK: %[[P:.+]] = tensor.extract_slice %[[V]][0, 0] [1, 4] [1, 1]
// CHECK-NOT: linalg.generic
// CHECK: tensor.insert_slice %[[P]] into %[[T]]
func.func @set_slices(%x: tensor<5x4xf32>, %i: tensor<8xi64>, %v: tensor<1x4xf32>) -> tensor<5x4xf32> {
  %0 = croton.inc_take %x, %i, %v axis 0 set : tensor<5x4xf32>, tensor<8xi64>, tensor<1x4xf32>
  return %0 : tensor<5x4xf32>
}

// -----

// A class is never negative.
// CHECK-LABEL: func.func @one_hot
// CHECK: arith.cmpi sge, %{{.+}}, %c0
// CHECK: croton.check %{{.+}}, 2, "croton.one_hot at {{.+}}: class {0} is out of bounds for size 10"
// CHECK: arith.cmpi slt, %{{.+}}, %c10
// CHECK: croton.check %{{.+}}, 2, "croton.one_hot at {{.+}}: class {0} is out of bounds for size 10"
// CHECK: linalg.generic
// CHECK: arith.cmpi eq
func.func @one_hot(%i: tensor<?xi64>) -> tensor<?x10xi1> {
  %n = croton.constant dense<10> : tensor<i64>
  %0 = croton.one_hot %i, %n : tensor<?xi64> -> tensor<?x10xi1>
  return %0 : tensor<?x10xi1>
}
