// Upstream's tensor ops with indices from outside, at the ends of what they may
// be: checks refuse nothing that is in range. BadInput/calls.test has the rest.

// RUN: croton-run %s --entry=element -- [1,2,3] 0 | FileCheck %s --check-prefix=FIRST
// FIRST: tensor<f32> = 1.0
// RUN: croton-run %s --entry=element -- [1,2,3] 2 | FileCheck %s --check-prefix=LAST
// LAST: tensor<f32> = 3.0
func.func @element(%x: tensor<?xf32>, %i: tensor<i64>) -> tensor<f32> {
  %i0 = tensor.extract %i[] : tensor<i64>
  %i1 = arith.index_cast %i0 : i64 to index
  %v = tensor.extract %x[%i1] : tensor<?xf32>
  %r = tensor.from_elements %v : tensor<f32>
  return %r : tensor<f32>
}

// RUN: croton-run %s --entry=slice -- [1,2,3] 1 2 1 | FileCheck %s --check-prefix=TAIL
// TAIL: tensor<2xf32> = [2.0 3.0]
// RUN: croton-run %s --entry=slice -- [1,2,3] 0 2 2 | FileCheck %s --check-prefix=STRIDE
// STRIDE: tensor<2xf32> = [1.0 3.0]
// RUN: croton-run %s --entry=slice -- [1,2,3] 3 0 1 | FileCheck %s --check-prefix=EMPTY
// RUN: croton-run %s --entry=slice -- zeros:0 0 0 5 | FileCheck %s --check-prefix=EMPTY
// EMPTY: tensor<0xf32> = []
// RUN: croton-run %s --entry=slice -- [1,2,3] 2 1 9223372036854775807 | FileCheck %s --check-prefix=FAR
// FAR: tensor<1xf32> = [3.0]
func.func @slice(%x: tensor<?xf32>, %o: tensor<i64>, %n: tensor<i64>, %s: tensor<i64>) -> tensor<?xf32> {
  %o0 = tensor.extract %o[] : tensor<i64>
  %o1 = arith.index_cast %o0 : i64 to index
  %n0 = tensor.extract %n[] : tensor<i64>
  %n1 = arith.index_cast %n0 : i64 to index
  %s0 = tensor.extract %s[] : tensor<i64>
  %s1 = arith.index_cast %s0 : i64 to index
  %r = tensor.extract_slice %x[%o1] [%n1] [%s1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// RUN: croton-run %s --entry=paste -- zeros:2x3 [5,6] 1 | FileCheck %s --check-prefix=PASTE
// PASTE: {{\[\[}}0.0 0.0 0.0]
// PASTE-NEXT: [0.0 5.0 6.0]]
// RUN: croton-run %s --entry=paste -- ones:2x3 zeros:0 1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: {{\[\[}}1.0 1.0 1.0]
// NOTHING-NEXT: [1.0 1.0 1.0]]
func.func @paste(%x: tensor<?x?xf32>, %y: tensor<?xf32>, %i: tensor<i64>) -> tensor<?x?xf32> {
  %i0 = tensor.extract %i[] : tensor<i64>
  %i1 = arith.index_cast %i0 : i64 to index
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %r = tensor.insert_slice %y into %x[%i1, 1] [1, %n] [1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// RUN: croton-run %s --entry=size -- zeros:2x3x4 0 | FileCheck %s --check-prefix=SIZE0
// SIZE0: tensor<i64> = 2
// RUN: croton-run %s --entry=size -- zeros:2x3x4 1 | FileCheck %s --check-prefix=SIZE1
// SIZE1: tensor<i64> = 3
// RUN: croton-run %s --entry=size -- zeros:2x3x4 2 | FileCheck %s --check-prefix=SIZE2
// SIZE2: tensor<i64> = 4
func.func @size(%x: tensor<?x3x?xf32>, %i: tensor<i64>) -> tensor<i64> {
  %i0 = tensor.extract %i[] : tensor<i64>
  %i1 = arith.index_cast %i0 : i64 to index
  %d = tensor.dim %x, %i1 : tensor<?x3x?xf32>
  %v = arith.index_cast %d : index to i64
  %r = tensor.from_elements %v : tensor<i64>
  return %r : tensor<i64>
}

// A loop writes each element, as far as it is told to.
// RUN: croton-run %s --entry=double -- [1,2,3] 3 | FileCheck %s --check-prefix=DOUBLE
// DOUBLE: tensor<3xf32> = [2.0 4.0 6.0]
// RUN: croton-run %s --entry=double -- [1,2,3] 0 | FileCheck %s --check-prefix=SAME
// SAME: tensor<3xf32> = [1.0 2.0 3.0]
func.func @double(%x: tensor<?xf32>, %n: tensor<i64>) -> tensor<?xf32> {
  %n0 = tensor.extract %n[] : tensor<i64>
  %n1 = arith.index_cast %n0 : i64 to index
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n1 step %c1 iter_args(%t = %x) -> tensor<?xf32> {
    %v = tensor.extract %t[%i] : tensor<?xf32>
    %w = arith.addf %v, %v : f32
    %u = tensor.insert %w into %t[%i] : tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// The body of a linalg op reads where it is told to.
// RUN: croton-run %s --entry=window -- [1,2,3,4] 1 | FileCheck %s --check-prefix=WINDOW
// WINDOW: tensor<3xf32> = [2.0 3.0 4.0]
func.func @window(%x: tensor<?xf32>, %k: tensor<i64>) -> tensor<3xf32> {
  %k0 = tensor.extract %k[] : tensor<i64>
  %k1 = arith.index_cast %k0 : i64 to index
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%e : tensor<3xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = arith.addi %i, %k1 : index
    %v = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
