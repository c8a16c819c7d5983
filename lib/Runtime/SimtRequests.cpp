//===- SimtRequests.cpp - Requests of warps and what they cost ------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp run one after another, so their accesses are put together
// afterwards: those at one site, the n-th of each lane since the warp last
// synchronized, are one request. Each site has its requests as a list, each
// lane a cursor into it.
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include <algorithm>

using namespace croton_rt::simt;

//===----------------------------------------------------------------------===//
// Putting requests together
//===----------------------------------------------------------------------===//

static void resetSite(SiteState &site, uint32_t window) {
  site.window = window;
  site.first = site.last = kNone;
  std::fill(site.cursor, site.cursor + kWarpSize, kNone);
}

static uint32_t appendRequest(Machine &machine, uint32_t index, bool isShared) {
  SiteState &site = machine.sites[index];
  uint32_t position = machine.numRequests++;
  Request &request = machine.requests[position];
  request.site = index;
  request.mask = 0;
  request.next = kNone;
  request.isShared = isShared;
  if (site.first == kNone)
    site.first = position;
  else
    machine.requests[site.last].next = position;
  site.last = position;
  return position;
}

void croton_rt::simt::addToRequest(Machine &machine, uint32_t index,
                                   uint64_t value, bool isShared) {
  SiteState &site = machine.sites[index];
  if (site.window != machine.window)
    resetSite(site, machine.window);
  uint32_t &cursor = site.cursor[machine.lane];
  uint32_t next = cursor == kNone ? site.first : machine.requests[cursor].next;
  if (next == kNone)
    next = appendRequest(machine, index, isShared);
  cursor = next;
  Request &request = machine.requests[next];
  request.mask |= 1u << machine.lane;
  request.values[machine.lane] = value;
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// Gathers the values of the lanes that take part; returns their number.
static uint32_t gather(const Request &request, uint64_t *values) {
  if (request.mask == ~uint32_t(0)) {
    std::copy(request.values, request.values + kWarpSize, values);
    return kWarpSize;
  }
  uint32_t count = 0;
  for (uint32_t mask = request.mask; mask; mask &= mask - 1)
    values[count++] = request.values[__builtin_ctz(mask)];
  return count;
}

static bool isContiguous(const uint64_t *addresses, uint32_t count,
                         uint32_t size) {
  uint64_t difference = 0;
  for (uint32_t i = 0; i < count; ++i)
    difference |= addresses[i] ^ (addresses[0] + uint64_t(i) * size);
  return difference == 0;
}

static void addTraffic(CrotonRtSimtTraffic &traffic, const Request &request,
                       uint32_t size) {
  uint64_t addresses[kWarpSize];
  uint32_t count = gather(request, addresses);
  ++traffic.requests;
  traffic.bytes += uint64_t(count) * size;
  if (isContiguous(addresses, count, size)) {
    uint64_t bytes = uint64_t(count) * size;
    traffic.sectors +=
        ((addresses[0] + bytes - 1) >> 5) - (addresses[0] >> 5) + 1;
    traffic.ideal_sectors += (bytes + 31) >> 5;
    return;
  }
  std::sort(addresses, addresses + count);
  uint64_t bytes = 0, end = 0, nextSector = 0;
  for (uint32_t i = 0; i < count; ++i) {
    uint64_t begin = std::max(addresses[i], end);
    end = std::max(end, addresses[i] + size);
    bytes += end - std::min(begin, end);
    uint64_t first = std::max(addresses[i] >> 5, nextSector);
    uint64_t stop = ((addresses[i] + size - 1) >> 5) + 1;
    if (stop > first) {
      traffic.sectors += stop - first;
      nextSector = stop;
    }
  }
  traffic.ideal_sectors += (bytes + 31) >> 5;
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// The cycles that accesses of `size` bytes at once take: the most distinct
/// words that any of the 32 banks must deliver.
static uint32_t countCycles(const uint64_t *addresses, uint32_t count,
                            uint32_t size) {
  // At most 32 accesses of one word, or 8 of four.
  uint64_t words[kWarpSize * 2];
  uint32_t numWords = 0;
  for (uint32_t i = 0; i < count; ++i)
    for (uint64_t word = addresses[i] >> 2;
         word <= (addresses[i] + size - 1) >> 2; ++word)
      words[numWords++] = word;
  std::sort(words, words + numWords);
  numWords = std::unique(words, words + numWords) - words;
  uint32_t perBank[32] = {}, most = 0;
  for (uint32_t i = 0; i < numWords; ++i)
    most = std::max(most, ++perBank[words[i] & 31]);
  return most;
}

/// Counts a request to shared memory. Accesses of 8 and 16 bytes are served for
/// half and for a quarter of the lanes at a time.
static void addShared(CrotonRtSimtStats &stats, const Request &request,
                      uint32_t size) {
  ++stats.shared_requests;
  uint32_t lanesAtOnce = size <= 4 ? 32 : size <= 8 ? 16 : 8;
  for (uint32_t first = 0; first < kWarpSize; first += lanesAtOnce) {
    uint64_t addresses[kWarpSize];
    uint32_t count = 0;
    for (uint32_t lane = first; lane < first + lanesAtOnce; ++lane)
      if (request.mask >> lane & 1)
        addresses[count++] = request.values[lane];
    if (count)
      stats.bank_conflicts += countCycles(addresses, count, size) - 1;
  }
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

static void addBranch(CrotonRtSimtStats &stats, const Request &request) {
  ++stats.branches;
  bool isTaken = false, isNotTaken = false;
  for (uint32_t mask = request.mask; mask; mask &= mask - 1) {
    bool condition = request.values[__builtin_ctz(mask)] != 0;
    isTaken |= condition;
    isNotTaken |= !condition;
  }
  stats.divergent_branches += isTaken && isNotTaken;
}

static void countRequest(CrotonRtSimtStats &stats, const Request &request,
                         const SiteState &site) {
  if (site.kind == CROTON_SIMT_BRANCH)
    return addBranch(stats, request);
  if (request.isShared)
    return addShared(stats, request, site.size);
  switch (site.kind) {
  case CROTON_SIMT_LOAD:
    return addTraffic(stats.loads, request, site.size);
  case CROTON_SIMT_STORE:
    return addTraffic(stats.stores, request, site.size);
  default:
    return addTraffic(stats.atomics, request, site.size);
  }
}

void croton_rt::simt::countRequests(Machine &machine) {
  for (uint32_t i = 0; i < machine.numRequests; ++i) {
    const Request &request = machine.requests[i];
    countRequest(*machine.stats, request, machine.sites[request.site]);
  }
  machine.numRequests = 0;
  ++machine.window;
}
