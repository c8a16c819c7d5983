// Structured ops whose operands or results fold away.

#id = affine_map<(i, j) -> (i, j)>
#tr = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>

func.func @identity_generic(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @transposing_generic_stays(%t: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %0 = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.generic {indexing_maps = [#tr, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%0 : tensor<8x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
func.func @generic_with_casts(%t: tensor<4x8xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.addf %a, %a : f32
    linalg.yield %2 : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func @dead_generic(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%0 : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.mulf %a, %a : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  return %t : tensor<4x8xf32>
}
func.func @body_that_folds(%t: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = arith.constant 1.0 : f32
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %two = arith.constant 2.0 : f32
    %1 = arith.mulf %a, %one : f32
    %2 = arith.addf %two, %one : f32
    %3 = arith.mulf %1, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @generic_on_empty_shape(%t: tensor<0x8xf32>) -> tensor<0x8xf32> {
  %0 = tensor.empty() : tensor<0x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<0x8xf32>) outs(%0 : tensor<0x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.negf %a : f32
    linalg.yield %2 : f32
  } -> tensor<0x8xf32>
  return %1 : tensor<0x8xf32>
}
func.func @duplicate_inputs(%t: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %t : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.subf %a, %b : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @unused_input(%t: tensor<4x8xf32>, %u: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %u : tensor<4x8xf32>, tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.addf %a, %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @unused_result(%t: tensor<4x8xf32>, %o: tensor<4x8xf32>, %p: tensor<4xf32>) -> tensor<4x8xf32> {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<4x8xf32>) outs(%o, %t : tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %1 = arith.addf %a, %a : f32
    %2 = arith.mulf %a, %a : f32
    linalg.yield %1, %2 : f32, f32
  } -> (tensor<4x8xf32>, tensor<4x8xf32>)
  return %0#0 : tensor<4x8xf32>
}
func.func @fill_then_cast(%f: f32, %n: index) -> tensor<?x8xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%c4) : tensor<?x8xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}
func.func @fill_then_reshape(%f: f32) -> tensor<32xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
  return %2 : tensor<32xf32>
}
func.func @fill_then_pad(%f: f32) -> tensor<6x8xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tensor.pad %1 low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x8xf32> to tensor<6x8xf32>
  return %2 : tensor<6x8xf32>
}
func.func @extract_of_fill(%f: f32, %i: index) -> f32 {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.extract %1[%i] : tensor<4xf32>
  return %2 : f32
}
func.func @fill_of_fill(%f: f32, %g: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.fill ins(%g : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @copy_of_fill(%f: f32, %t: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.copy ins(%0 : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @transpose_of_fill(%f: f32) -> tensor<8x4xf32> {
  %0 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = tensor.empty() : tensor<8x4xf32>
  %3 = linalg.transpose ins(%1 : tensor<4x8xf32>) outs(%2 : tensor<8x4xf32>) permutation = [1, 0]
  return %3 : tensor<8x4xf32>
}
func.func @transpose_of_transpose(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.empty() : tensor<8x4xf32>
  %1 = linalg.transpose ins(%t : tensor<4x8xf32>) outs(%0 : tensor<8x4xf32>) permutation = [1, 0]
  %2 = tensor.empty() : tensor<4x8xf32>
  %3 = linalg.transpose ins(%1 : tensor<8x4xf32>) outs(%2 : tensor<4x8xf32>) permutation = [1, 0]
  return %3 : tensor<4x8xf32>
}
func.func @broadcast_identity(%t: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.broadcast ins(%t : tensor<4xf32>) outs(%o : tensor<4xf32>) dimensions = []
  return %0 : tensor<4xf32>
}
func.func @broadcast_of_broadcast(%t: tensor<f32>) -> tensor<2x4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.broadcast ins(%t : tensor<f32>) outs(%0 : tensor<4xf32>) dimensions = [0]
  %2 = tensor.empty() : tensor<2x4xf32>
  %3 = linalg.broadcast ins(%1 : tensor<4xf32>) outs(%2 : tensor<2x4xf32>) dimensions = [0]
  return %3 : tensor<2x4xf32>
}
func.func @matmul_with_casts(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %a : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %b : tensor<8x16xf32> to tensor<?x?xf32>
  %2 = linalg.matmul ins(%0, %1 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
func.func @dim_of_matmul(%a: tensor<?x8xf32>, %b: tensor<8x16xf32>, %c: tensor<?x16xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x16xf32>) outs(%c : tensor<?x16xf32>) -> tensor<?x16xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x16xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x16xf32>
  return %1, %2 : index, index
}
func.func @copy_to_self(%m: memref<4xf32>) {
  linalg.copy ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}
func.func @index_of_unit_dimension(%o: tensor<1x8xindex>) -> tensor<1x8xindex> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%o : tensor<1x8xindex>) {
  ^bb0(%b: index):
    %1 = linalg.index 0 : index
    %2 = linalg.index 1 : index
    %3 = arith.addi %1, %2 : index
    linalg.yield %3 : index
  } -> tensor<1x8xindex>
  return %0 : tensor<1x8xindex>
}
func.func @reduction_generic(%t: tensor<4x8xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.fill ins(%z : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%t : tensor<4x8xf32>) outs(%1 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %3 = arith.addf %a, %b : f32
    %4 = arith.subf %3, %z : f32
    linalg.yield %4 : f32
  } -> tensor<4xf32>
  return %2 : tensor<4xf32>
}
