//===- Progress.cpp - Progress and times of calls -------------------------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Progress lines and tables of times.
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "TensorText.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::croton;

/// Between two lines on a terminal, where each takes the place of the last.
static constexpr double kTerminalInterval = 0.2;
/// Between two lines elsewhere, also the time after which a run counts as slow.
static constexpr double kInterval = 5;

static double toSeconds(CallLog::Clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

CallLog::CallLog(unsigned numCalls, std::vector<std::string> names,
                 bool showProgress)
    : numCalls(numCalls), names(std::move(names)), showProgress(showProgress),
      isTerminal(llvm::sys::Process::StandardErrIsDisplayed()),
      begin(Clock::now()), lastReport(begin) {}

CallLog::~CallLog() {
  if (hasOpenLine)
    llvm::errs() << "\n";
}

void CallLog::addCall(Clock::time_point start, ArrayRef<HostTensor> results) {
  Clock::time_point now = Clock::now();
  seconds.push_back(toSeconds(now - start));
  if (!showProgress || numCalls == 1)
    return;
  double interval = isTerminal ? kTerminalInterval : kInterval;
  bool isLast = seconds.size() == numCalls && hasOpenLine;
  if (isLast || toSeconds(now - lastReport) >= interval)
    report(now, results);
}

void CallLog::report(Clock::time_point now, ArrayRef<HostTensor> results) {
  lastReport = now;
  llvm::raw_ostream &os = llvm::errs();
  if (hasOpenLine)
    os << "\r\033[K";
  os << "call " << seconds.size() << "/" << numCalls << ", "
     << llvm::format("%.3g", seconds.size() / toSeconds(now - begin))
     << " calls/s";
  for (auto [name, result] : llvm::zip_equal(names, results)) {
    if (result.getNumElements() != 1)
      continue;
    os << ", " << name << " " << formatElement(result, 0);
    break;
  }
  hasOpenLine = isTerminal;
  if (!isTerminal)
    os << "\n";
  os.flush();
}

/// Formats with a unit that leaves one to three digits before the point.
static std::string formatTime(double seconds) {
  const char *unit = "s";
  if (seconds < 1e-3) {
    seconds *= 1e6;
    unit = "us";
  } else if (seconds < 1) {
    seconds *= 1e3;
    unit = "ms";
  }
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3f ", seconds) << unit;
  return text;
}

void CallLog::printTimes(llvm::raw_ostream &os) const {
  if (seconds.empty())
    return;
  std::vector<double> sorted = seconds;
  llvm::sort(sorted);
  double total = 0;
  for (double time : sorted)
    total += time;
  size_t middle = sorted.size() / 2;
  double median = sorted.size() % 2 ? sorted[middle]
                                    : (sorted[middle - 1] + sorted[middle]) / 2;
  os << "calls: " << sorted.size() << ", first " << formatTime(seconds.front())
     << ", min " << formatTime(sorted.front()) << ", median "
     << formatTime(median) << ", max " << formatTime(sorted.back())
     << ", total " << formatTime(total) << "\n";
}

void croton::printCompileTimes(llvm::raw_ostream &os,
                               const CompileStats &stats) {
  os << "compile: " << formatTime(stats.getTotalSeconds()) << "\n";
  for (const CompileStats::Step &stage : stats.stages) {
    os << "  " << stage.name << ": " << formatTime(stage.seconds) << "\n";
    if (&stage != &stats.stages.front())
      continue;
    for (const CompileStats::Step &pass : stats.passes)
      os << "    " << pass.name << ": " << formatTime(pass.seconds) << "\n";
  }
}
