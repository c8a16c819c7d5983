//===- Provenance.h - Locations that name rewrites --------------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_PROVENANCE_H
#define CROTON_LIB_REWRITE_PROVENANCE_H

#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

namespace mlir::croton::detail {

/// Gives the ops that an application makes a location such as
///   fused<"rewrites: log1p#3, exp-of-neg#1">["model.mlir":4:10]
/// that names the rewrite with the number of its application, those that made
/// its root before it (the newest first, a few at most), and where the root
/// came from.
class Provenance {
public:
  explicit Provenance(bool isEnabled) : isEnabled(isEnabled) {}

  /// An application starts. Nothing is made until an op is marked.
  void begin(StringRef rewrite, unsigned number, Location root) {
    name = rewrite;
    this->number = number;
    rootLoc = root;
    cachedFrom = cached = LocationAttr();
    metadata = Attribute();
  }

  /// Marks an op that the application has made.
  void mark(Operation *op);

private:
  Attribute getMetadata();

  bool isEnabled;
  StringRef name;
  unsigned number = 0;
  LocationAttr rootLoc;
  Attribute metadata;
  /// The last location that was marked, and what it became.
  LocationAttr cachedFrom, cached;
};

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_PROVENANCE_H
