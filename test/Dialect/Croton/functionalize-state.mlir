// RUN: croton-opt %s --croton-functionalize-state --split-input-file \
// RUN:   --verify-diagnostics --allow-unregistered-dialect \
// RUN:   | FileCheck %s
// RUN: croton-opt %s --croton-functionalize-state="drop-globals" \
// RUN:   --split-input-file --verify-diagnostics \
// RUN:   --allow-unregistered-dialect \
// RUN:   | FileCheck %s --check-prefix=DROP

// DROP-NOT: ml_program
// DROP: func.func @step
// DROP-NOT: ml_program

// A state that is read and written: one argument and one result, behind those
// that were there.
// CHECK: ml_program.global private mutable @w
ml_program.global private mutable @w(dense<0.0> : tensor<4xf32>) : tensor<4xf32>

// CHECK-LABEL: func.func @step
// CHECK-SAME: (%[[G:.+]]: tensor<4xf32> {croton.name = "g"}, %[[W:.+]]: tensor<4xf32> {croton.state = @w})
// CHECK-SAME: -> (tensor<4xf32> {croton.name = "loss"}, tensor<4xf32> {croton.state = @w})
func.func @step(%g: tensor<4xf32> {croton.name = "g"})
    -> (tensor<4xf32> {croton.name = "loss"}) {
  %w = ml_program.global_load @w : tensor<4xf32>
  // CHECK: %[[NEXT:.+]] = "test.sub"(%[[W]], %[[G]])
  %next = "test.sub"(%w, %g) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  ml_program.global_store @w = %next : tensor<4xf32>
  // CHECK-NOT: ml_program
  // CHECK: return %[[G]], %[[NEXT]]
  return %g : tensor<4xf32>
}

// -----

ml_program.global private mutable @n(dense<0> : tensor<i64>) : tensor<i64>

// A load below the store yields the value at function entry, and several loads
// share one argument.
// CHECK-LABEL: func.func @load_after_store
// CHECK-SAME: (%[[N:.+]]: tensor<i64> {croton.state = @n})
func.func @load_after_store() -> (tensor<i64>, tensor<i64>) {
  %0 = ml_program.global_load @n : tensor<i64>
  %1 = "test.next"(%0) : (tensor<i64>) -> tensor<i64>
  ml_program.global_store @n = %1 : tensor<i64>
  %2 = ml_program.global_load @n : tensor<i64>
  // CHECK: %[[NEXT:.+]] = "test.next"(%[[N]])
  // CHECK: return %[[N]], %[[N]], %[[NEXT]]
  return %0, %2 : tensor<i64>, tensor<i64>
}

// -----

// Only what is loaded gets an argument, only what is stored gets a result, in
// the order of the globals and not of the accesses.
ml_program.global private @const(dense<1> : tensor<2xi32>) : tensor<2xi32>
ml_program.global private mutable @a(#ml_program.extern<tensor<?xi32>>) : tensor<?xi32>
ml_program.global private mutable @b(dense<1> : tensor<2xi32>) : tensor<2xi32>

// CHECK-LABEL: func.func private @order
// CHECK-SAME: (%[[CONST:.+]]: tensor<2xi32> {croton.state = @const}, %[[B:.+]]: tensor<2xi32> {croton.state = @b})
// CHECK-SAME: -> (tensor<?xi32> {croton.state = @a}, tensor<2xi32> {croton.state = @b})
func.func private @order() {
  %b = ml_program.global_load @b : tensor<2xi32>
  %c = ml_program.global_load_const @const : tensor<2xi32>
  ml_program.global_store @b = %c : tensor<2xi32>
  %grown = "test.grow"(%b) : (tensor<2xi32>) -> tensor<?xi32>
  ml_program.global_store @a = %grown : tensor<?xi32>
  // CHECK: %[[GROWN:.+]] = "test.grow"(%[[B]])
  // CHECK: return %[[GROWN]], %[[CONST]]
  return
}

// A load in a nested region sees the same argument.
// CHECK-LABEL: func.func @nested_load
// CHECK-SAME: (%[[COND:.+]]: i1, %[[B:.+]]: tensor<2xi32> {croton.state = @b})
func.func @nested_load(%cond: i1) -> tensor<2xi32> {
  %0 = scf.if %cond -> tensor<2xi32> {
    %1 = ml_program.global_load @b : tensor<2xi32>
    // CHECK: scf.yield %[[B]]
    scf.yield %1 : tensor<2xi32>
  } else {
    %2 = "test.make"() : () -> tensor<2xi32>
    scf.yield %2 : tensor<2xi32>
  }
  return %0 : tensor<2xi32>
}

// A function without state stays as it is and may be called.
// CHECK-LABEL: func.func @pure(%{{.+}}: tensor<2xi32>) -> tensor<2xi32> {
func.func @pure(%arg0: tensor<2xi32>) -> tensor<2xi32> {
  return %arg0 : tensor<2xi32>
}

// CHECK-LABEL: func.func @calls_pure(%{{.+}}: tensor<2xi32>) -> tensor<2xi32> {
func.func @calls_pure(%arg0: tensor<2xi32>) -> tensor<2xi32> {
  // CHECK: call @pure
  %0 = func.call @pure(%arg0) : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
