// Shapes, extents, broadcasts and witnesses.

func.func @shape_of_static(%t: tensor<3x4xf32>) -> tensor<2xindex> {
  %0 = shape.shape_of %t : tensor<3x4xf32> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}
func.func @extent_of_constant() -> index {
  %s = shape.const_shape [3, 4, 5] : tensor<3xindex>
  %c1 = arith.constant 1 : index
  %0 = shape.get_extent %s, %c1 : tensor<3xindex>, index -> index
  return %0 : index
}
func.func @extent_of_shape_of(%t: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
  %1 = shape.get_extent %0, %c0 : tensor<2xindex>, index -> index
  return %1 : index
}
func.func @broadcast_constants() -> !shape.shape {
  %a = shape.const_shape [1, 4] : !shape.shape
  %b = shape.const_shape [3, 1] : !shape.shape
  %0 = shape.broadcast %a, %b : !shape.shape, !shape.shape -> !shape.shape
  return %0 : !shape.shape
}
func.func @broadcast_of_one(%s: tensor<?xindex>) -> tensor<?xindex> {
  %0 = shape.broadcast %s : tensor<?xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @broadcast_same_twice(%s: tensor<2xindex>) -> tensor<2xindex> {
  %0 = shape.broadcast %s, %s : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
  return %0 : tensor<2xindex>
}
func.func @broadcast_with_empty(%s: tensor<?xindex>) -> tensor<?xindex> {
  %e = shape.const_shape [] : tensor<0xindex>
  %0 = shape.broadcast %s, %e, %s : tensor<?xindex>, tensor<0xindex>, tensor<?xindex> -> tensor<?xindex>
  return %0 : tensor<?xindex>
}
func.func @concat_constants() -> !shape.shape {
  %a = shape.const_shape [1, 4] : !shape.shape
  %b = shape.const_shape [3] : !shape.shape
  %0 = shape.concat %a, %b : !shape.shape, !shape.shape -> !shape.shape
  return %0 : !shape.shape
}
func.func @split_constant() -> (!shape.shape, !shape.shape) {
  %a = shape.const_shape [1, 4, 3] : !shape.shape
  %c1 = shape.const_size 1
  %0, %1 = "shape.split_at"(%a, %c1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  return %0, %1 : !shape.shape, !shape.shape
}
func.func @elements_of_constant() -> !shape.size {
  %a = shape.const_shape [2, 4, 3] : !shape.shape
  %0 = shape.num_elements %a : !shape.shape -> !shape.size
  return %0 : !shape.size
}
func.func @passing_witness(%a: i32) -> i32 {
  %w = shape.const_witness true
  %0 = shape.assuming %w -> i32 {
    %1 = arith.addi %a, %a : i32
    shape.assuming_yield %1 : i32
  }
  return %0 : i32
}
func.func @witnesses_all_pass(%a: i32, %p: !shape.witness) -> i32 {
  %w = shape.const_witness true
  %all = shape.assuming_all %w, %p, %w
  %0 = shape.assuming %all -> i32 {
    %1 = "t.make"() : () -> i32
    shape.assuming_yield %1 : i32
  }
  return %0 : i32
}
func.func @broadcastable_constants() -> i1 {
  %a = shape.const_shape [1, 4] : tensor<2xindex>
  %b = shape.const_shape [3, 4] : tensor<2xindex>
  %0 = shape.is_broadcastable %a, %b : tensor<2xindex>, tensor<2xindex>
  return %0 : i1
}
func.func @cstr_broadcastable_same(%s: !shape.shape) -> !shape.witness {
  %0 = shape.cstr_broadcastable %s, %s : !shape.shape, !shape.shape
  return %0 : !shape.witness
}
func.func @cstr_eq_constants() -> !shape.witness {
  %a = shape.const_shape [3, 4] : !shape.shape
  %b = shape.const_shape [3, 4] : !shape.shape
  %0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  return %0 : !shape.witness
}
func.func @cstr_require_true() -> !shape.witness {
  %true = arith.constant true
  %0 = shape.cstr_require %true, "holds"
  return %0 : !shape.witness
}
func.func @shape_eq_constants() -> i1 {
  %a = shape.const_shape [3, 4] : !shape.shape
  %b = shape.const_shape [3, 5] : !shape.shape
  %0 = shape.shape_eq %a, %b : !shape.shape, !shape.shape
  return %0 : i1
}
func.func @sizes_of_constants() -> (!shape.size, !shape.size) {
  %a = shape.const_size 6
  %b = shape.const_size 4
  %0 = shape.add %a, %b : !shape.size, !shape.size -> !shape.size
  %1 = shape.mul %0, %b : !shape.size, !shape.size -> !shape.size
  return %0, %1 : !shape.size, !shape.size
}
func.func @size_there_and_back(%s: !shape.size) -> !shape.size {
  %0 = shape.size_to_index %s : !shape.size
  %1 = shape.index_to_size %0
  return %1 : !shape.size
}
func.func @rank_of_constant() -> index {
  %a = shape.const_shape [3, 4, 5] : tensor<3xindex>
  %0 = shape.rank %a : tensor<3xindex> -> index
  return %0 : index
}
func.func @to_extents_of_from(%i: index, %j: index) -> tensor<2xindex> {
  %0 = shape.from_extents %i, %j : index, index
  %1 = shape.to_extent_tensor %0 : !shape.shape -> tensor<2xindex>
  return %1 : tensor<2xindex>
}
func.func @from_constant_extents() -> !shape.shape {
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %0 = shape.from_extents %c3, %c5 : index, index
  return %0 : !shape.shape
}
func.func @extent_tensor_casts(%s: tensor<2xindex>) -> tensor<2xindex> {
  %0 = tensor.cast %s : tensor<2xindex> to tensor<?xindex>
  %1 = tensor.cast %0 : tensor<?xindex> to tensor<2xindex>
  return %1 : tensor<2xindex>
}
