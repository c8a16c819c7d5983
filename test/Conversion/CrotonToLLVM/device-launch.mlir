// RUN: croton-opt %s --split-input-file --convert-croton-to-llvm | FileCheck %s

// Of the objects of a binary, the one for the kind of the device; PTX ends in a
// zero. A memref is passed as all parts of its descriptor, scalars as they are.

// CHECK: llvm.mlir.global private constant @[[$NAME:.+]]("scale\00")
// CHECK: llvm.mlir.global private constant @[[$MODULE:[^(]+]]() {{.*}} : !llvm.struct<(ptr, i64)> {
// CHECK-NEXT: %[[ADDRESS:.+]] = llvm.mlir.addressof @[[$IMAGE:[^ ]+]]
// CHECK-NEXT: %[[SIZE:.+]] = llvm.mlir.constant(9 : i64)
// CHECK: llvm.insertvalue %[[ADDRESS]], %{{.+}}[0]
// CHECK: llvm.insertvalue %[[SIZE]], %{{.+}}[1]
// CHECK: llvm.mlir.global private constant @[[$IMAGE]]("ptx text\00") {addr_space = 0 : i32, alignment = 64 : i64}
module attributes {gpu.container_module, croton.devices = {
    dev0 = #croton.device_target<kind = "cuda">}} {
gpu.binary @croton_kernels_dev0 [#gpu.object<#croton.simt_target, bin = "object">,
                                 #gpu.object<#nvvm.target, assembly = "ptx text">]
// CHECK-LABEL: llvm.func internal @launch
// CHECK-SAME: %[[N:[a-z0-9]+]]: i64, %[[S:[a-z0-9]+]]: f32, %[[I:[a-z0-9]+]]: i64, %[[SHARED:[a-z0-9]+]]: i32)
func.func @launch(%x: memref<?xf32>, %s: f32, %i: index, %shared: i32) {
  // Six numbers; ten parameters of at most 16 bytes; ten pointers to them.
  // CHECK-DAG: %[[C48:.+]] = llvm.mlir.constant(48 : i64)
  // CHECK-DAG: %[[GRID:.+]] = llvm.alloca %[[C48]] x i8 {alignment = 16 : i64}
  // CHECK-DAG: %[[C160:.+]] = llvm.mlir.constant(160 : i64)
  // CHECK-DAG: %[[SLOTS:.+]] = llvm.alloca %[[C160]] x i8
  // CHECK-DAG: %[[C80:.+]] = llvm.mlir.constant(80 : i64)
  // CHECK-DAG: %[[POINTERS:.+]] = llvm.alloca %[[C80]] x i8
  // CHECK: %[[SLOT9:.+]] = llvm.getelementptr inbounds %[[SLOTS]][144]
  // CHECK: %[[TO9:.+]] = llvm.getelementptr inbounds %[[POINTERS]][72]
  // CHECK: llvm.store %[[SLOT9]], %[[TO9]]
  // CHECK: %[[DEVICE:.+]] = llvm.call @croton_rt_device_get
  // CHECK: %[[A:.+]] = llvm.call @croton_rt_device_alloc
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c256 = arith.constant 256 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32, #croton.device<"dev0">>
  %view = memref.subview %a[%i] [%c4] [%i] : memref<?xf32, #croton.device<"dev0">> to memref<?xf32, strided<[?], offset: ?>, #croton.device<"dev0">>
  %g = memref.memory_space_cast %view : memref<?xf32, strided<[?], offset: ?>, #croton.device<"dev0">> to memref<?xf32, strided<[?], offset: ?>, #gpu.address_space<global>>
  %z = memref.alloc() : memref<f32, #croton.device<"dev0">>
  %gz = memref.memory_space_cast %z : memref<f32, #croton.device<"dev0">> to memref<f32, #gpu.address_space<global>>
  // The grid: %n, 1, 1 blocks of 256, 1, 1 threads.
  // CHECK: %[[BX:.+]] = llvm.getelementptr inbounds %[[GRID]][0]
  // CHECK: llvm.store %[[N]], %[[BX]] : i64, !llvm.ptr
  // CHECK: %[[TX:.+]] = llvm.getelementptr inbounds %[[GRID]][24]
  // CHECK: llvm.store %{{.+}}, %[[TX]] : i64, !llvm.ptr
  // Allocated, aligned, offset, size, stride; of rank 0 only three; a scalar.
  // CHECK: %[[P0:.+]] = llvm.getelementptr inbounds %[[SLOTS]][0]
  // CHECK: llvm.store %[[A]], %[[P0]] : !llvm.ptr, !llvm.ptr
  // CHECK: %[[P1:.+]] = llvm.getelementptr inbounds %[[SLOTS]][16]
  // CHECK: llvm.store %[[A]], %[[P1]] : !llvm.ptr, !llvm.ptr
  // CHECK: %[[P2:.+]] = llvm.getelementptr inbounds %[[SLOTS]][32]
  // CHECK: llvm.store %[[I]], %[[P2]] : i64, !llvm.ptr
  // CHECK: %[[P3:.+]] = llvm.getelementptr inbounds %[[SLOTS]][48]
  // CHECK: llvm.store %{{.+}}, %[[P3]] : i64, !llvm.ptr
  // CHECK: %[[P4:.+]] = llvm.getelementptr inbounds %[[SLOTS]][64]
  // CHECK: llvm.store %[[I]], %[[P4]] : i64, !llvm.ptr
  // CHECK: %[[P8:.+]] = llvm.getelementptr inbounds %[[SLOTS]][128]
  // CHECK: llvm.store %[[S]], %[[P8]] : f32, !llvm.ptr
  // CHECK: %[[P9:.+]] = llvm.getelementptr inbounds %[[SLOTS]][144]
  // CHECK: llvm.store %[[I]], %[[P9]] : i64, !llvm.ptr
  // CHECK-DAG: %[[M:.+]] = llvm.mlir.addressof @[[$MODULE]]
  // CHECK-DAG: %[[K:.+]] = llvm.mlir.addressof @[[$NAME]]
  // CHECK-DAG: %[[DYNAMIC:.+]] = llvm.zext %[[SHARED]] : i32 to i64
  // CHECK-DAG: %[[COUNT:.+]] = llvm.mlir.constant(10 : i32)
  // CHECK: llvm.call @croton_rt_device_launch(%[[DEVICE]], %[[M]], %[[K]], %[[GRID]], %[[DYNAMIC]], %[[POINTERS]], %[[COUNT]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr, i32) -> ()
  gpu.launch_func @croton_kernels_dev0::@scale
      blocks in (%n, %c1, %c1) threads in (%c256, %c1, %c1)
      dynamic_shared_memory_size %shared
      args(%g : memref<?xf32, strided<[?], offset: ?>, #gpu.address_space<global>>,
           %gz : memref<f32, #gpu.address_space<global>>, %s : f32, %i : index)
  memref.dealloc %z : memref<f32, #croton.device<"dev0">>
  memref.dealloc %a : memref<?xf32, #croton.device<"dev0">>
  return
}
}
// What was loaded is unloaded before the module goes.
// CHECK: llvm.func internal @__croton_unload_kernels()
// CHECK-NEXT: %[[LOADED:.+]] = llvm.mlir.addressof @[[$MODULE]]
// CHECK-NEXT: llvm.call @croton_rt_device_unload(%[[LOADED]])
// CHECK: llvm.mlir.global_dtors dtors = [@__croton_unload_kernels]

// -----

// Kernels that report errors get the address of a record; what their messages
// mean is said before.

// The object is no text: it stays as it is.
// CHECK: llvm.mlir.global private constant @{{.+}}("object") {addr_space = 0 : i32, alignment = 64 : i64}
// CHECK: llvm.mlir.global private constant @[[$SECOND:.+]]("class {0}\00")
// CHECK: llvm.mlir.global private constant @[[$FIRST:.+]]("index {0} of {1}\00")
// CHECK: llvm.mlir.global private constant @[[$TABLE:[^(]+]]() {{.*}} : !llvm.array<2 x ptr> {
// CHECK: %[[F:.+]] = llvm.mlir.addressof @[[$FIRST]]
// CHECK-NEXT: llvm.insertvalue %[[F]], %{{.+}}[0]
// CHECK-NEXT: %[[S:.+]] = llvm.mlir.addressof @[[$SECOND]]
// CHECK-NEXT: llvm.insertvalue %[[S]], %{{.+}}[1]
module attributes {gpu.container_module,
    croton.device_messages = ["index {0} of {1}", "class {0}"],
    croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
gpu.binary @croton_kernels_dev0 [#gpu.object<#croton.simt_target, bin = "object">]
// CHECK-NOT: __croton_device_error_dev0
func.func private @__croton_device_error_dev0() -> i64
// CHECK-LABEL: llvm.func internal @errors
func.func @errors(%n: index) {
  // CHECK: %[[DEVICE:.+]] = llvm.call @croton_rt_device_get
  // CHECK-DAG: %[[T:.+]] = llvm.mlir.addressof @[[$TABLE]]
  // CHECK-DAG: %[[TWO:.+]] = llvm.mlir.constant(2 : i64)
  // CHECK: llvm.call @croton_rt_device_set_messages(%[[DEVICE]], %[[T]], %[[TWO]])
  // CHECK: %[[RECORD:.+]] = llvm.call @croton_rt_device_error(%[[DEVICE]]) : (!llvm.ptr) -> !llvm.ptr
  // CHECK: %[[NUMBER:.+]] = llvm.ptrtoint %[[RECORD]] : !llvm.ptr to i64
  // CHECK: llvm.store %[[NUMBER]], %{{.+}} : i64, !llvm.ptr
  // CHECK: llvm.call @croton_rt_device_launch
  %c1 = arith.constant 1 : index
  %record = func.call @__croton_device_error_dev0() : () -> i64
  gpu.launch_func @croton_kernels_dev0::@check
      blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%record : i64)
  return
}
}
