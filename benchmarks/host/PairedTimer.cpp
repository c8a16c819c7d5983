//===- PairedTimer.cpp - Ratios from one run ------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairedTimer.h"

#include <algorithm>
#include <chrono>

using namespace bench;

static double timeRuns(const std::function<void()> &run, long repeats) {
  auto start = std::chrono::steady_clock::now();
  for (long i = 0; i < repeats; ++i)
    run();
  std::chrono::duration<double> elapsed =
      std::chrono::steady_clock::now() - start;
  return elapsed.count() / repeats;
}

/// How often `run` must be repeated to take `minSeconds`; warms it up, too.
static long calibrate(const std::function<void()> &run, double minSeconds) {
  run();
  double once = timeRuns(run, 1);
  return std::max(1L, static_cast<long>(minSeconds / std::max(once, 1e-9)));
}

static double median(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::vector<Timing>
bench::timeInTurn(const std::vector<Alternative> &alternatives, int rounds,
                  double minSeconds) {
  std::vector<long> repeats;
  for (const Alternative &alternative : alternatives)
    repeats.push_back(calibrate(alternative.run, minSeconds));

  std::vector<std::vector<double>> seconds(alternatives.size()),
      ratios(alternatives.size());
  for (int round = 0; round < rounds; ++round)
    for (size_t i = 0; i < alternatives.size(); ++i) {
      seconds[i].push_back(timeRuns(alternatives[i].run, repeats[i]));
      ratios[i].push_back(seconds[0].back() / seconds[i].back());
    }

  std::vector<Timing> timings;
  for (size_t i = 0; i < alternatives.size(); ++i)
    timings.push_back(
        {alternatives[i].name, median(seconds[i]), median(ratios[i])});
  return timings;
}
