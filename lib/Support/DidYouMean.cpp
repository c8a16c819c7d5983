//===- DidYouMean.cpp - Suggestions for misspelt names --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Support/DidYouMean.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace mlir;

std::string croton::didYouMean(StringRef name, ArrayRef<StringRef> known) {
  // Every third letter may be wrong; a name of one or two letters has one.
  unsigned limit = std::max<unsigned>(1, name.size() / 3);
  StringRef best;
  for (StringRef candidate : known) {
    unsigned distance = name.edit_distance_insensitive(
        candidate, /*AllowReplacements=*/true, /*MaxEditDistance=*/limit);
    // Nothing left of the name means that it is not a misspelling of it.
    if (distance > limit || distance >= std::max(name.size(), candidate.size()))
      continue;
    best = candidate;
    if (distance == 0)
      break;
    limit = distance - 1;
  }
  if (best.empty())
    return "";
  return ("; did you mean '" + best + "'?").str();
}
