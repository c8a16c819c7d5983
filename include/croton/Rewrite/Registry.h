//===- Registry.h - All rewrites and modes of a context ---------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_REGISTRY_H
#define CROTON_REWRITE_REGISTRY_H

#include "croton/Rewrite/Database.h"

namespace mlir {
class MLIRContext;
} // namespace mlir

namespace mlir::croton {

/// A named query.
struct Mode {
  std::string name;
  /// One phrase without a period.
  std::string summary;
  Query query;
};

/// The main sequence ("optdb") and the table of modes.
class RewriteRegistry {
public:
  /// An empty sequence and the mode "none".
  RewriteRegistry();

  /// What the loaded dialects of `context` provide, through
  /// RewriteProviderInterface. Fails, naming the dialect, if one of them does,
  /// and if two rewrites anywhere have one name. Also asks the sources of the
  /// context (RewriteSources.h), which may load dialects.
  static llvm::Expected<RewriteRegistry> collect(MLIRContext *context);

  RewriteDatabase &getDatabase() { return *database; }
  const RewriteDatabase &getDatabase() const { return *database; }

  /// Finds a stage by its path, such as "canonicalize", to register into.
  llvm::Expected<DatabaseRef> findStage(StringRef path) {
    return database->findDatabase(path);
  }

  /// Adds a mode; `query` is in text form. Fails for a name that is taken.
  llvm::Error addMode(StringRef name, StringRef summary, StringRef query);
  /// The mode of that name, else an error with a did-you-mean.
  llvm::Expected<const Mode *> findMode(StringRef name) const;
  ArrayRef<Mode> getModes() const { return modes; }

  /// Prints a line per rewrite that `query` selects (all without one), in the
  /// order in which they run: name, stage, position, tracks, tags, claim,
  /// summary. The stage is a path as for findStage(); the position "1/5" is
  /// place 5 in a stage at 1, "1/final" a role there. Tracks are those that the
  /// rewrite declares, else the roots of its patterns in `context`: op names,
  /// "interface", "trait" or "any". "-" stands for nothing. Fails for words
  /// that nothing has.
  llvm::Error list(raw_ostream &os, MLIRContext *context,
                   const Query *query) const;
  /// The same of all rewrites and modes as Markdown, a section per stage:
  /// docs/Rewrites.md.
  void printMarkdown(raw_ostream &os, MLIRContext *context) const;

private:
  DatabaseRef database;
  SmallVector<Mode, 0> modes;
};

} // namespace mlir::croton

#endif // CROTON_REWRITE_REGISTRY_H
