// RUN: croton-opt %s --croton-expand-gradients --mlir-print-debuginfo \
// RUN:   --mlir-print-local-scope | FileCheck %s

// Every new op says which op it is the derivative of, and who asked.
// CHECK-LABEL: func.func @gradient
//       CHECK:   croton.constant {{.*}} loc(fused<"gradient of croton.exp">["y", "request"])
//       CHECK:   croton.mul {{.*}} loc(fused<"gradient of croton.exp">["y", "request"])
func.func @gradient(%x: tensor<f32>) -> tensor<f32> {
  %y = croton.exp %x : tensor<f32> loc("y")
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>) loc("request")
  return %g : tensor<f32>
}

// A sum of terms belongs to the value whose gradient it is.
// CHECK-LABEL: func.func @sum_of_terms
//       CHECK:   croton.add {{.*}} loc(fused<"gradient of argument #0">["x", "request"])
func.func @sum_of_terms(%x: tensor<f32> loc("x")) -> tensor<f32> {
  %a = croton.exp %x : tensor<f32>
  %b = croton.tanh %x : tensor<f32>
  %y = croton.mul %a, %b : tensor<f32>, tensor<f32>
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<f32>) loc("request")
  return %g : tensor<f32>
}

// CHECK-LABEL: func.func @tangent
//       CHECK:   croton.mul {{.*}} loc(fused<"tangent of croton.exp">["y", "request"])
func.func @tangent(%x: tensor<f32>, %v: tensor<f32>) -> tensor<f32> {
  %y = croton.exp %x : tensor<f32> loc("y")
  %t = croton.rop %y : tensor<f32> wrt(%x : tensor<f32>) along(%v : tensor<f32>) loc("request")
  return %t : tensor<f32>
}
