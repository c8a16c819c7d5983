//===- RoundHash.h - Has this op been seen before? --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_ROUNDHASH_H
#define CROTON_LIB_REWRITE_ROUNDHASH_H

#include "mlir/IR/Operation.h"
#include <vector>

namespace mlir::croton::detail {

/// Hashes what an op and its regions say: names, attributes, types, and which
/// value is used where; locations and addresses of ops do not count.
uint64_t hashStructure(Operation *op);

/// Tells when the rounds of a driver come back to an earlier state.
class RoundHashes {
public:
  /// Whether the op is as it was at the end of an earlier round.
  bool isRepeated(Operation *op);
  /// How many rounds ago.
  unsigned getPeriod() const { return period; }

private:
  std::vector<uint64_t> hashes;
  unsigned period = 0;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_ROUNDHASH_H
