func.func @sum(%x: tensor<?xf32>) -> tensor<f32> {
  %r = croton.sum %x axes [0] : tensor<?xf32>
  return %r : tensor<f32>
}

func.func @sum_f64(%x: tensor<?xf64>) -> tensor<f64> {
  %r = croton.sum %x axes [0] : tensor<?xf64>
  return %r : tensor<f64>
}

func.func @sum_columns(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %r = croton.sum %x axes [0] : tensor<?x?xf32>
  return %r : tensor<?xf32>
}

func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = croton.softmax %x axis 1 : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Each row to mean 0 and variance 1, then scaled and shifted.
func.func @layer_norm(%x: tensor<?x?xf32>, %gain: tensor<1x?xf32>,
                      %shift: tensor<1x?xf32>) -> tensor<?x?xf32> {
  %eps = croton.constant dense<1.0e-5> : tensor<1x1xf32>
  %mean = croton.mean %x axes [1] : tensor<?x?xf32>
  %center = croton.dimshuffle %mean [0, x] : tensor<?xf32>
  %d = croton.sub %x, %center : tensor<?x?xf32>, tensor<?x1xf32>
  %d2 = croton.sqr %d : tensor<?x?xf32>
  %var = croton.mean %d2 axes [1] : tensor<?x?xf32>
  %v = croton.dimshuffle %var [0, x] : tensor<?xf32>
  %ve = croton.add %v, %eps : tensor<?x1xf32>, tensor<1x1xf32>
  %sd = croton.sqrt %ve : tensor<?x1xf32>
  %n = croton.true_div %d, %sd : tensor<?x?xf32>, tensor<?x1xf32>
  %g = croton.mul %n, %gain : tensor<?x?xf32>, tensor<1x?xf32>
  %r = croton.add %g, %shift : tensor<?x?xf32>, tensor<1x?xf32>
  return %r : tensor<?x?xf32>
}
