// RUN: croton-opt %s --split-input-file --croton-bufferize --cse --canonicalize | FileCheck %s

// Each result is a buffer of its own that the caller owns (KF-60).

// CHECK-LABEL: func @argument_twice
// CHECK-SAME:    %[[X:.+]]: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
func.func @argument_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-DAG: memref.copy %[[X]], %[[A:.+]] :
  // CHECK-DAG: memref.copy %[[X]], %[[B:.+]] :
  // CHECK: return %[[A]], %[[B]]
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func @donated_twice
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>
func.func @donated_twice(%x: tensor<4xf32> {croton.donated}) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: memref.copy %[[X]], %[[B:.+]] :
  // CHECK: return %[[X]], %[[B]]
  return %x, %x : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func @constant
func.func @constant() -> tensor<2xf32> {
  // CHECK: %[[C:.+]] = memref.get_global
  // CHECK: memref.copy %[[C]], %[[R:.+]] :
  // CHECK: return %[[R]]
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %c : tensor<2xf32>
}

// -----

// A part of a buffer is not a buffer; all of it in another shape is.

// CHECK-LABEL: func @views
func.func @views(%x: tensor<2x4xf32>) -> (tensor<3xf32>, tensor<8xf32>) {
  // CHECK: linalg.exp ins({{.*}} outs(%[[A:.+]] :
  // CHECK-DAG: %[[FLAT:.+]] = memref.collapse_shape %[[A]]
  // CHECK: memref.copy %{{.+}}, %[[PART:.+]] :
  // CHECK: return %[[PART]], %[[FLAT]]
  %e = tensor.empty() : tensor<2x4xf32>
  %a = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %part = tensor.extract_slice %flat[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %part, %flat : tensor<3xf32>, tensor<8xf32>
}

// -----

// Updates that use old values: b + 1 and a + b do not see each other, and an
// unchanged value is handed on as a copy (KF-61).

// CHECK-LABEL: func @updates
// CHECK-SAME:    %[[A:.+]]: memref<1xf32>, %[[B:.+]]: memref<1xf32>)
func.func @updates(%a: tensor<1xf32>, %b: tensor<1xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
  // CHECK-DAG: memref.copy %[[A]], %[[NEWA:.+]] :
  // CHECK-DAG: linalg.exp ins(%[[B]] {{.*}} outs(%[[NEWB:.+]] :
  // CHECK-DAG: linalg.add ins(%[[A]], %[[B]] {{.*}} outs(%[[NEWC:.+]] :
  // CHECK: return %[[NEWA]], %[[NEWB]], %[[NEWC]]
  %e = tensor.empty() : tensor<1xf32>
  %b1 = linalg.exp ins(%b : tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %c1 = linalg.add ins(%a, %b : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  return %a, %b1, %c1 : tensor<1xf32>, tensor<1xf32>, tensor<1xf32>
}
