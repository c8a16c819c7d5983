// Slices, casts, reshapes and dimensions of tensors.

func.func @cast_of_cast(%t: tensor<4x8xf32>) -> tensor<4x?xf32> {
  %0 = tensor.cast %t : tensor<4x8xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}
func.func @cast_back(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @dim_of_static(%t: tensor<4x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %t, %c0 : tensor<4x?xf32>
  %1 = tensor.dim %t, %c1 : tensor<4x?xf32>
  return %0, %1 : index, index
}
func.func @dim_of_cast(%t: tensor<4x?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x?xf32>
  return %1 : index
}
func.func @dim_of_empty(%n: index) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.empty(%n) : tensor<?x7xf32>
  %1 = tensor.dim %0, %c0 : tensor<?x7xf32>
  %2 = tensor.dim %0, %c1 : tensor<?x7xf32>
  return %1, %2 : index, index
}
func.func @empty_with_constant(%t: tensor<4x5xf32>) -> tensor<?x5xf32> {
  %c4 = arith.constant 4 : index
  %0 = tensor.empty(%c4) : tensor<?x5xf32>
  %1 = "t.use"(%0, %t) : (tensor<?x5xf32>, tensor<4x5xf32>) -> tensor<?x5xf32>
  return %1 : tensor<?x5xf32>
}
func.func @extract_from_elements(%a: f32, %b: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b, %a : tensor<3xf32>
  %1 = tensor.extract %0[%c1] : tensor<3xf32>
  return %1 : f32
}
func.func @extract_from_constant() -> (i32, f32) {
  %c1 = arith.constant 1 : index
  %0 = arith.constant dense<[3, 5, 7]> : tensor<3xi32>
  %1 = arith.constant dense<2.5> : tensor<4x4xf32>
  %2 = tensor.extract %0[%c1] : tensor<3xi32>
  %3 = tensor.extract %1[%c1, %c1] : tensor<4x4xf32>
  return %2, %3 : i32, f32
}
func.func @extract_from_splat(%a: f32, %i: index) -> f32 {
  %0 = tensor.splat %a : tensor<16xf32>
  %1 = tensor.extract %0[%i] : tensor<16xf32>
  return %1 : f32
}
func.func @extract_from_cast(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  return %1 : f32
}
func.func @extract_of_insert(%t: tensor<4xf32>, %f: f32, %i: index) -> f32 {
  %0 = tensor.insert %f into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}
func.func @extract_from_generate(%n: index) -> index {
  %c3 = arith.constant 3 : index
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = arith.addi %i, %i : index
    tensor.yield %1 : index
  } : tensor<?xindex>
  %2 = tensor.extract %0[%c3] : tensor<?xindex>
  return %2 : index
}
func.func @generate_with_constant() -> tensor<?x?xindex> {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.generate %c3, %c4 {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    tensor.yield %1 : index
  } : tensor<?x?xindex>
  return %0 : tensor<?x?xindex>
}
func.func @from_constant_elements() -> tensor<2x2xi32> {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %0 = tensor.from_elements %a, %b, %b, %a : tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
func.func @splat_of_constant() -> tensor<4xf32> {
  %a = arith.constant 1.25 : f32
  %0 = tensor.splat %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @full_slice(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = tensor.extract_slice %t[0, 0] [4, 8] [1, 1] : tensor<4x8xf32> to tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
func.func @slice_with_constants(%t: tensor<8x16x4xf32>) -> tensor<?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %t[%c0, %c0, %c0] [%c4, %c4, %c1] [%c1, %c1, %c1]
      : tensor<8x16x4xf32> to tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}
func.func @rank_reduced_slice(%t: tensor<8x16xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.extract_slice %t[%c0, 3] [1, %n] [%c1, 1] : tensor<8x16xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @slice_of_cast(%t: tensor<128x512xf32>, %p: index) -> tensor<16x512xf32> {
  %0 = tensor.cast %t : tensor<128x512xf32> to tensor<?x512xf32>
  %1 = tensor.extract_slice %0[%p, 0] [16, 512] [1, 1] : tensor<?x512xf32> to tensor<16x512xf32>
  return %1 : tensor<16x512xf32>
}
func.func @slice_of_dynamic_cast(%t: tensor<128xf32>, %p: index, %n: index) -> tensor<?xf32> {
  %0 = tensor.cast %t : tensor<128xf32> to tensor<?xf32>
  %1 = tensor.extract_slice %0[%p] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @slice_of_constant() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = tensor.extract_slice %0[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
func.func @slice_of_splat_constant() -> tensor<2x2xf32> {
  %0 = arith.constant dense<3.0> : tensor<4x4xf32>
  %1 = tensor.extract_slice %0[1, 2] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
func.func @insert_full_slice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.insert_slice %a into %b[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @insert_slice_with_constants(%a: tensor<?xf32>, %b: tensor<16xf32>) -> tensor<16xf32> {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.insert_slice %a into %b[%c2] [%c4] [%c1] : tensor<?xf32> into tensor<16xf32>
  return %0 : tensor<16xf32>
}
func.func @insert_slice_of_cast(%a: tensor<4xf32>, %b: tensor<?xf32>, %p: index) -> tensor<?xf32> {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<?xf32>
  %c4 = arith.constant 4 : index
  %1 = tensor.insert_slice %0 into %b[%p] [%c4] [1] : tensor<?xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @insert_after_extract(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.extract_slice %t[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %1 = tensor.insert_slice %0 into %t[2] [3] [1] : tensor<3xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @extract_after_insert(%t: tensor<8xf32>, %s: tensor<3xf32>) -> tensor<3xf32> {
  %0 = tensor.insert_slice %s into %t[2] [3] [1] : tensor<3xf32> into tensor<8xf32>
  %1 = tensor.extract_slice %0[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  return %1 : tensor<3xf32>
}
func.func @insert_over_insert(%t: tensor<8xf32>, %s: tensor<3xf32>, %r: tensor<3xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %s into %t[2] [3] [1] : tensor<3xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %r into %0[2] [3] [1] : tensor<3xf32> into tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @collapse_of_expand(%t: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 4, 4] : tensor<8x4xf32> into tensor<2x4x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<2x4x4xf32> into tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
func.func @collapse_of_collapse(%t: tensor<2x3x4x5xf32>) -> tensor<120xf32> {
  %0 = tensor.collapse_shape %t [[0, 1], [2], [3]] : tensor<2x3x4x5xf32> into tensor<6x4x5xf32>
  %1 = tensor.collapse_shape %0 [[0, 1, 2]] : tensor<6x4x5xf32> into tensor<120xf32>
  return %1 : tensor<120xf32>
}
func.func @expand_of_expand(%t: tensor<120xf32>) -> tensor<2x3x20xf32> {
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [6, 20] : tensor<120xf32> into tensor<6x20xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [2, 3, 20] : tensor<6x20xf32> into tensor<2x3x20xf32>
  return %1 : tensor<2x3x20xf32>
}
func.func @reshape_of_constant() -> tensor<4xf32> {
  %0 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x2xf32> into tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @collapse_of_from_elements(%a: i32) -> tensor<2xi32> {
  %0 = tensor.from_elements %a, %a : tensor<1x2xi32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x2xi32> into tensor<2xi32>
  return %1 : tensor<2xi32>
}
func.func @pad_nothing(%t: tensor<4x5xf32>, %f: f32) -> tensor<4x5xf32> {
  %0 = tensor.pad %t low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<4x5xf32> to tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
func.func @pad_with_constants(%t: tensor<?xf32>, %f: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.pad %t low[%c2] high[%c0] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @pad_of_cast(%t: tensor<4xf32>, %f: f32, %n: index) -> tensor<?xf32> {
  %0 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
  %1 = tensor.pad %0 low[1] high[%n] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @rank_of_ranked(%t: tensor<?x?x4xf32>) -> index {
  %0 = tensor.rank %t : tensor<?x?x4xf32>
  return %0 : index
}
func.func @reshape_with_constant_shape(%t: tensor<4xf32>) -> tensor<2x2xf32> {
  %s = arith.constant dense<2> : tensor<2xi32>
  %0 = tensor.reshape %t(%s) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %1 = tensor.reshape %0(%s) : (tensor<2x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}
func.func @dim_of_reshape(%t: tensor<?xf32>, %s: tensor<2xindex>) -> index {
  %c1 = arith.constant 1 : index
  %0 = tensor.reshape %t(%s) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %1 : index
}
func.func @concat_of_one(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.concat dim(0) %t : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @bitcast_chain(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  %1 = tensor.bitcast %0 : tensor<4xi32> to tensor<4xf32>
  return %1 : tensor<4xf32>
}
