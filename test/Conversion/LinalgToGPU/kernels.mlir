// Each linalg op on device memory becomes the launch of a kernel that fits it.

// RUN: croton-opt %s --croton-linalg-to-gpu --canonicalize --cse --split-input-file | FileCheck %s

#dev = #croton.device<"dev0">

// Vectors of 16 bytes, and what is left over one by one.
// CHECK-LABEL: func.func @exp
// CHECK-SAME: (%[[X:.+]]: memref<?xf32, #[[DEV:.+]]>, %[[Y:.+]]: memref<?xf32, #[[DEV]]>)
// CHECK-DAG: %[[N:.+]] = memref.dim %[[X]]
// CHECK-DAG: %[[GX:.+]] = memref.memory_space_cast %[[X]] : {{.*}} to memref<?xf32, #gpu.address_space<global>>
// CHECK-DAG: %[[GY:.+]] = memref.memory_space_cast %[[Y]]
// CHECK-DAG: %[[MORE:.+]] = arith.addi %[[N]], %c3
// CHECK-DAG: %[[PIECES:.+]] = arith.divui %[[MORE]], %c4
// CHECK: gpu.launch_func @croton_kernels_dev0::@elementwise blocks in (%{{.+}}, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK-SAME: args(%[[N]] : index, %[[GX]] : {{.+}}, %[[GY]] : {{.+}})
// CHECK: gpu.func @elementwise(%[[SIZE:.+]]: index, %[[FROM:.+]]: memref{{.+}}, %[[TO:.+]]: memref{{.+}}) kernel
// CHECK: scf.for %[[PIECE:.+]] =
// CHECK: %[[AT:.+]] = arith.muli %[[PIECE]], %c4
// CHECK: scf.if
// CHECK: vector.load %[[FROM]][%[[AT]]] {alignment = 16 : i64} : {{.+}}, vector<4xf32>
// CHECK-COUNT-4: math.exp
// CHECK: vector.store %{{.+}}, %[[TO]][%[[AT]]] {alignment = 16 : i64}
// CHECK: else
// CHECK: scf.for
// CHECK: math.exp {{.+}} : f32
func.func @exp(%x: memref<?xf32, #dev>, %y: memref<?xf32, #dev>) {
  linalg.exp ins(%x : memref<?xf32, #dev>) outs(%y : memref<?xf32, #dev>)
  return
}

// -----

#dev = #croton.device<"dev0">

// On the host nothing changes.
// CHECK-LABEL: func.func @on_host
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: return
func.func @on_host(%x: memref<?xf32>, %y: memref<?xf32>) {
  linalg.exp ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// -----

#dev = #croton.device<"dev0">

// Two dims without a gap are one; halves go eight at a time, with nothing left.
// CHECK-LABEL: func.func @add_f16
// CHECK: gpu.launch_func @croton_kernels_dev0::@elementwise blocks in (%c2, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK: gpu.func @elementwise
// CHECK-NOT: scf.if
// CHECK: vector.load {{.+}} {alignment = 16 : i64} : {{.+}}, vector<8xf16>
// CHECK-COUNT-8: arith.addf
// CHECK: gpu.return
func.func @add_f16(%x: memref<64x64xf16, #dev>, %y: memref<64x64xf16, #dev>,
                   %z: memref<64x64xf16, #dev>) {
  linalg.add ins(%x, %y : memref<64x64xf16, #dev>, memref<64x64xf16, #dev>)
      outs(%z : memref<64x64xf16, #dev>)
  return
}

// -----

#dev = #croton.device<"dev0">

// A row that is added to each row stays a row; rows of unknown length may start
// where no vector does.
// CHECK-LABEL: func.func @bias
// CHECK: gpu.func @elementwise
// CHECK: %[[REST:.+]] = arith.remui %{{.+}}, %c4
// CHECK: %[[FITS:.+]] = arith.cmpi eq, %[[REST]], %c0
// CHECK: scf.if %[[FITS]]
// CHECK: vector.load %{{.+}}[%[[ROW:.+]], %[[COLUMN:.+]]]
// CHECK: vector.load %{{.+}}[%[[COLUMN]]]
#both = affine_map<(i, j) -> (i, j)>
#last = affine_map<(i, j) -> (j)>
func.func @bias(%x: memref<?x?xf32, #dev>, %b: memref<?xf32, #dev>,
                %y: memref<?x?xf32, #dev>) {
  linalg.generic {indexing_maps = [#both, #last, #both],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : memref<?x?xf32, #dev>, memref<?xf32, #dev>)
      outs(%y : memref<?x?xf32, #dev>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  }
  return
}

// -----

#dev = #croton.device<"dev0">

// A warp for a short row, a block for a long one, as its length says.
// CHECK-LABEL: func.func @rows
// CHECK: %[[SHORT:.+]] = arith.cmpi sle, %[[LENGTH:.+]], %c1024
// CHECK: %[[THREADS:.+]] = arith.select %[[SHORT]], %c32, %c256
// CHECK: %[[ROWS:.+]] = arith.divui %c256, %[[THREADS]]
// CHECK: gpu.launch_func @croton_kernels_dev0::@reduce_rows {{.*}} threads in (%[[THREADS]], %[[ROWS]], %c1)
// CHECK: gpu.func @reduce_rows({{.+}}) workgroup(%{{.+}} : memref<8xf64, #gpu.address_space<workgroup>>) kernel
// Words of 64 bits are shuffled by halves, five times.
// CHECK-COUNT-10: gpu.shuffle xor
// CHECK: gpu.barrier
// CHECK-COUNT-10: gpu.shuffle xor
// CHECK: gpu.barrier
#both = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i)>
func.func @rows(%x: memref<?x?xf32, #dev>, %y: memref<?xf64, #dev>) {
  linalg.generic {indexing_maps = [#both, #first],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32, #dev>) outs(%y : memref<?xf64, #dev>) {
  ^bb0(%a: f32, %o: f64):
    %e = arith.extf %a : f32 to f64
    %s = arith.addf %o, %e : f64
    linalg.yield %s : f64
  }
  return
}

// -----

#dev = #croton.device<"dev0">

// One long row: 256 parts, then the parts.
// CHECK-LABEL: func.func @all
// CHECK: %[[PARTS:.+]] = memref.alloc() : memref<256xf32, #{{.+}}>
// CHECK: gpu.launch_func @croton_kernels_dev0::@reduce_rows blocks in (%c256, %c1, %c1) threads in (%c256, %c1, %c1)
// CHECK: gpu.launch_func @croton_kernels_dev0::@reduce_rows_0 blocks in (%c1, %c1, %c1) threads in (%c32, %c8, %c1)
// CHECK: memref.dealloc %[[PARTS]]
func.func @all(%x: memref<?x?xf32, #dev>, %y: memref<f32, #dev>) {
  linalg.reduce { arith.maximumf } ins(%x : memref<?x?xf32, #dev>)
      outs(%y : memref<f32, #dev>) dimensions = [0, 1]
  return
}

// -----

#dev = #croton.device<"dev0">

// CHECK-LABEL: func.func @columns
// CHECK: gpu.launch_func @croton_kernels_dev0::@reduce_columns {{.*}} threads in (%c32, %c8, %c1)
func.func @columns(%x: memref<?x?xf32, #dev>, %y: memref<?xf32, #dev>) {
  linalg.reduce { arith.addf } ins(%x : memref<?x?xf32, #dev>)
      outs(%y : memref<?xf32, #dev>) dimensions = [0]
  return
}

// -----

#dev = #croton.device<"dev0">

// Rows with gaps between them do not make one row.
// CHECK-LABEL: func.func @gaps
// CHECK: gpu.launch_func @croton_kernels_dev0::@reduce blocks
#both = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
func.func @gaps(%x: memref<4x4xf32, #dev>,
                %s: memref<4x4xf32, strided<[32, 1]>, #dev>,
                %y: memref<f32, #dev>) {
  linalg.generic {indexing_maps = [#both, #both, #none],
                  iterator_types = ["reduction", "reduction"]}
      ins(%x, %s : memref<4x4xf32, #dev>, memref<4x4xf32, strided<[32, 1]>, #dev>)
      outs(%y : memref<f32, #dev>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %o, %p : f32
    linalg.yield %t : f32
  }
  return
}

// -----

#dev = #croton.device<"dev0">

// Two results at once have no single way to combine parts.
// CHECK-LABEL: func.func @argmax
// CHECK: gpu.launch_func @croton_kernels_dev0::@reduce blocks
// CHECK: gpu.func @reduce(
// CHECK-NOT: gpu.shuffle
#both = affine_map<(i, j) -> (i, j)>
#first = affine_map<(i, j) -> (i)>
func.func @argmax(%x: memref<?x?xf32, #dev>, %y: memref<?xf32, #dev>,
                  %z: memref<?xi64, #dev>) {
  linalg.generic {indexing_maps = [#both, #first, #first],
                  iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<?x?xf32, #dev>)
      outs(%y, %z : memref<?xf32, #dev>, memref<?xi64, #dev>) {
  ^bb0(%a: f32, %o: f32, %p: i64):
    %j = linalg.index 1 : index
    %i = arith.index_cast %j : index to i64
    %g = arith.cmpf ogt, %a, %o : f32
    %s = arith.select %g, %a, %o : f32
    %t = arith.select %g, %i, %p : i64
    linalg.yield %s, %t : f32, i64
  }
  return
}

// -----

#dev = #croton.device<"dev0">

// CHECK-LABEL: func.func @product
// CHECK: gpu.launch_func @croton_kernels_dev0::@product {{.*}} threads in (%c256, %c1, %c1)
// CHECK: gpu.func @product({{.+}}) workgroup(%{{.+}} : memref<16x66xf32, {{.+}}>, %{{.+}} : memref<16x66xf32, {{.+}}>) kernel
// Between the barriers each thread multiplies for its 16 elements.
// CHECK: gpu.barrier
// CHECK: scf.for
// CHECK-COUNT-16: arith.mulf
// CHECK: gpu.barrier
func.func @product(%x: memref<?x?xf32, #dev>, %w: memref<?x?xf32, #dev>,
                   %y: memref<?x?xf32, #dev>) {
  linalg.matmul ins(%x, %w : memref<?x?xf32, #dev>, memref<?x?xf32, #dev>)
      outs(%y : memref<?x?xf32, #dev>)
  return
}

// -----

#dev = #croton.device<"dev0">

// CHECK-LABEL: func.func @turn
// CHECK: gpu.launch_func @croton_kernels_dev0::@transpose {{.*}} threads in (%c32, %c8, %c1)
// CHECK: gpu.func @transpose({{.+}}) workgroup(%{{.+}} : memref<32x33xf32, {{.+}}>) kernel
func.func @turn(%x: memref<?x?xf32, #dev>, %y: memref<?x?xf32, #dev>) {
  linalg.transpose ins(%x : memref<?x?xf32, #dev>) outs(%y : memref<?x?xf32, #dev>)
      permutation = [1, 0]
  return
}

// -----

#dev = #croton.device<"dev0">

// A copy of whole blocks is the device's own, whatever the stride of a single
// row is; one with gaps is a kernel.
// CHECK-LABEL: func.func @copies
// CHECK: memref.copy %{{.+}} to memref<4x8xf32, #{{.+}}<"dev0">>
// CHECK: memref.copy %{{.+}} to memref<1x8xf32, strided<[16, 1]>, {{.+}}>
// CHECK: gpu.launch_func
// CHECK-NOT: memref.copy
// CHECK: return
func.func @copies(%a: memref<1x8xf32, #dev>,
                  %b: memref<1x8xf32, strided<[16, 1]>, #dev>,
                  %x: memref<4x8xf32, #dev>, %y: memref<4x8xf32, #dev>,
                  %z: memref<4x8xf32, strided<[16, 1]>, #dev>) {
  memref.copy %x, %y : memref<4x8xf32, #dev> to memref<4x8xf32, #dev>
  memref.copy %a, %b : memref<1x8xf32, #dev> to memref<1x8xf32, strided<[16, 1]>, #dev>
  memref.copy %x, %z : memref<4x8xf32, #dev> to memref<4x8xf32, strided<[16, 1]>, #dev>
  return
}

// -----

// Kernels of different devices are apart.
// CHECK-LABEL: func.func @two
// CHECK: gpu.launch_func @croton_kernels_a::@elementwise
// CHECK: gpu.launch_func @croton_kernels_b::@elementwise
// CHECK: gpu.module @croton_kernels_a
// CHECK: gpu.module @croton_kernels_b
func.func @two(%x: memref<4xf32, #croton.device<"a">>,
               %y: memref<4xf32, #croton.device<"b">>) {
  linalg.exp ins(%x : memref<4xf32, #croton.device<"a">>) outs(%x : memref<4xf32, #croton.device<"a">>)
  linalg.exp ins(%y : memref<4xf32, #croton.device<"b">>) outs(%y : memref<4xf32, #croton.device<"b">>)
  return
}
