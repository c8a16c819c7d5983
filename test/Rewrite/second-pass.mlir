// A pass remembers what an earlier one of the same pipeline has brought to the
// fixed point, whatever runs in between.

// DEFINE: %{again} = croton-optimize{query=+canonicalize profile=text profile-times=false}
// RUN: croton-opt %s -o /dev/null --pass-pipeline="builtin.module(croton-optimize{query=+canonicalize},%{again})" \
// RUN:   2>&1 | FileCheck %s --check-prefix=SAME
// RUN: croton-opt %s -o /dev/null --pass-pipeline="builtin.module(croton-optimize{query=+canonicalize},cse,%{again})" \
// RUN:   2>&1 | FileCheck %s --check-prefix=SAME
// SAME: equilibrium canonicalize: 2 runs, 0 rounds, 0 visits, 0 pushes, 0 folded, 0 merged, 0 dead, 6 -> 6 ops

// A pass that changes an op: only that and what is around it is looked at.
// RUN: croton-opt %s -o /dev/null --pass-pipeline="builtin.module(croton-optimize{query=+canonicalize},croton-optimize{query=+SquareIsProduct},%{again})" \
// RUN:   --load-rewrites=%S/Inputs/rewrites.mlir 2>&1 | FileCheck %s --check-prefix=CHANGED
// CHANGED: equilibrium canonicalize: 2 runs, 1 round, 2 visits, 2 pushes, 0 folded, 0 merged, 0 dead, 6 -> 6 ops

// Another plan starts anew.
// RUN: croton-opt %s -o /dev/null --pass-pipeline="builtin.module(croton-optimize{query=+canonicalize,+stabilize},%{again})" \
// RUN:   2>&1 | FileCheck %s --check-prefix=OTHER
// OTHER: equilibrium canonicalize: 2 runs, 1 round, 6 visits, 6 pushes, 0 folded, 0 merged, 0 dead, 6 -> 6 ops

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = croton.neg %x : tensor<4xf32>
  %b = croton.exp %a : tensor<4xf32>
  %c = croton.add %b, %x : tensor<4xf32>, tensor<4xf32>
  return %c : tensor<4xf32>
}

func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = croton.sqr %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
