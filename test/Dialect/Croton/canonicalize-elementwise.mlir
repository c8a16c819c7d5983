// RUN: croton-opt %s --croton-optimize="query=+canonicalize guard=full policy=fail" | FileCheck %s

//===----------------------------------------------------------------------===//
// local-neg-neg
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @neg_neg
// CHECK-SAME:    (%[[X:.+]]: tensor<?xi8>)
// CHECK-NEXT:    return %[[X]]
func.func @neg_neg(%x: tensor<?xi8>) -> tensor<?xi8> {
  %0 = croton.neg %x : tensor<?xi8>
  %1 = croton.neg %0 : tensor<?xi8>
  return %1 : tensor<?xi8>
}

// Three of them leave one, which has another user no matter.
// CHECK-LABEL: func.func @neg_of_shared_neg
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-NEXT:    %[[N:.+]] = croton.neg %[[X]]
// CHECK-NEXT:    return %[[N]], %[[N]]
func.func @neg_of_shared_neg(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.neg %x : tensor<?xf32>
  %1 = croton.neg %0 : tensor<?xf32>
  %2 = croton.neg %1 : tensor<?xf32>
  return %0, %2 : tensor<?xf32>, tensor<?xf32>
}

// Another op in between.
// CHECK-LABEL: func.func @neg_abs_neg
// CHECK-COUNT-2: croton.neg
func.func @neg_abs_neg(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = croton.neg %x : tensor<?xf32>
  %1 = croton.abs %0 : tensor<?xf32>
  %2 = croton.neg %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-useless-elemwise-unary
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @single_inputs
// CHECK-SAME:    (%[[X:.+]]: tensor<?xi1>, %[[Y:.+]]: tensor<2xf16>)
// CHECK-NEXT:    return %[[X]], %[[Y]]
func.func @single_inputs(%x: tensor<?xi1>, %y: tensor<2xf16>) -> (tensor<?xi1>, tensor<2xf16>) {
  %0 = croton.add %x : tensor<?xi1>
  %1 = croton.mul %y : tensor<2xf16>
  return %0, %1 : tensor<?xi1>, tensor<2xf16>
}

// CHECK-LABEL: func.func @two_inputs
// CHECK-NEXT:    croton.add
func.func @two_inputs(%x: tensor<?xi1>) -> tensor<?xi1> {
  %0 = croton.add %x, %x : tensor<?xi1>, tensor<?xi1>
  return %0 : tensor<?xi1>
}

//===----------------------------------------------------------------------===//
// local-mul-one, local-add-zero, local-sub-zero, local-true-div-one
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @mul_one
// CHECK-SAME:    (%[[X:.+]]: tensor<?x4xf32>, %[[Y:.+]]: tensor<1x4xf32>)
// CHECK-NEXT:    %[[P:.+]] = croton.mul %[[X]], %[[Y]]
// CHECK-NEXT:    return %[[X]], %[[P]]
func.func @mul_one(%x: tensor<?x4xf32>, %y: tensor<1x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %one = croton.constant dense<1.0> : tensor<1x1xf32>
  %ones = croton.constant dense<1.0> : tensor<1x4xf32>
  %0 = croton.mul %one, %x, %ones : tensor<1x1xf32>, tensor<?x4xf32>, tensor<1x4xf32>
  %1 = croton.mul %x, %one, %y : tensor<?x4xf32>, tensor<1x1xf32>, tensor<1x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}

// Ones that stretch the other factor, or that are compared with it at run time.
// CHECK-LABEL: func.func @mul_ones_of_other_shape
// CHECK-COUNT-2: croton.mul
func.func @mul_ones_of_other_shape(%x: tensor<1xf32>, %y: tensor<?xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %ones = croton.constant dense<1.0> : tensor<4xf32>
  %0 = croton.mul %x, %ones : tensor<1xf32>, tensor<4xf32>
  %1 = croton.mul %y, %ones : tensor<?xf32>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// (inf + 0i) * (1 + 0i) has a NaN in it; and 0.99.. is not 1.
// CHECK-LABEL: func.func @mul_no_one
// CHECK-COUNT-2: croton.mul
func.func @mul_no_one(%z: tensor<?xcomplex<f32>>, %x: tensor<?xf32>) -> (tensor<?xcomplex<f32>>, tensor<?xf32>) {
  %one = croton.constant dense<(1.0, 0.0)> : tensor<1xcomplex<f32>>
  %less = croton.constant dense<0.99999994> : tensor<1xf32>
  %0 = croton.mul %z, %one : tensor<?xcomplex<f32>>, tensor<1xcomplex<f32>>
  %1 = croton.mul %x, %less : tensor<?xf32>, tensor<1xf32>
  return %0, %1 : tensor<?xcomplex<f32>>, tensor<?xf32>
}

// CHECK-LABEL: func.func @add_zero
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<?xui8>)
// CHECK-NEXT:    return %[[X]], %[[Y]]
func.func @add_zero(%x: tensor<?xf32>, %y: tensor<?xui8>) -> (tensor<?xf32>, tensor<?xui8>) {
  %minus = croton.constant dense<-0.0> : tensor<1xf32>
  %zero = croton.constant dense<0> : tensor<1xui8>
  %0 = croton.add %x, %minus : tensor<?xf32>, tensor<1xf32>
  %1 = croton.add %zero, %y : tensor<1xui8>, tensor<?xui8>
  return %0, %1 : tensor<?xf32>, tensor<?xui8>
}

// -0.0 + 0.0 is 0.0.
// CHECK-LABEL: func.func @add_positive_zero
// CHECK:         croton.add
func.func @add_positive_zero(%x: tensor<?xf32>) -> tensor<?xf32> {
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %0 = croton.add %x, %zero : tensor<?xf32>, tensor<1xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @sub_zero
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>)
// CHECK-DAG:     %[[M:.+]] = croton.constant dense<-0.000000e+00>
// CHECK-DAG:     %[[Z:.+]] = croton.constant dense<0.000000e+00>
// CHECK-DAG:     %[[A:.+]] = croton.sub %[[X]], %[[M]]
// CHECK-DAG:     %[[B:.+]] = croton.sub %[[Z]], %[[X]]
// CHECK:         return %[[X]], %[[A]], %[[B]]
func.func @sub_zero(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %minus = croton.constant dense<-0.0> : tensor<1xf32>
  %0 = croton.sub %x, %zero : tensor<?xf32>, tensor<1xf32>
  %1 = croton.sub %x, %minus : tensor<?xf32>, tensor<1xf32>
  %2 = croton.sub %zero, %x : tensor<1xf32>, tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @true_div_one
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf64>)
// CHECK-DAG:     %[[ONE:.+]] = croton.constant
// CHECK-DAG:     %[[Q:.+]] = croton.true_div %[[ONE]], %[[X]]
// CHECK:         return %[[X]], %[[Q]]
func.func @true_div_one(%x: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %one = croton.constant dense<1.0> : tensor<1xf64>
  %0 = croton.true_div %x, %one : tensor<?xf64>, tensor<1xf64>
  %1 = croton.true_div %one, %x : tensor<1xf64>, tensor<?xf64>
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

//===----------------------------------------------------------------------===//
// local-cast-cast
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @cast_over_wider
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf16>, %[[N:.+]]: tensor<?xi16>)
// CHECK-DAG:     %[[I:.+]] = croton.cast %[[X]] to i8
// CHECK-DAG:     %[[F:.+]] = croton.cast %[[N]] to f16
// CHECK:         return %[[I]], %[[X]], %[[F]]
func.func @cast_over_wider(%x: tensor<?xf16>, %n: tensor<?xi16>) -> (tensor<?xi8>, tensor<?xf16>, tensor<?xf16>) {
  %0 = croton.cast %x to f32 : tensor<?xf16>
  %1 = croton.cast %0 to i8 : tensor<?xf32>
  %2 = croton.cast %0 to f16 : tensor<?xf32>
  %3 = croton.cast %n to f32 : tensor<?xi16>
  %4 = croton.cast %3 to f16 : tensor<?xf32>
  return %1, %2, %4 : tensor<?xi8>, tensor<?xf16>, tensor<?xf16>
}

// A cast down and up again is a rounding.
// CHECK-LABEL: func.func @cast_rounds
// CHECK-COUNT-6: croton.cast
func.func @cast_rounds(%x: tensor<?xf32>, %n: tensor<?xi64>, %b: tensor<?xbf16>) -> (tensor<?xf32>, tensor<?xi64>, tensor<?xf32>) {
  %0 = croton.cast %x to f16 : tensor<?xf32>
  %1 = croton.cast %0 to f32 : tensor<?xf16>
  %2 = croton.cast %n to f64 : tensor<?xi64>
  %3 = croton.cast %2 to i64 : tensor<?xf64>
  %4 = croton.cast %b to f16 : tensor<?xbf16>
  %5 = croton.cast %4 to f32 : tensor<?xf16>
  return %1, %3, %5 : tensor<?xf32>, tensor<?xi64>, tensor<?xf32>
}

// 300 goes over f32 to 127, directly to 44; but any number is true or not.
// CHECK-LABEL: func.func @cast_saturates
// CHECK-SAME:    (%[[N:.+]]: tensor<?xi16>)
// CHECK-DAG:     %[[F:.+]] = croton.cast %[[N]] to f32
// CHECK-DAG:     %[[I:.+]] = croton.cast %[[F]] to i8
// CHECK-DAG:     %[[B:.+]] = croton.cast %[[N]] to i1
// CHECK:         return %[[I]], %[[B]]
func.func @cast_saturates(%n: tensor<?xi16>) -> (tensor<?xi8>, tensor<?xi1>) {
  %0 = croton.cast %n to f32 : tensor<?xi16>
  %1 = croton.cast %0 to i8 : tensor<?xf32>
  %2 = croton.cast %0 to i1 : tensor<?xf32>
  return %1, %2 : tensor<?xi8>, tensor<?xi1>
}
