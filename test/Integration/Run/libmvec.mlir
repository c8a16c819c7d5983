// Loops call glibc's vector maths, unless told not to; the results keep NaN and
// infinities.

// RUN: croton-run %s ones:64 --cpu=x86-64-v3 --dump=llvm-optimized 2>&1 | FileCheck %s --check-prefix=VECTOR
// VECTOR-DAG: call <8 x float> @_ZGVdN8v_expf(
// VECTOR-DAG: call <8 x float> @_ZGVdN8v_logf(
// VECTOR-DAG: call <8 x float> @_ZGVdN8v_log1pf(
// VECTOR-DAG: call <8 x float> @_ZGVdN8v_tanhf(

// RUN: croton-run %s ones:64 --no-libmvec --dump=llvm-optimized 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR-NOT: _ZGV

// RUN: croton-run %s [nan,inf,-inf,nan,inf,-inf,nan,inf,-inf] | FileCheck %s
// CHECK: exp: tensor<9xf32> = [nan inf 0.0 nan inf 0.0 nan inf 0.0]
// CHECK: log: tensor<9xf32> = [nan inf nan nan inf nan nan inf nan]
// CHECK: log1p: tensor<9xf32> = [nan inf nan nan inf nan nan inf nan]
// CHECK: tanh: tensor<9xf32> = [ nan  1.0 -1.0  nan  1.0 -1.0  nan  1.0 -1.0]

func.func @main(%x: tensor<?xf32>)
    -> (tensor<?xf32> {croton.name = "exp"}, tensor<?xf32> {croton.name = "log"},
        tensor<?xf32> {croton.name = "log1p"}, tensor<?xf32> {croton.name = "tanh"}) {
  %0 = croton.exp %x : tensor<?xf32>
  %1 = croton.log %x : tensor<?xf32>
  %2 = croton.log1p %x : tensor<?xf32>
  %3 = croton.tanh %x : tensor<?xf32>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
