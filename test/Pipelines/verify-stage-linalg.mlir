// RUN: croton-opt %s --split-input-file --verify-diagnostics --croton-verify-stage=stage=linalg

func.func @croton(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has no place behind stage 'linalg'}}
  %r = croton.add %x, %y : tensor<4xf32>, tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A check may stay.

func.func @check(%ok: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  croton.check %ok, 4, "not ok"
  return %x : tensor<4xf32>
}

// -----

// Tensors live on the host or on a device; transfers are between them.

func.func @device(%x: tensor<4xf32>) -> tensor<4xf32, #croton.device<"dev0">> {
  %e = tensor.empty() : tensor<4xf32, #croton.device<"dev0">>
  %r = bufferization.materialize_in_destination %x in %e : (tensor<4xf32>, tensor<4xf32, #croton.device<"dev0">>) -> tensor<4xf32, #croton.device<"dev0">>
  return %r : tensor<4xf32, #croton.device<"dev0">>
}

// -----

// expected-error@+1 {{has a tensor with an encoding, which has no place behind stage 'linalg'}}
func.func @other_encoding(%x: tensor<4xf32, 1>) {
  return
}
