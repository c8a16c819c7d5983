//===- Mutex.h - A lock that may be held for long ---------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_MUTEX_H
#define CROTON_LIB_RUNTIME_MUTEX_H

#include <pthread.h>

namespace croton_rt {

/// A lock to be held while a driver works. It needs no set-up and no C++
/// library.
class Mutex {
public:
  void lock() { pthread_mutex_lock(&mutex); }
  void unlock() { pthread_mutex_unlock(&mutex); }

private:
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

/// Holds a lock for a scope. The scope must not fail by croton_rt_fail.
class MutexGuard {
public:
  explicit MutexGuard(Mutex &mutex) : held(mutex) { held.lock(); }
  ~MutexGuard() { held.unlock(); }
  MutexGuard(const MutexGuard &) = delete;
  MutexGuard &operator=(const MutexGuard &) = delete;

private:
  Mutex &held;
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_MUTEX_H
