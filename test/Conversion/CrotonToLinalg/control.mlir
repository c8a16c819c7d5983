// RUN: croton-opt %s --convert-croton-to-linalg --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constants
// CHECK: arith.constant dense<[1, -1]> : tensor<2xi8>
// CHECK: arith.constant dense<{{.+}}> : tensor<1xcomplex<f32>>
// CHECK: arith.constant dense_resource<weights> : tensor<2xi32>
func.func @constants() -> (tensor<2xui8>, tensor<1xcomplex<f32>>, tensor<2xui32>) {
  %0 = croton.constant dense<[1, 255]> : tensor<2xui8>
  %1 = croton.constant dense<(1.0, 2.0)> : tensor<1xcomplex<f32>>
  %2 = croton.constant dense_resource<weights> : tensor<2xui32>
  return %0, %1, %2 : tensor<2xui8>, tensor<1xcomplex<f32>>, tensor<2xui32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000100000002000000"
    }
  }
#-}

// -----

// CHECK-LABEL: func.func @markers
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
// CHECK-NEXT: return %[[X]]
func.func @markers(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.zero_grad %x : tensor<?xf32>
  %1 = croton.disconnected_grad %0 : tensor<?xf32>
  %2 = croton.grad_clip %1 from -1.0 to 1.0 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Ops of other dialects that only move elements follow the types.
// CHECK-LABEL: func.func @foreign
// CHECK-SAME: (%[[X:.+]]: tensor<4xi8>) -> tensor<2xi8>
// CHECK: tensor.extract_slice %[[X]][1] [2] [1] : tensor<4xi8> to tensor<2xi8>
func.func @foreign(%x: tensor<4xui8>) -> tensor<2xui8> {
  %0 = tensor.extract_slice %x[1] [2] [1] : tensor<4xui8> to tensor<2xui8>
  return %0 : tensor<2xui8>
}

// -----

// CHECK-LABEL: func.func @call
// CHECK: call @callee(%{{.+}}) : (tensor<4xi8>) -> tensor<4xi8>
func.func private @callee(tensor<4xui8>) -> tensor<4xui8>
func.func @call(%x: tensor<4xui8>) -> tensor<4xui8> {
  %0 = call @callee(%x) : (tensor<4xui8>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}
