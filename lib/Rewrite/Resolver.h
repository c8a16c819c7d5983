//===- Resolver.h - From databases and a query to a plan --------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_RESOLVER_H
#define CROTON_LIB_REWRITE_RESOLVER_H

#include "croton/Rewrite/Database.h"

namespace mlir::croton {

/// The names of the databases around a member that are words for it.
using DatabaseNames = SmallVector<StringRef, 4>;

/// These names for what is in `member`, a nested database.
DatabaseNames getNamesInside(const RewriteDatabase::Member &member,
                             const DatabaseNames &around);
/// Whether `word` stands for `member`.
bool hasWord(const RewriteDatabase::Member &member, StringRef word,
             const DatabaseNames &around);
/// Whether it stands for any member of `database` or below; `names` are those
/// of the databases around these.
bool hasWordBelow(const RewriteDatabase &database, StringRef word,
                  const DatabaseNames &names);

/// The tracks of a rewrite: those it declares, else the roots of its patterns,
/// sorted and joined by commas; "-" for a global one.
std::string describeTracks(const Rewrite &rewrite, MLIRContext *context);

/// A rewrite of a plan and how it was filed.
struct SelectedRewrite {
  RewriteRef rewrite;
  /// Null for an extra.
  const RewriteDatabase::Member *member;
  /// Names of the databases below the root, joined by '.'; groups included,
  /// except those of sweeps; the name of the root if it is filed there.
  std::string stage;
  /// Positions of these databases and of the rewrite, as far as they have one,
  /// joined by '/'.
  std::string position;
};

/// Selects with `query`, or everything if it is null. Words are not checked.
/// If `selected` is given, it gets all rewrites in the order of the plan:
/// an equilibrium's global ones, local ones, finals and cleanups.
llvm::Expected<Plan> selectRewrites(const RewriteDatabase &database,
                                    const Query *query,
                                    SmallVectorImpl<SelectedRewrite> *selected);

} // namespace mlir::croton

#endif // CROTON_LIB_REWRITE_RESOLVER_H
