// RUN: croton-run %s --entry=scale --arg x=[1,2,3] --arg s=0.5 --device=simt --repeat=3 | FileCheck %s
// RUN: croton-run %s --entry=scale --arg x=[1,2,3] --arg s=0.5 --device=simt --no-optimize | FileCheck %s
// RUN: croton-run %s --entry=scale --arg x=[1,2,3] --arg s=0.5 --device=simt --simt-stats 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: croton-run %s --entry=scale --arg x=[1,2,3] --arg s=0.5 --evaluate | FileCheck %s
// RUN: env CROTON_CUDA_DRIVER=/nowhere/libcuda.so.1 not croton-run %s --entry=scale --arg x=[1] --arg s=1 --device=cuda 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not croton-run %s --entry=scale --arg x=[1] --arg s=1 --device=gpu 2>&1 | FileCheck %s --check-prefix=KIND
// RUN: not croton-run %s --entry=scale --arg x=[1] --arg s=1 --simt-stats 2>&1 | FileCheck %s --check-prefix=NOSIMT

// Where the result is computed makes no difference to it.

// CHECK: result0: tensor<3xf32> = [1.0 2.0 3.0]

// STATS: launches {{.*}} kernel
// STATS-NEXT: {{^ +1 .* elementwise$}}

// What is missing is an error of the call, not the end of the process.
// MISSING: croton-run: error: {{.*}}cannot open the CUDA driver library '/nowhere/libcuda.so.1'

// KIND: croton-run: error: expected --device to be cuda or simt, but got 'gpu'

// NOSIMT: croton-run: error: --simt-stats tells of the emulator; add --device=simt

// The vector 2 * s * x: with s = 0.5 that is x.
func.func @scale(%x: tensor<?xf32> {croton.name = "x"}, %s: tensor<f32> {croton.name = "s"}) -> tensor<?xf32> {
  %r = croton.dimshuffle %s [x] : tensor<f32>
  %y = croton.mul %x, %r : tensor<?xf32>, tensor<1xf32>
  %z = croton.add %y, %y : tensor<?xf32>, tensor<?xf32>
  return %z : tensor<?xf32>
}
