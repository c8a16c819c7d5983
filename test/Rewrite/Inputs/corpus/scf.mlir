// Loops and conditionals that fold, shed results or merge.

func.func @if_true(%a: i32) -> i32 {
  %true = arith.constant true
  %0 = scf.if %true -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}
func.func @if_false_without_else(%a: i32) {
  %false = arith.constant false
  scf.if %false {
    "t.effect"(%a) : (i32) -> ()
  }
  return
}
func.func @if_empty(%c: i1) {
  scf.if %c {
  } else {
  }
  return
}
func.func @if_same_yields(%c: i1, %a: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    "t.effect"() : () -> ()
    scf.yield %a : i32
  } else {
    scf.yield %a : i32
  }
  return %0 : i32
}
func.func @if_to_select(%c: i1, %a: i32, %b: i32) -> (i32, i32) {
  %0:2 = scf.if %c -> (i32, i32) {
    scf.yield %a, %b : i32, i32
  } else {
    scf.yield %b, %b : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @if_some_results_unused(%c: i1, %a: i32) -> i32 {
  %0:3 = scf.if %c -> (i32, i32, i32) {
    %1 = arith.muli %a, %a : i32
    %2 = arith.addi %1, %a : i32
    %5 = "t.make"() : () -> i32
    scf.yield %1, %2, %5 : i32, i32, i32
  } else {
    %3 = "t.make"() : () -> i32
    %4 = arith.addi %3, %3 : i32
    scf.yield %3, %4, %a : i32, i32, i32
  }
  return %0#1 : i32
}
func.func @if_condition_known_inside(%c: i1) -> i1 {
  %0 = scf.if %c -> i1 {
    %1 = "t.use"(%c) : (i1) -> i1
    scf.yield %1 : i1
  } else {
    %2 = "t.use"(%c) : (i1) -> i1
    scf.yield %2 : i1
  }
  return %0 : i1
}
func.func @nested_ifs_combine(%c: i1, %d: i1, %a: i32) {
  scf.if %c {
    scf.if %d {
      "t.effect"(%a) : (i32) -> ()
    }
  }
  return
}
func.func @nested_ifs_with_results(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  %0 = scf.if %c -> i32 {
    %1 = scf.if %d -> i32 {
      %2 = "t.make"() : () -> i32
      scf.yield %2 : i32
    } else {
      scf.yield %b : i32
    }
    scf.yield %1 : i32
  } else {
    scf.yield %b : i32
  }
  return %0 : i32
}
func.func @consecutive_ifs(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %2 = "t.make"() {n = 1 : i32} : () -> i32
    scf.yield %2 : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %3 = "t.make"() {n = 2 : i32} : () -> i32
    scf.yield %3 : i32
  } else {
    %4 = "t.make"() {n = 3 : i32} : () -> i32
    scf.yield %4 : i32
  }
  return %0, %1 : i32, i32
}
func.func @consecutive_ifs_opposite(%c: i1) {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  scf.if %c {
    "t.effect"() {n = 1 : i32} : () -> ()
  }
  scf.if %n {
    "t.effect"() {n = 2 : i32} : () -> ()
  }
  return
}
func.func @if_not(%c: i1, %a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  %0 = scf.if %n -> i32 {
    %1 = "t.make"() : () -> i32
    scf.yield %1 : i32
  } else {
    scf.yield %b : i32
  }
  return %0 : i32
}
func.func @if_yields_booleans(%c: i1) -> (i1, i1) {
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = scf.if %c -> (i1, i1) {
    "t.effect"() : () -> ()
    scf.yield %true, %false : i1, i1
  } else {
    scf.yield %false, %true : i1, i1
  }
  return %0#0, %0#1 : i1, i1
}
func.func @if_empty_then(%c: i1) {
  scf.if %c {
  } else {
    "t.effect"() : () -> ()
  }
  return
}
func.func @for_no_iterations(%a: i32) -> i32 {
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c4 to %c1 step %c1 iter_args(%x = %a) -> i32 {
    %1 = arith.muli %x, %x : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @for_one_iteration(%a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> i32 {
    %1 = arith.index_cast %i : index to i32
    %2 = arith.addi %x, %1 : i32
    scf.yield %2 : i32
  }
  return %0 : i32
}
func.func @for_same_bounds(%n: index, %a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %n to %n step %c1 iter_args(%x = %a) -> i32 {
    %1 = arith.addi %x, %a : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @for_empty(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
  }
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    scf.yield %x : i32
  }
  return %0 : i32
}
func.func @for_yields_outer_value(%n: index, %a: i32, %b: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %1 = "t.use"(%x) : (i32) -> i32
    scf.yield %1, %b : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @for_dead_result(%n: index, %a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (i32, i32) {
    %1 = arith.addi %x, %a : i32
    %2 = arith.muli %y, %b : i32
    scf.yield %1, %2 : i32, i32
  }
  return %0#0 : i32
}
func.func @for_duplicate_args(%n: index, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a) -> (i32, i32) {
    %1 = arith.addi %x, %a : i32
    %2 = arith.addi %y, %a : i32
    scf.yield %1, %1 : i32, i32
  }
  return %0#0, %0#1 : i32, i32
}
func.func @for_with_tensor_casts(%n: index, %t: tensor<32xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.cast %t : tensor<32xf32> to tensor<?xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %0) -> tensor<?xf32> {
    %2 = "t.use"(%x) : (tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  %3 = tensor.cast %1 : tensor<?xf32> to tensor<32xf32>
  return %3 : tensor<32xf32>
}
func.func @for_in_for(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %1 = scf.for %j = %c1 to %c2 step %c1 iter_args(%y = %x) -> i32 {
      %2 = arith.index_cast %j : index to i32
      %3 = arith.addi %y, %2 : i32
      scf.yield %3 : i32
    }
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @if_in_for(%n: index, %c: i1, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> i32 {
    %1 = scf.if %true -> i32 {
      %2 = scf.if %c -> i32 {
        scf.yield %x : i32
      } else {
        scf.yield %a : i32
      }
      scf.yield %2 : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @constants_in_loops(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> index {
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %1 = arith.addi %c5, %c6 : index
    %2 = arith.addi %x, %1 : index
    scf.yield %2 : index
  }
  return %0 : index
}
func.func @while_false(%a: i32) -> i32 {
  %false = arith.constant false
  %0 = scf.while (%x = %a) : (i32) -> i32 {
    scf.condition(%false) %x : i32
  } do {
  ^bb0(%y: i32):
    %1 = arith.addi %y, %y : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @while_unused_result(%a: i32) -> i32 {
  %0:2 = scf.while (%x = %a) : (i32) -> (i32, i64) {
    %1 = "t.condition"() : () -> i1
    %2 = "t.make"() : () -> i64
    %3 = "t.make"() : () -> i32
    scf.condition(%1) %3, %2 : i32, i64
  } do {
  ^bb0(%y: i32, %z: i64):
    %4 = "t.use"(%y) : (i32) -> i32
    scf.yield %4 : i32
  }
  return %0#0 : i32
}
func.func @while_condition_in_body(%a: i32) {
  scf.while (%x = %a) : (i32) -> () {
    %0 = "t.compare"(%x) : (i32) -> i1
    scf.condition(%0)
  } do {
    %1 = "t.make"() : () -> i32
    scf.yield %1 : i32
  }
  return
}
func.func @while_duplicated_results() -> (i32, i32) {
  %0:2 = scf.while : () -> (i32, i32) {
    %1 = "t.make"() : () -> i32
    %2 = "t.condition"() : () -> i1
    scf.condition(%2) %1, %1 : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    "t.effect"(%y, %z) : (i32, i32) -> ()
    scf.yield
  }
  return %0#0, %0#1 : i32, i32
}
func.func @execute_region_single(%a: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    %1 = arith.addi %a, %a : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @execute_region_blocks(%c: i1, %a: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %a : i32
  ^bb2:
    %1 = arith.muli %a, %a : i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func @parallel_one_iteration(%n: index, %m: memref<?x?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i, %j) = (%c7, %c0) to (%c10, %n) step (%c10, %c1) {
    memref.store %f, %m[%i, %j] : memref<?x?xf32>
    scf.reduce
  }
  return
}
func.func @parallel_nested(%m: memref<?x?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %f, %m[%i, %j] : memref<?x?xf32>
      scf.reduce
    }
    scf.reduce
  }
  return
}
func.func @index_switch_constant(%a: i32, %b: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %0 = scf.index_switch %c1 -> i32
  case 0 {
    scf.yield %a : i32
  }
  case 1 {
    %1 = arith.addi %a, %b : i32
    scf.yield %1 : i32
  }
  default {
    scf.yield %b : i32
  }
  return %0 : i32
}
func.func @index_switch_default_only(%i: index, %a: i32) -> i32 {
  %0 = scf.index_switch %i -> i32
  default {
    scf.yield %a : i32
  }
  return %0 : i32
}
func.func @forall_zero(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (0) shared_outs(%o = %t) -> tensor<8xf32> {
    %1 = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
func.func @forall_constant_bounds(%t: tensor<8xf32>) -> tensor<8xf32> {
  %c8 = arith.constant 8 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %0 = scf.forall (%i) = (%c0) to (%c8) step (%c2) shared_outs(%o = %t) -> tensor<8xf32> {
    %1 = tensor.extract_slice %o[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %2 = "t.use"(%1) : (tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
