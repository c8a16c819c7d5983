// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// The gradient of a sum is repeated along the axes that were summed.
// CHECK-LABEL: func.func @sum
//  CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[U:.+]]: tensor<?xf32>)
//       CHECK:   %[[COLUMN:.+]] = croton.dimshuffle %[[U]] [0, x]
//       CHECK:   %[[G:.+]] = croton.fill %[[X]], %[[COLUMN]] : tensor<?x4xf32>, tensor<?x1xf32>
//       CHECK:   return %[[G]]
func.func @sum(%x: tensor<?x4xf32>, %u: tensor<?xf32>) -> tensor<?x4xf32> {
  %y = croton.sum %x axes [1] : tensor<?x4xf32>
  %g = croton.lop %y : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%x : tensor<?x4xf32>)
  return %g : tensor<?x4xf32>
}

// An axis of size 1 has nothing to repeat along.
// CHECK-LABEL: func.func @sum_of_size_one
//  CHECK-SAME: (%{{.+}}: tensor<1x4xf32>, %[[U:.+]]: tensor<4xf32>)
//   CHECK-NOT:   croton.fill
//       CHECK:   %[[G:.+]] = croton.dimshuffle %[[U]] [x, 0]
//  CHECK-NEXT:   return %[[G]]
func.func @sum_of_size_one(%x: tensor<1x4xf32>, %u: tensor<4xf32>) -> tensor<1x4xf32> {
  %y = croton.sum %x axes [0] : tensor<1x4xf32>
  %g = croton.lop %y : tensor<4xf32> grads(%u : tensor<4xf32>) wrt(%x : tensor<1x4xf32>)
  return %g : tensor<1x4xf32>
}

// A sum over no axes passes its gradient on.
// CHECK-LABEL: func.func @sum_over_nothing
//  CHECK-SAME: (%{{.+}}: tensor<4xf32>, %[[U:.+]]: tensor<4xf32>)
//       CHECK:   croton.sum
//  CHECK-NEXT:   return %[[U]]
func.func @sum_over_nothing(%x: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %y = croton.sum %x axes [] : tensor<4xf32>
  %g = croton.lop %y : tensor<4xf32> grads(%u : tensor<4xf32>) wrt(%x : tensor<4xf32>)
  return %g : tensor<4xf32>
}

// The gradient has the operand's type, whatever the sum's is.
// CHECK-LABEL: func.func @sum_to_f64
//  CHECK-SAME: (%[[X:.+]]: tensor<4xf32>, %[[U:.+]]: tensor<f64>)
//       CHECK:   %[[CAST:.+]] = croton.cast %[[U]] to f32
//       CHECK:   %[[ROW:.+]] = croton.dimshuffle %[[CAST]] [x]
//       CHECK:   croton.fill %[[X]], %[[ROW]]
func.func @sum_to_f64(%x: tensor<4xf32>, %u: tensor<f64>) -> tensor<4xf32> {
  %y = croton.sum %x axes [0] acc f64 dtype f64 : tensor<4xf32>
  %g = croton.lop %y : tensor<f64> grads(%u : tensor<f64>) wrt(%x : tensor<4xf32>)
  return %g : tensor<4xf32>
}

// The gradient of a mean is divided while it is small.
// CHECK-LABEL: func.func @mean
//  CHECK-SAME: (%[[X:.+]]: tensor<5x4xf32>, %[[U:.+]]: tensor<4xf32>)
//       CHECK:   %[[N:.+]] = croton.constant dense<5.000000e+00> : tensor<1xf32>
//       CHECK:   %[[SHARE:.+]] = croton.true_div %[[U]], %[[N]]
//       CHECK:   %[[ROW:.+]] = croton.dimshuffle %[[SHARE]] [x, 0]
//       CHECK:   croton.fill %[[X]], %[[ROW]]
func.func @mean(%x: tensor<5x4xf32>, %u: tensor<4xf32>) -> tensor<5x4xf32> {
  %y = croton.mean %x axes [0] : tensor<5x4xf32>
  %g = croton.lop %y : tensor<4xf32> grads(%u : tensor<4xf32>) wrt(%x : tensor<5x4xf32>)
  return %g : tensor<5x4xf32>
}

// Sizes that are not known are read at run time, and f16 is divided in f32.
// CHECK-LABEL: func.func @mean_of_half
//  CHECK-SAME: (%[[X:.+]]: tensor<?x4x?xf16>, %[[U:.+]]: tensor<?xf16>)
//       CHECK:   %[[WIDE:.+]] = croton.cast %[[U]] to f32
//       CHECK:   %[[N:.+]] = croton.shape_i %[[X]] at 2
//       CHECK:   %[[FOUR:.+]] = croton.constant dense<4> : tensor<i64>
//       CHECK:   %[[COUNT:.+]] = croton.mul %[[N]], %[[FOUR]]
//       CHECK:   %[[F:.+]] = croton.cast %[[COUNT]] to f32
//       CHECK:   %[[ROW:.+]] = croton.dimshuffle %[[F]] [x]
//       CHECK:   %[[SHARE:.+]] = croton.true_div %[[WIDE]], %[[ROW]]
//       CHECK:   croton.cast %[[SHARE]] to f16
func.func @mean_of_half(%x: tensor<?x4x?xf16>, %u: tensor<?xf16>) -> tensor<?x4x?xf16> {
  %y = croton.mean %x axes [1, 2] : tensor<?x4x?xf16>
  %g = croton.lop %y : tensor<?xf16> grads(%u : tensor<?xf16>) wrt(%x : tensor<?x4x?xf16>)
  return %g : tensor<?x4x?xf16>
}

// The maximum chooses; it does not multiply, which could make NaN.
// CHECK-LABEL: func.func @max
//  CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[U:.+]]: tensor<?xf32>)
//       CHECK:   %[[M:.+]] = croton.max %[[X]] axes [1]
//   CHECK-DAG:   %[[COLUMN:.+]] = croton.dimshuffle %[[U]] [0, x]
//   CHECK-DAG:   %[[MAXIMA:.+]] = croton.dimshuffle %[[M]] [0, x]
//   CHECK-DAG:   %[[IS:.+]] = croton.eq %[[X]], %[[MAXIMA]]
//   CHECK-DAG:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1x1xf32>
//       CHECK:   croton.switch %[[IS]], %[[COLUMN]], %[[ZERO]]
//   CHECK-NOT:   croton.mul
func.func @max(%x: tensor<?x4xf32>, %u: tensor<?xf32>) -> tensor<?x4xf32> {
  %y = croton.max %x axes [1] : tensor<?x4xf32>
  %g = croton.lop %y : tensor<?xf32> grads(%u : tensor<?xf32>) wrt(%x : tensor<?x4xf32>)
  return %g : tensor<?x4xf32>
}

// An index is connected, with derivative zero.
// CHECK-LABEL: func.func @argmax
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
//       CHECK:   %[[G:.+]] = croton.fill %{{.+}}, %[[ZERO]]
//       CHECK:   return %[[G]]
func.func @argmax(%x: tensor<4xf32>) -> tensor<4xf32> {
  %i = croton.argmax %x axes [0] : tensor<4xf32>
  %y = croton.cast %i to f32 : tensor<i64>
  %g = croton.grad %y : tensor<f32> wrt(%x : tensor<4xf32>)
  return %g : tensor<4xf32>
}

// Forward: tangents are reduced as the operand is.
// CHECK-LABEL: func.func @forward
//  CHECK-SAME: (%{{.+}}: tensor<?x4xf16>, %[[V:.+]]: tensor<?x4xf16>)
//       CHECK:   croton.sum %[[V]] axes [1] acc f64 :
//       CHECK:   croton.mean %[[V]] axes [0] :
func.func @forward(%x: tensor<?x4xf16>, %v: tensor<?x4xf16>) -> (tensor<?xf16>, tensor<4xf16>) {
  %s = croton.sum %x axes [1] acc f64 : tensor<?x4xf16>
  %m = croton.mean %x axes [0] : tensor<?x4xf16>
  %ts, %tm = croton.rop %s, %m : tensor<?xf16>, tensor<4xf16> wrt(%x : tensor<?x4xf16>) along(%v : tensor<?x4xf16>)
  return %ts, %tm : tensor<?xf16>, tensor<4xf16>
}
