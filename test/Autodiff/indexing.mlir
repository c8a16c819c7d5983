// RUN: croton-opt %s --croton-expand-gradients | FileCheck %s

// What was read is added into zeros at the same entries.
// CHECK-LABEL: func.func @subtensor
//  CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[I:.+]]: tensor<i64>, %[[U:.+]]: tensor<2xf32>)
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1x1xf32>
//       CHECK:   %[[ZEROS:.+]] = croton.fill %[[X]], %[[ZERO]]
//       CHECK:   %[[G:.+]] = croton.inc_subtensor %[[ZEROS]][%[[I]], ::-2], %[[U]] :
//       CHECK:   return %[[G]]
func.func @subtensor(%x: tensor<?x4xf32>, %i: tensor<i64>, %u: tensor<2xf32>) -> tensor<?x4xf32> {
  %y = croton.subtensor %x[%i, ::-2] : tensor<?x4xf32>, tensor<i64>
  %g = croton.lop %y : tensor<2xf32> grads(%u : tensor<2xf32>) wrt(%x : tensor<?x4xf32>)
  return %g : tensor<?x4xf32>
}

// An increment passes the gradient to the operand and is read for the value,
// summed over stretched dims.
// CHECK-LABEL: func.func @inc_subtensor
//  CHECK-SAME: (%{{.+}}: tensor<3x4xf32>, %{{.+}}: tensor<1x4xf32>, %[[U:.+]]: tensor<3x4xf32>)
//       CHECK:   croton.inc_subtensor
//   CHECK-NOT:   croton.inc_subtensor
//       CHECK:   %[[READ:.+]] = croton.subtensor %[[U]][1:, :] : tensor<3x4xf32>
//       CHECK:   %[[SUM:.+]] = croton.sum %[[READ]] axes [0]
//       CHECK:   %[[GV:.+]] = croton.dimshuffle %[[SUM]] [x, 0]
//       CHECK:   return %[[U]], %[[GV]]
func.func @inc_subtensor(%x: tensor<3x4xf32>, %v: tensor<1x4xf32>, %u: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<1x4xf32>) {
  %y = croton.inc_subtensor %x[1:, :], %v : tensor<3x4xf32>, tensor<1x4xf32>
  %gx, %gv = croton.lop %y : tensor<3x4xf32> grads(%u : tensor<3x4xf32>) wrt(%x, %v : tensor<3x4xf32>, tensor<1x4xf32>)
  return %gx, %gv : tensor<3x4xf32>, tensor<1x4xf32>
}

// Setting cuts the gradient of what is overwritten.
// CHECK-LABEL: func.func @set_subtensor
//  CHECK-SAME: (%{{.+}}: tensor<3x4xf32>, %{{.+}}: tensor<4xf32>, %[[U:.+]]: tensor<3x4xf32>)
//       CHECK:   %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
//       CHECK:   %[[GX:.+]] = croton.inc_subtensor %[[U]][1, :], %[[ZERO]] set
//       CHECK:   %[[GV:.+]] = croton.subtensor %[[U]][1, :]
//       CHECK:   return %[[GX]], %[[GV]]
func.func @set_subtensor(%x: tensor<3x4xf32>, %v: tensor<4xf32>, %u: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<4xf32>) {
  %y = croton.inc_subtensor %x[1, :], %v set : tensor<3x4xf32>, tensor<4xf32>
  %gx, %gv = croton.lop %y : tensor<3x4xf32> grads(%u : tensor<3x4xf32>) wrt(%x, %v : tensor<3x4xf32>, tensor<4xf32>)
  return %gx, %gv : tensor<3x4xf32>, tensor<4xf32>
}

// Repeated indices add up, in the mode of the read.
// CHECK-LABEL: func.func @take
//  CHECK-SAME: (%[[X:.+]]: tensor<4x?xf32>, %[[I:.+]]: tensor<?xi32>, %[[U:.+]]: tensor<4x?xf32>)
//       CHECK:   %[[ZEROS:.+]] = croton.fill %[[X]], %{{.+}}
//       CHECK:   %[[G:.+]] = croton.inc_take %[[ZEROS]], %[[I]], %[[U]] axis 1 mode wrap :
//       CHECK:   return %[[G]]
func.func @take(%x: tensor<4x?xf32>, %i: tensor<?xi32>, %u: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %y = croton.take %x, %i axis 1 mode wrap : tensor<4x?xf32>, tensor<?xi32>
  %g = croton.lop %y : tensor<4x?xf32> grads(%u : tensor<4x?xf32>) wrt(%x : tensor<4x?xf32>)
  return %g : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @inc_take
//  CHECK-SAME: (%{{.+}}: tensor<?x4xf32>, %[[I:.+]]: tensor<?xi64>, %{{.+}}: tensor<?x1xf32>, %[[U:.+]]: tensor<?x4xf32>)
//       CHECK:   %[[READ:.+]] = croton.take %[[U]], %[[I]] axis 0
//       CHECK:   %[[SUM:.+]] = croton.sum %[[READ]] axes [1]
//       CHECK:   %[[GV:.+]] = croton.dimshuffle %[[SUM]] [0, x]
//       CHECK:   return %[[U]], %[[GV]]
func.func @inc_take(%x: tensor<?x4xf32>, %i: tensor<?xi64>, %v: tensor<?x1xf32>, %u: tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<?x1xf32>) {
  %y = croton.inc_take %x, %i, %v axis 0 : tensor<?x4xf32>, tensor<?xi64>, tensor<?x1xf32>
  %gx, %gv = croton.lop %y : tensor<?x4xf32> grads(%u : tensor<?x4xf32>) wrt(%x, %v : tensor<?x4xf32>, tensor<?x1xf32>)
  return %gx, %gv : tensor<?x4xf32>, tensor<?x1xf32>
}

// Of repeated indices only the last writes, so only the last has a gradient:
// entry numbers are written the same way, and those still there count.
// CHECK-LABEL: func.func @set_take
//  CHECK-SAME: (%{{.+}}: tensor<5xf32>, %[[I:.+]]: tensor<3xi64>, %{{.+}}: tensor<3xf32>, %[[U:.+]]: tensor<5xf32>)
//       CHECK:   %[[GX:.+]] = croton.inc_take %[[U]], %[[I]], %{{.+}} axis 0 set
//       CHECK:   %[[READ:.+]] = croton.take %[[U]], %[[I]] axis 0
//       CHECK:   %[[NUMBERS:.+]] = croton.constant dense<[0, 1, 2]> : tensor<3xi64>
//       CHECK:   %[[LAST:.+]] = croton.inc_take %{{.+}}, %[[I]], %[[NUMBERS]] axis 0 set
//       CHECK:   %[[SEEN:.+]] = croton.take %[[LAST]], %[[I]] axis 0
//       CHECK:   %[[IS:.+]] = croton.eq %[[SEEN]], %[[NUMBERS]]
//       CHECK:   croton.switch %{{.+}}, %[[READ]], %{{.+}}
func.func @set_take(%x: tensor<5xf32>, %i: tensor<3xi64>, %v: tensor<3xf32>, %u: tensor<5xf32>) -> (tensor<5xf32>, tensor<3xf32>) {
  %y = croton.inc_take %x, %i, %v axis 0 set : tensor<5xf32>, tensor<3xi64>, tensor<3xf32>
  %gx, %gv = croton.lop %y : tensor<5xf32> grads(%u : tensor<5xf32>) wrt(%x, %v : tensor<5xf32>, tensor<3xf32>)
  return %gx, %gv : tensor<5xf32>, tensor<3xf32>
}

// Near miss: one index cannot be repeated.
// CHECK-LABEL: func.func @set_take_of_one
//   CHECK-NOT:   croton.eq
//       CHECK:   return
func.func @set_take_of_one(%x: tensor<5xf32>, %i: tensor<i64>, %v: tensor<f32>, %u: tensor<5xf32>) -> tensor<f32> {
  %y = croton.inc_take %x, %i, %v axis 0 set : tensor<5xf32>, tensor<i64>, tensor<f32>
  %gv = croton.lop %y : tensor<5xf32> grads(%u : tensor<5xf32>) wrt(%v : tensor<f32>)
  return %gv : tensor<f32>
}

// Forward: an operand that stays needs no write where values are added, but
// zeros where they are set.
// CHECK-LABEL: func.func @forward
//  CHECK-SAME: (%{{.+}}: tensor<4xf32>, %[[V:.+]]: tensor<4xf32>)
//       CHECK:   croton.inc_subtensor
//       CHECK:   croton.inc_subtensor
//       CHECK:   %[[SET:.+]] = croton.inc_subtensor %[[V]][0], %{{.+}} set
//   CHECK-NOT:   croton.inc_subtensor
//       CHECK:   return %[[V]], %[[SET]]
func.func @forward(%x: tensor<4xf32>, %v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c = croton.constant dense<3.0> : tensor<f32>
  %y = croton.inc_subtensor %x[0], %c : tensor<4xf32>, tensor<f32>
  %z = croton.inc_subtensor %x[0], %c set : tensor<4xf32>, tensor<f32>
  %ty, %tz = croton.rop %y, %z : tensor<4xf32>, tensor<4xf32> wrt(%x : tensor<4xf32>) along(%v : tensor<4xf32>)
  return %ty, %tz : tensor<4xf32>, tensor<4xf32>
}
