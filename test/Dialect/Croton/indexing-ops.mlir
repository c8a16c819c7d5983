// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s

// Each form of an entry. The static sizes are those NumPy gives.
// CHECK-LABEL: func.func @slices
// CHECK-SAME: (%[[V:.+]]: tensor<10xf32>)
func.func @slices(%v: tensor<10xf32>)
    -> (tensor<10xf32>, tensor<7xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<10xf32>, tensor<9xf32>, tensor<0xf32>, tensor<1xf32>,
        tensor<2xf32>, tensor<0xf32>, tensor<10xf32>) {
  // CHECK: = croton.subtensor %[[V]][:] : tensor<10xf32>
  %0 = croton.subtensor %v[:] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][3:] : tensor<10xf32>
  %1 = croton.subtensor %v[3:] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][:4] : tensor<10xf32>
  %2 = croton.subtensor %v[:4] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][1:-1:2] : tensor<10xf32>
  %3 = croton.subtensor %v[1:-1:2] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][::-1] : tensor<10xf32>
  %4 = croton.subtensor %v[::-1] : tensor<10xf32>
  // KF-37: a start of 0 is not the default of a negative step.
  // CHECK: = croton.subtensor %[[V]][9:0:-1] : tensor<10xf32>
  %5 = croton.subtensor %v[9:0:-1] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][5:2] : tensor<10xf32>
  %6 = croton.subtensor %v[5:2] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][0::-1] : tensor<10xf32>
  %7 = croton.subtensor %v[0::-1] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][-2:100] : tensor<10xf32>
  %8 = croton.subtensor %v[-2:100] : tensor<10xf32>
  // CHECK: = croton.subtensor %[[V]][100:200] : tensor<10xf32>
  %9 = croton.subtensor %v[100:200] : tensor<10xf32>
  // An empty step is a step of 1.
  // CHECK: = croton.subtensor %[[V]][-100:] : tensor<10xf32>
  %10 = croton.subtensor %v[-100::] : tensor<10xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10
      : tensor<10xf32>, tensor<7xf32>, tensor<4xf32>, tensor<4xf32>,
        tensor<10xf32>, tensor<9xf32>, tensor<0xf32>, tensor<1xf32>,
        tensor<2xf32>, tensor<0xf32>, tensor<10xf32>
}

// The ends of i64 mark operands and absent parts in the attributes; written
// out they are numbers like any other.
// CHECK-LABEL: func.func @extreme_parts
// CHECK-SAME: (%[[V:.+]]: tensor<4xf32>)
func.func @extreme_parts(%v: tensor<4xf32>)
    -> (tensor<0xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>,
        tensor<0xf32>) {
  // CHECK: = croton.subtensor %[[V]][9223372036854775806:]
  %0 = croton.subtensor %v[9223372036854775807:] : tensor<4xf32>
  // CHECK: = croton.subtensor %[[V]][:9223372036854775806]
  %1 = croton.subtensor %v[:9223372036854775807] : tensor<4xf32>
  // CHECK: = croton.subtensor %[[V]][::9223372036854775806]
  %2 = croton.subtensor %v[::9223372036854775807] : tensor<4xf32>
  // CHECK: = croton.subtensor %[[V]][::-9223372036854775807]
  %3 = croton.subtensor %v[::-9223372036854775808] : tensor<4xf32>
  // CHECK: = croton.subtensor %[[V]][:-9223372036854775807]
  %4 = croton.subtensor %v[:-9223372036854775808] : tensor<4xf32>
  return %0, %1, %2, %3, %4
      : tensor<0xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>,
        tensor<0xf32>
}

// CHECK-LABEL: func.func @indices
// CHECK-SAME: (%[[M:.+]]: tensor<?x4x1xf32>, %[[I:.+]]: tensor<i64>, %[[J:.+]]: tensor<ui8>)
func.func @indices(%m: tensor<?x4x1xf32>, %i: tensor<i64>, %j: tensor<ui8>)
    -> (tensor<4x1xf32>, tensor<f32>, tensor<?x?x1xf32>, tensor<?xf32>,
        tensor<?x4xf32>) {
  // CHECK: = croton.subtensor %[[M]][%[[I]], :, :] : tensor<?x4x1xf32>, tensor<i64>
  %0 = croton.subtensor %m[%i, :, :] : tensor<?x4x1xf32>, tensor<i64>
  // CHECK: = croton.subtensor %[[M]][-1, %[[J]], 0] : tensor<?x4x1xf32>, tensor<ui8>
  %1 = croton.subtensor %m[-1, %j, 0] : tensor<?x4x1xf32>, tensor<ui8>
  // Operands come in the order in which the parts are written.
  // CHECK: = croton.subtensor %[[M]][%[[I]]:%[[J]]:%[[I]], %[[J]]::2, :] : tensor<?x4x1xf32>, tensor<i64>, tensor<ui8>, tensor<i64>, tensor<ui8>
  %2 = croton.subtensor %m[%i:%j:%i, %j::2, :]
      : tensor<?x4x1xf32>, tensor<i64>, tensor<ui8>, tensor<i64>, tensor<ui8>
  // CHECK: = croton.subtensor %[[M]][:%[[I]], 3, 0] : tensor<?x4x1xf32>, tensor<i64>
  %3 = croton.subtensor %m[:%i, 3, 0] : tensor<?x4x1xf32>, tensor<i64>
  // CHECK: = croton.subtensor %[[M]][1:, :, 0] : tensor<?x4x1xf32>
  %4 = croton.subtensor %m[1:, :, 0] : tensor<?x4x1xf32>
  return %0, %1, %2, %3, %4
      : tensor<4x1xf32>, tensor<f32>, tensor<?x?x1xf32>, tensor<?xf32>,
        tensor<?x4xf32>
}

// CHECK-LABEL: func.func @no_entries
func.func @no_entries(%x: tensor<f32>, %v: tensor<f32>) {
  // CHECK: = croton.subtensor %{{.+}}[] : tensor<f32>
  %0 = croton.subtensor %x[] : tensor<f32>
  // CHECK: = croton.inc_subtensor %{{.+}}[], %{{.+}} : tensor<f32>, tensor<f32>
  %1 = croton.inc_subtensor %x[], %v : tensor<f32>, tensor<f32>
  return
}

// The result of inc_subtensor has the operand's type; the value may be
// stretched (subtensor.r4).
// CHECK-LABEL: func.func @inc_subtensor
// CHECK-SAME: (%[[M:.+]]: tensor<?x4xi32>, %[[V:.+]]: tensor<4xi32>, %[[ONE:.+]]: tensor<1x1xi32>, %[[I:.+]]: tensor<i16>)
func.func @inc_subtensor(%m: tensor<?x4xi32>, %v: tensor<4xi32>,
                         %one: tensor<1x1xi32>, %i: tensor<i16>)
    -> tensor<?x4xi32> {
  // CHECK: = croton.inc_subtensor %[[M]][0, :], %[[V]] : tensor<?x4xi32>, tensor<4xi32>
  %0 = croton.inc_subtensor %m[0, :], %v : tensor<?x4xi32>, tensor<4xi32>
  // CHECK: = croton.inc_subtensor %{{.+}}[%[[I]], :], %[[V]] set : tensor<?x4xi32>, tensor<4xi32>, tensor<i16>
  %1 = croton.inc_subtensor %0[%i, :], %v set
      : tensor<?x4xi32>, tensor<4xi32>, tensor<i16>
  // CHECK: = croton.inc_subtensor %{{.+}}[1:%[[I]], ::-1], %[[ONE]] {note} : tensor<?x4xi32>, tensor<1x1xi32>, tensor<i16>
  %2 = croton.inc_subtensor %1[1:%i, ::-1], %one {note}
      : tensor<?x4xi32>, tensor<1x1xi32>, tensor<i16>
  return %2 : tensor<?x4xi32>
}

// The axis is replaced by the dims of the index.
// CHECK-LABEL: func.func @take
// CHECK-SAME: (%[[M:.+]]: tensor<?x4x5xbf16>, %[[I:.+]]: tensor<?xi64>, %[[J:.+]]: tensor<2x3xui32>, %[[S:.+]]: tensor<i8>)
func.func @take(%m: tensor<?x4x5xbf16>, %i: tensor<?xi64>,
                %j: tensor<2x3xui32>, %s: tensor<i8>)
    -> (tensor<?x4x5xbf16>, tensor<?x2x3x5xbf16>, tensor<?x4xbf16>) {
  // CHECK: = croton.take %[[M]], %[[I]] axis 0 : tensor<?x4x5xbf16>, tensor<?xi64>
  %0 = croton.take %m, %i axis 0 : tensor<?x4x5xbf16>, tensor<?xi64>
  // CHECK: = croton.take %[[M]], %[[J]] axis 1 mode wrap : tensor<?x4x5xbf16>, tensor<2x3xui32>
  %1 = croton.take %m, %j axis 1 mode wrap : tensor<?x4x5xbf16>, tensor<2x3xui32>
  // CHECK: = croton.take %[[M]], %[[S]] axis 2 mode clip : tensor<?x4x5xbf16>, tensor<i8>
  %2 = croton.take %m, %s axis 2 mode clip : tensor<?x4x5xbf16>, tensor<i8>
  // The default mode is not printed.
  // CHECK: = croton.take %[[M]], %[[I]] axis 0 : tensor<?x4x5xbf16>, tensor<?xi64>
  %3 = croton.take %m, %i axis 0 mode raise : tensor<?x4x5xbf16>, tensor<?xi64>
  return %0, %1, %2 : tensor<?x4x5xbf16>, tensor<?x2x3x5xbf16>, tensor<?x4xbf16>
}

// An empty axis may be read by no index, or by an index known at run time.
// CHECK-LABEL: func.func @take_of_nothing
func.func @take_of_nothing(%x: tensor<0x3xf32>, %none: tensor<0xi64>,
                           %some: tensor<?xi64>)
    -> (tensor<0x3xf32>, tensor<?x3xf32>) {
  // CHECK: = croton.take %{{.+}}, %{{.+}} axis 0 mode clip
  %0 = croton.take %x, %none axis 0 mode clip : tensor<0x3xf32>, tensor<0xi64>
  // CHECK: = croton.take %{{.+}}, %{{.+}} axis 0 :
  %1 = croton.take %x, %some axis 0 : tensor<0x3xf32>, tensor<?xi64>
  return %0, %1 : tensor<0x3xf32>, tensor<?x3xf32>
}

// CHECK-LABEL: func.func @inc_take
// CHECK-SAME: (%[[M:.+]]: tensor<?x4xf32>, %[[I:.+]]: tensor<?xi64>, %[[V:.+]]: tensor<?x4xf32>, %[[W:.+]]: tensor<1x1xf32>)
func.func @inc_take(%m: tensor<?x4xf32>, %i: tensor<?xi64>,
                    %v: tensor<?x4xf32>, %w: tensor<1x1xf32>)
    -> tensor<?x4xf32> {
  // CHECK: = croton.inc_take %[[M]], %[[I]], %[[V]] axis 0 : tensor<?x4xf32>, tensor<?xi64>, tensor<?x4xf32>
  %0 = croton.inc_take %m, %i, %v axis 0
      : tensor<?x4xf32>, tensor<?xi64>, tensor<?x4xf32>
  // CHECK: = croton.inc_take %{{.+}}, %[[I]], %[[W]] axis 1 mode wrap set : tensor<?x4xf32>, tensor<?xi64>, tensor<1x1xf32>
  %1 = croton.inc_take %0, %i, %w axis 1 mode wrap set
      : tensor<?x4xf32>, tensor<?xi64>, tensor<1x1xf32>
  // CHECK: = croton.inc_take %{{.+}}, %[[I]], %[[W]] axis 1 set : tensor<?x4xf32>, tensor<?xi64>, tensor<1x1xf32>
  %2 = croton.inc_take %1, %i, %w axis 1 set
      : tensor<?x4xf32>, tensor<?xi64>, tensor<1x1xf32>
  return %2 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @one_hot
func.func @one_hot(%y: tensor<?xi64>, %s: tensor<ui8>, %n: tensor<i64>) {
  // CHECK: = croton.one_hot %{{.+}}, %{{.+}} : tensor<?xi64> -> tensor<?x10xi1>
  %0 = croton.one_hot %y, %n : tensor<?xi64> -> tensor<?x10xi1>
  // CHECK: = croton.one_hot %{{.+}}, %{{.+}} : tensor<?xi64> -> tensor<3x?xi1>
  %1 = croton.one_hot %y, %n : tensor<?xi64> -> tensor<3x?xi1>
  %zero = croton.constant dense<0> : tensor<i64>
  // CHECK: = croton.one_hot %{{.+}}, %{{.+}} : tensor<ui8> -> tensor<0xi1>
  %2 = croton.one_hot %s, %zero : tensor<ui8> -> tensor<0xi1>
  return
}

// Every element type may be indexed.
// CHECK-LABEL: func.func @element_types
func.func @element_types(%i1: tensor<3xi1>, %ui16: tensor<3xui16>,
                         %ui64: tensor<3xui64>, %f16: tensor<3xf16>,
                         %f64: tensor<3xf64>, %c64: tensor<3xcomplex<f32>>,
                         %c128: tensor<3xcomplex<f64>>)
    -> (tensor<i1>, tensor<ui16>, tensor<ui64>, tensor<f16>, tensor<f64>,
        tensor<complex<f32>>, tensor<complex<f64>>) {
  // CHECK-COUNT-7: = croton.subtensor %{{.+}}[1] :
  %0 = croton.subtensor %i1[1] : tensor<3xi1>
  %1 = croton.subtensor %ui16[1] : tensor<3xui16>
  %2 = croton.subtensor %ui64[1] : tensor<3xui64>
  %3 = croton.subtensor %f16[1] : tensor<3xf16>
  %4 = croton.subtensor %f64[1] : tensor<3xf64>
  %5 = croton.subtensor %c64[1] : tensor<3xcomplex<f32>>
  %6 = croton.subtensor %c128[1] : tensor<3xcomplex<f64>>
  return %0, %1, %2, %3, %4, %5, %6
      : tensor<i1>, tensor<ui16>, tensor<ui64>, tensor<f16>, tensor<f64>,
        tensor<complex<f32>>, tensor<complex<f64>>
}

// Indices of slices may be on the host or with the data; the index of take is
// data.
// CHECK-LABEL: func.func @on_device
func.func @on_device(%m: tensor<?x4xf32, #croton.device<"dev0">>,
                     %v: tensor<4xf32, #croton.device<"dev0">>,
                     %host: tensor<i64>,
                     %i: tensor<i64, #croton.device<"dev0">>,
                     %j: tensor<2xi64, #croton.device<"dev0">>)
    -> (tensor<4xf32, #croton.device<"dev0">>,
        tensor<2x4xf32, #croton.device<"dev0">>,
        tensor<2x10xi1, #croton.device<"dev0">>) {
  // CHECK: = croton.subtensor %{{.+}}[%{{.+}}, :] : tensor<?x4xf32, #croton.device<"dev0">>, tensor<i64>
  %0 = croton.subtensor %m[%host, :] : tensor<?x4xf32, #croton.device<"dev0">>, tensor<i64>
  // CHECK: = croton.subtensor %{{.+}}[%{{.+}}, :] : tensor<?x4xf32, #croton.device<"dev0">>, tensor<i64, #croton.device<"dev0">>
  %1 = croton.subtensor %m[%i, :] : tensor<?x4xf32, #croton.device<"dev0">>, tensor<i64, #croton.device<"dev0">>
  %2 = croton.inc_subtensor %m[%host, :], %v : tensor<?x4xf32, #croton.device<"dev0">>, tensor<4xf32, #croton.device<"dev0">>, tensor<i64>
  // CHECK: = croton.take %{{.+}}, %{{.+}} axis 0 : tensor<?x4xf32, #croton.device<"dev0">>, tensor<2xi64, #croton.device<"dev0">>
  %3 = croton.take %m, %j axis 0 : tensor<?x4xf32, #croton.device<"dev0">>, tensor<2xi64, #croton.device<"dev0">>
  // CHECK: = croton.one_hot %{{.+}}, %{{.+}} : tensor<2xi64, #croton.device<"dev0">> -> tensor<2x10xi1, #croton.device<"dev0">>
  %4 = croton.one_hot %j, %host : tensor<2xi64, #croton.device<"dev0">> -> tensor<2x10xi1, #croton.device<"dev0">>
  return %1, %3, %4
      : tensor<4xf32, #croton.device<"dev0">>,
        tensor<2x4xf32, #croton.device<"dev0">>,
        tensor<2x10xi1, #croton.device<"dev0">>
}
