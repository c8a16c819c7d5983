//===- HandPerceptron.h - The perceptron step by hand -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The training step of examples/digits/perceptron.mlir, written with OpenBLAS
// and plain loops.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_BENCHMARKS_HOST_HANDPERCEPTRON_H
#define CROTON_BENCHMARKS_HOST_HANDPERCEPTRON_H

#include <cstdint>
#include <vector>

namespace hand {

class Perceptron {
public:
  static constexpr int64_t kInputs = 64, kHidden = 128, kClasses = 10;

  /// Takes the weights of a fresh model: kInputs x kHidden and kHidden x
  /// kClasses, row-major.
  Perceptron(int64_t rows, const float *w1, const float *w2);

  /// One step on `rows` images (kInputs bytes each) and their labels; rows 4,
  /// 9, 14, ... have no weight. Returns the loss before the step.
  float step(const uint8_t *images, const uint8_t *labels);

  const std::vector<float> &getW1() const { return w1; }

private:
  void forward(const uint8_t *images);
  float backward(const uint8_t *labels);

  int64_t rows;
  std::vector<float> w1, b1, w2, b2;
  std::vector<float> vw1, vb1, vw2, vb2;
  std::vector<float> gw1, gb1, gw2, gb2;
  std::vector<float> input, hidden, scores, hiddenGrad;
};

} // namespace hand

#endif // CROTON_BENCHMARKS_HOST_HANDPERCEPTRON_H
