// RUN: croton-opt %s --croton-fuse-rows --canonicalize --split-input-file | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// A row sum, what is computed of it, and the loop that uses that: one loop. The
// sum is a scalar in it; its terms are added in blocks.
// CHECK-LABEL: func.func @normalize
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>, %[[N:.+]]: index, %[[M:.+]]: index)
// CHECK-DAG: %[[B:.+]] = arith.constant 512 : index
// CHECK: %[[E:.+]] = tensor.empty(%[[N]], %[[M]])
// CHECK: %[[R:.+]] = scf.for %[[I:.+]] = %c0 to %[[N]] step %c1 iter_args(%[[T:.+]] = %[[E]]) -> (tensor<?x?xf32>)
// CHECK: %[[SUM:.+]] = scf.for %[[LO:.+]] = %c0 to %{{.+}} step %[[B]] iter_args(%[[ACC:.+]] = %{{.+}}) -> (f64)
// CHECK: %[[PART:.+]] = scf.for %[[J:.+]] = %[[LO]] to %{{.+}} step %c1 iter_args(%[[P:.+]] = %{{.+}}) -> (f32)
// CHECK: %[[V:.+]] = tensor.extract %[[X]][%[[I]], %[[J]]]
// CHECK: arith.addf %[[P]], %[[V]] fastmath<reassoc> : f32
// CHECK: %[[WIDE:.+]] = arith.extf %[[PART]] : f32 to f64
// CHECK: arith.addf %[[ACC]], %[[WIDE]] : f64
// CHECK: %[[S:.+]] = arith.truncf %[[SUM]] : f64 to f32
// CHECK: scf.for %[[K:.+]] = %c0 to %[[M]] step %c1 iter_args(%[[U:.+]] = %[[T]])
// CHECK: %[[W:.+]] = tensor.extract %[[X]][%[[I]], %[[K]]]
// CHECK: %[[Q:.+]] = arith.divf %[[W]], %[[S]]
// CHECK: tensor.insert %[[Q]] into %[[U]][%[[I]], %[[K]]]
// CHECK-NOT: linalg
// CHECK: return %[[R]]
func.func @normalize(%x: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n) : tensor<?xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  %g = tensor.empty(%n) : tensor<?xf32>
  %t = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%s : tensor<?xf64>) outs(%g : tensor<?xf32>) {
  ^bb0(%a: f64, %o: f32):
    %r = arith.truncf %a : f64 to f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %c = tensor.expand_shape %t [[0, 1]] output_shape [%n, 1] : tensor<?xf32> into tensor<?x1xf32>
  %h = tensor.empty(%n, %m) : tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0, 0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %c : tensor<?x?xf32>, tensor<?x1xf32>) outs(%h : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A row that only the loop reads is a scratch row, not a matrix; a row result
// that is used outside is written there.
// CHECK-LABEL: func.func @scratch
// CHECK-SAME: (%[[X:.+]]: tensor<?x?xf32>, %[[N:.+]]: index, %[[M:.+]]: index)
// CHECK-DAG: %[[ROW:.+]] = tensor.empty(%[[M]]) : tensor<?xf32>
// CHECK-DAG: %[[OUT:.+]] = tensor.empty(%[[N]], %[[M]]) : tensor<?x?xf32>
// CHECK-DAG: %[[MAX:.+]] = tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK: scf.for {{.+}} iter_args(%{{.+}} = %[[MAX]], %{{.+}} = %[[ROW]], %{{.+}} = %[[OUT]])
// CHECK-NOT: linalg
func.func @scratch(%x: tensor<?x?xf32>, %n: index, %m: index) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f64
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.fill ins(%lowest : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %acc, %a fastmath<nsz> : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  %2 = tensor.empty(%n, %m) : tensor<?x?xf32>
  %exp = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %max : tensor<?x?xf32>, tensor<?xf32>) outs(%2 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %3 = tensor.empty(%n) : tensor<?xf64>
  %4 = linalg.fill ins(%zero : f64) outs(%3 : tensor<?xf64>) -> tensor<?xf64>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<?x?xf32>) outs(%4 : tensor<?xf64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  %5 = tensor.empty(%n, %m) : tensor<?x?xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<?x?xf32>, tensor<?xf64>) outs(%5 : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f64, %o: f32):
    %t = arith.truncf %b : f64 to f32
    %r = arith.divf %a, %t : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %max, %y : tensor<?xf32>, tensor<?x?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// A reduction of columns is no reduction of rows.
// CHECK-LABEL: func.func @columns
// CHECK-NOT: scf.for
// CHECK: linalg.generic
func.func @columns(%x: tensor<?x?xf32>, %m: index) -> tensor<?xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %e = tensor.empty(%m) : tensor<?xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

// A loop that reads another row than its own stays behind the first loop.
// CHECK-LABEL: func.func @other_rows
// CHECK: %[[E:.+]] = linalg.generic
// CHECK: linalg.generic {{.+}} ins(%[[E]]
func.func @other_rows(%x: tensor<8x8xf64>) -> (tensor<8xf64>, tensor<8x8xf64>) {
  %zero = arith.constant 0.0 : f64
  %0 = tensor.empty() : tensor<8x8xf64>
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf64>) outs(%0 : tensor<8x8xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = math.exp %a : f64
    linalg.yield %r : f64
  } -> tensor<8x8xf64>
  %1 = tensor.empty() : tensor<8xf64>
  %f = linalg.fill ins(%zero : f64) outs(%1 : tensor<8xf64>) -> tensor<8xf64>
  %s = linalg.generic {indexing_maps = [#turned, #row], iterator_types = ["parallel", "reduction"]}
      ins(%e : tensor<8x8xf64>) outs(%f : tensor<8xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %r = arith.addf %acc, %a fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<8xf64>
  return %s, %e : tensor<8xf64>, tensor<8x8xf64>
}

// -----

#id = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>

// An elementwise producer that nothing else uses joins the reduction. Sums of
// f64 keep what the additions of blocks lose. With no rows there is no loop
// around.
// CHECK-LABEL: func.func @sum_f64
// CHECK-SAME: (%[[X:.+]]: tensor<?xf64>
// CHECK: %[[T:.+]]:2 = scf.for {{.+}} iter_args(%[[S:.+]] = %{{.+}}, %[[C:.+]] = %{{.+}}) -> (f64, f64)
// CHECK: %[[P:.+]] = scf.for
// CHECK: %[[V:.+]] = tensor.extract %[[X]]
// CHECK: %[[Q:.+]] = arith.mulf %[[V]], %[[V]]
// CHECK: arith.addf %{{.+}}, %[[Q]] fastmath<reassoc> : f64
// CHECK: %[[NEW:.+]] = arith.addf %[[S]], %[[P]] : f64
// CHECK: %[[D:.+]] = arith.subf %[[NEW]], %[[S]] : f64
// CHECK: %[[B:.+]] = arith.subf %[[NEW]], %[[D]] : f64
// CHECK: scf.yield %[[NEW]], %{{.+}}
// CHECK: arith.addf %[[T]]#0, %[[T]]#1
// CHECK: tensor.from_elements
// CHECK-NOT: linalg
func.func @sum_f64(%x: tensor<?xf64>, %n: index) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %0 = tensor.empty(%n) : tensor<?xf64>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<?xf64>) outs(%0 : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %r = arith.mulf %a, %a : f64
    linalg.yield %r : f64
  } -> tensor<?xf64>
  %e = tensor.empty() : tensor<f64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction"]}
      ins(%q : tensor<?xf64>) outs(%f : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %r = arith.addf %acc, %a fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  return %s : tensor<f64>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The exact maximum: fast first, and once more by the rules if it is a zero.
// CHECK-LABEL: func.func @max
// CHECK: scf.for
// CHECK: %[[M:.+]] = scf.for
// CHECK: arith.maximumf %{{.+}}, %{{.+}} fastmath<nsz>
// CHECK: %[[Z:.+]] = arith.cmpf oeq, %[[M]]
// CHECK: scf.if %[[Z]]
// CHECK: arith.cmpf ugt
// CHECK: else
// CHECK: scf.yield %[[M]]
func.func @max(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.fill ins(%lowest : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%1 : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %more = arith.cmpf ugt, %a, %acc : f32
    %number = arith.cmpf ord, %acc, %acc : f32
    %take = arith.andi %more, %number : i1
    %r = arith.select %take, %a, %acc : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %max : tensor<?xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#all = affine_map<(d0, d1) -> ()>

// Adjacent reduced axes become one long run.
// CHECK-LABEL: func.func @flattened
// CHECK-SAME: (%[[X:.+]]: tensor<4x8xf32>)
// CHECK: %[[C:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0, 1]]
// CHECK: scf.for {{.+}} to %c32
// CHECK: tensor.extract %[[C]]
func.func @flattened(%x: tensor<4x8xf32>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.generic {indexing_maps = [#id, #all], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%f : tensor<f64>) {
  ^bb0(%a: f32, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %r = arith.addf %acc, %w fastmath<reassoc> : f64
    linalg.yield %r : f64
  } -> tensor<f64>
  return %s : tensor<f64>
}
