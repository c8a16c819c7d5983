// RUN: croton-opt %s --split-input-file --convert-croton-to-llvm | FileCheck %s

// Copies go by the places of both sides. A device is opened once, before its
// first use; the host's own memory stays what it was.

// CHECK-DAG: llvm.mlir.global private constant @[[$SIMT:.+]]("simt\00")
// CHECK-DAG: llvm.mlir.global private constant @[[$CUDA:.+]]("cuda\00")
// CHECK-NOT: croton.devices
module attributes {croton.devices = {
    dev0 = #croton.device_target<kind = "simt">,
    dev1 = #croton.device_target<kind = "cuda", ordinal = 3>}} {
// CHECK-LABEL: llvm.func internal @copies
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64)
func.func @copies(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // CHECK: %[[KIND:.+]] = llvm.mlir.addressof @[[$SIMT]]
  // CHECK: %[[ORDINAL:.+]] = llvm.mlir.constant(0 : i32)
  // CHECK: %[[DEV0:.+]] = llvm.call @croton_rt_device_get(%[[KIND]], %[[ORDINAL]]) : (!llvm.ptr, i32) -> !llvm.ptr
  // CHECK: %[[A:.+]] = llvm.call @croton_rt_device_alloc(%[[DEV0]], %[[BYTES:.+]]) : (!llvm.ptr, i64) -> !llvm.ptr
  %a = memref.alloc(%n) : memref<?xf32, #croton.device<"dev0">>
  // CHECK: llvm.call @croton_rt_device_copy_from_host(%[[DEV0]], %[[A]], %{{.+}}, %{{.+}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64) -> ()
  memref.copy %x, %a : memref<?xf32> to memref<?xf32, #croton.device<"dev0">>
  // CHECK: %[[B:.+]] = llvm.call @croton_rt_device_alloc(%[[DEV0]]
  %b = memref.alloc(%n) : memref<?xf32, #croton.device<"dev0">>
  // CHECK: llvm.call @croton_rt_device_copy(%[[DEV0]], %[[B]], %[[A]], %{{.+}})
  memref.copy %a, %b : memref<?xf32, #croton.device<"dev0">> to memref<?xf32, #croton.device<"dev0">>
  // CHECK: llvm.call @croton_rt_device_free(%[[DEV0]], %[[A]])
  memref.dealloc %a : memref<?xf32, #croton.device<"dev0">>
  // CHECK: %[[KIND1:.+]] = llvm.mlir.addressof @[[$CUDA]]
  // CHECK: %[[THREE:.+]] = llvm.mlir.constant(3 : i32)
  // CHECK: %[[DEV1:.+]] = llvm.call @croton_rt_device_get(%[[KIND1]], %[[THREE]])
  // CHECK: %[[C:.+]] = llvm.call @croton_rt_device_alloc(%[[DEV1]]
  %c = memref.alloc(%n) : memref<?xf32, #croton.device<"dev1">>
  // CHECK: llvm.call @croton_rt_device_copy_peer(%[[DEV1]], %[[C]], %[[DEV0]], %[[B]], %{{.+}})
  memref.copy %b, %c : memref<?xf32, #croton.device<"dev0">> to memref<?xf32, #croton.device<"dev1">>
  // CHECK: llvm.call @croton_rt_device_free(%[[DEV0]], %[[B]])
  memref.dealloc %b : memref<?xf32, #croton.device<"dev0">>
  // CHECK: %[[R:.+]] = llvm.call @_mlir_memref_to_llvm_alloc
  %r = memref.alloc(%n) : memref<?xf32>
  // CHECK: llvm.call @croton_rt_device_copy_to_host(%[[DEV1]], %[[R]], %[[C]], %{{.+}})
  memref.copy %c, %r : memref<?xf32, #croton.device<"dev1">> to memref<?xf32>
  // CHECK: llvm.call @croton_rt_device_free(%[[DEV1]], %[[C]])
  memref.dealloc %c : memref<?xf32, #croton.device<"dev1">>
  // CHECK-NOT: croton_rt_device_get
  // CHECK: llvm.return
  return %r : memref<?xf32>
}
}

// -----

// A block of rows is one piece, whose offset counts in elements of 4 bytes.

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
// CHECK-LABEL: llvm.func internal @rows
func.func @rows(%y: memref<2x4xf32>, %i: index) {
  // CHECK: %[[A:.+]] = llvm.call @croton_rt_device_alloc
  %a = memref.alloc() : memref<8x4xf32, #croton.device<"dev0">>
  %s = memref.subview %a[3, 0] [2, 4] [1, 1] : memref<8x4xf32, #croton.device<"dev0">> to memref<2x4xf32, strided<[4, 1], offset: 12>, #croton.device<"dev0">>
  // CHECK: %[[OFFSET:.+]] = llvm.mlir.constant(12 : i64)
  // CHECK: %[[FROM:.+]] = llvm.getelementptr inbounds %[[A]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  // CHECK: llvm.call @croton_rt_device_copy_to_host(%{{.+}}, %{{.+}}, %[[FROM]], %{{.+}})
  memref.copy %s, %y : memref<2x4xf32, strided<[4, 1], offset: 12>, #croton.device<"dev0">> to memref<2x4xf32>
  memref.dealloc %a : memref<8x4xf32, #croton.device<"dev0">>
  return
}
}

// -----

// A device that is first used behind a branch is opened before it, so that it
// is there on all paths.

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
// CHECK-LABEL: llvm.func internal @branch
func.func @branch(%condition: i1) {
  // CHECK: llvm.call @croton_rt_device_get
  // CHECK-NEXT: llvm.cond_br
  // CHECK-NOT: croton_rt_device_get
  scf.if %condition {
    %a = memref.alloc() : memref<4xf32, #croton.device<"dev0">>
    memref.dealloc %a : memref<4xf32, #croton.device<"dev0">>
  } else {
    %b = memref.alloc() : memref<8xf32, #croton.device<"dev0">>
    memref.dealloc %b : memref<8xf32, #croton.device<"dev0">>
  }
  // CHECK: llvm.return
  return
}
}
