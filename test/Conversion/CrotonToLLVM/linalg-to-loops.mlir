// RUN: croton-opt %s --split-input-file --croton-linalg-to-loops --cse | FileCheck %s

// A product runs in the order i, k, j: along j everything is contiguous.

// CHECK-LABEL: func @matmul
// CHECK-SAME:    %[[A:.+]]: memref<4x8xf32>, %[[B:.+]]: memref<8x?xf32>, %[[C:.+]]: memref<4x?xf32>)
func.func @matmul(%a: memref<4x8xf32>, %b: memref<8x?xf32>, %c: memref<4x?xf32>) {
  // CHECK: %[[N:.+]] = memref.dim %[[B]]
  // CHECK: scf.for %[[I:.+]] = %c0 to %c4
  // CHECK: scf.for %[[K:.+]] = %c0 to %c8
  // CHECK: scf.for %[[J:.+]] = %c0 to %[[N]]
  // CHECK-DAG: memref.load %[[A]][%[[I]], %[[K]]]
  // CHECK-DAG: memref.load %[[B]][%[[K]], %[[J]]]
  // CHECK-DAG: memref.load %[[C]][%[[I]], %[[J]]]
  // CHECK: memref.store %{{.+}}, %[[C]][%[[I]], %[[J]]]
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x?xf32>) outs(%c : memref<4x?xf32>)
  return
}

// -----

// A sum along rows keeps its accumulator in a register; a sum along columns
// adds whole rows.

// CHECK-LABEL: func @sums
// CHECK-SAME:    %[[A:.+]]: memref<?x?xf32>, %[[ROWS:.+]]: memref<?xf32>, %[[COLUMNS:.+]]: memref<?xf32>)
func.func @sums(%a: memref<?x?xf32>, %rows: memref<?xf32>, %columns: memref<?xf32>) {
  // CHECK: scf.for %[[I:.+]] =
  // CHECK: %[[INIT:.+]] = memref.load %[[ROWS]][%[[I]]]
  // CHECK: %[[SUM:.+]] = scf.for %[[J:.+]] = {{.*}} iter_args(%[[ACC:.+]] = %[[INIT]])
  // CHECK: memref.load %[[A]][%[[I]], %[[J]]]
  // CHECK-NOT: memref.store
  // CHECK: scf.yield
  // CHECK: memref.store %[[SUM]], %[[ROWS]][%[[I]]]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<?x?xf32>) outs(%rows : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  // CHECK: scf.for %[[I:.+]] =
  // CHECK: scf.for %[[J:.+]] =
  // CHECK: memref.load %[[A]][%[[I]], %[[J]]]
  // CHECK: memref.load %[[COLUMNS]][%[[J]]]
  // CHECK: memref.store %{{.+}}, %[[COLUMNS]][%[[J]]]
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<?x?xf32>) outs(%columns : memref<?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// With several reduced dimensions only the last may become the innermost loop,
// so that each element sees its inputs in the op's order.

// CHECK-LABEL: func @two_reductions
func.func @two_reductions(%a: memref<2x3x4xf32>, %b: memref<4xf32>) {
  // CHECK: scf.for %[[I:.+]] = %c0 to %c2
  // CHECK: scf.for %[[J:.+]] = %c0 to %c3
  // CHECK: scf.for %[[K:.+]] = %c0 to %c4
  // CHECK: memref.load %{{.+}}[%[[I]], %[[J]], %[[K]]]
  linalg.generic {indexing_maps = [affine_map<(k, i, j) -> (i, j, k)>, affine_map<(k, i, j) -> (k)>],
                  iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a : memref<2x3x4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Elementwise on contiguous buffers: one loop over all elements. A scalar is
// not loaded from anywhere.

// CHECK-LABEL: func @flat
func.func @flat(%a: memref<?x8x?xf32>, %s: f32) {
  // CHECK: %[[PART:.+]] = arith.muli %{{.+}}, %c8
  // CHECK: %[[N:.+]] = arith.muli %[[PART]], %{{.+}}
  // CHECK: %[[ROW:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [%[[N]]], strides: [1]
  // CHECK: scf.for %[[I:.+]] = %c0 to %[[N]]
  // CHECK-NOT: scf.for
  // CHECK: %[[X:.+]] = memref.load %[[ROW]][%[[I]]]
  // CHECK: %[[Y:.+]] = arith.mulf %{{.+}}, %{{.+}}
  // CHECK: memref.store %[[Y]], %[[ROW]][%[[I]]]
  linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> ()>, affine_map<(i, j, k) -> (i, j, k)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a, %s : memref<?x8x?xf32>, f32) outs(%a : memref<?x8x?xf32>) {
  ^bb0(%x: f32, %t: f32, %o: f32):
    %y = arith.mulf %x, %t : f32
    linalg.yield %y : f32
  }
  return
}

// -----

// Near misses: strided operands, broadcasting along a dimension, indices.

// CHECK-LABEL: func @not_flat
// CHECK-COUNT-6: scf.for
func.func @not_flat(%a: memref<4x8xf32, strided<[16, 1]>>, %b: memref<4x8xf32>, %row: memref<8xf32>, %c: memref<4x8xindex>) {
  linalg.exp ins(%a : memref<4x8xf32, strided<[16, 1]>>) outs(%b : memref<4x8xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%row : memref<8xf32>) outs(%b : memref<4x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      outs(%c : memref<4x8xindex>) {
  ^bb0(%o: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  return
}

// -----

// Dimensions of size 1 and scalars need no loop.

// CHECK-LABEL: func @units
// CHECK-NOT: scf.for
func.func @units(%a: memref<1x1xf32, strided<[4, 1]>>, %s: memref<f32>) {
  // CHECK: memref.load %{{.+}}[%c0, %c0]
  linalg.exp ins(%a : memref<1x1xf32, strided<[4, 1]>>) outs(%a : memref<1x1xf32, strided<[4, 1]>>)
  // CHECK: memref.load %{{.+}}[]
  linalg.exp ins(%s : memref<f32>) outs(%s : memref<f32>)
  return
}

// -----

// Copies of contiguous buffers stay, others become loops.

// CHECK-LABEL: func @copies
func.func @copies(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32, strided<[2]>>) {
  // CHECK: memref.copy
  // CHECK: scf.for
  // CHECK-NOT: memref.copy
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  memref.copy %a, %c : memref<8xf32> to memref<8xf32, strided<[2]>>
  return
}
