// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

//===----------------------------------------------------------------------===//
// dimshuffle
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @identity_order
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @identity_order(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = croton.dimshuffle %x [0, 1] : tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @scalar_order
// CHECK-SAME: (%[[X:.+]]: tensor<f32>)
// CHECK-NEXT: return %[[X]]
func.func @scalar_order(%x: tensor<f32>) -> tensor<f32> {
  %r = croton.dimshuffle %x [] : tensor<f32>
  return %r : tensor<f32>
}

// Equal sizes do not make a transpose an identity.
// CHECK-LABEL: func.func @transpose
// CHECK: croton.dimshuffle %{{.+}} [1, 0]
func.func @transpose(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = croton.dimshuffle %x [1, 0] : tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Drops one axis of size 1 and adds another: the same type, in order, and
// still not the identity fold's case.
// CHECK-LABEL: func.func @new_axis
// CHECK: croton.dimshuffle %{{.+}} [x, 1]
func.func @new_axis(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %r = croton.dimshuffle %x [x, 1] : tensor<1x4xf32>
  return %r : tensor<1x4xf32>
}

//===----------------------------------------------------------------------===//
// reshape
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reshape_to_own_shape
// CHECK-SAME: (%[[X:.+]]: tensor<3x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @reshape_to_own_shape(%x: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %s = croton.constant dense<[3, -1]> : tensor<2xi64>
  %r = croton.reshape %x, %s : tensor<3x4xf32>, tensor<2xi64> -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// A shape known at run time only may break the promise of the type, which is
// an error.
// CHECK-LABEL: func.func @reshape_by_argument
// CHECK: croton.reshape
func.func @reshape_by_argument(%x: tensor<3x4xf32>, %s: tensor<2xi64>)
    -> tensor<3x4xf32> {
  %r = croton.reshape %x, %s : tensor<3x4xf32>, tensor<2xi64> -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}

// Dynamic sizes may change.
// CHECK-LABEL: func.func @reshape_dynamic
// CHECK: croton.reshape
func.func @reshape_dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = croton.constant dense<[3, -1]> : tensor<2xi64>
  %r = croton.reshape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @reshape_to_other_shape
// CHECK: croton.reshape
func.func @reshape_to_other_shape(%x: tensor<3x4xf32>) -> tensor<4x3xf32> {
  %s = croton.constant dense<[4, 3]> : tensor<2xi64>
  %r = croton.reshape %x, %s : tensor<3x4xf32>, tensor<2xi64> -> tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}

//===----------------------------------------------------------------------===//
// shape, shape_i
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @static_shape
// CHECK-NEXT: %[[S:.+]] = croton.constant dense<[3, 0, 1]> : tensor<3xi64>
// CHECK-NEXT: return %[[S]]
func.func @static_shape(%x: tensor<3x0x1xf32>) -> tensor<3xi64> {
  %s = croton.shape %x : tensor<3x0x1xf32>
  return %s : tensor<3xi64>
}

// The sizes are on the host although the tensor is not.
// CHECK-LABEL: func.func @static_shape_on_device
// CHECK-NEXT: %[[S:.+]] = croton.constant dense<[3, 4]> : tensor<2xi64>
// CHECK-NEXT: return %[[S]]
func.func @static_shape_on_device(%x: tensor<3x4xf32, #croton.device<"a">>)
    -> tensor<2xi64> {
  %s = croton.shape %x : tensor<3x4xf32, #croton.device<"a">>
  return %s : tensor<2xi64>
}

// CHECK-LABEL: func.func @shape_of_scalar
// CHECK-NEXT: %[[S:.+]] = croton.constant dense<> : tensor<0xi64>
// CHECK-NEXT: return %[[S]]
func.func @shape_of_scalar(%x: tensor<f32>) -> tensor<0xi64> {
  %s = croton.shape %x : tensor<f32>
  return %s : tensor<0xi64>
}

// One dynamic size is enough to keep it.
// CHECK-LABEL: func.func @dynamic_shape
// CHECK: croton.shape %{{.+}} : tensor<3x?xf32>
func.func @dynamic_shape(%x: tensor<3x?xf32>) -> tensor<2xi64> {
  %s = croton.shape %x : tensor<3x?xf32>
  return %s : tensor<2xi64>
}

// CHECK-LABEL: func.func @static_dim
// CHECK-NEXT: %[[S:.+]] = croton.constant dense<4> : tensor<i64>
// CHECK-NEXT: return %[[S]]
func.func @static_dim(%x: tensor<?x4xf32>) -> tensor<i64> {
  %s = croton.shape_i %x at 1 : tensor<?x4xf32>
  return %s : tensor<i64>
}

// CHECK-LABEL: func.func @dynamic_dim
// CHECK: croton.shape_i %{{.+}} at 0
func.func @dynamic_dim(%x: tensor<?x4xf32>) -> tensor<i64> {
  %s = croton.shape_i %x at 0 : tensor<?x4xf32>
  return %s : tensor<i64>
}

//===----------------------------------------------------------------------===//
// alloc, specify_shape: what might fail at run time stays
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @specify_own_type
// CHECK: croton.specify_shape
func.func @specify_own_type(%x: tensor<?xf32>, %s: tensor<1xi64>)
    -> tensor<?xf32> {
  %r = croton.specify_shape %x, %s : tensor<?xf32>, tensor<1xi64> -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @alloc_own_type
// CHECK: croton.alloc
func.func @alloc_own_type(%x: tensor<?xf32>, %n: tensor<i64>)
    -> tensor<?xf32> {
  %r = croton.alloc %x, %n : tensor<?xf32> -> tensor<?xf32>
  return %r : tensor<?xf32>
}
