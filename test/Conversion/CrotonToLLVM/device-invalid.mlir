// RUN: croton-opt %s --split-input-file --verify-diagnostics --convert-croton-to-llvm

func.func @unknown_device() {
  // expected-error @+1 {{needs #croton.device<"dev0">, which croton.devices of the module does not name}}
  %a = memref.alloc() : memref<4xf32, #croton.device<"dev0">>
  return
}

// -----

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
// expected-error @+1 {{expected arguments and results on the host, but got one on #croton.device<"dev0">}}
func.func @argument(%x: memref<4xf32, #croton.device<"dev0">>) {
  return
}
}

// -----

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
func.func @read(%i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32, #croton.device<"dev0">>
  // expected-error @+1 {{touches the memory of a device on the host}}
  %v = memref.load %a[%i] : memref<4xf32, #croton.device<"dev0">>
  return %v : f32
}
}

// -----

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
func.func @write(%i: index, %v: f32) {
  %a = memref.alloc() : memref<4xf32, #croton.device<"dev0">>
  %g = memref.memory_space_cast %a : memref<4xf32, #croton.device<"dev0">> to memref<4xf32, #gpu.address_space<global>>
  // expected-error @+1 {{touches the memory of a device on the host}}
  memref.store %v, %g[%i] : memref<4xf32, #gpu.address_space<global>>
  return
}
}

// -----

module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
func.func @strided(%y: memref<4xf32>) {
  %a = memref.alloc() : memref<8xf32, #croton.device<"dev0">>
  %s = memref.subview %a[0] [4] [2] : memref<8xf32, #croton.device<"dev0">> to memref<4xf32, strided<[2]>, #croton.device<"dev0">>
  // expected-error @+1 {{copies from or to a device need contiguous memrefs on both sides}}
  memref.copy %s, %y : memref<4xf32, strided<[2]>, #croton.device<"dev0">> to memref<4xf32>
  return
}
}

// -----

module attributes {gpu.container_module, croton.devices = {dev0 = #croton.device_target<kind = "cuda">}} {
gpu.binary @croton_kernels_dev0 [#gpu.object<#croton.simt_target, bin = "object">]
func.func @no_object(%n: index) {
  // expected-error @+1 {{starts a kernel on a device of kind 'cuda', but @croton_kernels_dev0 has no object for that kind}}
  gpu.launch_func @croton_kernels_dev0::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}
}

// -----

module attributes {gpu.container_module, croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
gpu.binary @kernels [#gpu.object<#croton.simt_target, bin = "object">]
func.func @other_name(%n: index) {
  // expected-error @+1 {{expected kernels in a module named 'croton_kernels_<device>', but got 'kernels'}}
  gpu.launch_func @kernels::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}
}

// -----

module attributes {gpu.container_module, croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
gpu.binary @croton_kernels_dev0 [#gpu.object<#croton.simt_target, bin = "object">]
func.func @token(%n: index) {
  %t = gpu.wait async
  // expected-error @+1 {{has tokens, but the launches of a device are in order anyway}}
  gpu.launch_func [%t] @croton_kernels_dev0::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}
}
