// RUN: croton-opt %s --croton-check-bounds --canonicalize --split-input-file | FileCheck %s

// An index from outside is compared with the size, and the message has both.
// CHECK-LABEL: func.func @extract
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[I:.+]]: index)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.+]] = arith.constant 4 : index
// CHECK: %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK: %[[ABOVE:.+]] = arith.cmpi sge, %[[I]], %[[C0]]
// CHECK: %[[BELOW:.+]] = arith.cmpi slt, %[[I]], %[[N]]
// CHECK: %[[OK:.+]] = arith.andi %[[ABOVE]], %[[BELOW]]
// CHECK: croton.check %[[OK]], 2, "tensor.extract at {{.+}}check-bounds.mlir:[[#@LINE+5]]:8: index {0} is out of bounds for dim 0 of size {1}"(%[[I]], %[[N]])
// CHECK: arith.cmpi slt, %[[I]], %[[C4]]
// CHECK: croton.check {{.+}}"tensor.extract {{.+}}: index {0} is out of bounds for dim 1 of size 4"(%[[I]])
// CHECK: tensor.extract %[[X]][%[[I]], %[[I]]]
func.func @extract(%x: tensor<?x4xf32>, %i: index) -> f32 {
  %r = tensor.extract %x[%i, %i] : tensor<?x4xf32>
  return %r : f32
}

// -----

// A constant of equal elements could be read without a look at the index, and
// folding does so behind the check.
// CHECK-LABEL: func.func @extract_from_uniform
// CHECK: croton.check {{.+}}: index {0} is out of bounds for dim 0 of size 4"
// CHECK-NOT: tensor.extract
func.func @extract_from_uniform(%i: index) -> f32 {
  %x = arith.constant dense<2.0> : tensor<4xf32>
  %r = tensor.extract %x[%i] : tensor<4xf32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @extract_beyond
// CHECK: %[[NO:.+]] = arith.constant false
// CHECK: croton.check %[[NO]], 2, "tensor.extract {{.+}}: index 4 is out of bounds for dim 0 of size 4"
func.func @extract_beyond(%x: tensor<4xf32>) -> f32 {
  %c4 = arith.constant 4 : index
  %r = tensor.extract %x[%c4] : tensor<4xf32>
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @insert
// CHECK: croton.check {{.+}}"tensor.insert at {{.+}}: index {0} is out of bounds for dim 0 of size {1}"
// CHECK: tensor.insert
func.func @insert(%x: tensor<?xf32>, %v: f32, %i: index) -> tensor<?xf32> {
  %r = tensor.insert %v into %x[%i] : tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// With stride 1 the size must not be above what is left behind the offset.
// CHECK-LABEL: func.func @extract_slice
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[O:.+]]: index, %[[C:.+]]: index)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG: arith.cmpi sge, %[[O]], %[[C0]]
// CHECK-DAG: arith.cmpi sle, %[[O]], %[[N]]
// CHECK-DAG: arith.cmpi sge, %[[C]], %[[C0]]
// CHECK-DAG: %[[REST:.+]] = arith.subi %[[N]], %[[O]]
// CHECK-DAG: arith.cmpi sle, %[[C]], %[[REST]]
// CHECK-NOT: is not positive
// CHECK: croton.check {{.+}}, 2, "tensor.extract_slice at {{.+}}: offset {0}, size {1} and stride 1 leave dim 0 of size {2}"(%[[O]], %[[C]], %[[N]])
// CHECK: tensor.extract_slice
func.func @extract_slice(%x: tensor<?xf32>, %o: index, %n: index) -> tensor<?xf32> {
  %r = tensor.extract_slice %x[%o] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @extract_slice_stride
// CHECK-SAME: (%[[X:.+]]: tensor<9xf32>, %[[S:.+]]: index)
// CHECK: croton.check {{.+}}, 7, "tensor.extract_slice {{.+}}: stride {0} of dim 0 is not positive"(%[[S]])
// CHECK: croton.check {{.+}}, 2, "tensor.extract_slice {{.+}}: offset 0, size 3 and stride {0} leave dim 0 of size 9"(%[[S]])
func.func @extract_slice_stride(%x: tensor<9xf32>, %s: index) -> tensor<3xf32> {
  %r = tensor.extract_slice %x[0] [3] [%s] : tensor<9xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// What is inserted must have the sizes of the slice, also if the slice drops
// a dim.
// CHECK-LABEL: func.func @insert_slice
// CHECK-SAME: (%[[S:.+]]: tensor<?xf32>, %[[X:.+]]: tensor<8x8xf32>, %[[N:.+]]: index)
// CHECK: %[[M:.+]] = tensor.dim %[[S]]
// CHECK: croton.check {{.+}}, 2, "tensor.insert_slice {{.+}}: offset 1, size {0} and stride 1 leave dim 1 of size 8"(%[[N]])
// CHECK: %[[EQUAL:.+]] = arith.cmpi eq, %[[M]], %[[N]]
// CHECK: croton.check %[[EQUAL]], 1, "tensor.insert_slice {{.+}}: a source of shape {0} does not fit the slice of shape {1}"(%[[M]], %[[N]])
func.func @insert_slice(%s: tensor<?xf32>, %x: tensor<8x8xf32>, %n: index) -> tensor<8x8xf32> {
  %r = tensor.insert_slice %s into %x[2, 1] [1, %n] [1, 1] : tensor<?xf32> into tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// A dim that is not known becomes a choice.
// CHECK-LABEL: func.func @dim
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[D:.+]]: index)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.+]] = arith.constant 4 : index
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK: croton.check {{.+}}, 2, "tensor.dim {{.+}}: dim {0} does not exist in a tensor of rank 2"(%[[D]])
// CHECK: %[[IS1:.+]] = arith.cmpi eq, %[[D]], %[[C1]]
// CHECK: %[[SIZE:.+]] = arith.select %[[IS1]], %[[C4]], %[[N]]
// CHECK: return %[[SIZE]]
func.func @dim(%x: tensor<?x4xf32>, %d: index) -> index {
  %r = tensor.dim %x, %d : tensor<?x4xf32>
  return %r : index
}

// -----

// CHECK-LABEL: func.func @dim_beyond
// CHECK: %[[NO:.+]] = arith.constant false
// CHECK: croton.check %[[NO]], 2, "tensor.dim {{.+}}: dim 1 does not exist in a tensor of rank 1"
// CHECK-NOT: tensor.dim
func.func @dim_beyond(%x: tensor<4xf32>) -> index {
  %c1 = arith.constant 1 : index
  %r = tensor.dim %x, %c1 : tensor<4xf32>
  return %r : index
}

// -----

// Checks stand where their op does: also in the body of a linalg op.
// CHECK-LABEL: func.func @shifted
// CHECK: linalg.generic
// CHECK: croton.check
// CHECK: tensor.extract
func.func @shifted(%x: tensor<4xf32>, %e: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e : tensor<4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.addi %i, %k : index
    %v = tensor.extract %x[%j] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Constants in range need no check, nor do positions of a linalg op.
// CHECK-LABEL: func.func @constants
// CHECK-NOT: croton.check
func.func @constants(%x: tensor<4x?xf32>, %s: tensor<2x2xf32>) -> (f32, index, tensor<4x4xf32>, tensor<2x2xf32>) {
  %c3 = arith.constant 3 : index
  %c1 = arith.constant 1 : index
  %y = arith.constant dense<1.0> : tensor<4x4xf32>
  %v = tensor.extract %y[%c3, %c3] : tensor<4x4xf32>
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %t = tensor.insert_slice %s into %y[1, 0] [2, 2] [2, 3] : tensor<2x2xf32> into tensor<4x4xf32>
  %u = tensor.extract_slice %t[1, 0] [2, 2] [2, 3] : tensor<4x4xf32> to tensor<2x2xf32>
  return %v, %n, %t, %u : f32, index, tensor<4x4xf32>, tensor<2x2xf32>
}

// CHECK-LABEL: func.func @mirrored
// CHECK-NOT: croton.check
func.func @mirrored(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %last = arith.subi %n, %c1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e : tensor<?xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.subi %last, %i : index
    %v = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// The bounds of a loop are known, but only those.
// CHECK-LABEL: func.func @loop
// CHECK-NOT: croton.check
// CHECK: return
func.func @loop(%x: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %u = tensor.insert %v into %t[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @loop_too_far
// CHECK: scf.for
// CHECK: croton.check
// CHECK: tensor.extract
func.func @loop_too_far(%x: tensor<?xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %next = arith.addi %i, %c1 : index
    %v = tensor.extract %x[%next] : tensor<?xf32>
    %t = arith.addf %s, %v : f32
    scf.yield %t : f32
  }
  return %r : f32
}

// -----

// Products that overflow prove nothing: 2 * (2^63 - 1) + 1 is -1 in 64 bits.
// CHECK-LABEL: func.func @overflow
// CHECK: croton.check {{.+}}: offset 0, size 3 and stride 9223372036854775807 leave dim 0 of size {0}"
func.func @overflow(%x: tensor<?xf32>) -> tensor<3xf32> {
  %r = tensor.extract_slice %x[0] [3] [9223372036854775807] : tensor<?xf32> to tensor<3xf32>
  return %r : tensor<3xf32>
}
