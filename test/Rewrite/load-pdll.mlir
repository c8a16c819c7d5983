// Rewrites from a PDLL file, with comments that say how they are filed.

// REQUIRES: mlir-pdll
// DEFINE: %{opt} = croton-opt %s --load-rewrites=%S/Inputs/rewrites.pdll
// RUN: %{opt} --croton-optimize=query=+also_mine | FileCheck %s
// RUN: %{opt} --croton-optimize=query=+SquareIsProduct \
// RUN:   | FileCheck %s --check-prefix=SQUARE
// RUN: croton-opt --load-rewrites=%S/Inputs/rewrites.pdll --list-rewrites=+loaded \
// RUN:   | FileCheck %s --check-prefix=LIST
// Two files, one of each kind; the second may not repeat a name.
// RUN: not %{opt} --load-rewrites=%S/Inputs/rewrites.mlir \
// RUN:   --croton-optimize=query=+mine 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: croton-optimize: {{.*}}rewrites.mlir:3:1: {{.*}}'NegNegOfFile'
// TWICE-NOT: error:
// Names of files are no options and no shell commands.
// RUN: mkdir -p %t && cp %S/Inputs/rewrites.pdll "%t/-x $(touch here).pdll"
// RUN: cd %t && croton-opt %s "--load-rewrites=-x $(touch here).pdll" \
// RUN:   --croton-optimize=query=+also_mine | FileCheck %s
// RUN: not ls %t/here

// LIST-DAG: NegNegOfFile{{.*}}canonicalize{{.*}}croton.neg{{.*}}exact{{.*}}- -x to x
// LIST-DAG: SquareIsProduct{{.*}}canonicalize{{.*}}croton.sqr{{.*}}unsafe{{.*}}from rewrites.pdll

// CHECK-LABEL: func.func @neg_neg
// CHECK-SAME: (%[[X:.+]]: tensor<?x3xf32>)
// CHECK-NEXT: return %[[X]]
func.func @neg_neg(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = croton.neg %x : tensor<?x3xf32>
  %1 = croton.neg %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @square
// CHECK-NEXT: croton.sqr
// SQUARE-LABEL: func.func @neg_neg
// SQUARE-COUNT-2: croton.neg
// SQUARE-LABEL: func.func @square
// SQUARE-SAME: (%[[X:.+]]: tensor<2xf64>)
// SQUARE-NEXT: croton.mul %[[X]], %[[X]]
func.func @square(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = croton.sqr %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}
