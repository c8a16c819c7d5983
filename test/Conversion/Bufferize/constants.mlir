// RUN: croton-opt %s --split-input-file --croton-bufferize=fill-threshold=4 | FileCheck %s

// Equal constants share one global; a constant is never written.

// CHECK: memref.global "private" constant @[[$G:.+]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-NOT: memref.global
// CHECK-LABEL: func @shared
func.func @shared(%i: index, %v: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: memref.get_global @[[$G]]
  // CHECK: memref.get_global @[[$G]]
  // CHECK-NOT: memref.store %{{.+}}, %[[$G]]
  // CHECK: memref.copy
  // CHECK: memref.store
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c = tensor.insert %v into %a[%i] : tensor<2xf32>
  return %b, %c : tensor<2xf32>, tensor<2xf32>
}

// -----

// A large uniform constant is filled at run time.

// CHECK-NOT: memref.global
// CHECK-LABEL: func @uniform
func.func @uniform() -> (tensor<5xf32>, tensor<5xcomplex<f32>>) {
  // CHECK: linalg.fill ins(%{{.+}} : f32)
  // CHECK: linalg.fill ins(%{{.+}} : complex<f32>)
  %a = arith.constant dense<2.0> : tensor<5xf32>
  %b = arith.constant dense<(1.0, 2.0)> : tensor<5xcomplex<f32>>
  return %a, %b : tensor<5xf32>, tensor<5xcomplex<f32>>
}

// -----

// Near miss: a small one stays a constant.

// CHECK: memref.global "private" constant
// CHECK-LABEL: func @small
func.func @small() -> tensor<4xf32> {
  // CHECK-NOT: linalg.fill
  %a = arith.constant dense<2.0> : tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

// Data outside of the IR stays there.

// CHECK: memref.global "private" constant @{{.+}} : memref<2xf32> = dense_resource<weights>
// CHECK-LABEL: func @resource
func.func @resource(%x: tensor<2xf32>) -> tensor<2xf32> {
  %w = arith.constant dense_resource<weights> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.add ins(%x, %w : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
