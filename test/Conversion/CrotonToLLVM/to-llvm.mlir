// RUN: croton-opt %s --split-input-file --convert-croton-to-llvm | FileCheck %s

// A memref is a pointer and what is not static about it. Arguments do not alias;
// results are stored where the first argument points; the C interface reads
// descriptors.

// CHECK: llvm.func @_mlir_memref_to_llvm_alloc(i64) -> (!llvm.ptr {llvm.align = 64 : i64, llvm.noalias})
// CHECK: llvm.func internal @scale(%[[RESULT:.+]]: !llvm.ptr {llvm.noalias}, %{{.+}}: !llvm.ptr {llvm.noalias}, %[[X:.+]]: !llvm.ptr {llvm.noalias}, %[[N:.+]]: i64, %[[S:.+]]: f32)
func.func @scale(%x: memref<?xf32>, %s: f32) -> memref<?xf32> {
  // CHECK: %[[PAIR:.+]] = "llvm.intr.umul.with.overflow"(%{{.+}}, %[[N]])
  // CHECK: %[[PRODUCT:.+]] = llvm.extractvalue %[[PAIR]][0]
  // CHECK: %[[OVERFLOWS:.+]] = llvm.extractvalue %[[PAIR]][1]
  // CHECK: %[[BYTES:.+]] = llvm.select %[[OVERFLOWS]], %{{.+}}, %[[PRODUCT]]
  // CHECK: %[[R:.+]] = llvm.call @_mlir_memref_to_llvm_alloc(%[[BYTES]])
  // CHECK: llvm.br ^[[CONDITION:.+]](%{{.+}} : i64)
  // CHECK: ^[[CONDITION]](%[[I:.+]]: i64):
  // CHECK: %[[GOESON:.+]] = llvm.icmp "slt" %[[I]], %[[N]]
  // CHECK: llvm.cond_br %[[GOESON]], ^[[BODY:.+]], ^[[AFTER:.+]]
  // CHECK: ^[[BODY]]:
  // CHECK: %[[FROM:.+]] = llvm.getelementptr inbounds %[[X]][%[[I]]]
  // CHECK: %[[V:.+]] = llvm.load %[[FROM]]
  // CHECK: %[[W:.+]] = llvm.fmul %[[V]], %[[S]]
  // CHECK: %[[TO:.+]] = llvm.getelementptr inbounds %[[R]][%[[I]]]
  // CHECK: llvm.store %[[W]], %[[TO]]
  // CHECK: llvm.br ^[[CONDITION]]
  // CHECK: ^[[AFTER]]:
  // CHECK: %[[SIZE:.+]] = llvm.getelementptr inbounds %[[RESULT]][24]
  // CHECK: llvm.store %[[N]], %[[SIZE]]
  // CHECK: llvm.return
  // CHECK-NEXT: }
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %r = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %s : f32
    memref.store %w, %r[%i] : memref<?xf32>
  }
  return %r : memref<?xf32>
}
// CHECK: llvm.func @_mlir_ciface_scale(%[[RESULT:.+]]: !llvm.ptr, %[[D:.+]]: !llvm.ptr, %[[S:.+]]: f32)
// CHECK: %[[PN:.+]] = llvm.getelementptr inbounds %[[D]][3]
// CHECK: %[[N:.+]] = llvm.load %[[PN]]
// CHECK: llvm.call @scale(%[[RESULT]], %{{.+}}, %{{.+}}, %[[N]], %[[S]])

// -----

// A check branches to the end of the function, where the call ends.

// CHECK: llvm.func @croton_rt_fail(i32, !llvm.ptr, !llvm.ptr, i64) attributes {passthrough = ["noreturn", "cold"]}
// CHECK: llvm.mlir.global private constant @[[TEXT:.+]]("size is {0}\00")
// CHECK-LABEL: llvm.func internal @check
// CHECK-SAME: %[[OK:.+]]: i1, %[[N:.+]]: i64
func.func @check(%ok: i1, %n: index) -> index {
  // CHECK: llvm.cond_br %[[OK]] weights([1048576, 1]), ^[[GOOD:.+]], ^[[BAD:.+]]
  // CHECK: ^[[GOOD]]:
  // CHECK: llvm.cond_br
  // CHECK: llvm.return %[[N]]
  // CHECK: ^{{.+}}:
  // CHECK: ^{{.+}}:
  croton.check %ok, 1, "size is {0}" (%n)
  croton.check %ok, 2, "size is {0}" (%n)
  return %n : index
}
// CHECK: llvm.func @_mlir_ciface_check(%{{.+}}: i1, %{{.+}}: i64) -> i64

// -----

// CHECK-LABEL: llvm.func internal @check_values
func.func @check_values(%ok: i1, %n: index, %m: index) {
  // CHECK: llvm.return
  // CHECK: %[[CODE:.+]] = llvm.mlir.constant(4 : i32)
  // CHECK: %[[TEXT:.+]] = llvm.mlir.addressof
  // CHECK: %[[ARRAY:.+]] = llvm.alloca
  // CHECK: llvm.store %{{.+}}, %{{.+}} : i64
  // CHECK: llvm.store %{{.+}}, %{{.+}} : i64
  // CHECK: llvm.call @croton_rt_fail(%[[CODE]], %[[TEXT]], %[[ARRAY]], %{{.+}})
  // CHECK-NEXT: llvm.unreachable
  croton.check %ok, 4, "{1} and {0}" (%n, %m)
  return
}

// -----

// Intrinsics where LLVM has them, else the C library; f16 in f32.

// CHECK-DAG: llvm.func @log1pf(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none,
// CHECK-DAG: llvm.func @expm1(f64) -> f64
// CHECK-LABEL: llvm.func internal @math
func.func @math(%x: f32, %y: f64, %h: f16) -> (f32, f64, f16) {
  // CHECK: llvm.intr.exp(%{{.+}}) : (f32) -> f32
  %a = math.exp %x : f32
  // CHECK: llvm.intr.tanh(%{{.+}}) : (f32) -> f32
  %b = math.tanh %a : f32
  // CHECK: llvm.call @log1pf
  %c = math.log1p %b : f32
  // CHECK: llvm.call @expm1
  %d = math.expm1 %y : f64
  // CHECK: %[[WIDE:.+]] = llvm.fpext %{{.+}} : f16 to f32
  // CHECK: %[[LOG:.+]] = llvm.intr.log(%[[WIDE]]) : (f32) -> f32
  // CHECK: llvm.fptrunc %[[LOG]] : f32 to f16
  %e = math.log %h : f16
  return %c, %d, %e : f32, f64, f16
}

// -----

// Views are arithmetic on offset and strides, folded where it is static.

// CHECK-LABEL: llvm.func internal @views
// CHECK-SAME: %{{.+}}: !llvm.ptr {llvm.noalias}, %[[X:.+]]: !llvm.ptr {llvm.noalias}, %[[I:.+]]: i64)
func.func @views(%x: memref<4x6xf32>, %i: index) -> f32 {
  // CHECK-DAG: %[[C2:.+]] = llvm.mlir.constant(2 : i64)
  // CHECK: %[[LINEAR:.+]] = llvm.add %{{.+}}, %{{.+}} overflow<nsw>
  // CHECK: %[[P:.+]] = llvm.getelementptr inbounds %[[X]][%[[LINEAR]]]
  // CHECK: llvm.load %[[P]]
  %s = memref.subview %x[1, 2] [2, 2] [2, 2] : memref<4x6xf32> to memref<2x2xf32, strided<[12, 2], offset: 8>>
  %r = memref.subview %s[0, 0] [1, 2] [1, 1] : memref<2x2xf32, strided<[12, 2], offset: 8>> to memref<2xf32, strided<[2], offset: 8>>
  %v = memref.load %r[%i] : memref<2xf32, strided<[2], offset: 8>>
  return %v : f32
}

// -----

// A memref that a loop carries is carried as its values.

// CHECK-LABEL: llvm.func internal @carried
func.func @carried(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) -> f32 {
  // CHECK: llvm.br ^[[LOOP:.+]](%{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}}, %{{.+}} : i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, !llvm.ptr, i64)
  // CHECK: ^[[LOOP]](%{{.+}}: i64, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: i64, %{{.+}}: !llvm.ptr, %{{.+}}: !llvm.ptr, %{{.+}}: i64):
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (memref<?xf32>, memref<?xf32>) {
    scf.yield %b, %a : memref<?xf32>, memref<?xf32>
  }
  %v = memref.load %r#0[%c0] : memref<?xf32>
  return %v : f32
}

// -----

// Constants become globals of nested arrays.

// CHECK: llvm.mlir.global private constant @weights(dense<{{.+}}> : tensor<2x2xf32>) {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<2 x array<2 x f32>>
memref.global "private" constant @weights : memref<2x2xf32> = dense<[[1.0, 2.0], [3.0, 4.0]]> {alignment = 64}
// CHECK: llvm.mlir.global private constant @scalar(5 : i32)
memref.global "private" constant @scalar : memref<i32> = dense<5>
// CHECK-LABEL: llvm.func internal @constants
func.func @constants() -> i32 {
  // CHECK: llvm.mlir.addressof @scalar
  %g = memref.get_global @scalar : memref<i32>
  %v = memref.load %g[] : memref<i32>
  return %v : i32
}
