// RUN: croton-opt %s --croton-linalg-to-blas | FileCheck %s
// RUN: croton-opt %s --croton-linalg-to-blas=inline-limit=10 | FileCheck %s --check-prefix=LIMIT

// What BLAS does not do, or not better, stays.

// CHECK-NOT: call

// LIMIT-LABEL: func @small
func.func @small(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  // CHECK: linalg.matmul
  // LIMIT: call @croton_rt_sgemm
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// LIMIT-LABEL: func @integers
// LIMIT-NOT: call
func.func @integers(%a: memref<?x?xi32>, %b: memref<?x?xi32>, %c: memref<?x?xi32>) {
  // CHECK: linalg.matmul
  linalg.matmul ins(%a, %b : memref<?x?xi32>, memref<?x?xi32>) outs(%c : memref<?x?xi32>)
  return
}

// An accumulator of another type would round differently.

func.func @mixed(%a: memref<?x?xf16>, %b: memref<?x?xf16>, %c: memref<?x?xf32>) {
  // CHECK: linalg.matmul
  linalg.matmul ins(%a, %b : memref<?x?xf16>, memref<?x?xf16>) outs(%c : memref<?x?xf32>)
  return
}

// Neither the rows nor the columns of the result are contiguous.

func.func @strided_result(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32, strided<[?, 2]>>) {
  // CHECK: linalg.matmul
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32, strided<[?, 2]>>)
  return
}

// A sum of squared differences is no product.

func.func @not_multiply(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  // CHECK: linalg.generic
  linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.subf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}

// A dot product per row: one call per row costs more than the loop.

func.func @row_dots(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?xf32>) {
  // CHECK: linalg.generic
  linalg.generic {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %z, %p : f32
    linalg.yield %s : f32
  }
  return
}
