// RUN: croton-opt %s --croton-to-llvm=device=dev0 | FileCheck %s
// RUN: croton-opt %s "--croton-to-llvm=device=dev0 chip=sm_80" | FileCheck %s --check-prefix=CHIP
// RUN: croton-opt %s --croton-to-llvm | FileCheck %s --check-prefix=HOST

// A graph that is placed on a device: one launch of a fused kernel between the
// copies there and back.

// CHECK: llvm.mlir.global private constant @__croton_kernels_dev0_image({{.+}}.target sm_90
// CHIP: llvm.mlir.global private constant @__croton_kernels_dev0_image({{.+}}.target sm_80
// CHECK-LABEL: llvm.func internal @f
// CHECK: %[[DEVICE:.+]] = llvm.call @croton_rt_device_get
// CHECK-NOT: llvm.call @croton_rt_device_get
// CHECK: llvm.call @croton_rt_device_copy_from_host
// CHECK: llvm.call @croton_rt_device_launch(%[[DEVICE]]
// CHECK-NOT: llvm.call @croton_rt_device_launch
// CHECK: %[[RESULT:.+]] = llvm.call @_mlir_memref_to_llvm_alloc
// CHECK: llvm.call @croton_rt_device_copy_to_host(%[[DEVICE]], %[[RESULT]]
// CHECK: llvm.call @croton_rt_device_free
// CHECK: llvm.return

// Without being asked to nothing moves, whatever devices there are.
// HOST-NOT: croton_rt_device

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "cuda">}} {
func.func @f(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = croton.exp %x : tensor<?x8xf32>
  %1 = croton.mul %0, %x : tensor<?x8xf32>, tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
}
