//===- croton-opt.cpp - The pass driver ----------===//
//
// Part of the Croton project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the croton dialect, its passes and its pipelines.
//
//===----------------------------------------------------------------------===//

#ifdef CROTON_INCLUDE_TESTS
#include "TestPasses.h"
#endif

#include "PluginCheck.h"
#include "RewriteBisect.h"
#include "RewriteListing.h"
#include "RewriteLoading.h"

#include "croton/InitAll.h"
#include "croton/Support/Debug.h"
#include "croton/Support/ToolSafety.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

/// Looks at the input before the parser does. Standard input can be read only
/// once, and what cannot be opened is reported later.
static llvm::Error checkInput(llvm::StringRef path) {
  if (path == "-")
    return llvm::Error::success();
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::Error::success();
  return mlir::croton::checkNesting((*file)->getBuffer(), path);
}

static int fail(llvm::Error error) {
  llvm::WithColor::error(llvm::errs(), "croton-opt")
      << llvm::toString(std::move(error)) << "\n";
  return 1;
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  mlir::croton::installFatalErrorHandler("croton-opt");
  if (llvm::Error error = mlir::croton::checkPlugins(argc, argv))
    return fail(std::move(error));
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::croton::registerAllDialects(registry);
  mlir::registerAllPasses();
  mlir::croton::registerAllPasses();
#ifdef CROTON_INCLUDE_TESTS
  mlir::croton::test::registerTestPasses();
#endif
  mlir::croton::registerDebugOptions();
  mlir::croton::registerRewriteListingOptions();
  mlir::croton::registerRewriteLoadingOptions();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "croton-opt: optimizes and lowers tensor graphs\n", registry);
  mlir::croton::loadRewriteFiles(registry);
  if (std::optional<int> status = mlir::croton::listRewrites(registry))
    return *status;
  if (llvm::Error error = checkInput(input))
    return fail(std::move(error));
  if (std::optional<int> status =
          mlir::croton::runRewriteBisect(input, registry))
    return *status;
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}
