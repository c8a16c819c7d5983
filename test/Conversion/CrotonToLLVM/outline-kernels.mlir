// RUN: croton-opt %s --croton-outline-kernels=min-ops=2 | FileCheck %s
// RUN: croton-opt %s --croton-outline-kernels=min-ops=100 | FileCheck %s --check-prefix=WHOLE

// Equal ops share a kernel; one that reads the buffer it writes is another, and
// so are other types, bodies and constants.

#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @large
// WHOLE-LABEL: func @large
// WHOLE-NOT: call
func.func @large(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<4xf32>, %s: f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  // CHECK: call @[[EXP:.+]](%{{.+}}, %{{.+}}) : (memref<8xf32>, memref<8xf32>) -> ()
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  // CHECK: call @[[EXP]](%{{.+}}, %{{.+}}) : (memref<8xf32>, memref<8xf32>) -> ()
  linalg.exp ins(%b : memref<8xf32>) outs(%a : memref<8xf32>)
  // CHECK-NOT: call @[[EXP]](
  // CHECK: call @[[INPLACE:.+]](%{{.+}}) : (memref<8xf32>) -> ()
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  // CHECK: call @[[SMALL:.+]](%{{.+}}) : (memref<4xf32>) -> ()
  linalg.exp ins(%c : memref<4xf32>) outs(%c : memref<4xf32>)
  // CHECK: call @[[ADD1:.+]](%{{.+}}) : (memref<8xf32>) -> ()
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %one : f32
    linalg.yield %y : f32
  }
  // CHECK-NOT: call @[[ADD1]](
  // CHECK: call @[[ADD2:.+]](%{{.+}}) : (memref<8xf32>) -> ()
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %two : f32
    linalg.yield %y : f32
  }
  // CHECK: call @[[ADDS:.+]](%{{.+}}, %{{.+}}) : (f32, memref<8xf32>) -> ()
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%a : memref<8xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %s : f32
    linalg.yield %y : f32
  }
  // CHECK: call @[[ADD1]](%{{.+}}) : (memref<8xf32>) -> ()
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%b : memref<8xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %one : f32
    linalg.yield %y : f32
  }
  return
}

// A function of few ops stays as it is.

// CHECK-LABEL: func @few
// CHECK-NOT: call
// CHECK: return
func.func @few(%a: memref<8xf32>) {
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  return
}

// CHECK: func private @{{.+}}(%[[A:.+]]: memref<8xf32>, %[[B:.+]]: memref<8xf32>) attributes {no_inline}
// CHECK-NEXT: linalg.exp ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK-NEXT: return
