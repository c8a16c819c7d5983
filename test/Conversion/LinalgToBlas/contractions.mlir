// RUN: croton-opt %s --split-input-file --croton-linalg-to-blas --canonicalize --cse | FileCheck %s

// Sizes, then address and strides of each factor. The fill goes away, and
// nothing is accumulated.

// CHECK-LABEL: func @matmul
// CHECK-SAME:    %[[A:.+]]: memref<?x128xf32>, %[[B:.+]]: memref<128x10xf32>)
func.func @matmul(%a: memref<?x128xf32>, %b: memref<128x10xf32>) -> memref<?x10xf32> {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG: %[[C10:.+]] = arith.constant 10 : index
  // CHECK-DAG: %[[C128:.+]] = arith.constant 128 : index
  // CHECK-DAG: %[[NO:.+]] = arith.constant 0 : i32
  // CHECK-DAG: %[[M:.+]] = memref.dim %[[A]], %[[C0]]
  // CHECK-DAG: %[[PA:.+]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK-DAG: %[[PB:.+]] = memref.extract_aligned_pointer_as_index %[[B]]
  // CHECK-DAG: %[[C:.+]] = memref.alloc
  // CHECK-DAG: %[[PC:.+]] = memref.extract_aligned_pointer_as_index %[[C]]
  // CHECK-NOT: linalg.fill
  // CHECK: call @croton_rt_sgemm(%[[M]], %[[C10]], %[[C128]], %[[PA]], %[[C128]], %[[C1]], %[[PB]], %[[C10]], %[[C1]], %[[PC]], %[[C10]], %[[NO]])
  // CHECK: return %[[C]]
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %a, %c0 : memref<?x128xf32>
  %c = memref.alloc(%m) : memref<?x10xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<?x10xf32>)
  linalg.matmul ins(%a, %b : memref<?x128xf32>, memref<128x10xf32>) outs(%c : memref<?x10xf32>)
  return %c : memref<?x10xf32>
}
// CHECK: func.func private @croton_rt_sgemm(index, index, index, index, index, index, index, index, index, index, index, i32)

// -----

// Near misses of the fill: another value, or a reader in between.

// CHECK-LABEL: func @kept_fill
func.func @kept_fill(%a: memref<?x?xf64>, %b: memref<?x?xf64>, %n: index) -> (memref<?x?xf64>, memref<?x?xf64>, f64) {
  // CHECK-DAG: %[[YES:.+]] = arith.constant 1 : i32
  // CHECK: linalg.fill
  // CHECK: call @croton_rt_dgemm({{.*}}, %[[YES]])
  // CHECK: linalg.fill
  // CHECK: call @croton_rt_dgemm({{.*}}, %[[YES]])
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %c = memref.alloc(%n, %n) : memref<?x?xf64>
  linalg.fill ins(%one : f64) outs(%c : memref<?x?xf64>)
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%c : memref<?x?xf64>)
  %d = memref.alloc(%n, %n) : memref<?x?xf64>
  linalg.fill ins(%zero : f64) outs(%d : memref<?x?xf64>)
  %v = memref.load %d[%c0, %c0] : memref<?x?xf64>
  linalg.matmul ins(%a, %b : memref<?x?xf64>, memref<?x?xf64>) outs(%d : memref<?x?xf64>)
  return %c, %d, %v : memref<?x?xf64>, memref<?x?xf64>, f64
}

// -----

// Transposed operands are strides; the offset of a view is added in bytes. A
// transposed result swaps the factors: C^T = B^T A^T.

// CHECK-LABEL: func @transposed
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?x64xf32, strided<[64, 1], offset: 32>>, %[[B:[a-z0-9]+]]: memref<32x64xf32>, %[[C:[a-z0-9]+]]: memref<32x?xf32>)
func.func @transposed(%a: memref<?x64xf32, strided<[64, 1], offset: 32>>, %b: memref<32x64xf32>, %c: memref<32x?xf32>) {
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG: %[[C128:.+]] = arith.constant 128 : index
  // CHECK-DAG: %[[C32:.+]] = arith.constant 32 : index
  // CHECK-DAG: %[[C64:.+]] = arith.constant 64 : index
  // CHECK-DAG: %[[M:.+]] = memref.dim %[[C]], %{{.+}}
  // CHECK-DAG: %{{.+}}, %{{.+}}, %{{.+}}, %[[CS:.+]]:2 = memref.extract_strided_metadata %[[C]]
  // CHECK-DAG: %[[BASE:.+]] = memref.extract_aligned_pointer_as_index %[[A]]
  // CHECK-DAG: %[[PA:.+]] = arith.addi %[[BASE]], %[[C128]]
  // CHECK-DAG: %[[PB:.+]] = memref.extract_aligned_pointer_as_index %[[B]]
  // CHECK: call @croton_rt_sgemm(%[[C32]], %[[M]], %[[C64]], %[[PB]], %[[C64]], %[[C1]], %[[PA]], %[[C1]], %[[C64]], %{{.+}}, %[[CS]]#0, %{{.+}})
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (n, m)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x64xf32, strided<[64, 1], offset: 32>>, memref<32x64xf32>) outs(%c : memref<32x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Vectors are matrices with one row or column.

// CHECK-LABEL: func @vectors
func.func @vectors(%a: memref<?x?xf32>, %x: memref<?xf32>, %y: memref<?xf32>, %s: memref<f32>) {
  // CHECK-DAG: %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[C1:.+]] = arith.constant 1 : index
  // CHECK: call @croton_rt_sgemm(%{{.+}}, %[[C1]], %{{.+}}, %{{.+}}, %{{.+}}, %[[C1]], %{{.+}}, %[[C1]], %[[C0]], %{{.+}}, %[[C1]], %{{.+}})
  linalg.matvec ins(%a, %x : memref<?x?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  // CHECK: call @croton_rt_sgemm(%[[C1]], %{{.+}}, %{{.+}}, %{{.+}}, %[[C0]], %[[C1]], %{{.+}}, %{{.+}}, %[[C1]], %{{.+}}, %[[C0]], %{{.+}})
  linalg.vecmat ins(%x, %a : memref<?xf32>, memref<?x?xf32>) outs(%y : memref<?xf32>)
  // CHECK: call @croton_rt_sgemm(%[[C1]], %[[C1]], %{{.+}}, %{{.+}}, %[[C0]], %[[C1]], %{{.+}}, %[[C1]], %[[C0]], %{{.+}}, %[[C0]], %{{.+}})
  linalg.dot ins(%x, %y : memref<?xf32>, memref<?xf32>) outs(%s : memref<f32>)
  return
}

// -----

// CHECK-LABEL: func @batch
func.func @batch(%a: memref<?x8x16xcomplex<f32>>, %b: memref<?x16x4xcomplex<f32>>, %c: memref<?x8x4xcomplex<f32>>) {
  // CHECK-DAG: %[[C32:.+]] = arith.constant 32 : index
  // CHECK-DAG: %[[C64:.+]] = arith.constant 64 : index
  // CHECK-DAG: %[[C128:.+]] = arith.constant 128 : index
  // CHECK: call @croton_rt_cgemm_batched({{.*}}, %[[C128]], %[[C64]], %[[C32]])
  linalg.batch_matmul ins(%a, %b : memref<?x8x16xcomplex<f32>>, memref<?x16x4xcomplex<f32>>) outs(%c : memref<?x8x4xcomplex<f32>>)
  return
}
