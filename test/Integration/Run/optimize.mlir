// The rewrites of a mode are applied unless told not to: here log(1 + x), which
// is 0 for a small x, becomes accurate.

// RUN: croton-run %s 1e-10 | FileCheck %s --check-prefix=ACCURATE
// RUN: croton-run %s 1e-10 --optimize=stabilize | FileCheck %s --check-prefix=ACCURATE
// ACCURATE: result0: tensor<f32> = 1e-10

// RUN: croton-run %s 1e-10 --optimize=none | FileCheck %s --check-prefix=PLAIN
// RUN: croton-run %s 1e-10 --no-optimize | FileCheck %s --check-prefix=PLAIN
// PLAIN: result0: tensor<f32> = 0.0

// RUN: not croton-run %s 1e-10 --optimize=fastrun 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: no mode 'fastrun'; did you mean 'fast_run'?

func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %one = croton.constant dense<1.0> : tensor<f32>
  %sum = croton.add %one, %x : tensor<f32>, tensor<f32>
  %log = croton.log %sum : tensor<f32>
  return %log : tensor<f32>
}
