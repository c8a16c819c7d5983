// The run-time sizes that ops state of their results: each tensor.dim below is
// answered in terms of the operands.
// RUN: croton-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse --split-input-file | FileCheck %s

// elementwise.r3: the first operand that is not stretched tells.
// CHECK-LABEL: func.func @elementwise
// CHECK-SAME: (%[[X:.+]]: tensor<1x?xf32>, %[[Y:.+]]: tensor<?x?xf32>)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[ROWS:.+]] = tensor.dim %[[Y]], %[[C0]]
// CHECK-DAG: %[[COLS:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK: return %[[ROWS]], %[[COLS]]
func.func @elementwise(%x: tensor<1x?xf32>, %y: tensor<?x?xf32>)
    -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = croton.add %x, %y : tensor<1x?xf32>, tensor<?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %0, %1 : index, index
}

// -----

// reduction.r3
// CHECK-LABEL: func.func @reduction
// CHECK-SAME: (%[[X:.+]]: tensor<?x?x?xf32>)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG: %[[A:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG: %[[B:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK: return %[[A]], %[[B]]
func.func @reduction(%x: tensor<?x?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = croton.mean %x axes [1] : tensor<?x?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %0, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @dimshuffle
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[A:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[B:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK: return %[[A]], %[[C1]], %[[B]]
func.func @dimshuffle(%x: tensor<?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = croton.dimshuffle %x [1, x, 0] : tensor<?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x1x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x1x?xf32>
  %2 = tensor.dim %r, %c2 : tensor<?x1x?xf32>
  return %0, %1, %2 : index, index, index
}

// -----

// CHECK-LABEL: func.func @reshape_to_constant
// CHECK: %[[C6:.+]] = arith.constant 6 : index
// CHECK: return %[[C6]]
func.func @reshape_to_constant(%x: tensor<?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %s = croton.constant dense<[2, 6]> : tensor<2xi64>
  %r = croton.reshape %x, %s : tensor<?xf32>, tensor<2xi64> -> tensor<?x?xf32>
  %0 = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %0 : index
}

// -----

// An entry of a run-time shape may be -1: only the result itself knows.
// CHECK-LABEL: func.func @reshape_by_argument
// CHECK: %[[R:.+]] = croton.reshape
// CHECK: %[[D:.+]] = tensor.dim %[[R]]
// CHECK: return %[[D]]
func.func @reshape_by_argument(%x: tensor<?xf32>, %s: tensor<2xi64>) -> index {
  %c1 = arith.constant 1 : index
  %r = croton.reshape %x, %s : tensor<?xf32>, tensor<2xi64> -> tensor<?x?xf32>
  %0 = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %0 : index
}

// -----

// alloc.r1: the sizes are the operands.
// CHECK-LABEL: func.func @alloc
// CHECK-SAME: (%[[V:.+]]: tensor<f32>, %[[N:.+]]: tensor<i64>)
// CHECK: %[[E:.+]] = tensor.extract %[[N]][]
// CHECK: %[[I:.+]] = arith.index_cast %[[E]] : i64 to index
// CHECK: return %[[I]]
func.func @alloc(%v: tensor<f32>, %n: tensor<i64>) -> index {
  %c0 = arith.constant 0 : index
  %r = croton.alloc %v, %n : tensor<f32> -> tensor<?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?xf32>
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @specify_shape
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>, %[[S:.+]]: tensor<2xi64>)
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.+]] = arith.constant 4 : index
// CHECK: %[[E:.+]] = tensor.extract %[[S]][%[[C1]]]
// CHECK: %[[I:.+]] = arith.index_cast %[[E]] : i64 to index
// CHECK: return %[[C4]], %[[I]]
func.func @specify_shape(%x: tensor<?x?xf32>, %s: tensor<2xi64>)
    -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = croton.specify_shape %x, %s : tensor<?x?xf32>, tensor<2xi64> -> tensor<4x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<4x?xf32>
  return %0, %1 : index, index
}

// -----

// A whole dim keeps its size; integer indices drop out of the count.
// CHECK-LABEL: func.func @subtensor
// CHECK-SAME: (%[[X:.+]]: tensor<?x?x?xf32>)
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
// CHECK: %[[D:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK: return %[[D]]
func.func @subtensor(%x: tensor<?x?x?xf32>) -> index {
  %c1 = arith.constant 1 : index
  %r = croton.subtensor %x[:, 0, :] : tensor<?x?x?xf32>
  %0 = tensor.dim %r, %c1 : tensor<?x?xf32>
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @inc_subtensor
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %{{.+}}: tensor<?xf32>)
// CHECK: %[[D:.+]] = tensor.dim %[[X]]
// CHECK: return %[[D]]
func.func @inc_subtensor(%x: tensor<?xf32>, %v: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %r = croton.inc_subtensor %x[1:], %v : tensor<?xf32>, tensor<?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?xf32>
  return %0 : index
}

// -----

// take.r1: the dims of the index stand where the axis was.
// CHECK-LABEL: func.func @take
// CHECK-SAME: (%[[X:.+]]: tensor<?x?x?xf32>, %[[I:.+]]: tensor<?x?xi64>)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG: %[[A:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG: %[[B:.+]] = tensor.dim %[[I]], %[[C0]]
// CHECK-DAG: %[[C:.+]] = tensor.dim %[[I]], %[[C1]]
// CHECK-DAG: %[[D:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @take(%x: tensor<?x?x?xf32>, %i: tensor<?x?xi64>)
    -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %r = croton.take %x, %i axis 1 : tensor<?x?x?xf32>, tensor<?x?xi64>
  %0 = tensor.dim %r, %c0 : tensor<?x?x?x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x?x?x?xf32>
  %2 = tensor.dim %r, %c2 : tensor<?x?x?x?xf32>
  %3 = tensor.dim %r, %c3 : tensor<?x?x?x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// one_hot.r2: the last dim is the depth.
// CHECK-LABEL: func.func @one_hot
// CHECK-SAME: (%[[Y:.+]]: tensor<?xi64>, %[[N:.+]]: tensor<i64>)
// CHECK-DAG: %[[D:.+]] = tensor.dim %[[Y]]
// CHECK-DAG: %[[E:.+]] = tensor.extract %[[N]][]
// CHECK: %[[I:.+]] = arith.index_cast %[[E]] : i64 to index
// CHECK: return %[[D]], %[[I]]
func.func @one_hot(%y: tensor<?xi64>, %n: tensor<i64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = croton.one_hot %y, %n : tensor<?xi64> -> tensor<?x?xi1>
  %0 = tensor.dim %r, %c0 : tensor<?x?xi1>
  %1 = tensor.dim %r, %c1 : tensor<?x?xi1>
  return %0, %1 : index, index
}

// -----

// dot.r2 has no say in the sizes of the result.
// CHECK-LABEL: func.func @products
// CHECK-SAME: (%[[A:.+]]: tensor<?x?xf32>, %[[B:.+]]: tensor<?x?xf32>, %[[T:.+]]: tensor<?x?x?xf32>)
// CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG: %[[ROWS:.+]] = tensor.dim %[[A]], %[[C0]]
// CHECK-DAG: %[[COLS:.+]] = tensor.dim %[[B]], %[[C1]]
// CHECK-DAG: %[[BATCH:.+]] = tensor.dim %[[T]], %[[C0]]
// CHECK-DAG: %[[LAST:.+]] = tensor.dim %[[T]], %[[C2]]
// CHECK: return %[[ROWS]], %[[COLS]], %[[BATCH]], %[[LAST]]
func.func @products(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                    %t: tensor<?x?x?xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = croton.dot %a, %b : tensor<?x?xf32>, tensor<?x?xf32>
  %s = croton.batched_dot %t, %t : tensor<?x?x?xf32>, tensor<?x?x?xf32>
  %0 = tensor.dim %r, %c0 : tensor<?x?xf32>
  %1 = tensor.dim %r, %c1 : tensor<?x?xf32>
  %2 = tensor.dim %s, %c0 : tensor<?x?x?xf32>
  %3 = tensor.dim %s, %c2 : tensor<?x?x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// CHECK-LABEL: func.func @networks
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>, %[[Y:.+]]: tensor<?xi64>)
// CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG: %[[COLS:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[Y]]
// CHECK: return %[[COLS]], %[[N]]
func.func @networks(%x: tensor<?x?xf32>, %y: tensor<?xi64>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = croton.softmax %x axis 1 : tensor<?x?xf32>
  %n = croton.categorical_crossentropy %p, %y : tensor<?x?xf32>, tensor<?xi64>
  %0 = tensor.dim %p, %c1 : tensor<?x?xf32>
  %1 = tensor.dim %n, %c0 : tensor<?xf32>
  return %0, %1 : index, index
}

// -----

// CHECK-LABEL: func.func @markers_and_checks
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %{{.+}}: tensor<i1>)
// CHECK: %[[D:.+]] = tensor.dim %[[X]]
// CHECK: return %[[D]]
func.func @markers_and_checks(%x: tensor<?xf32>, %c: tensor<i1>) -> index {
  %c0 = arith.constant 0 : index
  %a = croton.zero_grad %x : tensor<?xf32>
  %b = croton.assert %a, %c, "m" : tensor<?xf32>, tensor<i1>
  %d = croton.disconnected_grad %b : tensor<?xf32>
  %0 = tensor.dim %d, %c0 : tensor<?xf32>
  return %0 : index
}

// -----

// CHECK-LABEL: func.func @composite
// CHECK-SAME: (%[[X:.+]]: tensor<1xf32>, %[[Y:.+]]: tensor<?xf32>)
// CHECK: %[[D:.+]] = tensor.dim %[[Y]]
// CHECK: return %[[D]]
func.func @composite(%x: tensor<1xf32>, %y: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %r = croton.composite %x, %y : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32, %b: f32):
    croton.yield %a : f32
  }
  %0 = tensor.dim %r, %c0 : tensor<?xf32>
  return %0 : index
}
