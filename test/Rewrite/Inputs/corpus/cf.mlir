// Branches that thread, merge and vanish.

func.func @constant_condition(%a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  cf.cond_br %true, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}
func.func @unreachable_branch(%a: i32) -> i32 {
  %false = arith.constant false
  cf.cond_br %false, ^dead, ^live
^dead:
  %0 = arith.addi %a, %a : i32
  cf.br ^live
^live:
  return %a : i32
}
func.func @chain_of_branches(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  cf.br ^bb3(%y : i32)
^bb3(%z: i32):
  %0 = arith.addi %z, %a : i32
  return %0 : i32
}
func.func @pass_through(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb3(%a : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%x: i32):
  return %x : i32
}
func.func @same_destination(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%a : i32)
^bb1(%x: i32):
  return %x : i32
}
func.func @same_destination_other_operands(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb1(%b, %b : i32, i32)
^bb1(%x: i32, %y: i32):
  %0 = arith.muli %x, %y : i32
  return %0 : i32
}
func.func @condition_known_in_successor(%c: i1) -> (i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.select %c, %c1, %c2 : i32
  return %0, %0 : i32, i32
^bb2:
  %1 = arith.select %c, %c1, %c2 : i32
  return %1, %c1 : i32, i32
}
func.func @negated_condition(%c: i1, %a: i32, %b: i32) -> i32 {
  %true = arith.constant true
  %n = arith.xori %c, %true : i1
  cf.cond_br %n, ^bb1, ^bb2
^bb1:
  return %a : i32
^bb2:
  return %b : i32
}
func.func @dead_argument(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb2
^bb1(%x: i32, %unused: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  cf.br ^bb3(%b : i32)
^bb3(%y: i32):
  return %y : i32
}
func.func @dead_loop_argument(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a : index, i32)
^head(%i: index, %dead: i32):
  %0 = arith.cmpi slt, %i, %n : index
  cf.cond_br %0, ^body, ^exit
^body:
  %1 = arith.addi %i, %c1 : index
  %2 = arith.addi %dead, %a : i32
  cf.br ^head(%1, %2 : index, i32)
^exit:
  return %a : i32
}
func.func @loop_invariant_argument(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %a, %a : index, i32, i32)
^head(%i: index, %same: i32, %sum: i32):
  %0 = arith.cmpi slt, %i, %n : index
  cf.cond_br %0, ^body, ^exit
^body:
  %1 = arith.addi %i, %c1 : index
  %2 = arith.addi %sum, %same : i32
  cf.br ^head(%1, %same, %2 : index, i32, i32)
^exit:
  return %sum : i32
}
func.func @switch_on_constant(%a: i32, %b: i32) -> i32 {
  %c42 = arith.constant 42 : i32
  cf.switch %c42 : i32, [
    default: ^bb1(%a : i32),
    41: ^bb2(%b : i32),
    42: ^bb3(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  return %y : i32
^bb3(%z: i32):
  %0 = arith.addi %z, %z : i32
  return %0 : i32
}
func.func @switch_only_default(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
}
func.func @switch_cases_like_default(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    1: ^bb1(%a : i32),
    2: ^bb2(%b : i32),
    3: ^bb1(%a : i32)
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %0 = arith.muli %y, %y : i32
  return %0 : i32
}
func.func @switch_through_switch(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1,
    1: ^bb2,
    2: ^bb3
  ]
^bb1:
  cf.switch %f : i32, [
    default: ^bb3,
    1: ^bb2,
    5: ^bb4
  ]
^bb2:
  return %a : i32
^bb3:
  %0 = arith.addi %a, %a : i32
  return %0 : i32
^bb4:
  %1 = arith.muli %a, %a : i32
  return %1 : i32
}
func.func @switch_pass_through(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    1: ^bb2
  ]
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  %c = arith.constant 9 : i32
  cf.br ^bb3(%c : i32)
^bb3(%y: i32):
  return %y : i32
}
func.func @assert_true(%a: i32) -> i32 {
  %true = arith.constant true
  cf.assert %true, "holds"
  %0 = arith.cmpi eq, %a, %a : i32
  cf.assert %0, "holds too"
  return %a : i32
}
func.func @assert_unknown(%c: i1) {
  cf.assert %c, "may not hold"
  return
}
func.func @diamond_of_constants(%c: i1) -> i32 {
  %c5 = arith.constant 5 : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = arith.addi %c5, %c5 : i32
  cf.br ^bb3(%0 : i32)
^bb2:
  %1 = arith.constant 10 : i32
  cf.br ^bb3(%1 : i32)
^bb3(%x: i32):
  %2 = arith.subi %x, %c5 : i32
  return %2 : i32
}
func.func @unreachable_cycle(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = arith.addi %a, %a : i32
  cf.br ^bb2(%0 : i32)
^bb2(%x: i32):
  "t.use"(%x) : (i32) -> ()
  cf.br ^bb1
}
func.func @side_effects_stay(%c: i1, %a: i32) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "t.effect"(%a) : (i32) -> ()
  cf.br ^bb2
^bb2:
  return
}
func.func @nested_diamonds(%c: i1, %d: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^l, ^r
^l:
  cf.cond_br %d, ^ll, ^lr
^ll:
  cf.br ^lj(%a : i32)
^lr:
  cf.br ^lj(%b : i32)
^lj(%x: i32):
  cf.br ^j(%x : i32)
^r:
  cf.cond_br %d, ^j(%b : i32), ^j(%a : i32)
^j(%y: i32):
  %0 = arith.addi %y, %a : i32
  return %0 : i32
}
func.func @condition_becomes_constant(%a: i32) -> i32 {
  %0 = arith.cmpi sle, %a, %a : i32
  cf.cond_br %0, ^bb1, ^bb2
^bb1:
  %1 = arith.subi %a, %a : i32
  cf.br ^bb3(%1 : i32)
^bb2:
  cf.br ^bb3(%a : i32)
^bb3(%x: i32):
  %2 = arith.addi %x, %a : i32
  return %2 : i32
}
