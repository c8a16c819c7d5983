// Limited by memory: two reads and one write of 4 bytes for two operations.
func.func @saxpy(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %a = croton.constant dense<2.5> : tensor<1xf32>
  %ax = croton.mul %a, %x : tensor<1xf32>, tensor<?xf32>
  %r = croton.add %ax, %y : tensor<?xf32>, tensor<?xf32>
  return %r : tensor<?xf32>
}

// Limited by arithmetic: a chain with two transcendental functions.
func.func @chain(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %half = croton.constant dense<0.5> : tensor<1xf32>
  %p = croton.mul %x, %half : tensor<?xf32>, tensor<1xf32>
  %e = croton.exp %p : tensor<?xf32>
  %d = croton.sub %e, %y : tensor<?xf32>, tensor<?xf32>
  %t = croton.tanh %d : tensor<?xf32>
  %r = croton.add %t, %x : tensor<?xf32>, tensor<?xf32>
  return %r : tensor<?xf32>
}
