// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-place-on-device=device=dev0
// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-place-on-device="device=dev0 way=equilibrium"

#dev0 = #croton.device<"dev0">
#dev1 = #croton.device<"dev1">

func.func @two_devices(%x: tensor<4xf32, #dev0>, %y: tensor<4xf32, #dev1>) -> tensor<4xf32> {
  // expected-note@+1 {{operand #0 is on #croton.device<"dev0">}}
  %a = croton.host_from_gpu %x : tensor<4xf32, #dev0>
  // expected-note@+1 {{operand #1 is on #croton.device<"dev1">}}
  %b = croton.host_from_gpu %y : tensor<4xf32, #dev1>
  // expected-error@+1 {{'croton.add' op has operands on different devices; transfer one of them to the device of the other}}
  %r = croton.add %a, %b : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// An argument goes to either device; what the device makes of it does not.
func.func @made_there(%x: tensor<4xf32>, %y: tensor<4xf32, #croton.device<"dev1">>) -> (tensor<4xf32>, tensor<4xf32>) {
  // expected-note@+1 {{operand #1 is on #croton.device<"dev1">}}
  %b = croton.host_from_gpu %y : tensor<4xf32, #croton.device<"dev1">>
  %0 = croton.add %x, %b : tensor<4xf32>, tensor<4xf32>
  // expected-note@+1 {{operand #0 is on #croton.device<"dev0">}}
  %1 = croton.exp %x : tensor<4xf32>
  // expected-error@+1 {{'croton.sub' op has operands on different devices}}
  %2 = croton.sub %1, %b : tensor<4xf32>, tensor<4xf32>
  return %0, %2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-note@+2 {{'croton.devices' names dev1, dev2}}
// expected-error@+1 {{unknown device "dev0"; did you mean 'dev1'?}}
module attributes {croton.devices = {dev1 = #croton.device_target<kind = "simt">,
                                     dev2 = #croton.device_target<kind = "simt", ordinal = 1>}} {
}
