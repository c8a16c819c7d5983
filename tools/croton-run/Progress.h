//===- Progress.h - Progress and times of calls -----------------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells on stderr how a long run goes, and sums up the times of its calls.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_TOOLS_CROTON_RUN_PROGRESS_H
#define CROTON_TOOLS_CROTON_RUN_PROGRESS_H

#include "croton/ExecutionEngine/CompileOptions.h"
#include "croton/Support/HostTensor.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <string>
#include <vector>

namespace mlir::croton {

/// Counts and times the calls of a run.
class CallLog {
public:
  using Clock = std::chrono::steady_clock;

  /// `names` are the results' names; `showProgress` asks for lines on stderr.
  CallLog(unsigned numCalls, std::vector<std::string> names, bool showProgress);
  ~CallLog();

  /// Records a call that took from `start` until now. When the run is slow, or
  /// stderr is a terminal, prints from time to time how many calls are done,
  /// how fast, and the first scalar among `results`.
  void addCall(Clock::time_point start, ArrayRef<HostTensor> results);

  /// Prints the number of calls and their times.
  void printTimes(llvm::raw_ostream &os) const;

private:
  void report(Clock::time_point now, ArrayRef<HostTensor> results);

  unsigned numCalls;
  std::vector<std::string> names;
  bool showProgress;
  bool isTerminal;
  bool hasOpenLine = false;
  Clock::time_point begin;
  Clock::time_point lastReport;
  std::vector<double> seconds;
};

/// Prints the stages of a compilation and, below the first, its passes.
void printCompileTimes(llvm::raw_ostream &os, const CompileStats &stats);

} // namespace mlir::croton

#endif // CROTON_TOOLS_CROTON_RUN_PROGRESS_H
