// Rewrites from a PDL file: selected by tag, stage, name; listed; and given
// provenance as all others.

// DEFINE: %{opt} = croton-opt %s --load-rewrites=%S/Inputs/rewrites.mlir
// RUN: %{opt} --croton-optimize=query=+mine | FileCheck %s
// RUN: %{opt} --croton-optimize="query=+loaded exclude=NegNegOfFile" \
// RUN:   | FileCheck %s --check-prefix=UNSAFE
// RUN: %{opt} --croton-optimize="query=+mine print-plan" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAN
// RUN: %{opt} --croton-optimize=query=+SquareIsProduct --mlir-print-debuginfo \
// RUN:   | FileCheck %s --check-prefix=LOC
// RUN: croton-opt --load-rewrites=%S/Inputs/rewrites.mlir --list-rewrites=+loaded \
// RUN:   | FileCheck %s --check-prefix=LIST
// A stage's name does not select what is unsafe.
// RUN: %{opt} --croton-optimize="query=+canonicalize,+specialize print-plan" \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=STAGE
// The same bytes whichever thread runs the patterns.
// RUN: %{opt} --croton-optimize=query=+mine --mlir-disable-threading -o %t.one
// RUN: %{opt} --croton-optimize=query=+mine -o %t.many
// RUN: cmp %t.one %t.many

// PLAN: equilibrium canonicalize
// PLAN-NEXT: 5: NegNegOfFile [exact]
// PLAN-NEXT: equilibrium specialize
// PLAN-NEXT: SquareIsProduct [exact]
// PLAN-NOT: Tanh

// STAGE: NegNegOfFile
// STAGE-NOT: TanhIsZero

// LIST-DAG: NegNegOfFile{{.*}}canonicalize{{.*}}croton.neg{{.*}}exact{{.*}}- -x to x
// LIST-DAG: TanhIsZero{{.*}}canonicalize{{.*}}croton.tanh{{.*}}unsafe{{.*}}from rewrites.mlir

// LOC: croton.mul %{{.+}}, %{{.+}} loc(#[[AT:.+]])
// LOC: #[[AT]] = loc({{.*}}SquareIsProduct

// CHECK-LABEL: func.func @neg_neg
// CHECK-SAME: (%[[X:.+]]: tensor<?x3xf32>)
// CHECK-NEXT: return %[[X]]
func.func @neg_neg(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = croton.neg %x : tensor<?x3xf32>
  %1 = croton.neg %0 : tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @neg_once
// CHECK: croton.neg
func.func @neg_once(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = croton.neg %x : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @square
// CHECK-SAME: (%[[X:.+]]: tensor<2xf64>)
// CHECK-NEXT: %[[P:.+]] = croton.mul %[[X]], %[[X]] : tensor<2xf64>
// CHECK-NEXT: return %[[P]]
func.func @square(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = croton.sqr %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}

// CHECK-LABEL: func.func @tanh
// CHECK-NEXT: croton.tanh
// UNSAFE-LABEL: func.func @neg_neg
// UNSAFE-COUNT-2: croton.neg
// UNSAFE-LABEL: func.func @tanh
// UNSAFE-NEXT: croton.sub
func.func @tanh(%x: tensor<2xf64>) -> tensor<2xf64> {
  %0 = croton.tanh %x : tensor<2xf64>
  return %0 : tensor<2xf64>
}
