// Arguments by name, by number and by position; numbers, lists; what is
// printed.

// RUN: croton-run %s --list | FileCheck %s --check-prefix=LIST
// LIST: axpy(a: tensor<f32>, x: tensor<?xf32>, arg2: tensor<?xf32>) -> (y: tensor<?xf32>, result1: tensor<f32>)
// LIST-NOT: helper
// LIST-NEXT: main(arg0: tensor<2x2xi32>) -> (result0: tensor<2x2xi32>)
// LIST-NEXT: state seen: tensor<i64>
// LIST-NEXT: state table: tensor<?xf32>, to be set

// RUN: croton-run %s --entry=axpy --arg a=0.5 --arg x=[1,2,3] --arg arg2=[10,20,30] | FileCheck %s --check-prefix=AXPY
// RUN: croton-run %s --entry=axpy --arg 2=[10,20,30] --arg 0=0.5 --arg 1=[1,2,3] | FileCheck %s --check-prefix=AXPY
// RUN: croton-run %s 0.5 [1,2,3] "[10, 20, 30]" --entry=axpy | FileCheck %s --check-prefix=AXPY
// RUN: croton-run %s --entry=axpy [1,2,3] [10,20,30] --arg a=0.5 | FileCheck %s --check-prefix=AXPY
// RUN: croton-run %s --entry=axpy [1,2,3] [10,20,30] --arg a=0.5 --no-optimize | FileCheck %s --check-prefix=AXPY
// RUN: croton-run %s --entry=axpy [1,2,3] [10,20,30] --arg a=0.5 --evaluate | FileCheck %s --check-prefix=AXPY
// AXPY:      y: tensor<3xf32> = [10.5 21.0 31.5]
// AXPY-NEXT: result1: tensor<f32> = 0.5
// AXPY-NOT: {{.}}

// RUN: croton-run %s --entry=axpy 2 [1] [1] --print=result1 | FileCheck %s --check-prefix=ONE
// ONE-NOT: y
// ONE: result1: tensor<f32> = 2.0
// ONE-NOT: y

// Without --entry it is main.
// RUN: croton-run %s [[1,-2],[3,40]] | FileCheck %s --check-prefix=MAIN
// MAIN:      result0: tensor<2x2xi32> =
// MAIN-NEXT: {{^\[\[}} 2 -4]
// MAIN-NEXT: {{^}} [ 6 80]]{{$}}

// RUN: croton-run %s [[1,2],[3,4]] --time 2>&1 | FileCheck %s --check-prefix=TIME
// TIME-DAG: compile: {{[0-9.]+}} {{ms|s}}
// TIME-DAG:   lower: {{[0-9.]+}}
// TIME-DAG:   optimize: {{[0-9.]+}}
// TIME-DAG: calls: 1, first {{[0-9.]+}} {{us|ms}}, min

module {
  ml_program.global private mutable @seen(dense<0> : tensor<i64>) : tensor<i64>
  ml_program.global private mutable @table(#ml_program.extern<tensor<?xf32>>) : tensor<?xf32>

  func.func @axpy(%a: tensor<f32> {croton.name = "a"},
                  %x: tensor<?xf32> {croton.name = "x"},
                  %y: tensor<?xf32>)
      -> (tensor<?xf32> {croton.name = "y"}, tensor<f32>) {
    %a1 = croton.dimshuffle %a [x] : tensor<f32>
    %ax = croton.mul %a1, %x : tensor<1xf32>, tensor<?xf32>
    %0 = croton.add %ax, %y : tensor<?xf32>, tensor<?xf32>
    return %0, %a : tensor<?xf32>, tensor<f32>
  }

  func.func private @helper(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
    %0 = croton.add %x, %x : tensor<2x2xi32>, tensor<2x2xi32>
    return %0 : tensor<2x2xi32>
  }

  func.func @main(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
    %0 = call @helper(%x) : (tensor<2x2xi32>) -> tensor<2x2xi32>
    return %0 : tensor<2x2xi32>
  }
}
