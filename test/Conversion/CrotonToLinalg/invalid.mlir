// RUN: croton-opt %s --convert-croton-to-linalg --split-input-file --verify-diagnostics

// Gradients must be gone.
func.func @grad(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'croton.grad' op must be expanded before lowering (croton-expand-gradients)}}
  %0 = croton.grad %x : tensor<f32> wrt(%x : tensor<f32>)
  return %0 : tensor<f32>
}
