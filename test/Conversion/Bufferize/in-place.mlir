// RUN: croton-opt %s --split-input-file --croton-bufferize --cse --canonicalize | FileCheck %s

// A chain of elementwise ops that nothing else reads stays in one buffer.

// CHECK-LABEL: func @chain
// CHECK-SAME:    %[[X:.+]]: memref<?xf32>
func.func @chain(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[BUFFER:.+]] = memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK: linalg.exp ins(%[[X]] {{.*}} outs(%[[BUFFER]]
  // CHECK: linalg.log ins(%[[BUFFER]] {{.*}} outs(%[[BUFFER]]
  // CHECK: linalg.mul ins(%[[BUFFER]], %[[X]] {{.*}} outs(%[[BUFFER]]
  // CHECK-NOT: memref.copy
  // CHECK: return %[[BUFFER]]
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = linalg.log ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %c = linalg.mul ins(%b, %x : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// Near miss: a value that is read later keeps its buffer.

// CHECK-LABEL: func @read_later
func.func @read_later(%x: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: linalg.exp ins({{.*}} outs(%[[A:[a-z0-9_]+]] :
  // CHECK: linalg.log ins(%[[A]] {{.*}} outs(%[[B:[a-z0-9_]+]] :
  // CHECK: linalg.mul ins(%[[B]], %[[A]] {{.*}} outs(%[[C:[a-z0-9_]+]] :
  // CHECK: return %[[C]]
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %b = linalg.log ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %c = linalg.mul ins(%b, %a : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// Near miss: an op that is not elementwise does not write what it reads.

// CHECK-LABEL: func @transpose
func.func @transpose(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: linalg.exp ins({{.*}} outs(%[[A:[a-z0-9_]+]] :
  // CHECK-NOT: linalg.transpose ins(%[[A]] {{.*}} outs(%[[A]] :
  // CHECK: linalg.transpose ins(%[[A]] {{.*}} outs(%[[B:[a-z0-9_]+]] :
  // CHECK: return %[[B]]
  %e = tensor.empty() : tensor<4x4xf32>
  %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  return %b : tensor<4x4xf32>
}

// -----

// An argument is never written: the update works on a copy (KF-56).

// CHECK-LABEL: func @protected
// CHECK-SAME:    %[[X:.+]]: memref<4xf32>
func.func @protected(%x: tensor<4xf32>, %i: index, %v: f32) -> tensor<4xf32> {
  // CHECK: %[[COPY:.+]] = memref.alloc
  // CHECK: memref.copy %[[X]], %[[COPY]]
  // CHECK: memref.store %{{.+}}, %[[COPY]]
  // CHECK: return %[[COPY]]
  %r = tensor.insert %v into %x[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A donated argument is.

// CHECK-LABEL: func @donated
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>
func.func @donated(%x: tensor<4xf32> {croton.donated}, %i: index, %v: f32) -> tensor<4xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: memref.store %{{.+}}, %[[X]]
  // CHECK: return %[[X]]
  %r = tensor.insert %v into %x[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Near miss: a donated argument that is read afterwards is not.

// CHECK-LABEL: func @donated_read_later
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>
func.func @donated_read_later(%x: tensor<4xf32> {croton.donated}, %i: index, %v: f32) -> (tensor<4xf32>, f32) {
  // CHECK: memref.copy %[[X]], %[[COPY:.+]] :
  // CHECK: memref.store %{{.+}}, %[[COPY]]
  // CHECK: memref.load %[[X]]
  %r = tensor.insert %v into %x[%i] : tensor<4xf32>
  %old = tensor.extract %x[%i] : tensor<4xf32>
  return %r, %old : tensor<4xf32>, f32
}

// -----

// Two destinations in one op that are the same value: only one of them can have
// the buffer, and it must not be the one that still reads (KF-57).

#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @two_destinations
func.func @two_destinations(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: linalg.exp ins({{.*}} outs(%[[A:.+]] :
  // CHECK: linalg.generic
  // CHECK-SAME: outs(%[[P:.+]], %[[Q:.+]] :
  // CHECK: return %[[P]], %[[Q]]
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      outs(%a, %a : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    %t = arith.mulf %p, %q : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A shifted copy within one buffer goes through a second one (KF-59).

// CHECK-LABEL: func @shift
func.func @shift(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: linalg.exp ins({{.*}} outs(%[[B:.+]] :
  // CHECK: %[[FROM:.+]] = memref.subview %[[B]][0] [3] [1]
  // CHECK: memref.copy %[[B]], %[[Y:.+]] :
  // CHECK: %[[TO:.+]] = memref.subview %[[Y]][1] [3] [1]
  // CHECK: memref.copy %[[FROM]], %[[TO]]
  // CHECK: return %[[Y]]
  %e = tensor.empty() : tensor<4xf32>
  %b = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.extract_slice %b[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %y = tensor.insert_slice %s into %b[1] [3] [1] : tensor<3xf32> into tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

// An update is in place unless the original is read afterwards (KF-62): here.

// CHECK-LABEL: func @update_last
func.func @update_last(%x: tensor<5xf32>, %i: index, %v: f32) -> (tensor<5xf32>, f32) {
  // CHECK: linalg.exp ins({{.*}} outs(%[[O:.+]] :
  // CHECK: memref.load %[[O]]
  // CHECK: memref.store %{{.+}}, %[[O]]
  // CHECK-NOT: memref.copy
  // CHECK: return %[[O]]
  %e = tensor.empty() : tensor<5xf32>
  %o = linalg.exp ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %old = tensor.extract %o[%i] : tensor<5xf32>
  %r = tensor.insert %v into %o[%i] : tensor<5xf32>
  return %r, %old : tensor<5xf32>, f32
}

// -----

// And here it is not.

// CHECK-LABEL: func @update_first
func.func @update_first(%x: tensor<5xf32>, %i: index, %v: f32) -> (tensor<5xf32>, f32) {
  // CHECK: linalg.exp ins({{.*}} outs(%[[O:.+]] :
  // CHECK: memref.copy %[[O]], %[[R:.+]] :
  // CHECK: memref.store %{{.+}}, %[[R]]
  // CHECK: memref.load %[[O]]
  // CHECK: return %[[R]]
  %e = tensor.empty() : tensor<5xf32>
  %o = linalg.exp ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = tensor.insert %v into %o[%i] : tensor<5xf32>
  %old = tensor.extract %o[%i] : tensor<5xf32>
  return %r, %old : tensor<5xf32>, f32
}

// -----

// A read through a view counts, however long the chain of views.

// CHECK-LABEL: func @view_read_later
func.func @view_read_later(%x: tensor<2x4xf32>, %v: f32) -> (tensor<2x4xf32>, f32) {
  // CHECK: linalg.exp ins({{.*}} outs(%[[O:.+]] :
  // CHECK: memref.copy %[[O]], %[[R:.+]] :
  // CHECK: memref.store %{{.+}}, %[[R]]
  // CHECK: return %[[R]]
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2x4xf32>
  %o = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %flat = tensor.collapse_shape %o [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %part = tensor.extract_slice %flat[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %r = tensor.insert %v into %o[%c0, %c0] : tensor<2x4xf32>
  %old = tensor.extract %part[%c0] : tensor<3xf32>
  return %r, %old : tensor<2x4xf32>, f32
}

// -----

// Asking for a size is no read.

// CHECK-LABEL: func @size_later
func.func @size_later(%x: tensor<?xf32> {croton.donated}, %i: index, %v: f32) -> (tensor<?xf32>, index) {
  // CHECK-NOT: memref.copy
  // CHECK: return
  %c0 = arith.constant 0 : index
  %r = tensor.insert %v into %x[%i] : tensor<?xf32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  return %r, %n : tensor<?xf32>, index
}

// -----

// A table read inside of an op's body is read while the op writes.

#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @gather
func.func @gather(%x: tensor<4xf32>, %indices: tensor<4xindex>) -> tensor<4xf32> {
  // CHECK: linalg.exp ins({{.*}} outs(%[[TABLE:.+]] :
  // CHECK: linalg.generic
  // CHECK-SAME: outs(%[[R:.+]] :
  // CHECK: memref.load %[[TABLE]]
  // CHECK: return %[[R]]
  %e = tensor.empty() : tensor<4xf32>
  %table = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%indices : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%i: index, %o: f32):
    %v = tensor.extract %table[%i] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
