// RUN: croton-opt %s --split-input-file --croton-place-on-device=device=dev0 | FileCheck %s
// RUN: croton-opt %s --split-input-file --croton-place-on-device="device=dev0 way=equilibrium" | FileCheck %s

#dev0 = #croton.device<"dev0">
#dev1 = #croton.device<"dev1">

//===----------------------------------------------------------------------===//
// What moves
//===----------------------------------------------------------------------===//

// An argument is transferred once, a result once.
// CHECK-LABEL: func @chain
// CHECK-SAME:    (%[[X:.+]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT:    %[[D:.+]] = croton.gpu_from_host %[[X]]
// CHECK-NEXT:    %[[E:.+]] = croton.exp %[[D]] : tensor<?xf32, #croton.device<"dev0">>
// CHECK-NEXT:    %[[A:.+]] = croton.add %[[E]], %[[D]]
// CHECK-NEXT:    %[[H:.+]] = croton.host_from_gpu %[[A]]
// CHECK-NEXT:    return %[[H]]
func.func @chain(%x: tensor<?xf32>) -> tensor<?xf32> {
  %e = croton.exp %x : tensor<?xf32>
  %a = croton.add %e, %x : tensor<?xf32>, tensor<?xf32>
  return %a : tensor<?xf32>
}

// -----

#dev0 = #croton.device<"dev0">

// A value wanted on the device and by the caller is computed there.
// CHECK-LABEL: func @inner_result
// CHECK:         %[[E:.+]] = croton.exp
// CHECK-NOT:     gpu_from_host
// CHECK-DAG:     %[[N:.+]] = croton.neg %[[E]] : tensor<4xf32, #croton.device<"dev0">>
// CHECK-DAG:     %[[H0:.+]] = croton.host_from_gpu %[[E]]
// CHECK-DAG:     %[[H1:.+]] = croton.host_from_gpu %[[N]]
// CHECK:         return %[[H0]], %[[H1]]
func.func @inner_result(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = croton.exp %x : tensor<4xf32>
  %n = croton.neg %e : tensor<4xf32>
  return %e, %n : tensor<4xf32>, tensor<4xf32>
}

// -----

// Allocs, constants and what is made of scalars move for the sake of their
// users; sizes stay on the host, and so does the scalar that an alloc spreads.
// CHECK-LABEL: func @without_device_operands
// CHECK-SAME:    (%[[X:[^:]+]]: tensor<?x4xf32>, %[[N:[^:]+]]: tensor<i64>, %[[V:[^:]+]]: tensor<f32>)
// CHECK-DAG:     croton.constant dense<{{.*}}> : tensor<1x4xf32, #croton.device<"dev0">>
// CHECK-DAG:     croton.alloc %[[V]], %[[N]] : tensor<f32> -> tensor<?xf32, #croton.device<"dev0">>
// CHECK-DAG:     croton.dimshuffle %{{.+}} [0, x] : tensor<?xf32, #croton.device<"dev0">>
// CHECK-DAG:     croton.gpu_from_host %[[X]]
// CHECK:         croton.add
// CHECK:         croton.host_from_gpu
// CHECK-NOT:     gpu_from_host
func.func @without_device_operands(%x: tensor<?x4xf32>, %n: tensor<i64>,
                                   %v: tensor<f32>) -> tensor<?x4xf32> {
  %c = croton.constant dense<[[1.0, 2.0, 3.0, 4.0]]> : tensor<1x4xf32>
  %a = croton.alloc %v, %n : tensor<f32> -> tensor<?xf32>
  %b = croton.dimshuffle %a [0, x] : tensor<?xf32>
  %r = croton.add %x, %b, %c : tensor<?x4xf32>, tensor<?x1xf32>, tensor<1x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// A constant that both places want is two constants.
// CHECK-LABEL: func @shared_constant
// CHECK-DAG:     %[[H:.+]] = croton.constant dense<{{.*}}> : tensor<2xf32>
// CHECK-DAG:     croton.constant dense<{{.*}}> : tensor<2xf32, #croton.device<"dev0">>
// CHECK-NOT:     gpu_from_host %[[H]]
// CHECK:         return %[[H]]
func.func @shared_constant(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = croton.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = croton.mul %x, %c : tensor<2xf32>, tensor<2xf32>
  return %c, %r : tensor<2xf32>, tensor<2xf32>
}

// -----

// Sizes are asked of the tensor where it is and answered on the host, where they
// make other sizes.
// CHECK-LABEL: func @sizes
// CHECK:         %[[E:.+]] = croton.exp
// CHECK:         %[[S:.+]] = croton.shape_i %[[E]] at 0 : tensor<?xf32, #croton.device<"dev0">>
// CHECK:         %[[T:.+]] = croton.mul %[[S]], %{{.+}} : tensor<i64>, tensor<i64>
// CHECK:         croton.alloc %{{.+}}, %[[T]] : tensor<f32> -> tensor<?xf32, #croton.device<"dev0">>
func.func @sizes(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %two = croton.constant dense<2> : tensor<i64>
  %e = croton.exp %x : tensor<?xf32>
  %n = croton.shape_i %e at 0 : tensor<?xf32>
  %m = croton.mul %n, %two : tensor<i64>, tensor<i64>
  %z = croton.alloc %v, %m : tensor<f32> -> tensor<?xf32>
  %i = croton.constant dense<0> : tensor<i64>
  %r = croton.inc_subtensor %z[0:%n], %e : tensor<?xf32>, tensor<?xf32>, tensor<i64>
  return %r : tensor<?xf32>
}

// -----

// A scalar that the device computes stays there for what reads it.
// CHECK-LABEL: func @device_scalar
// CHECK:         %[[S:.+]] = croton.sum
// CHECK-NEXT:    %[[T:.+]] = croton.sqrt %[[S]] : tensor<f32, #croton.device<"dev0">>
// CHECK-NEXT:    %[[D:.+]] = croton.dimshuffle %[[T]] [x] : tensor<f32, #croton.device<"dev0">>
// CHECK-NEXT:    croton.true_div %{{.+}}, %[[D]]
func.func @device_scalar(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = croton.sum %x axes [0] : tensor<?xf32>
  %t = croton.sqrt %s : tensor<f32>
  %d = croton.dimshuffle %t [x] : tensor<f32>
  %r = croton.true_div %x, %d : tensor<?xf32>, tensor<1xf32>
  return %r : tensor<?xf32>
}

// -----

// A composite moves as a whole.
// CHECK-LABEL: func @composite
// CHECK:         croton.composite %{{.+}} : (tensor<?xf32, #croton.device<"dev0">>) -> tensor<?xf32, #croton.device<"dev0">>
func.func @composite(%x: tensor<?xf32>) -> tensor<?xf32> {
  %r = croton.composite %x : (tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%a: f32):
    %0 = arith.mulf %a, %a : f32
    croton.yield %0 : f32
  }
  return %r : tensor<?xf32>
}

// -----

#dev1 = #croton.device<"dev1">

// What is on another device takes the rest along.
// CHECK-LABEL: func @other_device
// CHECK-SAME:    (%[[X:[^:]+]]: tensor<4xf32, #croton.device<"dev1">>, %[[Y:[^:]+]]: tensor<4xf32>)
// CHECK:         %[[U:.+]] = croton.gpu_from_host %[[Y]] : tensor<4xf32> -> tensor<4xf32, #croton.device<"dev1">>
// CHECK:         %[[A:.+]] = croton.add %[[X]], %[[U]] : tensor<4xf32, #croton.device<"dev1">>
// CHECK:         %[[H:.+]] = croton.host_from_gpu %[[A]]
// CHECK:         return %[[H]]
func.func @other_device(%x: tensor<4xf32, #dev1>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %h = croton.host_from_gpu %x : tensor<4xf32, #dev1>
  %r = croton.add %h, %y : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

//===----------------------------------------------------------------------===//
// What stays
//===----------------------------------------------------------------------===//

// Complex numbers.
// CHECK-LABEL: func @complex
// CHECK-NEXT:    croton.exp %{{.+}} : tensor<4xcomplex<f32>>
// CHECK-NEXT:    return
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %r = croton.exp %x : tensor<4xcomplex<f32>>
  return %r : tensor<4xcomplex<f32>>
}

// -----

// Scalars of the host.
// CHECK-LABEL: func @host_scalars
// CHECK-NOT:     gpu_from_host
// CHECK:         return
func.func @host_scalars(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %a = croton.mul %x, %y : tensor<f32>, tensor<f32>
  %r = croton.exp %a : tensor<f32>
  return %r : tensor<f32>
}

// -----

// Scalars are computed where they are, and the last one is transferred.
// CHECK-LABEL: func @rate
// CHECK:         %[[R:.+]] = croton.mul %{{.+}} : tensor<f32>, tensor<f32>
// CHECK:         croton.gpu_from_host %[[R]] : tensor<f32>
// CHECK:         croton.dimshuffle %{{.+}} [x] : tensor<f32, #croton.device<"dev0">>
func.func @rate(%g: tensor<?xf32>, %a: tensor<f32>, %b: tensor<f32>) -> tensor<?xf32> {
  %0 = croton.mul %a, %b : tensor<f32>, tensor<f32>
  %1 = croton.dimshuffle %0 [x] : tensor<f32>
  %2 = croton.mul %1, %g : tensor<1xf32>, tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Of an argument that is only sliced, the slice is transferred.
// CHECK-LABEL: func @batch
// CHECK-SAME:    (%[[X:[^:]+]]: tensor<50000x784xf32>
// CHECK-NEXT:    %[[S:.+]] = croton.subtensor %[[X]][{{.*}}] : tensor<50000x784xf32>
// CHECK-NEXT:    croton.gpu_from_host %[[S]]
// CHECK-NEXT:    croton.exp
func.func @batch(%x: tensor<50000x784xf32>, %i: tensor<i64>, %j: tensor<i64>) -> tensor<?x784xf32> {
  %s = croton.subtensor %x[%i:%j, :] : tensor<50000x784xf32>, tensor<i64>, tensor<i64>
  %e = croton.exp %s : tensor<?x784xf32>
  return %e : tensor<?x784xf32>
}

// -----

// One that is read as a whole is sliced on the device.
// CHECK-LABEL: func @batch_and_all
// CHECK-NEXT:    croton.gpu_from_host
// CHECK-NEXT:    croton.subtensor %{{.+}} : tensor<8x4xf32, #croton.device<"dev0">>
func.func @batch_and_all(%x: tensor<8x4xf32>) -> (tensor<2x4xf32>, tensor<8x4xf32>) {
  %s = croton.subtensor %x[0:2, :] : tensor<8x4xf32>
  %e = croton.exp %x : tensor<8x4xf32>
  return %s, %e : tensor<2x4xf32>, tensor<8x4xf32>
}

// -----

// Ops of other dialects, and what is in their regions. What they make starts
// anew.
// CHECK-LABEL: func @others
// CHECK:         %[[H:.+]] = croton.host_from_gpu
// CHECK:         %[[C:.+]] = tensor.cast %[[H]]
// CHECK:         %[[D:.+]] = croton.gpu_from_host %[[C]]
// CHECK:         croton.neg %[[D]]
// CHECK:         scf.if
// CHECK:           croton.exp %{{.+}} : tensor<4xf32>
func.func @others(%x: tensor<?xf32>, %c: i1, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = croton.exp %x : tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %2 = croton.neg %1 : tensor<4xf32>
  %3 = scf.if %c -> tensor<4xf32> {
    %4 = croton.exp %y : tensor<4xf32>
    scf.yield %4 : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The condition of an assert stays on the host; where it is computed on the
// device, it comes back.
// CHECK-LABEL: func @condition
// CHECK:         %[[C:.+]] = croton.lt %{{.+}} : tensor<f32, #croton.device<"dev0">>
// CHECK:         %[[H:.+]] = croton.host_from_gpu %[[C]] : tensor<i1, #croton.device<"dev0">>
// CHECK:         croton.assert %{{.+}}, %[[H]], "small" : tensor<?xf32, #croton.device<"dev0">>, tensor<i1>
func.func @condition(%x: tensor<?xf32>, %limit: tensor<f32>) -> tensor<?xf32> {
  %s = croton.max %x axes [0] : tensor<?xf32>
  %c = croton.lt %s, %limit : tensor<f32>, tensor<f32>
  %a = croton.assert %x, %c, "small" : tensor<?xf32>, tensor<i1>
  return %a : tensor<?xf32>
}

// -----

// A shape vector stays on the host.
// CHECK-LABEL: func @shape_vector
// CHECK:         croton.reshape %{{.+}}, %[[S:.+]] : tensor<6xf32, #croton.device<"dev0">>, tensor<2xi64> -> tensor<2x3xf32, #croton.device<"dev0">>
func.func @shape_vector(%x: tensor<6xf32>, %s: tensor<2xi64>) -> tensor<2x3xf32> {
  %r = croton.reshape %x, %s : tensor<6xf32>, tensor<2xi64> -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
