// Integers, floats and comparisons that fold, cancel or reassociate.

func.func @add_zero(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  return %0 : i32
}
func.func @add_constants(%a: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %0 = arith.addi %a, %c3 : i32
  %1 = arith.addi %0, %c4 : i32
  %2 = arith.addi %c4, %1 : i32
  return %2 : i32
}
func.func @add_then_sub(%a: i64, %b: i64) -> (i64, i64) {
  %c3 = arith.constant 3 : i64
  %c5 = arith.constant 5 : i64
  %0 = arith.addi %a, %c3 : i64
  %1 = arith.subi %0, %c5 : i64
  %2 = arith.subi %c5, %a : i64
  %3 = arith.addi %2, %c3 : i64
  return %1, %3 : i64, i64
}
func.func @sub_chain(%a: index) -> (index, index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = arith.subi %a, %c1 : index
  %1 = arith.subi %0, %c2 : index
  %2 = arith.subi %c2, %0 : index
  %3 = arith.subi %c1, %2 : index
  return %1, %2, %3 : index, index, index
}
func.func @sub_self(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.subi %a, %a : i32
  %1 = arith.addi %a, %b : i32
  %2 = arith.subi %1, %b : i32
  %3 = arith.addi %0, %2 : i32
  return %0, %3 : i32, i32
}
func.func @mul_by_powers(%a: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %0 = arith.muli %a, %c0 : i32
  %1 = arith.muli %a, %c1 : i32
  %2 = arith.muli %1, %c8 : i32
  %3 = arith.muli %2, %c8 : i32
  return %0, %1, %3 : i32, i32, i32
}
func.func @divisions(%a: i32) -> (i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c6 = arith.constant 6 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.divsi %a, %c1 : i32
  %1 = arith.divui %c6, %c2 : i32
  %2 = arith.remsi %a, %c1 : i32
  %3 = arith.ceildivsi %c6, %c2 : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
func.func @division_by_zero_stays(%a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c6 = arith.constant 6 : i32
  %0 = arith.divsi %c6, %c0 : i32
  %1 = arith.remui %a, %c0 : i32
  return %0, %1 : i32, i32
}
func.func @bitwise(%a: i8, %b: i8) -> (i8, i8, i8, i8) {
  %c0 = arith.constant 0 : i8
  %cm1 = arith.constant -1 : i8
  %0 = arith.andi %a, %cm1 : i8
  %1 = arith.ori %0, %c0 : i8
  %2 = arith.xori %a, %a : i8
  %3 = arith.xori %b, %cm1 : i8
  %4 = arith.xori %3, %cm1 : i8
  %5 = arith.andi %b, %c0 : i8
  return %1, %2, %4, %5 : i8, i8, i8, i8
}
func.func @and_of_not(%a: i1) -> (i1, i1) {
  %true = arith.constant true
  %0 = arith.xori %a, %true : i1
  %1 = arith.andi %a, %0 : i1
  %2 = arith.ori %a, %0 : i1
  return %1, %2 : i1, i1
}
func.func @shifts(%a: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.shli %a, %c0 : i32
  %1 = arith.shrui %0, %c3 : i32
  %2 = arith.shrsi %c0, %a : i32
  %3 = arith.shli %c3, %c3 : i32
  return %1, %2, %3 : i32, i32, i32
}
func.func @extensions(%a: i8) -> (i64, i32, i8, i16) {
  %0 = arith.extsi %a : i8 to i16
  %1 = arith.extsi %0 : i16 to i64
  %2 = arith.extui %a : i8 to i16
  %3 = arith.extui %2 : i16 to i32
  %4 = arith.trunci %3 : i32 to i8
  %5 = arith.trunci %1 : i64 to i16
  return %1, %3, %4, %5 : i64, i32, i8, i16
}
func.func @extui_then_extsi(%a: i8) -> i64 {
  %0 = arith.extui %a : i8 to i16
  %1 = arith.extsi %0 : i16 to i64
  return %1 : i64
}
func.func @index_casts(%a: index) -> (index, index) {
  %0 = arith.index_cast %a : index to i64
  %1 = arith.index_cast %0 : i64 to index
  %c5 = arith.constant 5 : i32
  %2 = arith.index_cast %c5 : i32 to index
  return %1, %2 : index, index
}
func.func @index_cast_of_extension(%a: i8) -> (index, index) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.index_cast %0 : i32 to index
  %2 = arith.extui %a : i8 to i32
  %3 = arith.index_castui %2 : i32 to index
  return %1, %3 : index, index
}
func.func @bitcasts(%a: f32) -> (f32, i32) {
  %0 = arith.bitcast %a : f32 to i32
  %1 = arith.bitcast %0 : i32 to f32
  %c = arith.constant 1.0 : f32
  %2 = arith.bitcast %c : f32 to i32
  return %1, %2 : f32, i32
}
func.func @compare_self(%a: i32) -> (i1, i1, i1) {
  %0 = arith.cmpi eq, %a, %a : i32
  %1 = arith.cmpi slt, %a, %a : i32
  %2 = arith.cmpi uge, %a, %a : i32
  return %0, %1, %2 : i1, i1, i1
}
func.func @compare_constant_left(%a: i32) -> (i1, i1) {
  %c7 = arith.constant 7 : i32
  %c9 = arith.constant 9 : i32
  %0 = arith.cmpi slt, %c7, %a : i32
  %1 = arith.cmpi ugt, %c9, %c7 : i32
  return %0, %1 : i1, i1
}
func.func @compare_of_extension(%a: i1) -> (i1, i1) {
  %c0 = arith.constant 0 : i32
  %0 = arith.extsi %a : i1 to i32
  %1 = arith.cmpi ne, %0, %c0 : i32
  %2 = arith.extui %a : i1 to i32
  %3 = arith.cmpi ne, %2, %c0 : i32
  return %1, %3 : i1, i1
}
func.func @not_of_compare(%a: i32, %b: i32) -> (i1, i1) {
  %true = arith.constant true
  %0 = arith.cmpi sgt, %a, %b : i32
  %1 = arith.xori %0, %true : i1
  %2 = arith.xori %1, %true : i1
  return %1, %2 : i1, i1
}
func.func @select_of_constants(%c: i1) -> (i1, i1, i32) {
  %true = arith.constant true
  %false = arith.constant false
  %c1 = arith.constant 1 : i32
  %c0 = arith.constant 0 : i32
  %0 = arith.select %c, %true, %false : i1
  %1 = arith.select %c, %false, %true : i1
  %2 = arith.select %c, %c1, %c0 : i32
  return %0, %1, %2 : i1, i1, i32
}
func.func @select_same(%c: i1, %a: f32, %b: f32) -> (f32, f32) {
  %true = arith.constant true
  %0 = arith.select %c, %a, %a : f32
  %1 = arith.select %true, %b, %0 : f32
  return %0, %1 : f32, f32
}
func.func @select_of_not(%c: i1, %a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  %0 = arith.xori %c, %true : i1
  %1 = arith.select %0, %a, %b : i32
  return %1 : i32
}
func.func @nested_selects(%c: i1, %d: i1, %x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.select %d, %x, %y : i32
  %1 = arith.select %c, %x, %0 : i32
  %2 = arith.select %c, %1, %y : i32
  return %1, %2 : i32, i32
}
func.func @select_by_compare(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.select %0, %a, %b : i32
  %2 = arith.cmpi ne, %a, %b : i32
  %3 = arith.select %2, %a, %b : i32
  return %1, %3 : i32, i32
}
func.func @select_extensions(%c: i1) -> (i64, i64) {
  %c1 = arith.constant 1 : i64
  %c0 = arith.constant 0 : i64
  %0 = arith.select %c, %c1, %c0 : i64
  %1 = arith.addi %0, %c0 : i64
  %2 = arith.select %c, %c0, %c1 : i64
  return %1, %2 : i64, i64
}
func.func @minmax(%a: i32) -> (i32, i32, i32, i32) {
  %cmin = arith.constant -2147483648 : i32
  %cmax = arith.constant 2147483647 : i32
  %0 = arith.maxsi %a, %cmin : i32
  %1 = arith.minsi %0, %cmin : i32
  %2 = arith.maxsi %a, %a : i32
  %3 = arith.minsi %cmax, %a : i32
  return %0, %1, %2, %3 : i32, i32, i32, i32
}
func.func @float_identities(%a: f32) -> (f32, f32, f32, f32) {
  %m0 = arith.constant -0.0 : f32
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant 1.0 : f32
  %r0 = arith.addf %a, %m0 : f32
  %r1 = arith.addf %a, %0 : f32
  %r2 = arith.mulf %1, %a : f32
  %r3 = arith.divf %r2, %1 : f32
  return %r0, %r1, %r2, %r3 : f32, f32, f32, f32
}
func.func @float_constants() -> (f64, f64, f32) {
  %a = arith.constant 1.5 : f64
  %b = arith.constant 2.25 : f64
  %0 = arith.addf %a, %b : f64
  %1 = arith.mulf %0, %b : f64
  %2 = arith.subf %1, %a : f64
  %3 = arith.truncf %2 : f64 to f32
  %4 = arith.negf %2 : f64
  return %2, %4, %3 : f64, f64, f32
}
func.func @double_negation(%a: f32, %b: f32) -> (f32, f32, f32) {
  %0 = arith.negf %a : f32
  %1 = arith.negf %0 : f32
  %2 = arith.negf %b : f32
  %3 = arith.mulf %0, %2 : f32
  %4 = arith.divf %0, %2 : f32
  return %1, %3, %4 : f32, f32, f32
}
func.func @float_extensions(%a: f16) -> (f64, f16, f32) {
  %0 = arith.extf %a : f16 to f32
  %1 = arith.extf %0 : f32 to f64
  %2 = arith.truncf %0 : f32 to f16
  %3 = arith.truncf %1 : f64 to f32
  return %1, %2, %3 : f64, f16, f32
}
func.func @int_float_casts() -> (f32, i32, f32, i8) {
  %c = arith.constant -3 : i32
  %d = arith.constant 200 : i8
  %f = arith.constant 7.75 : f32
  %0 = arith.sitofp %c : i32 to f32
  %1 = arith.fptosi %f : f32 to i32
  %2 = arith.uitofp %d : i8 to f32
  %3 = arith.fptoui %f : f32 to i8
  return %0, %1, %2, %3 : f32, i32, f32, i8
}
func.func @float_compares(%a: f32) -> (i1, i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf oeq, %a, %nan : f32
  %1 = arith.cmpf une, %nan, %a : f32
  %2 = arith.cmpf false, %a, %a : f32
  return %0, %1, %2 : i1, i1, i1
}
func.func @compare_of_converted_int(%a: i32) -> (i1, i1) {
  %half = arith.constant 1.5 : f32
  %two = arith.constant 2.0 : f32
  %0 = arith.sitofp %a : i32 to f32
  %1 = arith.cmpf olt, %0, %half : f32
  %2 = arith.cmpf oeq, %0, %two : f32
  return %1, %2 : i1, i1
}
func.func @splat_arithmetic(%a: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %z = arith.constant dense<0> : tensor<4xi32>
  %t = arith.constant dense<2> : tensor<4xi32>
  %d = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = arith.addi %a, %z : tensor<4xi32>
  %1 = arith.muli %t, %d : tensor<4xi32>
  %2 = arith.addi %1, %t : tensor<4xi32>
  return %0, %2 : tensor<4xi32>, tensor<4xi32>
}
func.func @vector_arithmetic(%a: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %one = arith.constant dense<1.0> : vector<4xf32>
  %0 = arith.mulf %a, %one : vector<4xf32>
  %1 = arith.addf %one, %one : vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
func.func @extended_arithmetic(%a: i32) -> (i32, i1, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %0, %1 = arith.addui_extended %a, %c0 : i32, i1
  %2, %3 = arith.mulsi_extended %a, %c0 : i32
  %4, %5 = arith.mului_extended %c7, %c7 : i32
  %6 = arith.addi %2, %4 : i32
  return %0, %1, %6, %5 : i32, i1, i32, i32
}
func.func @mul_extended_high_only(%a: i32, %b: i32) -> (i32, i32) {
  %0, %1 = arith.mulsi_extended %a, %b : i32
  %2, %3 = arith.mului_extended %a, %b : i32
  return %0, %2 : i32, i32
}
func.func @dead_code(%a: i32, %b: i32) -> i32 {
  %0 = arith.muli %a, %b : i32
  %1 = arith.addi %0, %b : i32
  %2 = arith.subi %1, %0 : i32
  %c1 = arith.constant 1 : i32
  return %a : i32
}
func.func @duplicate_constants(%a: i32) -> (i32, i32) {
  %c1 = arith.constant 17 : i32
  %c2 = arith.constant 17 : i32
  %0 = arith.muli %a, %c1 : i32
  %c3 = arith.constant 17 : i32
  %1 = arith.muli %0, %c2 : i32
  %2 = arith.xori %1, %c3 : i32
  return %1, %2 : i32, i32
}
func.func @extension_of_extension_in_compare(%a: i8, %b: i8) -> (i1, i1) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extsi %b : i8 to i32
  %2 = arith.cmpi slt, %0, %1 : i32
  %3 = arith.extui %a : i8 to i32
  %4 = arith.extui %b : i8 to i32
  %5 = arith.cmpi ult, %3, %4 : i32
  return %2, %5 : i1, i1
}
func.func @or_of_extensions(%a: i8, %b: i8) -> (i32, i32, i32) {
  %0 = arith.extui %a : i8 to i32
  %1 = arith.extui %b : i8 to i32
  %2 = arith.ori %0, %1 : i32
  %3 = arith.andi %0, %1 : i32
  %4 = arith.xori %2, %3 : i32
  return %2, %3, %4 : i32, i32, i32
}
func.func @trunc_of_shift(%a: i32) -> (i16, i8) {
  %c16 = arith.constant 16 : i32
  %0 = arith.shrsi %a, %c16 : i32
  %1 = arith.trunci %0 : i32 to i16
  %2 = arith.shrui %a, %c16 : i32
  %3 = arith.trunci %2 : i32 to i8
  return %1, %3 : i16, i8
}
func.func @overflow_flags(%a: i32) -> (i32, i32) {
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %a, %c3 overflow<nsw> : i32
  %1 = arith.addi %0, %c3 overflow<nsw, nuw> : i32
  %2 = arith.muli %1, %c3 overflow<nuw> : i32
  %3 = arith.muli %2, %c3 overflow<nuw> : i32
  return %1, %3 : i32, i32
}
func.func @long_cascade(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.subi %0, %c2 : i32
  %2 = arith.addi %1, %c1 : i32
  %3 = arith.subi %2, %c1 : i32
  %4 = arith.addi %c2, %3 : i32
  %5 = arith.subi %4, %c1 : i32
  %6 = arith.muli %5, %c1 : i32
  %7 = arith.xori %6, %6 : i32
  %8 = arith.ori %7, %5 : i32
  return %8 : i32
}
