// The stages run in order, each on what the one before left, in every mode.

// RUN: croton-opt %s --croton-optimize="mode=fast_run print-plan" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN:      sequence optdb
// PLAN-NEXT:   0: global merge1  [exact]
// PLAN-NEXT:   0.6: topological useless
// PLAN:        1: equilibrium canonicalize (fold, merge-equal)
// PLAN:        1.5: equilibrium stabilize (fold, merge-equal)
// PLAN:        1.8: equilibrium shape (fold, merge-equal)
// PLAN:        2: equilibrium specialize (fold, merge-equal)
// PLAN:        48.9: global merge2  [exact]
// PLAN-NEXT:   49: global elemwise-fusion  [exact]
// PLAN-NEXT:   100: global merge3  [exact]

// RUN: croton-opt %s --croton-optimize=mode=fast_run | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: croton-opt %s --croton-optimize=mode=o4 | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: croton-opt %s --croton-optimize=mode=debug | FileCheck %s --check-prefixes=CHECK,DEBUG
// RUN: croton-opt %s --croton-optimize=mode=stabilize | FileCheck %s --check-prefixes=CHECK,STABLE
// RUN: croton-opt %s --croton-optimize=mode=fast_compile | FileCheck %s --check-prefixes=CHECK,COMPILE
// RUN: croton-opt %s --croton-optimize=mode=merge | FileCheck %s --check-prefixes=CHECK,MERGE
// RUN: croton-opt %s --croton-optimize=mode=none | FileCheck %s --check-prefixes=CHECK,NONE

// CHECK-LABEL: func.func @loss

// FAST-DAG:       croton.crossentropy_softmax
// FAST-DAG:       croton.composite
// FAST-NOT:       croton.neg
// FAST-NOT:       croton.mul

// DEBUG:          croton.crossentropy_softmax
// DEBUG:          croton.sqr
// DEBUG-NOT:      croton.composite

// STABLE:         croton.crossentropy_softmax
// STABLE:         croton.mul
// STABLE-NOT:     croton.sqr

// COMPILE:        croton.crossentropy_softmax
// COMPILE-COUNT-2: croton.neg
// COMPILE-NOT:    croton.composite

// MERGE:          croton.softmax
// MERGE-NOT:      croton.softmax

// NONE-COUNT-2:   croton.softmax
func.func @loss(%x: tensor<?x10xf32>, %y: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?x10xf32>) {
  %0 = croton.softmax %x axis 1 : tensor<?x10xf32>
  %1 = croton.categorical_crossentropy %0, %y : tensor<?x10xf32>, tensor<?xi64>
  %2 = croton.softmax %x axis 1 : tensor<?x10xf32>
  %3 = croton.categorical_crossentropy %2, %y : tensor<?x10xf32>, tensor<?xi64>
  %4 = croton.exp %x : tensor<?x10xf32>
  %5 = croton.neg %4 : tensor<?x10xf32>
  %6 = croton.neg %5 : tensor<?x10xf32>
  %7 = croton.mul %6, %6 : tensor<?x10xf32>, tensor<?x10xf32>
  return %1, %3, %7 : tensor<?xf32>, tensor<?xf32>, tensor<?x10xf32>
}

// A program without an op of croton has the modes, too.
// RUN: echo "func.func @f(%%x: i32) -> (i32, i32) { %%0 = arith.addi %%x, %%x : i32 %%1 = arith.addi %%x, %%x : i32 return %%0, %%1 : i32, i32 }" \
// RUN:   | croton-opt --croton-optimize=mode=merge | FileCheck %s --check-prefix=FOREIGN
// FOREIGN:     arith.addi
// FOREIGN-NOT: arith.addi

// RUN: not croton-opt %s --croton-optimize=mode=fast-run 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: croton-optimize: no mode 'fast-run'; did you mean 'fast_run'?
