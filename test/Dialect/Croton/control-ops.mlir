// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s
// RUN: croton-opt %s --emit-bytecode | croton-opt | FileCheck %s

// CHECK-LABEL: func.func @constants
func.func @constants() -> tensor<2xf32> {
  // CHECK: = croton.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %0 = croton.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: = croton.constant dense<true> : tensor<1x3xi1>
  %1 = croton.constant dense<true> : tensor<1x3xi1>
  // CHECK: = croton.constant dense<-128> : tensor<i8>
  %2 = croton.constant dense<-128> : tensor<i8>
  // CHECK: = croton.constant dense<-1> : tensor<2xi16>
  %3 = croton.constant dense<-1> : tensor<2xi16>
  // CHECK: = croton.constant dense<2147483647> : tensor<i32>
  %4 = croton.constant dense<2147483647> : tensor<i32>
  // CHECK: = croton.constant dense<-9223372036854775808> : tensor<i64>
  %5 = croton.constant dense<-9223372036854775808> : tensor<i64>
  // CHECK: = croton.constant dense<[0, 255]> : tensor<2xui8>
  %6 = croton.constant dense<[0, 255]> : tensor<2xui8>
  // CHECK: = croton.constant dense<65535> : tensor<ui16>
  %7 = croton.constant dense<65535> : tensor<ui16>
  // CHECK: = croton.constant dense<4294967295> : tensor<ui32>
  %8 = croton.constant dense<4294967295> : tensor<ui32>
  // CHECK: = croton.constant dense<18446744073709551615> : tensor<ui64>
  %9 = croton.constant dense<18446744073709551615> : tensor<ui64>
  // NaN, infinity and the sign of zero are kept.
  // CHECK: = croton.constant dense<[0x7E00, 0x7C00, -0.000000e+00]> : tensor<3xf16>
  %10 = croton.constant dense<[0x7E00, 0x7C00, -0.0]> : tensor<3xf16>
  // CHECK: = croton.constant dense<0xFF80> : tensor<bf16>
  %11 = croton.constant dense<0xFF80> : tensor<bf16>
  // CHECK: = croton.constant dense<0x7FF8000000000001> : tensor<f64>
  %12 = croton.constant dense<0x7FF8000000000001> : tensor<f64>
  // CHECK: = croton.constant dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f32>>
  %13 = croton.constant dense<(1.0, -2.0)> : tensor<complex<f32>>
  // CHECK: = croton.constant dense<[(0.000000e+00,1.000000e+00), (1.000000e+00,0.000000e+00)]> : tensor<2xcomplex<f64>>
  %14 = croton.constant dense<[(0.0, 1.0), (1.0, 0.0)]> : tensor<2xcomplex<f64>>
  // CHECK: = croton.constant dense<> : tensor<0x2xf32>
  %15 = croton.constant dense<> : tensor<0x2xf32>
  // CHECK: = croton.constant {note} dense<0> : tensor<i64>
  %16 = croton.constant {note} dense<0> : tensor<i64>
  // CHECK: = croton.constant dense_resource<weights> : tensor<2xf32>
  %17 = croton.constant dense_resource<weights> : tensor<2xf32>
  // CHECK: = croton.constant dense<1.000000e+00> : tensor<4xf32, #croton.device<"dev0">>
  %18 = croton.constant dense<1.0> : tensor<4xf32, #croton.device<"dev0">>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @composite
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[Y:.+]]: tensor<1x4xui8>)
func.func @composite(%x: tensor<?x4xf32>, %y: tensor<1x4xui8>)
    -> (tensor<?x4xf32>, tensor<?x4xui8>) {
  // CHECK: %[[R:.+]]:2 = croton.composite %[[X]], %[[Y]] : (tensor<?x4xf32>, tensor<1x4xui8>) -> (tensor<?x4xf32>, tensor<?x4xui8>) {
  // Integers lose their sign in the body.
  // CHECK-NEXT: ^bb0(%[[A:.+]]: f32, %[[B:.+]]: i8):
  // CHECK-NEXT: %[[C:.+]] = arith.uitofp %[[B]] : i8 to f32
  // CHECK-NEXT: %[[D:.+]] = arith.addf %[[A]], %[[C]] : f32
  // CHECK-NEXT: croton.yield %[[D]], %[[B]] : f32, i8
  // CHECK-NEXT: }
  %r:2 = croton.composite %x, %y
      : (tensor<?x4xf32>, tensor<1x4xui8>)
        -> (tensor<?x4xf32>, tensor<?x4xui8>) {
  ^bb0(%a: f32, %b: i8):
    %c = arith.uitofp %b : i8 to f32
    %d = arith.addf %a, %c : f32
    croton.yield %d, %b : f32, i8
  }
  return %r#0, %r#1 : tensor<?x4xf32>, tensor<?x4xui8>
}

// CHECK-LABEL: func.func @composites
func.func @composites(%x: tensor<0x1xcomplex<f64>>,
                      %y: tensor<i1, #croton.device<"dev0">>) {
  // CHECK: = croton.composite %{{.+}} : (tensor<0x1xcomplex<f64>>) -> tensor<0x1xf64> attributes {note} {
  %0 = croton.composite %x : (tensor<0x1xcomplex<f64>>) -> tensor<0x1xf64>
      attributes {note} {
  ^bb0(%a: complex<f64>):
    %re = complex.re %a : complex<f64>
    croton.yield %re : f64
  }
  // CHECK: = croton.composite %{{.+}} : (tensor<i1, #croton.device<"dev0">>) -> tensor<i1, #croton.device<"dev0">> {
  %1 = croton.composite %y : (tensor<i1, #croton.device<"dev0">>)
      -> tensor<i1, #croton.device<"dev0">> {
  ^bb0(%a: i1):
    croton.yield %a : i1
  }
  // No results: the yield need not be written.
  // CHECK: croton.composite %{{.+}} : (tensor<0x1xcomplex<f64>>) -> () {
  croton.composite %x : (tensor<0x1xcomplex<f64>>) -> () {
  // CHECK-NEXT: ^bb0(%{{.+}}: complex<f64>):
  // CHECK-NEXT: }
  ^bb0(%a: complex<f64>):
  }
  return
}

// CHECK-LABEL: func.func @assert
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[C:.+]]: tensor<i1>, %[[D:.+]]: tensor<i1>)
func.func @assert(%x: tensor<?xf32>, %c: tensor<i1>, %d: tensor<i1>)
    -> tensor<?xf32> {
  // CHECK: = croton.assert %[[X]], %[[C]], "sizes must be positive" : tensor<?xf32>, tensor<i1>
  %0 = croton.assert %x, %c, "sizes must be positive" : tensor<?xf32>, tensor<i1>
  // CHECK: = croton.assert %{{.+}}, %[[C]], %[[D]], "a \22quoted\22 {0}" {note} : tensor<?xf32>, tensor<i1>, tensor<i1>
  %1 = croton.assert %0, %c, %d, "a \22quoted\22 {0}" {note}
      : tensor<?xf32>, tensor<i1>, tensor<i1>
  // CHECK: = croton.assert %{{.+}}, "" : tensor<?xf32>
  %2 = croton.assert %1, "" : tensor<?xf32>
  return %2 : tensor<?xf32>
}

// A condition may be known on the host before the data is on the device.
// CHECK-LABEL: func.func @assert_on_device
func.func @assert_on_device(%x: tensor<?xf32, #croton.device<"dev0">>,
                            %c: tensor<i1>,
                            %d: tensor<i1, #croton.device<"dev0">>)
    -> tensor<?xf32, #croton.device<"dev0">> {
  // CHECK: = croton.assert %{{.+}}, %{{.+}}, %{{.+}}, "both" : tensor<?xf32, #croton.device<"dev0">>, tensor<i1>, tensor<i1, #croton.device<"dev0">>
  %0 = croton.assert %x, %c, %d, "both" : tensor<?xf32, #croton.device<"dev0">>, tensor<i1>, tensor<i1, #croton.device<"dev0">>
  return %0 : tensor<?xf32, #croton.device<"dev0">>
}

// CHECK-LABEL: func.func @check
// CHECK-SAME: (%[[OK:.+]]: i1, %[[N:.+]]: index, %[[M:.+]]: index)
func.func @check(%ok: i1, %n: index, %m: index) {
  // CHECK: croton.check %[[OK]], 1, "dim 1 is {0} and {1}"(%[[N]], %[[M]])
  croton.check %ok, 1, "dim 1 is {0} and {1}" (%n, %m)
  // Braces that stand for no value are text.
  // CHECK: croton.check %[[OK]], 7, "{0}" {note}
  croton.check %ok, 7, "{0}" {note}
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
