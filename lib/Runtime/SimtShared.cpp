//===- SimtShared.cpp - Races in shared memory ----------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each byte of shared memory the last write and the last reads are kept
// with the time at which they happened. Times are pairs: how many barriers the
// block has passed, how often the thread's warp has synchronized since. Two
// accesses without a barrier between them are ordered if they are of one
// thread, or of lanes that have synchronized in between; see Warp.
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include <algorithm>

using namespace croton_rt::simt;

static uint32_t getThread(Stamp stamp) { return stamp & 1023; }
static uint32_t getWarpEpoch(Stamp stamp) { return stamp >> 10 & 0xfffff; }

namespace {
/// An access that is being checked.
struct Access {
  Machine &machine;
  uint32_t site;
  uint32_t kind;
  Stamp stamp;

  uint32_t getThreadIndex() const { return getThread(stamp); }
};
} // namespace

/// Whether the accesses of a stamp come before those of the current thread.
static bool isOrdered(const Access &access, Stamp stamp) {
  uint32_t other = getThread(stamp), self = access.getThreadIndex();
  if (other == self)
    return true;
  if (other / kWarpSize != self / kWarpSize)
    return false;
  const Warp &warp = *access.machine.warp;
  uint32_t epoch = getWarpEpoch(stamp);
  return epoch < warp.fullEpoch ||
         (warp.hasPartial &&
          epoch < warp.partial[self % kWarpSize][other % kWarpSize]);
}

/// Whether all reads of a cell come before the current thread's access.
static bool areReadsOrdered(const Access &access, const SharedCell &cell) {
  if (cell.reader & kManyWarps)
    return false;
  if (!(cell.reader & kManyLanes))
    return isOrdered(access, cell.reader);
  const Warp &warp = *access.machine.warp;
  if (getThread(cell.reader) / kWarpSize != access.getThreadIndex() / kWarpSize)
    return false;
  // Which lanes have read is not kept, so partial synchronizations are given
  // the benefit of the doubt.
  return getWarpEpoch(cell.reader) < warp.fullEpoch || warp.hasPartial;
}

[[noreturn]] static void reportRace(const Access &access, const char *what,
                                    Stamp other, uint32_t otherSite,
                                    uint64_t offset) {
  const Thread &thread = access.machine.threads[getThread(other)];
  failThread("shared-memory race: its %s and the earlier %s by %s touch byte "
             "%u of shared memory, and nothing orders the two (%s); put a "
             "barrier between them",
             describeSite(access.site).c_str(), describeSite(otherSite).c_str(),
             describeThread(thread).c_str(), static_cast<unsigned>(offset),
             what);
}

static void addReader(const Access &access, SharedCell &cell) {
  Stamp old = cell.reader;
  bool isFirst = cell.readEpoch != access.machine.epoch;
  if (!isFirst && (old & kManyWarps))
    return;
  bool isSameWarp =
      getThread(old) / kWarpSize == access.getThreadIndex() / kWarpSize;
  Stamp flags = 0;
  if (!isFirst && !isSameWarp)
    flags = kManyWarps;
  else if (!isFirst && !((old & kManyLanes) ? areReadsOrdered(access, cell)
                                            : isOrdered(access, old)))
    flags = kManyLanes;
  cell.readEpoch = access.machine.epoch;
  cell.reader = access.stamp | flags;
  cell.readSite = access.site;
}

static void checkByte(const Access &access, SharedCell &cell, uint64_t offset) {
  Machine &machine = access.machine;
  bool isWrite = access.kind != CROTON_SIMT_LOAD;
  bool isAtomic = access.kind == CROTON_SIMT_ATOMIC;
  if (machine.options.check_uninitialized_shared &&
      access.kind != CROTON_SIMT_STORE && cell.writeEpoch < machine.blockEpoch)
    failThread("uninitialized read: its %s reads byte %u of shared memory, "
               "which no thread of the block has written; write it first, and "
               "put a barrier between the write and the read",
               describeSite(access.site).c_str(),
               static_cast<unsigned>(offset));
  if (machine.options.check_shared_races) {
    if (cell.writeEpoch == machine.epoch &&
        !(isAtomic && (cell.writer & kAtomic)) &&
        !isOrdered(access, cell.writer))
      reportRace(access, isWrite ? "both write" : "the earlier one writes",
                 cell.writer, cell.writeSite, offset);
    if (isWrite && cell.readEpoch == machine.epoch &&
        !areReadsOrdered(access, cell))
      reportRace(access, "the later one writes", cell.reader, cell.readSite,
                 offset);
  }
  if (!isWrite)
    return addReader(access, cell);
  cell.writeEpoch = machine.epoch;
  cell.writer = access.stamp | (isAtomic ? kAtomic : 0);
  cell.writeSite = access.site;
  cell.readEpoch = 0;
}

void croton_rt::simt::checkSharedAccess(Machine &machine, uint32_t site,
                                        uint64_t offset, uint64_t size) {
  uint32_t epoch = std::min<uint32_t>(machine.warp->epoch, 0xfffff);
  Access access{machine, site, machine.sites[site].kind,
                machine.getThreadIndex() | epoch << 10};
  SharedCell *cells = machine.shared.data() + offset;
  for (uint64_t i = 0; i < size; ++i)
    checkByte(access, cells[i], offset + i);
}

void croton_rt::simt::synchronizeLanes(Warp &warp, uint32_t mask) {
  ++warp.epoch;
  if (mask == (warp.lanes & ~warp.exited)) {
    warp.fullEpoch = warp.epoch;
    warp.hasPartial = false;
    return;
  }
  if (!warp.hasPartial) {
    std::fill(&warp.partial[0][0], &warp.partial[0][0] + kWarpSize * kWarpSize,
              0u);
    warp.hasPartial = true;
  }
  // Each lane now knows what any of them knew.
  uint32_t known[kWarpSize] = {};
  for (uint32_t a = 0; a < kWarpSize; ++a)
    for (uint32_t b = 0; (mask >> a & 1) && b < kWarpSize; ++b)
      known[b] = std::max(known[b], warp.partial[a][b]);
  for (uint32_t b = 0; b < kWarpSize; ++b)
    if (mask >> b & 1)
      known[b] = warp.epoch;
  for (uint32_t a = 0; a < kWarpSize; ++a)
    if (mask >> a & 1)
      std::copy(known, known + kWarpSize, warp.partial[a]);
}
