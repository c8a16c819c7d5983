// RUN: croton-opt %s --canonicalize="test-convergence=true" | FileCheck %s
// RUN: croton-opt %s --cse | FileCheck %s --check-prefix=CSE

// Equal constants become one.
// CSE-LABEL: func.func @equal_constants
// CSE-NEXT: %[[C:.+]] = croton.constant
// CSE-NEXT: return %[[C]], %[[C]]
func.func @equal_constants() -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = croton.constant dense<1.0> : tensor<2xf32>
  %1 = croton.constant dense<1.0> : tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// 0.0 and -0.0 compare equal but are different constants.
// CSE-LABEL: func.func @zeros
// CSE: croton.constant dense<0.000000e+00>
// CSE: croton.constant dense<-0.000000e+00>
// CHECK-LABEL: func.func @zeros
// CHECK-DAG: croton.constant dense<0.000000e+00>
// CHECK-DAG: croton.constant dense<-0.000000e+00>
func.func @zeros() -> (tensor<f32>, tensor<f32>) {
  %0 = croton.constant dense<0.0> : tensor<f32>
  %1 = croton.constant dense<-0.0> : tensor<f32>
  return %0, %1 : tensor<f32>, tensor<f32>
}

// The same elements in two places.
// CHECK-LABEL: func.func @two_places
// CHECK-DAG: croton.constant dense<1.000000e+00> : tensor<f32>
// CHECK-DAG: croton.constant dense<1.000000e+00> : tensor<f32, #croton.device<"a">>
func.func @two_places() -> (tensor<f32>, tensor<f32, #croton.device<"a">>) {
  %0 = croton.constant dense<1.0> : tensor<f32>
  %1 = croton.constant dense<1.0> : tensor<f32, #croton.device<"a">>
  return %0, %1 : tensor<f32>, tensor<f32, #croton.device<"a">>
}

// An assertion whose condition is not known stays if its value is used.
// CHECK-LABEL: func.func @assert
// CHECK: croton.assert
func.func @assert(%x: tensor<?xf32>, %c: tensor<i1>) -> tensor<?xf32> {
  %r = croton.assert %x, %c, "m" : tensor<?xf32>, tensor<i1>
  return %r : tensor<?xf32>
}

// Two asserts with one condition say different things.
// CSE-LABEL: func.func @messages
// CSE-COUNT-2: croton.assert
func.func @messages(%x: tensor<?xf32>, %c: tensor<i1>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.assert %x, %c, "a" : tensor<?xf32>, tensor<i1>
  %1 = croton.assert %x, %c, "b" : tensor<?xf32>, tensor<i1>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// A check has an effect: it is neither removed nor merged.
// CHECK-LABEL: func.func @checks
// CHECK-COUNT-2: croton.check
// CSE-LABEL: func.func @checks
// CSE-COUNT-2: croton.check
func.func @checks(%ok: i1) {
  croton.check %ok, 1, "m"
  croton.check %ok, 1, "m"
  return
}

// CHECK-LABEL: func.func @unused_composite
// CHECK-NEXT: return
func.func @unused_composite(%x: tensor<?xf32>) {
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    croton.yield %a : f32
  }
  return
}

// -----

// A check that holds is no check; one that fails, or may, stays.

// CHECK-LABEL: func @known_checks
// CHECK-SAME: %[[C:.+]]: i1
func.func @known_checks(%c: i1) {
  %true = arith.constant true
  %false = arith.constant false
  // CHECK-NOT: "holds"
  // CHECK: croton.check %{{.+}}, 1, "fails"
  // CHECK: croton.check %[[C]], 1, "may fail"
  croton.check %true, 1, "holds"
  croton.check %false, 1, "fails"
  croton.check %c, 1, "may fail"
  return
}
