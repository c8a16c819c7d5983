//===- SimtWarp.cpp - What threads do together ----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers, and the operations of warps. The last lane to arrive computes the
// results of all.
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include <algorithm>

using namespace croton_rt::simt;

//===----------------------------------------------------------------------===//
// Barriers and fences
//===----------------------------------------------------------------------===//

uint32_t croton_simt_barrier(uint32_t id, uint32_t count, uint32_t vote,
                             uint32_t value, uint32_t site) {
  Machine &machine = *runningMachine;
  Thread &thread = *machine.thread;
  if (id > 15)
    failThread("the %s is number %u; there are 16", describeSite(site).c_str(),
               id);
  thread.a = id;
  thread.b = count;
  thread.operation = vote;
  thread.value = value;
  thread.site = site;
  waitInThread(ThreadState::AtBarrier);
  return thread.result;
}

void croton_simt_fence(uint32_t is_device_wide) {
  if (is_device_wide)
    runningMachine->hasFenced = true;
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// Where a lane of a shuffle reads from, as the description of shfl.sync in the
/// PTX ISA defines it. `isInside` becomes its predicate.
static uint32_t getSourceLane(const Thread &thread, uint32_t lane,
                              bool &isInside) {
  uint32_t segment = thread.b >> 8 & 31, clamp = thread.b & 31;
  uint32_t delta = thread.a & 31;
  int32_t last = (lane & segment) | (clamp & ~segment);
  int32_t first = lane & segment;
  int32_t source;
  switch (thread.operation) {
  case CROTON_SIMT_SHUFFLE_UP:
    source = static_cast<int32_t>(lane) - static_cast<int32_t>(delta);
    isInside = source >= last;
    break;
  case CROTON_SIMT_SHUFFLE_DOWN:
    source = lane + delta;
    isInside = source <= last;
    break;
  case CROTON_SIMT_SHUFFLE_BFLY:
    source = lane ^ delta;
    isInside = source <= last;
    break;
  default:
    source = first | (delta & ~segment);
    isInside = source <= last;
    break;
  }
  return isInside ? source : lane;
}

static uint64_t shuffle(const Machine &machine, const Thread &thread,
                        uint32_t lane) {
  bool isInside;
  uint32_t source = getSourceLane(thread, lane, isInside);
  const Warp &warp = *machine.warp;
  if (!(thread.mask >> source & 1))
    failThread("undefined shuffle: in the %s, lane %u reads lane %u, which %s; "
               "the warp has %u lanes and the mask is 0x%08x",
               describeSite(thread.site).c_str(), lane, source,
               warp.lanes >> source & 1 ? "is not in the mask"
                                        : "does not exist",
               warp.numLanes, thread.mask);
  uint64_t value = machine.threads[warp.firstThread + source].value;
  return (value & 0xffffffff) | uint64_t(isInside) << 32;
}

//===----------------------------------------------------------------------===//
// Operations with one result for all lanes
//===----------------------------------------------------------------------===//

static uint32_t reduce(uint32_t operation, uint32_t lhs, uint32_t rhs) {
  int32_t signedLhs = lhs, signedRhs = rhs;
  switch (operation) {
  case CROTON_SIMT_REDUX_ADD:
    return lhs + rhs;
  case CROTON_SIMT_REDUX_MIN:
    return std::min(signedLhs, signedRhs);
  case CROTON_SIMT_REDUX_MAX:
    return std::max(signedLhs, signedRhs);
  case CROTON_SIMT_REDUX_UMIN:
    return std::min(lhs, rhs);
  case CROTON_SIMT_REDUX_UMAX:
    return std::max(lhs, rhs);
  case CROTON_SIMT_REDUX_AND:
    return lhs & rhs;
  case CROTON_SIMT_REDUX_OR:
    return lhs | rhs;
  default:
    return lhs ^ rhs;
  }
}

/// The lanes of `mask` that are `lane`'s equals in value.
static uint32_t findEqualLanes(const Thread *lanes, uint32_t mask,
                               uint32_t lane) {
  uint32_t equal = 0;
  for (uint32_t other = 0; other < kWarpSize; ++other)
    if ((mask >> other & 1) && lanes[other].value == lanes[lane].value)
      equal |= 1u << other;
  return equal;
}

static uint32_t ballot(const Thread *lanes, uint32_t mask) {
  uint32_t votes = 0;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane)
    if ((mask >> lane & 1) && lanes[lane].value)
      votes |= 1u << lane;
  return votes;
}

static uint32_t reduceLanes(uint32_t operation, const Thread *lanes,
                            uint32_t mask) {
  uint32_t first = __builtin_ctz(mask);
  uint32_t result = lanes[first].value;
  for (uint32_t lane = first + 1; lane < kWarpSize; ++lane)
    if (mask >> lane & 1)
      result = reduce(operation, result, lanes[lane].value);
  return result;
}

/// The result of `lane`, for what is not a shuffle.
static uint64_t compute(uint32_t operation, const Thread *lanes, uint32_t mask,
                        uint32_t lane) {
  uint32_t votes = ballot(lanes, mask);
  switch (operation) {
  case CROTON_SIMT_SYNC:
    return 0;
  case CROTON_SIMT_VOTE_ALL_LANES:
    return votes == mask;
  case CROTON_SIMT_VOTE_ANY_LANE:
    return votes != 0;
  case CROTON_SIMT_VOTE_UNIFORM:
    return votes == mask || votes == 0;
  case CROTON_SIMT_BALLOT:
    return votes;
  case CROTON_SIMT_MATCH_ANY:
    return findEqualLanes(lanes, mask, lane);
  case CROTON_SIMT_MATCH_ALL: {
    bool isEqual = findEqualLanes(lanes, mask, lane) == mask;
    return isEqual ? mask | uint64_t(1) << 32 : 0;
  }
  case CROTON_SIMT_ELECT: {
    uint32_t leader = __builtin_ctz(mask);
    return leader | uint64_t(lane == leader) << 32;
  }
  default:
    return reduceLanes(operation, lanes, mask);
  }
}

//===----------------------------------------------------------------------===//
// Meeting
//===----------------------------------------------------------------------===//

static bool isShuffle(uint32_t operation) {
  return operation >= CROTON_SIMT_SHUFFLE_UP &&
         operation <= CROTON_SIMT_SHUFFLE_IDX;
}

/// Whether all lanes of the current thread's mask wait where it does.
static bool haveAllArrived(const Machine &machine, uint32_t mask) {
  const Warp &warp = *machine.warp;
  if ((warp.waiting & mask) != mask)
    return false;
  const Thread &thread = *machine.thread;
  for (uint32_t lane = 0; lane < warp.numLanes; ++lane) {
    const Thread &other = machine.threads[warp.firstThread + lane];
    if ((mask >> lane & 1) && (other.site != thread.site || other.mask != mask))
      return false;
  }
  return true;
}

/// Computes the results of all lanes and lets them go on.
static void complete(Machine &machine, uint32_t operation, uint32_t mask) {
  Warp &warp = *machine.warp;
  Thread *lanes = &machine.threads[warp.firstThread];
  for (uint32_t lane = 0; lane < warp.numLanes; ++lane) {
    if (!(mask >> lane & 1))
      continue;
    Thread &thread = lanes[lane];
    thread.result = isShuffle(operation)
                        ? shuffle(machine, thread, lane)
                        : compute(operation, lanes, mask, lane);
  }
  for (uint32_t lane = 0; lane < warp.numLanes; ++lane)
    if (mask >> lane & 1)
      lanes[lane].state = ThreadState::Ready;
  warp.waiting &= ~mask;
  synchronizeLanes(warp, mask);
  if (mask == (warp.lanes & ~warp.exited))
    countRequests(machine);
  ++machine.stats->warp_operations;
}

uint64_t croton_simt_warp(uint32_t operation, uint32_t mask, uint64_t value,
                          uint32_t a, uint32_t b, uint32_t site) {
  Machine &machine = *runningMachine;
  Warp &warp = *machine.warp;
  Thread &thread = *machine.thread;
  uint32_t bit = 1u << machine.lane;
  mask &= warp.lanes;
  if (!(mask & bit))
    failThread("lane %u is not in the mask 0x%08x of its own %s; each lane "
               "that gets there must be named",
               machine.lane, mask, describeSite(site).c_str());
  if (uint32_t gone = mask & warp.exited)
    failThread("the mask 0x%08x of the %s names lane %u, which has exited; "
               "name just the lanes that get there, or let all of them stay",
               mask, describeSite(site).c_str(), __builtin_ctz(gone));
  thread.operation = operation;
  thread.mask = mask;
  thread.value = value;
  thread.a = a;
  thread.b = b;
  thread.site = site;
  warp.waiting |= bit;
  if (haveAllArrived(machine, mask))
    complete(machine, operation, mask);
  else
    waitInThread(ThreadState::AtWarpOp);
  return thread.result;
}
