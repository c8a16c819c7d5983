// Views, allocations and copies of buffers.

func.func @cast_of_cast(%m: memref<4xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<4xf32>
  %2 = memref.cast %1 : memref<4xf32> to memref<?xf32>
  return %2 : memref<?xf32>
}
func.func @load_of_cast(%m: memref<4xf32>, %i: index) -> f32 {
  %0 = memref.cast %m : memref<4xf32> to memref<?xf32>
  %1 = memref.load %0[%i] : memref<?xf32>
  memref.store %1, %0[%i] : memref<?xf32>
  return %1 : f32
}
func.func @dim_of_alloc(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc(%n) : memref<?x4xf32>
  "t.use"(%0) : (memref<?x4xf32>) -> ()
  %1 = memref.dim %0, %c0 : memref<?x4xf32>
  %2 = memref.dim %0, %c1 : memref<?x4xf32>
  return %1, %2 : index, index
}
func.func @alloc_with_constant() -> memref<?x?xf32> {
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %0 = memref.alloc(%c4, %c8) : memref<?x?xf32>
  return %0 : memref<?x?xf32>
}
func.func @alloca_with_constant() {
  %c4 = arith.constant 4 : index
  %0 = memref.alloca(%c4) : memref<?xf32>
  "t.use"(%0) : (memref<?xf32>) -> ()
  return
}
func.func @unused_alloc(%n: index) {
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  %1 = memref.alloc() : memref<4xf32>
  return
}
func.func @only_stored(%f: f32, %i: index) {
  %0 = memref.alloc() : memref<4xf32>
  memref.store %f, %0[%i] : memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}
func.func @copy_to_self(%m: memref<4xf32>) {
  memref.copy %m, %m : memref<4xf32> to memref<4xf32>
  return
}
func.func @copy_of_casts(%a: memref<4xf32>, %b: memref<4xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<?xf32>
  %1 = memref.cast %b : memref<4xf32> to memref<?xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<?xf32>
  return
}
func.func @copy_empty(%a: memref<0x4xf32>, %b: memref<0x4xf32>) {
  memref.copy %a, %b : memref<0x4xf32> to memref<0x4xf32>
  return
}
func.func @subview_full(%m: memref<4x8xf32>) -> memref<4x8xf32> {
  %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %1 = memref.cast %0 : memref<4x8xf32, strided<[8, 1]>> to memref<4x8xf32>
  return %1 : memref<4x8xf32>
}
func.func @subview_with_constants(%m: memref<8x16x4xf32>)
    -> memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = memref.subview %m[%c0, %c0, %c0] [%c4, %c4, %c1] [%c1, %c1, %c1]
      : memref<8x16x4xf32> to memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
  return %0 : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>
}
func.func @subview_of_cast(%m: memref<16x16xf32>, %p: index)
    -> memref<4x4xf32, strided<[?, 1], offset: ?>> {
  %0 = memref.cast %m : memref<16x16xf32> to memref<?x?xf32>
  %1 = memref.subview %0[%p, 0] [4, 4] [1, 1]
      : memref<?x?xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  return %1 : memref<4x4xf32, strided<[?, 1], offset: ?>>
}
func.func @rank_reducing_subview(%m: memref<8x16xf32>)
    -> memref<?xf32, strided<[1], offset: ?>> {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = memref.subview %m[%c1, 2] [1, %c4] [1, 1]
      : memref<8x16xf32> to memref<?xf32, strided<[1], offset: ?>>
  return %0 : memref<?xf32, strided<[1], offset: ?>>
}
func.func @dim_of_subview(%m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %0 = memref.subview %m[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %1 = memref.dim %0, %c0 : memref<?xf32, strided<[1]>>
  return %1 : index
}
func.func @view_with_constants(%m: memref<2048xi8>) -> f32 {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %0 = memref.view %m[%c0][%c16, %c16] : memref<2048xi8> to memref<?x?xf32>
  %1 = memref.load %0[%c0, %c0] : memref<?x?xf32>
  return %1 : f32
}
func.func @collapse_of_expand(%m: memref<12xf32>) -> memref<12xf32> {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 4] : memref<12xf32> into memref<3x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<3x4xf32> into memref<12xf32>
  return %1 : memref<12xf32>
}
func.func @collapse_of_collapse(%m: memref<2x3x4xf32>) -> memref<24xf32> {
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x4xf32> into memref<6x4xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<6x4xf32> into memref<24xf32>
  return %1 : memref<24xf32>
}
func.func @rank_of_ranked(%m: memref<?x?xf32>) -> index {
  %0 = memref.rank %m : memref<?x?xf32>
  return %0 : index
}
func.func @reinterpret_of_metadata(%m: memref<4x8xf32>) -> memref<4x8xf32> {
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %m
      : memref<4x8xf32> -> memref<f32>, index, index, index, index, index
  %0 = memref.reinterpret_cast %base to offset: [%offset], sizes: [%sizes#0, %sizes#1],
      strides: [%strides#0, %strides#1]
      : memref<f32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %1 = memref.cast %0 : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<4x8xf32>
  return %1 : memref<4x8xf32>
}
func.func @reinterpret_of_reinterpret(%m: memref<?xf32>) -> memref<4xf32> {
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [8], strides: [1]
      : memref<?xf32> to memref<8xf32>
  %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [4], strides: [1]
      : memref<8xf32> to memref<4xf32>
  return %1 : memref<4xf32>
}
func.func @alloca_scope_trivial(%f: f32) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = arith.addf %f, %f : f32
    memref.alloca_scope.return %1 : f32
  }
  return %0 : f32
}
func.func @alloca_scope_with_alloca(%i: index) -> f32 {
  %0 = memref.alloca_scope -> (f32) {
    %1 = memref.alloca() : memref<4xf32>
    "t.use"(%1) : (memref<4xf32>) -> ()
    %2 = memref.load %1[%i] : memref<4xf32>
    memref.alloca_scope.return %2 : f32
  }
  return %0 : f32
}
func.func @transpose_identity(%m: memref<4x8xf32>) -> memref<4x8xf32> {
  %0 = memref.transpose %m (i, j) -> (i, j) : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>>
  %1 = memref.cast %0 : memref<4x8xf32, strided<[8, 1]>> to memref<4x8xf32>
  return %1 : memref<4x8xf32>
}
func.func @load_in_loop(%m: memref<?xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 0.0 : f32
  %d = memref.dim %m, %c0 : memref<?xf32>
  %0 = scf.for %i = %c0 to %d step %c1 iter_args(%s = %f) -> f32 {
    %1 = memref.cast %m : memref<?xf32> to memref<8xf32>
    %2 = memref.load %1[%i] : memref<8xf32>
    %3 = arith.addf %s, %2 : f32
    scf.yield %3 : f32
  }
  return %0 : f32
}
