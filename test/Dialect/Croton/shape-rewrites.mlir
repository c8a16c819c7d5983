// RUN: croton-opt %s --croton-optimize="query=+shape guard=full policy=fail" | FileCheck %s

//===----------------------------------------------------------------------===//
// local-shape-to-shape-i
//===----------------------------------------------------------------------===//

// Known sizes become constants.
// CHECK-LABEL: func.func @shape
// CHECK-SAME:    (%[[X:.+]]: tensor<?x4xf32>, %[[S:.+]]: tensor<f32>)
// CHECK-DAG:     %[[FOUR:.+]] = croton.constant dense<4> : tensor<i64>
// CHECK-DAG:     %[[N:.+]] = croton.shape_i %[[X]] at 0
// CHECK-DAG:     %[[V:.+]] = croton.make_vector %[[N]], %[[FOUR]]
// CHECK-DAG:     %[[E:.+]] = croton.constant dense<> : tensor<0xi64>
// CHECK:         return %[[V]], %[[E]]
func.func @shape(%x: tensor<?x4xf32>, %s: tensor<f32>) -> (tensor<2xi64>, tensor<0xi64>) {
  %0 = croton.shape %x : tensor<?x4xf32>
  %1 = croton.shape %s : tensor<f32>
  return %0, %1 : tensor<2xi64>, tensor<0xi64>
}

//===----------------------------------------------------------------------===//
// local-shape-i-of-elemwise
//===----------------------------------------------------------------------===//

// Nothing is computed for its shape alone.
// CHECK-LABEL: func.func @size_of_elementwise
// CHECK-SAME:    (%[[X:.+]]: tensor<?x4xf32>, %{{.+}}: tensor<1x4xf32>)
// CHECK-NEXT:    %[[N:.+]] = croton.shape_i %[[X]] at 0
// CHECK-NEXT:    return %[[N]]
func.func @size_of_elementwise(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>) -> tensor<i64> {
  %0 = croton.exp %x : tensor<?x4xf32>
  %1 = croton.mul %y, %0 : tensor<1x4xf32>, tensor<?x4xf32>
  %2 = croton.fill %1, %y : tensor<?x4xf32>, tensor<1x4xf32>
  %3 = croton.shape_i %2 at 0 : tensor<?x4xf32>
  return %3 : tensor<i64>
}

// The sum compares its operands: it must fail where they differ.
// CHECK-LABEL: func.func @size_of_checked
// CHECK-NEXT:    %[[S:.+]] = croton.add
// CHECK-NEXT:    croton.shape_i %[[S]] at 0
func.func @size_of_checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<i64> {
  %0 = croton.add %x, %y : tensor<?xf32>, tensor<?xf32>
  %1 = croton.neg %0 : tensor<?xf32>
  %2 = croton.shape_i %1 at 0 : tensor<?xf32>
  return %2 : tensor<i64>
}

//===----------------------------------------------------------------------===//
// local-shape-i-of-dimshuffle
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @size_of_dimshuffle
// CHECK-SAME:    (%[[X:.+]]: tensor<?x?xf32>)
// CHECK-DAG:     %[[N:.+]] = croton.shape_i %[[X]] at 1
// CHECK-DAG:     %[[ONE:.+]] = croton.constant dense<1> : tensor<i64>
// CHECK:         return %[[N]], %[[ONE]]
func.func @size_of_dimshuffle(%x: tensor<?x?xf32>) -> (tensor<i64>, tensor<i64>) {
  %0 = croton.dimshuffle %x [0, x, 1] : tensor<?x?xf32>
  %1 = croton.shape_i %0 at 2 : tensor<?x1x?xf32>
  %2 = croton.shape_i %0 at 1 : tensor<?x1x?xf32>
  return %1, %2 : tensor<i64>, tensor<i64>
}

//===----------------------------------------------------------------------===//
// local-shape-i-of-reduce
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @size_of_sum
// CHECK-SAME:    (%[[X:.+]]: tensor<?x?x?x?xf32>)
// CHECK-NEXT:    %[[N:.+]] = croton.shape_i %[[X]] at 3
// CHECK-NEXT:    return %[[N]]
func.func @size_of_sum(%x: tensor<?x?x?x?xf32>) -> tensor<i64> {
  %0 = croton.sum %x axes [0, 2] : tensor<?x?x?x?xf32>
  %1 = croton.shape_i %0 at 1 : tensor<?x?xf32>
  return %1 : tensor<i64>
}

// There is no maximum of nothing.
// CHECK-LABEL: func.func @size_of_max
// CHECK-NEXT:    %[[M:.+]] = croton.max
// CHECK-NEXT:    croton.shape_i %[[M]] at 0
func.func @size_of_max(%x: tensor<?x?xf32>) -> tensor<i64> {
  %0 = croton.max %x axes [0] : tensor<?x?xf32>
  %1 = croton.shape_i %0 at 0 : tensor<?xf32>
  return %1 : tensor<i64>
}

// Other ops check what they are given: indices, numbers of elements, promises.
// CHECK-LABEL: func.func @size_of_reshape
// CHECK-NEXT:    %[[R:.+]] = croton.reshape
// CHECK-NEXT:    croton.shape_i %[[R]] at 0
func.func @size_of_reshape(%x: tensor<?xf32>, %s: tensor<2xi64>) -> tensor<i64> {
  %0 = croton.reshape %x, %s : tensor<?xf32>, tensor<2xi64> -> tensor<?x?xf32>
  %1 = croton.shape_i %0 at 0 : tensor<?x?xf32>
  return %1 : tensor<i64>
}
