// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --mlir-print-op-generic | croton-opt | FileCheck %s

// CHECK-LABEL: func.func @markers
// CHECK-SAME: (%[[X:.+]]: tensor<?x4xf32>, %[[N:.+]]: tensor<2xi32>, %[[C:.+]]: tensor<complex<f64>>)
func.func @markers(%x: tensor<?x4xf32>, %n: tensor<2xi32>,
                   %c: tensor<complex<f64>>)
    -> (tensor<?x4xf32>, tensor<2xi32>, tensor<complex<f64>>,
        tensor<?x4xf32>) {
  // CHECK: = croton.zero_grad %[[X]] : tensor<?x4xf32>
  %0 = croton.zero_grad %x : tensor<?x4xf32>
  // CHECK: = croton.zero_grad %[[N]] {note} : tensor<2xi32>
  %1 = croton.zero_grad %n {note} : tensor<2xi32>
  // CHECK: = croton.disconnected_grad %[[C]] : tensor<complex<f64>>
  %2 = croton.disconnected_grad %c : tensor<complex<f64>>
  // CHECK: = croton.grad_clip %[[X]] from -1.000000e+00 to 2.500000e-01 : tensor<?x4xf32>
  %3 = croton.grad_clip %x from -1.0 to 0.25 : tensor<?x4xf32>
  return %0, %1, %2, %3 : tensor<?x4xf32>, tensor<2xi32>,
                          tensor<complex<f64>>, tensor<?x4xf32>
}

// Bounds may be equal or infinite.
// CHECK-LABEL: func.func @clip_bounds
func.func @clip_bounds(%x: tensor<f16>, %y: tensor<0xbf16>, %z: tensor<1xf64>) {
  // CHECK: = croton.grad_clip %{{.+}} from 0.000000e+00 to 0.000000e+00 : tensor<f16>
  %0 = croton.grad_clip %x from 0.0 to 0.0 : tensor<f16>
  // CHECK: = croton.grad_clip %{{.+}} from 0xFFF0000000000000 to 0x7FF0000000000000 : tensor<0xbf16>
  %1 = croton.grad_clip %y from 0xFFF0000000000000 to 0x7FF0000000000000 : tensor<0xbf16>
  // CHECK: = croton.grad_clip %{{.+}} from -0.000000e+00 to 0.000000e+00 {note} : tensor<1xf64>
  %2 = croton.grad_clip %z from -0.0 to 0.0 {note} : tensor<1xf64>
  return
}

// CHECK-LABEL: func.func @grad
// CHECK-SAME: (%[[COST:.+]]: tensor<f32>, %[[W:.+]]: tensor<64x10xf32>, %[[B:.+]]: tensor<?xf32>, %[[Y:.+]]: tensor<?xf64>, %[[G:.+]]: tensor<3xf64>)
func.func @grad(%cost: tensor<f32>, %w: tensor<64x10xf32>, %b: tensor<?xf32>,
                %y: tensor<?xf64>, %g: tensor<3xf64>)
    -> (tensor<64x10xf32>, tensor<?xf32>) {
  // CHECK: %{{.+}}:2 = croton.grad %[[COST]] : tensor<f32> wrt(%[[W]], %[[B]] : tensor<64x10xf32>, tensor<?xf32>){{$}}
  %0:2 = croton.grad %cost : tensor<f32>
      wrt(%w, %b : tensor<64x10xf32>, tensor<?xf32>)
  // CHECK: = croton.grad %[[COST]] : tensor<f32> wrt(%[[W]] : tensor<64x10xf32>) consider_constant(%[[B]] : tensor<?xf32>){{$}}
  %1 = croton.grad %cost : tensor<f32> wrt(%w : tensor<64x10xf32>)
      consider_constant(%b : tensor<?xf32>)
  // CHECK: = croton.grad %[[COST]] : tensor<f32> wrt(%[[W]] : tensor<64x10xf32>) known(%[[Y]] : tensor<?xf64>) grads(%[[G]] : tensor<3xf64>){{$}}
  %2 = croton.grad %cost : tensor<f32> wrt(%w : tensor<64x10xf32>)
      known(%y : tensor<?xf64>) grads(%g : tensor<3xf64>)
  // CHECK: = croton.grad %[[COST]] : tensor<f32> wrt(%[[W]] : tensor<64x10xf32>) disconnected warn{{$}}
  %3 = croton.grad %cost : tensor<f32> wrt(%w : tensor<64x10xf32>)
      disconnected warn
  // CHECK: = croton.grad %[[COST]] : tensor<f32> wrt(%[[W]] : tensor<64x10xf32>) consider_constant(%[[B]], %[[Y]] : tensor<?xf32>, tensor<?xf64>) known(%[[Y]], %[[B]] : tensor<?xf64>, tensor<?xf32>) grads(%[[G]], %[[B]] : tensor<3xf64>, tensor<?xf32>) disconnected ignore {note}
  %4 = croton.grad %cost : tensor<f32> wrt(%w : tensor<64x10xf32>)
      consider_constant(%b, %y : tensor<?xf32>, tensor<?xf64>)
      known(%y, %b : tensor<?xf64>, tensor<?xf32>)
      grads(%g, %b : tensor<3xf64>, tensor<?xf32>)
      disconnected ignore {note}
  // The default policy is not printed.
  // CHECK: = croton.grad %[[COST]] : tensor<f32> wrt(%[[W]] : tensor<64x10xf32>){{$}}
  %5 = croton.grad %cost : tensor<f32> wrt(%w : tensor<64x10xf32>)
      disconnected raise
  return %0#0, %0#1 : tensor<64x10xf32>, tensor<?xf32>
}

// Floats keep their type, up to 16 bits give f32, more give f64.
// CHECK-LABEL: func.func @gradient_types
func.func @gradient_types(%cost: tensor<f64>, %i1: tensor<?xi1>,
                          %i8: tensor<2xi8>, %ui16: tensor<1xui16>,
                          %i32: tensor<0xi32>, %ui64: tensor<ui64>,
                          %f16: tensor<2xf16>, %bf16: tensor<2xbf16>,
                          %f64: tensor<2xf64>)
    -> (tensor<?xf32>, tensor<2xf32>, tensor<1xf32>, tensor<0xf64>,
        tensor<f64>, tensor<2xf16>, tensor<2xbf16>, tensor<2xf64>) {
  %0:8 = croton.grad %cost : tensor<f64>
      wrt(%i1, %i8, %ui16, %i32, %ui64, %f16, %bf16, %f64
          : tensor<?xi1>, tensor<2xi8>, tensor<1xui16>, tensor<0xi32>,
            tensor<ui64>, tensor<2xf16>, tensor<2xbf16>, tensor<2xf64>)
  // CHECK: return %{{.+}} : tensor<?xf32>, tensor<2xf32>, tensor<1xf32>, tensor<0xf64>, tensor<f64>, tensor<2xf16>, tensor<2xbf16>, tensor<2xf64>
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6, %0#7
      : tensor<?xf32>, tensor<2xf32>, tensor<1xf32>, tensor<0xf64>,
        tensor<f64>, tensor<2xf16>, tensor<2xbf16>, tensor<2xf64>
}

// CHECK-LABEL: func.func @lop
// CHECK-SAME: (%[[Y:.+]]: tensor<?xf32>, %[[N:.+]]: tensor<2xi8>, %[[GY:.+]]: tensor<?xf32>, %[[GN:.+]]: tensor<2xf32>, %[[X:.+]]: tensor<4xf64>)
func.func @lop(%y: tensor<?xf32>, %n: tensor<2xi8>, %gy: tensor<?xf32>,
               %gn: tensor<2xf32>, %x: tensor<4xf64>) -> tensor<4xf64> {
  // CHECK: = croton.lop %[[Y]] : tensor<?xf32> grads(%[[GY]] : tensor<?xf32>) wrt(%[[X]] : tensor<4xf64>){{$}}
  %0 = croton.lop %y : tensor<?xf32> grads(%gy : tensor<?xf32>)
      wrt(%x : tensor<4xf64>)
  // CHECK: %{{.+}}:2 = croton.lop %[[Y]], %[[N]] : tensor<?xf32>, tensor<2xi8> grads(%[[GY]], %[[GN]] : tensor<?xf32>, tensor<2xf32>) wrt(%[[X]], %[[X]] : tensor<4xf64>, tensor<4xf64>) consider_constant(%[[Y]] : tensor<?xf32>) disconnected ignore
  %1:2 = croton.lop %y, %n : tensor<?xf32>, tensor<2xi8>
      grads(%gy, %gn : tensor<?xf32>, tensor<2xf32>)
      wrt(%x, %x : tensor<4xf64>, tensor<4xf64>)
      consider_constant(%y : tensor<?xf32>) disconnected ignore
  return %0 : tensor<4xf64>
}

// The results have the shapes of the outputs.
// CHECK-LABEL: func.func @rop
// CHECK-SAME: (%[[Y:.+]]: tensor<?xf32>, %[[N:.+]]: tensor<2xi32>, %[[X:.+]]: tensor<4xf64>, %[[DX:.+]]: tensor<4xf32>)
func.func @rop(%y: tensor<?xf32>, %n: tensor<2xi32>, %x: tensor<4xf64>,
               %dx: tensor<4xf32>) -> (tensor<?xf32>, tensor<2xf64>) {
  // CHECK: = croton.rop %[[Y]] : tensor<?xf32> wrt(%[[X]] : tensor<4xf64>) along(%[[DX]] : tensor<4xf32>){{$}}
  %0 = croton.rop %y : tensor<?xf32> wrt(%x : tensor<4xf64>)
      along(%dx : tensor<4xf32>)
  // CHECK: %{{.+}}:2 = croton.rop %[[Y]], %[[N]] : tensor<?xf32>, tensor<2xi32> wrt(%[[X]], %[[X]] : tensor<4xf64>, tensor<4xf64>) along(%[[DX]], %[[DX]] : tensor<4xf32>, tensor<4xf32>) disconnected warn {note}
  %1:2 = croton.rop %y, %n : tensor<?xf32>, tensor<2xi32>
      wrt(%x, %x : tensor<4xf64>, tensor<4xf64>)
      along(%dx, %dx : tensor<4xf32>, tensor<4xf32>) disconnected warn {note}
  return %1#0, %1#1 : tensor<?xf32>, tensor<2xf64>
}

// A gradient lives where its value does.
// CHECK-LABEL: func.func @on_device
func.func @on_device(%cost: tensor<f32, #croton.device<"dev0">>,
                     %x: tensor<?xi8, #croton.device<"dev0">>)
    -> tensor<?xf32, #croton.device<"dev0">> {
  %0 = croton.zero_grad %x : tensor<?xi8, #croton.device<"dev0">>
  // CHECK: = croton.grad %{{.+}} : tensor<f32, #croton.device<"dev0">> wrt(%{{.+}} : tensor<?xi8, #croton.device<"dev0">>)
  %1 = croton.grad %cost : tensor<f32, #croton.device<"dev0">>
      wrt(%0 : tensor<?xi8, #croton.device<"dev0">>)
  return %1 : tensor<?xf32, #croton.device<"dev0">>
}
