//===- PairedTimer.h - Ratios from one run -*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Times alternatives in turn, so that whatever else the machine does falls on
// all of them, and reports medians and the medians of paired ratios.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_BENCHMARKS_HOST_PAIREDTIMER_H
#define CROTON_BENCHMARKS_HOST_PAIREDTIMER_H

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One of the ways to do the same work.
struct Alternative {
  std::string name;
  std::function<void()> run;
};

/// What was measured of one alternative.
struct Timing {
  std::string name;
  /// The median time of one run, in seconds.
  double seconds = 0;
  /// The median over all rounds of the time of the first alternative divided
  /// by this one's in the same round: 1.0 for the first.
  double ratio = 0;
};

/// Runs all alternatives in turn, `rounds` times; each time a run is repeated
/// until it takes at least `minSeconds`.
std::vector<Timing> timeInTurn(const std::vector<Alternative> &alternatives,
                               int rounds, double minSeconds);

} // namespace bench

#endif // CROTON_BENCHMARKS_HOST_PAIREDTIMER_H
