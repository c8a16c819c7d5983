// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// CHECK-LABEL: func.func @whole
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>)
// CHECK-NEXT: return %[[X]]
func.func @whole(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %r = croton.subtensor %x[:, ::1] : tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @whole_scalar
// CHECK-SAME: (%[[X:.+]]: tensor<f32>)
// CHECK-NEXT: return %[[X]]
func.func @whole_scalar(%x: tensor<f32>) -> tensor<f32> {
  %r = croton.subtensor %x[] : tensor<f32>
  return %r : tensor<f32>
}

// The same type, but reversed.
// CHECK-LABEL: func.func @reversed
// CHECK: croton.subtensor %{{.+}}[::-1]
func.func @reversed(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = croton.subtensor %x[::-1] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// The same type, but not all of it.
// CHECK-LABEL: func.func @tail
// CHECK: croton.subtensor %{{.+}}[1:]
func.func @tail(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = croton.subtensor %x[1:] : tensor<?xf32>
  return %r : tensor<?xf32>
}

// A step of 1 that is known at run time only, and may be another.
// CHECK-LABEL: func.func @step_by_argument
// CHECK: croton.subtensor %{{.+}}[::%{{.+}}]
func.func @step_by_argument(%x: tensor<?xf32>, %n: tensor<i64>)
    -> tensor<?xf32> {
  %r = croton.subtensor %x[::%n] : tensor<?xf32>, tensor<i64>
  return %r : tensor<?xf32>
}

// An index removes its dim, even one of size 1.
// CHECK-LABEL: func.func @index_of_one
// CHECK: croton.subtensor %{{.+}}[0, :]
func.func @index_of_one(%x: tensor<1x4xf32>) -> tensor<4xf32> {
  %r = croton.subtensor %x[0, :] : tensor<1x4xf32>
  return %r : tensor<4xf32>
}

// KF-35: repeated indices add up, so that what is read back is not the value.
// CHECK-LABEL: func.func @read_back
// CHECK: %[[M:.+]] = croton.inc_take
// CHECK: %[[R:.+]] = croton.take %[[M]]
// CHECK: return %[[R]]
func.func @read_back(%m: tensor<?xf32>, %i: tensor<?xi64>, %v: tensor<?xf32>)
    -> tensor<?xf32> {
  %inc = croton.inc_take %m, %i, %v axis 0
      : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>
  %r = croton.take %inc, %i axis 0 : tensor<?xf32>, tensor<?xi64>
  return %r : tensor<?xf32>
}

// Adding to the whole is no identity; setting it needs a check of sizes.
// CHECK-LABEL: func.func @whole_write
// CHECK: croton.inc_subtensor %{{.+}}[:], %{{.+}} set
func.func @whole_write(%x: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<?xf32> {
  %r = croton.inc_subtensor %x[:], %v set : tensor<?xf32>, tensor<?xf32>
  return %r : tensor<?xf32>
}
