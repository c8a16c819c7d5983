// A perceptron with one hidden layer on the handwritten digits.
//
//   croton-run perceptron.mlir --entry=init --seed 1 --save-state=weights \
//     --arg r1=random:64x128 --arg r2=random:128x10
//   croton-run perceptron.mlir --entry=train --load-state=weights --repeat 300 \
//     --arg x=../data/digits_x.npy --arg y=../data/digits_y.npy
//
// The whole data set goes in each time. Rows 4, 9, 14, ... are the test set:
// `train` gives them no weight, `test` looks at nothing else.

ml_program.global private mutable @w1(dense<0.0> : tensor<64x128xf32>) : tensor<64x128xf32>
ml_program.global private mutable @b1(dense<0.0> : tensor<1x128xf32>) : tensor<1x128xf32>
ml_program.global private mutable @w2(dense<0.0> : tensor<128x10xf32>) : tensor<128x10xf32>
ml_program.global private mutable @b2(dense<0.0> : tensor<1x10xf32>) : tensor<1x10xf32>

// How fast the parameters move.
ml_program.global private mutable @vw1(dense<0.0> : tensor<64x128xf32>) : tensor<64x128xf32>
ml_program.global private mutable @vb1(dense<0.0> : tensor<1x128xf32>) : tensor<1x128xf32>
ml_program.global private mutable @vw2(dense<0.0> : tensor<128x10xf32>) : tensor<128x10xf32>
ml_program.global private mutable @vb2(dense<0.0> : tensor<1x10xf32>) : tensor<1x10xf32>

// Spreads numbers from 0 to 1 evenly over -limit to limit, where limit is
// sqrt(6 / (inputs + outputs)), so that neither values nor gradients grow or
// shrink from layer to layer (Glorot and Bengio, 2010).
func.func @init(%r1: tensor<64x128xf32> {croton.name = "r1"},
                %r2: tensor<128x10xf32> {croton.name = "r2"}) {
  %half = croton.constant dense<0.5> : tensor<1x1xf32>
  %range1 = croton.constant dense<0.353553> : tensor<1x1xf32>
  %range2 = croton.constant dense<0.417029> : tensor<1x1xf32>
  %c1 = croton.sub %r1, %half : tensor<64x128xf32>, tensor<1x1xf32>
  %c2 = croton.sub %r2, %half : tensor<128x10xf32>, tensor<1x1xf32>
  %w1 = croton.mul %c1, %range1 : tensor<64x128xf32>, tensor<1x1xf32>
  %w2 = croton.mul %c2, %range2 : tensor<128x10xf32>, tensor<1x1xf32>
  ml_program.global_store @w1 = %w1 : tensor<64x128xf32>
  ml_program.global_store @w2 = %w2 : tensor<128x10xf32>
  return
}

// Pixels 0 to 16 become numbers from 0 to 1.
func.func private @scale(%x: tensor<?x64xui8>) -> tensor<?x64xf32> {
  %pixels = croton.cast %x to f32 : tensor<?x64xui8>
  %white = croton.constant dense<16.0> : tensor<1x1xf32>
  %scaled = croton.true_div %pixels, %white : tensor<?x64xf32>, tensor<1x1xf32>
  return %scaled : tensor<?x64xf32>
}

// The model: one score for each class.
func.func private @scores(%x: tensor<?x64xf32>,
                          %w1: tensor<64x128xf32>, %b1: tensor<1x128xf32>,
                          %w2: tensor<128x10xf32>, %b2: tensor<1x10xf32>)
    -> tensor<?x10xf32> {
  %xw = croton.dot %x, %w1 : tensor<?x64xf32>, tensor<64x128xf32>
  %in = croton.add %xw, %b1 : tensor<?x128xf32>, tensor<1x128xf32>
  %hidden = croton.tanh %in : tensor<?x128xf32>
  %hw = croton.dot %hidden, %w2 : tensor<?x128xf32>, tensor<128x10xf32>
  %scores = croton.add %hw, %b2 : tensor<?x10xf32>, tensor<1x10xf32>
  return %scores : tensor<?x10xf32>
}

// The mean of `loss` over the rows that are not in the test set.
func.func private @mean_over_training_rows(%loss: tensor<?xf32>) -> tensor<f32> {
  %one = croton.constant dense<1.0> : tensor<1xf32>
  %zero = croton.constant dense<0.0> : tensor<1xf32>
  %ones = croton.fill %loss, %one : tensor<?xf32>, tensor<1xf32>
  %weight = croton.inc_subtensor %ones[4::5], %zero set : tensor<?xf32>, tensor<1xf32>
  %weighted = croton.mul %loss, %weight : tensor<?xf32>, tensor<?xf32>
  %total = croton.sum %weighted axes [0] : tensor<?xf32>
  %count = croton.sum %weight axes [0] : tensor<?xf32>
  %mean = croton.true_div %total, %count : tensor<f32>, tensor<f32>
  return %mean : tensor<f32>
}

// One step of gradient descent with momentum on all training rows; returns the
// loss before the step.
func.func @train(%x: tensor<?x64xui8> {croton.name = "x"},
                 %y: tensor<?xui8> {croton.name = "y"})
    -> (tensor<f32> {croton.name = "loss"}) {
  %w1 = ml_program.global_load @w1 : tensor<64x128xf32>
  %b1 = ml_program.global_load @b1 : tensor<1x128xf32>
  %w2 = ml_program.global_load @w2 : tensor<128x10xf32>
  %b2 = ml_program.global_load @b2 : tensor<1x10xf32>

  %input = call @scale(%x) : (tensor<?x64xui8>) -> tensor<?x64xf32>
  %scores = call @scores(%input, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<1x128xf32>,
         tensor<128x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>
  %losses = croton.crossentropy_softmax %scores, %y : tensor<?x10xf32>, tensor<?xui8>
  %loss = call @mean_over_training_rows(%losses) : (tensor<?xf32>) -> tensor<f32>

  %gw1, %gb1, %gw2, %gb2 = croton.grad %loss : tensor<f32>
      wrt(%w1, %b1, %w2, %b2
          : tensor<64x128xf32>, tensor<1x128xf32>, tensor<128x10xf32>, tensor<1x10xf32>)

  // v <- momentum v - rate g;  w <- w + v
  %rate = croton.constant dense<0.5> : tensor<1x1xf32>
  %momentum = croton.constant dense<0.9> : tensor<1x1xf32>

  %vw1 = ml_program.global_load @vw1 : tensor<64x128xf32>
  %vw1_kept = croton.mul %momentum, %vw1 : tensor<1x1xf32>, tensor<64x128xf32>
  %w1_push = croton.mul %rate, %gw1 : tensor<1x1xf32>, tensor<64x128xf32>
  %vw1_new = croton.sub %vw1_kept, %w1_push : tensor<64x128xf32>, tensor<64x128xf32>
  %w1_new = croton.add %w1, %vw1_new : tensor<64x128xf32>, tensor<64x128xf32>

  %vb1 = ml_program.global_load @vb1 : tensor<1x128xf32>
  %vb1_kept = croton.mul %momentum, %vb1 : tensor<1x1xf32>, tensor<1x128xf32>
  %b1_push = croton.mul %rate, %gb1 : tensor<1x1xf32>, tensor<1x128xf32>
  %vb1_new = croton.sub %vb1_kept, %b1_push : tensor<1x128xf32>, tensor<1x128xf32>
  %b1_new = croton.add %b1, %vb1_new : tensor<1x128xf32>, tensor<1x128xf32>

  %vw2 = ml_program.global_load @vw2 : tensor<128x10xf32>
  %vw2_kept = croton.mul %momentum, %vw2 : tensor<1x1xf32>, tensor<128x10xf32>
  %w2_push = croton.mul %rate, %gw2 : tensor<1x1xf32>, tensor<128x10xf32>
  %vw2_new = croton.sub %vw2_kept, %w2_push : tensor<128x10xf32>, tensor<128x10xf32>
  %w2_new = croton.add %w2, %vw2_new : tensor<128x10xf32>, tensor<128x10xf32>

  %vb2 = ml_program.global_load @vb2 : tensor<1x10xf32>
  %vb2_kept = croton.mul %momentum, %vb2 : tensor<1x1xf32>, tensor<1x10xf32>
  %b2_push = croton.mul %rate, %gb2 : tensor<1x1xf32>, tensor<1x10xf32>
  %vb2_new = croton.sub %vb2_kept, %b2_push : tensor<1x10xf32>, tensor<1x10xf32>
  %b2_new = croton.add %b2, %vb2_new : tensor<1x10xf32>, tensor<1x10xf32>

  ml_program.global_store @w1 = %w1_new : tensor<64x128xf32>
  ml_program.global_store @b1 = %b1_new : tensor<1x128xf32>
  ml_program.global_store @w2 = %w2_new : tensor<128x10xf32>
  ml_program.global_store @b2 = %b2_new : tensor<1x10xf32>
  ml_program.global_store @vw1 = %vw1_new : tensor<64x128xf32>
  ml_program.global_store @vb1 = %vb1_new : tensor<1x128xf32>
  ml_program.global_store @vw2 = %vw2_new : tensor<128x10xf32>
  ml_program.global_store @vb2 = %vb2_new : tensor<1x10xf32>
  return %loss : tensor<f32>
}

// The part of the test set that is classified right.
func.func @test(%x: tensor<?x64xui8> {croton.name = "x"},
                %y: tensor<?xui8> {croton.name = "y"})
    -> (tensor<f32> {croton.name = "accuracy"}) {
  %w1 = ml_program.global_load @w1 : tensor<64x128xf32>
  %b1 = ml_program.global_load @b1 : tensor<1x128xf32>
  %w2 = ml_program.global_load @w2 : tensor<128x10xf32>
  %b2 = ml_program.global_load @b2 : tensor<1x10xf32>

  %x_test = croton.subtensor %x[4::5, :] : tensor<?x64xui8>
  %y_test = croton.subtensor %y[4::5] : tensor<?xui8>

  %input = call @scale(%x_test) : (tensor<?x64xui8>) -> tensor<?x64xf32>
  %scores = call @scores(%input, %w1, %b1, %w2, %b2)
      : (tensor<?x64xf32>, tensor<64x128xf32>, tensor<1x128xf32>,
         tensor<128x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>
  %guess = croton.argmax %scores axes [1] : tensor<?x10xf32>
  %label = croton.cast %y_test to i64 : tensor<?xui8>
  %is_right = croton.eq %guess, %label : tensor<?xi64>, tensor<?xi64>
  %right = croton.cast %is_right to f32 : tensor<?xi1>
  %accuracy = croton.mean %right axes [0] : tensor<?xf32>
  return %accuracy : tensor<f32>
}
