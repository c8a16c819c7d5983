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

// -----

// A slice that is taken out, changed and put back is changed where it is.

// CHECK-LABEL: func @slice_back
func.func @slice_back(%x: tensor<4x8xf32> {croton.donated}, %i: index) -> tensor<4x8xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: memref.copy
  // CHECK: %[[ROW:.+]] = memref.subview %[[X:.+]][%{{.+}}, 0] [1, 8] [1, 1]
  // CHECK: linalg.exp ins(%[[ROW]] {{.*}} outs(%[[ROW]]
  // CHECK-NOT: memref.copy
  // CHECK: return %[[X]]
  %row = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %exp = linalg.exp ins(%row : tensor<8xf32>) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %exp into %x[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Near misses: put back elsewhere, and the tensor read in between.

// CHECK-LABEL: func @slice_elsewhere
func.func @slice_elsewhere(%x: tensor<4x8xf32> {croton.donated}, %i: index, %j: index) -> tensor<4x8xf32> {
  // CHECK: %[[ROW:.+]] = memref.subview
  // CHECK: %[[NEW:.+]] = memref.alloc
  // CHECK: linalg.exp ins(%[[ROW]] {{.*}} outs(%[[NEW]]
  %row = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %exp = linalg.exp ins(%row : tensor<8xf32>) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %r = tensor.insert_slice %exp into %x[%j, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// CHECK-LABEL: func @tensor_read_between
func.func @tensor_read_between(%x: tensor<4x8xf32> {croton.donated}, %i: index) -> (tensor<4x8xf32>, f32) {
  // CHECK: %[[ROW:.+]] = memref.subview
  // CHECK: %[[NEW:.+]] = memref.alloc
  // CHECK: linalg.exp ins(%[[ROW]] {{.*}} outs(%[[NEW]]
  // CHECK: memref.load
  %c0 = arith.constant 0 : index
  %row = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
  %exp = linalg.exp ins(%row : tensor<8xf32>) outs(%row : tensor<8xf32>) -> tensor<8xf32>
  %old = tensor.extract %x[%i, %c0] : tensor<4x8xf32>
  %r = tensor.insert_slice %exp into %x[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
  return %r, %old : tensor<4x8xf32>, f32
}

// -----

// And in a loop over the rows of its carried tensor.

// CHECK-LABEL: func @rows
func.func @rows(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[Y:.+]] = memref.alloc
  // CHECK: scf.for
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: memref.copy
  // CHECK: linalg.exp ins(%{{.+}} outs(%{{.+}}
  // CHECK-NOT: memref.copy
  // CHECK: return %[[Y]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%t = %e) -> tensor<4x8xf32> {
    %from = tensor.extract_slice %x[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
    %to = tensor.extract_slice %t[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
    %exp = linalg.exp ins(%from : tensor<8xf32>) outs(%to : tensor<8xf32>) -> tensor<8xf32>
    %next = tensor.insert_slice %exp into %t[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
    scf.yield %next : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}
