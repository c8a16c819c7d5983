//===- Selection.h - Why a query leaves a rewrite out --------- -*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_REWRITE_SELECTION_H
#define CROTON_LIB_REWRITE_SELECTION_H

#include "croton/Rewrite/Database.h"

namespace mlir::croton::detail {

/// A place where a rewrite is filed but not selected.
struct Absence {
  /// Names of the databases around it, joined by '.'; the name of the root if
  /// it is filed there.
  std::string stage;
  /// The first obstacle from the root down, such as "the query excludes its tag
  /// 'inplace'".
  std::string reason;
};

/// The places of the rewrite `name` in `database` where `query` does not select
/// it.
SmallVector<Absence, 1> findAbsences(const RewriteDatabase &database,
                                     const Query &query, StringRef name);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_REWRITE_SELECTION_H
