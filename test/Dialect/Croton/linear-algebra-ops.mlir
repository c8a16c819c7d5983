// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s

// Every pair of ranks.
// CHECK-LABEL: func.func @dot
// CHECK-SAME: (%[[M:.+]]: tensor<?x64xf32>, %[[N:.+]]: tensor<64x10xf32>, %[[V:.+]]: tensor<64xf32>)
func.func @dot(%m: tensor<?x64xf32>, %n: tensor<64x10xf32>, %v: tensor<64xf32>)
    -> (tensor<?x10xf32>, tensor<?xf32>, tensor<10xf32>, tensor<f32>) {
  // CHECK: = croton.dot %[[M]], %[[N]] : tensor<?x64xf32>, tensor<64x10xf32>
  %0 = croton.dot %m, %n : tensor<?x64xf32>, tensor<64x10xf32>
  // CHECK: = croton.dot %[[M]], %[[V]] : tensor<?x64xf32>, tensor<64xf32>
  %1 = croton.dot %m, %v : tensor<?x64xf32>, tensor<64xf32>
  // CHECK: = croton.dot %[[V]], %[[N]] : tensor<64xf32>, tensor<64x10xf32>
  %2 = croton.dot %v, %n : tensor<64xf32>, tensor<64x10xf32>
  // CHECK: = croton.dot %[[V]], %[[V]] {note} : tensor<64xf32>, tensor<64xf32>
  %3 = croton.dot %v, %v {note} : tensor<64xf32>, tensor<64xf32>
  return %0, %1, %2, %3
      : tensor<?x10xf32>, tensor<?xf32>, tensor<10xf32>, tensor<f32>
}

// Inner sizes may be unknown on either side, 0 or 1.
// CHECK-LABEL: func.func @inner_sizes
func.func @inner_sizes(%a: tensor<2x?xf64>, %b: tensor<3x4xf64>,
                       %c: tensor<2x0xf64>, %d: tensor<0x5xf64>,
                       %e: tensor<2x1xf64>, %f: tensor<1x1xf64>)
    -> (tensor<2x4xf64>, tensor<2x5xf64>, tensor<2x1xf64>) {
  // CHECK: = croton.dot %{{.+}}, %{{.+}} : tensor<2x?xf64>, tensor<3x4xf64>
  %0 = croton.dot %a, %b : tensor<2x?xf64>, tensor<3x4xf64>
  // CHECK: = croton.dot %{{.+}}, %{{.+}} : tensor<2x0xf64>, tensor<0x5xf64>
  %1 = croton.dot %c, %d : tensor<2x0xf64>, tensor<0x5xf64>
  // CHECK: = croton.dot %{{.+}}, %{{.+}} : tensor<2x1xf64>, tensor<1x1xf64>
  %2 = croton.dot %e, %f : tensor<2x1xf64>, tensor<1x1xf64>
  return %0, %1, %2 : tensor<2x4xf64>, tensor<2x5xf64>, tensor<2x1xf64>
}

// CHECK-LABEL: func.func @element_types
func.func @element_types(%i8: tensor<2xi8>, %i16: tensor<2xi16>,
                         %i32: tensor<2xi32>, %i64: tensor<2xi64>,
                         %ui8: tensor<2xui8>, %ui16: tensor<2xui16>,
                         %ui32: tensor<2xui32>, %ui64: tensor<2xui64>,
                         %f16: tensor<2xf16>, %bf16: tensor<2xbf16>,
                         %c64: tensor<2xcomplex<f32>>,
                         %c128: tensor<2xcomplex<f64>>)
    -> (tensor<i8>, tensor<ui64>, tensor<f16>, tensor<bf16>,
        tensor<complex<f64>>) {
  // CHECK-COUNT-12: = croton.dot
  %0 = croton.dot %i8, %i8 : tensor<2xi8>, tensor<2xi8>
  %1 = croton.dot %i16, %i16 : tensor<2xi16>, tensor<2xi16>
  %2 = croton.dot %i32, %i32 : tensor<2xi32>, tensor<2xi32>
  %3 = croton.dot %i64, %i64 : tensor<2xi64>, tensor<2xi64>
  %4 = croton.dot %ui8, %ui8 : tensor<2xui8>, tensor<2xui8>
  %5 = croton.dot %ui16, %ui16 : tensor<2xui16>, tensor<2xui16>
  %6 = croton.dot %ui32, %ui32 : tensor<2xui32>, tensor<2xui32>
  %7 = croton.dot %ui64, %ui64 : tensor<2xui64>, tensor<2xui64>
  %8 = croton.dot %f16, %f16 : tensor<2xf16>, tensor<2xf16>
  %9 = croton.dot %bf16, %bf16 : tensor<2xbf16>, tensor<2xbf16>
  %10 = croton.dot %c64, %c64 : tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>
  %11 = croton.dot %c128, %c128 : tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>
  return %0, %7, %8, %9, %11
      : tensor<i8>, tensor<ui64>, tensor<f16>, tensor<bf16>,
        tensor<complex<f64>>
}

// The batch size is the one that is known.
// CHECK-LABEL: func.func @batched_dot
func.func @batched_dot(%a: tensor<?x4x5xf32>, %b: tensor<7x5x?xf32>,
                       %c: tensor<1x5x6xi32>, %d: tensor<1x?x0xi32>)
    -> (tensor<7x4x?xf32>, tensor<1x5x0xi32>) {
  // CHECK: = croton.batched_dot %{{.+}}, %{{.+}} : tensor<?x4x5xf32>, tensor<7x5x?xf32>
  %0 = croton.batched_dot %a, %b : tensor<?x4x5xf32>, tensor<7x5x?xf32>
  // CHECK: = croton.batched_dot %{{.+}}, %{{.+}} {note} : tensor<1x5x6xi32>, tensor<1x?x0xi32>
  %1 = croton.batched_dot %c, %d {note} : tensor<1x5x6xi32>, tensor<1x?x0xi32>
  return %0, %1 : tensor<7x4x?xf32>, tensor<1x5x0xi32>
}

// CHECK-LABEL: func.func @on_device
func.func @on_device(%x: tensor<?x4xf32, #croton.device<"dev0">>,
                     %y: tensor<4xf32, #croton.device<"dev0">>)
    -> tensor<?xf32, #croton.device<"dev0">> {
  // CHECK: = croton.dot %{{.+}}, %{{.+}} : tensor<?x4xf32, #croton.device<"dev0">>, tensor<4xf32, #croton.device<"dev0">>
  %0 = croton.dot %x, %y : tensor<?x4xf32, #croton.device<"dev0">>, tensor<4xf32, #croton.device<"dev0">>
  return %0 : tensor<?xf32, #croton.device<"dev0">>
}
