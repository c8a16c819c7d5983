// A dialect of which croton-opt knows nothing comes in as a shared object. Its
// op implements ScalarBodyOpInterface and EvaluableOpInterface, and for that
// the object has no copy of croton's libraries: it takes them from the program.

// DEFINE: %{plugin} = %croton_obj/test/lib/Plugin/CrotonTestPlugin.so
// DEFINE: %{opt} = croton-opt %s --load-dialect-plugin=%{plugin}

// RUN: %{opt} --verify-roundtrip | FileCheck %s --check-prefix=PARSE
// RUN: %{opt} --croton-fuse-elementwise | FileCheck %s --check-prefix=FUSE
// RUN: %{opt} --convert-croton-to-linalg | FileCheck %s --check-prefix=LOWER
// RUN: %{opt} --croton-to-llvm | FileCheck %s --check-prefix=LLVM
// RUN: %{opt} --test-croton-evaluate -o /dev/null

// Without the plugin there is no such op.
// RUN: not croton-opt %s 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: error: {{.+}}test_plugin
// WITHOUT-NOT: error:

// PARSE-LABEL: func.func @chain
// PARSE-SAME: (%[[X:.+]]: tensor<?xf32>)
// PARSE: %[[N:.+]] = croton.neg %[[X]]
// PARSE-NEXT: test_plugin.softsign %[[N]] : tensor<?xf32>

// Fused with croton ops on both sides.
// FUSE-LABEL: func.func @chain
// FUSE-SAME: (%[[X:.+]]: tensor<?xf32>)
// FUSE-NEXT: %[[R:.+]] = croton.composite %[[X]]
// FUSE-NEXT: ^bb0(%[[E:.+]]: f32):
// FUSE: %[[N:.+]] = arith.negf %[[E]]
// FUSE: %[[A:.+]] = math.absf %[[N]]
// FUSE: %[[D:.+]] = arith.addf %{{.+}}, %[[A]]
// FUSE: %[[S:.+]] = arith.divf %[[N]], %[[D]]
// FUSE: math.exp %[[S]]
// FUSE: return %[[R]]

// LOWER-LABEL: func.func @chain
// LOWER-COUNT-3: linalg.generic
// LOWER-NOT: test_plugin

// LLVM-NOT: test_plugin
// LLVM: llvm.func internal @chain
// LLVM: llvm.intr.fabs
func.func @chain(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = croton.neg %x : tensor<?xf32>
  %s = test_plugin.softsign %n : tensor<?xf32>
  %r = croton.exp %s : tensor<?xf32>
  return %r : tensor<?xf32>
}

func.func @values() -> tensor<4xf32> attributes {
  expected = [dense<[0.0, 0.5, -0.75, 0.875]> : tensor<4xf32>]
} {
  %x = croton.constant dense<[0.0, 1.0, -3.0, 7.0]> : tensor<4xf32>
  %r = test_plugin.softsign %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
