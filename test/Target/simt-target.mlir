// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --gpu-module-to-binary | FileCheck %s --check-prefix=BINARY

// A module becomes an object file for the host; its attribute stays with it.

// CHECK: gpu.module @default [#croton.simt_target]
// BINARY: gpu.binary @default [#gpu.object<#croton.simt_target, bin = "\7FELF
gpu.module @default [#croton.simt_target] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}

// CHECK: gpu.module @all [#croton.simt_target<O = 3, check = false, stats = true>]
// BINARY: gpu.binary @all [#gpu.object<#croton.simt_target<O = 3, check = false, stats = true>, bin = "\7FELF
gpu.module @all [#croton.simt_target<O = 3, check = false, stats = true>] {
  llvm.func @kernel() attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
