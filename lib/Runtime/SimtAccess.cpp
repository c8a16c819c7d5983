//===- SimtAccess.cpp - Accesses to memory --------------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels call before each access.
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include <cinttypes>

using namespace croton_rt::simt;

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// Says where a wrong address of global memory lies.
static Text describeAddress(const Memory &memory, uint64_t address,
                            uint64_t size) {
  const Block *block = memory.find(address);
  if (!block)
    return makeText("address 0x%" PRIx64
                    " is not memory of the device (a host pointer, or an index "
                    "that is far off?)",
                    address);
  uint64_t offset = address - block->begin;
  if (!block->isLive)
    return makeText("byte %" PRIu64 " of a block of %" PRIu64
                    " bytes that has been freed",
                    offset, block->size);
  if (offset >= block->size)
    return makeText("%" PRIu64 " bytes behind the end of a block of %" PRIu64
                    " bytes",
                    offset - block->size, block->size);
  return makeText("bytes %" PRIu64 " to %" PRIu64 " of a block of %" PRIu64
                  " bytes",
                  offset, offset + size - 1, block->size);
}

[[noreturn]] static void reportBounds(Machine &machine, uint32_t site,
                                      uint64_t address, uint64_t size) {
  failThread("out of bounds: its %s, %" PRIu64 " bytes, lies at %s; check the "
             "index against the size",
             describeSite(site).c_str(), size,
             describeAddress(machine.memory, address, size).c_str());
}

[[noreturn]] static void reportAlignment(Machine &machine, uint32_t site,
                                         uint64_t address) {
  const CrotonSimtSite &info = machine.getSite(site);
  failThread("misaligned: its %s relies on an alignment of %u bytes, but the "
             "address is %" PRIu64 " beyond a multiple of it",
             describeSite(site).c_str(), info.alignment,
             address & (info.alignment - 1));
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

static void accessShared(Machine &machine, uint32_t index, uint64_t offset,
                         uint64_t size) {
  SiteState &site = machine.sites[index];
  if (machine.options.check_bounds) {
    if (offset + size > machine.sharedBytes)
      failThread(
          "out of bounds: its %s, %" PRIu64 " bytes, lies at byte %" PRIu64
          " of shared memory, of which the block has %u; check the "
          "index against the size",
          describeSite(index).c_str(), size, offset, machine.sharedBytes);
    if (site.objectSize && offset - site.objectOffset + size > site.objectSize)
      failThread(
          "out of bounds: its %s, %" PRIu64 " bytes, lies at byte %" PRId64
          " of a variable of %u bytes in shared memory; check the index "
          "against the size",
          describeSite(index).c_str(), size,
          static_cast<int64_t>(offset - site.objectOffset), site.objectSize);
  }
  if (offset & site.alignMask)
    reportAlignment(machine, index, offset);
  checkSharedAccess(machine, index, offset, size);
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

/// Finds the block that an access lies in. Returns false for one to the
/// thread's own stack.
static bool findBlock(Machine &machine, uint32_t index, uint64_t address,
                      uint64_t size) {
  if (machine.fibres->contains(address))
    return false;
  SiteState &site = machine.sites[index];
  const Block *block = machine.memory.find(address);
  uint64_t offset = block ? address - block->begin : 0;
  if (!block || !block->isLive || offset > block->size ||
      size > block->size - offset) {
    if (!machine.options.check_bounds)
      return block;
    reportBounds(machine, index, address, size);
  }
  site.begin = block->begin;
  site.span = block->size >= site.size ? block->size - site.size + 1 : 0;
  return true;
}

/// Whether two writes without a barrier between them are ordered all the same.
static bool areWritesOrdered(const Machine &machine, uint32_t otherThread) {
  // Which lanes a warp operation joined is not looked at here.
  return otherThread / kWarpSize == machine.getThreadIndex() / kWarpSize &&
         machine.warp->epoch > 0;
}

[[noreturn]] static void reportWriteRace(Machine &machine, uint32_t site,
                                         const WriteCell &cell) {
  Text who = describeThread(machine.threads[cell.who & 1023]);
  if (cell.block != machine.block) {
    uint64_t linear = cell.block - machine.firstBlock;
    uint64_t x = machine.grid.blocks[0], y = machine.grid.blocks[1];
    Text thread = who;
    who = makeText("%s of block (%" PRIu64 ", %" PRIu64 ", %" PRIu64 ")",
                   thread.c_str(), linear % x, linear / x % y, linear / x / y);
  }
  failThread("global write race: its %s overwrites what %s wrote in the same "
             "launch, and nothing orders the two; let one thread write, or use "
             "an atomic operation",
             describeSite(site).c_str(), who.c_str());
}

/// Checks a write against the last one to the same four bytes.
static void checkWrite(Machine &machine, uint32_t site, uint64_t address,
                       uint32_t bytes, bool isAtomic) {
  WriteCell &cell = machine.memory.getWriteCell(address);
  uint32_t epoch = (machine.epoch - machine.blockEpoch) & 0x1ffff;
  uint32_t who = machine.getThreadIndex() | bytes << 10 |
                 uint32_t(isAtomic) << 14 | epoch << 15;
  bool isConcurrent = cell.block >= machine.firstBlock &&
                      (cell.who >> 10 & bytes) &&
                      !(isAtomic && (cell.who >> 14 & 1));
  if (isConcurrent && cell.block != machine.block && !machine.hasFenced)
    reportWriteRace(machine, site, cell);
  if (isConcurrent && cell.block == machine.block && cell.who >> 15 == epoch &&
      (cell.who & 1023) != machine.getThreadIndex() &&
      !areWritesOrdered(machine, cell.who & 1023))
    reportWriteRace(machine, site, cell);
  // The bytes that the same thread has written just before stay its own.
  if (cell.block == machine.block && ((cell.who ^ who) & ~(15u << 10)) == 0)
    who |= cell.who;
  cell = {machine.block, who};
}

static void checkWrites(Machine &machine, uint32_t site, uint64_t address,
                        uint64_t size, bool isAtomic) {
  for (uint64_t end = address + size; address < end;) {
    uint64_t next = (address & ~uint64_t(3)) + 4;
    uint64_t stop = next < end ? next : end;
    uint32_t bytes = ((1u << (stop - address)) - 1) << (address & 3);
    checkWrite(machine, site, address, bytes, isAtomic);
    address = stop;
  }
}

static void accessGlobal(Machine &machine, uint32_t index, uint64_t address,
                         uint64_t size) {
  SiteState &site = machine.sites[index];
  if (address & site.alignMask)
    reportAlignment(machine, index, address);
  Memory &memory = machine.memory;
  // Variables of images have values from the start.
  if (!memory.isInArena(address))
    return;
  if (site.kind != CROTON_SIMT_STORE &&
      machine.options.check_uninitialized_global &&
      !memory.isInitialized(address, size))
    failThread(
        "uninitialized read: its %s reads global memory that nothing has "
        "written since it was allocated (%s)",
        describeSite(index).c_str(),
        describeAddress(memory, address, size).c_str());
  if (site.kind == CROTON_SIMT_LOAD)
    return;
  memory.setInitialized(address, size);
  if (machine.options.check_global_races)
    checkWrites(machine, index, address, size, site.kind == CROTON_SIMT_ATOMIC);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

/// Lets the other lanes go on after some accesses.
static void countAccess(Machine &machine) {
  if (++machine.thread->accesses < kQuantum)
    return;
  waitInThread(ThreadState::Paused);
  machine.thread->accesses = 0;
}

static uint64_t getSharedOffset(const void *address) {
  return reinterpret_cast<uint64_t>(address) -
         reinterpret_cast<uint64_t>(croton_simt_shared);
}

void croton_simt_access(const void *pointer, uint32_t index) {
  Machine &machine = *runningMachine;
  SiteState &site = machine.sites[index];
  uint64_t address = reinterpret_cast<uint64_t>(pointer);
  uint64_t offset = getSharedOffset(pointer);
  bool isShared = offset < kSharedReserve;
  if (isShared) {
    accessShared(machine, index, offset, site.size);
  } else {
    if (address - site.begin >= site.span &&
        !findBlock(machine, index, address, site.size))
      return;
    accessGlobal(machine, index, address, site.size);
  }
  if (machine.isCounted)
    addToRequest(machine, index, address, isShared);
  countAccess(machine);
}

void croton_simt_access_range(const void *pointer, uint64_t size,
                              uint32_t index) {
  if (size == 0)
    return;
  Machine &machine = *runningMachine;
  uint64_t address = reinterpret_cast<uint64_t>(pointer);
  uint64_t offset = getSharedOffset(pointer);
  if (offset < kSharedReserve)
    accessShared(machine, index, offset, size);
  else if (findBlock(machine, index, address, size))
    accessGlobal(machine, index, address, size);
  countAccess(machine);
}

void croton_simt_branch(uint32_t condition, uint32_t index) {
  Machine &machine = *runningMachine;
  if (machine.isCounted)
    addToRequest(machine, index, condition, /*isShared=*/false);
  countAccess(machine);
}

uint32_t croton_simt_is_shared(const void *address) {
  return getSharedOffset(address) < kSharedReserve;
}

uint64_t croton_simt_clock(void) {
  static uint64_t clock = 0;
  return ++clock;
}
