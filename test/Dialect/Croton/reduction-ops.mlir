// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s

// reduction.r3: the result has the other dims, in order.
// CHECK-LABEL: func.func @axes
// CHECK-SAME: (%[[X:.+]]: tensor<2x?x4xf32>)
func.func @axes(%x: tensor<2x?x4xf32>)
    -> (tensor<2x?xf32>, tensor<?xf32>, tensor<f32>, tensor<2x?x4xf32>) {
  // CHECK: = croton.sum %[[X]] axes [2] : tensor<2x?x4xf32>
  %last = croton.sum %x axes [2] : tensor<2x?x4xf32>
  // CHECK: = croton.mean %[[X]] axes [0, 2] : tensor<2x?x4xf32>
  %outer = croton.mean %x axes [0, 2] : tensor<2x?x4xf32>
  // CHECK: = croton.max %[[X]] axes [0, 1, 2] : tensor<2x?x4xf32>
  %all = croton.max %x axes [0, 1, 2] : tensor<2x?x4xf32>
  // CHECK: = croton.sum %[[X]] axes [] : tensor<2x?x4xf32>
  %none = croton.sum %x axes [] : tensor<2x?x4xf32>
  return %last, %outer, %all, %none
      : tensor<2x?xf32>, tensor<?xf32>, tensor<f32>, tensor<2x?x4xf32>
}

// CHECK-LABEL: func.func @argmax
func.func @argmax(%x: tensor<?x10xf32>, %i: tensor<3xui8>)
    -> (tensor<?xi64>, tensor<i64>) {
  // CHECK: = croton.argmax %{{.+}} axes [1] : tensor<?x10xf32>
  %0 = croton.argmax %x axes [1] : tensor<?x10xf32>
  // CHECK: = croton.argmax %{{.+}} axes [0] : tensor<3xui8>
  %1 = croton.argmax %i axes [0] : tensor<3xui8>
  return %0, %1 : tensor<?xi64>, tensor<i64>
}

// CHECK-LABEL: func.func @accumulators
func.func @accumulators(%x: tensor<?xf16>, %n: tensor<?xi32>)
    -> (tensor<f16>, tensor<f32>, tensor<i32>, tensor<i64>, tensor<f32>) {
  // CHECK: = croton.sum %{{.+}} axes [0] acc f64 : tensor<?xf16>
  %0 = croton.sum %x axes [0] acc f64 : tensor<?xf16>
  // CHECK: = croton.sum %{{.+}} axes [0] dtype f32 : tensor<?xf16>
  %1 = croton.sum %x axes [0] dtype f32 : tensor<?xf16>
  // CHECK: = croton.sum %{{.+}} axes [0] acc i32 dtype i32 : tensor<?xi32>
  %2 = croton.sum %n axes [0] acc i32 dtype i32 : tensor<?xi32>
  // A float accumulator for integers is allowed, whatever it holds.
  // CHECK: = croton.sum %{{.+}} axes [0] acc f32 : tensor<?xi32>
  %3 = croton.sum %n axes [0] acc f32 : tensor<?xi32>
  // CHECK: = croton.mean %{{.+}} axes [0] acc f32 dtype f32 : tensor<?xi32>
  %4 = croton.mean %n axes [0] acc f32 dtype f32 : tensor<?xi32>
  return %0, %1, %2, %3, %4
      : tensor<f16>, tensor<f32>, tensor<i32>, tensor<i64>, tensor<f32>
}

// The default result types of sum.
// CHECK-LABEL: func.func @sum_types
func.func @sum_types(%i1: tensor<2xi1>, %i8: tensor<2xi8>, %i16: tensor<2xi16>,
                     %i32: tensor<2xi32>, %i64: tensor<2xi64>,
                     %ui8: tensor<2xui8>, %ui16: tensor<2xui16>,
                     %ui32: tensor<2xui32>, %ui64: tensor<2xui64>,
                     %f16: tensor<2xf16>, %bf16: tensor<2xbf16>,
                     %f32: tensor<2xf32>, %f64: tensor<2xf64>,
                     %c64: tensor<2xcomplex<f32>>,
                     %c128: tensor<2xcomplex<f64>>)
    -> (tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>,
        tensor<ui64>, tensor<ui64>, tensor<ui64>, tensor<ui64>, tensor<f16>,
        tensor<bf16>, tensor<f32>, tensor<f64>, tensor<complex<f32>>,
        tensor<complex<f64>>) {
  // CHECK-COUNT-15: = croton.sum
  %0 = croton.sum %i1 axes [0] : tensor<2xi1>
  %1 = croton.sum %i8 axes [0] : tensor<2xi8>
  %2 = croton.sum %i16 axes [0] : tensor<2xi16>
  %3 = croton.sum %i32 axes [0] : tensor<2xi32>
  %4 = croton.sum %i64 axes [0] : tensor<2xi64>
  %5 = croton.sum %ui8 axes [0] : tensor<2xui8>
  %6 = croton.sum %ui16 axes [0] : tensor<2xui16>
  %7 = croton.sum %ui32 axes [0] : tensor<2xui32>
  %8 = croton.sum %ui64 axes [0] : tensor<2xui64>
  %9 = croton.sum %f16 axes [0] : tensor<2xf16>
  %10 = croton.sum %bf16 axes [0] : tensor<2xbf16>
  %11 = croton.sum %f32 axes [0] : tensor<2xf32>
  %12 = croton.sum %f64 axes [0] : tensor<2xf64>
  %13 = croton.sum %c64 axes [0] : tensor<2xcomplex<f32>>
  %14 = croton.sum %c128 axes [0] : tensor<2xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14
      : tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<i64>,
        tensor<ui64>, tensor<ui64>, tensor<ui64>, tensor<ui64>, tensor<f16>,
        tensor<bf16>, tensor<f32>, tensor<f64>, tensor<complex<f32>>,
        tensor<complex<f64>>
}

// The default result types of mean, max keeps that of the operand.
// CHECK-LABEL: func.func @mean_types
func.func @mean_types(%i1: tensor<2xi1>, %i32: tensor<2xi32>,
                      %ui64: tensor<2xui64>, %f16: tensor<2xf16>,
                      %f32: tensor<2xf32>, %c64: tensor<2xcomplex<f32>>)
    -> (tensor<f64>, tensor<f64>, tensor<f64>, tensor<f16>, tensor<f32>,
        tensor<complex<f32>>, tensor<i1>, tensor<ui64>) {
  %0 = croton.mean %i1 axes [0] : tensor<2xi1>
  %1 = croton.mean %i32 axes [0] : tensor<2xi32>
  %2 = croton.mean %ui64 axes [0] : tensor<2xui64>
  %3 = croton.mean %f16 axes [0] : tensor<2xf16>
  %4 = croton.mean %f32 axes [0] : tensor<2xf32>
  %5 = croton.mean %c64 axes [0] : tensor<2xcomplex<f32>>
  %6 = croton.max %i1 axes [0] : tensor<2xi1>
  %7 = croton.max %ui64 axes [0] : tensor<2xui64>
  // CHECK: return %{{.+}} : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f16>, tensor<f32>, tensor<complex<f32>>, tensor<i1>, tensor<ui64>
  return %0, %1, %2, %3, %4, %5, %6, %7
      : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f16>, tensor<f32>,
        tensor<complex<f32>>, tensor<i1>, tensor<ui64>
}

// Sums and means of nothing exist; so does the maximum of no rows.
// CHECK-LABEL: func.func @empty
func.func @empty(%x: tensor<0x1x4xf32>)
    -> (tensor<1x4xf32>, tensor<4xf32>, tensor<0x1xf32>, tensor<0x4xi64>) {
  // CHECK: = croton.sum %{{.+}} axes [0] : tensor<0x1x4xf32>
  %0 = croton.sum %x axes [0] : tensor<0x1x4xf32>
  // CHECK: = croton.mean %{{.+}} axes [0, 1] : tensor<0x1x4xf32>
  %1 = croton.mean %x axes [0, 1] : tensor<0x1x4xf32>
  // CHECK: = croton.max %{{.+}} axes [2] : tensor<0x1x4xf32>
  %2 = croton.max %x axes [2] : tensor<0x1x4xf32>
  // CHECK: = croton.argmax %{{.+}} axes [1] : tensor<0x1x4xf32>
  %3 = croton.argmax %x axes [1] : tensor<0x1x4xf32>
  return %0, %1, %2, %3
      : tensor<1x4xf32>, tensor<4xf32>, tensor<0x1xf32>, tensor<0x4xi64>
}

// CHECK-LABEL: func.func @on_device
func.func @on_device(%x: tensor<?x4xf32, #croton.device<"dev0">>)
    -> (tensor<?xf32, #croton.device<"dev0">>,
        tensor<4xi64, #croton.device<"dev0">>) {
  // CHECK: = croton.sum %{{.+}} axes [1] : tensor<?x4xf32, #croton.device<"dev0">>
  %0 = croton.sum %x axes [1] : tensor<?x4xf32, #croton.device<"dev0">>
  // CHECK: = croton.argmax %{{.+}} axes [0] : tensor<?x4xf32, #croton.device<"dev0">>
  %1 = croton.argmax %x axes [0] : tensor<?x4xf32, #croton.device<"dev0">>
  return %0, %1 : tensor<?xf32, #croton.device<"dev0">>,
                  tensor<4xi64, #croton.device<"dev0">>
}

// CHECK-LABEL: func.func @scalars
func.func @scalars(%x: tensor<i8>) -> (tensor<i64>, tensor<i8>) {
  // CHECK: = croton.sum %{{.+}} axes [] {note} : tensor<i8>
  %0 = croton.sum %x axes [] {note} : tensor<i8>
  // CHECK: = croton.max %{{.+}} axes [] : tensor<i8>
  %1 = croton.max %x axes [] : tensor<i8>
  return %0, %1 : tensor<i64>, tensor<i8>
}
