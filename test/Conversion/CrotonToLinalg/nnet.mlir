// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK: arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz> : f32
// CHECK: arith.subf
// CHECK: math.exp
// CHECK: arith.addf %{{.+}}, %{{.+}} fastmath<reassoc> : f64
// CHECK: arith.divf
// CHECK-NOT: math.exp
func.func @softmax(%z: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %0 = croton.softmax %z axis 1 : tensor<?x10xf32>
  return %0 : tensor<?x10xf32>
}

// -----

// Half floats are computed in f32 and rounded at the end.
// CHECK-LABEL: func.func @softmax_f16
// CHECK: arith.extf %{{.+}} : f16 to f32
// CHECK: math.exp %{{.+}} : f32
// CHECK: arith.divf %{{.+}}, %{{.+}} : f32
// CHECK: arith.truncf %{{.+}} : f32 to f16
func.func @softmax_f16(%z: tensor<?x10xf16>) -> tensor<?x10xf16> {
  %0 = croton.softmax %z axis 1 : tensor<?x10xf16>
  return %0 : tensor<?x10xf16>
}

// -----

// The logarithm is taken once per slice; no quotient that could underflow.
// CHECK-LABEL: func.func @log_softmax
// CHECK-NOT: arith.divf
// CHECK: linalg.generic {{.+}} iterator_types = ["parallel", "reduction", "parallel"]
// CHECK: math.log %{{.+}} : f64
// CHECK-NOT: math.log
func.func @log_softmax(%z: tensor<3x?x5xf64>) -> tensor<3x?x5xf64> {
  %0 = croton.log_softmax %z axis 1 : tensor<3x?x5xf64>
  return %0 : tensor<3x?x5xf64>
}

// -----

// Targets are checked first, then only the probability of each is read.
// CHECK-LABEL: func.func @crossentropy
// CHECK-SAME: (%[[P:.+]]: tensor<?x10xf32>, %[[T:.+]]: tensor<?xi8>)
// CHECK: croton.check %{{.+}}, 1, "croton.categorical_crossentropy at {{.+}}: targets of shape {0} do not fit an operand of shape {1}x10"
// CHECK: arith.extui %{{.+}} : i8 to i64
// CHECK: croton.check %{{.+}}, 2, "croton.categorical_crossentropy at {{.+}}: target {0} is out of bounds for size 10"
// CHECK: linalg.generic {{.+}} ins(%[[T]] : tensor<?xi8>)
// CHECK: %[[X:.+]] = tensor.extract %[[P]]
// CHECK: %[[L:.+]] = math.log %[[X]]
// CHECK: arith.negf %[[L]]
func.func @crossentropy(%p: tensor<?x10xf32>, %t: tensor<?xui8>) -> tensor<?xf32> {
  %0 = croton.categorical_crossentropy %p, %t : tensor<?x10xf32>, tensor<?xui8>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @crossentropy_softmax
// CHECK-SAME: (%[[Z:.+]]: tensor<?x10xf32>
// CHECK: croton.check %{{.+}}, 2, "croton.crossentropy_softmax at {{.+}}: target {0} is out of bounds for size 10"
// CHECK: arith.maximumf
// CHECK: math.exp
// CHECK: tensor.extract %[[Z]]
// CHECK: math.log
func.func @crossentropy_softmax(%z: tensor<?x10xf32>, %t: tensor<?xi64>) -> tensor<?xf32> {
  %0 = croton.crossentropy_softmax %z, %t : tensor<?x10xf32>, tensor<?xi64>
  return %0 : tensor<?xf32>
}
