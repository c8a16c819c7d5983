// RUN: croton-opt %s --verify-roundtrip | FileCheck %s

#dev0 = #croton.device<"dev0">
#dev1 = #croton.device<"dev1">

// CHECK: croton.devices = {dev0 = #croton.device_target<kind = "cuda", chip = "sm_90">, dev1 = #croton.device_target<kind = "simt", ordinal = 1>}
module attributes {croton.devices = {
    dev0 = #croton.device_target<kind = "cuda", chip = "sm_90">,
    dev1 = #croton.device_target<kind = "simt", ordinal = 1>}} {

// CHECK-LABEL: func @transfers
// CHECK-SAME:    %[[X:.+]]: tensor<?x4xf32>
func.func @transfers(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  // CHECK: %[[A:.+]] = croton.gpu_from_host %[[X]] : tensor<?x4xf32> -> tensor<?x4xf32, #croton.device<"dev0">>
  %a = croton.gpu_from_host %x : tensor<?x4xf32> -> tensor<?x4xf32, #dev0>
  // CHECK: %[[B:.+]] = croton.gpu_to_gpu %[[A]] : tensor<?x4xf32, #croton.device<"dev0">> -> tensor<?x4xf32, #croton.device<"dev1">>
  %b = croton.gpu_to_gpu %a : tensor<?x4xf32, #dev0> -> tensor<?x4xf32, #dev1>
  // CHECK: croton.host_from_gpu %[[B]] : tensor<?x4xf32, #croton.device<"dev1">>
  %c = croton.host_from_gpu %b : tensor<?x4xf32, #dev1>
  return %c : tensor<?x4xf32>
}

// Every dtype, and scalars and empty tensors, can be transferred.
// CHECK-LABEL: func @dtypes
func.func @dtypes(%a: tensor<i1>, %b: tensor<0x3xui64>, %c: tensor<2xcomplex<f64>>, %d: tensor<bf16>) {
  // CHECK: tensor<i1> -> tensor<i1, #croton.device<"dev0">>
  %0 = croton.gpu_from_host %a : tensor<i1> -> tensor<i1, #dev0>
  // CHECK: tensor<0x3xui64> -> tensor<0x3xui64, #croton.device<"dev0">>
  %1 = croton.gpu_from_host %b : tensor<0x3xui64> -> tensor<0x3xui64, #dev0>
  // CHECK: tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>, #croton.device<"dev0">>
  %2 = croton.gpu_from_host %c : tensor<2xcomplex<f64>> -> tensor<2xcomplex<f64>, #dev0>
  // CHECK: tensor<bf16> -> tensor<bf16, #croton.device<"dev0">>
  %3 = croton.gpu_from_host %d : tensor<bf16> -> tensor<bf16, #dev0>
  return
}

// Results are where the operands are.
// CHECK-LABEL: func @families
func.func @families(%m: tensor<?x4xf32, #dev0>, %w: tensor<4x3xf32, #dev0>,
                    %y: tensor<?xi64, #dev0>, %i: tensor<i64>, %n: tensor<i64>,
                    %s: tensor<2xi64>, %c: tensor<i1>)
    -> (tensor<?x4xi1, #dev0>, tensor<?xf32, #dev0>, tensor<?xi64, #dev0>,
        tensor<4x?xf32, #dev0>, tensor<?x3xf32, #dev0>, tensor<4xf32, #dev0>,
        tensor<?x4xf32, #dev0>, tensor<?xf32, #dev0>) {
  %0 = croton.gt %m, %m : tensor<?x4xf32, #dev0>, tensor<?x4xf32, #dev0>
  %1 = croton.sum %m axes [1] : tensor<?x4xf32, #dev0>
  %2 = croton.argmax %m axes [1] : tensor<?x4xf32, #dev0>
  %3 = croton.dimshuffle %m [1, 0] : tensor<?x4xf32, #dev0>
  %4 = croton.dot %m, %w : tensor<?x4xf32, #dev0>, tensor<4x3xf32, #dev0>
  // Indices, shapes and conditions stay on the host.
  %5 = croton.subtensor %m[%i, :] : tensor<?x4xf32, #dev0>, tensor<i64>
  %6 = croton.reshape %m, %s : tensor<?x4xf32, #dev0>, tensor<2xi64> -> tensor<?x2xf32, #dev0>
  %7 = croton.assert %m, %c, "m" : tensor<?x4xf32, #dev0>, tensor<i1>
  %8 = croton.crossentropy_softmax %m, %y : tensor<?x4xf32, #dev0>, tensor<?xi64, #dev0>
  return %0, %1, %2, %3, %4, %5, %7, %8
    : tensor<?x4xi1, #dev0>, tensor<?xf32, #dev0>, tensor<?xi64, #dev0>,
      tensor<4x?xf32, #dev0>, tensor<?x3xf32, #dev0>, tensor<4xf32, #dev0>,
      tensor<?x4xf32, #dev0>, tensor<?xf32, #dev0>
}

// Sizes are on the host.
// CHECK-LABEL: func @sizes
func.func @sizes(%m: tensor<?x4xf32, #dev0>) -> (tensor<2xi64>, tensor<i64>) {
  %0 = croton.shape %m : tensor<?x4xf32, #dev0>
  %1 = croton.shape_i %m at 0 : tensor<?x4xf32, #dev0>
  return %0, %1 : tensor<2xi64>, tensor<i64>
}

// The declared type says where an alloc is; a scalar may come from the host.
// CHECK-LABEL: func @alloc
func.func @alloc(%v: tensor<f32>, %d: tensor<f32, #dev0>, %r: tensor<4xf32, #dev0>, %n: tensor<i64>) {
  // CHECK: croton.alloc %{{.+}}, %{{.+}} : tensor<f32> -> tensor<?xf32, #croton.device<"dev0">>
  %0 = croton.alloc %v, %n : tensor<f32> -> tensor<?xf32, #dev0>
  // CHECK: croton.alloc %{{.+}}, %{{.+}} : tensor<f32, #croton.device<"dev0">> -> tensor<?xf32, #croton.device<"dev0">>
  %1 = croton.alloc %d, %n : tensor<f32, #dev0> -> tensor<?xf32, #dev0>
  %2 = croton.alloc %r, %n, %n : tensor<4xf32, #dev0> -> tensor<?x4xf32, #dev0>
  return
}

// A constant on a device.
// CHECK-LABEL: func @constant
func.func @constant() -> tensor<2xf32, #dev1> {
  // CHECK: croton.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32, #croton.device<"dev1">>
  %0 = croton.constant dense<[1.0, 2.0]> : tensor<2xf32, #dev1>
  return %0 : tensor<2xf32, #dev1>
}
}
