// Attributes and types that belong to no op.
// RUN: croton-opt %s --verify-roundtrip | FileCheck %s
// RUN: croton-opt %s --emit-bytecode | croton-opt | FileCheck %s

// CHECK: func.func private @on_device(tensor<4x?xf32, #croton.device<"dev0">>)
func.func private @on_device(tensor<4x?xf32, #croton.device<"dev0">>)
// CHECK: func.func private @odd_name(tensor<f32, #croton.device<"a \22b\22 \00">>)
func.func private @odd_name(tensor<f32, #croton.device<"a \22b\22 \00">>)

// CHECK: func.func private @enums() attributes {a = #croton<take_mode wrap>, b = #croton<disconnected_inputs ignore>}
func.func private @enums() attributes {
  a = #croton<take_mode wrap>, b = #croton<disconnected_inputs ignore>
}

// CHECK: func.func private @signature(tensor<f32> {croton.donated, croton.name = "x"}, tensor<f32> {croton.state = @w}) -> (tensor<f32> {croton.name = "y"}, tensor<f32> {croton.state = @w})
func.func private @signature(tensor<f32> {croton.donated, croton.name = "x"},
                             tensor<f32> {croton.state = @w})
    -> (tensor<f32> {croton.name = "y"}, tensor<f32> {croton.state = @w})
