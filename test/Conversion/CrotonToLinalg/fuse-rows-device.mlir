// RUN: croton-opt %s --croton-fuse-rows | FileCheck %s

// A loop over rows would be one of the host: on a device ops stay kernels of
// their own, into which only elementwise ops are fused.

// CHECK-LABEL: func.func @rows
// CHECK-NOT: scf.for
// CHECK: linalg.generic {{.+}} iterator_types = ["parallel", "reduction"]
// CHECK: math.exp
// CHECK: linalg.generic {{.+}} iterator_types = ["parallel", "parallel"]
// CHECK-NOT: linalg.generic
func.func @rows(%x: tensor<128x1024xf32, #croton.device<"dev0">>) -> tensor<128x1024xf32, #croton.device<"dev0">> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<128x1024xf32, #croton.device<"dev0">>
  %exp = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<128x1024xf32, #croton.device<"dev0">>) outs(%e : tensor<128x1024xf32, #croton.device<"dev0">>) {
  ^bb0(%a: f32, %out: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<128x1024xf32, #croton.device<"dev0">>
  %s = tensor.empty() : tensor<128xf64, #croton.device<"dev0">>
  %init = linalg.fill ins(%zero : f64) outs(%s : tensor<128xf64, #croton.device<"dev0">>) -> tensor<128xf64, #croton.device<"dev0">>
  %sum = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<128x1024xf32, #croton.device<"dev0">>) outs(%init : tensor<128xf64, #croton.device<"dev0">>) {
  ^bb0(%a: f32, %acc: f64):
    %wide = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %wide fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<128xf64, #croton.device<"dev0">>
  %f = tensor.empty() : tensor<128x1024xf32, #croton.device<"dev0">>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<128x1024xf32, #croton.device<"dev0">>, tensor<128xf64, #croton.device<"dev0">>) outs(%f : tensor<128x1024xf32, #croton.device<"dev0">>) {
  ^bb0(%a: f32, %total: f64, %out: f32):
    %narrow = arith.truncf %total : f64 to f32
    %r = arith.divf %a, %narrow : f32
    linalg.yield %r : f32
  } -> tensor<128x1024xf32, #croton.device<"dev0">>
  return %y : tensor<128x1024xf32, #croton.device<"dev0">>
}
