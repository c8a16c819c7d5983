// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Products have no identity folds.

// A product with zeros keeps NaN and infinity, and its run-time checks.
// CHECK-LABEL: func.func @with_zeros
// CHECK: %[[R:.+]] = croton.dot
// CHECK: return %[[R]]
func.func @with_zeros(%x: tensor<?x2xf32>) -> tensor<?xf32> {
  %zeros = croton.constant dense<0.0> : tensor<2xf32>
  %r = croton.dot %x, %zeros : tensor<?x2xf32>, tensor<2xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<?x?xf32>) {
  %r = croton.dot %x, %x : tensor<?x?xf32>, tensor<?x?xf32>
  return
}
