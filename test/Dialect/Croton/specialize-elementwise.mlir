// RUN: croton-opt %s --croton-optimize="query=+specialize guard=full policy=fail" | FileCheck %s

//===----------------------------------------------------------------------===//
// local-mul-to-sqr
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @square
// CHECK-SAME:    (%[[X:.+]]: tensor<?xcomplex<f32>>)
// CHECK-NEXT:    %[[S:.+]] = croton.sqr %[[X]]
// CHECK-NEXT:    return %[[S]]
func.func @square(%x: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = croton.mul %x, %x : tensor<?xcomplex<f32>>, tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// CHECK-LABEL: func.func @no_square
// CHECK-COUNT-2: croton.mul
func.func @no_square(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = croton.mul %x, %x, %x : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
  %1 = croton.mul %x, %y : tensor<?xf32>, tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

//===----------------------------------------------------------------------===//
// local-true-div-to-mul
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @divide_by_power_of_two
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<2xf64>)
// CHECK-DAG:     %[[A:.+]] = croton.constant dense<1.250000e-01> : tensor<1xf32>
// CHECK-DAG:     %[[B:.+]] = croton.constant dense<[2.000000e+00, -2.500000e-01]> : tensor<2xf64>
// CHECK-DAG:     %[[P:.+]] = croton.mul %[[X]], %[[A]]
// CHECK-DAG:     %[[Q:.+]] = croton.mul %[[Y]], %[[B]]
// CHECK:         return %[[P]], %[[Q]]
func.func @divide_by_power_of_two(%x: tensor<?xf32>, %y: tensor<2xf64>) -> (tensor<?xf32>, tensor<2xf64>) {
  %eight = croton.constant dense<8.0> : tensor<1xf32>
  %two = croton.constant dense<[0.5, -4.0]> : tensor<2xf64>
  %0 = croton.true_div %x, %eight : tensor<?xf32>, tensor<1xf32>
  %1 = croton.true_div %y, %two : tensor<2xf64>, tensor<2xf64>
  return %0, %1 : tensor<?xf32>, tensor<2xf64>
}

// Not a power of two, not all of them, a denormal reciprocal, zero, complex.
// CHECK-LABEL: func.func @divide_otherwise
// CHECK-COUNT-5: croton.true_div
func.func @divide_otherwise(%x: tensor<?xf32>, %y: tensor<2xf32>, %z: tensor<?xcomplex<f32>>) -> (tensor<?xf32>, tensor<2xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xcomplex<f32>>) {
  %three = croton.constant dense<3.0> : tensor<1xf32>
  %mixed = croton.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %huge = croton.constant dense<0x7F000000> : tensor<1xf32>
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %c = croton.constant dense<(2.0, 0.0)> : tensor<1xcomplex<f32>>
  %0 = croton.true_div %x, %three : tensor<?xf32>, tensor<1xf32>
  %1 = croton.true_div %y, %mixed : tensor<2xf32>, tensor<2xf32>
  %2 = croton.true_div %x, %huge : tensor<?xf32>, tensor<1xf32>
  %3 = croton.true_div %x, %zero : tensor<?xf32>, tensor<1xf32>
  %4 = croton.true_div %z, %c : tensor<?xcomplex<f32>>, tensor<1xcomplex<f32>>
  return %0, %1, %2, %3, %4 : tensor<?xf32>, tensor<2xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xcomplex<f32>>
}
