// RUN: croton-opt %s --croton-optimize="query=+unsafe guard=full policy=fail" | FileCheck %s

// The name of a stage, or a default mode, does not draw unsafe rules in.
// RUN: croton-opt %s --croton-optimize="query=+canonicalize,+specialize" \
// RUN:   | FileCheck %s --check-prefix=KEPT
// RUN: croton-opt %s --croton-optimize="mode=debug" | FileCheck %s --check-prefix=KEPT

//===----------------------------------------------------------------------===//
// local-func-inv
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @inverse
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-NEXT:    return %[[X]], %[[X]]
// KEPT-LABEL: func.func @inverse
// KEPT-COUNT-2: croton.exp
func.func @inverse(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.log %x : tensor<?xf32>
  %1 = croton.exp %0 : tensor<?xf32>
  %2 = croton.exp %x : tensor<?xf32>
  %3 = croton.log %2 : tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// Not each other's inverse; one of many logarithms.
// CHECK-LABEL: func.func @no_inverse
// CHECK:         croton.exp
// CHECK:         croton.log1p
// CHECK:         croton.exp
// CHECK:         croton.log
func.func @no_inverse(%x: tensor<?xf32>, %z: tensor<?xcomplex<f32>>) -> (tensor<?xf32>, tensor<?xcomplex<f32>>) {
  %0 = croton.exp %x : tensor<?xf32>
  %1 = croton.log1p %0 : tensor<?xf32>
  %2 = croton.exp %z : tensor<?xcomplex<f32>>
  %3 = croton.log %2 : tensor<?xcomplex<f32>>
  return %1, %3 : tensor<?xf32>, tensor<?xcomplex<f32>>
}

//===----------------------------------------------------------------------===//
// local-add-specialize
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @add_positive_zero
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-NEXT:    return %[[X]]
// KEPT-LABEL: func.func @add_positive_zero
// KEPT:         croton.add
func.func @add_positive_zero(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %0 = croton.add %zero, %x : tensor<1xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @add_stretching_zero
// CHECK:         croton.add
func.func @add_stretching_zero(%x: tensor<1xf32>) -> tensor<4xf32> {
  %zero = croton.constant dense<0.0> : tensor<4xf32>
  %0 = croton.add %zero, %x : tensor<4xf32>, tensor<1xf32>
  return %0 : tensor<4xf32>
}
