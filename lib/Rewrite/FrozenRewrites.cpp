//===- FrozenRewrites.cpp - Local rewrites, indexed by root op ------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/FrozenRewrites.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::croton;

FrozenRewrites::Entry::Entry(std::unique_ptr<RewritePattern> ownPattern)
    : pattern(std::move(ownPattern)) {
  if (std::optional<OperationName> root = pattern->getRootKind())
    rootName = root->getStringRef().str();
}

FrozenRewrites::FrozenRewrites(MLIRContext *context,
                               ArrayRef<PlannedLocal> locals,
                               ArrayRef<PlannedGroup> groups)
    : groups(groups) {
  SmallVector<double> positions;
  for (const PlannedLocal &local : locals) {
    const LocalRewrite &rewrite = *local.rewrite;
    unsigned member = members.size();
    rewrites.push_back(local.rewrite);
    members.push_back({rewrite.getName().str(), rewrite.getClaim()});
    positions.push_back(local.position);

    RewritePatternSet patterns(context);
    rewrite.populatePatterns(patterns);
    for (std::unique_ptr<RewritePattern> &pattern :
         patterns.getNativePatterns()) {
      // Upstream's filters by name and label see a rewrite's own name.
      pattern->setDebugName(rewrite.getName());
      Entry entry(std::move(pattern));
      if (rewrite.getFilter())
        entry.filter = &rewrite.getFilter();
      if (!rewrite.getDeclaredTracks().empty())
        entry.narrowed = &rewrite;
      entry.member = member;
      entry.group = local.group;
      entries.push_back(std::move(entry));
    }
  }
  sort(positions);
}

FrozenRewrites::FrozenRewrites(RewritePatternSet &&patterns) {
  SmallVector<double> positions;
  for (std::unique_ptr<RewritePattern> &pattern :
       patterns.getNativePatterns()) {
    members.push_back({pattern->getDebugName().str(), NumericClaim::Exact});
    // A pattern that says it cannot match never gets a turn.
    bool canMatch = !pattern->getBenefit().isImpossibleToMatch();
    positions.push_back(canMatch ? -double(pattern->getBenefit().getBenefit())
                                 : 0);
    Entry entry(std::move(pattern));
    entry.member = members.size() - 1;
    if (canMatch)
      entries.push_back(std::move(entry));
  }
  for (auto [index, entry] : llvm::enumerate(entries))
    entry.index = index;
  auto getPlace = [&](const Entry &entry) {
    return std::make_tuple(positions[entry.member], getRootRank(entry) == 2,
                           entry.index);
  };
  llvm::sort(entries, [&](const Entry &a, const Entry &b) {
    return getPlace(a) < getPlace(b);
  });
}

unsigned FrozenRewrites::getRootRank(const Entry &entry) {
  if (!entry.rootName.empty() || entry.narrowed)
    return 0;
  return entry.pattern->getRootInterfaceID() || entry.pattern->getRootTraitID()
             ? 1
             : 2;
}

void FrozenRewrites::sort(ArrayRef<double> positions) {
  for (auto [index, entry] : llvm::enumerate(entries))
    entry.index = index;
  // A group takes one place among the others and keeps its members together.
  auto getPlace = [&](const Entry &entry) {
    bool isAlone = entry.group == -1;
    return std::make_tuple(isAlone ? positions[entry.member]
                                   : groups[entry.group].position,
                           isAlone ? getRootRank(entry) : 0,
                           StringRef(isAlone ? members[entry.member].name
                                             : groups[entry.group].name));
  };
  auto getPlaceInside = [&](const Entry &entry) {
    return std::make_tuple(positions[entry.member], getRootRank(entry),
                           StringRef(members[entry.member].name), entry.index);
  };
  llvm::sort(entries, [&](const Entry &a, const Entry &b) {
    auto placeA = getPlace(a), placeB = getPlace(b);
    return placeA != placeB ? placeA < placeB
                            : getPlaceInside(a) < getPlaceInside(b);
  });
}

bool FrozenRewrites::isRoot(const Entry &entry, OperationName name) {
  const RewritePattern &pattern = *entry.pattern;
  if (entry.narrowed && !llvm::is_contained(entry.narrowed->getDeclaredTracks(),
                                            name.getStringRef()))
    return false;
  if (!entry.rootName.empty())
    return entry.rootName == name.getStringRef();
  if (std::optional<TypeID> interface = pattern.getRootInterfaceID())
    return name.hasInterface(*interface);
  if (std::optional<TypeID> trait = pattern.getRootTraitID())
    return name.hasTrait(*trait);
  return true;
}

ArrayRef<FrozenRewrites::Candidate>
FrozenRewrites::getCandidates(OperationName name) const {
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<SmallVector<Candidate, 0>> &found =
      name.isRegistered() ? candidates[name]
                          : unregistered[name.getStringRef()];
  if (!found) {
    found = std::make_unique<SmallVector<Candidate, 0>>();
    for (const Entry &entry : entries)
      if (isRoot(entry, name))
        found->push_back(
            {entry.pattern.get(), entry.filter, entry.member, entry.group});
  }
  return *found;
}
