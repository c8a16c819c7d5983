// RUN: croton-opt %s --croton-fuse-elementwise --split-input-file | FileCheck %s
// RUN: croton-opt %s --croton-fuse-elementwise="max-ops=2" --split-input-file | FileCheck %s --check-prefix=TWO

// A chain becomes one composite that reads each input once.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[X:.+]]: tensor<8xf32>, %[[Y:.+]]: tensor<8xf32>)
// CHECK-NEXT: %[[R:.+]] = croton.composite %[[X]], %[[Y]] : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK-NEXT: ^bb0(%[[A:.+]]: f32, %[[B:.+]]: f32):
// CHECK-NEXT: %[[M:.+]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[E:.+]] = math.exp %[[M]]
// CHECK-NEXT: %[[S:.+]] = arith.subf %[[E]], %[[A]]
// CHECK-NEXT: croton.yield %[[S]]
// CHECK: return %[[R]]

// No composite holds more than two ops.
// TWO-LABEL: func.func @chain
// TWO: croton.mul
// TWO: croton.composite
// TWO: math.exp
// TWO-NEXT: arith.subf
func.func @chain(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = croton.mul %x, %y : tensor<8xf32>, tensor<8xf32>
  %1 = croton.exp %0 : tensor<8xf32>
  %2 = croton.sub %1, %x : tensor<8xf32>, tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// A single op stays what it is.
// CHECK-LABEL: func.func @alone
// CHECK-NOT: croton.composite
// CHECK: croton.exp
func.func @alone(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = croton.exp %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// What is used elsewhere keeps its result; a dear op is not computed twice.
// CHECK-LABEL: func.func @used_elsewhere
// CHECK: %[[E:.+]] = croton.exp
// CHECK: %[[N:.+]] = croton.neg %[[E]]
// CHECK: return %[[E]], %[[N]]
func.func @used_elsewhere(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = croton.exp %x : tensor<8xf32>
  %1 = croton.neg %0 : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A cheap op that two loops use is computed in both.
// CHECK-LABEL: func.func @copied
// CHECK-SAME: (%[[X:.+]]: tensor<4x8xf32>, %[[M:.+]]: tensor<4x1xf32>)
// CHECK-NOT: croton.sub
// CHECK: %[[S:.+]] = croton.composite %[[X]], %[[M]]
// CHECK: arith.subf
// CHECK: arith.mulf
// CHECK: croton.sum %[[S]]
// CHECK: croton.composite %[[X]], %[[M]]
// CHECK: arith.subf
// CHECK: math.exp
func.func @copied(%x: tensor<4x8xf32>, %m: tensor<4x1xf32>) -> (tensor<4xf32>, tensor<4x8xf32>) {
  %0 = croton.sub %x, %m : tensor<4x8xf32>, tensor<4x1xf32>
  %1 = croton.sqr %0 : tensor<4x8xf32>
  %2 = croton.sum %1 axes [1] : tensor<4x8xf32>
  %3 = croton.exp %0 : tensor<4x8xf32>
  return %2, %3 : tensor<4xf32>, tensor<4x8xf32>
}

// -----

// A dear op that two loops use is not.
// CHECK-LABEL: func.func @not_copied
// CHECK: %[[T:.+]] = croton.tanh
// CHECK: croton.composite %[[T]]
// CHECK: croton.sum
// CHECK: croton.composite %[[T]]
func.func @not_copied(%x: tensor<8xf32>) -> (tensor<f32>, tensor<8xf32>) {
  %0 = croton.tanh %x : tensor<8xf32>
  %1 = croton.sqr %0 : tensor<8xf32>
  %2 = croton.neg %1 : tensor<8xf32>
  %3 = croton.sum %2 axes [0] : tensor<8xf32>
  %4 = croton.abs %0 : tensor<8xf32>
  %5 = croton.exp %4 : tensor<8xf32>
  return %3, %5 : tensor<f32>, tensor<8xf32>
}

// -----

// A stretched value joins if it is cheap; the root of a column does not.
// CHECK-LABEL: func.func @stretched
// CHECK-SAME: (%[[X:.+]]: tensor<4x8xf32>, %[[C:.+]]: tensor<4x1xf32>)
// CHECK: %[[Q:.+]] = croton.sqrt %[[C]]
// CHECK: croton.composite %[[C]], %[[X]], %[[Q]]
// CHECK: arith.negf
// CHECK: arith.divf
func.func @stretched(%x: tensor<4x8xf32>, %c: tensor<4x1xf32>) -> tensor<4x8xf32> {
  %0 = croton.sqrt %c : tensor<4x1xf32>
  %1 = croton.neg %c : tensor<4x1xf32>
  %2 = croton.add %x, %1 : tensor<4x8xf32>, tensor<4x1xf32>
  %3 = croton.true_div %2, %0 : tensor<4x8xf32>, tensor<4x1xf32>
  return %3 : tensor<4x8xf32>
}

// -----

// Checks are made in the place and name of the op that is fused.
// CHECK-LABEL: func.func @checks
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<?xf32>, %[[Z:.+]]: tensor<?xf32>)
// CHECK-DAG: %[[N:.+]] = tensor.dim %[[X]]
// CHECK-DAG: %[[M:.+]] = tensor.dim %[[Y]]
// CHECK-DAG: %[[K:.+]] = tensor.dim %[[Z]]
// CHECK: arith.cmpi eq, %[[N]], %[[M]]
// CHECK: croton.check %{{.+}}, 1, "croton.add at {{.+}}fuse-elementwise.mlir:[[#@LINE+7]]:8: operands 0 and 1 do not broadcast: shapes {0} and {1} differ at dim 0"(%[[N]], %[[M]])
// CHECK: arith.cmpi eq, %[[N]], %[[K]]
// CHECK: croton.check %{{.+}}, 1, "croton.mul at {{.+}}fuse-elementwise.mlir:[[#@LINE+6]]:8
// CHECK-NOT: croton.check
// CHECK: croton.composite %[[X]], %[[Y]], %[[Z]]
// CHECK-NOT: croton.check
func.func @checks(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  %1 = croton.mul %0, %z : tensor<?xf32>, tensor<?xf32>
  %2 = croton.sub %1, %y : tensor<?xf32>, tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// An operand that only gives a shape stays an input.
// CHECK-LABEL: func.func @shape_only
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>, %[[V:.+]]: tensor<1xf32>)
// CHECK: croton.composite %[[X]], %[[V]] : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
// CHECK-NEXT: ^bb0(%{{.+}}: f32, %[[B:.+]]: f32):
// CHECK-NEXT: math.exp %[[B]]
func.func @shape_only(%x: tensor<?xf32>, %v: tensor<1xf32>) -> tensor<?xf32> {
  %0 = croton.fill %x, %v : tensor<?xf32>, tensor<1xf32>
  %1 = croton.exp %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// The body is signless, the ops keep their meaning.
// CHECK-LABEL: func.func @unsigned
// CHECK: ^bb0(%{{.+}}: i8):
// CHECK: arith.uitofp %{{.+}} : i8 to f32
func.func @unsigned(%x: tensor<8xui8>) -> tensor<8xf32> {
  %0 = croton.cast %x to f32 : tensor<8xui8>
  %1 = croton.exp %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// Scalars are no loops.
// CHECK-LABEL: func.func @scalars
// CHECK-NOT: croton.composite
func.func @scalars(%x: tensor<f32>) -> tensor<f32> {
  %0 = croton.neg %x : tensor<f32>
  %1 = croton.exp %0 : tensor<f32>
  return %1 : tensor<f32>
}
