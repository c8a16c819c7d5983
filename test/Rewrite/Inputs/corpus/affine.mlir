// Maps that compose, loops and conditions that fold.

func.func @composed_applies(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%0)
  %2 = affine.apply affine_map<(d0) -> (d0 - 6)>(%1)
  return %2 : index
}
func.func @apply_of_constants() -> index {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = affine.apply affine_map<(d0, d1) -> (d0 * 5 + d1)>(%c3, %c4)
  return %0 : index
}
func.func @identity_apply(%i: index) -> index {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%i)
  return %0 : index
}
func.func @apply_drops_unused(%i: index, %j: index, %n: index) -> index {
  %0 = affine.apply affine_map<(d0, d1)[s0] -> (d1 + d1)>(%i, %j)[%n]
  return %0 : index
}
func.func @apply_duplicates(%i: index) -> index {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 2)>(%i, %i)
  return %0 : index
}
func.func @min_of_constants(%i: index) -> (index, index) {
  %0 = affine.min affine_map<() -> (3, 5)>()
  %1 = affine.max affine_map<(d0) -> (d0, d0)>(%i)
  return %0, %1 : index, index
}
func.func @min_with_common(%i: index) -> index {
  %0 = affine.min affine_map<(d0) -> (d0 + 4, d0 + 1, d0 + 4)>(%i)
  return %0 : index
}
func.func @for_empty(%n: index) {
  affine.for %i = 0 to %n {
  }
  return
}
func.func @for_never_runs(%m: memref<?xf32>, %f: f32) {
  affine.for %i = 5 to 5 {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}
func.func @for_constant_bounds(%m: memref<?xf32>, %f: f32) {
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  affine.for %i = %c2 to %c9 {
    affine.store %f, %m[%i] : memref<?xf32>
  }
  return
}
func.func @for_forwards_init(%a: f32) -> f32 {
  %0 = affine.for %i = 0 to 10 iter_args(%x = %a) -> f32 {
    affine.yield %x : f32
  }
  return %0 : f32
}
func.func @nested_for(%m: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%j)
      %1 = affine.apply affine_map<(d0) -> (d0 - 1)>(%0)
      %2 = affine.load %m[%i, %1] : memref<8x8xf32>
      affine.store %2, %m[%1, %i] : memref<8x8xf32>
    }
  }
  return
}
func.func @load_through_apply(%m: memref<?xf32>, %i: index) -> f32 {
  %0 = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
  %1 = affine.load %m[%0 + 1] : memref<?xf32>
  return %1 : f32
}
func.func @load_of_cast(%m: memref<8xf32>, %i: index) -> f32 {
  %0 = memref.cast %m : memref<8xf32> to memref<?xf32>
  %1 = affine.load %0[3] : memref<?xf32>
  return %1 : f32
}
#always = affine_set<(d0) : (1 >= 0)>
#never = affine_set<(d0) : (-1 >= 0)>
func.func @if_always(%i: index) {
  affine.if #always(%i) {
    "t.effect"() {n = 1 : i32} : () -> ()
  } else {
    "t.effect"() {n = 2 : i32} : () -> ()
  }
  return
}
func.func @if_never(%i: index) {
  affine.if #never(%i) {
    "t.effect"() : () -> ()
  }
  return
}
func.func @if_dead_else(%i: index) {
  affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) {
    "t.effect"() : () -> ()
  } else {
  }
  return
}
func.func @parallel_nothing(%m: memref<4xf32>, %f: f32) {
  affine.parallel (%i) = (0) to (4) {
    %0 = affine.apply affine_map<(d0) -> (d0 + 0)>(%i)
    affine.store %f, %m[%0] : memref<4xf32>
  }
  return
}
func.func @delinearize_linearize(%i: index) -> index {
  %0:2 = affine.delinearize_index %i into (4, 8) : index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1] by (4, 8) : index
  return %1 : index
}
func.func @delinearize_unit(%i: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (4, 1, 8) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @prefetch_through_apply(%m: memref<64xf32>, %i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
  affine.prefetch %m[%0], read, locality<3>, data : memref<64xf32>
  return
}
