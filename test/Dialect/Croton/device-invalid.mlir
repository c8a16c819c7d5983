// RUN: croton-opt %s --split-input-file --verify-diagnostics

func.func @other_shape(%x: tensor<4xf32>) {
  // transfer.r1
  // expected-error@+1 {{'croton.gpu_from_host' op expected only the place to change, but got 'tensor<4xf32>' and 'tensor<3xf32, #croton.device<"a">>'}}
  %r = croton.gpu_from_host %x : tensor<4xf32> -> tensor<3xf32, #croton.device<"a">>
  return
}

// -----

// A static size may not be forgotten, either.
func.func @forgotten_size(%x: tensor<4xf32>) {
  // transfer.r1
  // expected-error@+1 {{'croton.gpu_from_host' op expected only the place to change, but got 'tensor<4xf32>' and 'tensor<?xf32, #croton.device<"a">>'}}
  %r = croton.gpu_from_host %x : tensor<4xf32> -> tensor<?xf32, #croton.device<"a">>
  return
}

// -----

func.func @other_element(%x: tensor<4xf64, #croton.device<"a">>) {
  // transfer.r1
  // expected-error@+1 {{'croton.gpu_to_gpu' op expected only the place to change, but got 'tensor<4xf64, #croton.device<"a">>' and 'tensor<4xf32, #croton.device<"b">>'}}
  %r = croton.gpu_to_gpu %x : tensor<4xf64, #croton.device<"a">> -> tensor<4xf32, #croton.device<"b">>
  return
}

// -----

func.func @from_device(%x: tensor<4xf32, #croton.device<"a">>) {
  // transfer.r2
  // expected-error@+1 {{'croton.gpu_from_host' op expected an operand on the host, but got 'tensor<4xf32, #croton.device<"a">>'}}
  %r = croton.gpu_from_host %x : tensor<4xf32, #croton.device<"a">> -> tensor<4xf32, #croton.device<"b">>
  return
}

// -----

func.func @to_host(%x: tensor<4xf32>) {
  // transfer.r2
  // expected-error@+1 {{'croton.gpu_from_host' op expected a result on a device, but got 'tensor<4xf32>'}}
  %r = croton.gpu_from_host %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @from_host(%x: tensor<4xf32>) {
  // transfer.r2
  // expected-error@+1 {{'croton.host_from_gpu' op expected an operand on a device, but got 'tensor<4xf32>'}}
  %r = croton.host_from_gpu %x : tensor<4xf32>
  return
}

// -----

func.func @host_to_gpu(%x: tensor<4xf32>) {
  // transfer.r2
  // expected-error@+1 {{'croton.gpu_to_gpu' op expected an operand on a device, but got 'tensor<4xf32>'}}
  %r = croton.gpu_to_gpu %x : tensor<4xf32> -> tensor<4xf32, #croton.device<"a">>
  return
}

// -----

// expected-note@+1 {{operand #0 is on #croton.device<"a">}}
func.func @sliced_elsewhere(%x: tensor<4xf32, #croton.device<"a">>) {
  %s = croton.constant dense<4> : tensor<1xi64>
  // expected-error@+1 {{'croton.specify_shape' op expected results where the operands are, but got 'tensor<4xf32, #croton.device<"a">>' and 'tensor<4xf32>'}}
  %r = croton.specify_shape %x, %s : tensor<4xf32, #croton.device<"a">>, tensor<1xi64> -> tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{expected a device of kind "cuda" or "simt", but got "cpu"}}
module attributes {croton.devices = {dev0 = #croton.device_target<kind = "cpu">}} {}

// -----

// expected-error@+1 {{expected an ordinal from 0 to 2^31 - 1, but got -1}}
module attributes {croton.devices = {dev0 = #croton.device_target<kind = "cuda", ordinal = -1>}} {}

// -----

// expected-error@+1 {{expected a chip such as "sm_90", but got "gfx90a"}}
module attributes {croton.devices = {dev0 = #croton.device_target<kind = "cuda", chip = "gfx90a">}} {}

// -----

// expected-error@+1 {{expected device 'dev0' of 'croton.devices' to be a #croton.device_target, but got "cuda"}}
module attributes {croton.devices = {dev0 = "cuda"}} {}

// -----

// expected-error@+1 {{expected 'croton.devices' to be a dictionary on a module, but got "dev0"}}
module attributes {croton.devices = "dev0"} {}

// -----

// expected-error@+1 {{expected 'croton.devices' to be a dictionary on a module}}
func.func private @map_elsewhere() attributes {croton.devices = {}}

// -----

// expected-note@+1 {{'croton.devices' names dev0, dev1}}
module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">,
                                     dev1 = #croton.device_target<kind = "simt", ordinal = 1>}} {
  func.func @result(%x: tensor<4xf32>) {
    // expected-error@+1 {{unknown device "dev2"; did you mean 'dev0'?}}
    %r = croton.gpu_from_host %x : tensor<4xf32> -> tensor<4xf32, #croton.device<"dev2">>
    return
  }
}

// -----

// expected-note@+1 {{'croton.devices' names dev0}}
module attributes {croton.devices = {dev0 = #croton.device_target<kind = "simt">}} {
  // expected-error@+1 {{unknown device "elsewhere"}}
  func.func @argument(%x: tensor<4xf32, #croton.device<"elsewhere">>) {
    return
  }
}

// -----

// expected-note@+1 {{'croton.devices' names none}}
module attributes {croton.devices = {}} {
  // expected-error@+1 {{unknown device "dev0"}}
  func.func private @declared() -> tensor<4xf32, #croton.device<"dev0">>
}
