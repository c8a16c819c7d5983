//===- ProfilePrinter.cpp - Profiles as text, JSON and traces -------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "croton/Rewrite/Profile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <tuple>

using namespace mlir;
using namespace mlir::croton;

namespace {
/// A rewrite with its counts, in a stage.
using Entry = std::pair<std::string, RewriteCounts>;
/// The cells of a line of the table.
using Row = SmallVector<std::string, 0>;
} // namespace

static double getSeconds(const RewriteCounts &counts) {
  return counts.missSeconds + counts.applySeconds;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatMillis(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3f", seconds * 1e3);
  return text;
}

static std::string formatRounds(const RewriteCounts &counts) {
  if (!counts.firstRound)
    return "-";
  std::string text = std::to_string(counts.firstRound);
  if (counts.lastRound != counts.firstRound)
    text += "-" + std::to_string(counts.lastRound);
  return text;
}

static Row makeTitles(bool withTimes) {
  Row row = {"rewrite", "tried",   "filtered",  "missed",
             "applied", "refused", "no change", "rolled back",
             "created", "erased",  "net"};
  if (withTimes)
    row.push_back("ms");
  row.push_back("rounds");
  return row;
}

static Row makeRow(StringRef name, const RewriteCounts &counts,
                   bool withTimes) {
  Row row = {name.str()};
  for (uint64_t count : {counts.tried, counts.filtered, counts.missed,
                         counts.applied, counts.refused, counts.noChange,
                         counts.rolledBack, counts.created, counts.erased})
    row.push_back(std::to_string(count));
  row.push_back(std::to_string(static_cast<int64_t>(counts.created) -
                               static_cast<int64_t>(counts.erased)));
  if (withTimes)
    row.push_back(formatMillis(getSeconds(counts)));
  row.push_back(formatRounds(counts));
  return row;
}

/// Prints rows in columns: the first to the left, numbers to the right.
static void printRows(ArrayRef<Row> rows, raw_ostream &os) {
  SmallVector<size_t> widths(rows.front().size());
  for (const Row &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  for (const Row &row : rows) {
    os << "  " << row.front();
    os.indent(widths.front() - row.front().size());
    for (auto [width, cell] : llvm::drop_begin(llvm::zip_equal(widths, row)))
      os.indent(2 + width - cell.size()) << cell;
    os << '\n';
  }
}

static void printHeader(const StageCounts &stage, bool withTimes,
                        raw_ostream &os) {
  auto count = [&](uint64_t number, StringRef unit, StringRef plural = "s") {
    os << ", " << number << ' ' << unit << (number == 1 ? "" : plural);
  };
  os << stage.kind << ' ' << stage.name << ": " << stage.runs
     << (stage.runs == 1 ? " run" : " runs");
  if (stage.skipped)
    os << ", " << stage.skipped << " skipped";
  if (stage.kind != "global") {
    count(stage.rounds, "round");
    count(stage.visits, "visit");
    count(stage.pushes, "push", "es");
    os << ", " << stage.folded << " folded, " << stage.merged << " merged, "
       << stage.dead << " dead, " << stage.opsBefore << " -> " << stage.opsAfter
       << " ops";
  }
  if (withTimes)
    os << ", " << formatMillis(stage.seconds) << " ms";
  os << '\n';
}

/// The rewrites of a stage that came to be looked at, sorted.
static SmallVector<const Entry *> sortEntries(const StageCounts &stage,
                                              RewriteProfile::SortKey sort) {
  using SortKey = RewriteProfile::SortKey;
  SmallVector<const Entry *> entries;
  for (const Entry &entry : stage.rewrites)
    if (entry.second.tried || entry.second.filtered)
      entries.push_back(&entry);
  // Larger counts first; names decide between equals.
  auto key = [&](const Entry &entry) {
    const RewriteCounts &counts = entry.second;
    double seconds = sort == SortKey::Time ? getSeconds(counts) : 0;
    bool byApplied = sort == SortKey::Time || sort == SortKey::Applied;
    bool byTried = sort != SortKey::Name;
    return std::make_tuple(
        -seconds, byApplied ? -static_cast<int64_t>(counts.applied) : 0,
        byTried ? -static_cast<int64_t>(counts.tried) : 0,
        StringRef(entry.first));
  };
  llvm::sort(entries,
             [&](const Entry *a, const Entry *b) { return key(*a) < key(*b); });
  return entries;
}

static void printStage(const StageCounts &stage, bool withTimes,
                       RewriteProfile::SortKey sort, unsigned top,
                       raw_ostream &os) {
  printHeader(stage, withTimes, os);
  SmallVector<const Entry *> entries = sortEntries(stage, sort);
  size_t numShown =
      top ? std::min<size_t>(top, entries.size()) : entries.size();
  SmallVector<Row> rows = {makeTitles(withTimes)};
  for (const Entry *entry : ArrayRef(entries).take_front(numShown))
    rows.push_back(makeRow(entry->first, entry->second, withTimes));
  RewriteCounts total;
  for (const Entry *entry : entries)
    total += entry->second;
  if (entries.size() > 1)
    rows.push_back(makeRow("total", total, withTimes));
  if (!entries.empty())
    printRows(rows, os);
  if (numShown != entries.size())
    os << "  not shown: " << entries.size() - numShown << '\n';
  if (size_t numIdle = stage.rewrites.size() - entries.size())
    os << "  not tried: " << numIdle << '\n';
}

void RewriteProfile::print(raw_ostream &os, SortKey sort, unsigned top) const {
  for (const StageCounts &stage : stages)
    printStage(stage, withTimes, sort, top, os);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static void writeCounts(llvm::json::OStream &json, const RewriteCounts &counts,
                        bool withTimes) {
  json.attribute("tried", counts.tried);
  json.attribute("filtered", counts.filtered);
  json.attribute("missed", counts.missed);
  json.attribute("applied", counts.applied);
  json.attribute("refused", counts.refused);
  json.attribute("noChange", counts.noChange);
  json.attribute("rolledBack", counts.rolledBack);
  json.attribute("created", counts.created);
  json.attribute("erased", counts.erased);
  if (withTimes) {
    json.attribute("missSeconds", counts.missSeconds);
    json.attribute("applySeconds", counts.applySeconds);
  }
  json.attribute("firstRound", counts.firstRound);
  json.attribute("lastRound", counts.lastRound);
}

static void writeStageCounts(llvm::json::OStream &json,
                             const StageCounts &stage, bool withTimes) {
  json.attribute("kind", stage.kind);
  json.attribute("runs", stage.runs);
  json.attribute("skipped", stage.skipped);
  json.attribute("rounds", stage.rounds);
  json.attribute("visits", stage.visits);
  json.attribute("pushes", stage.pushes);
  json.attribute("folded", stage.folded);
  json.attribute("merged", stage.merged);
  json.attribute("dead", stage.dead);
  json.attribute("opsBefore", stage.opsBefore);
  json.attribute("opsAfter", stage.opsAfter);
  if (withTimes)
    json.attribute("seconds", stage.seconds);
}

void RewriteProfile::printJSON(raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attributeArray("stages", [&] {
      for (const StageCounts &stage : stages)
        json.object([&] {
          json.attribute("name", stage.name);
          writeStageCounts(json, stage, withTimes);
          json.attributeArray("rewrites", [&] {
            for (const auto &[name, counts] : stage.rewrites)
              json.object([&, &name = name, &counts = counts] {
                json.attribute("name", name);
                writeCounts(json, counts, withTimes);
              });
          });
        });
    });
  });
  os << '\n';
}

//===----------------------------------------------------------------------===//
// Trace
//===----------------------------------------------------------------------===//

/// Writes a complete event; times are in seconds.
static void writeEvent(llvm::json::OStream &json, StringRef name,
                       StringRef category, double start, double duration,
                       function_ref<void()> writeArguments) {
  json.object([&] {
    json.attribute("name", name);
    json.attribute("cat", category);
    json.attribute("ph", "X");
    json.attribute("ts", start * 1e6);
    json.attribute("dur", duration * 1e6);
    json.attribute("pid", 1);
    json.attribute("tid", 1);
    json.attributeObject("args", writeArguments);
  });
}

/// Writes a stage that starts at `start` and returns when it ends.
static double writeStage(llvm::json::OStream &json, const StageCounts &stage,
                         double start) {
  double inner = 0;
  for (const auto &[name, counts] : stage.rewrites)
    inner += getSeconds(counts);
  // Rewrites run inside the stage; clocks may disagree about the last bit.
  double duration = std::max(stage.seconds, inner);
  writeEvent(json, stage.name, "stage", start, duration,
             [&] { writeStageCounts(json, stage, /*withTimes=*/false); });
  double next = start;
  for (const auto &[name, counts] : stage.rewrites) {
    if (!counts.tried)
      continue;
    writeEvent(json, name, "rewrite", next, getSeconds(counts),
               [&, &counts = counts] {
                 writeCounts(json, counts, /*withTimes=*/false);
               });
    next += getSeconds(counts);
  }
  return start + duration;
}

void RewriteProfile::printTrace(raw_ostream &os) const {
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("displayTimeUnit", "ms");
    json.attributeArray("traceEvents", [&] {
      json.object([&] {
        json.attribute("name", "process_name");
        json.attribute("ph", "M");
        json.attribute("pid", 1);
        json.attribute("tid", 1);
        json.attributeObject("args",
                             [&] { json.attribute("name", "rewrites"); });
      });
      double start = 0;
      for (const StageCounts &stage : stages)
        start = writeStage(json, stage, start);
    });
  });
  os << '\n';
}
