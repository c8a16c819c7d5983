// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// Static shapes: no check, identity maps.
// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$ROW:.+]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-LABEL: func.func @stretched
// CHECK-SAME: (%[[X:.+]]: tensor<4x3xf32>, %[[B:.+]]: tensor<1x3xf32>)
// CHECK-NOT: croton
// CHECK: linalg.generic {indexing_maps = [#[[$ID]], #[[$ROW]], #[[$ID]]], iterator_types = ["parallel", "parallel"]} ins(%[[X]], %[[B]]
// CHECK: arith.addf
func.func @stretched(%x: tensor<4x3xf32>, %b: tensor<1x3xf32>) -> tensor<4x3xf32> {
  %0 = croton.add %x, %b : tensor<4x3xf32>, tensor<1x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// Dims that types do not prove equal are compared; the message names the op,
// its place, the operands and both shapes.
// CHECK-LABEL: func.func @dynamic
// CHECK-SAME: (%[[X:.+]]: tensor<4x?xf32>, %[[Y:.+]]: tensor<4x?xf32>)
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[X]], %{{.+}}
// CHECK-DAG: %[[M:.+]] = tensor.dim %[[Y]], %{{.+}}
// CHECK: %[[OK:.+]] = arith.cmpi eq, %[[N]], %[[M]]
// CHECK: croton.check %[[OK]], 1, "croton.add at {{.+}}elementwise.mlir:[[#@LINE+3]]:8: operands 0 and 1 do not broadcast: shapes 4x{0} and 4x{1} differ at dim 1"(%[[N]], %[[M]])
// CHECK: tensor.empty(%[[N]])
func.func @dynamic(%x: tensor<4x?xf32>, %y: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = croton.add %x, %y : tensor<4x?xf32>, tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}

// -----

// What one check has compared is not compared again.
// CHECK-LABEL: func.func @checked_once
// CHECK: croton.check
// CHECK-NOT: croton.check
func.func @checked_once(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  %1 = croton.mul %0, %y : tensor<?xf32>, tensor<?xf32>
  %2 = croton.sub %y, %1 : tensor<?xf32>, tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// A check further down does not make the one above superfluous.
// CHECK-LABEL: func.func @later_check
// CHECK: croton.check %{{.+}}, 1, "croton.add
// CHECK: croton.check %{{.+}}, 1, "later"
func.func @later_check(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  croton.check %ok, 1, "later" (%n, %m)
  return %0 : tensor<?xf32>
}

// -----

// An earlier one does.
// CHECK-LABEL: func.func @earlier_check
// CHECK: croton.check %{{.+}}, 1, "earlier"
// CHECK-NOT: croton.check
func.func @earlier_check(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ok = arith.cmpi eq, %n, %m : index
  croton.check %ok, 1, "earlier" (%n, %m)
  %0 = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A dim is compared with a static one, and becomes static.
// CHECK-LABEL: func.func @refined
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<8xf32>)
// CHECK: %[[OK:.+]] = arith.cmpi eq, %{{.+}}, %c8
// CHECK: croton.check %[[OK]], 1, "croton.add at {{.+}}: operands 0 and 1 do not broadcast: shapes {0} and 8 differ at dim 0"
// CHECK: %[[C:.+]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<8xf32>
// CHECK: linalg.generic {{.+}} ins(%[[C]], %[[Y]] : tensor<8xf32>, tensor<8xf32>)
func.func @refined(%x: tensor<?xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = croton.add %x, %y : tensor<?xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A dynamic dim is never stretched: 1 at run time against 3 is an error.
// CHECK-LABEL: func.func @no_run_time_stretch
// CHECK: croton.check
// CHECK: affine_map
// CHECK-NOT: select
func.func @no_run_time_stretch(%x: tensor<?xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = croton.mul %x, %y : tensor<?xf32>, tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Uniform constants and single elements do not pass through memory in the loop.
// CHECK-LABEL: func.func @scalars
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>, %[[S:.+]]: tensor<1x1xf32>)
// CHECK-DAG: %[[TWO:.+]] = arith.constant 2.000000e+00 : f32
// CHECK-DAG: %[[E:.+]] = tensor.extract %[[S]]
// CHECK: linalg.generic {{.+}} ins(%[[X]] : tensor<?x?xf32>)
// CHECK: ^bb0(%[[IN:.+]]: f32, %{{.+}}: f32)
// CHECK: %[[A:.+]] = arith.addf %[[IN]], %[[TWO]]
// CHECK: arith.addf %[[A]], %[[E]]
func.func @scalars(%x: tensor<?x?xf32>, %s: tensor<1x1xf32>) -> tensor<?x?xf32> {
  %c = croton.constant dense<2.0> : tensor<1x1xf32>
  %0 = croton.add %x, %c, %s : tensor<?x?xf32>, tensor<1x1xf32>, tensor<1x1xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// Rank 0 needs no loop.
// CHECK-LABEL: func.func @rank_zero
// CHECK-NOT: linalg
// CHECK: %[[V:.+]] = math.exp
// CHECK: tensor.from_elements %[[V]] : tensor<f32>
func.func @rank_zero(%x: tensor<f32>) -> tensor<f32> {
  %0 = croton.exp %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Unsigned types become signless; the operation keeps the sign.
// CHECK-LABEL: func.func @unsigned
// CHECK-SAME: (%{{.+}}: tensor<3xi8>, %{{.+}}: tensor<3xi8>) -> tensor<3xi8>
// CHECK: arith.cmpi uge
func.func @unsigned(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xui8> {
  %0 = croton.maximum %x, %y : tensor<3xui8>, tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// Only the shape of what is filled counts: its elements are not read.
// CHECK-LABEL: func.func @fill
// CHECK-SAME: (%[[X:.+]]: tensor<?xf64>, %[[V:.+]]: tensor<1xf32>)
// CHECK: tensor.dim %[[X]]
// CHECK-NOT: ins(%[[X]]
// CHECK: return
func.func @fill(%x: tensor<?xf64>, %v: tensor<1xf32>) -> tensor<?xf32> {
  %0 = croton.fill %x, %v : tensor<?xf64>, tensor<1xf32>
  return %0 : tensor<?xf32>
}

// -----

// An op of another dialect that says what it computes needs no pattern.
// CHECK-LABEL: func.func @foreign
// CHECK: linalg.generic
// CHECK: math.sin %{{.+}} : f32
func.func @foreign(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = math.sin %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Several results: one loop, one init for each.
// CHECK-LABEL: func.func @composite
// CHECK: linalg.generic {{.+}} outs(%{{.+}}, %{{.+}} : tensor<4xf32>, tensor<4xf32>)
// CHECK: linalg.yield %{{.+}}, %{{.+}} : f32, f32
func.func @composite(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = croton.composite %x : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32):
    %1 = math.exp %a : f32
    %2 = arith.negf %a : f32
    croton.yield %1, %2 : f32, f32
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
