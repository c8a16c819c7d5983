// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s

// CHECK-LABEL: func.func @softmax
// CHECK-SAME: (%[[X:.+]]: tensor<?x10xf32>, %[[H:.+]]: tensor<0x1x3xf16>, %[[B:.+]]: tensor<4xbf16>, %[[D:.+]]: tensor<1x?xf64>)
func.func @softmax(%x: tensor<?x10xf32>, %h: tensor<0x1x3xf16>,
                   %b: tensor<4xbf16>, %d: tensor<1x?xf64>)
    -> (tensor<?x10xf32>, tensor<0x1x3xf16>, tensor<4xbf16>, tensor<1x?xf64>) {
  // CHECK: = croton.softmax %[[X]] axis 1 : tensor<?x10xf32>
  %0 = croton.softmax %x axis 1 : tensor<?x10xf32>
  // CHECK: = croton.softmax %[[H]] axis 0 : tensor<0x1x3xf16>
  %1 = croton.softmax %h axis 0 : tensor<0x1x3xf16>
  // CHECK: = croton.log_softmax %[[B]] axis 0 : tensor<4xbf16>
  %2 = croton.log_softmax %b axis 0 : tensor<4xbf16>
  // CHECK: = croton.log_softmax %[[D]] axis 1 {note} : tensor<1x?xf64>
  %3 = croton.log_softmax %d axis 1 {note} : tensor<1x?xf64>
  return %0, %1, %2, %3
      : tensor<?x10xf32>, tensor<0x1x3xf16>, tensor<4xbf16>, tensor<1x?xf64>
}

// A dim of the result is static if either operand knows it.
// CHECK-LABEL: func.func @crossentropy
func.func @crossentropy(%p: tensor<?x10xf32>, %y: tensor<?xi64>,
                        %z: tensor<4x?x?xf16>, %t: tensor<?x3xui8>,
                        %v: tensor<10xf64>, %s: tensor<i16>)
    -> (tensor<?xf32>, tensor<?xf32>, tensor<4x3xf16>, tensor<f64>) {
  // CHECK: = croton.categorical_crossentropy %{{.+}}, %{{.+}} : tensor<?x10xf32>, tensor<?xi64>
  %0 = croton.categorical_crossentropy %p, %y : tensor<?x10xf32>, tensor<?xi64>
  // CHECK: = croton.crossentropy_softmax %{{.+}}, %{{.+}} : tensor<?x10xf32>, tensor<?xi64>
  %1 = croton.crossentropy_softmax %p, %y : tensor<?x10xf32>, tensor<?xi64>
  // CHECK: = croton.crossentropy_softmax %{{.+}}, %{{.+}} {note} : tensor<4x?x?xf16>, tensor<?x3xui8>
  %2 = croton.crossentropy_softmax %z, %t {note} : tensor<4x?x?xf16>, tensor<?x3xui8>
  // CHECK: = croton.categorical_crossentropy %{{.+}}, %{{.+}} : tensor<10xf64>, tensor<i16>
  %3 = croton.categorical_crossentropy %v, %s : tensor<10xf64>, tensor<i16>
  return %0, %1, %2, %3
      : tensor<?xf32>, tensor<?xf32>, tensor<4x3xf16>, tensor<f64>
}

// CHECK-LABEL: func.func @on_device
func.func @on_device(%z: tensor<?x10xf32, #croton.device<"dev0">>,
                     %y: tensor<?xi64, #croton.device<"dev0">>)
    -> (tensor<?x10xf32, #croton.device<"dev0">>,
        tensor<?xf32, #croton.device<"dev0">>) {
  // CHECK: = croton.softmax %{{.+}} axis 1 : tensor<?x10xf32, #croton.device<"dev0">>
  %0 = croton.softmax %z axis 1 : tensor<?x10xf32, #croton.device<"dev0">>
  // CHECK: = croton.crossentropy_softmax %{{.+}}, %{{.+}} : tensor<?x10xf32, #croton.device<"dev0">>, tensor<?xi64, #croton.device<"dev0">>
  %1 = croton.crossentropy_softmax %z, %y : tensor<?x10xf32, #croton.device<"dev0">>, tensor<?xi64, #croton.device<"dev0">>
  return %0, %1 : tensor<?x10xf32, #croton.device<"dev0">>,
                  tensor<?xf32, #croton.device<"dev0">>
}
