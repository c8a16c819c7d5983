// A dialect that comes in as a shared object brings rewrites: one that joins a
// stage of croton's, one in a stage of its own, and a mode. The object has no
// copy of croton's libraries.

// DEFINE: %{plugin} = %croton_obj/test/lib/Plugin/CrotonTestPlugin.so
// DEFINE: %{opt} = croton-opt %s --load-dialect-plugin=%{plugin}

// RUN: %{opt} --croton-optimize=mode=test-plugin | FileCheck %s
// RUN: %{opt} --croton-optimize="mode=test-plugin exclude=plugin-marks" \
// RUN:   | FileCheck %s --check-prefix=FIRST
// RUN: %{opt} --croton-optimize="mode=test-plugin print-plan" -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAN

// Without the plugin there is no such mode.
// RUN: echo 'module {}' | not croton-opt --croton-optimize=mode=test-plugin 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: error: croton-optimize: no mode 'test-plugin'

// PLAN: sequence optdb
// PLAN: equilibrium canonicalize
// PLAN-NEXT: softsign-of-neg [exact]
// PLAN-NEXT: 2.5: equilibrium plugin-marks
// PLAN-NEXT: mark-softsign [exact]

// CHECK-LABEL: func.func @sink
// CHECK-SAME: (%[[X:.+]]: tensor<?xf32>)
// CHECK: %[[S:.+]] = test_plugin.softsign %[[X]] {test_plugin.mark}
// CHECK-NEXT: %[[R:.+]] = croton.neg %[[S]]
// CHECK-NEXT: return %[[R]]

// FIRST-LABEL: func.func @sink
// FIRST: test_plugin.softsign %{{.+}} : tensor
// FIRST-NEXT: croton.neg
func.func @sink(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = croton.neg %x : tensor<?xf32>
  %s = test_plugin.softsign %n : tensor<?xf32>
  return %s : tensor<?xf32>
}

// The negation has another user: it would be computed twice.
// CHECK-LABEL: func.func @other_user
// CHECK: croton.neg
// CHECK-NEXT: test_plugin.softsign %{{.+}} {test_plugin.mark}
// CHECK-NEXT: return
func.func @other_user(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %n = croton.neg %x : tensor<?xf32>
  %s = test_plugin.softsign %n : tensor<?xf32>
  return %s, %n : tensor<?xf32>, tensor<?xf32>
}
