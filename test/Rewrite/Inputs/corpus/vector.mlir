// Broadcasts, extracts, inserts, masks and transfers.

func.func @extract_of_broadcast(%f: f32) -> f32 {
  %0 = vector.broadcast %f : f32 to vector<4x8xf32>
  %1 = vector.extract %0[1, 2] : f32 from vector<4x8xf32>
  return %1 : f32
}
func.func @extract_of_extract(%v: vector<2x3x4xf32>) -> f32 {
  %0 = vector.extract %v[1] : vector<3x4xf32> from vector<2x3x4xf32>
  %1 = vector.extract %0[2] : vector<4xf32> from vector<3x4xf32>
  %2 = vector.extract %1[3] : f32 from vector<4xf32>
  return %2 : f32
}
func.func @extract_of_insert(%v: vector<4xf32>, %f: f32) -> (f32, f32) {
  %0 = vector.insert %f, %v[2] : f32 into vector<4xf32>
  %1 = vector.extract %0[2] : f32 from vector<4xf32>
  %2 = vector.extract %0[1] : f32 from vector<4xf32>
  return %1, %2 : f32, f32
}
func.func @extract_of_constant() -> (f32, vector<2xi32>) {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %1 = vector.extract %0[3] : f32 from vector<4xf32>
  %2 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %3 = vector.extract %2[1] : vector<2xi32> from vector<2x2xi32>
  return %1, %3 : f32, vector<2xi32>
}
func.func @extract_of_transpose(%v: vector<2x3x4xf32>) -> f32 {
  %0 = vector.transpose %v, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %1 = vector.extract %0[3, 1, 2] : f32 from vector<4x2x3xf32>
  return %1 : f32
}
func.func @extract_of_shape_cast(%v: vector<4x6xf32>) -> (f32, vector<2xf32>) {
  %0 = vector.shape_cast %v : vector<4x6xf32> to vector<12x2xf32>
  %1 = vector.extract %0[5, 1] : f32 from vector<12x2xf32>
  %2 = vector.extract %0[7] : vector<2xf32> from vector<12x2xf32>
  return %1, %2 : f32, vector<2xf32>
}
func.func @extract_strided_of_strided(%v: vector<8x16xf32>) -> vector<2x4xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [2, 4], sizes = [4, 8], strides = [1, 1]}
      : vector<8x16xf32> to vector<4x8xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1, 2], sizes = [2, 4], strides = [1, 1]}
      : vector<4x8xf32> to vector<2x4xf32>
  return %1 : vector<2x4xf32>
}
func.func @extract_strided_full(%v: vector<4x4xf32>) -> vector<4x4xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [0, 0], sizes = [4, 4], strides = [1, 1]}
      : vector<4x4xf32> to vector<4x4xf32>
  return %0 : vector<4x4xf32>
}
func.func @extract_strided_of_constant() -> vector<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : vector<4xf32>
  %1 = vector.extract_strided_slice %0 {offsets = [1], sizes = [2], strides = [1]}
      : vector<4xf32> to vector<2xf32>
  return %1 : vector<2xf32>
}
func.func @broadcast_of_broadcast(%f: f32) -> vector<2x4xf32> {
  %0 = vector.broadcast %f : f32 to vector<4xf32>
  %1 = vector.broadcast %0 : vector<4xf32> to vector<2x4xf32>
  return %1 : vector<2x4xf32>
}
func.func @broadcast_of_constant() -> vector<2x4xf32> {
  %c = arith.constant 2.0 : f32
  %0 = vector.broadcast %c : f32 to vector<2x4xf32>
  return %0 : vector<2x4xf32>
}
func.func @broadcast_identity(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @transpose_of_transpose(%v: vector<2x3x4xf32>) -> vector<3x2x4xf32> {
  %0 = vector.transpose %v, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %1 = vector.transpose %0, [2, 1, 0] : vector<4x2x3xf32> to vector<3x2x4xf32>
  return %1 : vector<3x2x4xf32>
}
func.func @transpose_identity(%v: vector<2x3xf32>) -> vector<2x3xf32> {
  %0 = vector.transpose %v, [0, 1] : vector<2x3xf32> to vector<2x3xf32>
  return %0 : vector<2x3xf32>
}
func.func @transpose_of_constant() -> vector<3x2xf32> {
  %0 = arith.constant dense<4.0> : vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %1 : vector<3x2xf32>
}
func.func @transpose_of_broadcast(%f: f32) -> vector<3x2xf32> {
  %0 = vector.broadcast %f : f32 to vector<2x3xf32>
  %1 = vector.transpose %0, [1, 0] : vector<2x3xf32> to vector<3x2xf32>
  return %1 : vector<3x2xf32>
}
func.func @shape_cast_of_shape_cast(%v: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.shape_cast %v : vector<4x2xf32> to vector<8xf32>
  %1 = vector.shape_cast %0 : vector<8xf32> to vector<4x2xf32>
  return %1 : vector<4x2xf32>
}
func.func @shape_cast_of_constant() -> vector<4xf32> {
  %0 = arith.constant dense<1.0> : vector<2x2xf32>
  %1 = vector.shape_cast %0 : vector<2x2xf32> to vector<4xf32>
  return %1 : vector<4xf32>
}
func.func @bitcast_chain(%v: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %1 = vector.bitcast %0 : vector<4xi32> to vector<4xf32>
  return %1 : vector<4xf32>
}
func.func @masks() -> (vector<4xi1>, vector<2x3xi1>) {
  %0 = vector.constant_mask [4] : vector<4xi1>
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %1 = vector.create_mask %c2, %c1 : vector<2x3xi1>
  return %0, %1 : vector<4xi1>, vector<2x3xi1>
}
func.func @extract_of_mask(%n: index) -> (vector<3xi1>, vector<3xi1>) {
  %c1 = arith.constant 1 : index
  %0 = vector.create_mask %c1, %n : vector<2x3xi1>
  %1 = vector.extract %0[0] : vector<3xi1> from vector<2x3xi1>
  %2 = vector.extract %0[1] : vector<3xi1> from vector<2x3xi1>
  return %1, %2 : vector<3xi1>, vector<3xi1>
}
func.func @masked_load_all(%m: memref<4xf32>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %mask = vector.constant_mask [4] : vector<4xi1>
  %0 = vector.maskedload %m[%c0], %mask, %p
      : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @masked_store_none(%m: memref<4xf32>, %v: vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %mask = vector.constant_mask [0] : vector<4xi1>
  vector.maskedstore %m[%c0], %mask, %v : memref<4xf32>, vector<4xi1>, vector<4xf32>
  return
}
func.func @transfer_in_bounds(%t: tensor<4x8xf32>) -> vector<4x8xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %t[%c0, %c0], %f : tensor<4x8xf32>, vector<4x8xf32>
  return %0 : vector<4x8xf32>
}
func.func @read_after_write(%t: tensor<4x8xf32>, %v: vector<4x8xf32>) -> vector<4x8xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_write %v, %t[%c0, %c0] {in_bounds = [true, true]}
      : vector<4x8xf32>, tensor<4x8xf32>
  %1 = vector.transfer_read %0[%c0, %c0], %f {in_bounds = [true, true]}
      : tensor<4x8xf32>, vector<4x8xf32>
  return %1 : vector<4x8xf32>
}
func.func @write_after_write(%t: tensor<4x8xf32>, %v: vector<1x4xf32>, %w: vector<1x4xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %t[%c1, %c0] {in_bounds = [true, true]}
      : vector<1x4xf32>, tensor<4x8xf32>
  %1 = vector.transfer_write %w, %0[%c1, %c0] {in_bounds = [true, true]}
      : vector<1x4xf32>, tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @write_back_what_was_read(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  %0 = vector.transfer_read %t[%c0, %c0], %f {in_bounds = [true, true]}
      : tensor<4x8xf32>, vector<4x8xf32>
  %1 = vector.transfer_write %0, %t[%c0, %c0] {in_bounds = [true, true]}
      : vector<4x8xf32>, tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
func.func @shuffle_identity(%a: vector<2xf32>, %b: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>) {
  %0 = vector.shuffle %a, %b [0, 1] : vector<2xf32>, vector<2xf32>
  %1 = vector.shuffle %a, %b [2, 3] : vector<2xf32>, vector<2xf32>
  return %0, %1 : vector<2xf32>, vector<2xf32>
}
func.func @shuffle_constants() -> vector<3xi32> {
  %0 = arith.constant dense<[1, 2]> : vector<2xi32>
  %1 = arith.constant dense<[5, 6]> : vector<2xi32>
  %2 = vector.shuffle %0, %1 [3, 0, 2] : vector<2xi32>, vector<2xi32>
  return %2 : vector<3xi32>
}
func.func @reduction_of_one(%v: vector<1xf32>) -> f32 {
  %0 = vector.reduction <add>, %v : vector<1xf32> into f32
  return %0 : f32
}
func.func @multi_reduction_nothing(%v: vector<4xf32>, %a: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.multi_reduction <add>, %v, %a [] : vector<4xf32> to vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @insert_into_constant() -> vector<2xf32> {
  %c = arith.constant 9.0 : f32
  %0 = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %1 = vector.insert %c, %0[0] : f32 into vector<2xf32>
  return %1 : vector<2xf32>
}
func.func @insert_strided_of_same(%v: vector<4x4xf32>, %w: vector<4x4xf32>) -> vector<4x4xf32> {
  %0 = vector.insert_strided_slice %v, %w {offsets = [0, 0], strides = [1, 1]}
      : vector<4x4xf32> into vector<4x4xf32>
  return %0 : vector<4x4xf32>
}
func.func @insert_what_was_extracted(%v: vector<4x4xf32>) -> vector<4x4xf32> {
  %0 = vector.extract_strided_slice %v {offsets = [1, 1], sizes = [2, 2], strides = [1, 1]}
      : vector<4x4xf32> to vector<2x2xf32>
  %1 = vector.insert_strided_slice %0, %v {offsets = [1, 1], strides = [1, 1]}
      : vector<2x2xf32> into vector<4x4xf32>
  return %1 : vector<4x4xf32>
}
func.func @from_elements_of_same(%f: f32) -> vector<4xf32> {
  %0 = vector.from_elements %f, %f, %f, %f : vector<4xf32>
  return %0 : vector<4xf32>
}
func.func @elements_there_and_back(%v: vector<3xf32>) -> vector<3xf32> {
  %0:3 = vector.to_elements %v : vector<3xf32>
  %1 = vector.from_elements %0#0, %0#1, %0#2 : vector<3xf32>
  return %1 : vector<3xf32>
}
func.func @gather_none(%m: memref<?xf32>, %i: vector<4xindex>, %p: vector<4xf32>) -> vector<4xf32> {
  %c0 = arith.constant 0 : index
  %mask = vector.constant_mask [0] : vector<4xi1>
  %0 = vector.gather %m[%c0] [%i], %mask, %p
      : memref<?xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
