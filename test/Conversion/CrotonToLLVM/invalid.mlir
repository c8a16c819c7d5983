// RUN: croton-opt %s --split-input-file --verify-diagnostics --convert-croton-to-llvm

// expected-error@+1 {{expected contiguous memrefs as arguments, but got 'memref<4xf32, strided<[2]>>'}}
func.func @strided(%x: memref<4xf32, strided<[2]>>) {
  return
}

// -----

func.func @dimension(%x: memref<?x?xf32>, %i: index) -> index {
  // expected-error@+1 {{needs a constant dimension within the rank}}
  %n = memref.dim %x, %i : memref<?x?xf32>
  return %n : index
}

// -----

func.func @atomic(%x: memref<4xf32>, %i: index, %v: f32) {
  // expected-error@+1 {{works on memrefs in a way that cannot be lowered}}
  %r = memref.atomic_rmw addf %v, %x[%i] : (f32, memref<4xf32>) -> f32
  return
}
