//===- Listing.cpp - Tables of the rewrites of a registry -----------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Resolver.h"
#include "Text.h"
#include "croton/Rewrite/Registry.h"
#include "mlir/Dialect/PDL/IR/PDLOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <array>

using namespace mlir;
using namespace mlir::croton;

//===----------------------------------------------------------------------===//
// Tracks
//===----------------------------------------------------------------------===//

/// What roots `pattern` has: an op name, "interface", "trait" or "any".
static StringRef describeRoot(const Pattern &pattern) {
  if (std::optional<OperationName> name = pattern.getRootKind())
    return name->getStringRef();
  if (pattern.getRootInterfaceID())
    return "interface";
  if (pattern.getRootTraitID())
    return "trait";
  return "any";
}

/// Appends the roots of patterns that are written in PDL.
static void collectRoots(ModuleOp pdlModule,
                         SmallVectorImpl<std::string> &out) {
  pdlModule.walk([&](pdl::PatternOp pattern) {
    Value root = pattern.getRewriter().getRoot();
    auto op = root ? root.getDefiningOp<pdl::OperationOp>() : nullptr;
    std::optional<StringRef> name = op ? op.getOpName() : std::nullopt;
    out.push_back(name.value_or("any").str());
  });
}

std::string croton::describeTracks(const Rewrite &rewrite,
                                   MLIRContext *context) {
  const auto *local = dyn_cast<LocalRewrite>(&rewrite);
  if (!local)
    return "-";
  SmallVector<std::string> tracks(local->getDeclaredTracks());
  if (tracks.empty()) {
    RewritePatternSet patterns(context);
    local->populatePatterns(patterns);
    for (const auto &pattern : patterns.getNativePatterns())
      tracks.push_back(describeRoot(*pattern).str());
    if (ModuleOp pdlModule = patterns.getPDLPatterns().getModule())
      collectRoots(pdlModule, tracks);
  }
  llvm::sort(tracks);
  tracks.erase(llvm::unique(tracks), tracks.end());
  return tracks.empty() ? "-" : llvm::join(tracks, ",");
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Where a rewrite stands: "1", "1/5" or, with a role, "1/final".
static std::string describePosition(const SelectedRewrite &selected) {
  std::string text = selected.position;
  if (selected.member && selected.member->role != EquilibriumRole::Ordinary) {
    if (!text.empty())
      text += '/';
    text += stringifyEquilibriumRole(selected.member->role);
  }
  return text.empty() ? "-" : text;
}

static std::string describeTags(const SelectedRewrite &selected,
                                StringRef separator) {
  if (!selected.member || selected.member->tags.empty())
    return "-";
  return llvm::join(selected.member->tags, separator);
}

using Row = std::array<std::string, 7>;

/// Prints rows with aligned columns, without space at the end of lines.
static void printRows(ArrayRef<Row> rows, raw_ostream &os) {
  std::array<size_t, 7> widths = {};
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip(widths, row))
      width = std::max(width, cell.size());
  for (const Row &row : rows) {
    std::string line;
    for (auto [width, cell] : llvm::zip(widths, row)) {
      line += cell;
      line.append(width - cell.size() + 2, ' ');
    }
    os << StringRef(line).rtrim() << '\n';
  }
}

llvm::Error RewriteRegistry::list(raw_ostream &os, MLIRContext *context,
                                  const Query *query) const {
  // For the check of its words.
  if (query)
    if (llvm::Error error = database->resolve(*query).takeError())
      return error;
  SmallVector<SelectedRewrite> selected;
  if (llvm::Error error =
          selectRewrites(*database, query, &selected).takeError())
    return error;
  SmallVector<Row> rows;
  for (const SelectedRewrite &entry : selected)
    rows.push_back(
        {entry.rewrite->getName().str(), entry.stage, describePosition(entry),
         describeTracks(*entry.rewrite, context), describeTags(entry, ","),
         stringifyNumericClaim(entry.rewrite->getClaim()).str(),
         entry.rewrite->getSummary().str()});
  printRows(rows, os);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Markdown
//===----------------------------------------------------------------------===//

/// Keeps a cell of a table in its column.
static std::string escapeCell(StringRef text) {
  std::string escaped;
  for (char c : text) {
    if (c == '|')
      escaped += '\\';
    escaped += c == '\n' ? ' ' : c;
  }
  return escaped;
}

/// "`a`, `b`" for "a,b".
static std::string quoteEach(StringRef list) {
  if (list == "-")
    return "";
  std::string quoted;
  llvm::ListSeparator separator;
  for (StringRef item : llvm::split(list, ','))
    quoted += (Twine(StringRef(separator)) + "`" + item + "`").str();
  return quoted;
}

static void printModes(ArrayRef<Mode> modes, raw_ostream &os) {
  os << "## Modes\n\n| mode | what it is for | query |\n| --- | --- | --- |\n";
  for (const Mode &mode : modes) {
    std::string query = mode.query.str();
    os << "| `" << mode.name << "` | " << escapeCell(mode.summary) << " | "
       << (query.empty() ? "" : "`" + query + "`") << " |\n";
  }
}

static void printMarkdownRow(const SelectedRewrite &entry, MLIRContext *context,
                             raw_ostream &os) {
  os << "| `" << entry.rewrite->getName() << "` | " << describePosition(entry)
     << " | " << quoteEach(describeTracks(*entry.rewrite, context)) << " | "
     << quoteEach(describeTags(entry, ",")) << " | "
     << stringifyNumericClaim(entry.rewrite->getClaim()) << " | "
     << escapeCell(entry.rewrite->getSummary()) << " |\n";
}

void RewriteRegistry::printMarkdown(raw_ostream &os,
                                    MLIRContext *context) const {
  os << "<!-- Autogenerated by croton-opt; don't manually edit -->\n\n"
        "# Rewrites\n\n"
        "Stages in the order in which they run. Positions of a stage and of a "
        "member in it are\njoined by `/`, a role in an equilibrium is added "
        "(`final`, `cleanup`).\n\n";
  printModes(modes, os);

  SmallVector<SelectedRewrite> selected;
  // Only extras and roots without a driver make errors.
  llvm::cantFail(
      selectRewrites(*database, /*query=*/nullptr, &selected).takeError());
  // The sequence's own rewrites stand between its stages: gather them.
  llvm::MapVector<StringRef, SmallVector<const SelectedRewrite *>> stages;
  for (const SelectedRewrite &entry : selected)
    stages[entry.stage].push_back(&entry);
  for (const auto &[stage, entries] : stages) {
    os << "\n## " << stage
       << "\n\n| rewrite | position | tracks | tags | claim | summary |\n"
          "| --- | --- | --- | --- | --- | --- |\n";
    for (const SelectedRewrite *entry : entries)
      printMarkdownRow(*entry, context, os);
  }
}
