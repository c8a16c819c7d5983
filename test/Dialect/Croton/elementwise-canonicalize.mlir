// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s

// A cast to the type a value has already is the value.
// CHECK-LABEL: func.func @cast_to_own_type
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
// CHECK-NEXT: return %[[X]]
func.func @cast_to_own_type(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = croton.cast %x to f32 : tensor<?xf32>
  return %r : tensor<?xf32>
}

// ... on a device, too.
// CHECK-LABEL: func.func @cast_to_own_type_on_device
// CHECK-NOT: croton.cast
func.func @cast_to_own_type_on_device(
    %x: tensor<?xf32, #croton.device<"a">>)
    -> tensor<?xf32, #croton.device<"a">> {
  %r = croton.cast %x to f32 : tensor<?xf32, #croton.device<"a">>
  return %r : tensor<?xf32, #croton.device<"a">>
}

// Same width, another sign: not the same type.
// CHECK-LABEL: func.func @cast_to_other_sign
// CHECK: croton.cast %{{.+}} to ui8
func.func @cast_to_other_sign(%x: tensor<?xi8>) -> tensor<?xui8> {
  %r = croton.cast %x to ui8 : tensor<?xi8>
  return %r : tensor<?xui8>
}

// KF-20: down and up again rounds each element.
// CHECK-LABEL: func.func @rounding_casts
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
// CHECK: %[[DOWN:.+]] = croton.cast %[[X]] to f16
// CHECK: %[[UP:.+]] = croton.cast %[[DOWN]] to f32
// CHECK: return %[[UP]]
func.func @rounding_casts(%x: tensor<?xf32>) -> tensor<?xf32> {
  %down = croton.cast %x to f16 : tensor<?xf32>
  %up = croton.cast %down to f32 : tensor<?xf16>
  return %up : tensor<?xf32>
}

// KF-07: 0 * inf and 0 * nan are nan.
// CHECK-LABEL: func.func @times_zero
// CHECK: %[[R:.+]] = croton.mul
// CHECK: return %[[R]]
func.func @times_zero(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %r = croton.mul %zero, %x : tensor<1xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// KF-07: -0.0 + 0.0 is 0.0.
// CHECK-LABEL: func.func @plus_zero
// CHECK: %[[R:.+]] = croton.add
// CHECK: return %[[R]]
func.func @plus_zero(%x: tensor<3xf32>) -> tensor<3xf32> {
  %zero = croton.constant dense<0.0> : tensor<3xf32>
  %r = croton.add %x, %zero : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// KF-07: inf - inf and nan - nan are nan.
// CHECK-LABEL: func.func @minus_itself
// CHECK: %[[R:.+]] = croton.sub
// CHECK: return %[[R]]
func.func @minus_itself(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = croton.sub %x, %x : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// KF-07: 0 / 0, inf / inf and nan / nan are nan.
// CHECK-LABEL: func.func @divided_by_itself
// CHECK: %[[R:.+]] = croton.true_div
// CHECK: return %[[R]]
func.func @divided_by_itself(%x: tensor<3xf32>) -> tensor<3xf32> {
  %r = croton.true_div %x, %x : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xf32>
}

// NaN differs from itself.
// CHECK-LABEL: func.func @differs_from_itself
// CHECK: %[[R:.+]] = croton.neq
// CHECK: return %[[R]]
func.func @differs_from_itself(%x: tensor<3xf32>) -> tensor<3xi1> {
  %r = croton.neq %x, %x : tensor<3xf32>, tensor<3xf32>
  return %r : tensor<3xi1>
}

// KF-08: the inner function may overflow.
// CHECK-LABEL: func.func @log_of_exp
// CHECK: croton.exp
// CHECK: %[[R:.+]] = croton.log
// CHECK: return %[[R]]
func.func @log_of_exp(%x: tensor<3xf32>) -> tensor<3xf32> {
  %e = croton.exp %x : tensor<3xf32>
  %r = croton.log %e : tensor<3xf32>
  return %r : tensor<3xf32>
}

// KF-05: sqrt(x^2) is |x|.
// CHECK-LABEL: func.func @root_of_square
// CHECK: croton.sqr
// CHECK: %[[R:.+]] = croton.sqrt
// CHECK: return %[[R]]
func.func @root_of_square(%x: tensor<3xf64>) -> tensor<3xf64> {
  %s = croton.sqr %x : tensor<3xf64>
  %r = croton.sqrt %s : tensor<3xf64>
  return %r : tensor<3xf64>
}

// KF-29: the result has the shape of the condition even if both sides agree.
// CHECK-LABEL: func.func @equal_sides
// CHECK: %[[R:.+]] = croton.switch
// CHECK: return %[[R]]
func.func @equal_sides(%c: tensor<?xi1>, %x: tensor<1xf32>) -> tensor<?xf32> {
  %r = croton.switch %c, %x, %x : tensor<?xi1>, tensor<1xf32>, tensor<1xf32>
  return %r : tensor<?xf32>
}

// KF-30: a fill with a like of the same type may differ in size at run time.
// CHECK-LABEL: func.func @fill_same_type
// CHECK: %[[R:.+]] = croton.fill
// CHECK: return %[[R]]
func.func @fill_same_type(%x: tensor<?xf32>, %v: tensor<?xf32>)
    -> tensor<?xf32> {
  %r = croton.fill %x, %v : tensor<?xf32>, tensor<?xf32>
  return %r : tensor<?xf32>
}

// Unused ops go: they have no side effects.
// CHECK-LABEL: func.func @unused
// CHECK-NEXT: return
func.func @unused(%x: tensor<?xf32>, %y: tensor<?xf32>) {
  %r = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  return
}
