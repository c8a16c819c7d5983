//===- BlasThreads.h - How many threads a product gets --------*- C++ -*-===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_RUNTIME_BLASTHREADS_H
#define CROTON_LIB_RUNTIME_BLASTHREADS_H

#include <cstdint>

namespace croton_rt {

/// Lets OpenBLAS use one thread for a small product while it lives. Its threads
/// spin when they wait for each other: a product of a millisecond gains little
/// from them, and loses a hundredfold where another process holds a core.
class BlasThreads {
public:
  /// For a product of m x k and k x n.
  BlasThreads(int64_t m, int64_t n, int64_t k);
  ~BlasThreads();
  BlasThreads(const BlasThreads &) = delete;
  BlasThreads &operator=(const BlasThreads &) = delete;

private:
  bool isLimited;
};

} // namespace croton_rt

#endif // CROTON_LIB_RUNTIME_BLASTHREADS_H
