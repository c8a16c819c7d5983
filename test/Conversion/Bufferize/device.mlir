// RUN: croton-opt %s --split-input-file --croton-bufferize --canonicalize --croton-deallocate-buffers | FileCheck %s

// The encoding is the memory space; transfers are copies between spaces. What
// is on a device is freed after its last use, but never on the stack.

// CHECK-LABEL: func.func @round_trip
// CHECK-SAME: (%[[X:.+]]: memref<64xf32>) -> memref<64xf32>
// CHECK: %[[D:.+]] = memref.alloc() {alignment = 64 : i64} : memref<64xf32, #croton.device<"dev0">>
// CHECK: memref.copy %[[X]], %[[D]] : memref<64xf32> to memref<64xf32, #croton.device<"dev0">>
// In place: nobody reads the copy again.
// CHECK-NEXT: linalg.exp ins(%[[D]] : memref<64xf32, #croton.device<"dev0">>) outs(%[[D]] : memref<64xf32, #croton.device<"dev0">>)
// CHECK: %[[R:.+]] = memref.alloc() {alignment = 64 : i64} : memref<64xf32>
// CHECK: memref.copy %[[D]], %[[R]] : memref<64xf32, #croton.device<"dev0">> to memref<64xf32>
// CHECK-NEXT: memref.dealloc %[[D]]
// CHECK-NEXT: return %[[R]]
func.func @round_trip(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32, #croton.device<"dev0">>
  %d = bufferization.materialize_in_destination %x in %e : (tensor<64xf32>, tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %y = linalg.exp ins(%d : tensor<64xf32, #croton.device<"dev0">>) outs(%d : tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %h = tensor.empty() : tensor<64xf32>
  %r = bufferization.materialize_in_destination %y in %h : (tensor<64xf32, #croton.device<"dev0">>, tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A write to a value that is read again makes a copy in the same place.

// CHECK-LABEL: func.func @read_later
// CHECK: memref.copy %{{.+}}, %[[D:.+]] : memref<64xf32> to memref<64xf32, #croton.device<"dev0">>
// CHECK: %[[OTHER:.+]] = memref.alloc() {alignment = 64 : i64} : memref<64xf32, #croton.device<"dev0">>
// CHECK: linalg.exp ins(%[[D]] : {{.+}}) outs(%[[OTHER]] : {{.+}})
// CHECK: linalg.add ins(%[[OTHER]], %[[D]] : {{.+}}) outs(%[[OTHER]] : {{.+}})
func.func @read_later(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32, #croton.device<"dev0">>
  %d = bufferization.materialize_in_destination %x in %e : (tensor<64xf32>, tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %y = linalg.exp ins(%d : tensor<64xf32, #croton.device<"dev0">>) outs(%d : tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %z = linalg.add ins(%y, %d : tensor<64xf32, #croton.device<"dev0">>, tensor<64xf32, #croton.device<"dev0">>) outs(%y : tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %h = tensor.empty() : tensor<64xf32>
  %r = bufferization.materialize_in_destination %z in %h : (tensor<64xf32, #croton.device<"dev0">>, tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// A column is gathered on the device, then copied as one block.

// CHECK-LABEL: func.func @column
// CHECK: %[[COLUMN:.+]] = memref.subview %{{.+}}[0, 1] [8, 1] [1, 1]
// CHECK: %[[BLOCK:.+]] = memref.alloc() {alignment = 64 : i64} : memref<8x1xf32, #croton.device<"dev0">>
// CHECK: memref.copy %[[COLUMN]], %[[BLOCK]] : memref<8x1xf32, strided<[4, 1], offset: 1>, #croton.device<"dev0">> to memref<8x1xf32, #croton.device<"dev0">>
// CHECK: memref.copy %[[BLOCK]], %{{.+}} : memref<8x1xf32, #croton.device<"dev0">> to memref<8x1xf32>
// CHECK: memref.dealloc %[[BLOCK]]
func.func @column(%x: tensor<8x4xf32>) -> tensor<8x1xf32> {
  %e = tensor.empty() : tensor<8x4xf32, #croton.device<"dev0">>
  %d = bufferization.materialize_in_destination %x in %e : (tensor<8x4xf32>, tensor<8x4xf32, #croton.device<"dev0">>) -> tensor<8x4xf32, #croton.device<"dev0">>
  %s = tensor.extract_slice %d[0, 1] [8, 1] [1, 1] : tensor<8x4xf32, #croton.device<"dev0">> to tensor<8x1xf32, #croton.device<"dev0">>
  %h = tensor.empty() : tensor<8x1xf32>
  %r = bufferization.materialize_in_destination %s in %h : (tensor<8x1xf32, #croton.device<"dev0">>, tensor<8x1xf32>) -> tensor<8x1xf32>
  return %r : tensor<8x1xf32>
}

// -----

// Constants are in the memory of the host.

// CHECK: memref.global "private" constant @[[$G:.+]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-LABEL: func.func @constant
// CHECK-DAG: %[[C:.+]] = memref.get_global @[[$G]] : memref<2xf32>
// CHECK-DAG: %[[D:.+]] = memref.alloc() {alignment = 64 : i64} : memref<2xf32, #croton.device<"dev0">>
// CHECK: memref.copy %[[C]], %[[D]] : memref<2xf32> to memref<2xf32, #croton.device<"dev0">>
func.func @constant() -> tensor<2xf32> {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32, #croton.device<"dev0">>
  %h = tensor.empty() : tensor<2xf32>
  %r = bufferization.materialize_in_destination %c in %h : (tensor<2xf32, #croton.device<"dev0">>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Empty tensors that have become one are still two buffers.

// CHECK-LABEL: func.func @two
// CHECK-SAME: (%[[X:.+]]: memref<64xf32>, %[[Y:.+]]: memref<64xf32>)
// CHECK-DAG: memref.copy %[[X]], %[[A:.+]] : memref<64xf32> to memref<64xf32, #croton.device<"dev0">>
// CHECK-DAG: memref.copy %[[Y]], %[[B:.+]] : memref<64xf32> to memref<64xf32, #croton.device<"dev0">>
// CHECK: linalg.sub ins(%[[A]], %[[B]] : {{.+}})
func.func @two(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32, #croton.device<"dev0">>
  %a = bufferization.materialize_in_destination %x in %e : (tensor<64xf32>, tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %b = bufferization.materialize_in_destination %y in %e : (tensor<64xf32>, tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %z = linalg.sub ins(%a, %b : tensor<64xf32, #croton.device<"dev0">>, tensor<64xf32, #croton.device<"dev0">>) outs(%e : tensor<64xf32, #croton.device<"dev0">>) -> tensor<64xf32, #croton.device<"dev0">>
  %h = tensor.empty() : tensor<64xf32>
  %r = bufferization.materialize_in_destination %z in %h : (tensor<64xf32, #croton.device<"dev0">>, tensor<64xf32>) -> tensor<64xf32>
  return %r : tensor<64xf32>
}
