//===- SpinLock.h - A lock for a few instructions ---------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_SPINLOCK_H
#define CROTON_LIB_RUNTIME_SPINLOCK_H

#include <atomic>
#include <sched.h>

namespace croton_rt {

/// A lock to be held for a few instructions. It needs no set-up, so that it can
/// be used before and after the life of any other static object.
class SpinLock {
public:
  void lock() {
    while (flag.test_and_set(std::memory_order_acquire))
      sched_yield();
  }
  void unlock() { flag.clear(std::memory_order_release); }

private:
  std::atomic_flag flag = ATOMIC_FLAG_INIT;
};

/// Holds a lock for a scope. The scope must not fail by croton_rt_fail.
class SpinGuard {
public:
  explicit SpinGuard(SpinLock &lock) : held(lock) { held.lock(); }
  ~SpinGuard() { held.unlock(); }
  SpinGuard(const SpinGuard &) = delete;
  SpinGuard &operator=(const SpinGuard &) = delete;

private:
  SpinLock &held;
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_SPINLOCK_H
