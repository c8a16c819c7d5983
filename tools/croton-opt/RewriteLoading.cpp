//===- RewriteLoading.cpp - croton-opt --load-rewrites --------------------===//
//
// Part of the Croton Project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RewriteLoading.h"

#include "croton/Rewrite/LoadRewrites.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ManagedStatic.h"

using namespace mlir;
using namespace mlir::croton;

namespace {
struct LoadingOptions {
  llvm::cl::list<std::string> files{
      "load-rewrites",
      llvm::cl::desc("Add the rewrites of a PDL (.mlir) or PDLL (.pdll) file"),
      llvm::cl::value_desc("file")};
  llvm::cl::list<std::string> dirs{
      "load-rewrites-dir",
      llvm::cl::desc("Look here for what PDLL files include"),
      llvm::cl::value_desc("folder")};
};
} // namespace

static llvm::ManagedStatic<LoadingOptions> loadingOptions;

void croton::registerRewriteLoadingOptions() { *loadingOptions; }

void croton::loadRewriteFiles(DialectRegistry &registry) {
  LoadRewritesOptions options;
  options.includeDirs.assign(loadingOptions->dirs.begin(),
                             loadingOptions->dirs.end());
  for (const std::string &file : loadingOptions->files)
    addRewriteSource(registry, createRewriteFileSource(file, options));
}
