//===- Registry.cpp - All rewrites and modes of a context -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Registry.h"
#include "Resolver.h"
#include "Text.h"
#include "croton/Rewrite/RewriteProviderInterface.h"
#include "croton/Rewrite/RewriteSources.h"
#include "croton/Support/DidYouMean.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::croton;

RewriteRegistry::RewriteRegistry()
    : database(RewriteDatabase::createSequence("optdb")) {
  modes.push_back({"none", "no rewrite", Query()});
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

static llvm::Error blameDialect(llvm::Error error, Dialect *dialect) {
  if (!error)
    return error;
  return llvm::createStringError("dialect '" + dialect->getNamespace() +
                                 "': " + llvm::toString(std::move(error)));
}

/// Fails if two rewrites below have one name: whatever names a rewrite (a
/// query, a profile, a report) means exactly one.
static llvm::Error
checkNames(const RewriteDatabase &database, StringRef path,
           llvm::StringMap<std::pair<const Rewrite *, std::string>> &seen) {
  if (database.getInner())
    return checkNames(*database.getInner(), path, seen);
  for (const RewriteDatabase::Member &member : database.getMembers()) {
    if (member.database) {
      std::string below =
          path.empty() ? member.name : (path + "." + member.name).str();
      if (llvm::Error error = checkNames(*member.database, below, seen))
        return error;
      continue;
    }
    StringRef stage = path.empty() ? database.getName() : path;
    auto [it, isNew] =
        seen.try_emplace(member.name, member.rewrite.get(), stage.str());
    if (!isNew && it->second.first != member.rewrite.get())
      return llvm::createStringError("two rewrites are called '" + member.name +
                                     "': one in '" + it->second.second +
                                     "', one in '" + stage + "'");
  }
  return llvm::Error::success();
}

llvm::Expected<RewriteRegistry> RewriteRegistry::collect(MLIRContext *context) {
  SmallVector<RewriteSource::Contribute> contributions;
  for (const std::shared_ptr<const RewriteSource> &source :
       getRewriteSources(context)) {
    llvm::Expected<RewriteSource::Contribute> contribute =
        source->prepare(context);
    if (!contribute)
      return contribute.takeError();
    contributions.push_back(std::move(*contribute));
  }
  std::vector<Dialect *> dialects = context->getLoadedDialects();
  llvm::sort(dialects, [](Dialect *lhs, Dialect *rhs) {
    return lhs->getNamespace() < rhs->getNamespace();
  });
  SmallVector<const RewriteProviderInterface *> providers;
  for (Dialect *dialect : dialects)
    if (auto *provider =
            dialect->getRegisteredInterface<RewriteProviderInterface>())
      providers.push_back(provider);

  RewriteRegistry registry;
  for (const RewriteProviderInterface *provider : providers)
    if (llvm::Error error = blameDialect(provider->registerStages(registry),
                                         provider->getDialect()))
      return std::move(error);
  for (const RewriteProviderInterface *provider : providers)
    if (llvm::Error error = blameDialect(provider->registerRewrites(registry),
                                         provider->getDialect()))
      return std::move(error);
  for (const RewriteSource::Contribute &contribute : contributions)
    if (llvm::Error error = contribute(registry))
      return std::move(error);
  llvm::StringMap<std::pair<const Rewrite *, std::string>> seen;
  if (llvm::Error error = checkNames(registry.getDatabase(), "", seen))
    return std::move(error);
  return registry;
}

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

llvm::Error RewriteRegistry::addMode(StringRef name, StringRef summary,
                                     StringRef query) {
  auto fail = [&](const Twine &reason) {
    return llvm::createStringError("cannot add mode '" + name + "': " + reason);
  };
  if (!isWord(name))
    return fail("the name is no word: " + kWordRule);
  if (llvm::is_contained(
          llvm::map_range(modes, [](const Mode &m) { return m.name; }), name))
    return fail("the name is taken");
  llvm::Expected<Query> parsed = Query::parse(query);
  if (!parsed)
    return fail(llvm::toString(parsed.takeError()));
  modes.push_back({name.str(), summary.str(), std::move(*parsed)});
  return llvm::Error::success();
}

llvm::Expected<const Mode *> RewriteRegistry::findMode(StringRef name) const {
  SmallVector<StringRef> known;
  for (const Mode &mode : modes) {
    if (mode.name == name)
      return &mode;
    known.push_back(mode.name);
  }
  return llvm::createStringError("no mode '" + name + "'" +
                                 didYouMean(name, known));
}
