// RUN: croton-opt %s --croton-to-llvm | FileCheck %s
// RUN: croton-opt %s --croton-to-llvm=blas=false | FileCheck %s --check-prefix=NOBLAS

// From graphs to the LLVM dialect: a private function is inlined, gradients are
// expanded, state becomes an argument and a result, the product goes to BLAS.

// CHECK-NOT: ml_program
// CHECK-NOT: @error
// CHECK-DAG: llvm.func @croton_rt_sgemm
// CHECK-DAG: llvm.func internal @step(
// CHECK-DAG: llvm.func @_mlir_ciface_step(%{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr)
// CHECK-DAG: llvm.call @croton_rt_sgemm
// NOBLAS-NOT: croton_rt_sgemm
ml_program.global private mutable @w(dense<0.0> : tensor<64x10xf32>) : tensor<64x10xf32>

func.func private @error(%x: tensor<?x64xf32>, %y: tensor<?x10xf32>, %w: tensor<64x10xf32>) -> tensor<f32> {
  %p = croton.dot %x, %w : tensor<?x64xf32>, tensor<64x10xf32>
  %d = croton.sub %p, %y : tensor<?x10xf32>, tensor<?x10xf32>
  %s = croton.sqr %d : tensor<?x10xf32>
  %e = croton.sum %s axes [0, 1] : tensor<?x10xf32>
  return %e : tensor<f32>
}

func.func @step(%x: tensor<?x64xf32>, %y: tensor<?x10xf32>) -> tensor<f32> {
  %w = ml_program.global_load @w : tensor<64x10xf32>
  %e = call @error(%x, %y, %w) : (tensor<?x64xf32>, tensor<?x10xf32>, tensor<64x10xf32>) -> tensor<f32>
  %g = croton.grad %e : tensor<f32> wrt(%w : tensor<64x10xf32>)
  %next = croton.sub %w, %g : tensor<64x10xf32>, tensor<64x10xf32>
  ml_program.global_store @w = %next : tensor<64x10xf32>
  return %e : tensor<f32>
}
