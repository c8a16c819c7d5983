// RUN: croton-opt %s --split-input-file --croton-deallocate-buffers=stack-bytes=0 | FileCheck %s
// RUN: croton-opt %s --split-input-file --croton-deallocate-buffers=stack-bytes=64 | FileCheck %s --check-prefix=STACK

// A temporary is freed after its last use, through views; a result is not.

// CHECK-LABEL: func @temporary
// STACK-LABEL: func @temporary
func.func @temporary(%x: memref<100xf32>) -> memref<100xf32> {
  // CHECK: %[[T:.+]] = memref.alloc
  // CHECK: %[[R:.+]] = memref.alloc
  // CHECK: linalg.exp
  // CHECK: linalg.log
  // CHECK-NEXT: memref.dealloc %[[T]]
  // CHECK-NEXT: linalg.exp
  // CHECK-NEXT: return %[[R]]
  // STACK-NOT: memref.alloca
  %t = memref.alloc() : memref<100xf32>
  %r = memref.alloc() : memref<100xf32>
  linalg.exp ins(%x : memref<100xf32>) outs(%t : memref<100xf32>)
  %flat = memref.expand_shape %t [[0, 1]] output_shape [10, 10] : memref<100xf32> into memref<10x10xf32>
  %back = memref.collapse_shape %flat [[0, 1]] : memref<10x10xf32> into memref<100xf32>
  linalg.log ins(%back : memref<100xf32>) outs(%r : memref<100xf32>)
  linalg.exp ins(%r : memref<100xf32>) outs(%r : memref<100xf32>)
  return %r : memref<100xf32>
}

// -----

// Small ones go to the stack while they fit; those in loops do not.

// CHECK-LABEL: func @small
// CHECK-COUNT-3: memref.dealloc
// STACK-LABEL: func @small
func.func @small(%x: memref<12xf32>, %n: index) {
  // STACK: memref.alloca() : memref<12xf32>
  // STACK: memref.alloc() : memref<12xf32>
  // STACK: scf.for
  // STACK: memref.alloc() : memref<f32>
  // STACK: memref.dealloc
  // STACK: memref.dealloc
  // STACK: return
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.alloc() : memref<12xf32>
  %t = memref.alloc() : memref<12xf32>
  linalg.exp ins(%x : memref<12xf32>) outs(%s : memref<12xf32>)
  linalg.exp ins(%s : memref<12xf32>) outs(%t : memref<12xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %u = memref.alloc() : memref<f32>
    %v = memref.load %t[%i] : memref<12xf32>
    memref.store %v, %u[] : memref<f32>
  }
  return
}

// -----

// A buffer that a loop carries lives until the last use of the loop's result.

// CHECK-LABEL: func @carried
func.func @carried(%x: memref<100xf32>, %n: index) -> f32 {
  // CHECK: %[[T:.+]] = memref.alloc
  // CHECK: scf.for
  // CHECK: }
  // CHECK-NEXT: %[[V:.+]] = memref.load
  // CHECK-NEXT: memref.dealloc %[[T]]
  // CHECK-NEXT: return %[[V]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<100xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> memref<100xf32> {
    linalg.exp ins(%x : memref<100xf32>) outs(%b : memref<100xf32>)
    scf.yield %b : memref<100xf32>
  }
  %v = memref.load %r[%c0] : memref<100xf32>
  return %v : f32
}

// -----

// A buffer that leaves the region it was allocated in needs ownership at run
// time.

// CHECK-LABEL: func @leaves
func.func @leaves(%n: index) -> f32 {
  // CHECK: scf.for {{.*}} iter_args(%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) -> (memref<100xf32>, i1)
  // CHECK: memref.dealloc
  // CHECK-NOT: bufferization.
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = memref.alloc() : memref<100xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> memref<100xf32> {
    %u = memref.alloc() : memref<100xf32>
    linalg.exp ins(%b : memref<100xf32>) outs(%u : memref<100xf32>)
    scf.yield %u : memref<100xf32>
  }
  %v = memref.load %r[%c0] : memref<100xf32>
  return %v : f32
}

// -----

// The address of a buffer keeps it alive as a view does.

func.func private @use(index)
// CHECK-LABEL: func @address
func.func @address() {
  // CHECK: %[[T:.+]] = memref.alloc
  // CHECK: call @use
  // CHECK-NEXT: memref.dealloc %[[T]]
  %c8 = arith.constant 8 : index
  %t = memref.alloc() : memref<100xf32>
  %p = memref.extract_aligned_pointer_as_index %t : memref<100xf32> -> index
  %q = arith.addi %p, %c8 : index
  call @use(%q) : (index) -> ()
  return
}
