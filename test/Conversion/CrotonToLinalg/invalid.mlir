// RUN: croton-opt %s --convert-croton-to-linalg --split-input-file --verify-diagnostics

// Gradients must be gone.
func.func @grad(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{'croton.grad' op must be expanded before lowering (croton-expand-gradients)}}
  %0 = croton.grad %x : tensor<f32> wrt(%x : tensor<f32>)
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{'func.func' op works on a device tensor; lower the device parts before the host parts}}
func.func @device(%x: tensor<4xf32, #croton.device<"dev0">>) {
  return
}
