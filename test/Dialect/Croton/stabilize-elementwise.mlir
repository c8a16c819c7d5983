// RUN: croton-opt %s --croton-optimize="query=+stabilize guard=full policy=fail" | FileCheck %s

//===----------------------------------------------------------------------===//
// local-log1p
//===----------------------------------------------------------------------===//

// log(1 + -0.0) is 0.0, so the sign of zero is dropped unless there is none.
// CHECK-LABEL: func.func @log1p
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-DAG:     %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
// CHECK-DAG:     %[[L:.+]] = croton.log1p %[[X]]
// CHECK-DAG:     %[[A:.+]] = croton.add %[[L]], %[[ZERO]]
// CHECK-DAG:     %[[E:.+]] = croton.exp %[[X]]
// CHECK-DAG:     %[[B:.+]] = croton.log1p %[[E]]
// CHECK:         return %[[A]], %[[B]]
func.func @log1p(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %0 = croton.add %one, %x : tensor<1xf32>, tensor<?xf32>
  %1 = croton.log %0 : tensor<?xf32>
  %2 = croton.exp %x : tensor<?xf32>
  %3 = croton.add %2, %one : tensor<?xf32>, tensor<1xf32>
  %4 = croton.log %3 : tensor<?xf32>
  return %1, %4 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @log1p_of_difference
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf64>)
// CHECK:         %[[N:.+]] = croton.neg %[[X]]
// CHECK:         croton.log1p %[[N]]
func.func @log1p_of_difference(%x: tensor<?xf64>) -> tensor<?xf64> {
  %one = croton.constant dense<1.0> : tensor<1xf64>
  %0 = croton.sub %one, %x : tensor<1xf64>, tensor<?xf64>
  %1 = croton.log %0 : tensor<?xf64>
  return %1 : tensor<?xf64>
}

// Nearly 1, complex, 1 that gives the shape, x - 1, three terms.
// CHECK-LABEL: func.func @no_log1p
// CHECK-COUNT-5: croton.log %
// CHECK-NOT:     croton.log1p
func.func @no_log1p(%x: tensor<?xf32>, %z: tensor<?xcomplex<f32>>, %u: tensor<1xf32>) -> (tensor<?xf32>, tensor<?xcomplex<f32>>, tensor<4xf32>, tensor<?xf32>, tensor<?xf32>) {
  %near = croton.constant dense<1.0000001> : tensor<1xf32>
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %ones = croton.constant dense<1.0> : tensor<4xf32>
  %c = croton.constant dense<(1.0, 0.0)> : tensor<1xcomplex<f32>>
  %0 = croton.add %near, %x : tensor<1xf32>, tensor<?xf32>
  %1 = croton.log %0 : tensor<?xf32>
  %2 = croton.add %c, %z : tensor<1xcomplex<f32>>, tensor<?xcomplex<f32>>
  %3 = croton.log %2 : tensor<?xcomplex<f32>>
  %4 = croton.add %ones, %u : tensor<4xf32>, tensor<1xf32>
  %5 = croton.log %4 : tensor<4xf32>
  %6 = croton.sub %x, %one : tensor<?xf32>, tensor<1xf32>
  %7 = croton.log %6 : tensor<?xf32>
  %8 = croton.add %one, %x, %x : tensor<1xf32>, tensor<?xf32>, tensor<?xf32>
  %9 = croton.log %8 : tensor<?xf32>
  return %1, %3, %5, %7, %9 : tensor<?xf32>, tensor<?xcomplex<f32>>, tensor<4xf32>, tensor<?xf32>, tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-expm1
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @expm1
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-DAG:     %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
// CHECK-DAG:     %[[M:.+]] = croton.expm1 %[[X]]
// CHECK-DAG:     %[[A:.+]] = croton.add %[[M]], %[[ZERO]]
// CHECK:         return %[[A]], %[[A]]
func.func @expm1(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %minus = croton.constant dense<-1.0> : tensor<1xf32>
  %0 = croton.exp %x : tensor<?xf32>
  %1 = croton.sub %0, %one : tensor<?xf32>, tensor<1xf32>
  %2 = croton.add %minus, %0 : tensor<1xf32>, tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @no_expm1
// CHECK:         croton.sub
// CHECK:         croton.add
// CHECK-NOT:     croton.expm1
func.func @no_expm1(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %0 = croton.exp %x : tensor<?xf32>
  %1 = croton.sub %one, %0 : tensor<1xf32>, tensor<?xf32>
  %2 = croton.add %0, %one : tensor<?xf32>, tensor<1xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-1msigmoid
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @one_minus_sigmoid
// CHECK-SAME:    (%[[X:.+]]: tensor<?xbf16>)
// CHECK-NEXT:    %[[N:.+]] = croton.neg %[[X]]
// CHECK-NEXT:    %[[S:.+]] = croton.sigmoid %[[N]]
// CHECK-NEXT:    return %[[S]]
func.func @one_minus_sigmoid(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %one = croton.constant dense<1.0> : tensor<1xbf16>
  %0 = croton.sigmoid %x : tensor<?xbf16>
  %1 = croton.sub %one, %0 : tensor<1xbf16>, tensor<?xbf16>
  return %1 : tensor<?xbf16>
}

// A subtraction is cheaper than a second sigmoid.
// CHECK-LABEL: func.func @one_minus_shared_sigmoid
// CHECK:         croton.sub
func.func @one_minus_shared_sigmoid(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %0 = croton.sigmoid %x : tensor<?xf32>
  %1 = croton.sub %one, %0 : tensor<1xf32>, tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// logsigm-to-softplus, log1msigm-to-softplus
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @log_sigmoid
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-DAG:     %[[ZERO:.+]] = croton.constant dense<0.000000e+00> : tensor<1xf32>
// CHECK-DAG:     %[[A:.+]] = croton.abs %[[X]]
// CHECK-DAG:     %[[N:.+]] = croton.neg %[[A]]
// CHECK-DAG:     %[[E:.+]] = croton.exp %[[N]]
// CHECK-DAG:     %[[L:.+]] = croton.log1p %[[E]]
// CHECK-DAG:     %[[M:.+]] = croton.minimum %[[X]], %[[ZERO]]
// CHECK:         %[[R:.+]] = croton.sub %[[M]], %[[L]]
// CHECK-NEXT:    return %[[R]]
func.func @log_sigmoid(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.sigmoid %x : tensor<?xf32>
  %1 = croton.log %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// With another user of the sigmoid, too.
// CHECK-LABEL: func.func @log_one_minus_sigmoid
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-DAG:     %[[S:.+]] = croton.sigmoid %[[X]]
// CHECK-DAG:     %[[N:.+]] = croton.neg %[[X]]
// CHECK-DAG:     %[[M:.+]] = croton.minimum %[[N]]
// CHECK:         %[[R:.+]] = croton.sub %[[M]]
// CHECK-NEXT:    return %[[S]], %[[R]]
func.func @log_one_minus_sigmoid(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %0 = croton.sigmoid %x : tensor<?xf32>
  %1 = croton.sub %one, %0 : tensor<1xf32>, tensor<?xf32>
  %2 = croton.log %1 : tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @log_tanh
// CHECK:         croton.log
func.func @log_tanh(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.tanh %x : tensor<?xf32>
  %1 = croton.log %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}
