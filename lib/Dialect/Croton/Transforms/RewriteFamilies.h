//===- RewriteFamilies.h - The rewrites of croton, by family ----*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One file per family holds the patterns and the function declared here, which
// adds them to the table; Optdb.cpp files what is in the table. A new rewrite
// is a pattern class, a line in its family's function, and a test.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_LIB_DIALECT_CROTON_TRANSFORMS_REWRITEFAMILIES_H
#define CROTON_LIB_DIALECT_CROTON_TRANSFORMS_REWRITEFAMILIES_H

#include "croton/Rewrite/Database.h"

namespace mlir::croton::detail {

/// Rewrites and where to file them.
class RewriteTable {
public:
  struct Row {
    RewriteRef rewrite;
    /// Paths of databases below the main sequence; "" is the sequence itself.
    SmallVector<StringRef, 2> stages;
    Registration registration;
  };

  /// Adds a row. A rewrite that is in several stages is filed alike in each.
  void add(RewriteRef rewrite, ArrayRef<StringRef> stages,
           Registration registration) {
    rows.push_back({std::move(rewrite),
                    SmallVector<StringRef, 2>(stages.begin(), stages.end()),
                    std::move(registration)});
  }
  ArrayRef<Row> getRows() const { return rows; }

private:
  SmallVector<Row, 0> rows;
};

/// Paths of the stages.
namespace stage {
inline constexpr StringLiteral kMain = "";
inline constexpr StringLiteral kUseless = "useless.useless-group";
inline constexpr StringLiteral kCanonicalize = "canonicalize";
inline constexpr StringLiteral kStabilize = "stabilize";
inline constexpr StringLiteral kShape = "shape";
inline constexpr StringLiteral kSpecialize = "specialize";
} // namespace stage

/// Tags.
namespace tag {
/// All of the default mode.
inline constexpr StringLiteral kFastRun = "fast_run";
/// The few that pay even where compile time is what counts.
inline constexpr StringLiteral kFastCompile = "fast_compile";
inline constexpr StringLiteral kFusion = "fusion";
inline constexpr StringLiteral kMerge = "merge";
/// Ops to a device: asked for by name, since it needs one.
inline constexpr StringLiteral kGpu = "gpu";
/// May change values, NaN or errors: never in a default mode, and not drawn in
/// by the name of a stage.
inline constexpr StringLiteral kUnsafe = "unsafe";
} // namespace tag

void addElementwiseCanonicalizers(RewriteTable &table);
void addSelectionCanonicalizers(RewriteTable &table);
void addShapeCanonicalizers(RewriteTable &table);
void addElementwiseStabilizers(RewriteTable &table);
void addNnetStabilizers(RewriteTable &table);
void addShapeRewrites(RewriteTable &table);
void addElementwiseSpecializers(RewriteTable &table);
void addUnsafeElementwiseRewrites(RewriteTable &table);
void addGlobalRewrites(RewriteTable &table);

} // namespace mlir::croton::detail

#endif // CROTON_LIB_DIALECT_CROTON_TRANSFORMS_REWRITEFAMILIES_H
