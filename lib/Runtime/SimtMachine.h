//===- SimtMachine.h - The state of the SIMT emulator -----------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One machine runs one kernel at a time. The scheduler (SimtBlock.cpp) runs the
// threads of a block as fibres; what threads do comes in through the functions
// of SimtImage.h, which work on the machine.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_SIMTMACHINE_H
#define CROTON_LIB_RUNTIME_SIMTMACHINE_H

#include "SimtMemory.h"
#include "croton/Runtime/Simt.h"
#include "croton/Runtime/SimtImage.h"
#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace croton_rt::simt {

constexpr uint32_t kWarpSize = CROTON_RT_SIMT_WARP_SIZE;
constexpr uint32_t kMaxThreads = CROTON_RT_SIMT_MAX_BLOCK_THREADS;
constexpr uint32_t kMaxWarps = kMaxThreads / kWarpSize;
constexpr uint32_t kNone = ~uint32_t(0);
/// The accesses that a lane makes before the others of its warp get a turn.
constexpr uint32_t kQuantum = 256;
/// What lies behind the shared memory a block can have, so that addresses a
/// little beyond it are told from others.
constexpr uint32_t kSharedMargin = 16 * 1024;
constexpr uint32_t kSharedReserve = CROTON_RT_SIMT_MAX_SHARED + kSharedMargin;

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

struct Fibre;

enum class ThreadState : uint8_t {
  /// Not started, or able to go on.
  Ready,
  /// Made kQuantum accesses; goes on when the others of its warp have.
  Paused,
  AtBarrier,
  AtWarpOp,
  Exited,
};

struct Thread {
  ThreadState state;
  /// The coordinates in the block.
  uint16_t x, y, z;
  /// Accesses since the warp's requests were last counted.
  uint32_t accesses;
  /// Null until it waits for the first time.
  Fibre *fibre;

  /// What it waits for.
  uint32_t site;
  uint32_t operation;
  uint32_t mask, a, b;
  uint64_t value;
  /// What it was given when it waited.
  uint64_t result;
};

struct Warp {
  uint32_t firstThread, numLanes;
  /// Lanes that exist; that have exited; that wait at a warp operation.
  uint32_t lanes, exited, waiting;
  /// Counts synchronizations since the last barrier. An access of lane b that
  /// was made at `epoch` e is ordered before lane a if e < fullEpoch or
  /// e < partial[a][b].
  uint32_t epoch, fullEpoch;
  /// Whether `partial` has been used since the last barrier.
  bool hasPartial;
  uint32_t partial[kWarpSize][kWarpSize];
};

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What is known about a site while a kernel runs.
struct alignas(64) SiteState {
  /// An access that begins in [begin, begin + span) lies in a live block; both
  /// are set by the first access.
  uint64_t begin, span;
  uint32_t size, alignMask, kind;
  uint32_t objectOffset, objectSize;
  /// The window that the rest belongs to.
  uint32_t window;
  /// The requests of this site, a list.
  uint32_t first, last;
  /// The latest request of each lane.
  uint32_t cursor[kWarpSize];
};

/// What the lanes of a warp do together.
struct Request {
  uint32_t site, mask, next;
  bool isShared;
  /// Addresses, or the conditions of a branch.
  uint64_t values[kWarpSize];
};

/// Who touched a byte of shared memory: thread (10 bits), the warp's epoch
/// (20), flags.
using Stamp = uint32_t;
constexpr Stamp kAtomic = 1u << 30;
constexpr Stamp kManyLanes = 1u << 30;
constexpr Stamp kManyWarps = 1u << 31;

/// The last accesses to a byte of shared memory. Epochs count blocks and
/// barriers since the process began.
struct SharedCell {
  uint32_t writeEpoch;
  Stamp writer;
  uint32_t writeSite;
  uint32_t readEpoch;
  Stamp reader;
  uint32_t readSite;
};

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

/// A loaded image.
struct Module {
  void *handle = nullptr;
  const CrotonSimtImage *image = nullptr;
  std::vector<SiteState> sites;
};

struct Kernel {
  Module *module;
  const CrotonSimtKernel *entry;
};

/// The stacks of threads and the switches between them.
class Fibres {
public:
  Fibres();
  ~Fibres();
  Fibres(const Fibres &) = delete;
  Fibres &operator=(const Fibres &) = delete;

  /// Whether the stacks could be had.
  bool isValid() const { return stacks; }
  /// Runs a fibre until it suspends itself.
  void resume(Fibre &fibre);
  /// Goes back to resume().
  void suspend();
  /// Takes a fibre that runs nothing.
  Fibre &take();
  void giveBack(Fibre &fibre) { idle.push_back(&fibre); }
  /// Forgets what all fibres were doing.
  void reset();
  Fibre *getCurrent() const { return current; }
  bool contains(uint64_t address) const;

private:
  struct Context;
  std::unique_ptr<Context> context;
  char *stacks = nullptr;
  std::vector<std::unique_ptr<Fibre>> all;
  std::vector<Fibre *> idle;
  Fibre *current = nullptr;
};

/// What each fibre runs: the threads of the current warp that have not started.
void runThreads();

struct Machine {
  std::mutex lock;
  Memory memory;
  CrotonRtSimtOptions options;
  const CrotonRtSimtLoader *loader = nullptr;
  std::unique_ptr<Fibres> fibres;

  // The launch.
  const Kernel *kernel = nullptr;
  void *const *parameters = nullptr;
  SiteState *sites = nullptr;
  CrotonRtSimtStats *stats = nullptr;
  CrotonRtGrid grid;
  uint32_t sharedBytes = 0;
  bool isCounted = false;
  bool hasFailed = false;
  /// Of CROTON_RT_MESSAGE_SIZE bytes.
  char *message = nullptr;
  /// The number of the launch's first block.
  uint32_t firstBlock = 0;

  // The block.
  uint32_t block = 0;
  int64_t blockIndex[3] = {0, 0, 0};
  uint32_t epoch = 0;
  /// The epoch that the block began in.
  uint32_t blockEpoch = 0;
  bool hasFenced = false;
  uint32_t numThreads = 0, numWarps = 0;
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  std::vector<SharedCell> shared;

  // The warp and the thread.
  Warp *warp = nullptr;
  Thread *thread = nullptr;
  uint32_t lane = 0;
  /// Threads of the warp that have not started: [nextThread, endThread).
  uint32_t nextThread = 0, endThread = 0;
  std::vector<Request> requests;
  uint32_t numRequests = 0;
  uint32_t window = 1;

  const CrotonSimtSite &getSite(uint32_t index) const {
    return kernel->module->image->sites[index];
  }
  uint32_t getThreadIndex() const { return warp->firstThread + lane; }
};

/// The one machine.
Machine &getMachine();

/// The same, set while a kernel runs: what threads call needs no check for the
/// first use.
extern Machine *runningMachine;

//===----------------------------------------------------------------------===//
// Failures (SimtReport.cpp)
//===----------------------------------------------------------------------===//

/// Fails the launch; `format` continues "kernel 'k', block (..), thread (..):
/// ". Only for the scheduler.
__attribute__((format(printf, 2, 3))) void setFailure(const Thread &thread,
                                                      const char *format, ...);

/// Fails the launch from within a thread.
[[noreturn]] __attribute__((format(printf, 1, 2))) void
failThread(const char *format, ...);

/// Part of a message, cut where it would not fit. The stack of a thread that
/// fails is left as it is, so nothing on it may own memory.
struct Text {
  char characters[320];
  const char *c_str() const { return characters; }
};
__attribute__((format(printf, 1, 2))) Text makeText(const char *format, ...);

/// A site as messages name it: "load of float at f.mlir:1:2".
Text describeSite(uint32_t site);
/// A thread as messages name it: "thread (1, 0, 0)".
Text describeThread(const Thread &thread);

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Lets other threads run until the current one is ready (SimtBlock.cpp).
void waitInThread(ThreadState state);

/// Runs the block whose index is set. Sets hasFailed on failure.
void runBlock(Machine &machine);

/// Checks an access to shared memory (SimtShared.cpp). `offset` is that of its
/// first byte.
void checkSharedAccess(Machine &machine, uint32_t site, uint64_t offset,
                       uint64_t size);

/// Notes that the lanes in `mask` synchronize (SimtShared.cpp).
void synchronizeLanes(Warp &warp, uint32_t mask);

/// Counts the requests of the current warp and forgets them
/// (SimtRequests.cpp).
void countRequests(Machine &machine);

/// Adds a lane's part to its request (SimtRequests.cpp).
void addToRequest(Machine &machine, uint32_t site, uint64_t value,
                  bool isShared);

} // namespace croton_rt::simt

#endif // CROTON_LIB_RUNTIME_SIMTMACHINE_H
