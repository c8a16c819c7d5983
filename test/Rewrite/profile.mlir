// What a profile tells of a run, as text, JSON and trace, and what remarks do.

// RUN: croton-opt %s --croton-optimize="query=+local-neg-neg,+local-log1p profile=text profile-times=false" \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// The same whichever thread counts.
// RUN: croton-opt %s --croton-optimize="query=+fast_run profile=text profile-times=false profile-output=%t.many" -o /dev/null
// RUN: croton-opt %s --croton-optimize="query=+fast_run profile=text profile-times=false profile-output=%t.one" \
// RUN:   --mlir-disable-threading -o /dev/null
// RUN: cmp %t.one %t.many
//      CHECK:equilibrium canonicalize: 2 runs, {{[0-9]+}} rounds, {{[0-9]+}} visits, {{[0-9]+}} pushes, {{[0-9]+}} folded, 0 merged, {{[0-9]+}} dead, 9 -> 7 ops
// CHECK-NEXT:  rewrite        tried  filtered  missed  applied  refused  no change  rolled back  created  erased  net  rounds
// CHECK-NEXT:  local-neg-neg      2         0       1        1        0          0            0        0       1   -1       1
// CHECK-NEXT:equilibrium stabilize: 2 runs, {{.*}}
// CHECK-NEXT:  rewrite      tried  filtered  missed  applied  refused  no change  rolled back  created  erased  net  rounds
// CHECK-NEXT:  local-log1p  {{ *}}1         0       0        1        0          0            0 {{.*}}

// Sorted by name, and cut.
// RUN: croton-opt %s --croton-optimize="query=+canonicalize profile=text profile-sort=name profile-top=1" \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=TOP
// TOP: equilibrium canonicalize: 2 runs, {{.*}} ms
// TOP-NEXT: rewrite {{.*}} ms rounds
// TOP-NEXT: local-add-zero {{[0-9]+}} 0
// TOP-NEXT: total
// TOP-NEXT: not shown: {{[0-9]+}}
// TOP-NEXT: not tried: {{[0-9]+}}

// RUN: croton-opt %s --croton-optimize="query=+local-neg-neg profile=json profile-output=%t.json" -o /dev/null
// RUN: python -c "import json; s = json.load(open('%t.json'))['stages'][0]; r = s['rewrites'][0]; print(s['name'], s['runs'], r['name'], r['tried'], r['applied'], r['applySeconds'] > 0)" \
// RUN:   | FileCheck %s --check-prefix=JSON
// JSON: canonicalize 2 local-neg-neg 2 1 True

// RUN: croton-opt %s --croton-optimize="query=+local-neg-neg profile=trace profile-output=%t.trace" -o /dev/null
// RUN: python -c "import json; [print(e['name'], e['ph'], e['ts'] >= 0, e['dur'] > 0) for e in json.load(open('%t.trace'))['traceEvents'] if e['ph'] == 'X']" \
// RUN:   | FileCheck %s --check-prefix=TRACE
// TRACE: canonicalize X True True
// TRACE-NEXT: local-neg-neg X True True

// RUN: croton-opt %s --croton-optimize="query=+local-neg-neg,+local-log1p" -o /dev/null \
// RUN:   --remarks-filter=croton-rewrite --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=REMARK
// REMARK: remark: [Passed] optdb | Category:croton-rewrite | Remark="its rewrites are applied"
// REMARK: profile.mlir:[[#@LINE+12]]:8: remark: [Passed] local-neg-neg | Category:croton-rewrite | Function=f | Number=1, Remark="applied to 'croton.neg'", Stage=canonicalize
// REMARK: profile.mlir:[[#@LINE+19]]:10: remark: [Passed] local-log1p | Category:croton-rewrite | Function=g | Number=1, Remark="applied to 'croton.log'", Stage=stabilize

// RUN: not croton-opt %s --croton-optimize="profile=xml" 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: expected 'profile' to be one of , text, json, trace, but got 'xml'
// RUN: not croton-opt %s --croton-optimize="profile=text profile-sort=appled" 2>&1 | FileCheck %s --check-prefix=SORT
// SORT: expected 'profile-sort' to be one of time, applied, tried, name, but got 'appled'; did you mean 'applied'?
// RUN: not croton-opt %s --croton-optimize="profile=text profile-output=%t.none/p" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FILE
// FILE: croton-optimize: cannot open output file

func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = croton.neg %x : tensor<4xf32>
  %b = croton.neg %a : tensor<4xf32>
  %c = croton.add %b, %x : tensor<4xf32>, tensor<4xf32>
  return %c : tensor<4xf32>
}

func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %sum = croton.add %one, %x : tensor<1xf32>, tensor<4xf32>
  %log = croton.log %sum : tensor<4xf32>
  %y = croton.exp %log : tensor<4xf32>
  return %y : tensor<4xf32>
}
