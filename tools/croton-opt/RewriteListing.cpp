//===- RewriteListing.cpp - Switches that list the rewrites ---------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteListing.h"

#include "croton/Rewrite/Registry.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
struct ListingOptions {
  llvm::cl::opt<std::string> rewrites{
      "list-rewrites", llvm::cl::ValueOptional, llvm::cl::value_desc("query"),
      llvm::cl::desc("List the rewrites (those that the query selects) with "
                     "stage, position, tracks, tags, claim and summary, and "
                     "exit")};
  llvm::cl::opt<bool> modes{
      "list-modes",
      llvm::cl::desc("List the modes of croton-optimize with their queries, "
                     "and exit")};
  llvm::cl::opt<bool> page{
      "print-rewrites-doc", llvm::cl::Hidden,
      llvm::cl::desc("Print the page of the documentation that lists modes and "
                     "rewrites, and exit")};

  bool isListing() const {
    return rewrites.getNumOccurrences() || modes || page;
  }
};
} // namespace

static ListingOptions &getOptions() {
  static ListingOptions options;
  return options;
}

void croton::registerRewriteListingOptions() { getOptions(); }

/// Prints a line per mode: name, query, summary.
static void printModes(const RewriteRegistry &registry, raw_ostream &os) {
  size_t nameWidth = 0, queryWidth = 0;
  for (const Mode &mode : registry.getModes()) {
    nameWidth = std::max(nameWidth, mode.name.size());
    queryWidth = std::max(queryWidth, mode.query.str().size());
  }
  for (const Mode &mode : registry.getModes())
    os << llvm::left_justify(mode.name, nameWidth + 2)
       << llvm::left_justify(mode.query.str(), queryWidth + 2) << mode.summary
       << '\n';
}

static llvm::Error print(const ListingOptions &options, MLIRContext *context) {
  llvm::Expected<RewriteRegistry> registry = RewriteRegistry::collect(context);
  if (!registry)
    return registry.takeError();
  if (options.modes)
    printModes(*registry, llvm::outs());
  if (options.page)
    registry->printMarkdown(llvm::outs(), context);
  if (!options.rewrites.getNumOccurrences())
    return llvm::Error::success();
  if (options.rewrites.empty())
    return registry->list(llvm::outs(), context, /*query=*/nullptr);
  llvm::Expected<Query> query = Query::parse(options.rewrites);
  if (!query)
    return query.takeError();
  return registry->list(llvm::outs(), context, &*query);
}

std::optional<int> croton::listRewrites(const DialectRegistry &registry) {
  const ListingOptions &options = getOptions();
  if (!options.isListing())
    return std::nullopt;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  // Any dialect may bring some, those of plugins too.
  context.loadAllAvailableDialects();
  if (llvm::Error error = print(options, &context)) {
    llvm::WithColor::error(llvm::errs(), "croton-opt")
        << llvm::toString(std::move(error)) << "\n";
    return 1;
  }
  return 0;
}
