//===- SimtMemory.h - The emulator's global memory --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One range of addresses holds all blocks of all emulated devices; beside it
// lie, reached by arithmetic on the address, who owns each page, which bytes
// have been written, and who wrote last.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_SIMTMEMORY_H
#define CROTON_LIB_RUNTIME_SIMTMEMORY_H

#include <cstdint>
#include <map>
#include <vector>

namespace croton_rt::simt {

/// A block of memory, or a variable of an image.
struct Block {
  uint64_t begin = 0;
  uint64_t size = 0;
  /// The name of a variable; null for a block.
  const char *name = nullptr;
  bool isLive = false;
};

/// The last write to four bytes of global memory.
struct WriteCell {
  /// The number of the writer's block since the process began; 0 for none.
  uint32_t block;
  /// Thread (10 bits), bytes written (4), atomic (1), barriers that the block
  /// had passed (17).
  uint32_t who;
};

/// Global memory. All functions need the emulator's lock.
class Memory {
public:
  /// Returns `size` bytes, aligned to 256, or null when they do not fit `limit`
  /// bytes in all.
  void *allocate(uint64_t size, uint64_t limit);
  /// Frees a block; returns false when there is none at the address.
  bool deallocate(void *address);

  /// The block, live or freed, that owns an address, or null. Variables of
  /// images are found too.
  const Block *find(uint64_t address) const;
  /// Whether a range lies within a live block.
  bool isValid(const void *address, uint64_t size) const;

  void addVariable(const Block &variable);
  void removeVariable(uint64_t begin);

  bool isInArena(uint64_t address) const { return address - base < kArena; }
  bool isInitialized(uint64_t address, uint64_t size) const;
  void setInitialized(uint64_t address, uint64_t size);
  /// Copies what is known about the bytes of a range.
  void copyInitialized(uint64_t target, uint64_t source, uint64_t size);

  WriteCell &getWriteCell(uint64_t address) {
    return writes[(address - base) >> 2];
  }
  uint64_t getLiveBytes() const { return liveBytes; }

private:
  static constexpr uint64_t kPageBits = 12;
  static constexpr uint64_t kArena = uint64_t(64) << 30;

  bool reserve();
  /// Returns the first of `pages` pages that are free, or ~0.
  uint64_t takePages(uint64_t pages);
  bool isBitSet(uint64_t offset) const {
    return written[offset >> 3] >> (offset & 7) & 1;
  }

  uint64_t base = ~uint64_t(0) - kArena;
  /// Per page the index into `blocks`, plus one; freed blocks keep theirs.
  uint32_t *owners = nullptr;
  /// One bit per byte.
  uint8_t *written = nullptr;
  WriteCell *writes = nullptr;

  std::vector<Block> blocks;
  /// The variables of images, by address.
  std::map<uint64_t, Block> variables;
  /// Pages below `nextPage` that are free: first page, count. They are taken
  /// only when no fresh ones are left, so that stale pointers are noticed.
  std::map<uint64_t, uint64_t> freePages;
  uint64_t nextPage = 0;
  uint64_t liveBytes = 0;
};

} // namespace croton_rt::simt

#endif // CROTON_LIB_RUNTIME_SIMTMEMORY_H
