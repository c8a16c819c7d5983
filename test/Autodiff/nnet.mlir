// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// u p - sum(u p) p, from the result: the softmax is not computed again.
// CHECK-LABEL: func.func @softmax
//  CHECK-SAME: (%[[Z:.+]]: tensor<?x10xf32>, %[[U:.+]]: tensor<?x10xf32>)
//       CHECK:   %[[P:.+]] = croton.softmax %[[Z]] axis 1
//   CHECK-NOT:   croton.softmax
//       CHECK:   %[[UP:.+]] = croton.mul %[[U]], %[[P]]
//       CHECK:   %[[SUM:.+]] = croton.sum %[[UP]] axes [1]
//       CHECK:   %[[COLUMN:.+]] = croton.dimshuffle %[[SUM]] [0, x]
//       CHECK:   %[[PS:.+]] = croton.mul %[[P]], %[[COLUMN]]
//       CHECK:   %[[G:.+]] = croton.sub %[[UP]], %[[PS]]
//       CHECK:   return %[[G]]
func.func @softmax(%z: tensor<?x10xf32>, %u: tensor<?x10xf32>) -> tensor<?x10xf32> {
  %p = croton.softmax %z axis 1 : tensor<?x10xf32>
  %g = croton.lop %p : tensor<?x10xf32> grads(%u : tensor<?x10xf32>) wrt(%z : tensor<?x10xf32>)
  return %g : tensor<?x10xf32>
}

// CHECK-LABEL: func.func @log_softmax
//  CHECK-SAME: (%[[Z:.+]]: tensor<10x?xf32>, %[[U:.+]]: tensor<10x?xf32>)
//       CHECK:   %[[L:.+]] = croton.log_softmax %[[Z]] axis 0
//       CHECK:   %[[P:.+]] = croton.exp %[[L]]
//       CHECK:   %[[SUM:.+]] = croton.sum %[[U]] axes [0]
//       CHECK:   %[[ROW:.+]] = croton.dimshuffle %[[SUM]] [x, 0]
//       CHECK:   %[[PS:.+]] = croton.mul %[[P]], %[[ROW]]
//       CHECK:   %[[G:.+]] = croton.sub %[[U]], %[[PS]]
//       CHECK:   return %[[G]]
func.func @log_softmax(%z: tensor<10x?xf32>, %u: tensor<10x?xf32>) -> tensor<10x?xf32> {
  %p = croton.log_softmax %z axis 0 : tensor<10x?xf32>
  %g = croton.lop %p : tensor<10x?xf32> grads(%u : tensor<10x?xf32>) wrt(%z : tensor<10x?xf32>)
  return %g : tensor<10x?xf32>
}

// A probability beside the target is replaced before the division.
// CHECK-LABEL: func.func @categorical_crossentropy
//  CHECK-SAME: (%[[P:.+]]: tensor<?x10xf32>, %[[Y:.+]]: tensor<?xi64>, %[[U:.+]]: tensor<?xf32>)
//       CHECK:   %[[COLUMN:.+]] = croton.dimshuffle %[[U]] [0, x]
//       CHECK:   %[[TEN:.+]] = croton.constant dense<10> : tensor<i64>
//       CHECK:   %[[IS:.+]] = croton.one_hot %[[Y]], %[[TEN]] : tensor<?xi64> -> tensor<?x10xi1>
//       CHECK:   %[[ONE:.+]] = croton.constant dense<1.000000e+00> : tensor<1x1xf32>
//       CHECK:   %[[SAFE:.+]] = croton.switch %[[IS]], %[[P]], %[[ONE]]
//       CHECK:   %[[Q:.+]] = croton.true_div %[[COLUMN]], %[[SAFE]]
//       CHECK:   %[[MINUS:.+]] = croton.neg %[[Q]]
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1x1xf32>
//       CHECK:   %[[G:.+]] = croton.switch %[[IS]], %[[MINUS]], %[[ZERO]]
//       CHECK:   return %[[G]]
func.func @categorical_crossentropy(%p: tensor<?x10xf32>, %y: tensor<?xi64>, %u: tensor<?xf32>) -> tensor<?x10xf32> {
  %nll = croton.categorical_crossentropy %p, %y : tensor<?x10xf32>, tensor<?xi64>
  %g = croton.lop %nll : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%p : tensor<?x10xf32>)
  return %g : tensor<?x10xf32>
}

// (softmax - one_hot) u; the number of classes is read where it is not known.
// CHECK-LABEL: func.func @crossentropy_softmax
//  CHECK-SAME: (%[[Z:.+]]: tensor<?x?xf32>, %[[Y:.+]]: tensor<?xi64>, %[[U:.+]]: tensor<?xf32>)
//       CHECK:   %[[COLUMN:.+]] = croton.dimshuffle %[[U]] [0, x]
//       CHECK:   %[[P:.+]] = croton.softmax %[[Z]] axis 1
//       CHECK:   %[[N:.+]] = croton.shape_i %[[Z]] at 1
//       CHECK:   %[[IS:.+]] = croton.one_hot %[[Y]], %[[N]]
//       CHECK:   %[[HOT:.+]] = croton.cast %[[IS]] to f32
//       CHECK:   %[[ERROR:.+]] = croton.sub %[[P]], %[[HOT]]
//       CHECK:   %[[G:.+]] = croton.mul %[[ERROR]], %[[COLUMN]]
//       CHECK:   return %[[G]]
func.func @crossentropy_softmax(%z: tensor<?x?xf32>, %y: tensor<?xi64>, %u: tensor<?xf32>) -> tensor<?x?xf32> {
  %nll = croton.crossentropy_softmax %z, %y : tensor<?x?xf32>, tensor<?xi64>
  %g = croton.lop %nll : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%z : tensor<?x?xf32>)
  return %g : tensor<?x?xf32>
}
