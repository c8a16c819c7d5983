// RUN: croton-opt %s --convert-croton-to-linalg | FileCheck %s

// CHECK-LABEL: func.func @assert
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[C:.+]]: tensor<i1>)
// CHECK: %[[OK:.+]] = tensor.extract %[[C]][] : tensor<i1>
// CHECK: croton.check %[[OK]], 4, "croton.assert at {{.+}}assert.mlir:[[#@LINE+3]]:8: sizes must be positive"
// CHECK: return %[[X]]
func.func @assert(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %0 = croton.assert %x, %c, "sizes must be positive" : tensor<?xf32>, tensor<i1>
  return %0 : tensor<?xf32>
}
