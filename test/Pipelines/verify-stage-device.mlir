// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-verify-stage=stage=device

module attributes {gpu.container_module} {
gpu.binary @croton_kernels_dev0 [#gpu.object<#nvvm.target, assembly = "ptx">]
func.func @launch(%x: memref<4xf32>, %n: index) {
  %d = memref.alloc() : memref<4xf32, #croton.device<"dev0">>
  memref.copy %x, %d : memref<4xf32> to memref<4xf32, #croton.device<"dev0">>
  gpu.launch_func @croton_kernels_dev0::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %d : memref<4xf32, #croton.device<"dev0">>
  return
}
}

// -----

// Kernels are compiled by then.

module attributes {gpu.container_module} {
// expected-error@+1 {{has no place behind stage 'device'}}
gpu.module @croton_kernels_dev0 {
}
}
