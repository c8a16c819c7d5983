// RUN: croton-opt %s --croton-fuse-rows --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// Strips of columns, blocks of rows; within a block four rows at a time are
// added to the partial row, then single ones. The totals stay in f64.
// CHECK-LABEL: func.func @columns
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>, %[[M:.+]]: index)
// CHECK-DAG: %[[PART:.+]] = linalg.fill {{.+}} -> tensor<?xf32>
// CHECK-DAG: %[[TOTAL:.+]] = linalg.fill {{.+}} -> tensor<?xf64>
// CHECK: scf.for %[[STRIP:.+]] = %c0 to %{{.+}} step %c1024 iter_args(%{{.+}} = %[[TOTAL]], %{{.+}} = %[[PART]])
// CHECK: scf.for %[[BLOCK:.+]] = %c0 to %{{.+}} step %c64
// CHECK: scf.for %[[I:.+]] = %[[BLOCK]] to %[[MIDDLE:.+]] step %c4
// CHECK: scf.for %[[J:.+]] = %c0 to %{{.+}} step %c1
// CHECK: %[[C:.+]] = arith.addi %[[STRIP]], %[[J]]
// CHECK: %[[V0:.+]] = tensor.extract %[[X]][%[[I]], %[[C]]]
// CHECK: %[[V1:.+]] = tensor.extract %[[X]]
// CHECK: %[[S0:.+]] = arith.addf %[[V0]], %[[V1]] : f32
// CHECK: %[[S1:.+]] = arith.addf
// CHECK: %[[S:.+]] = arith.addf %[[S0]], %[[S1]] : f32
// CHECK: scf.for %[[K:.+]] = %[[MIDDLE]] to %{{.+}} step %c1
// CHECK: scf.for
// CHECK: tensor.extract %[[X]][%[[K]], %{{.+}}]
// CHECK: scf.for
// CHECK: arith.extf
// CHECK: arith.addf {{.+}} : f64
// CHECK-NOT: linalg.generic
func.func @columns(%x: tensor<?x?xf32>, %m: index) -> tensor<?xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%m) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  return %s : tensor<?xf64>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// A sum that was asked for in f64 has its partial row in f64. Known sizes need
// no strips and no single rows.
// CHECK-LABEL: func.func @wide
// CHECK: linalg.fill {{.+}} -> tensor<40xf64>
// CHECK: scf.for {{.+}} step %c64
// CHECK: scf.for {{.+}} step %c4
// CHECK: scf.for %{{.+}} = %c0 to %c40 step %c1
// CHECK: arith.extf
// CHECK-NOT: addf {{.+}} : f32
// CHECK: scf.for %{{.+}} = %c0 to %c40 step %c1
// CHECK-NOT: scf.for
// CHECK: return
func.func @wide(%x: tensor<128x40xf32>) -> tensor<40xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<40xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<40xf64>) -> tensor<40xf64>
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<128x40xf32>) outs(%f : tensor<40xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc,contract> : f64
    linalg.yield %r : f64
  } -> tensor<40xf64>
  return %s : tensor<40xf64>
}

// -----

#t = affine_map<(d0, d1) -> (d1, d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Columns that do not lie side by side gain nothing, and short rows little.
// CHECK-LABEL: func.func @kept
// CHECK-NOT: scf.for
// CHECK: linalg.generic
// CHECK: linalg.generic
func.func @kept(%x: tensor<?x?xf32>, %y: tensor<?x8xf32>, %m: index) -> (tensor<?xf64>, tensor<8xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%m) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %s = linalg.generic {indexing_maps = [#t, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  %g = tensor.empty() : tensor<8xf64>
  %h = linalg.fill ins(%zero : f64) outs(%g : tensor<8xf64>) -> tensor<8xf64>
  %u = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, #column], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<?x8xf32>) outs(%h : tensor<8xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %s, %u : tensor<?xf64>, tensor<8xf64>
}
