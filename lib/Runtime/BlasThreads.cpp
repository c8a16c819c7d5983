//===- BlasThreads.cpp - How many threads a product gets ----------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlasThreads.h"

#include <cblas.h>

using namespace croton_rt;

/// Products below this many multiplications, some 3 ms of one core, get one
/// thread.
static constexpr double kMinWorkForThreads = double(1 << 26);

/// What the environment or the program around us allows. Asked when the program
/// starts, so that a call never takes another call's limit for the full number.
static const int maxThreads = openblas_get_num_threads();

BlasThreads::BlasThreads(int64_t m, int64_t n, int64_t k)
    : isLimited(maxThreads > 1 &&
                double(m) * double(n) * double(k) < kMinWorkForThreads) {
  if (isLimited)
    openblas_set_num_threads(1);
}

BlasThreads::~BlasThreads() {
  if (isLimited)
    openblas_set_num_threads(maxThreads);
}
