// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-verify-stage=stage=loops
// RUN: not croton-opt %s --croton-verify-stage=stage=nothing 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: error: unknown stage 'nothing'

func.func @good(%x: memref<4xf32>, %i: index) -> f32 {
  %v = memref.load %x[%i] : memref<4xf32>
  %w = math.exp %v : f32
  return %w : f32
}

// -----

func.func @linalg(%x: memref<4xf32>) {
  // expected-error@+1 {{has no place behind stage 'loops'}}
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// expected-error@+1 {{has a tensor, which has no place behind stage 'loops'}}
func.func @tensor(%x: tensor<4xf32>) {
  return
}

// -----

// expected-error@+1 {{has an integer that has a sign, which has no place behind stage 'loops'}}
func.func @unsigned(%x: memref<4xui8>) {
  return
}
