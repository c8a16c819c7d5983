// Every elementwise op in every form it has, through text, generic text and
// bytecode.
// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s
// RUN: croton-opt %s --emit-bytecode | croton-opt | FileCheck %s

// CHECK-LABEL: func.func @unary
// CHECK-SAME: (%[[X:.+]]: tensor<4x?xf32>)
func.func @unary(%x: tensor<4x?xf32>) {
  // CHECK: = croton.neg %[[X]] : tensor<4x?xf32>
  %neg = croton.neg %x : tensor<4x?xf32>
  // CHECK: = croton.abs %[[X]] : tensor<4x?xf32>
  %abs = croton.abs %x : tensor<4x?xf32>
  // CHECK: = croton.sqr %[[X]] : tensor<4x?xf32>
  %sqr = croton.sqr %x : tensor<4x?xf32>
  // CHECK: = croton.sqrt %[[X]] : tensor<4x?xf32>
  %sqrt = croton.sqrt %x : tensor<4x?xf32>
  // CHECK: = croton.exp %[[X]] : tensor<4x?xf32>
  %exp = croton.exp %x : tensor<4x?xf32>
  // CHECK: = croton.expm1 %[[X]] : tensor<4x?xf32>
  %expm1 = croton.expm1 %x : tensor<4x?xf32>
  // CHECK: = croton.log %[[X]] : tensor<4x?xf32>
  %log = croton.log %x : tensor<4x?xf32>
  // CHECK: = croton.log1p %[[X]] : tensor<4x?xf32>
  %log1p = croton.log1p %x : tensor<4x?xf32>
  // CHECK: = croton.tanh %[[X]] : tensor<4x?xf32>
  %tanh = croton.tanh %x : tensor<4x?xf32>
  // CHECK: = croton.sigmoid %[[X]] : tensor<4x?xf32>
  %sigmoid = croton.sigmoid %x : tensor<4x?xf32>
  return
}

// The result type is not written: `return` shows what was inferred.
// CHECK-LABEL: func.func @binary
// CHECK-SAME: (%[[X:.+]]: tensor<?x64xf64>, %[[Y:.+]]: tensor<?x1xf64>)
func.func @binary(%x: tensor<?x64xf64>, %y: tensor<?x1xf64>)
    -> (tensor<?x64xf64>, tensor<?x64xi1>) {
  // CHECK: = croton.sub %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %sub = croton.sub %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.true_div %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %div = croton.true_div %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.maximum %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %max = croton.maximum %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.minimum %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %min = croton.minimum %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.eq %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %eq = croton.eq %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.neq %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %neq = croton.neq %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.lt %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %lt = croton.lt %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.le %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %le = croton.le %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.gt %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %gt = croton.gt %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  // CHECK: = croton.ge %[[X]], %[[Y]] : tensor<?x64xf64>, tensor<?x1xf64>
  %ge = croton.ge %x, %y : tensor<?x64xf64>, tensor<?x1xf64>
  return %sub, %ge : tensor<?x64xf64>, tensor<?x64xi1>
}

// add and mul take any number of operands but none.
// CHECK-LABEL: func.func @variadic
// CHECK-SAME: (%[[X:.+]]: tensor<?xi32>, %[[Y:.+]]: tensor<1xi32>)
func.func @variadic(%x: tensor<?xi32>, %y: tensor<1xi32>) -> tensor<?xi32> {
  // CHECK: = croton.add %[[X]] : tensor<?xi32>
  %one = croton.add %x : tensor<?xi32>
  // CHECK: = croton.add %[[X]], %[[Y]] : tensor<?xi32>, tensor<1xi32>
  %two = croton.add %x, %y : tensor<?xi32>, tensor<1xi32>
  // CHECK: = croton.mul %[[X]], %[[Y]], %[[X]] : tensor<?xi32>, tensor<1xi32>, tensor<?xi32>
  %three = croton.mul %x, %y, %x : tensor<?xi32>, tensor<1xi32>, tensor<?xi32>
  return %three : tensor<?xi32>
}

// CHECK-LABEL: func.func @selection
// CHECK-SAME: (%[[C:.+]]: tensor<?x1xi1>, %[[X:.+]]: tensor<1x8xf32>, %[[Y:.+]]: tensor<1x1xf32>)
func.func @selection(%c: tensor<?x1xi1>, %x: tensor<1x8xf32>,
                     %y: tensor<1x1xf32>)
    -> (tensor<?x8xf32>, tensor<1x8xf32>, tensor<1x8xi1>, tensor<?x8xf32>) {
  // The condition, too, gives the result its shape.
  // CHECK: = croton.switch %[[C]], %[[X]], %[[Y]] : tensor<?x1xi1>, tensor<1x8xf32>, tensor<1x1xf32>
  %0 = croton.switch %c, %x, %y
      : tensor<?x1xi1>, tensor<1x8xf32>, tensor<1x1xf32>
  // CHECK: = croton.clip %[[X]], %[[Y]], %[[Y]] : tensor<1x8xf32>, tensor<1x1xf32>, tensor<1x1xf32>
  %1 = croton.clip %x, %y, %y
      : tensor<1x8xf32>, tensor<1x1xf32>, tensor<1x1xf32>
  // CHECK: = croton.cast %[[X]] to i1 : tensor<1x8xf32>
  %2 = croton.cast %x to i1 : tensor<1x8xf32>
  // The element type is that of the value, the shape that of both.
  // CHECK: = croton.fill %[[C]], %[[X]] : tensor<?x1xi1>, tensor<1x8xf32>
  %3 = croton.fill %c, %x : tensor<?x1xi1>, tensor<1x8xf32>
  return %0, %1, %2, %3
      : tensor<?x8xf32>, tensor<1x8xf32>, tensor<1x8xi1>, tensor<?x8xf32>
}

// elementwise.r3: 1 in every operand stays 1; a static size wins over a dynamic
// one; sizes 0 and 1 are sizes like others.
// CHECK-LABEL: func.func @shapes
func.func @shapes(%a: tensor<1x?x?x0x1xf32>, %b: tensor<1x3x?x0x0xf32>)
    -> tensor<1x3x?x0x0xf32> {
  %r = croton.add %a, %b : tensor<1x?x?x0x1xf32>, tensor<1x3x?x0x0xf32>
  return %r : tensor<1x3x?x0x0xf32>
}

// CHECK-LABEL: func.func @scalars
func.func @scalars(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  // CHECK: croton.sub %{{.+}}, %{{.+}} : tensor<f32>, tensor<f32>
  %r = croton.sub %a, %b : tensor<f32>, tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @element_types
func.func @element_types(%x: tensor<2xi1>) {
  // CHECK: = croton.cast %{{.+}} to i8 : tensor<2xi1>
  %i8 = croton.cast %x to i8 : tensor<2xi1>
  // CHECK: = croton.cast %{{.+}} to i16 : tensor<2xi8>
  %i16 = croton.cast %i8 to i16 : tensor<2xi8>
  // CHECK: = croton.cast %{{.+}} to i32 : tensor<2xi16>
  %i32 = croton.cast %i16 to i32 : tensor<2xi16>
  // CHECK: = croton.cast %{{.+}} to i64 : tensor<2xi32>
  %i64 = croton.cast %i32 to i64 : tensor<2xi32>
  // CHECK: = croton.cast %{{.+}} to ui8 : tensor<2xi64>
  %ui8 = croton.cast %i64 to ui8 : tensor<2xi64>
  // CHECK: = croton.cast %{{.+}} to ui16 : tensor<2xui8>
  %ui16 = croton.cast %ui8 to ui16 : tensor<2xui8>
  // CHECK: = croton.cast %{{.+}} to ui32 : tensor<2xui16>
  %ui32 = croton.cast %ui16 to ui32 : tensor<2xui16>
  // CHECK: = croton.cast %{{.+}} to ui64 : tensor<2xui32>
  %ui64 = croton.cast %ui32 to ui64 : tensor<2xui32>
  // CHECK: = croton.cast %{{.+}} to f16 : tensor<2xui64>
  %f16 = croton.cast %ui64 to f16 : tensor<2xui64>
  // CHECK: = croton.cast %{{.+}} to bf16 : tensor<2xf16>
  %bf16 = croton.cast %f16 to bf16 : tensor<2xf16>
  // CHECK: = croton.cast %{{.+}} to f32 : tensor<2xbf16>
  %f32 = croton.cast %bf16 to f32 : tensor<2xbf16>
  // CHECK: = croton.cast %{{.+}} to f64 : tensor<2xf32>
  %f64 = croton.cast %f32 to f64 : tensor<2xf32>
  // CHECK: = croton.cast %{{.+}} to complex<f32> : tensor<2xf64>
  %c64 = croton.cast %f64 to complex<f32> : tensor<2xf64>
  // CHECK: = croton.cast %{{.+}} to complex<f64> : tensor<2xcomplex<f32>>
  %c128 = croton.cast %c64 to complex<f64> : tensor<2xcomplex<f32>>
  // CHECK: = croton.exp %{{.+}} : tensor<2xcomplex<f64>>
  %exp = croton.exp %c128 : tensor<2xcomplex<f64>>
  // CHECK: = croton.add %{{.+}}, %{{.+}} : tensor<2xi1>, tensor<2xi1>
  %or = croton.add %x, %x : tensor<2xi1>, tensor<2xi1>
  return
}

// The result lives where the operands do.
// CHECK-LABEL: func.func @on_device
func.func @on_device(%x: tensor<4x?xf32, #croton.device<"dev0">>,
                     %y: tensor<1x?xf32, #croton.device<"dev0">>)
    -> tensor<4x?xi1, #croton.device<"dev0">> {
  // CHECK: = croton.lt %{{.+}}, %{{.+}} : tensor<4x?xf32, #croton.device<"dev0">>, tensor<1x?xf32, #croton.device<"dev0">>
  %r = croton.lt %x, %y : tensor<4x?xf32, #croton.device<"dev0">>,
                          tensor<1x?xf32, #croton.device<"dev0">>
  return %r : tensor<4x?xi1, #croton.device<"dev0">>
}

// CHECK-LABEL: func.func @more_attributes
func.func @more_attributes(%x: tensor<2xf32>) {
  // CHECK: = croton.neg %{{.+}} {note = "a"} : tensor<2xf32>
  %0 = croton.neg %x {note = "a"} : tensor<2xf32>
  // CHECK: = croton.cast %{{.+}} to f64 {note} : tensor<2xf32>
  %1 = croton.cast %x to f64 {note} : tensor<2xf32>
  // CHECK: = croton.add %{{.+}}, %{{.+}} {note = 1 : i64} : tensor<2xf32>, tensor<2xf32>
  %2 = croton.add %x, %x {note = 1} : tensor<2xf32>, tensor<2xf32>
  return
}
