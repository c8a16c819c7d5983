// RUN: croton-opt %s --canonicalize="test-convergence" --split-input-file | FileCheck %s

#dev0 = #croton.device<"dev0">
#dev1 = #croton.device<"dev1">

// CHECK-LABEL: func @there_and_back
// CHECK-SAME:    %[[X:.+]]: tensor<?xf32>
func.func @there_and_back(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: return %[[X]]
  %a = croton.gpu_from_host %x : tensor<?xf32> -> tensor<?xf32, #dev0>
  %b = croton.host_from_gpu %a : tensor<?xf32, #dev0>
  return %b : tensor<?xf32>
}

// CHECK-LABEL: func @back_and_there
// CHECK-SAME:    %[[X:.+]]: tensor<4xf32, #croton.device<"dev0">>
func.func @back_and_there(%x: tensor<4xf32, #dev0>) -> tensor<4xf32, #dev0> {
  // CHECK-NEXT: return %[[X]]
  %a = croton.host_from_gpu %x : tensor<4xf32, #dev0>
  %b = croton.gpu_from_host %a : tensor<4xf32> -> tensor<4xf32, #dev0>
  return %b : tensor<4xf32, #dev0>
}

// CHECK-LABEL: func @to_itself
// CHECK-SAME:    %[[X:.+]]: tensor<4xf32, #croton.device<"dev0">>
func.func @to_itself(%x: tensor<4xf32, #dev0>) -> tensor<4xf32, #dev0> {
  // CHECK-NEXT: return %[[X]]
  %a = croton.gpu_to_gpu %x : tensor<4xf32, #dev0> -> tensor<4xf32, #dev0>
  return %a : tensor<4xf32, #dev0>
}

// Through a chain, too.
// CHECK-LABEL: func @chain
// CHECK-SAME:    %[[X:.+]]: tensor<?xf32>
func.func @chain(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK-NEXT: return %[[X]]
  %a = croton.gpu_from_host %x : tensor<?xf32> -> tensor<?xf32, #dev0>
  %b = croton.gpu_to_gpu %a : tensor<?xf32, #dev0> -> tensor<?xf32, #dev1>
  %c = croton.host_from_gpu %b : tensor<?xf32, #dev1>
  return %c : tensor<?xf32>
}

// Another device is another place.
// CHECK-LABEL: func @other_device
func.func @other_device(%x: tensor<4xf32, #dev0>) -> tensor<4xf32, #dev1> {
  // CHECK: croton.host_from_gpu
  // CHECK: croton.gpu_from_host
  %a = croton.host_from_gpu %x : tensor<4xf32, #dev0>
  %b = croton.gpu_from_host %a : tensor<4xf32> -> tensor<4xf32, #dev1>
  return %b : tensor<4xf32, #dev1>
}

// A constant is made where it is wanted.
// CHECK-LABEL: func @constant
func.func @constant() -> tensor<2xf32, #dev1> {
  // CHECK-NEXT: %[[C:.+]] = croton.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32, #croton.device<"dev1">>
  // CHECK-NEXT: return %[[C]]
  %c = croton.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %d = croton.gpu_from_host %c : tensor<2xf32> -> tensor<2xf32, #dev1>
  return %d : tensor<2xf32, #dev1>
}

// So is what folds on a device.
// CHECK-LABEL: func @fold
func.func @fold() -> tensor<2xf32, #dev0> {
  // CHECK-NEXT: croton.constant dense<[-1.000000e+00, -2.000000e+00]> : tensor<2xf32, #croton.device<"dev0">>
  %c = croton.constant dense<[1.0, 2.0]> : tensor<2xf32, #dev0>
  %d = croton.neg %c : tensor<2xf32, #dev0>
  return %d : tensor<2xf32, #dev0>
}
