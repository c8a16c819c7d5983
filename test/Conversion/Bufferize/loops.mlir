// RUN: croton-opt %s --split-input-file --croton-bufferize --cse --canonicalize | FileCheck %s

// A carried tensor that only the loop uses is updated where it is.

// CHECK-LABEL: func @carried
func.func @carried(%x: tensor<4xf32>, %n: index, %v: f32) -> tensor<4xf32> {
  // CHECK: linalg.exp ins({{.*}} outs(%[[BUFFER:.+]] :
  // CHECK: scf.for %[[I:.+]] =
  // CHECK-NOT: iter_args
  // CHECK: memref.store %{{.+}}, %[[BUFFER]][%[[I]]]
  // CHECK-NOT: memref.copy
  // CHECK: return %[[BUFFER]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4xf32> {
    %u = tensor.insert %v into %t[%i] : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Near miss: the initial value is read inside of the loop, in each iteration.

// CHECK-LABEL: func @initial_read_inside
func.func @initial_read_inside(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // CHECK: linalg.exp ins({{.*}} outs(%[[A:.+]] :
  // CHECK: memref.copy %[[A]], %[[T:.+]] :
  // CHECK: scf.for
  // CHECK: memref.load %[[A]]
  // CHECK: memref.store %{{.+}}, %[[T]]
  // CHECK: return %[[T]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4xf32> {
    %v = tensor.extract %a[%c0] : tensor<4xf32>
    %u = tensor.insert %v into %t[%i] : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A value from outside that is read in each iteration is not overwritten in the
// first, though it is the destination of the op (KF-58).

#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @destination_from_outside
func.func @destination_from_outside(%a: tensor<1xf32>, %out: tensor<3x1xf32>) -> tensor<3x1xf32> {
  // CHECK: %[[Z:.+]] = memref.alloc
  // CHECK: linalg.fill {{.*}} outs(%[[Z]] :
  // CHECK: scf.for
  // CHECK: %[[T:.+]] = memref.alloc() {{.*}} : memref<1xf32>
  // CHECK: linalg.sub ins(%[[Z]], {{.*}} outs(%[[T]] :
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%o = %out) -> tensor<3x1xf32> {
    %t = linalg.sub ins(%z, %a : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    %next = tensor.insert_slice %t into %o[%k, 0] [1, 1] [1, 1] : tensor<1xf32> into tensor<3x1xf32>
    scf.yield %next : tensor<3x1xf32>
  }
  return %r : tensor<3x1xf32>
}

// -----

// A yielded value that lives elsewhere is copied over the carried one, so that
// no buffer leaves the loop.

// CHECK-LABEL: func @yield_new
func.func @yield_new(%x: tensor<2x2xf32>, %n: index) -> tensor<2x2xf32> {
  // CHECK: memref.copy %{{.+}}, %[[T:.+]] :
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  // CHECK: %[[NEW:.+]] = memref.alloc
  // CHECK: linalg.transpose ins(%[[T]] {{.*}} outs(%[[NEW]]
  // CHECK: memref.copy %[[NEW]], %[[T]]
  // CHECK: return %[[T]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<2x2xf32> {
    %e = tensor.empty() : tensor<2x2xf32>
    %u = linalg.transpose ins(%t : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
    scf.yield %u : tensor<2x2xf32>
  }
  return %r : tensor<2x2xf32>
}

// -----

// Near miss: swapped values cannot be copied over each other one by one.

// CHECK-LABEL: func @swap
func.func @swap(%x: tensor<2xf32>, %y: tensor<2xf32>, %n: index) -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: scf.for {{.*}} iter_args(%[[A:.+]] = %{{.+}}, %[[B:.+]] = %{{.+}})
  // CHECK-DAG: %[[NEWA:.+]] = memref.alloc
  // CHECK-DAG: %[[NEWB:.+]] = memref.alloc
  // CHECK-DAG: memref.copy %[[B]], %[[NEWA]]
  // CHECK-DAG: memref.copy %[[A]], %[[NEWB]]
  // CHECK: scf.yield %[[NEWA]], %[[NEWB]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<2xf32>, tensor<2xf32>) {
    scf.yield %b, %a : tensor<2xf32>, tensor<2xf32>
  }
  return %r#0, %r#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// One branch updates the value that the other hands on unchanged.

// CHECK-LABEL: func @branches
func.func @branches(%x: tensor<4xf32>, %c: i1, %i: index, %v: f32) -> f32 {
  // CHECK: linalg.exp ins({{.*}} outs(%[[A:.+]] :
  // CHECK: scf.if
  // CHECK-NOT: memref.copy
  // CHECK: memref.store %{{.+}}, %[[A]]
  // CHECK-NOT: memref.copy
  // CHECK: return
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %a : tensor<4xf32>
  } else {
    %b = tensor.insert %v into %a[%i] : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %s = tensor.extract %r[%i] : tensor<4xf32>
  return %s : f32
}
