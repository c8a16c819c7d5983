//===- Profile.cpp - What rewrites did and what it cost -------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Profile.h"
#include "croton/Rewrite/RunOptions.h"

using namespace mlir;
using namespace mlir::croton;

ApplicationObserver::~ApplicationObserver() = default;

RewriteCounts &RewriteCounts::operator+=(const RewriteCounts &other) {
  tried += other.tried;
  filtered += other.filtered;
  missed += other.missed;
  applied += other.applied;
  refused += other.refused;
  noChange += other.noChange;
  rolledBack += other.rolledBack;
  created += other.created;
  erased += other.erased;
  missSeconds += other.missSeconds;
  applySeconds += other.applySeconds;
  if (other.firstRound)
    firstRound =
        firstRound ? std::min(firstRound, other.firstRound) : other.firstRound;
  lastRound = std::max(lastRound, other.lastRound);
  return *this;
}

RewriteCounts &StageCounts::getRewrite(StringRef rewriteName) {
  for (auto &[known, counts] : rewrites)
    if (known == rewriteName)
      return counts;
  rewrites.emplace_back(rewriteName.str(), RewriteCounts());
  return rewrites.back().second;
}

StageCounts &StageCounts::operator+=(const StageCounts &other) {
  runs += other.runs;
  skipped += other.skipped;
  rounds = std::max(rounds, other.rounds);
  visits += other.visits;
  pushes += other.pushes;
  folded += other.folded;
  merged += other.merged;
  dead += other.dead;
  opsBefore += other.opsBefore;
  opsAfter += other.opsAfter;
  seconds += other.seconds;
  for (const auto &[known, counts] : other.rewrites)
    getRewrite(known) += counts;
  return *this;
}

void RewriteProfile::add(const StageCounts &counts) {
  std::lock_guard<std::mutex> lock(mutex);
  for (StageCounts &stage : stages)
    if (stage.name == counts.name && stage.kind == counts.kind) {
      stage += counts;
      return;
    }
  stages.push_back(counts);
}
