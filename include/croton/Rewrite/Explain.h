//===- Explain.h - Why a rewrite was not applied -------------- -*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_EXPLAIN_H
#define CROTON_REWRITE_EXPLAIN_H

#include "croton/Rewrite/Database.h"
#include "croton/Rewrite/FrozenRewrites.h"
#include "croton/Rewrite/RunOptions.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <memory>

namespace mlir::croton {

/// What is to be explained, and where. In text: REWRITE[@PLACE].
class ExplainRequest {
public:
  /// REWRITE is a name or '*', which stands for each rewrite. PLACE is
  /// FILE:LINE[:COLUMN], where FILE is the end of a path; the name of an op; or
  /// a named location. Without a place, each root of the rewrite is explained.
  static llvm::Expected<ExplainRequest> parse(StringRef text);

  StringRef getRewrite() const { return rewrite; }
  bool isForAll() const { return rewrite == "*"; }
  bool wants(StringRef name) const { return isForAll() || name == rewrite; }
  bool hasPlace() const { return !place.empty(); }
  StringRef getPlace() const { return place; }
  /// Whether an op of this name and location is at the place. An op that a
  /// rewrite made is where its root was.
  bool isAt(OperationName name, Location loc) const;

private:
  std::string rewrite;
  std::string place;
  /// The parts of a place in a file; `line` is 0 for another place.
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
};

/// What the passes of this process explain unless their options say otherwise,
/// in the text form of ExplainRequest; empty at first. For tools.
void setDefaultExplain(StringRef request);
std::string getDefaultExplain();

/// Watches the run of a plan and says afterwards, for each op at the place, why
/// a rewrite was not applied to it, or how often it was.
class ExplainObserver final : public ApplicationObserver {
public:
  /// `plan` is what `query` selects from `database`. All must outlive this.
  ExplainObserver(ExplainRequest request, const RewriteDatabase &database,
                  const Query &query, const Plan &plan, MLIRContext *context);
  ~ExplainObserver() override;

  /// Takes note of the ops at the place. To be called before `op` is
  /// rewritten.
  void begin(Operation *op);

  /// An answer about one op, or about the rewrite as such.
  struct Answer {
    Location loc;
    /// The name of the op; empty in an answer about the rewrite.
    std::string opName;
    /// The rewrite; of '*' the nearest miss, if there was one.
    std::string rewrite;
    bool wasApplied = false;
    std::string text;
    StringAttr function;
    /// Whether the op was made during the run.
    bool isMade = false;
  };
  /// The answers, those about ops in program order.
  std::vector<Answer> getAnswers() const;
  /// Prints the answers, a line each, not more than `maxOps` about ops if no
  /// place is given.
  void print(raw_ostream &os, unsigned maxOps = 100) const;
  /// Reports the answers that tell of a miss as remarks of kind "missed".
  /// Returns false if nobody takes these, or there is none.
  bool emitRemarks() const;

  bool needsSingleThread() const override { return true; }
  bool mayStop() const override { return false; }
  bool wantsRoot(Operation *root) override {
    return isAtPlace(root->getName(), root->getLoc());
  }
  bool wantsMisses(StringRef rewrite) override;
  void onMiss(StringRef rewrite, OperationName root, Location loc, Miss miss,
              StringRef reason) override;
  void onApplied(StringRef rewrite, unsigned number, OperationName root,
                 Location loc) override;
  void onLimit(StringRef stage, Location loc, StringRef reason) override;

private:
  struct Attempts;
  struct Site;
  struct Stop;
  class Reporter;

  bool isAtPlace(OperationName name, Location loc);
  /// The site of an op, made if it is at the place; else null.
  Site *getSite(OperationName name, Location loc);
  void addOriginal(Operation *op);

  ExplainRequest request;
  const RewriteDatabase &database;
  const Query &query;
  const Plan &plan;
  MLIRContext *context;
  /// The rewrites that are explained, to ask which ops they track.
  std::unique_ptr<FrozenRewrites> rewrites;
  /// By location and name of the op.
  llvm::MapVector<std::pair<Location, OperationName>, std::unique_ptr<Site>>
      sites;
  llvm::DenseMap<std::pair<Location, OperationName>, bool> atPlace;
  std::vector<Stop> stops;
  /// Applications and misses of the rewrite anywhere: what there is to say of a
  /// global one.
  unsigned numApplied = 0, numMissed = 0;
  /// Counts events.
  unsigned clock = 0;
  /// Names of ops before the run, for suggestions.
  SmallVector<StringRef> opNames;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_EXPLAIN_H
