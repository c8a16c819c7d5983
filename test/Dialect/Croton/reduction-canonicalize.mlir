// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// No reduction has a fold of its own: what looks like an identity is none.

// A sum over no axes still converts to its dtype.
// CHECK-LABEL: func.func @sum_over_nothing
// CHECK: %[[R:.+]] = croton.sum %{{.+}} axes [] : tensor<?xi8>
// CHECK: return %[[R]]
func.func @sum_over_nothing(%x: tensor<?xi8>) -> tensor<?xi64> {
  %r = croton.sum %x axes [] : tensor<?xi8>
  return %r : tensor<?xi64>
}

// KF-01: two reductions of different kinds never merge.
// CHECK-LABEL: func.func @max_of_sum
// CHECK: %[[S:.+]] = croton.sum %{{.+}} axes [1]
// CHECK: croton.max %[[S]] axes [0]
func.func @max_of_sum(%x: tensor<?x?xf32>) -> tensor<f32> {
  %s = croton.sum %x axes [1] : tensor<?x?xf32>
  %r = croton.max %s axes [0] : tensor<?xf32>
  return %r : tensor<f32>
}

// KF-21: the inner sum of small integers is an i64 one.
// CHECK-LABEL: func.func @sum_of_sum
// CHECK: %[[S:.+]] = croton.sum %{{.+}} axes [1] : tensor<?x?xi8>
// CHECK: croton.sum %[[S]] axes [0] : tensor<?xi64>
func.func @sum_of_sum(%x: tensor<?x?xi8>) -> tensor<i64> {
  %s = croton.sum %x axes [1] : tensor<?x?xi8>
  %r = croton.sum %s axes [0] : tensor<?xi64>
  return %r : tensor<i64>
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<?xf32>) {
  %r = croton.mean %x axes [0] : tensor<?xf32>
  return
}
