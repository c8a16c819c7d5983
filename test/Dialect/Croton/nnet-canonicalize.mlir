// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// The ops of this family have no folds of their own; merging a log with a
// softmax is up to a stabilizing rewrite.

// CHECK-LABEL: func.func @log_of_softmax
// CHECK: %[[P:.+]] = croton.softmax
// CHECK: croton.log %[[P]]
func.func @log_of_softmax(%x: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %p = croton.softmax %x axis 1 : tensor<?x10xf32>
  %r = croton.log %p : tensor<?x10xf32>
  return %r : tensor<?x10xf32>
}

// One class: the softmax is 1, but for NaN and infinity.
// CHECK-LABEL: func.func @one_class
// CHECK: %[[R:.+]] = croton.softmax
// CHECK: return %[[R]]
func.func @one_class(%x: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %r = croton.softmax %x axis 1 : tensor<?x1xf32>
  return %r : tensor<?x1xf32>
}

// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%p: tensor<?x10xf32>, %y: tensor<?xi64>) {
  %r = croton.crossentropy_softmax %p, %y : tensor<?x10xf32>, tensor<?xi64>
  return
}
