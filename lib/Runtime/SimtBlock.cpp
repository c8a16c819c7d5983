//===- SimtBlock.cpp - The threads of a block -----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler. Warps take turns; a warp runs until each of its lanes has
// exited or waits for others. A fibre runs thread after thread as long as they
// do not wait, so threads that never do cost no switch.
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"

using namespace croton_rt::simt;

Machine &croton_rt::simt::getMachine() {
  // Never destroyed: kernels may still be unloaded at exit.
  static Machine &machine = *new Machine();
  return machine;
}

Machine *croton_rt::simt::runningMachine = nullptr;

//===----------------------------------------------------------------------===//
// In a fibre
//===----------------------------------------------------------------------===//

/// Makes `index` the running thread.
static void enterThread(Machine &machine, uint32_t index) {
  Thread &thread = machine.threads[index];
  machine.thread = &thread;
  machine.lane = index - machine.warp->firstThread;
  croton_simt_ids[CROTON_SIMT_TID] = thread.x;
  croton_simt_ids[CROTON_SIMT_TID + 1] = thread.y;
  croton_simt_ids[CROTON_SIMT_TID + 2] = thread.z;
  croton_simt_ids[CROTON_SIMT_LANE] = machine.lane;
}

void croton_rt::simt::runThreads() {
  Machine &machine = *runningMachine;
  auto entry = machine.kernel->entry->entry;
  while (machine.nextThread < machine.endThread) {
    enterThread(machine, machine.nextThread++);
    entry(machine.parameters);
    machine.thread->state = ThreadState::Exited;
    machine.warp->exited |= 1u << machine.lane;
  }
}

void croton_rt::simt::waitInThread(ThreadState state) {
  Machine &machine = *runningMachine;
  machine.thread->state = state;
  machine.thread->fibre = machine.fibres->getCurrent();
  machine.fibres->suspend();
}

//===----------------------------------------------------------------------===//
// The scheduler
//===----------------------------------------------------------------------===//

/// Goes on with a thread, or, for null, with threads that have not started.
static void resume(Machine &machine, Thread *thread) {
  Fibre &fibre = thread ? *thread->fibre : machine.fibres->take();
  if (thread) {
    thread->fibre = nullptr;
    enterThread(machine, thread - machine.threads.data());
  }
  machine.fibres->resume(fibre);
  if (!machine.hasFailed && machine.thread->fibre != &fibre)
    machine.fibres->giveBack(fibre);
}

/// Runs the lanes of the current warp that are ready. Returns whether there was
/// one.
static bool runReadyLanes(Machine &machine) {
  bool hasRun = false;
  while (machine.nextThread < machine.endThread && !machine.hasFailed) {
    resume(machine, nullptr);
    hasRun = true;
  }
  Warp &warp = *machine.warp;
  for (uint32_t i = 0; i < warp.numLanes && !machine.hasFailed; ++i) {
    Thread &thread = machine.threads[warp.firstThread + i];
    if (thread.state == ThreadState::Ready) {
      resume(machine, &thread);
      hasRun = true;
    }
  }
  return hasRun;
}

/// The turns that the lanes of a warp get before other warps get theirs.
constexpr int kMaxRounds = 64;

/// Runs a warp until none of its lanes can go on, or for long enough. Returns
/// whether one still can.
static bool runWarp(Machine &machine, uint32_t index, bool isFirstTime) {
  Warp &warp = machine.warps[index];
  if (!isFirstTime && warp.exited == warp.lanes)
    return false;
  machine.warp = &warp;
  croton_simt_ids[CROTON_SIMT_WARP] = index;
  machine.nextThread = warp.firstThread;
  machine.endThread = warp.firstThread + (isFirstTime ? warp.numLanes : 0);
  for (int round = 0; round < kMaxRounds; ++round) {
    bool hasRun = runReadyLanes(machine);
    if (!hasRun || machine.hasFailed)
      return false;
    countRequests(machine);
    for (uint32_t i = 0; i < warp.numLanes; ++i) {
      Thread &thread = machine.threads[warp.firstThread + i];
      if (thread.state == ThreadState::Paused)
        thread.state = ThreadState::Ready;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

/// The votes of the threads that wait at barrier `id`, combined.
static uint32_t combineVotes(Machine &machine, uint32_t id, uint32_t vote) {
  uint32_t sum = 0, count = 0;
  for (const Thread &thread : machine.threads) {
    if (thread.state != ThreadState::AtBarrier || thread.a != id)
      continue;
    ++count;
    sum += thread.value != 0;
  }
  switch (vote) {
  case CROTON_SIMT_VOTE_AND:
    return sum == count;
  case CROTON_SIMT_VOTE_OR:
    return sum != 0;
  default:
    return sum;
  }
}

/// Lets the threads at barrier `id` go on.
static void releaseBarrier(Machine &machine, uint32_t id, uint32_t vote) {
  uint32_t result = combineVotes(machine, id, vote);
  for (Thread &thread : machine.threads) {
    if (thread.state != ThreadState::AtBarrier || thread.a != id)
      continue;
    thread.state = ThreadState::Ready;
    thread.result = result;
  }
  ++machine.epoch;
  ++machine.stats->barriers;
  for (Warp &warp : machine.warps) {
    warp.epoch = warp.fullEpoch = 0;
    warp.hasPartial = false;
  }
}

/// The first thread that differs from `thread` in what the two wait for, though
/// they wait at one barrier; or null.
static const Thread *findOtherSite(Machine &machine, const Thread &thread) {
  for (const Thread &other : machine.threads)
    if (other.state == ThreadState::AtBarrier && other.a == thread.a &&
        (other.site != thread.site || other.b != thread.b))
      return &other;
  return nullptr;
}

/// Releases the first barrier that has all its threads. Returns whether there
/// is one; false after a failure, too.
static bool releaseBarriers(Machine &machine) {
  for (const Thread &thread : machine.threads) {
    if (thread.state != ThreadState::AtBarrier)
      continue;
    uint32_t arrived = 0;
    for (const Thread &other : machine.threads)
      arrived += other.state == ThreadState::AtBarrier && other.a == thread.a;
    uint32_t wanted = thread.b ? thread.b : machine.numThreads;
    if (arrived != wanted)
      continue;
    if (const Thread *other = findOtherSite(machine, thread)) {
      setFailure(thread,
                 "divergent barrier: it waits in the %s, while %s waits in "
                 "the %s; all threads of the block must reach the same "
                 "barrier, so move it out of the branch",
                 describeSite(thread.site).c_str(),
                 describeThread(*other).c_str(),
                 describeSite(other->site).c_str());
      return false;
    }
    releaseBarrier(machine, thread.a, thread.operation);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Blocks that cannot go on
//===----------------------------------------------------------------------===//

static Text describeWait(const Thread &thread) {
  switch (thread.state) {
  case ThreadState::Exited:
    return makeText("has exited");
  case ThreadState::AtBarrier:
  case ThreadState::AtWarpOp:
    return makeText("waits in the %s", describeSite(thread.site).c_str());
  default:
    return makeText("is ready");
  }
}

/// A lane that keeps `thread` waiting at a warp operation.
static const Thread *findMissingLane(Machine &machine, const Thread &thread) {
  uint32_t index = &thread - machine.threads.data();
  const Warp &warp = machine.warps[index / kWarpSize];
  for (uint32_t lane = 0; lane < warp.numLanes; ++lane) {
    const Thread &other = machine.threads[warp.firstThread + lane];
    bool isTogether = other.state == ThreadState::AtWarpOp &&
                      other.site == thread.site && other.mask == thread.mask;
    if ((thread.mask >> lane & 1) && !isTogether)
      return &other;
  }
  return nullptr;
}

/// Says why no thread can go on.
static void reportDeadlock(Machine &machine) {
  for (const Thread &thread : machine.threads) {
    if (thread.state != ThreadState::AtWarpOp)
      continue;
    const Thread *missing = findMissingLane(machine, thread);
    if (!missing)
      continue;
    setFailure(thread,
               "divergent warp operation: it waits in the %s for lanes 0x%08x, "
               "but %s %s; the mask must name just the lanes that get there",
               describeSite(thread.site).c_str(), thread.mask,
               describeThread(*missing).c_str(),
               describeWait(*missing).c_str());
    return;
  }
  for (const Thread &thread : machine.threads) {
    if (thread.state != ThreadState::AtBarrier)
      continue;
    for (const Thread &other : machine.threads) {
      if (other.state == ThreadState::AtBarrier && other.a == thread.a)
        continue;
      setFailure(thread,
                 "divergent barrier: it waits in the %s, but %s %s; all "
                 "threads of the block must reach the same barrier, so move "
                 "it out of the branch, or the exit behind it",
                 describeSite(thread.site).c_str(),
                 describeThread(other).c_str(), describeWait(other).c_str());
      return;
    }
    setFailure(thread,
               "barrier without end: it waits in the %s for %u threads, but "
               "the block has %u",
               describeSite(thread.site).c_str(), thread.b, machine.numThreads);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Makes all threads ready to start.
static void startBlock(Machine &machine) {
  runningMachine = &machine;
  for (Thread &thread : machine.threads) {
    thread.state = ThreadState::Ready;
    thread.accesses = 0;
    thread.fibre = nullptr;
  }
  for (Warp &warp : machine.warps) {
    warp.exited = warp.waiting = 0;
    warp.epoch = warp.fullEpoch = 0;
    warp.hasPartial = false;
  }
  machine.blockEpoch = ++machine.epoch;
  machine.hasFenced = false;
  croton_simt_fuel = machine.options.block_budget;
  for (int i = 0; i < 3; ++i)
    croton_simt_ids[CROTON_SIMT_CTAID + i] = machine.blockIndex[i];
}

static bool hasFinished(const Machine &machine) {
  for (const Warp &warp : machine.warps)
    if (warp.exited != warp.lanes)
      return false;
  return true;
}

void croton_rt::simt::runBlock(Machine &machine) {
  startBlock(machine);
  bool isFirstTime = true;
  while (true) {
    bool canGoOn = false;
    for (uint32_t i = 0; i < machine.numWarps; ++i) {
      canGoOn |= runWarp(machine, i, isFirstTime);
      if (machine.hasFailed)
        return;
    }
    isFirstTime = false;
    if (hasFinished(machine))
      return;
    bool isReleased = releaseBarriers(machine);
    if (machine.hasFailed)
      return;
    if (!isReleased && !canGoOn)
      return reportDeadlock(machine);
  }
}
