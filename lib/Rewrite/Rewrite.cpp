//===- Rewrite.cpp - One named, tagged change of a graph ------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Rewrite.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace mlir::croton;

StringRef croton::stringifyNumericClaim(NumericClaim claim) {
  switch (claim) {
  case NumericClaim::Exact:
    return "exact";
  case NumericClaim::Reassociates:
    return "reassociates";
  case NumericClaim::Unsafe:
    return "unsafe";
  }
  llvm_unreachable("no such claim");
}

std::optional<NumericClaim> croton::parseNumericClaim(StringRef text) {
  return llvm::StringSwitch<std::optional<NumericClaim>>(text)
      .Case("exact", NumericClaim::Exact)
      .Case("reassociates", NumericClaim::Reassociates)
      .Case("unsafe", NumericClaim::Unsafe)
      .Default(std::nullopt);
}

Rewrite::~Rewrite() = default;

LocalRewrite &LocalRewrite::setTracks(ArrayRef<StringRef> opNames) {
  assert(!opNames.empty() && "a rewrite that tracks nothing never runs");
  tracks.clear();
  for (StringRef opName : opNames)
    if (!llvm::is_contained(tracks, opName))
      tracks.push_back(opName.str());
  return *this;
}

std::shared_ptr<GlobalRewrite> GlobalRewrite::fromPasses(StringRef name,
                                                         NumericClaim claim,
                                                         StringRef summary,
                                                         BuildPipeline build) {
  auto rewrite = std::make_shared<GlobalRewrite>(name, claim, summary, Apply());
  rewrite->build = std::move(build);
  return rewrite;
}
