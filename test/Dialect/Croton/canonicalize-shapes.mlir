// RUN: croton-opt %s --croton-optimize="query=+canonicalize guard=full policy=fail" | FileCheck %s

//===----------------------------------------------------------------------===//
// local-dimshuffle-lift-compose
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @dimshuffle_compose
// CHECK-SAME:    (%[[X:.+]]: tensor<?x1x4xf32>)
// CHECK-NEXT:    %[[A:.+]] = croton.dimshuffle %[[X]] [x, 0, 2]
// CHECK-NEXT:    %[[B:.+]] = croton.dimshuffle %[[X]] [2, 0, x]
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @dimshuffle_compose(%x: tensor<?x1x4xf32>) -> (tensor<1x?x4xf32>, tensor<4x?x1xf32>) {
  %0 = croton.dimshuffle %x [2, x, 0] : tensor<?x1x4xf32>
  %1 = croton.dimshuffle %0 [x, 2, 0] : tensor<4x1x?xf32>
  %2 = croton.dimshuffle %0 [0, 2, 1] : tensor<4x1x?xf32>
  return %1, %2 : tensor<1x?x4xf32>, tensor<4x?x1xf32>
}

// To and fro is nothing.
// CHECK-LABEL: func.func @dimshuffle_cancel
// CHECK-SAME:    (%[[X:.+]]: tensor<?x?xi1>)
// CHECK-NEXT:    return %[[X]]
func.func @dimshuffle_cancel(%x: tensor<?x?xi1>) -> tensor<?x?xi1> {
  %0 = croton.dimshuffle %x [1, x, 0] : tensor<?x?xi1>
  %1 = croton.dimshuffle %0 [2, 0] : tensor<?x1x?xi1>
  return %1 : tensor<?x?xi1>
}

//===----------------------------------------------------------------------===//
// local-dimshuffle-lift-identity
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @dimshuffle_identity
// CHECK-SAME:    (%[[X:.+]]: tensor<1x?x1xf32>)
// CHECK-NEXT:    return %[[X]], %[[X]]
func.func @dimshuffle_identity(%x: tensor<1x?x1xf32>) -> (tensor<1x?x1xf32>, tensor<1x?x1xf32>) {
  %0 = croton.dimshuffle %x [2, 1, 0] : tensor<1x?x1xf32>
  %1 = croton.dimshuffle %x [x, 1, x] : tensor<1x?x1xf32>
  return %0, %1 : tensor<1x?x1xf32>, tensor<1x?x1xf32>
}

// The type stays, but the axes do not.
// CHECK-LABEL: func.func @dimshuffle_moves
// CHECK-COUNT-2: croton.dimshuffle
func.func @dimshuffle_moves(%x: tensor<4x4xf32>, %y: tensor<?x1x?xf32>) -> (tensor<4x4xf32>, tensor<?x1x?xf32>) {
  %0 = croton.dimshuffle %x [1, 0] : tensor<4x4xf32>
  %1 = croton.dimshuffle %y [2, 1, 0] : tensor<?x1x?xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<?x1x?xf32>
}

//===----------------------------------------------------------------------===//
// local-useless-reduce, local-reduce-broadcastable
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @reduce_nothing
// CHECK-SAME:    (%[[X:.+]]: tensor<?x4xf16>, %[[N:.+]]: tensor<3xi64>)
// CHECK-NEXT:    return %[[X]], %[[X]], %[[N]], %[[N]]
func.func @reduce_nothing(%x: tensor<?x4xf16>, %n: tensor<3xi64>) -> (tensor<?x4xf16>, tensor<?x4xf16>, tensor<3xi64>, tensor<3xi64>) {
  %0 = croton.sum %x axes [] : tensor<?x4xf16>
  %1 = croton.mean %x axes [] : tensor<?x4xf16>
  %2 = croton.sum %n axes [] : tensor<3xi64>
  %3 = croton.max %n axes [] : tensor<3xi64>
  return %0, %1, %2, %3 : tensor<?x4xf16>, tensor<?x4xf16>, tensor<3xi64>, tensor<3xi64>
}

// Another type; an accumulator that rounds; a complex quotient; an index.
// CHECK-LABEL: func.func @reduce_nothing_but_change
// CHECK:         croton.sum
// CHECK:         croton.sum
// CHECK:         croton.mean
// CHECK:         croton.argmax
func.func @reduce_nothing_but_change(%b: tensor<3xi8>, %n: tensor<3xi64>, %z: tensor<3xcomplex<f32>>) -> (tensor<3xi64>, tensor<3xi64>, tensor<3xcomplex<f32>>, tensor<3xi64>) {
  %0 = croton.sum %b axes [] : tensor<3xi8>
  %1 = croton.sum %n axes [] acc f64 dtype i64 : tensor<3xi64>
  %2 = croton.mean %z axes [] : tensor<3xcomplex<f32>>
  %3 = croton.argmax %n axes [] : tensor<3xi64>
  return %0, %1, %2, %3 : tensor<3xi64>, tensor<3xi64>, tensor<3xcomplex<f32>>, tensor<3xi64>
}

// A sum starts from 0.0 and so makes 0.0 of -0.0; a maximum does not, and
// integers have one zero.
// CHECK-LABEL: func.func @reduce_unit_axes
// CHECK-SAME:    (%[[X:.+]]: tensor<1x?x1xf32>, %[[N:.+]]: tensor<1x3xi64>)
// CHECK-DAG:     %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
// CHECK-DAG:     %[[A:.+]] = croton.dimshuffle %[[X]] [1]
// CHECK-DAG:     %[[S:.+]] = croton.add %[[A]], %[[ZERO]]
// CHECK-DAG:     %[[B:.+]] = croton.dimshuffle %[[X]] [0, 1]
// CHECK-DAG:     %[[C:.+]] = croton.dimshuffle %[[N]] [1]
// CHECK:         return %[[S]], %[[B]], %[[C]]
func.func @reduce_unit_axes(%x: tensor<1x?x1xf32>, %n: tensor<1x3xi64>) -> (tensor<?xf32>, tensor<1x?xf32>, tensor<3xi64>) {
  %0 = croton.sum %x axes [0, 2] : tensor<1x?x1xf32>
  %1 = croton.max %x axes [2] : tensor<1x?x1xf32>
  %2 = croton.sum %n axes [0] : tensor<1x3xi64>
  return %0, %1, %2 : tensor<?xf32>, tensor<1x?xf32>, tensor<3xi64>
}

// An axis that is only perhaps of size 1; one of size 1 and another.
// CHECK-LABEL: func.func @reduce_other_axes
// CHECK-COUNT-2: croton.sum
func.func @reduce_other_axes(%x: tensor<1x?x4xf32>) -> (tensor<1x4xf32>, tensor<?xf32>) {
  %0 = croton.sum %x axes [1] : tensor<1x?x4xf32>
  %1 = croton.sum %x axes [0, 2] : tensor<1x?x4xf32>
  return %0, %1 : tensor<1x4xf32>, tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-useless-subtensor
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @subtensor_whole
// CHECK-SAME:    (%[[X:.+]]: tensor<3x?xf32>)
// CHECK-NEXT:    return %[[X]], %[[X]]
func.func @subtensor_whole(%x: tensor<3x?xf32>) -> (tensor<3x?xf32>, tensor<3x?xf32>) {
  %0 = croton.subtensor %x[0:3, 0:] : tensor<3x?xf32>
  %1 = croton.subtensor %x[-7:99:1, 0::1] : tensor<3x?xf32>
  return %0, %1 : tensor<3x?xf32>, tensor<3x?xf32>
}

// A part, another order, a bound for a size that may be larger.
// CHECK-LABEL: func.func @subtensor_part
// CHECK-COUNT-4: croton.subtensor
func.func @subtensor_part(%x: tensor<3xf32>, %y: tensor<?xf32>, %n: tensor<i64>) -> (tensor<2xf32>, tensor<3xf32>, tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.subtensor %x[0:2] : tensor<3xf32>
  %1 = croton.subtensor %x[::-1] : tensor<3xf32>
  %2 = croton.subtensor %y[0:9] : tensor<?xf32>
  %3 = croton.subtensor %y[:%n] : tensor<?xf32>, tensor<i64>
  return %0, %1, %2, %3 : tensor<2xf32>, tensor<3xf32>, tensor<?xf32>, tensor<?xf32>
}
