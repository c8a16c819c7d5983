//===- SimtFibres.cpp - Stacks of emulated threads ------------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Switches are those of Boost.Context: a thirtieth of the time of swapcontext,
// which makes a system call each time.
//
//===----------------------------------------------------------------------===//

#include "SimtMachine.h"
#include <boost/context/detail/fcontext.hpp>
#include <sys/mman.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define CROTON_SIMT_ASAN 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define CROTON_SIMT_ASAN 1
#endif
#ifdef CROTON_SIMT_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

using namespace croton_rt::simt;
namespace ctx = boost::context::detail;

/// Kernels may use 64 KiB (lib/Target/Simt refuses more); the rest is for libm
/// and for messages.
constexpr size_t kStackSize = 256 * 1024;
/// The lowest page of a stack, out of bounds.
constexpr size_t kGuardSize = 4096;

struct croton_rt::simt::Fibre {
  char *stack = nullptr;
  char *top = nullptr;
  ctx::fcontext_t context = nullptr;
};

/// The scheduler's side of a switch.
struct Fibres::Context {
  ctx::fcontext_t scheduler = nullptr;
#ifdef CROTON_SIMT_ASAN
  const void *stack = nullptr;
  size_t stackSize = 0;
  void *fakeStack = nullptr;
#endif
};

/// The first function on each stack; it never returns.
static void runFibre(ctx::transfer_t transfer) {
  auto &start = *static_cast<void (**)(ctx::transfer_t)>(transfer.data);
  start(transfer);
  Fibres &fibres = *runningMachine->fibres;
  while (true) {
    runThreads();
    fibres.suspend();
  }
}

Fibres::Fibres() : context(std::make_unique<Context>()) {
  void *memory = mmap(nullptr, kStackSize * kMaxThreads, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return;
  stacks = static_cast<char *>(memory);
  all.resize(kMaxThreads);
  for (uint32_t i = 0; i < kMaxThreads; ++i) {
    all[i] = std::make_unique<Fibre>();
    all[i]->stack = stacks + i * kStackSize;
    // Tops at one offset would fall into the same few cache sets.
    all[i]->top = all[i]->stack + kStackSize - (i % 64) * 64;
    mprotect(all[i]->stack, kGuardSize, PROT_NONE);
  }
  reset();
}

Fibres::~Fibres() {
  if (stacks)
    munmap(stacks, kStackSize * kMaxThreads);
}

void Fibres::reset() {
  idle.clear();
  // The first ones are taken first, their stacks are warm.
  for (uint32_t i = kMaxThreads; i-- > 0;) {
    all[i]->context = nullptr;
    idle.push_back(all[i].get());
  }
}

bool Fibres::contains(uint64_t address) const {
  return address - reinterpret_cast<uint64_t>(stacks) <
         kStackSize * kMaxThreads;
}

Fibre &Fibres::take() {
  Fibre &fibre = *idle.back();
  idle.pop_back();
  return fibre;
}

void Fibres::resume(Fibre &fibre) {
  static void (*const start)(ctx::transfer_t) = [](ctx::transfer_t transfer) {
    Fibres &fibres = *runningMachine->fibres;
#ifdef CROTON_SIMT_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &fibres.context->stack,
                                    &fibres.context->stackSize);
#endif
    fibres.context->scheduler = transfer.fctx;
  };
  if (!fibre.context) {
#ifdef CROTON_SIMT_ASAN
    // What a failed launch left there.
    __asan_unpoison_memory_region(fibre.stack + kGuardSize,
                                  kStackSize - kGuardSize);
#endif
    fibre.context = ctx::make_fcontext(
        fibre.top, fibre.top - fibre.stack - kGuardSize, runFibre);
  }
  current = &fibre;
#ifdef CROTON_SIMT_ASAN
  __sanitizer_start_switch_fiber(&context->fakeStack, fibre.stack + kGuardSize,
                                 fibre.top - fibre.stack - kGuardSize);
#endif
  auto startCopy = start;
  fibre.context = ctx::jump_fcontext(fibre.context, &startCopy).fctx;
#ifdef CROTON_SIMT_ASAN
  __sanitizer_finish_switch_fiber(context->fakeStack, nullptr, nullptr);
#endif
}

void Fibres::suspend() {
#ifdef CROTON_SIMT_ASAN
  void *fakeStack = nullptr;
  __sanitizer_start_switch_fiber(&fakeStack, context->stack,
                                 context->stackSize);
#endif
  context->scheduler = ctx::jump_fcontext(context->scheduler, nullptr).fctx;
#ifdef CROTON_SIMT_ASAN
  __sanitizer_finish_switch_fiber(fakeStack, &context->stack,
                                  &context->stackSize);
#endif
}
