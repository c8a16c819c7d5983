// Why a rewrite was not applied: one line of reason for each op, in program
// order.

// DEFINE: %{explain} = croton-opt %s -o /dev/null
// RUN: %{explain} --croton-optimize="mode=stabilize explain=local-log1p" 2>&1 | FileCheck %s
// CHECK: explain local-log1p: selected in 'stabilize', tracks croton.log
// CHECK-NEXT: explain local-log1p: {{.*}}explain.mlir:[[#@LINE+48]]:8: 'croton.log': applied 1 time
// CHECK-NEXT: explain local-log1p: {{.*}}explain.mlir:[[#@LINE+48]]:8: 'croton.log': it does not match: its operand is not 1 + x or 1 - x of its own shape
// CHECK-NOT: explain

// The switch of croton-opt is the default of the pass.
// RUN: %{explain} --croton-optimize=mode=stabilize --explain=local-log1p@explain.mlir:56 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLACE
// RUN: %{explain} --croton-optimize=mode=stabilize --explain=local-log1p@explain.mlir:56:8 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLACE
// PLACE: explain local-log1p: selected
// PLACE-NEXT: explain.mlir:56:8: 'croton.log': it does not match
// PLACE-NOT: explain

// RUN: %{explain} --croton-optimize="mode=stabilize explain=local-log1p@croton.exp" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TRACKS
// TRACKS: 'croton.exp': the op is no root of it

// RUN: %{explain} --croton-optimize="mode=stabilize explain=local-logp1" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: explain local-logp1: {{.*}}did you mean 'local-log1p'?

// RUN: %{explain} --croton-optimize="mode=stabilize exclude=local-log1p explain=local-log1p" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXCLUDED
// EXCLUDED: explain local-log1p: not selected in 'stabilize': the query excludes it

// RUN: %{explain} --croton-optimize="mode=fast_compile explain=local-log1p" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WORDS
// WORDS: explain local-log1p: not selected in 'stabilize': the query includes '+fast_compile', and it has none of these; its words are 'local-log1p',{{.*}}'stabilize'

// RUN: %{explain} --croton-optimize="mode=fast_run cutoff=1.5 explain=local-log1p" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CUTOFF
// CUTOFF: not selected in 'stabilize': 'stabilize', which it is in, is at position 1.5, not below the cutoff 1.5

// RUN: %{explain} --croton-optimize="mode=stabilize explain=*@explain.mlir:56" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEAREST
// NEAREST: explain *: {{.*}}:56:8: 'croton.log': nearest miss '{{.+}}', the last of {{[0-9]+}} rewrites that track it: it does not match: {{.+}}

// With an engine for remarks, misses are remarks.
// RUN: %{explain} --croton-optimize="mode=stabilize explain=local-log1p@explain.mlir:56" \
// RUN:   --remarks-filter-missed=croton-rewrite --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: explain.mlir:56:8: remark: [Missed] local-log1p | Category:croton-rewrite | Function=f | Remark="it does not match:

// RUN: not croton-opt %s --croton-optimize="explain=@x" 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: croton-optimize: cannot explain '@x': expected REWRITE or REWRITE@PLACE

func.func @f(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %sum = croton.add %one, %x : tensor<1xf32>, tensor<4xf32>
  %p = croton.log %sum : tensor<4xf32>
  %q = croton.log %x : tensor<4xf32>
  %r = croton.exp %q : tensor<4xf32>
  return %p, %r : tensor<4xf32>, tensor<4xf32>
}
