// Transfers that a program has are cut, in both ways alike.
// RUN: croton-opt %s --split-input-file --croton-place-on-device=device=dev0 | FileCheck %s
// RUN: croton-opt %s --split-input-file --croton-place-on-device="device=dev0 way=equilibrium" | FileCheck %s
// RUN: croton-opt %s --split-input-file --croton-optimize=query=+gpuarray-cut-transfers | FileCheck %s --check-prefix=CUT

#dev0 = #croton.device<"dev0">
#dev1 = #croton.device<"dev1">

// gpu_from_host(host_from_gpu(d)) = d, and the other way round.
// CHECK-LABEL: func @cancel
// CHECK-SAME:    (%[[D:[^:]+]]: tensor<4xf32, #croton.device<"dev0">>, %[[H:[^:]+]]: tensor<4xf32>)
// CHECK-NEXT:    return %[[D]], %[[H]]
// CUT-LABEL: func @cancel
// CUT-SAME:    (%[[D:[^:]+]]: tensor<4xf32, #croton.device<"dev0">>, %[[H:[^:]+]]: tensor<4xf32>)
// CUT-NEXT:    return %[[D]], %[[H]]
func.func @cancel(%d: tensor<4xf32, #dev0>, %h: tensor<4xf32>) -> (tensor<4xf32, #dev0>, tensor<4xf32>) {
  %0 = croton.host_from_gpu %d : tensor<4xf32, #dev0>
  %1 = croton.gpu_from_host %0 : tensor<4xf32> -> tensor<4xf32, #dev0>
  %2 = croton.gpu_from_host %h : tensor<4xf32> -> tensor<4xf32, #dev1>
  %3 = croton.gpu_to_gpu %2 : tensor<4xf32, #dev1> -> tensor<4xf32, #dev0>
  %4 = croton.host_from_gpu %3 : tensor<4xf32, #dev0>
  return %1, %4 : tensor<4xf32, #dev0>, tensor<4xf32>
}

// By way of the host, by way of another device, or there and back.
// CHECK-LABEL: func @chains
// CHECK-SAME:    (%[[D:[^:]+]]: tensor<4xf32, #croton.device<"dev0">>, %[[H:[^:]+]]: tensor<4xf32>)
// CHECK-DAG:     %[[A:.+]] = croton.gpu_to_gpu %[[D]] : tensor<4xf32, #croton.device<"dev0">> -> tensor<4xf32, #croton.device<"dev1">>
// CHECK-DAG:     %[[B:.+]] = croton.gpu_from_host %[[H]] : tensor<4xf32> -> tensor<4xf32, #croton.device<"dev0">>
// CHECK-DAG:     %[[C:.+]] = croton.host_from_gpu %[[D]]
// CHECK-NOT:     gpu
// CHECK:         return %[[A]], %[[B]], %[[C]]
// CUT-LABEL: func @chains
// CUT-SAME:    (%[[D:[^:]+]]: tensor<4xf32, #croton.device<"dev0">>, %[[H:[^:]+]]: tensor<4xf32>)
// CUT-DAG:     %[[A:.+]] = croton.gpu_to_gpu %[[D]] : tensor<4xf32, #croton.device<"dev0">> -> tensor<4xf32, #croton.device<"dev1">>
// CUT-DAG:     %[[B:.+]] = croton.gpu_from_host %[[H]] : tensor<4xf32> -> tensor<4xf32, #croton.device<"dev0">>
// CUT-DAG:     %[[C:.+]] = croton.host_from_gpu %[[D]]
// CUT-NOT:     gpu
// CUT:         return %[[A]], %[[B]], %[[C]]
func.func @chains(%d: tensor<4xf32, #dev0>, %h: tensor<4xf32>) -> (tensor<4xf32, #dev1>, tensor<4xf32, #dev0>, tensor<4xf32>) {
  %0 = croton.host_from_gpu %d : tensor<4xf32, #dev0>
  %1 = croton.gpu_from_host %0 : tensor<4xf32> -> tensor<4xf32, #dev1>
  %2 = croton.gpu_from_host %h : tensor<4xf32> -> tensor<4xf32, #dev1>
  %3 = croton.gpu_to_gpu %2 : tensor<4xf32, #dev1> -> tensor<4xf32, #dev0>
  %4 = croton.host_from_gpu %1 : tensor<4xf32, #dev1>
  return %1, %3, %4 : tensor<4xf32, #dev1>, tensor<4xf32, #dev0>, tensor<4xf32>
}

// No value is transferred twice to one place.
// CHECK-LABEL: func @twice
// CHECK-COUNT-1: croton.gpu_from_host
// CHECK-NOT:     croton.gpu_from_host
// CUT-LABEL: func @twice
// CUT-COUNT-1: croton.gpu_from_host
// CUT-NOT:     croton.gpu_from_host
func.func @twice(%h: tensor<4xf32>) -> (tensor<4xf32, #dev0>, tensor<4xf32, #dev0>) {
  %0 = croton.gpu_from_host %h : tensor<4xf32> -> tensor<4xf32, #dev0>
  %1 = croton.gpu_from_host %h : tensor<4xf32> -> tensor<4xf32, #dev0>
  %2 = croton.neg %1 : tensor<4xf32, #dev0>
  return %0, %2 : tensor<4xf32, #dev0>, tensor<4xf32, #dev0>
}

// To two devices is no transfer too many.
// CHECK-LABEL: func @two_devices
// CHECK-COUNT-2: croton.gpu_from_host
// CUT-LABEL: func @two_devices
// CUT-COUNT-2: croton.gpu_from_host
func.func @two_devices(%h: tensor<4xf32>) -> (tensor<4xf32, #dev0>, tensor<4xf32, #dev1>) {
  %0 = croton.gpu_from_host %h : tensor<4xf32> -> tensor<4xf32, #dev0>
  %1 = croton.gpu_from_host %h : tensor<4xf32> -> tensor<4xf32, #dev1>
  return %0, %1 : tensor<4xf32, #dev0>, tensor<4xf32, #dev1>
}

// Upload, iterate, download (KF-81): one transfer each way for every count.
// CHECK-LABEL: func @iterate
// CHECK-COUNT-1: croton.gpu_from_host %{{.*}} : tensor<2xf32>
// CHECK-NOT:     croton.gpu_from_host %{{.*}} : tensor<2xf32>
// CHECK:         croton.add
// CHECK:         croton.add
// CHECK:         croton.add
// CHECK-NEXT:    croton.host_from_gpu
// CHECK-NEXT:    return
func.func @iterate(%x: tensor<2xf32>) -> tensor<2xf32> {
  %half = croton.constant dense<0.5> : tensor<1xf32>
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %d0 = croton.gpu_from_host %x : tensor<2xf32> -> tensor<2xf32, #dev0>
  %h0 = croton.host_from_gpu %d0 : tensor<2xf32, #dev0>
  %m0 = croton.mul %h0, %half : tensor<2xf32>, tensor<1xf32>
  %v0 = croton.add %m0, %one : tensor<2xf32>, tensor<1xf32>
  %d1 = croton.gpu_from_host %v0 : tensor<2xf32> -> tensor<2xf32, #dev0>
  %h1 = croton.host_from_gpu %d1 : tensor<2xf32, #dev0>
  %m1 = croton.mul %h1, %half : tensor<2xf32>, tensor<1xf32>
  %v1 = croton.add %m1, %one : tensor<2xf32>, tensor<1xf32>
  %d2 = croton.gpu_from_host %v1 : tensor<2xf32> -> tensor<2xf32, #dev0>
  %h2 = croton.host_from_gpu %d2 : tensor<2xf32, #dev0>
  %m2 = croton.mul %h2, %half : tensor<2xf32>, tensor<1xf32>
  %v2 = croton.add %m2, %one : tensor<2xf32>, tensor<1xf32>
  return %v2 : tensor<2xf32>
}
