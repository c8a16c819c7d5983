// Logistic regression on the handwritten digits.
//
//   croton-run logistic.mlir --entry=train \
//     --arg x=../data/digits_x.npy --arg y=../data/digits_y.npy --repeat 200
//
// The whole data set goes in each time. Rows 4, 9, 14, ... are the test set:
// `train` gives them no weight, `test` looks at nothing else.

ml_program.global private mutable @w(dense<0.0> : tensor<64x10xf32>) : tensor<64x10xf32>
ml_program.global private mutable @b(dense<0.0> : tensor<1x10xf32>) : tensor<1x10xf32>

// How fast the parameters move.
ml_program.global private mutable @vw(dense<0.0> : tensor<64x10xf32>) : tensor<64x10xf32>
ml_program.global private mutable @vb(dense<0.0> : tensor<1x10xf32>) : tensor<1x10xf32>

// Pixels 0 to 16 become numbers from 0 to 1.
func.func private @scale(%x: tensor<?x64xui8>) -> tensor<?x64xf32> {
  %pixels = croton.cast %x to f32 : tensor<?x64xui8>
  %white = croton.constant dense<16.0> : tensor<1x1xf32>
  %scaled = croton.true_div %pixels, %white : tensor<?x64xf32>, tensor<1x1xf32>
  return %scaled : tensor<?x64xf32>
}

// The model: one score for each class.
func.func private @scores(%x: tensor<?x64xf32>, %w: tensor<64x10xf32>,
                          %b: tensor<1x10xf32>) -> tensor<?x10xf32> {
  %xw = croton.dot %x, %w : tensor<?x64xf32>, tensor<64x10xf32>
  %scores = croton.add %xw, %b : tensor<?x10xf32>, tensor<1x10xf32>
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
  %w = ml_program.global_load @w : tensor<64x10xf32>
  %b = ml_program.global_load @b : tensor<1x10xf32>
  %vw = ml_program.global_load @vw : tensor<64x10xf32>
  %vb = ml_program.global_load @vb : tensor<1x10xf32>

  %input = call @scale(%x) : (tensor<?x64xui8>) -> tensor<?x64xf32>
  %scores = call @scores(%input, %w, %b)
      : (tensor<?x64xf32>, tensor<64x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>
  %losses = croton.crossentropy_softmax %scores, %y : tensor<?x10xf32>, tensor<?xui8>
  %loss = call @mean_over_training_rows(%losses) : (tensor<?xf32>) -> tensor<f32>

  %gw, %gb = croton.grad %loss : tensor<f32>
      wrt(%w, %b : tensor<64x10xf32>, tensor<1x10xf32>)

  // v <- momentum v - rate g;  w <- w + v
  %rate = croton.constant dense<0.5> : tensor<1x1xf32>
  %momentum = croton.constant dense<0.9> : tensor<1x1xf32>
  %vw_kept = croton.mul %momentum, %vw : tensor<1x1xf32>, tensor<64x10xf32>
  %vb_kept = croton.mul %momentum, %vb : tensor<1x1xf32>, tensor<1x10xf32>
  %w_push = croton.mul %rate, %gw : tensor<1x1xf32>, tensor<64x10xf32>
  %b_push = croton.mul %rate, %gb : tensor<1x1xf32>, tensor<1x10xf32>
  %vw_new = croton.sub %vw_kept, %w_push : tensor<64x10xf32>, tensor<64x10xf32>
  %vb_new = croton.sub %vb_kept, %b_push : tensor<1x10xf32>, tensor<1x10xf32>
  %w_new = croton.add %w, %vw_new : tensor<64x10xf32>, tensor<64x10xf32>
  %b_new = croton.add %b, %vb_new : tensor<1x10xf32>, tensor<1x10xf32>

  ml_program.global_store @w = %w_new : tensor<64x10xf32>
  ml_program.global_store @b = %b_new : tensor<1x10xf32>
  ml_program.global_store @vw = %vw_new : tensor<64x10xf32>
  ml_program.global_store @vb = %vb_new : tensor<1x10xf32>
  return %loss : tensor<f32>
}

// The part of the test set that is classified right.
func.func @test(%x: tensor<?x64xui8> {croton.name = "x"},
                %y: tensor<?xui8> {croton.name = "y"})
    -> (tensor<f32> {croton.name = "accuracy"}) {
  %w = ml_program.global_load @w : tensor<64x10xf32>
  %b = ml_program.global_load @b : tensor<1x10xf32>

  %x_test = croton.subtensor %x[4::5, :] : tensor<?x64xui8>
  %y_test = croton.subtensor %y[4::5] : tensor<?xui8>

  %input = call @scale(%x_test) : (tensor<?x64xui8>) -> tensor<?x64xf32>
  %scores = call @scores(%input, %w, %b)
      : (tensor<?x64xf32>, tensor<64x10xf32>, tensor<1x10xf32>) -> tensor<?x10xf32>
  %guess = croton.argmax %scores axes [1] : tensor<?x10xf32>
  %label = croton.cast %y_test to i64 : tensor<?xui8>
  %is_right = croton.eq %guess, %label : tensor<?xi64>, tensor<?xi64>
  %right = croton.cast %is_right to f32 : tensor<?xi1>
  %accuracy = croton.mean %right axes [0] : tensor<?xf32>
  return %accuracy : tensor<f32>
}
