//===- LoadRewrites.h - Rewrites from PDL and PDLL files --------*- C++ -*-===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each pattern of a file is a local rewrite of the pattern's name. How it is
// filed is said beside it. In PDL (`.mlir`), by attributes:
//
//   pdl.pattern @NegNeg : benefit(0) attributes {
//     croton.tags = ["fast_run"], croton.claim = "exact",
//     croton.stage = "canonicalize", croton.position = 5,
//     croton.summary = "- -x to x"
//   } { ... }
//
// in PDLL (`.pdll`), by comments above the pattern:
//
//   // croton: tags=fast_run,stabilize claim=exact stage=canonicalize
//   // croton: position=5 summary="- -x to x"
//   Pattern NegNeg { ... }
//
// All of it may be absent. A rewrite without a claim is unsafe; without tags it
// is selected by its name, its stage or the tag `loaded`, which all have; the
// name of a stage does not select one that is unsafe. A stage that is not said
// is `canonicalize` or, where there is none, an equilibrium `loaded` that is
// made for it. PDL's benefits are not used.
//
// A pattern has one root, an op with a name, from which all others are reached
// through operands. Ops made by it get the types they infer, with their
// attributes. Replacements and erasures come last, wherever the pattern has
// them. If something made is invalid, a replacement has another type, or two
// ops to erase are one, the rewrite is a failed match with a reason and nothing
// is edited, unless it calls native functions, which may edit.
//
//===----------------------------------------------------------------------===//

#ifndef CROTON_REWRITE_LOADREWRITES_H
#define CROTON_REWRITE_LOADREWRITES_H

#include "croton/Rewrite/RewriteSources.h"

namespace mlir {
class PDLPatternModule;
} // namespace mlir

namespace mlir::croton {

/// A rewrite of a file, and how it is to be filed.
struct LoadedRewrite {
  std::shared_ptr<LocalRewrite> rewrite;
  SmallVector<std::string, 4> tags;
  double position = 0;
  /// The path of its stage; empty if the file does not say.
  std::string stage;
  /// Where it is, as "file:line:column".
  std::string place;
};

struct LoadRewritesOptions {
  /// Where PDLL looks for what a file includes, beside the folder of the file.
  std::vector<std::string> includeDirs;
  /// The program mlir-pdll. If empty, it is searched beside the LLVM that
  /// croton was built with, then in PATH.
  std::string pdllProgram;
  /// Registers the native constraints and rewrites that patterns may call.
  std::function<void(PDLPatternModule &)> registerNatives;
};

/// Reads PDL text. `name` stands for the file in messages. Loads the dialects
/// that the patterns name.
llvm::Expected<std::vector<LoadedRewrite>>
parseRewrites(StringRef text, StringRef name, MLIRContext *context,
              const LoadRewritesOptions &options = {});

/// Reads a file of PDL, or of PDLL if its name ends in ".pdll". A file that is
/// not right in all parts is one error.
llvm::Expected<std::vector<LoadedRewrite>>
loadRewrites(StringRef path, MLIRContext *context,
             const LoadRewritesOptions &options = {});

/// Files rewrites in the stages of a registry.
llvm::Error addLoadedRewrites(RewriteRegistry &registry,
                              ArrayRef<LoadedRewrite> rewrites);

/// A source that loads a file. The file is read once, when it is first wanted.
std::shared_ptr<const RewriteSource>
createRewriteFileSource(StringRef path, LoadRewritesOptions options = {});

} // namespace mlir::croton

#endif // CROTON_REWRITE_LOADREWRITES_H
