//===- Provenance.cpp - Locations that name rewrites ----------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Provenance.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::croton::detail;

/// How many earlier rewrites a location names. Without a bound, a line of n
/// rewrites would take n^2 memory.
static constexpr size_t kMaxRewrites = 8;

static constexpr StringLiteral kPrefix = "rewrites: ";

/// The rewrites that a location names, "" if it names none.
static StringRef getRewrites(LocationAttr loc) {
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return "";
  auto metadata = dyn_cast_or_null<StringAttr>(fused.getMetadata());
  StringRef text = metadata ? metadata.getValue() : "";
  return text.consume_front(kPrefix) ? text : "";
}

/// Cuts a list of names off after `count` of them.
static StringRef takeFirst(StringRef names, size_t count) {
  size_t end = 0;
  while (count-- > 0) {
    end = names.find(", ", end);
    if (end == StringRef::npos)
      return names;
    ++end;
  }
  return names.take_front(end - 1);
}

Attribute Provenance::getMetadata() {
  if (metadata)
    return metadata;
  SmallString<64> text(kPrefix);
  text += name;
  text += '#';
  text += llvm::utostr(number);
  StringRef earlier = takeFirst(getRewrites(rootLoc), kMaxRewrites - 1);
  if (!earlier.empty()) {
    text += ", ";
    text += earlier;
  }
  metadata = StringAttr::get(rootLoc.getContext(), text);
  return metadata;
}

void Provenance::mark(Operation *op) {
  if (!isEnabled)
    return;
  LocationAttr loc = op->getLoc();
  if (loc != cachedFrom) {
    cachedFrom = loc;
    // What a rewrite leaves unknown is where its root was.
    LocationAttr source = isa<UnknownLoc>(loc) ? rootLoc : loc;
    SmallVector<Location, 2> sources;
    if (!getRewrites(source).empty())
      sources.assign(cast<FusedLoc>(source).getLocations().begin(),
                     cast<FusedLoc>(source).getLocations().end());
    else
      sources.push_back(Location(source));
    cached = FusedLoc::get(loc.getContext(), sources, getMetadata());
  }
  op->setLoc(Location(cached));
}
