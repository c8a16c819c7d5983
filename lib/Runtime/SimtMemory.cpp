//===- SimtMemory.cpp - The emulator's global memory ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimtMemory.h"
#include <cstring>
#include <sys/mman.h>

using namespace croton_rt::simt;

/// Reserves addresses; pages appear when they are touched, filled with zeros.
static void *reserveAddresses(uint64_t size) {
  void *address = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return address == MAP_FAILED ? nullptr : address;
}

bool Memory::reserve() {
  if (owners)
    return true;
  void *arena = reserveAddresses(kArena);
  void *pages = reserveAddresses((kArena >> kPageBits) * sizeof(uint32_t));
  void *bits = reserveAddresses(kArena / 8);
  void *cells = reserveAddresses(kArena / 4 * sizeof(WriteCell));
  if (!arena || !pages || !bits || !cells)
    return false;
  base = reinterpret_cast<uint64_t>(arena);
  owners = static_cast<uint32_t *>(pages);
  written = static_cast<uint8_t *>(bits);
  writes = static_cast<WriteCell *>(cells);
  return true;
}

uint64_t Memory::takePages(uint64_t pages) {
  if (nextPage + pages <= kArena >> kPageBits) {
    uint64_t page = nextPage;
    nextPage += pages;
    return page;
  }
  for (auto it = freePages.begin(); it != freePages.end(); ++it) {
    auto [page, count] = *it;
    if (count < pages)
      continue;
    freePages.erase(it);
    if (count > pages)
      freePages[page + pages] = count - pages;
    return page;
  }
  return ~uint64_t(0);
}

void *Memory::allocate(uint64_t size, uint64_t limit) {
  // One page beyond the bytes keeps blocks apart.
  if (size > kArena || liveBytes > limit || size > limit - liveBytes ||
      !reserve())
    return nullptr;
  uint64_t pages = (size >> kPageBits) + 1;
  uint64_t page = takePages(pages);
  if (page == ~uint64_t(0))
    return nullptr;
  uint64_t address = base + (page << kPageBits);
  blocks.push_back({address, size, nullptr, true});
  for (uint64_t i = 0; i < pages; ++i)
    owners[page + i] = blocks.size();
  liveBytes += size;
  return reinterpret_cast<void *>(address);
}

bool Memory::deallocate(void *address) {
  uint64_t begin = reinterpret_cast<uint64_t>(address);
  const Block *block = find(begin);
  if (!block || block->name || !block->isLive || block->begin != begin)
    return false;
  Block &freed = blocks[block - blocks.data()];
  freed.isLive = false;
  liveBytes -= freed.size;
  uint64_t page = (begin - base) >> kPageBits;
  uint64_t pages = (freed.size >> kPageBits) + 1;
  // All of them read as fresh from now on.
  uint64_t bytes = pages << kPageBits;
  madvise(address, bytes, MADV_DONTNEED);
  std::memset(written + (begin - base) / 8, 0, bytes / 8);
  if (bytes >= uint64_t(1) << 20)
    madvise(writes + (begin - base) / 4, bytes / 4 * sizeof(WriteCell),
            MADV_DONTNEED);
  freePages[page] = pages;
  return true;
}

const Block *Memory::find(uint64_t address) const {
  if (owners && isInArena(address)) {
    uint32_t owner = owners[(address - base) >> kPageBits];
    return owner ? &blocks[owner - 1] : nullptr;
  }
  auto it = variables.upper_bound(address);
  if (it == variables.begin())
    return nullptr;
  const Block &variable = std::prev(it)->second;
  return address - variable.begin < variable.size ? &variable : nullptr;
}

bool Memory::isValid(const void *pointer, uint64_t size) const {
  uint64_t address = reinterpret_cast<uint64_t>(pointer);
  const Block *block = find(address);
  if (!block || !block->isLive)
    return false;
  uint64_t offset = address - block->begin;
  return offset <= block->size && size <= block->size - offset;
}

void Memory::addVariable(const Block &variable) {
  variables[variable.begin] = variable;
}

void Memory::removeVariable(uint64_t begin) { variables.erase(begin); }

bool Memory::isInitialized(uint64_t address, uint64_t size) const {
  uint64_t offset = address - base;
  if ((offset & 7) + size <= 8) {
    uint8_t mask = ((1u << size) - 1) << (offset & 7);
    return (written[offset >> 3] & mask) == mask;
  }
  for (uint64_t i = 0; i < size; ++i)
    if (!isBitSet(offset + i))
      return false;
  return true;
}

void Memory::setInitialized(uint64_t address, uint64_t size) {
  uint64_t offset = address - base, end = offset + size;
  if ((offset & 7) + size <= 8) {
    written[offset >> 3] |= ((1u << size) - 1) << (offset & 7);
    return;
  }
  for (; offset < end && (offset & 7); ++offset)
    written[offset >> 3] |= 1u << (offset & 7);
  std::memset(written + (offset >> 3), 0xff, (end - offset) >> 3);
  for (offset += (end - offset) & ~uint64_t(7); offset < end; ++offset)
    written[offset >> 3] |= 1u << (offset & 7);
}

void Memory::copyInitialized(uint64_t target, uint64_t source, uint64_t size) {
  uint64_t to = target - base, from = source - base;
  uint64_t i = 0;
  if (((to | from) & 7) == 0) {
    std::memcpy(written + to / 8, written + from / 8, size / 8);
    i = size & ~uint64_t(7);
  }
  for (; i < size; ++i) {
    uint8_t bit = 1u << ((to + i) & 7);
    uint8_t &byte = written[(to + i) >> 3];
    byte = isBitSet(from + i) ? byte | bit : byte & ~bit;
  }
}
