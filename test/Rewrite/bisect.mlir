// The application after which a predicate fails, found by halving.

// exp(log(x)) to x loses the NaN of a negative x: it is called unsafe, and the
// evaluator shows it. The other rewrites keep values.
// RUN: rm -rf %t && mkdir %t
// RUN: croton-opt %s --rewrite-bisect=values --rewrite-bisect-query=+fast_run,+unsafe --rewrite-bisect-dir=%t | FileCheck %s
// CHECK: step {{[0-9]+}} of {{[0-9]+}} turns good into bad: rewrite 'local-func-inv', application 1, at 'croton.exp' loc({{.*}}bisect.mlir":64:8)
// CHECK-NEXT: runs of the plan: {{[0-9]+}}
// CHECK-NEXT: wrote {{.*}}old.mlir
// CHECK-NEXT: wrote {{.*}}new.mlir

// Both files hold the function it happened in, and what it calls.
// RUN: FileCheck %s --check-prefix=OLD --input-file=%t/old.mlir
// RUN: FileCheck %s --check-prefix=NEW --input-file=%t/new.mlir
// OLD-NOT: @other
// OLD: func.func @inverse
// OLD: croton.log
// OLD: croton.exp
// OLD: func.func private @half
// NEW-NOT: @other
// NEW: func.func @inverse
// NEW-NOT: croton.exp
// NEW: func.func private @half
// RUN: croton-opt %t/old.mlir -o /dev/null
// RUN: croton-opt %t/new.mlir -o /dev/null

// A command gets the path in place of {}, or at its end.
// RUN: croton-opt %s --rewrite-bisect="grep -q croton.exp" --rewrite-bisect-query=+unsafe --rewrite-bisect-dir=%t \
// RUN:   | FileCheck %s --check-prefix=COMMAND
// RUN: croton-opt %s --rewrite-bisect="grep -q croton.exp {} && true" --rewrite-bisect-query=+unsafe --rewrite-bisect-dir=%t \
// RUN:   | FileCheck %s --check-prefix=COMMAND
// COMMAND: step 1 of {{[0-9]+}} turns good into bad: rewrite 'local-func-inv'

// RUN: croton-opt %s --rewrite-bisect=values --rewrite-bisect-mode=fast_run | FileCheck %s --check-prefix=GOOD
// GOOD: good after all {{[0-9]+}} steps
// GOOD-NEXT: runs of the plan: 1

// Accurate forms round otherwise than what they replace.
// RUN: croton-opt %s --rewrite-bisect=values --rewrite-bisect-mode=stabilize --rewrite-bisect-exact --rewrite-bisect-dir=%t \
// RUN:   | FileCheck %s --check-prefix=EXACT
// EXACT: turns good into bad: rewrite 'local-log1p', application 1, at 'croton.log'

// RUN: echo 'func.func @f(%%x: index) { return }' | not croton-opt --rewrite-bisect=values 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE
// NONE: error: --rewrite-bisect: no function can be evaluated: 'f' takes something else than tensors

// RUN: not croton-opt %s --rewrite-bisect=false | FileCheck %s --check-prefix=INPUT
// INPUT: the input is bad before any rewrite

// RUN: not croton-opt %s --rewrite-bisect=%t/no-such-program 2>&1 | FileCheck %s --check-prefix=PROGRAM
// PROGRAM: error: --rewrite-bisect: cannot run '{{.*}}no-such-program
// RUN: not croton-opt %s --rewrite-bisect=true --rewrite-bisect-mode=fast_rum 2>&1 | FileCheck %s --check-prefix=MODE
// MODE: error: --rewrite-bisect: no mode 'fast_rum'; did you mean 'fast_run'?
// RUN: not croton-opt %s --rewrite-bisect=true --rewrite-bisect-query=fast 2>&1 | FileCheck %s --check-prefix=QUERY
// QUERY: error: --rewrite-bisect:
// RUN: not croton-opt %s --rewrite-bisect="grep -q croton.exp" --rewrite-bisect-query=+unsafe --rewrite-bisect-dir=%t/none 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIRECTORY
// DIRECTORY: error: --rewrite-bisect: cannot open output file

func.func @inverse(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = croton.neg %x : tensor<?xf32>
  %b = croton.neg %a : tensor<?xf32>
  %c = croton.log %b : tensor<?xf32>
  %d = croton.exp %c : tensor<?xf32>
  %e = func.call @half(%d) : (tensor<?xf32>) -> tensor<?xf32>
  return %e : tensor<?xf32>
}

func.func private @half(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = croton.constant dense<2.0> : tensor<1xf32>
  %y = croton.true_div %x, %c : tensor<?xf32>, tensor<1xf32>
  return %y : tensor<?xf32>
}

func.func @other(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %sum = croton.add %one, %x : tensor<1xf32>, tensor<4xf32>
  %y = croton.log %sum : tensor<4xf32>
  return %y : tensor<4xf32>
}
