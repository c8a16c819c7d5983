// RUN: croton-opt %s --croton-fuse-elementwise --mlir-print-debuginfo | FileCheck %s

// The location of a composite is that of all its ops, in program order.
// CHECK-DAG: #[[$EXP:.+]] = loc("{{.+}}fuse-elementwise-locations.mlir":[[#@LINE+5]]:8)
// CHECK-DAG: #[[$NEG:.+]] = loc("{{.+}}fuse-elementwise-locations.mlir":[[#@LINE+5]]:8)
// CHECK-DAG: loc(fused[#[[$EXP]], #[[$NEG]]])
// CHECK-DAG: croton.composite
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = croton.exp %x : tensor<8xf32>
  %1 = croton.neg %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}
