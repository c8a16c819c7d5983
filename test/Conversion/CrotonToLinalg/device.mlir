// RUN: croton-opt %s --convert-croton-to-linalg --canonicalize --cse --split-input-file | FileCheck %s

// A transfer fills a new tensor in the other place.
// CHECK-LABEL: func.func @transfers
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>)
// CHECK: %[[N:.+]] = tensor.dim %[[X]]
// CHECK: %[[E0:.+]] = tensor.empty(%[[N]]) : tensor<?x4xf32, #croton.device<"dev0">>
// CHECK: %[[D0:.+]] = bufferization.materialize_in_destination %[[X]] in %[[E0]] : (tensor<?x4xf32>, tensor<?x4xf32, #croton.device<"dev0">>) -> tensor<?x4xf32, #croton.device<"dev0">>
// CHECK: %[[E1:.+]] = tensor.empty(%[[N]]) : tensor<?x4xf32, #croton.device<"dev1">>
// CHECK: %[[D1:.+]] = bufferization.materialize_in_destination %[[D0]] in %[[E1]]
// CHECK: %[[E2:.+]] = tensor.empty(%[[N]]) : tensor<?x4xf32>
// CHECK: %[[R:.+]] = bufferization.materialize_in_destination %[[D1]] in %[[E2]]
// CHECK: return %[[R]]
func.func @transfers(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = croton.gpu_from_host %x : tensor<?x4xf32> -> tensor<?x4xf32, #croton.device<"dev0">>
  %1 = croton.gpu_to_gpu %0 : tensor<?x4xf32, #croton.device<"dev0">> -> tensor<?x4xf32, #croton.device<"dev1">>
  %2 = croton.host_from_gpu %1 : tensor<?x4xf32, #croton.device<"dev1">>
  return %2 : tensor<?x4xf32>
}

// -----

// Rank 0 is a loop of no dims there, not a computation of the host.
// CHECK-LABEL: func.func @scalars
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic {indexing_maps = [{{.+}}], iterator_types = []} ins(%{{.+}}, %{{.+}} : tensor<f32, #croton.device<"dev0">>, tensor<f32, #croton.device<"dev0">>)
// CHECK: arith.mulf
// CHECK-NOT: tensor.from_elements
func.func @scalars(%x: tensor<f32, #croton.device<"dev0">>, %y: tensor<f32, #croton.device<"dev0">>) -> tensor<f32, #croton.device<"dev0">> {
  %0 = croton.mul %x, %y : tensor<f32, #croton.device<"dev0">>, tensor<f32, #croton.device<"dev0">>
  return %0 : tensor<f32, #croton.device<"dev0">>
}

// -----

// One element that is read again and again is read there.
// CHECK-DAG: #[[$FIRST:.+]] = affine_map<(d0, d1) -> (0, 0)>
// CHECK-LABEL: func.func @stretched
// CHECK-NOT: tensor.extract
// CHECK: linalg.generic {indexing_maps = [#{{.+}}, #[[$FIRST]], #{{.+}}]
func.func @stretched(%x: tensor<3x4xf32, #croton.device<"dev0">>, %y: tensor<1x1xf32, #croton.device<"dev0">>) -> tensor<3x4xf32, #croton.device<"dev0">> {
  %0 = croton.add %x, %y : tensor<3x4xf32, #croton.device<"dev0">>, tensor<1x1xf32, #croton.device<"dev0">>
  return %0 : tensor<3x4xf32, #croton.device<"dev0">>
}

// -----

// All that a sum needs is on the device, and so is the rounding at its end.
// CHECK-LABEL: func.func @mean
// CHECK-NOT: tensor.extract
// CHECK: linalg.fill ins(%{{.+}} : f64) outs(%{{.+}} : tensor<f64, #croton.device<"dev0">>)
// CHECK: linalg.generic {{.+}} iterator_types = ["reduction", "reduction"]
// CHECK: linalg.generic {{.+}} iterator_types = []}
// CHECK: arith.divf
// CHECK: bufferization.materialize_in_destination {{.+}} : (tensor<f32, #croton.device<"dev0">>, tensor<f32>) -> tensor<f32>
func.func @mean(%x: tensor<?x4xf32, #croton.device<"dev0">>) -> tensor<f32> {
  %0 = croton.mean %x axes [0, 1] : tensor<?x4xf32, #croton.device<"dev0">>
  %1 = croton.host_from_gpu %0 : tensor<f32, #croton.device<"dev0">>
  return %1 : tensor<f32>
}

// -----

// Sums of products of half floats are on the device as well.
// CHECK-LABEL: func.func @dot
// CHECK-DAG: linalg.fill {{.+}} : tensor<4x5xf32, #croton.device<"dev0">>
// CHECK: linalg.generic {{.+}} outs(%{{.+}} : tensor<4x5xf16, #croton.device<"dev0">>)
func.func @dot(%x: tensor<4x3xf16, #croton.device<"dev0">>, %y: tensor<3x5xf16, #croton.device<"dev0">>) -> tensor<4x5xf16, #croton.device<"dev0">> {
  %0 = croton.dot %x, %y : tensor<4x3xf16, #croton.device<"dev0">>, tensor<3x5xf16, #croton.device<"dev0">>
  return %0 : tensor<4x5xf16, #croton.device<"dev0">>
}

// -----

// Shapes change without losing the place.
// CHECK-LABEL: func.func @shuffle
// CHECK: tensor.collapse_shape {{.+}} into tensor<3x?xf32, #croton.device<"dev0">>
// CHECK: linalg.transpose ins(%{{.+}} : tensor<3x?xf32, #croton.device<"dev0">>) outs(%{{.+}} : tensor<?x3xf32, #croton.device<"dev0">>)
// CHECK: tensor.expand_shape {{.+}} into tensor<?x1x3xf32, #croton.device<"dev0">>
func.func @shuffle(%x: tensor<3x1x?xf32, #croton.device<"dev0">>) -> tensor<?x1x3xf32, #croton.device<"dev0">> {
  %0 = croton.dimshuffle %x [2, x, 0] : tensor<3x1x?xf32, #croton.device<"dev0">>
  return %0 : tensor<?x1x3xf32, #croton.device<"dev0">>
}

// -----

// An index on the device is checked where it is used.
// CHECK-LABEL: func.func @take
// CHECK-SAME: %[[X:.+]]: tensor<?x4xf32, #croton.device<"dev0">>, %[[I:.+]]: tensor<?xi64, #croton.device<"dev0">>
// CHECK-NOT: croton.check
// CHECK: linalg.generic {{.+}} ins(%[[I]] : tensor<?xi64, #croton.device<"dev0">>)
// CHECK: ^{{.+}}(%[[INDEX:.+]]: i64, %{{.+}}: f32):
// CHECK: croton.check %{{.+}}, 2, "croton.take at {{.+}}: index {0} is out of bounds for size {1}"
// CHECK: tensor.extract %[[X]]
func.func @take(%x: tensor<?x4xf32, #croton.device<"dev0">>, %i: tensor<?xi64, #croton.device<"dev0">>) -> tensor<?x4xf32, #croton.device<"dev0">> {
  %0 = croton.take %x, %i axis 0 : tensor<?x4xf32, #croton.device<"dev0">>, tensor<?xi64, #croton.device<"dev0">>
  return %0 : tensor<?x4xf32, #croton.device<"dev0">>
}

// -----

// Each element takes what the indices that mean it have for it, in their order:
// no loop of the host, and no two writers of one element.
// CHECK-DAG: #[[$OUT:.+]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[$INDEX:.+]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[$VALUE:.+]] = affine_map<(d0, d1, d2) -> (d2, 0)>
// CHECK-LABEL: func.func @increment
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32, #croton.device<"dev0">>, %[[I:.+]]: tensor<8xi64, #croton.device<"dev0">>, %[[V:.+]]: tensor<8x1xf32, #croton.device<"dev0">>)
// CHECK-NOT: scf.for
// CHECK: linalg.generic {indexing_maps = [#[[$INDEX]], #[[$VALUE]], #[[$OUT]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[I]], %[[V]] : {{.+}}) outs(%[[X]] : {{.+}})
// CHECK: ^{{.+}}(%{{.+}}: i64, %[[NEW:.+]]: f32, %[[OLD:.+]]: f32):
// CHECK: croton.check
// CHECK: %[[SUM:.+]] = arith.addf %[[OLD]], %[[NEW]]
// CHECK: %[[R:.+]] = arith.select %{{.+}}, %[[SUM]], %[[OLD]]
// CHECK: linalg.yield %[[R]]
func.func @increment(%x: tensor<?x4xf32, #croton.device<"dev0">>, %i: tensor<8xi64, #croton.device<"dev0">>, %v: tensor<8x1xf32, #croton.device<"dev0">>) -> tensor<?x4xf32, #croton.device<"dev0">> {
  %0 = croton.inc_take %x, %i, %v axis 0 : tensor<?x4xf32, #croton.device<"dev0">>, tensor<8xi64, #croton.device<"dev0">>, tensor<8x1xf32, #croton.device<"dev0">>
  return %0 : tensor<?x4xf32, #croton.device<"dev0">>
}

// -----

// The host knows sizes.
// CHECK-LABEL: func.func @shape
// CHECK-NOT: materialize_in_destination
// CHECK: tensor.from_elements %{{.+}}, %{{.+}} : tensor<2xi64>
func.func @shape(%x: tensor<?x4xf32, #croton.device<"dev0">>) -> tensor<2xi64> {
  %0 = croton.shape %x : tensor<?x4xf32, #croton.device<"dev0">>
  return %0 : tensor<2xi64>
}

// -----

// A scalar of the host goes along with the kernel.
// CHECK-LABEL: func.func @alloc
// CHECK-SAME: (%[[V:.+]]: tensor<f32>, %[[N:.+]]: tensor<i64>)
// CHECK-DAG: %[[S:.+]] = tensor.extract %[[V]][]
// CHECK: linalg.fill ins(%[[S]] : f32) outs(%{{.+}} : tensor<?xf32, #croton.device<"dev0">>)
func.func @alloc(%v: tensor<f32>, %n: tensor<i64>) -> tensor<?xf32, #croton.device<"dev0">> {
  %0 = croton.alloc %v, %n : tensor<f32> -> tensor<?xf32, #croton.device<"dev0">>
  return %0 : tensor<?xf32, #croton.device<"dev0">>
}

// -----

// Scalars of the device come together there.
// CHECK-LABEL: func.func @vector
// CHECK-SAME: (%[[A:.+]]: tensor<f32, #croton.device<"dev0">>, %[[B:.+]]: tensor<f32, #croton.device<"dev0">>)
// CHECK: %[[E:.+]] = tensor.empty() : tensor<2xf32, #croton.device<"dev0">>
// CHECK: %[[FIRST:.+]] = tensor.insert_slice %[[A]] into %[[E]][0] [1] [1]
// CHECK: %[[BOTH:.+]] = tensor.insert_slice %[[B]] into %[[FIRST]][1] [1] [1]
// CHECK: return %[[BOTH]]
func.func @vector(%a: tensor<f32, #croton.device<"dev0">>, %b: tensor<f32, #croton.device<"dev0">>) -> tensor<2xf32, #croton.device<"dev0">> {
  %0 = croton.make_vector %a, %b : tensor<f32, #croton.device<"dev0">>, tensor<f32, #croton.device<"dev0">>
  return %0 : tensor<2xf32, #croton.device<"dev0">>
}

// -----

// CHECK-LABEL: func.func @slice
// CHECK: tensor.extract_slice %{{.+}} to tensor<4xf32, #croton.device<"dev0">>
func.func @slice(%x: tensor<?x4xf32, #croton.device<"dev0">>, %i: tensor<i64>) -> tensor<4xf32, #croton.device<"dev0">> {
  %0 = croton.subtensor %x[%i, :] : tensor<?x4xf32, #croton.device<"dev0">>, tensor<i64>
  return %0 : tensor<4xf32, #croton.device<"dev0">>
}

// -----

// CHECK-LABEL: func.func @softmax
// CHECK-NOT: tensor<{{[^#]+}}>
// CHECK: return
func.func @softmax(%x: tensor<3x4xf32, #croton.device<"dev0">>) -> tensor<3x4xf32, #croton.device<"dev0">> {
  %0 = croton.softmax %x axis 1 : tensor<3x4xf32, #croton.device<"dev0">>
  return %0 : tensor<3x4xf32, #croton.device<"dev0">>
}
