// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s

// CHECK-LABEL: func.func @dimshuffle
// CHECK-SAME: (%[[M:.+]]: tensor<?x4xf32>, %[[V:.+]]: tensor<10xf32>, %[[S:.+]]: tensor<f32>, %[[ONE:.+]]: tensor<1x3x1xi8>)
func.func @dimshuffle(%m: tensor<?x4xf32>, %v: tensor<10xf32>, %s: tensor<f32>,
                      %one: tensor<1x3x1xi8>)
    -> (tensor<4x?xf32>, tensor<1x10x1xf32>, tensor<1x1xf32>, tensor<3xi8>,
        tensor<f32>) {
  // CHECK: = croton.dimshuffle %[[M]] [1, 0] : tensor<?x4xf32>
  %0 = croton.dimshuffle %m [1, 0] : tensor<?x4xf32>
  // CHECK: = croton.dimshuffle %[[V]] [x, 0, x] : tensor<10xf32>
  %1 = croton.dimshuffle %v [x, 0, x] : tensor<10xf32>
  // CHECK: = croton.dimshuffle %[[S]] [x, x] : tensor<f32>
  %2 = croton.dimshuffle %s [x, x] : tensor<f32>
  // Axes of size 1 may be dropped.
  // CHECK: = croton.dimshuffle %[[ONE]] [1] : tensor<1x3x1xi8>
  %3 = croton.dimshuffle %one [1] : tensor<1x3x1xi8>
  // CHECK: = croton.dimshuffle %[[S]] [] : tensor<f32>
  %4 = croton.dimshuffle %s [] : tensor<f32>
  return %0, %1, %2, %3, %4
      : tensor<4x?xf32>, tensor<1x10x1xf32>, tensor<1x1xf32>, tensor<3xi8>,
        tensor<f32>
}

// CHECK-LABEL: func.func @reshape
func.func @reshape(%x: tensor<?x4xf32>, %y: tensor<4x3xi1>, %s: tensor<2xi64>,
                   %none: tensor<0xi64>, %z: tensor<1x1xf16>,
                   %empty: tensor<0x5xbf16>) {
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<?x4xf32>, tensor<2xi64> -> tensor<?x2xf32>
  %0 = croton.reshape %x, %s : tensor<?x4xf32>, tensor<2xi64> -> tensor<?x2xf32>
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<4x3xi1>, tensor<2xi64> -> tensor<6x2xi1>
  %1 = croton.reshape %y, %s : tensor<4x3xi1>, tensor<2xi64> -> tensor<6x2xi1>
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<1x1xf16>, tensor<0xi64> -> tensor<f16>
  %2 = croton.reshape %z, %none : tensor<1x1xf16>, tensor<0xi64> -> tensor<f16>
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<0x5xbf16>, tensor<2xi64> -> tensor<?x0xbf16>
  %3 = croton.reshape %empty, %s : tensor<0x5xbf16>, tensor<2xi64> -> tensor<?x0xbf16>
  return
}

// Constant shapes that fit (reshape.r2, reshape.r3).
// CHECK-LABEL: func.func @reshape_to_constant
func.func @reshape_to_constant(%x: tensor<4x3xf32>, %y: tensor<?xf32>,
                               %empty: tensor<0xf32>) {
  %open = croton.constant dense<[-1, 6]> : tensor<2xi64>
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x6xf32>
  %0 = croton.reshape %x, %open : tensor<4x3xf32>, tensor<2xi64> -> tensor<2x6xf32>
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<4x3xf32>, tensor<2xi64> -> tensor<?x?xf32>
  %1 = croton.reshape %x, %open : tensor<4x3xf32>, tensor<2xi64> -> tensor<?x?xf32>
  // What the operand has is known at run time only.
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<?xf32>, tensor<2xi64> -> tensor<?x6xf32>
  %2 = croton.reshape %y, %open : tensor<?xf32>, tensor<2xi64> -> tensor<?x6xf32>
  // Nothing divides into rows of six, too: none.
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<0xf32>, tensor<2xi64> -> tensor<?x6xf32>
  %3 = croton.reshape %empty, %open : tensor<0xf32>, tensor<2xi64> -> tensor<?x6xf32>
  return
}

// CHECK-LABEL: func.func @shapes
func.func @shapes(%x: tensor<?x4x1xcomplex<f32>>, %s: tensor<ui16>)
    -> (tensor<3xi64>, tensor<i64>, tensor<0xi64>) {
  // CHECK: = croton.shape %{{.+}} : tensor<?x4x1xcomplex<f32>>
  %0 = croton.shape %x : tensor<?x4x1xcomplex<f32>>
  // CHECK: = croton.shape_i %{{.+}} at 2 : tensor<?x4x1xcomplex<f32>>
  %1 = croton.shape_i %x at 2 : tensor<?x4x1xcomplex<f32>>
  // CHECK: = croton.shape %{{.+}} : tensor<ui16>
  %2 = croton.shape %s : tensor<ui16>
  return %0, %1, %2 : tensor<3xi64>, tensor<i64>, tensor<0xi64>
}

// CHECK-LABEL: func.func @make_vector
func.func @make_vector(%n: tensor<i64>, %u: tensor<ui8>,
                       %c: tensor<complex<f64>>)
    -> (tensor<2xi64>, tensor<0xi64>, tensor<3xui8>, tensor<1xcomplex<f64>>) {
  // CHECK: = croton.make_vector %{{.+}}, %{{.+}} : tensor<i64>, tensor<i64>
  %0 = croton.make_vector %n, %n : tensor<i64>, tensor<i64>
  // CHECK: = croton.make_vector []{{$}}
  %1 = croton.make_vector []
  // CHECK: = croton.make_vector %{{.+}}, %{{.+}}, %{{.+}} {note} : tensor<ui8>, tensor<ui8>, tensor<ui8>
  %2 = croton.make_vector %u, %u, %u {note} : tensor<ui8>, tensor<ui8>, tensor<ui8>
  // CHECK: = croton.make_vector %{{.+}} : tensor<complex<f64>>
  %3 = croton.make_vector %c : tensor<complex<f64>>
  return %0, %1, %2, %3
      : tensor<2xi64>, tensor<0xi64>, tensor<3xui8>, tensor<1xcomplex<f64>>
}

// CHECK-LABEL: func.func @alloc
func.func @alloc(%zero: tensor<f32>, %row: tensor<1x4xi16>, %col: tensor<?x1xi32>,
                 %n: tensor<i64>, %m: tensor<i64>) {
  // CHECK: = croton.alloc %{{.+}}, %{{.+}}, %{{.+}} : tensor<f32> -> tensor<?x4xf32>
  %0 = croton.alloc %zero, %n, %m : tensor<f32> -> tensor<?x4xf32>
  // CHECK: = croton.alloc %{{.+}} : tensor<f32> -> tensor<f32>
  %1 = croton.alloc %zero : tensor<f32> -> tensor<f32>
  // CHECK: = croton.alloc %{{.+}}, %{{.+}}, %{{.+}} : tensor<1x4xi16> -> tensor<?x4xi16>
  %2 = croton.alloc %row, %n, %m : tensor<1x4xi16> -> tensor<?x4xi16>
  // The value is aligned on the right.
  // CHECK: = croton.alloc %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : tensor<?x1xi32> -> tensor<7x?x0xi32>
  %3 = croton.alloc %col, %n, %m, %n : tensor<?x1xi32> -> tensor<7x?x0xi32>
  return
}

// CHECK-LABEL: func.func @specify_shape
func.func @specify_shape(%x: tensor<?x?xf64>, %s: tensor<2xi64>) {
  // CHECK: = croton.specify_shape %{{.+}}, %{{.+}} : tensor<?x?xf64>, tensor<2xi64> -> tensor<?x4xf64>
  %0 = croton.specify_shape %x, %s : tensor<?x?xf64>, tensor<2xi64> -> tensor<?x4xf64>
  %constant = croton.constant dense<[0, 4]> : tensor<2xi64>
  // CHECK: = croton.specify_shape %{{.+}}, %{{.+}} : tensor<?x4xf64>, tensor<2xi64> -> tensor<0x?xf64>
  %1 = croton.specify_shape %0, %constant : tensor<?x4xf64>, tensor<2xi64> -> tensor<0x?xf64>
  return
}

// Sizes are on the host, wherever the data is.
// CHECK-LABEL: func.func @on_device
func.func @on_device(%x: tensor<?x4xf32, #croton.device<"dev0">>)
    -> (tensor<4x?xf32, #croton.device<"dev0">>, tensor<2xi64>, tensor<i64>) {
  // CHECK: = croton.dimshuffle %{{.+}} [1, 0] : tensor<?x4xf32, #croton.device<"dev0">>
  %0 = croton.dimshuffle %x [1, 0] : tensor<?x4xf32, #croton.device<"dev0">>
  // CHECK: = croton.shape %{{.+}} : tensor<?x4xf32, #croton.device<"dev0">>
  %1 = croton.shape %x : tensor<?x4xf32, #croton.device<"dev0">>
  %2 = croton.shape_i %x at 0 : tensor<?x4xf32, #croton.device<"dev0">>
  // CHECK: = croton.reshape %{{.+}}, %{{.+}} : tensor<?x4xf32, #croton.device<"dev0">>, tensor<2xi64> -> tensor<?x?xf32, #croton.device<"dev0">>
  %3 = croton.reshape %x, %1 : tensor<?x4xf32, #croton.device<"dev0">>, tensor<2xi64> -> tensor<?x?xf32, #croton.device<"dev0">>
  // CHECK: = croton.alloc %{{.+}}, %{{.+}}, %{{.+}} : tensor<?x4xf32, #croton.device<"dev0">> -> tensor<?x?xf32, #croton.device<"dev0">>
  %4 = croton.alloc %x, %2, %2 : tensor<?x4xf32, #croton.device<"dev0">> -> tensor<?x?xf32, #croton.device<"dev0">>
  // CHECK: = croton.specify_shape %{{.+}}, %{{.+}} : tensor<?x4xf32, #croton.device<"dev0">>, tensor<2xi64> -> tensor<3x4xf32, #croton.device<"dev0">>
  %5 = croton.specify_shape %x, %1 : tensor<?x4xf32, #croton.device<"dev0">>, tensor<2xi64> -> tensor<3x4xf32, #croton.device<"dev0">>
  return %0, %1, %2
      : tensor<4x?xf32, #croton.device<"dev0">>, tensor<2xi64>, tensor<i64>
}
