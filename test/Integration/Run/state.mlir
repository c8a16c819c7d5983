// State between calls, on the command line and in files.

// RUN: rm -rf %t && mkdir %t
// RUN: croton-run %s --entry=step 1 --repeat=3 | FileCheck %s --check-prefix=THREE
// RUN: croton-run %s --entry=step 1 --repeat=3 --evaluate | FileCheck %s --check-prefix=THREE
// THREE: w: tensor<2xf32> = [3.0 4.0]

// RUN: croton-run %s --entry=step 1 --state w=[10,20] --print=w | FileCheck %s --check-prefix=SET
// RUN: croton-run %s --entry=step 1 --state w=[10,20] --print=w --evaluate | FileCheck %s --check-prefix=SET
// SET: [11.0 21.0]

// One run goes on where another ended.
// RUN: croton-run %s --entry=step 1 --repeat=3 --save-state=%t/state | count 0
// RUN: croton-run %s --entry=step 1 --load-state=%t/state | FileCheck %s --check-prefix=FOUR
// RUN: croton-run %s --entry=step 1 --load-state=%t/state --evaluate | FileCheck %s --check-prefix=FOUR
// FOUR: [4.0 5.0]
// RUN: ls %t/state | FileCheck %s --check-prefix=FILES
// FILES-NOT: bias
// FILES: steps.npy
// FILES-NEXT: w.npy
// FILES-NOT: {{.}}
// RUN: croton-run %s --entry=read --load-state=%t/state | FileCheck %s --check-prefix=STEPS
// STEPS: tensor<i64> = 3

// --state goes before --load-state.
// RUN: croton-run %s --entry=step 1 --load-state=%t/state --state w=zeros | FileCheck %s --check-prefix=BOTH
// BOTH: [1.0 1.0]

// A failed call changes nothing, and says in which call it was.
// RUN: not croton-run %s --entry=limited --repeat=9 --save-state=%t/failed 2>&1 | FileCheck %s --check-prefix=FAILED
// RUN: not croton-run %s --entry=limited --repeat=9 --evaluate 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: error: 'limited' failed in call 4: {{.*}}too many calls

// RUN: not croton-run %s --entry=read_bias 2>&1 | FileCheck %s --check-prefix=UNSET
// UNSET: error: 'read_bias' failed: state 'bias' has no value yet; expected it to be set to tensor<?xf32> before 'read_bias' is called
// RUN: croton-run %s --entry=read_bias --state bias=ones:3 | FileCheck %s --check-prefix=BIAS
// BIAS: [1.0 1.0 1.0]

ml_program.global private mutable @w(dense<[0.0, 1.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @steps(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private @bias(#ml_program.extern<tensor<?xf32>>) : tensor<?xf32>

func.func @step(%by: tensor<f32>) -> (tensor<2xf32> {croton.name = "w"}) {
  %w = ml_program.global_load @w : tensor<2xf32>
  %by1 = croton.dimshuffle %by [x] : tensor<f32>
  %next = croton.add %w, %by1 : tensor<2xf32>, tensor<1xf32>
  ml_program.global_store @w = %next : tensor<2xf32>
  %steps = ml_program.global_load @steps : tensor<i64>
  %one = croton.constant dense<1> : tensor<i64>
  %more = croton.add %steps, %one : tensor<i64>, tensor<i64>
  ml_program.global_store @steps = %more : tensor<i64>
  return %next : tensor<2xf32>
}

func.func @read() -> tensor<i64> {
  %steps = ml_program.global_load @steps : tensor<i64>
  return %steps : tensor<i64>
}

func.func @limited() -> tensor<i64> {
  %steps = ml_program.global_load @steps : tensor<i64>
  %three = croton.constant dense<3> : tensor<i64>
  %ok = croton.lt %steps, %three : tensor<i64>, tensor<i64>
  %checked = croton.assert %steps, %ok, "too many calls" : tensor<i64>, tensor<i1>
  %one = croton.constant dense<1> : tensor<i64>
  %more = croton.add %checked, %one : tensor<i64>, tensor<i64>
  ml_program.global_store @steps = %more : tensor<i64>
  return %more : tensor<i64>
}

func.func @read_bias() -> tensor<?xf32> {
  %bias = ml_program.global_load_const @bias : tensor<?xf32>
  return %bias : tensor<?xf32>
}
