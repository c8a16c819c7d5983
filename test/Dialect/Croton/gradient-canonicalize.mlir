// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// Markers are identities of the value but not of the gradient: they stay until
// gradients have been expanded.

// CHECK-LABEL: func.func @markers
// CHECK: %[[Z:.+]] = croton.zero_grad
// CHECK: %[[D:.+]] = croton.disconnected_grad %[[Z]]
// CHECK: %[[C:.+]] = croton.grad_clip %[[D]]
// CHECK: return %[[C]]
func.func @markers(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.zero_grad %x : tensor<?xf32>
  %1 = croton.disconnected_grad %0 : tensor<?xf32>
  %2 = croton.grad_clip %1 from -1.0 to 1.0 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// CHECK-LABEL: func.func @unused_gradient
// CHECK-NEXT: return
func.func @unused_gradient(%cost: tensor<f32>, %w: tensor<?xf32>) {
  %g = croton.grad %cost : tensor<f32> wrt(%w : tensor<?xf32>)
  return
}
